//! The pack: every scenario loads, runs, keeps its expectations and its golden trace.
//!
//! `UPDATE_EXPECT=1 cargo test --test pack` writes the golden traces anew.

use std::collections::BTreeSet;
use std::path::PathBuf;

use expect_test::expect_file;
use freezeframe::lang::Caption;
use freezeframe::pack::{FILES, SCENARIOS, resolve, scenario};
use freezeframe::scenario::file::{BeatFile, Bilingual, SampleFile, ScenarioFile, Theme};
use freezeframe::scenario::{Loaded, expect, print};
use freezeframe::session;
use freezeframe::trace::{Head, Trace, text};

/// Longest caption of a sample, in characters: one idea, read in a breath.
const MAX_SAY: usize = 260;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenarios")
}

fn loaded() -> Vec<(&'static str, Loaded)> {
    let load = |name, text| freezeframe::scenario::load(text, name, &resolve);
    SCENARIOS.iter().map(|(name, text)| (*name, load(name, text))).collect()
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
            let mismatches = expect::compare(&trace(&loaded), &loaded.file.expect);
            complaints.extend(mismatches.iter().map(|mismatch| format!("{name}: {mismatch}")));
        }
    }
    complain(&complaints);
}

#[test]
fn every_golden_trace_is_what_a_run_gives() {
    for (name, loaded) in loaded() {
        let path = folder().join(format!("{}.trace.txt", name.trim_end_matches(".ron")));
        expect_file![path].assert_eq(&text::write(&trace(&loaded)));
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
        assert_eq!(trace(&loaded).hash, trace(&loaded).hash, "{name}");
    }
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
            (file.theme == Theme::Other, "no shelf"),
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
