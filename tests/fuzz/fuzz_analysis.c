/* fuzz_analysis.c: any bytes as the searched positions of a game.  They are refused, or lines are
 * legal, figures are in range, the bytes come out again, and all views can be made. */
#include <stdlib.h>

#include "view/analysis/analysis_json.h"
#include "view/analysis/analysis_record.h"
#include "view/analysis/analysis_svg.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PLIES = 6 };
static const char *const MOVES[PLIES] = {"7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "B*6e"};

static void require(bool good)
{
    if (!good)
        abort();
}

static void fill_record(struct record *rec, shogi_move *moves, struct shogi_pos *start)
{
    uint32_t node = 0;
    shogi_pos_start(start);
    record_init(rec);
    require(record_clear(rec, &shogi_game) == STATUS_OK);
    for (int i = 0; i < PLIES; i++) {
        require(shogi_usi_parse(span_of(MOVES[i]), &moves[i]));
        node = record_add_node(rec, node, moves[i]);
        require(node != 0);
    }
}

static void check_figures(const struct game_analysis *a)
{
    for (uint32_t p = 0; p < a->plies; p++) {
        const struct analysed_move *m = &a->at[p];
        require(m->loss >= 0 && m->loss <= 1 && m->accuracy >= 0 && m->accuracy <= 100);
    }
    for (int side = 0; side < 2; side++) {
        const struct analysed_player *p = &a->players[side];
        require(p->accuracy >= 0 && p->accuracy <= 100.0001 && p->loss >= 0 && p->loss <= 1);
        require(p->moves <= PLIES / 2 && p->mates_found <= 1);
    }
    require(a->turning_point_count <= a->plies);
}

static void make_views(struct game_analysis *a, struct record *rec)
{
    struct analysis_view v = {.a = a, .rec = rec, .engine = SPAN("fuzz"), .nodes = 1};
    struct err err;
    struct buf out;
    struct json j;
    buf_init(&out, BUF_DEFAULT_MAX);
    json_init(&j, &out);
    require(analysis_view_open(&v, &err) == STATUS_OK);
    analysis_to_json(&v, &j);
    for (int lang = LANG_EN; lang <= LANG_JA; lang++)
        analysis_add_report(&v, (enum lang)lang, &out);
    require(analysis_to_svg(&v, LANG_EN, &out, &err) == STATUS_OK);
    require(analysis_annotate(&v, rec, LANG_JA, &err) == STATUS_OK);
    require(buf_status(&out) == STATUS_OK);
    analysis_view_release(&v);
    buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct span bytes = span_make((const char *)data, size);
    struct analysed_position positions[PLIES + 1], again[PLIES + 1];
    shogi_move moves[PLIES];
    struct shogi_pos start;
    struct record rec;
    struct err err;
    struct buf out;
    fill_record(&rec, moves, &start);
    buf_init(&out, BUF_DEFAULT_MAX);
    if (analysis_decode(bytes, &start, moves, PLIES, positions, &err) == STATUS_OK) {
        analysis_encode(positions, PLIES, &out);
        require(analysis_decode(buf_span(&out), &start, moves, PLIES, again, &err) == STATUS_OK);
        analysis_carry_mates(positions, moves, PLIES);
        struct game_analysis a = {.start = &start,
                                  .moves = moves,
                                  .plies = PLIES,
                                  .positions = positions,
                                  .scale = WIN_RATE_SCALE};
        require(game_analysis_compute(&a, &err) == STATUS_OK);
        check_figures(&a);
        make_views(&a, &rec);
        game_analysis_release(&a);
    }
    buf_release(&out);
    record_release(&rec);
    return 0;
}
