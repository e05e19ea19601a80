/* match_block.c: see match_block.h. */
#include "sim/match/match_block.h"

#include <string.h>

#include "base/varint.h"
#include "engine/usi/usi_program.h"

static void put_text(struct buf *out, struct span text)
{
    varint_put(out, text.n);
    buf_add_span(out, text);
}

void match_report_put(struct buf *out, const struct match_game *g)
{
    struct buf position;
    varint_put(out, (uint64_t)g->points);
    varint_put(out, (uint64_t)g->end);
    varint_put(out, g->plies);
    varint_put(out, (uint64_t)g->trouble);
    varint_put(out, (uint64_t)g->culprit);
    put_text(out, span_of(g->bad_word));
    for (int i = 0; i < 2; i++) {
        const struct match_clock *c = &g->clock[i];
        varint_put(out, c->moves);
        varint_put(out, c->ms);
        varint_put(out, c->nodes);
        varint_put(out, c->late);
        varint_put(out, c->worst_ms);
    }
    buf_init(&position, BUF_DEFAULT_MAX);
    if (g->trouble != TROUBLE_NONE)
        usi_print_position(
            &(struct usi_position){&g->referee.start, g->referee.moves, g->referee.plies},
            &position);
    put_text(out, buf_span(&position));
    if (buf_status(&position) != STATUS_OK)
        out->bad = STATUS_NOMEM;
    buf_release(&position);
}

/* A number of at most max. */
static bool get_number(struct span *bytes, uint64_t max, uint64_t *out)
{
    return varint_get(bytes, out) && *out <= max;
}

static bool get_text(struct span *bytes, size_t max, struct span *out)
{
    uint64_t n;
    if (!get_number(bytes, max, &n) || n > bytes->n)
        return false;
    *out = span_make(bytes->p, (size_t)n);
    *bytes = span_skip(*bytes, (size_t)n);
    return true;
}

static bool get_clock(struct span *bytes, struct match_clock *c)
{
    uint64_t worst;
    if (!get_number(bytes, REFEREE_MOST_PLIES, &c->moves) ||
        !get_number(bytes, UINT64_MAX / 2, &c->ms) || !get_number(bytes, UINT64_MAX, &c->nodes) ||
        !get_number(bytes, REFEREE_MOST_PLIES, &c->late) || !get_number(bytes, UINT32_MAX, &worst))
        return false;
    c->worst_ms = (uint32_t)worst;
    return true;
}

bool match_report_get(struct span *bytes, struct match_report *r)
{
    uint64_t points, end, plies, trouble, culprit;
    struct span bad_word;
    if (!get_number(bytes, POINTS_WIN, &points) || !get_number(bytes, END_COUNT - 1, &end) ||
        !get_number(bytes, REFEREE_MOST_PLIES, &plies) ||
        !get_number(bytes, TROUBLE_TIME, &trouble) || !get_number(bytes, 1, &culprit) ||
        !get_text(bytes, sizeof r->bad_word - 1, &bad_word))
        return false;
    *r = (struct match_report){.points = (int)points,
                               .end = (enum record_end)end,
                               .plies = (unsigned)plies,
                               .trouble = (enum match_trouble)trouble,
                               .culprit = (int)culprit};
    if (bad_word.n)
        memcpy(r->bad_word, bad_word.p, bad_word.n);
    return get_clock(bytes, &r->clock[0]) && get_clock(bytes, &r->clock[1]) &&
           get_text(bytes, bytes->n, &r->position);
}
