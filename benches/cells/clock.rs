//! Rows of times: subjects take turns; the fastest run, the median run and the least processor time
//! of a run are shown. Of the three, processor time is disturbed least by a busy machine; it counts
//! all threads, also one that waits for another by looking again and again.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// Something to be timed.
pub type Subject = Box<dyn FnMut()>;

/// Least processor time of each subject, in ms.
pub type Least = Vec<f64>;

/// Width of the names and of a column.
const WIDTHS: (usize, usize) = (50, 26);

/// What the command line asks for.
pub struct Bench {
    quick: bool,
    words: Vec<String>,
}

impl Bench {
    /// None when cargo only wants the names of tests.
    pub fn from_arguments() -> Option<Bench> {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let has = |name: &str| arguments.iter().any(|argument| argument == name);
        // `cargo test --benches` and `-- --sample-count 3` want to see that it works, not how fast.
        let quick = has("--test") || has("--sample-count");
        let is_word = |word: &&String| !word.starts_with('-') && word.parse::<u32>().is_err();
        let words = arguments.iter().filter(is_word).cloned().collect();
        (!has("--list")).then_some(Bench { quick, words })
    }

    /// Does the command line ask for this row?
    pub fn wants(&self, name: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|word| name.contains(word.as_str()))
    }

    /// The line above the rows.
    pub fn head<'a>(&self, subjects: impl Iterator<Item = &'a str>) {
        line("ms: fastest / median run / least processor time", subjects.map(str::to_owned));
    }

    /// Times the subjects and prints their row.
    pub fn row(&self, name: &str, runs: usize, subjects: &mut [Subject]) -> Least {
        let runs = if self.quick { 1 } else { runs };
        let mut times: Vec<Times> = subjects.iter().map(|_| Times::default()).collect();
        // The first round does not count.
        for round in 0..=runs {
            for (subject, times) in subjects.iter_mut().zip(&mut times) {
                let (start, processor) = (Instant::now(), ProcessTime::now());
                subject();
                if round > 0 {
                    times.wall.push(start.elapsed());
                    times.processor.push(processor.elapsed());
                }
            }
        }
        times.iter_mut().for_each(Times::sort);
        line(name, times.iter().map(Times::shown));
        times.iter().map(|times| ms(times.processor[0])).collect()
    }

    /// How many times the cost has grown while the size grew so many times.
    pub fn growth(&self, sizes: usize, first: &Least, last: &Least) {
        let grown = first.iter().zip(last).map(|(first, last)| format!("x {:.1}", last / first));
        line(&format!("  {sizes} times the size"), grown);
    }
}

/// Times of one subject.
#[derive(Default)]
struct Times {
    wall: Vec<Duration>,
    processor: Vec<Duration>,
}

impl Times {
    fn sort(&mut self) {
        self.wall.sort();
        self.processor.sort();
    }

    fn shown(&self) -> String {
        let median = self.wall[self.wall.len() / 2];
        let times = [self.wall[0], median, self.processor[0]];
        times.map(|time| format!("{:.3}", ms(time))).join(" / ")
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

fn line(name: &str, columns: impl Iterator<Item = String>) {
    let (name_width, width) = WIDTHS;
    let columns: String = columns.map(|column| format!("{column:>width$}")).collect();
    println!("{name:<name_width$}{columns}");
}
