/* fit_output.c: see fit_output.h. */
#include "cmd/parts/fit_output.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "view/draw/text_width.h"
#include "view/report/curve_svg.h"
#include "view/report/fit_json.h"

/* Fits of thousands of weights show those that changed most. */
enum { SHOWN_TERMS = 40 };

enum status fit_write(const struct term_refit *f, const char *path, struct err *err)
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

enum { NAME_COLUMNS = 28 };

static void losses_to_text(const struct term_refit *f, enum lang lang, struct buf *out)
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
    text_pad(out, span_of(msg_in(&HEAD[fit->model], lang)), NAME_COLUMNS);
    buf_add_str(out, msg_in(&COLUMNS, lang));
    for (int p = 0; p < REGRESSION_PARTS; p++) {
        if (!fit->examples[p])
            continue;
        text_pad(out, span_of(msg_in(&NAMES[p], lang)), NAME_COLUMNS);
        buf_printf(out, "%12llu %10.5f %10.5f %10.5f\n", (unsigned long long)fit->examples[p],
                   fit->null_loss[p], fit->before[p], fit->after[p]);
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

static void terms_to_text(const struct term_refit *f, enum lang lang, struct buf *out)
{
    static const struct msg NAME = {"term", "項"};
    static const struct msg COLUMNS = {"      weight      error        old\n",
                                       "        重み       誤差         元\n"};
    static const struct msg MORE = {"(largest changes; --json prints all)\n",
                                    "（変化の大きいもの。--json で全部）\n"};
    const struct term_fit *fit = &f->fit;
    uint32_t list[SHOWN_TERMS], n = terms_to_show(fit, list);
    buf_add_char(out, '\n');
    text_pad(out, span_of(msg_in(&NAME, lang)), NAME_COLUMNS);
    buf_add_str(out, msg_in(&COLUMNS, lang));
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
        buf_add_str(out, msg_in(&MORE, lang));
}

static void add_distortion(const struct curve *c, struct buf *out)
{
    if (isnan(c->distortion))
        buf_add_str(out, "           -           ");
    else
        buf_printf(out, "  %6.2f [%6.2f, %6.2f]", 100 * c->distortion, 100 * c->low, 100 * c->high);
}

static void distortions_to_text(const struct term_refit *f, enum lang lang, struct buf *out)
{
    static const struct msg NAME[2] = {{"distortion in %, all games", "歪み（%）、全対局"},
                                       {"distortion in %, held out", "歪み（%）、検証"}};
    static const struct msg COLUMNS = {"  before                  after\n",
                                       "  前                      後\n"};
    static const struct msg FEW = {"(-: no bin has enough positions; see --min-positions)\n",
                                   "（-: 局面数の足りる区間がない。--min-positions）\n"};
    bool few = false;
    buf_add_char(out, '\n');
    text_pad(out, span_of(msg_in(&NAME[f->options.held_out > 0], lang)), NAME_COLUMNS);
    buf_add_str(out, msg_in(&COLUMNS, lang));
    for (uint32_t i = 0; i < f->after.count; i++) {
        const struct curve *before = &f->before.conditions[i], *after = &f->after.conditions[i];
        text_pad(out, span_of(f->conditions->at[i].name), NAME_COLUMNS);
        add_distortion(before, out);
        add_distortion(after, out);
        buf_add_char(out, '\n');
        few |= isnan(before->distortion) || isnan(after->distortion);
    }
    if (few)
        buf_add_str(out, msg_in(&FEW, lang));
}

static void fit_as_json(const struct term_refit *f, struct buf *out)
{
    struct json j;
    json_init(&j, out);
    for (uint32_t i = 0; i < f->fit.count; i++) {
        fit_term_to_json(&j, &f->fit.terms[i]);
        json_line(&j);
    }
    fit_to_json(&j, &f->fit);
    json_line(&j);
    for (uint32_t i = 0; i < f->after.count; i++) {
        fit_curve_to_json(&j, f, i);
        json_line(&j);
    }
}

void fit_report(const struct term_refit *f, const struct cmd_env *env, struct buf *out)
{
    const enum lang lang = env->lang;
    if (env->json) {
        fit_as_json(f, out);
        return;
    }
    buf_add_char(out, '\n');
    losses_to_text(f, lang, out);
    terms_to_text(f, lang, out);
    if (f->after.count)
        distortions_to_text(f, lang, out);
}

/* --- The picture ------------------------------------------------------------------------------ */

enum status fit_draw(const struct term_refit *f, enum lang lang, struct buf *out, struct err *err)
{
    static const struct msg TITLES[2] = {{"before", "調整前"}, {"after", "調整後"}};
    const uint32_t n = f->after.count + 1;
    struct curve_series *series = mem_calloc((size_t)n * 2, sizeof *series);
    const char **names = mem_calloc(n, sizeof *names);
    struct curve_panel panels[2];
    enum status st = series && names ? STATUS_OK : err_nomem(err);
    for (uint32_t i = 0; names && i + 1 < n; i++)
        names[i] = f->conditions->at[i].name;
    if (st == STATUS_OK && series) {
        curve_series_of(&f->before, names, series);
        curve_series_of(&f->after, names, series + n);
        for (int p = 0; p < 2; p++)
            panels[p] = (struct curve_panel){.title = span_of(msg_in(&TITLES[p], lang)),
                                             .series = series + (size_t)p * n,
                                             .count = n};
        const struct curve_figure figure = {.panels = panels, .count = 2, .lang = lang};
        curve_svg(&figure, DRAW_ADAPTS, out);
        st = buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
    }
    mem_free(series);
    mem_free(names);
    return st;
}
