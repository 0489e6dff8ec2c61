//! The Code Mode case list, one file a group, through the public API.

mod determinism;
mod driver;
mod globals;
