/* generate.c: see generate.h. */
#include "sim/generate/generate.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "sim/generate/opening_book.h"
#include "sim/generate/policy.h"

/* --- Players, events and dates for generated games -------------------------------------------- */

static const char *const FAMILY[] = {
    "青木", "石川", "上田", "遠藤", "大島", "加藤", "木下", "工藤", "小林", "斎藤", "清水",
    "杉本", "高橋", "田村", "千葉", "土屋", "中川", "西田", "野口", "橋本", "平野", "藤原",
    "堀",   "松本", "三浦", "村上", "森",   "安田", "山口", "横田", "吉田", "渡部",
};
static const char *const GIVEN[] = {
    "明",   "一郎", "修",   "恵美", "薫", "和也", "健",   "浩二", "誠",   "智子", "直樹", "信夫",
    "春香", "秀樹", "真一", "美咲", "実", "康夫", "由紀", "良平", "茂雄", "純",   "大介", "隆",
};
static const char *const EVENT[] = {"名人杯",       "新人戦",       "市民大会", "定例会",
                                    "早指し選手権", "秋季リーグ戦", "対抗戦",   "研究会"};

enum {
    FAMILIES = sizeof FAMILY / sizeof FAMILY[0],
    GIVENS = sizeof GIVEN / sizeof GIVEN[0],
    PLAYERS = FAMILIES * GIVENS,
    EVENTS = sizeof EVENT / sizeof EVENT[0],
    FIRST_YEAR = 1980,
    YEARS = 45,
};

/* Twice drawn below: low numbers come more often, the lowest several times as often as others. */
static unsigned draw_player(struct rng *rng)
{
    return (unsigned)rng_below(rng, 1 + rng_below(rng, PLAYERS));
}

static enum status add_text(struct record *rec, int id, const char *key, const char *text)
{
    return record_add_header(rec, (enum record_header_id)id, span_of(key), span_of(text));
}

static enum status add_player(struct record *rec, int seat, unsigned player)
{
    char name[64];
    /* Players next to each other in number share neither name. */
    snprintf(name, sizeof name, "%s%s", FAMILY[player % FAMILIES],
             GIVEN[(player / FAMILIES + player % FAMILIES) % GIVENS]);
    return add_text(rec, HEADER_PLAYER + seat, seat ? "後手" : "先手", name);
}

enum status invented_headers(uint64_t seed, uint64_t number, struct record *rec)
{
    struct rng rng;
    char day[48];
    /* Not the stream that the moves come from: headers say nothing about them. */
    rng_seed_stream(&rng, seed ^ 0x6E616D6573U, number);
    unsigned black = draw_player(&rng), white = draw_player(&rng);
    if (white == black)
        white = (black + 1) % PLAYERS;
    snprintf(day, sizeof day, "%04d/%02d/%02d", FIRST_YEAR + (int)rng_below(&rng, YEARS),
             1 + (int)rng_below(&rng, 12), 1 + (int)rng_below(&rng, 28));
    enum status status = add_text(rec, HEADER_START_TIME, "開始日時", day);
    if (status == STATUS_OK)
        status = add_text(rec, HEADER_EVENT, "棋戦", EVENT[rng_below(&rng, EVENTS)]);
    if (status == STATUS_OK)
        status = add_player(rec, 0, black);
    return status == STATUS_OK ? add_player(rec, 1, white) : status;
}

#define EVEN_SFEN SPAN("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")

static const struct msg NOT_A_MOVE = {"not a move: %1", "指し手ではありません: %1"};
static const struct msg BAD_MOVE = {"illegal move %1", "指せない手です: %1"};
static const struct msg NO_EVEN_START = {"an opening must begin at the even start: %1",
                                         "序盤は平手の初期局面から始めてください: %1"};

enum {
    MAX_OPENINGS = 10000000,
    TYPICAL_PLIES = 100,
    FASHION_ONE_IN = 64, /* openings */
    FASHION_LEAST = 8,
    FASHION_MAX_PLIES = 48,
    SOUND = 8, /* pawns */
};

void generator_init(struct generator *g, uint64_t seed)
{
    *g = (struct generator){.seed = seed};
}

void generator_release(struct generator *g)
{
    mem_free(g->moves);
    mem_free(g->ends);
    generator_init(g, g->seed);
}

/* --- Openings ------------------------------------------------------------------------------- */

static enum status refuse(struct err *err, enum status code, const struct msg *what,
                          struct span word)
{
    return err_set(err, code, what, word, (struct span){0});
}

/* Reads legal moves into out; what the words before them may be is the caller's. */
static enum status read_opening(struct span line, size_t most, shogi_move *out, size_t *n,
                                struct err *err)
{
    struct shogi_pos pos;
    struct shogi_undo undo;
    shogi_pos_start(&pos);
    for (*n = 0; *n < most; ++*n) {
        struct span word = span_eat_word(&line);
        if (!word.n)
            break;
        if (!shogi_usi_parse(word, &out[*n]))
            return refuse(err, STATUS_SYNTAX, &NOT_A_MOVE, word);
        if (!shogi_move_is_legal(&pos, out[*n]))
            return refuse(err, STATUS_ILLEGAL, &BAD_MOVE, word);
        shogi_play(&pos, out[*n], &undo);
    }
    return STATUS_OK;
}

static enum status keep_opening(struct generator *g, const shogi_move *moves, size_t n)
{
    size_t *ends =
        mem_grow(g->ends, g->opening_count, &g->opening_cap, MAX_OPENINGS, sizeof *g->ends);
    if (!ends)
        return STATUS_NOMEM;
    g->ends = ends;
    size_t before = g->move_count;
    for (size_t i = 0; i < n; i++) {
        shogi_move *p = mem_grow(g->moves, g->move_count, &g->move_cap,
                                 (size_t)MAX_OPENINGS * GENERATOR_MOST_OPENING_PLIES, sizeof *p);
        if (!p) {
            g->move_count = before;
            return STATUS_NOMEM;
        }
        g->moves = p;
        g->moves[g->move_count++] = moves[i];
    }
    g->ends[g->opening_count++] = g->move_count;
    return STATUS_OK;
}

enum status generator_add_opening(struct generator *g, struct span line, struct err *err)
{
    shogi_move moves[GENERATOR_MOST_OPENING_PLIES];
    size_t n, most = g->opening_plies ? g->opening_plies : GENERATOR_OPENING_PLIES;
    struct span rest = line, after = line;
    struct span word = span_eat_word(&rest);
    if (span_eq(word, SPAN("position"))) {
        after = rest;
        word = span_eat_word(&rest);
    }
    if (span_eq(word, SPAN("sfen")))
        return refuse(err, STATUS_SYNTAX, &NO_EVEN_START, word);
    if (span_eq(word, SPAN("startpos"))) {
        after = rest;
        word = span_eat_word(&rest);
    }
    if (span_eq(word, SPAN("moves")))
        after = rest;
    enum status status = read_opening(after, most, moves, &n, err);
    if (status != STATUS_OK)
        return status;
    return keep_opening(g, moves, n) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

enum status generator_add_book(struct generator *g, struct err *err)
{
    enum status status = STATUS_OK;
    for (int i = 0; opening_book[i] && status == STATUS_OK; i++)
        status = generator_add_opening(g, span_of(opening_book[i]), err);
    return status;
}

size_t generator_draw_opening(const struct generator *g, struct rng *rng, const shogi_move **moves)
{
    *moves = NULL;
    if (!g->opening_count)
        return 0;
    size_t which = (size_t)rng_below(rng, g->opening_count);
    size_t depth = g->opening_plies ? 2 + (size_t)rng_below(rng, g->opening_plies - 1)
                                    : 2 + (size_t)rng_below(rng, 12) + (size_t)rng_below(rng, 13);
    size_t first = which ? g->ends[which - 1] : 0, n = g->ends[which] - first;
    *moves = g->moves + first;
    return n < depth ? n : depth;
}

/* --- A game --------------------------------------------------------------------------------- */

struct generated_game {
    struct shogi_pos pos;
    struct shogi_history_entry history[GENERATOR_MAX_PLIES + 1];
    shogi_move moves[GENERATOR_MAX_PLIES];
    unsigned plies;
    int balance;          /* material, Black's less White's, in pawns */
    int patience[2];      /* how far behind a player resigns */
    unsigned hopeless[2]; /* turns in a row at which it was further behind */
    struct policy policy;
    struct rng rng;
};

static void note_position(struct generated_game *p)
{
    p->history[p->plies] =
        (struct shogi_history_entry){shogi_hash(&p->pos), shogi_in_check(&p->pos)};
}

static void play_move(struct generated_game *p, shogi_move m)
{
    struct shogi_undo undo;
    int us = shogi_turn(&p->pos), won = 0;
    if (shogi_move_promotes(m)) {
        int kind = shogi_kind_of(shogi_piece_at(&p->pos, shogi_move_from(m)));
        won = policy_value(kind | 8) - policy_value(kind);
    }
    shogi_play(&p->pos, m, &undo);
    if (undo.captured) {
        int kind = shogi_kind_of(undo.captured);
        won += policy_value(kind) + policy_value_taken(kind);
    }
    p->balance += us == SHOGI_BLACK ? won : -won;
    p->moves[p->plies++] = m;
    note_position(p);
}

/* Nobody follows a line into check, or into the loss of a piece. */
static bool is_sound(const struct generated_game *p)
{
    return p->balance > -SOUND && p->balance < SOUND && !p->history[p->plies].in_check;
}

static void play_shared(struct generated_game *p, unsigned plies, struct rng *rng)
{
    for (unsigned i = 0; i < plies && is_sound(p); i++) {
        shogi_move last = p->plies ? p->moves[p->plies - 1] : 0;
        shogi_move m = policy_move(&p->policy, &p->pos, p->plies, last, rng);
        if (!m)
            return;
        play_move(p, m);
    }
}

/* Some follow fashion: one of a few lines to its end and on, further than the book goes.  Those
 * moves come from a stream of the line's own, so that games that follow it share them, and leave it
 * one after the other. */
static void follow_fashion(struct generated_game *p, const struct generator *g)
{
    size_t lines = g->opening_count / FASHION_ONE_IN + FASHION_LEAST;
    lines = lines < g->opening_count ? lines : g->opening_count;
    size_t which = (size_t)rng_below(&p->rng, lines) * (g->opening_count / lines);
    struct rng fashion;
    rng_seed_stream(&fashion, ~g->seed, which);
    size_t first = which ? g->ends[which - 1] : 0;
    for (size_t i = first; i < g->ends[which] && i < first + GENERATOR_OPENING_PLIES; i++)
        play_move(p, g->moves[i]);
    policy_init(&p->policy, &p->pos, g->castles, &fashion);
    unsigned more = 0;
    while (more < FASHION_MAX_PLIES && rng_below(&p->rng, 12) != 0)
        more++;
    play_shared(p, more, &fashion);
}

static void play_opening(struct generated_game *p, const struct generator *g)
{
    if (g->opening_count && rng_below(&p->rng, 6) == 0)
        follow_fashion(p, g);
    else if (g->opening_count) {
        const shogi_move *moves;
        size_t n = generator_draw_opening(g, &p->rng, &moves);
        for (size_t i = 0; i < n; i++)
            play_move(p, moves[i]);
        policy_init(&p->policy, &p->pos, g->castles, &p->rng);
    } else {
        policy_init(&p->policy, &p->pos, g->castles, &p->rng);
    }
}

/* Does the side to move give up?  Not for one bad turn, hardly before the eightieth ply, and the
 * sooner the longer the game lasts. */
static bool resigns(struct generated_game *p)
{
    int us = shogi_turn(&p->pos);
    int behind = us == SHOGI_BLACK ? -p->balance : p->balance;
    int late = (int)p->plies - TYPICAL_PLIES;
    behind += late < 0 ? late / 2 : late / 3;
    p->hopeless[us] = behind >= p->patience[us] ? p->hopeless[us] + 1 : 0;
    return p->hopeless[us] >= 3 && rng_below(&p->rng, 4) == 0;
}

/* Players who see the mate coming resign before their last move, most of the time. */
static enum record_end mated(struct generated_game *p)
{
    if (p->plies < 2 || rng_below(&p->rng, 8) == 0)
        return END_MATE;
    p->plies -= 2;
    return END_RESIGN;
}

static enum record_end play_on(struct generated_game *p, int *end_seat)
{
    for (;;) {
        enum shogi_repetition repetition = shogi_repetition(p->history, p->plies + 1);
        if (repetition != SHOGI_REP_NONE) {
            int mover = shogi_turn(&p->pos);
            if (repetition != SHOGI_REP_DRAW)
                *end_seat = repetition == SHOGI_REP_WIN ? mover ^ 1 : mover;
            return repetition == SHOGI_REP_DRAW ? END_REPETITION : END_ILLEGAL_ACTION;
        }
        shogi_move last = p->plies ? p->moves[p->plies - 1] : 0;
        shogi_move m = policy_move(&p->policy, &p->pos, p->plies, last, &p->rng);
        if (!m)
            return mated(p);
        if (resigns(p))
            return END_RESIGN;
        if (p->plies == GENERATOR_MAX_PLIES)
            return END_MAX_MOVES;
        play_move(p, m);
    }
}

static void begin(struct generated_game *p, const struct generator *g, uint64_t number)
{
    rng_seed_stream(&p->rng, g->seed, number);
    shogi_pos_start(&p->pos);
    p->plies = 0;
    p->balance = 0;
    for (int color = 0; color < 2; color++) {
        p->patience[color] = 19 + (int)rng_below(&p->rng, 20);
        p->hopeless[color] = 0;
    }
    note_position(p);
    play_opening(p, g);
}

enum status generator_game(const struct generator *g, uint64_t number, struct record *rec)
{
    struct generated_game p;
    int end_seat = -1;
    enum status status = record_clear(rec, &shogi_game);
    if (status != STATUS_OK)
        return status;
    begin(&p, g, number);
    enum record_end end = play_on(&p, &end_seat);
    uint32_t node = 0;
    rec->start = EVEN_SFEN;
    rec->handicap = SHOGI_EVEN;
    for (unsigned i = 0; i < p.plies; i++) {
        node = record_add_node(rec, node, p.moves[i]);
        if (!node)
            return STATUS_NOMEM;
    }
    node = record_add_node(rec, node, 0);
    struct record_note *note = node ? record_note(rec, node) : NULL;
    if (!note)
        return STATUS_NOMEM;
    note->end = rec->end = end;
    note->end_seat = (int8_t)end_seat;
    record_points_of_end(end, end_seat, shogi_turn(&p.pos), rec->points);
    return STATUS_OK;
}
