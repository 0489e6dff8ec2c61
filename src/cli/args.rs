//! The arguments, declared for clap. Their help texts are the command's manual.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

use crate::host::EngineKind;
use crate::lang::Lang;
use crate::session::script::FreezePolicy;

/// Shows how the tool list of a coding agent is planned, frozen and sent, sample by sample.
///
/// Without a command, the window opens with the gallery. FILE is a scenario file or the name of a
/// scenario of the embedded pack (see `freezeframe list`).
///
/// Exit codes: 0 fine, 1 a check failed, 2 bad input.
#[derive(Debug, Parser)]
#[command(name = "freezeframe", version, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Opens a scenario in the window.
    App(AppArgs),
    /// Runs a scenario and prints its trace.
    Run(RunArgs),
    /// Runs every scenario below the paths, and compares expectations and golden traces.
    Check(CheckArgs),
    /// Tells why a tool is where it is, and what would change that.
    Why(WhyArgs),
    /// Runs one JavaScript cell from a file and prints what the model and the cell exchange.
    Cell(CellArgs),
    /// Lists the scenarios of the embedded pack.
    List(ListArgs),
    /// Prints a scenario in its canonical form. Comments are not kept.
    Fmt(FmtArgs),
    /// Prints the JSON Schema of scenario files or of JSON traces.
    Schema {
        /// Which schema.
        #[arg(value_enum, default_value_t = SchemaOf::Scenario)]
        of: SchemaOf,
    },
    /// Runs cells for a parent on the standard pipes.
    #[command(hide = true)]
    CellHost(HostArgs),
    /// Prints a completion script for a shell.
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
}

/// Arguments of `app`.
#[derive(Debug, Default, ClapArgs)]
pub struct AppArgs {
    /// The scenario; the gallery without one.
    pub file: Option<PathBuf>,
    /// The sample to start at, from 1.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = sample)]
    pub step: Option<u32>,
    /// The virtual time to start at, in ms; wins over `--step`.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = ms)]
    pub at: Option<u64>,
    /// The decision of the sample's walk to start at, from 0.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = place)]
    pub rule: Option<usize>,
    /// Opens this cell, by its id.
    #[arg(long, value_name = "ID")]
    pub cell: Option<String>,
    /// Opens the cell at an entry of its log, from 0; the sample's cell without `--cell`.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = place)]
    pub entry: Option<usize>,
    /// The tool to select.
    #[arg(long, value_name = "TOOL")]
    pub select: Option<String>,
    /// The tab of the detail pane.
    #[arg(long, value_parser = ["trail", "why", "json", "search", "calls", "changes"])]
    pub tab: Option<String>,
    /// Also shows this.
    #[arg(long, value_parser = [
        "editor", "help", "presenter", "gallery", "why", "time", "conditions",
    ])]
    pub show: Vec<String>,
    /// Language, over what was remembered.
    #[arg(long, value_enum)]
    pub lang: Option<Language>,
    /// Colours, over what was remembered.
    #[arg(long, value_enum)]
    pub theme: Option<Theme>,
    /// Size of the window in points, such as 1280x800.
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<(f32, f32)>,
    /// Writes one picture of the window there and leaves.
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,
    /// What cells run on.
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// Smallest and largest side of a window, in points.
const SIDES: std::ops::RangeInclusive<u16> = 200..=8_000;

fn size(text: &str) -> Result<(f32, f32), String> {
    let sides = text.split_once('x').and_then(|(width, height)| {
        Some((width.parse::<u16>().ok()?, height.parse::<u16>().ok()?))
    });
    match sides {
        Some((width, height)) if SIDES.contains(&width) && SIDES.contains(&height) => {
            Ok((width.into(), height.into()))
        }
        _ => Err(format!("two sides from {} to {}, such as 1280x800", SIDES.start(), SIDES.end())),
    }
}

fn sample(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| String::from("samples are counted from 1"))
}

fn ms(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| String::from("a time is a whole number of virtual ms, from 0"))
}

fn place(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| String::from("places are counted from 0"))
}

/// Arguments of `run`.
#[derive(Debug, ClapArgs)]
pub struct RunArgs {
    /// The scenario.
    pub file: PathBuf,
    /// Form of the trace.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Only this sample, from 1.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = sample)]
    pub step: Option<u32>,
    /// Runs under another freeze policy than the scenario says.
    #[arg(long, value_enum)]
    pub policy: Option<Policy>,
    /// What cells run on.
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// Arguments of `check`.
#[derive(Debug, ClapArgs)]
pub struct CheckArgs {
    /// Scenario files, and folders that are searched for `*.ron`.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Writes the golden traces instead of comparing them.
    #[arg(long)]
    pub bless: bool,
    /// Writes a JUnit report.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// What cells run on.
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// Arguments of `why`.
#[derive(Debug, ClapArgs)]
pub struct WhyArgs {
    /// The scenario.
    pub file: PathBuf,
    /// The tool: `name` or `namespace.name`.
    pub tool: String,
    /// The sample, from 1.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = sample)]
    pub step: u32,
    /// Language of the answer.
    #[arg(long, value_enum, default_value_t = Language::En)]
    pub lang: Language,
    /// Runs under another freeze policy than the scenario says.
    #[arg(long, value_enum)]
    pub policy: Option<Policy>,
    /// What cells run on.
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// Arguments of `list`.
#[derive(Debug, ClapArgs)]
pub struct ListArgs {
    /// Form of the list.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// Arguments of `fmt`.
#[derive(Debug, ClapArgs)]
pub struct FmtArgs {
    /// The scenario.
    pub file: PathBuf,
}

/// Arguments of `cell`.
#[derive(Debug, ClapArgs)]
pub struct CellArgs {
    /// A file with JavaScript; `-` is standard input.
    pub file: PathBuf,
    /// Takes settings, servers and their answers from the start of this scenario. Without it, there
    /// is a server `notes` with `find` and `read`, and every shell command says `done`.
    #[arg(long, value_name = "SCENARIO")]
    pub tools: Option<PathBuf>,
    /// How long the call waits before the cell yields, in virtual ms.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = ms)]
    pub yield_ms: Option<u64>,
    /// How long each wait waits, in virtual ms.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = ms)]
    pub wait_ms: Option<u64>,
    /// Most waits; fewer when the cell ends before.
    #[arg(long, value_name = "N", default_value_t = 16, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(..=100))]
    pub waits: u16,
    /// Prints the whole trace as JSON instead of the exchange.
    #[arg(long)]
    pub json: bool,
    /// What it runs on.
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// What cells run on.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct EngineArgs {
    /// The engine that runs JavaScript cells.
    #[arg(long, value_enum)]
    pub engine: Option<Engine>,
    /// Runs cells inside this process; one that fills the memory ends it.
    #[arg(long)]
    pub in_process: bool,
}

/// Arguments of `cell-host`.
#[derive(Debug, ClapArgs)]
pub struct HostArgs {
    /// The engine to serve.
    #[arg(long, value_enum)]
    pub engine: Engine,
}

/// An engine, by the name of the feature that builds it in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// `boa_engine`.
    Boa,
    /// V8.
    V8,
}

impl From<Engine> for EngineKind {
    fn from(engine: Engine) -> Self {
        match engine {
            Engine::Boa => EngineKind::Boa,
            Engine::V8 => EngineKind::V8,
        }
    }
}

/// Form of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// What a schema is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemaOf {
    /// Scenario files.
    Scenario,
    /// Traces as JSON.
    Trace,
}

/// A freeze policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Policy {
    /// A table lasts for a sample: what the agent does.
    Step,
    /// A table lasts for a turn: wrong on purpose.
    Turn,
    /// A table lasts until the next call: wrong on purpose.
    Call,
}

impl From<Policy> for FreezePolicy {
    fn from(policy: Policy) -> Self {
        match policy {
            Policy::Step => FreezePolicy::Step,
            Policy::Turn => FreezePolicy::Turn,
            Policy::Call => FreezePolicy::Call,
        }
    }
}

/// Colours of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English.
    En,
    /// Korean.
    Ko,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Lang::En,
            Language::Ko => Lang::Ko,
        }
    }
}
