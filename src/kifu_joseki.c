/* kifu_joseki.c: set sequences of moves for other programs; see kifu_report.h. */
#include <math.h>

#include "kifu_game.h"
#include "kifu_query.h"
#include "kifu_report.h"
#include "query/language/tree.h"
#include "text/mine/mine.h"
#include "text/profile/sequence_profiles.h"
#include "view/report/sequence_view.h"

enum { USUAL_TOP = 100, USUAL_LENGTH = 5, USUAL_SIZE = 19 };

static const struct msg NO_MINING = {"cannot mine sequences of this game: %1",
                                     "このゲームの手順は抽出できません: %1"};
static const struct msg NOT_ONE = {"%1 cannot be \"%2\"", "%1 の値 %2 が正しくありません"};

static enum status choose(const struct kifu_joseki_options *o, const struct game *game,
                          struct mine_options *out, struct err *err)
{
    const struct encoding *e =
        o->encoding ? encoding_by_name(span_of(o->encoding)) : encoding_usual(game);
    if (!encoding_usual(game))
        return err_set(err, STATUS_UNSUPPORTED, &NO_MINING, span_of(game->name), SPAN(""));
    if (!e || e->game != game)
        return err_set(err, STATUS_RANGE, &NOT_ONE, SPAN("encoding"), span_of(o->encoding));
    out->encoding = e;
    out->scorer = scorer_by_name(span_of(o->method ? o->method : e->method));
    if (!out->scorer || (out->scorer->needs_pauses && !e->pauses))
        return err_set(err, STATUS_RANGE, &NOT_ONE, SPAN("method"), span_of(o->method));
    if (o->size && (o->size < 2 || o->size > GO_MAX_SIZE))
        return err_set(err, STATUS_RANGE, &NOT_ONE, SPAN("size"), SPAN_U64(o->size));
    return STATUS_OK;
}

static void read_figures(const struct kifu_joseki_options *o, struct mine_options *out)
{
    out->scoring.threshold = NAN; /* the scorer's own */
    out->scoring.top = o->top ? o->top : USUAL_TOP;
    out->scoring.min_length = o->min_length ? o->min_length : USUAL_LENGTH;
    out->width = out->height = (int)(o->size ? o->size : USUAL_SIZE);
    out->drop_near_duplicates = true;
    out->threads = o->threads;
    out->cancelled = kifu_stop_flag(o->stop);
}

static enum status write_sequence(void *ctx, const struct sequence_entry *entry,
                                  struct buf texts[SEQUENCE_TEXTS], struct err *err)
{
    struct json j;
    (void)ctx;
    json_init(&j, &texts[0]);
    enum status st = sequence_to_json(&j, entry, err);
    json_line(&j);
    return st;
}

static enum status take_sequence(void *ctx, const struct sequence_entry *entry,
                                 const struct buf texts[SEQUENCE_TEXTS], struct err *err)
{
    struct buf *out = ctx;
    (void)entry;
    buf_add_span(out, buf_span(&texts[0]));
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

static enum status mine(const struct kifu_query *in, uint32_t count, const struct mine_options *opt,
                        struct buf *out, struct err *err)
{
    struct mine_result m;
    const bool all = in->query.nodes[in->query.root].op == Q_TRUE;
    enum status st = mine_run(&m, in->dbs, count, all ? NULL : &in->query, opt, err);
    if (st != STATUS_OK)
        return st;
    const struct sequence_source source = {.mining = &m,
                                           .dbs = in->dbs,
                                           .width = opt->width,
                                           .height = opt->height,
                                           .cancelled = opt->cancelled};
    const struct sequence_profiles profiles = {.source = &source,
                                               .threads = opt->threads,
                                               .ctx = out,
                                               .write = write_sequence,
                                               .take = take_sequence};
    st = sequence_profiles_make(&profiles, err);
    mine_result_release(&m);
    return st;
}

KIFU_API char *kifu_joseki(struct kifu_db *const *dbs, size_t count,
                           const struct kifu_joseki_options *options, struct kifu_error *error)
{
    static const struct kifu_joseki_options usual = {0};
    const struct kifu_joseki_options *o = options ? options : &usual;
    struct kifu_query in;
    struct mine_options opt = {0};
    struct err err;
    struct buf out;
    buf_init(&out, SIZE_MAX / 2);
    enum status st = kifu_query_open(&in, dbs, count, o->query ? o->query : "", &err);
    opt.values = static_values_hook(in.values);
    read_figures(o, &opt);
    if (st == STATUS_OK)
        st = choose(o, in.dbs[0]->game, &opt, &err);
    if (st == STATUS_OK)
        st = mine(&in, (uint32_t)count, &opt, &out, &err);
    if (st == STATUS_OK)
        st = db_status_all(in.dbs, (uint32_t)count, &err);
    kifu_query_release(&in);
    return kifu_text_from(&out, st, &err, NULL, error);
}
