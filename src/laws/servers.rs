//! Servers and their tools. Every field beyond the name is a trait that a case may switch off.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::names;
use super::schemas;
use super::swarm::on;
use crate::scenario::server::{ServerFile, StartUpFile, SurfaceFile, ToolFile};

/// Most tools of one list.
const TOOLS: usize = 4;

/// A server with a few tools.
pub fn server() -> BoxedStrategy<ServerFile> {
    let life = (start(), flag(0.2), flag(0.2), flag(0.2), flag(0.9));
    let times = (names::time(), names::time(), names::time());
    let terms = (
        option::weighted(0.4, names::prose()),
        vec(surface(), 0..3),
        flag(0.3),
        option::weighted(0.2, vec(names::tool(), 0..3)),
        vec(names::tool(), 0..2),
        flag(0.2),
        vec(names::prose(), 0..2),
    );
    let pages = (option::weighted(0.3, 1..3_u32), option::weighted(0.3, 0..3_u32));
    let named = (server_name(), vec(tool(), 0..=TOOLS));
    (named, life, times, terms, pages)
        .prop_map(|((name, tools), life, times, terms, pages)| {
            let (start, required, postponed, cached, enabled) = life;
            let (startup_timeout_ms, tool_timeout_ms, latency_ms) = times;
            let (instructions, omit, parallel, enabled_tools, disabled, plugin, plugins) = terms;
            ServerFile {
                name,
                instructions,
                tools,
                tools_from: None,
                enabled,
                start,
                required,
                postponed,
                cached,
                startup_timeout_ms,
                tool_timeout_ms,
                latency_ms,
                omit_tools_from: omit,
                parallel,
                enabled_tools,
                disabled_tools: disabled,
                agent_plugin: plugin,
                plugins,
                page_size: pages.0,
                page_cap: pages.1,
            }
        })
        .boxed()
}

/// A tool list, as a `ListChanged` brings it.
pub fn tools() -> BoxedStrategy<Vec<ToolFile>> {
    vec(tool(), 0..=TOOLS).boxed()
}

/// A surface of `omit_tools_from`.
pub fn surface() -> BoxedStrategy<SurfaceFile> {
    select(&[SurfaceFile::CodeMode, SurfaceFile::Deferred, SurfaceFile::Direct][..]).boxed()
}

/// Puts every trait that is off back to its default.
pub fn thin(server: &mut ServerFile, traits: u64) {
    let plain = ServerFile::default();
    let ServerFile {
        name: _,
        tools,
        tools_from: _,
        instructions,
        enabled,
        start,
        required,
        postponed,
        cached,
        startup_timeout_ms,
        tool_timeout_ms,
        latency_ms,
        omit_tools_from,
        parallel,
        enabled_tools,
        disabled_tools,
        agent_plugin,
        plugins,
        page_size,
        page_cap,
    } = server;
    let mut bit = 0;
    let mut reset = |keep: &mut dyn FnMut()| {
        if !on(traits, bit) {
            keep();
        }
        bit += 1;
    };
    reset(&mut || *instructions = None);
    reset(&mut || *enabled = plain.enabled);
    reset(&mut || *start = StartUpFile::Ready);
    reset(&mut || *required = false);
    reset(&mut || *postponed = false);
    reset(&mut || *cached = false);
    reset(&mut || *startup_timeout_ms = plain.startup_timeout_ms);
    reset(&mut || *tool_timeout_ms = plain.tool_timeout_ms);
    reset(&mut || *latency_ms = plain.latency_ms);
    reset(&mut || omit_tools_from.clear());
    reset(&mut || *parallel = false);
    reset(&mut || *enabled_tools = None);
    reset(&mut || disabled_tools.clear());
    reset(&mut || *agent_plugin = false);
    reset(&mut || plugins.clear());
    reset(&mut || (*page_size, *page_cap) = (None, None));
    thin_tools(tools, traits);
}

/// The same for the tools of a list. Tool traits use the upper half of the bits.
pub fn thin_tools(tools: &mut [ToolFile], traits: u64) {
    for tool in tools {
        let ToolFile {
            name: _,
            title,
            description,
            input,
            output,
            read_only,
            destructive,
            open_world,
            visibility,
            file_params,
            connector_id,
            connector_name,
            connector_description,
            plugins,
        } = tool;
        let mut bit = 32;
        let mut reset = |keep: &mut dyn FnMut()| {
            if !on(traits, bit) {
                keep();
            }
            bit += 1;
        };
        reset(&mut || *title = None);
        reset(&mut || *description = None);
        reset(&mut || *input = None);
        reset(&mut || *output = None);
        reset(&mut || *read_only = None);
        reset(&mut || (*destructive, *open_world) = (None, None));
        reset(&mut || *visibility = None);
        reset(&mut || file_params.clear());
        reset(&mut || *connector_id = None);
        reset(&mut || (*connector_name, *connector_description) = (None, None));
        reset(&mut || plugins.clear());
    }
}

/// A raw tool with everything a server may say about it.
pub fn tool() -> BoxedStrategy<ToolFile> {
    let texts = (
        names::tool(),
        option::weighted(0.3, names::prose()),
        option::weighted(0.6, names::prose()),
        option::weighted(0.6, schemas::schema_text()),
        option::weighted(0.1, schemas::schema_text()),
    );
    let hint = || option::weighted(0.3, any::<bool>());
    let hints = (hint(), hint(), hint());
    let visibility = vec(select(&["model", "app", "Model"][..]).prop_map(str::to_owned), 0..3);
    let app = (
        option::weighted(0.6, names::connector()),
        option::weighted(0.5, names::connector()),
        option::weighted(0.3, names::prose()),
        vec(select(&["a", "b"][..]).prop_map(str::to_owned), 0..2),
    );
    let more = (option::weighted(0.2, visibility), vec(names::prose(), 0..2));
    (texts, hints, app, more)
        .prop_map(|(texts, hints, app, (visibility, plugins))| {
            let (name, title, description, input, output) = texts;
            let (read_only, destructive, open_world) = hints;
            let (connector_id, connector_name, connector_description, file_params) = app;
            ToolFile {
                name,
                title,
                description,
                input,
                output,
                read_only,
                destructive,
                open_world,
                visibility,
                file_params,
                connector_id,
                connector_name,
                connector_description,
                plugins,
            }
        })
        .boxed()
}

fn server_name() -> BoxedStrategy<String> {
    prop_oneof![4 => names::server(), 1 => Just("codex_apps".to_owned())].boxed()
}

fn start() -> BoxedStrategy<StartUpFile> {
    prop_oneof![
        4 => Just(StartUpFile::Ready),
        2 => names::time().prop_map(StartUpFile::After),
        1 => (names::time(), names::prose())
            .prop_map(|(after_ms, reason)| StartUpFile::Fails { after_ms, reason }),
        1 => Just(StartUpFile::Never),
        1 => Just(StartUpFile::NeedsCredentials),
    ]
    .boxed()
}

fn flag(likely: f64) -> BoxedStrategy<bool> {
    proptest::bool::weighted(likely).boxed()
}
