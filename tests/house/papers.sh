# The ledger of the papers' claims holds, a quick run of its commands included, and the check of it can fail.
set -eu
cd "$TOP"
work=$(mktemp -d)
trap 'rm -rf "$work" || true' EXIT
number=0
tell() { # VERDICT NAME
    number=$((number + 1))
    echo "$1 $number - $2"
    [[ $1 == ok ]] || tail -n 30 "$work/log" | sed 's/^/# /'
}

verdict=ok
scripts/papers-check "$B" >"$work/log" 2>&1 || verdict="not ok"
grep '^papers-check: .*\(skipped\|again\)' "$work/log" | sed 's/^/# /' || true
tell "$verdict" "ledger, pages and a quick run"

# sees WHAT FILE COMMAND: the check complains once sed has changed the file so; with saying=TEXT, in these words.
sees() {
    local what=$1 file=$2 change=$3 verdict=ok
    rm -rf "$work/papers"
    cp -r docs/papers "$work/papers"
    sed -i "$change" "$work/papers/$file"
    ! cmp -s "docs/papers/$file" "$work/papers/$file" || verdict="not ok"
    ! PAPERS=$work/papers scripts/papers-check "${@:4}" >"$work/log" 2>&1 || verdict="not ok"
    grep -q "${saying-}" "$work/log" || verdict="not ok"
    tell "$verdict" "papers-check sees $what"
}

tab=$(printf '\t')
row="chaturanga\/table-6\/P0\/D"
sees "a verdict that was changed" claims.tsv "/^$row$tab/s/${tab}agrees$tab/${tab}differs$tab/"
sees "a figure that was changed" figures.tsv "/^$row$tab/s/${tab}1[0-9]*\.[0-9]*$tab/${tab}121.77$tab/"
sees "a value of the paper that was changed" claims.tsv "/^$row$tab/s/${tab}122$tab/${tab}150$tab/"
sees "a row for the second time" claims.tsv "/^$row$tab/p"
sees "a row without a figure" figures.tsv "/^$row$tab/d"
sees "a figure changed on a page" chaturanga.md "s/P0: length (D) | 122 /P0: length (D) | 123 /"
sees "a verdict changed on a page" chaturanga.md "s/| agrees |/| differs |/"
sees "a figure typed into a template" chaturanga.in.md "\$s/\$/ Games last 29 turns./"
sees "a verdict typed into a template" chaturanga.in.md "\$s/\$/ The lengths agree./"
sees "a row that its page does not show" chaturanga.in.md "s/chaturanga\/exchange\/\*//"
saying="no reason is given" sees "a missing reason" claims.tsv "/${tab}differs$tab/s/differs${tab}[^$tab]*/differs$tab/"
saying="agrees, and has a reason" sees "an excuse of a row that agrees" claims.tsv "/^$row$tab/s/${tab}agrees$tab/${tab}agrees${tab}other dice/"
saying="does not tell what the paper says" sees "a row of ours that keeps silent about the paper" claims.tsv "/${tab}ours$tab/s/agrees${tab}[^$tab]*/agrees$tab/"
saying="no basis firm" sees "a basis that there is not" claims.tsv "/^$row$tab/s/${tab}fitted$tab/${tab}firm$tab/"
saying="is not what .* make" sees "a basis that was changed" claims.tsv "/^$row$tab/s/${tab}fitted$tab/${tab}said$tab/"
rm -rf "$work/papers"
cp -r docs/papers "$work/papers"
echo "Everything agrees." >"$work/papers/another.md"
verdict=ok
! PAPERS=$work/papers scripts/papers-check >"$work/log" 2>&1 || verdict="not ok"
tell "$verdict" "papers-check sees a page without a template"
# Figure, ledger and page were changed together: only measuring again can tell.
rm -rf "$work/papers"
cp -r docs/papers "$work/papers"
sed -i "/^$row$tab/s/$tab.*/${tab}131${tab}130${tab}132${tab}100000${tab}kifu/" "$work/papers/figures.tsv"
PAPERS=$work/papers scripts/papers-verdict
PAPERS=$work/papers scripts/papers-page --all
verdict=ok
! PAPERS=$work/papers PAPER=chaturanga scripts/papers-check "$B" >"$work/log" 2>&1 || verdict="not ok"
grep -q "${row//\\/}: 131 is stored" "$work/log" || verdict="not ok"
tell "$verdict" "papers-check measures again"
echo "1..$number"
