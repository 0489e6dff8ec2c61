//! Files that were dropped on the canvas.

use std::sync::Arc;

use eframe::egui;

use super::{Inbox, Said};
use crate::scenario::bounds::MAX_FILE_BYTES;

/// Starts to read the last dropped file; it comes through the inbox.
pub(super) fn take_dropped(context: &egui::Context, inbox: &Inbox) {
    let dropped = context.input(|input| input.raw.dropped_files.last().map(Arc::clone));
    let Some(file) = dropped else { return };
    let (context, inbox) = (context.clone(), inbox.clone());
    wasm_bindgen_futures::spawn_local(async move {
        let name = file.path().to_string_lossy().into_owned();
        let text = file.bytes_async().await.and_then(text);
        inbox.push(Said::File { name, text });
        context.request_repaint();
    });
}

fn text(bytes: Vec<u8>) -> Result<String, String> {
    if MAX_FILE_BYTES < bytes.len() {
        return Err(format!("more than {MAX_FILE_BYTES} bytes"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
