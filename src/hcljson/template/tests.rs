//! Templates beside the verdicts of the reference implementation, and what a walk meets.

use super::*;
use crate::hcljson::File;

#[test]
fn every_template_is_judged_as_the_reference_implementation_judges_it() {
    let mut rows = 0;
    let mut wrong = Vec::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/config/templates.tsv");
    let verdicts = std::fs::read_to_string(path).unwrap();
    for line in verdicts.lines().skip(1) {
        let mut cells = line.split('\t');
        let (Some(json), Some(verdict)) = (cells.next(), cells.next()) else {
            panic!("{line}: two cells")
        };
        let file = File::read(json);
        assert_eq!(file.errors(), [], "{json}");
        let text = file.root().string().unwrap();
        let ours = Template::parse(text.as_str());
        if ours.is_ok().to_string() != verdict {
            wrong.push(format!("{json}: reference {verdict}, ours {ours:?}"));
        }
        rows += 1;
    }
    assert_eq!(rows, 193, "all rows are read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
