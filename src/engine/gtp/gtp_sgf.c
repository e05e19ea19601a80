/* gtp_sgf.c: see gtp_sgf.h. */
#include "engine/gtp/gtp_sgf.h"

#include "base/alloc.h"
#include "base/text/num.h"
#include "formats/format.h"

struct sgf_load {
    struct gtp_game *game;
    uint64_t before;
    bool done; /* the first game is what is wanted */
    enum status status;
};

static enum status make_move(struct gtp_game *g, go_move m)
{
    struct go_pos after;
    if (go_move_kind(m) == GO_PLAY) {
        gtp_game_set_turn(g, go_move_color(m));
        enum status status = gtp_game_play(g, m);
        if (status != STATUS_ILLEGAL)
            return status;
    }
    go_pos_copy(&after, &g->pos);
    return go_play(&after, m, NULL) ? gtp_game_begin(g, &after) : STATUS_SYNTAX;
}

static double komi_of(const struct record *rec)
{
    double komi = 0;
    for (uint32_t i = 0; i < rec->header_count; i++)
        if (span_eq(rec->headers[i].key, SPAN("KM")))
            return num_parse_double(span_trim(rec->headers[i].value), &komi) ? komi : 0;
    return 0;
}

static enum status load(struct sgf_load *l, const struct record *rec)
{
    struct go_pos start;
    struct err err;
    if (record_worst(rec) == PROBLEM_REJECTED ||
        go_pos_parse(&start, rec->start, &err) != STATUS_OK)
        return STATUS_SYNTAX;
    if (start.width != GTP_SIDE || start.height != GTP_SIDE)
        return STATUS_UNSUPPORTED;
    enum status status = gtp_game_begin(l->game, &start);
    l->game->komi = komi_of(rec);
    uint64_t number = 1;
    for (uint32_t at = rec->nodes[0].child; at && status == STATUS_OK; at = rec->nodes[at].child) {
        go_move m = (go_move)rec->nodes[at].move;
        bool is_move = go_move_kind(m) == GO_PLAY;
        if (!m || (is_move && l->before && number >= l->before))
            break;
        number += is_move;
        status = make_move(l->game, m);
    }
    return status;
}

static enum status take(void *ctx, struct record *rec)
{
    struct sgf_load *l = ctx;
    if (!l->done)
        l->status = load(l, rec);
    l->done = true;
    return STATUS_OK;
}

enum status gtp_sgf_read(struct gtp_game *g, struct span bytes, uint64_t before)
{
    struct sgf_load l = {.game = g, .before = before, .status = STATUS_NOT_FOUND};
    struct err err;
    struct reader *reader = mem_calloc(1, sizeof *reader);
    if (!reader)
        return STATUS_NOMEM;
    reader_init(reader);
    enum status status =
        reader_read(reader, bytes, SPAN(""), format_by_name(SPAN("sgf")), take, &l, &err);
    reader_release(reader);
    mem_free(reader);
    return l.done || status == STATUS_OK ? l.status : status;
}
