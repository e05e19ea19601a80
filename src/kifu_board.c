/* kifu_board.c: boards of shogi; see kifu_board.h.  The rules are in games/shogi; a board adds the
 * moves that led to its position. */
#include "kifu_board.h"

#include <string.h>

#include "base/alloc.h"
#include "formats/shogi/ki2_notation.h"
#include "games/shogi/shogi_attack_counts.h"
#include "games/shogi/shogi_move_label.h"
#include "games/shogi/shogi_names.h"
#include "kifu_game.h"
#include "kifu_position.h"
#include "view/board/shogi_board_text.h"
#include "view/board/shogi_move_text.h"

_Static_assert((int)KIFU_SQUARES == (int)SHOGI_SQUARES && (int)KIFU_MAX_MOVES == SHOGI_MAX_MOVES,
               "the public figures are those of the rules");
_Static_assert((int)KIFU_MOVE_LABELS == (int)SHOGI_MOVE_LABELS, "likewise");
_Static_assert((int)KIFU_PERFT_MAX_DEPTH == (int)SHOGI_PERFT_MAX_DEPTH, "likewise");

static const struct msg ILLEGAL = {"illegal move %1", "反則手 %1"};
static const struct msg NO_MOVE = {"\"%1\" is no move", "「%1」は指し手ではありません"};
static const struct msg TOO_LONG = {"the game has too many moves", "手数が多すぎます"};

/* --- Making and copying ----------------------------------------------------------------------- */

static enum status note_position(struct kifu_board *b, struct err *err)
{
    void *grown = mem_grow(b->history, (size_t)b->plies, &b->history_cap,
                           (size_t)GAME_MAX_PLIES + 1, sizeof *b->history);
    if (!grown)
        return b->plies > GAME_MAX_PLIES ? err_plain(err, STATUS_LIMIT, &TOO_LONG) : err_nomem(err);
    b->history = grown;
    b->history[b->plies] = (struct shogi_history_entry){.hash = shogi_hash(&b->pos),
                                                        .in_check = shogi_in_check(&b->pos)};
    return STATUS_OK;
}

static enum status push(struct kifu_board *b, shogi_move m, struct err *err)
{
    struct buf text;
    if (!shogi_move_is_legal(&b->pos, m)) {
        buf_init(&text, KIFU_MOVE_BYTES);
        shogi_usi_print(m, &text);
        enum status st = err_set(err, STATUS_ILLEGAL, &ILLEGAL, buf_span(&text), (struct span){0});
        buf_release(&text);
        return st;
    }
    if (b->plies >= GAME_MAX_PLIES)
        return err_plain(err, STATUS_LIMIT, &TOO_LONG);
    void *grown = mem_grow(b->steps, b->plies, &b->step_cap, GAME_MAX_PLIES, sizeof *b->steps);
    if (!grown)
        return err_nomem(err);
    b->steps = grown;
    b->steps[b->plies].move = m;
    shogi_play(&b->pos, m, &b->steps[b->plies].undo);
    b->plies++;
    enum status st = note_position(b, err);
    if (st != STATUS_OK) {
        b->plies--;
        shogi_unplay(&b->pos, m, &b->steps[b->plies].undo);
    }
    return st;
}

static enum status push_words(struct kifu_board *b, struct span words, struct err *err)
{
    enum status st = STATUS_OK;
    struct span word;
    while (st == STATUS_OK && (word = span_eat_word(&words)).n) {
        shogi_move m;
        if (shogi_usi_parse(word, &m))
            st = push(b, m, err);
        else
            st = err_set(err, STATUS_SYNTAX, &NO_MOVE, word, (struct span){0});
    }
    return st;
}

/* Cuts "… moves …" in two. */
static struct span split_moves(struct span *text)
{
    struct span rest = *text, word;
    while ((word = span_eat_word(&rest)).n)
        if (span_eq(word, SPAN("moves"))) {
            text->n = (size_t)(word.p - text->p);
            return rest;
        }
    return (struct span){0};
}

static enum status set_position(struct kifu_board *b, struct span text, struct err *err)
{
    struct span moves = split_moves(&text);
    enum status st = shogi_sfen_parse(&b->pos, text, SHOGI_SFEN_TOLERANT, &b->first_number, err);
    b->start = b->pos;
    b->plies = 0;
    if (st == STATUS_OK)
        st = note_position(b, err);
    return st == STATUS_OK ? push_words(b, moves, err) : st;
}

static void free_parts(struct kifu_board *b)
{
    mem_free(b->steps);
    mem_free(b->history);
}

KIFU_API void kifu_board_free(struct kifu_board *board)
{
    if (!board)
        return;
    free_parts(board);
    mem_free(board);
}

KIFU_API int kifu_board_set(struct kifu_board *board, const char *position,
                            struct kifu_error *error)
{
    struct err err;
    struct kifu_board fresh = {0};
    enum status st = set_position(&fresh, span_of(position), &err);
    if (st != STATUS_OK) {
        free_parts(&fresh);
        kifu_error_from(error, &err);
        return -1;
    }
    free_parts(board);
    *board = fresh;
    return 0;
}

KIFU_API struct kifu_board *kifu_board_new(const char *position, struct kifu_error *error)
{
    struct err err;
    struct kifu_board *b = mem_calloc(1, sizeof *b);
    if (!b) {
        err_fill_nomem(&err);
        kifu_error_from(error, &err);
        return NULL;
    }
    if (kifu_board_set(b, position, error) == 0)
        return b;
    kifu_board_free(b);
    return NULL;
}

/* A block of its own with the same bytes; *copy is NULL where there are none. */
static bool copy_block(void **copy, const void *from, size_t bytes)
{
    *copy = bytes ? mem_alloc(bytes) : NULL;
    if (*copy)
        memcpy(*copy, from, bytes);
    return *copy || !bytes;
}

KIFU_API struct kifu_board *kifu_board_copy(const struct kifu_board *board)
{
    struct kifu_board *b = mem_alloc(sizeof *b);
    void *steps = NULL, *history = NULL;
    if (!b || !copy_block(&steps, board->steps, board->plies * sizeof *board->steps) ||
        !copy_block(&history, board->history, (board->plies + 1UL) * sizeof *board->history)) {
        mem_free(steps);
        mem_free(b);
        return NULL;
    }
    *b = *board;
    b->steps = steps;
    b->step_cap = b->plies;
    b->history = history;
    b->history_cap = b->plies + 1UL;
    return b;
}

/* --- The position ------------------------------------------------------------------------------ */

/* The contents as a string of the caller's; NULL with *error filled if that failed. */
static char *take_text(struct buf *text, enum status st, struct err *err, struct kifu_error *error)
{
    if (st == STATUS_OK && buf_cstr(text) && buf_status(text) != STATUS_OK)
        st = err_nomem(err);
    if (st == STATUS_OK)
        return text->p;
    buf_release(text);
    kifu_error_from(error, err);
    return NULL;
}

/* What fits into the caller's bytes; 0 if it does not. */
static size_t put_text(struct buf *text, char *out, size_t cap)
{
    const char *s = buf_cstr(text);
    size_t n = buf_status(text) == STATUS_OK && text->n < cap ? text->n : 0;
    memcpy(out, s, n);
    out[n] = '\0';
    buf_release(text);
    return n;
}

KIFU_API size_t kifu_board_sfen(const struct kifu_board *board, char out[KIFU_SFEN_BYTES])
{
    struct buf text;
    buf_init(&text, KIFU_SFEN_BYTES);
    shogi_sfen_print(&board->pos, kifu_board_move_number(board), &text);
    return put_text(&text, out, KIFU_SFEN_BYTES);
}

KIFU_API char *kifu_board_usi(const struct kifu_board *board, struct kifu_error *error)
{
    struct buf text;
    struct err err;
    struct shogi_pos usual;
    buf_init(&text, BUF_DEFAULT_MAX);
    shogi_pos_start(&usual);
    if (shogi_pos_equal(&usual, &board->start) && board->first_number == 1) {
        buf_add_str(&text, "startpos");
    } else {
        buf_add_str(&text, "sfen ");
        shogi_sfen_print(&board->start, board->first_number, &text);
    }
    for (uint32_t i = 0; i < board->plies; i++) {
        buf_add_str(&text, i ? " " : " moves ");
        shogi_usi_print(board->steps[i].move, &text);
    }
    return take_text(&text, STATUS_OK, &err, error);
}

KIFU_API int kifu_board_turn(const struct kifu_board *board)
{
    return shogi_turn(&board->pos);
}

KIFU_API unsigned kifu_board_move_number(const struct kifu_board *board)
{
    return board->first_number + board->plies;
}

KIFU_API int kifu_board_piece(const struct kifu_board *board, int square)
{
    return square >= 0 && square < SHOGI_SQUARES ? shogi_piece_at(&board->pos, square) : 0;
}

KIFU_API int kifu_board_hand(const struct kifu_board *board, int side, int kind)
{
    bool exists =
        (side == SHOGI_BLACK || side == SHOGI_WHITE) && kind > 0 && kind < SHOGI_HAND_KINDS;
    return exists ? shogi_hand(&board->pos, side, kind) : 0;
}

KIFU_API uint64_t kifu_board_key(const struct kifu_board *board)
{
    return shogi_hash(&board->pos);
}

KIFU_API int kifu_board_equal(const struct kifu_board *a, const struct kifu_board *b)
{
    return shogi_pos_equal(&a->pos, &b->pos);
}

KIFU_API void kifu_board_attacks(const struct kifu_board *board, uint8_t out[2][KIFU_SQUARES])
{
    shogi_attack_counts(&board->pos, out);
}

/* --- Moves ------------------------------------------------------------------------------------- */

KIFU_API int kifu_board_legal_moves(const struct kifu_board *board,
                                    kifu_shogi_move out[KIFU_MAX_MOVES])
{
    return shogi_legal_moves(&board->pos, out);
}

KIFU_API int kifu_board_is_legal(const struct kifu_board *board, kifu_shogi_move move)
{
    return shogi_move_is_legal(&board->pos, move);
}

KIFU_API int kifu_board_push(struct kifu_board *board, kifu_shogi_move move,
                             struct kifu_error *error)
{
    struct err err;
    if (push(board, move, &err) == STATUS_OK)
        return 0;
    kifu_error_from(error, &err);
    return -1;
}

KIFU_API kifu_shogi_move kifu_board_pop(struct kifu_board *board)
{
    if (!board->plies)
        return 0;
    const struct kifu_board_step *step = &board->steps[--board->plies];
    shogi_unplay(&board->pos, step->move, &step->undo);
    return step->move;
}

KIFU_API unsigned kifu_board_plies(const struct kifu_board *board)
{
    return board->plies;
}

KIFU_API kifu_shogi_move kifu_board_move(const struct kifu_board *board, unsigned n)
{
    return n < board->plies ? board->steps[n].move : 0;
}

KIFU_API unsigned long long kifu_board_perft(const struct kifu_board *board, int depth)
{
    struct shogi_pos pos = board->pos;
    return depth >= 0 && depth <= SHOGI_PERFT_MAX_DEPTH ? shogi_perft(&pos, depth) : 0;
}

KIFU_API int kifu_board_in_check(const struct kifu_board *board)
{
    return board->history[board->plies].in_check;
}

KIFU_API int kifu_board_has_no_move(const struct kifu_board *board)
{
    return shogi_has_no_move(&board->pos);
}

KIFU_API kifu_shogi_move kifu_board_mate_in_one(const struct kifu_board *board)
{
    return shogi_mate_in_one(&board->pos);
}

/* --- Ends of games ----------------------------------------------------------------------------- */

KIFU_API enum kifu_repetition kifu_board_repetition(const struct kifu_board *board)
{
    static const enum kifu_repetition public_number[] = {
        [SHOGI_REP_NONE] = KIFU_REPETITION_NONE,
        [SHOGI_REP_DRAW] = KIFU_REPETITION_DRAW,
        [SHOGI_REP_WIN] = KIFU_REPETITION_WIN,
        [SHOGI_REP_LOSS] = KIFU_REPETITION_LOSS,
    };
    return public_number[shogi_repetition(board->history, board->plies + 1)];
}

KIFU_API unsigned kifu_board_occurrences(const struct kifu_board *board)
{
    unsigned n = 0;
    for (uint32_t i = 0; i <= board->plies; i++)
        n += board->history[i].hash == board->history[board->plies].hash;
    return n;
}

KIFU_API enum kifu_declaration kifu_board_declaration(const struct kifu_board *board, int points)
{
    enum shogi_declaration d = points == 24   ? shogi_declare_24(&board->pos)
                               : points == 27 ? shogi_declare_27(&board->pos)
                                              : SHOGI_DECLARE_NO;
    return d == SHOGI_DECLARE_WIN    ? KIFU_DECLARE_WIN
           : d == SHOGI_DECLARE_DRAW ? KIFU_DECLARE_DRAW
                                     : KIFU_DECLARE_NO;
}

/* --- Notation ---------------------------------------------------------------------------------- */

/* Two digits as a square; -1: "00", a hand; -2: neither. */
static int csa_square(const char *p)
{
    if (p[0] == '0' && p[1] == '0')
        return -1;
    if (p[0] < '1' || p[0] > '9' || p[1] < '1' || p[1] > '9')
        return -2;
    return shogi_square(p[0] - '0', p[1] - '0');
}

/* "7776FU", with or without the side before it; 0: it is none. */
static shogi_move parse_csa(const struct shogi_pos *pos, struct span text)
{
    if (text.n == 7 && text.p[0] == (shogi_turn(pos) == SHOGI_BLACK ? '+' : '-'))
        text = span_skip(text, 1);
    if (text.n != 6)
        return 0;
    int from = csa_square(text.p), to = csa_square(text.p + 2);
    int kind = shogi_kind_by_csa(text.p[4], text.p[5]);
    if (from < -1 || to < 0 || !kind)
        return 0;
    if (from == -1)
        return kind < SHOGI_HAND_KINDS ? shogi_drop_make(kind, to) : 0;
    int moved = shogi_kind_of(shogi_piece_at(pos, from));
    bool promotes = moved != kind;
    if (promotes && (!shogi_kind_can_promote(moved) || (moved | 8) != kind))
        return 0;
    return shogi_move_make(from, to, promotes);
}

static shogi_move parse_japanese(const struct kifu_board *board, struct span text)
{
    struct ki2_move named;
    int mark = ki2_eat_mark(&text);
    ki2_eat_blanks(&text);
    if ((mark >= 0 && mark != shogi_turn(&board->pos)) ||
        ki2_parse_move(&text, kifu_board_last_to(board), &named) != KI2_MOVE)
        return 0;
    ki2_eat_blanks(&text);
    return text.n ? 0 : ki2_resolve_move(&board->pos, &named);
}

KIFU_API kifu_shogi_move kifu_board_parse_move(const struct kifu_board *board, const char *text)
{
    struct span s = span_of(text);
    shogi_move m;
    if (!shogi_usi_parse(s, &m))
        m = parse_csa(&board->pos, s);
    if (!m)
        m = parse_japanese(board, s);
    return shogi_move_is_legal(&board->pos, m) ? m : 0;
}

static void print_csa(const struct shogi_pos *pos, shogi_move m, struct buf *out)
{
    int to = shogi_move_to(m), from = 0, kind = shogi_move_kind(m);
    if (!shogi_move_is_drop(m)) {
        from = shogi_move_from(m);
        kind = shogi_kind_of(shogi_piece_at(pos, from)) | (shogi_move_promotes(m) ? 8 : 0);
        from = shogi_file_of(from) * 10 + shogi_rank_of(from);
    }
    buf_printf(out, "%c%02d%d%d%s", shogi_turn(pos) == SHOGI_BLACK ? '+' : '-', from,
               shogi_file_of(to), shogi_rank_of(to), shogi_kind_csa(kind));
}

static void print_kif(const struct shogi_pos *pos, shogi_move m, int last_to, struct buf *out)
{
    ki2_print_square_and_piece(pos, m, last_to, out);
    if (shogi_move_is_drop(m)) {
        buf_add_str(out, "打");
        return;
    }
    int from = shogi_move_from(m);
    buf_printf(out, "%s(%d%d)", shogi_move_promotes(m) ? "成" : "", shogi_file_of(from),
               shogi_rank_of(from));
}

KIFU_API size_t kifu_board_print_move(const struct kifu_board *board, kifu_shogi_move move,
                                      const char *notation, char out[KIFU_MOVE_BYTES])
{
    struct buf text;
    struct span name = span_of(notation);
    int last_to = kifu_board_last_to(board);
    buf_init(&text, KIFU_MOVE_BYTES);
    if (shogi_move_is_legal(&board->pos, move)) {
        if (span_eq(name, SPAN("csa")))
            print_csa(&board->pos, move, &text);
        else if (span_eq(name, SPAN("kif")))
            print_kif(&board->pos, move, last_to, &text);
        else if (span_eq(name, SPAN("ki2")))
            ki2_print_move(&board->pos, move, last_to, &text);
        else if (span_eq(name, SPAN("english")))
            shogi_move_text(&board->pos, move, last_to, LANG_EN, &text);
    }
    return put_text(&text, out, KIFU_MOVE_BYTES);
}

KIFU_API kifu_shogi_move kifu_move_parse(const char *usi)
{
    shogi_move m;
    return shogi_usi_parse(span_of(usi), &m) ? m : 0;
}

/* Has it the form of a move: squares of the board, a kind that can be dropped? */
static bool has_form(shogi_move m)
{
    if (shogi_move_to(m) >= SHOGI_SQUARES)
        return false;
    if (shogi_move_is_drop(m))
        return !shogi_move_promotes(m) && shogi_move_kind(m) > 0 &&
               shogi_move_kind(m) < SHOGI_HAND_KINDS;
    return shogi_move_from(m) < SHOGI_SQUARES && shogi_move_from(m) != shogi_move_to(m);
}

KIFU_API size_t kifu_move_print(kifu_shogi_move move, char out[KIFU_MOVE_BYTES])
{
    struct buf text;
    buf_init(&text, KIFU_MOVE_BYTES);
    if (has_form(move))
        shogi_usi_print(move, &text);
    return put_text(&text, out, KIFU_MOVE_BYTES);
}

KIFU_API int kifu_move_label(kifu_shogi_move move, int side)
{
    return has_form(move) ? shogi_move_label(move, side == SHOGI_BLACK ? SHOGI_BLACK : SHOGI_WHITE)
                          : -1;
}

/* --- Pictures ---------------------------------------------------------------------------------- */

static struct shogi_picture picture_of(const struct kifu_board *board)
{
    return (struct shogi_picture){.pos = &board->pos,
                                  .last = board->plies ? board->steps[board->plies - 1].move : 0,
                                  .ply = kifu_board_move_number(board) - 1,
                                  .caption_side = -1};
}

static struct board_options options_of(const struct kifu_picture_options *o)
{
    struct board_options opt = {.letters = true};
    if (!o)
        return opt;
    opt.lang = o->japanese ? LANG_JA : LANG_EN;
    opt.flip = o->flip != 0;
    opt.letters = !o->japanese;
    opt.width_px = o->width > 0 ? o->width : 0;
    return opt;
}

KIFU_API char *kifu_board_svg(const struct kifu_board *board,
                              const struct kifu_picture_options *options, struct kifu_error *error)
{
    struct buf text;
    struct err err;
    struct shogi_picture picture = picture_of(board);
    struct board_options opt = options_of(options);
    opt.letters = false; /* kanji are what boards have */
    buf_init(&text, BUF_DEFAULT_MAX);
    return take_text(&text, shogi_board_svg(&picture, &opt, &text, &err), &err, error);
}

KIFU_API char *kifu_board_diagram(const struct kifu_board *board,
                                  const struct kifu_picture_options *options,
                                  struct kifu_error *error)
{
    struct buf text;
    struct err err;
    struct shogi_picture picture = picture_of(board);
    struct board_options opt = options_of(options);
    buf_init(&text, BUF_DEFAULT_MAX);
    shogi_board_text(&picture, &opt, &text);
    return take_text(&text, STATUS_OK, &err, error);
}
