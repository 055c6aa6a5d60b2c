#!/usr/bin/env bash
# Time and memory of planlint beside a program that reads the same file and passes over its JSON once, keeping nothing.
#
#   benches/compare.sh                       needs a Rust toolchain, about 1 GB of disk in a temporary folder, Linux or GNU time
#   ROUNDS=9 benches/compare.sh              more rounds; the best one counts
#   GENERATOR='python3 make.py' …            another maker of plans: given a number of changes, it prints a plan
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C

[[ -n ${EPOCHREALTIME:-} ]] || { echo "bash 5 or later is needed, for its clock" >&2; exit 1; }

cargo build --release --locked --bins --examples
target=$(cargo metadata --locked --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
planlint=$target/release/planlint
reference=$target/release/examples/ignored_any
generator=${GENERATOR:-$target/release/examples/generate_plan}
rounds=${ROUNDS:-7}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Runs a command and says for how many microseconds.
micros() {
    local start=$EPOCHREALTIME status=0
    "$@" >/dev/null || status=$?
    local end=$EPOCHREALTIME
    # A gate that fails has done its work; what could not be judged has not.
    ((status <= 1)) || { echo "$* ended with $status" >&2; return 1; }
    echo $((${end/./} - ${start/./}))
}

# Runs a command and says its largest memory in KB.
peak() {
    if [[ -x /usr/bin/time ]] && /usr/bin/time -f %M true 2>/dev/null; then
        /usr/bin/time -f %M -o "$work/peak" "$@" >/dev/null || true
        tail -n 1 "$work/peak"
    else
        # The kernel's high-water mark, read until the program is gone; it only grows.
        "$@" >/dev/null &
        local child=$! now last=0
        while now=$(awk '/^VmHWM/ { print $2 }' "/proc/$child/status" 2>/dev/null) && [[ -n $now ]]; do last=$now; done
        wait "$child" || true
        echo "$last"
    fi
}

least() { sort -n | head -n 1; }

# Both programs in turns, so that a machine that slows down slows both; the best of each counts.
measure() {
    local plan=$1 round
    : >"$work/ours"
    : >"$work/theirs"
    for ((round = 0; round < rounds; round++)); do
        micros "$reference" "$plan" >>"$work/theirs"
        micros "$planlint" "$plan" --output "$work/report.txt" >>"$work/ours"
    done
    ours=$(least <"$work/ours")
    theirs=$(least <"$work/theirs")
}

printf '\n%8s %9s %12s %14s %11s %12s %14s\n' changes size planlint IgnoredAny time peak 'per change'
printf '%8s %9s %12s %14s %11s %12s %14s\n' '' MB ms ms ratio '÷ file size' µs
for changes in 150 1000 10000 50000; do
    plan=$work/$changes.json
    $generator "$changes" >"$plan"
    bytes=$(wc -c <"$plan")
    measure "$plan"
    memory=$(peak "$planlint" "$plan" --output "$work/report.txt")
    awk -v n="$changes" -v bytes="$bytes" -v ours="$ours" -v theirs="$theirs" -v kb="$memory" 'BEGIN {
        printf "%8d %9.1f %12.1f %14.1f %11.2f %12.2f %14.2f\n",
            n, bytes / 1e6, ours / 1e3, theirs / 1e3, ours / theirs, kb * 1024 / bytes, ours / n
    }'
    eval "ours_$changes=$ours"
    rm -f "$plan"
done

awk -v few="$ours_10000" -v many="$ours_50000" -v small="$ours_150" 'BEGIN {
    printf "\nstart to end on 1 MB: %.1f ms\n", small / 1e3
    printf "five times the changes, 10000 to 50000, take %.2f times the time\n", many / few
}'
