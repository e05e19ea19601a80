/* psn.c: Portable Shogi Notation, as English-language collections have it; read only.
 *
 *     [Sente "Oyama Yasuharu"]                     tags; [Black …], [White …] as well
 *     [Result "1-0"]
 *     { text }                                     comments, wherever
 *     1.P7f P8d 2.R7h P3d … 17.N3g Px7f 18.xS      numbered by pairs: "xS" takes back on 7f
 *     1.P7f   2.P8d … 34.Sx                        numbered by plies, drops without a mark
 *     P7g-7f P8c-8d … P'7d +P7cx8b                 long, without numbers
 *       1 P2g-2f ( 5:27/00:05:27)                  with times
 *     35.P*3f (35.Rx2d R2e 36.xR) xR               a variation of the move before it
 *
 * One grammar covers the moves of all of them:
 *
 *     [x][+]PIECE[from][- x * '][to][+ =][!?]      from: square, file or rank; to: square, or none
 *                                                  for the square of the last move
 *
 * What the notation leaves open the legal moves decide: a piece that can go there goes before a
 * drop (a drop that could be mistaken has its mark), and if two pieces could go and nothing says
 * which, the game is kept up to there.
 */
#include "base/text/num.h"
#include "formats/cursor.h"
#include "formats/format.h"
#include "games/shogi/shogi_names.h"

static const struct msg NOT_A_MOVE = {"not a move: %1", "指し手ではありません: %1"};
static const struct msg BAD_MOVE = {"illegal move %1", "指せない手です: %1"};
static const struct msg AMBIGUOUS = {"%1 is ambiguous", "%1 に当たる指し手が二つ以上あります"};
static const struct msg BAD_TAG = {"not a tag: %1", "見出しが読めません: %1"};
static const struct msg UNCLOSED = {"unclosed comment: %1", "コメントが閉じていません: %1"};
static const struct msg TOO_DEEP = {"variations nested too deep: %1",
                                    "変化の入れ子が深すぎます: %1"};
static const struct msg STRAY = {"misplaced bracket: %1", "括弧の位置が正しくありません: %1"};
static const struct msg AFTER_END = {"move after the end of the game: %1", "終局後の手です: %1"};
static const struct msg BAD_START = {"not a start position: %1", "開始局面が読めません: %1"};
static const struct msg TOO_MANY = {"too many moves; the rest is ignored",
                                    "手数が多すぎるため、以降を省きました"};

static const struct {
    struct span key;
    int id;
} TAGS[] = {
    {SPAN_INIT("Sente"), HEADER_PLAYER},    {SPAN_INIT("Black"), HEADER_PLAYER},
    {SPAN_INIT("Gote"), HEADER_PLAYER + 1}, {SPAN_INIT("White"), HEADER_PLAYER + 1},
    {SPAN_INIT("Date"), HEADER_START_TIME}, {SPAN_INIT("Event"), HEADER_EVENT},
    {SPAN_INIT("Venue"), HEADER_SITE},      {SPAN_INIT("Site"), HEADER_SITE},
    {SPAN_INIT("Opening"), HEADER_OPENING}, {SPAN_INIT("Comment"), HEADER_NOTE},
};
enum { TAG_ROWS = sizeof TAGS / sizeof TAGS[0] };

/* How collections say who won; in tags, in comments and as words of their own. */
static const struct {
    struct span word;
    enum record_end end; /* END_NONE: it only says who won */
    int8_t black;
} RESULTS[] = {
    {SPAN_INIT("1-0"), END_NONE, POINTS_WIN},
    {SPAN_INIT("0-1"), END_NONE, POINTS_LOSS},
    {SPAN_INIT("1/2-1/2"), END_NONE, POINTS_DRAW},
    {SPAN_INIT("Black wins"), END_NONE, POINTS_WIN},
    {SPAN_INIT("White wins"), END_NONE, POINTS_LOSS},
    {SPAN_INIT("Resigns"), END_RESIGN, POINTS_UNKNOWN},
    {SPAN_INIT("Resign"), END_RESIGN, POINTS_UNKNOWN},
    {SPAN_INIT("Jishogi"), END_IMPASSE, POINTS_DRAW},
    {SPAN_INIT("Sennichite"), END_REPETITION, POINTS_DRAW},
};
enum { RESULT_ROWS = sizeof RESULTS / sizeof RESULTS[0] };

/* Nobody nests variations in PSN more than twice. */
enum { MAX_DEPTH = 64 };

struct psn_reader {
    struct reader *r;
    struct span rest;
    uint32_t line; /* of rest.p */
    bool started;  /* the start position stands */
    bool tagged;   /* anything of this game was seen */
    bool broken;   /* a bad move: the rest of this line of play is skipped */
    bool ended;
    bool unplayable;
    uint32_t depth, too_deep;
    struct {
        uint32_t node; /* the move that the variation replaces */
        bool broken;
    } open[MAX_DEPTH];
};

static void problem(struct psn_reader *p, enum problem_severity severity, enum status code,
                    const struct msg *what, struct span s)
{
    reader_problem(p->r, severity, code, what, s, s.p, p->line);
}

static void skip(struct psn_reader *p, size_t n)
{
    for (size_t i = 0; i < n && i < p->rest.n; i++)
        p->line += cursor_is_line_end(p->rest.p + i, p->rest.p + p->rest.n);
    p->rest = span_skip(p->rest, n);
}

static struct span first_line(struct span s)
{
    struct cursor cursor = cursor_over(s);
    struct span line = {0};
    cursor_next(&cursor, &line);
    return line;
}

/* --- Games and tags ------------------------------------------------------------------------- */

static enum status begin_game(struct psn_reader *p, struct err *err)
{
    *p = (struct psn_reader){.r = p->r, .rest = p->rest, .line = p->line};
    return reader_begin(p->r, p->rest.p, err);
}

/* A position of its own, a handicap by its English name, or the even start. */
static bool find_start(struct psn_reader *p, struct shogi_pos *pos)
{
    const struct record *rec = p->r->rec;
    shogi_pos_start(pos);
    for (uint32_t i = 0; i < rec->header_count; i++) {
        const struct record_header *h = &rec->headers[i];
        if (span_eq_nocase(h->key, SPAN("SFEN")))
            return shogi_sfen_parse(pos, h->value, SHOGI_SFEN_TOLERANT, NULL, NULL) == STATUS_OK;
        if (!span_eq_nocase(h->key, SPAN("Handicap")))
            continue;
        for (int n = SHOGI_EVEN + 1; n < SHOGI_HANDICAPS; n++)
            if (span_eq_nocase(span_trim(h->value), span_of(shogi_handicap_english(n))))
                shogi_pos_handicap(pos, (enum shogi_handicap)n);
    }
    return true;
}

static enum status start_moves(struct psn_reader *p, struct err *err)
{
    struct shogi_pos pos;
    if (p->started)
        return STATUS_OK;
    p->started = p->tagged = true;
    if (!find_start(p, &pos)) {
        problem(p, PROBLEM_REJECTED, STATUS_SYNTAX, &BAD_START, first_line(p->rest));
        p->broken = p->unplayable = true;
        shogi_pos_start(&pos);
    }
    return shogi_line_start(&p->r->line, &pos) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

static enum status finish_game(struct psn_reader *p, struct err *err)
{
    if (!p->tagged)
        return STATUS_OK;
    enum status st = start_moves(p, err);
    return st == STATUS_OK ? reader_emit(p->r, err) : st;
}

static int result_row(struct span text)
{
    text = span_trim(text);
    for (int i = 0; i < RESULT_ROWS; i++)
        if (span_eq_nocase(text, RESULTS[i].word))
            return i;
    return -1;
}

static void set_points(struct psn_reader *p, int row)
{
    if (row < 0 || RESULTS[row].black == POINTS_UNKNOWN)
        return;
    p->r->rec->points[0] = RESULTS[row].black;
    p->r->rec->points[1] = (int8_t)(POINTS_WIN - RESULTS[row].black);
}

static enum status add_tag(struct psn_reader *p, struct span key, struct span value,
                           struct err *err)
{
    int id = HEADER_OTHER;
    for (int i = 0; i < TAG_ROWS; i++)
        if (span_eq_nocase(key, TAGS[i].key))
            id = TAGS[i].id;
    if (span_eq_nocase(key, SPAN("Result")))
        set_points(p, result_row(value));
    if (record_add_header(p->r->rec, (enum record_header_id)id, key, value) != STATUS_OK)
        return err_nomem(err);
    return STATUS_OK;
}

/* [Key "value"]: one a line; after moves it begins the next game. */
static enum status read_tag(struct psn_reader *p, struct err *err)
{
    enum status st = STATUS_OK;
    if (p->started) {
        st = finish_game(p, err);
        if (st == STATUS_OK)
            st = begin_game(p, err);
    }
    if (st != STATUS_OK)
        return st;
    p->tagged = true;
    struct span line = first_line(p->rest), tag = span_skip(line, 1);
    ptrdiff_t open = span_find(tag, SPAN("\"")), close = -1;
    for (size_t i = tag.n; open >= 0 && close < 0 && i > (size_t)open + 1; i--)
        if (tag.p[i - 1] == '"')
            close = (ptrdiff_t)i - 1;
    if (close < 0)
        problem(p, PROBLEM_LOST, STATUS_SYNTAX, &BAD_TAG, line);
    else
        st = add_tag(p, span_trim(span_make(tag.p, (size_t)open)),
                     span_make(tag.p + open + 1, (size_t)(close - open - 1)), err);
    skip(p, line.n);
    return st;
}

/* --- Comments, results, times ---------------------------------------------------------------- */

/* The status of adding to the line of play, when it is not a move that is at fault. */
static enum status settle(struct psn_reader *p, enum status st, struct span at, struct err *err)
{
    if (st == STATUS_LIMIT) {
        problem(p, PROBLEM_PARTIAL, STATUS_LIMIT, &TOO_MANY, at);
        p->broken = true;
        return STATUS_OK;
    }
    return st == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* True if the text says how the game ended; it then does. */
static bool read_result(struct psn_reader *p, struct span text, enum status *st, struct err *err)
{
    int row = result_row(text);
    if (row < 0 || p->depth)
        return false;
    *st = start_moves(p, err);
    set_points(p, row);
    if (*st == STATUS_OK && RESULTS[row].end != END_NONE && !p->ended && !p->broken)
        *st = settle(p, shogi_line_end(&p->r->line, RESULTS[row].end, -1, (struct span){0}), text,
                     err);
    p->ended = true;
    return true;
}

static enum status read_comment(struct psn_reader *p, struct err *err)
{
    const char *close = memchr(p->rest.p, '}', p->rest.n);
    size_t n = close ? (size_t)(close - p->rest.p) : p->rest.n;
    struct span text = span_trim(span_make(p->rest.p + 1, n - 1)), line;
    enum status st = STATUS_OK;
    if (!close)
        problem(p, PROBLEM_NOTE, STATUS_SYNTAX, &UNCLOSED, first_line(p->rest));
    p->tagged = true;
    if (!read_result(p, text, &st, err) && !p->broken) {
        struct cursor cursor = cursor_over(text);
        while (cursor_next(&cursor, &line))
            if (!shogi_line_comment(&p->r->line, span_trim(line)))
                reader_no_room(p->r, p->rest.p, p->line);
    }
    skip(p, n + (close != NULL));
    return st;
}

/* "( 5:27/00:05:27)": what the move took, and the sum. */
static bool read_time(struct psn_reader *p)
{
    enum { LONGEST_SUM = 32 }; /* not the rest of the file for every bracket that is left open */
    struct span s = span_skip(p->rest, 1);
    uint64_t field[3], n = 0, seconds = 0;
    while (s.n && s.p[0] == ' ')
        s = span_skip(s, 1);
    do {
        if (n == 3 || !num_eat_u64(&s, 1000000, &field[n]))
            return false;
        n++;
    } while (span_eat(&s, SPAN(":")));
    if (n < 2 || !s.n || (s.p[0] != '/' && s.p[0] != ')'))
        return false;
    const char *close = memchr(s.p, ')', s.n < LONGEST_SUM ? s.n : LONGEST_SUM);
    if (!close)
        return false;
    for (uint64_t i = 0; i < n; i++)
        seconds = seconds * 60 + field[i];
    if (!p->broken && seconds < RECORD_NO_TIME / 1000)
        shogi_line_time(&p->r->line, seconds * 1000);
    skip(p, (size_t)(close + 1 - p->rest.p));
    return true;
}

/* --- Variations ----------------------------------------------------------------------------- */

static enum status open_variation(struct psn_reader *p, struct err *err)
{
    struct shogi_line *line = &p->r->line;
    struct span at = span_make(p->rest.p, 1);
    skip(p, 1);
    if (shogi_line_flush(line) != STATUS_OK)
        return err_nomem(err);
    if (p->too_deep || p->depth == MAX_DEPTH || !line->plies) {
        if (!p->too_deep++)
            problem(p, PROBLEM_LOST, STATUS_LIMIT, line->plies ? &TOO_DEEP : &STRAY, at);
        return STATUS_OK;
    }
    p->open[p->depth].node = shogi_line_last_node(line);
    p->open[p->depth++].broken = p->broken;
    if (!p->broken)
        shogi_line_back_to(line, line->plies - 1);
    return STATUS_OK;
}

static enum status close_variation(struct psn_reader *p, struct err *err)
{
    struct shogi_line *line = &p->r->line;
    struct span at = span_make(p->rest.p, 1);
    skip(p, 1);
    if (p->too_deep) {
        p->too_deep--;
        return STATUS_OK;
    }
    if (!p->depth) {
        problem(p, PROBLEM_NOTE, STATUS_SYNTAX, &STRAY, at);
        return STATUS_OK;
    }
    p->depth--;
    if (p->open[p->depth].broken)
        return STATUS_OK;
    p->broken = false;
    return shogi_line_return_to(line, p->open[p->depth].node) == STATUS_OK ? STATUS_OK
                                                                           : err_nomem(err);
}

/* --- Moves ---------------------------------------------------------------------------------- */

/* A move as written; 0 and -1 for what was not said. */
struct psn_move {
    int kind;
    int from_file, from_rank;
    int to;
    bool drop;
    bool promotes, keeps; /* "+", "=" */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_file(char c)
{
    return c >= '1' && c <= '9';
}

static bool is_rank(char c)
{
    return c >= 'a' && c <= 'i';
}

static int eat_piece(struct span *s)
{
    bool promoted = span_eat(s, SPAN("+"));
    static const char letters[] = "PLNSBRGK";
    const char *found = s->n ? memchr(letters, s->p[0], sizeof letters - 1) : NULL;
    if (!found)
        return 0;
    int kind = (int)(found - letters) + SHOGI_PAWN;
    *s = span_skip(*s, 1);
    if (!promoted)
        return kind;
    return shogi_kind_can_promote(kind) ? kind | 8 : 0;
}

/* Files and ranks at the front, at most four of them. */
static struct span eat_places(struct span *s)
{
    size_t n = 0;
    while (n < s->n && n < 4 && (is_file(s->p[n]) || is_rank(s->p[n])))
        n++;
    struct span places = span_make(s->p, n);
    *s = span_skip(*s, n);
    return places;
}

static bool is_square(struct span s)
{
    return s.n == 2 && is_file(s.p[0]) && is_rank(s.p[1]);
}

static bool set_from(struct psn_move *m, struct span s)
{
    for (size_t i = 0; i < s.n; i++) {
        int *part = is_file(s.p[i]) ? &m->from_file : &m->from_rank;
        if (*part)
            return false;
        *part = s.p[i] - (is_file(s.p[i]) ? '0' : 'a' - 1);
    }
    return true;
}

static bool set_to(struct psn_move *m, struct span s)
{
    if (!is_square(s))
        return false;
    m->to = shogi_square(s.p[0] - '0', s.p[1] - 'a' + 1);
    return true;
}

/* What stands after the piece: where from, how, where to. */
static bool read_places(struct psn_move *m, struct span *s, bool takes)
{
    struct span first = eat_places(s);
    bool drop = span_eat(s, SPAN("*")) || span_eat(s, SPAN("'"));
    bool parted = drop || span_eat(s, SPAN("-")) || span_eat(s, SPAN("x"));
    struct span second = parted ? eat_places(s) : (struct span){0};
    m->drop = drop;
    if (drop)
        return first.n == 0 && set_to(m, second);
    if (second.n)
        return set_from(m, first) && set_to(m, second);
    if (parted || takes) /* "Sx", "G6x", "xS", "xG4": on the square of the last move */
        return set_from(m, first);
    return first.n >= 2 && set_to(m, span_skip(first, first.n - 2)) &&
           set_from(m, span_make(first.p, first.n - 2));
}

static bool parse_move(struct span s, struct psn_move *m)
{
    *m = (struct psn_move){.to = -1};
    bool takes = span_eat(&s, SPAN("x"));
    m->kind = eat_piece(&s);
    if (!m->kind || !read_places(m, &s, takes))
        return false;
    m->promotes = span_eat(&s, SPAN("+"));
    m->keeps = !m->promotes && span_eat(&s, SPAN("="));
    while (s.n && (s.p[0] == '!' || s.p[0] == '?'))
        s = span_skip(s, 1);
    return s.n == 0;
}

static bool matches(const struct psn_move *w, const struct shogi_pos *pos, shogi_move m, int to)
{
    if (shogi_move_is_drop(m) || shogi_move_to(m) != to || w->drop)
        return false;
    int from = shogi_move_from(m);
    return shogi_kind_of(shogi_piece_at(pos, from)) == w->kind &&
           (!w->from_file || w->from_file == shogi_file_of(from)) &&
           (!w->from_rank || w->from_rank == shogi_rank_of(from));
}

/* The legal move that is meant: 0 if there is none, or *choices > 1. */
static shogi_move find_move(const struct shogi_line *line, const struct psn_move *w, int *choices)
{
    shogi_move moves[SHOGI_MAX_MOVES], found[2] = {0, 0};
    int n = shogi_legal_moves(&line->pos, moves), count[2] = {0, 0};
    int to = w->to >= 0 ? w->to : shogi_line_last_to(line);
    for (int i = 0; i < n; i++)
        if (matches(w, &line->pos, moves[i], to)) {
            int promotes = shogi_move_promotes(moves[i]);
            found[promotes] = moves[i];
            count[promotes]++;
        }
    /* where promotion is compulsory some leave the sign out */
    int promotes = w->promotes || (!w->keeps && count[0] == 0);
    *choices = count[promotes];
    if (*choices)
        return *choices == 1 ? found[promotes] : 0;
    shogi_move drop = w->kind < SHOGI_HAND_KINDS && to >= 0 && !w->from_file && !w->from_rank
                          ? shogi_drop_make(w->kind, to)
                          : 0;
    return drop && !w->promotes && shogi_move_is_legal(&line->pos, drop) ? drop : 0;
}

static enum status read_move(struct psn_reader *p, struct span word, struct err *err)
{
    struct psn_move written;
    int choices = 0;
    if (p->broken)
        return STATUS_OK;
    if (p->ended && !p->depth) {
        problem(p, PROBLEM_LOST, STATUS_SYNTAX, &AFTER_END, word);
        return STATUS_OK;
    }
    if (!parse_move(word, &written)) {
        problem(p, PROBLEM_PARTIAL, STATUS_SYNTAX, &NOT_A_MOVE, word);
        p->broken = true;
        return STATUS_OK;
    }
    shogi_move m = find_move(&p->r->line, &written, &choices);
    if (!m) {
        problem(p, PROBLEM_PARTIAL, STATUS_ILLEGAL, choices > 1 ? &AMBIGUOUS : &BAD_MOVE, word);
        p->broken = true;
        return STATUS_OK;
    }
    return settle(p, shogi_line_move(&p->r->line, m), word, err);
}

/* A word up to a blank or bracket, with its move number taken off. */
static enum status read_word(struct psn_reader *p, struct err *err)
{
    size_t n = 0;
    while (n < p->rest.n && !memchr(" \t\r\n{}()[]", p->rest.p[n], 10))
        n++;
    struct span word = span_make(p->rest.p, n), move = word;
    enum status st = STATUS_OK;
    if (span_starts(word, SPAN("\xEF\xBB\xBF"))) { /* where files were joined */
        skip(p, 3);
        return st;
    }
    if (!n || read_result(p, word, &st, err)) {
        skip(p, n ? n : 1);
        return st;
    }
    uint64_t number;
    num_eat_u64(&move, UINT32_MAX, &number);
    bool numbered = move.n != word.n;
    while (span_eat(&move, SPAN(".")))
        ;
    /* a lone digit in front is a number only if a dot or nothing follows */
    if (numbered && move.n && move.p[-1] != '.')
        move = word;
    if (move.n && !p->too_deep) {
        st = start_moves(p, err);
        if (st == STATUS_OK)
            st = read_move(p, move, err);
    }
    skip(p, n);
    return st;
}

static enum status read_next(struct psn_reader *p, struct err *err)
{
    switch (p->rest.p[0]) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
        skip(p, 1);
        return STATUS_OK;
    case '[':
        return read_tag(p, err);
    case '{':
        return read_comment(p, err);
    case '(':
        return read_time(p) ? STATUS_OK : open_variation(p, err);
    case ')':
        return close_variation(p, err);
    default:
        return read_word(p, err);
    }
}

static enum status psn_read(struct reader *r, struct err *err)
{
    struct psn_reader p = {.r = r, .rest = r->text, .line = 1};
    enum status st = begin_game(&p, err);
    while (st == STATUS_OK && p.rest.n)
        st = read_next(&p, err);
    return st == STATUS_OK ? finish_game(&p, err) : st;
}

static bool is_tag(struct span line)
{
    return span_starts(line, SPAN("["));
}

static const char *psn_resume(struct span text)
{
    return cursor_find(text, is_tag);
}

/* --- Probing -------------------------------------------------------------------------------- */

/* Two words like "1.P7f" or "P7g-7f" are enough; tags alone are any game's. */
static int psn_probe(struct span head)
{
    enum { LONGEST = 10, ENOUGH = 90 };
    struct psn_move m;
    int score = 0;
    for (size_t i = 0; i < head.n && score < ENOUGH;) {
        while (i < head.n && (head.p[i] <= ' ' || head.p[i] == '.' || is_digit(head.p[i])))
            i++;
        size_t n = 0;
        while (i + n < head.n && head.p[i + n] > ' ' && head.p[i + n] != '.')
            n++;
        if (n >= 3 && n <= LONGEST && parse_move(span_make(head.p + i, n), &m) && m.to >= 0)
            score += 30;
        i += n + (n == 0);
    }
    return score >= 60 ? score : 0;
}

const struct format psn_format = {
    .name = "psn",
    .title = {"Portable Shogi Notation (read only)", "PSN形式（読み込みのみ）"},
    .extensions = {"psn"},
    .game = &shogi_game,
    .charset = CHARSET_UTF8,
    .separator = "\n",
    .probe = psn_probe,
    .read = psn_read,
    .resume = psn_resume,
    .write = NULL,
};
