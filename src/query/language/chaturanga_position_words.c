/* chaturanga_position_words.c: positions of chaturanga in queries: sfen "…", board "…", like "…".
 *
 *     gBgP2yRyEyHyB/…/rBrHrErR4 r oooo
 *     the board as the game writes it, "?" being any square; who is to move, or "?"; the states of
 *     the players.  What is missing, but for the board, may be anything.  What a position says
 *     beyond that (counts, the number of turns, readings) is read and not asked for.
 *     startpos
 *
 * With nothing left open it is one position and becomes a key; otherwise it becomes the pieces that
 * are there, one sum of all that must not be, the states, and who is to move. */
#include "query/language/chaturanga_query.h"

enum { NOBODY = -1 };

struct chaturanga_diagram {
    int8_t colour[64], kind[64];         /* -1: empty */
    bool open[64];                       /* may be anything */
    bool complete;                       /* no such square, and the states are given */
    char states[CHATURANGA_COLOURS + 1]; /* "": not given */
    int turn;                            /* NOBODY: not given */
    bool over;
};

static int place_of(char letter, const char *letters)
{
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? (int)(found - letters) : -1;
}

/* One piece, a number of empty squares or "?": removed. */
static bool read_squares(struct diagram_reader *r, struct chaturanga_diagram *d, unsigned rank,
                         unsigned *file)
{
    static const struct msg BAD_SQUARE = {
        "expected a piece such as rR, a number of empty squares, ? or \"/\"",
        "rR のような駒、空き升の数、?、「/」のいずれかが必要です"};
    char c = r->rest.p[0];
    int colour = place_of(c, "rgyb"), kind = -1;
    unsigned n = c >= '1' && c <= '8' ? (unsigned)(c - '0') : 1;
    bool digit = c >= '1' && c <= '8';
    if (colour >= 0)
        kind = r->rest.n > 1 ? place_of(r->rest.p[1], "BHERP") : -1;
    if (*file + n > 8 || (!digit && c != '?' && c != '.' && kind < 0))
        return diagram_fail(r, &BAD_SQUARE);
    if (kind >= 0) {
        d->colour[8 * rank + *file] = (int8_t)colour;
        d->kind[8 * rank + *file] = (int8_t)kind;
    }
    if (c == '?') {
        d->open[8 * rank + *file] = true;
        d->complete = false;
    }
    *file += n;
    r->rest = span_skip(r->rest, kind >= 0 ? 2 : 1);
    return true;
}

static bool read_board(struct diagram_reader *r, struct chaturanga_diagram *d)
{
    static const struct msg BAD_RANK = {"a rank has eight squares", "横の列は 8 升です"};
    static const struct msg BAD_RANKS = {"a board has eight ranks", "盤は 8 段です"};
    for (unsigned rank = 8; rank-- > 0;) {
        unsigned file = 0;
        while (r->rest.n && r->rest.p[0] != '/' && r->rest.p[0] != ' ')
            if (!read_squares(r, d, rank, &file))
                return false;
        if (file != 8)
            return diagram_fail(r, &BAD_RANK);
        if (rank && !span_eat(&r->rest, SPAN("/")))
            return diagram_fail(r, &BAD_RANKS);
    }
    return (r->rest.n == 0 || r->rest.p[0] == ' ') || diagram_fail(r, &BAD_RANKS);
}

static bool read_turn(struct diagram_reader *r, struct chaturanga_diagram *d)
{
    static const struct msg BAD_TURN = {"expected r, g, y, b or ?",
                                        "r、g、y、b、? のいずれかが必要です"};
    struct diagram_reader before = *r;
    struct span word = span_eat_word(&r->rest);
    d->over = span_eat(&word, SPAN("+")) || span_eat(&word, SPAN("="));
    if (word.n == 0 || span_eq(word, SPAN("?")))
        return true;
    d->turn = word.n == 1 ? place_of(word.p[0], "rgyb") : -1;
    return d->turn >= 0 || diagram_fail(&before, &BAD_TURN);
}

static bool read_states(struct diagram_reader *r, struct chaturanga_diagram *d)
{
    static const struct msg BAD_STATES = {
        "expected four of o (plays), x (frozen), w (waits), ?",
        "o（対局中）、x（停止）、w（復帰待ち）、? を四つ並べます"};
    struct diagram_reader before = *r;
    struct span word = span_eat_word(&r->rest);
    if (word.n == 0) {
        d->complete = false;
        return true;
    }
    for (size_t i = 0; i < word.n; i++) {
        d->complete = d->complete && word.p[i] != '?';
        if (word.n != CHATURANGA_COLOURS || place_of(word.p[i], "oxw?") < 0)
            return diagram_fail(&before, &BAD_STATES);
        d->states[i] = word.p[i];
    }
    return true;
}

static bool read_diagram(struct diagram_reader *r, struct chaturanga_diagram *d)
{
    *d = (struct chaturanga_diagram){.complete = true, .turn = NOBODY};
    memset(d->colour, -1, sizeof d->colour);
    memset(d->kind, -1, sizeof d->kind);
    r->rest = span_trim(r->rest);
    if (!read_board(r, d))
        return false;
    r->rest = span_trim(r->rest);
    return read_turn(r, d) && read_states(r, d);
}

/* --- One position: a key ---------------------------------------------------------------------- */

static void print_board(const struct chaturanga_diagram *d, struct buf *out)
{
    for (unsigned rank = 8; rank-- > 0;) {
        for (unsigned file = 0; file < 8; file++) {
            unsigned square = 8 * rank + file;
            if (d->kind[square] < 0) {
                buf_add_char(out, '1');
                continue;
            }
            buf_add_char(out, "rgyb"[(int)d->colour[square]]);
            buf_add_char(out, "BHERP"[(int)d->kind[square]]);
        }
        buf_add_str(out, rank ? "/" : " ");
    }
}

/* As the game's own reader wants it; seat: who is to move. */
static enum status position_of(const struct chaturanga_diagram *d, int seat,
                               struct chaturanga_pos *pos, struct err *err)
{
    static const char *const SIGNS[] = {"", "+", "="};
    enum status status = STATUS_SYNTAX;
    for (int i = 0; i < 3 && status != STATUS_OK && status != STATUS_NOMEM; i++) {
        struct buf text;
        buf_init(&text, 1024);
        print_board(d, &text);
        buf_printf(&text, "%s%c %s 0,0,0,0 0", SIGNS[d->over ? (i + 1) % 3 : i], "rgyb"[seat],
                   d -> states);
        status = chaturanga_parse(pos, buf_span(&text), i == 0 ? err : NULL);
        buf_release(&text);
    }
    return status;
}

static enum status fill_exact(struct query *q, uint32_t node, struct chaturanga_pos *pos, int seat,
                              struct err *err)
{
    struct buf text;
    struct query_node *n = &q->nodes[node];
    uint8_t turn = pos->turn;
    for (int c = 0; c < CHATURANGA_COLOURS; c++) {
        pos->turn = (uint8_t)c;
        n->keys[c] = position_key(q->game, pos);
    }
    pos->turn = turn;
    n->seat = seat;
    buf_init(&text, 1024);
    chaturanga_print(pos, &text);
    bool good =
        buf_status(&text) == STATUS_OK && arena_copy(&q->arena, buf_span(&text), &n->position);
    buf_release(&text);
    return good ? STATUS_OK : err_nomem(err);
}

static uint32_t exact_node(struct parser *p, struct chaturanga_pos *pos, int seat)
{
    uint32_t node = parse_node(p, Q_EXACT);
    if (!node)
        return 0;
    return fill_exact(p->q, node, pos, seat, p->err) == STATUS_OK ? node : parse_full(p);
}

static uint64_t turn_set(uint64_t set, unsigned quarters)
{
    uint64_t image = 0;
    for (; set; set &= set - 1)
        image |= UINT64_C(1) << chaturanga_square_turned((unsigned)__builtin_ctzll(set), quarters);
    return image;
}

static void turn_position(struct chaturanga_pos *pos, unsigned quarters)
{
    struct chaturanga_pos from = *pos;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++) {
        unsigned to = (c + quarters) % CHATURANGA_COLOURS;
        pos->colours[to] = turn_set(from.colours[c], quarters);
        pos->state[to] = from.state[c];
        pos->taken[to] = from.taken[c];
        pos->taker[to] =
            from.taken[c] ? (uint8_t)((from.taker[c] + quarters) % CHATURANGA_COLOURS) : 0;
    }
    for (unsigned k = 0; k < CHATURANGA_KINDS; k++)
        pos->kinds[k] = turn_set(from.kinds[k], quarters);
    pos->turn = (uint8_t)((from.turn + quarters) % CHATURANGA_COLOURS);
    pos->winner = (uint8_t)((from.winner + quarters) % CHATURANGA_COLOURS);
}

enum status chaturanga_exact_image(struct query *q, uint32_t node, unsigned symmetry,
                                   struct err *err)
{
    struct chaturanga_pos pos;
    enum status status = chaturanga_parse(&pos, q->nodes[node].position, err);
    if (status != STATUS_OK)
        return status;
    turn_position(&pos, symmetry);
    int seat = q->nodes[node].seat;
    return fill_exact(q, node, &pos, seat < 0 ? seat : (seat + (int)symmetry) % CHATURANGA_COLOURS,
                      err);
}

/* --- Part of a position: facts ---------------------------------------------------------------- */

static uint32_t facts_of(const struct chaturanga_diagram *d, uint32_t *facts)
{
    uint32_t n = 0;
    for (unsigned square = 0; square < 64; square++)
        if (d->kind[square] >= 0)
            facts[n++] = chaturanga_piece_fact((unsigned)d->colour[square],
                                               (unsigned)d->kind[square], square);
    return n;
}

/* A sum of all pieces that must not be there. */
static uint32_t nothing_else(struct parser *p, const struct chaturanga_diagram *d)
{
    struct query_term against[CHATURANGA_PIECE_FACTS];
    uint32_t n = 0;
    for (unsigned square = 0; square < 64; square++)
        for (unsigned i = 0; i < CHATURANGA_COLOURS * CHATURANGA_KINDS; i++)
            if (!d->open[square] && d->kind[square] < 0)
                against[n++] = (struct query_term){
                    chaturanga_piece_fact(i / CHATURANGA_KINDS, i % CHATURANGA_KINDS, square), 1};
    return n ? parse_sum(p, against, n, COMPARE_EQ, 0) : parse_node(p, Q_TRUE);
}

/* What is said of a player's state; 0 after a failure. */
static uint32_t state_node(struct parser *p, unsigned colour, char state)
{
    uint32_t frozen = CHATURANGA_PIECE_FACTS + 2 * colour, waiting = frozen + 1;
    struct query_term both[2] = {{frozen, 1}, {waiting, 1}};
    return state == 'o' ? parse_sum(p, both, 2, COMPARE_EQ, 0)
                        : parse_fact(p, state == 'x' ? frozen : waiting);
}

static uint32_t partial_node(struct parser *p, const struct chaturanga_diagram *d, int seat)
{
    uint32_t facts[64], n = facts_of(d, facts);
    uint32_t all = parse_pair(p, Q_AND, nothing_else(p, d), parse_node(p, Q_TRUE));
    for (uint32_t i = 0; i < n; i++)
        all = parse_adopt(p, all, parse_fact(p, facts[i]));
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        if (d->states[c] && d->states[c] != '?')
            all = parse_adopt(p, all, state_node(p, c, d->states[c]));
    if (seat != NOBODY) {
        uint32_t turn = parse_node(p, Q_TURN);
        if (turn)
            p->q->nodes[turn].seat = seat;
        all = parse_adopt(p, all, turn);
    }
    return all;
}

/* --- The words -------------------------------------------------------------------------------- */

static uint32_t like_node(struct diagram_reader *r, const struct chaturanga_diagram *d)
{
    static const struct msg NO_PIECES = {"like needs a position with pieces",
                                         "like には駒のある局面が必要です"};
    uint32_t facts[64], n = facts_of(d, facts);
    return n ? parse_like(r->p, facts, n)
             : parse_fail(r->p, r->at, &NO_PIECES, (struct span){0}, (struct span){0});
}

static uint32_t whole_node(struct diagram_reader *r, const struct chaturanga_diagram *d, int seat)
{
    struct chaturanga_pos pos;
    struct err why = {0};
    int turn = d->turn;
    for (int c = 0; c < CHATURANGA_COLOURS && turn < 0; c++)
        turn = d->states[c] != 'x' ? c : turn;
    if (position_of(d, turn < 0 ? 0 : turn, &pos, &why) == STATUS_OK)
        return exact_node(r->p, &pos, seat);
    return parse_fail(r->p, r->at, why.what, span_of(why.arg[0]), span_of(why.arg[1]));
}

static uint32_t read_text(struct diagram_reader *r, struct span word)
{
    struct chaturanga_diagram d;
    struct chaturanga_pos start;
    bool like = span_eq(word, SPAN("like")), board = span_eq(word, SPAN("board"));
    if (span_eq(span_trim(r->rest), SPAN("startpos"))) {
        struct buf text;
        chaturanga_start(&start, &(struct chaturanga_rules){0});
        if (!like)
            return exact_node(r->p, &start, board ? NOBODY : start.turn);
        buf_init(&text, 1024);
        chaturanga_print(&start, &text);
        struct diagram_reader usual = {r->p, buf_span(&text), text.p, r->at};
        uint32_t node = buf_status(&text)          ? parse_full(r->p)
                        : read_diagram(&usual, &d) ? like_node(r, &d)
                                                   : 0;
        buf_release(&text);
        return node;
    }
    if (!read_diagram(r, &d))
        return 0;
    if (like)
        return like_node(r, &d);
    int seat = board ? NOBODY : d.turn;
    return d.complete ? whole_node(r, &d, seat) : partial_node(r->p, &d, seat);
}

uint32_t chaturanga_read_position(struct parser *p, struct span word)
{
    struct diagram_reader r;
    return parse_diagram(p, word, &r) ? read_text(&r, word) : 0;
}
