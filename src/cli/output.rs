//! Standard output: results, written at once. A reader that went away is not an error.

use std::io::{self, IsTerminal, Write};

use super::problems::Bad;

/// Writes a result.
///
/// # Errors
///
/// When standard output cannot be written, for another reason than a closed pipe.
pub fn print(text: &str) -> Result<(), Bad> {
    stream(|out| out.write_all(text.as_bytes()))
}

/// Writes a result piece by piece.
///
/// # Errors
///
/// The same as [`print`].
pub fn stream(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Bad> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let written = write(&mut out).and_then(|()| out.flush());
    // Dropping the buffer would try once more to write what is left.
    let _ = out.into_parts();
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Bad::words(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a message for people. Nothing can be done when that fails.
pub fn tell(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// May standard output be coloured?
pub fn color_out() -> bool {
    wants_color() && io::stdout().is_terminal()
}

/// May standard error be coloured?
pub fn color_err() -> bool {
    wants_color() && io::stderr().is_terminal()
}

/// <https://no-color.org>: any value but an empty one switches colour off.
fn wants_color() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Text with nothing in it that a terminal could obey, line breaks kept.
pub fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str(&crate::trace::text::visible_only(line));
    }
    out
}
