# Recipes for `just`; each is one command that also works without it.

# All tests
test:
    cargo test --locked

# Format and lints, as CI checks them
lint:
    cargo fmt --check
    cargo clippy --locked --all-targets -- -D warnings

# Everything CI does
ci:
    .ci/run

# The library's documentation, in a browser
docs:
    cargo doc --locked --no-deps --open

# Times of each step, then of the whole program beside other tools
bench:
    cargo bench --locked --bench plan
    benches/compare.sh

# Write again what tests hold fresh: README, docs/rules.md, schema, snapshots; look at the difference before you commit it
snapshots:
    PLANLINT_UPDATE=1 INSTA_UPDATE=always cargo test --locked

# Licences, advisories and sources of the dependencies; needs cargo-deny
deny:
    cargo deny --locked check
