/* shogi_sfen.c: positions as text.
 *
 *   lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
 *   board, rank by rank from file 9 to 1     side   hands   number of the next move
 *
 * Errors carry the byte in the text at which reading stopped. */
#include "base/text/num.h"
#include "games/shogi/shogi.h"

struct sfen_reader {
    struct span rest;
    const char *start;
    struct err *err;
};

static enum status fail(struct sfen_reader *r, const struct msg *what)
{
    err_set(r->err, STATUS_SYNTAX, what, span_make(r->rest.p, r->rest.n < 16 ? r->rest.n : 16),
            (struct span){0});
    if (r->err)
        err_at(r->err, 1, (uint64_t)(r->rest.p - r->start));
    return STATUS_SYNTAX;
}

static char peek(const struct sfen_reader *r)
{
    return r->rest.n ? *r->rest.p : '\0';
}

static bool eat(struct sfen_reader *r, char c)
{
    if (peek(r) != c || !r->rest.n)
        return false;
    r->rest = span_skip(r->rest, 1);
    return true;
}

static void skip_blanks(struct sfen_reader *r)
{
    while (eat(r, ' ') || eat(r, '\t') || eat(r, '\r') || eat(r, '\n'))
        ;
}

/* The piece of a letter, or 0. */
static int piece_of_letter(char c)
{
    static const char LETTERS[] = "PLNSBRGKplnsbrgk";
    const char *found = c ? strchr(LETTERS, c) : NULL;
    if (!found)
        return 0;
    int i = (int)(found - LETTERS);
    return shogi_piece(i / 8, i % 8 + 1);
}

static enum status read_piece(struct sfen_reader *r, int *piece)
{
    static const struct msg WANT_PIECE = {"expected a piece at \"%1\"",
                                          "駒の文字が必要です: 「%1」"};
    static const struct msg NO_PROMOTION = {"piece that cannot promote at \"%1\"",
                                            "成れない駒です: 「%1」"};
    bool promoted = eat(r, '+');
    *piece = piece_of_letter(peek(r));
    if (!*piece)
        return fail(r, &WANT_PIECE);
    if (promoted && !shogi_kind_can_promote(shogi_kind_of(*piece)))
        return fail(r, &NO_PROMOTION);
    *piece |= promoted << 3;
    r->rest = span_skip(r->rest, 1);
    return STATUS_OK;
}

static enum status read_rank(struct sfen_reader *r, struct shogi_pos *pos, int rank)
{
    static const struct msg TOO_LONG = {"rank of more than nine squares at \"%1\"",
                                        "一段が九マスを超えています: 「%1」"};
    for (int file = 9; file >= 1;) {
        char c = peek(r);
        if (c >= '1' && c <= '9') {
            file -= c - '0';
            if (file < 0)
                return fail(r, &TOO_LONG);
            r->rest = span_skip(r->rest, 1);
            continue;
        }
        int piece;
        enum status status = read_piece(r, &piece);
        if (status != STATUS_OK)
            return status;
        shogi_pos_put(pos, shogi_square(file--, rank), piece);
    }
    return STATUS_OK;
}

static enum status read_board(struct sfen_reader *r, struct shogi_pos *pos)
{
    static const struct msg WANT_SLASH = {"expected \"/\" after nine squares at \"%1\"",
                                          "九マスの後に「/」が必要です: 「%1」"};
    for (int rank = 1; rank <= 9; rank++) {
        enum status status = read_rank(r, pos, rank);
        if (status != STATUS_OK)
            return status;
        if (rank < 9 && !eat(r, '/'))
            return fail(r, &WANT_SLASH);
    }
    return STATUS_OK;
}

static enum status read_hand_piece(struct sfen_reader *r, struct shogi_pos *pos)
{
    static const struct msg BAD_COUNT = {"expected a number of pieces from 1 to 18 at \"%1\"",
                                         "持駒の数は1から18です: 「%1」"};
    static const struct msg BAD_PIECE = {"expected a piece in hand at \"%1\"",
                                         "持駒の文字が必要です: 「%1」"};
    uint64_t count = 1;
    if (peek(r) >= '0' && peek(r) <= '9')
        if (!num_eat_u64(&r->rest, 18, &count) || count == 0)
            return fail(r, &BAD_COUNT);
    int piece = piece_of_letter(peek(r));
    int kind = shogi_kind_of(piece);
    if (!piece || kind == SHOGI_KING)
        return fail(r, &BAD_PIECE);
    int color = shogi_color_of(piece);
    shogi_pos_set_hand(pos, color, kind, pos->hand[color][kind] + (int)count);
    r->rest = span_skip(r->rest, 1);
    return STATUS_OK;
}

static enum status read_hands(struct sfen_reader *r, struct shogi_pos *pos)
{
    if (eat(r, '-'))
        return STATUS_OK;
    do {
        enum status status = read_hand_piece(r, pos);
        if (status != STATUS_OK)
            return status;
    } while (r->rest.n && peek(r) != ' ' && peek(r) != '\t' && peek(r) != '\r' && peek(r) != '\n');
    return STATUS_OK;
}

static enum status read_turn(struct sfen_reader *r, struct shogi_pos *pos)
{
    static const struct msg WANT_TURN = {"expected \"b\" or \"w\" at \"%1\"",
                                         "手番「b」か「w」が必要です: 「%1」"};
    if (!eat(r, 'b')) {
        if (!eat(r, 'w'))
            return fail(r, &WANT_TURN);
        shogi_pos_set_turn(pos, SHOGI_WHITE);
    }
    return STATUS_OK;
}

/* The blank before the next field.  *more is false if the text ends here and may. */
static enum status next_field(struct sfen_reader *r, enum shogi_sfen_mode mode, bool *more)
{
    static const struct msg WANT_BLANK = {"expected a blank at \"%1\"", "空白が必要です: 「%1」"};
    static const struct msg TOO_SHORT = {"the position is incomplete",
                                         "局面が途中で終わっています"};
    *more = true;
    if (mode == SHOGI_SFEN_STRICT) {
        if (!r->rest.n)
            return fail(r, &TOO_SHORT);
        return eat(r, ' ') ? STATUS_OK : fail(r, &WANT_BLANK);
    }
    const char *before = r->rest.p;
    skip_blanks(r);
    *more = r->rest.n != 0;
    return *more && r->rest.p == before ? fail(r, &WANT_BLANK) : STATUS_OK;
}

static enum status read_fields(struct sfen_reader *r, struct shogi_pos *pos,
                               enum shogi_sfen_mode mode, unsigned *ply)
{
    bool more;
    enum status status = read_board(r, pos);
    if (status == STATUS_OK)
        status = next_field(r, mode, &more);
    if (status != STATUS_OK || !more)
        return status;
    status = read_turn(r, pos);
    if (status == STATUS_OK)
        status = next_field(r, mode, &more);
    if (status != STATUS_OK || !more)
        return status;
    status = read_hands(r, pos);
    if (status == STATUS_OK)
        status = next_field(r, mode, &more);
    if (status != STATUS_OK || !more)
        return status;
    static const struct msg BAD_PLY = {"expected a move number at \"%1\"",
                                       "手数が必要です: 「%1」"};
    uint64_t number;
    if (!num_eat_u64(&r->rest, 1000000000, &number))
        return fail(r, &BAD_PLY);
    if (ply)
        *ply = (unsigned)number;
    return STATUS_OK;
}

static enum status expect_end(struct sfen_reader *r, enum shogi_sfen_mode mode)
{
    static const struct msg TRAILING = {"unexpected text after the position: \"%1\"",
                                        "局面の後に余分な文字があります: 「%1」"};
    if (mode == SHOGI_SFEN_TOLERANT)
        skip_blanks(r);
    return r->rest.n ? fail(r, &TRAILING) : STATUS_OK;
}

/* Words that may come before a position in tolerant reading; true if it was "startpos". */
static bool skip_words(struct sfen_reader *r)
{
    skip_blanks(r);
    if (span_eat(&r->rest, SPAN("position")))
        skip_blanks(r);
    if (span_eat(&r->rest, SPAN("startpos")))
        return true;
    if (span_eat(&r->rest, SPAN("sfen")))
        skip_blanks(r);
    return false;
}

enum status shogi_sfen_parse(struct shogi_pos *pos, struct span text, enum shogi_sfen_mode mode,
                             unsigned *ply, struct err *err)
{
    struct sfen_reader r = {text, text.p, err};
    if (ply)
        *ply = 1;
    if (mode == SHOGI_SFEN_TOLERANT && skip_words(&r)) {
        shogi_pos_start(pos);
        return expect_end(&r, mode);
    }
    shogi_pos_clear(pos);
    enum status status = read_fields(&r, pos, mode, ply);
    if (status == STATUS_OK)
        status = expect_end(&r, mode);
    return status == STATUS_OK ? shogi_pos_finish(pos, err) : status;
}

/* --- Writing -------------------------------------------------------------------------------- */

static void print_piece(int piece, struct buf *out)
{
    int kind = shogi_kind_of(piece);
    if (kind != shogi_kind_plain(kind))
        buf_add_char(out, '+');
    const char *letters = shogi_color_of(piece) == SHOGI_BLACK ? "?PLNSBRGK" : "?plnsbrgk";
    buf_add_char(out, letters[shogi_kind_plain(kind)]);
}

static void print_rank(const struct shogi_pos *pos, int rank, struct buf *out)
{
    int empty = 0;
    for (int file = 9; file >= 1; file--) {
        int piece = pos->board[shogi_square(file, rank)];
        if (!piece) {
            empty++;
            continue;
        }
        if (empty)
            buf_add_u64(out, (uint64_t)empty);
        empty = 0;
        print_piece(piece, out);
    }
    if (empty)
        buf_add_u64(out, (uint64_t)empty);
}

static void print_hands(const struct shogi_pos *pos, struct buf *out)
{
    static const uint8_t ORDER[] = {SHOGI_ROOK,   SHOGI_BISHOP, SHOGI_GOLD, SHOGI_SILVER,
                                    SHOGI_KNIGHT, SHOGI_LANCE,  SHOGI_PAWN};
    bool any = false;
    for (int color = 0; color < 2; color++)
        for (size_t i = 0; i < sizeof ORDER; i++) {
            int count = pos->hand[color][ORDER[i]];
            if (!count)
                continue;
            any = true;
            if (count > 1)
                buf_add_u64(out, (uint64_t)count);
            print_piece(shogi_piece(color, ORDER[i]), out);
        }
    if (!any)
        buf_add_char(out, '-');
}

void shogi_sfen_print(const struct shogi_pos *pos, unsigned ply, struct buf *out)
{
    for (int rank = 1; rank <= 9; rank++) {
        print_rank(pos, rank, out);
        buf_add_char(out, rank < 9 ? '/' : ' ');
    }
    buf_add_str(out, pos->turn == SHOGI_BLACK ? "b " : "w ");
    print_hands(pos, out);
    buf_add_char(out, ' ');
    buf_add_u64(out, ply);
}
