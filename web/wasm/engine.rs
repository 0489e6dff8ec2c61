//! The engine without a window, as a WASM module: `web/cells-worker.js` loads it, nobody else.
//! Everything it does is `freezeframe::door`'s; this file gives it names that JavaScript can call,
//! and says which turn of a cell is under way, so that whoever ends the Worker knows what ended it.

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("this is the web edition's engine; `web/build` makes it");
    std::process::exit(2);
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(all(target_arch = "wasm32", feature = "boa"))]
mod exports {
    use std::panic;
    use std::sync::Arc;

    use freezeframe::code_mode::boa::{BoaEngine, panicked};
    use freezeframe::code_mode::engine::protocol::EngineEvent;
    use freezeframe::code_mode::engine::recording::recorder::Recorder;
    use freezeframe::code_mode::engine::recording::{Recordings, Told};
    use freezeframe::{door, pack};
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        /// Hears `began` with the name of a turn, `event` with one of its events as JSON, `over` when
        /// the turn is, and `panicked` with the state of a cell after it, as JSON, and the words.
        #[wasm_bindgen(js_name = freezeframeHear)]
        fn hear(kind: &str, text: &str, words: &str);
    }

    /// Has to be called first: a panic is told before it ends the module.
    #[wasm_bindgen(start)]
    pub fn start() {
        panic::set_hook(Box::new(|info| {
            let words = info.to_string();
            let state = serde_json::to_string(&panicked(&words)).unwrap_or_default();
            hear("panicked", &state, &words);
        }));
    }

    /// boa, observed. `known` is a JSON form of recordings, or empty.
    fn recorder(known: &str) -> Result<Recorder, String> {
        let known = match known {
            "" => Recordings::default(),
            json => Recordings::read(json)?,
        };
        let tap = |event: &EngineEvent| {
            hear("event", &serde_json::to_string(event).unwrap_or_default(), "");
        };
        let watch = |told: Option<Told>| match told {
            Some(told) => hear("began", &told.to_string(), ""),
            None => hear("over", "", ""),
        };
        let boa = Arc::new(BoaEngine::with_tap(Arc::new(tap)));
        Ok(Recorder::watched(boa, known, Some(Arc::new(watch))))
    }

    fn cells(known: &str) -> Result<door::Engine, String> {
        Ok(Arc::new(recorder(known)?))
    }

    /// The trace of a scenario, as JSON; throws the problems in words.
    #[wasm_bindgen]
    pub fn run(scenario: &str, file_name: &str, known: &str) -> Result<String, String> {
        door::run(scenario, file_name, &cells(known)?)
    }

    /// The trace as the text that people review; throws the problems in words.
    #[wasm_bindgen]
    pub fn transcript(scenario: &str, file_name: &str, known: &str) -> Result<String, String> {
        door::transcript(scenario, file_name, &cells(known)?)
    }

    /// The content hash of the trace; throws the problems in words.
    #[wasm_bindgen]
    pub fn hash(scenario: &str, file_name: &str, known: &str) -> Result<String, String> {
        door::hash(scenario, file_name, &cells(known)?)
    }

    /// What its cells did, as recordings; throws the problems in words.
    #[wasm_bindgen]
    pub fn record(scenario: &str, file_name: &str, known: &str) -> Result<String, String> {
        door::record(scenario, file_name, &recorder(known)?)
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
