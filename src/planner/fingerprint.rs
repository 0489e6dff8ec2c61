//! [`Fingerprint`]: what a table is known by, and what it costs, measured in one pass.

use std::io::Write as _;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::Plan;
use super::plan::hex;
use super::wire::tokens;

/// The digest of a plan and the size of its wire form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// 64 lower-case hex digits of SHA-256 over what is advertised, what can be dispatched and every
    /// decision. Prose is not part of it.
    pub digest: Arc<str>,
    /// Bytes of the wire form.
    pub wire_bytes: usize,
    /// Tokens of the wire form: bytes by four, rounded up for each entry.
    pub wire_tokens: usize,
}

/// A buffer that is hashed in one go; it keeps nothing of the plan.
const USUAL_BYTES: usize = 64 * 1024;

impl Fingerprint {
    /// Measures a plan.
    pub fn of(plan: &Plan) -> Fingerprint {
        let mut feed = Feed { bytes: Vec::with_capacity(USUAL_BYTES) };
        let mut wire_bytes = 0;
        let mut wire_tokens = 0;
        for spec in plan.wire() {
            // Plain owned data always serializes into memory.
            let length = feed.part(|bytes| drop(serde_json::to_writer(bytes, &**spec)));
            wire_bytes += length;
            wire_tokens += tokens(length);
        }
        for (name, entry) in plan.registry.iter() {
            feed.name(name.canonical_namespace(), &name.name);
            feed.text(entry.exposure.label());
            feed.text(entry.runtime.origin.label());
            if let Some(info) = &entry.runtime.search {
                feed.text(&info.text);
            }
        }
        for decision in &plan.ledger.decisions {
            feed.text(decision.rule().id);
            feed.text(decision.reason.id);
            for (key, fact) in &decision.facts {
                feed.text(key);
                // Writing into memory cannot fail.
                feed.part(|bytes| drop(write!(bytes, "{fact}")));
            }
        }
        for candidate in &plan.ledger.candidates {
            feed.name(candidate.name.canonical_namespace(), &candidate.name.name);
            for decision in &candidate.chain {
                feed.bytes.extend(decision.to_le_bytes());
            }
            feed.bytes.extend([candidate.standing as u8, candidate.reach as u8, 0xff]);
        }
        let digest = hex(&Sha256::digest(&feed.bytes)).into();
        Fingerprint { digest, wire_bytes, wire_tokens }
    }
}

/// Parts with their length in front, so that no two sequences of parts give the same bytes.
struct Feed {
    bytes: Vec<u8>,
}

impl Feed {
    fn text(&mut self, text: &str) {
        self.part(|bytes| bytes.extend(text.as_bytes()));
    }

    fn name(&mut self, namespace: &str, name: &str) {
        self.part(|bytes| {
            bytes.extend(namespace.as_bytes());
            bytes.push(b'.');
            bytes.extend(name.as_bytes());
        });
    }

    /// Writes a part and puts its length in front. Returns the length.
    fn part(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> usize {
        let front = self.bytes.len();
        self.bytes.extend([0; 8]);
        write(&mut self.bytes);
        let length = self.bytes.len() - front - 8;
        self.bytes[front..front + 8].copy_from_slice(&(length as u64).to_le_bytes());
        length
    }
}
