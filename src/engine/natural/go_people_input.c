/* go_people_input.c: see go_people_input.h. */
#include "engine/natural/go_people_input.h"

#include <string.h>

enum { MOST_LIBERTIES = 4 };

void go_last_moves_clear(struct go_last_moves *last)
{
    for (int i = 0; i < GO_PEOPLE_LAST; i++)
        last->point[i] = -1;
}

void go_last_moves_add(struct go_last_moves *last, go_move m)
{
    memmove(&last->point[1], &last->point[0], (GO_PEOPLE_LAST - 1) * sizeof *last->point);
    last->point[0] = (int16_t)(go_move_is_pass(m) ? -1 : go_move_point(m));
}

/* --- Chains ----------------------------------------------------------------------------------- */

/* Of a chain by its head, up to MOST_LIBERTIES. */
static int count_liberties(const struct go_pos *pos, int head)
{
    static const int SIDES[4] = {1, -1, GO_STRIDE, -GO_STRIDE};
    int found[MOST_LIBERTIES], count = 0, at = head;
    if (pos->size[head] == 1)
        return pos->open[head]; /* of a single stone each side is another liberty */
    do {
        for (int i = 0; i < 4; i++) {
            int side = at + SIDES[i], k = 0;
            if (pos->cell[side] != GO_EMPTY)
                continue;
            while (k < count && found[k] != side)
                k++;
            if (k < count)
                continue;
            found[count++] = side;
            if (count == MOST_LIBERTIES)
                return count;
        }
        at = pos->next[at];
    } while (at != head);
    return count;
}

static bool is_in_ladder(struct go_ladder_board *board, const struct go_pos *pos, int head,
                         int liberties)
{
    bool own = pos->cell[head] == 1 + pos->turn;
    int first = own && liberties == 2 ? pos->turn ^ 1 : pos->turn;
    return liberties <= 2 && go_ladder_captures(board, go_point_of_cell(head), first);
}

/* The byte of a chain's stones, without last moves. */
static uint8_t see_chain(struct go_ladder_board *board, const struct go_pos *pos, int head)
{
    int liberties = count_liberties(pos, head);
    unsigned byte = pos->cell[head] == 1 + pos->turn ? 1 : 2;
    /* boards made by hand may hold chains without any */
    if (liberties > 0)
        byte |= (unsigned)(liberties - 1) << GO_PEOPLE_LIBERTIES_SHIFT;
    if (is_in_ladder(board, pos, head, liberties))
        byte |= GO_PEOPLE_LADDER;
    return (uint8_t)byte;
}

/* --- The whole -------------------------------------------------------------------------------- */

static void allow(struct go_people_input *in, int move)
{
    in->legal[move / 8] = (uint8_t)(in->legal[move / 8] | 1U << move % 8);
}

static void mark_last_moves(struct go_people_input *in, const struct go_last_moves *last)
{
    for (int i = GO_PEOPLE_LAST - 1; i >= 0; i--) {
        if (last->point[i] < 0)
            continue;
        uint8_t *byte = &in->points[go_people_point(last->point[i])];
        *byte = (uint8_t)((*byte & ((1U << GO_PEOPLE_LAST_SHIFT) - 1)) |
                          (unsigned)(i + 1) << GO_PEOPLE_LAST_SHIFT);
    }
}

void go_people_input_make(struct go_people_input *in, const struct go_pos *pos,
                          const struct go_last_moves *last, struct go_ladder_board *board)
{
    uint8_t seen[(GO_PEOPLE_SIDE + 2) * GO_STRIDE]; /* by head: the byte of the chain */
    memset(seen, 0, sizeof seen);
    memset(in, 0, sizeof *in);
    go_ladder_begin(board, pos);
    for (int column = 0, point = 0; column < GO_PEOPLE_SIDE; column++)
        for (int row = 0; row < GO_PEOPLE_SIDE; row++, point++) {
            int at = go_point(column, row), cell = go_cell(at), head = pos->head[cell];
            if (pos->cell[cell] == GO_EMPTY) {
                if (go_why_illegal(pos, go_move_make(GO_PLAY, pos->turn, at)) == GO_LEGAL)
                    allow(in, point);
                continue;
            }
            if (!seen[head])
                seen[head] = see_chain(board, pos, head);
            in->points[point] = seen[head];
        }
    allow(in, GO_PEOPLE_PASS);
    mark_last_moves(in, last);
    in->ko = (uint16_t)(pos->ko ? go_people_point(go_point_of_cell(pos->ko)) : GO_PEOPLE_POINTS);
}
