/* game_axis.c: see game_axis.h.
 *
 * Groups are collected with their entries in any order, as (segment, game, group) each; then those
 * with most games are kept, and the entries sorted by game. */
#include "query/groups/game_axis.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "db/db_people.h"
#include "query/groups/axis_merge.h"
#include "query/groups/name_games.h"
#include "query/language/words.h"
#include "query/run/plies.h"

struct loose_entry {
    uint32_t part, number;
    struct axis_entry entry;
};

struct axis_builder {
    struct game_axis *a;
    const struct axis_options *opt;
    struct db *const *dbs;
    uint32_t count;
    struct loose_entry *entries; /* owned */
    size_t entry_count, entry_cap;
    size_t group_cap;
};

/* Another process has its games. */
static bool is_others(const struct axis_builder *b, const struct db_segment *s)
{
    return b->opt->search.own && s->elsewhere;
}

/* Whether a game is among those that count, if they are known. */
static bool is_found(const struct axis_builder *b, uint32_t part, uint32_t number)
{
    const uint64_t *games = b->opt->only ? b->opt->only->parts[part].games : NULL;
    return !b->opt->only || (games && plies_has(games, number));
}

static bool is_counted(const struct axis_builder *b, const struct db_segment *s, uint32_t part,
                       uint32_t number)
{
    return is_found(b, part, number) && !db_is_removed(s, number);
}

bool axis_has_players(const struct game_axis *a)
{
    return a->kind == AXIS_NAMES || a->kind == AXIS_PLAYER;
}

static enum status add_group(struct axis_builder *b, const struct axis_group *g, struct err *err)
{
    struct axis_group *grown = mem_grow(b->a->groups, b->a->group_count, &b->group_cap,
                                        UINT32_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    b->a->groups = grown;
    b->a->groups[b->a->group_count++] = *g;
    return STATUS_OK;
}

static enum status add_entry(struct axis_builder *b, uint32_t part, uint32_t number,
                             struct axis_entry entry, struct err *err)
{
    struct loose_entry *grown = mem_grow(b->entries, b->entry_count, &b->entry_cap,
                                         SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    b->entries = grown;
    b->entries[b->entry_count++] = (struct loose_entry){part, number, entry};
    b->a->groups[entry.group].games++;
    return STATUS_OK;
}

/* A text that lives as long as the axis. */
static enum status keep_text(struct axis_builder *b, struct buf *text, struct span *out,
                             struct err *err)
{
    bool good = buf_status(text) == STATUS_OK && arena_copy(&b->a->arena, buf_span(text), out);
    buf_clear(text);
    return good ? STATUS_OK : err_nomem(err);
}

/* In quotes, as the query language reads it. */
static void add_quoted(struct buf *out, struct span text)
{
    buf_add_char(out, '"');
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '"' || text.p[i] == '\\')
            buf_add_char(out, '\\');
        buf_add_char(out, text.p[i]);
    }
    buf_add_char(out, '"');
}

/* --- Named queries ----------------------------------------------------------------------------- */

static enum status group_of_name(struct axis_builder *b, const struct named_query *n,
                                 struct err *err)
{
    const struct game_words *words = words_of_game(b->dbs[0]->game);
    struct axis_group g = {.name = n->name, .label = n->label_count ? n->labels[0] : n->name};
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_add_span(&text, n->group);
    buf_add_char(&text, ':');
    buf_add_span(&text, n->name);
    enum status status = keep_text(b, &text, &g.query, err);
    for (int seat = 0; seat < 2 && status == STATUS_OK; seat++) {
        buf_printf(&text, "%s.", words->seats[seat]);
        buf_add_span(&text, g.query);
        status = keep_text(b, &text, &g.by_player[seat], err);
    }
    buf_release(&text);
    return status == STATUS_OK ? add_group(b, &g, err) : status;
}

/* A definition that cannot be read has no games. */
static enum status parse_names(const struct axis_builder *b, struct query *queries,
                               const char *prefix, struct err *err)
{
    struct buf text;
    enum status status = STATUS_OK;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (uint32_t i = 0; i < b->a->group_count && status == STATUS_OK; i++) {
        buf_clear(&text);
        buf_printf(&text, "%s%s", prefix, prefix[0] ? "." : "");
        buf_add_span(&text, b->a->groups[i].query);
        status = query_parse(&queries[i], b->dbs[0]->game, b->opt->named, buf_span(&text), err);
        bool unusable =
            status != STATUS_NOMEM && (status != STATUS_OK || query_needs_found(&queries[i]) ||
                                       (query_needs_values(&queries[i]) && !b->opt->search.values));
        if (unusable) {
            query_release(&queries[i]);
            status = query_parse(&queries[i], b->dbs[0]->game, NULL, SPAN("not all"), err);
        }
    }
    buf_release(&text);
    return status;
}

/* Runs queries for all groups: either player's, or one's. */
static enum status run_names(struct axis_builder *b, const char *prefix, struct name_games *games,
                             struct err *err)
{
    uint32_t count = b->a->group_count;
    struct query *queries = mem_calloc((size_t)count + 1, sizeof *queries);
    if (!queries)
        return err_nomem(err);
    for (uint32_t i = 0; i < count; i++)
        query_init(&queries[i], b->dbs[0]->game);
    enum status status = parse_names(b, queries, prefix, err);
    if (status == STATUS_OK)
        status = name_games_find(games, queries, count, b->dbs, b->count, &b->opt->search, err);
    for (uint32_t i = 0; i < count; i++)
        query_release(&queries[i]);
    mem_free(queries);
    return status;
}

/* Whether a list has the game; *at moves on in it. */
static bool list_has(const struct game_list *l, uint32_t *at, uint32_t number)
{
    while (*at < l->count && l->at[*at] / 4 < number)
        ++*at;
    return *at < l->count && l->at[*at] / 4 == number;
}

/* of[0]: either player's; of[1] and of[2], if they are wanted: one's, with the same games. */
static enum status add_lists(struct axis_builder *b, uint32_t part, uint32_t group,
                             const struct game_list *const of[3], struct err *err)
{
    enum status status = STATUS_OK;
    uint32_t at[2] = {0, 0};
    for (uint32_t i = 0; i < of[0]->count && status == STATUS_OK; i++) {
        uint32_t number = of[0]->at[i] / 4;
        struct axis_entry e = {.group = group, .first = (uint8_t)(of[0]->at[i] % 4)};
        e.plays = e.first;
        for (unsigned seat = 0; seat < 2 && of[1]; seat++)
            if (list_has(of[seat + 1], &at[seat], number))
                e.plays = (uint8_t)(e.plays | 1U << seat);
        if (is_found(b, part, number))
            status = add_entry(b, part, number, e, err);
    }
    return status;
}

static enum status entries_of_names(struct axis_builder *b, const struct name_games *games,
                                    struct err *err)
{
    const uint32_t count = b->a->group_count;
    enum status status = STATUS_OK;
    for (uint32_t g = 0; g < count; g++)
        for (uint32_t p = 0; p < b->a->part_count && status == STATUS_OK; p++) {
            const struct game_list *of[3] = {&games[g].parts[p]};
            for (uint32_t seat = 1; seat < 3 && b->opt->ever; seat++)
                of[seat] = &games[g + seat * count].parts[p];
            status = add_lists(b, p, g, of, err);
        }
    return status;
}

static enum status collect_names(struct axis_builder *b, struct err *err)
{
    const struct named_queries *named = b->opt->named;
    const struct game_words *words = words_of_game(b->dbs[0]->game);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < named->count && status == STATUS_OK; i++)
        if (span_eq(named->at[i].group, b->a->what))
            status = group_of_name(b, &named->at[i], err);
    if (status != STATUS_OK)
        return status;
    const uint32_t count = b->a->group_count;
    struct name_games *games = mem_calloc(3 * (size_t)count + 1, sizeof *games);
    if (!games)
        return err_nomem(err);
    status = run_names(b, "", games, err);
    for (uint32_t seat = 0; seat < 2 && b->opt->ever && status == STATUS_OK; seat++)
        status = run_names(b, words->seats[seat], games + (seat + 1) * count, err);
    if (status == STATUS_OK)
        status = entries_of_names(b, games, err);
    for (uint32_t i = 0; i < 3 * count; i++)
        name_games_release(&games[i]);
    mem_free(games);
    return status;
}

/* --- Years ------------------------------------------------------------------------------------- */

enum { YEARS = 1 << 14 };

static enum status add_period(struct axis_builder *b, unsigned first, struct err *err)
{
    struct axis_group g = {0};
    struct buf text;
    buf_init(&text, 64);
    buf_printf(&text, b->a->kind == AXIS_DECADE ? "%us" : "%u", first);
    enum status status = keep_text(b, &text, &g.name, err);
    buf_printf(&text, b->a->kind == AXIS_DECADE ? "date:%u..%u" : "date:%u", first, first + 9);
    if (status == STATUS_OK)
        status = keep_text(b, &text, &g.query, err);
    g.label = g.name;
    buf_release(&text);
    return status == STATUS_OK ? add_group(b, &g, err) : status;
}

static unsigned period_of(const struct axis_builder *b, uint32_t date)
{
    unsigned year = date_year(date);
    return b->a->kind == AXIS_DECADE ? year / 10 * 10 : year;
}

/* Games without a date are in no group. */
static enum status collect_years(struct axis_builder *b, struct err *err)
{
    uint32_t *group = mem_calloc(YEARS, sizeof *group); /* 1 + its number */
    uint32_t part = 0;
    enum status status = group ? STATUS_OK : err_nomem(err);
    for (uint32_t d = 0; d < b->count; d++)
        for (uint32_t i = 0; i < b->dbs[d]->segment_count && status == STATUS_OK; i++, part++) {
            const struct db_segment *s = &b->dbs[d]->segments[i];
            if (is_others(b, s))
                continue;
            const struct columns c = columns_verify(&s->columns, COLUMN_DATE, COLUMN_DATE + 1);
            for (uint32_t n = 0; n < s->lines.games && status == STATUS_OK; n++) {
                unsigned period = period_of(b, column_value(&c.column[COLUMN_DATE], n));
                if (period == 0 || period >= YEARS || !is_counted(b, s, part, n))
                    continue;
                if (!group[period]) {
                    status = add_period(b, period, err);
                    group[period] = b->a->group_count;
                }
                if (status == STATUS_OK)
                    status =
                        add_entry(b, part, n, (struct axis_entry){.group = group[period] - 1}, err);
            }
        }
    mem_free(group);
    return status;
}

/* --- Players, events, places ------------------------------------------------------------------- */

/* A row of a segment's table of names, with its text. */
struct row_name {
    struct span name;
    uint32_t part, row;
    uint32_t group;
    bool person; /* the usual spelling of somebody who has several */
};
struct row_names {
    struct row_name *at; /* owned */
    size_t count, cap;
};

static int column_of(enum axis_kind kind, int seat)
{
    return kind == AXIS_PLAYER  ? COLUMN_PLAYER + seat
           : kind == AXIS_EVENT ? COLUMN_EVENT
                                : COLUMN_PLACE;
}

static int seats_of(const struct axis_builder *b)
{
    return b->a->kind == AXIS_PLAYER ? b->dbs[0]->game->seats : 1;
}

/* Verified as a whole: it is read for every game. */
static struct column row_column(const struct axis_builder *b, const struct db_segment *s, int seat)
{
    unsigned column = (unsigned)column_of(b->a->kind, seat);
    return columns_verify(&s->columns, column, column + 1).column[column];
}

/* The text of a row, taken from a game that has it; of a player the usual spelling. */
static enum status name_of_row(struct axis_builder *b, const struct db_segment *s, uint32_t number,
                               int seat, struct row_name *out, struct err *err)
{
    struct game_summary summary;
    const struct people_index *people = NULL;
    enum status status = metadata_summary(s->metadata, number, &b->a->arena, &summary, err);
    if (status != STATUS_OK)
        return status;
    out->name = b->a->kind == AXIS_PLAYER  ? summary.players[seat]
                : b->a->kind == AXIS_EVENT ? summary.event
                                           : summary.place;
    if (b->a->kind != AXIS_PLAYER || !s->db)
        return STATUS_OK;
    status = db_people_index(s->db, &people, err);
    if (status != STATUS_OK || !people)
        return status;
    uint32_t person = people_index_person(people, out->name);
    out->person = person != PEOPLE_NOBODY;
    if (out->person)
        out->name = people_index_name(people, person);
    return STATUS_OK;
}

/* Finds the rows that the games of a segment have: *rows becomes 1 + the place of each in names. */
static enum status names_of_segment(struct axis_builder *b, const struct db_segment *s,
                                    uint32_t part, struct row_names *names, uint32_t *rows,
                                    uint32_t most, struct err *err)
{
    enum status status = STATUS_OK;
    for (int seat = 0; seat < seats_of(b); seat++) {
        const struct column c = row_column(b, s, seat);
        for (uint32_t n = 0; n < s->lines.games && status == STATUS_OK; n++) {
            uint32_t row = column_value(&c, n);
            if (row == 0 || row > most || rows[row] || !is_counted(b, s, part, n))
                continue;
            struct row_name *grown = mem_grow(names->at, names->count, &names->cap,
                                              SIZE_MAX / sizeof *grown, sizeof *grown);
            if (!grown)
                return err_nomem(err);
            names->at = grown;
            names->at[names->count] = (struct row_name){.part = part, .row = row};
            status = name_of_row(b, s, n, seat, &names->at[names->count], err);
            names->count++;
            rows[row] = (uint32_t)names->count;
        }
    }
    return status;
}

static int by_name(const void *x, const void *y)
{
    const struct row_name *const *a = x, *const *b = y;
    struct span p = (*a)->name, q = (*b)->name;
    size_t n = p.n < q.n ? p.n : q.n;
    int order = n ? memcmp(p.p, q.p, n) : 0;
    if (order == 0 && p.n == q.n) /* a group is a person's if it is one in any database */
        return (*b)->person - (*a)->person;
    return order ? order : (p.n > q.n) - (p.n < q.n);
}

static enum status group_of_row(struct axis_builder *b, const struct row_name *row, struct err *err)
{
    static const char *const WORDS[] = {
        [AXIS_PLAYER] = "player:", [AXIS_EVENT] = "event:", [AXIS_PLACE] = "place:"};
    const struct game *game = b->dbs[0]->game;
    struct axis_group g = {.name = row->name, .label = row->name};
    const char *whole = row->person ? "==" : "="; /* all spellings of a person, or this one */
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_printf(&text, "%s%s", WORDS[b->a->kind], whole);
    add_quoted(&text, row->name);
    enum status status = keep_text(b, &text, &g.query, err);
    for (int seat = 0; seat < 2 && status == STATUS_OK && b->a->kind == AXIS_PLAYER; seat++) {
        buf_printf(&text, "%s:%s", game->seat_names[seat], whole);
        add_quoted(&text, row->name);
        status = keep_text(b, &text, &g.by_player[seat], err);
    }
    buf_release(&text);
    return status == STATUS_OK ? add_group(b, &g, err) : status;
}

/* Rows with one name become one group. */
static enum status group_rows(struct axis_builder *b, const struct row_names *names,
                              struct err *err)
{
    struct row_name **sorted = mem_alloc((names->count + 1) * sizeof(struct row_name *));
    enum status status = sorted ? STATUS_OK : err_nomem(err);
    for (size_t i = 0; sorted && i < names->count; i++)
        sorted[i] = &names->at[i];
    if (sorted && names->count)
        qsort(sorted, names->count, sizeof *sorted, by_name);
    for (size_t i = 0; i < names->count && status == STATUS_OK; i++) {
        if (i == 0 || !span_eq(sorted[i]->name, sorted[i - 1]->name))
            status = group_of_row(b, sorted[i], err);
        sorted[i]->group = b->a->group_count - 1;
    }
    mem_free(sorted);
    return status;
}

/* The groups of a game, a player of two seats once. */
static enum status entries_of_game(struct axis_builder *b, const struct db_segment *s,
                                   uint32_t part, uint32_t number, const struct row_names *names,
                                   const uint32_t *rows, uint32_t most, struct err *err)
{
    uint32_t group[GAME_MAX_SEATS];
    int count = 0;
    enum status status = STATUS_OK;
    for (int seat = 0; seat < seats_of(b); seat++) {
        uint32_t row = column_get(&s->columns.column[column_of(b->a->kind, seat)], number);
        group[count++] = row && row <= most ? names->at[rows[row] - 1].group : UINT32_MAX;
    }
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        bool first = group[i] != UINT32_MAX;
        uint8_t plays = 0;
        for (int k = 0; k < count; k++) {
            if (group[k] != group[i])
                continue;
            first = first && k >= i;
            plays = (uint8_t)(plays | 1U << k);
        }
        if (b->a->kind != AXIS_PLAYER || count != 2)
            plays = 0;
        if (first)
            status = add_entry(b, part, number, (struct axis_entry){group[i], plays, plays}, err);
    }
    return status;
}

/* The largest row of a segment; every row is stored at least once. */
static uint32_t most_row(const struct axis_builder *b, const struct db_segment *s)
{
    uint32_t most = 0;
    for (int seat = 0; seat < seats_of(b); seat++) {
        const struct column c = row_column(b, s, seat);
        for (uint32_t n = 0; n < s->lines.games; n++) {
            uint32_t row = column_value(&c, n);
            most = row > most ? row : most;
        }
    }
    return most;
}

static enum status collect_rows(struct axis_builder *b, struct err *err)
{
    struct row_names names = {0};
    uint32_t **rows = mem_calloc((size_t)b->a->part_count + 1, sizeof(uint32_t *));
    uint32_t *most = mem_calloc((size_t)b->a->part_count + 1, sizeof *most), part = 0;
    enum status status = rows && most ? STATUS_OK : err_nomem(err);
    for (uint32_t d = 0; d < b->count; d++)
        for (uint32_t i = 0; i < b->dbs[d]->segment_count && status == STATUS_OK; i++, part++) {
            const struct db_segment *s = &b->dbs[d]->segments[i];
            if (is_others(b, s))
                continue;
            most[part] = most_row(b, s);
            rows[part] = mem_calloc((size_t)most[part] + 1, sizeof **rows);
            status = rows[part] ? names_of_segment(b, s, part, &names, rows[part], most[part], err)
                                : err_nomem(err);
        }
    if (status == STATUS_OK)
        status = group_rows(b, &names, err);
    part = 0;
    for (uint32_t d = 0; d < b->count; d++)
        for (uint32_t i = 0; i < b->dbs[d]->segment_count && status == STATUS_OK; i++, part++) {
            const struct db_segment *s = &b->dbs[d]->segments[i];
            for (uint32_t n = 0; n < s->lines.games && status == STATUS_OK && !is_others(b, s); n++)
                if (is_counted(b, s, part, n))
                    status = entries_of_game(b, s, part, n, &names, rows[part], most[part], err);
        }
    for (uint32_t p = 0; rows && p < b->a->part_count; p++)
        mem_free(rows[p]);
    mem_free(rows);
    mem_free(most);
    mem_free(names.at);
    return status;
}

/* --- Putting it together ----------------------------------------------------------------------- */

struct group_order {
    struct axis_group group;
    uint32_t nth; /* as they stood */
};

static int by_games(const void *x, const void *y)
{
    const struct group_order *a = x, *b = y;
    if (a->group.games != b->group.games)
        return a->group.games > b->group.games ? -1 : 1;
    return a->nth < b->nth ? -1 : a->nth > b->nth;
}

static uint32_t limit_of(const struct axis_builder *b)
{
    bool many = b->a->kind == AXIS_PLAYER || b->a->kind == AXIS_EVENT || b->a->kind == AXIS_PLACE;
    uint32_t usual = many ? AXIS_USUAL_GROUPS : AXIS_MOST_GROUPS;
    return b->opt->limit ? b->opt->limit : usual;
}

static bool is_in_time(const struct game_axis *a)
{
    return a->kind == AXIS_YEAR || a->kind == AXIS_DECADE;
}

static int by_number(const void *x, const void *y)
{
    const struct group_order *a = x, *b = y;
    struct span p = a->group.name, q = b->group.name;
    return p.n != q.n ? (p.n < q.n ? -1 : 1) : memcmp(p.p, q.p, p.n);
}

/* Leaves the groups with most games, in order; *to becomes the new number of each, or UINT32_MAX. */
static enum status choose_groups(struct axis_builder *b, uint32_t *to, struct err *err)
{
    struct game_axis *a = b->a;
    uint32_t count = a->group_count, kept = 0, limit = limit_of(b);
    struct group_order *order = mem_alloc(((size_t)count + 1) * sizeof *order);
    if (!order)
        return err_nomem(err);
    for (uint32_t i = 0; i < count; i++) {
        order[i] = (struct group_order){a->groups[i], i};
        to[i] = UINT32_MAX;
    }
    if (count)
        qsort(order, count, sizeof *order, by_games);
    while (kept < count && kept < limit && order[kept].group.games)
        kept++;
    if (is_in_time(a) && kept)
        qsort(order, kept, sizeof *order, by_number);
    for (uint32_t i = 0; i < kept; i++) {
        a->groups[i] = order[i].group;
        to[order[i].nth] = i;
    }
    a->group_count = kept;
    mem_free(order);
    return STATUS_OK;
}

/* Entries by segment and game: a counting sort. */
static enum status sort_entries(struct axis_builder *b, const uint32_t *to, struct err *err)
{
    struct game_axis *a = b->a;
    uint32_t part = 0;
    for (uint32_t d = 0; d < b->count; d++)
        for (uint32_t i = 0; i < b->dbs[d]->segment_count; i++, part++) {
            uint32_t games = b->dbs[d]->segments[i].lines.games;
            a->parts[part].first = mem_calloc((size_t)games + 2, sizeof(uint32_t));
            if (!a->parts[part].first)
                return err_nomem(err);
        }
    for (size_t i = 0; i < b->entry_count; i++) {
        const struct loose_entry *e = &b->entries[i];
        if (to[e->entry.group] != UINT32_MAX)
            a->parts[e->part].first[e->number + 2]++;
    }
    part = 0;
    for (uint32_t d = 0; d < b->count; d++)
        for (uint32_t i = 0; i < b->dbs[d]->segment_count; i++, part++) {
            uint32_t *first = a->parts[part].first, games = b->dbs[d]->segments[i].lines.games;
            for (uint32_t n = 0; n < games; n++)
                first[n + 2] += first[n + 1];
            a->parts[part].at =
                mem_alloc(((size_t)first[games + 1] + 1) * sizeof(struct axis_entry));
            if (!a->parts[part].at)
                return err_nomem(err);
        }
    for (size_t i = 0; i < b->entry_count; i++) { /* first[n + 1] moves on to the end of game n */
        const struct loose_entry *e = &b->entries[i];
        uint32_t group = to[e->entry.group];
        if (group != UINT32_MAX)
            a->parts[e->part].at[a->parts[e->part].first[e->number + 1]++] =
                (struct axis_entry){group, e->entry.plays, e->entry.first};
    }
    return STATUS_OK;
}

static bool find_kind(struct game_axis *a, const struct named_queries *named)
{
    static const struct {
        struct span word;
        enum axis_kind kind;
    } KINDS[] = {{SPAN_INIT("player"), AXIS_PLAYER},
                 {SPAN_INIT("year"), AXIS_YEAR},
                 {SPAN_INIT("decade"), AXIS_DECADE},
                 {SPAN_INIT("event"), AXIS_EVENT},
                 {SPAN_INIT("place"), AXIS_PLACE}};
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (span_eq(a->what, KINDS[i].word)) {
            a->kind = KINDS[i].kind;
            return true;
        }
    a->kind = AXIS_NAMES;
    for (size_t i = 0; i < named->count && a->what.n; i++)
        if (span_eq(named->at[i].group, a->what))
            return true;
    return false;
}

/* Appends the kinds that there are, with commas. */
static void add_kinds(const struct named_queries *named, struct buf *out)
{
    for (size_t i = 0; i < named->count; i++) {
        bool known = named->at[i].group.n == 0;
        for (size_t k = 0; k < i && !known; k++)
            known = span_eq(named->at[k].group, named->at[i].group);
        if (known)
            continue;
        buf_add_span(out, named->at[i].group);
        buf_add_str(out, ", ");
    }
    buf_add_str(out, "player, year, decade, event, place");
}

static enum status fail_kind(struct span what, const struct named_queries *named, struct err *err)
{
    static const struct msg UNKNOWN = {"cannot group games by \"%1\"; use one of %2",
                                       "「%1」では分類できません。次のいずれかです: %2"};
    struct buf kinds;
    buf_init(&kinds, BUF_DEFAULT_MAX);
    add_kinds(named, &kinds);
    enum status status = err_set(err, STATUS_RANGE, &UNKNOWN, what, buf_span(&kinds));
    buf_release(&kinds);
    return status;
}

static enum status collect(struct axis_builder *b, struct err *err)
{
    if (b->a->kind == AXIS_NAMES)
        return collect_names(b, err);
    return is_in_time(b->a) ? collect_years(b, err) : collect_rows(b, err);
}

enum status axis_open(struct game_axis *a, struct span what, struct db *const *dbs, uint32_t count,
                      const struct axis_options *opt, struct err *err)
{
    struct axis_builder b = {.a = a, .opt = opt, .dbs = dbs, .count = count};
    *a = (struct game_axis){0};
    arena_init(&a->arena, SIZE_MAX / 2);
    if (!arena_copy(&a->arena, what, &a->what))
        return err_nomem(err);
    if (!find_kind(a, opt->named))
        return fail_kind(what, opt->named, err);
    for (uint32_t d = 0; d < count; d++)
        a->part_count += dbs[d]->segment_count;
    a->parts = mem_calloc((size_t)a->part_count + 1, sizeof *a->parts);
    enum status status = a->parts ? collect(&b, err) : err_nomem(err);
    uint32_t *merged = NULL;
    status = axis_merge(a, opt->reduction, status, &merged, err);
    for (size_t i = 0; i < b.entry_count && status == STATUS_OK; i++)
        b.entries[i].entry.group = merged[b.entries[i].entry.group];
    mem_free(merged);
    uint32_t *to = mem_alloc(((size_t)a->group_count + 1) * sizeof *to);
    if (status == STATUS_OK)
        status = to ? choose_groups(&b, to, err) : err_nomem(err);
    if (status == STATUS_OK)
        status = sort_entries(&b, to, err);
    if (status == STATUS_OK)
        status = db_status_all(dbs, count, err);
    mem_free(to);
    mem_free(b.entries);
    return status;
}

void axis_close(struct game_axis *a)
{
    for (uint32_t i = 0; a->parts && i < a->part_count; i++) {
        mem_free(a->parts[i].first);
        mem_free(a->parts[i].at);
    }
    mem_free(a->parts);
    mem_free(a->groups);
    arena_release(&a->arena);
    *a = (struct game_axis){0};
}
