/* calibrate_request.c: see calibrate_request.h. */
#include "web/api/calibrate_request.h"

#include <string.h>

#include "base/work/pool.h"
#include "engine/eval/eval.h"
#include "query/plan/db_lookup.h"
#include "values/sheet/outcome.h"

static const struct msg UNKNOWN = {"%1 must be one of: %2", "%1 に指定できるのは %2 です"};

/* --- Words ------------------------------------------------------------------------------------ */

/* The first is what is taken if nothing is said.  Only words of these lists become names of
 * evaluations, which elsewhere may be files. */
static const char *const VALUES[] = {"static", "quiescence", "record", NULL};
static const char *const WEIGHTS[] = {"paper", "calibrated", "net", "material", NULL};
static const char *const INTERVALS[] = {"game", "binomial", NULL};
static const char *const FITS[] = {"", "ls", "ml", NULL}; /* enum regression_model + 1 */
static const char *const TERMS[] = {"progress", "conditions", NULL};
static const char *const EFFECTS[] = {"joint", "alone", "none", NULL};

static enum status read_word(const struct api_call *call, const char *name,
                             const char *const *words, unsigned *out, struct err *err)
{
    struct span text = api_text(call, name);
    struct buf list;
    for (*out = 0; words[*out]; ++*out)
        if (span_eq(text, span_of(words[*out])))
            return STATUS_OK;
    *out = 0;
    if (text.n == 0)
        return STATUS_OK;
    buf_init(&list, BUF_DEFAULT_MAX);
    for (int i = 0; words[i]; i++)
        buf_printf(&list, "%s%s", list.n ? ", " : "", words[i]);
    enum status st = err_set(err, STATUS_RANGE, &UNKNOWN, span_of(name), buf_span(&list));
    buf_release(&list);
    return st;
}

static enum status read_number(const struct api_call *call, const char *name, uint64_t min,
                               uint64_t max, uint64_t fallback, uint64_t *out, struct err *err)
{
    static const struct msg RANGE = {"%1 must be from %2", "%1 の範囲は %2 です"};
    struct buf range;
    enum status st = api_number(call, name, max, fallback, out, err);
    if (st != STATUS_OK || *out >= min)
        return st;
    buf_init(&range, BUF_DEFAULT_MAX);
    buf_printf(&range, "%llu … %llu", (unsigned long long)min, (unsigned long long)max);
    st = err_set(err, STATUS_RANGE, &RANGE, span_of(name), buf_span(&range));
    buf_release(&range);
    return st;
}

/* --- Classes of games ------------------------------------------------------------------------- */

bool class_requests_share(const struct class_request *a, const struct class_request *b)
{
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++)
            if (a->dbs[i] == b->dbs[k])
                return true;
    return false;
}

/* The class of this name, a new one if there is none; NULL: no memory, or too many (err). */
static struct class_request *find_class(struct calibrate_request *a, struct api_call *call,
                                        struct span name, struct err *err)
{
    static const struct msg TOO_MANY = {"too many classes", "階級が多すぎます"};
    for (uint32_t i = 0; i < a->class_count; i++)
        if (a->classes[i].name && span_eq(name, span_of(a->classes[i].name)))
            return &a->classes[i];
    if (a->class_count == CALIBRATE_MOST_CLASSES) {
        err_plain(err, STATUS_LIMIT, &TOO_MANY);
        return NULL;
    }
    const uint32_t room = api_database_count(call) + 1;
    struct class_request *new = &a->classes[a->class_count];
    char *copy = arena_alloc(&call->arena, name.n + 1);
    new->dbs = arena_alloc_array(&call->arena, room, sizeof(struct db *));
    new->names = arena_alloc_array(&call->arena, room, sizeof *new->names);
    if (!copy || !new->dbs || !new->names) {
        err_nomem(err);
        return NULL;
    }
    memcpy(copy, name.p, name.n);
    copy[name.n] = '\0';
    new->name = copy;
    a->class_count++;
    return new;
}

static enum status add_databases(struct class_request *class, struct api_call *call,
                                 const struct api_databases *in, struct err *err)
{
    const char *const *names = api_database_names(call, in);
    enum status st = names ? api_needs_indexes(call, in, err) : err_nomem(err);
    for (uint32_t i = 0; i < in->count && st == STATUS_OK; i++) {
        bool known = false;
        for (uint32_t k = 0; k < class->count; k++)
            known |= class->dbs[k] == in->dbs[i];
        if (known)
            continue;
        class->dbs[class->count] = in->dbs[i];
        class->names[class->count++] = names[i];
    }
    return st;
}

/* CLASS=DB */
static enum status read_class(struct calibrate_request *a, struct api_call *call, struct span line,
                              struct err *err)
{
    static const struct msg NONE = {"a line of classes must be CLASS=DATABASE",
                                    "classes の各行は CLASS=DATABASE と書いてください"};
    const char *end = memchr(line.p, '=', line.n);
    if (!end || end == line.p)
        return err_plain(err, STATUS_RANGE, &NONE);
    const struct span name = {line.p, (size_t)(end - line.p)};
    struct api_databases in;
    enum status st = api_database_named(call, span_skip(line, name.n + 1), &in, err);
    if (st != STATUS_OK)
        return st;
    struct class_request *class = find_class(a, call, name, err);
    return class ? add_databases(class, call, &in, err) : err->code;
}

/* Takes the first line away. */
static struct span next_line(struct span *rest)
{
    const char *end = memchr(rest->p, '\n', rest->n);
    const struct span line = {rest->p, end ? (size_t)(end - rest->p) : rest->n};
    *rest = span_skip(*rest, line.n + (end ? 1 : 0));
    return line;
}

/* A line each; without any: one class of no name. */
static enum status read_classes(struct calibrate_request *a, struct api_call *call, struct err *err)
{
    struct span rest = api_text(call, "classes");
    struct api_databases in;
    enum status st = STATUS_OK;
    while (rest.n && st == STATUS_OK) {
        const struct span line = span_trim(next_line(&rest));
        if (line.n)
            st = read_class(a, call, line, err);
    }
    if (st != STATUS_OK || a->class_count)
        return st;
    st = api_databases(call, &in, err);
    struct class_request *only = st == STATUS_OK ? find_class(a, call, SPAN(""), err) : NULL;
    if (!only)
        return err->code;
    only->name = NULL;
    return add_databases(only, call, &in, err);
}

static enum status check_classes(const struct calibrate_request *a, struct err *err)
{
    static const struct msg NOT_BY_CLASS = {"fit and discover take one class",
                                            "fit と discover は一つの階級に使います"};
    if (a->class_count > 1 && (a->fits || a->discovers))
        return err_plain(err, STATUS_RANGE, &NOT_BY_CLASS);
    return STATUS_OK;
}

/* --- Conditions ------------------------------------------------------------------------------- */

static enum status add_condition(struct class_request *class, struct api_call *call,
                                 struct span text, struct err *err)
{
    static const struct msg TOO_MANY = {"too many conditions", "条件が多すぎます"};
    struct query q;
    if (class->conditions.count == CALIBRATE_MOST_CONDITIONS)
        return err_plain(err, STATUS_LIMIT, &TOO_MANY);
    enum status st =
        db_lookup_parse(&q, call->site->game, call->named, text, class->dbs, class->count, err);
    if (st == STATUS_OK)
        return conditions_add(&class->conditions, &q, err);
    query_release(&q);
    return st;
}

/* A line each; the place of a mistake is that in the whole. */
static enum status read_when(struct class_request *class, struct api_call *call, struct err *err)
{
    struct span all = api_text(call, "when"), rest = all;
    enum status st = STATUS_OK;
    while (rest.n && st == STATUS_OK) {
        const struct span line = next_line(&rest);
        if (span_trim(line).n)
            st = add_condition(class, call, line, err);
        if (st != STATUS_OK && err->line && !err->file[0])
            err->byte += (uint64_t)(line.p - all.p);
    }
    return st;
}

static enum status read_preset(struct class_request *class, bool discovers, struct api_call *call,
                               struct err *err)
{
    struct span name = api_text(call, "preset");
    struct buf names;
    enum status st = STATUS_OK;
    bool is_wanted = name.n ? !span_eq(name, SPAN("none")) : !class->conditions.count && !discovers;
    if (!is_wanted)
        return STATUS_OK;
    buf_init(&names, BUF_DEFAULT_MAX);
    for (const struct condition_preset *p = condition_presets; p->name; p++) {
        buf_printf(&names, "%s, ", p->name);
        if (!span_eq(name.n ? name : SPAN("progress"), span_of(p->name)))
            continue;
        for (size_t i = 0; p->queries[i] && st == STATUS_OK; i++)
            st = add_condition(class, call, span_of(p->queries[i]), err);
        buf_release(&names);
        return st;
    }
    buf_add_str(&names, "none");
    st = err_set(err, STATUS_RANGE, &UNKNOWN, SPAN("preset"), buf_span(&names));
    buf_release(&names);
    return st;
}

/* What each class is asked, by its own names. */
static enum status read_queries(struct calibrate_request *a, struct api_call *call, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < a->class_count && st == STATUS_OK; i++) {
        struct class_request *class = &a->classes[i];
        st = db_lookup_parse(&class->query, call->site->game, call->named, api_text(call, "query"),
                             class->dbs, class->count, err);
        if (st == STATUS_OK)
            st = read_when(class, call, err);
        if (st == STATUS_OK)
            st = read_preset(class, a->discovers, call, err);
    }
    return st;
}

/* --- Figures ---------------------------------------------------------------------------------- */

static enum status read_positions(struct calibrate_request *a, struct api_call *call,
                                  struct err *err)
{
    uint64_t skip, nodes;
    enum status st = api_number(call, "skip", 10000, 0, &skip, err);
    if (st == STATUS_OK)
        st = api_number(call, "mate_nodes", OUTCOME_MATE_NODES, a->sheet.mate_nodes, &nodes, err);
    if (st == STATUS_OK)
        st = api_flag(call, "no_checks", &a->sheet.no_checks, err);
    if (st == STATUS_OK)
        st = api_flag(call, "no_hanging", &a->sheet.no_hanging, err);
    if (st != STATUS_OK)
        return st;
    a->sheet.skip_plies = (uint32_t)skip;
    a->sheet.mate_nodes = (uint32_t)nodes;
    a->sheet.keep_no_matches = true;
    return STATUS_OK;
}

static enum status read_effects(struct calibrate_request *a, struct api_call *call, struct err *err)
{
    unsigned effects = 0;
    enum status st = read_word(call, "effects", EFFECTS, &effects, err);
    a->has_effects = effects < 2;
    a->effects.alone = effects == 1;
    return st;
}

static enum status read_curves(struct calibrate_request *a, struct api_call *call, struct err *err)
{
    uint64_t bin, min, resamples, seed;
    unsigned interval = 0;
    struct curve_options *o = &a->curves;
    enum status st =
        read_number(call, "bin", CALIBRATE_MIN_BIN, CALIBRATE_MAX_BIN, (uint64_t)o->bin, &bin, err);
    if (st == STATUS_OK)
        st = read_number(call, "min_positions", 0, 1000000000, o->min_positions, &min, err);
    if (st == STATUS_OK)
        st = read_number(call, "replicates", 20, CALIBRATE_MOST_RESAMPLES, o->resamples, &resamples,
                         err);
    if (st == STATUS_OK)
        st = api_number(call, "seed", INT64_MAX, o->seed, &seed, err);
    if (st == STATUS_OK)
        st = read_word(call, "interval", INTERVALS, &interval, err);
    if (st != STATUS_OK)
        return st;
    o->bin = (int)bin;
    o->min_positions = min;
    o->resamples = (unsigned)resamples;
    o->seed = seed;
    o->binomial = interval == 1;
    return STATUS_OK;
}

static enum status read_discover(struct calibrate_request *a, struct api_call *call,
                                 struct err *err)
{
    uint64_t top;
    enum status st = api_flag(call, "discover", &a->discovers, err);
    if (st == STATUS_OK)
        st = read_number(call, "top", 1, CALIBRATE_MOST_FINDINGS, a->discover.most, &top, err);
    if (st != STATUS_OK)
        return st;
    a->discover.most = (uint32_t)top;
    a->discover.curves = a->curves;
    if (api_text(call, "min_positions").n == 0)
        a->discover.curves.min_positions = DISCOVER_MIN_POSITIONS;
    a->discover.named = call->named;
    return STATUS_OK;
}

/* --- The evaluation --------------------------------------------------------------------------- */

static enum status open_evaluation(struct calibrate_request *a, struct api_call *call,
                                   struct err *err)
{
    unsigned value = 0, weights = 0, fit = 0, terms = 0;
    enum status st = read_word(call, "value", VALUES, &value, err);
    if (st == STATUS_OK)
        st = read_word(call, "weights", WEIGHTS, &weights, err);
    if (st == STATUS_OK)
        st = read_word(call, "fit", FITS, &fit, err);
    if (st == STATUS_OK)
        st = read_word(call, "terms", TERMS, &terms, err);
    if (st == STATUS_OK)
        st = weights_open(&a->weights, WEIGHTS[weights], err);
    const struct value_source_options o = {.weights = WEIGHTS[weights],
                                           .cancelled = call->request->cancelled};
    if (st == STATUS_OK)
        st = value_source_open(&a->value_source, VALUES[value], &o, err);
    if (st != STATUS_OK)
        return st;
    const struct eval eval = weights_eval(a->weights);
    const struct paper *paper = eval.type == &eval_paper ? eval.weights : NULL;
    a->sheet.value_source = a->value_source;
    if (paper)
        a->sheet.rule = paper->rule;
    a->fits = fit > 0;
    a->fit = (struct term_fit_options){
        .set = terms == 1 ? TERM_SET_CONDITIONS : TERM_SET_PROGRESS,
        .model = fit == 1 ? REGRESSION_LS : REGRESSION_ML,
        /* values of the record have none of its terms in them */
        .old = strcmp(VALUES[value], "record") != 0 ? paper : NULL,
        .held_out = TERM_REFIT_HELD_OUT,
    };
    return STATUS_OK;
}

/* Half of the machine is left to those who ask small things meanwhile. */
static void share_out(struct calibrate_request *a, const struct api_call *call)
{
    const atomic_bool *cancelled = call->request->cancelled;
    unsigned threads = pool_cpu_count() / 2;
    threads = threads ? threads : 1;
    a->effects.threads = a->sheet.threads = a->curves.threads = a->fit.threads =
        a->discover.threads = a->discover.curves.threads = threads;
    a->effects.cancelled = a->sheet.cancelled = a->curves.cancelled = a->fit.cancelled =
        a->discover.cancelled = a->discover.curves.cancelled = cancelled;
}

enum status calibrate_request_read(struct calibrate_request *a, struct api_call *call,
                                   struct err *err)
{
    static const struct msg NOT_SHOGI = {
        "calibration needs a shogi database; other games have no evaluation",
        "評価値の検証ができるのは将棋のデータベースだけです（他のゲームには評価関数がありません）"};
    *a = (struct calibrate_request){
        .sheet = SHEET_DEFAULTS, .curves = CURVE_DEFAULTS, .discover = DISCOVER_DEFAULTS};
    for (uint32_t i = 0; i < CALIBRATE_MOST_CLASSES; i++)
        conditions_init(&a->classes[i].conditions);
    if (!engine_has_game(call->site->game))
        return err_plain(err, STATUS_UNSUPPORTED, &NOT_SHOGI);
    enum status st = read_classes(a, call, err);
    if (st == STATUS_OK)
        st = read_positions(a, call, err);
    if (st == STATUS_OK)
        st = read_curves(a, call, err);
    if (st == STATUS_OK)
        st = read_effects(a, call, err);
    if (st == STATUS_OK)
        st = read_discover(a, call, err);
    if (st == STATUS_OK)
        st = read_queries(a, call, err);
    if (st == STATUS_OK)
        st = open_evaluation(a, call, err);
    if (st == STATUS_OK)
        st = check_classes(a, err);
    share_out(a, call);
    return st;
}

void calibrate_request_release(struct calibrate_request *a)
{
    for (uint32_t i = 0; i < CALIBRATE_MOST_CLASSES; i++) {
        conditions_release(&a->classes[i].conditions);
        query_release(&a->classes[i].query);
    }
    value_source_close(a->value_source);
    weights_close(a->weights);
}
