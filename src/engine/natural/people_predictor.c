/* people_predictor.c: see people_predictor.h. */
#include "engine/natural/people_predictor.h"

#include <math.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/io/data_file.h"
#include "base/io/file.h"
#include "base/le.h"
#include "engine/natural/natural_model.h"

/* How much worse than the best a move may be and still get an exact value: as far as the terms of
 * natural_values.h tell gaps apart. */
enum { MARGIN = 500 };

struct people_predictor {
    struct natural *model;          /* one of these two */
    struct people_network *network; /* owned */
    bool one_way;
    struct natural_values values;
};

struct people_work {
    struct people_scratch *scratch;
};

/* --- Opening ---------------------------------------------------------------------------------- */

static enum status open_network(struct people_predictor *p,
                                const struct people_predictor_options *o, struct err *err)
{
    enum status status = people_network_open(&p->network, o->file, err);
    p->one_way = o->one_way;
    if (status == STATUS_OK && o->search)
        status = people_values_open(&p->values, o->values_file, err);
    return status;
}

static enum status open_model(struct people_predictor *p, const struct people_predictor_options *o,
                              struct err *err)
{
    enum status status = natural_open(&p->model, o->file, err);
    if (status == STATUS_OK)
        p->values = p->model->values;
    return status;
}

enum status people_predictor_open(struct people_predictor **out,
                                  const struct people_predictor_options *o, struct err *err)
{
    struct people_predictor *p = mem_calloc(1, sizeof *p);
    *out = NULL;
    if (!p)
        return err_nomem(err);
    enum status status = o->network ? open_network(p, o, err) : open_model(p, o, err);
    if (status == STATUS_OK)
        *out = p;
    else
        people_predictor_close(p);
    return status;
}

void people_predictor_close(struct people_predictor *p)
{
    if (!p)
        return;
    people_network_close(p->network);
    natural_close(p->model);
    mem_free(p);
}

enum status people_work_open(struct people_work **out, const struct people_predictor *p,
                             struct err *err)
{
    *out = NULL;
    if (!p->network)
        return STATUS_OK;
    struct people_work *w = mem_calloc(1, sizeof *w);
    if (!w)
        return err_nomem(err);
    enum status status = people_scratch_open(&w->scratch, p->network, !p->one_way, err);
    if (status == STATUS_OK)
        *out = w;
    else
        people_work_close(w);
    return status;
}

void people_work_close(struct people_work *w)
{
    if (!w)
        return;
    people_scratch_close(w->scratch);
    mem_free(w);
}

/* --- Without a search ------------------------------------------------------------------------- */

/* A network may find a move so unlikely that its probability is 0. */
#define LEAST_P 1e-12F

static void predict_by_network(const struct people_predictor *p, struct people_work *w,
                               const struct natural_input *q, struct people_answer *answers,
                               size_t count)
{
    struct people_position positions[PEOPLE_BATCH] = {0};
    for (size_t i = 0; i < count; i++)
        positions[i] = (struct people_position){q[i].pos, q[i].past, (int)q[i].class};
    people_infer(p->network, w->scratch, positions, answers, count);
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < answers[i].count; k++) {
            struct natural_move *m = &answers[i].moves[k];
            m->score = logf(fmaxf(m->p, LEAST_P));
        }
}

static void predict_by_model(const struct people_predictor *p, const struct natural_input *q,
                             struct people_answer *answer)
{
    struct natural_input alone = *q;
    alone.values = NULL;
    answer->count = natural_infer(p->model, &alone, answer->moves);
    answer->win = NAN;
}

void people_predict(const struct people_predictor *p, struct people_work *w,
                    const struct natural_input *q, struct people_answer *answers, size_t count)
{
    if (p->network) {
        predict_by_network(p, w, q, answers, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        predict_by_model(p, &q[i], &answers[i]);
}

/* --- With a search ---------------------------------------------------------------------------- */

int people_list_likely(const struct people_answer *prior, shogi_move *out)
{
    float least = style_least_likely(prior->moves, prior->count);
    int n = 0;
    for (int i = 0; i < prior->count; i++)
        if (prior->moves[i].p >= least)
            out[n++] = prior->moves[i].move;
    return n;
}

enum status people_rate(const struct people_answer *prior, struct thinker *t,
                        const struct think_request *request, struct think_result *result,
                        struct style_line *lines, int *count, struct err *err)
{
    shogi_move moves[SHOGI_MAX_MOVES + 1];
    int n = people_list_likely(prior, moves);
    return style_rate_moves(t, request, moves, n, MARGIN, result, lines, count, err);
}

void people_add_lines(const struct people_predictor *p, const struct natural_input *q,
                      const struct style_line *lines, int n, struct people_answer *answer)
{
    int16_t values[SHOGI_MAX_MOVES];
    struct natural_input with = *q;
    style_values(lines, n, answer->moves, answer->count, values);
    with.values = values;
    natural_values_add(&p->values, &with, answer->moves, answer->count);
    natural_normalize(answer->moves, answer->count);
}

enum status people_search(const struct people_predictor *p, struct people_work *w,
                          struct thinker *t, const struct think_request *request,
                          const struct natural_input *q, struct people_answer *answer,
                          struct think_result *result, struct err *err)
{
    struct style_line lines[SHOGI_MAX_MOVES];
    int n;
    people_predict(p, w, q, answer, 1);
    enum status status = people_rate(answer, t, request, result, lines, &n, err);
    if (status == STATUS_OK && n > 0)
        people_add_lines(p, q, lines, n, answer);
    return status;
}

/* --- The file of weights ---------------------------------------------------------------------- */

#define MAGIC "KIFUVAL1"
#define INSTALLED "natural/people.values" /* for data_file_find() */
enum { MAGIC_BYTES = 8, SUM_BYTES = 8, MOST_BYTES = 1 << 16 };

enum status people_values_read(struct natural_values *v, struct span bytes, struct err *err)
{
    static const struct msg DAMAGED = {
        "the weights of search values are damaged or of another version",
        "探索値の重みのファイルが壊れているか、別の版です"};
    bool fits =
        bytes.n >= MAGIC_BYTES + SUM_BYTES && memcmp(bytes.p, MAGIC, MAGIC_BYTES) == 0 &&
        le_get64(bytes.p + bytes.n - SUM_BYTES) == XXH3_64bits(bytes.p, bytes.n - SUM_BYTES);
    struct span section = fits ? span_make(bytes.p + MAGIC_BYTES, bytes.n - MAGIC_BYTES - SUM_BYTES)
                               : (struct span){0};
    /* Weights of another version would be replaced by a guess, of which nobody would know. */
    if (!fits || !natural_values_read(v, section) || !natural_values_are_known(section))
        return err_plain(err, STATUS_SYNTAX, &DAMAGED);
    return STATUS_OK;
}

static enum status read_file(struct natural_values *v, const char *path, struct err *err)
{
    struct buf file;
    buf_init(&file, MOST_BYTES);
    enum status status = file_read(path, MOST_BYTES, &file, err);
    if (status == STATUS_OK)
        status = people_values_read(v, buf_span(&file), err);
    if (status != STATUS_OK && err && !err->file[0])
        err_in_file(err, span_of(path));
    buf_release(&file);
    return status;
}

enum status people_values_open(struct natural_values *v, const char *path, struct err *err)
{
    static const struct msg NOT_INSTALLED = {"no weights of search values are installed (%1)",
                                             "探索値の重みがありません（%1）"};
    struct buf found;
    if (path)
        return read_file(v, path, err);
    buf_init(&found, BUF_DEFAULT_MAX);
    enum status status =
        data_file_find(INSTALLED, &found)
            ? read_file(v, found.p, err)
            : err_set(err, STATUS_NOT_FOUND, &NOT_INSTALLED, SPAN(INSTALLED), (struct span){0});
    buf_release(&found);
    return status;
}

enum status people_values_save(const struct natural_values *v, const char *path, struct err *err)
{
    uint8_t sum[SUM_BYTES];
    struct buf bytes;
    buf_init(&bytes, MOST_BYTES);
    buf_add(&bytes, MAGIC, MAGIC_BYTES);
    natural_values_write(v, &bytes);
    le_put64(sum, XXH3_64bits(bytes.p, bytes.n));
    buf_add(&bytes, sum, sizeof sum);
    enum status status = buf_status(&bytes) == STATUS_OK ? file_replace(path, buf_span(&bytes), err)
                                                         : err_nomem(err);
    buf_release(&bytes);
    return status;
}
