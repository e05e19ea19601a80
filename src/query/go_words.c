/* go_words.c: the words of Go: stones on points, bQ16, wD4. */
#include "query/go_words.h"

static const struct {
    struct span word;
    int seat;
} SEATS[] = {
    {SPAN_INIT("b"), GO_BLACK},  {SPAN_INIT("w"), GO_WHITE},     {SPAN_INIT("black"), GO_BLACK},
    {SPAN_INIT("黒"), GO_BLACK}, {SPAN_INIT("white"), GO_WHITE}, {SPAN_INIT("白"), GO_WHITE},
};

static int seat_by_word(struct span word)
{
    for (size_t i = 0; i < sizeof SEATS / sizeof *SEATS; i++)
        if (span_eq(word, SEATS[i].word))
            return SEATS[i].seat;
    return -1;
}

static uint32_t read(struct parser *p, struct span word, bool *mine)
{
    uint32_t fact;
    *mine = go_game.fact_parse(word, &fact);
    return *mine ? parse_fact(p, fact) : 0;
}

static uint32_t read_sequence(struct parser *p, struct span text, const char *at)
{
    static const struct msg NOT_YET = {"sequences of Go can't be asked for: %1",
                                       "囲碁の手順は検索できません: %1"};
    return parse_fail(p, at, &NOT_YET, text, (struct span){0});
}

static const char *const HANDICAPS[] = {"even", "other", "2", "3", "4", "5", "6", "7", "8", "9"};
enum { HANDICAP_COUNT = sizeof HANDICAPS / sizeof *HANDICAPS };

static int handicap_by_name(struct span name)
{
    for (int i = 0; i < HANDICAP_COUNT; i++)
        if (span_eq(name, span_of(HANDICAPS[i])))
            return i;
    return -1;
}

static const char *handicap_name(int handicap)
{
    return handicap >= 0 && handicap < HANDICAP_COUNT ? HANDICAPS[handicap] : "other";
}

/* --- Whole positions ------------------------------------------------------------------------- */

enum status go_fill_exact(struct query *q, uint32_t node, struct go_pos *pos, int seat,
                          struct err *err)
{
    struct buf text;
    struct query_node *n = &q->nodes[node];
    for (int color = GO_BLACK; color <= GO_WHITE; color++) {
        pos->turn = (uint8_t)color;
        n->keys[color] = position_key(q->game, pos);
    }
    pos->turn = (uint8_t)(seat < 0 ? GO_BLACK : seat);
    n->seat = seat;
    buf_init(&text, 16 * GO_POINTS);
    go_pos_print(pos, &text);
    bool good =
        buf_status(&text) == STATUS_OK && arena_copy(&q->arena, buf_span(&text), &n->position);
    buf_release(&text);
    return good ? STATUS_OK : err_nomem(err);
}

void go_pos_image(const struct go_pos *pos, unsigned symmetry, struct go_pos *out)
{
    bool turned = symmetry & GO_TRANSPOSE;
    go_pos_empty(out, turned ? pos->height : pos->width, turned ? pos->width : pos->height);
    for (int row = 0; row < pos->height; row++)
        for (int column = 0; column < pos->width; column++) {
            int point = go_point(column, row), stone = go_stone_at(pos, point);
            if (stone == GO_EMPTY)
                continue;
            int color = symmetry & GO_COLORS ? GO_WHITE + 1 - stone : stone - 1;
            int image = go_point_image(point, pos->width, pos->height, symmetry);
            go_play(out, go_move_make(GO_PUT, color, image), NULL);
        }
    out->turn = symmetry & GO_COLORS ? pos->turn ^ 1 : pos->turn;
}

enum status go_exact_image(struct query *q, uint32_t node, unsigned symmetry, struct err *err)
{
    struct go_pos pos, image;
    enum status status = go_pos_parse(&pos, q->nodes[node].position, err);
    if (status != STATUS_OK)
        return status;
    go_pos_image(&pos, symmetry, &image);
    int seat = q->nodes[node].seat;
    return go_fill_exact(q, node, &image, seat >= 0 && symmetry & GO_COLORS ? 1 - seat : seat, err);
}

static game_move move_image(game_move move, unsigned symmetry, struct board_shape board)
{
    go_move m = (go_move)move;
    int point = go_move_point(m);
    if (point >= 0 && symmetry & (GO_COLORS - 1)) {
        if (go_column(point) >= board.width || go_row(point) >= board.height)
            return 0;
        point = go_point_image(point, board.width, board.height, symmetry);
        m = (go_move)((m & 0xF000) | (point + 1));
    }
    return symmetry & GO_COLORS && go_move_kind(m) != GO_REMOVE ? m ^ 1U << 12 : m;
}

static bool print_sum(const struct query_node *node, struct buf *out)
{
    (void)node;
    (void)out;
    return false;
}

static const char *const VOCABULARY[] = {NULL};

const struct game_words go_words = {
    .game = &go_game,
    .seats = {"b", "w"},
    .seat = seat_by_word,
    .read = read,
    .read_sequence = read_sequence,
    .vocabulary = VOCABULARY,
    .handicap = handicap_by_name,
    .handicap_name = handicap_name,
    .exact_image = go_exact_image,
    .move_image = move_image,
    .print_sum = print_sum,
};
