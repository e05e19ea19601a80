/* mine_together.c: see mine_together.h.
 *
 * Which substrings are frequent can't be told from a part of the games, so the text comes together
 * whole on rank 0, which sorts and scores it.  What the others do is the replaying and encoding of
 * games.  A corpus on its way is three numbers and its arrays, all of 32 bits:
 *
 *     symbols, sentences, 0 | text | ply | note | sentences (4 numbers each) */
#include "text/mine_together.h"

#include <string.h>

#include "base/alloc.h"

enum { HEAD = 3, COLUMNS = 3, SENTENCE_NUMBERS = 4 };

enum status mined_lines_together(struct mined_line **lines, size_t *count, const struct crew *crew,
                                 enum status status, struct err *err)
{
    struct buf bytes;
    if (crew_size(crew) < 2)
        return status;
    buf_init(&bytes, SIZE_MAX);
    if (status == STATUS_OK && crew_leads(crew) && *count)
        buf_add(&bytes, *lines, *count * sizeof **lines);
    if (status == STATUS_OK && buf_status(&bytes) != STATUS_OK)
        status = err_nomem(err);
    status = crew_broadcast(crew, status, &bytes, err);
    if (status == STATUS_OK && !crew_leads(crew)) {
        struct mined_line *copy = mem_alloc(bytes.n);
        if (copy) {
            memcpy(copy, bytes.p ? bytes.p : "", bytes.n);
            mem_free(*lines);
            *lines = copy;
            *count = bytes.n / sizeof *copy;
        } else {
            status = err_nomem(err);
        }
    }
    buf_release(&bytes);
    return status;
}

static void pack(const struct corpus *c, struct buf *out)
{
    const uint32_t head[HEAD] = {c->n, c->sentence_count, 0};
    const size_t n = c->n * sizeof *c->text;
    buf_add(out, head, sizeof head);
    if (!c->n)
        return;
    buf_add(out, c->text, n);
    buf_add(out, c->ply, n);
    buf_add(out, c->note, n);
    for (uint32_t i = 0; i < c->sentence_count; i++) {
        const struct sentence *s = &c->sentences[i];
        const uint32_t numbers[SENTENCE_NUMBERS] = {s->first, s->count, s->line, s->mark};
        buf_add(out, numbers, sizeof numbers);
    }
}

/* Does every sentence lie within the text, with a break before it? */
static bool is_whole(const struct corpus *c)
{
    for (uint32_t i = 0; i < c->sentence_count; i++) {
        const struct sentence *s = &c->sentences[i];
        if (s->first == 0 || s->first > c->n || s->count > c->n - s->first)
            return false;
    }
    return true;
}

/* numbers: a whole part, where a corpus can be read in place. */
static enum status append(struct corpus *c, uint32_t *numbers, size_t count, struct err *err)
{
    static const struct msg bad = {"what another process sent is damaged",
                                   "別のプロセスから届いたデータが壊れています"};
    if (count < HEAD || (numbers[0] && count != HEAD + (size_t)COLUMNS * numbers[0] +
                                                    (size_t)SENTENCE_NUMBERS * numbers[1]))
        return err_plain(err, STATUS_SYNTAX, &bad);
    const uint32_t n = numbers[0];
    if (n == 0)
        return STATUS_OK;
    uint32_t *text = numbers + HEAD, *rows = text + (size_t)COLUMNS * n;
    struct sentence *sentences = mem_calloc(numbers[1], sizeof *sentences);
    if (!sentences)
        return err_nomem(err);
    for (uint32_t i = 0; i < numbers[1]; i++, rows += SENTENCE_NUMBERS)
        sentences[i] = (struct sentence){rows[0], rows[1], rows[2], rows[3]};
    const struct corpus more = {.text = text,
                                .ply = text + n,
                                .note = text + 2 * (size_t)n,
                                .n = n,
                                .alphabet = c->alphabet,
                                .sentences = sentences,
                                .sentence_count = numbers[1]};
    enum status status =
        is_whole(&more) ? corpus_append(c, &more, err) : err_plain(err, STATUS_SYNTAX, &bad);
    mem_free(sentences);
    return status;
}

static enum status append_part(struct corpus *c, struct span part, struct err *err)
{
    uint32_t *numbers = mem_alloc(part.n);
    if (!numbers)
        return err_nomem(err);
    memcpy(numbers, part.p, part.n);
    enum status status = append(c, numbers, part.n / sizeof *numbers, err);
    mem_free(numbers);
    return status;
}

enum status corpus_together(struct corpus *c, const struct crew *crew, enum status status,
                            struct err *err)
{
    struct crew_parts parts = {0};
    struct buf mine;
    if (crew_size(crew) < 2)
        return status;
    buf_init(&mine, SIZE_MAX);
    if (status == STATUS_OK && !crew_leads(crew)) /* rank 0 has its own */
        pack(c, &mine);
    if (status == STATUS_OK && buf_status(&mine) != STATUS_OK)
        status = err_nomem(err);
    status = crew_gather(crew, status, buf_span(&mine), &parts, err);
    buf_release(&mine);
    for (uint32_t r = 1; r < parts.count && status == STATUS_OK && crew_leads(crew); r++)
        status = append_part(c, parts.at[r], err);
    crew_parts_release(&parts);
    return status;
}
