//! The part of `why` that names the switches.

use crate::explore::Why;
use crate::lang::Lang;
use crate::trace::Trace;

/// The switches that would make the tool visible, in words.
pub fn text(_trace: &Trace, _why: &Why, _lang: Lang) -> String {
    String::new()
}
