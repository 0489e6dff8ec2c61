//! [`Settings`]: what is remembered from one start to the next.

use serde::{Deserialize, Serialize};

use super::model::{Look, Tab, View};
use crate::lang::Lang;

/// Where the settings stand in the storage.
pub const KEY: &str = "freezeframe-settings";

/// What is remembered. A field that is missing or unknown falls back to its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Korean instead of English.
    pub korean: bool,
    /// Light or dark.
    pub look: Look,
    /// Speed of playing.
    pub speed: f32,
    /// Tab of the detail pane.
    pub tab: Tab,
    /// No motion.
    pub still: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self::of(&View::default())
    }
}

impl Settings {
    /// What a view wants remembered.
    pub fn of(view: &View) -> Self {
        Self {
            korean: view.lang == Lang::Ko,
            look: view.look,
            speed: view.speed,
            tab: view.tab,
            still: view.still,
        }
    }

    /// Gives a view what was remembered.
    pub fn restore(&self, view: &mut View) {
        view.lang = if self.korean { Lang::Ko } else { Lang::En };
        view.look = self.look;
        view.tab = self.tab;
        view.still = self.still;
        if self.speed.is_finite() {
            view.speed =
                self.speed.clamp(*super::apply::SPEEDS.start(), *super::apply::SPEEDS.end());
        }
    }
}
