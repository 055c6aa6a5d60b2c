//! The HCL JSON syntax: bodies, blocks, expressions and templates written in JSON.
//!
//! It follows the HCL JSON syntax specification, whose sections the items name: a [`File`] is read with all that is
//! wrong with it, a [`Body`] is asked for its [`Content`] under a [`Schema`], and an [`Expression`] for its value or
//! for what it says when it is not evaluated. All places are bytes of the file, in strings with escapes too ([`Text`]).
//!
//! ```
//! use planlint::hcljson::template::Met;
//! use planlint::hcljson::{AttributeSchema, BlockSchema, Body, Expression, File, Schema};
//!
//! let text = r#"{"service": {"web": {"image": "line\n\u0024{var.image}"}}}"#;
//! let file = File::read(text);
//! assert!(file.errors().is_empty());
//!
//! let mut errors = Vec::new();
//! let root = Schema { attributes: &[], blocks: &[BlockSchema { name: "service", labels: &["name"] }] };
//! let inner = Schema { attributes: &[AttributeSchema { name: "image", required: true }], blocks: &[] };
//! for block in Body::new(file.root()).content(root, &mut errors).blocks {
//!     assert_eq!(block.label(0), "web");
//!     for attribute in block.body.content(inner, &mut errors).attributes() {
//!         Expression::new(attribute.value()).templates(&mut |string, template| {
//!             let Ok(template) = template else { return };
//!             template.walk(|met| {
//!                 if let Met::Reference(traversal) = met {
//!                     assert_eq!(&text[string.span(traversal.span()).range()], "var.image");
//!                 }
//!             });
//!         });
//!     }
//! }
//! assert!(errors.is_empty());
//! ```

mod body;
mod exponent;
mod expression;
mod format;
mod parts;
mod read;
mod structure;
mod syntax;
pub mod template;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod value;
mod way;

pub use self::body::{AttributeSchema, Block, BlockSchema, Body, Content, Label, Schema};
pub(crate) use self::body::{COMMENT, closest, snake_case};
pub use self::expression::{Expression, StaticError};
pub use self::format::format;
pub use self::read::MAX_DEPTH;
pub use self::structure::{StructureError, StructureErrorKind};
pub use self::syntax::{SyntaxError, SyntaxErrorKind};
pub use self::text::Text;
pub use self::tree::{File, Kind, Node, Property, decode};
pub use self::value::Value;
