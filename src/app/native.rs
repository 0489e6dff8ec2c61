//! The real window: files, dialogs, settings on disk, screenshots. The only part of the app that
//! does I/O.

use std::cell::RefCell;
use std::fmt;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc;

use eframe::egui;

use super::command::Command;
use super::engine::{Cells, Files};
use super::model::{At, Look, PlayHead, Tab};
use super::settings::{KEY, Settings};
use super::{App, GalleryEntry, Wish, walk};
use crate::lang::Lang;
use crate::tool::ToolName;

/// Largest scenario file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

/// Frames that are drawn before a screenshot, so that everything has its place.
const SETTLE_FRAMES: u32 = 6;

/// What the window starts with.
#[derive(Clone, Debug, Default)]
pub struct AppOptions {
    /// Scenarios of the gallery.
    pub gallery: Vec<GalleryEntry>,
    /// What cells run on.
    pub cells: Cells,
    /// A scenario to open.
    pub open: Option<Opened>,
    /// Sample to show, from 1.
    pub step: Option<u32>,
    /// Virtual time to show, in ms; wins over `step`.
    pub at_ms: Option<u64>,
    /// Decision of the walk to show, from 0.
    pub rule: Option<usize>,
    /// Id of the cell to show; opens the cell screen.
    pub cell: Option<String>,
    /// Entry of the cell to show, from 0; opens the cell screen, at the sample's cell when there is
    /// no other.
    pub entry: Option<usize>,
    /// Dotted name of the tool to select.
    pub select: Option<String>,
    /// Tab of the detail pane, by its word: `trail`, `why`, `json`, `search`, `calls`, `changes`.
    pub tab: Option<String>,
    /// Show the editor, the sheet of commands, or the presenter's view.
    pub show: Vec<String>,
    /// Language, over what was remembered.
    pub lang: Option<Lang>,
    /// Dark or light, over what was remembered.
    pub dark: Option<bool>,
    /// Size of the window, in points.
    pub size: Option<(f32, f32)>,
    /// Write one picture of the window there and leave.
    pub screenshot: Option<PathBuf>,
}

/// A scenario from outside, with what stands beside it.
#[derive(Clone, Debug, Default)]
pub struct Opened {
    /// File name.
    pub name: String,
    /// Text.
    pub text: String,
    /// Captured tool lists it names.
    pub files: Files,
}

impl Opened {
    /// Reads a scenario and the tool lists it names in its own folder or below.
    ///
    /// # Errors
    /// In words, when the file cannot be read or is too large. Faulty text is no error here.
    pub fn read(path: &Path) -> Result<Opened, String> {
        let text = bounded(path)?;
        let name =
            path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let folder = path.parent().unwrap_or(Path::new(""));
        let files = RefCell::new(Files::new());
        crate::scenario::load(&text, &name, &|wanted| {
            let found = beside(folder, wanted)?;
            files.borrow_mut().insert(wanted.to_owned(), found.clone());
            Ok(found)
        });
        Ok(Opened { name, text, files: files.into_inner() })
    }
}

fn beside(folder: &Path, wanted: &str) -> Result<String, String> {
    let inside = Path::new(wanted)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !inside {
        return Err(String::from("the file must be in the scenario's folder or below it"));
    }
    bounded(&folder.join(wanted))
}

fn bounded(path: &Path) -> Result<String, String> {
    // Opening a pipe that nobody writes to would wait for ever.
    if !path.metadata().map_err(|error| error.to_string())?.is_file() {
        return Err(String::from("this is no ordinary file"));
    }
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if MAX_FILE_BYTES < bytes.len() as u64 {
        return Err(format!("more than {MAX_FILE_BYTES} bytes"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Why the window did not open, or ended badly.
#[derive(Debug)]
pub enum AppError {
    /// There is no display to open a window on.
    NoDisplay,
    /// An embedded theme cannot be read.
    Theme(ron::error::SpannedError),
    /// The window system refused.
    Window(eframe::Error),
    /// The picture could not be written.
    Screenshot(String),
}

impl fmt::Display for AppError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDisplay => f.write_str("there is no display to open a window on"),
            Self::Theme(error) => write!(f, "an embedded theme cannot be read: {error}"),
            Self::Window(error) => write!(f, "the window system refused: {error}"),
            Self::Screenshot(error) => write!(f, "the screenshot could not be written: {error}"),
        }
    }
}

impl std::error::Error for AppError {}

/// Is there a display to open a window on? Only Unix desktops can lack one in a way that shows.
pub fn has_display() -> bool {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return true;
    }
    ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// [`AppError::NoDisplay`] without touching the window system when there is no display.
pub fn run_native(options: AppOptions) -> Result<(), AppError> {
    if !has_display() {
        return Err(AppError::NoDisplay);
    }
    let mut app = App::new(options.gallery.clone()).map_err(AppError::Theme)?;
    app.doc.cells = options.cells.clone();
    let (width, height) = options.size.unwrap_or((1280.0, 800.0));
    let for_picture = options.screenshot.is_some();
    let viewport = egui::ViewportBuilder::default()
        .with_title("freezeframe")
        .with_app_id("freezeframe")
        .with_inner_size([width, height])
        .with_min_inner_size([340.0, 480.0])
        .with_drag_and_drop(true);
    let native = eframe::NativeOptions {
        viewport,
        persist_window: !for_picture,
        // A picture neither reads what was remembered, zoom included, nor is remembered.
        persistence_path: for_picture.then(|| {
            std::env::temp_dir().join(format!("freezeframe-picture-{}.ron", std::process::id()))
        }),
        ..eframe::NativeOptions::default()
    };
    let (tell, told) = mpsc::channel();
    let created = eframe::run_native(
        "freezeframe",
        native,
        Box::new(move |context| Ok(Box::new(Shell::new(app, options, context, tell)))),
    );
    created.map_err(AppError::Window)?;
    match told.try_recv() {
        Ok(Err(error)) => Err(AppError::Screenshot(error)),
        _ => Ok(()),
    }
}

/// The application inside its window.
struct Shell {
    app: App,
    remember: bool,
    screenshot: Option<PathBuf>,
    frames: u32,
    tell: mpsc::Sender<Result<(), String>>,
}

impl Shell {
    fn new(
        mut app: App,
        options: AppOptions,
        context: &eframe::CreationContext<'_>,
        tell: mpsc::Sender<Result<(), String>>,
    ) -> Self {
        let remember = options.screenshot.is_none();
        let stored =
            context.storage.filter(|_| remember).and_then(|storage| storage.get_string(KEY));
        if let Some(settings) = stored.and_then(|text| ron::from_str::<Settings>(&text).ok()) {
            settings.restore(&mut app.view);
        }
        app.view.still |= options.screenshot.is_some();
        let screenshot = options.screenshot.clone();
        start(&mut app, options);
        Self { app, remember, screenshot, frames: 0, tell }
    }

    /// Fulfils what panels asked for and only this floor can do.
    fn fulfil(&mut self) {
        for wish in std::mem::take(&mut self.app.wishes) {
            match wish {
                Wish::OpenFile => {
                    let dialog = rfd::FileDialog::new().add_filter("RON", &["ron"]);
                    if let Some(path) = dialog.pick_file() {
                        self.open_path(&path);
                    }
                }
                Wish::SaveFile { name, text } => {
                    let dialog =
                        rfd::FileDialog::new().add_filter("RON", &["ron"]).set_file_name(name);
                    if let Some(path) = dialog.save_file() {
                        match std::fs::write(&path, text.as_bytes()) {
                            Ok(()) => self.app.apply(Command::Saved),
                            Err(error) => self.app.tell(format!("{}: {error}", path.display())),
                        }
                    }
                }
                Wish::Copy(_) => {}
            }
        }
    }

    fn open_path(&mut self, path: &Path) {
        match Opened::read(path) {
            Ok(Opened { name, text, files }) => {
                self.app.apply(Command::OpenText { name, text, files });
            }
            Err(error) => self.app.tell(format!("{}: {error}", path.display())),
        }
    }

    fn take_dropped(&mut self, ctx: &egui::Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        if let Some(file) = dropped.last() {
            let path = file.path().to_owned();
            self.open_path(&path);
        }
    }

    /// Takes the picture once everything stands still, then closes the window.
    fn picture(&mut self, ctx: &egui::Context) {
        let Some(path) = self.screenshot.clone() else { return };
        self.frames += 1;
        ctx.request_repaint();
        if self.frames != SETTLE_FRAMES {
            return;
        }
        let tell = self.tell.clone();
        let window = ctx.clone();
        let callback = egui::ScreenshotCallback::new(move |image| {
            // The window is closing; nobody is left to hear about a failed send.
            let _ = tell.send(write_png(&path, &image));
            window.send_viewport_cmd(egui::ViewportCommand::Close);
            window.request_repaint();
        });
        ctx.send_viewport_cmd(egui::ViewportCommand::Screenshot(callback));
    }
}

fn write_png(path: &Path, image: &egui::ColorImage) -> Result<(), String> {
    let [width, height] = image.size;
    let bytes: Vec<u8> = image.pixels.iter().flat_map(|pixel| pixel.to_array()).collect();
    let format = image::ExtendedColorType::Rgba8;
    image::save_buffer(path, &bytes, width as u32, height as u32, format)
        .map_err(|error| error.to_string())
}

/// Brings the application to where the options want it.
fn start(app: &mut App, options: AppOptions) {
    if let Some(lang) = options.lang {
        app.apply(Command::SetLang(lang));
    }
    if let Some(dark) = options.dark {
        app.apply(Command::SetLook(if dark { Look::Dark } else { Look::Light }));
    }
    let Some(Opened { name, text, files }) = options.open else { return };
    app.apply(Command::OpenText { name, text, files });
    if let Some(step) = options.step {
        app.apply(Command::GoToStep(step));
    }
    if let Some(ms) = options.at_ms {
        app.apply(Command::Scrub(ms));
    }
    if let Some(rule) = options.rule {
        let last =
            app.doc.sample(app.view.head.step).map_or(0, |sample| walk::Walk::of(sample).len());
        let at = At::Rule(rule.min(last.saturating_sub(1)));
        app.apply(Command::GoTo(PlayHead { at, ..app.view.head }));
    }
    let trace = app.doc.trace.as_ref();
    let cell =
        options.cell.and_then(|id| trace?.record.cell(&id).map(|cell| (cell.step, cell.call)));
    match cell {
        Some((step, call)) => app.apply(Command::OpenCell { step, call }),
        None if options.entry.is_some() => app.apply(Command::ToggleCells),
        None => {}
    }
    if let Some(entry) = options.entry {
        app.apply(Command::CellStop(entry));
    }
    if let Some(name) = options.select {
        app.apply(Command::Select(Some(ToolName::parse_dotted(&name))));
    }
    if let Some(tab) = options.tab {
        let wanted = Tab::ALL.into_iter().find(|known| known.key() == format!("tab-{tab}"));
        if let Some(tab) = wanted {
            let page = app.view.page;
            app.apply(Command::ShowTab(tab));
            app.view.page = page;
        }
    }
    for what in options.show {
        let command = match what.as_str() {
            // A broken file has opened the editor already.
            "editor" if app.view.editor => continue,
            "editor" => Command::ToggleEditor,
            "help" => Command::ToggleHelp,
            "presenter" => Command::TogglePresenter,
            "gallery" => Command::Gallery,
            "why" => Command::ShowPage(super::model::Page::Why),
            "time" => Command::ShowPage(super::model::Page::Time),
            "conditions" => Command::ShowPage(super::model::Page::Conditions),
            _ => continue,
        };
        app.apply(command);
    }
}

impl eframe::App for Shell {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.take_dropped(&ctx);
        self.app.ui(ui);
        self.fulfil();
        self.picture(&ctx);
    }

    fn persist_egui_memory(&self) -> bool {
        self.remember
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        if !self.remember {
            return;
        }
        if let Ok(text) = ron::to_string(&Settings::of(&self.app.view)) {
            storage.set_string(KEY, text);
        }
    }
}
