/* style_search.c: our own search for the best sum; see style.h.
 *
 * What a move has to show for itself beside its value is known before the search (style_favour()),
 * so that the search itself can look for the best sum: engine_search.h calls it a favour.  That costs no
 * nodes.  To compare the moves after a plain search does: at 5,000 nodes a move, with six tenths
 * for the plain search and the rest for comparing, it lost 135 Elo (95 %: 84 to 187; 240 games)
 * with points of next to nothing, and six tenths of the nodes alone 170 (121 to 219).
 *
 * The first rounds are plain, so that it can be told what the plain engine would have played. */
#include <math.h>

#include "engine/natural/style_internal.h"

/* How much of time and nodes the plain rounds have, in per cent. */
enum { PLAIN_SHARE = 30 };

static int list_favours(const struct style *s, const struct style_position *at,
                        struct think_favour *out)
{
    struct natural_move moves[SHOGI_MAX_MOVES];
    double sums[SHOGI_MAX_MOVES], most = -INFINITY;
    int n = style_favour(s, at, moves, sums);
    for (int i = 0; i < n; i++)
        most = fmax(most, sums[i]);
    for (int i = 0; i < n; i++) {
        double behind = fmin(most - sums[i], (double)s->settings.margin);
        out[i] = (struct think_favour){moves[i].move, -(int)lround(behind)};
    }
    return n;
}

static bool differ(const struct think_favour *favours, int n)
{
    for (int i = 1; i < n; i++)
        if (favours[i].by != favours[0].by)
            return true;
    return false;
}

enum status style_search(const struct style *s, struct thinker *t, const struct think_request *q,
                         const struct style_position *at, struct think_result *answer,
                         struct style_choice *choice, struct err *err)
{
    struct think_favour favours[SHOGI_MAX_MOVES];
    struct think_request favouring = *q;
    int n = s ? list_favours(s, at, favours) : 0;
    if (choice)
        *choice = (struct style_choice){0};
    if (differ(favours, n)) {
        favouring.favours = favours;
        favouring.favour_count = (unsigned)n;
        favouring.plain_share = PLAIN_SHARE;
    }
    enum status status = think(t, &favouring, answer, err);
    if (status != STATUS_OK || !s || !choice || !answer->best)
        return status;
    *choice =
        (struct style_choice){.move = answer->best,
                              .reply = answer->ponder,
                              .value = answer->value,
                              .plain = answer->plain ? answer->plain : answer->best,
                              .plain_value = answer->plain ? answer->plain_value : answer->value,
                              .plain_depth = answer->plain_depth};
    style_describe(s, at, choice);
    return status;
}
