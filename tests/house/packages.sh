# What Debian's packages are made from, without building them: every installed file belongs to one
# package, versions agree, the library shows what its symbols file lists, and the tarball is always the
# same.  tests/long/packages.sh builds and installs them.
set -euo pipefail
cd "$TOP"
work=$(mktemp -d)
trap 'rm -rf "$work" || true' EXIT
version=$(sed -n 's/^VERSION := //p' Makefile)
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
# check_with TOOL NAME COMMAND...: skipped where the tool is missing.
check_with() {
    if command -v "$1" >/dev/null; then
        check "${@:2}"
    else
        number=$((number + 1))
        echo "ok $number - $2 # SKIP no $1: scripts/deps test"
    fi
}

# ---- One version.  The Makefile has it.
agree() {
    local place
    while read -r place found; do
        [[ $found == "$version" ]] || { echo "$place has $found, the Makefile $version"; return 1; }
    done <<FOUND
debian/changelog $(sed -n '1s/^kifu (\(.*\)) .*/\1/p' debian/changelog)
CHANGELOG.md $(sed -n 's/^## \([0-9.]*\).*/\1/p' CHANGELOG.md | head -n 1)
data/desktop/org.kifu.kifu.metainfo.xml $(sed -n 's/.*<release version="\([^"]*\)".*/\1/p' data/desktop/org.kifu.kifu.metainfo.xml | head -n 1)
kifu $("$KIFU" version | sed 's/^kifu //')
FOUND
}
same_day() {
    local day
    day=$(date -u -d "$(sed -n 's/^ -- .*>  //p' debian/changelog | head -n 1)" +%F)
    grep -qF "## $version ($day)" CHANGELOG.md && grep -qF "version=\"$version\" date=\"$day\"" data/desktop/*.metainfo.xml
}
check "one version everywhere" agree
check "and one day of its release" same_day
check_with dpkg-parsechangelog "Debian's changelog can be read" dpkg-parsechangelog -l debian/changelog

# ---- The files of the packages: those of `make install`, and the Python module.
libdir=lib/x86_64-linux-gnu
scripts/install-tree "$B" "$work/dest" /usr "$libdir" "$soversion"
mkdir -p "$work/dest/usr/lib/python3/dist-packages/kifu"
touch "$work/dest/usr/lib/python3/dist-packages/kifu/__init__.py"
packages=$(sed -n 's/^Package: //p' debian/control)
# Lists "FILE PACKAGE" of all that a package's list names.
share_out() {
    local package pattern file
    for package in $packages; do
        [[ -f debian/$package.install ]] || { echo "no debian/$package.install" >&2; return 1; }
        while read -r pattern _; do
            (
                cd "$work/dest"
                shopt -s nullglob
                # shellcheck disable=SC2206  # patterns are to be expanded
                found=($pattern)
                [[ ${#found[@]} -gt 0 ]] || { echo "debian/$package.install: nothing is $pattern" >&2; exit 1; }
                find "${found[@]}" ! -type d
            ) || return 1
        done <"debian/$package.install" | while IFS= read -r file; do echo "$file $package"; done || return 1
    done
}
complete() {
    share_out | LC_ALL=C sort >"$work/shared" || return 1
    (cd "$work/dest" && find . ! -type d -printf '%P\n' | LC_ALL=C sort) >"$work/all"
    diff <(cut -d ' ' -f 1 "$work/shared") "$work/all"
}
if [[ -x $B/kifu-mpi ]]; then # without MPI there is less to share out
    check "every installed file belongs to one package" complete
fi
listed_symbols() {
    diff <(sed -n 's/^ \(.*\)@Base .*/\1/p' debian/libkifu0.symbols) \
        <(nm -D --defined-only "$B/libkifu.so.$soversion" | awk '{ print $3 }' | LC_ALL=C sort)
}
check "symbols of the library are listed (debian/libkifu0.symbols)" listed_symbols
tests_exist() {
    local name
    while read -r name; do [[ -x debian/tests/$name ]] || { echo "no $name"; return 1; }; done < <(sed -n 's/^Tests: //p' debian/tests/control)
}
check "autopkgtests are there" tests_exist

# ---- For desktops.
check_with desktop-file-validate "the desktop entry" desktop-file-validate data/desktop/kifu.desktop
check_with appstreamcli "AppStream's description" appstreamcli validate --no-net --no-color data/desktop/org.kifu.kifu.metainfo.xml
# Types in the entry are defined by us, or by shared-mime-info (SGF).
types_known() {
    local type
    for type in $(sed -n 's/^MimeType=//p' data/desktop/kifu.desktop | tr ';' ' '); do
        [[ $type == application/x-go-sgf ]] || grep -qF "type=\"$type\"" data/desktop/kifu.xml || { echo "$type"; return 1; }
        grep -qF "<mediatype>$type<" data/desktop/*.metainfo.xml || { echo "$type is not in AppStream's"; return 1; }
    done
    for type in kif kifu ki2 csa jkf; do grep -qF "\"*.$type\"" data/desktop/kifu.xml || { echo "no *.$type"; return 1; }; done
}
check "types of files" types_known
mime_database() {
    mkdir -p "$work/mime/packages" && cp data/desktop/kifu.xml "$work/mime/packages/" &&
        update-mime-database "$work/mime" && grep -q 'x-kifu-kif:\*.kif$' "$work/mime/globs"
}
check_with update-mime-database "are read by the desktop's program" mime_database

# ---- The tarball.
same_tarball() {
    scripts/dist "$version" "$work/one.tar"
    (umask 077 && TZ=Asia/Tokyo LC_ALL=C scripts/dist "$version" "$work/two.tar")
    cmp "$work/one.tar" "$work/two.tar" || return 1
    tar -tf "$work/one.tar" >"$work/list"
    ! grep -v "^kifu-$version/" "$work/list" && ! grep -E '/(build|node_modules|\.git)/' "$work/list" && grep -qx "kifu-$version/debian/rules" "$work/list"
}
check "the tarball is the same each time" same_tarball
unpacked() {
    mkdir "$work/src" && tar -C "$work/src" -xf "$work/one.tar" && cd "$work/src/kifu-$version" &&
        scripts/dist "$version" "$work/three.tar" && cmp "$work/one.tar" "$work/three.tar"
}
check "and made again from what it holds" unpacked
echo "1..$number"
