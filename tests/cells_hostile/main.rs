//! Hostile cells, run by the real program behind the real boundary: each ends in a stated limit or an
//! ordinary result, the next cell does well, and a cell that lived beside it has lost nothing.
//!
//! Start reading at `bench` (how a cell is run and what is checked); the other files are lists.

mod bench;
mod memory;
mod reach;
mod stacks;
mod work;
