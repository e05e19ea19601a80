/* discover_candidates.c: which conditions are tried, and how they are written.
 *
 * Facts are known by Black's: one candidate for both sides.  Steps are conditions that the marks of
 * a sheet answer; a row of the table says what they read, the range, and how the query language
 * writes it for each side.  Named queries are asked of the sheets once and kept as runs of rows,
 * which are few. */
#include <string.h>

#include "base/alloc.h"
#include "values/discover/discover_internal.h"

enum { MOST_CANDIDATES = 1 << 24 };

/* --- Steps ------------------------------------------------------------------------------------ */

enum step_field { STEP_PLY, STEP_WHOLE, STEP_DIFFERENCE, STEP_ATTACK, STEP_DEFENCE, STEP_TURN };

/* Holds where low <= field < high, as the side sees it. */
struct candidate_step {
    enum step_field field;
    int low, high;
    const char *text[2];
};

#define PLIES(low, high) STEP_PLY, low, (high) + 1
#define SAME(text)                                                                                 \
    {                                                                                              \
        text, text                                                                                 \
    }
enum { FAR = 1 << 20 };

static const struct candidate_step STEPS[] = {
    {STEP_TURN, 1, 2, {"turn:s", "turn:g"}},
    {PLIES(0, 19), SAME("ply:..19")},
    {PLIES(20, 39), SAME("ply:20..39")},
    {PLIES(40, 59), SAME("ply:40..59")},
    {PLIES(60, 79), SAME("ply:60..79")},
    {PLIES(80, 99), SAME("ply:80..99")},
    {PLIES(100, 119), SAME("ply:100..119")},
    {PLIES(120, 159), SAME("ply:120..159")},
    {PLIES(160, FAR), SAME("ply:160..")},
    {STEP_WHOLE, 0, 16, SAME("progress<0.25")},
    {STEP_WHOLE, 16, 32, SAME("progress>=0.25 progress<0.5")},
    {STEP_WHOLE, 32, 48, SAME("progress>=0.5 progress<0.75")},
    {STEP_WHOLE, 48, 64, SAME("progress>=0.75 progress<1")},
    {STEP_WHOLE, 64, FAR, SAME("progress>=1")},
    {STEP_DIFFERENCE, 8, FAR, {"progress.diff>=0.125", "progress.diff<=-0.125"}},
    {STEP_DIFFERENCE, 16, FAR, {"progress.diff>=0.25", "progress.diff<=-0.25"}},
    {STEP_DIFFERENCE, 24, FAR, {"progress.diff>=0.375", "progress.diff<=-0.375"}},
    {STEP_DIFFERENCE, 32, FAR, {"progress.diff>=0.5", "progress.diff<=-0.5"}},
    {STEP_DIFFERENCE, 48, FAR, {"progress.diff>=0.75", "progress.diff<=-0.75"}},
    {STEP_ATTACK, 0, 16, {"attack.s<0.25", "attack.g<0.25"}},
    {STEP_ATTACK, 16, 32, {"attack.s>=0.25 attack.s<0.5", "attack.g>=0.25 attack.g<0.5"}},
    {STEP_ATTACK, 32, 48, {"attack.s>=0.5 attack.s<0.75", "attack.g>=0.5 attack.g<0.75"}},
    {STEP_ATTACK, 48, FAR, {"attack.s>=0.75", "attack.g>=0.75"}},
    {STEP_DEFENCE, 0, 32, {"defence.s<0.5", "defence.g<0.5"}},
    {STEP_DEFENCE, 32, 64, {"defence.s>=0.5 defence.s<1", "defence.g>=0.5 defence.g<1"}},
    {STEP_DEFENCE, 64, FAR, {"defence.s>=1", "defence.g>=1"}},
};
enum { STEP_COUNT = sizeof STEPS / sizeof *STEPS };

uint32_t discover_step_count(void)
{
    return STEP_COUNT;
}

static bool discover_step_is_symmetric(uint32_t step)
{
    return STEPS[step].text[0] == STEPS[step].text[1] ||
           strcmp(STEPS[step].text[0], STEPS[step].text[1]) == 0;
}

/* The field at each ply, as the side sees it.  Millions of plies go through here: what to read is
 * decided outside of the loops. */
static void read_field(enum step_field field, const struct sheet_mark *m, uint32_t plies, int side,
                       int *out)
{
    uint32_t p = 0;
    switch (field) {
    case STEP_PLY:
        for (; p < plies; p++)
            out[p] = p < FAR ? (int)p : FAR - 1;
        break;
    case STEP_WHOLE:
        for (; p < plies; p++)
            out[p] = m[p].whole;
        break;
    case STEP_DIFFERENCE:
        for (; p < plies; p++)
            out[p] = m[p].attack[side] - m[p].attack[!side];
        break;
    case STEP_ATTACK:
        for (; p < plies; p++)
            out[p] = m[p].attack[side];
        break;
    case STEP_DEFENCE:
        for (; p < plies; p++)
            out[p] = m[p].defence[side];
        break;
    case STEP_TURN:
        for (; p < plies; p++)
            out[p] = ((m[p].flags & MARK_WHITE) != 0) == side;
        break;
    }
}

void discover_step_plies(uint32_t step, const struct sheet_mark *m, uint32_t plies, int side,
                         int *room, bool *out)
{
    const struct candidate_step *s = &STEPS[step];
    read_field(s->field, m, plies, side, room);
    for (uint32_t p = 0; p < plies; p++)
        out[p] = room[p] >= s->low && room[p] < s->high;
}

/* --- The list --------------------------------------------------------------------------------- */

static struct discover_candidate *add(struct discover_candidates *c)
{
    struct discover_candidate *at = mem_grow(c->at, c->count, &c->cap, MOST_CANDIDATES, sizeof *at);
    if (!at)
        return NULL;
    c->at = at;
    at[c->count] = (struct discover_candidate){0};
    return &at[c->count++];
}

static enum status add_facts(struct discover_candidates *c, struct err *err)
{
    for (uint32_t fact = 0; fact < SHOGI_FACT_COUNT; fact++) {
        uint32_t image = shogi_fact_image(fact, SHOGI_FLIP);
        if (image < fact)
            continue; /* Black's have the smaller numbers */
        c->of_fact[fact] = c->of_fact[image] = c->count;
        struct discover_candidate *new = add(c);
        if (!new)
            return err_nomem(err);
        *new = (struct discover_candidate){.kind = CANDIDATE_FACT, .number = fact};
    }
    return STATUS_OK;
}

static enum status add_steps(struct discover_candidates *c, struct err *err)
{
    c->first_step = c->count;
    for (uint32_t i = 0; i < STEP_COUNT; i++) {
        struct discover_candidate *new = add(c);
        if (!new)
            return err_nomem(err);
        *new = (struct discover_candidate){
            .kind = CANDIDATE_STEP, .number = i, .symmetric = discover_step_is_symmetric(i)};
    }
    return STATUS_OK;
}

/* --- Named queries ---------------------------------------------------------------------------- */

static void print_name(const struct named_query *q, int side, struct buf *out)
{
    if (!q->group.n) {
        buf_add_str(out, side ? "flip(@" : "@");
        buf_add_span(out, q->name);
        buf_add_str(out, side ? ")" : "");
        return;
    }
    buf_add_str(out, side ? "g." : "s.");
    buf_add_span(out, q->group);
    buf_add_char(out, ':');
    buf_add_span(out, q->name);
}

static bool runs_add(struct row_runs *r, uint64_t from, uint64_t to)
{
    struct row_run *at = mem_grow(r->at, r->count, &r->cap, SIZE_MAX / sizeof *at, sizeof *at);
    if (!at)
        return false;
    r->at = at;
    at[r->count++] = (struct row_run){from, to};
    return true;
}

static bool runs_from_bits(struct row_runs *r, const uint64_t *bits, size_t words)
{
    uint64_t from = UINT64_MAX; /* of an open run */
    for (size_t i = 0; i < words; i++) {
        if (bits[i] == (from == UINT64_MAX ? 0 : UINT64_MAX))
            continue;
        for (unsigned bit = 0; bit < 64; bit++) {
            bool set = bits[i] >> bit & 1;
            uint64_t row = (uint64_t)i * 64 + bit;
            if (set == (from != UINT64_MAX))
                continue;
            if (!set && !runs_add(r, from, row))
                return false;
            from = set ? row : UINT64_MAX;
        }
    }
    return from == UINT64_MAX || runs_add(r, from, (uint64_t)words * 64);
}

static enum status match_sheets(struct discover_candidate *c, int side, const struct query *q,
                                const struct sheets *s, const struct discover_options *o,
                                struct err *err)
{
    const struct sheet_options so = {.threads = o->threads, .cancelled = o->cancelled};
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++) {
        size_t words = sheet_words(&s->at[i]);
        uint64_t *bits = mem_calloc(words + 1, sizeof *bits);
        if (!bits)
            return err_nomem(err);
        status = sheet_match(&s->at[i], q, &so, bits, err);
        if (status == STATUS_OK &&
            !runs_from_bits(&c->runs[2 * (size_t)i + (size_t)side], bits, words))
            status = err_nomem(err);
        mem_free(bits);
    }
    return status;
}

static enum status match_name(struct discover_candidate *c, const struct sheets *s,
                              const struct discover_options *o, struct err *err)
{
    struct buf text;
    enum status status = STATUS_OK;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (int side = 0; side < 2 && status == STATUS_OK; side++) {
        struct query q;
        buf_clear(&text);
        print_name(&o->named->at[c->number], side, &text);
        if (buf_status(&text) != STATUS_OK) {
            status = err_nomem(err);
            break;
        }
        status = query_parse(&q, &shogi_game, o->named, buf_span(&text), err);
        if (status == STATUS_OK)
            status = match_sheets(c, side, &q, s, o, err);
        query_release(&q);
    }
    buf_release(&text);
    return status;
}

static const struct msg MATCHING = {"looking up castles and openings", "囲いと戦型を照合中"};
static const struct msg NAMES = {"names", "件"};

static enum status add_names(struct discover_candidates *c, const struct sheets *s,
                             const struct discover_options *o, struct err *err)
{
    enum status status = STATUS_OK;
    c->first_named = c->count;
    if (!o->named)
        return STATUS_OK;
    if (o->progress)
        progress_start(o->progress, &MATCHING, &NAMES, o->named->count);
    for (size_t i = 0; i < o->named->count && status == STATUS_OK; i++) {
        struct discover_candidate *new = add(c);
        if (!new)
            return err_nomem(err);
        new->kind = CANDIDATE_NAMED;
        new->number = (uint32_t)i;
        new->runs = mem_calloc(2 * (size_t)s->count + 1, sizeof *new->runs);
        if (!new->runs)
            return err_nomem(err);
        status = match_name(new, s, o, err);
        if (o->progress)
            progress_add(o->progress, 1);
    }
    if (o->progress)
        progress_finish(o->progress);
    return status;
}

enum status candidates_open(struct discover_candidates *c, const struct sheets *s,
                            const struct discover_options *o, struct err *err)
{
    *c = (struct discover_candidates){.sheets = s->count};
    enum status status = add_facts(c, err);
    if (status == STATUS_OK)
        status = add_steps(c, err);
    if (status == STATUS_OK)
        status = add_names(c, s, o, err);
    c->singles = c->count;
    return status;
}

void candidates_close(struct discover_candidates *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        for (size_t k = 0; c->at[i].runs && k < 2 * (size_t)c->sheets; k++)
            mem_free(c->at[i].runs[k].at);
        mem_free(c->at[i].runs);
    }
    mem_free(c->at);
    *c = (struct discover_candidates){0};
}

enum status candidates_add_pair(struct discover_candidates *c, uint32_t a, uint32_t b, bool other,
                                struct err *err)
{
    bool symmetric = c->at[a].symmetric && c->at[b].symmetric;
    struct discover_candidate *new = add(c);
    if (!new)
        return err_nomem(err);
    *new = (struct discover_candidate){
        .kind = CANDIDATE_PAIR, .a = a, .b = b, .other = other, .symmetric = symmetric};
    return STATUS_OK;
}

bool candidates_may_pair(const struct discover_candidates *c, uint32_t a, uint32_t b)
{
    const struct discover_candidate *x = &c->at[a], *y = &c->at[b];
    if (a == b)
        return false;
    return x->kind != CANDIDATE_STEP || y->kind != CANDIDATE_STEP ||
           STEPS[x->number].field != STEPS[y->number].field;
}

static void print_single(const struct discover_candidate *c, int side,
                         const struct named_queries *named, struct buf *out)
{
    if (c->kind == CANDIDATE_FACT)
        shogi_fact_print(side ? shogi_fact_image(c->number, SHOGI_FLIP) : c->number, out);
    else if (c->kind == CANDIDATE_STEP)
        buf_add_str(out, STEPS[c->number].text[side]);
    else
        print_name(&named->at[c->number], side, out);
}

void candidate_print(const struct discover_candidates *c, uint32_t number, int side,
                     const struct named_queries *named, struct buf *out)
{
    const struct discover_candidate *x = &c->at[number];
    if (x->kind != CANDIDATE_PAIR) {
        print_single(x, side, named, out);
        return;
    }
    print_single(&c->at[x->a], side, named, out);
    buf_add_char(out, ' ');
    print_single(&c->at[x->b], x->other ? !side : side, named, out);
}
