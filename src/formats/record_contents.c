/* record_contents.c: see record_contents.h. */
#include "formats/record_contents.h"

#include "formats/format.h"

static unsigned node_contents(const struct record *rec, uint32_t node)
{
    const struct record_node *n = &rec->nodes[node];
    const struct record_note *note = record_note_at(rec, node);
    unsigned bits = 0;
    if (n->sibling)
        bits |= LOSS_VARIATIONS;
    if (n->move)
        bits |= LOSS_MOVES;
    if (n->time_ms != RECORD_NO_TIME)
        bits |= n->time_ms % 1000 ? LOSS_TIMES | LOSS_TIME_FRACTIONS : LOSS_TIMES;
    if (note->comment.p)
        bits |= LOSS_COMMENTS;
    if (note->remark.p)
        bits |= LOSS_REMARKS;
    if (note->bookmark.p)
        bits |= LOSS_BOOKMARKS;
    if (note->end != END_NONE)
        bits |= LOSS_END;
    return bits;
}

unsigned record_contents(const struct record *rec)
{
    unsigned bits = 0;
    for (uint32_t node = 0; node < rec->node_count; node++)
        bits |= node_contents(rec, node);
    if (rec->header_count)
        bits |= LOSS_HEADERS;
    if (rec->start_ply)
        bits |= LOSS_START_PLY;
    if (rec->end != END_NONE)
        bits |= LOSS_END;
    else if (rec->points[0] != POINTS_UNKNOWN)
        bits |= LOSS_RESULT;
    return bits;
}

unsigned record_loose_end(const struct record *rec)
{
    uint32_t plies;
    uint32_t end = rec->nodes[record_last_move(rec, &plies)].child;
    if (!end && rec->end == END_NONE)
        return rec->points[0] != POINTS_UNKNOWN ? LOSS_RESULT : 0;
    if (!end)
        return LOSS_END;
    const struct record_note *note = record_note_at(rec, end);
    int first = span_find(rec->start, SPAN(" w ")) >= 0 ? SHOGI_WHITE : SHOGI_BLACK;
    int8_t points[2];
    record_points_of_end(note->end, note->end_seat, first ^ (int)(plies & 1), points);
    bool loose =
        rec->end != note->end || rec->points[0] != points[0] || rec->points[1] != points[1];
    return loose ? LOSS_END : 0;
}
