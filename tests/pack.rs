//! The pack: every scenario loads, runs, keeps its expectations and its golden trace.
//!
//! `UPDATE_EXPECT=1 cargo test --test pack` writes the golden traces anew.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::LazyLock;

use expect_test::expect_file;
use freezeframe::lang::Caption;
use freezeframe::pack::{FILES, SCENARIOS, resolve, scenario};
use freezeframe::planner::catalogue::planner_rules;
use freezeframe::planner::ledger::Standing;
use freezeframe::planner::reach::Reach;
use freezeframe::scenario::file::{BeatFile, Bilingual, SampleFile, ScenarioFile};
use freezeframe::scenario::{Loaded, expect, print};
use freezeframe::session;
use freezeframe::session::script::FreezePolicy;
use freezeframe::trace::{Head, Trace, coverage, text};

/// Longest caption of a sample, in characters: one idea, read in a breath.
const MAX_SAY: usize = 260;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenarios")
}

/// Every scenario of the pack, read once for all tests.
fn loaded() -> &'static [(&'static str, Loaded)] {
    static LOADED: LazyLock<Vec<(&str, Loaded)>> = LazyLock::new(|| {
        let load = |name, text| freezeframe::scenario::load(text, name, &resolve);
        SCENARIOS.iter().map(|(name, text)| (*name, load(name, text))).collect()
    });
    &LOADED
}

fn trace(loaded: &Loaded) -> Trace {
    let ScenarioFile { title, question, answer, source, notes, .. } = &loaded.file;
    let caption = |t: &Bilingual| Caption { en: t.en.as_str().into(), ko: t.ko.as_str().into() };
    let head = Head {
        title: caption(title),
        question: caption(question),
        answer: caption(answer),
        source: source.as_str().into(),
        notes: notes.iter().map(caption).collect(),
    };
    Trace::new(head, session::run(loaded.script.as_ref().expect("it loads")))
}

fn run(name: &str) -> (&'static ScenarioFile, Trace) {
    assert!(scenario(name).is_some(), "{name}");
    let found = loaded().iter().find(|(file, _)| file.strip_suffix(".ron") == Some(name));
    let (_, loaded) = found.expect(name);
    (&loaded.file, trace(loaded))
}

fn samples(file: &ScenarioFile) -> impl Iterator<Item = &SampleFile> {
    file.script.iter().filter_map(|beat| match beat {
        BeatFile::Sample(sample) => Some(sample),
        _ => None,
    })
}

/// Fails with all complaints at once.
fn complain(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn the_lists_are_the_folder() {
    let files = std::fs::read_dir(folder()).expect("scenarios/");
    let names = files.map(|file| file.expect("entry").file_name().into_string().expect("UTF-8"));
    let names: BTreeSet<String> = names.collect();
    let ending = |end: &str| -> Vec<&str> {
        names.iter().map(String::as_str).filter(|name| name.ends_with(end)).collect()
    };
    let listed = |list: &[(&'static str, &str)]| -> Vec<&'static str> {
        list.iter().map(|(name, _)| *name).collect()
    };
    assert_eq!(listed(SCENARIOS), ending(".ron"));
    assert_eq!(listed(FILES), ending(".json"));
    let golden = |name: &&str| format!("{}.trace.txt", name.trim_end_matches(".ron"));
    let goldens: Vec<String> = ending(".ron").iter().map(golden).collect();
    assert_eq!(goldens, ending(".trace.txt"));
    assert_eq!(names.len(), SCENARIOS.len() * 2 + FILES.len(), "{names:?}");
}

#[test]
fn a_captured_list_belongs_to_a_scenario() {
    for (name, _) in FILES {
        assert!(resolve(&format!("./{name}")).is_ok());
        let used = SCENARIOS.iter().any(|(_, text)| text.contains(&format!("\"{name}\"")));
        assert!(used, "{name}");
    }
    assert!(resolve("nothing.json").is_err());
    assert!(scenario("nothing").is_none());
}

#[test]
fn every_scenario_loads_and_keeps_its_expectations() {
    let mut complaints = Vec::new();
    for (name, loaded) in loaded() {
        complaints.extend(loaded.problems.iter().map(ToString::to_string));
        if loaded.script.is_some() {
            let mismatches = expect::compare(&trace(loaded), &loaded.file.expect);
            complaints.extend(mismatches.iter().map(|mismatch| format!("{name}: {mismatch}")));
        }
    }
    complain(&complaints);
}

#[test]
fn every_golden_trace_is_what_a_run_gives() {
    for (name, loaded) in loaded() {
        let path = folder().join(format!("{}.trace.txt", name.trim_end_matches(".ron")));
        expect_file![path].assert_eq(&text::write(&trace(loaded)));
    }
}

/// Files are written as the printer writes them, so that a tool may change one of them in place.
#[test]
fn every_file_is_in_the_printed_form() {
    for (name, loaded) in loaded() {
        expect_file![folder().join(name)].assert_eq(&print(&loaded.file));
    }
}

#[test]
fn a_second_run_is_the_same_run() {
    for (name, loaded) in loaded() {
        assert_eq!(trace(loaded).hash, trace(loaded).hash, "{name}");
    }
}

#[test]
fn every_rule_is_exercised() {
    let exercised: BTreeSet<&str> =
        loaded().iter().flat_map(|(_, loaded)| coverage::rules(&trace(loaded).record)).collect();
    let all = planner_rules().into_iter().chain(session::session_rules());
    let missing: Vec<String> =
        all.map(|rule| rule.id).filter(|id| !exercised.contains(id)).map(str::to_owned).collect();
    complain(&missing);
}

/// Title, question, answer, source, captions: everything a learner reads, in both languages.
#[test]
fn every_scenario_speaks_to_a_learner() {
    let mut complaints = Vec::new();
    for (name, loaded) in loaded() {
        let file = &loaded.file;
        let mut need = |what: &str, text: &Bilingual| {
            let korean = text.ko.chars().any(|c| ('가'..='힣').contains(&c));
            if text.en.trim().is_empty() || !korean {
                complaints.push(format!("{name}: {what} needs both languages"));
            }
        };
        need("the title", &file.title);
        need("the question", &file.question);
        need("the answer", &file.answer);
        file.notes.iter().for_each(|note| need("a note", note));
        for (index, sample) in samples(file).enumerate() {
            need(&format!("sample {}", index + 1), &sample.say);
            if sample.ask != Bilingual::default() {
                need(&format!("the question at sample {}", index + 1), &sample.ask);
            }
        }
        for beat in &file.script {
            if let BeatFile::Turn(turn) = beat {
                need("a turn", &turn.say);
            }
        }
        let count = samples(file).count();
        let long = samples(file).find(|s| s.say.en.chars().count() > MAX_SAY);
        complaints.extend(long.map(|s| format!("{name}: too long: {}", s.say.en)));
        let rows = [
            (file.source.is_empty(), "no source"),
            (file.order == 0, "no place on its shelf"),
            (!(1..=6).contains(&count), "1 to 6 samples"),
            (file.expect.samples.is_empty(), "no expectation"),
        ];
        complaints.extend(rows.iter().filter(|row| row.0).map(|row| format!("{name}: {}", row.1)));
    }
    complain(&complaints);
}

#[test]
fn places_on_a_shelf_are_unique() {
    let mut seen = BTreeSet::new();
    for (name, loaded) in loaded() {
        let place = (loaded.file.theme, loaded.file.order);
        assert!(seen.insert(place), "{name}: {place:?}");
    }
}

#[test]
fn the_three_policies_run_the_same_script() {
    let strip = |name: &str| {
        let (file, _) = run(name);
        let (start, mut script) = (file.start.clone(), file.script.clone());
        for beat in &mut script {
            if let BeatFile::Sample(sample) = beat {
                sample.say = Bilingual::default();
            }
        }
        (start, script)
    };
    let right = strip("policy-per-sample");
    assert_eq!(right, strip("policy-per-turn"));
    assert_eq!(right, strip("policy-per-call"));
}

/// What an expectation cannot say: something is not there, or is there so many times.
#[test]
fn d1_an_unreachable_definition_is_not_sent() {
    let (_, trace) = run("d1-reference-kept");
    let plan = trace.record.samples[0].plan.as_ref().expect("a plan");
    let json = expect::wire_of(plan, "mcp__catalog.find").expect("it is sent").to_string();
    assert!(json.contains("Sort") && !json.contains("Unused"), "{json}");
}

#[test]
fn d6_entries_and_functions_are_counted_apart() {
    let (_, trace) = run("d6-more-than-128-tools");
    let count = |step: usize| {
        let plan = trace.record.samples[step].plan.as_ref().expect("a plan");
        let entries = plan.wire().iter().filter(|spec| spec.name().starts_with("mcp__")).count();
        let visible = plan.visible_names().filter(|name| name.dotted().starts_with("mcp__"));
        let deferred = plan.standing(Standing::Deferred).count();
        (entries, visible.count(), deferred)
    };
    assert_eq!((count(0), count(1)), ((3, 180, 0), (0, 0, 180)));
}

#[test]
fn b6_every_page_is_read() {
    let (_, trace) = run("b6-only-the-first-page");
    let deferred = |step: usize| {
        let plan = trace.record.samples[step].plan.as_ref().expect("a plan");
        plan.standing(Standing::Deferred).count()
    };
    assert_eq!((deferred(0), deferred(1)), (101, 100));
}

/// B3: when the shot falls, and who was left out of it.
#[test]
fn b3_the_grace_decides_when_the_first_shot_falls() {
    let shot = |name: &str| {
        let (_, trace) = run(name);
        let sample = &trace.record.samples[0];
        let omitted: Vec<&str> = sample.omitted_servers.iter().map(|(name, _)| &**name).collect();
        format!("{} without {}", sample.shot_ms, omitted.join(" "))
    };
    assert_eq!(shot("b3-slow-servers-grace-1000"), "1000 without dead late slow");
    assert_eq!(shot("b3-slow-servers-grace-250"), "250 without dead fast late slow");
    assert_eq!(shot("b3-slow-servers-grace-0"), "30000 without dead known late");
}

/// C5: in CodeModeOnly all forty deferred tools can be called from a cell.
#[test]
fn c5_deferred_tools_stay_callable_from_cells() {
    let (_, trace) = run("c5-code-mode-only");
    let plan = trace.record.samples[2].plan.as_ref().expect("a plan");
    let nested = plan.standing(Standing::Deferred).filter(|tool| tool.reach == Reach::InsideExec);
    assert_eq!(nested.count(), 40);
}

/// The lecture's claim: the table that was advertised is the table that dispatches.
#[test]
fn under_the_right_policy_nothing_breaks() {
    for (name, loaded) in loaded() {
        let trace = trace(loaded);
        if trace.record.policy == FreezePolicy::Step {
            assert_eq!(trace.record.anomalies.total(), 0, "{name}");
        }
    }
}
