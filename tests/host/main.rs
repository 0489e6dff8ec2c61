//! The boundary around cells: a parent, real child processes and a fake engine inside them.
//!
//! This file is also the child: it has a `main` of its own, and `cell-host MODE` makes it one. Start
//! reading at `fake` (what a fake cell can be told to do), then `life` and `hostile`.

#[cfg(not(unix))]
fn main() {}

#[cfg(unix)]
mod fake;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod life;
#[cfg(unix)]
mod parent;

#[cfg(unix)]
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, command, mode] = arguments.as_slice()
        && command == "cell-host"
    {
        return fake::child(mode);
    }
    let trials = [life::TESTS, hostile::TESTS].concat();
    let trials = trials.into_iter().map(|(name, test)| {
        libtest_mimic::Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials.collect()).exit();
}
