//! The command line: arguments, files, terminal output.
//!
//! Knows: everything below it. This is the only floor that reads and writes files. Results go to
//! standard output, everything else to standard error. Start reading at [`main`], then `args`.

mod args;
mod cell;
mod check;
mod files;
mod golden;
mod host;
mod list;
mod output;
mod problems;
mod run;
mod window;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Args, Command, SchemaOf};
use output::print;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: everything went as asked.
    Ok,
    /// 1: a check failed.
    Failed,
    /// 2: bad input: arguments, files, scenarios, names, steps.
    BadInput,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Ok => 0,
            Exit::Failed => 1,
            Exit::BadInput => 2,
        })
    }
}

/// Runs the program with these arguments, the program's own name first.
pub fn main(args: impl IntoIterator<Item = OsString>) -> Exit {
    match Args::try_parse_from(args) {
        Ok(args) => dispatch(args.command),
        Err(error) => {
            let exit = if error.use_stderr() { Exit::BadInput } else { Exit::Ok };
            // A closed pipe is no reason to complain.
            let _ = error.print();
            exit
        }
    }
}

fn dispatch(command: Option<Command>) -> Exit {
    let done = match command {
        None => window::open(&args::AppArgs::default()),
        Some(Command::App(args)) => window::open(&args),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Why(args)) => run::why(&args),
        Some(Command::Cell(args)) => cell::cell(&args),
        Some(Command::Check(args)) => return check::check(&args),
        Some(Command::List(args)) => list::list(&args),
        Some(Command::Fmt(args)) => run::fmt(&args),
        Some(Command::Schema { of }) => schema(of),
        Some(Command::CellHost(args)) => return host::cell_host(&args),
        Some(Command::Completions { shell }) => completions(shell),
    };
    match done {
        Ok(()) => Exit::Ok,
        Err(bad) => {
            bad.report();
            Exit::BadInput
        }
    }
}

fn schema(of: SchemaOf) -> Result<(), problems::Bad> {
    let schema = match of {
        SchemaOf::Scenario => crate::scenario::json_schema(),
        SchemaOf::Trace => crate::trace::schema::json_schema(),
    };
    print(&format!("{schema:#}\n"))
}

fn completions(shell: clap_complete::Shell) -> Result<(), problems::Bad> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "freezeframe", &mut script);
    print(&String::from_utf8_lossy(&script))
}
