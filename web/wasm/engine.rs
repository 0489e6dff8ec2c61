//! The engine without a window, as a WASM module: `web/freezeframe.js` is its friendly face.
//! Everything it does is `freezeframe::door`'s; this file only gives it names that JavaScript can
//! call.

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("this is the web edition's engine; `web/build` makes it");
    std::process::exit(2);
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(target_arch = "wasm32")]
mod exports {
    use freezeframe::{door, pack};
    use wasm_bindgen::prelude::wasm_bindgen;

    /// The trace of a scenario, as JSON; throws the problems in words.
    #[wasm_bindgen]
    pub fn run(scenario: &str, file_name: &str) -> Result<String, String> {
        door::run(scenario, file_name)
    }

    /// The trace as the text that people review; throws the problems in words.
    #[wasm_bindgen]
    pub fn transcript(scenario: &str, file_name: &str) -> Result<String, String> {
        door::transcript(scenario, file_name)
    }

    /// The content hash of the trace; throws the problems in words.
    #[wasm_bindgen]
    pub fn hash(scenario: &str, file_name: &str) -> Result<String, String> {
        door::hash(scenario, file_name)
    }

    /// File name and text of what a link means; empty when it means nothing that is here.
    #[wasm_bindgen]
    pub fn linked(link: &str) -> Vec<String> {
        door::linked(link).map(Vec::from).unwrap_or_default()
    }

    /// File names of the pack's scenarios.
    #[wasm_bindgen]
    pub fn scenarios() -> Vec<String> {
        door::scenarios()
    }

    /// Text of a scenario of the pack.
    #[wasm_bindgen]
    pub fn scenario(name: &str) -> Option<String> {
        pack::scenario(name).map(str::to_owned)
    }

    /// Version of the engine.
    #[wasm_bindgen]
    pub fn version() -> String {
        door::VERSION.to_owned()
    }
}
