/* measure_search: how long questions about positions take.  bench/search.sh runs it.
 *
 *     measure_search compare DB    each set: the paper's four methods, ours, ratios, bars
 *     measure_search growth DB...  each set: ours, in databases of several sizes
 *     measure_search scan DB       partial positions by replaying everything, on all cores
 *     measure_search rows DB       every position as a row for PostgreSQL's COPY
 *     measure_search sql DB        the questions as SQL
 *     measure_search paper DB      figures for docs/papers, a name and a number a line
 *     measure_search lists DB      the paper's lists: what building them took; each with its postings
 *                                  and its compressed bytes
 *
 * A question is parsed beforehand and asked warm, on one thread, by the functions that the command
 * line and the page use; times are that thread's processor time, the best of several.  For a whole
 * position what is timed is all that is shown of it: how many games, the first 20 hits, and the
 * table of next moves.  For a partial one it is every hit. */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "bench/baseline.h"
#include "bench/db_games.h"
#include "query/language/named.h"
#include "query/search.h"

enum { ROUNDS = 3, PAGE = 20, SCANS = 10, SEED = 1, MAX_CORPORA = 8 };

static const enum query_set_id EXACT_SETS[] = {SET_START, SET_FREQUENT, SET_JOSEKI, SET_RARE,
                                               SET_MISS};

static int fail(const struct err *err)
{
    struct buf text;
    buf_init(&text, 65536);
    err_format(err, LANG_EN, &text);
    fprintf(stderr, "measure_search: %s\n", buf_cstr(&text));
    buf_release(&text);
    return 3;
}

/* --- A corpus with its questions -------------------------------------------------------------- */

struct search_corpus {
    struct db *db;
    struct db_games games;
    struct paper_source source;
    struct paper_index index;
    struct query_sets sets;
    double build_seconds; /* of the index */
};

static void corpus_close(struct search_corpus *c)
{
    query_sets_release(&c->sets);
    paper_index_release(&c->index);
    db_games_release(&c->games);
    db_close(c->db);
    mem_free(c);
}

static enum status corpus_open(struct search_corpus **out, const char *path, struct err *err)
{
    struct search_corpus *c = mem_calloc(1, sizeof *c);
    *out = c;
    if (!c)
        return err_nomem(err);
    enum status status = db_open(&c->db, path, err);
    if (status == STATUS_OK)
        status = db_games_list(&c->games, c->db, err);
    c->source = db_games_source(&c->games);
    double began = timing_cpu();
    if (status == STATUS_OK)
        status = paper_index_build(&c->index, c->db->game, &c->source, err);
    c->build_seconds = timing_cpu() - began;
    if (status == STATUS_OK)
        status = query_sets_make(&c->sets, &c->source, &c->index, SEED, err);
    return status;
}

/* --- Our search ------------------------------------------------------------------------------- */

struct search_answer {
    uint64_t games;
    double seconds, next_moves; /* the latter: that part of it */
};

static enum status ask(struct search_corpus *c, const struct query *q, bool exact,
                       struct search_answer *out, struct err *err)
{
    const struct search_options opt = {.limit = exact ? PAGE : UINT64_MAX, .threads = 1};
    struct hits hits = {0};
    struct moves_table moves = {0};
    double began = timing_cpu();
    enum status status = search_run(q, &c->db, 1, &opt, &hits, err);
    double found = timing_cpu();
    if (status == STATUS_OK && exact)
        status = moves_run(q, &c->db, 1, &opt, &moves, err);
    double ended = timing_cpu();
    *out = (struct search_answer){hits.games, ended - began, ended - found};
    hits_release(&hits);
    moves_release(&moves);
    return status;
}

/* The question with something before and after it. */
static enum status parse(struct search_corpus *c, const char *prefix, struct span text,
                         const char *suffix, struct query *q, struct err *err)
{
    struct buf all;
    buf_init(&all, 65536);
    buf_add_str(&all, prefix);
    buf_add_span(&all, text);
    buf_add_str(&all, suffix);
    enum status status = query_parse(q, c->db->game, NULL, buf_span(&all), err);
    buf_release(&all);
    return status;
}

/* How many games we find where the side to move does not count, as it does not for the paper. */
static enum status count_as_paper(struct search_corpus *c, const struct bench_query *bq,
                                  uint64_t *games, struct err *err)
{
    const struct search_options opt = {.count = true, .threads = 1};
    struct hits hits = {0};
    struct query q;
    enum status status = bq->exact
                             ? parse(c, "board", span_skip(bq->text, strlen("sfen")), "", &q, err)
                             : parse(c, "", bq->text, "", &q, err);
    if (status != STATUS_OK)
        return status;
    status = search_run(&q, &c->db, 1, &opt, &hits, err);
    *games = hits.games;
    hits_release(&hits);
    query_release(&q);
    return status;
}

/* The fastest of several times. */
static enum status ask_text(struct search_corpus *c, const struct bench_query *bq,
                            const char *suffix, struct search_answer *best, struct err *err)
{
    struct query q;
    enum status status = parse(c, "", bq->text, suffix, &q, err);
    if (status != STATUS_OK)
        return status;
    *best = (struct search_answer){.seconds = 1e9};
    for (int round = 0; round < ROUNDS && status == STATUS_OK; round++) {
        struct search_answer now;
        status = ask(c, &q, bq->exact, &now, err);
        if (status == STATUS_OK && now.seconds < best->seconds)
            *best = now;
    }
    query_release(&q);
    return status;
}

/* What a set of questions took; found, if not NULL, is compared with what was found. */
struct set_timing {
    struct timing_summary times;
    uint32_t disagree; /* answers that differ from the paper's methods' */
    double games;      /* found, on average */
    double next_moves; /* that part of the mean */
};

static enum status run_set(struct search_corpus *c, enum query_set_id id, const char *suffix,
                           const uint32_t *found, struct set_timing *out, struct err *err)
{
    const struct query_set *set = &c->sets.sets[id];
    double times[QUERY_SET_MOST];
    enum status status = STATUS_OK;
    *out = (struct set_timing){0};
    for (uint32_t i = 0; i < set->count && status == STATUS_OK; i++) {
        struct search_answer a = {0};
        uint64_t games = 0;
        status = ask_text(c, &set->at[i], suffix, &a, err);
        if (status == STATUS_OK && found)
            status = count_as_paper(c, &set->at[i], &games, err);
        times[i] = a.seconds;
        out->games += (double)a.games / set->count;
        out->next_moves += a.next_moves / set->count;
        out->disagree += found && games != found[i];
    }
    out->times = timing_summarise(times, set->count);
    return status;
}

/* --- Printing --------------------------------------------------------------------------------- */

static void print_times(const char *name, struct timing_summary t)
{
    char text[4][TIMING_TEXT];
    printf("  %-30s mean %9s  median %9s  99th %9s  worst %9s\n", name,
           timing_text(t.mean, text[0]), timing_text(t.median, text[1]),
           timing_text(t.p99, text[2]), timing_text(t.worst, text[3]));
}

static void print_bar(const char *what, const char *measured, const char *bar, bool met)
{
    printf("  bar: %-44s %10s (required %s: %s)\n", what, measured, bar, met ? "met" : "NOT MET");
}

static void print_ratio_bar(const char *what, double ratio, double bar)
{
    char measured[32], required[32];
    snprintf(measured, sizeof measured, "%.1f x", ratio);
    snprintf(required, sizeof required, "%.0f x", bar);
    print_bar(what, measured, required, ratio >= bar);
}

static void print_time_bar(const char *what, double seconds, double bar)
{
    char measured[TIMING_TEXT], required[TIMING_TEXT + 8], limit[TIMING_TEXT];
    snprintf(required, sizeof required, "< %s", timing_text(bar, limit));
    print_bar(what, timing_text(seconds, measured), required, seconds < bar);
}

/* --- compare ---------------------------------------------------------------------------------- */

static bool is_exact(enum query_set_id id)
{
    return id != SET_TESUJI && id != SET_NO_TESUJI;
}

static void print_set_bars(enum query_set_id id, const struct baseline_set *b,
                           const struct set_timing *ours)
{
    double ratio = b->by_method[b->best].mean / ours->times.mean;
    if (is_exact(id) && id != SET_MISS)
        print_ratio_bar("mean of the best of the four / ours", ratio, 100);
    else
        print_ratio_bar("mean of the best of the four / ours", ratio, 1);
    if (is_exact(id)) {
        print_time_bar("median, next moves included", ours->times.median, 50e-6);
        print_time_bar("worst, next moves included", ours->times.worst, 5e-3);
    } else {
        print_time_bar("median", ours->times.median, 0.2e-3);
        print_time_bar("99th percentile", ours->times.p99, 2e-3);
    }
}

static enum status compare_set(struct search_corpus *c, enum query_set_id id, double *merge_rate,
                               struct err *err)
{
    const struct query_set *set = &c->sets.sets[id];
    struct baseline_set b;
    struct set_timing ours;
    uint32_t found[QUERY_SET_MOST];
    enum status status = baseline_measure(&c->index, set, &b, found, err);
    if (status == STATUS_OK)
        status = run_set(c, id, "", found, &ours, err);
    if (status != STATUS_OK || !set->count)
        return status;
    if (b.by_method[PAPER_SEQUENTIAL].mean > 1e-3 && (!*merge_rate || b.merge_rate < *merge_rate))
        *merge_rate = b.merge_rate;
    printf("%s: %u questions, %.1f facts, %.1f games found on average", query_set_names[id],
           set->count, b.keys, b.games);
    printf("; answers that differ: %u\n", ours.disagree);
    for (int m = 0; m < PAPER_METHODS; m++)
        print_times(paper_method_names[m], b.by_method[m]);
    print_times("ours", ours.times);
    char text[TIMING_TEXT];
    if (is_exact(id))
        printf("  %-30s mean %9s\n", "  of this, next moves", timing_text(ours.next_moves, text));
    print_set_bars(id, &b, &ours);
    return STATUS_OK;
}

static enum status compare_filtered(struct search_corpus *c, struct err *err)
{
    struct set_timing a;
    double worst = 0;
    enum status status = STATUS_OK;
    for (int i = 0; i < 3 && status == STATUS_OK; i++) {
        status = run_set(c, EXACT_SETS[i], " date:2000..2010", NULL, &a, err);
        worst = a.times.worst > worst ? a.times.worst : worst;
    }
    if (status == STATUS_OK) {
        printf("start, frequent and joseki among the games of 2000 to 2010\n");
        print_time_bar("worst, next moves included", worst, 50e-3);
    }
    return status;
}

static enum status compare(struct search_corpus *c, struct err *err)
{
    double merge_rate = 0;
    char measured[32];
    printf("corpus: %zu games, %.1f plies and %.1f postings a game; lists of %.0f bytes a game\n",
           c->games.count, (double)c->index.plies / (double)c->games.count,
           (double)c->index.first[c->index.facts] / (double)c->games.count,
           8 * (double)c->index.first[c->index.facts] / (double)c->games.count);
    enum status status = STATUS_OK;
    for (int id = 0; id < QUERY_SETS && status == STATUS_OK; id++)
        status = compare_set(c, (enum query_set_id)id, &merge_rate, err);
    if (status == STATUS_OK)
        status = compare_filtered(c, err);
    snprintf(measured, sizeof measured, "%.0f M/s", merge_rate / 1e6);
    printf("the baseline merges, where it is slowest\n");
    print_bar("postings a second, plain sequential method", measured, "300 M/s",
              merge_rate >= 300e6);
    return status;
}

/* --- growth ----------------------------------------------------------------------------------- */

static int growth(char **paths, int n)
{
    static struct set_timing timings[MAX_CORPORA][QUERY_SETS];
    static size_t games[MAX_CORPORA];
    static uint32_t counts[MAX_CORPORA][QUERY_SETS];
    struct err err;
    enum status status = STATUS_OK;
    n = n < MAX_CORPORA ? n : MAX_CORPORA;
    for (int i = 0; i < n && status == STATUS_OK; i++) {
        struct search_corpus *c;
        status = corpus_open(&c, paths[i], &err);
        games[i] = c ? c->games.count : 0;
        for (int id = 0; id < QUERY_SETS && status == STATUS_OK; id++) {
            counts[i][id] = c->sets.sets[id].count;
            status = run_set(c, (enum query_set_id)id, "", NULL, &timings[i][id], &err);
        }
        if (c)
            corpus_close(c);
    }
    if (status != STATUS_OK)
        return fail(&err);
    for (int id = 0; id < QUERY_SETS; id++) {
        printf("%s\n", query_set_names[id]);
        for (int i = 0; i < n; i++) {
            char name[64];
            if (!counts[i][id])
                continue;
            snprintf(name, sizeof name, "%zu games, %.1f found", games[i], timings[i][id].games);
            print_times(name, timings[i][id].times);
        }
        if (n > 1 && counts[0][id])
            printf(
                "  the largest has %.1f times the games of the smallest, and takes %.1f times as "
                "long (mean)\n",
                (double)games[n - 1] / (double)games[0],
                timings[n - 1][id].times.mean / timings[0][id].times.mean);
    }
    return 0;
}

/* --- scan ------------------------------------------------------------------------------------- */

static enum status scan(struct search_corpus *c, struct err *err)
{
    const struct query_set *set = &c->sets.sets[SET_TESUJI];
    const struct search_options opt = {.limit = UINT64_MAX, .scan = true};
    double times[SCANS];
    uint32_t n = 0;
    enum status status = STATUS_OK;
    for (; n < SCANS && n < set->count && status == STATUS_OK; n++) {
        struct query q;
        struct hits hits = {0};
        status = query_parse(&q, c->db->game, NULL, set->at[n].text, err);
        if (status != STATUS_OK)
            break;
        double began = timing_now();
        status = search_run(&q, &c->db, 1, &opt, &hits, err);
        times[n] = timing_now() - began;
        hits_release(&hits);
        query_release(&q);
    }
    if (status == STATUS_OK)
        print_times("tesuji by replay, all cores", timing_summarise(times, n));
    return status;
}

/* --- For docs/papers -------------------------------------------------------------------------- */

static size_t varint_bytes(uint32_t v)
{
    size_t n = 1;
    for (; v >= 128; v >>= 7)
        n++;
    return n;
}

/* A list as the paper compresses it: gaps between games, starts and lengths, byte by byte. */
static size_t compressed_bytes(const struct paper_index *x, uint32_t fact)
{
    size_t bytes = 0;
    uint32_t before = 0;
    for (size_t i = x->first[fact]; i < x->first[fact + 1]; i++) {
        paper_posting p = x->postings[i];
        bytes += varint_bytes(paper_line(p) - before) + varint_bytes(paper_from(p)) +
                 varint_bytes(paper_to(p) - paper_from(p));
        before = paper_line(p);
    }
    return bytes;
}

static void paper_lists(const struct paper_index *x)
{
    static const char *const PART[2] = {"board", "hand"};
    const uint32_t border = shogi_fact_in_hand(0, SHOGI_PAWN, 1);
    for (int part = 0; part < 2; part++) {
        size_t lists = 0, postings = 0, bytes = 0;
        for (uint32_t f = part ? border : 0; f < (part ? x->facts : border); f++) {
            size_t n = paper_list_length(x, f);
            lists += n != 0;
            postings += n;
            bytes += compressed_bytes(x, f);
        }
        printf("%s_lists %zu\n%s_postings %zu\n%s_compressed %zu\n", PART[part], lists, PART[part],
               postings, PART[part], bytes);
    }
}

static enum status lists(struct search_corpus *c, struct err *err)
{
    (void)err;
    struct buf name;
    buf_init(&name, 64);
    printf("build_seconds %.3f\n", c->build_seconds);
    for (uint32_t f = 0; f < c->index.facts; f++) {
        size_t n = paper_list_length(&c->index, f);
        if (!n)
            continue;
        buf_clear(&name);
        shogi_fact_print(f, &name);
        printf("list %s %zu %zu\n", buf_cstr(&name), n, compressed_bytes(&c->index, f));
    }
    buf_release(&name);
    return STATUS_OK;
}

static enum status paper(struct search_corpus *c, struct err *err)
{
    enum status status = STATUS_OK;
    paper_lists(&c->index);
    for (int id = 0; id < QUERY_SETS && status == STATUS_OK; id++) {
        const struct query_set *set = &c->sets.sets[id];
        const char *name = id == SET_NO_TESUJI ? "no_tesuji" : query_set_names[id];
        struct baseline_set b;
        struct set_timing ours;
        status = baseline_measure(&c->index, set, &b, NULL, err);
        if (status == STATUS_OK)
            status = run_set(c, (enum query_set_id)id, "", NULL, &ours, err);
        if (status != STATUS_OK || !set->count)
            continue;
        printf("%s_count %u\n%s_keys %.1f\n%s_games %.1f\n%s_ours %.9f\n", name, set->count, name,
               b.keys, name, b.games, name, ours.times.mean);
        for (int m = 0; m < PAPER_METHODS; m++)
            printf("%s_method%d %.9f\n", name, m, b.by_method[m].mean);
    }
    return status;
}

/* --- For PostgreSQL --------------------------------------------------------------------------- */

static void print_row(uint32_t game, uint32_t ply, const bool *holds, uint32_t facts)
{
    bool first = true;
    printf("%u\t%u\t{", game, ply);
    for (uint32_t i = 0; i < facts; i++)
        if (holds[i]) {
            printf(first ? "%u" : ",%u", i);
            first = false;
        }
    printf("}\n");
}

static void apply(bool *holds, const struct fact_changes *c)
{
    for (uint32_t i = 0; i < c->n_ends; i++)
        holds[c->ends[i]] = false;
    for (uint32_t i = 0; i < c->n_begins; i++)
        holds[c->begins[i]] = true;
}

static enum status rows(struct search_corpus *c, struct err *err)
{
    const struct paper_source *s = &c->source;
    struct replay *r;
    bool holds[SHOGI_FACT_COUNT];
    enum status status = replay_open(&r, c->db->game, err);
    for (uint32_t game = 0; game < s->lines && status == STATUS_OK; game++) {
        memset(holds, 0, sizeof holds);
        status = replay_start_text(r, s->start(s->ctx, game), err);
        if (status != STATUS_OK)
            break;
        uint32_t plies = s->plies(s->ctx, game);
        for (uint32_t ply = 0;; ply++) {
            apply(holds, &r->changes);
            print_row(game, ply, holds, SHOGI_FACT_COUNT);
            if (ply == plies || !replay_step(r, s->move(s->ctx, game, ply)))
                break;
        }
    }
    replay_close(r);
    return status;
}

/* A question a line: the name of its set, a tab, the array of its facts. */
static enum status sql(struct search_corpus *c, struct err *err)
{
    static const enum query_set_id SETS[] = {SET_JOSEKI, SET_TESUJI, SET_NO_TESUJI};
    (void)err;
    for (size_t i = 0; i < sizeof SETS / sizeof *SETS; i++) {
        const struct query_set *set = &c->sets.sets[SETS[i]];
        for (uint32_t k = 0; k < set->count; k++) {
            printf("%s\t", query_set_names[SETS[i]]);
            for (uint32_t f = 0; f < set->at[k].key_count; f++)
                printf(f ? ",%u" : "%u", set->at[k].keys[f]);
            printf("\n");
        }
    }
    return STATUS_OK;
}

/* -----------------------------------------------------------------------------------------------
 */

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        enum status (*run)(struct search_corpus *c, struct err *err);
    } MODES[] = {{"compare", compare}, {"scan", scan},   {"rows", rows},
                 {"sql", sql},         {"paper", paper}, {"lists", lists}};
    if (argc >= 3 && strcmp(argv[1], "growth") == 0)
        return growth(argv + 2, argc - 2);
    for (size_t i = 0; argc == 3 && i < sizeof MODES / sizeof *MODES; i++) {
        struct search_corpus *c;
        struct err err;
        if (strcmp(argv[1], MODES[i].name) != 0)
            continue;
        enum status status = corpus_open(&c, argv[2], &err);
        if (status == STATUS_OK)
            status = MODES[i].run(c, &err);
        if (c)
            corpus_close(c);
        return status == STATUS_OK ? 0 : fail(&err);
    }
    fprintf(stderr, "usage: measure_search compare|scan|rows|sql|paper|lists DB\n"
                    "       measure_search growth DB...\n");
    return 2;
}
