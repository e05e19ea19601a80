/* analysis_record.c: see analysis_record.h. */
#include "view/analysis/analysis_record.h"

#include "formats/shogi/shogi_line.h"

/* The text goes before the node's comment, or behind it. */
static bool add_comment(struct record *rec, uint32_t node, struct span text, bool before)
{
    struct record_note *note = record_note(rec, node);
    struct buf joined;
    if (!note)
        return false;
    buf_init(&joined, BUF_DEFAULT_MAX);
    buf_add_span(&joined, before ? text : note->comment);
    if (note->comment.n && text.n)
        buf_add_char(&joined, '\n');
    buf_add_span(&joined, before ? note->comment : text);
    bool done = buf_status(&joined) == STATUS_OK &&
                arena_copy(&rec->arena, buf_span(&joined), &note->comment);
    buf_release(&joined);
    return done;
}

/* Of position p, for Black. */
static struct record_value value_of(const struct analysis_view *v, uint32_t p)
{
    const int value = v->a->positions[p].value;
    const int sign = shogi_turn(&v->positions[p]) == SHOGI_BLACK ? 1 : -1;
    if (value == THINK_NO_VALUE || value == -THINK_MATE)
        return (struct record_value){VALUE_NONE, 0};
    if (value >= THINK_MATE_BOUND)
        return (struct record_value){VALUE_MATE, sign * (THINK_MATE - value)};
    if (value <= -THINK_MATE_BOUND)
        return (struct record_value){VALUE_MATE, -sign * (THINK_MATE + value)};
    return (struct record_value){VALUE_CENTIPAWNS, sign * value};
}

static bool add_value(const struct analysis_view *v, uint32_t p, struct record *rec, uint32_t node)
{
    struct buf text;
    struct record_value value = value_of(v, p);
    bool done = true;
    if (value.kind == VALUE_NONE)
        return true;
    buf_init(&text, BUF_DEFAULT_MAX);
    record_value_print(value, &text);
    done = buf_status(&text) == STATUS_OK && add_comment(rec, node, buf_span(&text), true);
    buf_release(&text);
    if (done)
        record_note(rec, node)->value = value;
    return done;
}

static bool add_sentence(const struct analysis_view *v, uint32_t p, struct record *rec,
                         uint32_t node, enum lang lang)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    analysis_add_sentence(v, p, lang, &text);
    bool done = buf_status(&text) == STATUS_OK && add_comment(rec, node, buf_span(&text), false);
    buf_release(&text);
    return done;
}

/* The child that makes the move, added if there is none; 0 without memory or room. */
static uint32_t child_with(struct record *rec, uint32_t parent, shogi_move move)
{
    for (uint32_t node = rec->nodes[parent].child; node; node = rec->nodes[node].sibling)
        if (rec->nodes[node].move == move)
            return node;
    return record_add_node(rec, parent, move);
}

static bool add_variation(const struct analysis_view *v, uint32_t p, struct record *rec,
                          uint32_t parent)
{
    const struct analysed_position *at = &v->a->positions[p];
    for (int i = 0; i < at->length; i++)
        if (!(parent = child_with(rec, parent, at->line[i])))
            return false;
    return true;
}

static bool annotate_move(const struct analysis_view *v, uint32_t p, struct record *rec,
                          uint32_t node, enum lang lang)
{
    const struct analysed_move *m = &v->a->at[p];
    bool done = add_value(v, p, rec, node);
    if (!done || !analysis_is_worth_words(m))
        return done;
    done = add_sentence(v, p, rec, node, lang);
    if (done && m->best && m->best != m->move)
        done = add_variation(v, p, rec, rec->nodes[node].parent);
    return done;
}

static bool annotate_start(const struct analysis_view *v, struct record *rec, enum lang lang)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    analysis_add_summary(v, lang, &text);
    bool done =
        buf_status(&text) == STATUS_OK && add_comment(rec, 0, span_trim(buf_span(&text)), false);
    buf_release(&text);
    return done;
}

enum status analysis_annotate(const struct analysis_view *v, struct record *rec, enum lang lang,
                              struct err *err)
{
    bool done = annotate_start(v, rec, lang);
    uint32_t node = 0;
    for (uint32_t p = 0; p < v->a->plies && done; p++) {
        node = rec->nodes[node].child;
        done = annotate_move(v, p, rec, node, lang);
    }
    uint32_t end = rec->nodes[node].child;
    if (done && end && record_is_end(rec, end))
        done = add_value(v, v->a->plies, rec, end);
    return done ? STATUS_OK : err_nomem(err);
}
