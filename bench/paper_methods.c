/* paper_methods.c: see paper_methods.h.
 *
 * Two lists are merged by always leaving the posting that ends first: it can meet nothing that
 * comes later in the other list.  Which of the two that is cannot be foreseen, so the loop does not
 * branch on it: both places move by the sign of a difference (a comparison would be turned into a
 * branch again), and a result is written in any case and counted only if there is one. */
#include "bench/paper_methods.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "games/replay.h"
#include "games/shogi/shogi_facts.h"

const char *const paper_method_names[PAPER_METHODS] = {"sequential", "sequential, galloping",
                                                       "all at once", "all at once, galloping"};

enum { MAX_PLIES = 65534 };

/* --- Building ------------------------------------------------------------------------------- */

static const struct msg BAD_MOVE = {"a move can't be made", "指せない手があります"};
static const struct msg TOO_LONG = {"a game is too long for these lists", "手数が多すぎます"};

static paper_posting make_posting(uint32_t line, uint32_t from, uint32_t to)
{
    return (uint64_t)line << 32 | (uint64_t)to << 16 | from;
}

/* Building takes two walks over all lines: one counts, one fills in. */
struct paper_builder {
    struct paper_index *x;
    size_t *next;   /* by fact: where its next posting goes; NULL while counting */
    uint32_t *from; /* by fact: ply at which it began */
    uint32_t line;
};

static void begin_facts(struct paper_builder *b, const struct fact_changes *c, uint32_t ply)
{
    for (uint32_t i = 0; i < c->n_begins; i++) {
        uint32_t fact = c->begins[i];
        b->from[fact] = ply;
        if (!b->next)
            b->x->first[fact + 1]++;
    }
}

static void end_fact(struct paper_builder *b, uint32_t fact, uint32_t ply)
{
    if (b->next)
        b->x->postings[b->next[fact]++] = make_posting(b->line, b->from[fact], ply);
    b->from[fact] = UINT32_MAX;
}

static enum status walk_line(struct paper_builder *b, struct replay *r,
                             const struct paper_source *s, struct err *err)
{
    uint32_t plies = s->plies(s->ctx, b->line);
    if (plies > MAX_PLIES)
        return err_plain(err, STATUS_LIMIT, &TOO_LONG);
    enum status status = replay_start_text(r, s->start(s->ctx, b->line), err);
    if (status != STATUS_OK)
        return status;
    begin_facts(b, &r->changes, 0);
    for (uint32_t ply = 0; ply < plies; ply++) {
        if (!replay_step(r, s->move(s->ctx, b->line, ply)))
            return err_plain(err, STATUS_SYNTAX, &BAD_MOVE);
        for (uint32_t i = 0; i < r->changes.n_ends; i++)
            end_fact(b, r->changes.ends[i], ply + 1);
        begin_facts(b, &r->changes, ply + 1);
    }
    for (uint32_t fact = 0; fact < b->x->facts; fact++)
        if (b->from[fact] != UINT32_MAX)
            end_fact(b, fact, plies + 1);
    b->x->plies += plies;
    return STATUS_OK;
}

static enum status walk_all(struct paper_builder *b, struct replay *r, const struct paper_source *s,
                            struct err *err)
{
    enum status status = STATUS_OK;
    b->x->plies = 0;
    for (b->line = 0; b->line < s->lines && status == STATUS_OK; b->line++)
        status = walk_line(b, r, s, err);
    return status;
}

static enum status fill(struct paper_builder *b, struct replay *r, const struct paper_source *s,
                        struct err *err)
{
    struct paper_index *x = b->x;
    for (uint32_t fact = 0; fact < x->facts; fact++)
        x->first[fact + 1] += x->first[fact];
    x->postings = mem_calloc(x->first[x->facts] + 1, sizeof *x->postings);
    b->next = mem_calloc(x->facts + 1, sizeof *b->next);
    if (!x->postings || !b->next)
        return err_nomem(err);
    for (uint32_t fact = 0; fact < x->facts; fact++)
        b->next[fact] = x->first[fact];
    return walk_all(b, r, s, err);
}

enum status paper_index_build(struct paper_index *x, const struct game *game,
                              const struct paper_source *source, struct err *err)
{
    struct paper_builder b = {.x = x};
    struct replay *r = NULL;
    *x = (struct paper_index){.facts = game->fact_count, .lines = source->lines};
    x->first = mem_calloc(x->facts + 1, sizeof *x->first);
    b.from = mem_calloc(x->facts, sizeof *b.from);
    enum status status = x->first && b.from ? replay_open(&r, game, err) : err_nomem(err);
    for (uint32_t fact = 0; status == STATUS_OK && fact < x->facts; fact++)
        b.from[fact] = UINT32_MAX;
    if (status == STATUS_OK)
        status = walk_all(&b, r, source, err);
    if (status == STATUS_OK)
        status = fill(&b, r, source, err);
    replay_close(r);
    mem_free(b.from);
    mem_free(b.next);
    if (status != STATUS_OK)
        paper_index_release(x);
    return status;
}

void paper_index_release(struct paper_index *x)
{
    mem_free(x->first);
    mem_free(x->postings);
    *x = (struct paper_index){0};
}

/* --- Two lists ------------------------------------------------------------------------------ */

struct paper_list {
    const paper_posting *at, *end;
};

static size_t length_of(struct paper_list l)
{
    return (size_t)(l.end - l.at);
}

/* When the longer list is so many times longer, its postings are searched, not passed: 8, 16, 32
 * and 64 could not be told apart on 60,000 generated games.  From RUN_RATIO on they are passed in
 * runs. */
enum { GALLOP_RATIO = 32, RUN_RATIO = 8 };

/* Up to where two postings overlap, in *out; false if they don't. */
static inline bool overlap(paper_posting a, paper_posting b, paper_posting *out)
{
    uint64_t from_a = a & 0xFFFF, from_b = b & 0xFFFF;
    uint64_t from = from_a > from_b ? from_a : from_b;
    uint64_t first_end = (a < b ? a : b) & ~UINT64_C(0xFFFF);
    *out = first_end | from;
    return ((a ^ b) >> 32 == 0) & (from < (first_end >> 16 & 0xFFFF));
}

/* A part of two lists that is merged by itself.  A step waits for the one before it, eight cycles
 * or so; two parts taken in turn fill the gaps (the start position among 20,000 games on a 2.8 GHz
 * Xeon: one lane 248 million postings a second, two 389, four 210). */
struct lane {
    const paper_posting *p, *p_end, *q, *q_end;
    paper_posting *out, *first;
};
enum { LANES = 2, WORTH_CUTTING = 1024 };

static inline void lane_step(struct lane *l)
{
    paper_posting x = *l->p, y = *l->q;
    l->out += overlap(x, y, l->out);
    l->p += 1 - ((y - x) >> 63);
    l->q += 1 - ((x - y) >> 63);
}

static inline bool lane_goes_on(const struct lane *l)
{
    return (l->p < l->p_end) & (l->q < l->q_end);
}

/* The first posting of a line >= line. */
static const paper_posting *find_line(struct paper_list l, uint32_t line)
{
    const paper_posting *p = l.at;
    for (size_t n = (size_t)(l.end - l.at); n;) {
        size_t half = n / 2;
        bool right = paper_line(p[half]) < line;
        p = right ? p + half + 1 : p;
        n = right ? n - half - 1 : half;
    }
    return p;
}

/* Cuts the lists between lines; each lane writes where it has room for all it can find. */
static void cut_lanes(struct paper_list a, struct paper_list b, int lanes, paper_posting *out,
                      struct lane *lane)
{
    size_t n = (size_t)(a.end - a.at);
    const paper_posting *p = a.at, *q = b.at;
    for (int i = 0; i < lanes; i++) {
        size_t cut = n * (size_t)(i + 1) / (size_t)lanes;
        bool last = i + 1 == lanes;
        uint32_t line = last ? 0 : paper_line(a.at[cut]);
        const paper_posting *p_end = last ? a.end : find_line(a, line);
        const paper_posting *q_end = last ? b.end : find_line(b, line);
        paper_posting *to = out + (p - a.at) + (q - b.at);
        lane[i] = (struct lane){p, p_end, q, q_end, to, to};
        p = p_end;
        q = q_end;
    }
}

static size_t merge_two(struct paper_list a, struct paper_list b, paper_posting *out,
                        uint64_t *passed)
{
    struct lane l[LANES];
    size_t n = 0;
    int lanes = length_of(a) < WORTH_CUTTING || length_of(b) < WORTH_CUTTING ? 1 : LANES;
    cut_lanes(a, b, lanes, out, l);
    struct lane l0 = l[0], l1 = l[lanes - 1]; /* in registers */
    while (lanes > 1 && lane_goes_on(&l0) && lane_goes_on(&l1)) {
        lane_step(&l0);
        lane_step(&l1);
    }
    l[0] = l0;
    l[lanes - 1] = l1;
    const paper_posting *p = a.at, *q = b.at;
    for (int i = 0; i < lanes; i++) {
        while (lane_goes_on(&l[i]))
            lane_step(&l[i]);
        size_t found = (size_t)(l[i].out - l[i].first);
        memmove(out + n, l[i].first, found * sizeof *out);
        n += found;
        *passed += (uint64_t)(l[i].p - p) + (uint64_t)(l[i].q - q);
        p = l[i].p_end;
        q = l[i].q_end;
    }
    return n;
}

/* The first posting from p on that ends after a place (line << 16 | ply); at most `end`. */
static const paper_posting *pass(const paper_posting *p, const paper_posting *end, uint64_t start)
{
    uint64_t passed = start << 16 | 0xFFFF;
    while (p < end && *p <= passed)
        p++;
    return p;
}

/* The same by doubling steps, then halving ones, so that near goals are near. */
static inline const paper_posting *gallop(const paper_posting *p, const paper_posting *end,
                                          uint64_t start)
{
    uint64_t passed = start << 16 | 0xFFFF; /* the last posting that has ended by then */
    size_t step = 1, room = (size_t)(end - p);
    while (step <= room && p[step - 1] <= passed) {
        p += step;
        room -= step;
        step *= 2;
    }
    size_t n = step <= room ? step - 1 : room;
    while (n) { /* the goal is among p[0 … n] */
        size_t half = n / 2;
        bool right = p[half] <= passed;
        p = right ? p + half + 1 : p;
        n = right ? n - half - 1 : half;
    }
    return p;
}

static inline uint64_t start_of(paper_posting p)
{
    return p >> 32 << 16 | (p & 0xFFFF);
}

/* For each posting of the short list those of the long one that meet it. */
static size_t gallop_two(struct paper_list a, struct paper_list b, paper_posting *out)
{
    const paper_posting *q = b.at;
    size_t n = 0;
    for (const paper_posting *p = a.at; p < a.end; p++) {
        q = gallop(q, b.end, start_of(*p));
        for (const paper_posting *near = q; near < b.end && overlap(*p, *near, &out[n]); near++)
            n++;
    }
    return n;
}

/* The same step by step: where one list is a good deal longer, the branch that says "go on" is
 * usually right, and passing a posting takes a cycle or two. */
static size_t run_two(struct paper_list a, struct paper_list b, paper_posting *out,
                      uint64_t *passed)
{
    const paper_posting *q = b.at;
    size_t n = 0;
    for (const paper_posting *p = a.at; p < a.end; p++) {
        q = pass(q, b.end, start_of(*p));
        for (const paper_posting *near = q; near < b.end && overlap(*p, *near, &out[n]); near++)
            n++;
    }
    *passed += length_of(a) + (uint64_t)(q - b.at);
    return n;
}

/* --- All lists ------------------------------------------------------------------------------ */

static bool make_room(paper_posting **array, size_t *cap, size_t wanted)
{
    if (wanted <= *cap)
        return true;
    paper_posting *more = mem_realloc_array(*array, wanted, sizeof **array);
    if (!more)
        return false;
    *array = more;
    *cap = wanted;
    return true;
}

static enum status sequential(const struct paper_list *lists, uint32_t n, bool galloping,
                              struct paper_result *r, struct err *err)
{
    struct paper_list so_far = lists[0];
    for (uint32_t i = 1; i < n && so_far.at < so_far.end; i++) {
        size_t here = length_of(so_far), there = length_of(lists[i]);
        if (!make_room(&r->spare, &r->spare_cap, here + there + 1))
            return err_nomem(err);
        bool jump = galloping && there / GALLOP_RATIO > here;
        bool run = there / RUN_RATIO > here;
        size_t found = jump  ? gallop_two(so_far, lists[i], r->spare)
                       : run ? run_two(so_far, lists[i], r->spare, &r->passed)
                             : merge_two(so_far, lists[i], r->spare, &r->passed);
        paper_posting *full = r->spare;
        size_t full_cap = r->spare_cap;
        r->spare = r->hits;
        r->spare_cap = r->cap;
        r->hits = full;
        r->cap = full_cap;
        so_far = (struct paper_list){full, full + found};
    }
    r->count = length_of(so_far);
    if (n > 1)
        return STATUS_OK;
    if (!make_room(&r->hits, &r->cap, r->count + 1))
        return err_nomem(err);
    if (r->count)
        memcpy(r->hits, so_far.at, r->count * sizeof *r->hits);
    return STATUS_OK;
}

/* Moves every list to its first posting that ends after `start`, and start forward to where all of
 * these have begun, until it stands still; false when a list is at its end. */
static inline bool agree(struct paper_list *lists, uint32_t n, bool galloping, uint64_t *start,
                         paper_posting *first_end)
{
    uint32_t agreed = 0;
    *first_end = UINT64_MAX;
    for (uint32_t i = 0; agreed < n; i = i + 1 < n ? i + 1 : 0) {
        struct paper_list *l = &lists[i];
        l->at = galloping ? gallop(l->at, l->end, *start) : pass(l->at, l->end, *start);
        if (l->at == l->end)
            return false;
        uint64_t begins = start_of(*l->at);
        if (begins > *start) {
            *start = begins;
            *first_end = *l->at;
            agreed = 1;
        } else {
            *first_end = *l->at < *first_end ? *l->at : *first_end;
            agreed++;
        }
    }
    return true;
}

static enum status at_once(struct paper_list *lists, uint32_t n, bool galloping,
                           struct paper_result *r, struct err *err)
{
    uint64_t start = 0;
    paper_posting first_end;
    r->count = 0;
    while (agree(lists, n, galloping, &start, &first_end)) {
        if (r->count == r->cap && !make_room(&r->hits, &r->cap, r->cap ? r->cap * 2 : 1024))
            return err_nomem(err);
        r->hits[r->count++] = (first_end & ~UINT64_C(0xFFFF)) | (start & 0xFFFF);
        start = first_end >> 16;
    }
    return STATUS_OK;
}

static int by_length(const void *a, const void *b)
{
    size_t x = length_of(*(const struct paper_list *)a),
           y = length_of(*(const struct paper_list *)b);
    return (x > y) - (x < y);
}

enum status paper_search(const struct paper_index *x, enum paper_method method,
                         const uint32_t *facts, uint32_t n, struct paper_result *out,
                         struct err *err)
{
    struct paper_list lists[GAME_MAX_FACTS];
    out->passed = 0;
    for (uint32_t i = 0; i < n; i++) {
        lists[i].at = x->postings + x->first[facts[i]];
        lists[i].end = x->postings + x->first[facts[i] + 1];
    }
    qsort(lists, n, sizeof *lists, by_length);
    bool galloping = method == PAPER_SEQUENTIAL_GALLOPING || method == PAPER_AT_ONCE_GALLOPING;
    if (method == PAPER_AT_ONCE || method == PAPER_AT_ONCE_GALLOPING)
        return at_once(lists, n, galloping, out, err);
    return sequential(lists, n, galloping, out, err);
}

void paper_result_release(struct paper_result *r)
{
    mem_free(r->hits);
    mem_free(r->spare);
    *r = (struct paper_result){0};
}

uint32_t paper_result_lines(const struct paper_result *r)
{
    uint32_t lines = 0;
    for (size_t i = 0; i < r->count; i++)
        lines += i == 0 || paper_line(r->hits[i]) != paper_line(r->hits[i - 1]);
    return lines;
}

uint32_t paper_shogi_keys(uint32_t *facts, uint32_t n)
{
    static const int MOST[SHOGI_HAND_KINDS] = {0, 18, 4, 4, 4, 2, 2, 4};
    bool holds[SHOGI_FACT_COUNT] = {false}, weaker[SHOGI_FACT_COUNT] = {false};
    for (uint32_t i = 0; i < n; i++)
        holds[facts[i]] = true;
    for (int color = 0; color < 2; color++)
        for (int kind = 1; kind < SHOGI_HAND_KINDS; kind++)
            for (int have = 1; have < MOST[kind]; have++)
                weaker[shogi_fact_in_hand(color, kind, have)] =
                    holds[shogi_fact_in_hand(color, kind, have + 1)];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!weaker[facts[i]])
            facts[kept++] = facts[i];
    return kept;
}
