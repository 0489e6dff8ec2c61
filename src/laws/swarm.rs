//! [`Swarm`]: which kinds of things a case may contain at all.
//!
//! A case that may contain everything contains a little of everything and never much of one thing.
//! Leaving out half of the kinds, another half each time, makes rare mixes common. It is done by
//! throwing away what was made, not by making less: so a shrinking case can lose a whole kind in one
//! step, and nothing else about it changes.

use proptest::prelude::{BoxedStrategy, Strategy};
use proptest::strategy::Union;

/// Kinds that are on, one bit each. The bits are counted in the order of the strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swarm {
    /// Kinds of settings.
    pub settings: u64,
    /// Kinds of events.
    pub events: u64,
    /// Kinds of calls.
    pub calls: u64,
    /// Traits of servers and their tools.
    pub traits: u64,
    /// Traits of samples and calls.
    pub beats: u64,
}

/// About half of the kinds.
pub fn swarm() -> impl Strategy<Value = Swarm> {
    let bits = || proptest::bits::u64::ANY;
    (bits(), bits(), bits(), bits(), bits()).prop_map(|(settings, events, calls, traits, beats)| {
        Swarm { settings, events, calls, traits, beats }
    })
}

/// Is the bit of a kind set?
pub fn on(bits: u64, kind: usize) -> bool {
    bits >> (kind % 64) & 1 == 1
}

/// One of several kinds, by weight, with the number of the kind. Shrinks towards earlier kinds.
pub fn kinds<T: std::fmt::Debug + 'static>(
    strategies: Vec<(u32, BoxedStrategy<T>)>,
) -> BoxedStrategy<(usize, T)> {
    let numbered = strategies
        .into_iter()
        .enumerate()
        .map(|(kind, (weight, strategy))| (weight, strategy.prop_map(move |value| (kind, value))));
    Union::new_weighted(numbered.collect()).boxed()
}

/// What is left of a list when the kinds that are off are thrown away.
pub fn thin<T>(list: Vec<(usize, T)>, bits: u64) -> Vec<T> {
    list.into_iter().filter(|(kind, _)| on(bits, *kind)).map(|(_, value)| value).collect()
}
