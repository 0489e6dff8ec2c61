//! What boa asks of its host: jobs, time, modules, rejected promises.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::task::{Context as PollContext, Waker};

use boa_engine::builtins::promise::{OperationType, Promise};
use boa_engine::context::time::JsInstant;
use boa_engine::context::{Clock, HostHooks};
use boa_engine::job::{Job, JobExecutor, PromiseJob};
use boa_engine::module::{Module, ModuleLoader, ModuleRequest, Referrer};
use boa_engine::realm::Realm;
use boa_engine::{Context, JsError, JsObject, JsResult, JsString, JsValue, js_string};
use indexmap::IndexMap;

use super::nesting;
use crate::code_mode::engine::helpers::outcome;

/// Microtasks in the order in which they were queued.
#[derive(Default)]
pub struct Jobs {
    queue: RefCell<VecDeque<PromiseJob>>,
}

impl Jobs {
    /// The next microtask.
    pub fn next(&self) -> Option<PromiseJob> {
        self.queue.borrow_mut().pop_front()
    }
}

impl JobExecutor for Jobs {
    fn enqueue_job(self: Rc<Self>, job: Job, context: &mut Context) {
        match job {
            Job::PromiseJob(job) => self.queue.borrow_mut().push_back(job),
            // Imports. The loader answers at once, so they are settled before `import()` returns, as
            // on V8.
            Job::AsyncJob(job) => {
                let context = RefCell::new(context);
                let mut future = std::pin::pin!(job.call(&context));
                let mut waker = PollContext::from_waker(Waker::noop());
                let _ = future.as_mut().poll(&mut waker);
            }
            // Finalisers would show when garbage is collected; nothing else can be queued, since
            // cells have no `Atomics`.
            _ => {}
        }
    }

    fn run_jobs(self: Rc<Self>, _: &mut Context) -> JsResult<()> {
        Ok(())
    }
}

/// Virtual time.
#[derive(Default)]
pub struct VirtualClock {
    /// In ms since 1970.
    pub now_ms: Cell<u64>,
}

impl Clock for VirtualClock {
    fn now(&self) -> JsInstant {
        let now = self.now_ms.get();
        JsInstant::new(now / 1_000, (now % 1_000) as u32 * 1_000_000)
    }

    fn system_time_millis(&self) -> i64 {
        i64::try_from(self.now_ms.get()).unwrap_or(i64::MAX)
    }
}

/// Refuses every import.
#[derive(Default)]
pub struct NoModules {
    /// Is the cell's own module being loaded? Then its imports are static ones.
    pub loading: Cell<bool>,
}

impl ModuleLoader for NoModules {
    async fn load_imported_module(
        self: Rc<Self>,
        _: Referrer,
        request: ModuleRequest,
        _: &RefCell<&mut Context>,
    ) -> JsResult<Module> {
        let text = if self.loading.get() {
            outcome::static_import(&request.specifier().to_std_string_lossy())
        } else {
            outcome::DYNAMIC_IMPORT.to_owned()
        };
        Err(JsError::from_opaque(js_string!(text).into()))
    }
}

/// Promises that are rejected and have no handler, in the order of their rejection.
#[derive(Default)]
struct Rejections {
    count: u64,
    by_number: BTreeMap<u64, JsObject<Promise>>,
    numbers: IndexMap<JsObject, u64>,
}

/// Decisions that boa leaves to its host.
pub struct Hooks {
    max_buffer: u64,
    rejections: RefCell<Rejections>,
}

impl Hooks {
    /// Hooks of a cell whose buffers may have that many bytes.
    pub fn new(max_buffer: u64) -> Hooks {
        Hooks { max_buffer, rejections: RefCell::default() }
    }

    /// Promises rejected since the last call and not handled since then.
    pub fn take_unhandled(&self) -> Vec<JsObject<Promise>> {
        std::mem::take(&mut *self.rejections.borrow_mut()).by_number.into_values().collect()
    }
}

impl HostHooks for Hooks {
    fn promise_rejection_tracker(
        &self,
        promise: &JsObject<Promise>,
        operation: OperationType,
        _: &mut Context,
    ) {
        let rejections = &mut *self.rejections.borrow_mut();
        match operation {
            OperationType::Reject => {
                let number = rejections.count;
                rejections.count += 1;
                rejections.by_number.insert(number, promise.clone());
                rejections.numbers.insert(promise.clone().upcast(), number);
            }
            OperationType::Handle => {
                let promise: JsObject = promise.clone().upcast();
                // Which entry takes the freed place is of no matter: the order is in `by_number`.
                if let Some(number) = rejections.numbers.swap_remove(&promise) {
                    rejections.by_number.remove(&number);
                }
            }
        }
    }

    fn ensure_can_compile_strings(
        &self,
        _: Realm,
        parameters: &[JsString],
        body: &JsString,
        _: bool,
        _: &mut Context,
    ) -> JsResult<()> {
        for text in parameters.iter().chain([body]) {
            nesting::check(text.iter().map(u32::from))?;
        }
        Ok(())
    }

    fn local_timezone_offset_seconds(&self, _: i64) -> i32 {
        0
    }

    fn max_buffer_size(&self, _: &mut Context) -> u64 {
        self.max_buffer
    }
}

/// A rejected import's reason, for the cell that may not start.
pub fn rejection(promise: &boa_engine::object::builtins::JsPromise) -> Option<JsValue> {
    match promise.state() {
        boa_engine::builtins::promise::PromiseState::Rejected(reason) => Some(reason),
        _ => None,
    }
}
