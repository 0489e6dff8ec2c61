//! [`UnifiedExec`]: the processes of a session and the calls that work on them.
//!
//! Whoever owns it moves the clock: [`UnifiedExec::start`] begins a call, [`UnifiedExec::next_ms`]
//! says when something happens next, [`UnifiedExec::poll`] moves the time and asks for an answer.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::args::{ExecCommandArgs, WriteStdinArgs};
use super::evict::{Candidate, MAX_PROCESSES, choose_victim};
use super::process::{INTERRUPT, Process};
use super::result::{ExecResult, ProcessState};
use super::script::{ProcessScript, choose_script};
use super::yields::{MAX_READ_YIELD_MS, exec_yield_ms, write_yield_ms};

/// Id of the first process.
pub const FIRST_SESSION_ID: i32 = 1_000;
/// Pause after typing, in ms, before the process is watched.
pub const WRITE_PAUSE_MS: u64 = 100;
/// Refusal of typing where nothing reads.
pub const STDIN_CLOSED: &str = "stdin is closed for this session; rerun exec_command with \
tty=true to keep stdin open";
/// Why a command without a script does not start.
pub const UNSCRIPTED: &str = "no process script fits this command";

/// A call that was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(u32);

/// A call of one of the two tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShellCall {
    /// `exec_command`
    Exec(ExecCommandArgs),
    /// `write_stdin`
    Write(WriteStdinArgs),
}

/// The peer. Nothing in it waits.
#[derive(Clone, Debug)]
pub struct UnifiedExec {
    scripts: Arc<[ProcessScript]>,
    used: Vec<bool>,
    max_read_ms: u64,
    processes: BTreeMap<i32, Slot>,
    calls: BTreeMap<CallId, Call>,
    next_call: u32,
    next_use: u64,
    next_chunk: u32,
    now_ms: u64,
}

/// A process and who works on it.
#[derive(Clone, Debug)]
struct Slot {
    process: Process,
    last_used: u64,
    /// The first call works on it, the others wait for their turn.
    queue: VecDeque<CallId>,
}

#[derive(Clone, Debug)]
struct Call {
    session: i32,
    max_output_tokens: Option<u64>,
    yield_ms: u64,
    phase: Phase,
}

#[derive(Clone, Debug)]
enum Phase {
    /// Waits for its turn on the process, then types this.
    Queued(String),
    /// Has typed, and leaves the process some time.
    Pausing { until_ms: u64 },
    /// Collects output.
    Watching { since_ms: u64, deadline_ms: u64 },
    /// Is over.
    Done(Result<ExecResult, String>),
}

impl UnifiedExec {
    /// A peer that plays these scripts.
    pub fn new(scripts: Arc<[ProcessScript]>) -> UnifiedExec {
        UnifiedExec {
            used: vec![false; scripts.len()],
            scripts,
            max_read_ms: MAX_READ_YIELD_MS,
            processes: BTreeMap::new(),
            calls: BTreeMap::new(),
            next_call: 1,
            next_use: 1,
            next_chunk: 1,
            now_ms: 0,
        }
    }

    /// The same peer with another bound for calls that only read, in ms.
    pub fn with_max_read_ms(self, max_read_ms: u64) -> UnifiedExec {
        UnifiedExec { max_read_ms, ..self }
    }

    /// Processes that are kept, by session id.
    pub fn processes(&self) -> impl Iterator<Item = (i32, &Process)> {
        self.processes.iter().map(|(id, slot)| (*id, &slot.process))
    }

    /// Begins a call at `now_ms`. Its answer, also a refusal, comes out of [`UnifiedExec::poll`].
    pub fn start(&mut self, now_ms: u64, call: ShellCall) -> CallId {
        self.advance(now_ms);
        let id = CallId(self.next_call);
        self.next_call = self.next_call.saturating_add(1);
        match call {
            ShellCall::Exec(args) => self.start_process(id, &args),
            ShellCall::Write(args) => self.queue_write(id, args),
        }
        id
    }

    /// When something happens next, in ms; none if no call is under way.
    pub fn next_ms(&self) -> Option<u64> {
        let due = |call: &Call| match call.phase {
            Phase::Done(_) => Some(self.now_ms),
            _ => self.due_ms(call),
        };
        self.calls.values().filter_map(due).min()
    }

    /// Moves the time to `now_ms` and takes the answer of a call, if it is over. The error is a text
    /// for the model.
    pub fn poll(&mut self, now_ms: u64, id: CallId) -> Option<Result<ExecResult, String>> {
        self.advance(now_ms);
        if !matches!(self.calls.get(&id)?.phase, Phase::Done(_)) {
            return None;
        }
        match self.calls.remove(&id)?.phase {
            Phase::Done(answer) => Some(answer),
            _ => None,
        }
    }

    /// Gives a call up. Its process lives on, and what it printed waits for the next call on it.
    pub fn cancel(&mut self, now_ms: u64, id: CallId) {
        self.advance(now_ms);
        let Some(call) = self.calls.remove(&id) else { return };
        let Some(slot) = self.processes.get_mut(&call.session) else { return };
        let held = slot.queue.front() == Some(&id);
        slot.queue.retain(|other| *other != id);
        if held {
            self.begin_next(call.session, self.now_ms);
        }
    }

    fn start_process(&mut self, id: CallId, args: &ExecCommandArgs) {
        let chosen = choose_script(&self.scripts, &self.used, &args.cmd);
        let script = chosen.and_then(|at| self.scripts.get(at).map(|script| (at, script.clone())));
        let started = match script {
            None => Err(UNSCRIPTED.into()),
            Some((at, script)) => {
                self.used[at] = true;
                script.fails.clone().map_or(Ok(script), Err)
            }
        };
        let script = match started {
            Ok(script) => Arc::new(script),
            Err(message) => {
                let cmd = &args.cmd;
                let error = format!(
                    "exec_command failed for `{cmd}`: CreateProcess {{ message: {message:?} }}"
                );
                self.add_call(id, 0, args.max_output_tokens, 0, Phase::Done(Err(error)));
                return;
            }
        };
        let newest = self.processes.keys().next_back();
        let session = newest.map_or(FIRST_SESSION_ID, |newest| newest.saturating_add(1));
        if self.processes.len() >= MAX_PROCESSES {
            self.make_room();
        }
        let process = Process::start(self.now_ms, &args.cmd, args.tty, script);
        let slot = Slot { process, last_used: self.take_use(), queue: VecDeque::from([id]) };
        self.processes.insert(session, slot);
        let yield_ms = exec_yield_ms(args.yield_time_ms);
        let phase = self.watching(self.now_ms, yield_ms);
        self.add_call(id, session, args.max_output_tokens, yield_ms, phase);
    }

    fn queue_write(&mut self, id: CallId, args: WriteStdinArgs) {
        let writes = !args.chars.is_empty();
        let yield_ms = write_yield_ms(args.yield_time_ms, writes, self.max_read_ms);
        let session = args.session_id;
        let Some(slot) = self.processes.get_mut(&session) else {
            let phase = Phase::Done(Err(unknown_process(session)));
            self.add_call(id, session, args.max_output_tokens, yield_ms, phase);
            return;
        };
        slot.queue.push_back(id);
        let alone = slot.queue.len() == 1;
        self.add_call(id, session, args.max_output_tokens, yield_ms, Phase::Queued(args.chars));
        if alone {
            self.begin_next(session, self.now_ms);
        }
    }

    fn add_call(
        &mut self,
        id: CallId,
        session: i32,
        max_output_tokens: Option<u64>,
        yield_ms: u64,
        phase: Phase,
    ) {
        self.calls.insert(id, Call { session, max_output_tokens, yield_ms, phase });
    }

    fn watching(&self, now_ms: u64, yield_ms: u64) -> Phase {
        Phase::Watching { since_ms: now_ms, deadline_ms: now_ms.saturating_add(yield_ms) }
    }

    fn take_use(&mut self) -> u64 {
        self.next_use += 1;
        self.next_use
    }

    fn make_room(&mut self) {
        let candidate = |(id, slot): (&i32, &Slot)| Candidate {
            id: *id,
            last_used: slot.last_used,
            exited: slot.process.exited_before(self.now_ms).is_some(),
            locked: !slot.queue.is_empty(),
        };
        let candidates: Vec<Candidate> = self.processes.iter().map(candidate).collect();
        if let Some(victim) = choose_victim(&candidates) {
            self.processes.remove(&victim);
        }
    }

    /// Handles everything that is due up to `now_ms`, in order of time, then of calls.
    fn advance(&mut self, now_ms: u64) {
        self.now_ms = self.now_ms.max(now_ms);
        while let Some((due_ms, id)) = self.first_due() {
            if due_ms > self.now_ms {
                break;
            }
            self.step(due_ms, id);
        }
    }

    fn first_due(&self) -> Option<(u64, CallId)> {
        self.calls.iter().filter_map(|(id, call)| Some((self.due_ms(call)?, *id))).min()
    }

    /// When a call goes on by itself; none for one that waits for its turn or is over.
    fn due_ms(&self, call: &Call) -> Option<u64> {
        match call.phase {
            Phase::Queued(_) | Phase::Done(_) => None,
            Phase::Pausing { until_ms } => Some(until_ms),
            Phase::Watching { since_ms, deadline_ms } => {
                let slot = self.processes.get(&call.session);
                let closed_ms = slot.and_then(|slot| slot.process.closed_ms());
                Some(closed_ms.map_or(deadline_ms, |closed| closed.clamp(since_ms, deadline_ms)))
            }
        }
    }

    fn step(&mut self, now_ms: u64, id: CallId) {
        let Some(call) = self.calls.get(&id) else { return };
        let (session, yield_ms) = (call.session, call.yield_ms);
        let phase = match call.phase {
            Phase::Watching { since_ms, deadline_ms } => Phase::Done(self.collect(
                now_ms,
                session,
                call.max_output_tokens,
                since_ms,
                deadline_ms,
            )),
            _ => self.watching(now_ms, yield_ms),
        };
        let over = matches!(phase, Phase::Done(_));
        if let Some(call) = self.calls.get_mut(&id) {
            call.phase = phase;
        }
        if over {
            self.release(session, now_ms);
        }
    }

    /// The answer of a call that watched long enough.
    fn collect(
        &mut self,
        now_ms: u64,
        session: i32,
        max_output_tokens: Option<u64>,
        since_ms: u64,
        deadline_ms: u64,
    ) -> Result<ExecResult, String> {
        let slot = self.processes.get_mut(&session).ok_or_else(|| unknown_process(session))?;
        let process = &mut slot.process;
        let at_deadline = now_ms == deadline_ms;
        // The deadline comes before anything else of its instant.
        let exit_code = process.exited_before(now_ms.saturating_add(u64::from(!at_deadline)));
        let through_ms = if at_deadline { now_ms.saturating_sub(1) } else { now_ms };
        let output = process.collect_through(through_ms);
        let chunk = self.next_chunk;
        self.next_chunk = chunk.wrapping_add(1);
        Ok(ExecResult {
            // An odd factor: no two of the first 2^24 results share an id.
            chunk_id: format!("{:06x}", chunk.wrapping_mul(0x9E_3779) & 0xFF_FFFF),
            wall_ms: now_ms - since_ms,
            state: exit_code.map_or(ProcessState::Running(session), ProcessState::Exited),
            output,
            max_output_tokens,
        })
    }

    /// Takes the first call off a process. One whose end was told is forgotten, and nobody who waited
    /// for it finds it.
    fn release(&mut self, session: i32, now_ms: u64) {
        let Some(slot) = self.processes.get_mut(&session) else { return };
        let told = slot.queue.pop_front().and_then(|id| self.calls.get(&id));
        let gone = told.is_some_and(|call| {
            matches!(&call.phase, Phase::Done(Ok(result)) if matches!(result.state, ProcessState::Exited(_)))
        });
        if !gone {
            self.begin_next(session, now_ms);
            return;
        }
        let Some(slot) = self.processes.remove(&session) else { return };
        for id in slot.queue {
            if let Some(call) = self.calls.get_mut(&id) {
                call.phase = Phase::Done(Err(unknown_process(session)));
            }
        }
    }

    /// Lets the first call that waits for a process do its work; a refused one makes way at once.
    fn begin_next(&mut self, session: i32, now_ms: u64) {
        let used = self.take_use();
        let Some(slot) = self.processes.get_mut(&session) else { return };
        while let Some(id) = slot.queue.front() {
            let Some(call) = self.calls.get_mut(id) else {
                slot.queue.pop_front();
                continue;
            };
            let Phase::Queued(chars) = &call.phase else { return };
            slot.last_used = used;
            let deadline_ms = now_ms.saturating_add(call.yield_ms);
            let watching = Phase::Watching { since_ms: now_ms, deadline_ms };
            call.phase = match type_into(&mut slot.process, now_ms, chars) {
                Ok(false) => watching,
                Ok(true) => Phase::Pausing { until_ms: now_ms.saturating_add(WRITE_PAUSE_MS) },
                Err(refusal) => Phase::Done(Err(refusal)),
            };
            if !matches!(call.phase, Phase::Done(_)) {
                return;
            }
            slot.queue.pop_front();
        }
    }
}

/// Types, or interrupts where there is no terminal. True if a pause has to follow.
fn type_into(process: &mut Process, now_ms: u64, chars: &str) -> Result<bool, String> {
    if chars.is_empty() {
        return Ok(false);
    }
    if process.tty {
        return Ok(process.write(now_ms, chars));
    }
    if chars.chars().eq([INTERRUPT]) {
        process.interrupt(now_ms);
        return Ok(false);
    }
    Err(format!("write_stdin failed: {STDIN_CLOSED}"))
}

fn unknown_process(session: i32) -> String {
    format!("write_stdin failed: Unknown process id {session}")
}
