# corpora.bash: the databases that benchmarks ask, made once and kept in $CORPORA.
#
#   corpus 10k|100k|240k|1m    prints the path of a database of generated games, seed 1
#   corpus go-10k|go-240k      the same of Go
#   corpus real                the same of all real games in KIFU_DATA
#   corpus real-bare           those without comments and variations
#
# Generated games begin with the openings of the real ones where there are any (else with Kifu's own
# small book).  A database is made again when the sources that decide its bytes have changed.
# shellcheck shell=bash
KIFU=${KIFU:-$B/kifu}
KIFU_DATA=${KIFU_DATA:-$PWD/../shared/data}
CORPORA=${CORPORA:-$PWD/build/bench-corpora}

real_paths() {
    local path
    for path in human-pro human-pro-psn human-amateur computer; do
        [[ ! -f $KIFU_DATA/shogi/$path.tar.zst ]] || echo "$KIFU_DATA/shogi/$path.tar.zst"
    done
}

have_real() {
    [[ -n $(real_paths) ]]
}

# The openings that games are generated from: the first plies of real games.
openings() {
    local file=$CORPORA/openings.usi paths
    if [[ ! -f $file ]]; then
        mapfile -t paths < <(real_paths)
        [[ ${#paths[@]} -gt 0 ]] || return 1
        "$KIFU" convert --quiet "${paths[@]}" --to usi 2>/dev/null | grep '^startpos' >"$file.part"
        [[ ! -f $KIFU_DATA/shogi/openings/records2016_10818.sfen.zst ]] ||
            zstdcat "$KIFU_DATA/shogi/openings/records2016_10818.sfen.zst" >>"$file.part"
        mv "$file.part" "$file"
    fi
    echo "$file"
}

make_corpus() {
    local db=$1 games=$2 file
    if file=$(openings); then
        "$KIFU" generate "$db" --games "$games" --seed 1 --openings "$file" --quiet --progress none
    else
        "$KIFU" generate "$db" --games "$games" --seed 1 --quiet --progress none
    fi
}

# What the bytes of a database depend on, besides the games.
writer_sources() {
    cat src/{games,games/shogi,games/go,store,facts,db,sim}/*.[ch] src/cmd/cmd_generate.c | sha256sum | cut -c 1-16
}

corpus() {
    local db=$CORPORA/$1.kifu stamp paths
    mkdir -p "$CORPORA"
    stamp=$(writer_sources)
    if [[ $(cat "$db.made-by" 2>/dev/null) != "$stamp" || ! -f $db/MANIFEST ]]; then
        rm -rf "$db" "$db.made-by"
        case $1 in
            10k) make_corpus "$db" 10000 ;;
            100k) make_corpus "$db" 100000 ;;
            240k) make_corpus "$db" 240000 ;;
            1m) make_corpus "$db" 1000000 ;;
            go-10k | go-240k)
                local games=${1#go-}
                "$KIFU" generate "$db" --game go --games "${games%k}000" --seed 1 --quiet --progress none
                ;;
            real)
                mapfile -t paths < <(real_paths)
                "$KIFU" import "$db" "${paths[@]}" --quiet --progress none >"$db.log" 2>&1
                ;;
            real-bare)
                mapfile -t paths < <(real_paths)
                "$KIFU" convert "${paths[@]}" --to csa --quiet --progress none 2>/dev/null | grep -v "^'" |
                    "$KIFU" import "$db" - --quiet --progress none >"$db.log" 2>&1
                ;;
        esac || return 1
        echo "$stamp" >"$db.made-by"
    fi
    echo "$db"
}
