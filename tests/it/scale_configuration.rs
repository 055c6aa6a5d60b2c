//! Cost of modules in JSON grows as they do.

use std::fs;

use serde_json::json;

use crate::scale::{Case, grow_alike};
use crate::scale_inputs::{called, chained, module, object, undeclared, with};

#[test]
fn modules_of_configuration() {
    let cases: [Case; 31] = [
        ("repetition over locals", 800, |at, n| {
            module(
                at,
                &json!({
                    "locals": object(n, |i| (format!("l{i}"), json!({"a": i}))),
                    "resource": {"aws_instance": object(n, |i| {
                        (format!("r{i}"), json!({"for_each": format!("${{local.l{i}}}")}))
                    })},
                }),
            )
        }),
        ("imports for each of one local", 150, |at, n| {
            let import =
                |i| json!({"for_each": "${local.l}", "to": format!("aws_instance.r{i}[each.value]"), "id": "i"});
            module(
                at,
                &json!({
                    "locals": {"l": (0..10 * n).map(|i| format!("k{i}")).collect::<Vec<_>>()},
                    "resource": {"aws_instance": object(n, |i| (format!("r{i}"), json!({"for_each": {}})))},
                    "import": (0..n).map(import).collect::<Vec<_>>(),
                }),
            )
        }),
        ("called modules that call installed ones", 40, |at, n| {
            let mut records = vec![json!({"Key": "", "Dir": "."})];
            for i in 0..n {
                let (folder, installed) = (format!("m{i}"), format!(".terraform/modules/m{i}.c"));
                fs::create_dir_all(at.join(&folder)).unwrap();
                fs::create_dir_all(at.join(&installed)).unwrap();
                module(&at.join(&folder), &json!({"module": {"c": {"source": "a/b/c"}}}));
                module(&at.join(&installed), &json!({"variable": {"v": {}}}));
                records.push(json!({"Key": format!("m{i}"), "Dir": folder}));
                records.push(json!({"Key": format!("m{i}.c"), "Dir": installed}));
            }
            fs::write(
                at.join(".terraform/modules/modules.json"),
                json!({"Modules": records}).to_string(),
            )
            .unwrap();
            let call = |i| (format!("m{i}"), json!({"source": format!("./m{i}")}));
            module(at, &json!({"module": object(n, call)}))
        }),
        ("folders below, each of which calls the next", 40, |at, n| {
            for i in 0..n {
                fs::create_dir_all(at.join(format!("m{i}"))).unwrap();
                let next = if i % 10 == 9 {
                    "a/b/c".to_owned()
                } else {
                    format!("../m{}", i + 1)
                };
                module(&at.join(format!("m{i}")), &json!({"module": {"n": {"source": next}}}));
            }
            with(module(at, &json!({})), &["--recursive"])
        }),
        ("what nothing declares beside what nothing uses", 1000, |at, n| {
            module(
                at,
                &json!({
                    "locals": object(n, |i| (format!("l{i}"), format!("${{var.x{i}}}").into())),
                    "variable": object(n, |i| (format!("v{i}"), json!({"type": "string"}))),
                }),
            )
        }),
        (
            "what nothing uses beside texts that name something else",
            1000,
            |at, n| {
                module(
                    at,
                    &json!({
                        "variable": object(n, |i| (format!("v{i}"), json!({"type": "string"}))),
                        "output": object(n, |i| (format!("o{i}"), json!({"value": format!("var.x{i}")}))),
                    }),
                )
            },
        ),
        ("resources", 400, |at, n| {
            module(
                at,
                &json!({"resource": {"aws_instance": object(n, |i| (format!("r{i}"), json!({"ami": "x"})))}}),
            )
        }),
        ("references", 400, |at, n| module(at, &chained(n))),
        ("a chain of locals", 400, |at, n| {
            let local = |i: usize| {
                let value = i.checked_sub(1).map_or("x".to_owned(), |i| format!("${{local.l{i}}}"));
                (format!("l{i}"), value.into())
            };
            module(at, &json!({"locals": object(n, local)}))
        }),
        ("variables and outputs", 300, |at, n| {
            module(
                at,
                &json!({
                    "variable": object(n, |i| (format!("v{i}"), json!({"type": "string"}))),
                    "output": object(n, |i| (format!("o{i}"), json!({"value": format!("${{var.v{i}}}")}))),
                }),
            )
        }),
        ("calls of modules", 300, |at, n| {
            module(
                at,
                &json!({"module": object(n, |i| (format!("m{i}"), json!({"source": "git::https://example.org/m"})))}),
            )
        }),
        ("files", 30, |at, n| {
            for i in 0..n {
                let one = json!({"resource": {"aws_instance": {format!("r{i}"): {"ami": "x"}}}});
                fs::write(at.join(format!("f{i}.tf.json")), one.to_string()).unwrap();
            }
            vec!["config".to_owned()]
        }),
        ("references on one long line that nothing declares", 1000, |at, n| {
            let text: Vec<_> = (0..n).map(|i| format!("${{aws_instance.x{i}.id}}")).collect();
            module(at, &json!({"output": {"o": {"value": text.join(" ")}}}))
        }),
        ("references that nothing declares", 300, |at, n| {
            module(at, &undeclared(n))
        }),
        ("names that are taken already", 300, |at, n| {
            let twice = (0..n).map(|i| json!({"aws_instance": {format!("r{}", i / 2): {"ami": "x"}}}));
            module(at, &json!({"resource": twice.collect::<Vec<_>>()}))
        }),
        ("comments that permit", 600, |at, n| {
            let mut with = undeclared(n);
            for (_, output) in with["output"].as_object_mut().unwrap() {
                output["//"] = "planlint-ignore: undeclared-reference -- later".into();
            }
            module(at, &with)
        }),
        ("moves that follow each other", 300, |at, n| {
            let address = |i: usize| format!("aws_instance.r{i}");
            let moves: Vec<_> = (0..n)
                .map(|i| json!({"from": address(i), "to": address(i + 1)}))
                .collect();
            module(at, &json!({"moved": moves}))
        }),
        ("locals of which each is twice in another", 300, |at, n| {
            let locals = object(n, |i| {
                let next = format!("${{local.l{}}}", i + 1);
                (format!("l{i}"), json!([next, next]))
            });
            let mut with = json!({"terraform": {"backend": {"local": {}}}, "locals": locals,
            "variable": {"s": {"sensitive": true}}, "output": object(n, |i| {
                (format!("o{i}"), json!({"value": format!("${{local.l{i}}}")}))
            })});
            with["locals"][format!("l{n}")] = json!(1);
            module(at, &with)
        }),
        (
            "a chain of locals that a backend needs from everywhere",
            400,
            |at, n| {
                let mut with = json!({
                    "terraform": {"backend": {"local": object(n, |i| (format!("k{i}"), format!("${{local.l{i}}}").into()))}},
                    "locals": object(n, |i| (format!("l{i}"), format!("${{local.l{}}}", i + 1).into())),
                });
                with["locals"][format!("l{n}")] = json!("x");
                module(at, &with)
            },
        ),
        ("keys that are made of each other", 300, |at, n| {
            let chained = |i: usize| match i.checked_sub(1) {
                None => json!({"passphrase": "${local.nothing.x[1]}"}),
                Some(i) => json!({"chain": format!("key_provider.pbkdf2.k{i}")}),
            };
            let last = json!({"m": {"keys": format!("key_provider.pbkdf2.k{}", n - 1)}});
            let encryption = json!({
                "key_provider": {"pbkdf2": object(n, |i| (format!("k{i}"), chained(i)))},
                "method": {"aes_gcm": last}, "state": {"method": "method.aes_gcm.m"},
            });
            module(at, &json!({"terraform": {"encryption": encryption}}))
        }),
        ("configurations that are expected and used", 300, |at, n| {
            let aliases: Vec<_> = (0..n).map(|i| format!("aws.a{i}")).collect();
            let of = |i: usize| (format!("r{i}"), json!({"provider": format!("aws.a{i}")}));
            let required = json!({"aws": {"source": "hashicorp/aws", "configuration_aliases": aliases}});
            module(
                at,
                &json!({
                    "terraform": {"required_providers": required}, "resource": {"aws_instance": object(n, of)},
                }),
            )
        }),
        ("keys of one thing, and as many that choose among them", 300, |at, n| {
            let keys = object(n, |i| (format!("k{i}"), json!(i)));
            let outputs = object(n, |i| {
                let value = format!("${{aws_instance.r[\"k{i}\"].id}}");
                (format!("o{i}"), json!({"value": value}))
            });
            let with = json!({"resource": {"aws_instance": {"r": {"for_each": keys}}}, "output": outputs});
            module(at, &with)
        }),
        ("instances that are chosen", 300, |at, n| {
            let chosen = (0..n)
                .map(|i| format!("${{aws_instance.r[{i}].id}}"))
                .collect::<Vec<_>>();
            module(
                at,
                &json!({"resource": {"aws_instance": {"r": {"count": 5}}}, "output": {"o": {"value": chosen}}}),
            )
        }),
        ("locals that a file overrides", 1000, |at, n| {
            let locals = json!({"locals": object(n, |i| (format!("l{i}"), json!(i)))});
            fs::write(at.join("a_override.tf.json"), locals.to_string()).unwrap();
            module(at, &locals)
        }),
        ("outputs that a module lacks", 500, |at, n| {
            called(
                at,
                &json!({"output": object(n, |i| (format!("k{i}"), json!({"value": 1})))}),
            );
            let lacking = |i| (format!("o{i}"), json!({"value": format!("${{module.x.n{i}}}")}));
            module(
                at,
                &json!({"module": {"x": {"source": "./m"}}, "output": object(n, lacking)}),
            )
        }),
        ("modules that call one module, which is as large", 60, |at, n| {
            called(at, &json!({"locals": object(10 * n, |i| (format!("l{i}"), json!(i)))}));
            let roots = (0..n).map(|i| {
                let root = at.join(format!("r{i}"));
                fs::create_dir(&root).unwrap();
                let call = json!({"module": {"x": {"source": "../m"}}});
                fs::write(root.join("main.tf.json"), call.to_string()).unwrap();
                format!("r{i}")
            });
            ["config".to_owned()].into_iter().chain(roots).collect()
        }),
        ("inputs of one call", 1000, |at, n| {
            called(at, &json!({"variable": object(n, |i| (format!("k{i}"), json!({})))}));
            let mut call = object(n, |i| (format!("k{i}"), json!(i)));
            call["source"] = "./m".into();
            module(at, &json!({"module": {"x": call}}))
        }),
        ("elements of one list", 1000, |at, n| {
            let list: Vec<_> = (0..n).collect();
            let outputs = object(n, |i| (format!("o{i}"), json!({"value": format!("${{local.l[{i}]}}")})));
            module(at, &json!({"locals": {"l": list}, "output": outputs}))
        }),
        ("faults that cannot be mended", 200, |at, n| {
            with(module(at, &undeclared(n)), &["--fix"])
        }),
        ("the representation", 400, |at, n| {
            with(module(at, &chained(n)), &["--format=representation"])
        }),
        ("a layout", 600, |at, n| {
            module(at, &chained(n));
            ["config", "fmt", "--check"].map(str::to_owned).to_vec()
        }),
    ];
    grow_alike(&cases);
}
