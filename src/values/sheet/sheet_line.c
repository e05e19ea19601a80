/* sheet_line.c: a game's start and moves out of a segment, and what a position shows at once; see
 * sheet_internal.h. */
#include "base/alloc.h"
#include "engine/eval/see.h"
#include "games/shogi/shogi_advance.h"
#include "values/sheet/sheet_internal.h"

/* --- What a position shows at once; see sheet.h ----------------------------------------------- */

struct sheet_mark sheet_mark_of(const struct shogi_pos *pos, enum advance_rule rule)
{
    struct advance a;
    advance_by(rule, pos, &a);
    unsigned flags = pos->turn == SHOGI_WHITE ? MARK_WHITE : 0;
    flags |= shogi_in_check(pos) ? MARK_CHECK : 0;
    flags |= see_can_win(pos) ? MARK_HANGING : 0;
    return (struct sheet_mark){.attack = {(uint8_t)a.attack[0], (uint8_t)a.attack[1]},
                               .defence = {(uint8_t)a.defence[0], (uint8_t)a.defence[1]},
                               .whole = (uint8_t)a.whole,
                               .flags = (uint8_t)flags};
}

enum status sheet_bad_game(const struct db_segment *segment, uint32_t number, struct err *err)
{
    static const struct msg BAD = {"game %1 contains an illegal move",
                                   "%1 番の棋譜に反則手があります"};
    err_set(err, STATUS_SYNTAX, &BAD, SPAN_U64(game_id(&segment->lines, number)), (struct span){0});
    return db_segment_fault(segment, err);
}

static enum status read_start(struct sheet_line *l, const struct db_segment *segment,
                              uint32_t number, struct err *err)
{
    uint32_t start = line_start(&segment->lines, number);
    if (l->start_number == start + 1)
        return STATUS_OK;
    struct span text = lines_start_text(&segment->lines, start);
    l->start_number = 0;
    shogi_pos_start(&l->start);
    if (text.n && shogi_game.text.pos_parse(&l->start, text, err) != STATUS_OK)
        return sheet_bad_game(segment, number, err);
    l->start_number = start + 1;
    return STATUS_OK;
}

static enum status make_room(struct sheet_line *l, size_t moves, struct err *err)
{
    if (moves <= l->room)
        return STATUS_OK;
    shogi_move *grown = mem_realloc_array(l->moves, moves, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    l->moves = grown;
    l->room = moves;
    return STATUS_OK;
}

enum status sheet_line_read(struct sheet_line *l, const struct db_segment *segment, uint32_t number,
                            struct err *err)
{
    l->plies = line_plies(&segment->lines, number);
    enum status status = read_start(l, segment, number, err);
    if (status == STATUS_OK)
        status = make_room(l, l->plies, err);
    for (uint32_t ply = 0; ply < l->plies && status == STATUS_OK; ply++) {
        game_move m = line_move(&segment->lines, number, ply);
        if (m > UINT16_MAX)
            return sheet_bad_game(segment, number, err);
        l->moves[ply] = (shogi_move)m;
    }
    return status;
}

void sheet_line_release(struct sheet_line *l)
{
    mem_free(l->moves);
    *l = (struct sheet_line){0};
}
