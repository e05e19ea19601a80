/* position_request.c: see position_request.h. */
#include "web/api/position_request.h"

#include "engine/eval/eval.h"
#include "engine/search/engine_search.h"
#include "view/board/shogi_move_text.h"

static const struct msg ONLY_SHOGI = {"only shogi has an engine", "エンジンは将棋にしかありません"};
static const struct msg NO_MOVE = {"%1 is not a legal move there", "%1 はその局面では指せません"};
static const struct msg TOO_MANY = {"too many moves", "指し手が多すぎます"};
static const struct msg NO_CLASS = {
    "unknown class %1; use pro, amateur or online",
    "階級 %1 はありません。pro, amateur, online のいずれかを指定してください"};

static void note(struct position_request *s)
{
    s->history[s->count++] =
        (struct shogi_history_entry){shogi_hash(&s->pos), shogi_in_check(&s->pos)};
}

enum status position_request_play(struct position_request *s, shogi_move m, struct err *err)
{
    struct shogi_undo undo;
    if (s->ply >= POSITION_MAX_MOVES)
        return err_plain(err, STATUS_LIMIT, &TOO_MANY);
    if (!shogi_move_is_legal(&s->pos, m))
        return err_set(err, STATUS_RANGE, &NO_MOVE, SPAN(""), SPAN(""));
    natural_past_add(&s->past, &s->pos, m);
    shogi_play(&s->pos, m, &undo);
    s->last_to = shogi_move_to(m);
    s->moves[s->ply++] = m;
    note(s);
    return STATUS_OK;
}

static enum status play_word(struct position_request *s, struct span word, struct err *err)
{
    shogi_move m;
    enum status st = STATUS_RANGE;
    if (shogi_usi_parse(word, &m))
        st = position_request_play(s, m, err);
    return st == STATUS_RANGE ? err_set(err, STATUS_RANGE, &NO_MOVE, word, SPAN("")) : st;
}

static enum status read_start(struct position_request *s, struct span sfen, struct err *err)
{
    if (sfen.n && !span_eq(sfen, SPAN("startpos")))
        return shogi_sfen_parse(&s->pos, sfen, SHOGI_SFEN_TOLERANT, NULL, err);
    shogi_game.rules.pos_start(&s->pos);
    return STATUS_OK;
}

enum status position_request_read(struct api_call *call, struct position_request *s,
                                  struct err *err)
{
    struct span rest = span_trim(api_text(call, "moves"));
    if (!engine_has_game(call->site->game))
        return err_plain(err, STATUS_UNSUPPORTED, &ONLY_SHOGI);
    *s = (struct position_request){.last_to = -1};
    natural_past_clear(&s->past);
    s->history = arena_alloc_array(&call->arena, POSITION_MAX_MOVES + 1, sizeof *s->history);
    s->moves = arena_alloc_array(&call->arena, POSITION_MAX_MOVES, sizeof *s->moves);
    if (!s->history || !s->moves)
        return err_nomem(err);
    enum status st = read_start(s, api_text(call, "sfen"), err);
    s->start = s->pos;
    if (st == STATUS_OK)
        note(s);
    while (st == STATUS_OK && rest.n) {
        ptrdiff_t end = span_find(rest, SPAN(" "));
        struct span word = end < 0 ? rest : span_make(rest.p, (size_t)end);
        st = play_word(s, word, err);
        rest = span_trim(span_skip(rest, word.n));
    }
    return st;
}

enum status position_request_class(const struct api_call *call, enum natural_class *out,
                                   struct err *err)
{
    struct span name = api_text(call, "class");
    *out = NATURAL_PRO;
    if (name.n == 0)
        return STATUS_OK;
    for (int i = 0; i < NATURAL_CLASSES; i++)
        if (span_eq(name, span_of(natural_class_names[i]))) {
            *out = (enum natural_class)i;
            return STATUS_OK;
        }
    return err_set(err, STATUS_RANGE, &NO_CLASS, name, SPAN(""));
}

void position_add_line(struct json *j, const struct position_request *s, const shogi_move *moves,
                       uint32_t n)
{
    struct buf usi, text[2];
    struct shogi_pos pos = s->pos;
    int last_to = s->last_to;
    buf_init(&usi, BUF_DEFAULT_MAX);
    for (int i = 0; i < 2; i++)
        buf_init(&text[i], BUF_DEFAULT_MAX);
    json_key(j, "moves");
    json_open_array(j);
    for (uint32_t i = 0; i < n && shogi_move_is_legal(&pos, moves[i]); i++) {
        struct shogi_undo undo;
        buf_clear(&usi);
        shogi_usi_print(moves[i], &usi);
        json_str(j, buf_span(&usi));
        buf_add_str(&text[LANG_JA], shogi_turn(&pos) == SHOGI_BLACK ? "▲" : "△");
        shogi_move_text(&pos, moves[i], last_to, LANG_JA, &text[LANG_JA]);
        buf_add_str(&text[LANG_EN], i ? " " : "");
        shogi_move_text(&pos, moves[i], last_to, LANG_EN, &text[LANG_EN]);
        last_to = shogi_move_to(moves[i]);
        shogi_play(&pos, moves[i], &undo);
    }
    json_end(j);
    json_key_str(j, "ja", buf_span(&text[LANG_JA]));
    json_key_str(j, "en", buf_span(&text[LANG_EN]));
    buf_release(&usi);
    for (int i = 0; i < 2; i++)
        buf_release(&text[i]);
}

void position_add_value(struct json *j, int turn, int value)
{
    int sign = turn == SHOGI_BLACK ? 1 : -1;
    if (value > THINK_MATE_BOUND)
        json_key_i64(j, "mate", sign * (THINK_MATE - value));
    else if (value < -THINK_MATE_BOUND)
        json_key_i64(j, "mate", sign * (-THINK_MATE - value));
    else
        json_key_i64(j, "centipawns", sign * value);
}
