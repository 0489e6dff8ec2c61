//! [`Bad`]: input that cannot be used, and how people are told about it.

use std::fmt;
use std::io::IsTerminal;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use super::output::{color_err, harmless, tell};
use crate::scenario::{Problem, Severity};

/// Input that cannot be used.
#[derive(Debug)]
pub enum Bad {
    /// In words.
    Words(String),
    /// A scenario with errors.
    Scenario {
        /// Its text, for quoting.
        source: String,
        /// All its problems.
        problems: Vec<Problem>,
    },
}

impl Bad {
    /// In words.
    pub fn words(words: impl Into<String>) -> Self {
        Self::Words(words.into())
    }

    /// Tells it on standard error.
    pub fn report(&self) {
        match self {
            Bad::Words(words) => tell(&format!("freezeframe: {}", harmless(words))),
            Bad::Scenario { source, problems } => report(source, problems),
        }
    }

    /// The first line of it, for a report.
    pub fn summary(&self) -> String {
        match self {
            Bad::Words(words) => words.clone(),
            Bad::Scenario { problems, .. } => {
                problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

/// Tells problems on standard error: drawn on a terminal, `file:line:column: ...` otherwise.
pub fn report(source: &str, problems: &[Problem]) {
    let drawn = std::io::stderr().is_terminal();
    for problem in problems {
        match drawn {
            true => tell(draw(source, problem).trim_end()),
            false => tell(&harmless(&problem.to_string())),
        }
    }
}

fn draw(source: &str, problem: &Problem) -> String {
    let theme = match color_err() {
        true => GraphicalTheme::unicode(),
        false => GraphicalTheme::unicode_nocolor(),
    };
    let handler = GraphicalReportHandler::new_themed(theme).with_links(false);
    let mut out = String::new();
    let drawn = Drawn { source: Source(harmless(source), problem.file.to_string()), problem };
    match handler.render_report(&mut out, &drawn) {
        Ok(()) => out,
        Err(_) => harmless(&problem.to_string()),
    }
}

/// A named text; unprintable characters were replaced one by one, so spans may shift there.
#[derive(Debug)]
struct Source(String, String);

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &miette::SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn miette::SpanContents<'a> + 'a>, miette::MietteError> {
        let found = self.0.read_span(span, before, after)?;
        Ok(Box::new(miette::MietteSpanContents::new_named(
            self.1.clone(),
            found.data(),
            *found.span(),
            found.line(),
            found.column(),
            found.line_count(),
        )))
    }
}

#[derive(Debug)]
struct Drawn<'a> {
    source: Source,
    problem: &'a Problem,
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&harmless(&self.problem.message))
    }
}

impl std::error::Error for Drawn<'_> {}

impl miette::Diagnostic for Drawn<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.problem.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.problem.hint.as_ref().map(|hint| Box::new(harmless(hint)) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let expected = match self.problem.expected.is_empty() {
            true => None,
            false => Some(format!("expected: {}", harmless(&self.problem.expected))),
        };
        let span = self.problem.span.clone();
        Some(Box::new(std::iter::once(LabeledSpan::new(expected, span.start, span.len()))))
    }
}
