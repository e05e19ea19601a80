# What `make install` puts where; a program can be linked with it, shared and static; and nothing of
# the inside can be seen.
set -eu
cd "$TOP"
work=$(mktemp -d)
trap 'rm -rf "$work" || true' EXIT
soversion=$(sed -n 's/^SOVERSION := //p' Makefile)
number=0
check() { # NAME COMMAND...
    local name=$1
    shift
    number=$((number + 1))
    if "$@" >"$work/log" 2>&1; then
        echo "ok $number - $name"
    else
        echo "not ok $number - $name"
        sed 's/^/# /' "$work/log"
    fi
}

# PREFIX is where it will live, DESTDIR where it is put for now.
scripts/install-tree "$B" "$work/dest" /opt/kifu lib "$soversion"
prefix=$work/usr
scripts/install-tree "$B" "" "$prefix" lib "$soversion"

same_files() {
    diff <(cd "$prefix" && find . | sort) <(cd "$work/dest/opt/kifu" && find . | sort) &&
        grep -qx 'prefix=/opt/kifu' "$work/dest/opt/kifu/lib/pkgconfig/kifu.pc"
}
has_files() {
    local file
    for file in bin/kifu lib/libkifu.a lib/libkifu.so include/kifu/kifu.h include/kifu/kifu_report.h share/man/man1/kifu.1 \
        share/man/ja/man1/kifu.1 share/man/man1/kifu-help.1 share/man/man7/kifu-query.7 \
        share/man/man7/kifu-formats.7 share/man/ja/man7/kifu-query.7 share/man/ja/man7/kifu-formats.7 \
        share/kifu/names/shogi.txt share/kifu/names/go.txt share/kifu/people/shogi.txt share/kifu/people/go.txt share/zsh/site-functions/_kifu \
        share/bash-completion/completions/kifu share/fish/vendor_completions.d/kifu.fish \
        share/applications/kifu.desktop share/mime/packages/kifu.xml share/icons/hicolor/scalable/apps/kifu.svg \
        share/metainfo/org.kifu.kifu.metainfo.xml; do
        [[ -s $prefix/$file ]] || { echo "$file is missing"; return 1; }
    done
}
is_engine() {
    [[ $(echo isready | "$prefix/bin/kifu-usi" --hash 1) == readyok ]]
}
only_public() { # NM-OPTIONS FILE
    local names
    names=$(nm "$@" --defined-only | awk 'NF == 3 { print $3 }')
    [[ -n $names ]] || { echo "nothing can be seen"; return 1; }
    ! grep -v '^kifu_' <<<"$names"
}
kifu_pc() {
    PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config "$@" kifu
}
# links FLAG...: with these, a program builds and says the right version.
links() {
    gcc -Wall -Werror -o "$work/program" "$work/program.c" "$@" &&
        [[ $(LD_LIBRARY_PATH=$prefix/lib "$work/program") == "$("$prefix/bin/kifu" version)" ]]
}
cat >"$work/program.c" <<'PROGRAM'
#include <kifu.h>
#include <stdio.h>

int main(void)
{
    return printf("kifu %s\n", kifu_version()) < 0;
}
PROGRAM

# The page of the query language has every word of the document that it is made from.
has_query_words() {
    local word
    for word in 'then<20' 'castle:mino' 'sym(bQ16' 'dice:35' 'player:羽生'; do
        grep -qF -- "$word" "$prefix/share/man/man7/kifu-query.7" || { echo "$word is missing"; return 1; }
    done
}
# Links are text there.
has_no_links() {
    ! grep -F '](' "$prefix/share/man/man7/kifu-query.7" "$prefix/share/man/ja/man7/kifu-query.7"
}

check "everything is in its place" has_files
check "the query language is installed" has_query_words
check "without marks of links" has_no_links
check "kifu-usi is an engine" is_engine
check "DESTDIR and PREFIX" same_files
check "the shared library shows its public functions only" only_public -D "$prefix/lib/libkifu.so"
check "so does the static one" only_public -g "$prefix/lib/libkifu.a"
read -ra shared < <(kifu_pc --cflags --libs)
check "a program links with the shared library" links "${shared[@]}"
# Our own library from the archive, those of others shared as usual.
mapfile -t others < <(kifu_pc --print-requires-private)
read -ra archive <<<"$(kifu_pc --cflags) $prefix/lib/libkifu.a $(pkg-config --libs "${others[@]}") -lm -pthread"
check "a program links with the static library" links "${archive[@]}"
# The example of the documentation answers as the program does.
example() {
    gcc -std=c17 -Wall -Wextra -Werror -o "$work/example" docs/examples/search.c "${shared[@]}" &&
        "$prefix/bin/kifu" generate "$work/games.kifu" --games 200 --seed 1 --quiet &&
        LD_LIBRARY_PATH=$prefix/lib "$work/example" "$work/games.kifu" s28ou >"$work/example.out" || return 1
    cat "$work/example.out"
    [[ $(head -n 1 "$work/example.out") == "$("$prefix/bin/kifu" search "$work/games.kifu" s28ou --count --json |
        sed -E 's/^\{"games":([0-9]+).*/\1 games/')" && $(wc -l <"$work/example.out") -eq 16 ]]
}
check "the example of the documentation searches" example
echo "1..$number"
