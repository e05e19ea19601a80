/* kakinoki_read.c: reading KIF, KI2 and BOD; see kakinoki.h.
 *
 * A file is a run of lines, each of which tells by its front what it is.  Games may follow one
 * another without any separator, so a header, a diagram or a first move after the moves of a game
 * begins another.
 *
 * A bad move costs the rest of its line of play: moves are skipped until a variation whose branch
 * exists.  If the bad move is the last of its line and breaks a rule as players do break it (two
 * pawns, a king left in check), or if the record says that it was a foul, the game ended by it and
 * nothing is missing. */
#include "formats/shogi/kakinoki.h"

#include "base/text/num.h"
#include "games/shogi/shogi_names.h"

static const struct msg UNKNOWN_LINE = {"expected a header, a move or a comment, found %1",
                                        "見出し・指し手・コメントのいずれでもない行です: %1"};
static const struct msg BAD_MOVE = {"illegal move %1", "指せない手です: %1"};
static const struct msg NOT_A_MOVE = {"expected a move, found %1", "指し手として読めません: %1"};
static const struct msg NO_MOVE_FITS = {"%1 matches no move, or several",
                                        "%1 に当たる手がないか、一つに決まりません"};
static const struct msg OTHER_NAME = {"%1: the piece has another name before the move",
                                      "%1: 動かす前の駒の名前と違います"};
static const struct msg FOUL_MOVE = {"the game ended with the illegal move %1",
                                     "反則手 %1 で終わっています"};
static const struct msg TOO_MANY = {"too many moves; the rest is ignored",
                                    "手数が多すぎるため、以降を省きました"};
static const struct msg AFTER_END = {"after the end of the game: %1", "終局後の行です: %1"};
static const struct msg NO_BRANCH = {"variation of a move that does not exist: %1",
                                     "分岐元の手がない変化です: %1"};
static const struct msg BAD_HANDICAP = {"unknown handicap %1", "未対応の手合割です: %1"};
static const struct msg NO_DIAGRAM = {"no diagram of the start position; assuming an even game",
                                      "開始局面図がないため平手とみなします"};
static const struct msg BAD_DIAGRAM = {"not a diagram line: %1", "局面図として読めません: %1"};
static const struct msg FEW_ROWS = {"the diagram has fewer than nine ranks",
                                    "局面図が9段ありません"};

/* A key longer than this is prose with a colon in it. */
enum { MAX_KEY_BYTES = 90 };

void kakinoki_problem(struct kakinoki_reader *k, enum problem_severity severity, enum status code,
                      const struct msg *what, struct span s)
{
    reader_problem(k->r, severity, code, what, s, s.p, k->cursor.line);
}

static enum status checked(enum status st, struct err *err)
{
    return st == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* --- Games ---------------------------------------------------------------------------------- */

static enum status begin_game(struct kakinoki_reader *k, struct err *err)
{
    *k = (struct kakinoki_reader){.r = k->r,
                                  .dialect = k->dialect,
                                  .cursor = k->cursor,
                                  .line_at = k->line_at,
                                  .handicap = -1};
    bod_clear(&k->bod);
    return reader_begin(k->r, k->line_at, err);
}

static enum status finish_game(struct kakinoki_reader *k, struct err *err)
{
    if (!k->any)
        return STATUS_OK;
    enum status st = kakinoki_begin_moves(k, err);
    return st == STATUS_OK ? reader_emit(k->r, err) : st;
}

enum status kakinoki_next_game(struct kakinoki_reader *k, struct err *err)
{
    enum status st = finish_game(k, err);
    return st == STATUS_OK ? begin_game(k, err) : st;
}

/* --- Start position -------------------------------------------------------------------------- */

static void break_off(struct kakinoki_reader *k)
{
    k->broken = k->broke = true;
}

static void start_from_diagram(struct kakinoki_reader *k, struct shogi_pos *pos)
{
    const struct bod *b = &k->bod;
    bool handicap = k->handicap > SHOGI_EVEN && k->handicap < SHOGI_HANDICAP_OTHER;
    *pos = b->pos;
    shogi_pos_set_turn(pos, b->turn >= 0 ? b->turn : handicap ? SHOGI_WHITE : SHOGI_BLACK);
    k->r->rec->start_ply = b->ply;
    struct span here = span_make(k->line_at, 0);
    if (b->rows < 9) {
        kakinoki_problem(k, PROBLEM_PARTIAL, STATUS_SYNTAX, &FEW_ROWS, here);
        break_off(k);
    }
    struct err why;
    if (shogi_pos_finish(pos, &why) != STATUS_OK) {
        reader_problem_at(k->r, PROBLEM_REJECTED, &why, here.p, k->cursor.line);
        break_off(k);
    }
}

static void start_from_name(struct kakinoki_reader *k, struct shogi_pos *pos)
{
    int handicap = k->handicap;
    if (handicap == SHOGI_HANDICAP_OTHER)
        kakinoki_problem(k, PROBLEM_LOST, STATUS_SYNTAX, &NO_DIAGRAM, span_make(k->line_at, 0));
    if (handicap <= SHOGI_EVEN || handicap == SHOGI_HANDICAP_OTHER)
        shogi_pos_start(pos);
    else
        shogi_pos_handicap(pos, (enum shogi_handicap)handicap);
    if (k->bod.turn >= 0 && k->bod.turn != shogi_turn(pos)) {
        struct err ignored;
        shogi_pos_set_turn(pos, k->bod.turn);
        if (shogi_pos_finish(pos, &ignored) != STATUS_OK)
            break_off(k);
    }
}

void kakinoki_first_mover(struct kakinoki_reader *k, int from)
{
    if (k->started || k->bod.turn >= 0 || from < 0 || from >= SHOGI_SQUARES)
        return;
    struct shogi_pos pos;
    if (k->bod.rows)
        pos = k->bod.pos;
    else if (k->handicap > SHOGI_EVEN && k->handicap < SHOGI_HANDICAP_OTHER)
        shogi_pos_handicap(&pos, (enum shogi_handicap)k->handicap);
    else
        shogi_pos_start(&pos);
    int piece = shogi_piece_at(&pos, from);
    if (piece)
        k->bod.turn = shogi_color_of(piece);
}

enum status kakinoki_begin_moves(struct kakinoki_reader *k, struct err *err)
{
    if (k->started)
        return STATUS_OK;
    struct shogi_pos pos;
    k->started = true;
    if (k->bod.rows)
        start_from_diagram(k, &pos);
    else
        start_from_name(k, &pos);
    k->first_turn = shogi_turn(&pos);
    return checked(shogi_line_start(&k->r->line, &pos), err);
}

/* --- Moves ---------------------------------------------------------------------------------- */

int kakinoki_last_to(const struct kakinoki_reader *k)
{
    return k->r->line.plies ? shogi_line_last_to(&k->r->line) : k->bod.last_to;
}

void kakinoki_check_name(struct kakinoki_reader *k, const struct ki2_move *text_move, shogi_move m,
                         struct span text)
{
    if (!m || shogi_move_is_drop(m))
        return;
    if (shogi_kind_of(shogi_piece_at(&k->r->line.pos, shogi_move_from(m))) != text_move->kind)
        kakinoki_problem(k, PROBLEM_NOTE, STATUS_SYNTAX, &OTHER_NAME, text);
}

enum what_follows { FOLLOWS_NOTHING, FOLLOWS_MOVE, FOLLOWS_FOUL, FOLLOWS_OTHER };

static enum what_follows kind_of_line(struct span line)
{
    uint64_t number;
    struct ki2_move m;
    if (span_starts(line, SPAN("まで")))
        return span_find(line, SPAN("反則")) >= 0 ? FOLLOWS_FOUL : FOLLOWS_NOTHING;
    bool numbered = num_eat_u64(&line, UINT32_MAX, &number);
    ki2_eat_blanks(&line);
    bool marked = ki2_eat_mark(&line) >= 0;
    if (!numbered && !marked)
        return FOLLOWS_NOTHING;
    if (ki2_parse_move(&line, 0, &m) != KI2_NO_MOVE)
        return FOLLOWS_MOVE;
    return span_find(line, SPAN("反則")) >= 0 ? FOLLOWS_FOUL : FOLLOWS_OTHER;
}

/* What comes after the present line, notes left aside. */
static enum what_follows look_ahead(const struct kakinoki_reader *k)
{
    struct cursor ahead = k->cursor;
    struct span line;
    while (cursor_next(&ahead, &line)) {
        ki2_eat_blanks(&line);
        if (line.n && line.p[0] != '*' && line.p[0] != '#' && line.p[0] != '&')
            return kind_of_line(line);
    }
    return FOLLOWS_NOTHING;
}

static enum status end_here(struct kakinoki_reader *k, enum record_end end, int seat,
                            struct span text, struct err *err)
{
    enum status st = shogi_line_end(&k->r->line, end, seat, text);
    if (st != STATUS_LIMIT)
        return checked(st, err);
    kakinoki_problem(k, PROBLEM_PARTIAL, STATUS_LIMIT, &TOO_MANY, (struct span){0});
    break_off(k);
    return STATUS_OK;
}

static const struct msg *why_none(struct span text)
{
    struct ki2_move m;
    return ki2_parse_move(&text, 0, &m) == KI2_MOVE && !text.n ? &NO_MOVE_FITS : &NOT_A_MOVE;
}

static enum status bad_move(struct kakinoki_reader *k, shogi_move m, struct span text, bool more,
                            struct err *err)
{
    enum what_follows next = more ? FOLLOWS_MOVE : look_ahead(k);
    bool foul =
        next == FOLLOWS_FOUL || (next == FOLLOWS_NOTHING && ki2_is_foul(&k->r->line.pos, m));
    if (!foul) {
        kakinoki_problem(k, PROBLEM_PARTIAL, STATUS_ILLEGAL, m ? &BAD_MOVE : why_none(text), text);
        break_off(k);
        return STATUS_OK;
    }
    kakinoki_problem(k, PROBLEM_NOTE, STATUS_ILLEGAL, &FOUL_MOVE, text);
    k->ended = k->by_foul = k->takes_time = true;
    return end_here(k, END_ILLEGAL_MOVE, -1, text, err);
}

static enum status after_end(struct kakinoki_reader *k, struct span text)
{
    if (!k->reported_after_end && !k->broken)
        kakinoki_problem(k, PROBLEM_LOST, STATUS_SYNTAX, &AFTER_END, text);
    k->reported_after_end = true;
    return STATUS_OK;
}

enum status kakinoki_play(struct kakinoki_reader *k, shogi_move m, struct span text, bool more,
                          struct err *err)
{
    k->takes_time = false;
    if (k->ended)
        return after_end(k, text);
    if (k->broken)
        return STATUS_OK;
    switch (shogi_line_move(&k->r->line, m)) {
    case STATUS_OK:
        k->takes_time = true;
        return STATUS_OK;
    case STATUS_ILLEGAL:
        return bad_move(k, m, text, more, err);
    case STATUS_LIMIT:
        kakinoki_problem(k, PROBLEM_PARTIAL, STATUS_LIMIT, &TOO_MANY, span_make(text.p, 0));
        break_off(k);
        return STATUS_OK;
    default:
        return err_nomem(err);
    }
}

/* Who is to move; in a broken line that follows from the number of the move. */
static int mover_at(const struct kakinoki_reader *k, uint64_t number)
{
    if (!k->broken || !number)
        return shogi_turn(&k->r->line.pos);
    uint64_t first = k->first ? k->first : 1;
    return k->first_turn ^ (int)((number - first) & 1);
}

static void state_result(struct kakinoki_reader *k, const struct kakinoki_outcome *o)
{
    struct record *rec = k->r->rec;
    if (k->in_variation)
        return;
    if (o->points[0] != POINTS_UNKNOWN) {
        rec->points[0] = o->points[0];
        rec->points[1] = o->points[1];
    }
    if (o->end != END_NONE && o->end != END_OTHER)
        rec->end = o->end;
}

static bool is_damaged(struct span word)
{
    return span_find(word, SPAN("\xEF\xBF\xBD")) >= 0 || span_eq(word, SPAN("パス"));
}

/* 先手 反則負け: not a word of KIF, but it says who. */
static void read_unusual_end(struct span word, int mover, struct kakinoki_outcome *o)
{
    struct span rest = word;
    o->end = END_NONE;
    if (bod_eat_side(&rest) >= 0)
        kakinoki_read_outcome(word, mover, o);
    if (o->end == END_NONE)
        *o = (struct kakinoki_outcome){END_OTHER, -1, {POINTS_UNKNOWN, POINTS_UNKNOWN}};
}

enum status kakinoki_end_line(struct kakinoki_reader *k, struct span word, struct err *err)
{
    k->takes_time = false;
    if (k->by_foul && span_find(word, SPAN("反則")) >= 0)
        return STATUS_OK;
    if (k->ended)
        return after_end(k, word);
    if (is_damaged(word))
        return kakinoki_play(k, 0, word, false, err);
    struct kakinoki_outcome o;
    int mover = mover_at(k, k->number);
    if (!kakinoki_end_word(word, mover, &o))
        read_unusual_end(word, mover, &o);
    k->ended = true;
    if (k->broken) {
        state_result(k, &o);
        return STATUS_OK;
    }
    k->takes_time = true;
    struct span text = o.end == END_OTHER ? word : (struct span){0};
    return end_here(k, o.end, o.seat, text, err);
}

/* --- まで12手で先手の勝ち --------------------------------------------------------------- */

static bool is_whole_line(const struct kakinoki_reader *k, uint64_t count)
{
    uint64_t plies = k->r->line.plies;
    return count == plies || count == plies + k->r->rec->start_ply ||
           (k->first && count == plies + k->first - 1);
}

static enum status apply_outcome(struct kakinoki_reader *k, struct span phrase, uint64_t count,
                                 bool counted, struct err *err)
{
    struct kakinoki_outcome o;
    kakinoki_read_outcome(phrase, mover_at(k, counted ? count + 1 : 0), &o);
    bool had_end = k->ended;
    k->has_outcome = true;
    if (had_end) {
        o.end = END_NONE; /* the word at the place of the move told it better */
        state_result(k, &o);
        return STATUS_OK;
    }
    if (k->broken || !counted || !is_whole_line(k, count) || o.end == END_NONE) {
        state_result(k, &o);
        return STATUS_OK;
    }
    k->ended = true;
    state_result(k, &o);
    struct span text = o.end == END_OTHER ? phrase : (struct span){0};
    return end_here(k, o.end, o.seat, text, err);
}

static struct span up_to_remark(struct kakinoki_reader *k, struct span s)
{
    const char *hash = s.n ? memchr(s.p, '#', s.n) : NULL;
    if (!hash)
        return s;
    size_t n = (size_t)(hash - s.p);
    kakinoki_trailing_remark(k, span_skip(s, n));
    return span_make(s.p, n);
}

enum status kakinoki_outcome_line(struct kakinoki_reader *k, struct span s, struct err *err)
{
    enum status st = kakinoki_begin_moves(k, err);
    if (st != STATUS_OK)
        return st;
    k->any = true;
    s = up_to_remark(k, s);
    span_eat(&s, SPAN("まで"));
    span_eat(&s, SPAN("、"));
    ki2_eat_blanks(&s);
    uint64_t count = 0;
    bool counted = kakinoki_eat_number(&s, UINT32_MAX, &count);
    if (counted && span_eat(&s, SPAN("手")))
        span_eat(&s, SPAN("で"));
    s = span_trim(s);
    return s.n ? apply_outcome(k, s, count, counted, err) : STATUS_OK;
}

/* --- Variations ----------------------------------------------------------------------------- */

/* How many moves precede the variation's first one; false if there is no such place. */
static bool branch_point(const struct kakinoki_reader *k, uint64_t number, uint32_t *plies)
{
    uint64_t first = k->first ? k->first : 1;
    if (number < first || number - first > k->r->line.plies)
        return false;
    *plies = (uint32_t)(number - first);
    return true;
}

static enum status read_variation(struct kakinoki_reader *k, struct span line, struct err *err)
{
    struct shogi_line *play = &k->r->line;
    struct span s = span_skip(line, sizeof "変化" - 1);
    if (!span_eat(&s, SPAN("：")))
        span_eat(&s, SPAN(":"));
    ki2_eat_blanks(&s);
    uint64_t number = 0;
    uint32_t plies = 0;
    bool numbered = kakinoki_eat_number(&s, UINT32_MAX, &number);
    enum status st = kakinoki_begin_moves(k, err);
    if (st == STATUS_OK)
        st = checked(shogi_line_flush(play), err);
    if (st != STATUS_OK)
        return st;
    k->any = k->in_variation = true;
    k->broken = k->ended = k->by_foul = k->has_outcome = k->reported_after_end = false;
    bool ok = numbered && branch_point(k, number, &plies);
    if (ok) {
        shogi_line_back_to(play, plies);
        /* what would stand where a bad move was must not become the game itself */
        ok = !k->broke || k->r->rec->nodes[play->tip].child;
    }
    if (!ok) {
        kakinoki_problem(k, PROBLEM_PARTIAL, STATUS_SYNTAX, &NO_BRANCH, line);
        break_off(k);
    }
    up_to_remark(k, s);
    return STATUS_OK;
}

/* --- Notes ---------------------------------------------------------------------------------- */

/* Notes of a move that could not be read are left out with it. */
static void read_comment(struct kakinoki_reader *k, struct span text)
{
    if (!k->broken && !shogi_line_comment(&k->r->line, text))
        reader_no_room(k->r, text.p, k->cursor.line);
}

static void read_bookmark(struct kakinoki_reader *k, struct span text)
{
    if (!k->broken && !shogi_line_bookmark(&k->r->line, text))
        reader_no_room(k->r, text.p, k->cursor.line);
}

static void read_remark(struct kakinoki_reader *k, struct span text)
{
    if (!k->broken && !shogi_line_remark(&k->r->line, text))
        reader_no_room(k->r, text.p, k->cursor.line);
}

void kakinoki_trailing_remark(struct kakinoki_reader *k, struct span rest)
{
    const char *hash = rest.n ? memchr(rest.p, '#', rest.n) : NULL;
    if (hash)
        read_remark(k, span_skip(rest, (size_t)(hash - rest.p) + 1));
}

/* The version line is about the file; in the middle of one it begins another game. */
static enum status read_hash(struct kakinoki_reader *k, struct span line, struct err *err)
{
    if (span_starts(line, SPAN("#KIF version=")) || span_starts(line, SPAN("#KI2 version=")))
        return k->any ? kakinoki_next_game(k, err) : STATUS_OK;
    read_remark(k, span_skip(line, 1));
    return STATUS_OK;
}

/* --- Headers and diagrams ------------------------------------------------------------------- */

static bool is_table_head(struct span line)
{
    return span_starts(line, SPAN("手数--"));
}

static bool is_known_key(struct span key)
{
    return kakinoki_header_id(key) != HEADER_OTHER || span_eq(key, SPAN("手合割"));
}

/* After moves: does this run of header lines lead to another game, or is it a footnote? */
static bool begins_game(struct kakinoki_reader *k, struct span line)
{
    if (k->no_game_before && line.p < k->no_game_before)
        return false;
    struct cursor ahead = k->cursor;
    struct span key, value;
    struct bod b;
    bod_clear(&b);
    do {
        ki2_eat_blanks(&line);
        if (!line.n || line.p[0] == '#')
            continue;
        if (is_table_head(line))
            return true;
        if (!kakinoki_split_header(line, &key, &value))
            break;
        key = span_trim(key);
        if (is_known_key(key) || bod_read_hand(&b, key, value) != BOD_NONE)
            return true;
    } while (cursor_next(&ahead, &line));
    k->no_game_before = ahead.at;
    return false;
}

static enum status take_diagram(struct kakinoki_reader *k, enum bod_line found, struct span line)
{
    if (found == BOD_BAD) {
        kakinoki_problem(k, PROBLEM_PARTIAL, STATUS_SYNTAX, &BAD_DIAGRAM, line);
        break_off(k);
    }
    k->any = true;
    return STATUS_OK;
}

static enum status read_hand_header(struct kakinoki_reader *k, struct span key, struct span value,
                                    struct span line, bool *taken, struct err *err)
{
    struct bod probe = k->bod;
    enum bod_line found = bod_read_hand(&probe, key, value);
    *taken = found != BOD_NONE;
    if (!*taken)
        return STATUS_OK;
    if (k->started || found == BOD_AGAIN) {
        enum status st = kakinoki_next_game(k, err);
        if (st != STATUS_OK)
            return st;
    }
    return take_diagram(k, bod_read_hand(&k->bod, key, value), line);
}

static enum status read_handicap(struct kakinoki_reader *k, struct span key, struct span value,
                                 struct err *err)
{
    value = up_to_remark(k, value);
    int handicap = shogi_handicap_by_kanji(value);
    if (handicap >= 0) {
        k->handicap = handicap;
        return STATUS_OK;
    }
    kakinoki_problem(k, PROBLEM_LOST, STATUS_SYNTAX, &BAD_HANDICAP, span_trim(value));
    return checked(record_add_header(k->r->rec, HEADER_OTHER, key, value), err);
}

static enum status read_header(struct kakinoki_reader *k, struct span key, struct span value,
                               struct span line, struct err *err)
{
    bool taken;
    key = span_trim(key);
    enum status st = read_hand_header(k, key, value, line, &taken, err);
    if (st != STATUS_OK || taken)
        return st;
    if (k->started && (is_known_key(key) || begins_game(k, line))) {
        st = kakinoki_next_game(k, err);
        if (st != STATUS_OK)
            return st;
    }
    k->any = true;
    if (span_eq(key, SPAN("手合割")))
        return read_handicap(k, key, value, err);
    return checked(record_add_header(k->r->rec, kakinoki_header_id(key), key, value), err);
}

/* A line of a diagram; after moves, or after nine rows, it is that of another game. */
static enum status read_diagram_line(struct kakinoki_reader *k, struct span line, bool *taken,
                                     struct err *err)
{
    struct bod probe = k->bod;
    enum bod_line found = bod_read_line(&probe, line);
    *taken = found != BOD_NONE;
    if (!*taken)
        return STATUS_OK;
    if (found == BOD_AGAIN || k->started) {
        enum status st = kakinoki_next_game(k, err);
        if (st != STATUS_OK)
            return st;
        found = bod_read_line(&k->bod, line);
    } else {
        k->bod = probe;
    }
    return take_diagram(k, found, line);
}

/* --- Lines ---------------------------------------------------------------------------------- */

static enum status read_table_head(struct kakinoki_reader *k, struct span line, struct err *err)
{
    enum status st = k->started ? kakinoki_next_game(k, err) : STATUS_OK;
    k->any = true;
    kakinoki_trailing_remark(k, line);
    return st;
}

static enum status read_wordy_line(struct kakinoki_reader *k, struct span line, struct err *err)
{
    struct span key, value;
    bool taken = false;
    if (span_starts(line, SPAN("まで")))
        return kakinoki_outcome_line(k, line, err);
    if (span_starts(line, SPAN("変化")) && kakinoki_split_header(line, &key, &value))
        return read_variation(k, line, err);
    if (is_table_head(line))
        return read_table_head(k, line, err);
    enum status st = read_diagram_line(k, line, &taken, err);
    if (st != STATUS_OK || taken)
        return st;
    if (kakinoki_split_header(line, &key, &value) && key.n <= MAX_KEY_BYTES)
        return read_header(k, key, value, line, err);
    /* 後手時間切れ, 盤面回転 and things nobody knows. */
    struct span rest = line, text = span_trim(line);
    if (span_eq(text, SPAN("盤面回転")))
        return checked(record_add_header(k->r->rec, HEADER_OTHER, text, (struct span){0}), err);
    if (text.n == 0 || span_eq(text, SPAN("\x1A")))
        return STATUS_OK;
    if (k->started && bod_eat_side(&rest) >= 0) {
        struct kakinoki_outcome o;
        kakinoki_read_outcome(text, mover_at(k, 0), &o);
        if (o.end != END_OTHER)
            return apply_outcome(k, text, 0, false, err);
    }
    kakinoki_problem(k, PROBLEM_LOST, STATUS_SYNTAX, &UNKNOWN_LINE, line);
    return STATUS_OK;
}

static enum status read_line(struct kakinoki_reader *k, struct span line, struct err *err)
{
    bool taken = false;
    enum status st;
    switch (line.p[0]) {
    case '*':
        read_comment(k, span_skip(line, 1));
        return STATUS_OK;
    case '#':
        return read_hash(k, line, err);
    case '&':
        read_bookmark(k, span_skip(line, 1));
        return STATUS_OK;
    default:
        st = k->dialect->read_moves(k, line, &taken, err);
        return st != STATUS_OK || taken ? st : read_wordy_line(k, line, err);
    }
}

/* What is said about a game comes before its moves, and nothing like it after them. */
static bool is_heading(struct span line)
{
    struct span key, value;
    ki2_eat_blanks(&line);
    if (span_starts(line, SPAN("#KI")) || span_starts(line, SPAN("# KI")))
        return true;
    return line.n && line.p[0] != '*' && line.p[0] != '&' && line.p[0] != '#' &&
           !span_starts(line, SPAN("変化")) && kakinoki_split_header(line, &key, &value) &&
           key.n <= MAX_KEY_BYTES;
}

const char *kakinoki_resume(struct span text)
{
    return cursor_find(text, is_heading);
}

enum status kakinoki_read(struct reader *r, const struct kakinoki_dialect *dialect, struct err *err)
{
    struct kakinoki_reader k = {
        .r = r, .dialect = dialect, .cursor = cursor_over(r->text), .line_at = r->text.p};
    struct span line;
    enum status st = begin_game(&k, err);
    while (st == STATUS_OK && cursor_next(&k.cursor, &line)) {
        k.line_at = line.p;
        ki2_eat_blanks(&line);
        if (line.n)
            st = read_line(&k, line, err);
    }
    return st == STATUS_OK ? finish_game(&k, err) : st;
}
