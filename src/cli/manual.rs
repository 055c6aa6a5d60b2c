//! `planlint completions` and `planlint man`: what shells and manuals know of the arguments.

use std::io::{self, Write};

use clap::CommandFactory;

use super::args::{Cli, CompletionsArgs};
use super::exit::Exit;

/// Writes the completions of a shell.
pub(super) fn completions(arguments: &CompletionsArgs) -> Exit {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "planlint", &mut text);
    put(&text)
}

/// Writes the manual page.
pub(super) fn man() -> Exit {
    let mut text = Vec::new();
    match clap_mangen::Man::new(Cli::command()).render(&mut text) {
        Ok(()) => put(&text),
        Err(_) => Exit::NotJudged,
    }
}

fn put(text: &[u8]) -> Exit {
    let mut out = io::stdout().lock();
    Exit::Passed.written(out.write_all(text).and_then(|()| out.flush()))
}
