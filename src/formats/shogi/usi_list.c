/* usi_list.c: USI position lines and lists of them, one game a line.
 *
 *     position startpos moves 7g7f 3c3d          as a program sends it to an engine
 *     sfen lnsg… w - 1 moves 6a5b 7g7f           opening books
 *     ln1gkg1nl/… w R2Pbgp 42 moves B*5g         mate problems: the moves are the solution
 *     lnsgkgsnl/1r5b1/… b - 1                    bare positions
 *     7g7f 3c3d 2g2f                             bare moves
 *
 * All of these are read, also with blank lines and lines of remarks (# // ;) between them.  A bad
 * move costs the rest of its line; a line that is nothing of the kind is reported and skipped.
 * Files of this sort have hundreds of thousands of lines: a record lives as long as its line.
 *
 * A word after the last move (resign, win …) is how the game ended.  We write none: what we write
 * can be sent to an engine as it is, with "position " before it.
 */
#include "formats/cursor.h"
#include "formats/format.h"
#include "formats/record_contents.h"

static const struct msg BAD_LINE = {"neither a position nor moves: %1",
                                    "局面でも指し手でもありません: %1"};
static const struct msg BAD_MOVE = {"illegal move %1", "指せない手です: %1"};
static const struct msg NOT_A_MOVE = {"not a move: %1", "指し手ではありません: %1"};
static const struct msg AFTER_END = {"after the end of the game: %1", "終局後の語です: %1"};
static const struct msg TOO_MANY = {"more than 10,000 moves; the rest is ignored",
                                    "1万手を超えたため、以降を省きました"};

static const struct {
    struct span word;
    enum record_end end;
} ENDS[] = {
    {SPAN_INIT("resign"), END_RESIGN}, {SPAN_INIT("win"), END_DECLARATION},
    {SPAN_INIT("draw"), END_DRAW},     {SPAN_INIT("timeout"), END_TIME_UP},
    {SPAN_INIT("mate"), END_MATE},     {SPAN_INIT("rep_draw"), END_REPETITION},
};
enum { END_ROWS = sizeof ENDS / sizeof ENDS[0] };

struct usi_list_reader {
    struct reader *r;
    uint32_t line;
};

/* Removes the next word from the front of *s; empty at the end. */
static struct span eat_word(struct span *s)
{
    while (s->n && is_blank(s->p[0]))
        *s = span_skip(*s, 1);
    size_t n = 0;
    while (n < s->n && !is_blank(s->p[n]))
        n++;
    struct span word = span_make(s->p, n);
    *s = span_skip(*s, n);
    return word;
}

static bool is_usi_move(struct span word)
{
    shogi_move m;
    return shogi_usi_parse(word, &m);
}

static bool is_remark(struct span line)
{
    return line.p[0] == '#' || line.p[0] == ';' || span_starts(line, SPAN("//"));
}

/* Nine rows: the eight slashes are enough to tell it from everything else a line begins with. */
static bool is_board(struct span word)
{
    int slashes = 0;
    for (size_t i = 0; i < word.n; i++)
        slashes += word.p[i] == '/';
    return slashes == 8;
}

/* A line in its parts: where the game starts, and its moves. */
struct usi_parts {
    struct span position; /* empty: the even start */
    struct span moves;
};

static bool split_line(struct span line, struct usi_parts *parts)
{
    struct span rest = line;
    struct span word = eat_word(&rest);
    *parts = (struct usi_parts){0};
    if (span_eq(word, SPAN("position")))
        word = eat_word(&rest);
    if (span_eq(word, SPAN("startpos")) || span_eq(word, SPAN("moves"))) {
        struct span after = rest;
        parts->moves = span_eq(eat_word(&after), SPAN("moves")) ? after : rest;
        return true;
    }
    if (is_usi_move(word)) {
        parts->moves = span_make(word.p, (size_t)(rest.p + rest.n - word.p));
        return true;
    }
    if (span_eq(word, SPAN("sfen")))
        word = eat_word(&rest);
    if (!is_board(word))
        return false;
    const char *start = word.p;
    while (rest.n && !span_eq(word, SPAN("moves")))
        word = eat_word(&rest);
    bool has_moves = span_eq(word, SPAN("moves"));
    parts->position = span_make(start, (size_t)((has_moves ? word.p : rest.p) - start));
    parts->moves = rest;
    return true;
}

static void problem(struct usi_list_reader *u, enum problem_severity severity, enum status code,
                    const struct msg *what, struct span s)
{
    reader_problem(u->r, severity, code, what, s, s.p, u->line);
}

/* A fourth field of 42 means 41 moves before. */
static enum status set_start(struct usi_list_reader *u, struct span text, bool *ok, struct err *err)
{
    struct shogi_pos pos;
    struct err why;
    unsigned ply = 1;
    enum status st = STATUS_OK;
    if (text.n)
        st = shogi_sfen_parse(&pos, text, SHOGI_SFEN_TOLERANT, &ply, &why);
    *ok = st == STATUS_OK;
    if (!*ok)
        reader_problem_at(u->r, PROBLEM_REJECTED, &why, text.p + (why.line ? why.byte : 0),
                          u->line);
    if (!text.n || !*ok)
        shogi_pos_start(&pos);
    u->r->rec->start_ply = ply ? ply - 1 : 0;
    return shogi_line_start(&u->r->line, &pos) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* Whether the word is an end; adds it if so. */
static bool read_end(struct usi_list_reader *u, struct span word, enum status *st)
{
    for (int i = 0; i < END_ROWS; i++)
        if (span_eq(word, ENDS[i].word)) {
            *st = shogi_line_end(&u->r->line, ENDS[i].end, -1, (struct span){0});
            return true;
        }
    return false;
}

static enum status read_moves(struct usi_list_reader *u, struct span moves, struct err *err)
{
    enum status st = STATUS_OK;
    bool ended = false;
    for (struct span word = eat_word(&moves); word.n; word = eat_word(&moves)) {
        shogi_move m;
        if (ended) {
            problem(u, PROBLEM_LOST, STATUS_SYNTAX, &AFTER_END, word);
            return STATUS_OK;
        }
        if (shogi_usi_parse(word, &m)) {
            st = shogi_line_move(&u->r->line, m);
        } else if (read_end(u, word, &st)) {
            ended = true;
        } else {
            problem(u, PROBLEM_PARTIAL, STATUS_SYNTAX, &NOT_A_MOVE, word);
            return STATUS_OK;
        }
        if (st == STATUS_ILLEGAL || st == STATUS_LIMIT) {
            problem(u, PROBLEM_PARTIAL, st, st == STATUS_ILLEGAL ? &BAD_MOVE : &TOO_MANY, word);
            return STATUS_OK;
        }
        if (st != STATUS_OK)
            return err_nomem(err);
    }
    return STATUS_OK;
}

/* One line that holds a game, or should. */
static enum status read_game(struct usi_list_reader *u, struct span line, struct err *err)
{
    struct usi_parts parts;
    bool known = split_line(line, &parts), ok;
    if (!known) {
        problem(u, PROBLEM_REJECTED, STATUS_SYNTAX, &BAD_LINE, line);
        parts = (struct usi_parts){0};
    }
    enum status st = set_start(u, parts.position, &ok, err);
    if (st == STATUS_OK && ok)
        st = read_moves(u, parts.moves, err);
    return st == STATUS_OK ? reader_emit(u->r, err) : st;
}

static enum status usi_read(struct reader *r, struct err *err)
{
    struct usi_list_reader u = {.r = r};
    struct cursor cursor = cursor_over(r->text);
    struct span line;
    enum status st = reader_begin(r, cursor.at, err);
    while (st == STATUS_OK && cursor_next(&cursor, &line)) {
        u.line = cursor.line;
        line = span_trim(line);
        if (!line.n)
            continue;
        if (is_remark(line)) {
            if (!shogi_line_remark(&r->line, line))
                reader_no_room(r, line.p, u.line);
            continue;
        }
        st = read_game(&u, line, err);
        if (st == STATUS_OK)
            st = reader_begin(r, cursor.at, err);
    }
    return st;
}

static bool is_any(struct span line)
{
    (void)line;
    return true;
}

static const char *usi_resume(struct span text)
{
    return cursor_find(text, is_any);
}

/* --- Probing -------------------------------------------------------------------------------- */

static int score_line(struct span line)
{
    struct usi_parts parts;
    if (!split_line(line, &parts))
        return 0;
    if (span_starts(line, SPAN("position ")) || span_starts(line, SPAN("startpos")) ||
        span_starts(line, SPAN("sfen ")))
        return 95;
    return parts.position.n ? 90 : 70;
}

/* The first line that is no remark tells. */
static int usi_probe(struct span head)
{
    struct cursor cursor = cursor_over(head);
    struct span line;
    while (cursor_next(&cursor, &line)) {
        line = span_trim(line);
        if (line.n && !is_remark(line))
            return score_line(line);
    }
    return 0;
}

/* --- Writing -------------------------------------------------------------------------------- */

static enum status write_start(const struct record *rec, struct buf *out, struct err *err)
{
    struct shogi_pos pos;
    if (rec->handicap == SHOGI_EVEN && rec->start_ply == 0) {
        buf_add_str(out, "startpos");
        return STATUS_OK;
    }
    enum status st = shogi_sfen_parse(&pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
    if (st != STATUS_OK)
        return st;
    buf_add_str(out, "sfen ");
    shogi_sfen_print(&pos, rec->start_ply + 1, out);
    return STATUS_OK;
}

static enum status usi_write(const struct record *rec, struct buf *out, unsigned *losses,
                             struct err *err)
{
    enum status st = write_start(rec, out, err);
    if (st != STATUS_OK)
        return st;
    uint32_t node = rec->nodes[0].child;
    if (node && rec->nodes[node].move)
        buf_add_str(out, " moves");
    for (; node && rec->nodes[node].move; node = rec->nodes[node].child) {
        buf_add_char(out, ' ');
        shogi_usi_print((shogi_move)rec->nodes[node].move, out);
    }
    buf_add_char(out, '\n');
    *losses |=
        record_contents(rec) & ~(unsigned)(LOSS_MOVES | LOSS_START_PLY | LOSS_TIME_FRACTIONS);
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

const struct format usi_format = {
    .name = "usi",
    .title = {"USI position lines, SFEN lists", "USI/SFEN（1行1局）"},
    .extensions = {"usi", "sfen"},
    .game = &shogi_game,
    .charset = CHARSET_UTF8,
    .separator = "",
    .probe = usi_probe,
    .read = usi_read,
    .resume = usi_resume,
    .write = usi_write,
};
