//! `list`: the embedded pack.

use serde_json::json;

use super::args::{Format, ListArgs};
use super::files::stem;
use super::output::{harmless, print};
use super::problems::Bad;
use crate::pack;
use crate::scenario::{ScenarioFile, load};

/// `freezeframe list`.
pub fn list(args: &ListArgs) -> Result<(), Bad> {
    let pack = sorted();
    match args.format {
        Format::Text => print(&as_text(&pack)),
        Format::Json => {
            let entries: Vec<_> = pack.iter().map(as_json).collect();
            print(&format!("{:#}\n", serde_json::Value::from(entries)))
        }
    }
}

/// A scenario of the pack: its file name and what it says.
pub type Listed = (&'static str, ScenarioFile);

/// The pack in gallery order: by theme, place and name.
pub fn sorted() -> Vec<Listed> {
    let read = |(name, text): &(&'static str, &'static str)| {
        (*name, load(text, name, &pack::resolve).file)
    };
    let mut pack: Vec<Listed> = pack::SCENARIOS.iter().map(read).collect();
    pack.sort_by_key(|(name, file)| (file.theme, file.order, *name));
    pack
}

fn as_text(pack: &[Listed]) -> String {
    let width = pack.iter().map(|(name, _)| stem(name).len()).max().unwrap_or(0);
    let mut out = String::new();
    let mut theme = None;
    for (name, file) in pack {
        if theme != Some(file.theme) {
            theme = Some(file.theme);
            out.push_str(&format!("{:?}\n", file.theme));
        }
        let title = harmless(&file.title.en);
        out.push_str(&format!("  {:width$}  {title}\n", stem(name)));
    }
    out
}

fn as_json((name, file): &Listed) -> serde_json::Value {
    json!({
        "name": stem(name),
        "file": name,
        "theme": file.theme,
        "order": file.order,
        "title": file.title,
        "question": file.question,
        "answer": file.answer,
        "source": file.source,
    })
}
