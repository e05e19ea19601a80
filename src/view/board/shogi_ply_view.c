/* shogi_ply_view.c: see shogi_ply_view.h. */
#include "view/board/shogi_ply_view.h"

#include "formats/shogi/ki2_notation.h"
#include "view/board/shogi_move_text.h"

void shogi_ply_view_init(struct shogi_ply_view *m)
{
    *m = (struct shogi_ply_view){.last_to = -1};
    buf_init(&m->title, BUF_DEFAULT_MAX);
    buf_init(&m->caption, BUF_DEFAULT_MAX);
}

void shogi_ply_view_release(struct shogi_ply_view *m)
{
    buf_release(&m->title);
    buf_release(&m->caption);
}

bool record_is_handicap(const struct record *rec)
{
    return rec->handicap > SHOGI_EVEN && rec->handicap < SHOGI_HANDICAP_OTHER;
}

enum status shogi_ply_view_find(struct shogi_ply_view *m, const struct record *rec, uint32_t ply,
                                struct err *err)
{
    enum status s = shogi_sfen_parse(&m->pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
    if (s)
        return s;
    m->rec = rec;
    m->before = m->pos;
    m->move = 0;
    m->last_to = -1;
    m->node = 0;
    for (m->ply = 0; m->ply < ply; m->ply++) {
        struct shogi_undo undo;
        m->last_to = m->move ? shogi_move_to(m->move) : -1;
        m->node = rec->nodes[m->node].child;
        m->move = (shogi_move)rec->nodes[m->node].move;
        m->before = m->pos;
        shogi_play(&m->pos, m->move, &undo);
    }
    return STATUS_OK;
}

void shogi_ply_view_move_text(const struct shogi_ply_view *m, enum lang lang, struct buf *out)
{
    if (m->move)
        shogi_move_text(&m->before, m->move, m->last_to, lang, out);
}

static void add_caption(struct shogi_ply_view *m, enum lang lang, bool for_text)
{
    static const struct msg start = {"Start position", "開始局面"};
    struct buf *out = &m->caption;
    bool ja = lang == LANG_JA;
    if (!m->move) {
        if (m->rec->start_ply == 0 && m->rec->handicap != SHOGI_HANDICAP_OTHER)
            buf_add_str(out, msg_in(&start, lang));
        else if (m->rec->start_ply > 0)
            buf_printf(out, ja ? "%u手目の局面" : "Position at move %u", m->rec->start_ply);
        return;
    }
    buf_printf(out, ja ? "第%u手　" : "Move %u: ", m->rec->start_ply + m->ply);
    if (ja && for_text)
        buf_add_str(out, ki2_mark(shogi_turn(&m->before)));
    shogi_ply_view_move_text(m, lang, out);
}

/* The event, or what the game is called, and the day. */
static void add_title(struct shogi_ply_view *m)
{
    struct span event = record_header(m->rec, HEADER_EVENT);
    struct span date = record_header(m->rec, HEADER_START_TIME);
    if (event.n == 0)
        event = record_header(m->rec, HEADER_TITLE);
    buf_add_span(&m->title, event);
    if (event.n > 0 && date.n > 0)
        buf_add_str(&m->title, "  ");
    const char *blank = date.n > 0 ? memchr(date.p, ' ', date.n) : NULL;
    if (blank)
        date.n = (size_t)(blank - date.p); /* the hour is no matter for a title */
    buf_add_span(&m->title, date);
}

enum status shogi_ply_view_picture(struct shogi_ply_view *m, enum lang lang, bool for_text,
                                   struct shogi_picture *out, struct err *err)
{
    buf_clear(&m->title);
    buf_clear(&m->caption);
    add_title(m);
    add_caption(m, lang, for_text);
    if (buf_status(&m->title) || buf_status(&m->caption))
        return err_nomem(err);
    *out = (struct shogi_picture){
        .pos = &m->pos,
        .last = m->move,
        .ply = m->rec->start_ply + m->ply,
        .name = {record_header(m->rec, HEADER_PLAYER), record_header(m->rec, HEADER_PLAYER + 1)},
        .handicap = record_is_handicap(m->rec),
        .title = buf_span(&m->title),
        .caption = buf_span(&m->caption),
        .caption_side = m->move ? shogi_turn(&m->before) : -1,
    };
    return STATUS_OK;
}
