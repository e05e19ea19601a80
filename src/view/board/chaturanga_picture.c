/* chaturanga_picture.c: a record of chaturanga at one of its plies; and the board in characters. */
#include "view/board/chaturanga_picture.h"

#include "view/board/shogi_move_text.h"
#include "view/draw/text_width.h"

void chaturanga_picture_init(struct chaturanga_picture *p)
{
    memset(p, 0, sizeof *p);
    buf_init(&p->title, BUF_DEFAULT_MAX);
    buf_init(&p->caption, BUF_DEFAULT_MAX);
}

void chaturanga_picture_release(struct chaturanga_picture *p)
{
    buf_release(&p->title);
    buf_release(&p->caption);
}

/* --- Words ----------------------------------------------------------------------------------- */

const char *chaturanga_colour_word(unsigned colour, enum lang lang)
{
    static const struct msg WORDS[CHATURANGA_COLOURS] = {
        {"Red", "赤"}, {"Green", "緑"}, {"Yellow", "黄"}, {"Black", "黒"}};
    return msg_in(&WORDS[colour % CHATURANGA_COLOURS], lang);
}

const char *chaturanga_kind_word(unsigned kind, enum lang lang)
{
    static const struct msg WORDS[CHATURANGA_KINDS] = {
        {"boat", "舟"}, {"horse", "馬"}, {"elephant", "象"}, {"raja", "王"}, {"pawn", "歩"}};
    return msg_in(&WORDS[kind % CHATURANGA_KINDS], lang);
}

const char *chaturanga_state_word(const struct chaturanga_pos *pos, unsigned colour, enum lang lang)
{
    static const struct msg NOTHING = {"", ""}, MOVES = {"to move", "手番"};
    static const struct msg FROZEN = {"frozen", "停止"}, WAITS = {"waiting", "復帰待ち"};
    static const struct msg WON = {"has won", "勝ち"}, DRAWN = {"draw", "引き分け"};
    const struct msg *word = &NOTHING;
    if (pos->phase == CHATURANGA_DRAWN)
        word = &DRAWN;
    else if (pos->phase == CHATURANGA_WON && pos->winner == colour)
        word = &WON;
    else if (pos->state[colour] == CHATURANGA_FROZEN)
        word = &FROZEN;
    else if (pos->state[colour] == CHATURANGA_WAITING)
        word = &WAITS;
    else if (!chaturanga_over(pos) && pos->turn == colour)
        word = &MOVES;
    return msg_in(word, lang);
}

bool chaturanga_square_parse(struct span text, int *square)
{
    if (text.n != 2 || text.p[0] < 'a' || text.p[0] > 'h' || text.p[1] < '1' || text.p[1] > '8')
        return false;
    *square = (text.p[1] - '1') * 8 + (text.p[0] - 'a');
    return true;
}

bool chaturanga_piece_at(const struct chaturanga_pos *pos, int square, unsigned *colour,
                         unsigned *kind)
{
    for (*colour = 0; *colour < CHATURANGA_COLOURS; ++*colour)
        for (*kind = 0; *kind < CHATURANGA_KINDS; ++*kind)
            if (chaturanga_pieces(pos, *colour, *kind) >> square & 1)
                return true;
    return false;
}

static void add_square(struct buf *out, unsigned square)
{
    buf_add_char(out, (char)('a' + square % 8));
    buf_add_char(out, (char)('1' + square / 8));
}

/* The turn as header file and notation have it. */
static unsigned move_count(game_move turn)
{
    return (unsigned)(turn >> 4 & 3);
}

static unsigned from_of(game_move turn, unsigned move)
{
    return (unsigned)(turn >> (6 + 12 * move) & 63);
}

static unsigned to_of(game_move turn, unsigned move)
{
    return (unsigned)(turn >> (12 + 12 * move) & 63);
}

static bool comes_back(game_move turn)
{
    return turn >> 30 & 1;
}

static void add_move(const struct chaturanga_pos *pos, game_move turn, unsigned move,
                     enum lang lang, struct buf *out)
{
    unsigned from = from_of(turn, move), to = to_of(turn, move), colour, kind;
    bool again = move == 1 && from == to_of(turn, 0);
    bool emptied = move == 1 && to == from_of(turn, 0);
    chaturanga_piece_at(pos, (int)(again ? from_of(turn, 0) : from), &colour, &kind);
    if (kind < CHATURANGA_KINDS) {
        buf_add_str(out, chaturanga_kind_word(kind, lang));
        buf_add_str(out, lang == LANG_JA ? "" : " ");
    }
    bool takes = !emptied && chaturanga_piece_at(pos, (int)to, &colour, &kind);
    add_square(out, from);
    buf_add_char(out, takes ? 'x' : '-');
    add_square(out, to);
}

void chaturanga_turn_text(const struct chaturanga_pos *pos, game_move turn, enum lang lang,
                          struct buf *out)
{
    static const struct msg PASS = {"passes", "パス"},
                            BACK = {"the raja comes back on ", "王が復帰 "};
    static const struct msg AGREED = {"; rajas exchanged", "（王を交換）"};
    static const struct msg REFUSED = {"; exchange refused", "（王の交換は不成立）"};
    unsigned roll = chaturanga_turn_roll(turn), exchange = (unsigned)(turn >> 32 & 3);
    buf_printf(out, lang == LANG_JA ? "%u・%u " : "%u-%u: ", 2 + (roll & 3), 2 + (roll >> 2));
    if (comes_back(turn)) {
        buf_add_str(out, msg_in(&BACK, lang));
        add_square(out, to_of(turn, 0));
    } else if (move_count(turn) == 0) {
        buf_add_str(out, msg_in(&PASS, lang));
    }
    for (unsigned i = 0; i < move_count(turn) && !comes_back(turn); i++) {
        buf_add_str(out, i == 0 ? "" : lang == LANG_JA ? "、" : ", ");
        add_move(pos, turn, i, lang, out);
    }
    if (exchange)
        buf_add_str(out, msg_in(exchange == 2 ? &AGREED : &REFUSED, lang));
}

/* Those with these points, "Red and Yellow"; how many. */
static int add_players_with(const struct record *rec, int points, enum lang lang, struct buf *out)
{
    int n = 0;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        if (rec->points[c] == points) {
            buf_add_str(out, n == 0 ? "" : lang == LANG_JA ? "・" : " and ");
            buf_add_str(out, chaturanga_colour_word(c, lang));
            n++;
        }
    return n;
}

/* "Red wins", "Drawn", "Red loses" where nobody is known to have won, "Ends". */
static void add_outcome(const struct record *rec, enum lang lang, struct buf *out)
{
    static const struct msg WINS = {" wins", "の勝ち"}, WIN = {" win", "の勝ち"};
    static const struct msg LOSES = {" loses", "の負け"}, LOSE = {" lose", "の負け"};
    static const struct msg DRAWN = {"Drawn", "引き分け"}, ENDS = {"Ends", "終了"};
    const struct msg *what = rec->points[0] == POINTS_DRAW ? &DRAWN : &ENDS;
    int n = add_players_with(rec, POINTS_WIN, lang, out);
    if (n)
        what = n > 1 ? &WIN : &WINS;
    else if ((n = add_players_with(rec, POINTS_LOSS, lang, out)))
        what = n > 1 ? &LOSE : &LOSES;
    buf_add_str(out, msg_in(what, lang));
}

void chaturanga_result_text(const struct record *rec, enum lang lang, struct buf *out)
{
    uint32_t plies;
    uint32_t end = rec->nodes[record_last_move(rec, &plies)].child;
    struct span words = record_note_at(rec, end)->shogi_end_text;
    bool ja = lang == LANG_JA, known = rec->end != END_NONE;
    for (int c = 0; c < CHATURANGA_COLOURS; c++)
        known |= rec->points[c] != POINTS_UNKNOWN;
    if (!known)
        return;
    plies += rec->start_ply;
    if (ja)
        buf_printf(out, "まで%u手番で", plies);
    add_outcome(rec, lang, out);
    if (!ja)
        buf_printf(out, " after %u turn%s", plies, plies == 1 ? "" : "s");
    if (rec->end == END_NONE || (rec->end == END_OTHER && words.n == 0))
        return;
    buf_add_str(out, ja ? "（" : " (");
    if (rec->end == END_OTHER)
        text_add_clean(out, words);
    else
        buf_add_str(out, shogi_end_text(rec->end, lang));
    buf_add_str(out, ja ? "）" : ")");
}

/* --- Filling --------------------------------------------------------------------------------- */

static void add_caption(struct chaturanga_picture *p, const struct record *rec, enum lang lang)
{
    static const struct msg START = {"Start", "開始局面"};
    if (!p->last) {
        buf_add_str(&p->caption, msg_in(&START, lang));
        return;
    }
    buf_printf(&p->caption, lang == LANG_JA ? "第%u手番 %s " : "%u. %s ", rec->start_ply + p->ply,
               chaturanga_colour_word(p->before.turn, lang));
    chaturanga_turn_text(&p->before, p->last, lang, &p->caption);
}

enum status chaturanga_picture_fill(struct chaturanga_picture *p, const struct record *rec,
                                    uint32_t ply, enum lang lang, struct err *err)
{
    enum status st = chaturanga_parse(&p->pos, rec->start, err);
    uint32_t node = 0;
    if (st != STATUS_OK)
        return st;
    p->before = p->pos;
    for (p->ply = 0; p->ply < ply; p->ply++) {
        node = rec->nodes[node].child;
        p->last = rec->nodes[node].move;
        p->before = p->pos;
        chaturanga_play_turn(&p->pos, p->last);
    }
    for (int c = 0; c < CHATURANGA_COLOURS; c++)
        p->name[c] = record_header(rec, HEADER_PLAYER + c);
    for (unsigned i = 0; p->last && i < move_count(p->last) && !comes_back(p->last); i++)
        p->arrows[p->n_arrows++] =
            (struct chaturanga_arrow){(int)from_of(p->last, i), (int)to_of(p->last, i)};
    struct span event = record_header(rec, HEADER_EVENT);
    struct span date = record_header(rec, HEADER_START_TIME);
    text_add_clean(&p->title, event);
    if (event.n && date.n)
        buf_add_str(&p->title, "  ");
    text_add_clean(&p->title, date);
    add_caption(p, rec, lang);
    return buf_status(&p->title) || buf_status(&p->caption) ? err_nomem(err) : STATUS_OK;
}

/* --- In characters --------------------------------------------------------------------------- */

static const char *const ANSI[CHATURANGA_COLOURS] = {"\033[1;31m", "\033[1;32m", "\033[1;33m",
                                                     "\033[1;37;40m"};

/* Squares that the last turn went to, or left. */
static uint64_t squares_of(const struct chaturanga_picture *p, bool to)
{
    uint64_t all = 0;
    for (unsigned i = 0; p->last && i < move_count(p->last); i++)
        all |= UINT64_C(1) << (to ? to_of(p->last, i) : from_of(p->last, i));
    if (p->last && comes_back(p->last))
        all = to ? UINT64_C(1) << to_of(p->last, 0) : 0;
    return all;
}

static void add_cell(const struct chaturanga_picture *p, const struct board_options *opt,
                     int square, struct buf *out)
{
    static const char COLOURS[] = "rgyb", KINDS[] = "BHERP";
    unsigned colour, kind;
    bool reached = squares_of(p, true) >> square & 1, left = squares_of(p, false) >> square & 1;
    bool wide = opt->lang == LANG_JA && !opt->letters;
    buf_add_char(out, ' ');
    if (!chaturanga_piece_at(&p->pos, square, &colour, &kind)) {
        buf_add_str(out, left ? "-" : ".");
        buf_add_str(out, wide ? "   " : "  ");
        return;
    }
    bool frozen = p->pos.state[colour] == CHATURANGA_FROZEN;
    if (opt->colour)
        buf_add_str(out, frozen ? "\033[2m" : ANSI[colour]);
    buf_add_char(out, COLOURS[colour]);
    if (wide)
        buf_add_str(out, chaturanga_kind_word(kind, LANG_JA));
    else
        buf_add_char(out, KINDS[kind]);
    if (opt->colour)
        buf_add_str(out, "\033[0m");
    buf_add_char(out, reached ? '*' : ' ');
}

static void add_files(const struct board_options *opt, struct buf *out)
{
    if (opt->no_coordinates)
        return;
    buf_add_str(out, "  ");
    for (int i = 0; i < 8; i++) {
        buf_printf(out, " %c", opt->flip ? 'h' - i : 'a' + i);
        buf_add_str(out, opt->lang == LANG_JA && !opt->letters ? "   " : "  ");
    }
    while (out->n && out->p[out->n - 1] == ' ')
        out->n--;
    buf_add_char(out, '\n');
}

static void add_players(const struct chaturanga_picture *p, const struct board_options *opt,
                        struct buf *out)
{
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++) {
        struct buf name;
        buf_init(&name, BUF_DEFAULT_MAX);
        if (opt->colour)
            buf_add_str(out, ANSI[c]);
        text_pad(out, span_of(chaturanga_colour_word(c, opt->lang)), 7);
        if (opt->colour)
            buf_add_str(out, "\033[0m");
        text_add_clean(&name, p->name[c]);
        const char *state = chaturanga_state_word(&p->pos, c, opt->lang);
        if (*state)
            text_pad(out, buf_span(&name), 20);
        else
            buf_add_span(out, buf_span(&name));
        if (*state)
            buf_printf(out, " %s", state);
        while (out->n && out->p[out->n - 1] == ' ')
            out->n--;
        buf_add_char(out, '\n');
        buf_release(&name);
    }
}

void chaturanga_board_text(const struct chaturanga_picture *p, const struct board_options *opt,
                           struct buf *out)
{
    if (p->title.n) {
        buf_add_span(out, buf_span(&p->title));
        buf_add_char(out, '\n');
    }
    add_files(opt, out);
    for (int row = 7; row >= 0; row--) {
        int rank = opt->flip ? 7 - row : row;
        if (!opt->no_coordinates)
            buf_printf(out, "%d ", rank + 1);
        for (int i = 0; i < 8; i++)
            add_cell(p, opt, rank * 8 + (opt->flip ? 7 - i : i), out);
        if (opt->no_coordinates)
            while (out->n && out->p[out->n - 1] == ' ')
                out->n--;
        else
            buf_printf(out, " %d", rank + 1);
        buf_add_char(out, '\n');
    }
    add_files(opt, out);
    add_players(p, opt, out);
    if (p->caption.n) {
        buf_add_span(out, buf_span(&p->caption));
        buf_add_char(out, '\n');
    }
}
