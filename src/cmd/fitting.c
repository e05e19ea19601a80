/* fitting.c: see fitting.h. */
#include "cmd/fitting.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file.h"
#include "base/json.h"
#include "view/curve_json.h"
#include "view/curve_svg.h"
#include "view/text_width.h"

/* Fits of thousands of weights show those that changed most. */
enum { SHOWN_TERMS = 40 };

/* --- Running ---------------------------------------------------------------------------------- */

enum status fitting_curves(const struct fitting *f, const int16_t *const *values,
                           struct curves *out, struct err *err)
{
    struct curve_condition *list = mem_calloc((size_t)f->conditions->count + 1, sizeof *list);
    if (!list)
        return err_nomem(err);
    conditions_for_curves(f->conditions, list);
    const struct curve_question q = {.sheets = f->sheets,
                                     .values = values,
                                     .conditions = list,
                                     .count = f->conditions->count,
                                     .held_out = f->options.held_out,
                                     .part = f->options.held_out ? CURVES_HELD_OUT : CURVES_ALL};
    enum status st = curves_run(out, &q, f->curve_options, err);
    mem_free(list);
    return st;
}

/* What a term by a condition needs besides: where its flip holds. */
static enum status flip_conditions(struct fitting *f, struct err *err)
{
    uint32_t n = f->conditions->count;
    enum status st = STATUS_OK;
    f->terms = mem_calloc((size_t)n + 1, sizeof *f->terms);
    if (!f->terms)
        return err_nomem(err);
    for (uint32_t i = 0; i < n && st == STATUS_OK; i++) {
        struct query q;
        st = term_flip(&q, &f->conditions->at[i].query, err);
        if (st == STATUS_OK)
            st = conditions_add(&f->flipped, &q, err);
        else
            query_release(&q);
    }
    if (st == STATUS_OK)
        st = conditions_match(&f->flipped, f->sheets, f->sheet_options, err);
    for (uint32_t i = 0; i < n && st == STATUS_OK; i++)
        f->terms[i] = (struct term_condition){
            .name = f->conditions->at[i].name,
            .bits = (const uint64_t *const *)f->conditions->at[i].bits,
            .flipped = (const uint64_t *const *)f->flipped.at[i].bits,
        };
    f->options.conditions = f->terms;
    f->options.condition_count = n;
    return st;
}

static enum status compare_curves(struct fitting *f, struct err *err)
{
    int16_t **values = mem_calloc((size_t)f->sheets->count + 1, sizeof *values);
    if (!values)
        return err_nomem(err);
    enum status st = term_fit_values(&f->fit, f->sheets, &f->options, values, err);
    if (st == STATUS_OK)
        st = fitting_curves(f, NULL, &f->before, err);
    if (st == STATUS_OK)
        st = fitting_curves(f, (const int16_t *const *)values, &f->after, err);
    for (uint32_t i = 0; i < f->sheets->count; i++)
        mem_free(values[i]);
    mem_free(values);
    return st;
}

enum status fitting_run(struct fitting *f, struct err *err)
{
    enum status st = STATUS_OK;
    conditions_init(&f->flipped);
    if (f->options.set == TERM_SET_CONDITIONS)
        st = flip_conditions(f, err);
    if (st == STATUS_OK)
        st = term_fit_run(&f->fit, f->sheets, &f->options, err);
    return st == STATUS_OK ? compare_curves(f, err) : st;
}

void fitting_release(struct fitting *f)
{
    term_fit_release(&f->fit);
    curves_release(&f->before);
    curves_release(&f->after);
    conditions_release(&f->flipped);
    mem_free(f->terms);
    f->terms = NULL;
}

enum status fitting_write(const struct fitting *f, const char *path, struct err *err)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    paper_write(&f->fit.paper, &text);
    enum status st =
        buf_status(&text) == STATUS_OK ? file_replace(path, buf_span(&text), err) : err_nomem(err);
    buf_release(&text);
    return st;
}

/* --- Telling ---------------------------------------------------------------------------------- */

static const char *const PARTS[REGRESSION_PARTS] = {"learnt", "held_out"};

static void fit_to_json(const struct fitting *f, struct json *j)
{
    const struct term_fit *fit = &f->fit;
    json_open_object(j);
    json_key_cstr(j, "fit", fit->model == REGRESSION_LS ? "ls" : "ml");
    json_key_cstr(j, "terms", term_set_names[fit->set]);
    json_key_double(j, "scale", fit->scale);
    json_key_double(j, "bias", fit->bias);
    json_key_u64(j, "steps", fit->steps);
    json_key_bool(j, "converged", fit->converged);
    for (int p = 0; p < REGRESSION_PARTS; p++) {
        json_key(j, PARTS[p]);
        json_open_object(j);
        json_key_u64(j, "positions", fit->examples[p]);
        json_key_u64(j, "games", fit->games[p]);
        json_key_double(j, "blind", fit->blind[p]);
        json_key_double(j, "before", fit->before[p]);
        json_key_double(j, "after", fit->after[p]);
        json_end(j);
    }
    json_end(j);
    json_line(j);
}

static void terms_to_json(const struct term_fit *fit, struct json *j)
{
    for (uint32_t i = 0; i < fit->count; i++) {
        const struct fitted_term *t = &fit->terms[i];
        json_open_object(j);
        json_key_cstr(j, "term", t->name);
        json_key_double(j, "weight", t->weight);
        json_key_double(j, "error", t->error);
        json_key_double(j, "old", t->old);
        json_end(j);
        json_line(j);
    }
}

static void curves_to_json(const struct fitting *f, struct json *j)
{
    for (uint32_t i = 0; i < f->after.count; i++) {
        struct span name = span_of(f->conditions->at[i].name);
        json_open_object(j);
        json_key_str(j, "after", name);
        json_key(j, "before");
        curve_to_json(j, name, &f->before.conditions[i]);
        json_key(j, "curve");
        curve_to_json(j, name, &f->after.conditions[i]);
        json_end(j);
        json_line(j);
    }
}

enum { NAME_COLUMNS = 28 };

static void losses_to_text(const struct fitting *f, struct buf *out)
{
    static const struct msg HEAD[] = {
        [REGRESSION_LS] = {"mean squared error", "平均二乗誤差"},
        [REGRESSION_ML] = {"mean log-loss", "平均対数損失"},
    };
    static const struct msg COLUMNS = {"   positions   constant     before      after\n",
                                       "      局面数   定数のみ         前         後\n"};
    static const struct msg NAMES[REGRESSION_PARTS] = {{"learnt from", "学習に使用"},
                                                       {"held out", "検証"}};
    const struct term_fit *fit = &f->fit;
    text_pad(out, span_of(msg_in(&HEAD[fit->model], f->env->lang)), NAME_COLUMNS);
    buf_add_str(out, msg_in(&COLUMNS, f->env->lang));
    for (int p = 0; p < REGRESSION_PARTS; p++) {
        if (!fit->examples[p])
            continue;
        text_pad(out, span_of(msg_in(&NAMES[p], f->env->lang)), NAME_COLUMNS);
        buf_printf(out, "%12llu %10.5f %10.5f %10.5f\n", (unsigned long long)fit->examples[p],
                   fit->blind[p], fit->before[p], fit->after[p]);
    }
}

/* By how much a term changed, for the order of a long list. */
static double change_of(const struct fitted_term *t)
{
    return fabs(t->weight - t->old);
}

/* The terms to show: all of a few, else those that changed most.  Returns how
 * many. */
static uint32_t terms_to_show(const struct term_fit *fit, uint32_t list[SHOWN_TERMS])
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < fit->count; i++) {
        uint32_t at = n < SHOWN_TERMS ? n++ : SHOWN_TERMS;
        for (; fit->count > SHOWN_TERMS && at > 0 &&
               change_of(&fit->terms[list[at - 1]]) < change_of(&fit->terms[i]);
             at--)
            if (at < SHOWN_TERMS)
                list[at] = list[at - 1];
        if (at < SHOWN_TERMS)
            list[at] = i;
    }
    return n;
}

static void terms_to_text(const struct fitting *f, struct buf *out)
{
    static const struct msg NAME = {"term", "項"};
    static const struct msg COLUMNS = {"      weight      error        old\n",
                                       "        重み       誤差         元\n"};
    static const struct msg MORE = {"(those that changed most; --json has all)\n",
                                    "（変化の大きいもの。--json で全部）\n"};
    const struct term_fit *fit = &f->fit;
    uint32_t list[SHOWN_TERMS], n = terms_to_show(fit, list);
    buf_add_char(out, '\n');
    text_pad(out, span_of(msg_in(&NAME, f->env->lang)), NAME_COLUMNS);
    buf_add_str(out, msg_in(&COLUMNS, f->env->lang));
    for (uint32_t i = 0; i < n; i++) {
        const struct fitted_term *t = &fit->terms[list[i]];
        text_pad(out, span_of(t->name), NAME_COLUMNS);
        buf_printf(out, "%12.1f ", t->weight);
        if (isnan(t->error))
            buf_add_str(out, "         -");
        else
            buf_printf(out, "%10.1f", t->error);
        buf_printf(out, " %10.0f\n", t->old);
    }
    if (fit->count > n)
        buf_add_str(out, msg_in(&MORE, f->env->lang));
}

static void add_distortion(const struct curve *c, struct buf *out)
{
    if (isnan(c->distortion))
        buf_add_str(out, "           -           ");
    else
        buf_printf(out, "  %6.2f [%6.2f, %6.2f]", 100 * c->distortion, 100 * c->low, 100 * c->high);
}

static void distortions_to_text(const struct fitting *f, struct buf *out)
{
    static const struct msg NAME[2] = {{"distortion in %, all games", "歪み（%）、全対局"},
                                       {"distortion in %, held out", "歪み（%）、検証"}};
    static const struct msg COLUMNS = {"  before                  after\n",
                                       "  前                      後\n"};
    static const struct msg FEW = {"(-: no bin has enough positions; --min-positions)\n",
                                   "（-: 局面数の足りる区間がない。--min-positions）\n"};
    bool few = false;
    buf_add_char(out, '\n');
    text_pad(out, span_of(msg_in(&NAME[f->options.held_out > 0], f->env->lang)), NAME_COLUMNS);
    buf_add_str(out, msg_in(&COLUMNS, f->env->lang));
    for (uint32_t i = 0; i < f->after.count; i++) {
        const struct curve *before = &f->before.conditions[i], *after = &f->after.conditions[i];
        text_pad(out, span_of(f->conditions->at[i].name), NAME_COLUMNS);
        add_distortion(before, out);
        add_distortion(after, out);
        buf_add_char(out, '\n');
        few |= isnan(before->distortion) || isnan(after->distortion);
    }
    if (few)
        buf_add_str(out, msg_in(&FEW, f->env->lang));
}

void fitting_tell(const struct fitting *f, struct buf *out)
{
    if (f->env->json) {
        struct json j;
        json_init(&j, out);
        terms_to_json(&f->fit, &j);
        fit_to_json(f, &j);
        curves_to_json(f, &j);
        return;
    }
    buf_add_char(out, '\n');
    losses_to_text(f, out);
    terms_to_text(f, out);
    if (f->after.count)
        distortions_to_text(f, out);
}

/* --- The picture ------------------------------------------------------------------------------ */

enum status fitting_draw(const struct fitting *f, struct buf *out, struct err *err)
{
    static const struct msg TITLES[2] = {{"before", "調整前"}, {"after", "調整後"}};
    const uint32_t n = f->after.count + 1;
    struct curve_series *series = mem_calloc((size_t)n * 2, sizeof *series);
    const char **names = mem_calloc(n, sizeof *names);
    struct curve_panel panels[2];
    enum status st = series && names ? STATUS_OK : err_nomem(err);
    for (uint32_t i = 0; st == STATUS_OK && i + 1 < n; i++)
        names[i] = f->conditions->at[i].name;
    if (st == STATUS_OK) {
        curve_series_of(&f->before, names, series);
        curve_series_of(&f->after, names, series + n);
        for (int p = 0; p < 2; p++)
            panels[p] = (struct curve_panel){.title = span_of(msg_in(&TITLES[p], f->env->lang)),
                                             .series = series + (size_t)p * n,
                                             .count = n};
        const struct curve_figure figure = {.panels = panels, .count = 2, .lang = f->env->lang};
        curve_svg(&figure, DRAW_ADAPTS, out);
        st = buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
    }
    mem_free(series);
    mem_free(names);
    return st;
}
