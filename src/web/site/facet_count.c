/* facet_count.c: see facet_count.h. */
#include "web/site/facet_count.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cluster/wire.h"
#include "db/db_people.h"

/* --- Counting -------------------------------------------------------------------------------- */

/* Figures of one segment's players, by row. */
struct facet_rows {
    struct facet_player *at; /* owned */
    size_t count;
};

static bool make_room(struct facet_rows *rows, uint32_t row)
{
    if (row < rows->count)
        return true;
    size_t count = (size_t)row + 1 > 2 * rows->count ? (size_t)row + 1 : 2 * rows->count;
    struct facet_player *at = mem_realloc_array(rows->at, count, sizeof *at);
    if (!at)
        return false;
    memset(at + rows->count, 0, (count - rows->count) * sizeof *at);
    *rows = (struct facet_rows){at, count};
    return true;
}

/* Who sits at several sides of the board has played one game. */
static bool is_first_seat(const struct columns *c, uint32_t number, int seat)
{
    for (int other = 0; other < seat; other++)
        if (column_player(c, number, other) == column_player(c, number, seat))
            return false;
    return true;
}

static bool has_won(const struct columns *c, uint32_t number, uint32_t player)
{
    for (int seat = 0; seat < (int)c->seats; seat++)
        if (column_player(c, number, seat) == player &&
            column_points(c, number, seat) == POINTS_WIN)
            return true;
    return false;
}

static bool count_players(struct facet_rows *rows, const struct columns *c, uint32_t number)
{
    for (int seat = 0; seat < (int)c->seats; seat++) {
        uint32_t row = column_player(c, number, seat);
        if (row == 0 || !is_first_seat(c, number, seat))
            continue;
        if (!make_room(rows, row))
            return false;
        rows->at[row].games++;
        rows->at[row].wins += has_won(c, number, row);
    }
    return true;
}

static void count_game(struct facets *f, const struct columns *c, uint32_t number)
{
    unsigned year = date_year(column_date(c, number));
    bool won = false;
    f->games++;
    f->years[year < FACET_YEARS ? year : 0]++;
    for (int seat = 0; seat < (int)c->seats && seat < GAME_MAX_SEATS; seat++) {
        bool wins = column_points(c, number, seat) == POINTS_WIN;
        f->results[seat] += wins;
        won |= wins;
    }
    if (!won)
        f->results[column_points(c, number, 0) == POINTS_DRAW ? FACET_DRAWN : FACET_UNKNOWN]++;
}

static enum status add_player(struct facets *f, const struct facet_player *player, struct err *err)
{
    struct facet_player *grown = mem_grow(f->players, f->player_count, &f->player_cap,
                                          SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    f->players = grown;
    f->players[f->player_count++] = *player;
    return STATUS_OK;
}

/* What a person is usually called, whatever the spelling. */
static struct span usual_name(const struct people_index *people, struct span name)
{
    uint32_t person = people_index_person(people, name);
    return person == PEOPLE_NOBODY ? name : people_index_name(people, person);
}

/* Rows of a segment become players, with their names. */
static enum status take_rows(struct facets *f, const struct facet_rows *rows,
                             const struct db_segment *s, struct err *err)
{
    const struct people_index *people;
    struct metadata *m = s->metadata;
    enum status st = db_people_index(s->db, &people, err);
    for (uint32_t row = 0; row < rows->count && st == STATUS_OK; row++) {
        struct facet_player player = rows->at[row];
        if (player.games == 0)
            continue;
        st = metadata_player_name(m, row, &player.name, err);
        player.name = usual_name(people, player.name);
        if (st == STATUS_OK)
            st = add_player(f, &player, err);
    }
    return st;
}

static int by_name(const void *a, const void *b)
{
    const struct facet_player *x = a, *y = b;
    return span_compare(x->name, y->name);
}

static int by_games(const void *a, const void *b)
{
    const struct facet_player *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return by_name(a, b);
}

/* A name that several segments or spellings have is one player. */
void facets_finish(struct facets *f)
{
    size_t kept = 0;
    if (f->player_count == 0)
        return;
    qsort(f->players, f->player_count, sizeof *f->players, by_name);
    for (size_t i = 1; i < f->player_count; i++) {
        if (span_eq(f->players[kept].name, f->players[i].name)) {
            f->players[kept].games += f->players[i].games;
            f->players[kept].wins += f->players[i].wins;
        } else {
            f->players[++kept] = f->players[i];
        }
    }
    f->player_count = kept + 1;
    qsort(f->players, f->player_count, sizeof *f->players, by_games);
}

static enum status count_part(struct facets *f, const struct db_segment *s,
                              const struct result_part *p, struct err *err)
{
    const struct columns columns = p->games ? columns_verify_all(&s->columns) : s->columns;
    struct facet_rows rows = {0};
    enum status st = STATUS_OK;
    uint32_t number;
    for (size_t at = 0;
         st == STATUS_OK && result_part_next_game(p, &at, s->lines.games, &number);) {
        count_game(f, &columns, number);
        if (!count_players(&rows, &columns, number))
            st = err_nomem(err);
    }
    if (st == STATUS_OK)
        st = take_rows(f, &rows, s, err);
    mem_free(rows.at);
    return st;
}

enum status facets_count(struct facets *f, struct db *const *dbs, uint32_t count,
                         const struct query_result *result, struct err *err)
{
    const struct result_part *part = result->parts;
    enum status st = STATUS_OK;
    for (uint32_t d = 0; d < count; d++)
        for (uint32_t i = 0; i < dbs[d]->segment_count && st == STATUS_OK; i++, part++)
            if (part->count || part->games)
                st = count_part(f, &dbs[d]->segments[i], part, err);
    return st;
}

/* --- From one process to another --------------------------------------------------------------
 *
 * Varints: games; for each year that has any its number + 1 and its games, 0 at the end; four
 * results; how many players, and of each games, wins, bytes of the name, the name. */

void facets_to_bytes(const struct facets *f, struct buf *out)
{
    varint_put(out, f->games);
    for (unsigned year = 0; year < FACET_YEARS; year++)
        if (f->years[year]) {
            varint_put(out, (uint64_t)year + 1);
            varint_put(out, f->years[year]);
        }
    varint_put(out, 0);
    for (int i = 0; i < FACET_RESULTS; i++)
        varint_put(out, f->results[i]);
    varint_put(out, f->player_count);
    for (size_t i = 0; i < f->player_count; i++) {
        varint_put(out, f->players[i].games);
        varint_put(out, f->players[i].wins);
        wire_put_bytes(out, f->players[i].name);
    }
}

enum status facets_from_bytes(struct facets *f, struct span part, struct err *err)
{
    struct wire_reader r = {.rest = part};
    enum status st = STATUS_OK;
    f->games += wire_take32(&r);
    for (uint64_t year; (year = wire_take(&r, FACET_YEARS)) != 0;)
        f->years[year - 1] += wire_take32(&r);
    for (int i = 0; i < FACET_RESULTS; i++)
        f->results[i] += wire_take32(&r);
    for (uint64_t left = wire_take(&r, r.rest.n); left && !r.bad && st == STATUS_OK; left--) {
        struct facet_player player = {.games = wire_take32(&r)};
        player.wins = wire_take32(&r);
        player.name = wire_take_bytes(&r);
        if (!r.bad)
            st = add_player(f, &player, err);
    }
    return wire_end(&r, st, err);
}

void facets_free(struct facets *f)
{
    if (f)
        mem_free(f->players);
    mem_free(f);
}
