//! The laws: what holds in every scenario. Every test tries one law on 2 000 cases.
//!
//! `FREEZEFRAME_LAW_CASES` and `FREEZEFRAME_LAW_SEED` change how many and which.

mod cells;
mod common;
mod lifecycle;
mod names;
mod planner;
mod policy;
mod reach;
mod rooms;
mod scenarios;
mod schemas;
mod search;
mod session;
mod shell;
mod strict;
mod time;
