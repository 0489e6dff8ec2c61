//! Equal results: the same cell gives the same turns and the same trace hash on boa and on V8, after
//! the normalisation that `code_mode::engine::normal` states.

#[path = "../cases_code_mode/driver.rs"]
#[allow(dead_code, reason = "the cases of the list use the rest")]
mod driver;

mod cases;
mod equal;
mod generated;
mod limits;
mod pack;
mod sources;
mod traces;
