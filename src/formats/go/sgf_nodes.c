/* sgf_nodes.c: what becomes of the nodes of SGF; see sgf_reader.h. */
#include "formats/go/sgf_reader.h"

/* FF[3] files may tell about the game in a later node: that moves to the root, where it is not
 * said there already and no variation can have said it. */
static bool moves_to_root(const struct sgf_reader *s, const struct sgf_property *prop)
{
    return s->depth == 1 && sgf_is_info(prop->id) && !sgf_has_header(s->r->rec, prop->id);
}

/* One move that can be made, and nothing that needs the node's text as a whole. */
static bool is_simple(const struct sgf_reader *s, go_move *m)
{
    const struct sgf_property *move = NULL;
    for (size_t i = 0; i < s->prop_count; i++) {
        const struct sgf_property *prop = &s->props[i];
        if (sgf_is_setup(prop->id) || (sgf_is_move(prop->id) && (move || prop->count > 1)))
            return false;
        if (sgf_is_move(prop->id))
            move = prop;
    }
    return move && sgf_move_of(s, move, m) && (s->prop_count == 1 || sgf_notes_are_plain(s));
}

static enum status simple_node(struct sgf_reader *s, go_move m)
{
    enum status st = sgf_settle(s);
    if (st == STATUS_OK)
        st = sgf_make_move(s, m, s->props[0].name.p);
    if (st != STATUS_OK)
        return st;
    s->head = s->line->tip;
    if (s->prop_count == 1)
        return STATUS_OK;
    struct buf *rest = &s->text;
    buf_clear(rest);
    for (size_t i = 0; i < s->prop_count && st == STATUS_OK; i++) {
        const struct sgf_property *prop = &s->props[i];
        if (sgf_is_note(prop))
            st = sgf_keep_note(s, s->head, prop);
        else if (moves_to_root(s, prop))
            st = sgf_add_header(s, prop, sgf_header_of(prop->id));
        else if (!sgf_is_move(prop->id))
            sgf_put_property(prop, rest);
    }
    if (st != STATUS_OK || rest->n == 0)
        return st;
    struct record_note *note = record_note(s->r->rec, s->head);
    return note && !buf_status(rest) ? sgf_keep(s, buf_span(rest), &note->extra) : STATUS_NOMEM;
}

/* The text of the node last finished, so far an ordinary one, is kept whole. */
static void make_whole(struct sgf_reader *s)
{
    const struct record_note *note = record_note_at(s->r->rec, s->head);
    if (s->whole)
        return;
    sgf_begin_whole(s, s->head);
    buf_add_char(&s->text, ';');
    sgf_put_body(s->r->rec, s->head, s->start->height, &s->text);
    sgf_join_comment(s, note->comment);
}

/* Adds the node's text to that of the one last finished or begun. */
static enum status add_text(struct sgf_reader *s)
{
    enum status st = STATUS_OK;
    buf_add_char(&s->text, ';');
    for (size_t i = 0; i < s->prop_count && st == STATUS_OK; i++) {
        const struct sgf_property *prop = &s->props[i];
        if (moves_to_root(s, prop))
            st = sgf_add_header(s, prop, sgf_header_of(prop->id));
        else
            sgf_put_property(prop, &s->text);
        if (prop->id == SGF_ID1('C'))
            sgf_join_comment(s, sgf_text_of(s, prop->first, false));
    }
    return st;
}

/* Setup first, then moves, each in the order in which they are written. */
static enum status node_moves(struct sgf_reader *s)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < s->prop_count && st == STATUS_OK; i++)
        if (sgf_is_setup(s->props[i].id))
            st = sgf_set_up(s, &s->props[i]);
    for (size_t i = 0; i < s->prop_count && st == STATUS_OK; i++)
        if (sgf_is_move(s->props[i].id))
            st = sgf_play(s, &s->props[i]);
    return st;
}

/* All but the first of the moves that a node made stand in its text. */
static enum status mark_continued(struct sgf_reader *s, uint32_t plies_before)
{
    for (uint32_t i = plies_before + 1; i < s->line->plies; i++) {
        struct record_note *note = record_note(s->r->rec, s->line->path[i].node);
        if (!note)
            return STATUS_NOMEM;
        note->extra = SPAN(SGF_CONTINUED);
    }
    return STATUS_OK;
}

static enum status other_node(struct sgf_reader *s)
{
    uint32_t before = s->line->plies;
    enum status st = node_moves(s);
    if (st != STATUS_OK && st != STATUS_LIMIT)
        return st;
    if (s->line->plies == before && s->can_join) {
        make_whole(s);
        return add_text(s);
    }
    if (s->line->plies == before && st == STATUS_OK)
        st = sgf_make_move(s, go_turn_make(s->line->pos.turn), s->lexer.p);
    if (s->line->plies == before)
        return st;
    if (st == STATUS_OK || st == STATUS_LIMIT)
        st = sgf_settle(s);
    if (st == STATUS_OK)
        st = mark_continued(s, before);
    if (st != STATUS_OK)
        return st;
    sgf_begin_whole(s, s->line->path[before].node);
    return add_text(s);
}

enum status sgf_finish_node(struct sgf_reader *s)
{
    enum status st = STATUS_OK;
    go_move m;
    if (!s->in_node)
        return STATUS_OK;
    s->in_node = false;
    if (!s->root_done) {
        s->root_done = true;
        st = sgf_finish_root(s);
    } else if (!s->skipping) {
        st = is_simple(s, &m) ? simple_node(s, m) : other_node(s);
    }
    s->prop_count = 0;
    s->can_join = true;
    return st == STATUS_LIMIT ? STATUS_OK : st;
}
