//! `run`, `why` and `fmt`: one scenario in, one text out.

use super::args::{FmtArgs, Format, RunArgs, WhyArgs};
use super::files::open;
use super::host::engine;
use super::output::{harmless, print, stream};
use super::problems::Bad;
use crate::explore::{WhyError, switches, why as ask};
use crate::lang::Lang;
use crate::tool::ToolName;
use crate::trace::{Trace, json, text};

/// `freezeframe run`.
pub fn run(args: &RunArgs) -> Result<(), Bad> {
    let trace = open(&args.file)?.trace(args.policy.map(Into::into), &engine(&args.engine)?)?;
    if args.format == Format::Json && args.step.is_none() {
        return stream(|out| json::write_to(&trace, out));
    }
    print(&render(&trace, args.format, args.step)?)
}

/// A trace, or one step of it, as text or JSON.
pub fn render(trace: &Trace, format: Format, step: Option<u32>) -> Result<String, Bad> {
    let Some(step) = step else {
        return Ok(match format {
            Format::Text => text::write(trace),
            Format::Json => json::write(trace),
        });
    };
    let found = match format {
        Format::Text => text::step(trace, step),
        Format::Json => json::write_step(trace, step),
    };
    let missing = WhyError::NoSuchStep { step, steps: trace.len() };
    found.ok_or_else(|| Bad::words(missing.text(Lang::En)))
}

/// `freezeframe why`.
pub fn why(args: &WhyArgs) -> Result<(), Bad> {
    let lang = args.lang.into();
    let trace = open(&args.file)?.trace(args.policy.map(Into::into), &engine(&args.engine)?)?;
    let tool = ToolName::parse_dotted(&args.tool);
    let answer = ask(&trace, args.step, &tool).map_err(|error| Bad::words(error.text(lang)))?;
    let mut out = answer.text(lang);
    if let Some(sample) = trace.sample(args.step) {
        out.push('\n');
        out.push_str(&switches(&sample.inputs, &answer.name).text(lang));
    }
    print(&harmless(&out))
}

/// `freezeframe fmt`.
pub fn fmt(args: &FmtArgs) -> Result<(), Bad> {
    print(&crate::scenario::print(&open(&args.file)?.loaded.file))
}
