/* flow_choice.c: see flow_choice.h. */
#include "engine/natural/flow_choice.h"

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
