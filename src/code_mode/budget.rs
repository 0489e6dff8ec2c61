//! Output budgets: texts that are too long lose their middle, items that do not fit are dropped.
//!
//! Knows: text and items. May not know: which call the output belongs to.
//! Start reading at [`fit_items`]; [`truncate_middle`] is what both of its branches use.
//!
//! A budget counts tokens or bytes. Tokens are guessed: four bytes are one. Everything here is one
//! pass over its input.
//!
//! Upstream: `codex-rs/utils/output-truncation/` and `codex-rs/utils/string/`.

use super::audio::audio_tokens;
use super::engine::protocol::Item;

/// Bytes that count as one token.
pub const BYTES_PER_TOKEN: u64 = 4;
/// Budget of an `exec` or `wait` that names none, in tokens.
pub const DEFAULT_OUTPUT_TOKENS: u64 = 10_000;

/// How much output is let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// In tokens; what was cut out is counted in tokens too.
    Tokens(u64),
    /// In bytes of UTF-8; what was cut out is counted in characters.
    Bytes(u64),
}

impl Budget {
    /// The budget of a call: what it asks for, or [`DEFAULT_OUTPUT_TOKENS`].
    pub fn requested(tokens: Option<u64>) -> Budget {
        Budget::Tokens(tokens.unwrap_or(DEFAULT_OUTPUT_TOKENS))
    }

    /// The bytes it lets through.
    pub fn bytes(self) -> u64 {
        match self {
            Self::Tokens(tokens) => tokens.saturating_mul(BYTES_PER_TOKEN),
            Self::Bytes(bytes) => bytes,
        }
    }

    /// The limit of the conversation history for an item, where this is the model's policy: a fifth
    /// more, rounded up.
    pub fn for_history(self) -> Budget {
        let more = |amount: u64| amount.saturating_add(amount.div_ceil(5));
        match self {
            Self::Tokens(tokens) => Self::Tokens(more(tokens)),
            Self::Bytes(bytes) => Self::Bytes(more(bytes)),
        }
    }

    /// The same kind of budget with another amount.
    fn with(self, amount: u64) -> Budget {
        match self {
            Self::Tokens(_) => Self::Tokens(amount),
            Self::Bytes(_) => Self::Bytes(amount),
        }
    }

    /// The amount in its own unit.
    fn amount(self) -> u64 {
        match self {
            Self::Tokens(amount) | Self::Bytes(amount) => amount,
        }
    }

    /// What a text costs, in the budget's unit.
    fn text_cost(self, text: &str) -> u64 {
        match self {
            Self::Tokens(_) => estimated_tokens(text.len()),
            Self::Bytes(_) => text.len() as u64,
        }
    }

    /// What a sound costs, in the budget's unit. Upstream leaves bytes open; here a token is four.
    fn audio_cost(self, url: &str) -> u64 {
        match self {
            Self::Tokens(_) => audio_tokens(url),
            Self::Bytes(_) => audio_tokens(url).saturating_mul(BYTES_PER_TOKEN),
        }
    }
}

/// Tokens that this many bytes of text are guessed to be.
pub fn estimated_tokens(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(BYTES_PER_TOKEN)
}

/// Applies a budget to the items of one answer.
///
/// Texts alone become one shortened text with a warning on top when they do not fit together. As
/// soon as a picture or a sound is among them, items are paid for one by one, pictures are free, and
/// notes at the end count what was dropped.
pub fn fit_items(items: Vec<Item>, budget: Budget) -> Vec<Item> {
    if items.iter().any(|item| !matches!(item, Item::Text { .. })) {
        return pay_items(items, budget);
    }
    let joined = join_texts(&items);
    if joined.len() as u64 <= budget.bytes() {
        return items;
    }
    vec![Item::text(warned(&joined, budget))]
}

/// A text within a budget: as it is, or a warning and what is left of it.
pub fn fit_text(text: &str, budget: Budget) -> String {
    if text.len() as u64 <= budget.bytes() { text.to_owned() } else { warned(text, budget) }
}

/// Pays for items one by one, without a warning. The branch of [`fit_items`] for media, and the rule
/// of the conversation history for every list.
pub fn pay_items(items: Vec<Item>, budget: Budget) -> Vec<Item> {
    let mut remaining = budget.amount();
    let mut kept = Vec::with_capacity(items.len());
    let (mut lost_texts, mut lost_sounds) = (0_u64, 0_u64);
    for item in items {
        match &item {
            Item::Text { .. } if remaining == 0 => lost_texts += 1,
            Item::Text { text } => {
                let cost = budget.text_cost(text);
                if cost <= remaining {
                    remaining -= cost;
                    kept.push(item);
                } else {
                    kept.push(Item::Text { text: truncate_middle(text, budget.with(remaining)) });
                    remaining = 0;
                }
            }
            Item::Image { .. } => kept.push(item),
            Item::Audio { url } => match remaining.checked_sub(budget.audio_cost(url)) {
                Some(left) => {
                    remaining = left;
                    kept.push(item);
                }
                None => lost_sounds += 1,
            },
        }
    }
    for (count, kind) in [(lost_texts, "text"), (lost_sounds, "audio")] {
        if count > 0 {
            kept.push(Item::Text { text: format!("[omitted {count} {kind} items ...]") });
        }
    }
    kept
}

/// A text without its middle, and a marker where it was. Whole characters only; a text that fits
/// stays as it is.
pub fn truncate_middle(text: &str, budget: Budget) -> String {
    let allowed = usize::try_from(budget.bytes()).unwrap_or(usize::MAX);
    if text.len() <= allowed {
        return text.to_owned();
    }
    let left_bytes = allowed / 2;
    let left_end = text.floor_char_boundary(left_bytes);
    let right_start = text.ceil_char_boundary(text.len() - (allowed - left_bytes)).max(left_end);
    let (left, right) = (&text[..left_end], &text[right_start..]);
    let marker = match budget {
        Budget::Tokens(_) => {
            format!("…{} tokens truncated…", estimated_tokens(text.len() - allowed))
        }
        Budget::Bytes(_) => {
            format!("…{} chars truncated…", text[left_end..right_start].chars().count())
        }
    };
    [left, &marker, right].concat()
}

/// Texts with newlines between them; nothing goes before the first one that is not empty.
fn join_texts(items: &[Item]) -> String {
    let mut joined = String::new();
    for item in items {
        let Item::Text { text } = item else { continue };
        if !joined.is_empty() {
            joined.push('\n');
        }
        joined.push_str(text);
    }
    joined
}

fn warned(text: &str, budget: Budget) -> String {
    let count = estimated_tokens(text.len());
    let lines = text.lines().count();
    let rest = truncate_middle(text, budget);
    format!(
        "Warning: truncated output (original token count: {count})\nTotal output lines: {lines}\n\n\
         {rest}"
    )
}
