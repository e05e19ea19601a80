# Debian's packages: built twice in different folders and settings, they are the same bytes, and lintian
# has nothing to say; in a bare system they are installed, used and purged, and nothing of them is left.
#
# KIFU_DEBS=FOLDER takes packages that were built before (make deb), and builds none.
set -eu
cd "$TOP"
skip() {
    echo "$*" >&2
    exit 77
}
[[ $(id -u) -eq 0 ]] || skip "only root can make a system to install in"
for tool in debootstrap dpkg-buildpackage dh lintian; do
    command -v $tool >/dev/null || skip "no $tool: scripts/deps deb; scripts/deps test"
done
version=$(sed -n 's/^VERSION := //p' Makefile)
work=$(mktemp -d)
root=$work/system
leave() {
    umount "$root/proc" 2>/dev/null || true
    rm -rf --one-file-system "$work" || true
}
trap leave EXIT
number=0
check() { # NAME COMMAND...
    local name=$1
    shift
    number=$((number + 1))
    if "$@" >"$work/log" 2>&1; then
        echo "ok $number - $name"
    else
        echo "not ok $number - $name"
        tail -n 30 "$work/log" | sed 's/^/# /'
    fi
}

# ---- Two builds.
debs=${KIFU_DEBS:-}
if [[ -z $debs ]]; then
    debs=$work/one
    built() { scripts/package-deb "$version" "$work/one"; }
    check "packages are built" built
    again() {
        (umask 027 && TZ=Asia/Tokyo LANG=ja_JP.UTF-8 HOME=/nonexistent \
            scripts/package-deb "$version" "$work/another/folder/two") || return 1
        local deb
        for deb in "$work"/one/*.deb; do cmp "$deb" "$work/another/folder/two/${deb##*/}" || return 1; done
        cmp "$work/one/kifu_$version.tar.xz" "$work/another/folder/two/kifu_$version.tar.xz"
    }
    check "and again, elsewhere: the same bytes" again
    check "lintian" lintian --fail-on error,warning "$work"/one/*.changes
fi

# ---- A bare system, from the archive that this machine uses.
# shellcheck disable=SC2016  # apt's variables
read -r mirror suite < <(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk '$3 == "main" && $2 !~ /-/ { print $1, $2; exit }') || skip "apt has no archive"
debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$work/bootstrap.log" 2>&1 ||
    skip "debootstrap cannot fetch $suite from $mirror: $(tail -n 1 "$work/bootstrap.log")"
mkdir "$root/debs"
for package in kifu kifu-mpi libkifu0 libkifu-dev python3-kifu; do cp "$debs/${package}_${version}"_*.deb "$root/debs/"; done
mount -t proc proc "$root/proc"
inside() { chroot "$root" env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
listing() { find "$root"/{etc,usr,opt,srv,var/lib} -xdev ! -type d -iname '*kifu*'; }

# The program and the module need no other package of ours.
install_two() {
    inside sh -c 'apt-get update -qq && apt-get install -qq -y --no-install-recommends /debs/kifu_*.deb /debs/python3-kifu_*.deb' &&
        ! inside dpkg -s libkifu0
}
check "kifu and python3-kifu are installed without others" install_two
searches() {
    inside kifu generate /root/games.kifu --games 200 --seed 1 --quiet
    inside kifu search /root/games.kifu s28ou --count --json | tee "$work/count" | grep -q '"games":[1-9]'
}
check "kifu searches" searches
imports() { cp -r docs/samples "$root/root/" && inside kifu import /root/samples.kifu /root/samples --quiet; }
check "and imports records in Shift-JIS" imports
opens() {
    inside kifu open --no-browser /root/samples/yagura.kif | grep -q '^http://127.0.0.1:[0-9]*/#/game/shogi/0$' &&
        inside kifu open --status && inside kifu open --stop
}
check "kifu open" opens
python() {
    local games
    games=$(sed -E 's/^\{"games":([0-9]+).*/\1/' "$work/count")
    [[ $(inside python3 -c '
import kifu
hits = kifu.open("/root/games.kifu").search("s28ou")
print(len({hit.game for hit in hits}))') == "$games" ]]
}
check "three lines of Python find the same games" python
install_others() { inside sh -c 'apt-get install -qq -y --no-install-recommends /debs/libkifu0_*.deb /debs/libkifu-dev_*.deb'; }
check "the library is installed beside them" install_others
has_manual() {
    [[ -s $root/usr/share/man/man1/kifu-open.1.gz && -s $root/usr/share/man/ja/man1/kifu-open.1.gz ]] &&
        inside bash -c '. /usr/share/bash-completion/completions/kifu' && [[ -s $root/usr/share/applications/kifu.desktop ]]
}
check "manual pages, completions, the desktop's entry" has_manual
links() {
    inside ldconfig -p | grep -q 'libkifu.so.0 ' && [[ -s $root/usr/include/kifu/kifu.h ]] &&
        ! inside ldd /usr/bin/kifu | grep 'libkifu\|not found'
}
check "libraries are found" links
# Those that need nothing but the packages.
autopkgtests() { cp -r debian/tests "$root/root/" && inside /root/tests/search && inside /root/tests/python; }
check "autopkgtests" autopkgtests
purge() {
    inside apt-get purge -qq -y kifu libkifu0 libkifu-dev python3-kifu
    [[ -z $(listing) ]] || { listing; return 1; }
}
check "are purged, and nothing is left" purge
echo "1..$number"
