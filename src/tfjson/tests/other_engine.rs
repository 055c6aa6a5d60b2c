//! What is read for one engine and then seen by the other, beside what the other reads itself.

use super::*;

/// All that a module holds.
fn shown(module: &Module<'_, '_>) -> String {
    let places = (
        &module.blocks,
        &module.arguments,
        &module.lookalikes,
        &module.references,
    );
    let rest = (
        &module.declarations,
        &module.features,
        &module.problems,
        module.complete,
    );
    format!("{:?} {places:#?} {rest:#?}", module.engine)
}

/// Fails when a module is another one where the other engine has read its files before, or is called judged and is not.
pub(super) fn assert_same(entries: &[Entry<'_>], module: &Module<'_, '_>, children: &Children) {
    let other = [Engine::OPENTOFU, Engine::TERRAFORM]
        .into_iter()
        .find(|engine| *engine != module.engine);
    let directories = [other.unwrap(), module.engine].map(|engine| Directory::new(entries, engine));
    let files = Files::read_each(&directories);
    let before = Module::new(&files[0], other.unwrap());
    let found = judged(&before, children);
    let seen = before.seen_by(&files[1], module.engine);
    assert_eq!(shown(&seen), shown(module));
    if seen.is_judged() {
        assert_eq!(found, judged(module, children));
    }
}

#[test]
fn a_module_is_judged_where_no_answer_depends_on_the_engine() {
    for (text, expected, why) in [
        (
            r#"{"output": {"o": {"value": "${var.absent}"}}}"#,
            true,
            "both refuse it",
        ),
        (
            r#"{"output": {"o": {"value": "${base64gunzip(1)}"}}}"#,
            false,
            "they read it differently",
        ),
        (
            r#"{"output": {"o": {"value": "${tofu.workspace}"}}}"#,
            false,
            "a resource to one of them",
        ),
        (
            r#"{"import": {"to": "data.x.y", "id": "i"}, "data": {"x": {"y": {}}}}"#,
            false,
            "only one refuses to import what is read",
        ),
    ] {
        let made = made(&[("main.tf.json", text)]);
        let root = entries(&made, "");
        let directories = [Engine::OPENTOFU, Engine::TERRAFORM].map(|engine| Directory::new(&root, engine));
        let files = Files::read_each(&directories);
        let before = Module::new(&files[0], Engine::OPENTOFU);
        assert!(!before.is_judged(), "{why}: nobody has read it before");
        judged(&before, &Children::new());
        let seen = before.seen_by(&files[1], Engine::TERRAFORM);
        assert_eq!(seen.is_judged(), expected, "{why}");
    }
}

#[test]
fn only_blocks_about_which_engines_differ_are_read_again() {
    let plain = r#"{"module": {"m": {"source": "./m"}}, "variable": {"a": {"type": "string"}},
        "resource": {"x": {"y": {"b": "${upper(var.a)}", "provider": "aws.west"}}}, "output": {"o": {"value": 1}}}"#;
    for (text, again, why) in [
        (plain, Some(0), "what both read alike"),
        (
            r#"{"variable": {"a": {}, "b": {"ephemeral": true}, "c": {}}, "output": {"o": {"value": "${var.c}"}}}"#,
            Some(1),
            "an argument that came with other versions",
        ),
        (
            r#"{"terraform": [{"required_version": ">= 1.0"}, {"required_providers": {}}]}"#,
            Some(1),
            "a version that one engine looks at",
        ),
        (
            r#"{"module": {"a": {"source": "./${var.x}"}, "b": {"source": "./b"}}, "variable": {"x": {}}}"#,
            Some(0),
            "a source that both evaluate",
        ),
        (
            r#"{"terraform": {"backend": {"local": {"path": "${var.x}"}}}, "variable": {"x": {}}}"#,
            Some(1),
            "a backend that one engine evaluates",
        ),
        (
            r#"{"locals": {"a": "${base64gunzip(1)}"}, "output": {"b": {"value": "${local.a}"}}}"#,
            Some(1),
            "a function of one engine",
        ),
        (
            r#"{"resource": {"x": {"a": {"provider": "aws.w[1]"}, "b": {"provider": "aws.w"}}}}"#,
            Some(1),
            "a provider with a key",
        ),
        (
            r#"{"ephemeral": {"x": {"y": {}}}}"#,
            None,
            "a kind of block that came with other versions",
        ),
    ] {
        let made = made(&[("main.tf.json", text)]);
        let root = entries(&made, "");
        for engine in [Engine::OPENTOFU, Engine::TERRAFORM] {
            let directory = Directory::new(&root, engine);
            let files = Files::read(&directory);
            let module = Module::new(&files, engine);
            assert_eq!(module.differing.again(), again, "{why}: {engine:?}");
            assert_same(&root, &module, &Children::new());
        }
    }
}
