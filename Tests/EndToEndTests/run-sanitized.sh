#!/bin/sh
# run-sanitized.sh address|thread [OPTION of swift test…]
#
# Runs the tests of EndToEndTests on the command and the server of tags that were built with that sanitizer, into .build-address
# or .build-thread (make build-sanitized). The tests themselves are those of .build, and are not instrumented. Options take the
# place of --filter EndToEndTests; TAGMILL_CHAOS_KILLS says how often a command is killed (8). Fails too when a process reported
# what no test saw, a leak too, and prints all that was reported.
set -eu
cd "$(dirname "$0")/../.."
sanitizer=${1:-}
case $sanitizer in
address | thread) shift ;;
*)
    echo "usage: run-sanitized.sh address|thread [OPTION of swift test…]" >&2
    exit 2
    ;;
esac
export TAGMILL_BUILT=".build-$sanitizer/debug" TAGMILL_CHAOS_KILLS="${TAGMILL_CHAOS_KILLS:-8}"
if [ ! -x "$TAGMILL_BUILT/tagmill" ] || [ ! -x "$TAGMILL_BUILT/TagServer" ]; then
    echo "run-sanitized.sh: $TAGMILL_BUILT holds no tagmill or no TagServer: make build-sanitized" >&2
    exit 3
fi
reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
# Into files: what tests read on standard error is the command's. A thread sanitizer goes on after a report.
options="log_path=$reports/report:exitcode=86"
export ASAN_OPTIONS="$options:detect_leaks=1" TSAN_OPTIONS="$options"

# One that finds nothing because it is not there would be the quietest.
for program in tagmill TagServer; do
    if ! ASAN_OPTIONS=help=1 TSAN_OPTIONS=help=1 "$TAGMILL_BUILT/$program" 2>&1 </dev/null |
        grep -qi "flags for ${sanitizer}Sanitizer"; then
        echo "run-sanitized.sh: $TAGMILL_BUILT/$program is built without the $sanitizer sanitizer" >&2
        exit 3
    fi
done

[ $# -gt 0 ] || set -- --filter EndToEndTests
code=0
"${SWIFT:-swift}" test --skip-build --ignore-lock --disable-xctest "$@" || code=$?
for report in "$reports"/*; do
    [ -e "$report" ] || continue
    echo "The $sanitizer sanitizer reported:"
    cat "$report"
    code=86
done
exit "$code"
