//! The page's WASM module: the window in a canvas.
//! Everything it does is `freezeframe::app::web`'s; this file only gives it names that JavaScript
//! can call.

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("this is the web edition's window; `web/build` makes it");
    std::process::exit(2);
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(target_arch = "wasm32")]
mod exports {
    use freezeframe::app::{protocol, visit, web::Page};
    use wasm_bindgen::prelude::*;

    /// The window of one canvas.
    #[wasm_bindgen]
    pub struct Window(Page);

    #[wasm_bindgen]
    impl Window {
        /// Opens the window.
        pub async fn open(
            canvas: web_sys::HtmlCanvasElement,
            address: String,
            settings: Option<String>,
            cells: Option<String>,
            hear: js_sys::Function,
        ) -> Result<Window, JsValue> {
            Page::open(canvas, address, settings, cells, hear).await.map(Window)
        }

        /// Obeys a message; throws in words.
        pub fn say(&self, json: &str) -> Result<(), String> {
            self.0.say(json)
        }

        /// Takes a file that the reader chose.
        pub fn file(&self, name: String, text: String) {
            self.0.file(name, text);
        }

        /// Hears how the cells of a question fare.
        pub fn cells(&self, ticket: f64, what: &str, text: &str) {
            self.0.cells(ticket, what, text);
        }

        /// The state, as JSON; nothing after a panic.
        pub fn state(&self) -> Option<String> {
            self.0.state()
        }

        /// What the window shows, as JSON; nothing after a panic.
        pub fn mirror(&self) -> Option<String> {
            self.0.mirror()
        }

        /// Why the window ended, if a panic ended it.
        pub fn panicked(&self) -> Option<String> {
            self.0.panicked()
        }

        /// Ends the window as a panic would; the browser tests need one.
        pub fn panic(&self, words: &str) {
            panic!("{words}");
        }

        /// Ends the window.
        pub fn close(&self) {
            self.0.close();
        }
    }

    /// Keys that the window listens to, each followed by its command.
    #[wasm_bindgen]
    pub fn keys() -> Vec<String> {
        let flat = |(key, id): (String, &str)| [key, id.to_owned()];
        protocol::keys().into_iter().flat_map(flat).collect()
    }

    /// Version of the protocol.
    #[wasm_bindgen]
    pub fn protocol_version() -> u32 {
        protocol::PROTOCOL
    }

    /// Version of the engine.
    #[wasm_bindgen]
    pub fn engine() -> String {
        visit::ENGINE.to_owned()
    }
}
