/* selfplay.c: see selfplay.h. */
#include "sim/match/selfplay.h"

#include "base/alloc.h"
#include "base/rng.h"
#include "engine/eval/see.h"
#include "engine/search/engine_search.h"
#include "sim/match/referee.h"
#include "sim/match/scoresheet.h"

enum {
    HOPELESS_MOVES = 4, /* in a row, before a side resigns */
    /* What a game can fill at 16 bytes a node, and no less than a table that is cleared in no
     * time. */
    TABLE_LEAST = 1 << 19,
    TABLE_MOST = 1 << 26,
    TABLE_BYTES_A_NODE = 1024,
    EVEN_ENOUGH = 500,    /* value after the random moves */
    MOST_BEGINNINGS = 10, /* drawn for one game */
    LONG_SEARCH = 100000, /* nodes: worth looking up from */
};

struct selfplay {
    struct selfplay_options opt;
    struct thinker *thinker;
    struct referee referee;
    struct scoresheet_entry sheet[REFEREE_MOST_PLIES];
    unsigned hopeless[2]; /* moves in a row of each side */
    struct rng rng;
};

static size_t tt_bytes(uint64_t nodes)
{
    if (nodes >= TABLE_MOST / TABLE_BYTES_A_NODE)
        return TABLE_MOST;
    uint64_t bytes = nodes * TABLE_BYTES_A_NODE;
    return bytes < TABLE_LEAST ? TABLE_LEAST : (size_t)bytes;
}

enum status selfplay_open(struct selfplay **out, const struct selfplay_options *opt,
                          struct err *err)
{
    struct think_options think_options = {
        .tt_bytes = tt_bytes(opt->nodes), .threads = 1, .eval = opt->eval};
    *out = NULL;
    struct selfplay *s = mem_calloc(1, sizeof *s);
    if (!s)
        return err_nomem(err);
    s->opt = *opt;
    enum status status = thinker_open(&s->thinker, &think_options, err);
    if (status == STATUS_OK)
        *out = s;
    else
        selfplay_close(s);
    return status;
}

void selfplay_close(struct selfplay *s)
{
    if (!s)
        return;
    thinker_close(s->thinker);
    mem_free(s);
}

/* --- Thinking --------------------------------------------------------------------------------- */

static bool is_cancelled(const struct selfplay *s)
{
    return s->opt.cancelled && atomic_load_explicit(s->opt.cancelled, memory_order_relaxed);
}

/* After each round of a long search. */
static void look_up(void *ctx, const struct think_report *report)
{
    struct selfplay *s = ctx;
    (void)report;
    if (is_cancelled(s))
        thinker_stop(s->thinker);
}

/* What the engine would play now. */
static enum status search_move(struct selfplay *s, struct think_result *a, struct err *err)
{
    const struct think_request q = {.pos = &s->referee.pos,
                                    .history = s->referee.history,
                                    .history_count = s->referee.plies + 1,
                                    .limits = {.nodes = s->opt.nodes},
                                    .report = s->opt.nodes >= LONG_SEARCH ? look_up : NULL,
                                    .ctx = s};
    enum status status = think(s->thinker, &q, a, err);
    return status == STATUS_OK && is_cancelled(s) ? err_cancelled(err) : status;
}

/* --- How a game begins ------------------------------------------------------------------------ */

/* Any legal move that loses nothing at once; any at all if every move does. */
static shogi_move random_move(const struct shogi_pos *pos, struct rng *rng)
{
    shogi_move moves[SHOGI_MAX_MOVES], sound[SHOGI_MAX_MOVES];
    int n = shogi_legal_moves(pos, moves), sound_count = 0;
    for (int i = 0; i < n; i++)
        if (see_result(pos, moves[i]) >= 0)
            sound[sound_count++] = moves[i];
    return sound_count ? sound[rng_below(rng, (uint64_t)sound_count)]
                       : moves[rng_below(rng, (uint64_t)n)];
}

static void draw_beginning(struct selfplay *s)
{
    struct referee *r = &s->referee;
    struct shogi_pos start;
    const shogi_move *opening;
    shogi_pos_start(&start);
    referee_begin(r, &start, s->opt.max_plies);
    size_t n = generator_draw_opening(s->opt.openings, &s->rng, &opening);
    for (size_t i = 0; i < n && referee_goes_on(r); i++)
        referee_play(r, opening[i]);
    for (unsigned i = 0; i < s->opt.random_plies && referee_goes_on(r); i++)
        referee_play(r, random_move(&r->pos, &s->rng));
}

/* Random moves lose a game now and then, and a game that is lost at its beginning teaches little:
 * then another beginning is drawn.  (Of 300 games of 200 nodes a move, 10 % began with a value
 * beyond 1200.) */
static enum status begin(struct selfplay *s, uint64_t number, struct err *err)
{
    struct think_result a;
    enum status status = STATUS_OK;
    bool even = false;
    rng_seed_stream(&s->rng, s->opt.openings->seed, number);
    s->hopeless[0] = s->hopeless[1] = 0;
    for (int i = 0; i < MOST_BEGINNINGS && !even && status == STATUS_OK; i++) {
        draw_beginning(s);
        even = s->opt.random_plies == 0;
        if (even || !referee_goes_on(&s->referee))
            continue;
        status = search_move(s, &a, err);
        even = a.value >= -EVEN_ENOUGH && a.value <= EVEN_ENOUGH;
    }
    for (unsigned i = 0; i < s->referee.plies; i++)
        s->sheet[i] = (struct scoresheet_entry){0};
    return status;
}

/* --- How it goes on --------------------------------------------------------------------------- */

static bool resigns(struct selfplay *s, int value)
{
    int us = s->referee.pos.turn;
    s->hopeless[us] = s->opt.resign && value < -s->opt.resign ? s->hopeless[us] + 1 : 0;
    return s->hopeless[us] >= HOPELESS_MOVES;
}

static enum status play_on(struct selfplay *s, struct err *err)
{
    struct referee *r = &s->referee;
    struct think_result a;
    while (referee_goes_on(r)) {
        if (referee_may_declare(r)) {
            referee_stop(r, END_DECLARATION);
            break;
        }
        enum status status = search_move(s, &a, err);
        if (status != STATUS_OK)
            return status;
        if (resigns(s, a.value)) {
            referee_stop(r, END_RESIGN);
            break;
        }
        s->sheet[r->plies] =
            (struct scoresheet_entry){.value = scoresheet_value(a.value, r->pos.turn)};
        referee_play(r, a.best);
    }
    return STATUS_OK;
}

static enum status add_players(const struct selfplay *s, struct record *rec)
{
    enum status status = STATUS_OK;
    for (int seat = 0; seat < 2 && status == STATUS_OK; seat++)
        status = record_add_header(rec, (enum record_header_id)(HEADER_PLAYER + seat), SPAN(""),
                                   s->opt.name);
    return status;
}

enum status selfplay_game(struct selfplay *s, uint64_t number, struct record *rec, struct err *err)
{
    thinker_new_game(s->thinker);
    enum status status = begin(s, number, err);
    if (status == STATUS_OK)
        status = play_on(s, err);
    if (status != STATUS_OK)
        return status;
    status = scoresheet_write(&s->referee, s->sheet, rec);
    if (status == STATUS_OK)
        status = add_players(s, rec);
    return status == STATUS_OK ? STATUS_OK : err_nomem(err);
}
