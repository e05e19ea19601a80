/* mine_parts.c: see mine_parts.h.
 *
 * Which substrings are frequent can't be told from a part of the games.  So all parts get the whole
 * text, and divide its suffixes by how they begin (suffix_array.h): every substring that is long
 * enough to be ranked then has all its occurrences in one part.  What parts need of each other is
 * how often windows occur, at every place of the text (substring_windows), and how many substrings
 * there are of each length (substring_count_lengths).
 *
 *     read      each its own games               share: text        gather: plies, notes, lines
 *     sort      each its own suffixes            share: the ends of parts
 *     score     each its own substrings          share: profiles, or sum: lengths
 *     merge     part 0: the best of all          gather: sequences, then their occurrences
 *
 * The best of all are the first few of each part's own best; so part 0 only needs to say how
 * many. */
#include "text/mine/mine_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static const struct msg TOO_LONG = {"the games make a text that is too long to be mined",
                                    "棋譜のテキストが長すぎて、定型手順を探せません"};

/* --- Text ------------------------------------------------------------------------------------- */

/* Places are numbers of 32 bits, and so are sums of a place and a length of a sentence. */
static const uint64_t MOST_SYMBOLS = UINT32_MAX - (1U << 24);

/* What a sentence is but its place and its length, which the text tells. */
struct sentence_origin {
    uint32_t line, mark;
};

/* A column of numbers of all parts in place of the own one; n: how many there must be. */
static uint32_t *join_column(uint32_t *column, uint32_t mine, uint32_t n, bool share,
                             const struct reduction *r, enum status *status, struct err *err)
{
    size_t count = mine;
    column = (share ? reduction_join : reduction_collect)(r, status, column, &count, sizeof *column,
                                                          err);
    if (*status == STATUS_OK && column && count != n)
        *status = reduction_damaged(err);
    return column;
}

static enum status join_text(struct corpus *c, const struct reduction *reduction,
                             enum status status, struct err *err)
{
    size_t n = c->n;
    c->text = reduction_join(reduction, &status, c->text, &n, sizeof *c->text, err);
    if (status == STATUS_OK && n > MOST_SYMBOLS)
        status = err_plain(err, STATUS_LIMIT, &TOO_LONG);
    c->n = c->cap = status == STATUS_OK ? (uint32_t)n : 0;
    if (status == STATUS_OK &&
        (n == 0 || c->text[0] != CORPUS_BREAK || c->text[n - 1] != CORPUS_BREAK))
        status = reduction_damaged(err);
    return status;
}

static bool begins_sentence(const struct corpus *c, uint32_t at)
{
    return c->text[at] != CORPUS_BREAK && c->text[at - 1] == CORPUS_BREAK;
}

/* In part 0: the sentences of the text, which are as many as there are origins. */
static enum status make_sentences(struct corpus *c, const struct sentence_origin *origins,
                                  size_t count, struct err *err)
{
    uint32_t made = 0;
    c->sentences = mem_calloc(count ? count : 1, sizeof *c->sentences);
    if (!c->sentences)
        return err_nomem(err);
    for (uint32_t at = 1; at < c->n; at++) {
        if (begins_sentence(c, at)) {
            if (made == count)
                return reduction_damaged(err);
            c->sentences[made] = (struct sentence){
                .first = at, .line = origins[made].line, .mark = origins[made].mark};
            made++;
        }
        if (c->text[at] != CORPUS_BREAK)
            c->sentences[made - 1].count++;
    }
    c->sentence_count = c->sentence_cap = made;
    return made == count ? STATUS_OK : reduction_damaged(err);
}

static enum status join_sentences(struct corpus *c, const struct reduction *reduction,
                                  struct err *err)
{
    size_t count = c->sentence_count;
    struct sentence_origin *origins = mem_calloc(count + 1, sizeof *origins);
    enum status status = origins ? STATUS_OK : err_nomem(err);
    for (size_t i = 0; i < count && origins; i++)
        origins[i] = (struct sentence_origin){c->sentences[i].line, c->sentences[i].mark};
    mem_free(c->sentences);
    c->sentences = NULL;
    c->sentence_count = c->sentence_cap = 0;
    origins = reduction_collect(reduction, &status, origins, &count, sizeof *origins, err);
    if (status == STATUS_OK && reduction_leads(reduction))
        status = make_sentences(c, origins, count, err);
    mem_free(origins);
    return status;
}

/* A text begins with a break and, until it has ended, does not end with one: parts only need to be
 * put side by side, and the last one to be ended. */
enum status corpus_join(struct corpus *c, bool notes, const struct reduction *reduction,
                        enum status status, struct err *err)
{
    if (status == STATUS_OK && reduction_part(reduction) + 1 == reduction_parts(reduction))
        status = corpus_end(c, err);
    const uint32_t mine = c->n;
    status = join_text(c, reduction, status, err);
    if (status == STATUS_OK && !c->gapless)
        c->ply = join_column(c->ply, mine, c->n, false, reduction, &status, err);
    if (status == STATUS_OK && !c->gapless)
        c->note = join_column(c->note, mine, c->n, notes, reduction, &status, err);
    return status == STATUS_OK ? join_sentences(c, reduction, err) : status;
}

/* --- Sequences -------------------------------------------------------------------------------- */

/* Some suffixes in a row. */
struct suffix_range {
    uint32_t from, to;
};

static int by_from(const void *a, const void *b)
{
    const struct suffix_range *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to < y->to) - (x->to > y->to);
}

/* The suffixes at which sequences occur, each once, as stretches in order.  Room for one stretch
 * for each sequence. */
static size_t stretches_of(const struct sequence *s, size_t count, struct suffix_range *out)
{
    size_t made = 0;
    for (size_t i = 0; i < count; i++)
        out[i] = (struct suffix_range){s[i].from, s[i].to};
    if (count)
        qsort(out, count, sizeof *out, by_from);
    for (size_t i = 0; i < count; i++) {
        if (made && out[i].from < out[made - 1].to)
            out[made - 1].to = out[i].to > out[made - 1].to ? out[i].to : out[made - 1].to;
        else
            out[made++] = out[i];
    }
    return made;
}

/* What becomes of the sequences that each part found in its part. */
struct sequence_merge {
    struct mine_result *m; /* of which `found` are this part's own, best first */
    const struct reduction *reduction;
    uint64_t top;
    struct sequences best; /* of all; in part 0 */
    uint64_t *kept;        /* by part: how many of its own are among these */
};

static struct sequence sequence_at(struct span part, size_t i)
{
    struct sequence s;
    memcpy(&s, part.p + i * sizeof s, sizeof s);
    return s;
}

/* Each part's own stand in order: those kept are its first. */
static uint64_t count_kept(const struct sequence_merge *g, struct span part)
{
    size_t i = 0, count = part.n / sizeof(struct sequence);
    const struct sequence *last = g->best.count ? &g->best.at[g->best.count - 1] : NULL;
    for (; last && i < count; i++) {
        struct sequence s = sequence_at(part, i);
        if (sequence_before(last, &s))
            break;
    }
    return i;
}

static enum status choose_best(struct sequence_merge *g, const struct byte_parts *parts,
                               struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t r = 0; r < parts->count; r++) {
        if (parts->at[r].n % sizeof(struct sequence))
            return reduction_damaged(err);
        for (size_t i = 0; i < parts->at[r].n / sizeof(struct sequence); i++) {
            struct sequence s = sequence_at(parts->at[r], i);
            bool sound = s.from < s.to && s.to <= g->m->corpus.n && s.length;
            status = sound ? sequences_offer(&g->best, g->top, &s, err) : reduction_damaged(err);
            if (status != STATUS_OK)
                return status;
        }
    }
    sequences_finish(&g->best);
    for (uint32_t r = 0; r < parts->count; r++)
        g->kept[r] = count_kept(g, parts->at[r]);
    return STATUS_OK;
}

/* Suffixes are counted from the first of all parts. */
static enum status merge_best(struct sequence_merge *g, struct err *err)
{
    struct byte_parts parts = {0};
    const struct sequences *own = &g->m->found;
    for (size_t i = 0; i < own->count; i++) {
        own->at[i].from += g->m->index.before;
        own->at[i].to += g->m->index.before;
    }
    enum status status = reduction_gather(
        g->reduction, STATUS_OK, span_make((const char *)own->at, own->count * sizeof *own->at),
        &parts, err);
    if (status == STATUS_OK && reduction_leads(g->reduction))
        status = choose_best(g, &parts, err);
    byte_parts_release(&parts);
    return status;
}

/* The places of this part's own sequences that were kept. */
static enum status list_places(const struct sequence_merge *g, struct buf *out, struct err *err)
{
    const struct substring_index *x = &g->m->index;
    uint64_t kept = g->kept[reduction_part(g->reduction)];
    if (kept > g->m->found.count)
        return reduction_damaged(err);
    struct suffix_range *at = mem_calloc(kept + 1, sizeof *at);
    if (!at)
        return err_nomem(err);
    size_t count = stretches_of(g->m->found.at, kept, at);
    for (size_t i = 0; i < count; i++)
        buf_add(out, x->order + (at[i].from - x->before),
                (at[i].to - at[i].from) * sizeof *x->order);
    mem_free(at);
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

static const struct suffix_range *stretch_with(const struct suffix_range *at, size_t count,
                                               uint32_t suffix)
{
    size_t from = 0, to = count; /* those before `from` begin at the suffix or earlier */
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (at[middle].from <= suffix)
            from = middle + 1;
        else
            to = middle;
    }
    return &at[from - 1];
}

/* moved: room for where each stretch begins now, and one more. */
static enum status point_into(const struct sequences *s, struct suffix_range *at, uint32_t *moved,
                              uint64_t places, struct err *err)
{
    size_t count = stretches_of(s->at, s->count, at);
    for (size_t i = 0; i < count; i++)
        moved[i + 1] = moved[i] + (at[i].to - at[i].from);
    if (moved[count] != places)
        return reduction_damaged(err);
    for (size_t i = 0; i < s->count; i++) {
        const struct suffix_range *in = stretch_with(at, count, s->at[i].from);
        uint32_t by = moved[in - at];
        s->at[i].to = s->at[i].to - in->from + by;
        s->at[i].from = s->at[i].from - in->from + by;
    }
    return STATUS_OK;
}

/* Points sequences to where their places are now: stretch after stretch. */
static enum status point_to_places(const struct sequences *s, uint64_t places, struct err *err)
{
    struct suffix_range *at = mem_calloc(s->count + 1, sizeof *at);
    uint32_t *moved = mem_calloc(s->count + 1, sizeof *moved);
    enum status status = at && moved ? point_into(s, at, moved, places, err) : err_nomem(err);
    mem_free(at);
    mem_free(moved);
    return status;
}

/* Every occurrence of a sequence is within the text. */
static bool fit_into_text(const struct mine_result *m)
{
    for (size_t i = 0; i < m->found.count; i++) {
        const struct sequence *s = &m->found.at[i];
        for (uint32_t k = s->from; k < s->to; k++)
            if (s->length > m->corpus.n - m->index.order[k])
                return false;
    }
    return true;
}

/* In part 0: the best of all, and their places as the index. */
static enum status take_places(struct sequence_merge *g, uint32_t *order, size_t places,
                               struct err *err)
{
    struct mine_result *m = g->m;
    substring_index_release(&m->index);
    sequences_release(&m->found);
    m->found = g->best;
    g->best = (struct sequences){0};
    m->index =
        (struct substring_index){.corpus = &m->corpus, .order = order, .count = (uint32_t)places};
    for (size_t i = 0; i < places; i++)
        if (places > UINT32_MAX || m->index.order[i] == 0 || m->index.order[i] >= m->corpus.n)
            return reduction_damaged(err);
    enum status status = point_to_places(&m->found, places, err);
    return status == STATUS_OK && !fit_into_text(m) ? reduction_damaged(err) : status;
}

static enum status sequences_merge(struct mine_result *m, uint64_t top,
                                   const struct reduction *reduction, struct err *err)
{
    struct sequence_merge g = {.m = m, .reduction = reduction, .top = top};
    struct buf places;
    g.kept = mem_calloc(reduction_parts(reduction), sizeof *g.kept);
    if (!g.kept)
        return err_nomem(err);
    buf_init(&places, SIZE_MAX);
    enum status status = merge_best(&g, err);
    if (status == STATUS_OK)
        status = reduction_sum(reduction, status, g.kept, reduction_parts(reduction),
                               err); /* only part 0 has any */
    if (status == STATUS_OK)
        status = list_places(&g, &places, err);
    if (status == STATUS_OK) {
        size_t count = places.n / sizeof(uint32_t);
        uint32_t *order =
            reduction_collect(reduction, &status, places.p, &count, sizeof *order, err);
        buf_init(&places, SIZE_MAX);
        if (status == STATUS_OK && reduction_leads(reduction))
            status = take_places(&g, order, count, err);
    }
    sequences_release(&g.best);
    mem_free(g.kept);
    buf_release(&places);
    return status;
}

enum status mine_run_parts(struct mine_result *m, const struct scorer *scorer,
                           const struct mine_options *opt, struct err *err)
{
    const struct corpus *c = &m->corpus;
    struct suffix_parts parts;
    enum status status = suffix_parts_init(&parts, c->text, c->n, c->alphabet,
                                           scorer_shortest(scorer, &opt->scoring),
                                           reduction_parts(opt->reduction), err);
    if (status != STATUS_OK)
        return status;
    mine_begin_stage(opt, MINE_SORTING);
    status = substring_index_build_part(&m->index, c, &parts, opt->reduction, opt->cancelled, err);
    mine_begin_stage(opt, MINE_SCORING);
    if (status == STATUS_OK)
        status = scorer->run(&m->index, &opt->scoring, &m->found, err);
    if (status == STATUS_OK)
        status = sequences_merge(m, opt->scoring.top, opt->reduction, err);
    suffix_parts_release(&parts);
    return status;
}
