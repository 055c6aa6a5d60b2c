//! The closed sets of words of the format, open for a word that nobody knows yet.

/// Declares an enum of words with a variant `Other` that keeps any other word as written.
macro_rules! words {
    (
        $(#[$doc:meta])*
        $name:ident { $( $(#[$variant_doc:meta])* $variant:ident = $word:literal, )+ }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $name<'a> {
            $( $(#[$variant_doc])* $variant, )+
            /// A word that is not in the list, as written: never fatal, never silent; boxed, since there is hardly one.
            Other(Box<$crate::tofu::text::Text<'a>>),
        }

        impl $name<'_> {
            /// Whether the word is in the list.
            #[must_use]
            pub const fn is_listed(&self) -> bool {
                !matches!(self, Self::Other(_))
            }

            /// The word as the document spells it.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $( Self::$variant => $word, )+
                    Self::Other(word) => word.as_str(),
                }
            }
        }

        impl<'a> From<$crate::tofu::text::Text<'a>> for $name<'a> {
            fn from(word: $crate::tofu::text::Text<'a>) -> Self {
                match word.as_str() {
                    $( $word => Self::$variant, )+
                    _ => Self::Other(Box::new(word)),
                }
            }
        }

        impl std::fmt::Display for $name<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl<'de: 'a, 'a> serde::Deserialize<'de> for $name<'a> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::tofu::text::Text::deserialize(deserializer).map(Self::from)
            }
        }
    };
}

pub(super) use words;
