//! `check`: every scenario below some paths against its expectations and its golden trace.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::args::CheckArgs;
use super::files::{note, open};
use super::golden::{self, Compared};
use super::host::engine;
use super::output::{color_out, harmless, print};
use super::problems::Bad;
use super::{Exit, files};
use crate::code_mode::engine::CellEngine;
use crate::scenario::expect::compare;
use crate::trace::text;

/// Deepest folder that is searched.
const MAX_DEPTH: usize = 32;

/// What was checked, and how it ended.
struct Checked {
    name: String,
    verdict: Verdict,
}

enum Verdict {
    Same,
    Blessed,
    Differs(Vec<String>),
    Bad(Bad),
}

/// `freezeframe check`.
pub fn check(args: &CheckArgs) -> Exit {
    let found = match find(&args.paths) {
        Ok(found) => found,
        Err(bad) => {
            bad.report();
            return Exit::BadInput;
        }
    };
    let engine = match engine(&args.engine) {
        Ok(engine) => engine,
        Err(bad) => {
            bad.report();
            return Exit::BadInput;
        }
    };
    let bar = progress(found.scenarios.len() as u64);
    let mut checked = Vec::new();
    for scenario in &found.scenarios {
        bar.set_message(scenario.display().to_string());
        checked.push(Checked {
            name: scenario.display().to_string(),
            verdict: one(scenario, args.bless, &engine).unwrap_or_else(Verdict::Bad),
        });
        bar.inc(1);
    }
    bar.finish_and_clear();
    checked.extend(found.orphans.iter().map(|golden| Checked {
        name: golden.display().to_string(),
        verdict: Verdict::Differs(vec![String::from("a golden trace without a scenario")]),
    }));
    let mut exit = conclude(&checked);
    if let Some(file) = &args.junit
        && let Err(error) = fs::write(file, junit(&checked))
    {
        note(&format!("{}: {error}", file.display()));
        exit = Exit::BadInput;
    }
    exit
}

/// Checks one scenario.
fn one(scenario: &Path, bless: bool, engine: &Arc<dyn CellEngine>) -> Result<Verdict, Bad> {
    let ready = open(scenario)?;
    let trace = ready.trace(None, engine)?;
    let mut lines: Vec<String> = compare(&trace, &ready.loaded.file.expect)
        .iter()
        .flat_map(|mismatch| mismatch.to_string().lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let came = text::write(&trace);
    let golden = golden::path_of(scenario);
    let name = golden.display();
    if bless {
        let written = golden::bless(&golden, &came)
            .map_err(|error| Bad::words(format!("{name}: {error}")))?;
        return Ok(match (lines.is_empty(), written) {
            (true, true) => Verdict::Blessed,
            (true, false) => Verdict::Same,
            (false, _) => Verdict::Differs(lines),
        });
    }
    match golden::compare(&golden, &came) {
        Compared::Same => {}
        Compared::Missing => lines.push(format!("{name} is missing; `--bless` writes it")),
        Compared::Unreadable(error) => return Err(Bad::words(format!("{name}: {error}"))),
        Compared::Different(diff) => {
            lines.push(format!("{name} differs (- golden, + this run):"));
            lines.extend(diff.lines().map(str::to_owned));
        }
    }
    Ok(if lines.is_empty() { Verdict::Same } else { Verdict::Differs(lines) })
}

/// Prints the verdicts and gives the exit.
fn conclude(checked: &[Checked]) -> Exit {
    let mut out = String::new();
    let mut exit = Exit::Ok;
    let color = color_out();
    let (mut failed, mut bad, mut blessed) = (0, 0, 0);
    for Checked { name, verdict } in checked {
        match verdict {
            Verdict::Same => {}
            Verdict::Blessed => {
                blessed += 1;
                out.push_str(&format!("blessed {name}\n"));
            }
            Verdict::Differs(lines) => {
                failed += 1;
                exit = exit.max(Exit::Failed);
                out.push_str(&format!("FAILED {name}\n"));
                for line in lines {
                    out.push_str(&format!("    {}\n", painted(line, color)));
                }
            }
            Verdict::Bad(problem) => {
                bad += 1;
                exit = Exit::BadInput;
                problem.report();
            }
        }
    }
    let fine = checked.len() - failed - bad;
    out.push_str(&format!("{fine} ok, {failed} failed, {bad} unusable"));
    if blessed > 0 {
        out.push_str(&format!(" ({blessed} blessed)"));
    }
    out.push('\n');
    match print(&out) {
        Ok(()) => exit,
        Err(problem) => {
            problem.report();
            Exit::BadInput
        }
    }
}

/// A line, red or green when it is one of a difference. What a scenario wrote obeys no terminal.
fn painted(line: &str, color: bool) -> String {
    let line = harmless(line);
    match line.as_bytes().first() {
        Some(b'-') if color => format!("\x1b[31m{line}\x1b[0m"),
        Some(b'+') if color => format!("\x1b[32m{line}\x1b[0m"),
        _ => line,
    }
}

/// A JUnit report without times or random ids, so that equal runs write equal files.
fn junit(checked: &[Checked]) -> String {
    let mut suite = TestSuite::new("scenarios");
    for Checked { name, verdict } in checked {
        let mut status = match verdict {
            Verdict::Same | Verdict::Blessed => TestCaseStatus::success(),
            Verdict::Differs(_) => TestCaseStatus::non_success(NonSuccessKind::Failure),
            Verdict::Bad(_) => TestCaseStatus::non_success(NonSuccessKind::Error),
        };
        match verdict {
            Verdict::Same | Verdict::Blessed => {}
            Verdict::Differs(lines) => {
                status.set_message(lines.first().map_or("", String::as_str));
                status.set_description(lines.join("\n"));
            }
            Verdict::Bad(bad) => {
                status.set_message(bad.summary());
            }
        }
        suite.add_test_case(TestCase::new(name.as_str(), status));
    }
    let mut report = Report::new("freezeframe");
    report.add_test_suite(suite);
    // Writing into memory cannot fail.
    report.to_string().unwrap_or_default()
}

/// Scenarios to check, and golden traces that belong to none.
#[derive(Default)]
struct Work {
    scenarios: BTreeSet<PathBuf>,
    orphans: BTreeSet<PathBuf>,
}

fn find(paths: &[PathBuf]) -> Result<Work, Bad> {
    let mut work = Work::default();
    for path in paths {
        let before = work.scenarios.len() + work.orphans.len();
        if path.is_dir() {
            walk(path, 0, &mut work)
                .map_err(|error| Bad::words(format!("{}: {error}", path.display())))?;
        } else if path.is_file() {
            work.scenarios.insert(path.clone());
        } else {
            let words = match path.exists() {
                true => "neither a file nor a folder",
                false => "no such file or folder",
            };
            return Err(Bad::words(format!("{}: {words}", path.display())));
        }
        if path.is_dir() && work.scenarios.len() + work.orphans.len() == before {
            return Err(Bad::words(format!("{}: no scenario below it", path.display())));
        }
    }
    Ok(work)
}

/// Searches a folder; links to folders are not followed, so there is no way in circles.
fn walk(folder: &Path, depth: usize, work: &mut Work) -> std::io::Result<()> {
    if depth > MAX_DEPTH {
        files::note(&format!("{}: too deep, not searched", folder.display()));
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if entry.file_type()?.is_dir() && !hidden {
            walk(&path, depth + 1, work)?;
        } else if path.extension().is_some_and(|ending| ending == "ron") && is_meant(&path, hidden)
        {
            work.scenarios.insert(path);
        } else if golden::scenario_of(&path).is_some_and(|scenario| !scenario.is_file()) {
            work.orphans.insert(path);
        }
    }
    Ok(())
}

/// A file, or a link that leads nowhere: that one is reported, not passed over. Hidden links of that
/// kind are the locks of an editor.
fn is_meant(path: &Path, hidden: bool) -> bool {
    path.is_file() || (!hidden && !path.exists())
}

/// A progress bar on a terminal, nothing elsewhere.
fn progress(scenarios: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(scenarios), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    bar
}
