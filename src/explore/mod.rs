//! Questions about a finished run: why is a tool where it is, and what would change that?
//!
//! Knows: traces, the planner (to try other inputs), scenario settings (to name a change). May not
//! know: files, windows, terminals. Nothing here changes a trace.
//! Start reading at [`why()`], then [`switches()`].

mod meter;
mod names;
mod offers;
mod settings;
mod switches;
mod why;

pub use meter::{Cost, Meter, meter};
pub use names::{MAX_NEAREST, nearest, nearest_names};
pub use settings::{apply, lower};
pub use switches::{Switch, Switches, switches};
pub use why::{MAX_ELSEWHERE, Step, Why, WhyError, standing_text, why};
