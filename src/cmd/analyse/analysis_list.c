/* analysis_list.c: see analysis_list.h. */
#include "cmd/analyse/analysis_list.h"

#include <xxhash.h>

#include "base/alloc.h"
#include "cmd/frame/game_output.h"
#include "cmd/frame/msg_fold.h"
#include "cmd/frame/operand.h"
#include "db/db.h"
#include "engine/eval/eval.h"
#include "query/run/query_result.h"
#include "store/entry.h"

static const struct msg NOT_SHOGI = {"only shogi games can be analysed",
                                     "解析できるのは将棋の棋譜だけです"};

static enum status add_item(struct analysis_list *list, const struct analysis_item *item,
                            uint64_t hash, struct err *err)
{
    void *grown = mem_grow(list->at, list->count, &list->cap, UINT32_MAX, sizeof *list->at);
    if (!grown)
        return err_nomem(err);
    list->at = grown;
    list->at[list->count++] = *item;
    list->positions += (uint64_t)item->plies + 1;
    list->fingerprint = XXH3_64bits_withSeed(&hash, sizeof hash, list->fingerprint);
    return STATUS_OK;
}

/* --- Of databases ----------------------------------------------------------------------------- */

/* games: bits by number. */
static enum status add_segment(struct analysis_list *list, uint32_t db, const struct db_segment *s,
                               const uint64_t *games, uint64_t limit, struct err *err)
{
    const struct lines *l = &s->lines;
    enum status status = STATUS_OK;
    for (uint32_t nth = 0; nth < l->games && list->count < limit && status == STATUS_OK; nth++) {
        const uint32_t number = lines_u32(l->by_id, nth);
        if (db_is_removed(s, number) || !(games[number / 64] >> number % 64 & 1))
            continue;
        const struct analysis_item item = {.db = db,
                                           .id = game_id(l, number),
                                           .stored = true,
                                           .has_id = true,
                                           .plies = line_plies(l, number)};
        status = add_item(list, &item, line_hash(l, number), err);
    }
    return status;
}

static enum status add_databases(struct analysis_list *list, uint64_t limit, struct err *err)
{
    const struct query_operands *in = &list->input;
    const struct search_options opt = {.threads = list->env->threads,
                                       .cancelled = list->env->cancelled,
                                       .values = static_values_hook(in->values)};
    struct query_result chosen = {0};
    uint32_t part = 0;
    enum status status = query_run(&chosen, &in->query, in->dbs, in->count, &opt, KEEP_GAMES, err);
    for (uint32_t i = 0; i < in->count && status == STATUS_OK; i++)
        for (uint32_t k = 0; k < in->dbs[i]->segment_count && status == STATUS_OK; k++)
            status = add_segment(list, i, &in->dbs[i]->segments[k], chosen.parts[part++].games,
                                 limit, err);
    query_result_release(&chosen);
    return status;
}

static int open_databases(struct analysis_list *list, const char *const *operands, size_t n,
                          uint64_t limit)
{
    struct err err = {0};
    list->has_input = true;
    int code = query_operands_open(&list->input, list->env, operands, n, NULL);
    if (code == CMD_OK)
        code = query_operands_need_all(&list->input.databases, list->env);
    if (code == CMD_OK && !engine_has_game(list->input.dbs[0]->game))
        code = cmd_fail_msg(list->env, &NOT_SHOGI, NULL);
    if (code != CMD_OK)
        return code;
    enum status status = add_databases(list, limit, &err);
    if (status == STATUS_CANCELLED)
        return CMD_ERROR;
    return status == STATUS_OK ? CMD_OK : cmd_fail(list->env, &err);
}

/* --- Of files --------------------------------------------------------------------------------- */

struct file_walk {
    struct analysis_list *list;
    struct msg_fold fold;
    struct buf entry;
    uint64_t limit;
    bool full; /* as many as the limit: STATUS_CANCELLED is no error then */
    size_t strip;
    bool has_id;
    uint32_t id;
};

static void warn(struct file_walk *w, const struct err *err)
{
    if (msg_fold_add(&w->fold, w->list->env, err))
        cmd_warn(w->list->env, err);
}

/* False if there is nothing in it to be analysed; the reason is reported. */
static bool is_usable(struct file_walk *w, const struct record *rec)
{
    struct err err;
    for (uint32_t i = 0; i < rec->problem_count; i++)
        if (rec->problems[i].severity > PROBLEM_NOTE)
            warn(w, &rec->problems[i].err);
    if (record_worst(rec) == PROBLEM_REJECTED)
        return false;
    if (engine_has_game(rec->game))
        return true;
    err_plain(&err, STATUS_UNSUPPORTED, &NOT_SHOGI);
    err_in_file(&err, rec->label);
    warn(w, &err);
    return false;
}

static enum status take_record(void *ctx, struct record *rec)
{
    struct file_walk *w = ctx;
    struct analysis_list *list = w->list;
    if (cmd_should_stop(list->env))
        return STATUS_CANCELLED;
    if (!is_usable(w, rec)) {
        list->rejected++;
        return STATUS_OK;
    }
    const size_t at = list->packets.n;
    struct analysis_item item = {.at = at, .id = w->id, .has_id = w->has_id, .strip = w->strip};
    record_last_move(rec, &item.plies);
    buf_clear(&w->entry);
    entry_encode(rec, NULL, 0, &w->entry);
    packet_put(&list->packets, rec, buf_span(&w->entry));
    if (buf_status(&w->entry) != STATUS_OK || buf_status(&list->packets) != STATUS_OK)
        return STATUS_NOMEM;
    item.bytes = list->packets.n - at;
    enum status status = add_item(list, &item, XXH3_64bits(list->packets.p + at, item.bytes), NULL);
    w->full = list->count >= w->limit;
    return status == STATUS_OK && w->full ? STATUS_CANCELLED : status;
}

static enum status take_problem(void *ctx, const struct err *err)
{
    struct file_walk *w = ctx;
    warn(w, err);
    w->list->rejected++;
    w->list->unreadable |= err->code == STATUS_NOT_FOUND || err->code == STATUS_IO;
    return cmd_should_stop(w->list->env) ? STATUS_CANCELLED : STATUS_OK;
}

/* A position may be cut in several operands, so that they are one. */
static enum status read_operands(struct file_walk *w, const char *const *operands, size_t n,
                                 struct reader *reader, struct err *err)
{
    if (operand_is_position(operands[0]))
        return operand_read_games(operands, n, reader, take_record, take_problem, w, err);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < n && status == STATUS_OK; i++) {
        w->has_id = operand_game_id(operands[i], &w->id);
        w->strip = output_parts_before_name(operands[i]);
        status = operand_read_games(&operands[i], 1, reader, take_record, take_problem, w, err);
    }
    return status;
}

static int read_files(struct analysis_list *list, const char *const *operands, size_t n,
                      uint64_t limit)
{
    struct file_walk w = {.list = list, .limit = limit};
    struct reader reader;
    struct err err = {0};
    buf_init(&w.entry, BUF_DEFAULT_MAX);
    reader_init(&reader);
    enum status status = read_operands(&w, operands, n, &reader, &err);
    msg_fold_print(&w.fold, list->env);
    msg_fold_release(&w.fold);
    reader_release(&reader);
    buf_release(&w.entry);
    if (status == STATUS_CANCELLED)
        return w.full ? CMD_OK : CMD_ERROR;
    if (status == STATUS_NOMEM)
        err_nomem(&err);
    return status == STATUS_OK ? CMD_OK : cmd_fail(list->env, &err);
}

/* --- The list --------------------------------------------------------------------------------- */

int analysis_list_open(struct analysis_list *list, struct cmd_env *env, const char *const *operands,
                       size_t n, uint64_t limit)
{
    *list = (struct analysis_list){.env = env};
    buf_init(&list->packets, SIZE_MAX / 2);
    return operand_is_database(operands[0]) ? open_databases(list, operands, n, limit)
                                            : read_files(list, operands, n, limit);
}

void analysis_list_release(struct analysis_list *list)
{
    if (list->has_input)
        query_operands_release(&list->input);
    buf_release(&list->packets);
    mem_free(list->at);
}

void analysis_reader_init(struct analysis_reader *r)
{
    *r = (struct analysis_reader){0};
    packet_reader_init(&r->packets);
    record_init(&r->rec);
}

void analysis_reader_release(struct analysis_reader *r)
{
    packet_reader_release(&r->packets);
    record_release(&r->rec);
    mem_free(r->moves);
}

static enum status read_moves(struct analysis_reader *r, const struct record *rec, struct err *err)
{
    uint32_t node = 0;
    record_last_move(rec, &r->plies);
    if (r->plies >= r->cap) {
        const size_t cap = (size_t)r->plies * 2 + 256;
        shogi_move *grown = mem_realloc_array(r->moves, cap, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        r->moves = grown;
        r->cap = cap;
    }
    for (uint32_t i = 0; i < r->plies; i++) {
        node = rec->nodes[node].child;
        r->moves[i] = (shogi_move)rec->nodes[node].move;
    }
    return shogi_sfen_parse(&r->start, rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
}

enum status analysis_list_read(const struct analysis_list *list, size_t nth,
                               struct analysis_reader *r, struct record **rec, struct err *err)
{
    const struct analysis_item *item = &list->at[nth];
    enum status status;
    if (item->stored) {
        *rec = &r->rec;
        status = db_record(list->input.dbs[item->db], item->id, &r->rec, err);
    } else {
        struct span bytes = span_make(list->packets.p + item->at, item->bytes);
        *rec = &r->packets.rec;
        status = packet_get(&r->packets, &bytes, &shogi_game, true, err);
    }
    return status == STATUS_OK ? read_moves(r, *rec, err) : status;
}
