#!/bin/sh
# Builds the fuzzer and runs its entries one after another (Documentation/Fuzzing.md).
#
#   run.sh [ENTRY …]        every entry, or these
#   run.sh ENTRY FILE       one kept input, as the fuzzer would run it
#
# FUZZ_RUNS=N      so many inputs for each, from the same seed, and the same every time
# FUZZ_SECONDS=N   or so many seconds for each; what is learnt is kept for the next time (the default: 60)
# FUZZ_SANITIZE    address: with the address sanitizer too
# FUZZ_JOBS=N      so many entries at a time
set -eu
cd "$(dirname "$0")/../.."
swift=${SWIFT:-swift}
sanitize=fuzzer${FUZZ_SANITIZE:+,$FUZZ_SANITIZE}
# The build, what is learnt, logs, and what is found.
folder=.build-fuzz${FUZZ_SANITIZE:+-$FUZZ_SANITIZE}
# A short run spends its time building, a long one running.
if [ -n "${FUZZ_RUNS:-}" ]; then configuration=debug; else configuration=release; fi
fuzzer=$folder/fuzz-$configuration

# Without the backtraces of Swift, which take minutes for each trap and hide it from libFuzzer.
export SWIFT_BACKTRACE=enable=no
# What the runtime of Swift keeps to its end counts as leaked.
export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=0}"
# MiB; the address sanitizer keeps what was freed for a while.
if [ -n "${FUZZ_SANITIZE:-}" ]; then memory=2048; else memory=1024; fi

build() {
    "$swift" build -c "$configuration" --target FuzzEntries --scratch-path "$folder" \
        -Xswiftc "-sanitize=$sanitize"
    products=$("$swift" build -c "$configuration" --scratch-path "$folder" --show-bin-path)
    # `main` is libFuzzer's, which SwiftPM has no product for. Objects of sources that are no more are left out.
    objects=$(grep -ho '[^"]*\.swift\.o' "$products"/*.build/output-file-map.json |
        while read -r object; do if [ -e "$object" ]; then echo "$object"; fi; done)
    # shellcheck disable=SC2086
    swiftc "-sanitize=$sanitize" -parse-as-library Tests/Fuzz/Program.swift \
        -swift-version 6 -I "$products/Modules" -I Sources/CCSV -I Sources/CExpat $objects -o "$fuzzer"
}

# fuzz ENTRY LONGEST FOLDER …
fuzz() {
    entry=$1 longest=$2
    shift 2
    found=$folder/found/$entry
    learnt=$folder/corpus/$entry
    limits="-runs=-1 -max_total_time=${FUZZ_SECONDS:-60}"
    if [ -n "${FUZZ_RUNS:-}" ]; then
        # From the same seed and from the fixtures alone, so that it is the same run each time.
        learnt=$folder/bounded/$entry
        rm -rf "$learnt"
        limits="-runs=$FUZZ_RUNS -seed=1"
    fi
    mkdir -p "$found" "$learnt"
    inputs=
    for name in "$@"; do
        if [ -d "Tests/Fixtures/$name" ]; then inputs="$inputs Tests/Fixtures/$name"; fi
    done
    log=$folder/$entry.log
    # shellcheck disable=SC2086
    if TAGMILL_FUZZ_TARGET=$entry "$fuzzer" $limits -max_len="$longest" -timeout=10 -rss_limit_mb=$memory \
        -malloc_limit_mb=256 -artifact_prefix="$found/" "$learnt" $inputs >"$log" 2>&1
    then
        echo "$entry: $(grep -o 'Done .*' "$log" | tail -1)"
    else
        echo "$entry: a fault was found:" >&2
        grep -E 'Fatal error:|ERROR:' "$log" >&2 || tail -5 "$log" >&2
        input=$(sed -n 's/.*Test unit written to //p' "$log")
        if [ -n "$input" ]; then
            echo "  with $input; to run it again: Tests/Fuzz/run.sh $entry $input" >&2
            echo "  to keep it: Documentation/Fuzzing.md" >&2
        fi
        return 1
    fi
}

if [ "${1:-}" = --one ]; then
    shift
    fuzz "$@"
    exit
fi
mkdir -p "$folder"
build
if [ $# -eq 2 ] && [ -f "$2" ]; then
    TAGMILL_FUZZ_TARGET=$1 exec "$fuzzer" -timeout=10 -rss_limit_mb=$memory -malloc_limit_mb=256 "$2"
fi
all=$("$fuzzer")
for name in "$@"; do
    echo "$all" | grep -q "^$name " || {
        echo "There is no entry '$name'; the entries are $(echo "$all" | cut -d' ' -f1 | tr '\n' ' ')" >&2
        exit 2
    }
done
status=0
for entry in ${*:-$(echo "$all" | cut -d' ' -f1)}; do echo "$all" | grep "^$entry "; done |
    xargs -P "${FUZZ_JOBS:-1}" -L 1 "$0" --one || status=1
exit $status
