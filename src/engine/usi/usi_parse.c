/* usi_parse.c: see usi_parse.h. */
#include "engine/usi/usi_parse.h"

#include "base/alloc.h"
#include "base/text/num.h"
#include "engine/search/clock.h"

enum { MOST_POSITIONS = 1 << 20, FIRST_ROOM = 256 };

struct span usi_word(struct span *line)
{
    size_t from = 0, to;
    while (from < line->n && is_blank(line->p[from]))
        from++;
    for (to = from; to < line->n && !is_blank(line->p[to]);)
        to++;
    struct span word = span_make(line->n ? line->p + from : "", to - from);
    *line = span_skip(*line, to);
    return word;
}

/* --- go --------------------------------------------------------------------------------------- */

/* The word is taken only if it is a number; a negative one is nothing. */
static bool take_number(struct span *line, uint64_t max, uint64_t *out)
{
    struct span rest = *line, word = usi_word(&rest);
    bool negative = span_eat(&word, SPAN("-"));
    if (!word.n)
        return false;
    for (size_t i = 0; i < word.n; i++)
        if (word.p[i] < '0' || word.p[i] > '9')
            return false;
    if (!num_parse_u64(word, max, out))
        *out = max;
    if (negative)
        *out = 0;
    *line = rest;
    return true;
}

static bool take_ms(struct span *line, uint32_t *out)
{
    uint64_t ms;
    if (!take_number(line, CLOCK_MOST_MS, &ms))
        return false;
    *out = (uint32_t)ms;
    return true;
}

static bool take_time(struct usi_go *go, struct span word, struct span *line)
{
    const struct {
        struct span name;
        uint32_t *at;
    } times[] = {
        {SPAN_INIT("btime"), &go->time_ms[SHOGI_BLACK]},
        {SPAN_INIT("wtime"), &go->time_ms[SHOGI_WHITE]},
        {SPAN_INIT("binc"), &go->increment_ms[SHOGI_BLACK]},
        {SPAN_INIT("winc"), &go->increment_ms[SHOGI_WHITE]},
        {SPAN_INIT("byoyomi"), &go->byoyomi_ms},
    };
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (span_eq(word, times[i].name)) {
            take_ms(line, times[i].at);
            return go->timed = true;
        }
    return false;
}

static void take_moves(struct usi_go *go, struct span *line)
{
    for (;;) {
        struct span rest = *line, word = usi_word(&rest);
        shogi_move m;
        if (!shogi_usi_parse(word, &m))
            return;
        if (go->only_count < SHOGI_MAX_MOVES)
            go->only[go->only_count++] = m;
        *line = rest;
    }
}

void usi_go_parse(struct usi_go *go, struct span line)
{
    struct span word;
    uint64_t n;
    *go = (struct usi_go){0};
    while ((word = usi_word(&line)).n) {
        if (take_time(go, word, &line))
            continue;
        if (span_eq(word, SPAN("movetime")))
            go->has_movetime |= take_ms(&line, &go->movetime_ms);
        else if (span_eq(word, SPAN("depth")) && take_number(&line, THINK_MAX_PLY, &n))
            go->depth = n ? (uint32_t)n : 1;
        else if (span_eq(word, SPAN("nodes")) && take_number(&line, INT64_MAX, &n))
            go->nodes = n ? n : 1;
        else if (span_eq(word, SPAN("ponder")))
            go->ponder = true;
        else if (span_eq(word, SPAN("infinite")))
            go->infinite = true;
        else if (span_eq(word, SPAN("searchmoves")))
            take_moves(go, &line);
        else if (span_eq(word, SPAN("mate"))) {
            go->mate = true;
            go->mate_timed = take_ms(&line, &go->mate_ms);
        }
    }
}

/* --- position --------------------------------------------------------------------------------- */

static enum status add_position(struct usi_game *g, struct err *err)
{
    struct shogi_history_entry *grown =
        mem_grow(g->history, g->count, &g->cap, MOST_POSITIONS, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    g->history = grown;
    g->history[g->count++] =
        (struct shogi_history_entry){.hash = g->pos.hash, .in_check = shogi_in_check(&g->pos)};
    return STATUS_OK;
}

enum status usi_game_init(struct usi_game *g, struct err *err)
{
    *g = (struct usi_game){.known = true, .ply = 1};
    shogi_pos_start(&g->pos);
    natural_past_clear(&g->past);
    return add_position(g, err);
}

void usi_game_release(struct usi_game *g)
{
    mem_free(g->history);
    *g = (struct usi_game){0};
}

enum status usi_game_copy(struct usi_game *g, const struct usi_game *from, struct err *err)
{
    if (g->cap < from->count) {
        size_t cap = from->count < FIRST_ROOM ? FIRST_ROOM : from->count;
        struct shogi_history_entry *grown = mem_realloc_array(g->history, cap, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        g->history = grown;
        g->cap = cap;
    }
    memcpy(g->history, from->history, from->count * sizeof *g->history);
    g->known = from->known;
    g->pos = from->pos;
    g->ply = from->ply;
    g->past = from->past;
    g->count = from->count;
    return STATUS_OK;
}

static enum status play_moves(struct usi_game *g, struct span line, struct err *err)
{
    static const struct msg ILLEGAL = {"position rejected: %1 is not a legal move there",
                                       "%1 は合法手ではないため、この局面を受け付けません"};
    struct span word;
    while ((word = usi_word(&line)).n) {
        shogi_move m;
        struct shogi_undo undo;
        if (!shogi_usi_parse(word, &m) || !shogi_move_is_legal(&g->pos, m))
            return err_set(err, STATUS_ILLEGAL, &ILLEGAL, word, (struct span){0});
        natural_past_add(&g->past, &g->pos, m);
        shogi_play(&g->pos, m, &undo);
        g->ply++;
        enum status status = add_position(g, err);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* Where " moves" begins, as a word; the line's end if it does not. */
static size_t find_moves(struct span line)
{
    struct span rest = line, word;
    while ((word = usi_word(&rest)).n)
        if (span_eq(word, SPAN("moves")))
            return (size_t)(word.p - line.p);
    return line.n;
}

enum status usi_game_set(struct usi_game *g, struct span line, struct err *err)
{
    struct shogi_pos pos;
    unsigned ply = 1;
    size_t moves = find_moves(line);
    struct span before = span_trim(span_make(line.p, moves));
    enum status status = shogi_sfen_parse(&pos, before, SHOGI_SFEN_TOLERANT, &ply, err);
    g->known = false;
    if (status != STATUS_OK)
        return status;
    g->pos = pos;
    g->ply = ply;
    natural_past_clear(&g->past);
    g->count = 0;
    status = add_position(g, err);
    struct span rest = span_skip(line, moves);
    usi_word(&rest);
    status = status == STATUS_OK ? play_moves(g, rest, err) : status;
    g->known = status == STATUS_OK;
    return status;
}
