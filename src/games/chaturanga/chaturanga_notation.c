/* chaturanga_notation.c: positions and turns as text.
 *
 *     gBgP2yRyEyHyB/gHgP2yPyPyPyP/gEgP6/gRgP6/6bPbR/6bPbE/rPrPrPrP2bPbH/… r oooo 0,0,0,0 0
 *     board, rank 8 first: colour and kind of each piece, numbers of empty squares
 *     r        red to move; "+r": red has won, "=r": drawn after red's turn
 *     oooo     red, green, yellow, black: o plays, x frozen, w waits to come back
 *     0,1r,…   how often each lost its raja, and to whom last
 *     0        turns made
 *
 * and then the readings that differ from the usual ones ("order=any bare=never").  "startpos"
 * stands for the first five. */
#include "base/text/num.h"
#include "games/chaturanga/chaturanga.h"
#include "games/chaturanga/chaturanga_board.h"

static const char COLOUR_LETTERS[] = "rgyb";
static const char KIND_LETTERS[] = "BHERP";
static const char STATE_LETTERS[] = "oxw";

/* The place of a letter in a row of them, -1 if it is none. */
static int place_of(char letter, const char *letters)
{
    for (int i = 0; letters[i]; i++)
        if (letters[i] == letter)
            return i;
    return -1;
}

/* --- Positions: writing ----------------------------------------------------------------------- */

static int colour_at(const struct chaturanga_pos *pos, unsigned square)
{
    for (int c = 0; c < CHATURANGA_COLOURS; c++)
        if (pos->colours[c] & chaturanga_bit(square))
            return c;
    return -1;
}

static void print_board(const struct chaturanga_pos *pos, struct buf *out)
{
    for (unsigned rank = 8; rank-- > 0;) {
        unsigned empty = 0;
        for (unsigned square = 8 * rank; square < 8 * rank + 8; square++) {
            int colour = colour_at(pos, square);
            if (colour < 0) {
                empty++;
                continue;
            }
            if (empty)
                buf_add_u64(out, empty);
            empty = 0;
            buf_add_char(out, COLOUR_LETTERS[colour]);
            buf_add_char(out, KIND_LETTERS[chaturanga_kind_at(pos, square)]);
        }
        if (empty)
            buf_add_u64(out, empty);
        if (rank)
            buf_add_char(out, '/');
    }
}

void chaturanga_print(const struct chaturanga_pos *pos, struct buf *out)
{
    print_board(pos, out);
    buf_add_char(out, ' ');
    if (chaturanga_over(pos))
        buf_add_char(out, pos->phase == CHATURANGA_WON ? '+' : '=');
    buf_add_char(out, COLOUR_LETTERS[pos->turn]);
    buf_add_char(out, ' ');
    for (int c = 0; c < CHATURANGA_COLOURS; c++)
        buf_add_char(out, STATE_LETTERS[pos->state[c]]);
    for (int c = 0; c < CHATURANGA_COLOURS; c++) {
        buf_add_char(out, c ? ',' : ' ');
        buf_add_u64(out, pos->taken[c]);
        if (pos->taken[c])
            buf_add_char(out, COLOUR_LETTERS[pos->taker[c]]);
    }
    buf_add_char(out, ' ');
    buf_add_u64(out, pos->ply);
    static const struct chaturanga_rules USUAL = {0};
    if (memcmp(&pos->rules, &USUAL, sizeof USUAL) != 0) {
        buf_add_char(out, ' ');
        chaturanga_rules_print(&pos->rules, out);
    }
}

/* --- Positions: reading ----------------------------------------------------------------------- */

static const struct msg BAD_BOARD = {"chaturanga: invalid board \"%1\"",
                                     "チャトランガ: 盤面「%1」が読めません"};
static const struct msg BAD_FIELD = {"chaturanga: invalid \"%1\" in a position",
                                     "チャトランガ: 局面の「%1」が読めません"};
static const struct msg BAD_PIECES = {"chaturanga: %1 has impossible pieces: %2",
                                      "チャトランガ: %1 の駒がありえません: %2"};

/* A letter pair or a digit; false if it is neither, or the rank is too long. */
static bool read_squares(struct chaturanga_pos *pos, unsigned rank, unsigned *file,
                         struct span *text)
{
    char c = text->p[0];
    if (c >= '1' && c <= '8') {
        *file += (unsigned)(c - '0');
        *text = span_skip(*text, 1);
        return *file <= 8;
    }
    int colour = place_of(c, COLOUR_LETTERS);
    int kind = text->n > 1 ? place_of(text->p[1], KIND_LETTERS) : -1;
    if (colour < 0 || kind < 0 || *file >= 8)
        return false;
    pos->colours[colour] |= chaturanga_bit(8 * rank + *file);
    pos->kinds[kind] |= chaturanga_bit(8 * rank + *file);
    ++*file;
    *text = span_skip(*text, 2);
    return true;
}

static bool read_board(struct chaturanga_pos *pos, struct span text)
{
    for (unsigned rank = 8; rank-- > 0;) {
        unsigned file = 0;
        while (text.n && *text.p != '/')
            if (!read_squares(pos, rank, &file, &text))
                return false;
        if (file != 8 || (rank && !span_eat(&text, SPAN("/"))))
            return false;
    }
    return text.n == 0;
}

static bool read_turn(struct chaturanga_pos *pos, struct span text)
{
    bool won = span_eat(&text, SPAN("+")), drawn = !won && span_eat(&text, SPAN("="));
    int colour = text.n == 1 ? place_of(*text.p, COLOUR_LETTERS) : -1;
    if (colour < 0)
        return false;
    pos->turn = (uint8_t)colour;
    pos->phase = won ? CHATURANGA_WON : drawn ? CHATURANGA_DRAWN : CHATURANGA_TEAMS;
    pos->winner = won ? (uint8_t)colour : 0;
    return true;
}

static bool read_states(struct chaturanga_pos *pos, struct span text)
{
    if (text.n != CHATURANGA_COLOURS)
        return false;
    for (int c = 0; c < CHATURANGA_COLOURS; c++) {
        int state = place_of(text.p[c], STATE_LETTERS);
        if (state < 0)
            return false;
        pos->state[c] = (uint8_t)state;
    }
    return true;
}

static bool read_taken(struct chaturanga_pos *pos, struct span text)
{
    for (int c = 0; c < CHATURANGA_COLOURS; c++) {
        uint64_t n;
        if ((c && !span_eat(&text, SPAN(","))) || !num_eat_u64(&text, 99, &n))
            return false;
        pos->taken[c] = (uint8_t)n;
        if (!n)
            continue;
        int taker = text.n ? place_of(*text.p, COLOUR_LETTERS) : -1;
        if (taker < 0)
            return false;
        pos->taker[c] = (uint8_t)taker;
        text = span_skip(text, 1);
    }
    return text.n == 0;
}

static int count(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* Promotions turn pawns into other pieces: nobody has more than that gives. */
static enum status check_pieces(const struct chaturanga_pos *pos, unsigned colour, struct err *err)
{
    int extra = 0;
    const char *why = NULL;
    for (unsigned kind = 0; kind < CHATURANGA_PAWN; kind++) {
        int n = count(chaturanga_pieces(pos, colour, kind));
        extra += n > 1 ? n - 1 : 0;
    }
    bool raja = chaturanga_pieces(pos, colour, CHATURANGA_RAJA);
    if (count(chaturanga_pieces(pos, colour, CHATURANGA_PAWN)) + extra > 4)
        why = "too many";
    else if (raja != (pos->state[colour] == CHATURANGA_PLAYING))
        why = raja ? "a raja" : "no raja";
    return why ? err_set(err, STATUS_ILLEGAL, &BAD_PIECES, span_of(chaturanga_colour_names[colour]),
                         span_of(why))
               : STATUS_OK;
}

/* What follows from who is left; false if that contradicts what the text says. */
static bool find_phase(struct chaturanga_pos *pos)
{
    unsigned left = 0;
    bool out = false;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++) {
        left += pos->state[c] != CHATURANGA_FROZEN;
        out |= pos->state[c] == CHATURANGA_FROZEN && pos->state[c ^ 2] == CHATURANGA_FROZEN;
    }
    bool decided = left <= 1 || (out && pos->rules.partners);
    if (pos->phase == CHATURANGA_TEAMS && out)
        pos->phase = CHATURANGA_PARTNERS;
    return left && pos->state[pos->turn] != CHATURANGA_FROZEN &&
           decided == (pos->phase == CHATURANGA_WON) &&
           (chaturanga_over(pos) || pos->ply < CHATURANGA_MAX_PLIES);
}

static enum status read_fields(struct chaturanga_pos *pos, struct span *text, struct err *err)
{
    uint64_t ply;
    struct span word = span_eat_word(text);
    if (!read_board(pos, word))
        return err_set(err, STATUS_SYNTAX, &BAD_BOARD, word, (struct span){0});
    if (!read_turn(pos, word = span_eat_word(text)) ||
        !read_states(pos, word = span_eat_word(text)) ||
        !read_taken(pos, word = span_eat_word(text)) ||
        !num_parse_u64(word = span_eat_word(text), CHATURANGA_MAX_PLIES, &ply))
        return err_set(err, STATUS_SYNTAX, &BAD_FIELD, word, (struct span){0});
    pos->ply = (uint32_t)ply;
    return STATUS_OK;
}

enum status chaturanga_parse(struct chaturanga_pos *pos, struct span text, struct err *err)
{
    static const struct msg NO_PHASE = {"chaturanga: the remaining players do not match the turn",
                                        "チャトランガ: 残っているプレイヤーと手番が合いません"};
    struct chaturanga_pos read = {0};
    struct span rest = span_trim(text);
    struct chaturanga_rules rules;
    bool start = span_eq_nocase(span_eat_word(&rest), SPAN("startpos"));
    if (!start) {
        rest = span_trim(text);
        enum status status = read_fields(&read, &rest, err);
        if (status != STATUS_OK)
            return status;
    }
    enum status status = chaturanga_rules_parse(&rules, rest, err);
    if (status != STATUS_OK)
        return status;
    if (start) {
        chaturanga_start(pos, &rules);
        return STATUS_OK;
    }
    read.rules = rules;
    for (unsigned c = 0; c < CHATURANGA_COLOURS && status == STATUS_OK; c++)
        status = check_pieces(&read, c, err);
    if (status != STATUS_OK)
        return status;
    if (!find_phase(&read))
        return err_plain(err, STATUS_ILLEGAL, &NO_PHASE);
    *pos = read;
    return STATUS_OK;
}

/* --- Turns ------------------------------------------------------------------------------------ */

static void print_square(unsigned square, struct buf *out)
{
    buf_add_char(out, (char)('a' + (square & 7)));
    buf_add_char(out, (char)('1' + (square >> 3)));
}

static bool eat_square(struct span *text, unsigned *out)
{
    if (text->n < 2 || text->p[0] < 'a' || text->p[0] > 'h' || text->p[1] < '1' || text->p[1] > '8')
        return false;
    *out = (unsigned)(text->p[0] - 'a') + 8 * (unsigned)(text->p[1] - '1');
    *text = span_skip(*text, 2);
    return true;
}

void chaturanga_turn_print(const struct chaturanga_pos *pos, game_move turn, struct buf *out)
{
    (void)pos; /* a turn says it all */
    unsigned roll = chaturanga_turn_roll(turn);
    buf_add_char(out, (char)('2' + (roll & 3)));
    buf_add_char(out, (char)('2' + (roll >> 2)));
    if (turn & CHATURANGA_RETURN) {
        buf_add_str(out, " *");
        print_square(chaturanga_step_to(turn, 0), out);
    } else if (chaturanga_steps(turn) == 0) {
        buf_add_str(out, " -");
    } else {
        for (unsigned i = 0; i < chaturanga_steps(turn) && i < 2; i++) {
            buf_add_char(out, ' ');
            print_square(chaturanga_step_from(turn, i), out);
            print_square(chaturanga_step_to(turn, i), out);
        }
    }
    if (turn & CHATURANGA_EXCHANGE)
        buf_add_str(out, (turn & CHATURANGA_EXCHANGE) == CHATURANGA_AGREED ? " =yes" : " =no");
}

static bool read_roll(struct span word, unsigned *roll)
{
    if (word.n != 2 || word.p[0] < '2' || word.p[0] > '5' || word.p[1] < '2' || word.p[1] > '5')
        return false;
    *roll = chaturanga_roll((unsigned)(word.p[0] - '0'), (unsigned)(word.p[1] - '0'));
    return true;
}

/* Adds what the words after the roll say. */
static bool read_steps(struct span *text, game_move *turn)
{
    unsigned from, to;
    struct span word = span_eat_word(text);
    if (span_eq(word, SPAN("-")))
        return true;
    if (span_eat(&word, SPAN("*"))) {
        if (!eat_square(&word, &to) || word.n)
            return false;
        *turn = chaturanga_add_step(*turn, 0, to) | CHATURANGA_RETURN;
        return true;
    }
    for (;;) {
        if (chaturanga_steps(*turn) == 2 || !eat_square(&word, &from) || !eat_square(&word, &to) ||
            word.n)
            return false;
        *turn = chaturanga_add_step(*turn, from, to);
        *text = span_trim(*text);
        if (!text->n || *text->p == '=')
            return true;
        word = span_eat_word(text);
    }
}

bool chaturanga_turn_parse(const struct chaturanga_pos *pos, struct span text, game_move *out)
{
    (void)pos;
    unsigned roll;
    text = span_trim(text);
    if (!read_roll(span_eat_word(&text), &roll))
        return false;
    game_move turn = chaturanga_make_turn(roll);
    if (!read_steps(&text, &turn))
        return false;
    text = span_trim(text);
    if (span_eq(text, SPAN("=yes")))
        turn |= CHATURANGA_AGREED;
    else if (span_eq(text, SPAN("=no")))
        turn |= CHATURANGA_REFUSED;
    else if (text.n)
        return false;
    *out = turn;
    return true;
}
