/* engine_bench.c: see engine_bench.h.  Apart from the first and the last, the positions are from games that
 * `kifu generate` made. */
#include "engine/search/engine_bench.h"

#include "base/span.h"
#include "engine/search/engine_search.h"

static const char *const POSITIONS[ENGINE_BENCH_POSITIONS] = {
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "ln4gnk/2gsr2sl/p1pppp1pp/1p4p2/4b4/2PP1PP2/PPN1S1NPP/1B3RSK1/L1G2G2L b p 1",
    "ln2nk2l/3sgsg2/p1ppppn1p/r8/9/2P3SPP/+rP1PPPP1B/2G2K3/2SB1G1NL b Pl3p 1",
    "ln6l/2rgksgb1/2p1ppnpp/p1s3p2/4P3P/2PBS4/P+p3PPP1/4G1SK1/LN2RG1NL b 3p 1",
    "ln3kbn1/r1bs1sg2/p1ppg1pP1/5p2+R/9/1n1P1PP1P/P1P1P1S2/2KGG4/LNS5+p b L4Pl 1",
    "1k1gb2nl/2s1g2s1/+L3p1bpp/1pp2pp2/3p5/1L4P2/RP1GPP2P/2KS1S3/1NG3RNL b N4Pp 1",
    "1n7/1rgskgs2/2ppp3p/1p3+R3/9/8+b/1P2+b+nP2/1S6S/K1NG4L b L3Pgn2l8p 1",
    "+B5g2/4gskbP/n2rp1np1/2L2pp1l/L8/2P1S2P1/1PNPPPP+p1/2GS2R2/1+p1K1G1NL b 4Ps 1",
    "lnkgs4/3g5/pps1p3+P/1n1p1+B3/7+r1/1Bn6/3PPP2P/K1P2G2R/8L b G2L3P2sn5p 1",
    "5gbnl/3sg1s1k/1+B1spp1pp/6N2/8+r/4RN3/1P2GPGPN/7K1/3+pL2LL b 5Ps5p 1",
    "ln1B4+B/3+R5/3sp3p/pskps4/2p3p1+r/4P1n2/P2PKP3/2G1G1P2/LNS6 b 2GNLl7p 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
};

static enum status search_position(struct thinker *t, const char *sfen, int depth,
                                   struct think_result *answer, struct err *err)
{
    struct shogi_pos pos;
    enum status status = shogi_sfen_parse(&pos, span_of(sfen), SHOGI_SFEN_STRICT, NULL, err);
    struct think_request q = {.pos = &pos, .limits = {.depth = depth}};
    thinker_new_game(t);
    return status == STATUS_OK ? think(t, &q, answer, err) : status;
}

enum status engine_bench_run(const struct engine_bench *w, struct engine_bench_result *out,
                             struct err *err)
{
    struct thinker *t;
    struct think_options opt = {
        .tt_bytes = w->tt_bytes, .threads = w->threads, .tuning = w->tuning, .eval = w->eval};
    *out = (struct engine_bench_result){0};
    enum status status = thinker_open(&t, &opt, err);
    for (unsigned i = 0; i < ENGINE_BENCH_POSITIONS && status == STATUS_OK; i++) {
        struct think_result answer;
        status = search_position(t, POSITIONS[i], w->depth, &answer, err);
        if (status != STATUS_OK)
            break; /* there is no answer to count */
        out->nodes += answer.nodes;
        out->ms += answer.ms;
        out->positions++;
        if (w->report && !w->report(w->ctx, i, POSITIONS[i], answer.nodes, answer.ms))
            break;
    }
    thinker_close(t);
    return status;
}
