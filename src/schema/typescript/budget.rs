//! [`Budget`]: how much one rendering may produce before everything becomes `unknown`.

use serde_json::Value;

/// Work one rendering may do, in bytes of text. A text counts once for every schema around it.
pub const MAX_WORK_BYTES: usize = 64_000;
/// Longest result, in bytes.
pub const MAX_RESULT_BYTES: usize = 16_000;

/// Bytes that are left, and whether something did not fit. The mark stays once it is set, although
/// a later and smaller text may still be paid for: that is how the frame around an overflow can
/// survive it.
#[derive(Debug)]
pub(super) struct Budget {
    left: usize,
    exhausted: bool,
}

impl Budget {
    pub(super) fn new() -> Self {
        Self { left: MAX_WORK_BYTES, exhausted: false }
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// `None` once something did not fit.
    pub(super) fn check(&self) -> Option<()> {
        (!self.exhausted).then_some(())
    }

    /// Pays for a text. `None`, and the mark, when it does not fit.
    pub(super) fn spend(&mut self, bytes: usize) -> Option<()> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Some(())
            }
            None => {
                self.exhausted = true;
                None
            }
        }
    }

    /// The compact JSON of a literal, unless the longest text it could have would not fit. Paying is
    /// the caller's business.
    pub(super) fn literal(&mut self, value: &Value) -> Option<String> {
        if longest(value, self.left) > self.left {
            self.exhausted = true;
            return None;
        }
        Some(value.to_string())
    }
}

/// An upper bound of the length of `value` in JSON, where each byte of a text could need an escape
/// of six. Counting stops soon after `enough`.
fn longest(value: &Value, enough: usize) -> usize {
    let text = |text: &str| text.len().saturating_mul(6).saturating_add(2);
    let mut bytes = 0usize;
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        let own = match value {
            Value::Null | Value::Bool(true) => 4,
            Value::Bool(false) => 5,
            Value::Number(number) => number.to_string().len(),
            Value::String(string) => text(string),
            Value::Array(list) => {
                pending.extend(list);
                // Brackets and commas.
                list.len().saturating_add(2)
            }
            Value::Object(members) => {
                pending.extend(members.values());
                let names = members.keys().map(|name| text(name).saturating_add(2));
                names.fold(2, usize::saturating_add)
            }
        };
        bytes = bytes.saturating_add(own);
        if bytes > enough {
            break;
        }
    }
    bytes
}
