//! The Code Mode case list, one file a group, through the public API.

mod budget;
mod determinism;
mod driver;
mod exec_buffers;
mod exec_calls;
mod globals;
mod nested;
mod pragma;
mod response;
mod wait_args;
mod yield_time;
