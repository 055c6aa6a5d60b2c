//! Renders Markdown on standard input as HTML on standard output, with the tables that comments on pull requests know.

use std::error::Error;
use std::io::{self, Read, Write};

use pulldown_cmark::{Options, Parser, html};

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let mut page = String::new();
    html::push_html(&mut page, Parser::new_ext(&text, Options::ENABLE_TABLES));
    Ok(io::stdout().write_all(page.as_bytes())?)
}
