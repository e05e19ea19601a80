/* natural_predict.c: see natural_predict.h. */
#include "values/natural/natural_predict.h"

#include <math.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/io/file.h"

const char *const natural_method_names[NATURAL_METHODS + 1] = {
    [NATURAL_PLAIN] = "plain",
    [NATURAL_PAPER] = "paper",
    [NATURAL_PAPER_CONTROL] = "paper-control",
    [NATURAL_SUM] = "sum",
    [NATURAL_SUM_CONTROL] = "sum-control",
    [NATURAL_MODEL] = "model",
    [NATURAL_MODEL_SEARCH] = "model+search",
    [NATURAL_DIAL] = "dial",
    [NATURAL_DIAL_CONTROL] = "dial-control",
    [NATURAL_NETWORK] = "network",
    [NATURAL_NETWORK_SEARCH] = "network+search",
};

unsigned natural_with_controls(unsigned methods)
{
    static const enum natural_method CONTROLLED[] = {NATURAL_PAPER, NATURAL_SUM, NATURAL_DIAL};
    for (size_t i = 0; i < sizeof CONTROLLED / sizeof *CONTROLLED; i++)
        if (methods & 1U << CONTROLLED[i])
            methods |= 1U << (CONTROLLED[i] + 1);
    return methods;
}

enum {
    TABLE_BYTES = 8 << 20, /* more than 50,000 nodes fill */
    ALL_SHARE = 50,        /* of the nodes, in per cent, before all moves are given values */
    ALL_MARGIN = 1000,
    CONTROL = 1, /* of points in per cent, or of the dial: next to nothing */
};

struct natural_predictor {
    unsigned methods;
    uint64_t nodes;
    struct eval eval;
    uint64_t eval_hash;
    struct answer_file *answers;
    struct people_predictor *model;
    struct people_predictor *network; /* NULL: not asked */
    struct style *points[2];          /* with all of them, and with next to none; NULL: not asked */
    struct style *dial[2][NATURAL_CLASSES]; /* NULL: not asked; by whether it is the control, and by
                                               class of player */
    int flow_weight, dial_at;
    struct flow_table flow; /* for sums of all moves */
    bool has_flow;
    uint64_t flow_hash; /* of the file */
};

/* --- Opening ---------------------------------------------------------------------------------- */

static struct style_settings settings_of(const struct natural_predict_options *o)
{
    struct style_settings s;
    usi_rows_init(&style_rows, &s);
    s.model_file = (char *)(uintptr_t)o->model_file; /* style_open() keeps neither */
    return s;
}

static enum status open_styles(struct natural_predictor *a, const struct natural_predict_options *o,
                               struct err *err)
{
    struct style_settings s = settings_of(o);
    enum status status = STATUS_OK;
    for (int c = 0; c < NATURAL_CLASSES && status == STATUS_OK; c++) {
        s.class = c;
        for (int control = 0; control < 2 && status == STATUS_OK; control++) {
            s.natural = control ? CONTROL : o->dial;
            if (o->methods & 1U << (NATURAL_DIAL + control))
                status = style_open(&a->dial[control][c], &s, err);
        }
    }
    s = settings_of(o);
    s.flow_file = (char *)(uintptr_t)o->flow_file;
    for (int control = 0; control < 2 && status == STATUS_OK; control++) {
        s.flow_weight = control ? CONTROL : o->flow_weight;
        if (o->methods & NATURAL_BY_FLOW)
            status = style_open(&a->points[control], &s, err);
    }
    return status;
}

static enum status load_flow(struct natural_predictor *a, const char *path, struct err *err)
{
    struct buf bytes;
    buf_init(&bytes, FLOW_FILE_MOST_BYTES);
    enum status status = flow_load(&a->flow, path, err);
    a->has_flow = status == STATUS_OK;
    if (status == STATUS_OK)
        status = file_read(path, FLOW_FILE_MOST_BYTES, &bytes, err);
    if (status == STATUS_OK)
        a->flow_hash = XXH3_64bits(bytes.p, bytes.n);
    buf_release(&bytes);
    return status;
}

static enum status open_people(struct natural_predictor *a, const struct natural_predict_options *o,
                               struct err *err)
{
    bool searches = o->methods & 1U << NATURAL_NETWORK_SEARCH;
    const struct people_predictor_options model = {.file = o->model_file};
    const struct people_predictor_options network = {.network = true,
                                                     .file = o->network_file,
                                                     .one_way = o->one_way,
                                                     .search = searches && !o->fitting,
                                                     .values_file = o->values_file};
    enum status status = people_predictor_open(&a->model, &model, err);
    if (status == STATUS_OK && o->methods & NATURAL_BY_NETWORK)
        status = people_predictor_open(&a->network, &network, err);
    return status;
}

enum status natural_predictor_open(struct natural_predictor **out,
                                   const struct natural_predict_options *o, struct err *err)
{
    struct natural_predictor *a = mem_calloc(1, sizeof *a);
    *out = NULL;
    if (!a)
        return err_nomem(err);
    a->methods = o->methods;
    a->nodes = o->nodes;
    a->eval = o->eval;
    a->eval_hash = o->eval_hash;
    a->answers = o->answers;
    a->flow_weight = o->flow_weight;
    a->dial_at = o->dial;
    enum status status = open_people(a, o, err);
    if (status == STATUS_OK)
        status = open_styles(a, o, err);
    if (status == STATUS_OK && o->methods & NATURAL_BY_FLOW)
        status = load_flow(a, o->flow_file, err);
    if (status == STATUS_OK)
        *out = a;
    else
        natural_predictor_close(a);
    return status;
}

void natural_predictor_close(struct natural_predictor *a)
{
    if (!a)
        return;
    for (int c = 0; c < NATURAL_CLASSES; c++) {
        style_close(a->dial[0][c]);
        style_close(a->dial[1][c]);
    }
    style_close(a->points[0]);
    style_close(a->points[1]);
    if (a->has_flow)
        flow_release(&a->flow);
    people_predictor_close(a->network);
    people_predictor_close(a->model);
    mem_free(a);
}

enum status natural_predictor_thinker(const struct natural_predictor *a, struct thinker **out,
                                      struct err *err)
{
    const struct think_options o = {.tt_bytes = TABLE_BYTES, .threads = 1, .eval = a->eval};
    return thinker_open(out, &o, err);
}

/* --- One position ----------------------------------------------------------------------------- */

struct predict_position {
    const struct natural_predictor *a;
    struct thinker *t;
    const struct natural_sample *s;
    struct think_request q;
    struct style_position at;
    const struct people_answer *prior; /* for SEARCH_RATED */
    int count, played;                 /* legal moves; the place of the one that was played */
    shogi_move legal[SHOGI_MAX_MOVES];
};

static void begin(struct predict_position *k, const struct natural_predictor *a, struct thinker *t,
                  const struct natural_sample *s)
{
    *k = (struct predict_position){.a = a, .t = t, .s = s, .played = -1};
    k->q = (struct think_request){.pos = &s->pos, .limits = {.nodes = a->nodes}};
    k->at = (struct style_position){&s->pos, &s->past, s->ply};
    k->count = shogi_legal_moves(&s->pos, k->legal);
    for (int i = 0; i < k->count; i++)
        if (k->legal[i] == s->played)
            k->played = i;
}

/* The move that was played among all, by the probabilities; ties count against it. */
static void answer_by_chance(const struct predict_position *k, const struct natural_move *moves,
                             struct agreement_answer *out)
{
    int best = 0;
    *out = (struct agreement_answer){.order = 0};
    for (int i = 0; i < k->count; i++) {
        if (moves[i].p > moves[best].p)
            best = i;
        out->order += i != k->played && moves[i].p >= moves[k->played].p;
    }
    out->move = moves[best].move;
    out->ln_p = log(fmax((double)moves[k->played].p, 1e-30));
}

struct natural_input natural_sample_input(const struct natural_sample *s)
{
    return (struct natural_input){
        .pos = &s->pos, .past = &s->past, .class = (enum natural_class)s->class, .ply = s->ply};
}

static void infer_by_model(const struct predict_position *k, struct people_answer *out)
{
    const struct natural_input q = natural_sample_input(k->s);
    people_predict(k->a->model, NULL, &q, out, 1);
}

/* --- Searches, or what is remembered of them -------------------------------------------------- */

enum predict_search {
    SEARCH_PLAIN, /* think() */
    SEARCH_ALL,   /* every legal move gets a value */
    SEARCH_SUM,   /* style_search(), with points */
    SEARCH_RATED, /* people_rate(): likely moves get a value */
    SEARCH_DIAL,  /* style_search(), with the model */
    SEARCH_PAPER, /* style_search_all() */
};

/* Of what the model says here, so that another model has other answers. */
static uint64_t hash_of_model(const struct predict_position *k)
{
    struct people_answer model;
    float p[SHOGI_MAX_MOVES];
    infer_by_model(k, &model);
    for (int i = 0; i < k->count; i++)
        p[i] = model.moves[i].p;
    return XXH3_64bits(p, (size_t)k->count * sizeof *p);
}

/* Of all that an answer depends on; changes when the same would be searched otherwise. */
static uint64_t key_of(const struct predict_position *k, enum predict_search what, bool control)
{
    enum { SEARCH_VERSION = 2 };
    shogi_move moves[SHOGI_MAX_MOVES];
    const struct natural_predictor *a = k->a;
    int weight = control ? CONTROL : a->flow_weight;
    int n = what == SEARCH_RATED ? people_list_likely(k->prior, moves) : 0;
    if (what == SEARCH_SUM)
        for (; n < NATURAL_PAST; n++)
            moves[n] = k->s->past.moves[n];
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    shogi_sfen_print(&k->s->pos, 0, &text);
    buf_printf(&text, " %d %d %llu %llx", SEARCH_VERSION, (int)what, (unsigned long long)a->nodes,
               (unsigned long long)a->eval_hash);
    if (what == SEARCH_SUM)
        buf_printf(&text, " %u %llx", k->s->ply, (unsigned long long)a->flow_hash);
    if (what == SEARCH_SUM && weight != 100)
        buf_printf(&text, " %d%%", weight);
    if (what == SEARCH_DIAL)
        buf_printf(&text, " %d %llx", control ? CONTROL : a->dial_at,
                   (unsigned long long)hash_of_model(k));
    uint64_t hash = XXH3_64bits_withSeed(text.p, text.n, (uint64_t)n);
    buf_release(&text);
    return XXH3_64bits_withSeed(moves, (size_t)n * sizeof *moves, hash);
}

static int to_lines(const struct answer_line *from, int n, struct style_line *lines)
{
    for (int i = 0; i < n; i++)
        lines[i] = (struct style_line){.move = from[i].move,
                                       .value = from[i].value,
                                       .depth = from[i].depth,
                                       .at_most = from[i].bound == THINK_UPPER_BOUND};
    return n;
}

static enum status search_best(const struct predict_position *k, const struct style *style,
                               struct style_line *lines, int *n, struct err *err)
{
    struct think_result answer;
    enum status status = style_search(style, k->t, &k->q, &k->at, &answer, NULL, err);
    lines[0] =
        (struct style_line){.move = answer.best, .value = answer.value, .depth = answer.depth};
    *n = answer.best ? 1 : 0;
    return status;
}

static int lines_of(const struct think_rating *rated, int n, struct style_line *lines)
{
    for (int i = 0; i < n; i++)
        lines[i] = (struct style_line){.move = rated[i].move,
                                       .value = rated[i].value,
                                       .depth = rated[i].depth,
                                       .at_most = rated[i].bound == THINK_UPPER_BOUND};
    return n;
}

static enum status search_anew(const struct predict_position *k, enum predict_search what,
                               bool control, struct style_line *lines, int *n, struct err *err)
{
    struct think_result answer;
    thinker_new_game(k->t);
    switch (what) {
    case SEARCH_PLAIN:
        return search_best(k, NULL, lines, n, err);
    case SEARCH_PAPER:
        return style_search_all(k->t, &k->q, &answer, lines, n, err);
    case SEARCH_SUM:
        return search_best(k, k->a->points[control], lines, n, err);
    case SEARCH_DIAL:
        return search_best(k, k->a->dial[control][k->s->class], lines, n, err);
    case SEARCH_RATED:
        return people_rate(k->prior, k->t, &k->q, &answer, lines, n, err);
    case SEARCH_ALL:
        break;
    }
    struct think_rating rated[SHOGI_MAX_MOVES];
    struct think_request q = k->q;
    struct think_result best;
    uint64_t nodes;
    q.limits.nodes = k->q.limits.nodes * ALL_SHARE / 100;
    enum status status = think(k->t, &q, &best, err);
    if (status != STATUS_OK)
        return status;
    q.limits.nodes = k->q.limits.nodes > best.nodes ? k->q.limits.nodes - best.nodes : 1;
    *n = lines_of(rated, think_rate(k->t, &q, &best, ALL_MARGIN, rated, &nodes), lines);
    return STATUS_OK;
}

static enum status search(const struct predict_position *k, enum predict_search what, bool control,
                          struct style_line *lines, int *n, struct err *err)
{
    struct answer_line kept[ANSWER_MOST_LINES];
    uint64_t key = k->a->answers ? key_of(k, what, control) : 0;
    /* an answer without a move is none: a file may say anything */
    if (k->a->answers && answer_file_find(k->a->answers, key, kept, n) && *n > 0) {
        to_lines(kept, *n, lines);
        return STATUS_OK;
    }
    enum status status = search_anew(k, what, control, lines, n, err);
    if (status == STATUS_OK && k->a->answers) {
        for (int i = 0; i < *n; i++)
            kept[i] = (struct answer_line){
                .move = lines[i].move,
                .value = (int16_t)lines[i].value,
                .depth = (uint8_t)(lines[i].depth < UINT8_MAX ? lines[i].depth : UINT8_MAX),
                .bound = lines[i].at_most ? THINK_UPPER_BOUND : THINK_EXACT};
        status = answer_file_add(k->a->answers, key, kept, *n, err);
    }
    return status;
}

static enum status predict_by_search(struct predict_position *k, const struct people_predictor *by,
                                     const struct people_answer *prior,
                                     struct agreement_answer *out, struct err *err)
{
    const struct natural_input q = natural_sample_input(k->s);
    struct style_line lines[SHOGI_MAX_MOVES];
    struct people_answer answer = *prior;
    int n;
    k->prior = prior;
    enum status status = search(k, SEARCH_RATED, false, lines, &n, err);
    k->prior = NULL;
    if (status != STATUS_OK)
        return status;
    people_add_lines(by, &q, lines, n, &answer);
    answer_by_chance(k, answer.moves, out);
    return STATUS_OK;
}

enum status natural_predict_lines(const struct natural_predictor *a, struct thinker *t,
                                  const struct natural_sample *s, struct people_answer *prior,
                                  struct style_line *lines, int *count, struct err *err)
{
    struct predict_position k;
    begin(&k, a, t, s);
    k.prior = prior;
    if (!a->network)
        infer_by_model(&k, prior);
    return search(&k, SEARCH_RATED, false, lines, count, err);
}

/* A move, and nothing of all others. */
static enum status predict_move(const struct predict_position *k, enum predict_search what,
                                bool control, struct agreement_answer *out, struct err *err)
{
    struct style_line lines[SHOGI_MAX_MOVES];
    int n;
    enum status status = search(k, what, control, lines, &n, err);
    if (status == STATUS_OK)
        *out = (struct agreement_answer){.move = lines[0].move, .order = -1, .ln_p = NAN};
    return status;
}

static enum status predict_plain(const struct predict_position *k, struct agreement_row *row,
                                 struct err *err)
{
    struct style_line lines[SHOGI_MAX_MOVES];
    int n;
    enum status status = search(k, SEARCH_PLAIN, false, lines, &n, err);
    if (status != STATUS_OK)
        return status;
    row->by[NATURAL_PLAIN] =
        (struct agreement_answer){.move = lines[0].move, .order = -1, .ln_p = NAN};
    row->value = lines[0].value;
    row->valued = true;
    return STATUS_OK;
}

/* Points, and next to none, added to the same finished search. */
static enum status predict_paper(const struct predict_position *k, struct agreement_row *row,
                                 struct err *err)
{
    struct style_line lines[SHOGI_MAX_MOVES];
    shogi_move moves[SHOGI_MAX_MOVES];
    int n;
    /* where no move gets points the engine is the plain one, as in style_search() */
    bool any = style_list(k->a->points[0], &k->at, moves) > 0;
    enum status status = search(k, any ? SEARCH_PAPER : SEARCH_PLAIN, false, lines, &n, err);
    for (int control = 0; control < 2 && status == STATUS_OK; control++) {
        struct style_choice choice;
        if (!(k->a->methods & 1U << (NATURAL_PAPER + control)) || !k->a->points[control])
            continue;
        style_choose(k->a->points[control], &k->at, lines, n, &choice);
        row->by[NATURAL_PAPER + control] =
            (struct agreement_answer){.move = choice.move, .order = -1, .ln_p = NAN};
    }
    return status;
}

/* --- Values of all moves ---------------------------------------------------------------------- */

/* How many hundredths of a pawn make a move e times less likely; not tuned. */
#define TEMPERATURE 150.0

static enum status value_all(const struct predict_position *k, int *values, struct err *err)
{
    struct style_line lines[SHOGI_MAX_MOVES];
    int n;
    enum status status = search(k, SEARCH_ALL, false, lines, &n, err);
    for (int i = 0; i < k->count && status == STATUS_OK; i++) {
        int least = lines[0].value - ALL_MARGIN;
        values[i] = least;
        for (int r = 0; r < n; r++)
            if (lines[r].move == k->legal[i])
                values[i] = lines[r].value;
        values[i] = values[i] < least ? least : values[i];
    }
    return status;
}

/* The method's own move stays the first, whatever these values say. */
static void add_lines(const struct predict_position *k, const double *sums,
                      struct agreement_answer *out)
{
    double total = 0, own = sums[k->played];
    int order = 0;
    for (int i = 0; i < k->count; i++) {
        total += exp((sums[i] - own) / TEMPERATURE);
        order += i != k->played && (sums[i] >= own || k->legal[i] == out->move);
    }
    out->ln_p = -log(total);
    out->order = out->move == k->s->played ? 0 : order < 1 ? 1 : order;
}

static enum status predict_lines(const struct predict_position *k, struct agreement_row *row,
                                 struct err *err)
{
    const struct natural_predictor *a = k->a;
    int values[SHOGI_MAX_MOVES] = {0};
    double sums[SHOGI_MAX_MOVES] = {0};
    struct flow_reason reason;
    enum status status = value_all(k, values, err);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < k->count; i++)
        sums[i] = values[i];
    if (a->methods & 1U << NATURAL_PLAIN)
        add_lines(k, sums, &row->by[NATURAL_PLAIN]);
    for (int i = 0; i < k->count && a->has_flow; i++) {
        flow_score(&a->flow, &a->flow.points, FLOW_HUMAN, &k->s->past, &k->s->pos, k->legal[i],
                   &reason);
        if (k->s->ply + 1U >= a->flow.settings.from_ply)
            sums[i] += reason.points * a->flow_weight / 100.0;
    }
    if (a->methods & 1U << NATURAL_PAPER)
        add_lines(k, sums, &row->by[NATURAL_PAPER]);
    if (a->methods & 1U << NATURAL_SUM)
        add_lines(k, sums, &row->by[NATURAL_SUM]);
    return STATUS_OK;
}

/* What says nothing of other moves than its own, and what does so if it is lined. */
enum {
    MOVE_ONLY = 1U << NATURAL_DIAL | 1U << NATURAL_DIAL_CONTROL | 1U << NATURAL_PAPER_CONTROL |
                1U << NATURAL_SUM_CONTROL,
    LINED = 1U << NATURAL_PLAIN | 1U << NATURAL_PAPER | 1U << NATURAL_SUM,
};

/* Everybody plays the only move there is.  Where a method says nothing of the other moves unless it
 * is lined, this position must not count either, or top 3 would be that of too many forced ones. */
static void answer_forced(const struct predict_position *k, bool lined, struct agreement_row *out)
{
    for (int m = 0; m < NATURAL_METHODS; m++) {
        bool move_only = (MOVE_ONLY >> m & 1) || (!lined && (LINED >> m & 1));
        if (k->a->methods & 1U << m)
            out->by[m] = (struct agreement_answer){
                .move = k->s->played, .order = move_only ? -1 : 0, .ln_p = move_only ? NAN : 0};
    }
}

static enum status predict_people(struct predict_position *k, const struct people_answer *network,
                                  struct agreement_row *out, struct err *err)
{
    const struct natural_predictor *a = k->a;
    struct people_answer model = {0};
    enum status status = STATUS_OK;
    if (a->methods & (1U << NATURAL_MODEL | 1U << NATURAL_MODEL_SEARCH))
        infer_by_model(k, &model);
    if (a->methods & 1U << NATURAL_MODEL)
        answer_by_chance(k, model.moves, &out->by[NATURAL_MODEL]);
    if (a->methods & 1U << NATURAL_NETWORK)
        answer_by_chance(k, network->moves, &out->by[NATURAL_NETWORK]);
    if (a->methods & 1U << NATURAL_MODEL_SEARCH)
        status = predict_by_search(k, a->model, &model, &out->by[NATURAL_MODEL_SEARCH], err);
    if (status == STATUS_OK && a->methods & 1U << NATURAL_NETWORK_SEARCH)
        status = predict_by_search(k, a->network, network, &out->by[NATURAL_NETWORK_SEARCH], err);
    return status;
}

enum status natural_predict(const struct natural_predictor *a, struct thinker *t,
                            const struct natural_sample *s, const struct people_answer *network,
                            bool lined, struct agreement_row *out, struct err *err)
{
    struct predict_position k;
    begin(&k, a, t, s);
    out->played = s->played;
    out->ply = s->ply;
    out->legal = (uint16_t)k.count;
    out->valued = false;
    memset(out->by, 0, sizeof out->by);
    if (k.count < 2) {
        answer_forced(&k, lined, out);
        return STATUS_OK;
    }
    enum status status = predict_people(&k, network, out, err);
    if (status == STATUS_OK && a->methods & 1U << NATURAL_PLAIN)
        status = predict_plain(&k, out, err);
    if (status == STATUS_OK && a->points[0] &&
        a->methods & (1U << NATURAL_PAPER | 1U << NATURAL_PAPER_CONTROL))
        status = predict_paper(&k, out, err);
    for (int control = 0; control < 2 && status == STATUS_OK; control++) {
        if (a->points[control] && a->methods & 1U << (NATURAL_SUM + control))
            status = predict_move(&k, SEARCH_SUM, control, &out->by[NATURAL_SUM + control], err);
        if (status == STATUS_OK && a->methods & 1U << (NATURAL_DIAL + control))
            status = predict_move(&k, SEARCH_DIAL, control, &out->by[NATURAL_DIAL + control], err);
    }
    if (status == STATUS_OK && lined && a->methods & LINED)
        status = predict_lines(&k, out, err);
    return status;
}

const struct people_predictor *natural_predictor_network(const struct natural_predictor *a)
{
    return a->network;
}

/* --- Which positions -------------------------------------------------------------------------- */

enum status natural_choose_samples(const struct natural_sample_set *set, unsigned from_ply,
                                   size_t positions, size_t **out, size_t *count, struct err *err)
{
    size_t all[NATURAL_CLASSES] = {0}, seen[NATURAL_CLASSES] = {0}, classes = 0;
    *count = 0;
    *out = mem_calloc(set->count + 1, sizeof **out);
    if (!*out)
        return err_nomem(err);
    for (size_t i = 0; i < set->count; i++)
        all[set->rows[i].class] += set->rows[i].ply >= from_ply;
    for (int c = 0; c < NATURAL_CLASSES; c++)
        classes += all[c] > 0;
    for (size_t i = 0; i < set->count; i++) {
        int class = set->rows[i].class;
        if (set->rows[i].ply < from_ply)
            continue;
        size_t most = all[class], wanted = positions ? (positions + classes - 1) / classes : most;
        size_t k = seen[class]++;
        wanted = wanted < most ? wanted : most;
        if (k * wanted / most != (k + 1) * wanted / most)
            (*out)[(*count)++] = i;
    }
    return STATUS_OK;
}

int natural_third(const struct natural_sample_set *set, size_t place)
{
    uint32_t game = set->rows[place].game;
    size_t last = place;
    while (last + 1 < set->count && set->rows[last + 1].game == game)
        last++;
    unsigned ply = set->rows[place].ply, plies = set->rows[last].ply + 1U;
    return (int)(ply * AGREEMENT_THIRDS / plies);
}

double natural_moves_a_game(const struct natural_sample_set *set, unsigned from_ply, int class)
{
    size_t positions = 0, games = 0;
    uint32_t last = UINT32_MAX;
    for (size_t i = 0; i < set->count; i++) {
        const struct natural_sample *s = &set->rows[i];
        if (s->ply < from_ply || (class != NATURAL_CLASSES && s->class != class))
            continue;
        positions++;
        games += s->game != last;
        last = s->game;
    }
    return games ? (double)positions / (double)games : 0;
}
