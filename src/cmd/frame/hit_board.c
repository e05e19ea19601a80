/* hit_board.c: see hit_board.h. */
#include "cmd/frame/hit_board.h"

#include "base/alloc.h"
#include "view/board/chaturanga_picture.h"
#include "view/board/go_board.h"
#include "view/board/shogi_board_text.h"

/* Where the hit is: the position, the one before it, and the move between them. */
struct hit_position {
    void *pos, *before; /* owned */
    game_move last;
    uint32_t ply;
};

static enum status find_hit_position(struct hit_position *p, const struct lines *l,
                                     const struct hit *h, struct err *err)
{
    const struct game *game = l->game;
    size_t bytes = (game->pos_bytes + 63) / 64 * 64;
    struct span start = lines_start_text(l, line_start(l, h->stored_line));
    *p = (struct hit_position){mem_calloc_aligned(64, 1, bytes), mem_calloc_aligned(64, 1, bytes),
                               0, 0};
    if (!p->pos || !p->before)
        return err_nomem(err);
    game->rules.pos_start(p->pos);
    enum status status = start.n ? game->text.pos_parse(p->pos, start, err) : STATUS_OK;
    uint32_t plies = line_plies(l, h->stored_line);
    for (; status == STATUS_OK && p->ply < h->first && p->ply < plies; p->ply++) {
        game_move move = line_move(l, h->stored_line, p->ply);
        if (!game->rules.move_is_legal(p->pos, move))
            break; /* damaged; `check` says more */
        memcpy(p->before, p->pos, game->pos_bytes);
        game->rules.play(p->pos, move);
        p->last = move;
    }
    return status;
}

static enum status shogi_board(const struct hit_position *p, const struct game_summary *summary,
                               const struct board_options *opt, struct buf *out, struct err *err)
{
    (void)err;
    struct shogi_picture picture = {.pos = p->pos,
                                    .last = (shogi_move)p->last,
                                    .ply = p->ply,
                                    .name = {summary->players[0], summary->players[1]},
                                    .title = summary->event,
                                    .caption_side = -1};
    shogi_board_text(&picture, opt, out);
    return STATUS_OK;
}

static enum status go_board(const struct hit_position *p, const struct game_summary *summary,
                            const struct board_options *opt, struct buf *out, struct err *err)
{
    struct go_picture *picture = mem_calloc(1, sizeof *picture);
    if (!picture)
        return err_nomem(err);
    go_picture_init(picture);
    memcpy(&picture->pos, p->pos, sizeof picture->pos);
    picture->last = (go_move)p->last;
    picture->ply = p->ply;
    for (int i = 0; i < 2; i++)
        picture->name[i] = summary->players[i];
    buf_add_span(&picture->title, summary->event);
    go_board_text(picture, opt, out);
    go_picture_release(picture);
    mem_free(picture);
    return STATUS_OK;
}

static enum status chaturanga_board(const struct hit_position *p,
                                    const struct game_summary *summary,
                                    const struct board_options *opt, struct buf *out,
                                    struct err *err)
{
    struct chaturanga_picture *picture = mem_calloc(1, sizeof *picture);
    if (!picture)
        return err_nomem(err);
    chaturanga_picture_init(picture);
    memcpy(&picture->pos, p->pos, sizeof picture->pos);
    memcpy(&picture->before, p->last ? p->before : p->pos, sizeof picture->before);
    picture->last = p->last;
    picture->ply = p->ply;
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        picture->name[i] = summary->players[i];
    buf_add_span(&picture->title, summary->event);
    chaturanga_board_text(picture, opt, out);
    chaturanga_picture_release(picture);
    mem_free(picture);
    return STATUS_OK;
}

static const struct {
    const struct game *game;
    enum status (*add)(const struct hit_position *p, const struct game_summary *summary,
                       const struct board_options *opt, struct buf *out, struct err *err);
} BOARDS[] = {
    {&shogi_game, shogi_board},
    {&go_game, go_board},
    {&chaturanga_game, chaturanga_board},
};

enum status hit_board(const struct db_segment *s, const struct hit *h,
                      const struct game_summary *summary, const struct board_options *opt,
                      struct buf *out, struct err *err)
{
    struct hit_position p;
    enum status status = find_hit_position(&p, &s->lines, h, err);
    for (size_t i = 0; i < sizeof BOARDS / sizeof *BOARDS && status == STATUS_OK; i++)
        if (BOARDS[i].game == s->lines.game)
            status = BOARDS[i].add(&p, summary, opt, out, err);
    mem_free(p.pos);
    mem_free(p.before);
    return status;
}
