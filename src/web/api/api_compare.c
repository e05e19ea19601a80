/* api_compare.c: /api/compare: what two sets of games do differently, as `kifu compare --json`:
 *
 *     progress …      steps done
 *     summary         the two sets, and how many properties were tested
 *     row …           the surest differences first, at most `top` of each kind
 *     more            how many rows `top` left out; only if there are any
 *     done */
#include <string.h>

#include "base/text/num.h"
#include "base/work/pool.h"
#include "query/plan/db_lookup.h"
#include "values/sheet/static_values.h"
#include "view/report/comparison_report.h"
#include "web/api/kept_events.h"

enum {
    USUAL_TOP = 100,
    MAX_TOP = 1000,
    USUAL_LEAST = 10,
    USUAL_PLIES = 40,
    MAX_PLIES = 200,
    USUAL_SEQUENCES = 1000,
    MAX_SEQUENCES = 2000,
    LEAST_LENGTH = 5,
    MAX_GAMES = 250000,
};

struct compare_request {
    struct api_call *call;
    struct kept_events events;
    struct query queries[COMPARED_SETS];
    struct static_values *values[COMPARED_SETS];
    struct api_databases dbs; /* of both sets */
    struct comparison_input in;
    struct comparison_options options;
    uint64_t top;
    bool all;
};

static const char *const QUERY_NAMES[COMPARED_SETS] = {"a", "b"};
static const char *const DATABASE_NAMES[COMPARED_SETS] = {"db_a", "db_b"};

/* --- Arguments -------------------------------------------------------------------------------- */

static enum status read_level(struct compare_request *r, struct err *err)
{
    static const struct msg BAD = {"fdr must be a number from 0 to 1: %1",
                                   "fdr には 0 から 1 の数を指定してください: %1"};
    struct span text = api_text(r->call, "fdr");
    double *level = &r->options.level;
    *level = 0.05;
    if (text.n && (!num_parse_double(text, level) || !(*level >= 0 && *level <= 1)))
        return err_set(err, STATUS_RANGE, &BAD, text, SPAN(""));
    return STATUS_OK;
}

static enum status read_numbers(struct compare_request *r, struct err *err)
{
    const struct api_call *call = r->call;
    uint64_t least = 0, plies = 0, sequences = 0;
    enum status status = api_count(call, "min_games", 1, UINT32_MAX, USUAL_LEAST, &least, err);
    if (status == STATUS_OK)
        status = api_count(call, "plies", 1, MAX_PLIES, USUAL_PLIES, &plies, err);
    if (status == STATUS_OK)
        status = api_count(call, "sequences", 1, MAX_SEQUENCES, USUAL_SEQUENCES, &sequences, err);
    if (status == STATUS_OK)
        status = api_count(call, "top", 1, MAX_TOP, USUAL_TOP, &r->top, err);
    if (status == STATUS_OK)
        status = api_flag(call, "all", &r->all, err);
    r->options.least = (uint32_t)least;
    r->options.plies = (uint32_t)plies;
    r->options.sequences = (uint32_t)sequences;
    return status;
}

static void on_progress(void *ctx, uint64_t done, uint64_t total)
{
    kept_events_progress(ctx, done, total);
}

static enum status read_options(struct compare_request *r, struct err *err)
{
    static const struct msg KINDS = {
        "kind must be openings, castles, shapes, moves and sequences, with commas between: %1",
        "kind には openings、castles、shapes、moves、sequences を「,」で区切って指定してください: "
        "%1"};
    struct span kinds = api_text(r->call, "kind");
    unsigned half = pool_cpu_count() / 2;
    enum status status = read_numbers(r, err);
    if (status == STATUS_OK)
        status = read_level(r, err);
    if (status == STATUS_OK && kinds.n && !comparison_kinds_parse(kinds, &r->options.kinds))
        status = err_set(err, STATUS_RANGE, &KINDS, kinds, SPAN(""));
    r->options.min_length = LEAST_LENGTH;
    r->options.most_games = MAX_GAMES;
    r->options.threads = half ? half : 1;
    r->options.cancelled = r->call->request->cancelled;
    r->options.progress = on_progress;
    r->options.progress_ctx = &r->events;
    return status;
}

/* The databases of both sets: those that "db" names, of which a set may have one alone. */
static enum status choose_databases(struct compare_request *r, struct err *err)
{
    static const struct msg APART = {"%1 is not among the databases of db",
                                     "%1 は db のデータベースに含まれません"};
    struct api_databases one;
    enum status status = api_databases(r->call, &r->dbs, err);
    r->in.dbs = r->dbs.dbs;
    r->in.count = r->dbs.count;
    for (int set = 0; set < COMPARED_SETS && status == STATUS_OK; set++) {
        struct span name = api_text(r->call, DATABASE_NAMES[set]);
        r->in.sets[set] = (struct compared_query){&r->queries[set], 0, r->dbs.count};
        if (name.n)
            status = api_databases_by(r->call, DATABASE_NAMES[set], &one, err);
        if (!name.n || status != STATUS_OK)
            continue;
        if (one.first < r->dbs.first || one.first >= r->dbs.first + r->dbs.count)
            return err_set(err, STATUS_RANGE, &APART, name, SPAN(""));
        r->in.sets[set].from = one.first - r->dbs.first;
        r->in.sets[set].to = r->in.sets[set].from + 1;
    }
    return status;
}

/* The queries are to be released whatever is returned. */
static enum status parse_queries(struct compare_request *r, struct err *err)
{
    enum status status = STATUS_OK;
    r->in.named = r->call->named;
    for (int set = 0; set < COMPARED_SETS && status == STATUS_OK; set++) {
        status = db_lookup_parse(&r->queries[set], r->call->site->game, r->in.named,
                                 api_text(r->call, QUERY_NAMES[set]), r->in.dbs, r->in.count, err);
        if (status == STATUS_OK)
            status = static_values_for(&r->values[set], &r->queries[set], err);
        if (r->values[set])
            r->options.values = static_values_hook(r->values[set]);
    }
    return status;
}

/* --- Response --------------------------------------------------------------------------------- */

static enum status add_rows(struct compare_request *r, const struct comparison_report *report,
                            struct err *err)
{
    uint64_t listed[COMPARISON_KINDS] = {0}, left_out = 0;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < report->c->count && status == STATUS_OK; i++) {
        const struct comparison_row *row = &report->c->rows[i];
        if (!row->different && !r->all)
            continue;
        if (listed[row->kind]++ >= r->top) {
            left_out++;
            continue;
        }
        status = comparison_row_json(report, row, kept_events_open(&r->events, "row"), err);
        kept_events_add(&r->events);
    }
    if (left_out) {
        struct json *j = kept_events_open(&r->events, "more");
        json_open_object(j);
        json_key_u64(j, "rows", left_out);
        json_end(j);
        kept_events_add(&r->events);
    }
    return status;
}

static enum status add_comparison(struct compare_request *r, const struct game_comparison *c,
                                  struct err *err)
{
    struct sequence_profile profile = {0};
    const char *const *names = api_database_names(r->call, &r->dbs);
    struct span texts[COMPARED_SETS];
    if (!names)
        return err_nomem(err);
    const struct comparison_report report = {.c = c,
                                             .in = &r->in,
                                             .paths = names,
                                             .lang = r->call->lang,
                                             .cancelled = r->options.cancelled,
                                             .profile = &profile};
    for (int set = 0; set < COMPARED_SETS; set++) {
        struct span db = api_text(r->call, DATABASE_NAMES[set]);
        texts[set] = r->queries[set].text;
        if (texts[set].n == 0 && db.n)
            texts[set] = db;
    }
    comparison_head_json(&report, texts, r->options.level, kept_events_open(&r->events, "summary"));
    kept_events_add(&r->events);
    enum status status = sequence_profile_init(&profile, err);
    if (status == STATUS_OK)
        status = add_rows(r, &report, err);
    sequence_profile_release(&profile);
    return status;
}

static enum status compare(void *ctx, struct err *err)
{
    struct compare_request *r = ctx;
    struct game_comparison c;
    enum status status = comparison_run(&c, &r->in, &r->options, err);
    if (status != STATUS_OK)
        return status;
    status = add_comparison(r, &c, err);
    comparison_release(&c);
    return status;
}

static enum status answer(struct compare_request *r, struct err *err)
{
    const struct comparison_options *o = &r->options;
    kept_events_begin(&r->events, r->call);
    struct buf *key = &r->events.key;
    buf_printf(key, "compare %u %u %u %u %u %u %.17g %llu %d\n", r->dbs.first, r->dbs.count,
               o->kinds, o->least, o->plies, o->sequences, o->level, (unsigned long long)r->top,
               r->all);
    for (int set = 0; set < COMPARED_SETS; set++) {
        buf_printf(key, "%u %u %zu ", r->in.sets[set].from, r->in.sets[set].to,
                   r->queries[set].text.n);
        buf_add_span(key, r->queries[set].text);
        api_key_found(&r->queries[set], &r->dbs, key);
    }
    return kept_events_answer(&r->events, compare, r, err);
}

enum status api_compare(struct api_call *call, struct err *err)
{
    struct compare_request r = {.call = call};
    for (int set = 0; set < COMPARED_SETS; set++)
        query_init(&r.queries[set], call->site->game);
    enum status status = read_options(&r, err);
    if (status == STATUS_OK)
        status = choose_databases(&r, err);
    if (status == STATUS_OK)
        status = parse_queries(&r, err);
    if (status == STATUS_OK)
        status = api_needs_one_process(call, &r.dbs, err);
    if (status == STATUS_OK)
        status = answer(&r, err);
    for (int set = 0; set < COMPARED_SETS; set++) {
        static_values_close(r.values[set]);
        query_release(&r.queries[set]);
    }
    return status;
}
