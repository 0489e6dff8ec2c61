//! Cells inside a session: scenario text in, what happened out.

mod calls;
mod exchanges;
mod gate;
mod host;
mod limits;
mod pictures;
mod room;
mod router;
