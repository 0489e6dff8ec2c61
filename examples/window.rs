//! Opens the window without the command line floor, or takes a picture of it:
//! `cargo run --example window -- [FILE.ron] [--step N] [--at MS] [--rule N] [--size 1280x800]
//! [--theme dark|light] [--lang ko|en] [--select NAME] [--tab WORD] [--show WORD] [--screenshot OUT.png]`

use freezeframe::app::GalleryEntry;
use freezeframe::app::native::{AppOptions, run_native};
use freezeframe::lang::Lang;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gallery = freezeframe::pack::SCENARIOS
        .iter()
        .map(|(name, text)| GalleryEntry { file_name: (*name).into(), text: (*text).into() })
        .collect();
    let mut options = AppOptions { gallery, ..AppOptions::default() };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if !arg.starts_with("--") {
            options.open = Some((arg.clone(), std::fs::read_to_string(&arg)?));
            continue;
        }
        let value = args.next().ok_or("a value is missing")?;
        match arg.as_str() {
            "--step" => options.step = Some(value.parse()?),
            "--at" => options.at_ms = Some(value.parse()?),
            "--rule" => options.rule = Some(value.parse()?),
            "--theme" => options.dark = Some(value == "dark"),
            "--lang" => options.lang = Some(if value == "ko" { Lang::Ko } else { Lang::En }),
            "--select" => options.select = Some(value),
            "--tab" => options.tab = Some(value),
            "--show" => options.show.push(value),
            "--screenshot" => options.screenshot = Some(value.into()),
            "--size" => {
                let (width, height) = value.split_once('x').ok_or("SIZE is WxH")?;
                options.size = Some((width.parse()?, height.parse()?));
            }
            _ => return Err(format!("unknown option {arg}").into()),
        }
    }
    Ok(run_native(options)?)
}
