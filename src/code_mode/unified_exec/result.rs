//! [`ExecResult`]: what one call on a process gave, as a value for scripts and as text for the model.

use serde_json::{Map, Value};

use super::buffer::{Collected, omission_note};
use crate::code_mode::budget::{
    BYTES_PER_TOKEN, Budget, DEFAULT_OUTPUT_TOKENS, fit_text, truncate_middle,
};

/// The result of an `exec_command` or `write_stdin`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecResult {
    /// Six hex digits, another one for every result.
    pub chunk_id: String,
    /// Time the process was watched, in ms.
    pub wall_ms: u64,
    /// How the process stands.
    pub state: ProcessState,
    /// What it printed since the last call on it.
    pub output: Collected,
    /// Budget the call asked for, in tokens.
    pub max_output_tokens: Option<u64>,
}

/// How a process stands at the end of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessState {
    /// It has ended, with this code.
    Exited(i32),
    /// It runs; `write_stdin` reaches it under this id.
    Running(i32),
}

impl ExecResult {
    /// Tokens of everything that was printed, missing bytes included.
    pub fn original_token_count(&self) -> u64 {
        self.output.bytes.div_ceil(BYTES_PER_TOKEN)
    }

    /// What a script gets. Its output is shortened only if the call itself named a budget.
    pub fn value(&self) -> Value {
        let output = match self.max_output_tokens {
            Some(tokens) => self.fitted(tokens),
            None => self.output.text.clone(),
        };
        let state = match self.state {
            ProcessState::Exited(code) => ("exit_code", Value::from(code)),
            ProcessState::Running(id) => ("session_id", Value::from(id)),
        };
        let members = [
            ("chunk_id", Value::from(self.chunk_id.as_str())),
            ("wall_time_seconds", Value::from(self.wall_ms as f64 / 1000.0)),
            state,
            ("original_token_count", Value::from(self.original_token_count())),
            ("output", Value::from(output)),
        ];
        let members = members.map(|(key, value)| (key.to_owned(), value));
        Value::Object(Map::from_iter(members))
    }

    /// What the model reads after a direct call. `policy_tokens` is the model's own limit for a tool
    /// output.
    pub fn response_text(&self, policy_tokens: Option<u64>) -> String {
        let asked = self.max_output_tokens.unwrap_or(DEFAULT_OUTPUT_TOKENS);
        let output = self.fitted(policy_tokens.map_or(asked, |policy| asked.min(policy)));
        let state = match self.state {
            ProcessState::Exited(code) => format!("Process exited with code {code}"),
            ProcessState::Running(id) => format!("Process running with session ID {id}"),
        };
        let (chunk, count) = (&self.chunk_id, self.original_token_count());
        let (seconds, millis) = (self.wall_ms / 1000, self.wall_ms % 1000);
        format!(
            "Chunk ID: {chunk}\nWall time: {seconds}.{millis:03}0 seconds\n{state}\n\
             Original token count: {count}\nOutput:\n{output}"
        )
    }

    /// The output within a budget. Where bytes are missing already, lines cannot be counted; the
    /// warning then says how many bytes, unless that can still be read in the text.
    fn fitted(&self, tokens: u64) -> String {
        let (text, budget) = (&self.output.text, Budget::Tokens(tokens));
        if self.output.omitted == 0 || text.len() as u64 <= budget.bytes() {
            return fit_text(text, budget);
        }
        let rest = truncate_middle(text, budget);
        let note = omission_note(self.output.omitted);
        let note = if rest.contains(&note) { String::new() } else { format!("{note}\n") };
        let count = self.original_token_count();
        format!("Warning: truncated output (original token count: {count})\n{note}\n{rest}")
    }
}
