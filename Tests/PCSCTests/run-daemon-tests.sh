#!/bin/sh
# run-daemon-tests.sh [OPTION of swift test…]
#
# Runs the tests of PCSC that need a real pcscd, with four virtual readers in a namespace of their own. Build first
# (swift build --build-tests). Options take the place of --filter PCSCDaemonTests. Fails where it cannot run.
set -eu
tests=$(cd "$(dirname "$0")" && pwd)
driver=${TAGMILL_VPCD_DRIVER:-/usr/lib/pcsc/drivers/serial/libifdvpcd.so}
if [ ! -f "$driver" ]; then
    echo "run-daemon-tests.sh: $driver is missing: sudo apt install vsmartcard-vpcd" >&2
    exit 3
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/conf"
export TAGMILL_TEST_VPCD_PORT=35963
export TAGMILL_TEST_PCSCD_CONF="$folder/conf"

# In one file: pcscd reads the files of a folder in no order.
# entry LETTER PORT NAME: one driver copy an entry, because two entries of one copy overwrite each other's slots.
entry() {
    cp "$driver" "$folder/libifdvpcd_$1.so"
    {
        echo "FRIENDLYNAME \"$3\""
        echo "DEVICENAME   /dev/null:$2"
        echo "LIBPATH      $folder/libifdvpcd_$1.so"
        echo "CHANNELID    $2"
        echo
    } >>"$folder/conf/readers"
}
entry a "$TAGMILL_TEST_VPCD_PORT" "Tagmill Test A"
entry b "$((TAGMILL_TEST_VPCD_PORT + 2))" "ACS ACR122U Test B"

# The limit is for a call into PC/SC that does not come back.
cd "$tests/../.."
[ $# -gt 0 ] || set -- --filter PCSCDaemonTests
timeout --foreground 300 Tests/Support/with-pcscd.sh "$folder/conf" swift test --skip-build --ignore-lock "$@"
