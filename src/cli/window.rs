//! Opening the window, and what to do where there is none.

use std::path::Path;

use super::args::{AppArgs, Format};
use super::files::{from_pack, note, open as open_file, stem};
use super::output::print;
use super::problems::Bad;
use super::{list, run};

/// `freezeframe`: the gallery.
pub fn gallery() -> Result<(), Bad> {
    let Err(why) = show(None) else { return Ok(()) };
    let Some((lecture, _)) = list::sorted().into_iter().next() else {
        return Err(Bad::words(format!("{why}; the pack is empty, so there is nothing to print")));
    };
    note(&format!("{why}; here is `{}` as text", stem(lecture)));
    let trace = from_pack(Path::new(lecture))?.trace(None)?;
    print(&run::render(&trace, Format::Text, None)?)
}

/// `freezeframe app FILE`.
pub fn open(args: &AppArgs) -> Result<(), Bad> {
    let trace = open_file(&args.file)?.trace(None)?;
    let text = run::render(&trace, Format::Text, args.step)?;
    let Err(why) = show(Some(args)) else { return Ok(()) };
    note(&format!("{why}; here is the scenario as text"));
    print(&text)
}

/// Shows the window until it is closed; says why when it cannot.
fn show(_args: Option<&AppArgs>) -> Result<(), String> {
    if !has_display() {
        return Err(String::from("there is no display"));
    }
    Err(String::from("this build has no window"))
}

/// Is there anything to draw on? Only X11 and Wayland can be asked beforehand.
fn has_display() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
        .into_iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}
