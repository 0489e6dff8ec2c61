//! Raw identities: the byte strings that say which tool is which.
//!
//! An identity joins the raw fields with NUL and is sorted by and hashed
//! over. All of them live in one buffer, so that sorting compares slices.
//! Knows only [`RawName`].

use super::RawName;

/// The identities of one input list, by input index.
pub(super) struct Identities {
    buffer: String,
    /// Start, end of the namespace identity, end of the tool identity.
    spans: Vec<(usize, usize, usize)>,
}

impl Identities {
    pub(super) fn of(raw: &[RawName]) -> Self {
        let mut buffer = String::new();
        let mut spans = Vec::with_capacity(raw.len());
        for tool in raw {
            let start = buffer.len();
            buffer.push_str(&tool.server);
            buffer.push('\0');
            buffer.push_str(&tool.namespace);
            buffer.push('\0');
            buffer.push_str(tool.connector_id.as_deref().unwrap_or_default());
            let middle = buffer.len();
            buffer.push('\0');
            buffer.push_str(&tool.name);
            buffer.push('\0');
            buffer.push_str(&tool.raw);
            spans.push((start, middle, buffer.len()));
        }
        Self { buffer, spans }
    }

    /// Server, namespace and connector id.
    pub(super) fn namespace(&self, source: usize) -> &str {
        let (start, middle, _) = self.spans[source];
        &self.buffer[start..middle]
    }

    /// The namespace identity, the name and the raw name.
    pub(super) fn tool(&self, source: usize) -> &str {
        let (start, _, end) = self.spans[source];
        &self.buffer[start..end]
    }

    /// The input indexes of the distinct tools in byte order of their identity,
    /// and those of repetitions in input order.
    pub(super) fn distinct_in_byte_order(&self) -> (Vec<usize>, Vec<usize>) {
        let mut order: Vec<usize> = (0..self.spans.len()).collect();
        // A stable sort: of equal tools the first of the input stays first.
        order.sort_by(|&a, &b| self.tool(a).cmp(self.tool(b)));
        let mut duplicates = Vec::new();
        order.dedup_by(|later, kept| {
            let same = self.tool(*later) == self.tool(*kept);
            if same {
                duplicates.push(*later);
            }
            same
        });
        duplicates.sort_unstable();
        (order, duplicates)
    }
}
