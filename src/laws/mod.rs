//! Laws: what holds in every scenario, and the strategies that look for one in which it does not.
//!
//! Knows: everything below the command line and the app. It is test equipment behind the feature
//! `laws`, so that other crates can reuse the strategies; nothing of the engine reads it. The only
//! file it ever writes is the scenario of a broken law.
//!
//! Start reading at [`law`], then [`scenarios::scenario`]. The other modules make its parts:
//! [`names`], [`schemas`], [`servers`], [`settings`], [`events`], [`calls`], [`corpora`], [`cells`].
//! [`lifecycle`] makes cells and callers without a scenario around them.
//!
//! Three habits make rare mixes likely and failures short:
//! - [`swarm::Swarm`]: every case switches whole kinds of settings, events and traits off;
//! - names come from small pools, simple ones first, so that they collide and shrink to simple ones;
//! - everything is made of proptest combinators, and a case is repaired instead of rejected.

pub mod calls;
pub mod cases;
pub mod cells;
pub mod corpora;
pub mod events;
pub mod expectations;
pub mod lifecycle;
pub mod names;
mod repair;
pub mod rooms;
mod runner;
pub mod scenarios;
pub mod schemas;
pub mod servers;
pub mod settings;
pub mod swarm;

pub use proptest;
pub use runner::{Case, DEFAULT_CASES, law, plain_law};
