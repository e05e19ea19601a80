/* name_spans.c: see name_spans.h. */
#include "web/site/name_spans.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/alloc.h"
#include "query/language/measures.h"
#include "query/plan/db_lookup.h"
#include "query/plan/meta_games.h"
#include "query/run/kept_spans.h"
#include "query/run/plies.h"
#include "web/site/facet_names.h"

/* More than this, 12 bytes each, is too much to keep. */
enum { MOST_ENTRIES = 16 << 20 };

/* A name held at plies from … to - 1. */
struct name_span_entry {
    uint32_t from, to, name;
};

/* Of one segment: those of line n are entries first[n] … first[n + 1] - 1. */
struct named_part {
    uint32_t *first; /* owned */
    struct name_span_entry *at;
};

struct named_set {
    uint64_t snapshot; /* its number */
    struct named_part *parts;
    uint32_t part_count;
    uint64_t *games; /* owned; by name and database: of name n and database d at n * dbs + d */
    uint32_t dbs;
    uint32_t readers;
};

struct name_spans {
    struct served *served;
    pthread_mutex_t lock; /* of the rest */
    pthread_cond_t done;
    struct named_set *now;
    uint64_t failed; /* number of a snapshot for which it can't be done */
    pthread_t thread;
    bool begun, running; /* a thread has been started; it is not done yet */
    bool reading;        /* it has only read what is kept so far: it will soon be done */
    atomic_bool stop;
};

static void set_free(struct named_set *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; s->parts && i < s->part_count; i++) {
        mem_free(s->parts[i].first);
        mem_free(s->parts[i].at);
    }
    mem_free(s->parts);
    mem_free(s->games);
    mem_free(s);
}

/* --- Finding them ----------------------------------------------------------------------------- */

/* What was found so far in a segment, in the order of names. */
struct placed_entry {
    uint32_t line;
    struct name_span_entry entry;
};
struct heap {
    struct placed_entry *at; /* owned */
    size_t count, cap;
};

struct name_spans_builder {
    struct name_spans *of;
    const struct snapshot *snapshot;
    struct heap *heaps; /* owned; by segment */
    uint32_t part_count;
    struct kept_spans **kept; /* owned; by segment */
    size_t entries;
    uint64_t *games; /* owned; as in struct named_set */
};

static bool add_entry(struct name_spans_builder *b, struct heap *h, uint32_t line, uint32_t from,
                      uint32_t to, uint32_t name)
{
    struct placed_entry *grown =
        mem_grow(h->at, h->count, &h->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown || ++b->entries > MOST_ENTRIES)
        return false;
    h->at = grown;
    h->at[h->count++] = (struct placed_entry){line, {from, to, name}};
    return true;
}

/* Runs of plies that match, as entries. */
static bool add_span(struct name_spans_builder *b, struct heap *h, const struct result_part *p,
                     const struct result_span *s, uint32_t name)
{
    if (s->bits == RESULT_ALL_MATCH)
        return add_entry(b, h, s->line, s->from, s->to, name);
    const uint64_t *set = p->words + s->bits;
    uint32_t n = s->to - s->from, to;
    for (uint32_t from = plies_next(set, n, 0); from < n; from = plies_next(set, n, to)) {
        to = plies_next_not(set, n, from);
        if (!add_entry(b, h, s->line, s->from + from, s->from + to, name))
            return false;
    }
    return true;
}

static bool add_result(struct name_spans_builder *b, const struct query_result *f, uint32_t name)
{
    for (uint32_t i = 0; i < f->part_count; i++)
        for (size_t k = 0; k < f->parts[i].count; k++)
            if (!add_span(b, &b->heaps[i], &f->parts[i], &f->parts[i].at[k], name))
                return false;
    return true;
}

static void count_spans(const struct query_result *f, const struct name_spans_builder *b,
                        uint64_t *games)
{
    uint32_t part = 0;
    for (uint32_t d = 0; d < b->snapshot->count; d++)
        for (uint32_t i = 0; i < b->snapshot->dbs[d]->segment_count; i++, part++)
            for (size_t k = 0; k < f->parts[part].count; k++)
                games[d] += k == 0 || f->parts[part].at[k].line != f->parts[part].at[k - 1].line;
}

static void count_bits(const struct query_result *f, const struct name_spans_builder *b,
                       uint64_t *games)
{
    uint32_t part = 0;
    for (uint32_t d = 0; d < b->snapshot->count; d++)
        for (uint32_t i = 0; i < b->snapshot->dbs[d]->segment_count; i++, part++) {
            const struct db_segment *s = &b->snapshot->dbs[d]->segments[i];
            for (size_t w = 0; f->parts[part].games && w < game_words(&s->lines); w++)
                games[d] += (uint64_t)__builtin_popcountll(f->parts[part].games[w]);
        }
}

/* What is kept of a query; false unless all segments have it. */
static bool read_kept(const struct name_spans_builder *b, const unsigned char *key,
                      struct query_result *f)
{
    *f = (struct query_result){.part_count = b->part_count};
    f->parts = mem_calloc((size_t)b->part_count + 1, sizeof *f->parts);
    bool good = f->parts != NULL;
    for (uint32_t i = 0; i < b->part_count && good; i++)
        good = b->kept[i] && kept_spans_read(b->kept[i], key, &f->parts[i]);
    if (!good)
        query_result_release(f);
    return good;
}

/* Tells who waits that it will take longer. */
static void end_reading(struct name_spans *n)
{
    pthread_mutex_lock(&n->lock);
    n->reading = false;
    pthread_cond_broadcast(&n->done);
    pthread_mutex_unlock(&n->lock);
}

/* The spans of a query: kept, or found now and to be kept. */
static enum status find_spans(struct name_spans_builder *b, const struct query *q,
                              struct query_result *f, struct err *err)
{
    const struct search_options opt = {.threads = 1, .cancelled = &b->of->stop};
    unsigned char key[SPANS_KEY_BYTES];
    bool keeps = kept_spans_key(q, key);
    if (keeps && read_kept(b, key, f))
        return STATUS_OK;
    end_reading(b->of);
    enum status st = query_run(f, q, b->snapshot->dbs, b->snapshot->count, &opt, KEEP_SPANS, err);
    for (uint32_t i = 0; i < b->part_count && keeps && st == STATUS_OK && !f->too_much; i++)
        if (b->kept[i])
            kept_spans_add(b->kept[i], key, &f->parts[i]);
    return st;
}

/* A definition that can't be asked has no entries. */
static bool find_name(struct name_spans_builder *b, uint32_t name)
{
    const struct named_queries *named = b->snapshot->named;
    struct query_result f = {0};
    struct query q;
    struct buf word;
    struct err err;
    buf_init(&word, BUF_DEFAULT_MAX);
    if (named_about_game(named->at[name].group))
        buf_add_str(&word, "all ever "); /* beside other conditions it holds in all of the game */
    facet_name_word(&named->at[name], &word);
    bool good = true;
    if (query_parse(&q, b->snapshot->dbs[0]->game, named, buf_span(&word), &err) == STATUS_OK) {
        enum status st = find_spans(b, &q, &f, &err);
        good = st == STATUS_OK && !f.too_much && add_result(b, &f, name);
        if (good)
            count_spans(&f, b, b->games + (size_t)name * b->snapshot->count);
        query_result_release(&f);
    }
    query_release(&q);
    buf_release(&word);
    return good;
}

/* Of a saved search only the games are counted.  One that can't be asked has an unknown number. */
static bool count_saved(struct name_spans_builder *b, uint32_t name)
{
    const struct snapshot *now = b->snapshot;
    const struct search_options opt = {.threads = 1, .cancelled = &b->of->stop};
    uint64_t *games = b->games + (size_t)name * now->count;
    struct query_result f = {0};
    struct query q;
    struct buf word;
    struct err err;
    end_reading(b->of);
    buf_init(&word, BUF_DEFAULT_MAX);
    named_add_word(&b->snapshot->named->at[name], &word);
    enum status st = db_lookup_parse(&q, now->dbs[0]->game, b->snapshot->named, buf_span(&word),
                                     now->dbs, now->count, &err);
    bool usable = st == STATUS_OK && !query_needs_others(&q);
    if (usable)
        st = query_run(&f, &q, now->dbs, now->count, &opt, KEEP_GAMES, &err);
    if (usable && st == STATUS_OK)
        count_bits(&f, b, games);
    for (uint32_t d = 0; !usable && d < now->count; d++)
        games[d] = UINT64_MAX;
    query_result_release(&f);
    query_release(&q);
    buf_release(&word);
    return !usable || st == STATUS_OK;
}

/* Sorts the entries of a segment by line; names stay in order. */
static bool sort_part(const struct heap *h, uint32_t lines, struct named_part *out)
{
    out->first = mem_calloc((size_t)lines + 2, sizeof *out->first);
    out->at = mem_alloc((h->count + 1) * sizeof *out->at);
    if (!out->first || !out->at)
        return false;
    for (size_t i = 0; i < h->count; i++)
        out->first[h->at[i].line + 2]++;
    for (uint32_t line = 0; line < lines; line++)
        out->first[line + 1] += out->first[line];
    /* first[line + 1] is now where the entries of `line` begin, and moves on to their end */
    for (size_t i = 0; i < h->count; i++)
        out->at[out->first[h->at[i].line + 1]++] = h->at[i].entry;
    return true;
}

static struct named_set *sort_all(const struct name_spans_builder *b)
{
    struct named_set *s = mem_calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->snapshot = b->snapshot->number;
    s->part_count = b->part_count;
    s->parts = mem_calloc((size_t)s->part_count + 1, sizeof *s->parts);
    bool good = s->parts != NULL;
    uint32_t part = 0;
    for (uint32_t d = 0; d < b->snapshot->count; d++)
        for (uint32_t i = 0; i < b->snapshot->dbs[d]->segment_count && good; i++, part++)
            good = sort_part(&b->heaps[part], b->snapshot->dbs[d]->segments[i].lines.games,
                             &s->parts[part]);
    if (good)
        return s;
    set_free(s);
    return NULL;
}

static bool open_kept(struct name_spans_builder *b)
{
    uint32_t part = 0;
    b->kept = mem_calloc((size_t)b->part_count + 1, sizeof(struct kept_spans *));
    for (uint32_t d = 0; d < b->snapshot->count && b->kept; d++)
        for (uint32_t i = 0; i < b->snapshot->dbs[d]->segment_count; i++, part++)
            b->kept[part] = kept_spans_open(&b->snapshot->dbs[d]->segments[i]);
    return b->kept != NULL;
}

static void close_kept(struct name_spans_builder *b, bool write)
{
    for (uint32_t i = 0; b->kept && i < b->part_count; i++) {
        if (write && b->kept[i])
            kept_spans_write(b->kept[i]);
        kept_spans_close(b->kept[i]);
    }
    mem_free(b->kept);
}

/* Spans of damaged lines are not to be kept. */
static bool is_undamaged(const struct snapshot *snapshot)
{
    struct err ignored;
    return db_status_all(snapshot->dbs, snapshot->count, &ignored) == STATUS_OK;
}

static struct named_set *build(struct name_spans *n, const struct snapshot *snapshot)
{
    struct name_spans_builder b = {.of = n, .snapshot = snapshot};
    struct named_set *made = NULL;
    for (uint32_t d = 0; d < snapshot->count; d++)
        b.part_count += snapshot->dbs[d]->segment_count;
    b.heaps = mem_calloc((size_t)b.part_count + 1, sizeof *b.heaps);
    b.games = mem_calloc(snapshot->named->count * snapshot->count + 1, sizeof *b.games);
    bool good = b.heaps && b.games && open_kept(&b);
    for (uint32_t i = 0; i < snapshot->named->count && good && !atomic_load(&n->stop); i++)
        good = snapshot->named->at[i].group.n ? find_name(&b, i) : count_saved(&b, i);
    close_kept(&b, good && !atomic_load(&n->stop) && is_undamaged(snapshot));
    if (good && !atomic_load(&n->stop))
        made = sort_all(&b);
    if (made) {
        made->games = b.games;
        made->dbs = snapshot->count;
    } else {
        mem_free(b.games);
    }
    for (uint32_t i = 0; b.heaps && i < b.part_count; i++)
        mem_free(b.heaps[i].at);
    mem_free(b.heaps);
    return made;
}

static void *build_thread(void *arg)
{
    struct name_spans *n = arg;
    struct snapshot *snapshot = served_take(n->served);
    uint64_t number = snapshot ? snapshot->number : 0;
    struct named_set *made = snapshot ? build(n, snapshot) : NULL;
    served_give_back(n->served, snapshot);
    pthread_mutex_lock(&n->lock);
    struct named_set *before = made ? n->now : NULL;
    if (made)
        n->now = made;
    else
        n->failed = number;
    n->running = false;
    bool unused = before && before->readers == 0;
    if (before && !unused)
        before->snapshot = UINT64_MAX; /* its last reader frees it */
    pthread_cond_broadcast(&n->done);
    pthread_mutex_unlock(&n->lock);
    if (unused)
        set_free(before);
    return NULL;
}

/* --- From beginning to end -------------------------------------------------------------------- */

enum status name_spans_open(struct name_spans **out, struct served *served, struct err *err)
{
    struct name_spans *n = mem_calloc(1, sizeof *n);
    *out = n;
    if (!n)
        return err_nomem(err);
    n->served = served;
    n->failed = UINT64_MAX;
    pthread_mutex_init(&n->lock, NULL);
    pthread_cond_init(&n->done, NULL);
    atomic_init(&n->stop, false);
    return STATUS_OK;
}

void name_spans_close(struct name_spans *n)
{
    if (!n)
        return;
    atomic_store(&n->stop, true);
    if (n->begun)
        pthread_join(n->thread, NULL);
    set_free(n->now);
    pthread_cond_destroy(&n->done);
    pthread_mutex_destroy(&n->lock);
    mem_free(n);
}

void name_spans_want(struct name_spans *n, const struct snapshot *snapshot)
{
    pthread_mutex_lock(&n->lock);
    bool known = n->running || (n->now && n->now->snapshot == snapshot->number) ||
                 n->failed == snapshot->number;
    if (!known) {
        if (n->begun)
            pthread_join(n->thread, NULL); /* it is done, or about to return */
        n->reading = true;
        n->begun = n->running = pthread_create(&n->thread, NULL, build_thread, n) == 0;
    }
    pthread_mutex_unlock(&n->lock);
}

void name_spans_wait(struct name_spans *n)
{
    pthread_mutex_lock(&n->lock);
    while (n->running)
        pthread_cond_wait(&n->done, &n->lock);
    pthread_mutex_unlock(&n->lock);
}

/* Waits for what takes no longer than reading what is kept: some tens of nanoseconds for a span. */
static void wait_for_reading(struct name_spans *n)
{
    pthread_mutex_lock(&n->lock);
    while (n->running && n->reading)
        pthread_cond_wait(&n->done, &n->lock);
    pthread_mutex_unlock(&n->lock);
}

/* --- Counting --------------------------------------------------------------------------------- */

static bool matches_within(const struct result_part *p, const struct result_span *s,
                           const struct name_span_entry *e)
{
    uint32_t from = s->from > e->from ? s->from : e->from, to = s->to < e->to ? s->to : e->to;
    if (from >= to)
        return false;
    if (s->bits == RESULT_ALL_MATCH)
        return true;
    return plies_next(p->words + s->bits, s->to - s->from, from - s->from) < to - s->from;
}

/* The entries of one line against its spans at … end - 1. */
static void count_line(const struct named_part *named, const struct result_part *p, size_t at,
                       size_t end, bool any_ply, uint64_t *games)
{
    uint32_t line = p->at[at].line, counted = UINT32_MAX;
    for (uint32_t i = named->first[line]; i < named->first[line + 1]; i++) {
        const struct name_span_entry *e = &named->at[i];
        if (e->name == counted)
            continue; /* those of a name follow each other */
        for (size_t k = at; k < end && e->name != counted; k++)
            if (any_ply || matches_within(p, &p->at[k], e)) {
                games[e->name]++;
                counted = e->name;
            }
    }
}

static void count_part(const struct named_part *named, const struct result_part *p, bool any_ply,
                       uint64_t *games)
{
    for (size_t at = 0, end; at < p->count; at = end) {
        end = at + 1;
        while (end < p->count && p->at[end].line == p->at[at].line)
            end++;
        count_line(named, p, at, end, any_ply, games);
    }
}

static struct named_set *take_set(struct name_spans *n, uint64_t snapshot)
{
    wait_for_reading(n);
    pthread_mutex_lock(&n->lock);
    struct named_set *s = n->now && n->now->snapshot == snapshot ? n->now : NULL;
    if (s)
        s->readers++;
    pthread_mutex_unlock(&n->lock);
    return s;
}

static void give_back_set(struct name_spans *n, struct named_set *s)
{
    pthread_mutex_lock(&n->lock);
    bool unused = --s->readers == 0 && s != n->now;
    pthread_mutex_unlock(&n->lock);
    if (unused)
        set_free(s);
}

bool name_spans_count(struct name_spans *n, const struct snapshot *snapshot, uint32_t first,
                      const struct query_result *f, bool any_ply, uint64_t *games)
{
    struct named_set *s = take_set(n, snapshot->number);
    if (!s)
        return false;
    uint32_t part = 0;
    for (uint32_t d = 0; d < first; d++)
        part += snapshot->dbs[d]->segment_count;
    for (size_t i = 0; i < snapshot->named->count; i++)
        games[i] = 0;
    for (uint32_t i = 0; i < f->part_count && part + i < s->part_count; i++)
        count_part(&s->parts[part + i], &f->parts[i], any_ply, games);
    give_back_set(n, s);
    return true;
}

bool name_spans_games(struct name_spans *n, const struct snapshot *snapshot, uint32_t first,
                      uint32_t count, uint64_t *games)
{
    struct named_set *s = take_set(n, snapshot->number);
    if (!s)
        return false;
    for (size_t i = 0; i < snapshot->named->count; i++) {
        games[i] = 0;
        for (uint32_t d = first; d < first + count && games[i] != UINT64_MAX; d++) {
            uint64_t more = s->games[i * s->dbs + d];
            games[i] = more == UINT64_MAX ? UINT64_MAX : games[i] + more;
        }
    }
    give_back_set(n, s);
    return true;
}
