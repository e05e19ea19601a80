# For scripts/paper-*: keep what was measured.  Sourced, in the repository's root.
#
#   figure ID VALUE [LOW HIGH [N]]   a figure of the command in $made_by, with its 95 % interval and how many
#                                    games or positions it stands on
#   rows AWK_PROGRAM [NAME=VALUE]... figures of what is in $papers_work/out; the program calls figure() of papers.awk
#   keep_output NAME FILE            Markdown that a page includes by {output:NAME}
#   figures_end                      puts the figures into figures.tsv, instead of those of the same names
#
# PAPERS=FOLDER: another folder than docs/papers, for a reduced run.
# shellcheck shell=bash
papers_folder=${PAPERS:-docs/papers}
papers_work=$(mktemp -d)
trap 'rm -rf "$papers_work"' EXIT
made_by=
: >"$papers_work/figures"

figure() {
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "${3-}" "${4-}" "${5-}" "$made_by" >>"$papers_work/figures"
}

rows() {
    local program=$1 option options=()
    shift
    for option in "$@"; do options+=(-v "$option"); done
    awk "${options[@]}" -v made_by="$made_by" -f scripts/papers.awk -f /dev/stdin "$papers_work/out" <<<"$program" \
        >>"$papers_work/figures" || exit 3
}

keep_output() {
    mkdir -p "$papers_folder/outputs"
    cp "$2" "$papers_folder/outputs/$1.md"
}

# Sorted by name, so that what several people add rarely meets.
figures_end() {
    local stored=$papers_folder/figures.tsv
    mkdir -p "$papers_folder"
    [[ -f $stored ]] || printf 'id\tvalue\tlow\thigh\tn\tcommand\n' >"$stored"
    {
        head -n 1 "$stored"
        awk -F '\t' 'FNR == NR { new[$1] = 1; print; next } FNR > 1 && !($1 in new)' "$papers_work/figures" "$stored" |
            LC_ALL=C sort -t "$(printf '\t')" -k 1,1
    } >"$papers_work/merged" && cp "$papers_work/merged" "$stored"
}

# Words of a command as a reader would type them.
shown() {
    local word
    for word in "$@"; do
        [[ $word =~ ^[A-Za-z0-9_.,=:/+-]+$ ]] || word="'$word'"
        printf '%s ' "$word"
    done | sed 's/ $//'
}
