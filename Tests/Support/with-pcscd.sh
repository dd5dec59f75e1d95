#!/bin/sh
# with-pcscd.sh CONF-DIR COMMAND [ARGUMENT…]
#
# Runs COMMAND against a pcscd of its own with the readers that the files in CONF-DIR describe, and passes its exit code
# on. Mounts and network are those of a new namespace: the machine's own pcscd and its USB readers are not touched,
# virtual readers listen to nobody outside, and several of these may run at once. Needs root, or user namespaces.
#
# COMMAND sees TAGMILL_WITH_PCSCD, the process id of this script: SIGUSR1 to it ends pcscd, SIGUSR2 starts it again.
# SIGTERM and SIGHUP are passed on to COMMAND; a SIGINT of the terminal reaches it without that. pcscd ends with this
# script, however that ends.
set -eu

say() { echo "with-pcscd.sh: $*" >&2; }

if [ $# -lt 2 ] || [ ! -d "$1" ]; then
    say "usage: with-pcscd.sh CONF-DIR COMMAND [ARGUMENT…]"
    exit 2
fi

PATH="$PATH:/usr/sbin:/sbin"
for tool in unshare mount ip setpriv pcscd; do
    if ! command -v "$tool" >/dev/null; then
        say "$tool is missing: sudo apt install util-linux mount iproute2 pcscd"
        exit 3
    fi
done

if [ "${TAGMILL_IN_NAMESPACE:-}" != "$$" ]; then
    # The process id stays the same, and says that the namespace is this script's and not one it was started in.
    export TAGMILL_IN_NAMESPACE=$$
    if [ "$(id -u)" = 0 ]; then
        exec unshare -m -n "$0" "$@"
    fi
    exec unshare -r -m -n "$0" "$@"
fi
unset TAGMILL_IN_NAMESPACE

conf=$(cd "$1" && pwd)
shift
socket=/run/pcscd/pcscd.comm
log=/run/pcscd/pcscd.log

ip link set lo up
if [ ! -d /run/pcscd ]; then
    # No folder to mount on, and none is to be left behind: a /run in memory, with all that was in /run.
    mount -t tmpfs tmpfs /mnt
    mkdir /mnt/run
    mount --rbind /run /mnt/run
    mount -t tmpfs -o mode=755 tmpfs /run
    for entry in /mnt/run/* /mnt/run/.[!.]*; do
        here=/run/${entry##*/}
        if [ -L "$entry" ]; then
            cp -P "$entry" "$here"
        elif [ -d "$entry" ]; then
            mkdir -p "$here"
            mount --rbind "$entry" "$here"
        elif [ -e "$entry" ]; then
            : >>"$here"
            mount --bind "$entry" "$here"
        fi
    done
    umount -l /mnt
    mkdir /run/pcscd
fi
mount -t tmpfs -o mode=755 tmpfs /run/pcscd
if [ -d /dev/bus/usb ]; then
    mount -t tmpfs tmpfs /dev/bus/usb
fi

pcscd=
start_pcscd() {
    [ -z "$pcscd" ] || return 0
    # The descriptors of COMMAND are not for a daemon: whoever reads its output would wait for the daemon's end too.
    setpriv --pdeathsig KILL pcscd --foreground --config "$conf" </dev/null >"$log" 2>&1 3<&- &
    pcscd=$!
    tries=0
    while [ ! -S "$socket" ]; do
        tries=$((tries + 1))
        if [ $tries -gt 200 ] || ! kill -0 "$pcscd" 2>/dev/null; then
            say "pcscd did not start:"
            cat "$log" >&2
            return 1
        fi
        sleep 0.05
    done
}
stop_pcscd() {
    [ -n "$pcscd" ] || return 0
    kill "$pcscd" 2>/dev/null || true
    # A driver that waits for its reader can keep pcscd from ending.
    tries=0
    while kill -0 "$pcscd" 2>/dev/null && [ $tries -lt 100 ]; do
        tries=$((tries + 1))
        sleep 0.05
    done
    kill -KILL "$pcscd" 2>/dev/null || true
    wait "$pcscd" 2>/dev/null || true
    rm -f "$socket"
    pcscd=
}

# One after another: a signal that comes while pcscd is being ended is served after that.
requests=
serving=
serve_requests() {
    while [ -n "$requests" ] && [ -z "$serving" ]; do
        serving=1
        request=${requests%% *}
        requests=${requests#* }
        case $request in
        stop) stop_pcscd ;;
        start) start_pcscd || true ;;
        esac
        serving=
    done
}

command=
finish() {
    trap - EXIT
    stop_pcscd
    exit "$1"
}
trap 'finish $?' EXIT
trap ':' INT
trap '[ -z "$command" ] || kill -TERM "$command" 2>/dev/null || true' TERM
trap '[ -z "$command" ] || kill -HUP "$command" 2>/dev/null || true' HUP
trap 'requests="${requests}stop "; serve_requests' USR1
trap 'requests="${requests}start "; serve_requests' USR2

exec 3<&0
start_pcscd || exit 3
export TAGMILL_WITH_PCSCD=$$
# A shell starts what runs beside it with SIGINT ignored and no input; COMMAND is to have both as if run alone.
setpriv --pdeathsig TERM env --default-signal=INT,QUIT -- "$@" <&3 3<&- &
command=$!
exec 3<&-
while :; do
    code=0
    wait "$command" || code=$?
    # A signal ends the waiting, not the command.
    kill -0 "$command" 2>/dev/null || break
done
exit "$code"
