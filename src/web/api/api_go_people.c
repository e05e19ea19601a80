/* api_go_people.c: /api/natural of Go: what people would play in a position, by the network. */
#include <stdlib.h>

#include "base/alloc.h"
#include "engine/natural/go_people_network.h"
#include "view/board/go_board.h"
#include "web/api.h"

enum { IMAGES = 2, MOST_MOVES = 2000 };

/* A position and how it came about. */
struct go_people_call {
    struct go_pos pos;
    struct go_last_moves last;
    struct go_people_answer answer;
    int class;
    uint64_t limit;
};

/* --- Reading ---------------------------------------------------------------------------------- */

static enum status play_moves(const struct api_call *call, struct go_people_call *c,
                              struct err *err)
{
    static const struct msg NO_MOVE = {"%1 is not a legal move there",
                                       "%1 はその局面では打てません"};
    static const struct msg TOO_MANY = {"too many moves", "手数が多すぎます"};
    struct span rest = span_trim(api_text(call, "moves"));
    for (unsigned count = 0; rest.n; count++) {
        ptrdiff_t end = span_find(rest, SPAN(" "));
        struct span word = end < 0 ? rest : span_make(rest.p, (size_t)end);
        go_move m;
        if (count >= MOST_MOVES)
            return err_plain(err, STATUS_LIMIT, &TOO_MANY);
        if (!go_move_parse(&c->pos, word, &m) || !go_play(&c->pos, m, NULL))
            return err_set(err, STATUS_RANGE, &NO_MOVE, word, SPAN(""));
        if (go_move_kind(m) == GO_PLAY)
            go_last_moves_add(&c->last, m);
        rest = span_trim(span_skip(rest, word.n));
    }
    return STATUS_OK;
}

static enum status read_class(const struct api_call *call, struct go_people_call *c,
                              struct err *err)
{
    static const struct msg NO_CLASS = {
        "unknown class %1; use pro, strong, amateur or program",
        "階級 %1 はありません。pro, strong, amateur, program のいずれかを指定してください"};
    struct span name = api_text(call, "class");
    c->class = GO_PEOPLE_PRO;
    for (int i = 0; name.n && go_people_class_names[i]; i++)
        if (span_eq(name, span_of(go_people_class_names[i]))) {
            c->class = i;
            return STATUS_OK;
        }
    return name.n ? err_set(err, STATUS_RANGE, &NO_CLASS, name, SPAN("")) : STATUS_OK;
}

static enum status read_call(const struct api_call *call, struct go_people_call *c, struct err *err)
{
    static const struct msg OTHER_BOARD = {"the network knows boards of 19 by 19 only",
                                           "ネットワークは 19 路盤だけを扱います"};
    struct span start = api_text(call, "sfen");
    enum status st = STATUS_OK;
    go_last_moves_clear(&c->last);
    go_pos_empty(&c->pos, GO_PEOPLE_SIDE, GO_PEOPLE_SIDE);
    if (start.n && !span_eq(start, SPAN("startpos")))
        st = go_pos_parse(&c->pos, start, err);
    if (st == STATUS_OK)
        st = play_moves(call, c, err);
    if (st == STATUS_OK)
        st = read_class(call, c, err);
    if (st == STATUS_OK)
        st = api_number(call, "limit", GO_PEOPLE_MOVES, 10, &c->limit, err);
    if (st == STATUS_OK && !go_people_takes(&c->pos))
        st = err_plain(err, STATUS_UNSUPPORTED, &OTHER_BOARD);
    return st;
}

/* --- Answering -------------------------------------------------------------------------------- */

struct go_people_choice {
    float p;
    int move;
};

static int by_likelihood(const void *a, const void *b)
{
    const struct go_people_choice *x = a, *y = b;
    if (x->p > y->p || x->p < y->p)
        return x->p > y->p ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

static void add_choice(struct json *j, const struct go_people_choice *choice, int color)
{
    static const struct {
        enum lang lang;
        const char *key;
    } TEXTS[] = {{LANG_JA, "ja"}, {LANG_EN, "en"}};
    go_move m = go_people_board_move(choice->move, color);
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    json_open_object(j);
    go_move_print(m, &text);
    json_key(j, "moves");
    json_open_array(j);
    json_str(j, buf_span(&text));
    json_end(j);
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        buf_clear(&text);
        go_move_text(m, TEXTS[i].lang, &text);
        json_key_str(j, TEXTS[i].key, buf_span(&text));
    }
    json_key_double(j, "p", (double)choice->p);
    json_end(j);
    buf_release(&text);
}

static void add_answer(struct json *j, const struct go_people_call *c)
{
    struct go_people_choice choices[GO_PEOPLE_MOVES];
    int count = 0;
    for (int move = 0; move < GO_PEOPLE_MOVES; move++)
        if (c->answer.p[move] > 0)
            choices[count++] = (struct go_people_choice){c->answer.p[move], move};
    qsort(choices, (size_t)count, sizeof *choices, by_likelihood);
    json_open_object(j);
    json_key_cstr(j, "class", go_people_class_names[c->class]);
    json_key_i64(j, "total", count);
    json_key_double(j, "win", (double)c->answer.win);
    json_key(j, "moves");
    json_open_array(j);
    for (int i = 0; i < count && (uint64_t)i < c->limit; i++)
        add_choice(j, &choices[i], c->pos.turn);
    json_end(j);
    json_end(j);
    json_line(j);
}

enum status api_go_people(struct api_call *call, struct err *err)
{
    const struct go_people_network *network;
    struct go_people_scratch *scratch = NULL;
    struct go_people_call *c = mem_calloc(1, sizeof *c);
    if (!c)
        return err_nomem(err);
    enum status st = read_call(call, c, err);
    if (st == STATUS_OK)
        st = site_go_people(call->site, &network, err);
    if (st == STATUS_OK)
        st = go_people_scratch_open(&scratch, network, IMAGES, err);
    if (st == STATUS_OK) {
        go_people_judge(network, scratch, &c->pos, &c->last, c->class, &c->answer);
        add_answer(&call->json, c);
    }
    go_people_scratch_close(scratch);
    mem_free(c);
    return st;
}
