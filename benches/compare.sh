#!/usr/bin/env bash
# Time and memory of planlint and of the tools that one would pick instead, each on the same plan in the same run: one table.
#
#   benches/compare.sh                 installs what it can from the registries of Go, PyPI and Rust into target/peers
#   SIZES='1000 10000' …               other numbers of changes, 6.6 KB each; 1000, 10000 and 50000 unless set
#   TOOLS='planlint jq' …              only these
#   LIMIT=60 ROUNDS=5 …                seconds that a run may take, 300 unless set; how often each runs, the best counts, 3 unless set
#   PEERS=DIR RELEASE=DIR …            where tools are installed; a release build that is there, with its examples
#   GENERATOR='python3 make.py' …      another maker of plans: given a number of changes, it prints a plan
#
# Viewers list the changes; gates have the one rule that nothing is deleted. A tool that ends well and has not done its work
# has failed. Needs GNU time and 1 GB of disk.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C

/usr/bin/time -f %M true 2>/dev/null || { echo "GNU time is needed: apt-get install time" >&2; exit 1; }
limit=${LIMIT:-300}
rounds=${ROUNDS:-3}
read -ra sizes <<<"${SIZES:-1000 10000 50000}"

target=$(cargo metadata --locked --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
if [[ -z ${RELEASE:-} ]]; then cargo build --quiet --release --locked --bins --examples; fi
release=${RELEASE:-$target/release}
generator=${GENERATOR:-$release/examples/generate_plan}
peers=${PEERS:-$target/peers}
mkdir -p "$peers/features"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$peers/deletes.rego" <<'REGO'
package main

import rego.v1

deny contains msg if {
    some change in input.resource_changes
    "delete" in change.change.actions
    msg := sprintf("%s is deleted", [change.address])
}
REGO
# terraform-compliance passes over deletions, so that it gets another rule; one that finds nothing to look at is skipped.
rm -f "$peers"/features/*
cat >"$peers/features/tags.feature" <<'FEATURE'
Feature: tags
  Scenario: instances have tags
    Given I have aws_instance defined
    Then it must contain tags
FEATURE

names=()
missing=()
declare -A label=() does=() proof=()
# A tool: its name and version, what it does, a text that it prints when it has done that, and the line of a shell that does
# it with the plan "$1".
tool() {
    names+=("$1")
    label[$1]="$1 $2"
    does[$1]=$3
    proof[$1]=$4
    printf '#!/bin/sh\nexec %s\n' "$5" >"$work/$1"
    chmod +x "$work/$1"
}
# Installs with the rest of the arguments unless the program is there; a tool that cannot be had is named and left out.
have() {
    local name=$1 program=$2
    shift 2
    if ! wanted "$name"; then return 1; fi
    if [[ -x $program ]]; then return 0; fi
    echo "installing $name" >&2
    if ! "$@" >"$peers/$name.log" 2>&1 || [[ ! -x $program ]]; then
        missing+=("$name")
        return 1
    fi
}
here() {
    if ! wanted "$1"; then return 1; fi
    if ! command -v "$2" >/dev/null; then
        missing+=("$1")
        return 1
    fi
}
# What is locked, what a program of Go was made from, and the first number with dots in what a command prints.
locked() { version grep -A 1 -x "name = \"$1\"" "$2"; }
module() { version awk '$1 == "mod" { print $3 }' <(go version -m "$1"); }
version() { { "$@" 2>/dev/null || true; } | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1 || true; }
wanted() { [[ -z ${TOOLS:-} || " $TOOLS " == *" $1 "* ]]; }
go_tool() { GOBIN=$peers/bin go install "$1"; }
# A program of a version whose checksum can be verified, where the registry lists no versions of its module.
go_pinned() {
    local module=$1 version=$2
    mkdir -p "$peers/module" "$peers/bin"
    printf 'module peer\n\ngo 1.24\n\nrequire %s %s\n' "$module" "$version" >"$peers/module/go.mod"
    (cd "$peers/module" && go build -mod=mod -o "$peers/bin/${module##*/}" "$module")
}
python_tool() { python3 -m venv "$peers/$1" && "$peers/$1/bin/pip" --quiet install "$1"; }
rust_tool() { cargo install --quiet --root "$peers" --target-dir "$peers/target" "$1"; }
rust_program() { cargo build --quiet --release --locked --manifest-path "$1" --target-dir "$peers/target"; }

tool planlint "$(version "$release/planlint" --version)" 'table, all rules, verdict' 'is destroyed' "'$release/planlint' --no-config --color never \"\$1\""
if wanted serde_json; then
    tool serde_json "$(locked serde_json Cargo.lock)" 'one pass, keeps nothing' '' "'$release/examples/ignored_any' \"\$1\""
fi
if here jq jq; then
    tool jq "$(version jq --version)" 'list of changes' aws_instance \
        "jq -r '.resource_changes[] | select(.change.actions != [\"no-op\"]) | .address' \"\$1\""
fi
if here python python3; then
    tool python "$(version python3 --version)" 'json.load, no list' '' "python3 -c 'import json, sys; json.load(open(sys.argv[1]))' \"\$1\""
fi
if have terraform-plan-formatter "$peers/bin/tfplan" rust_tool terraform-plan-formatter; then
    tool terraform-plan-formatter "$(version grep -m 1 terraform-plan-formatter "$peers/.crates.toml")" 'list of changes' \
        aws_instance "'$peers/bin/tfplan' \"\$1\""
fi
if have tf-summarize "$peers/bin/tf-summarize" go_pinned github.com/dineshba/tf-summarize v0.3.10; then
    tool tf-summarize "$(module "$peers/bin/tf-summarize")" 'table of changes' aws_instance "'$peers/bin/tf-summarize' \"\$1\""
fi
if have regorus "$peers/target/release/regorus-gate" rust_program benches/regorus/Cargo.toml; then
    tool regorus "$(locked regorus benches/regorus/Cargo.lock)" 'gate, one rule' 'is deleted' \
        "'$peers/target/release/regorus-gate' '$peers/deletes.rego' \"\$1\""
fi
if have opa "$peers/bin/opa" go_tool github.com/open-policy-agent/opa@latest; then
    tool opa "$(module "$peers/bin/opa")" 'gate, one rule' 'is deleted' \
        "'$peers/bin/opa' eval --fail-defined -d '$peers/deletes.rego' -i \"\$1\" 'data.main.deny[x]'"
fi
if have conftest "$peers/bin/conftest" go_tool github.com/open-policy-agent/conftest@latest; then
    tool conftest "$(module "$peers/bin/conftest")" 'gate, one rule' 'is deleted' \
        "'$peers/bin/conftest' test -p '$peers/deletes.rego' \"\$1\""
fi
compliance=$peers/terraform-compliance/bin/terraform-compliance
if have terraform-compliance "$compliance" python_tool terraform-compliance; then
    tool terraform-compliance "$(version "$compliance" --version)" 'gate, one other rule' '1 passed' \
        "'$compliance' -f '$peers/features' -p \"\$1\""
fi
if have checkov "$peers/checkov/bin/checkov" python_tool checkov; then
    tool checkov "$(version "$peers/checkov/bin/checkov" --version)" 'gate, its own rules' 'Passed checks' \
        "'$peers/checkov/bin/checkov' --quiet --compact --framework terraform_plan -f \"\$1\""
fi

# Of each tool and size: seconds, kilobytes, and in words why there is no number.
declare -A best=() memory=() without=()
less() { awk "BEGIN { exit !($1 < $2) }"; }

# Runs a tool once on the plan, and keeps what is better than before.
run() {
    local name=$1 key=$1.$2 status=0 seconds kilobytes began ended
    # `time` counts in hundredths, in which some are done.
    began=$EPOCHREALTIME
    /usr/bin/time --quiet -o "$work/time" -f %M timeout --kill-after=5 "$limit" "$work/$name" "$work/plan.json" \
        >"$work/out" 2>"$work/errors" </dev/null || status=$?
    ended=$EPOCHREALTIME
    seconds=$(awk "BEGIN { print (${ended/./} - ${began/./}) / 1e6 }")
    kilobytes=$(tail -n 1 "$work/time")
    if ((status == 124 || status == 137)); then
        without[$key]="> $limit"
    elif ((status > 2)) || { [[ -n ${proof[$name]} ]] && ! grep -q -e "${proof[$name]}" "$work/out"; }; then
        without[$key]=failed
        tail -n 3 "$work/errors" >&2
    elif [[ -z ${best[$key]:-} ]] || less "$seconds" "${best[$key]}"; then
        best[$key]=$seconds
        memory[$key]=$kilobytes
    fi
}

megabytes=()
before=
for size in "${sizes[@]}"; do
    $generator "$size" >"$work/plan.json"
    megabytes+=("$(awk -v bytes="$(wc -c <"$work/plan.json")" 'BEGIN { printf "%.1f", bytes / 1e6 }')")
    # In turns, so that a machine that slows down slows all of them.
    for ((round = 0; round < rounds; round++)); do
        for name in "${names[@]}"; do
            key=$name.$size
            if [[ -n ${without[$key]:-} ]]; then continue; fi
            if [[ -n $before && -n ${without[$name.$before]:-} ]]; then
                without[$key]=${without[$name.$before]}
                continue
            fi
            # What takes long need not be run again: its ratio is no matter of a tenth.
            if ((round > 0)) && ! less "${best[$key]}" 10; then continue; fi
            echo "$name, $size changes" >&2
            # Behind a run of its own, which does not count: whoever waits for others finds the processor asleep, and
            # memory that the host of a virtual machine has taken back.
            if ((round > 0)) && less "${best[$key]}" 2; then
                "$work/$name" "$work/plan.json" >/dev/null 2>&1 </dev/null || true
            fi
            run "$name" "$size"
        done
    done
    before=$size
done
rm -f "$work/plan.json"

# A row of the table: two texts, then three cells for each size.
row() {
    printf '| %-30s | %-25s |' "$1" "$2"
    shift 2
    printf ' %11s | %7s | %6s |' "$@"
    echo
}
heads=()
rules=()
for size in "${megabytes[@]}"; do
    heads+=("$size MB: s" 'peak MB' ratio)
    rules+=('----------:' '------:' '-----:')
done
row tool does "${heads[@]}"
row ------------------------------ ------------------------- "${rules[@]}"
for name in "${names[@]}"; do
    cells=()
    for size in "${sizes[@]}"; do
        key=$name.$size
        if [[ -n ${without[$key]:-} ]]; then
            cells+=("${without[$key]}" '' '')
        else
            ours=${best[planlint.$size]:-0}
            read -r -a cell < <(awk -v s="${best[$key]}" -v kb="${memory[$key]}" -v ours="$ours" \
                'BEGIN { printf (s < 0.1 ? "%.3f" : "%.2f") " %.0f %s\n", s, kb * 1024 / 1e6, (ours ? sprintf("%.1f", s / ours) : "-") }')
            cells+=("${cell[@]}")
        fi
    done
    row "${label[$name]}" "${does[$name]}" "${cells[@]}"
done

printf '\nratio: time as a multiple of that of planlint on the same file; > %s: the run was ended after that many seconds.\n' "$limit"
start=
for ((round = 0; round < 20; round++)); do
    began=$EPOCHREALTIME
    "$release/planlint" --version >/dev/null
    ended=$EPOCHREALTIME
    took=$((${ended/./} - ${began/./}))
    if [[ -z $start ]] || ((took < start)); then start=$took; fi
done
awk -v bytes="$(wc -c <"$release/planlint")" -v us="$start" \
    'BEGIN { printf "The program has %.1f MB, and starts and ends within %.1f ms.\n", bytes / 1e6, us / 1e3 }'
((${#missing[@]} == 0)) || printf 'Not measured, since they could not be installed: %s\n' "${missing[*]}"
