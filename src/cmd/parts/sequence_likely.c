/* sequence_likely.c: see sequence_likely.h. */
#include "cmd/parts/sequence_likely.h"

#include <math.h>

enum { IMAGES = 2 };

/* False if the sequence cannot be played on a board the network knows. */
static bool play(const struct sequence_profile *p, struct go_pos *pos, struct go_last_moves *last)
{
    if (!p->on_board || !p->length || p->width != GO_PEOPLE_SIDE || p->height != GO_PEOPLE_SIDE)
        return false;
    go_pos_empty(pos, GO_PEOPLE_SIDE, GO_PEOPLE_SIDE);
    go_last_moves_clear(last);
    for (uint32_t i = 0; i < p->length; i++) {
        if (!go_play(pos, p->moves[i], NULL))
            return false;
        go_last_moves_add(last, p->moves[i]);
    }
    return true;
}

enum status sequence_likely(const struct go_people_network *network,
                            const struct sequence_profile *p, double likely[SEQUENCE_NEXT],
                            struct err *err)
{
    struct go_people_scratch *scratch = NULL;
    struct go_people_answer answer = {0};
    struct go_last_moves last;
    struct go_pos pos;
    bool known = p->next.count > 0 && play(p, &pos, &last);
    if (known) {
        enum status status = go_people_scratch_open(&scratch, network, IMAGES, err);
        if (status != STATUS_OK)
            return status;
        go_people_judge(network, scratch, &pos, &last, GO_PEOPLE_PRO, &answer);
        go_people_scratch_close(scratch);
    }
    for (size_t i = 0; i < p->next.count && i < SEQUENCE_NEXT; i++) {
        go_move m = (go_move)sequence_next_move(&p->next.entries[i]);
        likely[i] =
            known && go_move_color(m) == pos.turn ? (double)answer.p[go_people_move(m)] : NAN;
    }
    return STATUS_OK;
}
