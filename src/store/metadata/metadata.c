/* metadata.c: asking about games; see metadata.h. */
#include "store/metadata/metadata.h"

#include "base/alloc.h"
#include "base/le.h"
#include "store/metadata/figures.h"
#include "store/metadata/metadata_internal.h"
#include "store/metadata/name_fold.h"

static const struct msg BAD_ALSO = {"the list of further names is damaged",
                                    "別名の表が壊れています"};

/* --- Opening and closing --------------------------------------------------------------------- */

static enum status open_also(struct metadata *m, struct err *err)
{
    struct span s;
    enum status status = segment_need_whole(m->segment, "also", &s, err);
    if (status != STATUS_OK)
        return status;
    if (s.n < ALSO_HEAD || ALSO_HEAD + (uint64_t)le_get32(s.p) * ALSO_ROW != s.n)
        return segment_damaged(m->segment, s.p, &BAD_ALSO, err);
    m->also_count = le_get32(s.p);
    m->also = s.p + ALSO_HEAD;
    uint32_t before = 0;
    for (uint32_t i = 0; i < m->also_count; i++) {
        const char *row = m->also + (size_t)i * ALSO_ROW;
        if (le_get32(row) >= m->lines->games || le_get32(row) < before ||
            le_get32(row + 4) >= ALSO_KINDS)
            return segment_damaged(m->segment, row, &BAD_ALSO, err);
        before = le_get32(row);
    }
    return STATUS_OK;
}

enum status metadata_open(struct metadata **out, const struct segment *s, const struct lines *l,
                          const struct columns *c, struct err *err)
{
    *out = NULL;
    struct metadata *m = mem_calloc(1, sizeof *m);
    if (!m)
        return err_nomem(err);
    m->segment = s;
    m->lines = l;
    m->columns = c;
    pthread_mutex_init(&m->mutex, NULL);
    for (int i = 0; i < NAME_LISTS; i++) {
        buf_init(&m->names[i].names, SIZE_MAX / 2);
        buf_init(&m->names[i].keys, SIZE_MAX / 2);
    }
    arena_init(&m->arena, SIZE_MAX / 2);
    enum status status = segment_need(s, "metadata", &m->image, err);
    if (status == STATUS_OK)
        status = metadata_open_image(m, err);
    if (status == STATUS_OK)
        status = paths_open(&m->paths, s, err);
    if (status == STATUS_OK)
        status = open_also(m, err);
    if (status == STATUS_OK)
        *out = m;
    else
        metadata_close(m);
    return status;
}

void metadata_close(struct metadata *m)
{
    if (!m)
        return;
    sqlite_image_close(&m->sqlite);
    for (int i = 0; i < NAME_LISTS; i++) {
        buf_release(&m->names[i].names);
        buf_release(&m->names[i].keys);
        mem_free(m->names[i].name_ends);
        mem_free(m->names[i].key_ends);
    }
    mem_free(m->tags);
    mem_free(m->kinds);
    mem_free(m->late);
    mem_free(m->changes);
    arena_release(&m->arena);
    pthread_mutex_destroy(&m->mutex);
    mem_free(m);
}

/* --- Sources that came later ----------------------------------------------------------------- */

static bool add_late(struct metadata *m, uint32_t number, unsigned kind, struct span text)
{
    if (text.n == 0)
        return true;
    struct late_name *late =
        mem_grow(m->late, m->late_count, &m->late_cap, UINT32_MAX, sizeof *late);
    if (!late)
        return false;
    m->late = late;
    struct buf key;
    buf_init(&key, BUF_DEFAULT_MAX);
    if (kind < ALSO_EVENT)
        player_fold(text, &key);
    else
        name_fold(text, &key);
    late[m->late_count] = (struct late_name){.number = number, .kind = kind};
    bool good = buf_status(&key) == STATUS_OK &&
                arena_copy(&m->arena, text, &late[m->late_count].name) &&
                arena_copy(&m->arena, buf_span(&key), &late[m->late_count].key);
    m->late_count += good;
    buf_release(&key);
    return good;
}

enum status metadata_add_source(struct metadata *m, uint32_t number, const struct record *rec,
                                const struct span *tags, size_t tag_count, struct err *err)
{
    struct figures f;
    record_figures(rec, &f);
    bool good =
        add_late(m, number, ALSO_EVENT, f.event) && add_late(m, number, ALSO_EVENT, f.event_also) &&
        add_late(m, number, ALSO_PLACE, f.place) && add_late(m, number, ALSO_SOURCE, rec->label);
    for (uint32_t seat = 0; seat < m->columns->seats; seat++)
        good = good && add_late(m, number, ALSO_PLAYER + seat, f.player[seat]) &&
               add_late(m, number, ALSO_PLAYER + seat, f.player_also[seat]);
    for (size_t i = 0; i < tag_count; i++)
        good = good && add_late(m, number, LATE_TAG, tags[i]);
    return good ? STATUS_OK : err_nomem(err);
}

/* --- Matching -------------------------------------------------------------------------------- */

static bool bit_at(const uint64_t *bits, uint32_t i)
{
    return bits[i / 64] >> i % 64 & 1;
}

static void set_bit(uint64_t *bits, uint32_t i)
{
    bits[i / 64] |= (uint64_t)1 << i % 64;
}

/* What is looked for in names: folded, and the whole name or any part of it. */
struct name_pattern {
    struct span text;
    bool whole;
    const struct name_widening *more; /* of players; may be NULL */
};

static bool is_wanted(struct name_pattern w, struct span key)
{
    return w.whole ? span_eq(key, w.text) : span_find(key, w.text) >= 0;
}

static bool is_widened(struct name_pattern w, struct span name)
{
    return w.more && w.more->is_wanted(w.more->ctx, name);
}

static void match_whole_names(const struct name_list *l, struct span text, uint64_t *rows)
{
    struct span keys = buf_span(&l->keys);
    for (uint32_t row = 0; row < l->count; row++) {
        size_t from = row ? l->key_ends[row - 1] : 0; /* each ends in a zero byte */
        if (span_eq(span_make(keys.p + from, l->key_ends[row] - from - 1), text))
            set_bit(rows, row);
    }
}

/* Which names contain text: all are searched as one string, and after a hit the rest of its name
 * is skipped. */
static void match_parts(const struct name_list *l, struct span text, uint64_t *rows)
{
    struct span keys = buf_span(&l->keys);
    size_t at = 0;
    for (uint32_t row = 0; row < l->count;) {
        const char *hit = text.n ? memmem(keys.p + at, keys.n - at, text.p, text.n) : keys.p + at;
        if (!hit)
            return;
        while (l->key_ends[row] <= (size_t)(hit - keys.p))
            row++;
        set_bit(rows, row);
        at = l->key_ends[row++];
    }
}

/* As games_of_rows(), of a column, game by game. */
static void set_games(const struct column *c, uint32_t games, const uint64_t *rows, uint32_t count,
                      uint64_t *bits)
{
    for (uint32_t i = 0; i < games; i++) {
        uint32_t row = column_value(c, i) - 1;
        if (row < count && bit_at(rows, row))
            set_bit(bits, i);
    }
}

/* The same with a byte for every value that an element can have: half the instructions.  Inlined for
 * each width. */
static inline void set_games_by_table(struct column c, uint32_t games, const uint8_t *wanted,
                                      uint64_t *bits)
{
    for (uint32_t first = 0; first < games; first += 64) {
        uint32_t n = games - first < 64 ? games - first : 64;
        uint64_t word = 0;
        for (uint32_t i = 0; i < n; i++)
            word |= (uint64_t)wanted[column_value(&c, first + i)] << i;
        bits[first / 64] |= word;
    }
}

static void set_games_of_column(const struct column *c, uint32_t games, const uint64_t *rows,
                                uint32_t count, uint64_t *bits)
{
    const size_t values = c->width == 1 ? 1 << 8 : 1 << 16;
    uint8_t *wanted = c->width == 1 || c->width == 2 ? mem_calloc(values, 1) : NULL;
    if (!wanted) { /* wide, or no memory */
        set_games(c, games, rows, count, bits);
        return;
    }
    for (uint32_t row = 0; row < count && row + 1 < values; row++)
        wanted[row + 1] = bit_at(rows, row);
    if (c->width == 1)
        set_games_by_table((struct column){.p = c->p, .width = 1}, games, wanted, bits);
    else
        set_games_by_table((struct column){.p = c->p, .width = 2}, games, wanted, bits);
    mem_free(wanted);
}

/* Games that a column, or the list of further names, leads to one of the rows.  Rows count from 1
 * there. */
static void games_of_rows(const struct metadata *m, unsigned column, uint32_t kind,
                          const uint64_t *rows, uint32_t count, uint64_t *bits)
{
    const struct columns whole = columns_verify(m->columns, column, column + 1);
    set_games_of_column(&whole.column[column], m->lines->games, rows, count, bits);
    for (uint32_t i = 0; i < m->also_count; i++) {
        const char *also = m->also + (size_t)i * ALSO_ROW;
        uint32_t row = le_get32(also + 8) - 1;
        if (le_get32(also + 4) == kind && row < count && bit_at(rows, row) &&
            !metadata_is_changed(m, le_get32(also), kind))
            set_bit(bits, le_get32(also));
    }
}

static void match_late(const struct metadata *m, unsigned kind, struct name_pattern wanted,
                       uint64_t *bits)
{
    for (size_t i = 0; i < m->late_count; i++)
        if (m->late[i].kind == kind &&
            (is_wanted(wanted, m->late[i].key) || is_widened(wanted, m->late[i].name)) &&
            !metadata_is_changed(m, m->late[i].number, kind))
            set_bit(bits, m->late[i].number);
}

/* Rows of names that count besides. */
static void match_more(const struct name_list *l, struct name_pattern wanted, uint64_t *rows)
{
    for (uint32_t row = 0; row < l->count; row++)
        if (!bit_at(rows, row) && is_widened(wanted, name_list_get(l, row + 1)))
            set_bit(rows, row);
}

static bool is_taken_away(const struct tag_change *change, uint32_t number)
{
    return change && bit_at(change->removed, number);
}

static void match_late_tags(const struct metadata *m, struct name_pattern wanted, uint64_t *bits)
{
    for (size_t i = 0; i < m->late_count; i++) {
        const struct late_name *late = &m->late[i];
        if (late->kind == LATE_TAG && is_wanted(wanted, late->key) &&
            !is_taken_away(metadata_tag_change(m, late->key), late->number))
            set_bit(bits, late->number);
    }
}

static void match_added_tags(const struct metadata *m, struct name_pattern wanted, uint64_t *bits)
{
    for (size_t i = 0; i < m->change_count; i++)
        for (size_t w = 0; is_wanted(wanted, m->changes[i].key) && w < metadata_words(m); w++)
            bits[w] |= m->changes[i].added[w];
}

static uint64_t *new_rows(uint32_t count)
{
    return mem_calloc((size_t)count / 64 + 1, sizeof(uint64_t));
}

static enum status match_list(struct metadata *m, enum name_list_id list,
                              struct name_pattern wanted, uint64_t **rows, struct err *err)
{
    enum status status = metadata_need(m, (int)list, err);
    if (status != STATUS_OK)
        return status;
    *rows = new_rows(m->names[list].count);
    if (!*rows)
        return err_nomem(err);
    if (wanted.whole)
        match_whole_names(&m->names[list], wanted.text, *rows);
    else
        match_parts(&m->names[list], wanted.text, *rows);
    return STATUS_OK;
}

/* Players of seats from … to - 1. */
static enum status match_players(struct metadata *m, uint32_t from, uint32_t to,
                                 struct name_pattern wanted, uint64_t *bits, struct err *err)
{
    uint64_t *rows = NULL;
    enum status status = match_list(m, NAMES_PLAYER, wanted, &rows, err);
    if (status != STATUS_OK)
        return status;
    if (wanted.more)
        match_more(&m->names[NAMES_PLAYER], wanted, rows);
    for (uint32_t seat = from; seat < to && seat < m->columns->seats; seat++) {
        games_of_rows(m, COLUMN_PLAYER + seat, ALSO_PLAYER + seat, rows,
                      m->names[NAMES_PLAYER].count, bits);
        match_late(m, ALSO_PLAYER + seat, wanted, bits);
    }
    mem_free(rows);
    return STATUS_OK;
}

static enum status match_column(struct metadata *m, enum name_list_id list, unsigned column,
                                unsigned kind, struct name_pattern wanted, uint64_t *bits,
                                struct err *err)
{
    uint64_t *rows = NULL;
    enum status status = match_list(m, list, wanted, &rows, err);
    if (status != STATUS_OK)
        return status;
    games_of_rows(m, column, kind, rows, m->names[list].count, bits);
    match_late(m, kind, wanted, bits);
    mem_free(rows);
    return STATUS_OK;
}

static enum status match_sources(struct metadata *m, struct name_pattern wanted, uint64_t *bits,
                                 struct err *err)
{
    uint64_t *rows = new_rows(m->paths.count);
    if (!rows)
        return err_nomem(err);
    enum status status = paths_match(&m->paths, wanted.text, wanted.whole, rows, err);
    if (status == STATUS_OK) {
        games_of_rows(m, COLUMN_SOURCE, ALSO_SOURCE, rows, m->paths.count, bits);
        match_late(m, ALSO_SOURCE, wanted, bits);
    }
    mem_free(rows);
    return status;
}

static enum status match_tags(struct metadata *m, struct name_pattern wanted, uint64_t *bits,
                              struct err *err)
{
    enum status status = metadata_need(m, PART_TAGS, err);
    for (size_t i = 0; i < m->tag_count && status == STATUS_OK; i++) {
        const struct tag *tag = &m->tags[i];
        if (!is_wanted(wanted, tag->key))
            continue;
        const struct tag_change *change = metadata_tag_change(m, tag->key);
        for (uint32_t run = 0; run < tag->run_count; run++)
            for (uint32_t nth = tag->runs[2 * run]; nth < tag->runs[2 * run + 1]; nth++) {
                uint32_t number = lines_u32(m->lines->by_id, nth);
                if (!is_taken_away(change, number))
                    set_bit(bits, number);
            }
    }
    if (status == STATUS_OK) {
        match_late_tags(m, wanted, bits);
        match_added_tags(m, wanted, bits);
    }
    return status;
}

static enum status match_folded(struct metadata *m, enum meta_field field, int seat,
                                struct name_pattern wanted, uint64_t *bits, struct err *err)
{
    switch (field) {
    case META_PLAYER:
        return match_players(m, 0, GAME_MAX_SEATS, wanted, bits, err);
    case META_SEAT:
        return match_players(m, (uint32_t)seat, (uint32_t)seat + 1, wanted, bits, err);
    case META_EVENT:
        return match_column(m, NAMES_EVENT, COLUMN_EVENT, ALSO_EVENT, wanted, bits, err);
    case META_PLACE:
        return match_column(m, NAMES_PLACE, COLUMN_PLACE, ALSO_PLACE, wanted, bits, err);
    case META_TAG:
        return match_tags(m, wanted, bits, err);
    case META_SOURCE:
        return match_sources(m, wanted, bits, err);
    case META_TIME:
        return match_column(m, NAMES_TIMING, COLUMN_TIMING, ALSO_KINDS, wanted, bits, err);
    case META_COMMENT:
    case META_FIELDS:
        break;
    }
    return STATUS_OK;
}

enum status metadata_match(struct metadata *m, enum meta_field field, int seat, struct span text,
                           bool whole, uint64_t *bits, struct err *err)
{
    struct buf folded;
    buf_init(&folded, BUF_DEFAULT_MAX);
    if (field == META_PLAYER || field == META_SEAT)
        player_fold(text, &folded);
    else
        name_fold(text, &folded);
    struct name_pattern wanted = {.text = buf_span(&folded), .whole = whole};
    enum status status = buf_status(&folded) == STATUS_OK
                             ? match_folded(m, field, seat, wanted, bits, err)
                             : err_nomem(err);
    buf_release(&folded);
    return status;
}

enum status metadata_match_people(struct metadata *m, int seat, struct span text,
                                  const struct name_widening *more, uint64_t *bits, struct err *err)
{
    struct buf folded;
    buf_init(&folded, BUF_DEFAULT_MAX);
    player_fold(text, &folded);
    struct name_pattern wanted = {.text = buf_span(&folded), .more = more};
    enum status status =
        buf_status(&folded) == STATUS_OK
            ? match_folded(m, seat < 0 ? META_PLAYER : META_SEAT, seat, wanted, bits, err)
            : err_nomem(err);
    buf_release(&folded);
    return status;
}

enum status metadata_match_names(struct metadata *m, int seat, const struct name_widening *names,
                                 uint64_t *bits, struct err *err)
{
    static const char NO_KEY[1] = {'\0'}; /* keys end in a zero byte and have none */
    struct name_pattern wanted = {
        .text = span_make(NO_KEY, sizeof NO_KEY), .whole = true, .more = names};
    return match_folded(m, seat < 0 ? META_PLAYER : META_SEAT, seat, wanted, bits, err);
}

/* --- Summaries ------------------------------------------------------------------------------- */

bool metadata_order_has_tag(const struct tag *tag, uint32_t nth)
{
    uint32_t low = 0, high = tag->run_count;
    while (low < high) { /* the first run that ends behind it */
        uint32_t middle = low + (high - low) / 2;
        if (tag->runs[2 * middle + 1] <= nth)
            low = middle + 1;
        else
            high = middle;
    }
    return low < tag->run_count && tag->runs[2 * low] <= nth;
}

static bool list_tag(void *ctx, struct span name)
{
    struct buf *out = ctx;
    if (out->n)
        buf_add_char(out, ',');
    buf_add_span(out, name);
    return true;
}

static void fill_figures(const struct metadata *m, uint32_t number, struct game_summary *out)
{
    const struct columns *c = m->columns;
    out->date = column_date(c, number);
    out->end = column_end(c, number);
    out->handicap = (int)(column_handicap(c, number) & INT16_MAX);
    out->plies = line_plies(m->lines, number);
    for (uint32_t seat = 0; seat < GAME_MAX_SEATS; seat++) {
        out->points[seat] = POINTS_UNKNOWN;
        if (seat < c->seats) {
            out->rating[seat] = (uint16_t)column_rating(c, number, (int)seat);
            out->points[seat] = (int8_t)column_points(c, number, (int)seat);
        }
    }
}

static bool fill_names(const struct metadata *m, uint32_t number, struct arena *arena,
                       struct game_summary *out)
{
    const struct columns *c = m->columns;
    bool good = true;
    for (uint32_t seat = 0; seat < c->seats && good; seat++)
        good = arena_copy(
            arena, name_list_get(&m->names[NAMES_PLAYER], column_player(c, number, (int)seat)),
            &out->players[seat]);
    return good &&
           arena_copy(arena, name_list_get(&m->names[NAMES_EVENT], column_event(c, number)),
                      &out->event) &&
           arena_copy(
               arena,
               name_list_get(&m->names[NAMES_PLACE], column_get(&c->column[COLUMN_PLACE], number)),
               &out->place) &&
           arena_copy(arena,
                      name_list_get(&m->names[NAMES_TIMING],
                                    column_get(&c->column[COLUMN_TIMING], number)),
                      &out->timing);
}

static enum status fill_source(const struct metadata *m, uint32_t number, struct arena *arena,
                               struct game_summary *out, struct err *err)
{
    uint32_t row = column_get(&m->columns->column[COLUMN_SOURCE], number) - 1, kind = 0;
    if (row >= m->paths.count)
        return STATUS_OK;
    struct buf path;
    buf_init(&path, BUF_DEFAULT_MAX);
    enum status status = paths_get(&m->paths, row, &path, &kind, err);
    if (status == STATUS_OK && !arena_copy(arena, buf_span(&path), &out->source))
        status = err_nomem(err);
    buf_release(&path);
    if (status == STATUS_OK && kind && kind <= m->kind_count) {
        out->format = m->kinds[kind - 1].format;
        out->charset = m->kinds[kind - 1].charset;
    }
    return status;
}

static enum status fill_tags(struct metadata *m, uint32_t number, struct arena *arena,
                             struct game_summary *out, struct err *err)
{
    struct buf tags;
    buf_init(&tags, BUF_DEFAULT_MAX);
    enum status status = metadata_tags(m, number, list_tag, &tags, err);
    if (status == STATUS_OK &&
        (buf_status(&tags) != STATUS_OK || !arena_copy(arena, buf_span(&tags), &out->tags)))
        status = err_nomem(err);
    buf_release(&tags);
    return status;
}

enum status metadata_summary(struct metadata *m, uint32_t number, struct arena *arena,
                             struct game_summary *out, struct err *err)
{
    *out = (struct game_summary){0};
    for (int part = 0; part < PARTS; part++) {
        enum status status = metadata_need(m, part, err);
        if (status != STATUS_OK)
            return status;
    }
    fill_figures(m, number, out);
    if (!fill_names(m, number, arena, out))
        return err_nomem(err);
    enum status status = fill_source(m, number, arena, out, err);
    return status == STATUS_OK ? fill_tags(m, number, arena, out, err) : status;
}

static void add_order_text(const struct name_list *l, uint32_t row, struct span unknown,
                           struct buf *out)
{
    struct span key = name_list_key(l, row);
    buf_add_char(out, 0);
    buf_add_span(out, key.n ? key : unknown);
}

enum status metadata_order_text(struct metadata *m, uint32_t number, enum meta_field field,
                                struct span unknown, struct buf *out, struct err *err)
{
    enum name_list_id list = field == META_PLAYER ? NAMES_PLAYER : NAMES_EVENT;
    enum status status = metadata_need(m, (int)list, err);
    if (status != STATUS_OK)
        return status;
    if (field == META_EVENT)
        add_order_text(&m->names[list], column_event(m->columns, number), unknown, out);
    for (uint32_t seat = 0; field == META_PLAYER && seat < m->columns->seats; seat++)
        add_order_text(&m->names[list], column_player(m->columns, number, (int)seat), unknown, out);
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

enum status metadata_player_name(struct metadata *m, uint32_t row, struct span *name,
                                 struct err *err)
{
    enum status status = metadata_need(m, NAMES_PLAYER, err);
    *name = status == STATUS_OK ? name_list_get(&m->names[NAMES_PLAYER], row) : SPAN("");
    return status;
}

enum status metadata_event_name(struct metadata *m, uint32_t row, struct span *name,
                                struct err *err)
{
    enum status status = metadata_need(m, NAMES_EVENT, err);
    *name = status == STATUS_OK ? name_list_get(&m->names[NAMES_EVENT], row) : SPAN("");
    return status;
}

enum status metadata_player_rows(struct metadata *m, uint32_t *count, struct err *err)
{
    enum status status = metadata_need(m, NAMES_PLAYER, err);
    *count = status == STATUS_OK ? m->names[NAMES_PLAYER].count : 0;
    return status;
}

enum status metadata_match_rows(struct metadata *m, struct span text, uint64_t *rows,
                                struct err *err)
{
    struct buf folded;
    buf_init(&folded, BUF_DEFAULT_MAX);
    player_fold(text, &folded);
    enum status status = metadata_need(m, NAMES_PLAYER, err);
    if (status == STATUS_OK && buf_status(&folded) != STATUS_OK)
        status = err_nomem(err);
    if (status == STATUS_OK)
        match_parts(&m->names[NAMES_PLAYER], buf_span(&folded), rows);
    buf_release(&folded);
    return status;
}

enum status metadata_further_players(struct metadata *m, metadata_each_name *each, void *ctx,
                                     struct err *err)
{
    enum status status = metadata_need(m, NAMES_PLAYER, err);
    for (uint32_t i = 0; i < m->also_count && status == STATUS_OK; i++) {
        const char *also = m->also + (size_t)i * ALSO_ROW;
        uint32_t kind = le_get32(also + 4);
        if (kind < ALSO_EVENT && !metadata_is_changed(m, le_get32(also), kind))
            status = each(ctx, le_get32(also), kind - ALSO_PLAYER,
                          name_list_get(&m->names[NAMES_PLAYER], le_get32(also + 8)), err);
    }
    for (size_t i = 0; i < m->late_count && status == STATUS_OK; i++)
        if (m->late[i].kind < ALSO_EVENT &&
            !metadata_is_changed(m, m->late[i].number, m->late[i].kind))
            status =
                each(ctx, m->late[i].number, m->late[i].kind - ALSO_PLAYER, m->late[i].name, err);
    return status;
}

/* --- Problems, checking ---------------------------------------------------------------------- */

static enum status give_problem(sqlite3_stmt *stmt,
                                enum status (*each)(void *ctx, const struct meta_problem *problem,
                                                    struct err *err),
                                void *ctx, struct err *err)
{
    struct meta_problem p = {
        .game = (uint32_t)sqlite3_column_int64(stmt, 0),
        .severity = (enum problem_severity)(sqlite3_column_int64(stmt, 1) & 3),
        .line = (uint32_t)sqlite3_column_int64(stmt, 3),
        .byte = (uint64_t)sqlite3_column_int64(stmt, 4),
        .code = span_of((const char *)sqlite3_column_text(stmt, 2)),
        .message = span_of((const char *)sqlite3_column_text(stmt, 5)),
    };
    return each(ctx, &p, err);
}

enum status metadata_problems(struct metadata *m,
                              enum status (*each)(void *ctx, const struct meta_problem *problem,
                                                  struct err *err),
                              void *ctx, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    int code = SQLITE_DONE;
    enum status status = segment_verify_span(m->segment, m->image, err);
    if (status != STATUS_OK)
        return status;
    pthread_mutex_lock(&m->mutex);
    if (metadata_prepare(m, "SELECT game,severity,code,line,byte,message FROM problem", &stmt) !=
        SQLITE_OK)
        status = metadata_sqlite_error(m, err);
    while (status == STATUS_OK && (code = sqlite3_step(stmt)) == SQLITE_ROW)
        status = give_problem(stmt, each, ctx, err);
    if (status == STATUS_OK && code != SQLITE_DONE)
        status = metadata_sqlite_error(m, err);
    (void)sqlite3_finalize(stmt);
    pthread_mutex_unlock(&m->mutex);
    return status;
}

static enum status ignore_problem(void *ctx, const struct meta_problem *problem, struct err *err)
{
    (void)ctx, (void)problem, (void)err;
    return STATUS_OK;
}

/* Every row that a game names is there. */
static enum status check_rows(const struct metadata *m, struct err *err)
{
    const struct columns *c = m->columns;
    for (uint32_t i = 0; i < m->lines->games; i++) {
        bool good = column_event(c, i) <= m->names[NAMES_EVENT].count &&
                    column_get(&c->column[COLUMN_PLACE], i) <= m->names[NAMES_PLACE].count &&
                    column_get(&c->column[COLUMN_TIMING], i) <= m->names[NAMES_TIMING].count &&
                    column_get(&c->column[COLUMN_SOURCE], i) <= m->paths.count;
        for (uint32_t seat = 0; seat < c->seats; seat++)
            good = good && column_player(c, i, (int)seat) <= m->names[NAMES_PLAYER].count;
        if (!good)
            return metadata_damaged(m, err);
    }
    return STATUS_OK;
}

enum status metadata_check(struct metadata *m, struct err *err)
{
    enum status status = STATUS_OK;
    for (int part = 0; part < PARTS && status == STATUS_OK; part++)
        status = metadata_need(m, part, err);
    if (status == STATUS_OK)
        status = metadata_problems(m, ignore_problem, NULL, err);
    uint64_t *rows = new_rows(m->paths.count);
    if (status == STATUS_OK)
        status = rows ? paths_match(&m->paths, SPAN(""), false, rows, err) : err_nomem(err);
    mem_free(rows);
    return status == STATUS_OK ? check_rows(m, err) : status;
}
