//! Addresses and patterns: what is read and printed is read again as the same.

use planlint::facts::address::{Address, ModulePath};
use planlint::lint::{AttributePattern, AttributePatterns, Pattern};

/// Reads each line as an address, a module path and a pattern, and holds it against the patterns of the other lines.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // Matching every line with every pattern must not be what takes the time.
    let lines: Vec<&str> = text.lines().take(16).chain([text]).collect();
    let patterns: Vec<Pattern> = lines.iter().filter_map(|line| Pattern::parse(line).ok()).collect();
    for line in &lines {
        for pattern in &patterns {
            let _ = pattern.matches_text(line);
        }
        if let Some(pattern) = AttributePattern::parse(line) {
            let path: Vec<&str> = line.split('.').collect();
            let mut patterns = AttributePatterns::new();
            patterns.extend([pattern]);
            let _ = patterns.matches(&path);
        }
        match Address::parse(line) {
            Ok(address) => same_again(&address),
            Err(error) => assert!(error.at() <= line.len(), "a place behind the text: {error:?}"),
        }
        match ModulePath::parse(line) {
            Ok(path) => {
                let printed = path.to_string();
                assert_eq!(
                    ModulePath::parse(&printed),
                    Ok(path),
                    "a module path printed as {printed:?}"
                );
            }
            Err(error) => assert!(error.at() <= line.len(), "a place behind the text: {error:?}"),
        }
    }
}

fn same_again(address: &Address) {
    let printed = address.to_string();
    assert_eq!(Address::parse(&printed).as_ref(), Ok(address), "printed as {printed:?}");
    let block = address.config();
    let block_of = Address::parse(&block).expect("the address of a block is an address");
    assert!(block_of.is_of_block(address), "{printed:?} is of the block {block:?}");
    // docs/patterns.md: "a copied address is a pattern too".
    let copied = Pattern::parse(&printed).expect("a copied address is a pattern");
    assert!(copied.matches(address), "{printed:?} as a pattern means itself");
    assert!(copied.matches_text(&printed), "{printed:?} as a pattern means its text");
    let of_block = Pattern::parse(&block).expect("the address of a block is a pattern");
    assert!(of_block.matches(address), "{block:?} means all its instances");
    assert!(Pattern::parse("**").expect("all").matches(address));
}
