/* batch_rows.c: see batch_rows.h. */
#include "values/batches/batch_rows.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "engine/natural/natural.h"
#include "games/record.h"
#include "query/language/named.h"
#include "query/run/query_result.h"

static const struct msg BAD_MOVE = {"game %1 contains an illegal move",
                                    "%1 番の棋譜に反則手があります"};
static const struct msg NO_FEATURE = {"no features were named", "特徴が指定されていません"};
static const struct msg MANY_FEATURES = {"too many features", "特徴が多すぎます"};

/* --- Sources ---------------------------------------------------------------------------------- */

static enum status note_features(struct batch_source *s,
                                 const struct batch_feature *const *features, size_t count,
                                 struct err *err)
{
    if (count == 0 || count > BATCHES_MOST_FEATURES)
        return err_plain(err, STATUS_RANGE, count ? &MANY_FEATURES : &NO_FEATURE);
    s->feature_count = count;
    for (size_t i = 0; i < count; i++) {
        s->features[i] = features[i];
        s->bytes[i] = batch_feature_bytes(features[i]);
        s->row_bytes += s->bytes[i];
        s->needs |= features[i]->needs;
    }
    return STATUS_OK;
}

/* Marks the games that have a class of player as a tag; the others have none. */
static enum status find_class(struct batch_source *s, struct db *const *dbs, uint32_t count,
                              uint8_t class, const struct batch_options *opt, struct err *err)
{
    char text[64];
    struct query q;
    struct named_queries named;
    struct query_result r = {0};
    const struct search_options how = {.threads = opt->threads, .cancelled = opt->cancelled};
    snprintf(text, sizeof text, "tag:=%s", natural_class_names[class]);
    named_init(&named);
    enum status st = query_parse(&q, s->game->game, &named, span_of(text), err);
    if (st == STATUS_OK)
        st = query_run(&r, &q, dbs, count, &how, KEEP_GAMES, err);
    for (uint32_t i = 0; i < r.part_count && st == STATUS_OK; i++) {
        uint32_t games = s->segments[i].segment->lines.games, number;
        size_t at = 0;
        while (result_part_next_game(&r.parts[i], &at, games, &number))
            s->segments[i].class[number] = class;
    }
    query_result_release(&r);
    query_release(&q);
    named_release(&named);
    return st;
}

static enum status find_classes(struct batch_source *s, struct db *const *dbs, uint32_t count,
                                const struct batch_options *opt, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < s->segment_count; i++) {
        uint32_t games = s->segments[i].segment->lines.games;
        s->segments[i].class = mem_alloc((size_t)games + 1);
        if (!s->segments[i].class)
            return err_nomem(err);
        memset(s->segments[i].class, BATCH_NO_CLASS, games);
    }
    for (uint8_t class = 0; class < NATURAL_CLASSES && st == STATUS_OK; class ++)
        st = find_class(s, dbs, count, class, opt, err);
    return st;
}

enum status batch_source_open(struct batch_source *s, struct db *const *dbs, uint32_t count,
                              const struct batch_feature *const *features, size_t feature_count,
                              const struct batch_options *opt, struct err *err)
{
    size_t segments = 0;
    *s = (struct batch_source){.game = batch_kind_of(dbs[0]->game), .absolute = opt->absolute};
    for (uint32_t i = 0; i < count; i++)
        segments += dbs[i]->segment_count;
    s->segments = mem_calloc(segments + 1, sizeof *s->segments);
    if (!s->segments)
        return err_nomem(err);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < dbs[i]->segment_count; k++) {
            const struct db_segment *segment = &dbs[i]->segments[k];
            s->segments[s->segment_count++] = (struct batch_segment){
                .segment = segment, .db = i, .columns = columns_verify_all(&segment->columns)};
        }
    enum status st = note_features(s, features, feature_count, err);
    if (st == STATUS_OK && s->needs & BATCH_NEEDS_CLASSES)
        st = find_classes(s, dbs, count, opt, err);
    return st;
}

void batch_source_release(struct batch_source *s)
{
    for (uint32_t i = 0; s->segments && i < s->segment_count; i++) {
        mem_free(s->segments[i].matches);
        mem_free(s->segments[i].class);
    }
    mem_free(s->segments);
    *s = (struct batch_source){0};
}

/* --- The list of games ------------------------------------------------------------------------ */

/* The bit of a game's position 0; that of ply p is p after it. */
static uint64_t first_bit(const struct lines *l, uint32_t number)
{
    return (uint64_t)lines_u32(l->first, number) + number;
}

static bool has_bit(const uint64_t *bits, uint64_t i)
{
    return bits[i / 64] >> i % 64 & 1;
}

static enum status find_matches(struct batch_segment *s, const struct query *query,
                                const struct query_values *values, const struct batch_options *opt,
                                struct err *err)
{
    const struct lines *l = &s->segment->lines;
    const struct search_options how = {
        .threads = opt->threads, .cancelled = opt->cancelled, .values = values};
    s->matches = mem_calloc((size_t)(first_bit(l, l->games) / 64 + 1), sizeof *s->matches);
    if (!s->matches)
        return err_nomem(err);
    return query_matches(query, s->segment, &how, s->matches, err);
}

/* Whether the start positions of a segment have the usual board, by start. */
static enum status find_usual_starts(const struct batch_kind *g, const struct lines *l, bool *usual,
                                     struct err *err)
{
    void *pos = mem_alloc(g->game->pos_bytes);
    enum status st = pos ? STATUS_OK : err_nomem(err);
    for (uint32_t i = 0; i < l->starts && st == STATUS_OK; i++) {
        struct span text = lines_start_text(l, i);
        usual[i] = true;
        if (!text.n || !g->game->rules.pos_board)
            continue;
        st = g->game->text.pos_parse(pos, text, err);
        if (st != STATUS_OK)
            break;
        struct board_shape shape = g->game->rules.pos_board(pos);
        usual[i] = shape.width == g->game->board.width && shape.height == g->game->board.height;
    }
    mem_free(pos);
    return st;
}

static uint64_t count_rows(const struct batch_source *s, const struct batch_segment *part,
                           uint32_t number)
{
    const struct lines *l = &part->segment->lines;
    const char *stored = line_stored(l, number);
    uint64_t bit = first_bit(l, number), n = 0;
    for (uint32_t ply = 0; ply < line_plies(l, number); ply++)
        n += (!part->matches || has_bit(part->matches, bit + ply)) &&
             s->game->takes(stored_move(l, stored, ply));
    return n;
}

static enum status add_games(struct batch_list *list, const struct batch_source *s,
                             uint32_t segment, const bool *usual, enum game_part part,
                             struct err *err)
{
    const struct batch_segment *from = &s->segments[segment];
    const struct lines *l = &from->segment->lines;
    for (uint32_t nth = 0; nth < l->games; nth++) {
        uint32_t number = lines_u32(l->by_id, nth);
        if (db_is_removed(from->segment, number) || !usual[line_start(l, number)] ||
            !game_is_in_part(l, number, part))
            continue;
        uint64_t rows = count_rows(s, from, number);
        if (!rows)
            continue;
        void *grown = mem_grow(list->at, list->count, &list->cap, UINT32_MAX, sizeof *list->at);
        if (!grown)
            return err_nomem(err);
        list->at = grown;
        list->at[list->count++] = (struct batch_list_game){segment, number};
        list->positions += rows;
    }
    return STATUS_OK;
}

enum status batch_list_fill(struct batch_list *l, struct batch_source *s, const struct query *query,
                            const struct query_values *values, const struct batch_options *opt,
                            struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < s->segment_count && st == STATUS_OK; i++) {
        const struct lines *lines = &s->segments[i].segment->lines;
        bool *usual = mem_calloc((size_t)lines->starts + 1, sizeof *usual);
        st = usual ? find_usual_starts(s->game, lines, usual, err) : err_nomem(err);
        if (st == STATUS_OK && query)
            st = find_matches(&s->segments[i], query, values, opt, err);
        if (st == STATUS_OK)
            st = add_games(l, s, i, usual, opt->part, err);
        if (st == STATUS_OK)
            st = segment_status(&s->segments[i].segment->file, err);
        mem_free(usual);
    }
    return st;
}

void batch_list_release(struct batch_list *l)
{
    mem_free(l->at);
    *l = (struct batch_list){0};
}

/* --- The rows of a game ----------------------------------------------------------------------- */

struct batch_walker {
    const struct batch_source *source;
    void *pos, *start; /* owned: a position of the game, and its usual start */
    struct value_source *record;
    struct value_source_worker *values_worker;
    int16_t *values; /* owned */
    size_t value_cap;
};

enum status batch_walker_open(struct batch_walker **out, const struct batch_source *s,
                              struct err *err)
{
    struct batch_walker *w = mem_calloc(1, sizeof *w);
    const struct value_source_options usual = {0};
    *out = w;
    if (!w)
        return err_nomem(err);
    w->source = s;
    w->pos = mem_alloc(s->game->game->pos_bytes);
    w->start = mem_alloc(s->game->game->pos_bytes);
    if (!w->pos || !w->start)
        return err_nomem(err);
    s->game->game->rules.pos_start(w->start);
    if (!(s->needs & BATCH_NEEDS_VALUES))
        return STATUS_OK;
    enum status st = value_source_open(&w->record, "record", &usual, err);
    return st == STATUS_OK ? value_source_worker_open(&w->values_worker, w->record, err) : st;
}

void batch_walker_close(struct batch_walker *w)
{
    if (!w)
        return;
    value_source_worker_close(w->values_worker);
    value_source_close(w->record);
    mem_free(w->values);
    mem_free(w->pos);
    mem_free(w->start);
    mem_free(w);
}

static enum status read_values(struct batch_walker *w, const struct batch_segment *part,
                               uint32_t number, struct err *err)
{
    uint32_t plies = line_plies(&part->segment->lines, number);
    const struct value_source_game g = {.segment = part->segment, .number = number, .plies = plies};
    if (w->value_cap < plies + 1UL) {
        int16_t *grown = mem_realloc_array(w->values, plies + 1UL, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        w->values = grown;
        w->value_cap = plies + 1UL;
    }
    return value_source_run_game(w->values_worker, &g, w->values, err);
}

static enum status go_to_start(struct batch_walker *w, const struct lines *l, uint32_t number,
                               struct err *err)
{
    const struct game *game = w->source->game->game;
    struct span text = lines_start_text(l, line_start(l, number));
    if (text.n)
        return game->text.pos_parse(w->pos, text, err);
    memcpy(w->pos, w->start, game->pos_bytes);
    return STATUS_OK;
}

static struct batch_game_facts facts_of(const struct batch_segment *part, uint32_t number)
{
    const struct columns *c = &part->columns;
    struct batch_game_facts f = {.db = part->db,
                                 .id = game_id(&part->segment->lines, number),
                                 .class = part->class ? part->class[number] : BATCH_NO_CLASS};
    for (int seat = 0; seat < 2; seat++) {
        f.points[seat] = column_points(c, number, seat);
        f.rating[seat] = column_rating(c, number, seat);
    }
    return f;
}

static void add_row(const struct batch_source *s, const struct batch_view *v, struct buf *rows)
{
    if (!buf_reserve(rows, s->row_bytes))
        return;
    char *out = rows->p + rows->n;
    for (size_t i = 0; i < s->feature_count; i++) {
        s->features[i]->fill(v, out);
        out += s->bytes[i];
    }
    rows->n += s->row_bytes;
}

static enum status bad_move(const struct batch_segment *part, uint32_t number, struct err *err)
{
    err_set(err, STATUS_SYNTAX, &BAD_MOVE, SPAN_U64(game_id(&part->segment->lines, number)),
            (struct span){0});
    return db_segment_fault(part->segment, err);
}

static enum status add_rows(struct batch_walker *w, const struct batch_segment *part,
                            uint32_t number, struct buf *rows, struct err *err)
{
    const struct batch_source *s = w->source;
    const struct game_rules *rules = &s->game->game->rules;
    const struct lines *l = &part->segment->lines;
    const struct batch_game_facts facts = facts_of(part, number);
    uint64_t bit = first_bit(l, number);
    struct batch_view v = {.game = &facts, .pos = w->pos, .moves = line_stored(l, number)};
    uint32_t plies = line_plies(l, number);
    for (v.ply = 0; v.ply < plies; v.ply++) {
        v.next = stored_move(l, v.moves, v.ply);
        if (!rules->move_is_legal(w->pos, v.next))
            return bad_move(part, number, err);
        if ((!part->matches || has_bit(part->matches, bit + v.ply)) && s->game->takes(v.next)) {
            v.turn = s->game->mover(w->pos, v.next);
            v.turned = !s->absolute && v.turn == 1;
            v.value = w->values_worker ? &w->values[v.ply] : NULL;
            add_row(s, &v, rows);
        }
        rules->play(w->pos, v.next);
    }
    return buf_status(rows) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

enum status batch_walker_add(struct batch_walker *w, const struct batch_list_game *g,
                             struct buf *rows, struct err *err)
{
    const struct batch_segment *part = &w->source->segments[g->segment];
    enum status st = go_to_start(w, &part->segment->lines, g->number, err);
    if (st == STATUS_OK && w->values_worker)
        st = read_values(w, part, g->number, err);
    if (st == STATUS_OK)
        st = add_rows(w, part, g->number, rows, err);
    return st == STATUS_OK ? segment_status(&part->segment->file, err) : st;
}
