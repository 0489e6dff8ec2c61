//! The `freezeframe` program: exit codes, and nothing else.

use std::process::ExitCode;

#[cfg(feature = "cli")]
fn main() -> ExitCode {
    freezeframe::cli::main(std::env::args_os()).into()
}

#[cfg(not(feature = "cli"))]
fn main() -> ExitCode {
    eprintln!("this build has no command line; build it with the feature `cli`");
    ExitCode::from(2)
}
