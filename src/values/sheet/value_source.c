/* value_source.c: see value_source.h; the table of judges. */
#include <inttypes.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "values/sheet/value_source_internal.h"

static const struct value_source_type *const TYPES[] = {
    &value_source_static, &value_source_qsearch, &value_source_record, &value_source_usi, NULL};
enum { LINE_MOST = 4096 };

/* --- Samples ---------------------------------------------------------------------------------- */

/* Two numbers of a game that know nothing of each other, nor of who else mixes its moves.  Never
 * to change: samples would. */
enum { SEED_GAMES = 0x67616d65, SEED_POSITIONS = 0x706f7369 };

static bool is_of_games(const struct value_source_options *o)
{
    return o->games && o->games < o->games_there;
}

void value_source_sample_init(struct value_source_sample *s, const struct value_source_options *o)
{
    s->positions = o->sample > 1 ? UINT64_MAX / o->sample : UINT64_MAX;
    s->games = is_of_games(o) ? UINT64_MAX / o->games_there * o->games : UINT64_MAX;
}

/* Appends " sample 20 games 500/90000" to a judge's line, or nothing. */
static void value_source_sample_print(const struct value_source_options *o, struct buf *line)
{
    if (o->sample > 1)
        buf_printf(line, " sample %" PRIu32, o->sample);
    if (is_of_games(o))
        buf_printf(line, " games %" PRIu64 "/%" PRIu64, o->games, o->games_there);
}

static uint64_t mix_moves(const struct value_source_game *g, uint64_t seed)
{
    return XXH3_64bits_withSeed(g->plies ? (const void *)g->moves : "", g->plies * sizeof *g->moves,
                                seed ^ shogi_hash(g->start));
}

uint64_t value_source_sample_game(const struct value_source_sample *s,
                                  const struct value_source_game *g)
{
    if (s->games != UINT64_MAX && mix_moves(g, SEED_GAMES) > s->games)
        return VALUE_SOURCE_SAMPLE_NO_GAME;
    return mix_moves(g, SEED_POSITIONS) | 1;
}

bool value_source_sample_takes(const struct value_source_sample *s, uint64_t game, uint32_t ply)
{
    if (game == VALUE_SOURCE_SAMPLE_NO_GAME)
        return false;
    return s->positions == UINT64_MAX ||
           XXH3_64bits_withSeed(&game, sizeof game, ply) <= s->positions;
}

/* --- Opening ---------------------------------------------------------------------------------- */

/* Is the spec one of this type?  *argument: what follows its colon. */
static bool is_of_type(const struct value_source_type *type, const char *spec,
                       const char **argument)
{
    size_t n = strlen(type->name);
    bool has_argument = n && type->name[n - 1] == ':';
    if (strncmp(spec, type->name, n) != 0 || (spec[n] != '\0') != has_argument)
        return false;
    *argument = spec + n;
    return true;
}

static enum status unknown(const char *spec, struct err *err)
{
    static const struct msg NO_JUDGE = {"unknown source of values: %1; use %2",
                                        "評価値の出所 %1 はありません。使えるもの: %2"};
    struct buf names;
    buf_init(&names, LINE_MOST);
    for (int i = 0; TYPES[i]; i++) {
        buf_add_str(&names, i ? ", " : "");
        buf_add_str(&names, TYPES[i]->name);
        buf_add_str(&names, TYPES[i]->argument ? TYPES[i]->argument : "");
    }
    err_set(err, STATUS_NOT_FOUND, &NO_JUDGE, span_of(spec), buf_span(&names));
    buf_release(&names);
    return STATUS_NOT_FOUND;
}

enum status value_source_open(struct value_source **out, const char *spec,
                              const struct value_source_options *o, struct err *err)
{
    const struct value_source_type *type = NULL;
    const char *argument = "";
    *out = NULL;
    for (int i = 0; TYPES[i] && !type; i++)
        if (is_of_type(TYPES[i], spec, &argument))
            type = TYPES[i];
    if (!type)
        return unknown(spec, err);
    struct value_source *j = mem_calloc(1, sizeof *j);
    if (!j)
        return err_nomem(err);
    j->type = type;
    buf_init(&j->line, LINE_MOST);
    value_source_sample_init(&j->sample, o);
    enum status status = type->open(j, argument, o, err);
    value_source_sample_print(o, &j->line);
    if (status == STATUS_OK && buf_status(&j->line) != STATUS_OK)
        status = err_nomem(err);
    if (status == STATUS_OK)
        *out = j;
    else
        value_source_close(j);
    return status;
}

void value_source_close(struct value_source *j)
{
    if (!j)
        return;
    j->type->close(j->own);
    buf_release(&j->line);
    mem_free(j);
}

struct span value_source_line(const struct value_source *j)
{
    return span_make(j->line.p, j->line.n);
}

void value_source_read_tally(const struct value_source *j, struct value_source_tally *out)
{
    *out = (struct value_source_tally){0};
    if (j->type->read_tally)
        j->type->read_tally(j, out);
}

bool value_source_is_slow(const struct value_source *j)
{
    return j->type->slow;
}

enum status value_source_worker_open(struct value_source_worker **out, struct value_source *j,
                                     struct err *err)
{
    *out = NULL;
    struct value_source_worker *w = mem_calloc(1, sizeof *w);
    if (!w)
        return err_nomem(err);
    w->value_source = j;
    enum status status = j->type->worker_open ? j->type->worker_open(w, err) : STATUS_OK;
    if (status == STATUS_OK)
        *out = w;
    else
        value_source_worker_close(w);
    return status;
}

void value_source_worker_close(struct value_source_worker *w)
{
    if (!w)
        return;
    if (w->value_source->type->worker_close)
        w->value_source->type->worker_close(w->own);
    mem_free(w);
}

enum status value_source_run_game(struct value_source_worker *w, const struct value_source_game *g,
                                  int16_t *values, struct err *err)
{
    const struct value_source_sample *sample = &w->value_source->sample;
    enum status status = w->value_source->type->game(w, g, values, err);
    if (status != STATUS_OK || value_source_sample_is_all(sample) || g->wanted)
        return status;
    uint64_t game = value_source_sample_game(sample, g);
    for (uint32_t ply = 0; ply <= g->plies; ply++)
        if (!value_source_sample_takes(sample, game, ply))
            values[ply] = VALUE_SOURCE_NO_VALUE;
    return STATUS_OK;
}

int16_t value_source_value(int for_mover, int turn)
{
    int cut = for_mover < -VALUE_SOURCE_MOST ? -VALUE_SOURCE_MOST : for_mover;
    cut = cut > VALUE_SOURCE_MOST ? VALUE_SOURCE_MOST : cut;
    return (int16_t)(turn == SHOGI_BLACK ? cut : -cut);
}

int16_t value_source_mate(int winner, int plies)
{
    enum { LONGEST = VALUE_SOURCE_MATE - VALUE_SOURCE_MOST - 1 };
    int value = VALUE_SOURCE_MATE - (plies < 0 || plies > LONGEST ? LONGEST : plies);
    return (int16_t)(winner == SHOGI_BLACK ? value : -value);
}
