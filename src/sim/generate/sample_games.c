/* sample_games.c: see sample_games.h. */
#include "sim/generate/sample_games.h"

#include "sim/generate/generate.h"
#include "sim/generate/go_generate.h"
#include "store/entry.h"

enum { SEED = 1 };

static enum status make_go(const struct generator *g, uint64_t number, struct record *rec)
{
    return go_generate_game(g->seed, number, rec);
}

struct sample_kind {
    const struct game *game;
    uint32_t count;
    enum status (*make)(const struct generator *g, uint64_t number, struct record *rec);
};

static const struct sample_kind *kind_of(const struct game *game)
{
    static const struct sample_kind KINDS[] = {
        {&shogi_game, 1000, generator_game},
        {&go_game, 300, make_go},
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
        else if (kind->make(&generator, n, &rec) != STATUS_OK ||
                 invented_headers(SEED, n, &rec) != STATUS_OK)
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
