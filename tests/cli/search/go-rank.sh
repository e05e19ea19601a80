# Ranks of Go players are asked for as ranks, or as the ratings that they stand for.
{
    printf '(;PB[A]BR[9p]PW[B]WR[7d];B[aa];W[ba])\n(;PB[C]BR[6 dan]PW[D]WR[5k];B[bb])\n'
    printf '(;PB[E]BR[2450]PW[F]WR[?];B[cc])\n(;PB[G]PW[H];B[dd])\n'
} >a.sgf
"$KIFU" import --quiet g.kifu a.sgf >import.txt
for q in 'rank>=7d' 'rank:7d..' 'rank:..1d' 'rank:6d..9d' 'black.rank:9p' 'rank<1d' 'rating>=2450' 'white.rank=五級' \
    'flip(white.rank:6d)'; do
    echo "$q: $("$KIFU" search g.kifu "$q" --json | jq -c '[.game,.ratings,.ranks]' | tr '\n' ' ')"
done
for q in 'rank>=' 'rank:x' 'rank' 'rank:3d..x'; do
    "$KIFU" search g.kifu "$q" 2>&1
done
"$KIFU" generate --quiet s.kifu --games 1 >generate.txt 2>&1
"$KIFU" search s.kifu 'rank>=3d' 2>&1
