//! The way from the outermost value of a file to what stands at a place, without a look at all that stands beside it.

use super::tree::{File, Kind, Node, Slot};
use crate::source::Span;

/// What each slot is in: a property's value in its name, the name in its object, an element in its list.
pub(super) fn outer(slots: &[Slot]) -> Vec<u32> {
    let mut outer = vec![0; slots.len()];
    for (index, slot) in (0_u32..).zip(slots) {
        let is_object = match slot.kind() {
            Kind::Object => true,
            Kind::Array => false,
            _ => continue,
        };
        let mut at = index + 1;
        while at < slot.next() {
            let first = at;
            if let Some(place) = outer.get_mut(first as usize) {
                *place = index;
            }
            if is_object {
                at += 1;
                if let Some(place) = outer.get_mut(at as usize) {
                    *place = first;
                }
            }
            at = slots.get(at as usize).map_or(slot.next(), |value| value.next());
        }
    }
    outer
}

impl<'a> File<'a> {
    /// The values and names that a place is in, from the outermost value to the innermost value or name, each value of
    /// a property behind its name. Empty where the place is in no value.
    #[must_use]
    pub fn way(&self, place: Span) -> Vec<Node<'_, 'a>> {
        let around = |node: &Node<'_, '_>| node.span().start <= place.start && place.end <= node.span().end;
        let mut way: Vec<Node<'_, 'a>> = self.outwards(place.start).skip_while(|node| !around(node)).collect();
        way.reverse();
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The brackets and texts on the way to the first `@` of a text.
    fn way(text: &str) -> Vec<String> {
        let file = File::read(text);
        let at = text.find('@').unwrap();
        let way = file.way(Span::new(at, at + 1));
        way.iter().map(|node| text[node.opening().range()].to_owned()).collect()
    }

    #[test]
    fn the_way_leads_from_the_outermost_value_inwards() {
        for (text, expected, why) in [
            (r#""@""#, &["\"@\""][..], "the outermost value itself"),
            (
                r#"{"a": [1, {"b": "x", "c": "@"}]}"#,
                &["{", "\"a\"", "[", "{", "\"c\"", "\"@\""],
                "a value behind its name",
            ),
            (
                r#"{"a": {"b": 1, "@": [2]}, "c": 3}"#,
                &["{", "\"a\"", "{", "\"@\""],
                "a name, without its value",
            ),
            (r#"{"a": [1, [2]], /*@*/"b": 3}"#, &["{"], "between properties"),
            (r#"{"a":/*@*/ [1, [2]]}"#, &["{"], "between a name and its value"),
            (r#"{"a": 1} @"#, &[], "behind everything"),
        ] {
            assert_eq!(way(text), expected, "{why}");
        }
    }
}
