/* natural_blind.c: `kifu natural blind [CLASS=]DB... -o FILE.html`: positions where natural play
 * changes the engine's move, for people to rate both without knowing which is which. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/io/file.h"
#include "base/rng.h"
#include "base/text/json.h"
#include "blind_tables.h"
#include "cmd/frame/output_check.h"
#include "cmd/frame/player_class.h"
#include "cmd/natural/move_page.h"
#include "cmd/natural/natural_train.h"
#include "engine/eval/weights.h"
#include "engine/natural/natural.h"
#include "engine/natural/style.h"
#include "values/natural/natural_predict.h"

/* --- Blind page -------------------------------------------------------------------------------
 * Positions with two moves each, as one HTML page on which people say how natural
 * they find either, without knowing whose move is whose.
 *
 * The page is whole in itself: it asks for nothing, and its policy forbids it to.  What the rater
 * says becomes a small file (docs/natural.md); which move is whose is told by another one, the key.
 * Its parts are web/blind/. */

struct blind_item {
    struct page_position at;
    shogi_move a, b; /* legal and different */
};

/* --- The page --------------------------------------------------------------------------------- */

static enum status add_item(struct json *j, const struct blind_item *item, struct err *err)
{
    json_open_object(j);
    page_add_position(j, &item->at);
    json_key(j, "a");
    json_open_object(j);
    page_add_move(j, &item->at, item->a);
    json_end(j);
    json_key(j, "b");
    json_open_object(j);
    page_add_move(j, &item->at, item->b);
    json_end(j);
    enum status st = page_add_board(j, &item->at, item->a, item->b, err);
    json_end(j);
    return st;
}

static enum status add_data(const struct blind_item *items, size_t n, struct span id,
                            enum lang lang, struct buf *out, struct err *err)
{
    enum status st = STATUS_OK;
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_str(&j, "id", id);
    json_key_cstr(&j, "lang", lang == LANG_JA ? "ja" : "en");
    json_key(&j, "items");
    json_open_array(&j);
    for (size_t i = 0; i < n && st == STATUS_OK; i++)
        st = add_item(&j, &items[i], err);
    json_end(&j);
    json_end(&j);
    if (st == STATUS_OK && buf_status(out) != STATUS_OK)
        st = err_nomem(err);
    return st;
}

static void add_page(struct span data, struct buf *out)
{
    enum { PARTS = sizeof PAGE_FILES / sizeof *PAGE_FILES };
    struct page_part parts[PARTS];
    for (size_t i = 0; i < PARTS; i++)
        parts[i] = (struct page_part){
            PAGE_FILES[i].path, span_make((const char *)PAGE_FILES[i].bytes, PAGE_FILES[i].count)};
    page_assemble(parts, PARTS, data, out);
}

/* Appends the page.  id: what the answers will call it. */
static enum status blind_page(const struct blind_item *items, size_t n, struct span id,
                              enum lang lang, struct buf *out, struct err *err)
{
    struct buf data;
    buf_init(&data, BUF_DEFAULT_MAX);
    enum status st = add_data(items, n, id, lang, &data, err);
    if (st == STATUS_OK)
        add_page(buf_span(&data), out);
    if (st == STATUS_OK && buf_status(out) != STATUS_OK)
        st = err_nomem(err);
    buf_release(&data);
    return st;
}

enum {
    USUAL_NODES = 20000,
    USUAL_POSITIONS = 15, /* the paper's */
    MOST_POSITIONS = 300,
    USUAL_DIAL = 80,
    FROM_PLY = 12,  /* the first moves say nothing of anybody */
    MOST_TRIED = 60 /* positions looked at for one that is wanted */
};
static const char *const PHASES[AGREEMENT_THIRDS] = {"opening", "middle", "end"};

struct blind_choice {
    const struct natural_sample *sample;
    int phase;
    shogi_move plain, natural;
    bool natural_is_a;
};

struct blind_cmd {
    struct cmd_env *env;
    const struct cmd_args *args;
    const char *path;
    size_t wanted, count;
    uint64_t nodes, seed;
    struct style_settings settings;
    struct natural_game_options sampling;
    struct natural_samples samples;
    struct weights *weights;
    struct style *style;
    struct thinker *thinker;
    struct buf key_path;
    struct blind_choice *chosen; /* owned: room for all that are wanted */
    struct progress progress;
};

/* --- Options ---------------------------------------------------------------------------------- */

static int read_options(struct blind_cmd *b)
{
    static const struct msg WHERE = {"missing output file; use -o FILE.html",
                                     "出力先を -o FILE.html で指定してください"};
    static const struct msg HOW_MANY = {"--positions takes 1 to 300",
                                        "--positions には 1 から 300 を指定してください"};
    static const struct msg RULE = {"--method %1: use paper or sum",
                                    "--method %1: paper か sum を指定してください"};
    const struct cmd_args *args = b->args;
    const char *flow = args_text(args, NATURAL_OPT_FLOW, NULL);
    int64_t positions = args_int(args, NATURAL_OPT_POSITIONS, USUAL_POSITIONS);
    b->path = args_text(args, NATURAL_OPT_OUTPUT, NULL);
    if (!b->path)
        return cmd_misuse(b->env, &WHERE, NULL);
    if (positions < 1 || positions > MOST_POSITIONS)
        return cmd_misuse(b->env, &HOW_MANY, NULL);
    b->wanted = (size_t)positions;
    b->nodes = (uint64_t)args_int(args, NATURAL_OPT_NODES, USUAL_NODES);
    b->seed = (uint64_t)args_int(args, NATURAL_OPT_SEED, 1);
    usi_rows_init(&style_rows, &b->settings);
    const char *method = args_text(args, NATURAL_OPT_METHOD, "sum");
    if (strcmp(method, "sum") != 0 && strcmp(method, "paper") != 0)
        return cmd_misuse(b->env, &RULE, method);
    b->settings.flow_rule = strcmp(method, "paper") == 0 ? STYLE_RULE_PAPER : STYLE_RULE_SUM;
    b->settings.natural = args_int(args, NATURAL_OPT_DIAL, flow ? 0 : USUAL_DIAL);
    b->settings.flow_file = (char *)(uintptr_t)flow; /* style_open() keeps neither */
    b->settings.model_file = (char *)(uintptr_t)args_text(args, NATURAL_OPT_MODEL, NULL);
    b->sampling.reserve = (unsigned)args_int(args, NATURAL_OPT_RESERVE, GAME_SPLIT_RESERVED);
    b->sampling.held_out = (unsigned)args_int(args, NATURAL_OPT_HELD_OUT, GAME_SPLIT_HELD_OUT);
    b->sampling.only = natural_judged_part(args);
    b->sampling.share = 1000; /* what is learnt from need not be kept */
    return CMD_OK;
}

static enum status open_engine(struct blind_cmd *b, struct err *err)
{
    enum { TABLE_BYTES = 8 << 20 };
    static const struct msg NOTHING = {"--natural 0 without --flow changes no move",
                                       "--natural 0 で --flow もなければ手は変わりません"};
    enum status st = weights_open(&b->weights, WEIGHTS_SMALL, err);
    if (st == STATUS_OK) {
        const struct think_options o = {
            .tt_bytes = TABLE_BYTES, .threads = 1, .eval = weights_eval(b->weights)};
        st = thinker_open(&b->thinker, &o, err);
    }
    if (st == STATUS_OK)
        st = style_open(&b->style, &b->settings, err);
    if (st == STATUS_OK && !b->style)
        st = err_set(err, STATUS_RANGE, &NOTHING, (struct span){0}, (struct span){0});
    return st;
}

/* --- Choosing positions ----------------------------------------------------------------------- */

static size_t wanted_of(const struct blind_cmd *b, int phase)
{
    size_t n = b->wanted / AGREEMENT_THIRDS;
    return n + ((size_t)phase + b->wanted % AGREEMENT_THIRDS >= AGREEMENT_THIRDS);
}

static bool is_wanted(const struct blind_cmd *b, const struct natural_sample *s, int phase)
{
    size_t same = 0;
    for (size_t i = 0; i < b->count; i++) {
        if (b->chosen[i].sample->game == s->game)
            return false;
        same += b->chosen[i].phase == phase;
    }
    return same < wanted_of(b, phase);
}

static enum status search_move(struct blind_cmd *b, const struct natural_sample *s,
                               const struct style *style, shogi_move *move, struct err *err)
{
    const struct think_request q = {.pos = &s->pos, .limits = {.nodes = b->nodes}};
    const struct style_position at = {&s->pos, &s->past, s->ply};
    struct think_result answer;
    thinker_new_game(b->thinker);
    enum status st = style_search(style, b->thinker, &q, &at, &answer, NULL, err);
    *move = st == STATUS_OK ? answer.best : 0;
    return st;
}

static enum status try_position(struct blind_cmd *b, const struct natural_sample *s, int phase,
                                struct rng *rng, struct err *err)
{
    struct blind_choice c = {.sample = s, .phase = phase};
    enum status st = search_move(b, s, NULL, &c.plain, err);
    if (st == STATUS_OK)
        st = search_move(b, s, b->style, &c.natural, err);
    if (st != STATUS_OK || !c.plain || !c.natural || c.plain == c.natural)
        return st;
    c.natural_is_a = rng_below(rng, 2) == 0;
    b->chosen[b->count++] = c;
    progress_add(&b->progress, 1);
    return STATUS_OK;
}

static int by_phase_and_ply(const void *x, const void *y)
{
    const struct blind_choice *a = x, *b = y;
    if (a->phase != b->phase)
        return a->phase - b->phase;
    if (a->sample->ply != b->sample->ply)
        return (int)a->sample->ply - (int)b->sample->ply;
    return (a->sample->game > b->sample->game) - (a->sample->game < b->sample->game);
}

/* In an order that the seed decides, until there are enough of every phase, or too many have been
 * looked at. */
static enum status choose_in_order(struct blind_cmd *b, const uint32_t *order, size_t n,
                                   struct rng *rng, struct err *err)
{
    const struct natural_sample_set *set = &b->samples.part[NATURAL_HELD_OUT];
    enum status st = STATUS_OK;
    size_t tried = 0;
    for (size_t i = 0; i < n && b->count < b->wanted && tried < MOST_TRIED * b->wanted; i++) {
        const struct natural_sample *s = &set->rows[order[i]];
        if (s->ply < FROM_PLY || shogi_count_few_moves(&s->pos, 2) < 2)
            continue;
        int phase = natural_third(set, order[i]);
        if (!is_wanted(b, s, phase))
            continue;
        tried++;
        st = try_position(b, s, phase, rng, err);
        if (st != STATUS_OK)
            return st;
        if (cmd_should_stop(b->env))
            return STATUS_CANCELLED;
    }
    qsort(b->chosen, b->count, sizeof *b->chosen, by_phase_and_ply);
    return st;
}

static enum status choose(struct blind_cmd *b, struct err *err)
{
    static const struct msg SEARCHING = {"searching", "探索中"}, UNIT = {"positions", "局面"};
    size_t n = b->samples.part[NATURAL_HELD_OUT].count;
    uint32_t *order = mem_calloc(n + 1, sizeof *order);
    struct rng rng;
    b->chosen = mem_calloc(b->wanted, sizeof *b->chosen);
    if (!order || !b->chosen) {
        mem_free(order);
        return err_nomem(err);
    }
    enum status st = open_engine(b, err);
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    if (st == STATUS_OK) {
        rng_seed(&rng, b->seed);
        rng_shuffle(&rng, order, n, sizeof *order);
        progress_start(&b->progress, &SEARCHING, &UNIT, b->wanted);
        st = choose_in_order(b, order, n, &rng, err);
        progress_finish(&b->progress);
    }
    mem_free(order);
    return st;
}

/* --- Writing ---------------------------------------------------------------------------------- */

static void key_move(struct json *j, const char *key, shogi_move m)
{
    char text[16];
    struct buf b = {.p = text, .cap = sizeof text, .max = sizeof text};
    shogi_usi_print(m, &b);
    json_key_str(j, key, buf_span(&b));
}

static void add_key_item(struct json *j, const struct blind_choice *c, size_t number)
{
    struct buf sfen;
    buf_init(&sfen, BUF_DEFAULT_MAX);
    shogi_sfen_print(&c->sample->pos, c->sample->ply + 1U, &sfen);
    json_open_object(j);
    json_key_u64(j, "number", number);
    json_key_cstr(j, "phase", PHASES[c->phase]);
    json_key_cstr(j, "class", natural_class_names[c->sample->class]);
    json_key_cstr(j, "natural", c->natural_is_a ? "a" : "b");
    key_move(j, "a", c->natural_is_a ? c->natural : c->plain);
    key_move(j, "b", c->natural_is_a ? c->plain : c->natural);
    key_move(j, "played", c->sample->played);
    json_key_str(j, "sfen", buf_span(&sfen));
    json_end(j);
    buf_release(&sfen);
}

/* Which page it is: by seed, nodes and positions. */
static uint64_t id_of(const struct blind_cmd *b)
{
    uint64_t id = b->seed * 0x9e3779b97f4a7c15U + b->nodes;
    for (size_t i = 0; i < b->count; i++)
        id = (id ^ b->chosen[i].sample->pos.hash ^
              ((uint64_t)b->chosen[i].plain << 16 | b->chosen[i].natural)) *
             0xff51afd7ed558ccdU;
    return id;
}

static void make_key(const struct blind_cmd *b, const char *id, struct buf *out)
{
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_cstr(&j, "kifu", "blind-key");
    json_key_u64(&j, "version", 1);
    json_key_cstr(&j, "id", id);
    json_key_u64(&j, "seed", b->seed);
    json_key_u64(&j, "nodes", b->nodes);
    json_key_u64(&j, "dial", (uint64_t)b->settings.natural);
    if (b->settings.flow_file)
        json_key_cstr(&j, "flow", b->settings.flow_file);
    json_key(&j, "positions");
    json_open_array(&j);
    for (size_t i = 0; i < b->count; i++)
        add_key_item(&j, &b->chosen[i], i + 1);
    json_end(&j);
    json_end(&j);
    json_line(&j);
}

static enum status make_page(const struct blind_cmd *b, const char *id, struct buf *out,
                             struct err *err)
{
    struct blind_item *items = mem_calloc(b->count, sizeof *items);
    if (!items)
        return err_nomem(err);
    for (size_t i = 0; i < b->count; i++) {
        const struct blind_choice *c = &b->chosen[i];
        items[i] = (struct blind_item){.at = {&c->sample->pos, &c->sample->past, c->sample->ply},
                                       .a = c->natural_is_a ? c->natural : c->plain,
                                       .b = c->natural_is_a ? c->plain : c->natural};
    }
    enum status st = blind_page(items, b->count, span_of(id), b->env->lang, out, err);
    mem_free(items);
    return st;
}

/* The page's own name was looked into with the command line. */
static enum status name_key(struct blind_cmd *b, struct err *err)
{
    buf_init(&b->key_path, BUF_DEFAULT_MAX);
    buf_printf(&b->key_path, "%s.key.json", b->path);
    const char *path = buf_cstr(&b->key_path);
    return buf_status(&b->key_path) == STATUS_OK
               ? output_check(path, WRITES_FILE, b->env->force, err)
               : err_nomem(err);
}

static enum status write_files(struct blind_cmd *b, struct err *err)
{
    char id[32];
    struct buf page, key;
    snprintf(id, sizeof id, "%016llx", (unsigned long long)id_of(b));
    buf_init(&page, BUF_DEFAULT_MAX);
    buf_init(&key, BUF_DEFAULT_MAX);
    make_key(b, id, &key);
    enum status st = make_page(b, id, &page, err);
    if (st == STATUS_OK && buf_status(&key) != STATUS_OK)
        st = err_nomem(err);
    if (st == STATUS_OK)
        st = file_replace(b->path, buf_span(&page), err);
    if (st == STATUS_OK)
        st = file_replace(buf_cstr(&b->key_path), buf_span(&key), err);
    buf_release(&page);
    buf_release(&key);
    return st;
}

static int write_and_report(struct blind_cmd *b)
{
    static const struct msg NONE = {
        "no positions: the games are too few or too short, or no move changes",
        "局面がありません（棋譜が少ないか短い、または手が変わりませんでした）"};
    static const struct msg FEWER = {"found only %1 of %2 positions where the move changes",
                                     "手が変わる局面は %2 のうち %1 だけ見つかりました"};
    static const struct msg DONE = {"%1 is the page for raters; %2 is the key",
                                    "%1 が評価用のページ、%2 が正解です"};
    struct err err = {0};
    char count_text[32], wanted[32];
    if (!b->count)
        return cmd_fail_msg(b->env, &NONE, NULL);
    snprintf(count_text, sizeof count_text, "%zu", b->count);
    snprintf(wanted, sizeof wanted, "%zu", b->wanted);
    if (b->count < b->wanted)
        cmd_note(b->env, &FEWER, count_text, wanted);
    if (write_files(b, &err) != STATUS_OK)
        return cmd_fail(b->env, &err);
    cmd_note(b->env, &DONE, b->path, buf_cstr(&b->key_path));
    return CMD_OK;
}

int natural_blind(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                  size_t n)
{
    struct blind_cmd b = {.env = env, .args = args};
    struct err err = {0};
    int code = read_options(&b);
    if (code != CMD_OK)
        return code;
    natural_samples_init(&b.samples);
    cmd_progress_init(env, &b.progress);
    code = name_key(&b, &err) == STATUS_OK
               ? classed_samples(&b.samples, env, args, NATURAL_OPT_CLASS, &b.sampling, operands, n)
               : cmd_fail(env, &err);
    if (code == CMD_OK) {
        enum status st = choose(&b, &err);
        if (st == STATUS_OK)
            code = write_and_report(&b);
        else
            code = st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(env, &err);
    }
    mem_free(b.chosen);
    buf_release(&b.key_path);
    style_close(b.style);
    thinker_close(b.thinker);
    weights_close(b.weights);
    natural_samples_release(&b.samples);
    progress_release(&b.progress);
    return code;
}
