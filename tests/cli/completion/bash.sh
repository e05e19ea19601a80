# What bash offers in some places of a line.
# shellcheck source=/dev/null
source <(kifu completion bash)
offer() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _kifu
    echo "$*: ${COMPREPLY[*]}"
}
offer kifu vers
offer kifu --v
offer kifu completion ''
offer kifu completion z
offer kifu version --j
offer kifu version --lang ''
offer kifu version --lang =
offer kifu version --lang = j
offer kifu help vers
