/* style.c: see style.h. */
#include "engine/natural/style.h"

#include <math.h>

#include "base/alloc.h"
#include "engine/natural/style_internal.h"

/* --- The paper's way to play naturally: points for moves that continue a sequence ------------- */

static bool is_played_by(const struct flow_row *row, enum flow_side style)
{
    return row->kept && (style == FLOW_HUMAN) == (row->ratio > 1);
}

/* Counts the frames in which the move continues a sequence. */
static int match_frames(const struct flow_table *t, enum flow_side style,
                        const struct natural_past *past, const struct shogi_pos *pos, shogi_move m,
                        struct flow_reason *out)
{
    struct flow_step last = flow_step_of(pos, m);
    int own = shogi_king_square(pos, last.color), enemy = shogi_king_square(pos, !last.color);
    int frames = 0;
    for (unsigned class = 0; class < FLOW_CLASSES; class ++) {
        if (!t->kept[class])
            continue;
        flow_key key = flow_key_of(class, past->steps, &last, own, enemy);
        const struct flow_row *row = key ? flow_find(t, class, key) : NULL;
        const struct flow_row **place = &out->row[flow_classes[class].frame];
        if (!row || !is_played_by(row, style))
            continue;
        frames += !*place;
        if (!*place || row->p < (*place)->p)
            *place = row;
    }
    return frames;
}

/* The kind of the piece that moves now and moved last; SHOGI_NONE if it is not the same. */
static int kind_again(const struct natural_past *past, const struct shogi_pos *pos, shogi_move m)
{
    const struct flow_step *before = &past->steps[1];
    if (shogi_move_is_drop(m) || before->to == FLOW_NO_STEP || before->to != shogi_move_from(m) ||
        before->color != shogi_turn(pos))
        return SHOGI_NONE;
    return shogi_kind_of(shogi_piece_at(pos, shogi_move_from(m)));
}

void flow_score(const struct flow_table *t, const struct flow_points *points, enum flow_side style,
                const struct natural_past *past, const struct shogi_pos *pos, shogi_move m,
                struct flow_reason *out)
{
    *out = (struct flow_reason){0};
    int frames = match_frames(t, style, past, pos, m, out);
    if (!frames)
        return;
    int kind = kind_again(past, pos, m);
    out->points = frames > 1 ? points->both_frames : points->one_frame;
    if (style == FLOW_HUMAN && points->again[kind]) {
        out->again = true;
        out->points += points->again[kind];
    }
}

/* --- Opening and closing ---------------------------------------------------------------------- */

static enum status open_flow(struct style *s, const char *path, struct err *err)
{
    enum status status = flow_load(&s->flow, path, err);
    s->has_flow = status == STATUS_OK;
    return status;
}

enum status style_open(struct style **out, const struct style_settings *settings, struct err *err)
{
    *out = NULL;
    if (!style_wanted(settings))
        return STATUS_OK;
    struct style *s = mem_calloc(1, sizeof *s);
    if (!s)
        return err_nomem(err);
    s->settings = *settings;
    s->settings.flow_file = s->settings.model_file = NULL;
    enum status status = natural_open(&s->model, settings->model_file, err);
    if (status == STATUS_OK && settings->flow_file && settings->flow_weight > 0)
        status = open_flow(s, settings->flow_file, err);
    if (status == STATUS_OK)
        *out = s;
    else
        style_close(s);
    return status;
}

void style_close(struct style *s)
{
    if (!s)
        return;
    if (s->has_flow)
        flow_release(&s->flow);
    natural_close(s->model);
    mem_free(s);
}

/* --- What moves have to show for themselves --------------------------------------------------- */

/* What a move that is e times as likely as another may cost, at 100 on the dial. */
enum { FOLD_AT_100 = 100 };

/* Is there anything to get points for?  Openings were not mined. */
static bool has_points(const struct style *s, const struct style_position *at)
{
    return s->has_flow && at->ply + 1 >= s->flow.settings.from_ply;
}

void style_score_flow(const struct style *s, const struct style_position *at, shogi_move m,
                      struct flow_reason *out)
{
    *out = (struct flow_reason){0};
    if (has_points(s, at))
        flow_score(&s->flow, &s->flow.points, (enum flow_side)s->settings.flow_style, at->past,
                   at->pos, m, out);
}

int style_infer_moves(const struct style *s, const struct style_position *at,
                      struct natural_move *out)
{
    const struct natural_input q = {.pos = at->pos,
                                    .past = at->past,
                                    .class = (enum natural_class)s->settings.class,
                                    .ply = at->ply};
    return natural_infer(s->model, &q, out);
}

int style_favour(const struct style *s, const struct style_position *at, struct natural_move *moves,
                 double *sums)
{
    double fold = FOLD_AT_100 * (double)s->settings.natural / 100;
    double weight = (double)s->settings.flow_weight / 100;
    int n = style_infer_moves(s, at, moves);
    for (int i = 0; i < n; i++) {
        struct flow_reason reason;
        style_score_flow(s, at, moves[i].move, &reason);
        sums[i] = weight * reason.points;
        if (fold > 0)
            sums[i] += fold * log(fmax((double)moves[i].p, 1e-9));
    }
    return n;
}

/* --- Choosing among lines --------------------------------------------------------------------- */

static int place_of_move(const struct natural_move *moves, int count, shogi_move m)
{
    for (int i = 0; i < count; i++)
        if (moves[i].move == m)
            return i;
    return -1;
}

/* The place of the line with the best sum, of those that may be played. */
static int best_line(const struct style *s, const struct style_position *at,
                     const struct style_line *lines, int n, int *value)
{
    struct natural_move moves[SHOGI_MAX_MOVES];
    double sums[SHOGI_MAX_MOVES], most = -INFINITY;
    int count = style_favour(s, at, moves, sums), best = 0, least = lines[0].value;
    for (int k = 0; k < n; k++) {
        int place = place_of_move(moves, count, lines[k].move);
        least = lines[k].value < least ? lines[k].value : least;
        if (place < 0 || (k > 0 && lines[k].at_most) || least <= -THINK_MATE_BOUND ||
            least < lines[0].value - s->settings.margin || least + sums[place] <= most)
            continue;
        most = least + sums[place];
        best = k;
        *value = least;
    }
    return best;
}

static bool is_mate(int value)
{
    return value >= THINK_MATE_BOUND || value <= -THINK_MATE_BOUND;
}

static int order_of(const struct natural_move *moves, int count, int place)
{
    int order = 1;
    for (int i = 0; i < count; i++)
        order += moves[i].p > moves[place].p;
    return order;
}

void style_describe(const struct style *s, const struct style_position *at, struct style_choice *c)
{
    struct natural_move moves[SHOGI_MAX_MOVES];
    int n = style_infer_moves(s, at, moves);
    int place = place_of_move(moves, n, c->move), plain = place_of_move(moves, n, c->plain);
    c->of = n;
    c->free = n > 1 && !is_mate(c->plain_value) && !is_mate(c->value);
    style_score_flow(s, at, c->move, &c->reason);
    if (place < 0 || plain < 0)
        return;
    c->p = (double)moves[place].p;
    c->plain_p = (double)moves[plain].p;
    c->order = order_of(moves, n, place);
    c->plain_order = order_of(moves, n, plain);
}

void style_choose(const struct style *s, const struct style_position *at,
                  const struct style_line *lines, int n, struct style_choice *out)
{
    int value = lines[0].value;
    int k = is_mate(value) ? 0 : best_line(s, at, lines, n, &value);
    *out = (struct style_choice){.move = lines[k].move,
                                 .reply = lines[k].reply,
                                 .value = k ? value : lines[0].value,
                                 .plain = lines[0].move,
                                 .plain_value = lines[0].value};
    style_describe(s, at, out);
}
