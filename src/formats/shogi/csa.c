/* csa.c: the format of the Computer Shogi Association (V1, V2.x, V3.0).
 *
 * A file is a run of statements, one a line or several with commas between:
 *
 *     V2.2                       version
 *     N+name  N-name  $EVENT:…   about the game
 *     PI82HI22KA | P1-KY-KE… | P+59OU… | P-00AL     start position (pieces, 00 = hand, AL = rest)
 *     +                          side to move; the board is complete
 *     +7776FU,T12                a move: from, to, the piece after moving; its time
 *     %TORYO                     how it ended
 *     '…                         remark;  '*… comment;  '** 94 …  an engine's value
 *     /                          another game follows
 *
 * In the wild version lines are repeated between games, the sign line is missing, rows of the board
 * have lost their trailing blanks, and the end is missing: all of that is read.  A version, name or
 * board statement after moves starts a new game even without the slash.
 */
#include "formats/shogi/csa.h"

#include "base/text/num.h"
#include "formats/cursor.h"
#include "games/shogi/shogi_names.h"

static const struct msg BAD_STATEMENT = {"not a CSA statement: %1", "CSA形式にない行です: %1"};
static const struct msg BAD_MOVE = {"illegal move %1", "指せない手です: %1"};
static const struct msg WRONG_SIDE = {"%1 is not to move", "手番が違います: %1"};
static const struct msg BAD_BOARD = {"not a board line: %1", "局面の行が読めません: %1"};
static const struct msg TOO_MANY = {"more than 10,000 moves; the rest is ignored",
                                    "1万手を超えたため、以降を省きました"};
static const struct msg FOUL_MOVE = {"the game ended with the illegal move %1",
                                     "反則手 %1 で終わっています"};
static const struct msg BAD_TIME = {"not a time: %1", "消費時間が読めません: %1"};
static const struct msg AFTER_END = {"after the end of the game: %1", "終局後の行です: %1"};

static const struct {
    struct span name;
    enum record_end end;
} ENDS[] = {
    {SPAN_INIT("TORYO"), END_RESIGN},
    {SPAN_INIT("CHUDAN"), END_INTERRUPTED},
    {SPAN_INIT("SENNICHITE"), END_REPETITION},
    {SPAN_INIT("TIME_UP"), END_TIME_UP},
    {SPAN_INIT("ILLEGAL_MOVE"), END_ILLEGAL_MOVE},
    {SPAN_INIT("JISHOGI"), END_IMPASSE},
    {SPAN_INIT("KACHI"), END_DECLARATION},
    {SPAN_INIT("HIKIWAKE"), END_DRAW},
    {SPAN_INIT("MAX_MOVES"), END_MAX_MOVES},
    {SPAN_INIT("TSUMI"), END_MATE},
    {SPAN_INIT("FUZUMI"), END_NO_MATE},
    {SPAN_INIT("MATTA"), END_TAKE_BACK},
    {SPAN_INIT("ERROR"), END_ERROR},
};
enum { END_ROWS = sizeof ENDS / sizeof ENDS[0] };

static const struct {
    struct span key;
    enum record_header_id id;
} HEADERS[] = {
    {SPAN_INIT("EVENT"), HEADER_EVENT},
    {SPAN_INIT("SITE"), HEADER_SITE},
    {SPAN_INIT("START_TIME"), HEADER_START_TIME},
    {SPAN_INIT("END_TIME"), HEADER_END_TIME},
    {SPAN_INIT("TIME_LIMIT"), HEADER_TIME_LIMIT},
    {SPAN_INIT("OPENING"), HEADER_OPENING},
    {SPAN_INIT("NOTE"), HEADER_NOTE},
};
enum { HEADER_ROWS = sizeof HEADERS / sizeof HEADERS[0] };

bool csa_end_by_name(struct span name, enum record_end *end, int *seat)
{
    *seat = -1;
    if (span_eq(name, SPAN("+ILLEGAL_ACTION")) || span_eq(name, SPAN("-ILLEGAL_ACTION"))) {
        *seat = name.p[0] == '+' ? SHOGI_BLACK : SHOGI_WHITE;
        *end = END_ILLEGAL_ACTION;
        return true;
    }
    for (int i = 0; i < END_ROWS; i++)
        if (span_eq(name, ENDS[i].name)) {
            *end = ENDS[i].end;
            return true;
        }
    return false;
}

const char *csa_end_name(enum record_end end, int seat)
{
    if (end == END_ILLEGAL_ACTION)
        return seat == SHOGI_BLACK ? "+ILLEGAL_ACTION" : "-ILLEGAL_ACTION";
    for (int i = 0; i < END_ROWS; i++)
        if (ENDS[i].end == end)
            return ENDS[i].name.p;
    return NULL;
}

const char *csa_header_key(enum record_header_id id)
{
    for (int i = 0; i < HEADER_ROWS; i++)
        if (HEADERS[i].id == id)
            return HEADERS[i].key.p;
    return NULL;
}

/* --- Reading -------------------------------------------------------------------------------- */

/* Where the reader is within a game. */
struct csa_reader {
    struct reader *r;
    struct shogi_pos board; /* being set up by P lines */
    bool has_board;         /* a P line was seen */
    bool any;               /* anything of this game was seen */
    bool moves_begun;       /* a sign line or a move was seen */
    bool broken;            /* a bad move: the rest of the moves is skipped */
    bool ended;
    int last_sign;        /* colour of the last move line, also when broken */
    struct span bad_move; /* the move that broke it, until it is known whether the game ended so */
    const struct msg *bad_why;
    uint32_t bad_line;
    uint32_t line;  /* number of the present line */
    const char *at; /* its start */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static enum status begin_game(struct csa_reader *c, struct err *err)
{
    struct reader *r = c->r;
    *c = (struct csa_reader){.r = r, .line = c->line, .at = c->at, .last_sign = -1};
    shogi_pos_clear(&c->board);
    return reader_begin(r, c->at, err);
}

static void problem(struct csa_reader *c, enum problem_severity severity, enum status code,
                    const struct msg *what, struct span s)
{
    reader_problem(c->r, severity, code, what, s, s.p, c->line);
}

static enum status fix_start(struct csa_reader *c, int turn, struct err *err)
{
    struct shogi_pos pos;
    struct err why;
    if (!c->has_board)
        shogi_pos_start(&c->board);
    pos = c->board;
    shogi_pos_set_turn(&pos, turn);
    if (shogi_pos_finish(&pos, &why) != STATUS_OK) {
        reader_problem_at(c->r, PROBLEM_REJECTED, &why, c->at, c->line);
        c->broken = true;
    }
    return shogi_line_start(&c->r->line, &pos) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* A bad move is reported only when the next statement is known: if the record itself says that
 * the game ended by it, nothing was lost. */
static void report_bad_move(struct csa_reader *c, bool was_foul)
{
    if (!c->bad_move.n)
        return;
    reader_problem(c->r, was_foul ? PROBLEM_NOTE : PROBLEM_PARTIAL, STATUS_ILLEGAL,
                   was_foul ? &FOUL_MOVE : c->bad_why, c->bad_move, c->bad_move.p, c->bad_line);
    c->bad_move.n = 0;
}

static void break_off(struct csa_reader *c, const struct msg *why, struct span s)
{
    c->broken = true;
    c->bad_move = span_make(s.p, 7);
    c->bad_why = why;
    c->bad_line = c->line;
}

bool csa_is_move(struct span s)
{
    return s.n >= 7 && (s.p[0] == '+' || s.p[0] == '-') && is_digit(s.p[1]) && is_digit(s.p[2]) &&
           is_digit(s.p[3]) && is_digit(s.p[4]);
}

/* The move in s, in the present position; 0 if it can't be one. */
static shogi_move decode_move(const struct shogi_pos *pos, const char *p)
{
    int kind = shogi_kind_by_csa(p[5], p[6]);
    int to_file = p[3] - '0', to_rank = p[4] - '0';
    if (!kind || !to_file || !to_rank)
        return 0;
    int to = shogi_square(to_file, to_rank);
    if (p[1] == '0' && p[2] == '0')
        return kind < SHOGI_HAND_KINDS ? shogi_drop_make(kind, to) : 0;
    if (p[1] == '0' || p[2] == '0')
        return 0;
    int from = shogi_square(p[1] - '0', p[2] - '0');
    int moved = shogi_kind_of(shogi_piece_at(pos, from));
    bool promotes = moved != kind;
    if (promotes && !(shogi_kind_can_promote(moved) && (moved | 8) == kind))
        return 0;
    return shogi_move_make(from, to, promotes);
}

static enum status read_move(struct csa_reader *c, struct span s, struct err *err)
{
    struct shogi_line *line = &c->r->line;
    int color = s.p[0] == '+' ? SHOGI_BLACK : SHOGI_WHITE;
    c->last_sign = color;
    if (!c->moves_begun) {
        c->moves_begun = true;
        enum status st = fix_start(c, color, err);
        if (st != STATUS_OK)
            return st;
    }
    if (c->broken)
        return STATUS_OK;
    if (color != shogi_turn(&line->pos)) {
        break_off(c, &WRONG_SIDE, s);
        return STATUS_OK;
    }
    switch (shogi_line_move(line, decode_move(&line->pos, s.p))) {
    case STATUS_OK:
        return STATUS_OK;
    case STATUS_ILLEGAL:
        break_off(c, &BAD_MOVE, s);
        return STATUS_OK;
    case STATUS_LIMIT:
        problem(c, PROBLEM_PARTIAL, STATUS_LIMIT, &TOO_MANY, span_make(s.p, 0));
        c->broken = true;
        return STATUS_OK;
    default:
        return err_nomem(err);
    }
}

/* T12 or T12.345: seconds. */
static void read_time(struct csa_reader *c, struct span s)
{
    struct span t = span_skip(s, 1);
    uint64_t seconds, ms = 0;
    bool ok = num_eat_u64(&t, 1000000, &seconds);
    if (ok && span_eat(&t, SPAN("."))) {
        uint64_t unit = 100;
        for (; t.n && is_digit(t.p[0]); t = span_skip(t, 1), unit /= 10)
            ms += unit * (uint64_t)(t.p[0] - '0');
    }
    if (!ok || span_trim(t).n)
        problem(c, PROBLEM_LOST, STATUS_SYNTAX, &BAD_TIME, s);
    else if (!c->broken)
        shogi_line_time(&c->r->line, seconds * 1000 + ms);
}

static enum status read_end(struct csa_reader *c, struct span s, struct err *err)
{
    struct record *rec = c->r->rec;
    struct span name = span_trim(span_skip(s, 1));
    enum record_end end = END_OTHER;
    int seat = -1;
    csa_end_by_name(name, &end, &seat);
    if (!c->moves_begun) {
        c->moves_begun = true;
        if (fix_start(c, SHOGI_BLACK, err) != STATUS_OK)
            return err->code;
    }
    bool foul = c->bad_move.n && (end == END_ILLEGAL_MOVE || end == END_ILLEGAL_ACTION);
    struct span text = end == END_OTHER ? name : foul ? c->bad_move : (struct span){0};
    bool broken = c->broken && !foul;
    report_bad_move(c, foul);
    c->ended = true;
    if (!broken)
        return shogi_line_end(&c->r->line, end, seat, text) == STATUS_OK ? STATUS_OK
                                                                         : err_nomem(err);
    /* The moves up to here are incomplete, but who was to move is known from the signs. */
    rec->end = end;
    if (c->last_sign >= 0)
        record_points_of_end(end, seat, 1 - c->last_sign, rec->points);
    return STATUS_OK;
}

/* Shogi Wars says who won, and how: GOTE_WIN_TORYO.  Seat of the winner; -1: nobody; -2: the
 * statement is none of these. */
static int wars_winner(struct span s, enum record_end *end)
{
    static const struct {
        struct span name;
        enum record_end end;
    } HOW[] = {
        {SPAN_INIT("TORYO"), END_RESIGN},
        {SPAN_INIT("CHECKMATE"), END_MATE},
        {SPAN_INIT("TIMEOUT"), END_TIME_UP},
        {SPAN_INIT("DISCONNECT"), END_TIME_UP},
        {SPAN_INIT("SENNICHI"), END_REPETITION},
        {SPAN_INIT("OUTE_SENNICHI"), END_ILLEGAL_ACTION},
        {SPAN_INIT("ENTERINGKING"), END_DECLARATION},
    };
    int winner = span_eat(&s, SPAN("SENTE_WIN_"))  ? SHOGI_BLACK
                 : span_eat(&s, SPAN("GOTE_WIN_")) ? SHOGI_WHITE
                 : span_eat(&s, SPAN("DRAW_"))     ? -1
                                                   : -2;
    s = span_trim(s);
    *end = END_OTHER;
    for (size_t i = 0; i < sizeof HOW / sizeof *HOW; i++)
        if (span_eq(s, HOW[i].name))
            *end = HOW[i].end;
    return winner;
}

static enum status read_wars_end(struct csa_reader *c, struct span s, int winner,
                                 enum record_end end, struct err *err)
{
    struct record *rec = c->r->rec;
    int offender = end == END_ILLEGAL_ACTION && winner >= 0 ? 1 - winner : -1;
    c->ended = true;
    enum status st = STATUS_OK;
    if (!c->broken)
        st = shogi_line_end(&c->r->line, end, offender, end == END_OTHER ? s : (struct span){0});
    else
        rec->end = end;
    for (int seat = 0; seat < 2; seat++)
        rec->points[seat] = winner < 0 ? POINTS_DRAW : seat == winner ? POINTS_WIN : POINTS_LOSS;
    return st == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* Something else than the format has. */
static enum status read_other(struct csa_reader *c, struct span s, struct err *err)
{
    enum record_end end;
    int winner = wars_winner(s, &end);
    if (winner > -2 && c->moves_begun && !c->ended)
        return read_wars_end(c, s, winner, end, err);
    problem(c, PROBLEM_LOST, STATUS_SYNTAX, &BAD_STATEMENT, s);
    return STATUS_OK;
}

/* The piece in a cell of three characters: -1 if it is none. */
static int piece_of_cell(struct span cell)
{
    int kind = 0;
    if (cell.n == 3 && (cell.p[0] == '+' || cell.p[0] == '-'))
        kind = shogi_kind_by_csa(cell.p[1], cell.p[2]);
    return kind ? shogi_piece(cell.p[0] == '-', kind) : -1;
}

/* P1-KY-KE … : nine squares of three characters, which may have lost their trailing blanks. */
static bool read_wide_row(struct csa_reader *c, int rank, struct span s)
{
    for (int file = 9; file >= 1; file--, s = span_skip(s, 3)) {
        struct span cell = span_make(s.p, s.n < 3 ? s.n : 3), trimmed = span_trim(cell);
        bool empty = trimmed.n == 0 || span_eq(trimmed, SPAN("*"));
        int piece = empty ? 0 : piece_of_cell(cell);
        if (piece < 0)
            return false;
        shogi_pos_put(&c->board, shogi_square(file, rank), piece);
    }
    return span_trim(s).n == 0;
}

/* The same where blanks were lost or added in between: "P2 * +HI * *". */
static bool read_loose_row(struct csa_reader *c, int rank, struct span s)
{
    for (int file = 9; file >= 1; file--) {
        s = span_trim(s);
        bool empty = span_eat(&s, SPAN("*"));
        int piece = empty ? 0 : piece_of_cell(span_make(s.p, s.n < 3 ? s.n : 3));
        if (piece < 0)
            return false;
        shogi_pos_put(&c->board, shogi_square(file, rank), piece);
        s = span_skip(s, empty ? 0 : 3);
    }
    return span_trim(s).n == 0;
}

/* What is left of the 38 pieces without kings after what stands on the board and in hands. */
static void take_rest(struct csa_reader *c, int color)
{
    static const int total[SHOGI_HAND_KINDS] = {0, 18, 4, 4, 4, 2, 2, 4};
    for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++) {
        int left = total[kind];
        for (int square = 0; square < SHOGI_SQUARES; square++) {
            int k = shogi_kind_of(shogi_piece_at(&c->board, square));
            left -= k && k != SHOGI_KING && shogi_kind_plain(k) == kind;
        }
        left -= shogi_hand(&c->board, SHOGI_BLACK, kind) + shogi_hand(&c->board, SHOGI_WHITE, kind);
        if (left > 0)
            shogi_pos_set_hand(&c->board, color, kind, shogi_hand(&c->board, color, kind) + left);
    }
}

/* P+59OU00FU, P-00AL */
static bool read_pieces(struct csa_reader *c, int color, struct span s)
{
    for (s = span_trim(s); s.n; s = span_skip(s, 4)) {
        if (s.n < 4)
            return false;
        int file = s.p[0] - '0', rank = s.p[1] - '0', kind = shogi_kind_by_csa(s.p[2], s.p[3]);
        if (file == 0 && rank == 0 && s.p[2] == 'A' && s.p[3] == 'L') {
            take_rest(c, color);
        } else if (file == 0 && rank == 0 && kind && kind < SHOGI_HAND_KINDS) {
            int n = shogi_hand(&c->board, color, kind) + 1;
            if (n > 18)
                return false;
            shogi_pos_set_hand(&c->board, color, kind, n);
        } else if (file >= 1 && file <= 9 && rank >= 1 && rank <= 9 && kind) {
            shogi_pos_put(&c->board, shogi_square(file, rank), shogi_piece(color, kind));
        } else {
            return false;
        }
    }
    return true;
}

/* PI, PI82HI22KA: the even start without some pieces. */
static bool read_even_start(struct csa_reader *c, struct span s)
{
    shogi_pos_start(&c->board);
    for (s = span_trim(s); s.n; s = span_skip(s, 4)) {
        int file = s.p[0] - '0', rank = s.n < 4 ? 0 : s.p[1] - '0';
        if (s.n < 4 || file < 1 || file > 9 || rank < 1 || rank > 9)
            return false;
        int square = shogi_square(file, rank);
        if (shogi_kind_of(shogi_piece_at(&c->board, square)) != shogi_kind_by_csa(s.p[2], s.p[3]))
            return false;
        shogi_pos_put(&c->board, square, 0);
    }
    return true;
}

static void read_board(struct csa_reader *c, struct span s)
{
    bool ok = false;
    c->has_board = true;
    if (s.n >= 2 && s.p[1] == 'I')
        ok = read_even_start(c, span_skip(s, 2));
    else if (s.n >= 2 && s.p[1] >= '1' && s.p[1] <= '9')
        ok = read_wide_row(c, s.p[1] - '0', span_skip(s, 2)) ||
             read_loose_row(c, s.p[1] - '0', span_skip(s, 2));
    else if (s.n >= 2 && (s.p[1] == '+' || s.p[1] == '-'))
        ok = read_pieces(c, s.p[1] == '-', span_skip(s, 2));
    if (!ok) {
        problem(c, PROBLEM_PARTIAL, STATUS_SYNTAX, &BAD_BOARD, s);
        c->broken = true;
    }
}

static enum status read_header(struct csa_reader *c, struct span s, struct err *err)
{
    struct record *rec = c->r->rec;
    enum status st;
    if (s.p[0] == 'N') {
        int seat = s.p[1] == '-';
        st = record_add_header(rec, (enum record_header_id)(HEADER_PLAYER + seat),
                               span_make(s.p, 2), span_skip(s, 2));
    } else {
        ptrdiff_t colon = span_find(s, SPAN(":"));
        struct span key = colon < 0 ? s : span_make(s.p, (size_t)colon);
        struct span value = colon < 0 ? span_make(s.p, 0) : span_skip(s, (size_t)colon + 1);
        enum record_header_id id = HEADER_OTHER;
        for (int i = 0; i < HEADER_ROWS; i++)
            if (span_eq(span_skip(key, 1), HEADERS[i].key))
                id = HEADERS[i].id;
        st = record_add_header(rec, id, key, value);
    }
    return st == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* 'summary:toryo:A win:B lose (floodgate), 'summary: black win: who won, where % does not say. */
static void read_summary(struct csa_reader *c, struct span s)
{
    static const struct {
        struct span text;
        int8_t black;
    } outcomes[] = {
        {SPAN_INIT(" win:"), POINTS_WIN},       {SPAN_INIT(" lose:"), POINTS_LOSS},
        {SPAN_INIT(" draw:"), POINTS_DRAW},     {SPAN_INIT(" black win"), POINTS_WIN},
        {SPAN_INIT(" white win"), POINTS_LOSS}, {SPAN_INIT("summary: draw"), POINTS_DRAW}};
    for (size_t i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++)
        if (span_find(s, outcomes[i].text) >= 0) {
            c->r->rec->points[0] = outcomes[i].black;
            c->r->rec->points[1] = (int8_t)(POINTS_WIN - outcomes[i].black);
            return;
        }
}

static void read_comment(struct csa_reader *c, struct span s)
{
    s = span_skip(s, 1);
    if (s.n && s.p[0] == '*') {
        if (!shogi_line_comment(&c->r->line, span_skip(s, 1)))
            reader_no_room(c->r, s.p, c->line);
        return;
    }
    if (span_starts(s, SPAN("CSA encoding=")))
        return; /* about the bytes, not the game; written anew */
    if (span_starts(s, SPAN("summary:")))
        read_summary(c, s);
    if (!shogi_line_remark(&c->r->line, s))
        reader_no_room(c->r, s.p, c->line);
}

static enum status finish_game(struct csa_reader *c, struct err *err)
{
    if (!c->any)
        return STATUS_OK;
    report_bad_move(c, false);
    if (!c->moves_begun) {
        enum status st = fix_start(c, SHOGI_BLACK, err);
        if (st != STATUS_OK)
            return st;
    }
    return reader_emit(c->r, err);
}

static enum status next_game(struct csa_reader *c, struct err *err)
{
    enum status st = finish_game(c, err);
    return st == STATUS_OK ? begin_game(c, err) : st;
}

static enum status read_sign(struct csa_reader *c, struct span s, struct err *err)
{
    if (c->bad_move.n)
        report_bad_move(c, false);
    if (csa_is_move(s)) {
        if (!c->ended)
            return read_move(c, s, err);
        problem(c, PROBLEM_LOST, STATUS_SYNTAX, &AFTER_END, s);
        return STATUS_OK;
    }
    if (span_trim(s).n == 1 && !c->moves_begun) {
        c->moves_begun = true;
        return fix_start(c, s.p[0] == '-', err);
    }
    problem(c, c->broken ? PROBLEM_LOST : PROBLEM_PARTIAL, STATUS_SYNTAX, &BAD_STATEMENT, s);
    c->broken = true;
    return STATUS_OK;
}

static enum status read_statement(struct csa_reader *c, struct span s, struct err *err)
{
    switch (s.p[0]) {
    case '+':
    case '-':
        return read_sign(c, s, err);
    case 'T':
        read_time(c, s);
        return STATUS_OK;
    case '%':
        return c->ended ? STATUS_OK : read_end(c, s, err);
    case 'P':
        if (c->moves_begun) {
            c->at = s.p;
            enum status st = next_game(c, err);
            if (st != STATUS_OK)
                return st;
            c->any = true;
        }
        read_board(c, s);
        return STATUS_OK;
    case 'V':
        return STATUS_OK;
    default:
        return read_other(c, s, err);
    }
}

/* Commas part the statements of a line, up to a remark. */
static enum status read_statements(struct csa_reader *c, struct span line, struct err *err)
{
    /* a plain move, the usual case */
    if (line.n == 7 && csa_is_move(line))
        return read_sign(c, line, err);
    while (line.n && line.p[0] != '\'') {
        const char *comma = memchr(line.p, ',', line.n);
        struct span s = comma ? span_make(line.p, (size_t)(comma - line.p)) : line;
        line = comma ? span_skip(line, s.n + 1) : span_make(line.p, 0);
        if (!s.n)
            continue;
        enum status st = read_statement(c, s, err);
        if (st != STATUS_OK)
            return st;
    }
    if (line.n)
        read_comment(c, line);
    return STATUS_OK;
}

/* Information lines hold commas, and after moves they begin another game. */
static enum status read_information(struct csa_reader *c, struct span line, struct err *err)
{
    bool is_header = line.p[0] == '$' ||
                     (line.p[0] == 'N' && line.n >= 2 && (line.p[1] == '+' || line.p[1] == '-'));
    /* programs append $END_TIME: after the moves */
    bool belongs_to_end = span_starts(line, SPAN("$END_TIME"));
    if (c->moves_begun && !belongs_to_end) {
        enum status st = next_game(c, err);
        if (st != STATUS_OK)
            return st;
    }
    c->any = true;
    if (is_header)
        return read_header(c, line, err);
    if (line.p[0] == 'N')
        problem(c, PROBLEM_LOST, STATUS_SYNTAX, &BAD_STATEMENT, line);
    return STATUS_OK;
}

static enum status read_line(struct csa_reader *c, struct span line, struct err *err)
{
    switch (line.p[0]) {
    case '\'':
        read_comment(c, line);
        return STATUS_OK;
    case '/':
        return next_game(c, err);
    case 'N':
    case '$':
    case 'V':
        return read_information(c, line, err);
    default:
        c->any = true;
        return read_statements(c, line, err);
    }
}

static enum status csa_read(struct reader *r, struct err *err)
{
    struct csa_reader c = {.r = r, .at = r->text.p};
    struct cursor cursor = cursor_over(r->text);
    struct span line;
    enum status st = begin_game(&c, err);
    while (st == STATUS_OK && cursor_next(&cursor, &line)) {
        c.line = cursor.line;
        c.at = line.p;
        if (line.n)
            st = read_line(&c, line, err);
    }
    return st == STATUS_OK ? finish_game(&c, err) : st;
}

/* Games are parted by "/"; or they begin with what is said about them. */
static bool begins_game(struct span line)
{
    return span_starts(line, SPAN("/")) || span_starts(line, SPAN("V2")) ||
           span_starts(line, SPAN("N+")) || span_starts(line, SPAN("$EVENT"));
}

static const char *csa_resume(struct span text)
{
    return cursor_find(text, begins_game);
}

/* --- Probing -------------------------------------------------------------------------------- */

static int score_line(struct span s)
{
    if (csa_is_move(s) && shogi_kind_by_csa(s.p[5], s.p[6]))
        return 60;
    if (s.n == 2 && s.p[0] == 'P' && s.p[1] == 'I')
        return 60;
    if (s.n >= 4 && s.p[0] == 'P' && s.p[1] == '1' &&
        (s.p[2] == '-' || s.p[2] == '+' || s.p[2] == ' '))
        return 60;
    if (s.n >= 4 && (span_starts(s, SPAN("P+")) || span_starts(s, SPAN("P-"))))
        return 40;
    if (span_starts(s, SPAN("N+")) || span_starts(s, SPAN("N-")) || span_starts(s, SPAN("PI")))
        return 40;
    if (s.n >= 2 && s.p[0] == 'V' && is_digit(s.p[1]))
        return 40;
    if (span_starts(s, SPAN("'CSA")) || span_starts(s, SPAN("$EVENT:")))
        return 60;
    if (s.n >= 5 && s.p[0] == '%' && s.p[1] >= 'A' && s.p[1] <= 'Z')
        return 30;
    return 0;
}

static int csa_probe(struct span head)
{
    struct cursor cursor = cursor_over(head);
    struct span line;
    int score = 0;
    while (score < 100 && cursor_next(&cursor, &line))
        score += score_line(line);
    return score < 100 ? score : 100;
}

const struct format csa_format = {
    .name = "csa",
    .title = {"CSA standard format", "CSA標準棋譜ファイル形式"},
    .extensions = {"csa"},
    .game = &shogi_game,
    .charset = CHARSET_UTF8,
    .separator = "/\n",
    .probe = csa_probe,
    .read = csa_read,
    .resume = csa_resume,
    .write = csa_write,
};
