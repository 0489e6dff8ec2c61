# The window's words, English. Keys and order as in ko.ftl; a test compares them.
app-name = freezeframe
app-slogan = Every request photographs the tool list. Watch what is in the picture, and when it is taken.
story-shot = Each request to the model is a sample. Its tool list is photographed once and then frozen.
story-world = Outside the photograph the world goes on: servers connect, drop and change.
story-tear = When the two disagree the picture tears. The next sample takes a new one, and it heals.
gallery-back = Back to the scenario
core = core

theme-lecture = Lecture
theme-lecture-tip = Start here: what freezes, and when
theme-names = Names
theme-names-tip = Two servers, one name
theme-servers = Servers
theme-servers-tip = They come, go and change
theme-search = Search
theme-search-tip = Tools that wait to be found
theme-schemas = Schemas
theme-schemas-tip = What a tool asks for, and what it costs
theme-identity = Identity
theme-identity-tip = Who asks decides which sources run
theme-code-mode = Code Mode
theme-code-mode-tip = Tools behind one exec
theme-other = More
theme-other-tip = Everything else

no-sample = This scenario has no sample yet. Add a turn, or open the editor.
capture-failed = The photograph failed: { $error }
caption-empty = Press play, or step with the arrow keys.
pause = Pause
play = Play
speed = Speed { $speed }
speed-tip = Click for twice the speed, right click for half
step-field = Step
step-field-tip = Type a sample's number to jump there
hash-tip = The run's fingerprint: the same scenario gives the same one everywhere
copy = Copy

page-menu = Menu
page-why = Why
page-time = Time
page-conditions = Switches
tab-trail = Trail
tab-trail-tip = The nine stages of planning, rule by rule
tab-why = Why
tab-why-tip = The decisions about the chosen tool
tab-json = JSON
tab-json-tip = Exactly what is sent
tab-search = Search
tab-search-tip = The text tool_search matches against
tab-calls = Calls
tab-calls-tip = What the model called
tab-changes = Changes
tab-changes-tip = Against the previous sample

banner = Sample { $step } of { $steps }
banner-frozen = frozen
banner-taking = being planned…
banner-wrong = frozen until { $until }: wrong
about-question = Question
about-answer = Answer
about-notes = Notes
about-source = Where it comes from
banner-when = turn { $turn } · shot at { $ms }
banner-tools = { $count } tools
banner-cost = { $chars } description characters · { $tokens } tokens
banner-cost-short = { $tokens } tokens
banner-tip = A sample is one request to the model. Its tool list is made once, at the shot, and nothing changes it until the next sample (step_context.rs 44).
lane-advertised = advertised
lane-frozen = frozen
lane-advertised-tip = What this photograph holds of the source. It stays until the next sample.
lane-live = live
lane-live-tip = The world goes on beside the photograph. The next sample looks at it again.
and-more = { $name } and { $count } more
count-visible = { $count } visible
count-deferred = { $count } deferred
count-hidden = { $count } hidden
count-nothing = nothing
live-core = { $count ->
    [one] { $count } environment
   *[other] { $count } environments
 }
live-ready = connected · { $count } tools
live-starting = starting…
live-idle = idle
live-failed = failed: { $error }
live-closed = connection lost
live-removed = removed
live-absent = not configured
live-gone = { $state } · { $count } names torn
live-fresh = { $state } · not in the picture

menu-head = Visible menu, in request order
menu-chars = description
menu-tokens = tokens
menu-empty = The menu is empty: this identity gets no tool at all.
menu-filtered = No visible tool has this in its name.
row-name = { $name }, visible, { $tokens } tokens
row-torn-tip = Still in the picture, but its server is gone: a call is routed and then refused.
mark-torn = torn
mark-new = new
mark-moved = moved
mark-rewritten = rewritten
shelf-deferred = Deferred · { $count }
shelf-deferred-tip = Registered, but not on the menu: the model has to find them through tool_search.
shelf-deferred-empty = No tool is deferred: search is off, or nothing is worth deferring.
shelf-hidden = Hidden · { $count }
shelf-hidden-tip = Registered and dispatchable, shown in no list.
shelf-hidden-empty = No tool is hidden.
shelf-absent = Absent · { $count }
shelf-absent-tip = A source could offer them, and did not. The reason stands beside each.
shelf-absent-empty = Everything that could be offered is registered.
orphans = { $count } that no path reaches

since-sample = Since sample { $step }:
change-none = nothing changed
change-appeared = +{ $count } on the menu
change-vanished = −{ $count } off the menu
change-moved = { $count } moved
change-rewritten = { $count } rewritten
change-deferred = +{ $count } deferred
change-undeferred = −{ $count } deferred
changes-first = This is the first sample: there is nothing to compare it with.
changes-none = Nothing changed since the previous sample.

stage-name = Stage { $number }: { $title }
stage-1 = Every sample asks the MCP runtime for its servers and their tools.
stage-2 = The list becomes an input of the planner.
stage-3 = A reviewer walks a short path; everybody else walks all sources.
stage-4 = Built-in tools enter the registry, each behind its own gate.
stage-5 = MCP, extension and client tools follow; the policy says direct, deferred or hidden.
stage-6 = tool_search joins only if something is deferred and the model knows it.
stage-7 = Of everything registered, only direct entries go to the model.
stage-8 = The finished table belongs to this sample from now on.
stage-9 = The request is built from the frozen table.
stage-silent = Nothing was decided here at this sample.
sum-mcp = { $count } MCP tools
sum-deferred = { $count } deferred
sum-visible = { $count } visible
sum-rules = { $count ->
    [one] { $count } rule
   *[other] { $count } rules
 }

is-visible = visible
is-visible-tip = In the list the model sees (spec_plan.rs 484)
is-deferred = deferred
is-deferred-tip = Registered; found through tool_search (spec_plan.rs 335)
is-hidden = hidden
is-hidden-tip = Registered; in no list (spec_plan.rs 484)
is-absent = absent
is-absent-tip = Not registered at this sample (spec_plan.rs 930)
reach-tip = The shortest way to call this tool at this sample
exposure-tip = Exposure: through which surfaces a registered tool is advertised (tool_executor.rs 51)
origin-tip = Who offers it
why-empty = Choose a tool to see why it is where it is. Absent tools can be chosen too.
why-unknown = No source offers { $name } at this sample.
why-forget = Forget it
why-chain = All decisions, in order
what-if = What would change that
what-if-none = None of { $count } single switches shows it; it takes more than one.
what-if-visible = visible then
what-if-found = found by search then
what-if-tip = Flips it now, as an event at the play head
json-empty = Choose a tool to see what is sent about it.
json-absent = Nothing is sent: the tool is not registered.
json-sent = Sent with this request
json-deferred = Not sent; tool_search returns it
json-hidden = Not sent; only dispatch knows it
search-empty = Choose a deferred tool to see the text a search matches against.
search-none = This tool has no search document: it is not deferred, so nobody has to find it.
search-what = tool_search ranks this text
calls-of = Calls of { $name }, whole run
calls-here = Calls of this sample
calls-none = No calls.
call-ok = answered
call-failed = failed
call-unsupported = no such tool in the table
call-blocked = blocked by a hook
call-aborted = interrupted
call-fatal = fatal
call-ignored = not the client's

timeline = Timeline
time-now = { $now } of { $end }
anomalies = { $count } broken by the freeze policy
anomalies-tip = Only wrong policies break something: a call that was never advertised, an advertised tool that is gone, or two tables in one sample.
add-turn = + turn
add-sample = + sample
turn-say = turn { $turn } · { $say }
sample-name = Sample { $step }
event-tear = picture and world disagree: { $gone } names gone, { $fresh } new
event-captured = sample { $step } shot: { $visible } visible, { $deferred } deferred
event-ready = server { $server } is ready
event-connected = exec connects to a fresh code-mode host, generation { $generation }
event-broken = the policy broke { $name }

switches-session = SESSION
switches-servers = SERVERS
switches-environments = ENVIRONMENTS
switches-shell = SHELL AND AGENTS
switch-policy = Freeze until
switch-policy-tip = How long a tool table stays in force. Only the first choice is what Codex does; the others are wrong on purpose.
switches-more = All feature switches
switch-identity = Identity
switch-identity-tip = Who the session is. Exactly `guardian` is the approval reviewer; any other spelling is an ordinary sub-agent (spec_plan.rs 889).
switch-permission = Permission
switch-permission-tip = Kind of the permission profile. A reviewer without Managed gets an empty table.
switch-search = Search support
switch-search-tip = The model understands tool_search, so costly MCP tools can be deferred (spec_plan.rs 335).
switch-namespaces = Namespaces
switch-namespaces-tip = The provider's API carries namespaces; without them such tools stay registered and unseen.
switch-mode = Tool mode
switch-mode-tip = Direct: ordinary calls. CodeMode: cells beside them. CodeModeOnly: cells instead of most tools.
switch-image-input = image input
switch-image-input-tip = The model takes images; without it there is no view_image.
identity-root = root session
identity-internal = internal
identity-spawned = spawned agent
identity-guardian = guardian
identity-Guardian = Guardian
mode-unset = by feature
policy-step = sample ends
policy-turn = turn ends
policy-call = next call
no-servers = No MCP server is configured.
no-environments = No environment is selected.
environment = { $id } ready
environment-tip = Readiness is read again at every sample; commands need a ready environment.
server-now = { $verb } now
server-remove = Remove
server-remove-tip = Takes it out of the configuration; the next sample plans without it.
server-close = Close
server-close-tip = Only the connection closes. Its last list is still supplied until the runtime is refreshed.
server-connect = Connect
server-connect-tip = Configures and starts it.
server-reconnect = Reconnect
server-reconnect-tip = It can be reached again.
server-ready = Finish
server-ready-tip = Its start succeeds.
server-fail = Fail
server-fail-tip = Its start fails.
when-now = now
when-now-tip = At the play head: in the middle of this sample.
when-next = after
when-next-tip = Right after this sample.
effect-now = takes effect at once
effect-never = takes no effect by itself
effect-turn = takes effect at turn { $turn }
effect-sample = takes effect at sample { $step }
effect-no-turn = waits for a next turn
effect-no-sample = waits for a next sample
effect-refresh = waits for a refresh of the MCP runtime

editor-title = Scenario
editor-field = Scenario text
editor-good = The picture shows this text.
editor-broken = This text has a problem. The picture still shows the last good run.
editor-broken-first = This text has a problem, so nothing can be shown yet.
problem-place = line { $line }, column { $column }
problem-expected = Expected: { $expected }
problem-hint = → { $hint }
find-hint = part of a name
find-close = End the search
drop-here = Drop the scenario file here
notice-close = Close the notice
cells-loading = The JavaScript engine is being loaded. The cells run when it is there.
cells-running = The cells are running.
cells-ended-slow = A cell did not come to rest within 10 s, so its Worker was ended. The trace shows a script that runs for ever.
cells-ended-heap = A cell filled the memory of its Worker, which was ended. The trace shows the limit.
cells-ended-stack = A cell nested too deeply for its Worker, which was ended. The trace shows the limit.
cells-ended-died = The engine broke inside a cell, so its Worker was ended. The trace shows it.
cells-failed = The cells could not be run, and what you see lacks them: { $why }
cells-unfit = the engine's answer does not fit this scenario

mirror-now = world at { $ms }
mirror-waits = not answered yet
mirror-more = and { $count } more
link-copied = The link is on the clipboard.
link-copied-part = The link's end is on the clipboard. Put the web edition's address before it.
link-none-long = This text is too large for a link. Save the file and pass that on.
link-none-files = This scenario reads tool lists that stand beside it, so no link can hold it.
link-long = The link has { $bytes } bytes; at most { $most } are read. Nothing of it is shown.
link-member = The link names "{ $name }", which this edition does not know.
link-twice = The link says "{ $name }" twice; the first one counts.
link-value = The link's "{ $name }" cannot be { $value }.
link-edit-damaged = The link's changes are damaged; a part of it is missing. You see the scenario without them.
link-edit-large = The link's changes unpack to too much. You see the scenario without them.
link-edit-base = The link's changes belong to another version of this scenario. You see it without them.
link-stale-text = The scenario is not the one the link was made with. You see today's.
link-stale-trace = Engine { $ours } gives another result than engine { $theirs }, which made the link.
link-unknown = There is no scenario "{ $name }" here.
link-unknown-near = There is no scenario "{ $name }" here. You see the nearest, { $near }.
link-step = The link asks for sample { $step } of { $steps }. You see the nearest.
link-tool = The tool "{ $name }" is not known in this sample.
link-cell = No call { $name } of this scenario runs a cell.

help-title = Keys and commands
help-about = A click runs a command.
help-digits = Jump to a sample
group-time = Time
group-look = Look
group-change = Change
group-window = Window
cmd-play = Play or pause
cmd-play-tip = Walks through the rules, then through the sample
cmd-next-sample = Next sample
cmd-next-sample-tip = A sample that tears is stopped at twice: at its shot, and at the tear
cmd-previous-sample = Previous sample
cmd-previous-sample-tip = Back to the previous photograph
cmd-next-rule = Next rule
cmd-next-rule-tip = One decision of the planner, or one moment of the world
cmd-previous-rule = Previous rule
cmd-previous-rule-tip = One decision or moment back
cmd-next-turn = Next turn
cmd-next-turn-tip = To the first sample after the next user message
cmd-previous-turn = Previous turn
cmd-previous-turn-tip = To the start of the turn, then to the one before
cmd-first = First sample
cmd-first-tip = To the beginning
cmd-last = Last sample
cmd-last-tip = To the end
cmd-faster = Faster
cmd-faster-tip = Twice the speed
cmd-slower = Slower
cmd-slower-tip = Half the speed
cmd-trail = Show the trail
cmd-trail-tip = The nine stages of planning
cmd-why = Show why
cmd-why-tip = The decisions about the chosen tool
cmd-json = Show JSON
cmd-json-tip = Exactly what is sent
cmd-search-text = Show the search document
cmd-search-text-tip = The text tool_search matches against
cmd-calls = Show calls
cmd-calls-tip = Of the chosen tool, or of this sample
cmd-changes = Show changes
cmd-changes-tip = Against the previous sample
cmd-find = Find a tool
cmd-find-tip = Shows only tools with this in their name
cmd-about = Question and answer
cmd-about-tip = What this scenario asks, its answer, and where it comes from
cmd-zoom-in = Zoom in
cmd-zoom-in-tip = The timeline shows half the time
cmd-zoom-out = Zoom out
cmd-zoom-out-tip = The timeline shows twice the time
cmd-zoom-fit = Zoom to a comfortable size
cmd-zoom-fit-tip = About a dozen samples at once
cmd-editor = Edit the scenario
cmd-editor-tip = Opens or closes the text of this scenario
cmd-add-sample = Add a sample
cmd-add-sample-tip = One more request in the last turn
cmd-add-turn = Add a turn
cmd-add-turn-tip = One more user message with one sample
cmd-undo = Undo
cmd-undo-tip = Takes back the last change of the scenario
cmd-redo = Redo
cmd-redo-tip = Makes the change again
cmd-open = Open a file
cmd-open-tip = A scenario in RON; dropping it on the window works too
cmd-save = Save
cmd-save-tip = Writes the scenario to a file
cmd-copy-link = Copy link
cmd-copy-link-tip = To exactly this place, with your changes
cmd-gallery = Gallery
cmd-gallery-tip = All scenarios, by theme
cmd-presenter = Presenter
cmd-presenter-tip = Large type: menu, why and caption only
cmd-lang = Language
cmd-lang-tip = English or Korean
cmd-look = Light or dark
cmd-look-tip = Changes the colours
cmd-motion = Motion
cmd-motion-tip = Turns small movements on or off
cmd-help = Help
cmd-help-tip = Keys and commands
cmd-close = Close
cmd-close-tip = What lies on top; then lets go of the chosen tool

cmd-cells = Cells
cmd-cells-tip = Walk through the JavaScript cells of this run, and back
cell-back = Scenario
cell-name = cell { $id }
cell-name-tip = Started by call { $call } of sample { $step }
cell-refused-name = refused { $step }.{ $call }
cell-none = There is no cell here.
cell-source = Source of the cell
cell-edit-hint = Type to change it; the scenario runs anew at once.
cell-time = Virtual time
cell-lane-model = model
cell-lane-timers = timers
cell-log = What happens
cell-output = What the model is told
cell-buffer = In the cell, not handed over yet
cell-buffer-empty = Nothing.
cell-budget = { $used } of { $budget } tokens
cell-budget-tip = What the next answer may hold. Past the budget the middle is cut out.
cell-stored = Stored values it can load
cell-stored-none = None.
cell-place = { $at } · engine turn { $turn } · { $stop } of { $stops }
cell-microtask = in a microtask
cell-meter-cells = With the cell: { $trips ->
    [one] 1 round trip
   *[other] { $trips } round trips
}, { $tokens } tokens
cell-meter-direct = Direct mode: { $trips ->
    [one] 1 round trip
   *[other] { $trips } round trips
}, { $tokens } tokens
cell-meter-batched = Direct mode with the calls of one turn sent together: { $trips ->
    [one] 1 round trip
   *[other] { $trips } round trips
}, { $tokens } tokens
cell-meter-tip = Every round trip reads the tool list and all that was said before. In Direct mode each call is one, and its whole result is read.
cell-dropped = { $count ->
    [one] 1 call dropped
   *[other] { $count } calls dropped
}
cell-dropped-tip = The script ended first: this work was stopped, or its outcome never seen. Often nobody awaited it.
cell-evaluate = The module is evaluated
cell-resolve = tool-{ $call } ({ $tool }) fulfils its promise; the script goes on
cell-reject = tool-{ $call } ({ $tool }) rejects its promise; the script goes on
cell-timer = Timeout { $id } fires
cell-item = Output: { $value }
cell-call = tool-{ $call }: { $tool } { $input }
cell-notify = Notification: { $value }
cell-yield-heard = yield_control(): somebody waits, so it yields
cell-yield-unheard = yield_control(): nobody waits, so nothing happens
cell-store = store { $key } = { $value }
cell-load = load { $key }
cell-load-none = load { $key }: there is none
cell-timeout = Timeout { $id } set for { $delay }
cell-timeout-cleared = Timeout { $id } cleared
cell-exit = exit()
cell-unhandled = Rejected, and nobody handled it: { $reason }
cell-call-ok = tool-{ $call } ({ $tool }) has ended: { $value }
cell-call-bad = tool-{ $call } ({ $tool }) has failed: { $value }
cell-call-stopped = tool-{ $call } has stopped
cell-notify-ok = The notification was accepted
cell-notify-stopped = The notification was stopped
cell-observed = The model waits, until { $due } at the latest
cell-observed-frontier = Somebody waits for the next quiet moment
cell-queued = A caller has to wait until the cell has ended
cell-refused = A caller is turned away
cell-gone = A caller has vanished
cell-terminating = The cell is being terminated
cell-host-lost = The engine host is gone, and the cell with it
cell-yielded = Yield: { $items ->
    [one] 1 item goes
   *[other] { $items } items go
} to the model, the cell goes on
cell-frontier = Quiet: { $items ->
    [one] 1 item handed
   *[other] { $items } items handed
} over, the cell is paused
cell-resumed = The cell goes on
cell-put-back = { $items ->
    [one] 1 item stays
   *[other] { $items } items stay
} for the next answer
cell-lost = { $items ->
    [one] 1 item is
   *[other] { $items } items are
} lost
cell-limit = A bound was reached: { $limit }
cell-finished = The script has ended
cell-failed = The script has failed: { $error }
cell-call-cancelled = tool-{ $call } ({ $tool }) is cancelled
cell-call-unread = tool-{ $call } ({ $tool }) had ended, but the script will never see it
cell-timeout-lost = Timeout { $id } will never fire
cell-committed = { $count ->
    [0] Nothing was stored
    [one] 1 stored value is there for later cells
   *[other] { $count } stored values are there for later cells
}
cell-discarded = { $count ->
    [one] 1 stored value is
   *[other] { $count } stored values are
} gone
cell-buffered = The result waits for the next caller
cell-delivered = The result goes to the model, { $items ->
    [one] 1 item
   *[other] { $items } items
}
cell-terminated = Terminated: { $items ->
    [one] 1 item goes
   *[other] { $items } items go
} to the model
cell-closed = The cell is closed
