/* sample_games.c: see sample_games.h. */
#include "sim/generate/sample_games.h"

#include "base/rng.h"
#include "formats/chaturanga/chaturanga_line.h"
#include "formats/chaturanga/chaturanga_text.h"
#include "games/chaturanga/chaturanga.h"
#include "sim/generate/generate.h"
#include "sim/generate/go_generate.h"
#include "store/entry.h"

enum { SEED = 1 };

static enum status make_go(const struct generator *g, uint64_t number, struct record *rec)
{
    enum status st = go_generate_game(g->seed, number, rec);
    return st == STATUS_OK ? invented_headers(g->seed, number, rec) : st;
}

static enum status make_shogi(const struct generator *g, uint64_t number, struct record *rec)
{
    enum status st = generator_game(g, number, rec);
    return st == STATUS_OK ? invented_headers(g->seed, number, rec) : st;
}

/* Four players who take turns at the seats, and move by chance. */
static enum status seat_players(uint64_t number, struct record *rec)
{
    static const char *const NAMES[CHATURANGA_COLOURS] = {"Asha", "Bela", "Chitra", "Dev"};
    enum status st = STATUS_OK;
    for (unsigned c = 0; c < CHATURANGA_COLOURS && st == STATUS_OK; c++) {
        enum record_header_id id = (enum record_header_id)(HEADER_PLAYER + c);
        st = record_add_header(rec, id, span_of(chaturanga_header_key(id)),
                               span_of(NAMES[(number + c) % CHATURANGA_COLOURS]));
    }
    return st;
}

static enum status play_by_chance(struct chaturanga_line *line, struct rng *rng)
{
    enum status st = STATUS_OK;
    while (!chaturanga_over(&line->pos) && st == STATUS_OK) {
        uint32_t count;
        unsigned roll = (unsigned)(rng_next(rng) >> 60);
        st = chaturanga_line_turn(line, chaturanga_random_turn(&line->pos, roll, rng, &count));
    }
    line->rec->end = chaturanga_outcome(&line->pos, line->rec->points);
    if (st == STATUS_OK && line->rec->end != END_NONE)
        st = chaturanga_line_end(line, line->rec->end, (struct span){0});
    return st == STATUS_OK ? chaturanga_line_flush(line) : st;
}

static enum status make_chaturanga(const struct generator *g, uint64_t number, struct record *rec)
{
    const struct chaturanga_rules usual = {0};
    struct chaturanga_pos start;
    struct chaturanga_line line;
    struct rng rng;
    rng_seed_stream(&rng, g->seed, number);
    chaturanga_start(&start, &usual);
    enum status st = record_clear(rec, &chaturanga_game);
    if (st != STATUS_OK)
        return st;
    memset(rec->points, POINTS_UNKNOWN, sizeof rec->points);
    chaturanga_line_init(&line);
    chaturanga_line_clear(&line, rec);
    st = chaturanga_line_start(&line, &start);
    if (st == STATUS_OK)
        st = seat_players(number, rec);
    if (st == STATUS_OK)
        st = play_by_chance(&line, &rng);
    chaturanga_line_release(&line);
    return st;
}

struct sample_kind {
    const struct game *game;
    uint32_t count;
    enum status (*make)(const struct generator *g, uint64_t number, struct record *rec);
};

static const struct sample_kind *kind_of(const struct game *game)
{
    static const struct sample_kind KINDS[] = {
        {&shogi_game, 1000, make_shogi},
        {&go_game, 300, make_go},
        {&chaturanga_game, 200, make_chaturanga},
    };
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (KINDS[i].game == game)
            return &KINDS[i];
    return NULL;
}

uint32_t sample_games_count(const struct game *game)
{
    const struct sample_kind *kind = kind_of(game);
    return kind ? kind->count : 0;
}

static enum status add_game(struct db_writer *w, const struct record *rec, struct buf *bytes,
                            struct err *err)
{
    const struct span tag = SPAN("sample");
    struct db_add_result result;
    buf_clear(bytes);
    entry_encode(rec, &tag, 1, bytes);
    return buf_status(bytes) == STATUS_OK ? db_writer_add(w, rec, buf_span(bytes), &result, err)
                                          : err_nomem(err);
}

enum status sample_games_add(struct db_writer *w, const struct game *game,
                             const atomic_bool *cancelled, struct err *err)
{
    const struct sample_kind *kind = kind_of(game);
    struct generator generator;
    struct record rec;
    struct buf bytes;
    generator_init(&generator, SEED);
    generator.castles = CASTLES_ALL; /* a search for any of them finds some */
    record_init(&rec);
    buf_init(&bytes, BUF_DEFAULT_MAX);
    enum status st = generator_add_book(&generator, err);
    for (uint32_t n = 0; kind && n < kind->count && st == STATUS_OK; n++) {
        if (atomic_load(cancelled))
            st = err_cancelled(err);
        else if (kind->make(&generator, n, &rec) != STATUS_OK)
            st = err_nomem(err);
        rec.label = SPAN("samples");
        rec.number_in_file = n;
        if (st == STATUS_OK)
            st = add_game(w, &rec, &bytes, err);
    }
    generator_release(&generator);
    record_release(&rec);
    buf_release(&bytes);
    return st;
}
