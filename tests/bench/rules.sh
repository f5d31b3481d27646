#!/usr/bin/env bash
# rules.sh SCENE KEY [UNITS]: how many times the instructions a tick of a scene takes where the behavior KEY
# is run by its rule instead of its pass. Needs valgrind; `cargo bench --no-run --bench engine` builds the bench.
set -eu
cd "$(dirname "$0")/../.."
engine=$(ls -t target/release/deps/engine-* | grep -v '\.d$' | head -1)
count() { # TICKS RULES: instructions
    printf '1 open scene=%s %s\n%s1 slice 0 %s\n' "$scene" "$units" "$2" "$1" |
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$engine" --bench 2>&1 |
        sed -n 's/.*refs: *//p' | tr -d ,
}
scene=$1 units=${3:-0} rules=$(printf '1 rules %s\n.' "$2")
[ "$units" = 0 ] || scene="$scene&count=$units"
pass=$(($(count 21 "") - $(count 1 "")))
rule=$(($(count 21 "${rules%.}") - $(count 1 "${rules%.}")))
awk "BEGIN { printf \"%.2f\\n\", $rule / $pass }"
