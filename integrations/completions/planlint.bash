_planlint() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="planlint"
                ;;
            planlint,baseline)
                cmd="planlint__subcmd__baseline"
                ;;
            planlint,completions)
                cmd="planlint__subcmd__completions"
                ;;
            planlint,config)
                cmd="planlint__subcmd__config"
                ;;
            planlint,diff)
                cmd="planlint__subcmd__diff"
                ;;
            planlint,explain)
                cmd="planlint__subcmd__explain"
                ;;
            planlint,fingerprint)
                cmd="planlint__subcmd__fingerprint"
                ;;
            planlint,help)
                cmd="planlint__subcmd__help"
                ;;
            planlint,init)
                cmd="planlint__subcmd__init"
                ;;
            planlint,man)
                cmd="planlint__subcmd__man"
                ;;
            planlint,match)
                cmd="planlint__subcmd__match"
                ;;
            planlint,redact)
                cmd="planlint__subcmd__redact"
                ;;
            planlint,rules)
                cmd="planlint__subcmd__rules"
                ;;
            planlint,show)
                cmd="planlint__subcmd__show"
                ;;
            planlint,state)
                cmd="planlint__subcmd__state"
                ;;
            planlint,waive)
                cmd="planlint__subcmd__waive"
                ;;
            planlint__subcmd__config,baseline)
                cmd="planlint__subcmd__config__subcmd__baseline"
                ;;
            planlint__subcmd__config,fmt)
                cmd="planlint__subcmd__config__subcmd__fmt"
                ;;
            planlint__subcmd__config,help)
                cmd="planlint__subcmd__config__subcmd__help"
                ;;
            planlint__subcmd__config__subcmd__help,baseline)
                cmd="planlint__subcmd__config__subcmd__help__subcmd__baseline"
                ;;
            planlint__subcmd__config__subcmd__help,fmt)
                cmd="planlint__subcmd__config__subcmd__help__subcmd__fmt"
                ;;
            planlint__subcmd__config__subcmd__help,help)
                cmd="planlint__subcmd__config__subcmd__help__subcmd__help"
                ;;
            planlint__subcmd__help,baseline)
                cmd="planlint__subcmd__help__subcmd__baseline"
                ;;
            planlint__subcmd__help,completions)
                cmd="planlint__subcmd__help__subcmd__completions"
                ;;
            planlint__subcmd__help,config)
                cmd="planlint__subcmd__help__subcmd__config"
                ;;
            planlint__subcmd__help,diff)
                cmd="planlint__subcmd__help__subcmd__diff"
                ;;
            planlint__subcmd__help,explain)
                cmd="planlint__subcmd__help__subcmd__explain"
                ;;
            planlint__subcmd__help,fingerprint)
                cmd="planlint__subcmd__help__subcmd__fingerprint"
                ;;
            planlint__subcmd__help,help)
                cmd="planlint__subcmd__help__subcmd__help"
                ;;
            planlint__subcmd__help,init)
                cmd="planlint__subcmd__help__subcmd__init"
                ;;
            planlint__subcmd__help,man)
                cmd="planlint__subcmd__help__subcmd__man"
                ;;
            planlint__subcmd__help,match)
                cmd="planlint__subcmd__help__subcmd__match"
                ;;
            planlint__subcmd__help,redact)
                cmd="planlint__subcmd__help__subcmd__redact"
                ;;
            planlint__subcmd__help,rules)
                cmd="planlint__subcmd__help__subcmd__rules"
                ;;
            planlint__subcmd__help,show)
                cmd="planlint__subcmd__help__subcmd__show"
                ;;
            planlint__subcmd__help,state)
                cmd="planlint__subcmd__help__subcmd__state"
                ;;
            planlint__subcmd__help,waive)
                cmd="planlint__subcmd__help__subcmd__waive"
                ;;
            planlint__subcmd__help__subcmd__config,baseline)
                cmd="planlint__subcmd__help__subcmd__config__subcmd__baseline"
                ;;
            planlint__subcmd__help__subcmd__config,fmt)
                cmd="planlint__subcmd__help__subcmd__config__subcmd__fmt"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        planlint)
            opts="-o -q -v -h -V --name --engine --fail-on --unknown --config --no-config --baseline --stateful --format --output --for --max-bytes --comment-id --source --no-source --color --all --quiet --verbose --expect --key-file --only --only-address --kind --deny --warn --note --allow --help --version state config rules baseline explain match show init waive redact diff fingerprint completions man help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --name)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --engine)
                    COMPREPLY=($(compgen -W "auto opentofu terraform" -- "${cur}"))
                    return 0
                    ;;
                --fail-on)
                    COMPREPLY=($(compgen -W "error warning note never" -- "${cur}"))
                    return 0
                    ;;
                --unknown)
                    COMPREPLY=($(compgen -W "report fail pass" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --baseline)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stateful)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "text markdown html json jsonl csv tsv sarif junit gitlab-codequality github github-output env gitlab-terraform azure" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --for)
                    COMPREPLY=($(compgen -W "github-comment github-summary gitlab azure bitbucket slack" -- "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --comment-id)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --source)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --expect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --key-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -W "unrecognized delete replace forget update create move import read open no-op destroy" -- "${cur}"))
                    return 0
                    ;;
                --only-address)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kind)
                    COMPREPLY=($(compgen -W "plan state any" -- "${cur}"))
                    return 0
                    ;;
                --deny)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --warn)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --note)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__baseline)
            opts="-v -h --name --engine --unknown --config --no-config --stateful --color --verbose --kind --write-to --update --deny --warn --note --allow --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --name)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --engine)
                    COMPREPLY=($(compgen -W "auto opentofu terraform" -- "${cur}"))
                    return 0
                    ;;
                --unknown)
                    COMPREPLY=($(compgen -W "report fail pass" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stateful)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --kind)
                    COMPREPLY=($(compgen -W "plan state any" -- "${cur}"))
                    return 0
                    ;;
                --write-to)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --deny)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --warn)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --note)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__completions)
            opts="-h --help bash elvish fish powershell zsh"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__config)
            opts="-o -q -v -h --fail-on --config --no-config --baseline --output --for --max-bytes --comment-id --color --all --quiet --verbose --recursive --flavor --schemas --fix --format --deny --warn --note --allow --help fmt baseline help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --fail-on)
                    COMPREPLY=($(compgen -W "error warning note never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --baseline)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --for)
                    COMPREPLY=($(compgen -W "github-comment github-summary gitlab azure bitbucket slack" -- "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --comment-id)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --flavor)
                    COMPREPLY=($(compgen -W "auto tofu terraform both" -- "${cur}"))
                    return 0
                    ;;
                --schemas)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "text markdown html json jsonl csv tsv sarif junit gitlab-codequality github github-output env gitlab-terraform azure representation" -- "${cur}"))
                    return 0
                    ;;
                --deny)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --warn)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --note)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__config__subcmd__baseline)
            opts="-v -h --config --no-config --color --verbose --recursive --flavor --schemas --write-to --update --deny --warn --note --allow --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --flavor)
                    COMPREPLY=($(compgen -W "auto tofu terraform both" -- "${cur}"))
                    return 0
                    ;;
                --schemas)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --write-to)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --deny)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --warn)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --note)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__config__subcmd__fmt)
            opts="-h --check --recursive --config --no-config --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__config__subcmd__help)
            opts="fmt baseline help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__config__subcmd__help__subcmd__baseline)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__config__subcmd__help__subcmd__fmt)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__config__subcmd__help__subcmd__help)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__diff)
            opts="-h --format --color --config --no-config --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__explain)
            opts="-h --format --color --help critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --format)
                    COMPREPLY=($(compgen -W "terminal markdown" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__fingerprint)
            opts="-h --key-file --config --no-config --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --key-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help)
            opts="state config rules baseline explain match show init waive redact diff fingerprint completions man help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__baseline)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__completions)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__config)
            opts="fmt baseline"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__config__subcmd__baseline)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__config__subcmd__fmt)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__diff)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__explain)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__fingerprint)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__help)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__init)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__man)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__match)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__redact)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__rules)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__show)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__state)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__help__subcmd__waive)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__init)
            opts="-h --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__man)
            opts="-h --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__match)
            opts="-h --config --no-config --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__redact)
            opts="-o -h --output --leave-unmarked --config --no-config --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__rules)
            opts="-h --format --help blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --format)
                    COMPREPLY=($(compgen -W "table json markdown" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__show)
            opts="-h --kind --engine-text --schemas --only --only-address --address --type --module --config --no-config --detail --color --engine --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --kind)
                    COMPREPLY=($(compgen -W "plan state any" -- "${cur}"))
                    return 0
                    ;;
                --schemas)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -W "unrecognized delete replace forget update create move import read open no-op destroy" -- "${cur}"))
                    return 0
                    ;;
                --address)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only-address)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --type)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --module)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --detail)
                    COMPREPLY=($(compgen -W "none summary full" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --engine)
                    COMPREPLY=($(compgen -W "auto opentofu terraform" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__state)
            opts="-o -q -v -h --name --engine --fail-on --unknown --config --no-config --baseline --stateful --format --output --for --max-bytes --comment-id --source --no-source --color --all --quiet --verbose --deny --warn --note --allow --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --name)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --engine)
                    COMPREPLY=($(compgen -W "auto opentofu terraform" -- "${cur}"))
                    return 0
                    ;;
                --fail-on)
                    COMPREPLY=($(compgen -W "error warning note never" -- "${cur}"))
                    return 0
                    ;;
                --unknown)
                    COMPREPLY=($(compgen -W "report fail pass" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --baseline)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stateful)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "text markdown html json jsonl csv tsv sarif junit gitlab-codequality github github-output env gitlab-terraform azure" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --for)
                    COMPREPLY=($(compgen -W "github-comment github-summary gitlab azure bitbucket slack" -- "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --comment-id)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --source)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --deny)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --warn)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --note)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "blast-radius checks destruction drift-and-moves exposure hygiene json-module json-reference json-shape json-syntax json-template json-upkeep outputs plan-health secrets state supply-chain unknowns waivers critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        planlint__subcmd__waive)
            opts="-h --reason --expires --until --kind --owner --ticket --at-most --config --no-config --help critical-type frozen-address hidden-downstream policy-lockout restart risk-score several-environments stopped-service too-many-changes failed-check unevaluated-check unknown-check count-shift delete delete-stateful deposed-leftover destroy-before-create destructive-update forced-destruction forget forget-and-recreate key-change mass-destroy missing-move-target protection-removed replace replace-by-request replace-by-trigger replace-stateful replace-tainted shorter-retention deleted-outside drift generated-configuration import import-then-change import-then-replace mass-deleted-outside missing-move moved-and-changed reverted-drift admin-grant anyone-can-assume backup-disabled key-rotation-off logging-removed long-lived-access-key metadata-service-v1 plaintext-listener privileged-container public-bucket public-database public-endpoint public-grant public-ingress public-repository public-snapshot unencrypted-storage weak-tls wildcard-policy forbidden-region forbidden-type missing-tags naming module-input-type module-missing-input module-not-found module-source module-unknown-input module-unknown-output module-unpinned root-output bad-reference comment-in-reference-map constant-condition dependency-cycle depends-on-attribute destroy-provisioner-refs ignore-changes-absolute ignore-changes-all-in-list ignore-changes-star missing-interpolation self-reference static-context-reference string-where-list templated-reference undeclared-reference unknown-attribute unknown-type argument-type attribute-as-block-incomplete attribute-as-block-object backend-and-cloud bad-identifier block-as-scalar check-without-assert comment-at-label-level comment-in-expression count-and-for-each default-type-mismatch duplicate-block-property duplicate-declaration duplicate-object-key duplicate-property duplicate-required-providers dynamic-shape empty-block-array empty-label-object extra-label-level for-each-array import-identity keyword-value locals-not-object misplaced-block missing-argument missing-label-level null-default null-element-block null-meta-argument override-forbidden override-ignored-part override-no-base provider-version-in-provider provisioner-order-lost provisioner-shape quoted-number-bool required-provider-shape required-version required-version-ignored reserved-argument singleton-block-repeated type-constraint unknown-argument unknown-argument-meta variable-reserved-name wrong-flavor-block almost-config-file broken-native-file deep-nesting malformed-json native-syntax non-utf8 not-json-content number-precision one-line-file override-file root-array root-shape shadowed-by-tofu-file tofu-native-json-both-load utf8-bom constant-interpolation escaped-quote-in-expression function-arguments json-string-could-be-jsonencode local-exec-interpolation nested-marker newline-in-quoted-string over-escaped template-in-literal template-syntax unescaped-foreign-marker unknown-function unrequired-provider-function cdktf-metadata feature-too-new provider-no-source provider-unpinned removed-feature removed-without-lifecycle secret-in-config unused-declaration unused-suppression output-only-change removed-output retyped-output action-invocation deferred-change empty-plan engine-version errored-plan inapplicable-plan incomplete-plan missing-changes newer-format rewritten-plan stale-plan unexpected-plan unreadable-text unrecognized-action desensitized-value exposing-output provider-credential-literal secret-in-provisioner secret-literal secret-variable-default unmarked-secret dangling-dependency deposed-object duplicate-object empty-prior-state mixed-schema-versions newer-state-writer orphaned-resource secret-in-state tainted-resource code-running-data-source provisioner unpinned-module unpinned-provider untrusted-module untrusted-provider deferred-data-read noisy-change unknown-critical-attribute unknown-instances broad-waiver expired-waiver unused-waiver weakened-gate"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --reason)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --until)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expires)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kind)
                    COMPREPLY=($(compgen -W "unrecognized delete replace forget update create move import read open no-op" -- "${cur}"))
                    return 0
                    ;;
                --owner)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ticket)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at-most)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _planlint -o nosort -o bashdefault -o default planlint
else
    complete -F _planlint -o bashdefault -o default planlint
fi
