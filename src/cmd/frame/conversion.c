/* conversion.c: see conversion.h. */
#include "cmd/frame/conversion.h"

#include "base/alloc.h"
#include "view/report/record_json.h"

void conversion_init(struct conversion *c)
{
    *c = (struct conversion){0};
    buf_init(&c->bytes, SIZE_MAX / 2);
    buf_init(&c->label, BUF_DEFAULT_MAX);
    buf_init(&c->text, SIZE_MAX / 2);
    buf_init(&c->json, SIZE_MAX / 2);
}

void conversion_release(struct conversion *c)
{
    buf_release(&c->bytes);
    buf_release(&c->label);
    buf_release(&c->text);
    buf_release(&c->json);
    mem_free(c->games);
    mem_free(c->problems);
    conversion_init(c);
}

static void conversion_clear_results(struct conversion *c)
{
    buf_clear(&c->text);
    buf_clear(&c->json);
    c->game_count = c->problem_count = 0;
    c->problems_dropped = 0;
    c->rejected = false;
}

static bool add_problem(struct conversion *c, enum problem_severity severity, const struct err *err)
{
    if (c->problem_count == CONVERSION_MAX_PROBLEMS) {
        c->problems_dropped++;
        return true;
    }
    void *p = mem_grow(c->problems, c->problem_count, &c->problem_cap, CONVERSION_MAX_PROBLEMS,
                       sizeof *c->problems);
    if (!p)
        return false;
    c->problems = p;
    c->problems[c->problem_count++] = (struct record_problem){.severity = severity, .err = *err};
    return true;
}

static struct converted_game *add_game(struct conversion *c)
{
    void *p = mem_grow(c->games, c->game_count, &c->game_cap, SIZE_MAX, sizeof *c->games);
    if (!p)
        return NULL;
    c->games = p;
    return &c->games[c->game_count++];
}

/* What the sink needs beside the conversion. */
struct conversion_sink {
    struct conversion *c;
    const struct conversion_plan *plan;
    struct buf utf8; /* the game before it is encoded */
};

/* A game of another kind than the format is for costs that game. */
static void check_game(struct conversion_sink *run, struct record *rec)
{
    struct err err;
    if (format_check_game(run->plan->to, rec, &err) == STATUS_OK)
        return;
    err_in_file(&err, rec->label);
    record_add_problem(rec, PROBLEM_REJECTED, &err);
}

static enum status convert_record(void *ctx, struct record *rec)
{
    struct conversion_sink *run = ctx;
    struct conversion *c = run->c;
    struct converted_game *game = add_game(c);
    if (!game)
        return STATUS_NOMEM;
    check_game(run, rec);
    *game = (struct converted_game){.text_at = c->text.n,
                                    .json_at = c->json.n,
                                    .number = rec->number_in_file,
                                    .worst = record_worst(rec)};
    for (uint32_t i = 0; i < rec->problem_count; i++)
        if (!add_problem(c, rec->problems[i].severity, &rec->problems[i].err))
            return STATUS_NOMEM;
    buf_clear(&run->utf8);
    enum status st = STATUS_OK;
    if (game->worst != PROBLEM_REJECTED)
        st = format_write(run->plan->to, rec, run->plan->charset, &run->utf8, &c->text,
                          &game->losses, NULL);
    if (st != STATUS_OK) { /* no half a game */
        c->text.n = game->text_at;
        c->game_count--;
        return st;
    }
    if (run->plan->json)
        record_to_json(rec, game->losses, buf_span(&run->utf8), &c->json);
    game->text_n = c->text.n - game->text_at;
    game->json_n = c->json.n - game->json_at;
    st = buf_status(&c->json);
    if (st == STATUS_OK && c->flush) {
        st = c->flush(c->flush_ctx, c);
        conversion_clear_results(c);
    }
    return st;
}

static bool ends_all(enum status st)
{
    return st == STATUS_NOMEM || st == STATUS_CANCELLED || st == STATUS_IO;
}

static enum status reject(struct conversion *c, const struct conversion_plan *plan,
                          const struct err *why)
{
    c->rejected = true;
    if (!add_problem(c, PROBLEM_REJECTED, why))
        return STATUS_NOMEM;
    if (plan->json)
        rejection_to_json(buf_span(&c->label), why, &c->json);
    return buf_status(&c->json);
}

static enum status read_bytes(struct conversion_sink *run, struct reader *reader, struct err *why)
{
    struct conversion *c = run->c;
    struct span bytes = buf_span(&c->bytes), label = buf_span(&c->label);
    if (!c->stream)
        return reader_read(reader, bytes, label, run->plan->from, convert_record, run, why);
    c->piece.raw = bytes;
    return reader_read_piece(reader, c->stream, &c->piece, label, run->plan->from, convert_record,
                             run, why);
}

enum status conversion_run(struct conversion *c, const struct conversion_plan *plan,
                           struct reader *reader, struct err *err)
{
    struct conversion_sink run = {c, plan, {0}};
    struct err why;
    buf_init(&run.utf8, BUF_DEFAULT_MAX);
    conversion_clear_results(c);
    reader->go_line.ko = plan->go_ko;
    enum status st = read_bytes(&run, reader, &why);
    buf_release(&run.utf8);
    if (st != STATUS_OK && !ends_all(st))
        st = reject(c, plan, &why);
    if (st == STATUS_NOMEM)
        return err_nomem(err);
    return st == STATUS_OK ? STATUS_OK : err_plain(err, st, NULL);
}
