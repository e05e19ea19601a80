/* go_words.c: the words of Go: stones on points, bQ16, wD4. */
#include "games/go/go.h"
#include "query/parse.h"

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

/* There is no word that makes an exact position yet. */
static enum status exact_image(struct query *q, uint32_t node, unsigned symmetry, struct err *err)
{
    (void)q;
    (void)node;
    (void)symmetry;
    return err_plain(err, STATUS_UNSUPPORTED, NULL);
}

static game_move move_image(game_move move, unsigned symmetry)
{
    (void)symmetry;
    return move;
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
    .exact_image = exact_image,
    .move_image = move_image,
    .print_sum = print_sum,
};
