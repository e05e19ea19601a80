/* test_sequence_profile.c: portraits of mined sequences agree with a plain recount of their occurrences, in
 * databases of several segments; the gallery and JSON made of them hold hostile names; no memory.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/rng.h"
#include "db/import/import.h"
#include "games/go/go_pattern.h"
#include "scratch.h"
#include "text/profile/sequence_profile.h"
#include "view/report/sequence_view.h"

/* --- Games with two sequences in them --------------------------------------------------------- */

static void add_move(struct buf *out, uint32_t ply, int point)
{
    buf_add_str(out, ply % 2 ? ";W[" : ";B[");
    buf_add_char(out, (char)('a' + go_column(point)));
    buf_add_char(out, (char)('a' + 18 - go_row(point)));
    buf_add_str(out, "]");
}

/* Distances from the right and the upper edge. */
static const int PLANTED[2][7][2] = {
    {{2, 3}, {4, 2}, {2, 6}, {3, 4}, {5, 2}, {2, 1}, {4, 5}},
    {{3, 2}, {1, 4}, {5, 3}, {2, 5}, {6, 2}, {1, 2}, {3, 6}},
};

static void add_game(struct buf *out, uint32_t n)
{
    struct rng rng;
    uint32_t ply = 0;
    rng_seed(&rng, n);
    buf_printf(out, "(;GM[1]FF[4]SZ[19]PB[</script>%u]PW[Otsu]RE[%s]", n % 4,
               n % 3 == 0   ? "B+R"
               : n % 3 == 1 ? "W+2"
                            : "?");
    if (n % 5)
        buf_printf(out, "DT[%u]", 1900 + n % 100);
    for (; ply < 1 + n % 3; ply++)
        add_move(out, ply, go_point(6 + (int)rng_below(&rng, 7), (int)ply + 7));
    for (uint32_t i = 0; i < 7; i++) {
        const int *at = PLANTED[n % 2][i];
        int point = go_point_image(go_point(18 - at[0], 18 - at[1]), 19, 19, n % 8);
        add_move(out, ply++, point);
        if (n % 6 == 5 && i == 3) /* somewhere else, and back */
            for (int k = 0; k < 2; k++)
                add_move(out, ply++, go_point(9, 3 + k));
    }
    for (uint32_t i = 0; i < 12; i++)
        add_move(out, ply++, go_point((int)rng_below(&rng, 19), (int)rng_below(&rng, 19)));
    buf_add_str(out, ")\n");
}

static struct db *db;

static int set_up(void **state)
{
    const struct import_options opt = {.game = &go_game, .threads = 1, .segment_games = 70};
    const struct import_events events = {0};
    const char *file = "games.sgf";
    struct importer *im;
    struct buf text;
    struct err err;
    if (scratch_set_up(state))
        return -1;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (uint32_t n = 0; n < 200; n++)
        add_game(&text, n);
    assert_int_equal(file_replace(file, buf_span(&text), &err), STATUS_OK);
    buf_release(&text);
    assert_int_equal(importer_open(&im, "db.kifu", &opt, &events, &err), STATUS_OK);
    assert_int_equal(importer_run(im, &file, 1, &err), STATUS_OK);
    assert_int_equal(importer_commit(im, &err), STATUS_OK);
    importer_close(im);
    return db_open(&db, "db.kifu", &err);
}

static int tear_down(void **state)
{
    db_close(db);
    return scratch_tear_down(state);
}

static void mine(struct mine_result *m)
{
    const struct mine_options opt = {
        .encoding = encoding_by_name(SPAN("er")),
        .scorer = scorer_by_name(SPAN("nf")),
        .scoring = {.min_length = 4, .top = 60, .threshold = NAN},
        .threads = 1,
    };
    struct err err;
    assert_true(db->segment_count > 1);
    assert_int_equal(mine_run(m, &db, 1, NULL, &opt, &err), STATUS_OK);
    assert_true(m->found.count > 20);
}

/* --- The plain way ---------------------------------------------------------------------------- */

enum { MOST = 64 };

/* Occurrences that lie as the portrait says, and different games of all. */
static void recount(const struct mine_result *m, const struct sequence *s,
                    const struct sequence_profile *p)
{
    uint32_t placed = 0, unbroken = 0, games = 0, dated = 0;
    const uint32_t length = sequence_plies(m, s);
    bool *seen = mem_calloc(m->line_count, sizeof *seen);
    for (uint32_t i = 0; i < s->to - s->from; i++) {
        struct occurrence_in_line o = sequence_occurrence(m, s, i);
        const struct mined_line *line = &m->lines[o.line];
        const struct db_segment *segment = &db->segments[line->segment];
        go_move moves[MOST], normal[MOST];
        for (uint32_t k = 0; k < length; k++)
            moves[k] = (go_move)line_move(&segment->lines, line->number, o.plies[k]);
        placement_normalise(moves, length, 19, 19, normal);
        bool same = memcmp(normal, p->moves, length * sizeof *normal) == 0;
        placed += same;
        unbroken += same && o.plies[length - 1] == o.plies[0] + length - 1;
        if (!seen[o.line]) {
            games++;
            dated += column_date(&segment->columns, line->number) != 0;
        }
        seen[o.line] = true;
    }
    mem_free(seen);
    assert_int_equal(p->placed, placed);
    assert_int_equal(p->unbroken, unbroken);
    assert_int_equal(p->usage.games, games);
    assert_int_equal(p->usage.dated, dated);
}

static void check_sums(const struct mine_result *m, const struct sequence_profile *p)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < p->around.shapes.count; i++)
        sum += p->around.shapes.entries[i].count;
    assert_int_equal(sum, p->placed);
    sum = 0;
    for (uint32_t d = 0; d < USAGE_DECADES; d++)
        sum += p->usage.decades[d];
    assert_int_equal(sum, p->usage.dated);
    assert_true(p->next.total <= p->placed && p->at_once <= p->next.total);
    assert_true(p->usage.wins + p->usage.losses + p->usage.draws <= p->usage.sides);
    assert_true(p->usage.sides >= p->usage.games && p->usage.sides <= 2 * p->usage.games);
    sum = 0;
    for (size_t i = 0; i < p->usage.players.count; i++)
        sum += p->usage.players.entries[i].count;
    assert_int_equal(sum, 2 * (uint64_t)p->usage.games);
    for (uint32_t i = 0; i < p->example_count; i++) {
        const struct mined_line *line = &m->lines[p->examples[i].line];
        assert_true(p->examples[i].ply <=
                    line_plies(&db->segments[line->segment].lines, line->number));
    }
}

static void agrees_with_a_recount(void **state)
{
    (void)state;
    struct mine_result m;
    struct sequence_profile p;
    struct err err;
    mine(&m);
    const struct sequence_source source = {.mining = &m, .dbs = &db, .width = 19, .height = 19};
    assert_int_equal(sequence_profile_init(&p, &err), STATUS_OK);
    for (size_t i = 0; i < m.found.count; i++) {
        const struct sequence *s = &m.found.at[i];
        assert_true(sequence_plies(&m, s) <= MOST);
        assert_int_equal(sequence_profile_make(&p, &source, s, &err), STATUS_OK);
        assert_int_equal(p.frequency, s->to - s->from);
        recount(&m, s, &p);
        check_sums(&m, &p);
    }
    sequence_profile_release(&p);
    mine_result_release(&m);
}

/* The first sequence is the one of which more was planted unbroken, its first stone included: 3-4,
 * and nothing else stands there. */
static void knows_the_corner(void **state)
{
    (void)state;
    struct mine_result m;
    struct sequence_profile p;
    struct err err;
    mine(&m);
    const struct sequence_source source = {.mining = &m, .dbs = &db, .width = 19, .height = 19};
    assert_int_equal(sequence_profile_init(&p, &err), STATUS_OK);
    assert_int_equal(sequence_profile_make(&p, &source, &m.found.at[0], &err), STATUS_OK);
    assert_int_equal(sequence_profile_opening(&p), 304);
    assert_int_equal(p.placements, 1);
    assert_int_equal(p.length, 7);
    assert_true(p.around.shapes.count > 0);
    assert_int_equal(surroundings_stones(&p.around.shapes.entries[0]), 0);
    sequence_profile_release(&p);
    mine_result_release(&m);
}

/* --- What is written -------------------------------------------------------------------------- */

static size_t count_of(struct span s, const char *what)
{
    size_t n = 0;
    for (ptrdiff_t at; (at = span_find(s, span_of(what))) >= 0; n++)
        s = span_skip(s, (size_t)at + 1);
    return n;
}

static void pages_hold_anything(void **state)
{
    (void)state;
    struct mine_result m;
    struct sequence_profile p;
    struct buf cards, page;
    struct err err;
    const char *path = "<!--</script>.kifu";
    mine(&m);
    const struct sequence_source source = {.mining = &m, .dbs = &db, .width = 19, .height = 19};
    const struct sequence *s = &m.found.at[0];
    assert_int_equal(sequence_profile_init(&p, &err), STATUS_OK);
    assert_int_equal(sequence_profile_make(&p, &source, s, &err), STATUS_OK);
    const struct sequence_entry entry = {1, &p, m.corpus.text + m.index.order[s->from], s->length,
                                         &source};
    const struct gallery_head head = {.dbs = &path,
                                      .db_count = 1,
                                      .query = SPAN("<script>"),
                                      .encoding = "er",
                                      .method = "nf",
                                      .width = 19,
                                      .height = 19};
    buf_init(&cards, BUF_DEFAULT_MAX);
    buf_init(&page, BUF_DEFAULT_MAX);
    assert_int_equal(gallery_card(&entry, &cards, &err), STATUS_OK);
    assert_true(count_of(buf_span(&cards), "</script>") > 0); /* the names are there */
    gallery_page(&head, buf_span(&cards), &page);
    assert_int_equal(buf_status(&page), STATUS_OK);
    assert_int_equal(count_of(buf_span(&page), "</script>"), 2);
    assert_int_equal(count_of(buf_span(&page), "<!--"), 0);
    assert_int_equal(count_of(buf_span(&page), "/*@"), 0); /* every part was put in */
    buf_release(&cards);
    buf_release(&page);
    sequence_profile_release(&p);
    mine_result_release(&m);
}

static enum status report_all(const struct mine_result *m, struct err *err)
{
    const struct sequence_source source = {.mining = m, .dbs = &db, .width = 19, .height = 19};
    const struct sequence *s = &m->found.at[0];
    struct sequence_profile p;
    struct buf out;
    struct json j;
    buf_init(&out, BUF_DEFAULT_MAX);
    json_init(&j, &out);
    enum status status = sequence_profile_init(&p, err);
    const struct sequence_entry entry = {1, &p, m->corpus.text + m->index.order[s->from], s->length,
                                         &source};
    if (status == STATUS_OK)
        status = sequence_profile_make(&p, &source, s, err);
    if (status == STATUS_OK)
        status = sequence_to_json(&j, &entry, err);
    if (status == STATUS_OK)
        status = gallery_card(&entry, &out, err);
    if (status == STATUS_OK)
        sequence_diagram(&p, 2, &out);
    if (status == STATUS_OK && buf_status(&out) != STATUS_OK)
        status = err_nomem(err);
    sequence_profile_release(&p);
    buf_release(&out);
    return status;
}

static void no_memory(void **state)
{
    (void)state;
    struct mine_result m;
    struct err err;
    enum status status = STATUS_NOMEM;
    long n = 0;
    mine(&m);
    assert_int_equal(report_all(&m, &err), STATUS_OK); /* names are loaded now */
    for (; status != STATUS_OK && n < 3000; n++) {
        mem_fail_after(n);
        status = report_all(&m, &err);
        mem_fail_never();
        assert_true(status == STATUS_OK || status == STATUS_NOMEM);
    }
    assert_int_equal(status, STATUS_OK);
    assert_true(n > 10);
    mine_result_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_a_recount),
        cmocka_unit_test(knows_the_corner),
        cmocka_unit_test(pages_hold_anything),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
