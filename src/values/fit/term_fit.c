/* term_fit.c: see term_fit.h.
 *
 * Many weights are fitted in units in which a regression is at ease: the coefficients as they are,
 * and weights divided by the scale.  Where a set leaves weights out, what they say is a feature of
 * its own, held where it is by a penalty that nothing outweighs. */
#include "values/fit/term_fit.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "values/fit/term_spool.h"

/* --- The value, what differs around the kings, and conditions, from columns of sheets ---------
 * a dense source for regressions; no game is replayed.
 *
 *     x = value / TERM_VALUE_UNIT, then P·dA, P·dD (progress) or ±1 for each condition */

/* Points; so that all features are about as large as each other. */
enum { TERM_VALUE_UNIT = 1000 };

struct term_columns;

void term_columns_close(struct term_columns *c); /* NULL is fine */

/* Has the row a value that can be fitted on?  Not that of a mate. */
static inline bool term_value_counts(int16_t value)
{
    return value > -VALUE_SOURCE_MOST && value < VALUE_SOURCE_MOST;
}
uint32_t term_columns_features(const struct term_fit_options *o); /* the value included */

/* Games of a piece: some ten thousand rows, which stay in a processor's cache. */
enum { PIECE_GAMES = 128 };

struct columns_piece {
    uint32_t sheet, first, count; /* games */
    uint32_t cluster;             /* of the first */
};

struct columns_reader {
    double *x;
    float *y;
    uint32_t *cluster;
    size_t count, cap; /* rows */
};

struct columns_view {
    struct term_columns *columns;
    uint32_t features;
};

struct term_columns {
    const struct sheets *sheets;
    struct term_fit_options options;
    struct columns_piece *pieces;
    size_t piece_count;
    struct columns_reader *readers;
    unsigned reader_count;
    struct columns_view views[2]; /* all; the value alone */
};

uint32_t term_columns_features(const struct term_fit_options *o)
{
    return o->set == TERM_SET_CONDITIONS ? 1 + o->condition_count : 3;
}

/* The features after the value, of one row of sheet number `sheet`. */
static void term_columns_row(const struct sheets *sheets, const struct term_fit_options *o,
                             uint32_t sheet, uint64_t row, double *x)
{
    if (o->set == TERM_SET_CONDITIONS) {
        for (uint32_t i = 0; i < o->condition_count; i++)
            x[i] = (double)sheet_has(o->conditions[i].bits[sheet], row) -
                   (double)sheet_has(o->conditions[i].flipped[sheet], row);
        return;
    }
    const struct sheet_mark *m = &sheets->at[sheet].progress[row];
    x[0] = m->whole * (m->attack[0] - m->attack[1]) / (double)(ADVANCE_ONE * ADVANCE_ONE);
    x[1] = m->whole * (m->defence[0] - m->defence[1]) / (double)(ADVANCE_ONE * ADVANCE_ONE);
}

static bool reader_room(struct columns_reader *r, uint32_t features, size_t rows)
{
    if (rows <= r->cap)
        return true;
    double *x = mem_realloc_array(r->x, rows * features, sizeof *x);
    r->x = x ? x : r->x;
    float *y = mem_realloc_array(r->y, rows, sizeof *y);
    r->y = y ? y : r->y;
    uint32_t *cluster = mem_realloc_array(r->cluster, rows, sizeof *cluster);
    r->cluster = cluster ? cluster : r->cluster;
    if (!x || !y || !cluster)
        return false;
    r->cap = rows;
    return true;
}

static void read_game(const struct columns_view *v, const struct columns_piece *p, uint32_t number,
                      struct columns_reader *r)
{
    const struct term_columns *c = v->columns;
    const struct sheet *s = &c->sheets->at[p->sheet];
    uint64_t row = sheet_row(s, number), end = row + line_plies(&s->segment->lines, number);
    for (; row <= end; row++) {
        if (!sheet_has(s->chosen, row) || !term_value_counts(s->values[row]))
            continue;
        double *x = r->x + r->count * v->features;
        x[0] = s->values[row] / (double)TERM_VALUE_UNIT;
        if (v->features > 1)
            term_columns_row(c->sheets, &c->options, p->sheet, row, x + 1);
        r->y[r->count] = (float)s->points[number] / 2;
        r->cluster[r->count++] = p->cluster + (number - p->first);
    }
}

static enum status read_piece(void *ctx, enum regression_part part, size_t number, unsigned worker,
                              struct regression_piece *out, struct err *err)
{
    const struct columns_view *v = ctx;
    const struct term_columns *c = v->columns;
    const struct columns_piece *p = &c->pieces[number];
    const struct sheet *s = &c->sheets->at[p->sheet];
    struct columns_reader *r = &c->readers[worker];
    uint64_t rows = p->first + p->count < s->games ? sheet_row(s, p->first + p->count) : s->rows;
    rows -= sheet_row(s, p->first);
    /* room is for the larger of both views, so that they can take turns */
    if (!reader_room(r, c->views[0].features, (size_t)rows))
        return err_nomem(err);
    r->count = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t game = p->first + i;
        if (s->points[game] <= 2 &&
            sheet_is_held_out(s, game, c->options.held_out) == (part == REGRESSION_HELD_OUT))
            read_game(v, p, game, r);
    }
    *out =
        (struct regression_piece){.count = r->count, .x = r->x, .y = r->y, .cluster = r->cluster};
    return STATUS_OK;
}

/* With the value alone, or all.  Borrowed. */
static struct regression_source term_columns_source(struct term_columns *c, bool value_alone)
{
    struct columns_view *v = &c->views[value_alone];
    return (struct regression_source){
        .ctx = v, .features = v->features, .pieces = c->piece_count, .piece = read_piece};
}

static bool cut_into_pieces(struct term_columns *c)
{
    uint32_t cluster = 0;
    for (uint32_t i = 0; i < c->sheets->count; i++)
        c->piece_count += (c->sheets->at[i].games + PIECE_GAMES - 1) / PIECE_GAMES;
    c->pieces = mem_calloc(c->piece_count + 1, sizeof *c->pieces);
    if (!c->pieces)
        return false;
    struct columns_piece *p = c->pieces;
    for (uint32_t i = 0; i < c->sheets->count; i++) {
        uint32_t games = c->sheets->at[i].games;
        for (uint32_t first = 0; first < games; first += PIECE_GAMES) {
            uint32_t left = games - first, count = left < PIECE_GAMES ? left : PIECE_GAMES;
            *p++ = (struct columns_piece){
                .sheet = i, .first = first, .count = count, .cluster = cluster};
            cluster += count;
        }
    }
    return true;
}

/* Borrows the sheets, and of the options the conditions. */
static enum status term_columns_open(struct term_columns **out, const struct sheets *sheets,
                                     const struct term_fit_options *o, struct err *err)
{
    struct term_columns *c = mem_calloc(1, sizeof *c);
    *out = c;
    if (!c)
        return err_nomem(err);
    c->sheets = sheets;
    c->options = *o;
    c->reader_count = o->threads ? o->threads : pool_cpu_count();
    c->readers = mem_calloc(c->reader_count, sizeof *c->readers);
    c->views[0] = (struct columns_view){.columns = c, .features = term_columns_features(o)};
    c->views[1] = (struct columns_view){.columns = c, .features = 1};
    if (c->readers && cut_into_pieces(c))
        return STATUS_OK;
    term_columns_close(c);
    *out = NULL;
    return err_nomem(err);
}

void term_columns_close(struct term_columns *c)
{
    if (!c)
        return;
    for (unsigned i = 0; i < c->reader_count && c->readers; i++) {
        mem_free(c->readers[i].x);
        mem_free(c->readers[i].y);
        mem_free(c->readers[i].cluster);
    }
    mem_free(c->readers);
    mem_free(c->pieces);
    mem_free(c);
}

const char *const term_set_names[TERM_SETS] = {[TERM_SET_PROGRESS] = "progress",
                                               [TERM_SET_MATERIAL] = "material",
                                               [TERM_SET_ALL] = "all",
                                               [TERM_SET_CONDITIONS] = "conditions"};

enum status term_flip(struct query *out, const struct query *q, struct err *err)
{
    struct buf text;
    enum status status;
    buf_init(&text, 2 * QUERY_MAX_BYTES);
    buf_add_str(&text, "flip(");
    query_print(q, &text);
    buf_add_str(&text, ")");
    status = buf_status(&text);
    if (status == STATUS_OK) {
        status = query_parse(out, q->game, NULL, buf_span(&text), err);
    } else {
        query_init(out, q->game);
        err_nomem(err);
    }
    buf_release(&text);
    return status;
}

/* --- Results ---------------------------------------------------------------------------------- */

static bool name_term(struct fitted_term *t, const char *name)
{
    size_t n = strlen(name) + 1;
    t->name = mem_alloc(n);
    if (t->name)
        memcpy(t->name, name, n);
    return t->name != NULL;
}

void term_fit_release(struct term_fit *fit)
{
    for (uint32_t i = 0; i < fit->count && fit->terms; i++)
        mem_free(fit->terms[i].name);
    mem_free(fit->terms);
    fit->terms = NULL;
    fit->count = 0;
}

static int16_t whole_weight(double w)
{
    return (int16_t)lround(fmin(fmax(w, -PAPER_MOST), PAPER_MOST));
}

static void take_losses(struct term_fit *fit, const struct regression *alone,
                        const struct regression *all)
{
    for (int part = 0; part < REGRESSION_PARTS; part++) {
        fit->examples[part] = all->examples[part];
        fit->games[part] = all->clusters[part];
        fit->before[part] = alone->loss[part];
        fit->after[part] = all->loss[part];
        fit->null_loss[part] = all->null_loss[part];
    }
    fit->steps = all->steps;
    fit->converged = all->converged;
}

static struct regression_options options_for(const struct term_fit_options *o)
{
    return (struct regression_options){.model = o->model,
                                       .most_steps = o->most_steps,
                                       .threads = o->threads,
                                       .cancelled = o->cancelled,
                                       .reduction = o->reduction};
}

/* The value's own weight says how many points make 1; games in which it says nothing, or the
 * contrary, can't. */
static enum status find_scale(struct term_fit *fit, double unit, double weight, struct err *err)
{
    static const struct msg NO_SCALE = {"the values do not predict the results",
                                        "評価値が勝敗と関係していません"};
    fit->scale = unit / weight;
    return fit->scale > 0 && isfinite(fit->scale) ? STATUS_OK
                                                  : err_plain(err, STATUS_RANGE, &NO_SCALE);
}

/* --- Few terms: from columns ------------------------------------------------------------------ */

static bool name_columns(struct term_fit *fit, const struct term_fit_options *o)
{
    bool ok = name_term(&fit->terms[0], "value");
    for (uint32_t i = 1; i < fit->count && ok; i++)
        ok = name_term(&fit->terms[i], o->set == TERM_SET_CONDITIONS ? o->conditions[i - 1].name
                                       : i == 1                      ? "attack"
                                                                     : "defence");
    return ok;
}

/* Weights in units of the value's.  Terms that the old value had already are counted on from what
 * they were. */
static void take_columns(struct term_fit *fit, const struct regression *r,
                         const struct term_fit_options *o, struct regression_weight *rescaled)
{
    regression_rescale(r, 0, rescaled);
    fit->bias = r->weights[fit->count].weight;
    for (uint32_t i = 0; i < fit->count; i++) {
        fit->terms[i].weight = rescaled[i].weight * TERM_VALUE_UNIT;
        fit->terms[i].error = rescaled[i].error * TERM_VALUE_UNIT;
    }
    fit->terms[0].weight = fit->terms[0].old = 1;
    fit->terms[0].error = 0;
    if (o->set == TERM_SET_CONDITIONS || !o->old)
        return;
    fit->terms[1].old = o->old->attack;
    fit->terms[2].old = o->old->defence;
    for (uint32_t i = 1; i < fit->count; i++)
        fit->terms[i].weight += fit->terms[i].old;
    fit->has_paper = true;
    fit->paper = *o->old;
    fit->paper.attack = whole_weight(fit->terms[1].weight);
    fit->paper.defence = whole_weight(fit->terms[2].weight);
}

static enum status fit_columns(struct term_fit *fit, const struct sheets *sheets,
                               const struct term_fit_options *o, struct err *err)
{
    struct regression_options ro = options_for(o);
    struct regression alone = {0}, all = {0};
    struct regression_weight *rescaled = NULL;
    struct term_columns *c;
    bool *free = NULL; /* of penalties */
    enum status status = term_columns_open(&c, sheets, o, err);
    if (status != STATUS_OK)
        return status;
    fit->count = term_columns_features(o);
    fit->terms = mem_calloc(fit->count, sizeof *fit->terms);
    rescaled = mem_calloc(fit->count + 1, sizeof *rescaled);
    free = mem_calloc(fit->count + 1, sizeof *free);
    if (!fit->terms || !rescaled || !free || !name_columns(fit, o))
        status = err_nomem(err);
    else
        free[0] = true;
    if (status == STATUS_OK) {
        struct regression_source source = term_columns_source(c, true);
        status = regression_fit(&alone, &source, &ro, err);
    }
    ro.step = o->step;
    ro.ctx = o->ctx;
    ro.ridge = o->ridge;
    ro.lasso = o->lasso;
    ro.free = free;
    if (status == STATUS_OK) {
        struct regression_source source = term_columns_source(c, false);
        status = regression_fit(&all, &source, &ro, err);
    }
    if (status == STATUS_OK)
        status = find_scale(fit, TERM_VALUE_UNIT, all.weights[0].weight, err);
    if (status == STATUS_OK) {
        take_losses(fit, &alone, &all);
        take_columns(fit, &all, o, rescaled);
    }
    regression_release(&alone);
    regression_release(&all);
    term_columns_close(c);
    mem_free(rescaled);
    mem_free(free);
    return status;
}

/* --- Many terms: by counting ------------------------------------------------------------------ */

/* The pin of what is left out: its pull is 1e8 times that of other weights. */
enum { PIN = 10000 };

/* What a regression of all weights begins with and by which measure it is drawn there. */
struct many {
    double *begin, *scale;
};

/* Attack and defence are worth thousands, pieces hundreds, pairs and places tens: the further a
 * weight may go, the less it is drawn back. */
static double reach_of(uint32_t term)
{
    if (term < paper_term_count(PAPER_TERMS_PROGRESS))
        return 0.02;
    return term < paper_term_count(PAPER_TERMS_MATERIAL) ? 0.2 : 1;
}

static bool begin_many(struct many *m, const struct term_fit *fit, uint32_t features)
{
    m->begin = mem_calloc(features + 1, sizeof *m->begin);
    m->scale = mem_calloc(features + 1, sizeof *m->scale);
    if (!m->begin || !m->scale)
        return false;
    for (uint32_t i = 0; i < features; i++) {
        bool rest = i == fit->count;
        m->begin[i] = (rest ? TERM_PAWN : fit->terms[i].old) / fit->scale;
        m->scale[i] = rest ? PIN : reach_of(i);
    }
    return true;
}

static bool name_terms(struct term_fit *fit, const struct term_fit_options *o)
{
    char name[EVAL_NAME_BYTES];
    fit->count = paper_term_count((enum paper_terms)o->set);
    fit->terms = mem_calloc(fit->count, sizeof *fit->terms);
    if (!fit->terms)
        return false;
    fit->paper = *o->old;
    for (uint32_t i = 0; i < fit->count; i++) {
        paper_term_name(i, name);
        fit->terms[i].old = *paper_term_weight(&fit->paper, i);
        if (!name_term(&fit->terms[i], name))
            return false;
    }
    return true;
}

static enum status fit_all_weights(struct term_fit *fit, struct term_spool *spool,
                                   const struct regression *alone, const struct term_fit_options *o,
                                   struct err *err)
{
    struct regression_source source = term_spool_source(spool, TERM_FEATURE_ALL);
    struct regression_options ro = options_for(o);
    struct regression all = {0};
    struct many m = {0};
    uint64_t games = alone->clusters[REGRESSION_TRAINING];
    enum status status = find_scale(fit, TERM_PAWN, alone->weights[0].weight, err);
    if (status == STATUS_OK && !begin_many(&m, fit, source.features))
        status = err_nomem(err);
    ro.begin = m.begin;
    ro.scale = m.scale;
    ro.ridge = o->ridge > 0 ? o->ridge : TERM_RIDGE / (double)(games ? games : 1);
    ro.step = o->step;
    ro.ctx = o->ctx;
    if (status == STATUS_OK)
        status = regression_fit(&all, &source, &ro, err);
    if (status == STATUS_OK) {
        take_losses(fit, alone, &all);
        fit->bias = all.weights[all.count - 1].weight;
        fit->has_paper = true;
        for (uint32_t i = 0; i < fit->count; i++) {
            fit->terms[i].weight = all.weights[i].weight * fit->scale;
            fit->terms[i].error = all.weights[i].error * fit->scale;
            *paper_term_weight(&fit->paper, i) = whole_weight(fit->terms[i].weight);
        }
    }
    regression_release(&all);
    mem_free(m.begin);
    mem_free(m.scale);
    return status;
}

static enum status fit_counts(struct term_fit *fit, const struct sheets *sheets,
                              const struct term_fit_options *o, struct err *err)
{
    struct regression_options ro = options_for(o);
    struct regression alone = {0};
    struct term_spool *spool = NULL;
    enum status status = term_spool_open(&spool, sheets, o, err);
    if (status == STATUS_OK && !name_terms(fit, o))
        status = err_nomem(err);
    if (status == STATUS_OK) {
        struct regression_source source = term_spool_source(spool, TERM_FEATURE_VALUE);
        status = regression_fit(&alone, &source, &ro, err);
    }
    if (status == STATUS_OK)
        status = fit_all_weights(fit, spool, &alone, o, err);
    regression_release(&alone);
    term_spool_close(spool);
    return status;
}

static bool is_counted(enum term_set set)
{
    return set == TERM_SET_MATERIAL || set == TERM_SET_ALL;
}

static enum status check_old(const struct term_fit_options *o, struct err *err)
{
    static const struct msg NO_OLD = {"fitting these weights needs a weights file of this kind",
                                      "この重みを求めるには元の重みのファイルが必要です"};
    return is_counted(o->set) && !o->old ? err_plain(err, STATUS_RANGE, &NO_OLD) : STATUS_OK;
}

enum status term_fit_run(struct term_fit *out, const struct sheets *sheets,
                         const struct term_fit_options *o, struct err *err)
{
    *out = (struct term_fit){.set = o->set, .model = o->model};
    enum status status = check_old(o, err);
    if (status == STATUS_OK)
        status =
            is_counted(o->set) ? fit_counts(out, sheets, o, err) : fit_columns(out, sheets, o, err);
    if (status != STATUS_OK)
        term_fit_release(out);
    return status;
}

/* --- Values after the fit --------------------------------------------------------------------- */

struct term_revaluer {
    const struct term_fit *fit;
    const struct sheets *sheets;
    const struct term_fit_options *options;
    uint32_t sheet;
    int16_t *out;
};

static int16_t whole_value(double v)
{
    return (int16_t)lround(fmin(fmax(v, -VALUE_SOURCE_MOST), VALUE_SOURCE_MOST));
}

/* Games from … to - 1 of the sheet, from its columns. */
static void revalue_columns(const struct term_revaluer *v, size_t from, size_t to, double *x)
{
    const struct sheet *s = &v->sheets->at[v->sheet];
    uint64_t row = sheet_row(s, (uint32_t)from);
    uint64_t end = to < s->games ? sheet_row(s, (uint32_t)to) : s->rows;
    for (; row < end; row++) {
        double sum = s->values[row];
        v->out[row] = s->values[row];
        if (!term_value_counts(s->values[row]))
            continue;
        term_columns_row(v->sheets, v->options, v->sheet, row, x);
        for (uint32_t i = 1; i < v->fit->count; i++)
            sum += (v->fit->terms[i].weight - v->fit->terms[i].old) * x[i - 1];
        v->out[row] = whole_value(sum);
    }
}

static enum status revalue_game(const struct term_revaluer *v, uint32_t number, void *state,
                                struct err *err)
{
    const struct sheet *s = &v->sheets->at[v->sheet];
    int16_t *out = v->out + sheet_row(s, number);
    struct term_walk w;
    shogi_move m;
    enum status status = term_walk_begin(&w, s->segment, number, err);
    if (status != STATUS_OK)
        return status;
    eval_paper.begin(&v->fit->paper, state, &w.pos);
    for (;;) {
        int value = eval_paper.value(&v->fit->paper, state, &w.pos);
        out[w.ply] = whole_value(w.pos.turn == SHOGI_BLACK ? value : -value);
        if (w.ply == w.plies)
            return STATUS_OK;
        status = term_walk_move(&w, &m, err);
        if (status != STATUS_OK)
            return status;
        eval_paper.play(&v->fit->paper, state, &w.pos, m);
        term_walk_play(&w, m);
    }
}

/* Rows of games that were removed, or have no legal moves to walk along, count for nobody. */
static enum status revalue(void *ctx, size_t from, size_t to, void *sum, unsigned worker,
                           struct err *err)
{
    const struct term_revaluer *v = ctx;
    enum status status = STATUS_OK;
    (void)sum;
    (void)worker;
    if (!is_counted(v->fit->set)) {
        double *x = mem_calloc(v->fit->count, sizeof *x);
        if (!x)
            return err_nomem(err);
        revalue_columns(v, from, to, x);
        mem_free(x);
        return STATUS_OK;
    }
    void *state = mem_calloc_aligned(64, 1, (eval_paper.state_bytes + 63) / 64 * 64);
    if (!state)
        return err_nomem(err);
    for (size_t i = from; i < to && status == STATUS_OK; i++)
        status = revalue_game(v, (uint32_t)i, state, err);
    mem_free(state);
    return status;
}

static void merge_nothing(void *ctx, void *total, const void *sum)
{
    (void)ctx;
    (void)total;
    (void)sum;
}

enum status term_fit_values(const struct term_fit *fit, const struct sheets *sheets,
                            const struct term_fit_options *o, int16_t **out, struct err *err)
{
    enum { GRAIN = 64 };
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < sheets->count; i++)
        out[i] = NULL;
    for (uint32_t i = 0; i < sheets->count && status == STATUS_OK; i++) {
        char total = 0;
        struct term_revaluer v = {.fit = fit, .sheets = sheets, .options = o, .sheet = i};
        const struct pool_reduction r = {.ctx = &v,
                                         .n = sheets->at[i].games,
                                         .grain = GRAIN,
                                         .sum_bytes = sizeof total,
                                         .add = revalue,
                                         .merge = merge_nothing};
        v.out = out[i] = mem_calloc((size_t)sheets->at[i].rows + 1, sizeof *v.out);
        status = v.out ? pool_reduce(o->threads, &r, &total, err) : err_nomem(err);
    }
    for (uint32_t i = 0; i < sheets->count && status != STATUS_OK; i++) {
        mem_free(out[i]);
        out[i] = NULL;
    }
    return status;
}
