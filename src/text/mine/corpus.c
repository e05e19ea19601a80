/* corpus.c: games as one text of symbols; see corpus.h. */
#include "text/mine/corpus.h"

#include <string.h>

#include "base/alloc.h"
#include "text/mine/suffix_array.h"

static const struct msg TOO_LONG = {"the games are too many to mine; use a query",
                                    "棋譜が多すぎて抽出できません。検索式で絞ってください"};
static const struct msg BAD_SYMBOL = {"a symbol is outside the alphabet",
                                      "記号がアルファベットの範囲外です"};

void corpus_init(struct corpus *c, uint32_t alphabet)
{
    *c = (struct corpus){.alphabet = alphabet};
}

void corpus_release(struct corpus *c)
{
    mem_free(c->text);
    mem_free(c->ply);
    mem_free(c->note);
    mem_free(c->sentences);
    *c = (struct corpus){0};
}

void corpus_clear(struct corpus *c)
{
    c->n = c->sentence_count = 0;
}

static bool widen(uint32_t **array, size_t count)
{
    uint32_t *wider = mem_realloc_array(*array, count, sizeof *wider);
    if (wider)
        *array = wider;
    return wider != NULL;
}

/* Room for so many more symbols: doubling, so that adding one is cheap. */
static enum status reserve(struct corpus *c, uint32_t more, struct err *err)
{
    if (more <= c->cap - c->n)
        return STATUS_OK;
    if (more > SUFFIX_MAX_SYMBOLS - c->n)
        return err_plain(err, STATUS_LIMIT, &TOO_LONG);
    uint32_t cap = c->cap < 512 ? 512 : c->cap;
    while (cap - c->n < more)
        cap = cap > SUFFIX_MAX_SYMBOLS / 2 ? SUFFIX_MAX_SYMBOLS : 2 * cap;
    if (!widen(&c->text, cap) || (!c->gapless && (!widen(&c->ply, cap) || !widen(&c->note, cap))))
        return err_nomem(err);
    c->cap = cap;
    return STATUS_OK;
}

static enum status put(struct corpus *c, uint32_t symbol, uint32_t ply, struct err *err)
{
    enum status status = c->n < c->cap ? STATUS_OK : reserve(c, 1, err);
    if (status != STATUS_OK)
        return status;
    if (!c->gapless) {
        c->ply[c->n] = ply;
        c->note[c->n] = 0;
    }
    c->text[c->n++] = symbol;
    return STATUS_OK;
}

/* A break, unless there is one already. */
static enum status put_break(struct corpus *c, struct err *err)
{
    return c->n && c->text[c->n - 1] == CORPUS_BREAK ? STATUS_OK : put(c, CORPUS_BREAK, 0, err);
}

static struct sentence *last_sentence(const struct corpus *c)
{
    return c->sentence_count ? &c->sentences[c->sentence_count - 1] : NULL;
}

/* Sentences number less than symbols. */
static enum status new_sentence(struct corpus *c, struct err *err)
{
    size_t cap = c->sentence_cap;
    struct sentence *grown =
        mem_grow(c->sentences, c->sentence_count, &cap, SUFFIX_MAX_SYMBOLS, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    c->sentences = grown;
    c->sentence_cap = (uint32_t)cap;
    c->sentence_count++;
    return STATUS_OK;
}

enum status corpus_begin(struct corpus *c, uint32_t line, uint32_t mark, struct err *err)
{
    const struct sentence *last = last_sentence(c);
    enum status status = put_break(c, err);
    if (status == STATUS_OK && (!last || last->count))
        status = new_sentence(c, err);
    if (status != STATUS_OK)
        return status;
    *last_sentence(c) = (struct sentence){.first = c->n, .line = line, .mark = mark};
    corpus_lead(c, 0);
    return STATUS_OK;
}

void corpus_lead(struct corpus *c, uint32_t ply)
{
    if (!c->gapless)
        c->ply[last_sentence(c)->first - 1] = ply;
}

enum status corpus_add(struct corpus *c, uint32_t symbol, uint32_t ply, struct err *err)
{
    if (symbol == CORPUS_BREAK || symbol >= c->alphabet || !c->sentence_count)
        return err_plain(err, STATUS_RANGE, &BAD_SYMBOL);
    enum status status = put(c, symbol, ply, err);
    if (status == STATUS_OK)
        last_sentence(c)->count++;
    return status;
}

void corpus_note(struct corpus *c, uint32_t note)
{
    c->note[c->n - 1] = note;
}

enum status corpus_end(struct corpus *c, struct err *err)
{
    const struct sentence *last = last_sentence(c);
    if (last && !last->count)
        c->sentence_count--;
    return put_break(c, err);
}

static enum status append_sentence(struct corpus *c, const struct corpus *more,
                                   const struct sentence *s, struct err *err)
{
    enum status status = corpus_begin(c, s->line, s->mark, err);
    if (status == STATUS_OK)
        status = reserve(c, s->count, err);
    if (status != STATUS_OK)
        return status;
    memcpy(c->text + c->n, more->text + s->first, s->count * sizeof *c->text);
    if (!c->gapless) {
        corpus_lead(c, more->ply[s->first - 1]);
        memcpy(c->ply + c->n, more->ply + s->first, s->count * sizeof *c->ply);
        memcpy(c->note + c->n, more->note + s->first, s->count * sizeof *c->note);
    }
    c->n += s->count;
    last_sentence(c)->count = s->count;
    return STATUS_OK;
}

enum status corpus_append(struct corpus *c, const struct corpus *more, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < more->sentence_count && status == STATUS_OK; i++)
        if (more->sentences[i].count)
            status = append_sentence(c, more, &more->sentences[i], err);
    return status;
}

const struct sentence *corpus_sentence(const struct corpus *c, uint32_t at)
{
    uint32_t from = 0, to = c->sentence_count; /* those before `from` begin at `at` or earlier */
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (c->sentences[middle].first <= at)
            from = middle + 1;
        else
            to = middle;
    }
    return from ? &c->sentences[from - 1] : NULL;
}
