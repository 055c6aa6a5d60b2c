//! What files in the native syntax declare, so that references from JSON can be resolved.

use hcl_edit::Span as _;
use hcl_edit::structure::{Block, BlockLabel, Body};

use super::declaration::{Declaration, DeclarationKind, Instances, Labels, NativeBlock};
use crate::order;
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
    let (body, shift) = parse(text)?;
    let mut reader = Reader {
        file,
        overrides,
        shift,
        found: Native::default(),
    };
    for block in body.blocks() {
        reader.block(block);
    }
    Ok(reader.found)
}

/// What stands in a text, and how many bytes of its beginning the parser did not see, which its places do not count.
///
/// # Errors
///
/// The byte at which it cannot be read, from 0.
pub(super) fn parse(text: &str) -> Result<(Body, usize), usize> {
    // Other readers of the language take a mark at the beginning.
    let unmarked = text.strip_prefix('\u{feff}').unwrap_or(text);
    let shift = text.len() - unmarked.len();
    let body = hcl_edit::parser::parse_body(unmarked);
    body.map(|body| (body, shift))
        .map_err(|error| shift + error.location().offset())
}

/// Whether a text declares something in the native syntax.
pub(crate) fn is_native(text: &str) -> bool {
    read(text, 0, false).is_ok_and(|read| !read.declarations.is_empty())
}

struct Reader {
    file: usize,
    overrides: bool,
    shift: usize,
    found: Native,
}

impl Reader {
    fn block(&mut self, block: &Block) {
        let labels = labels_of(block);
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
                    let setting = inner.ident.value().as_str();
                    if let Some(kind) = DeclarationKind::of_setting(setting) {
                        self.push(kind, &labels_of(inner), inner.ident.span());
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
                    self.found.calls.push(Call {
                        name: (*name).to_owned(),
                        source,
                        overrides: self.overrides,
                    });
                }
                if let Some(kind) = DeclarationKind::of_block(kind) {
                    self.push(kind, &labels, block.ident.span());
                    if let Some(declaration) = self.found.declarations.last_mut() {
                        declaration.has_default = block.body.has_attribute("default");
                        declaration.instances = instances(declaration.kind, &block.body);
                        declaration.written = Some(Box::new(written(&block.body)));
                    }
                }
                for data in block.body.get_blocks("data").filter(|_| kind == "check") {
                    self.push(DeclarationKind::Data, &labels_of(data), data.ident.span());
                }
            }
        }
    }

    fn push(&mut self, kind: DeclarationKind, labels: &[&str], span: Option<std::ops::Range<usize>>) {
        let span = span.map_or(Span::default(), |span| {
            Span::new(span.start + self.shift, span.end + self.shift)
        });
        self.found.declarations.push(Declaration {
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

fn labels_of(block: &Block) -> Vec<&str> {
    block.labels.iter().map(BlockLabel::as_str).collect()
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
        answers: order::map(answers),
    }
}

fn literal(body: &Body, name: &str) -> Option<String> {
    body.get_attribute(name)?.value.as_str().map(str::to_owned)
}
