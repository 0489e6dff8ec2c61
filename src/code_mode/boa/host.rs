//! What boa asks of its host: jobs, time, modules, rejected promises.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::task::{Context as PollContext, Waker};

use boa_engine::builtins::promise::{OperationType, Promise};
use boa_engine::context::time::JsInstant;
use boa_engine::context::{Clock, HostHooks};
use boa_engine::job::{Job, JobCallback, JobExecutor, PromiseJob};
use boa_engine::module::{Module, ModuleLoader, ModuleRequest, Referrer};
use boa_engine::object::builtins::JsFunction;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsError, JsObject, JsResult, JsString, JsValue, js_string};
use indexmap::IndexMap;

use super::nesting;
use crate::code_mode::engine::helpers::outcome;
use crate::code_mode::engine::limits::MAX_DATE_MS;

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
        i64::try_from(self.now_ms.get().min(MAX_DATE_MS)).unwrap_or(i64::MAX)
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
    /// Where the module goes on.
    pub main: MainAwait,
}

impl Hooks {
    /// Hooks of a cell whose buffers may have that many bytes.
    pub fn new(max_buffer: u64) -> Hooks {
        Hooks { max_buffer, rejections: RefCell::default(), main: MainAwait::default() }
    }

    /// Promises rejected since the last call and not handled since then.
    pub fn take_unhandled(&self) -> Vec<JsObject<Promise>> {
        std::mem::take(&mut *self.rejections.borrow_mut()).by_number.into_values().collect()
    }
}

impl HostHooks for Hooks {
    fn make_job_callback(&self, callback: JsFunction, context: &mut Context) -> JobCallback {
        self.main.made(&callback, context.instructions_remaining());
        JobCallback::new(callback, ())
    }

    fn call_job_callback(
        &self,
        job: &JobCallback,
        this: &JsValue,
        args: &[JsValue],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let goes_on = self.main.is(job.callback());
        let done = job.callback().call(this, args, context);
        if goes_on {
            self.main.left(context.instructions_remaining());
        }
        done
    }

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
        context: &mut Context,
    ) -> JsResult<()> {
        // The parser shares the stack with the calls that led here.
        let most = context.runtime_limits().recursion_limit().max(1);
        let calls = context.stack_trace().count().min(most);
        let units = nesting::MAX_NESTING * (most - calls) / most;
        for text in parameters.iter().chain([body]) {
            nesting::check(&text.to_vec(), units)?;
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

/// Where the module goes on after an `await`: how to tell that boa has dropped it.
///
/// boa loses an error that nothing may catch when a function that has awaited ends with it: the
/// function is gone, and its promise stays pending. Whether the module itself has gone so can be told,
/// since an `await` is the last instruction before the module gives way, and makes two callbacks.
#[derive(Default)]
pub struct MainAwait {
    /// The two newest callbacks, and how many instructions were left when they were made.
    newest: RefCell<[Option<JsFunction>; 2]>,
    left: Cell<usize>,
    /// The callbacks that the module goes on with; none if it has ended.
    waiting: RefCell<[Option<JsFunction>; 2]>,
}

impl MainAwait {
    fn made(&self, callback: &JsFunction, left: usize) {
        let mut newest = self.newest.borrow_mut();
        newest.rotate_left(1);
        newest[1] = Some(callback.clone());
        self.left.set(left);
    }

    fn is(&self, callback: &JsFunction) -> bool {
        self.waiting.borrow().iter().flatten().any(|waiting| JsObject::equals(waiting, callback))
    }

    /// The module has given way or ended with so many instructions left.
    pub fn left(&self, left: usize) {
        let waits = self.left.get() == left;
        *self.waiting.borrow_mut() = if waits { self.newest.take() } else { [None, None] };
    }

    /// Has the module ended?
    pub fn has_ended(&self) -> bool {
        self.waiting.borrow()[1].is_none()
    }
}

/// A rejected import's reason, for the cell that may not start.
pub fn rejection(promise: &boa_engine::object::builtins::JsPromise) -> Option<JsValue> {
    match promise.state() {
        boa_engine::builtins::promise::PromiseState::Rejected(reason) => Some(reason),
        _ => None,
    }
}
