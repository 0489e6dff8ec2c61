//! Which engine cells run on, and `cell-host`: this program as the child that runs them.

use std::sync::Arc;
use std::thread;

use super::Exit;
use super::args::{EngineArgs, HostArgs};
use super::files::note;
use super::problems::Bad;
use crate::code_mode::engine::CellEngine;
use crate::code_mode::engine::none::NoEngine;
use crate::host::confine::{STACK_BYTES, confine};
use crate::host::{EngineKind, serve};

/// The engine that cells run on: behind a child process, unless it is asked for in this one. No
/// child is started before the first cell.
///
/// # Errors
///
/// When this build does not have the engine.
pub fn engine(args: &EngineArgs) -> Result<Arc<dyn CellEngine>, Bad> {
    let Some(kind) = args.engine.map(EngineKind::from).or_else(EngineKind::preferred) else {
        return Ok(Arc::new(NoEngine));
    };
    let engine = match std::env::current_exe() {
        Ok(program) if !args.in_process => kind.hosted(program, Arc::new(note)),
        _ => kind.engine(None),
    };
    engine.ok_or_else(|| not_built(kind))
}

fn not_built(kind: EngineKind) -> Bad {
    let name = kind.label();
    let built: Vec<&str> =
        EngineKind::ALL.into_iter().filter(|kind| kind.is_built()).map(EngineKind::label).collect();
    let built = if built.is_empty() { String::from("none") } else { built.join(", ") };
    Bad::words(format!(
        "this build has no engine `{name}` (it has: {built}); build it with `--features {name}`"
    ))
}

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
