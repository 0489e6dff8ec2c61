//! The `freezeframe` program.
fn main() {}
