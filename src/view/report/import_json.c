/* import_json.c: see import_json.h. */
#include "view/report/import_json.h"

#include "base/alloc.h"
#include "formats/shogi/move_reason.h"
#include "view/report/record_json.h"

void import_counts_to_json(struct json *j, const struct import_counts *c, uint64_t stored,
                           double seconds)
{
    json_key_u64(j, "files", c->files);
    json_key_u64(j, "games", c->games);
    json_key_u64(j, "added", c->added);
    json_key_u64(j, "duplicates", c->duplicates);
    json_key_u64(j, "partial", c->partial);
    json_key_u64(j, "rejected", c->rejected);
    json_key_u64(j, "plies", c->plies);
    json_key_u64(j, "bytes", c->bytes);
    json_key_double(j, "seconds", seconds);
    json_key_u64(j, "conflicts", c->conflicts);
    json_key_u64(j, "known_files", c->known_files);
    json_key_u64(j, "stored", stored);
    json_key_u64(j, "lost", c->lost);
    json_key_u64(j, "unreadable", c->unreadable);
}

/* --- Problems --------------------------------------------------------------------------------- */

static uint32_t depth_of(const struct record *rec, uint32_t node)
{
    uint32_t n = 0;
    for (; node && n < RECORD_MAX_PLIES; node = rec->nodes[node].parent)
        n++;
    return n;
}

static bool is_on_main_line(const struct record *rec, uint32_t node)
{
    for (; node; node = rec->nodes[node].parent)
        if (rec->nodes[rec->nodes[node].parent].child != node)
            return false;
    return true;
}

/* The moves that lead to the node. */
static void moves_to(const struct record *rec, uint32_t node, shogi_move *moves, uint32_t count)
{
    for (; count; node = rec->nodes[node].parent)
        moves[--count] = (shogi_move)rec->nodes[node].move;
}

static void add_place(struct json *j, const struct record *rec,
                      const struct record_problem *problem, const shogi_move *moves, uint32_t count,
                      enum lang lang)
{
    struct shogi_pos pos;
    struct err err;
    struct buf text;
    struct span written = span_of(problem->err.arg[0]);
    if (shogi_sfen_parse(&pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, &err) != STATUS_OK)
        return;
    for (uint32_t i = 0; i < count; i++) {
        struct shogi_undo undo;
        if (!shogi_move_is_legal(&pos, moves[i]))
            return;
        shogi_play(&pos, moves[i], &undo);
    }
    buf_init(&text, BUF_DEFAULT_MAX);
    json_key_u64(j, "ply", count);
    json_key_bool(j, "variation",
                  !is_on_main_line(rec, problem->node) || rec->nodes[problem->node].child);
    shogi_sfen_print(&pos, rec->start_ply + count + 1, &text);
    json_key_str(j, "position", buf_span(&text));
    json_key_str(j, "move", written);
    buf_clear(&text);
    if (move_reason(&pos, moves, count, rec->start_ply, written, lang, &text))
        json_key_str(j, "reason", buf_span(&text));
    buf_release(&text);
}

void import_problem_to_json(struct json *j, const struct record *rec,
                            const struct record_problem *problem, const uint32_t *id,
                            enum lang lang)
{
    json_open_object(j);
    problem_members(j, &problem->err, problem->severity, lang);
    json_key_u64(j, "number", rec->number_in_file);
    if (id)
        json_key_u64(j, "game", *id);
    if (problem->severity == PROBLEM_PARTIAL && problem->err.code == STATUS_ILLEGAL &&
        rec->game == &shogi_game) {
        uint32_t count = depth_of(rec, problem->node);
        shogi_move *moves = mem_calloc((size_t)count + 1, sizeof *moves);
        if (moves) {
            moves_to(rec, problem->node, moves, count);
            add_place(j, rec, problem, moves, count, lang);
        }
        mem_free(moves);
    }
    json_end(j);
}

/* --- The log ---------------------------------------------------------------------------------- */

static void add_tags(struct json *j, struct span tags)
{
    json_key(j, "tags");
    json_open_array(j);
    while (tags.n) {
        const char *tab = memchr(tags.p, '\t', tags.n);
        size_t n = tab ? (size_t)(tab - tags.p) : tags.n;
        json_str(j, span_make(tags.p, n));
        tags = span_skip(tags, tab ? n + 1 : n);
    }
    json_end(j);
}

void import_entry_to_json(struct json *j, const struct import_entry *e, struct span db)
{
    json_open_object(j);
    json_key_str(j, "db", db);
    json_key_u64(j, "import", e->number);
    json_key_u64(j, "time", e->time);
    json_key_str(j, "what", e->what);
    json_key_u64(j, "sent", e->sent);
    json_key_u64(j, "files", e->files);
    json_key_u64(j, "games", e->games);
    json_key_u64(j, "added", e->added);
    json_key_u64(j, "duplicates", e->duplicates);
    json_key_u64(j, "partial", e->partial);
    json_key_u64(j, "rejected", e->rejected);
    json_key_u64(j, "conflicts", e->conflicts);
    add_tags(j, e->tags);
    if (e->end > e->first) {
        json_key_u64(j, "first", e->first);
        json_key_u64(j, "last", e->end - 1);
    }
    json_key(j, "taken_back");
    if (e->taken)
        json_u64(j, e->removed);
    else
        json_null_value(j);
    json_end(j);
}
