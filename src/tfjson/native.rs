//! What files in the native syntax declare, so that references from JSON can be resolved.

use hcl_edit::Span as _;
use hcl_edit::structure::{Block, Body};

use super::declaration::{Declaration, DeclarationKind, Instances, Labels, NativeBlock};
use crate::source::Span;

/// What a file declares, and the modules that it calls by literal sources.
#[derive(Default)]
pub(super) struct Native {
    pub(super) declarations: Vec<Declaration<'static>>,
    pub(super) calls: Vec<Call>,
}

/// The call of a module.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) name: String,
    pub(super) source: String,
    /// Whether it stands in an override file.
    pub(super) overrides: bool,
}

/// Reads a file.
///
/// # Errors
///
/// The byte at which it cannot be read, from 0.
pub(super) fn read(text: &str, file: usize, overrides: bool) -> Result<Native, usize> {
    // Other readers of the language take a mark at the beginning.
    let unmarked = text.strip_prefix('\u{feff}').unwrap_or(text);
    let shift = text.len() - unmarked.len();
    let body = hcl_edit::parser::parse_body(unmarked).map_err(|error| shift + error.location().offset())?;
    let mut reader = Reader {
        file,
        overrides,
        shift,
        found: Vec::new(),
        calls: Vec::new(),
    };
    for block in body.blocks() {
        reader.block(block);
    }
    Ok(Native {
        declarations: reader.found,
        calls: reader.calls,
    })
}

/// Whether a text declares something in the native syntax.
pub(crate) fn is_native(text: &str) -> bool {
    read(text, 0, false).is_ok_and(|read| !read.declarations.is_empty())
}

struct Reader {
    file: usize,
    overrides: bool,
    shift: usize,
    found: Vec<Declaration<'static>>,
    calls: Vec<Call>,
}

impl Reader {
    fn block(&mut self, block: &Block) {
        let labels: Vec<&str> = block
            .labels
            .iter()
            .map(hcl_edit::structure::BlockLabel::as_str)
            .collect();
        let kind = block.ident.value().as_str();
        match kind {
            "locals" => {
                for attribute in block.body.attributes() {
                    let span = attribute.key.span();
                    self.push(DeclarationKind::Local, &[attribute.key.value().as_str()], span);
                }
            }
            "terraform" => {
                for inner in block.body.blocks() {
                    let inner_labels: Vec<&str> = inner
                        .labels
                        .iter()
                        .map(hcl_edit::structure::BlockLabel::as_str)
                        .collect();
                    let setting = inner.ident.value().as_str();
                    if let Some(kind) = DeclarationKind::of_setting(setting) {
                        self.push(kind, &inner_labels, inner.ident.span());
                    }
                    if setting == "required_providers" {
                        for attribute in inner.body.attributes() {
                            let name = attribute.key.value().as_str();
                            self.push(DeclarationKind::RequiredProvider, &[name], attribute.key.span());
                        }
                    }
                }
            }
            "provider" => {
                let alias = literal(&block.body, "alias");
                let labels: Vec<&str> = labels.iter().copied().chain(alias.as_deref()).collect();
                self.push(DeclarationKind::Provider, &labels, block.ident.span());
            }
            _ => {
                if let ("module", Some(source), [name]) = (kind, literal(&block.body, "source"), &labels[..]) {
                    self.calls.push(Call {
                        name: (*name).to_owned(),
                        source,
                        overrides: self.overrides,
                    });
                }
                if let Some(kind) = DeclarationKind::of_block(kind) {
                    self.push(kind, &labels, block.ident.span());
                    if let Some(declaration) = self.found.last_mut() {
                        declaration.has_default = block.body.has_attribute("default");
                        declaration.instances = instances(declaration.kind, &block.body);
                        declaration.written = Some(Box::new(written(&block.body)));
                    }
                }
                for data in block.body.get_blocks("data").filter(|_| kind == "check") {
                    let labels: Vec<&str> = data
                        .labels
                        .iter()
                        .map(hcl_edit::structure::BlockLabel::as_str)
                        .collect();
                    self.push(DeclarationKind::Data, &labels, data.ident.span());
                }
            }
        }
    }

    fn push(&mut self, kind: DeclarationKind, labels: &[&str], span: Option<std::ops::Range<usize>>) {
        let span = span.map_or(Span::default(), |span| {
            Span::new(span.start + self.shift, span.end + self.shift)
        });
        self.found.push(Declaration {
            kind,
            labels: Labels::new(labels.iter().map(|&label| label.to_owned())),
            file: self.file,
            span,
            body: Span::default(),
            block: None,
            overrides: self.overrides,
            has_default: false,
            instances: Instances::Unknown,
            written: None,
        });
    }
}

/// How many of a resource there may be; of modules, whose outputs are not known either, nothing is said.
fn instances(kind: DeclarationKind, body: &Body) -> Instances {
    match kind {
        DeclarationKind::Resource | DeclarationKind::Data | DeclarationKind::Ephemeral => {
            if body.has_attribute("count") || body.has_attribute("for_each") {
                Instances::Repeated
            } else {
                Instances::One
            }
        }
        _ => Instances::Unknown,
    }
}

/// What a block holds.
fn written(body: &Body) -> NativeBlock {
    let attributes = body.attributes().map(|attribute| attribute.key.value().to_string());
    let blocks = body.blocks().map(|block| match block.labels.first() {
        Some(label) if block.ident.value().as_str() == "dynamic" => label.as_str().to_owned(),
        _ => block.ident.value().to_string(),
    });
    let answers = body.attributes().filter_map(|attribute| {
        let answer = attribute.value.as_bool()?;
        Some((attribute.key.value().to_string(), answer))
    });
    NativeBlock {
        names: attributes.chain(blocks).collect(),
        source: literal(body, "source"),
        answers: answers.collect(),
    }
}

fn literal(body: &Body, name: &str) -> Option<String> {
    body.get_attribute(name)?.value.as_str().map(str::to_owned)
}
