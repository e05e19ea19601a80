/* player.c: see player.h. */
#include "sim/match/player.h"

#include "base/alloc.h"
#include "base/io/child.h"
#include "engine/search/engine_search.h"

enum { PATIENCE_MS = 60000, LATE_MS = 1000, MOST_NAME = 1 << 16 };

struct player {
    const struct player_kind *kind;
    const struct player_spec *spec;
    void *state; /* owned; NULL after it broke down */
};

/* --- Which kind ------------------------------------------------------------------------------- */

static bool is_called(struct span program, struct span name)
{
    return span_eq(program, name) ||
           (span_ends(program, name) && program.p[program.n - name.n - 1] == '/');
}

const struct player_kind *player_kind_of(const char *name, const char *path)
{
    struct span s = span_of(name);
    if (span_eq(s, SPAN("kifu")) || span_starts(s, SPAN("kifu:")))
        return &player_engine;
    if (span_starts(s, SPAN("usi:")))
        return &player_usi;
    struct buf words, program;
    struct err err;
    size_t count;
    buf_init(&words, MOST_NAME);
    buf_init(&program, MOST_NAME);
    const struct player_kind *kind = &player_engine;
    if (child_split(s, &words, &count, &err) == STATUS_OK) {
        struct span first = span_of(words.p);
        if (count > 1 || child_find(first, path, &program))
            kind = is_called(first, SPAN("gnushogi")) ? &player_gnushogi : &player_usi;
    }
    buf_release(&words);
    buf_release(&program);
    return kind;
}

/* --- What kinds share ------------------------------------------------------------------------- */

uint32_t player_patience_ms(const struct player_spec *spec)
{
    return (spec->patience_ms ? spec->patience_ms : PATIENCE_MS) + spec->limits.movetime_ms;
}

uint32_t player_wait_ms(const struct player_spec *spec, const struct usi_clocks *clocks, int turn)
{
    if (!clocks)
        return player_patience_ms(spec);
    return clocks->left_ms[turn] + clocks->byoyomi_ms + clocks->margin_ms + LATE_MS;
}

/* --- Playing ---------------------------------------------------------------------------------- */

enum status player_open(struct player **out, const struct player_spec *spec, struct err *err)
{
    *out = NULL;
    struct player *p = mem_calloc(1, sizeof *p);
    if (!p)
        return err_nomem(err);
    p->spec = spec;
    p->kind = player_kind_of(spec->name, spec->path);
    enum status status = p->kind->open(&p->state, spec, err);
    if (status == STATUS_OK)
        *out = p;
    else
        mem_free(p);
    return status;
}

static void give_up(struct player *p)
{
    if (p->state)
        p->kind->close(p->state);
    p->state = NULL;
}

void player_close(struct player *p)
{
    if (!p)
        return;
    give_up(p);
    mem_free(p);
}

enum status player_new_game(struct player *p, uint64_t number, struct err *err)
{
    static const struct msg DEAD = {"%1 crashes at the start of a game",
                                    "%1 は対局開始時に異常終了します"};
    if (p->state && p->kind->new_game(p->state, number))
        return STATUS_OK;
    give_up(p);
    enum status status = p->kind->open(&p->state, p->spec, err);
    if (status != STATUS_OK)
        return status;
    if (p->kind->new_game(p->state, number))
        return STATUS_OK;
    give_up(p);
    return err_set(err, STATUS_IO, &DEAD, span_of(p->spec->name), (struct span){0});
}

void player_move(struct player *p, const struct referee *r, const struct usi_clocks *clocks,
                 struct player_answer *out)
{
    *out = (struct player_answer){.reply = PLAYER_DIED, .value = THINK_NO_VALUE};
    if (!p->state)
        return;
    uint64_t began = steady_ms();
    p->kind->move(p->state, p->spec, r, clocks, out);
    uint64_t took = steady_ms() - began;
    out->ms = took < UINT32_MAX ? (uint32_t)took : UINT32_MAX;
    if (out->reply >= PLAYER_NO_MOVE)
        give_up(p);
}
