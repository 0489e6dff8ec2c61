//! `cell-host`: this program as the child that runs cells.

use std::thread;

use super::Exit;
use super::args::HostArgs;
use super::files::note;
use crate::host::confine::{STACK_BYTES, confine};
use crate::host::{EngineKind, serve};

/// `freezeframe cell-host`: serves cells on the standard pipes until the parent is gone.
pub fn cell_host(args: &HostArgs) -> Exit {
    let kind: EngineKind = args.engine.into();
    confine(kind.memory_bytes());
    let work = move || {
        let make = move |tap| kind.engine(Some(tap));
        serve(std::io::stdin(), std::io::stdout(), make, || std::process::exit(0))
    };
    let cells = thread::Builder::new().name(String::from("cells")).stack_size(STACK_BYTES);
    let served = match cells.spawn(work).map(thread::JoinHandle::join) {
        Ok(Ok(served)) => served.map_err(|error| error.to_string()),
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => Err(error.to_string()),
    };
    match served {
        Ok(()) => Exit::Ok,
        Err(words) => {
            note(&format!("{words} (this command is for freezeframe itself)"));
            Exit::BadInput
        }
    }
}
