//! The `freezeframe` program: exit codes, and nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    freezeframe::cli::main(std::env::args_os()).into()
}
