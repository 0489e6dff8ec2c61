//! Cells inside a session: scenario text in, what happened out.

mod calls;
mod exchanges;
mod gate;
mod limits;
mod room;
mod router;
