/* judge.c: see judge.h; the table of judges. */
#include <string.h>

#include "base/alloc.h"
#include "values/sheet/judge_internal.h"

static const struct judge_type *const TYPES[] = {&judge_static, &judge_quiescence, &judge_record,
                                                 &judge_usi, NULL};
enum { LINE_MOST = 4096 };

/* Is the spec one of this type?  *argument: what follows its colon. */
static bool is_of_type(const struct judge_type *type, const char *spec, const char **argument)
{
    size_t n = strlen(type->name);
    bool has_argument = n && type->name[n - 1] == ':';
    if (strncmp(spec, type->name, n) != 0 || (spec[n] != '\0') != has_argument)
        return false;
    *argument = spec + n;
    return true;
}

static enum status unknown(const char *spec, struct err *err)
{
    static const struct msg NO_JUDGE = {"no way to judge positions: %1; there are %2",
                                        "局面の評価方法ではありません: %1。使えるもの: %2"};
    struct buf names;
    buf_init(&names, LINE_MOST);
    for (int i = 0; TYPES[i]; i++) {
        buf_add_str(&names, i ? ", " : "");
        buf_add_str(&names, TYPES[i]->name);
        buf_add_str(&names, TYPES[i]->argument ? TYPES[i]->argument : "");
    }
    err_set(err, STATUS_NOT_FOUND, &NO_JUDGE, span_of(spec), buf_span(&names));
    buf_release(&names);
    return STATUS_NOT_FOUND;
}

enum status judge_open(struct judge **out, const char *spec, const struct judge_options *o,
                       struct err *err)
{
    const struct judge_type *type = NULL;
    const char *argument = "";
    *out = NULL;
    for (int i = 0; TYPES[i] && !type; i++)
        if (is_of_type(TYPES[i], spec, &argument))
            type = TYPES[i];
    if (!type)
        return unknown(spec, err);
    struct judge *j = mem_calloc(1, sizeof *j);
    if (!j)
        return err_nomem(err);
    j->type = type;
    buf_init(&j->line, LINE_MOST);
    judge_sample_init(&j->sample, o);
    enum status status = type->open(j, argument, o, err);
    judge_sample_print(o, &j->line);
    if (status == STATUS_OK && buf_status(&j->line) != STATUS_OK)
        status = err_nomem(err);
    if (status == STATUS_OK)
        *out = j;
    else
        judge_close(j);
    return status;
}

void judge_close(struct judge *j)
{
    if (!j)
        return;
    j->type->close(j->own);
    buf_release(&j->line);
    mem_free(j);
}

struct span judge_line(const struct judge *j)
{
    return span_make(j->line.p, j->line.n);
}

void judge_tell(const struct judge *j, struct judge_tally *out)
{
    *out = (struct judge_tally){0};
    if (j->type->tell)
        j->type->tell(j, out);
}

bool judge_is_slow(const struct judge *j)
{
    return j->type->slow;
}

enum status judge_worker_open(struct judge_worker **out, struct judge *j, struct err *err)
{
    *out = NULL;
    struct judge_worker *w = mem_calloc(1, sizeof *w);
    if (!w)
        return err_nomem(err);
    w->judge = j;
    enum status status = j->type->worker_open ? j->type->worker_open(w, err) : STATUS_OK;
    if (status == STATUS_OK)
        *out = w;
    else
        judge_worker_close(w);
    return status;
}

void judge_worker_close(struct judge_worker *w)
{
    if (!w)
        return;
    if (w->judge->type->worker_close)
        w->judge->type->worker_close(w->own);
    mem_free(w);
}

enum status judge_game(struct judge_worker *w, const struct judged_game *g, int16_t *values,
                       struct err *err)
{
    const struct judge_sample *sample = &w->judge->sample;
    enum status status = w->judge->type->game(w, g, values, err);
    if (status != STATUS_OK || judge_sample_is_all(sample) || g->wanted)
        return status;
    uint64_t game = judge_sample_game(sample, g);
    for (uint32_t ply = 0; ply <= g->plies; ply++)
        if (!judge_sample_takes(sample, game, ply))
            values[ply] = JUDGE_NO_VALUE;
    return STATUS_OK;
}

int16_t judge_value(int for_mover, int turn)
{
    int cut = for_mover < -JUDGE_MOST ? -JUDGE_MOST : for_mover;
    cut = cut > JUDGE_MOST ? JUDGE_MOST : cut;
    return (int16_t)(turn == SHOGI_BLACK ? cut : -cut);
}

int16_t judge_mate(int winner, int plies)
{
    enum { LONGEST = JUDGE_MATE - JUDGE_MOST - 1 };
    int value = JUDGE_MATE - (plies < 0 || plies > LONGEST ? LONGEST : plies);
    return (int16_t)(winner == SHOGI_BLACK ? value : -value);
}
