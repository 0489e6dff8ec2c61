//! The last step of normalization: short enough, and not taken.
//!
//! Uniqueness is over namespace and name written together, since that is how
//! a tool is displayed: (`ab`, `c`) and (`a`, `bc`) cannot both stay. Knows
//! only strings and SHA-1. Start with [`Fitter::place`].

use std::collections::BTreeSet;
use std::sync::Arc;

use sha1::{Digest, Sha1};

use super::MAX_HASH_ATTEMPTS;

/// Bytes of the limit that stay unused, as if a delimiter stood between
/// namespace and name.
const RESERVED: usize = 2;

/// Bytes of the digest that are written out, two hex digits each.
const DIGEST_BYTES: usize = 6;

/// Length of a hash suffix: `_` and twelve hex digits.
const SUFFIX_LEN: usize = 1 + 2 * DIGEST_BYTES;

/// Hands out names in order and remembers which are taken.
pub(super) struct Fitter {
    limit: usize,
    used: BTreeSet<Box<str>>,
}

/// A name that was handed out, and what had to be done to it.
pub(super) struct Fitted {
    pub(super) namespace: Arc<str>,
    pub(super) name: Arc<str>,
    pub(super) shortened: bool,
    pub(super) taken: bool,
    pub(super) namespace_cut: bool,
    pub(super) attempt: Option<u32>,
}

impl Fitter {
    /// `limit` is at least `MIN_NAME_LIMIT`.
    pub(super) fn new(limit: usize) -> Self {
        let used = BTreeSet::new();
        Self { limit, used }
    }

    /// Gives out `namespace` and `name` if they fit and are free together,
    /// else a hashed form of them. `None` after [`MAX_HASH_ATTEMPTS`]. Both
    /// texts are sanitized, hence ASCII: here bytes are characters.
    pub(super) fn place(
        &mut self,
        namespace: &Arc<str>,
        name: Arc<str>,
        identity: &str,
    ) -> Option<Fitted> {
        let shortened = namespace.len() + name.len() + RESERVED > self.limit;
        if !shortened && self.claim(namespace, &name) {
            return Some(Fitted {
                namespace: namespace.clone(),
                name,
                shortened: false,
                taken: false,
                namespace_cut: false,
                attempt: None,
            });
        }

        let room = self.limit.checked_sub(namespace.len() + RESERVED);
        let kept = room.and_then(|room| room.checked_sub(SUFFIX_LEN));
        let (namespace, stem) = match kept {
            Some(kept) => (namespace.clone(), first(&name, kept)),
            None => {
                let kept = self.limit.saturating_sub(SUFFIX_LEN + RESERVED);
                (first(namespace, kept).into(), "")
            }
        };
        let hash = Sha1::new_with_prefix(identity);
        for attempt in 0..=MAX_HASH_ATTEMPTS {
            let mut hash = hash.clone();
            if attempt > 0 {
                hash.update(format!("\0{attempt}"));
            }
            let name = format!("{stem}{}", suffix(hash));
            if self.claim(&namespace, &name) {
                return Some(Fitted {
                    namespace,
                    name: name.into(),
                    shortened,
                    taken: !shortened,
                    namespace_cut: kept.is_none(),
                    attempt: Some(attempt),
                });
            }
        }
        None
    }

    /// False if the two together are taken.
    fn claim(&mut self, namespace: &str, name: &str) -> bool {
        let joined = [namespace, name].concat();
        self.used.insert(joined.into_boxed_str())
    }
}

/// `_` and the first twelve hex digits of the SHA-1 of `identity`.
pub(super) fn hash_suffix(identity: &str) -> String {
    suffix(Sha1::new_with_prefix(identity))
}

fn suffix(hash: Sha1) -> String {
    let mut text = String::with_capacity(SUFFIX_LEN);
    text.push('_');
    for byte in &hash.finalize()[..DIGEST_BYTES] {
        text.push_str(&format!("{byte:02x}"));
    }
    text
}

/// The first `count` characters of an ASCII text, all of it if shorter.
fn first(text: &str, count: usize) -> &str {
    text.get(..count).unwrap_or(text)
}
