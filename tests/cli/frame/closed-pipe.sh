# A reader that went away ends every command by SIGPIPE, without a word.
# shellcheck source=tests/cli/frame/printing.bash
. "$TOP/tests/cli/frame/printing.bash"
exec 5> >(true)
wait $! # from now on nobody reads 5
try_all 5 141
