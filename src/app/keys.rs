//! Keys become commands, by the table and nothing else.

use eframe::egui::{self, Modifiers};

use super::command::{Command, DIGITS, TABLE};

/// Takes the keys of this frame before any widget sees them. While a text field has the keyboard
/// only Escape and the Ctrl keys that are not about text are taken.
pub fn collect(ctx: &egui::Context, out: &mut Vec<Command>) {
    let typing = ctx.text_edit_focused();
    ctx.input_mut(|input| {
        // Longer shortcuts first: egui ignores extra Shift when it compares.
        for modifiers in [2, 1, 0] {
            for entry in TABLE {
                for keys in entry.keys {
                    let held = u8::from(keys.command) + u8::from(keys.shift);
                    if held != modifiers || (typing && !allowed_while_typing(entry.id)) {
                        continue;
                    }
                    if input.consume_shortcut(&keys.shortcut()) {
                        out.push(entry.command.clone());
                    }
                }
            }
        }
        if typing {
            return;
        }
        for (index, key) in DIGITS.into_iter().enumerate() {
            if input.consume_key(Modifiers::NONE, key) {
                out.push(Command::GoToStep(index as u32 + 1));
            }
        }
    });
}

fn allowed_while_typing(id: &str) -> bool {
    matches!(id, "close" | "save" | "open")
}
