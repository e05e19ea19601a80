/* test_analysis.c: what is computed from the values of a game's positions, by hand; the bytes it is
 * kept as; records with comments and variations; a mate that is known; players over many games. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "formats/format.h"
#include "values/analysis/analyst.h"
#include "values/analysis/player_table.h"
#include "view/analysis/analysis_json.h"
#include "view/analysis/analysis_record.h"
#include "view/analysis/analysis_svg.h"

enum { MOST_PLIES = 40, SCALE = 600 };

/* A game, and what searches would have said; lines are empty. */
struct example {
    struct shogi_pos start;
    shogi_move moves[MOST_PLIES];
    struct analysed_position positions[MOST_PLIES + 1];
    struct game_analysis a;
};

static shogi_move usi(const char *text)
{
    shogi_move m;
    assert_true(shogi_usi_parse(span_of(text), &m));
    return m;
}

static void make_start(struct example *e, const char *sfen, const char *moves)
{
    struct span rest = span_of(moves), word;
    struct err err;
    *e = (struct example){0};
    assert_int_equal(shogi_sfen_parse(&e->start, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, &err),
                     STATUS_OK);
    struct shogi_pos pos = e->start;
    while ((word = span_eat_word(&rest)).n) {
        struct shogi_undo undo;
        shogi_move m;
        assert_true(shogi_usi_parse(word, &m) && shogi_move_is_legal(&pos, m));
        e->moves[e->a.plies++] = m;
        shogi_play(&pos, m, &undo);
    }
    e->a.start = &e->start;
    e->a.moves = e->moves;
    e->a.positions = e->positions;
    e->a.scale = SCALE;
}

static const char *const EIGHT = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b";

/* Values as Black sees them; a missing one is THINK_NO_VALUE. */
static void make_game(struct example *e, const int *for_black, uint32_t count)
{
    make_start(e, "startpos", EIGHT);
    assert_int_equal(e->a.plies + 1, count);
    for (uint32_t p = 0; p < count; p++) {
        const int value = for_black[p];
        e->positions[p].value = value == THINK_NO_VALUE || p % 2 == 0 ? value : -value;
    }
    assert_int_equal(game_analysis_compute(&e->a, NULL), STATUS_OK);
}

/* The value at which a side wins so often. */
static int value_of(double win)
{
    return (int)lround(SCALE * log(win / (1 - win)));
}

static bool near(double a, double b, double by)
{
    return fabs(a - b) <= by;
}

static void probabilities(void **state)
{
    (void)state;
    assert_true(near(win_rate(0, SCALE), 0.5, 0));
    assert_true(near(win_rate(SCALE, SCALE), 1 / (1 + exp(-1)), 1e-12));
    assert_true(win_rate(THINK_MATE - 9, SCALE) == 1 && win_rate(9 - THINK_MATE, SCALE) == 0);
    for (int value = -3000; value <= 3000; value += 7) {
        const struct win_rate_wdl w = win_rate_wdl(value, SCALE);
        assert_int_equal(w.wins + w.draws + w.losses, 1000);
        assert_true(near(win_rate(value, SCALE) + win_rate(-value, SCALE), 1, 1e-12));
        assert_true(win_rate(value, SCALE) < win_rate(value + 7, SCALE));
    }
    assert_true(win_rate_scale("no such evaluation") == WIN_RATE_SCALE);
    assert_true(win_rate_scale(NULL) == WIN_RATE_SCALE && win_rate_scale("net") > 0);
}

static void losses_and_classes(void **state)
{
    struct example e;
    /* before moves 0, 2, 4, 6 Black is to move */
    const int values[] = {0,
                          value_of(0.44), /* Black: 0.06, an inaccuracy */
                          value_of(0.56), /* White: 0.12, a mistake */
                          value_of(0.36), /* Black: 0.2, a blunder */
                          value_of(0.36),
                          value_of(0.40), /* Black gains: nothing is lost */
                          value_of(0.44), /* White: 0.04, nothing to speak of */
                          value_of(0.44),
                          value_of(0.44)};
    static const enum move_class CLASSES[] = {MOVE_INACCURACY, MOVE_MISTAKE, MOVE_BLUNDER,
                                              MOVE_GOOD,       MOVE_GOOD,    MOVE_GOOD,
                                              MOVE_GOOD,       MOVE_GOOD};
    static const double LOSSES[] = {0.06, 0.12, 0.2, 0, 0, 0.04, 0, 0};
    (void)state;
    make_game(&e, values, 9);
    for (int i = 0; i < 8; i++) {
        const struct analysed_move *m = &e.a.at[i];
        assert_true(m->known && m->side == i % 2);
        assert_int_equal(m->class, CLASSES[i]);
        assert_true(near(m->loss, LOSSES[i], 0.001));
        assert_true(m->accuracy >= 0 && m->accuracy <= 100);
        assert_true(near(m->win_before - m->win_after, LOSSES[i], 0.001) || LOSSES[i] == 0);
    }
    /* worked out by hand: 103.1668 exp(-0.8708) - 3.1669 */
    assert_true(near(e.a.at[2].accuracy, 40.02, 0.1) && near(e.a.at[3].accuracy, 100, 0.1));
    const struct analysed_player *black = &e.a.players[0], *white = &e.a.players[1];
    assert_true(black->moves == 4 && white->moves == 4);
    assert_true(black->classes[MOVE_INACCURACY] == 1 && black->classes[MOVE_BLUNDER] == 1);
    assert_true(white->classes[MOVE_MISTAKE] == 1 && white->classes[MOVE_BLUNDER] == 0);
    assert_true(near(black->loss, 0.26 / 4, 0.001) && near(white->loss, 0.16 / 4, 0.001));
    assert_true(black->accuracy < white->accuracy && black->accuracy > 40);
    game_analysis_release(&e.a);
}

/* The move that the search would make loses nothing, whatever the values say. */
static void best_moves_lose_nothing(void **state)
{
    struct example e;
    (void)state;
    make_start(&e, "startpos", "7g7f 3c3d");
    e.positions[1].value = 400; /* for White */
    e.positions[0].length = 1;
    e.positions[0].line[0] = e.moves[0];
    assert_int_equal(game_analysis_compute(&e.a, NULL), STATUS_OK);
    assert_true(e.a.at[0].loss == 0 && e.a.at[0].accuracy == 100);
    assert_true(e.a.at[0].best == e.moves[0] && e.a.at[1].best == 0);
    assert_true(near(e.a.at[1].loss, win_rate(400, SCALE) - 0.5, 1e-9)); /* 400, then 0 */
    game_analysis_release(&e.a);
}

static void positions_without_values(void **state)
{
    struct example e;
    const int none = THINK_NO_VALUE;
    const int values[] = {0, none, value_of(0.1), value_of(0.1), none, none, 0, 0, none};
    (void)state;
    make_game(&e, values, 9);
    for (int i = 0; i < 8; i++)
        assert_int_equal(e.a.at[i].known, i == 2 || i == 6);
    assert_true(e.a.players[0].moves == 2 && e.a.players[1].moves == 0);
    assert_true(e.a.players[1].accuracy == 0 && e.a.players[1].loss == 0);
    assert_true(game_analysis_win(&e.a, 1) < 0 && near(game_analysis_win(&e.a, 2), 0.1, 0.001));
    game_analysis_release(&e.a);
    /* nothing at all, and no moves at all */
    make_start(&e, "startpos", "");
    e.positions[0].value = none;
    assert_int_equal(game_analysis_compute(&e.a, NULL), STATUS_OK);
    assert_true(e.a.players[0].moves == 0 && e.a.turning_point_count == 0);
    game_analysis_release(&e.a);
}

static void turning_points(void **state)
{
    struct example e;
    /* Black is the favourite, is not any more, and White becomes it with the second of two losses;
     * 0.52 is nobody's */
    const int values[] = {0,
                          value_of(0.60),
                          value_of(0.60),
                          value_of(0.52), /* move 2: Black loses 0.08 */
                          value_of(0.52),
                          value_of(0.30), /* move 4: Black loses 0.22 */
                          value_of(0.30),
                          value_of(0.28),
                          value_of(0.62)}; /* move 7: White loses 0.34 */
    (void)state;
    make_game(&e, values, 9);
    const struct turning_point *t = e.a.turning_points;
    assert_int_equal(e.a.turning_point_count, 2);
    assert_true(t[0].move == 4 && t[0].changes && t[0].large && t[0].favourite == SHOGI_WHITE);
    assert_true(t[1].move == 7 && t[1].changes && t[1].large && t[1].favourite == SHOGI_BLACK);
    game_analysis_release(&e.a);
    /* who never was the favourite cannot stop being it; a small loss is no turning point */
    const int quiet[] = {0, 10, -20, 30, value_of(0.54), value_of(0.46), 0, value_of(0.6), 300};
    make_game(&e, quiet, 9);
    assert_int_equal(e.a.turning_point_count, 0);
    assert_true(e.a.at[5].class == MOVE_GOOD);
    game_analysis_release(&e.a);
}

/* Black mates with a gold at the head: G*5b. */
static const char *const MATE_SFEN = "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1";

static void mates(void **state)
{
    struct example e;
    const int mate = THINK_MATE - 1;
    (void)state;
    make_start(&e, MATE_SFEN, "G*5b");
    e.positions[0] = (struct analysed_position){mate, 1, {e.moves[0]}};
    e.positions[1].value = -THINK_MATE;
    assert_int_equal(game_analysis_compute(&e.a, NULL), STATUS_OK);
    assert_true(e.a.players[0].mates_found == 1 && e.a.players[0].mates_missed == 0);
    assert_true(e.a.players[0].accuracy == 100);
    game_analysis_release(&e.a);
    /* another move, and the mate is gone */
    make_start(&e, MATE_SFEN, "G*4b 5a4b");
    e.positions[0] = (struct analysed_position){mate, 1, {usi("G*5b")}};
    e.positions[1].value = -800;
    e.positions[2].value = 700;
    assert_int_equal(game_analysis_compute(&e.a, NULL), STATUS_OK);
    assert_true(e.a.at[0].misses_mate && !e.a.at[0].allows_mate);
    assert_true(e.a.players[0].mates_missed == 1 && e.a.players[0].mates_found == 0);
    game_analysis_release(&e.a);
    /* walking into one */
    make_start(&e, "4k4/9/4P4/9/9/9/9/9/4K4 w 2G 1", "5a6a");
    e.positions[0].value = -900;
    e.positions[1].value = THINK_MATE - 3;
    assert_int_equal(game_analysis_compute(&e.a, NULL), STATUS_OK);
    assert_true(e.a.at[0].allows_mate && e.a.players[1].mates_missed == 0);
    game_analysis_release(&e.a);
}

static void mates_are_carried_on(void **state)
{
    struct example e;
    (void)state;
    make_start(&e, "startpos", EIGHT);
    for (int i = 0; i < 4; i++)
        e.positions[0].line[i] = e.moves[i];
    e.positions[0].length = 4;
    e.positions[0].value = THINK_MATE - 9;
    e.positions[2].value = THINK_MATE - 5; /* sees a nearer one than 9 - 2 */
    analysis_carry_mates(e.positions, e.moves, e.a.plies);
    assert_int_equal(e.positions[1].value, -(THINK_MATE - 8));
    assert_true(e.positions[1].length == 3 && e.positions[1].line[0] == e.moves[1]);
    assert_int_equal(e.positions[2].value, THINK_MATE - 5);
    assert_int_equal(e.positions[3].value, 0); /* another line begins there */
    /* the side that is mated */
    make_start(&e, "startpos", EIGHT);
    e.positions[1] = (struct analysed_position){-(THINK_MATE - 6), 1, {e.moves[1]}};
    analysis_carry_mates(e.positions, e.moves, e.a.plies);
    assert_true(e.positions[2].value == THINK_MATE - 5 && e.positions[2].length == 0);
}

/* --- Bytes ------------------------------------------------------------------------------------ */

static void bytes_and_back(void **state)
{
    struct example e;
    struct analysed_position out[MOST_PLIES + 1];
    struct buf bytes;
    struct rng rng;
    (void)state;
    make_start(&e, "startpos", EIGHT);
    static const int VALUES[] = {0, -31999, 31999, THINK_NO_VALUE, 123, -123, -THINK_MATE, 1, -1};
    for (int p = 0; p < 9; p++)
        e.positions[p].value = VALUES[p];
    e.positions[2] = (struct analysed_position){55, 3, {e.moves[2], e.moves[3], e.moves[4]}};
    buf_init(&bytes, BUF_DEFAULT_MAX);
    analysis_encode(e.positions, 8, &bytes);
    assert_int_equal(analysis_decode(buf_span(&bytes), &e.start, e.moves, 8, out, NULL), STATUS_OK);
    assert_memory_equal(out, e.positions, 9 * sizeof *out);
    /* whatever is cut off, added or changed is refused, or legal */
    for (size_t n = 0; n < bytes.n; n++)
        assert_int_equal(analysis_decode(span_make(bytes.p, n), &e.start, e.moves, 8, out, NULL),
                         STATUS_SYNTAX);
    buf_add_char(&bytes, 0);
    assert_int_equal(analysis_decode(buf_span(&bytes), &e.start, e.moves, 8, out, NULL),
                     STATUS_SYNTAX);
    bytes.n--;
    rng_seed(&rng, 5);
    for (int i = 0; i < 20000; i++) {
        size_t at = (size_t)rng_below(&rng, bytes.n);
        char kept = bytes.p[at];
        bytes.p[at] = (char)rng_below(&rng, 256);
        if (analysis_decode(buf_span(&bytes), &e.start, e.moves, 8, out, NULL) == STATUS_OK) {
            for (int p = 0; p < 9; p++)
                assert_true(out[p].value == THINK_NO_VALUE || abs(out[p].value) <= THINK_MATE);
            e.a.positions = out;
            assert_int_equal(game_analysis_compute(&e.a, NULL), STATUS_OK);
            game_analysis_release(&e.a);
        }
        bytes.p[at] = kept;
    }
    buf_release(&bytes);
}

/* --- Searching -------------------------------------------------------------------------------- */

static void search(struct example *e, const struct analyst_options *o)
{
    struct analyst *analyst;
    struct analyst_worker *w;
    struct err err;
    const struct analyst_game game = {.start = &e->start, .moves = e->moves, .plies = e->a.plies};
    assert_int_equal(analyst_open(&analyst, o, &err), STATUS_OK);
    assert_int_equal(analyst_worker_open(&w, analyst, &err), STATUS_OK);
    assert_int_equal(analyst_run(w, &game, e->positions, &err), STATUS_OK);
    assert_true(analyst_name(analyst).n > 0 && analyst_scale(analyst) > 0);
    e->a.scale = analyst_scale(analyst);
    analyst_worker_close(w);
    analyst_close(analyst);
    assert_int_equal(game_analysis_compute(&e->a, &err), STATUS_OK);
}

/* A mate in three: R*1b is a mistake, and the mate in one after it is not played, either. */
static void finds_known_mates(void **state)
{
    struct example e;
    (void)state;
    for (int mate_nodes = 0; mate_nodes <= 1000; mate_nodes += 1000) {
        const struct analyst_options o = {
            .weights = "material", .nodes = 2000, .mate_nodes = (uint64_t)mate_nodes};
        make_start(&e, MATE_SFEN, "G*5b");
        search(&e, &o);
        assert_int_equal(e.positions[0].value, THINK_MATE - 1);
        assert_true(e.positions[0].length == 1 && e.positions[0].line[0] == usi("G*5b"));
        assert_int_equal(e.positions[1].value, -THINK_MATE);
        assert_int_equal(e.a.players[0].mates_found, 1);
        game_analysis_release(&e.a);
        make_start(&e, MATE_SFEN, "5i5h 5a6a 5h5g");
        search(&e, &o);
        assert_int_equal(e.a.at[0].misses_mate, e.positions[1].value > -THINK_MATE_BOUND);
        game_analysis_release(&e.a);
    }
}

/* Equal games, equal values: a game does not depend on the one before. */
static void repeats_itself(void **state)
{
    struct example e, again;
    (void)state;
    const struct analyst_options o = {.weights = "material", .nodes = 3000, .mate_nodes = 100};
    struct analyst *analyst;
    struct analyst_worker *w;
    struct err err;
    make_start(&e, "startpos", EIGHT);
    make_start(&again, "startpos", EIGHT);
    const struct analyst_game game = {.start = &e.start, .moves = e.moves, .plies = 8};
    assert_int_equal(analyst_open(&analyst, &o, &err), STATUS_OK);
    assert_int_equal(analyst_worker_open(&w, analyst, &err), STATUS_OK);
    assert_int_equal(analyst_run(w, &game, e.positions, &err), STATUS_OK);
    assert_int_equal(analyst_run(w, &game, again.positions, &err), STATUS_OK);
    assert_memory_equal(e.positions, again.positions, 9 * sizeof *e.positions);
    analyst_worker_close(w);
    analyst_close(analyst);
}

static void stops_when_told(void **state)
{
    struct example e;
    atomic_bool cancelled = true;
    const struct analyst_options o = {
        .weights = "material", .nodes = UINT64_C(1) << 40, .cancelled = &cancelled};
    struct analyst *analyst;
    struct analyst_worker *w;
    struct err err;
    (void)state;
    make_start(&e, "startpos", EIGHT);
    const struct analyst_game game = {.start = &e.start, .moves = e.moves, .plies = 8};
    assert_int_equal(analyst_open(&analyst, &o, &err), STATUS_OK);
    assert_int_equal(analyst_worker_open(&w, analyst, &err), STATUS_OK);
    assert_int_equal(analyst_run(w, &game, e.positions, &err), STATUS_CANCELLED);
    analyst_worker_close(w);
    analyst_close(analyst);
}

static bool cancel_at_the_end(void *ctx, uint32_t ply, const struct analysed_position *at)
{
    atomic_bool *cancelled = ctx;
    (void)at;
    if (ply == 0)
        atomic_store(cancelled, true);
    return true;
}

/* While nothing is left but to confirm mates: what was found then is not to be relied on. */
static void stops_when_told_late(void **state)
{
    struct example e;
    atomic_bool cancelled = false;
    const struct analyst_options o = {
        .weights = "material", .nodes = 100, .mate_nodes = 100, .cancelled = &cancelled};
    struct analyst *analyst;
    struct analyst_worker *w;
    struct err err;
    (void)state;
    make_start(&e, "startpos", EIGHT);
    const struct analyst_game game = {.start = &e.start,
                                      .moves = e.moves,
                                      .plies = 8,
                                      .done = cancel_at_the_end,
                                      .ctx = &cancelled};
    assert_int_equal(analyst_open(&analyst, &o, &err), STATUS_OK);
    assert_int_equal(analyst_worker_open(&w, analyst, &err), STATUS_OK);
    assert_int_equal(analyst_run(w, &game, e.positions, &err), STATUS_CANCELLED);
    analyst_worker_close(w);
    analyst_close(analyst);
}

static void engines_that_are_not_there(void **state)
{
    struct analyst *analyst;
    struct err err;
    (void)state;
    const struct analyst_options none = {
        .engine = "no-such-engine", .nodes = 10, .path = "/nowhere"};
    const struct analyst_options silent = {.engine = "false", .nodes = 10, .path = "/bin:/usr/bin"};
    assert_int_not_equal(analyst_open(&analyst, &none, &err), STATUS_OK);
    assert_null(analyst);
    assert_int_not_equal(analyst_open(&analyst, &silent, &err), STATUS_OK);
    const struct analyst_options weights = {.weights = "no-such-weights", .nodes = 10};
    assert_int_not_equal(analyst_open(&analyst, &weights, &err), STATUS_OK);
}

/* --- Views ------------------------------------------------------------------------------------ */

static const char *const RECORD =
    "先手：Ａ\n後手：Ｂ\n手合割：平手\n手数----指手---------消費時間--\n"
    "   1 ７六歩(77)   ( 0:01/00:00:01)\n*** said before\n"
    "   2 ３四歩(33)   ( 0:01/00:00:01)\n   3 投了\n";

struct annotated {
    struct example e;
    struct buf kif, svg, json, report;
    enum status status;
};

static enum status annotate(void *ctx, struct record *rec)
{
    struct annotated *x = ctx;
    struct example *e = &x->e;
    struct analysis_view v = {.a = &e->a, .rec = rec, .engine = SPAN("test"), .nodes = 7};
    struct json j;
    unsigned losses = 0;
    make_start(e, "startpos", "7g7f 3c3d");
    e->positions[0] = (struct analysed_position){300, 2, {usi("2g2f"), usi("8c8d")}};
    e->positions[1].value = 300; /* for White */
    e->positions[2].value = -(THINK_MATE - 4);
    enum status status = game_analysis_compute(&e->a, NULL);
    if (status == STATUS_OK)
        status = analysis_view_open(&v, NULL);
    if (status == STATUS_OK)
        status = analysis_to_svg(&v, LANG_EN, &x->svg, NULL);
    json_init(&j, &x->json);
    if (status == STATUS_OK) {
        analysis_to_json(&v, &j);
        analysis_add_report(&v, LANG_JA, &x->report);
        status = buf_status(&x->json) == STATUS_OK ? buf_status(&x->report) : buf_status(&x->json);
    }
    if (status == STATUS_OK)
        status = analysis_annotate(&v, rec, LANG_EN, NULL);
    if (status == STATUS_OK)
        status = format_by_name(SPAN("kifu"))->write(rec, &x->kif, &losses, NULL);
    x->status = status;
    analysis_view_release(&v);
    game_analysis_release(&e->a);
    return STATUS_OK;
}

static void release(struct annotated *x)
{
    struct buf *all[] = {&x->kif, &x->svg, &x->json, &x->report};
    for (int i = 0; i < 4; i++)
        buf_release(all[i]);
}

static void run_views(struct annotated *x)
{
    struct reader reader;
    struct err err;
    *x = (struct annotated){.status = STATUS_NOT_FOUND};
    struct buf *all[] = {&x->kif, &x->svg, &x->json, &x->report};
    for (int i = 0; i < 4; i++)
        buf_init(all[i], BUF_DEFAULT_MAX);
    reader_init(&reader);
    assert_int_equal(reader_read(&reader, span_of(RECORD), SPAN("x.kif"),
                                 format_by_name(SPAN("kif")), annotate, x, &err),
                     STATUS_OK);
    reader_release(&reader);
}

static enum status check_written(void *ctx, struct record *rec)
{
    bool *seen = ctx;
    uint32_t first = rec->nodes[0].child, second = rec->nodes[first].child;
    uint32_t end = rec->nodes[second].child;
    /* for Black: 300 before the first move, -300 before the second, mated in 4 at the end */
    assert_true(record_note_at(rec, first)->value.kind == VALUE_CENTIPAWNS);
    assert_int_equal(record_note_at(rec, first)->value.number, 300);
    assert_int_equal(record_note_at(rec, second)->value.number, -300);
    assert_true(record_note_at(rec, end)->value.kind == VALUE_MATE);
    assert_int_equal(record_note_at(rec, end)->value.number, -4);
    /* the comment that was there stays; a mistake has its line as a variation */
    assert_true(span_find(record_note_at(rec, first)->comment, SPAN("** said before")) > 0);
    uint32_t variation = rec->nodes[first].sibling;
    assert_true(variation && rec->nodes[variation].move == usi("2g2f"));
    assert_true(rec->nodes[rec->nodes[variation].child].move == usi("8c8d"));
    assert_true(span_find(record_note_at(rec, first)->comment, SPAN("was better")) > 0);
    assert_true(span_find(record_note_at(rec, 0)->comment, SPAN("accuracy")) > 0);
    *seen = true;
    return STATUS_OK;
}

static void records_are_annotated(void **state)
{
    struct annotated x;
    struct reader reader;
    struct err err;
    bool seen = false;
    (void)state;
    run_views(&x);
    assert_int_equal(x.status, STATUS_OK);
    reader_init(&reader);
    assert_int_equal(reader_read(&reader, buf_span(&x.kif), SPAN("y.kif"),
                                 format_by_name(SPAN("kif")), check_written, &seen, &err),
                     STATUS_OK);
    assert_true(seen);
    reader_release(&reader);
    assert_true(span_find(buf_span(&x.svg), SPAN("</svg>")) > 0);
    assert_true(span_find(buf_span(&x.json), SPAN("\"mate\":-4")) > 0);
    assert_true(span_find(buf_span(&x.report), SPAN("▲７六歩（1手目）で勝率が 24 % 下がりました")) >
                0);
    release(&x);
}

static void views_survive_without_memory(void **state)
{
    struct annotated x;
    (void)state;
    run_views(&x); /* tables that are made once are there */
    release(&x);
    enum status status = STATUS_NOMEM;
    for (long n = 0; status == STATUS_NOMEM; n++) {
        struct example *e = &x.e;
        struct analysis_view v = {.a = &e->a, .engine = SPAN("test")};
        struct record rec;
        struct buf out;
        record_init(&rec);
        assert_int_equal(record_clear(&rec, &shogi_game), STATUS_OK);
        make_start(e, "startpos", "7g7f");
        assert_true(record_add_node(&rec, 0, e->moves[0]));
        e->positions[0] = (struct analysed_position){300, 1, {usi("2g2f")}};
        e->positions[1].value = 300;
        v.rec = &rec;
        buf_init(&out, BUF_DEFAULT_MAX);
        mem_fail_after(n);
        status = game_analysis_compute(&e->a, NULL);
        if (status == STATUS_OK)
            status = analysis_view_open(&v, NULL);
        if (status == STATUS_OK)
            status = analysis_to_svg(&v, LANG_EN, &out, NULL);
        if (status == STATUS_OK) {
            analysis_add_report(&v, LANG_EN, &out);
            status = buf_status(&out);
        }
        if (status == STATUS_OK)
            status = analysis_annotate(&v, &rec, LANG_EN, NULL);
        mem_fail_never();
        buf_release(&out);
        analysis_view_release(&v);
        game_analysis_release(&e->a);
        record_release(&rec);
    }
    assert_int_equal(status, STATUS_OK);
}

/* --- Players ---------------------------------------------------------------------------------- */

static void players_over_games(void **state)
{
    struct player_table t = {0};
    const struct analysed_player good = {.moves = 10, .accuracy = 90, .loss = 0.01};
    const struct analysed_player bad = {
        .moves = 30, .classes = {27, 0, 2, 1}, .accuracy = 60, .loss = 0.05, .mates_missed = 2};
    const struct analysed_player nothing = {0};
    (void)state;
    assert_int_equal(player_table_add(&t, SPAN("B"), &good, NULL), STATUS_OK);
    assert_int_equal(player_table_add(&t, SPAN("A"), &good, NULL), STATUS_OK);
    assert_int_equal(player_table_add(&t, SPAN("B"), &bad, NULL), STATUS_OK);
    assert_int_equal(player_table_add(&t, (struct span){0}, &good, NULL), STATUS_OK);
    assert_int_equal(player_table_add(&t, SPAN("C"), &nothing, NULL), STATUS_OK);
    player_table_sort(&t);
    assert_int_equal(t.count, 3);
    assert_true(span_eq(t.at[0].name, SPAN("B")) && t.at[1].name.n == 0);
    assert_true(t.at[0].games == 2 && t.at[0].moves == 40 && t.at[0].mates_missed == 2);
    assert_true(near(table_player_accuracy(&t.at[0]), 75, 1e-9));
    assert_true(near(table_player_loss(&t.at[0]), (0.1 + 1.5) / 40, 1e-9));
    assert_true(near(table_player_rate(&t.at[0], MOVE_MISTAKE), 5, 1e-9));
    player_table_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probabilities),
        cmocka_unit_test(losses_and_classes),
        cmocka_unit_test(best_moves_lose_nothing),
        cmocka_unit_test(positions_without_values),
        cmocka_unit_test(turning_points),
        cmocka_unit_test(mates),
        cmocka_unit_test(mates_are_carried_on),
        cmocka_unit_test(bytes_and_back),
        cmocka_unit_test(finds_known_mates),
        cmocka_unit_test(repeats_itself),
        cmocka_unit_test(stops_when_told),
        cmocka_unit_test(stops_when_told_late),
        cmocka_unit_test(engines_that_are_not_there),
        cmocka_unit_test(records_are_annotated),
        cmocka_unit_test(views_survive_without_memory),
        cmocka_unit_test(players_over_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
