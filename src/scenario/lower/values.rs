//! The values of settings that are more than a switch.

use std::sync::Arc;

use super::{Lowering, maybe};
use crate::builtin::collab::{AgentRole, ModelPreset};
use crate::builtin::environment::HostTexts;
use crate::mcp::apps::{AppPolicy, AppSettings, AppToolSettings};
use crate::planner::inputs::{DynamicTool, Environment, ExtensionTool, WebSearchConfig};
use crate::scenario::capture;
use crate::scenario::place::Place;
use crate::scenario::setting::{
    AppFile, AppPolicyFile, ContextSizeFile, DynamicToolFile, EnvironmentFile, ExtensionFile,
    HookFile, HostTextsFile, PresetFile, RoleFile, WebSearchOptionsFile,
};
use crate::schema::{JsonSchema, SchemaLimits, parse_tool_input_schema};
use crate::session::script::{Hook, SelectedEnvironment};
use crate::tool::{
    FreeformFormat, FreeformSpec, FunctionSpec, NamespaceSpec, NamespaceTool, SearchContextSize,
    ToolName, ToolSpec, UserLocation,
};

impl Lowering<'_> {
    pub(super) fn extensions(
        &mut self,
        list: &[ExtensionFile],
        at: &Place<'_>,
    ) -> Arc<[ExtensionTool]> {
        self.count_tools(list.len(), at);
        at.each(list).map(|(tool, at)| self.extension(tool, &at)).collect()
    }

    fn extension(&mut self, file: &ExtensionFile, at: &Place<'_>) -> ExtensionTool {
        let member = self.member(file, at);
        let spec = match (&file.namespace, member) {
            (Some(namespace), member) => ToolSpec::Namespace(NamespaceSpec {
                name: namespace.as_str().into(),
                description: file.namespace_description.as_str().into(),
                tools: vec![Arc::new(member)],
            }),
            (None, NamespaceTool::Function(function)) => ToolSpec::Function(function),
            (None, NamespaceTool::Freeform(custom)) => ToolSpec::Freeform(custom),
        };
        ExtensionTool {
            name: ToolName {
                namespace: maybe(file.namespace.as_ref()),
                name: file.name.as_str().into(),
            },
            spec: Arc::new(spec),
            exposure: file.exposure,
            parallel: file.parallel,
            search_source: maybe(file.search_source.as_ref()),
        }
    }

    fn member(&mut self, file: &ExtensionFile, at: &Place<'_>) -> NamespaceTool {
        if let Some(grammar) = &file.grammar {
            return NamespaceTool::Freeform(FreeformSpec {
                name: file.name.as_str().into(),
                description: file.description.as_str().into(),
                defer_loading: None,
                format: FreeformFormat {
                    r#type: "grammar".into(),
                    syntax: "lark".into(),
                    definition: grammar.as_str().into(),
                },
            });
        }
        NamespaceTool::Function(FunctionSpec {
            name: file.name.as_str().into(),
            description: file.description.as_str().into(),
            strict: file.strict,
            defer_loading: None,
            parameters: Arc::new(self.trusted_schema(&file.input, &at.field("input"))),
            output_schema: None,
        })
    }

    /// Extensions bring finished schemas: read as they are, never made smaller.
    fn trusted_schema(&mut self, text: &str, at: &Place<'_>) -> JsonSchema {
        let schema = self.schema(Some(text), at);
        let schema = schema.unwrap_or_else(|| Arc::new(capture::no_input()));
        let limits = SchemaLimits { compact: false, ..SchemaLimits::default() };
        match parse_tool_input_schema(&schema, &limits) {
            Ok(prepared) => prepared.schema,
            Err(error) => {
                at.error(self.faults, format!("this schema cannot be used: {error}"), "an object");
                JsonSchema::default()
            }
        }
    }

    pub(super) fn dynamic_tools(
        &mut self,
        list: &[DynamicToolFile],
        at: &Place<'_>,
    ) -> Arc<[DynamicTool]> {
        self.count_tools(list.len(), at);
        let lower = |(tool, at): (&DynamicToolFile, Place<'_>)| DynamicTool {
            namespace: tool
                .namespace
                .as_deref()
                .map(|name| (name.into(), tool.namespace_description.as_str().into())),
            name: tool.name.as_str().into(),
            description: tool.description.as_str().into(),
            input_schema: self
                .schema(Some(&tool.input), &at.field("input"))
                .unwrap_or_else(|| Arc::new(capture::no_input())),
            defer_loading: tool.defer_loading,
        };
        at.each(list).map(lower).collect()
    }
}

pub(super) fn environments(list: &[EnvironmentFile]) -> Vec<SelectedEnvironment> {
    let lower = |file: &EnvironmentFile| SelectedEnvironment {
        environment: Environment {
            id: file.id.as_str().into(),
            remote: file.remote,
            login_shell: file.login_shell,
        },
        ready: file.ready,
    };
    list.iter().map(lower).collect()
}

pub(super) fn web_search(file: &WebSearchOptionsFile) -> WebSearchConfig {
    let located = [&file.country, &file.region, &file.city, &file.timezone];
    let user_location = located.iter().any(|part| part.is_some()).then(|| UserLocation {
        r#type: "approximate",
        country: file.country.clone(),
        region: file.region.clone(),
        city: file.city.clone(),
        timezone: file.timezone.clone(),
    });
    WebSearchConfig {
        allowed_domains: file.allowed_domains.clone(),
        user_location,
        context_size: file.context_size.map(|size| match size {
            ContextSizeFile::Low => SearchContextSize::Low,
            ContextSizeFile::Medium => SearchContextSize::Medium,
            ContextSizeFile::High => SearchContextSize::High,
        }),
    }
}

pub(super) fn roles(list: &[RoleFile]) -> Arc<[AgentRole]> {
    let lower = |file: &RoleFile| AgentRole {
        name: file.name.as_str().into(),
        description: Some(file.description.as_str()).filter(|text| !text.is_empty()).map(Arc::from),
    };
    list.iter().map(lower).collect()
}

pub(super) fn presets(list: &[PresetFile]) -> Arc<[ModelPreset]> {
    let lower = |file: &PresetFile| ModelPreset {
        name: file.name.as_str().into(),
        description: file.description.as_str().into(),
        picker_visible: file.picker_visible,
        version: file.agents,
    };
    list.iter().map(lower).collect()
}

/// A switch that is on is the same as one that is unset.
pub(super) fn app_policy(file: &AppPolicyFile) -> AppPolicy {
    AppPolicy {
        apps: file.apps.iter().map(|app| (app.id.clone(), app_settings(app))).collect(),
        default_enabled: file.enabled,
        default_destructive_enabled: (!file.destructive).then_some(false),
        default_open_world_enabled: (!file.open_world).then_some(false),
    }
}

fn app_settings(file: &AppFile) -> AppSettings {
    let entry = |enabled| AppToolSettings { enabled: Some(enabled) };
    AppSettings {
        enabled: file.enabled,
        managed_disabled: file.managed == Some(false),
        default_tools_enabled: file.default_tools_enabled,
        destructive_enabled: file.destructive,
        open_world_enabled: file.open_world,
        tools: file.tools.iter().map(|tool| (tool.name.clone(), entry(tool.enabled))).collect(),
    }
}

pub(super) fn host_texts(file: &HostTextsFile) -> HostTexts {
    HostTexts { tool: file.tool.as_str().into(), parameter: file.parameter.as_str().into() }
}

pub(super) fn hooks(list: &[HookFile]) -> Arc<[Hook]> {
    let lower = |file: &HookFile| Hook {
        matches: file.matches.as_str().into(),
        block: maybe(file.block.as_ref()),
        rewrite: maybe(file.rewrite.as_ref()),
        block_result: maybe(file.block_result.as_ref()),
        feedback: maybe(file.feedback.as_ref()),
    };
    list.iter().map(lower).collect()
}
