/* salvage.c: see salvage.h. */
#include "db/repair/salvage.h"

#include <stdlib.h>
#include <zstd.h>

#include "base/alloc.h"
#include "base/le.h"
#include "db/record_check.h"
#include "db/repair/salvage_index.h"
#include "formats/format.h"
#include "store/entry.h"
#include "store/fingerprints.h"
#include "store/metadata/metadata.h"
#include "store/record_codec.h"

enum { MORE_HEAD = 4, MORE_ROW = 12 };

static const struct msg RECORD_LOST = {"the record was damaged; moves and names are from the index",
                                       "棋譜本体が壊れていたため、指し手と名前は索引のものです"};

/* What columns and metadata know of games, if they are whole. */
struct index_names {
    bool tried;
    struct lines lines;
    struct columns columns;
    struct metadata *metadata; /* NULL: nothing is known */
};

/* A row of section `more` that can be believed. */
struct salvage_source {
    uint32_t id;
    struct span frame;
    bool whole, used;
};

struct salvager {
    const struct salvage_file *f;
    const struct game *game;
    const struct salvage_sink *sink;
    struct salvage_order order;
    struct salvage_packs packs;
    struct salvage_source *sources;
    size_t source_count, source_cap, source_at;
    struct index_names names;
    struct record rec;
    struct record_check moves_check;
    struct arena arena;
    struct buf unpacked, made; /* a source; a record that was put together */
    game_move *moves;
    size_t move_cap;
    uint32_t plies;
    bool no_memory;
};

/* Where the first damage of a game was found. */
struct damage {
    const char *section;
    uint64_t byte;
};

static uint64_t byte_of(const struct salvager *s, const char *p)
{
    return (uint64_t)(p - s->f->file.view.bytes.p);
}

/* --- The line -------------------------------------------------------------------------------- */

enum line_state { LINE_WHOLE, LINE_SUSPECT, LINE_LOST };

static bool room_for_moves(struct salvager *s, uint32_t plies)
{
    if (plies < s->move_cap)
        return true;
    game_move *more = mem_realloc_array(s->moves, (size_t)plies + 1, sizeof *more);
    if (!more) {
        s->no_memory = true;
        return false;
    }
    s->moves = more;
    s->move_cap = (size_t)plies + 1;
    return true;
}

static game_move move_at(const char *p, unsigned bytes)
{
    if (bytes == 2)
        return le_get16(p);
    return bytes == 4 ? le_get32(p) : le_get64(p);
}

/* Reads the moves of a line into s->moves. */
static enum line_state read_line(struct salvager *s, uint32_t number, struct damage *d)
{
    const struct line_table *t = &s->order.table;
    uint32_t from, to;
    bool whole = true;
    unsigned bytes = s->game->move_bytes;
    *d = (struct damage){"lines", byte_of(s, t->lines.p) + t->first_at + 4 * (uint64_t)number};
    if (!line_table_get(t, t->first_at + 4 * (uint64_t)number, &from, &whole) ||
        !line_table_get(t, t->first_at + 4 * ((uint64_t)number + 1), &to, &whole) || from > to ||
        to - from > s->game->max_plies)
        return LINE_LOST;
    if (whole)
        *d = (struct damage){"moves", byte_of(s, t->moves.p) + (uint64_t)from * bytes};
    if ((uint64_t)to * bytes > t->moves.n)
        return LINE_LOST;
    struct span moves = span_make(t->moves.p + (size_t)from * bytes, (size_t)(to - from) * bytes);
    if (!room_for_moves(s, to - from))
        return LINE_LOST;
    s->plies = to - from;
    for (uint32_t i = 0; i < s->plies; i++)
        s->moves[i] = move_at(moves.p + (size_t)i * bytes, bytes);
    return whole && salvage_is_whole(s->f, moves) ? LINE_WHOLE : LINE_SUSPECT;
}

/* --- The record ------------------------------------------------------------------------------ */

static bool has_fingerprint(const struct salvager *s, const struct record *rec)
{
    struct span fingerprints = salvage_section(s->f, "prints");
    return fingerprints.n >= 4 &&
           fingerprints_may_have(fingerprints, le_get32(fingerprints.p), game_fingerprint(rec));
}

/* Makes s->rec of an entry and the moves of the line.  False if they do not belong together. */
static bool decode(struct salvager *s, struct span entry, enum line_state line)
{
    struct entry_view view;
    struct err err;
    arena_reset(&s->arena);
    enum status st = entry_parse(entry, &s->arena, &view, &err);
    if (st == STATUS_OK)
        st = record_decode(&s->rec, s->game, view.record, s->moves, s->plies, &err);
    if (st == STATUS_OK)
        st = record_check_moves(&s->moves_check, &s->rec, &err);
    s->no_memory |= st == STATUS_NOMEM;
    return st == STATUS_OK && (line == LINE_WHOLE || has_fingerprint(s, &s->rec));
}

/* --- Further sources ------------------------------------------------------------------------- */

static bool add_source(struct salvager *s, struct salvage_source row)
{
    struct salvage_source *rows =
        mem_grow(s->sources, s->source_count, &s->source_cap, UINT32_MAX, sizeof *rows);
    if (!rows)
        return false;
    s->sources = rows;
    rows[s->source_count++] = row;
    return true;
}

static enum status report_lost_source(const struct salvager *s, const char *row, bool id_known,
                                      struct err *err)
{
    const struct salvage_game lost = {.id_known = id_known,
                                      .id = id_known ? le_get32(row) : 0,
                                      .state = SALVAGE_LOST,
                                      .section = "more",
                                      .byte = byte_of(s, row)};
    return s->sink->source(s->sink->ctx, &lost, err);
}

/* Rows that are whole, or stand in order and lead to the end of the frame before. */
static enum status list_sources(struct salvager *s, struct err *err)
{
    struct span more = salvage_section(s->f, "more");
    uint64_t count = more.n < MORE_HEAD ? 0 : le_get32(more.p), expected = 0;
    uint64_t room = more.n < MORE_HEAD ? 0 : (more.n - MORE_HEAD) / MORE_ROW;
    bool head = count && salvage_is_whole(s->f, span_make(more.p, MORE_HEAD));
    uint32_t before = 0;
    if (count > room && !head)
        count = 0; /* how many there were, nobody knows */
    uint64_t data = MORE_HEAD + count * MORE_ROW;
    enum status st = STATUS_OK;
    for (uint64_t i = 0; i < count && st == STATUS_OK; i++) {
        const char *row = more.p + MORE_HEAD + i * MORE_ROW;
        if (i >= room)
            break;
        uint32_t id = le_get32(row), offset = le_get32(row + 4), length = le_get32(row + 8);
        bool whole = salvage_is_whole(s->f, span_make(row, MORE_ROW));
        bool there = data + offset + length <= more.n;
        if (!whole && (id < before || offset != expected))
            st = report_lost_source(s, row, false, err);
        else if (!there)
            st = report_lost_source(s, row, true, err);
        else if (!add_source(s, (struct salvage_source){
                                    id, span_make(more.p + data + offset, length), whole, false}))
            st = err_nomem(err);
        before = whole || (id >= before && offset == expected) ? id : before;
        expected = (uint64_t)offset + length;
    }
    return st;
}

/* Unpacks a source into s->unpacked. */
static bool unpack_source(struct salvager *s, const struct salvage_source *row, bool *whole)
{
    bool checked;
    bool good = salvage_unpack(s->packs.zstd, row->frame, &s->unpacked, &checked);
    s->no_memory |= buf_status(&s->unpacked) == STATUS_NOMEM;
    *whole = row->whole && (checked || salvage_is_whole(s->f, row->frame));
    return good;
}

/* The first of a game's further sources that can be read with its moves. */
static bool promote_source(struct salvager *s, uint32_t id, enum line_state line, bool *whole)
{
    for (size_t i = s->source_at; i < s->source_count && s->sources[i].id <= id; i++)
        if (s->sources[i].id == id && unpack_source(s, &s->sources[i], whole) &&
            decode(s, buf_span(&s->unpacked), line)) {
            s->sources[i].used = true;
            return true;
        }
    return false;
}

static enum status give_source(struct salvager *s, const struct salvage_source *row,
                               enum line_state line, struct err *err)
{
    bool whole = false;
    struct salvage_game g = {.id_known = true,
                             .id = row->id,
                             .state = SALVAGE_LOST,
                             .section = "more",
                             .byte = byte_of(s, row->frame.p)};
    if (line != LINE_LOST && unpack_source(s, row, &whole) &&
        decode(s, buf_span(&s->unpacked), line)) {
        g.state = whole && line == LINE_WHOLE ? SALVAGE_WHOLE : SALVAGE_PLAUSIBLE;
        g.rec = &s->rec;
        g.entry = buf_span(&s->unpacked);
    }
    if (s->no_memory)
        return err_nomem(err);
    return s->sink->source(s->sink->ctx, &g, err);
}

/* Those of a game that was just given, and of games before it that are not there. */
static enum status give_sources(struct salvager *s, uint32_t id, enum line_state line,
                                struct err *err)
{
    enum status st = STATUS_OK;
    for (; s->source_at < s->source_count && s->sources[s->source_at].id <= id && st == STATUS_OK;
         s->source_at++) {
        const struct salvage_source *row = &s->sources[s->source_at];
        if (!row->used)
            st = give_source(s, row, row->id == id ? line : LINE_LOST, err);
    }
    return st;
}

/* --- A record from the index ------------------------------------------------------------------ */

static void open_names(struct salvager *s)
{
    static const char *const NEEDED[] = {"lines", "moves", "columns", "metadata", "paths", "also"};
    struct index_names *n = &s->names;
    const struct segment *file = &s->f->file;
    struct err err;
    if (n->tried)
        return;
    n->tried = true;
    for (size_t i = 0; i < sizeof NEEDED / sizeof *NEEDED; i++) {
        struct span bytes;
        /* moves may be damaged: they are not looked at here */
        if (!segment_find(file, NEEDED[i], &bytes) || (i != 1 && !salvage_is_whole(s->f, bytes)))
            return;
    }
    if (lines_open(&n->lines, s->game, file, &err) != STATUS_OK ||
        columns_open(&n->columns, file, n->lines.games, &err) != STATUS_OK ||
        metadata_open(&n->metadata, file, &n->lines, &n->columns, &err) != STATUS_OK)
        n->metadata = NULL;
}

static bool add_header(struct record *rec, int id, struct span value)
{
    return !value.n ||
           record_add_header(rec, (enum record_header_id)id, (struct span){0}, value) == STATUS_OK;
}

static bool add_date(struct record *rec, uint32_t date)
{
    struct buf text;
    if (!date)
        return true;
    buf_init(&text, 64);
    buf_printf(&text, "%04u", date_year(date));
    if (date_month(date))
        buf_printf(&text, "/%02u", date_month(date));
    if (date_month(date) && date_day(date))
        buf_printf(&text, "/%02u", date_day(date));
    bool good = add_header(rec, HEADER_START_TIME, buf_span(&text));
    buf_release(&text);
    return good;
}

static bool add_end(struct record *rec, uint32_t last, enum record_end end)
{
    if (end == END_NONE || end == END_ILLEGAL_ACTION) /* who offended is not known */
        return true;
    uint32_t node = record_add_node(rec, last, 0);
    struct record_note *note = node ? record_note(rec, node) : NULL;
    if (!note)
        return false;
    note->end = rec->end = end;
    note->end_seat = -1;
    return true;
}

/* What the index knows of a game, without its tags. */
static bool fill_from_summary(struct record *rec, uint32_t last, const struct game_summary *sum)
{
    const struct format *format = format_by_name(sum->format);
    enum charset charset;
    bool good = add_end(rec, last, sum->end) && add_header(rec, HEADER_EVENT, sum->event) &&
                add_header(rec, HEADER_SITE, sum->place) && add_date(rec, sum->date) &&
                add_header(rec, HEADER_TIME_LIMIT, sum->timing) &&
                arena_copy(&rec->arena, sum->source, &rec->label);
    for (int seat = 0; seat < rec->game->seats; seat++) {
        rec->points[seat] = sum->points[seat];
        good = good && add_header(rec, HEADER_PLAYER + seat, sum->players[seat]);
    }
    rec->format = format ? format->name : NULL;
    rec->charset = charset_by_name(sum->charset, &charset) ? charset_name(charset) : NULL;
    return good;
}

/* The start of a line, as rec has it. */
static bool set_start(struct salvager *s, struct span text)
{
    struct record *rec = &s->rec;
    struct buf usual;
    struct err err;
    void *pos = mem_alloc(s->game->pos_bytes);
    bool good = pos != NULL;
    buf_init(&usual, BUF_DEFAULT_MAX);
    if (good && text.n == 0) {
        s->game->rules.pos_start(pos);
        s->game->text.pos_print(pos, 1, &usual);
        good = buf_status(&usual) == STATUS_OK &&
               arena_copy(&rec->arena, buf_span(&usual), &rec->start);
    } else if (good) {
        good = s->game->text.pos_parse(pos, text, &err) == STATUS_OK &&
               arena_copy(&rec->arena, text, &rec->start);
        if (good)
            rec->handicap = s->game->rules.handicap ? s->game->rules.handicap(pos) : 0;
    }
    buf_release(&usual);
    mem_free(pos);
    return good;
}

static uint32_t add_moves(struct salvager *s)
{
    uint32_t node = 0;
    for (uint32_t i = 0; i < s->plies; i++) {
        node = record_add_node(&s->rec, node, s->moves[i]);
        if (!node)
            return UINT32_MAX;
    }
    return node;
}

/* Tags have commas between. */
static size_t split_tags(struct span text, struct span *tags, size_t max)
{
    size_t n = 0;
    while (text.n && n < max) {
        const char *comma = memchr(text.p, ',', text.n);
        tags[n] = span_make(text.p, comma ? (size_t)(comma - text.p) : text.n);
        text = span_skip(text, tags[n++].n + 1);
    }
    return n;
}

/* Makes s->rec and s->made of the line and the index.  False if the line is not good enough. */
static bool make_record(struct salvager *s, uint32_t number, enum line_state line)
{
    enum { MAX_TAGS = 64 };
    struct span start, tags[MAX_TAGS];
    struct game_summary sum = {0};
    struct err err;
    if (record_clear(&s->rec, s->game) != STATUS_OK ||
        !line_table_start(&s->order.table, number, &start) || !set_start(s, start))
        return false;
    uint32_t last = add_moves(s);
    if (last == UINT32_MAX || record_check_moves(&s->moves_check, &s->rec, &err) != STATUS_OK ||
        (line != LINE_WHOLE && !has_fingerprint(s, &s->rec)))
        return false;
    open_names(s);
    arena_reset(&s->arena);
    bool known = s->names.metadata &&
                 metadata_summary(s->names.metadata, number, &s->arena, &sum, &err) == STATUS_OK;
    if (known && !fill_from_summary(&s->rec, last, &sum))
        return false;
    err_plain(&err, STATUS_SYNTAX, &RECORD_LOST);
    record_add_problem(&s->rec, PROBLEM_LOST, &err);
    buf_clear(&s->made);
    entry_encode(&s->rec, tags, known ? split_tags(sum.tags, tags, MAX_TAGS) : 0, &s->made);
    s->no_memory |= buf_status(&s->made) == STATUS_NOMEM;
    return buf_status(&s->made) == STATUS_OK;
}

/* --- Games ----------------------------------------------------------------------------------- */

static void read_game(struct salvager *s, uint32_t nth, enum line_state line, struct damage d,
                      struct salvage_game *g)
{
    struct span entry;
    uint32_t number = s->order.number[nth];
    uint64_t pack_byte;
    bool whole, read = salvage_packs_get(&s->packs, nth, &entry, &whole, &pack_byte);
    bool sure = line == LINE_WHOLE && s->order.whole[nth];
    s->no_memory |= buf_status(&s->packs.raw) == STATUS_NOMEM;
    if (sure)
        d = (struct damage){"entries", pack_byte};
    g->section = d.section;
    g->byte = d.byte;
    if (line == LINE_LOST || s->no_memory)
        return;
    if (read && decode(s, entry, line)) {
        g->state = sure && whole ? SALVAGE_WHOLE : SALVAGE_PLAUSIBLE;
        g->entry = entry;
    } else if (g->id_known && promote_source(s, g->id, line, &whole)) {
        g->state = sure && whole ? SALVAGE_WHOLE : SALVAGE_PLAUSIBLE;
        g->promoted = true;
        g->entry = buf_span(&s->unpacked);
    } else if (make_record(s, number, line)) {
        g->state = SALVAGE_MOVES;
        g->entry = buf_span(&s->made);
    }
    g->rec = g->state == SALVAGE_LOST ? NULL : &s->rec;
}

static enum status give_game(struct salvager *s, uint32_t nth, struct err *err)
{
    struct salvage_game g = {.id_known = s->order.id_known[nth],
                             .id = s->order.id[nth],
                             .state = SALVAGE_LOST,
                             .section = "lines",
                             .byte = byte_of(s, s->order.table.lines.p)};
    struct damage d = {"lines", byte_of(s, s->order.table.lines.p)};
    enum line_state line = LINE_LOST;
    if (s->order.number[nth] != UINT32_MAX)
        line = read_line(s, s->order.number[nth], &d);
    read_game(s, nth, line, d, &g);
    if (s->no_memory)
        return err_nomem(err);
    if (!g.id_known) /* without its id a game can't be kept */
        g = (struct salvage_game){.state = SALVAGE_LOST, .section = "lines", .byte = d.byte};
    enum status st = s->sink->game(s->sink->ctx, &g, err);
    if (st == STATUS_OK && g.id_known)
        st = give_sources(s, g.id, g.state == SALVAGE_LOST ? LINE_LOST : line, err);
    return st;
}

static void release(struct salvager *s)
{
    salvage_order_close(&s->order);
    salvage_packs_close(&s->packs);
    metadata_close(s->names.metadata);
    columns_release(&s->names.columns);
    mem_free(s->sources);
    mem_free(s->moves);
    record_release(&s->rec);
    record_check_release(&s->moves_check);
    arena_release(&s->arena);
    buf_release(&s->unpacked);
    buf_release(&s->made);
}

static void prepare(struct salvager *s)
{
    record_init(&s->rec);
    arena_init(&s->arena, SIZE_MAX / 2);
    buf_init(&s->unpacked, SIZE_MAX / 2);
    buf_init(&s->made, BUF_DEFAULT_MAX);
    buf_init(&s->packs.raw, SIZE_MAX / 2);
}

uint32_t salvage_count(const struct salvage_file *f, const struct game *game)
{
    struct line_table t;
    return line_table_open(&t, f, game, NULL) ? t.games : 0;
}

enum status salvage_games(const struct salvage_file *f, const struct game *game,
                          const struct salvage_hint *hint, const struct salvage_sink *sink,
                          struct err *err)
{
    struct salvager s = {.f = f, .game = game, .sink = sink};
    prepare(&s);
    enum status st = salvage_order_open(&s.order, f, game, hint, err);
    if (st == STATUS_OK)
        st = salvage_packs_open(&s.packs, f, s.order.table.games, err);
    if (st == STATUS_OK)
        st = list_sources(&s, err);
    for (uint32_t nth = 0; nth < s.order.table.games && st == STATUS_OK; nth++)
        st = give_game(&s, nth, err);
    if (st == STATUS_OK)
        st = give_sources(&s, UINT32_MAX, LINE_LOST, err);
    release(&s);
    return st;
}

/* --- Segments of sources ---------------------------------------------------------------------- */

static enum status give_separate_source(struct salvager *s, const struct salvage_source *row,
                                        struct err *err)
{
    struct entry_view view;
    struct err ignored;
    bool whole = false;
    struct salvage_game g = {.id_known = true,
                             .id = row->id,
                             .state = SALVAGE_LOST,
                             .section = "more",
                             .byte = byte_of(s, row->frame.p)};
    arena_reset(&s->arena);
    if (unpack_source(s, row, &whole) &&
        entry_parse(buf_span(&s->unpacked), &s->arena, &view, &ignored) == STATUS_OK) {
        g.state = whole ? SALVAGE_WHOLE : SALVAGE_PLAUSIBLE;
        g.entry = buf_span(&s->unpacked);
    }
    if (s->no_memory)
        return err_nomem(err);
    return s->sink->source(s->sink->ctx, &g, err);
}

enum status salvage_sources(const struct salvage_file *f, const struct salvage_sink *sink,
                            struct err *err)
{
    struct salvager s = {.f = f, .sink = sink};
    prepare(&s);
    s.packs.zstd = ZSTD_createDCtx();
    enum status st = s.packs.zstd ? list_sources(&s, err) : err_nomem(err);
    for (size_t i = 0; i < s.source_count && st == STATUS_OK; i++)
        st = give_separate_source(&s, &s.sources[i], err);
    release(&s);
    return st;
}

/* --- Removals -------------------------------------------------------------------------------- */

static void note_unknown(struct salvage_removed *out, uint64_t byte, uint32_t before)
{
    if (!out->unknown++) {
        out->unknown_at = byte;
        out->above = before;
    }
    out->below = UINT32_MAX;
}

enum status salvage_removed(const struct salvage_file *f, const struct manifest_entry *listed,
                            struct salvage_removed *out, struct err *err)
{
    struct span s = salvage_section(f, "removed");
    uint64_t there = s.n < 4 ? 0 : s.n / 4 - 1, count = listed ? listed->count : there;
    uint64_t base = s.p ? (uint64_t)(s.p - f->file.view.bytes.p) : 0;
    *out = (struct salvage_removed){.below = UINT32_MAX};
    out->ids = mem_calloc((size_t)there + 1, sizeof *out->ids);
    out->whole = mem_calloc((size_t)there + 1, sizeof *out->whole);
    if (!out->ids || !out->whole)
        return err_nomem(err);
    uint32_t before = 0;
    for (uint64_t i = 0; i < count; i++) {
        const char *at = s.p + 4 + 4 * i;
        uint32_t id = i < there ? le_get32(at) : 0;
        bool whole = i < there && salvage_is_whole(f, span_make(at, 4));
        bool in_order = i < there && (out->count == 0 || id > before) &&
                        (i + 1 >= there || le_get32(at + 4) > id);
        if (!whole && !in_order) {
            note_unknown(out, base + 4 + 4 * i, before);
            continue;
        }
        out->whole[out->count] = whole;
        if (out->unknown && out->below == UINT32_MAX)
            out->below = id;
        out->ids[out->count++] = before = id;
    }
    return STATUS_OK;
}

void salvage_removed_free(struct salvage_removed *removed)
{
    mem_free(removed->ids);
    mem_free(removed->whole);
    *removed = (struct salvage_removed){0};
}
