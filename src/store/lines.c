/* lines.c: see lines.h. */
#include "store/lines.h"

#include <xxhash.h>

#include "games/replay.h"

enum { HEAD_BYTES = 16 };

static const struct msg BAD_HEAD = {"the head of the lines is damaged",
                                    "手順表の先頭が壊れています"};
static const struct msg BAD_SIZE = {"the lines have the wrong size", "手順表の大きさが合いません"};
static const struct msg OTHER_GAME = {"the moves are of another game", "別のゲームの指し手です"};
static const struct msg BAD_FIRST = {"the offsets of the moves are damaged",
                                     "指し手の位置表が壊れています"};
static const struct msg BAD_IDS = {"the game numbers are damaged", "棋譜番号の表が壊れています"};
static const struct msg BAD_STARTS = {"the start positions are damaged",
                                      "開始局面の表が壊れています"};
static const struct msg BAD_VARIATION = {"the table of variations is damaged",
                                         "変化の表が壊れています"};
static const struct msg BAD_MOVES = {"the section of moves has the wrong length",
                                     "指し手の区画の長さが合いません"};
static const struct msg BAD_START = {"cannot read a start position", "開始局面が読めません"};
static const struct msg BAD_MOVE = {"a stored move is illegal", "保存された指し手が指せません"};
static const struct msg BAD_ORDER = {"the games are not in order", "棋譜が順に並んでいません"};
static const struct msg BAD_FRESH = {"a variation does not begin as its game does",
                                     "変化の始まりが本譜と合いません"};

/* --- Opening --------------------------------------------------------------------------------- */

/* Sets the arrays of l; false if the section has another size.  Counts are below 2^32, so nothing
 * overflows in 64 bits. */
static bool lay_out(struct lines *l, struct span s)
{
    uint64_t lines = l->count, games = l->games, starts = l->starts;
    uint64_t bytes =
        HEAD_BYTES + 4 * (lines + 1) + 8 * games + 8 * (starts + 1) + 8 * (lines - games);
    if (bytes > s.n)
        return false;
    l->first = s.p + HEAD_BYTES;
    l->id = l->first + 4 * (lines + 1);
    l->by_id = l->id + 4 * games;
    l->start_line = l->by_id + 4 * games;
    l->start_text = l->start_line + 4 * (starts + 1);
    l->variation = l->start_text + 4 * (starts + 1);
    l->texts = l->variation + 8 * (lines - games);
    return lines_u32(l->start_text, l->starts) == s.n - bytes;
}

/* The index of the first element below the one before it, or count. */
static uint32_t first_descent(const char *array, uint32_t count)
{
    uint32_t before = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = lines_u32(array, i);
        if (v < before)
            return i;
        before = v;
    }
    return count;
}

/* by_id names every number once: its values are in range and the ids they lead to ascend, so no two
 * are equal. */
static uint32_t first_bad_id(const struct lines *l)
{
    for (uint32_t i = 0, before = 0; i < l->games; i++) {
        uint32_t number = lines_u32(l->by_id, i);
        if (number >= l->games || (i && game_id(l, number) <= before))
            return i;
        before = game_id(l, number);
    }
    return l->games;
}

static const char *find_bad_start(const struct lines *l)
{
    if (lines_u32(l->start_line, 0) != 0 || lines_u32(l->start_line, l->starts) != l->games)
        return l->start_line;
    for (uint32_t i = 0; i < l->starts; i++)
        if (lines_u32(l->start_line, i) >= lines_u32(l->start_line, i + 1))
            return l->start_line + 4 * (size_t)i;
    if (lines_u32(l->start_text, 0) != 0)
        return l->start_text;
    uint32_t i = first_descent(l->start_text, l->starts + 1);
    return i <= l->starts ? l->start_text + 4 * (size_t)i : NULL;
}

static const char *find_bad_variation(const struct lines *l)
{
    uint32_t before = 0;
    for (uint32_t line = l->games; line < l->count; line++) {
        uint32_t number = line_game(l, line), fresh = line_fresh(l, line);
        if (number >= l->games || number < before || fresh == 0 || fresh > line_plies(l, line))
            return l->variation + 8 * (size_t)(line - l->games);
        before = number;
    }
    return NULL;
}

const struct msg *lines_from_bytes(struct lines *l, const struct game *game, struct span lines,
                                   struct span moves, const char **at)
{
    *at = lines.p;
    if (lines.n < HEAD_BYTES)
        return &BAD_HEAD;
    *l = (struct lines){.game = game,
                        .games = le_get32(lines.p),
                        .count = le_get32(lines.p + 4),
                        .move_bytes = le_get32(lines.p + 8),
                        .starts = le_get32(lines.p + 12),
                        .moves = moves.p};
    if (l->games > l->count || l->count == UINT32_MAX || l->starts > l->games)
        return &BAD_HEAD;
    if (l->move_bytes != game->move_bytes)
        return &OTHER_GAME;
    if (!lay_out(l, lines))
        return &BAD_SIZE;
    uint32_t i = first_descent(l->first, l->count + 1);
    *at = l->first + 4 * (size_t)i;
    if (i <= l->count || lines_u32(l->first, 0) != 0)
        return &BAD_FIRST;
    i = first_bad_id(l);
    *at = l->by_id + 4 * (size_t)i;
    if (i < l->games)
        return &BAD_IDS;
    if ((*at = find_bad_start(l)))
        return &BAD_STARTS;
    if ((*at = find_bad_variation(l)))
        return &BAD_VARIATION;
    *at = moves.p;
    return moves.n == (uint64_t)lines_u32(l->first, l->count) * l->move_bytes ? NULL : &BAD_MOVES;
}

enum status lines_open(struct lines *l, const struct game *game, const struct segment *s,
                       struct err *err)
{
    struct span lines, moves;
    const char *at;
    enum status status = segment_need_whole(s, "lines", &lines, err);
    if (status == STATUS_OK)
        status = segment_need(s, "moves", &moves, err);
    if (status != STATUS_OK)
        return status;
    const struct msg *what = lines_from_bytes(l, game, lines, moves, &at);
    l->segment = s;
    return what ? segment_damaged(s, at, what, err) : STATUS_OK;
}

/* --- Finding --------------------------------------------------------------------------------- */

bool lines_order_of_id(const struct lines *l, uint32_t id, uint32_t *nth)
{
    if (l->games == 0)
        return false;
    /* ids without gaps, the usual case, need no search */
    uint32_t guess = id - game_id(l, lines_u32(l->by_id, 0));
    if (guess < l->games && game_id(l, lines_u32(l->by_id, guess)) == id) {
        *nth = guess;
        return true;
    }
    uint32_t low = 0, high = l->games;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (game_id(l, lines_u32(l->by_id, middle)) < id)
            low = middle + 1;
        else
            high = middle;
    }
    *nth = low;
    return low < l->games && game_id(l, lines_u32(l->by_id, low)) == id;
}

bool lines_find_id(const struct lines *l, uint32_t id, uint32_t *number)
{
    uint32_t nth;
    if (!lines_order_of_id(l, id, &nth))
        return false;
    *number = lines_u32(l->by_id, nth);
    return true;
}

uint32_t line_order(const struct lines *l, uint32_t number)
{
    uint32_t nth = 0;
    (void)lines_order_of_id(l, game_id(l, number), &nth);
    return nth;
}

/* The first variation of a game at or after `number`. */
static uint32_t first_variation(const struct lines *l, uint32_t number)
{
    uint32_t low = l->games, high = l->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (line_game(l, middle) < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void lines_of_game(const struct lines *l, uint32_t number, uint32_t *from, uint32_t *to)
{
    *from = first_variation(l, number);
    *to = *from;
    while (*to < l->count && line_game(l, *to) == number)
        ++*to;
}

uint32_t line_start(const struct lines *l, uint32_t line)
{
    uint32_t number = line_game(l, line), low = 0, high = l->starts;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (lines_u32(l->start_line, middle) <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

struct span lines_start_text(const struct lines *l, uint32_t start)
{
    uint32_t from = lines_u32(l->start_text, start), to = lines_u32(l->start_text, start + 1);
    return span_make(l->texts + from, to - from);
}

void line_moves(const struct lines *l, uint32_t line, game_move *out)
{
    const char *stored = line_stored(l, line);
    for (uint32_t i = 0, n = line_plies(l, line); i < n; i++)
        out[i] = stored_move(l, stored, i);
}

enum status line_status(const struct lines *l, uint32_t line, struct err *err)
{
    const char *stored = line_stored(l, line);
    return segment_verify_span(l->segment,
                               span_make(stored, (size_t)line_plies(l, line) * l->move_bytes), err);
}

/* --- Checking -------------------------------------------------------------------------------- */

struct lines_checker {
    const struct lines *l;
    const struct segment *s;
    struct replay *replay;
    struct err *err;
};

static uint32_t common_plies(const struct lines *l, uint32_t a, uint32_t b)
{
    uint32_t n = line_plies(l, a) < line_plies(l, b) ? line_plies(l, a) : line_plies(l, b), i = 0;
    while (i < n && line_move(l, a, i) == line_move(l, b, i))
        i++;
    return i;
}

/* Do games a and a + 1 stand in the right order? */
static bool in_order(const struct lines *l, uint32_t a)
{
    uint32_t b = a + 1;
    if (line_start(l, a) != line_start(l, b))
        return true; /* the order of starts is checked apart */
    uint32_t n = common_plies(l, a, b);
    if (n < line_plies(l, a) && n < line_plies(l, b))
        return line_move(l, a, n) < line_move(l, b, n);
    if (line_plies(l, a) != line_plies(l, b))
        return line_plies(l, a) < line_plies(l, b);
    return game_id(l, a) < game_id(l, b);
}

/* The line before it among those of its game, which it shares the moves before `fresh` with. */
static uint32_t line_left(const struct lines *l, uint32_t line)
{
    uint32_t game = line_game(l, line);
    return line > l->games && line_game(l, line - 1) == game ? line - 1 : game;
}

static enum status damaged(const struct lines_checker *c, const char *at, const struct msg *what)
{
    return segment_damaged(c->s, at, what, c->err);
}

static enum status check_line(const struct lines_checker *c, uint32_t line)
{
    const struct lines *l = c->l;
    const char *first = l->first + 4 * (size_t)line;
    if (line > 0 && line < l->games && !in_order(l, line - 1))
        return damaged(c, first, &BAD_ORDER);
    if (line >= l->games && common_plies(l, line, line_left(l, line)) + 1 < line_fresh(l, line))
        return damaged(c, l->variation + 8 * (size_t)(line - l->games), &BAD_FRESH);
    uint32_t start = line_start(l, line);
    if (replay_start_text(c->replay, lines_start_text(l, start), c->err) != STATUS_OK)
        return damaged(c, lines_start_text(l, start).p, &BAD_START);
    for (uint32_t i = 0, n = line_plies(l, line); i < n; i++)
        if (!replay_step(c->replay, line_move(l, line, i)))
            return damaged(c, l->moves + ((size_t)lines_u32(l->first, line) + i) * l->move_bytes,
                           &BAD_MOVE);
    return STATUS_OK;
}

static enum status check_starts(const struct lines_checker *c)
{
    for (uint32_t i = 1; i < c->l->starts; i++)
        if (span_compare(lines_start_text(c->l, i - 1), lines_start_text(c->l, i)) >= 0)
            return damaged(c, lines_start_text(c->l, i).p, &BAD_STARTS);
    return STATUS_OK;
}

enum status lines_check(const struct lines *l, const struct segment *s, uint32_t from, uint32_t to,
                        struct err *err)
{
    struct lines_checker c = {.l = l, .s = s, .err = err};
    enum status status = replay_open(&c.replay, l->game, err);
    if (status == STATUS_OK && from == 0)
        status = check_starts(&c);
    for (uint32_t line = from; line < to && status == STATUS_OK; line++)
        status = check_line(&c, line);
    replay_close(c.replay);
    return status;
}

uint64_t line_hash(const struct lines *l, uint32_t line)
{
    struct span start = lines_start_text(l, line_start(l, line));
    size_t plies = line_plies(l, line);
    uint64_t hash = XXH3_64bits_withSeed(line_stored(l, line), plies * l->move_bytes,
                                         XXH3_64bits(start.p, start.n));
    return hash ? hash : 1;
}
