/* sgf_texts.c: the texts of a node of SGF on their way into notes; see sgf_reader.h. */
#include "formats/go/sgf_reader.h"

static const struct msg LONG_TEXT = {"text of more than 16 MB; ignored",
                                     "16 MB を超えるテキストを省きました"};

enum { MAX_TEXT_BYTES = 16 << 20 };

bool sgf_is_plain(struct span raw)
{
    for (size_t i = 0; i < raw.n; i++)
        if (raw.p[i] == '\\' || (unsigned char)raw.p[i] < ' ')
            return false;
    return true;
}

/* Borrows raw, or the scratch until it is used again. */
struct span sgf_text_of(struct sgf_reader *s, struct span raw, bool one_line)
{
    if (sgf_is_plain(raw))
        return raw;
    buf_clear(&s->scratch);
    sgf_unescape(raw, one_line, &s->scratch);
    return s->scratch.p ? buf_span(&s->scratch) : SPAN("");
}

enum status sgf_keep(struct sgf_reader *s, struct span text, struct span *out)
{
    if (text.n > MAX_TEXT_BYTES) {
        sgf_problem(s, PROBLEM_LOST, STATUS_LIMIT, &LONG_TEXT, (struct span){0}, s->lexer.p);
        return STATUS_OK;
    }
    return arena_copy(&s->r->rec->arena, text, out) ? STATUS_OK : STATUS_NOMEM;
}

/* Appends to the comment of nodes that are kept whole. */
void sgf_join_comment(struct sgf_reader *s, struct span text)
{
    if (s->comment.n)
        buf_add_char(&s->comment, '\n');
    buf_add_span(&s->comment, text);
}

/* Gives the node last finished its text, if it has one. */
enum status sgf_settle(struct sgf_reader *s)
{
    if (!s->whole)
        return STATUS_OK;
    s->whole = false;
    struct record_note *note = record_note(s->r->rec, s->head);
    if (!note || buf_status(&s->text) || buf_status(&s->comment))
        return STATUS_NOMEM;
    note->bookmark = note->comment = (struct span){0};
    enum status st = sgf_keep(s, buf_span(&s->text), &note->extra);
    if (st == STATUS_OK && s->comment.n)
        st = sgf_keep(s, buf_span(&s->comment), &note->comment);
    return st;
}

/* The text of this node, from here on, is kept whole. */
void sgf_begin_whole(struct sgf_reader *s, uint32_t head)
{
    s->head = head;
    s->whole = true;
    buf_clear(&s->text);
    buf_clear(&s->comment);
}

/* One comment and one name are the note's; the text of those is not kept. */
bool sgf_is_note(const struct sgf_property *prop)
{
    return prop->id == SGF_ID1('C') || prop->id == SGF_ID1('N');
}

enum status sgf_keep_note(struct sgf_reader *s, uint32_t node, const struct sgf_property *prop)
{
    struct record_note *note = record_note(s->r->rec, node);
    if (!note)
        return STATUS_NOMEM;
    bool comment = prop->id == SGF_ID1('C');
    return sgf_keep(s, sgf_text_of(s, prop->first, !comment),
                    comment ? &note->comment : &note->bookmark);
}

/* At most one comment and one name, each with one value. */
bool sgf_notes_are_plain(const struct sgf_reader *s)
{
    int seen[2] = {0, 0};
    for (size_t i = 0; i < s->prop_count; i++)
        if (sgf_is_note(&s->props[i]) &&
            (seen[s->props[i].id == SGF_ID1('N')]++ || s->props[i].count > 1))
            return false;
    return true;
}
