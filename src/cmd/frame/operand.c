/* operand.c: see operand.h. */
#include "cmd/frame/operand.h"

#include <unistd.h>

#include "base/io/source.h"
#include "cmd/frame/operand_internal.h"

static enum status read_item(void *ctx, const struct source_item *item)
{
    struct operand_walk *w = ctx;
    struct err err;
    enum status s = reader_read(w->r, item->bytes, item->label, NULL, w->sink, w->ctx, &err);
    if (s == STATUS_OK || s == STATUS_CANCELLED || s == STATUS_NOMEM)
        return s;
    return w->problem(w->ctx, &err);
}

static enum status report_problem(void *ctx, struct span label, const struct err *err)
{
    struct operand_walk *w = ctx;
    (void)label;
    return w->problem(w->ctx, err);
}

/* Nine ranks between slashes, all in letters that SFEN has, and no such file. */
static bool looks_like_sfen(const char *word)
{
    size_t n = strspn(word, "0123456789+plnsgbrkPLNSGBRK/");
    int slashes = 0;
    for (size_t i = 0; i < n; i++)
        slashes += word[i] == '/';
    return slashes == 8 && (word[n] == ' ' || word[n] == '\0') && access(word, F_OK) != 0;
}

bool operand_is_position(const char *operand)
{
    static const struct span words[] = {SPAN_INIT("startpos"), SPAN_INIT("sfen"),
                                        SPAN_INIT("position")};
    struct span first = span_make(operand, strcspn(operand, " "));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (span_eq(first, words[i]))
            return true;
    return looks_like_sfen(operand);
}

static enum status read_position(struct operand_walk *w, const char *const *operands, size_t n,
                                 struct err *err)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < n; i++) {
        buf_add_str(&text, i > 0 ? " " : "");
        buf_add_str(&text, operands[i]);
    }
    buf_add_char(&text, '\n');
    enum status s = buf_status(&text) ? err_nomem(err) : STATUS_OK;
    if (s == STATUS_OK)
        s = reader_read(w->r, buf_span(&text), span_of(operands[0]), format_by_name(SPAN("usi")),
                        w->sink, w->ctx, err);
    if (s != STATUS_OK && s != STATUS_CANCELLED && s != STATUS_NOMEM)
        s = w->problem(w->ctx, err);
    buf_release(&text);
    return s;
}

static enum status read_operand(struct operand_walk *w, const char *operand, struct err *err)
{
    const struct source_handler handler = {.ctx = w, .item = read_item, .problem = report_problem};
    bool is_database;
    enum status st = operand_read_database(w, operand, &is_database, err);
    return is_database ? st : source_walk(&operand, 1, NULL, &handler, err);
}

enum status operand_read_games(const char *const *operands, size_t n, struct reader *r,
                               record_sink *sink, operand_problem *problem, void *ctx,
                               struct err *err)
{
    struct operand_walk w = {r, sink, problem, ctx};
    if (operand_is_position(operands[0]))
        return read_position(&w, operands, n, err);
    enum status st = STATUS_OK;
    for (size_t i = 0; i < n && st == STATUS_OK; i++)
        st = read_operand(&w, operands[i], err);
    return st;
}
