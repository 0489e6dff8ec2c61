//! [`Theme`]: colours as data, one file per theme, and the few sizes everything is built from.
//!
//! Knows: egui's style. May not know: documents, commands. Start at [`install`].

use std::sync::Arc;

use eframe::egui::{
    self, Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Shadow,
    Stroke, TextStyle, vec2,
};
use serde::Deserialize;

/// Spacing steps, in points.
pub const GAP: [f32; 5] = [4.0, 8.0, 12.0, 16.0, 24.0];
/// Height of a hit target.
pub const HIT: f32 = 28.0;
/// Height of a hit target under a finger.
pub const HIT_TOUCH: f32 = 44.0;
/// Windows narrower than this get tabs instead of columns.
pub const NARROW: f32 = 760.0;
/// Presenter mode enlarges everything by this.
pub const PRESENTER_ZOOM: f32 = 1.6;

const LIGHT: &str = include_str!("theme/light.ron");
const DARK: &str = include_str!("theme/dark.ron");

/// A colour written `#RRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex(pub Color32);

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Color32::from_hex(&text)
            .map(Hex)
            .map_err(|_| serde::de::Error::custom(format!("not a colour: {text}")))
    }
}

impl std::ops::Deref for Hex {
    type Target = Color32;
    fn deref(&self) -> &Color32 {
        &self.0
    }
}

/// The colours of one theme. Names say what a colour means, never what it looks like.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are the documentation; the pairs are tested")]
pub struct Theme {
    pub bg: Hex,
    pub panel: Hex,
    pub card: Hex,
    pub card_hover: Hex,
    pub line: Hex,
    pub text: Hex,
    pub text_weak: Hex,
    pub accent: Hex,
    pub on_accent: Hex,
    pub selection: Hex,
    pub code: Hex,
    pub frozen: Hex,
    pub frozen_fill: Hex,
    pub frozen_text: Hex,
    pub live: Hex,
    pub live_fill: Hex,
    pub live_text: Hex,
    pub visible: Hex,
    pub visible_text: Hex,
    pub deferred: Hex,
    pub deferred_fill: Hex,
    pub deferred_text: Hex,
    pub hidden: Hex,
    pub hidden_fill: Hex,
    pub hidden_text: Hex,
    pub absent_text: Hex,
    pub orphan: Hex,
    pub orphan_fill: Hex,
    pub orphan_text: Hex,
}

impl Theme {
    /// Reads a theme file.
    pub fn parse(text: &str) -> Result<Theme, ron::error::SpannedError> {
        ron::from_str(text)
    }

    /// The embedded light theme.
    pub fn light() -> Result<Theme, ron::error::SpannedError> {
        Self::parse(LIGHT)
    }

    /// The embedded dark theme.
    pub fn dark() -> Result<Theme, ron::error::SpannedError> {
        Self::parse(DARK)
    }

    /// Every pair of a text colour and a ground it is read on.
    pub fn reading_pairs(&self) -> Vec<(&'static str, Color32, Color32)> {
        let card = self.card.0;
        vec![
            ("text on card", self.text.0, card),
            ("text on background", self.text.0, self.bg.0),
            ("text on panel", self.text.0, self.panel.0),
            ("text on hovered card", self.text.0, self.card_hover.0),
            ("text on selection", self.text.0, self.selection.0),
            ("weak text on card", self.text_weak.0, card),
            ("weak text on panel", self.text_weak.0, self.panel.0),
            ("weak text on background", self.text_weak.0, self.bg.0),
            ("text on accent", self.on_accent.0, self.accent.0),
            ("frozen text", self.frozen_text.0, self.frozen_fill.0),
            ("weak text on frozen", self.text_weak.0, self.frozen_fill.0),
            ("live text", self.live_text.0, self.live_fill.0),
            ("visible text", self.visible_text.0, card),
            ("deferred text", self.deferred_text.0, card),
            ("deferred text on its fill", self.deferred_text.0, self.deferred_fill.0),
            ("hidden text", self.hidden_text.0, card),
            ("hidden text on its fill", self.hidden_text.0, self.hidden_fill.0),
            ("absent text", self.absent_text.0, card),
            ("orphan text", self.orphan_text.0, card),
            ("orphan text on its fill", self.orphan_text.0, self.orphan_fill.0),
        ]
    }
}

/// Both themes.
#[derive(Clone, Debug)]
pub struct Themes {
    /// Light.
    pub light: Theme,
    /// Dark.
    pub dark: Theme,
}

impl Themes {
    /// The embedded themes.
    pub fn embedded() -> Result<Themes, ron::error::SpannedError> {
        Ok(Themes { light: Theme::light()?, dark: Theme::dark()? })
    }

    /// The theme egui shows at the moment.
    pub fn current(&self, ctx: &egui::Context) -> &Theme {
        match ctx.theme() {
            egui::Theme::Light => &self.light,
            egui::Theme::Dark => &self.dark,
        }
    }
}

/// The heavier cut of the text font.
pub fn strong() -> FontFamily {
    FontFamily::Name("strong".into())
}

/// The heavier cut of the monospace font.
pub fn strong_mono() -> FontFamily {
    FontFamily::Name("strong-mono".into())
}

/// Body text in the heavier cut.
pub fn strong_font(size: f32) -> FontId {
    FontId::new(size, strong())
}

/// Hands fonts and styles to egui. Once per context.
pub fn install(ctx: &egui::Context, themes: &Themes) {
    ctx.set_fonts(fonts());
    for (which, theme) in [(egui::Theme::Light, &themes.light), (egui::Theme::Dark, &themes.dark)] {
        ctx.style_mut_of(which, |style| dress(style, theme, which == egui::Theme::Dark));
    }
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let faces: [(&str, &'static [u8], FontFamily); 4] = [
        ("inter", include_bytes!("fonts/Inter-Regular.otf"), FontFamily::Proportional),
        ("inter-strong", include_bytes!("fonts/Inter-SemiBold.otf"), strong()),
        ("mono", include_bytes!("fonts/JetBrainsMono-Regular.ttf"), FontFamily::Monospace),
        ("mono-strong", include_bytes!("fonts/JetBrainsMono-SemiBold.ttf"), strong_mono()),
    ];
    for (name, bytes, family) in faces {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        let fallbacks = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
        let list = fonts.families.entry(family).or_insert(fallbacks);
        list.insert(0, name.to_owned());
    }
    fonts
}

fn dress(style: &mut egui::Style, theme: &Theme, dark: bool) {
    style.text_styles = [
        (TextStyle::Small, FontId::new(11.5, FontFamily::Proportional)),
        (TextStyle::Body, FontId::new(13.0, FontFamily::Proportional)),
        (TextStyle::Button, FontId::new(13.0, FontFamily::Proportional)),
        (TextStyle::Heading, FontId::new(20.0, strong())),
        (TextStyle::Monospace, FontId::new(12.5, FontFamily::Monospace)),
    ]
    .into();
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 4.0);
    spacing.button_padding = vec2(8.0, 4.0);
    spacing.interact_size = vec2(HIT, HIT);
    spacing.icon_width = 16.0;
    spacing.combo_width = 96.0;
    spacing.window_margin = Margin::same(16);
    spacing.menu_margin = Margin::same(8);
    spacing.tooltip_width = 360.0;
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.35;
    style.animation_time = 0.18;

    let visuals = &mut style.visuals;
    *visuals = if dark { egui::Visuals::dark() } else { egui::Visuals::light() };
    visuals.panel_fill = theme.panel.0;
    visuals.window_fill = theme.card.0;
    visuals.window_stroke = Stroke::new(1.0, theme.line.0);
    visuals.window_corner_radius = CornerRadius::same(10);
    visuals.menu_corner_radius = CornerRadius::same(8);
    let shade = if dark { 110 } else { 40 };
    let shadow =
        Shadow { offset: [0, 6], blur: 20, spread: 0, color: Color32::from_black_alpha(shade) };
    visuals.window_shadow = shadow;
    visuals.popup_shadow = shadow;
    visuals.extreme_bg_color = theme.code.0;
    visuals.text_edit_bg_color = Some(theme.code.0);
    visuals.code_bg_color = theme.code.0;
    visuals.faint_bg_color = theme.card_hover.0;
    visuals.hyperlink_color = theme.visible_text.0;
    visuals.warn_fg_color = theme.deferred_text.0;
    visuals.error_fg_color = theme.orphan_text.0;
    visuals.weak_text_color = Some(theme.text_weak.0);
    visuals.selection.bg_fill = theme.selection.0;
    visuals.selection.stroke = Stroke::new(1.5, theme.accent.0);
    visuals.handle_shape = egui::style::HandleShape::Circle;

    let radius = CornerRadius::same(6);
    let widgets = &mut visuals.widgets;
    for (state, fill, line, text) in [
        (&mut widgets.noninteractive, theme.panel.0, theme.line.0, theme.text.0),
        (&mut widgets.inactive, theme.card.0, theme.line.0, theme.text.0),
        (&mut widgets.hovered, theme.card_hover.0, theme.accent.0, theme.text.0),
        (&mut widgets.active, theme.selection.0, theme.accent.0, theme.text.0),
        (&mut widgets.open, theme.card_hover.0, theme.line.0, theme.text.0),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, line);
        state.fg_stroke = Stroke::new(1.0, text);
        state.corner_radius = radius;
        state.expansion = 0.0;
    }
}
