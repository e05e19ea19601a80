/* salvage_order.c: see salvage_order.h. */
#include "db/repair/salvage_order.h"

#include "base/alloc.h"
#include "base/le.h"

enum { HEAD_BYTES = 16 };

/* --- The table ------------------------------------------------------------------------------- */

static bool lay_out(struct line_table *t)
{
    uint64_t games = t->games, lines = t->count, starts = t->starts;
    t->first_at = HEAD_BYTES;
    t->id_at = t->first_at + 4 * (lines + 1);
    t->by_id_at = t->id_at + 4 * games;
    t->start_line_at = t->by_id_at + 4 * games;
    t->start_text_at = t->start_line_at + 4 * (starts + 1);
    t->texts_at = t->start_text_at + 4 * (starts + 1) + 8 * (lines - games);
    return games && games <= lines && lines < UINT32_MAX && starts && starts <= games &&
           t->texts_at <= t->lines.n;
}

/* Is the head one that fits what stands behind it? */
static bool head_fits(const struct line_table *t, const struct game *game)
{
    const char *p = t->lines.p;
    uint64_t texts = t->lines.n - t->texts_at;
    return le_get32(p + t->first_at + 4 * (uint64_t)t->count) == t->moves.n / game->move_bytes &&
           le_get32(p + t->start_line_at + 4 * (uint64_t)t->starts) == t->games &&
           le_get32(p + t->start_text_at + 4 * (uint64_t)t->starts) == texts;
}

/* Tries the numbers of lines and starts that the lengths of the sections allow. */
static bool make_head_again(struct line_table *t, const struct game *game, uint32_t games)
{
    uint64_t most = t->lines.n / 12;
    for (uint64_t lines = games; lines <= most; lines++) {
        t->games = games;
        t->count = (uint32_t)lines;
        t->starts = 1;
        if (HEAD_BYTES + 4 * (lines + 1) > t->lines.n)
            return false;
        if (le_get32(t->lines.p + HEAD_BYTES + 4 * lines) != t->moves.n / game->move_bytes)
            continue;
        for (uint32_t starts = 1; starts <= games; starts++) {
            t->starts = starts;
            if (!lay_out(t))
                break;
            if (head_fits(t, game))
                return true;
        }
    }
    return false;
}

bool line_table_open(struct line_table *t, const struct salvage_file *f, const struct game *game,
                     const struct manifest_entry *listed)
{
    *t = (struct line_table){
        .file = f, .lines = salvage_section(f, "lines"), .moves = salvage_section(f, "moves")};
    if (t->lines.n < HEAD_BYTES)
        return false;
    t->games = le_get32(t->lines.p);
    t->count = le_get32(t->lines.p + 4);
    t->starts = le_get32(t->lines.p + 12);
    if (le_get32(t->lines.p + 8) == game->move_bytes && lay_out(t) &&
        (salvage_is_whole(f, span_make(t->lines.p, HEAD_BYTES)) || head_fits(t, game) ||
         (!f->framed && (!listed || listed->count == t->games))))
        return true;
    if (f->framed && listed && make_head_again(t, game, listed->count))
        return true;
    t->games = 0;
    return false;
}

bool line_table_get(const struct line_table *t, uint64_t at, uint32_t *v, bool *whole)
{
    if (t->lines.n < 4 || at > t->lines.n - 4)
        return false;
    *v = le_get32(t->lines.p + at);
    *whole &= salvage_is_whole(t->file, span_make(t->lines.p + at, 4));
    return true;
}

bool line_table_start(const struct line_table *t, uint32_t number, struct span *text)
{
    uint32_t low = 0, high = t->starts, v, from, to;
    bool whole = true;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (!line_table_get(t, t->start_line_at + 4 * (uint64_t)middle, &v, &whole))
            return false;
        if (v <= number)
            low = middle;
        else
            high = middle;
    }
    if (!line_table_get(t, t->start_text_at + 4 * (uint64_t)low, &from, &whole) ||
        !line_table_get(t, t->start_text_at + 4 * ((uint64_t)low + 1), &to, &whole) || from > to ||
        to > t->lines.n - t->texts_at)
        return false;
    *text = span_make(t->lines.p + t->texts_at + from, to - from);
    return whole && salvage_is_whole(t->file, *text);
}

/* --- Processes ----------------------------------------------------------------------------------- */

/* Numbers that by_id has, those of which a checksum is right first. */
static void take_numbers(struct salvage_order *r, bool *taken, bool wanted)
{
    const struct line_table *t = &r->table;
    for (uint32_t nth = 0; nth < t->games; nth++) {
        uint32_t v;
        bool whole = true;
        if (r->number[nth] != UINT32_MAX ||
            !line_table_get(t, t->by_id_at + 4 * (uint64_t)nth, &v, &whole) || whole != wanted ||
            v >= t->games || taken[v])
            continue;
        r->number[nth] = v;
        r->whole[nth] = whole;
        taken[v] = true;
    }
}

static void take_ids(struct salvage_order *r)
{
    const struct line_table *t = &r->table;
    for (uint32_t nth = 0; nth < t->games; nth++) {
        if (r->number[nth] == UINT32_MAX)
            continue;
        bool whole = true;
        r->id_known[nth] =
            line_table_get(t, t->id_at + 4 * (uint64_t)r->number[nth], &r->id[nth], &whole);
        r->whole[nth] &= whole && r->id_known[nth];
    }
}

/* The next game in id order, from `nth` on, whose number and id are sure; games: none. */
static uint32_t next_sure(const struct salvage_order *r, uint32_t nth)
{
    while (nth < r->table.games && !r->whole[nth])
        nth++;
    return nth;
}

/* Two ids, of the games before and behind some that are not sure. */
struct between {
    bool low_known;
    int64_t low, high;
};

/* Ids ascend: between two that are as far apart as their places in that order there is no choice. */
static void settle_between(struct salvage_order *r, uint32_t from, uint32_t to,
                           const struct between *b)
{
    bool forced = b->low_known && b->high - b->low == (int64_t)to - from + 1;
    int64_t before = b->low;
    for (uint32_t nth = from; nth < to; nth++) {
        if (forced) {
            r->id[nth] = (uint32_t)(b->low + 1 + (nth - from));
            r->id_known[nth] = true;
        } else if (r->id_known[nth] && (r->id[nth] <= before || r->id[nth] >= b->high)) {
            r->id_known[nth] = false;
        }
        if (r->id_known[nth])
            before = r->id[nth];
    }
}

static void settle_ids(struct salvage_order *r, const struct salvage_hint *hint)
{
    uint32_t games = r->table.games, nth = 0;
    struct between b = {hint->listed != NULL,
                        hint->listed ? (int64_t)hint->listed->first_id - 1 : -1, 0};
    while (nth < games) {
        uint32_t sure = next_sure(r, nth);
        b.high = sure < games ? (int64_t)r->id[sure] : (int64_t)hint->below;
        if (sure > nth)
            settle_between(r, nth, sure, &b);
        if (sure == games)
            break;
        b.low_known = true;
        b.low = r->id[sure];
        nth = sure + 1;
    }
}

/* A number that no game has, and whose id is sure, belongs to the game that was given this id;
 * where ids have no gaps, as usual, that is easily found. */
static void place_rest(struct salvage_order *r, const bool *taken)
{
    const struct line_table *t = &r->table;
    uint32_t known = 0;
    while (known < t->games && !r->id_known[known])
        known++;
    for (uint32_t number = 0; number < t->games && known < t->games; number++) {
        uint32_t id;
        bool whole = true;
        if (taken[number] || !line_table_get(t, t->id_at + 4 * (uint64_t)number, &id, &whole) ||
            !whole)
            continue;
        uint64_t nth = (uint64_t)known + id - r->id[known];
        if (nth < t->games && r->number[nth] == UINT32_MAX && r->id_known[nth] &&
            r->id[nth] == id) {
            r->number[nth] = number;
            r->whole[nth] = true;
        }
    }
}

enum status salvage_order_open(struct salvage_order *r, const struct salvage_file *f,
                               const struct game *game, const struct salvage_hint *hint,
                               struct err *err)
{
    *r = (struct salvage_order){0};
    if (!line_table_open(&r->table, f, game, hint->listed))
        return STATUS_OK;
    size_t games = r->table.games;
    bool *taken = mem_calloc(games, sizeof *taken);
    r->number = mem_alloc(games * sizeof *r->number);
    r->id = mem_calloc(games, sizeof *r->id);
    r->id_known = mem_calloc(games, sizeof *r->id_known);
    r->whole = mem_calloc(games, sizeof *r->whole);
    bool good = taken && r->number && r->id && r->id_known && r->whole;
    if (good) {
        memset(r->number, 0xff, games * sizeof *r->number);
        take_numbers(r, taken, true);
        take_numbers(r, taken, false);
        take_ids(r);
        settle_ids(r, hint);
        place_rest(r, taken);
    }
    mem_free(taken);
    return good ? STATUS_OK : err_nomem(err);
}

void salvage_order_close(struct salvage_order *r)
{
    mem_free(r->number);
    mem_free(r->id);
    mem_free(r->id_known);
    mem_free(r->whole);
    *r = (struct salvage_order){0};
}
