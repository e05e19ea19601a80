/* api_found.c: /api/found, how likely people of each class were to find the moves of a game, ply by
 * ply as the network of people's moves judges them.  Of shogi.
 *
 * One thread of the routes that take long: a game of 120 plies takes about three seconds of it.  It
 * ends as soon as nobody listens. */
#include "values/natural/found_moves.h"
#include "web/api/events.h"
#include "web/api/position_request.h"

struct found_call {
    struct api_call *call;
    struct position_request at; /* the position of the event being written */
};

static void add_shares(struct json *j, const struct found_ply *p)
{
    json_key(j, "found");
    json_open_object(j);
    for (int i = 0; i < NATURAL_CLASSES; i++)
        json_key_double(j, natural_class_names[i], (double)p->p[i]);
    json_end(j);
    json_key(j, "nth");
    json_open_object(j);
    for (int i = 0; i < NATURAL_CLASSES; i++)
        json_key_u64(j, natural_class_names[i], p->nth[i]);
    json_end(j);
    json_key_double(j, "surprise", found_nats(p->p[NATURAL_PRO]));
}

/* The likeliest moves of each class. */
static void add_likely(struct json *j, const struct position_request *at, const struct found_ply *p)
{
    json_key(j, "likely");
    json_open_object(j);
    for (int class = 0; class < NATURAL_CLASSES; class ++) {
        json_key(j, natural_class_names[class]);
        json_open_array(j);
        for (int i = 0; i < p->shown; i++) {
            json_open_object(j);
            position_add_line(j, at, &p->likeliest[class][i].move, 1);
            json_key_double(j, "p", (double)p->likeliest[class][i].p);
            json_end(j);
        }
        json_end(j);
    }
    json_end(j);
}

static enum status send_ply(void *ctx, const struct found_ply *p, struct err *err)
{
    struct found_call *f = ctx;
    f->at.pos = *p->pos;
    f->at.last_to = p->past->moves[0] ? shogi_move_to(p->past->moves[0]) : -1;
    struct json *j = events_open(f->call, "move");
    json_open_object(j);
    json_key_u64(j, "ply", p->ply + 1);
    position_add_line(j, &f->at, &p->move, 1);
    add_shares(j, p);
    add_likely(j, &f->at, p);
    json_end(j);
    return events_send(f->call) ? STATUS_OK : err_cancelled(err);
}

static enum status send_moves(struct found_call *f, const struct people_network *network,
                              struct err *err)
{
    const struct found_game game = {.start = f->at.start,
                                    .moves = f->at.moves,
                                    .count = f->at.ply,
                                    .cancelled = f->call->request->cancelled};
    struct found_moves *work;
    enum status status = found_moves_open(&work, network, err);
    if (status != STATUS_OK)
        return status;
    events_begin(f->call);
    status = found_moves_run(work, &game, send_ply, f, err);
    found_moves_close(work);
    return status == STATUS_OK || status == STATUS_CANCELLED ? events_done(f->call) : status;
}

enum status api_found(struct api_call *call, struct err *err)
{
    struct found_call f = {.call = call};
    const struct people_network *network;
    enum status status = position_request_read(call, &f.at, err);
    if (status == STATUS_OK)
        status = site_people_network(call->site, &network, err);
    return status == STATUS_OK ? send_moves(&f, network, err) : status;
}
