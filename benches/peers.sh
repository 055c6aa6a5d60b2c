#!/usr/bin/env bash
# Time and memory of planlint and of the tools that one would pick instead, each on the same plan in the same run.
#
#   benches/peers.sh                 installs what it can from Go's, PyPI's and Rust's registries into target/peers
#   SIZES='1000 10000' …             other numbers of changes (6.6 KB each)
#   LIMIT=60 …                       a tool that took longer, in seconds, is not run on the next size
#
# Viewers list the changes; gates have the one rule "nothing is deleted". What could not be installed is said.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C

[[ -x /usr/bin/time ]] || { echo "GNU time is needed: apt-get install time" >&2; exit 1; }

sizes=${SIZES:-1000 10000 50000}
limit=${LIMIT:-60}
cargo build --quiet --release --locked --bins --examples
target=$(cargo metadata --locked --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
peers=${PEERS:-$target/peers}
mkdir -p "$peers/features"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

missing=()
# Installs with the rest of the arguments unless the program is there; a tool that cannot be had is named and left out.
have() {
    local name=$1 program=$2
    shift 2
    [[ -x $program ]] && return
    if ! "$@" >"$peers/$name.log" 2>&1 || [[ ! -x $program ]]; then
        missing+=("$name")
        return 1
    fi
}
go_tool() { GOBIN=$peers/bin go install "$1"; }
python_tool() { python3 -m venv "$peers/$1" && "$peers/$1/bin/pip" --quiet install "$2"; }
rust_tool() { cargo install --quiet --root "$peers" --target-dir "$peers/target" "$1"; }
rust_program() { cargo build --quiet --release --manifest-path "$1" --target-dir "$peers/target"; }

cat >"$peers/deletes.rego" <<'REGO'
package main

import rego.v1

deny contains msg if {
    some change in input.resource_changes
    "delete" in change.change.actions
    msg := sprintf("%s is deleted", [change.address])
}
REGO
cat >"$peers/features/deletes.feature" <<'FEATURE'
Feature: nothing of this is deleted
  Scenario: instances stay
    Given I have aws_instance defined
    When its action is delete
    Then it must fail
FEATURE

names=()
declare -A does=()
# A tool: its name, what it does, and the line of a shell that does it with the plan "$1".
tool() {
    names+=("$1")
    does[$1]=$2
    printf '#!/bin/sh\nexec %s\n' "$3" >"$work/$1"
    chmod +x "$work/$1"
}
tool serde_json "one pass, no list" "'$target/release/examples/ignored_any' \"\$1\""
tool planlint "viewer and gate" "'$target/release/planlint' \"\$1\" --output '$work/report.txt'"
if command -v jq >/dev/null; then
    tool jq "list of changes" "jq -r '.resource_changes[] | select(.change.actions != [\"no-op\"]) | .address' \"\$1\""
else
    missing+=(jq)
fi
if command -v python3 >/dev/null; then
    tool python "json.load alone" "python3 -c 'import json, sys; json.load(open(sys.argv[1]))' \"\$1\""
else
    missing+=(python)
fi
if have terraform-plan-formatter "$peers/bin/tfplan" rust_tool terraform-plan-formatter; then
    tool terraform-plan-formatter viewer "'$peers/bin/tfplan' \"\$1\""
fi
if have tf-summarize "$peers/bin/tf-summarize" go_tool github.com/dineshba/tf-summarize@latest; then
    tool tf-summarize viewer "'$peers/bin/tf-summarize' \"\$1\""
fi
if have regorus "$peers/target/release/regorus-gate" rust_program benches/regorus/Cargo.toml; then
    tool regorus gate "'$peers/target/release/regorus-gate' '$peers/deletes.rego' \"\$1\""
fi
if have opa "$peers/bin/opa" go_tool github.com/open-policy-agent/opa@latest; then
    tool opa gate "'$peers/bin/opa' eval --fail-defined -d '$peers/deletes.rego' -i \"\$1\" 'data.main.deny[x]'"
fi
if have conftest "$peers/bin/conftest" go_tool github.com/open-policy-agent/conftest@latest; then
    tool conftest gate "'$peers/bin/conftest' test -p '$peers/deletes.rego' \"\$1\""
fi
compliance=$peers/terraform-compliance/bin/terraform-compliance
if have terraform-compliance "$compliance" python_tool terraform-compliance terraform-compliance; then
    tool terraform-compliance gate "'$compliance' -f '$peers/features' -p \"\$1\""
fi
if have checkov "$peers/checkov/bin/checkov" python_tool checkov checkov; then
    tool checkov gate "'$peers/checkov/bin/checkov' --quiet --compact --framework terraform_plan -f \"\$1\""
fi

# Seconds and kilobytes of a tool on a plan, the best of three; a slow one runs once.
measure() {
    local best='' memory='' round seconds kilobytes
    for ((round = 0; round < 3; round++)); do
        /usr/bin/time -o "$work/time" -f '%e %M' "$work/$1" "$2" >/dev/null 2>"$work/errors" || true
        read -r seconds kilobytes < <(tail -n 1 "$work/time")
        if [[ -z $best ]] || awk "BEGIN { exit !($seconds < $best) }"; then best=$seconds memory=$kilobytes; fi
        if awk "BEGIN { exit !($seconds > 10) }"; then break; fi
    done
    echo "$best $memory"
}

declare -A slow=()
for changes in $sizes; do
    plan=$work/plan.json
    "$target/release/examples/generate_plan" "$changes" >"$plan"
    awk -v bytes="$(wc -c <"$plan")" -v n="$changes" 'BEGIN { printf "\n%d changes, %.1f MB\n", n, bytes / 1e6 }'
    printf '%-26s %-18s %9s %9s %9s\n' tool does seconds 'peak MB' '÷ planlint'
    read -r ours _ < <(measure planlint "$plan")
    for name in "${names[@]}"; do
        if [[ -n ${slow[$name]:-} ]]; then
            printf '%-26s %-18s not run: it took %s s before\n' "$name" "${does[$name]}" "${slow[$name]}"
            continue
        fi
        read -r seconds kilobytes < <(measure "$name" "$plan")
        if awk "BEGIN { exit !($seconds > $limit) }"; then slow[$name]=$seconds; fi
        awk -v name="$name" -v does="${does[$name]}" -v s="$seconds" -v kb="$kilobytes" -v ours="$ours" 'BEGIN {
            printf "%-26s %-18s %9.2f %9.0f %9.1f\n", name, does, s, kb / 1024, s / ours
        }'
    done
    rm -f "$plan"
done
((${#missing[@]} == 0)) || printf '\nnot measured, since they could not be installed: %s\n' "${missing[*]}"
