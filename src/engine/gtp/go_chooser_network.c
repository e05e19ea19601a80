/* go_chooser_network.c: see go_chooser_network.h. */
#include "engine/gtp/go_chooser_network.h"

#include "base/alloc.h"

_Static_assert((int)GO_PROFESSIONAL == (int)GO_PEOPLE_PRO &&
                   (int)GO_STRONG_AMATEUR == (int)GO_PEOPLE_STRONG &&
                   (int)GO_AMATEUR == (int)GO_PEOPLE_AMATEUR,
               "persons are classes");
_Static_assert((int)GTP_POINTS == (int)GO_PEOPLE_POINTS, "points are numbered alike");

struct go_chooser_network {
    const struct go_people_network *network;
    struct go_people_scratch *scratch;
    struct go_chooser chooser;
};

/* The last moves, whoever made them. */
static void find_last_moves(const struct gtp_game *game, struct go_last_moves *last)
{
    size_t first = game->count > GO_PEOPLE_LAST ? game->count - GO_PEOPLE_LAST : 0;
    go_last_moves_clear(last);
    for (size_t i = first; i < game->count; i++)
        go_last_moves_add(last, game->moves[i]);
}

static void look(void *ctx, const struct gtp_game *game, enum go_person person,
                 struct go_chances *out)
{
    struct go_chooser_network *n = ctx;
    struct go_last_moves last;
    struct go_people_answer answer;
    find_last_moves(game, &last);
    go_people_judge(n->network, n->scratch, &game->pos, &last, (int)person, &answer);
    memcpy(out->point, answer.p, sizeof out->point);
    out->pass = answer.p[GO_PEOPLE_PASS];
    out->win = answer.win;
}

enum status go_chooser_network_open(struct go_chooser_network **out,
                                    const struct go_people_network *network, int images,
                                    struct err *err)
{
    *out = NULL;
    struct go_chooser_network *n = mem_calloc(1, sizeof *n);
    if (!n)
        return err_nomem(err);
    n->network = network;
    n->chooser = (struct go_chooser){n, look};
    enum status status = go_people_scratch_open(&n->scratch, network, images, err);
    if (status == STATUS_OK)
        *out = n;
    else
        go_chooser_network_close(n);
    return status;
}

void go_chooser_network_close(struct go_chooser_network *n)
{
    if (!n)
        return;
    go_people_scratch_close(n->scratch);
    mem_free(n);
}

const struct go_chooser *go_chooser_network_chooser(const struct go_chooser_network *n)
{
    return &n->chooser;
}
