/* game_profile.c: see game_profile.h. */
#include "text/mine/game_profile.h"

#include <math.h>

#include "base/alloc.h"
#include "text/mine/sfp.h"

static enum status add_mountain(struct game_profile *p, size_t *room, struct profile_mountain one,
                                struct err *err)
{
    struct profile_mountain *more =
        mem_grow(p->mountains, p->mountain_count, room, UINT32_MAX, sizeof *more);
    if (!more)
        return err_nomem(err);
    p->mountains = more;
    p->mountains[p->mountain_count++] = one;
    return STATUS_OK;
}

/* windows, cuts: by place in the text, of windows that begin there. */
static enum status add_sentence(struct game_profile *p, size_t *room, const struct mine_result *m,
                                const struct sentence *s, const uint32_t *windows,
                                const uint32_t *cuts, struct err *err)
{
    const uint32_t w = p->window;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t at = s->first + i;
        p->points[p->point_count++] = (struct profile_point){corpus_ply(&m->corpus, s, at),
                                                             i + 1 >= w ? windows[at + 1 - w] : 0};
    }
    for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++) {
        uint32_t at = s->first + i, end = at, peak = 0;
        /* windows that occur once, as a gentle slope may have them, are this game's own */
        for (; cuts[at] && end + w <= at + cuts[at] && windows[end] > 1; end++)
            peak = windows[end] > peak ? windows[end] : peak;
        /* the move that the first symbol is told from belongs to the sequence */
        bool leads = m->encoding->leads && m->encoding->leads(m->corpus.text[at]);
        if (peak)
            status = add_mountain(p, room,
                                  (struct profile_mountain){corpus_ply(&m->corpus, s, at - leads),
                                                            corpus_ply(&m->corpus, s, end + w - 2),
                                                            peak},
                                  err);
    }
    return status;
}

static enum status fill(struct game_profile *p, const struct mine_result *m, uint32_t line,
                        uint32_t *windows, uint32_t *cuts, struct err *err)
{
    const struct corpus *c = &m->corpus;
    size_t room = 0, symbols = 0;
    enum status status = substring_windows(&m->index, p->window, windows, 1, err);
    for (uint32_t i = 0; i < c->sentence_count; i++)
        symbols += c->sentences[i].line == line ? c->sentences[i].count : 0;
    p->points = mem_calloc(symbols + 1, sizeof *p->points);
    if (status == STATUS_OK && !p->points)
        status = err_nomem(err);
    for (uint32_t i = 0; i < c->sentence_count && status == STATUS_OK; i++) {
        const struct sentence *s = &c->sentences[i];
        if (s->line != line)
            continue;
        if (s->count >= p->window)
            sfp_cut_sentence(windows, s->first, s->first + s->count - p->window + 1, p->window,
                             p->threshold, cuts);
        status = add_sentence(p, &room, m, s, windows, cuts, err);
    }
    return status;
}

enum status game_profile_make(struct game_profile *out, const struct mine_result *m, uint32_t line,
                              uint32_t window, double threshold, struct err *err)
{
    *out = (struct game_profile){.window = window ? window : SFP_USUAL_WINDOW,
                                 .threshold = isnan(threshold) ? SFP_USUAL_THRESHOLD : threshold};
    size_t n = (size_t)m->corpus.n + 1;
    uint32_t *windows = mem_calloc(n, sizeof *windows), *cuts = mem_calloc(n, sizeof *cuts);
    enum status status = windows && cuts ? fill(out, m, line, windows, cuts, err) : err_nomem(err);
    mem_free(windows);
    mem_free(cuts);
    if (status != STATUS_OK)
        game_profile_release(out);
    return status;
}

void game_profile_release(struct game_profile *p)
{
    mem_free(p->points);
    mem_free(p->mountains);
    *p = (struct game_profile){0};
}
