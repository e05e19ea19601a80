/* natural_puzzles.c: `kifu natural puzzles DB... [QUERY] -o FILE.html`: a page of positions where
 * strong players find a good move more often than others, whose favourite is worse (values/natural/puzzles.h).
 *
 * The page is whole in itself, as that of natural_blind.c; its parts are web/puzzles/. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/rng.h"
#include "cmd/frame/query_operands.h"
#include "cmd/natural/move_page.h"
#include "cmd/natural/natural_train.h"
#include "engine/eval/weights.h"
#include "engine/search/engine_search.h"
#include "puzzles_tables.h"
#include "query/run/query_result.h"
#include "values/natural/puzzles.h"
#include "view/report/result_json.h"

enum {
    USUAL_NODES = 20000,
    USUAL_COUNT = 20,
    USUAL_WITHIN = 50,  /* hundredths of a pawn */
    USUAL_BETTER = 150, /* clearly worse, not by the error of a short search */
    FROM_PLY = 20,      /* before, moves are known by heart */
    MOST_TRIED = 200    /* positions looked at for one that is wanted */
};

/* The standard deviation of ln (p of professionals / p of amateurs) is 0.16 over all moves. */
static const float USUAL_LIKELIER = 1.1F;

/* A position where the query matches. */
struct candidate {
    const struct db_segment *segment;
    uint32_t db, number, ply;
    uint32_t gain; /* how much likelier for professionals, in classes of GAIN_STEP; 0: not known */
    uint32_t random; /* the order of those with the same */
};

struct chosen_puzzle {
    struct puzzle puzzle;
    const struct db_segment *segment;
    const char *database;
    uint32_t number, id;
};

struct puzzles_cmd {
    struct cmd_env *env;
    const struct cmd_args *args;
    const char *path;
    struct puzzle_rule rule;
    struct rng rng;
    size_t wanted, count;
    struct query_operands input;
    struct query query; /* the usual one, if none was given */
    bool has_usual;
    struct candidate *candidate; /* owned */
    size_t candidates, cap;
    struct found_log *log; /* owned; of the database at hand; NULL: none */
    struct people_network *network;
    struct weights *weights;
    struct puzzle_judge *judge;
    struct chosen_puzzle *chosen; /* owned: room for all that are wanted */
    struct progress progress;
};

/* --- Options ---------------------------------------------------------------------------------- */

static int read_class(struct puzzles_cmd *p)
{
    static const struct msg WHICH = {"--class %1: use amateur or online",
                                     "--class %1: amateur か online を指定してください"};
    const char *name = args_text(p->args, NATURAL_OPT_CLASS, "amateur");
    for (p->rule.class = NATURAL_AMATEUR; p->rule.class < NATURAL_CLASSES; p->rule.class ++)
        if (strcmp(name, natural_class_names[p->rule.class]) == 0)
            return CMD_OK;
    return cmd_misuse(p->env, &WHICH, name);
}

static int read_options(struct puzzles_cmd *p)
{
    static const struct msg WHERE = {"missing output file; use -o FILE.html",
                                     "出力先を -o FILE.html で指定してください"};
    p->path = args_text(p->args, NATURAL_OPT_OUTPUT, NULL);
    if (!p->path)
        return cmd_misuse(p->env, &WHERE, NULL);
    p->wanted = (size_t)args_int(p->args, NATURAL_OPT_PUZZLES, USUAL_COUNT);
    rng_seed(&p->rng, (uint64_t)args_int(p->args, NATURAL_OPT_SEED, 1));
    p->rule.nodes = (uint64_t)args_int(p->args, NATURAL_OPT_NODES, USUAL_NODES);
    p->rule.likelier = USUAL_LIKELIER;
    p->rule.within = USUAL_WITHIN;
    p->rule.better = USUAL_BETTER;
    p->rule.cancelled = p->env->cancelled;
    return read_class(p);
}

/* The query of the command line; without one, moves that are neither obvious to the class nor beyond
 * professionals.  Classes differ little in most positions, so that who finds it more often is for
 * the rule. */
static int choose_query(struct puzzles_cmd *p, const struct query **out)
{
    char text[80];
    *out = &p->input.query;
    if (span_trim(p->input.query.text).n)
        return CMD_OK;
    snprintf(text, sizeof text, "found.pro>=0.1 found.%s<=0.4", natural_class_names[p->rule.class]);
    p->has_usual = true;
    *out = &p->query;
    return query_operands_parse(&p->input, p->env, span_of(text), &p->query);
}

/* --- Choosing positions ----------------------------------------------------------------------- */

static bool is_taken(const struct puzzles_cmd *p, const struct candidate *at)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->chosen[i].segment == at->segment && p->chosen[i].number == at->number)
            return true;
    return false;
}

/* The position and the move made there; false: it cannot be reached. */
static bool find_position(const struct candidate *at, struct puzzle *out)
{
    const struct lines *l = &at->segment->lines;
    struct span start = lines_start_text(l, line_start(l, at->number));
    struct shogi_undo undo;
    struct err ignored;
    *out = (struct puzzle){.ply = at->ply};
    natural_past_clear(&out->past);
    shogi_pos_start(&out->pos);
    if (start.n && shogi_game.text.pos_parse(&out->pos, start, &ignored) != STATUS_OK)
        return false;
    for (uint32_t ply = 0; ply <= at->ply; ply++) {
        game_move m = line_move(l, at->number, ply);
        if (m > UINT16_MAX || !shogi_move_is_legal(&out->pos, (shogi_move)m))
            return false;
        out->move = (shogi_move)m;
        if (ply == at->ply)
            break;
        natural_past_add(&out->past, &out->pos, out->move);
        shogi_play(&out->pos, out->move, &undo);
    }
    return true;
}

static enum status try_candidate(struct puzzles_cmd *p, const struct candidate *at, bool *tried,
                                 struct err *err)
{
    struct chosen_puzzle *c = &p->chosen[p->count];
    bool good = false;
    *c = (struct chosen_puzzle){.segment = at->segment,
                                .database = p->input.paths[at->db],
                                .number = at->number,
                                .id = game_id(&at->segment->lines, at->number)};
    *tried = !is_taken(p, at) && find_position(at, &c->puzzle);
    if (!*tried)
        return STATUS_OK;
    enum status status = puzzle_judge_try(p->judge, &c->puzzle, &good, err);
    if (status == STATUS_OK && good) {
        p->count++;
        progress_add(&p->progress, 1);
    }
    return status;
}

/* In order, until there are enough, or too many have been looked at. */
static enum status try_candidates(struct puzzles_cmd *p, struct err *err)
{
    enum status status = STATUS_OK;
    size_t tries = 0;
    for (size_t i = 0; i < p->candidates && p->count < p->wanted && status == STATUS_OK &&
                       tries < MOST_TRIED * p->wanted;
         i++) {
        bool tried;
        status = try_candidate(p, &p->candidate[i], &tried, err);
        tries += tried;
        if (cmd_should_stop(p->env))
            return err_cancelled(err);
    }
    return status;
}

/* ln (p of professionals / p of the class) of a move by what the database keeps, in whole steps. */
static uint32_t gain_of(const struct puzzles_cmd *p, const char *found, uint32_t ply)
{
    enum { GAIN_STEP = FOUND_NAT / 4 };
    if (!found)
        return 0;
    int gain = found_surprise(found, ply, (unsigned)p->rule.class) -
               found_surprise(found, ply, NATURAL_PRO);
    return gain > 0 ? (uint32_t)gain / GAIN_STEP : 0;
}

/* Every ply of a game whose bit is set and where a move was made. */
static enum status add_game(struct puzzles_cmd *p, const struct db_segment *s, uint32_t db,
                            uint32_t number, const uint64_t *bits, struct err *err)
{
    uint64_t row = (uint64_t)lines_u32(s->lines.first, number) + number;
    const char *found = NULL;
    if (p->log && !found_log_find(p->log, line_hash(&s->lines, number),
                                  line_plies(&s->lines, number), &found))
        found = NULL;
    for (uint32_t ply = FROM_PLY; ply < line_plies(&s->lines, number); ply++) {
        if (!(bits[(row + ply) / 64] >> (row + ply) % 64 & 1))
            continue;
        struct candidate *grown =
            mem_grow(p->candidate, p->candidates, &p->cap, SIZE_MAX / 64, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        p->candidate = grown;
        grown[p->candidates++] = (struct candidate){
            s, db, number, ply, gain_of(p, found, ply), (uint32_t)rng_next(&p->rng)};
    }
    return STATUS_OK;
}

static enum status find_in_segment(struct puzzles_cmd *p, const struct query *q, uint32_t db,
                                   const struct db_segment *s, struct err *err)
{
    const struct search_options opt = {.threads = p->env->threads,
                                       .cancelled = p->env->cancelled,
                                       .values = static_values_hook(p->input.values)};
    uint64_t rows = (uint64_t)lines_u32(s->lines.first, s->lines.games) + s->lines.games;
    uint64_t *bits = mem_calloc((size_t)(rows / 64 + 1), sizeof *bits);
    if (!bits)
        return err_nomem(err);
    enum status status = query_matches(q, s, &opt, bits, err);
    for (uint32_t i = 0; i < s->lines.games && status == STATUS_OK; i++)
        status = add_game(p, s, db, lines_u32(s->lines.by_id, i), bits, err);
    mem_free(bits);
    return status;
}

/* All positions of the query, game by game in the order of ids. */
static enum status find_candidates(struct puzzles_cmd *p, const struct query *q, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < p->input.count && status == STATUS_OK; i++) {
        struct db *db = p->input.dbs[i];
        struct err none; /* a query that needs no log may do without */
        p->log = NULL;
        if (found_log_open(&p->log, db, &none) == STATUS_NOMEM)
            status = err_nomem(err);
        for (uint32_t k = 0; k < db->segment_count && status == STATUS_OK; k++)
            status = find_in_segment(p, q, i, &db->segments[k], err);
        if (status == STATUS_OK)
            status = db_status(db, err);
        if (status == STATUS_OK && p->log)
            status = found_log_status(p->log, err);
        found_log_close(p->log);
    }
    return status;
}

/* Those that classes differ most about come first, otherwise as the seed decides. */
static int by_gain(const void *x, const void *y)
{
    const struct candidate *a = x, *b = y;
    if (a->gain != b->gain)
        return a->gain > b->gain ? -1 : 1;
    if (a->random != b->random)
        return a->random < b->random ? -1 : 1;
    return a->ply < b->ply ? -1 : a->ply > b->ply;
}

static enum status choose(struct puzzles_cmd *p, struct err *err)
{
    static const struct msg CHOOSING = {"choosing positions", "局面を選択中"};
    static const struct msg UNIT = {"positions", "局面"};
    p->chosen = mem_calloc(p->wanted, sizeof *p->chosen);
    if (!p->chosen)
        return err_nomem(err);
    if (p->candidates)
        qsort(p->candidate, p->candidates, sizeof *p->candidate, by_gain);
    progress_start(&p->progress, &CHOOSING, &UNIT, p->wanted);
    enum status status = try_candidates(p, err);
    progress_finish(&p->progress);
    return status;
}

static enum status open_judge(struct puzzles_cmd *p, struct err *err)
{
    enum status status =
        people_network_open(&p->network, args_text(p->args, NATURAL_OPT_NETWORK, NULL), err);
    if (status == STATUS_OK)
        status = weights_open(&p->weights, WEIGHTS_SMALL, err);
    if (status != STATUS_OK)
        return status;
    const struct eval eval = weights_eval(p->weights);
    return puzzle_judge_open(&p->judge, p->network, &eval, &p->rule, err);
}

/* --- The page --------------------------------------------------------------------------------- */

static void add_found(struct json *j, const float *p)
{
    json_key(j, "found");
    json_open_object(j);
    for (int i = 0; i < NATURAL_CLASSES; i++)
        json_key_double(j, natural_class_names[i], round(1e4 * (double)p[i]) / 1e4);
    json_end(j);
}

/* "worth": mates, mated (B is), gap or more, and how much that is. */
static void add_worth(struct json *j, const struct puzzle *p)
{
    bool mates = p->value >= THINK_MATE_BOUND, mated = p->missed_value <= -THINK_MATE_BOUND;
    json_key_cstr(j, "worth", mates ? "mates" : mated ? "mated" : p->missed_worse ? "more" : "gap");
    if (!mates && !mated)
        json_key_i64(j, "gap", p->value - p->missed_value);
}

static void add_word(struct buf *out, struct span word)
{
    if (!word.n)
        return;
    buf_add_str(out, out->n ? ", " : "");
    buf_add_span(out, word);
}

/* Who played, where, when, and which game it is. */
static enum status add_source(struct json *j, const struct chosen_puzzle *c, struct err *err)
{
    struct arena arena;
    struct buf text;
    struct game_summary summary;
    arena_init(&arena, SIZE_MAX / 2);
    buf_init(&text, BUF_DEFAULT_MAX);
    enum status status = metadata_summary(c->segment->metadata, c->number, &arena, &summary, err);
    if (status == STATUS_OK) {
        add_word(&text, summary.players[0]);
        if (summary.players[1].n) {
            buf_add_str(&text, text.n ? " – " : "");
            buf_add_span(&text, summary.players[1]);
        }
        add_word(&text, summary.event);
        buf_add_str(&text, summary.date && text.n ? ", " : "");
        date_text(summary.date, &text);
        add_word(&text, span_of(c->database));
        buf_printf(&text, ":%" PRIu32, c->id);
        json_key_str(j, "source", buf_span(&text));
        status = buf_status(&text) == STATUS_OK ? STATUS_OK : err_nomem(err);
    }
    buf_release(&text);
    arena_release(&arena);
    return status;
}

static enum status add_item(struct json *j, const struct chosen_puzzle *c, struct err *err)
{
    const struct puzzle *p = &c->puzzle;
    const struct page_position at = {&p->pos, &p->past, p->ply};
    json_open_object(j);
    page_add_position(j, &at);
    json_key(j, "move");
    json_open_object(j);
    page_add_move(j, &at, p->move);
    json_end(j);
    add_found(j, p->p);
    json_key(j, "missed");
    json_open_object(j);
    page_add_move(j, &at, p->missed);
    add_found(j, p->missed_p);
    json_end(j);
    add_worth(j, p);
    enum status status = add_source(j, c, err);
    if (status == STATUS_OK)
        status = page_add_board(j, &at, p->move, p->missed, err);
    json_end(j);
    return status;
}

static enum status make_data(const struct puzzles_cmd *p, struct buf *out, struct err *err)
{
    enum status status = STATUS_OK;
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_cstr(&j, "lang", p->env->lang == LANG_JA ? "ja" : "en");
    json_key_cstr(&j, "class", natural_class_names[p->rule.class]);
    json_key_u64(&j, "nodes", p->rule.nodes);
    json_key(&j, "items");
    json_open_array(&j);
    for (size_t i = 0; i < p->count && status == STATUS_OK; i++)
        status = add_item(&j, &p->chosen[i], err);
    json_end(&j);
    json_end(&j);
    return status == STATUS_OK && buf_status(out) != STATUS_OK ? err_nomem(err) : status;
}

static enum status write_page(const struct puzzles_cmd *p, struct err *err)
{
    enum { PARTS = sizeof PAGE_FILES / sizeof *PAGE_FILES };
    struct page_part parts[PARTS];
    struct buf data, page;
    for (size_t i = 0; i < PARTS; i++)
        parts[i] = (struct page_part){
            PAGE_FILES[i].path, span_make((const char *)PAGE_FILES[i].bytes, PAGE_FILES[i].count)};
    buf_init(&data, SIZE_MAX / 2);
    buf_init(&page, SIZE_MAX / 2);
    enum status status = make_data(p, &data, err);
    if (status == STATUS_OK) {
        page_assemble(parts, PARTS, buf_span(&data), &page);
        status = buf_status(&page) == STATUS_OK ? file_replace(p->path, buf_span(&page), err)
                                                : err_nomem(err);
    }
    buf_release(&data);
    buf_release(&page);
    return status;
}

/* --- The command ------------------------------------------------------------------------------ */

static int report(struct puzzles_cmd *p)
{
    static const struct msg NONE = {
        "no puzzles: no hit of the query is a move that the search confirms",
        "問題がありません（検索式に一致して探索でも良い手がありませんでした）"};
    static const struct msg FEWER = {"found only %1 of %2 puzzles",
                                     "問題は %2 のうち %1 だけ見つかりました"};
    static const struct msg DONE = {"wrote %1 puzzles to %2", "%2 に %1 問を書き出しました"};
    struct err err = {0};
    char count[32], wanted[32];
    if (!p->count)
        return cmd_fail_msg(p->env, &NONE, NULL);
    snprintf(count, sizeof count, "%zu", p->count);
    snprintf(wanted, sizeof wanted, "%zu", p->wanted);
    if (p->count < p->wanted)
        cmd_note(p->env, &FEWER, count, wanted);
    if (write_page(p, &err) != STATUS_OK)
        return cmd_fail(p->env, &err);
    cmd_note(p->env, &DONE, count, p->path);
    return CMD_OK;
}

static int make_puzzles(struct puzzles_cmd *p)
{
    const struct query *query;
    struct err err = {0};
    int code = choose_query(p, &query);
    if (code != CMD_OK)
        return code;
    enum status status = find_candidates(p, query, &err);
    if (status == STATUS_OK)
        status = open_judge(p, &err);
    if (status == STATUS_OK)
        status = choose(p, &err);
    if (status == STATUS_CANCELLED)
        return CMD_ERROR;
    return status == STATUS_OK ? report(p) : cmd_fail(p->env, &err);
}

int natural_puzzles(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                    size_t n)
{
    static const struct msg NOT_SHOGI = {"%1 is not a shogi database",
                                         "%1 は将棋のデータベースではありません"};
    struct puzzles_cmd p = {.env = env, .args = args};
    int code = read_options(&p);
    if (code != CMD_OK)
        return code;
    cmd_progress_init(env, &p.progress);
    code = query_operands_open(&p.input, env, operands, n, NULL);
    if (code == CMD_OK && !engine_has_game(p.input.dbs[0]->game))
        code = cmd_fail_msg(env, &NOT_SHOGI, p.input.paths[0]);
    if (code == CMD_OK)
        code = make_puzzles(&p);
    if (p.has_usual)
        query_release(&p.query);
    mem_free(p.chosen);
    mem_free(p.candidate);
    puzzle_judge_close(p.judge);
    weights_close(p.weights);
    people_network_close(p.network);
    query_operands_release(&p.input);
    progress_release(&p.progress);
    return code;
}
