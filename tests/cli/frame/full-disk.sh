# A full disk is status 3 and the system's reason, in every command.
[[ -c /dev/full ]] || { echo "there is no /dev/full" >&2; exit 77; }
# shellcheck source=tests/cli/frame/printing.bash
. "$TOP/tests/cli/frame/printing.bash"
exec 6>/dev/full
try_all 6 3 "kifu %s: cannot write to standard output: No space left on device"
