/* found_report.c: see found_report.h. */
#include "cmd/parts/found_report.h"

#include <math.h>

#include "base/alloc.h"
#include "base/text/json.h"
#include "values/natural/found_moves.h"
#include "view/board/shogi_move_text.h"
#include "view/draw/text_width.h"

struct found_report {
    struct cmd_env *env;
    int class;
    struct people_network *network;
    struct found_moves *work;
    const struct record *rec;
    shogi_move *moves; /* owned; of the record */
    size_t cap;
    uint64_t seen; /* records */
    struct buf out, word;
    struct progress progress;
};

enum status found_report_open(struct found_report **out, struct cmd_env *env, const char *network,
                              int class, struct err *err)
{
    struct found_report *r = mem_calloc(1, sizeof *r);
    *out = NULL;
    if (!r)
        return err_nomem(err);
    r->env = env;
    r->class = class;
    buf_init(&r->out, BUF_DEFAULT_MAX);
    buf_init(&r->word, BUF_DEFAULT_MAX);
    cmd_progress_init(env, &r->progress);
    enum status status = people_network_open(&r->network, network, err);
    if (status == STATUS_OK)
        status = found_moves_open(&r->work, r->network, err);
    if (status == STATUS_OK)
        *out = r;
    else
        found_report_close(r);
    return status;
}

void found_report_close(struct found_report *r)
{
    if (!r)
        return;
    found_moves_close(r->work);
    people_network_close(r->network);
    progress_release(&r->progress);
    buf_release(&r->out);
    buf_release(&r->word);
    mem_free(r->moves);
    mem_free(r);
}

/* --- One move --------------------------------------------------------------------------------- */

static uint32_t number_of(const struct found_report *r, const struct found_ply *p)
{
    return r->rec->start_ply + p->ply + 1;
}

/* The digits that a probability has. */
static double rounded(double x, double parts)
{
    return round(x * parts) / parts;
}

static void add_json(struct found_report *r, const struct found_ply *p)
{
    struct json j;
    json_init(&j, &r->out);
    json_open_object(&j);
    json_key_str(&j, "record", r->rec->label);
    json_key_u64(&j, "ply", number_of(r, p));
    buf_clear(&r->word);
    shogi_usi_print(p->move, &r->word);
    json_key_str(&j, "move", buf_span(&r->word));
    json_key(&j, "found");
    json_open_object(&j);
    for (int i = 0; i < NATURAL_CLASSES; i++)
        json_key_double(&j, natural_class_names[i], rounded((double)p->p[i], 1e6));
    json_end(&j);
    json_key(&j, "nth");
    json_open_object(&j);
    for (int i = 0; i < NATURAL_CLASSES; i++)
        json_key_u64(&j, natural_class_names[i], p->nth[i]);
    json_end(&j);
    json_key_double(&j, "surprise", rounded(found_nats(p->p[r->class]), 1e4));
    json_key_cstr(&j, "class", natural_class_names[r->class]);
    json_end(&j);
    json_line(&j);
}

enum { PLY_COLUMNS = 4, MOVE_COLUMNS = 14 };

static void add_text(struct found_report *r, const struct found_ply *p)
{
    const struct natural_past *past = p->past;
    int last_to = past->moves[0] ? shogi_move_to(past->moves[0]) : -1;
    buf_clear(&r->word);
    if (r->env->lang == LANG_JA)
        buf_add_str(&r->word, shogi_turn(p->pos) == SHOGI_BLACK ? "▲" : "△");
    shogi_move_text(p->pos, p->move, last_to, r->env->lang, &r->word);
    buf_printf(&r->out, "%*u  ", PLY_COLUMNS, number_of(r, p));
    text_pad(&r->out, buf_span(&r->word), MOVE_COLUMNS);
    for (int i = 0; i < NATURAL_CLASSES; i++)
        buf_printf(&r->out, " %6.2f %% %3u", 100 * (double)p->p[i], p->nth[i]);
    buf_printf(&r->out, "  %6.2f\n", found_nats(p->p[r->class]));
}

static void add_head(struct found_report *r)
{
    static const struct msg HEAD = {
        "how likely players were to find each move: probability and order; surprise of class %1 in "
        "nats\n",
        "各階級の人がその手を指す確率と順位。意外さは %1 の値（−ln p）\n"};
    static const struct msg PLY = {" ply", "手数"}, MOVE = {"move", "指し手"},
                            SURPRISE = {"surprise", "意外さ"};
    if (r->env->json)
        return;
    buf_add_str(&r->out, r->seen > 1 ? "\n" : "");
    msg_format(&HEAD, r->env->lang, span_of(natural_class_names[r->class]), (struct span){0},
               &r->out);
    text_pad(&r->out, span_of(msg_in(&PLY, r->env->lang)), PLY_COLUMNS);
    buf_add_str(&r->out, "  ");
    text_pad(&r->out, span_of(msg_in(&MOVE, r->env->lang)), MOVE_COLUMNS);
    for (int i = 0; i < NATURAL_CLASSES; i++)
        buf_printf(&r->out, " %8s %3s", natural_class_names[i], "");
    buf_printf(&r->out, "  %s\n", msg_in(&SURPRISE, r->env->lang));
}

static enum status take_ply(void *ctx, const struct found_ply *p, struct err *err)
{
    struct found_report *r = ctx;
    (r->env->json ? add_json : add_text)(r, p);
    if (buf_status(&r->out) != STATUS_OK || buf_status(&r->word) != STATUS_OK)
        return err_nomem(err);
    fwrite(r->out.p, 1, r->out.n, r->env->out);
    buf_clear(&r->out);
    progress_add(&r->progress, 1);
    return cmd_should_stop(r->env) ? err_cancelled(err) : STATUS_OK;
}

/* --- One record ------------------------------------------------------------------------------- */

static enum status read_moves(struct found_report *r, uint32_t count, struct err *err)
{
    uint32_t node = 0;
    if (count > r->cap) {
        shogi_move *grown = mem_realloc_array(r->moves, count, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        r->moves = grown;
        r->cap = count;
    }
    for (uint32_t i = 0; i < count; i++) {
        node = r->rec->nodes[node].child;
        r->moves[i] = (shogi_move)r->rec->nodes[node].move;
    }
    return STATUS_OK;
}

enum status found_report_game(struct found_report *r, const struct record *rec, struct err *err)
{
    static const struct msg JUDGING = {"judging moves", "指し手を判定中"}, UNIT = {"moves", "手"};
    static const struct msg NO_MOVES = {"no moves to judge", "判定する指し手がありません"};
    uint32_t plies;
    record_last_move(rec, &plies);
    if (!plies)
        return err_plain(err, STATUS_NOT_FOUND, &NO_MOVES);
    r->rec = rec;
    r->seen++;
    struct found_game game = {.count = plies, .cancelled = r->env->cancelled};
    enum status status = shogi_sfen_parse(&game.start, rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
    if (status == STATUS_OK)
        status = read_moves(r, plies, err);
    if (status != STATUS_OK)
        return status;
    game.moves = r->moves;
    add_head(r);
    progress_start(&r->progress, &JUDGING, &UNIT, plies);
    status = found_moves_run(r->work, &game, take_ply, r, err);
    progress_finish(&r->progress);
    return status;
}
