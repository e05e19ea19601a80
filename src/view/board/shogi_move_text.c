/* shogi_move_text.c: see shogi_move_text.h. */
#include "view/board/shogi_move_text.h"

#include "formats/shogi/ki2_notation.h"
#include "games/shogi/shogi_names.h"
#include "view/board/chaturanga_picture.h"
#include "view/draw/text_width.h"

/* --- Moves ----------------------------------------------------------------------------------- */

static void add_square(struct buf *out, int square)
{
    buf_add_char(out, (char)('0' + shogi_file_of(square)));
    buf_add_char(out, (char)('a' + shogi_rank_of(square) - 1));
}

/* Could another piece of the same kind have gone there? */
static bool is_ambiguous(const struct shogi_pos *pos, shogi_move m)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    int piece = shogi_piece_at(pos, shogi_move_from(m));
    int n = shogi_legal_moves(pos, moves);
    for (int i = 0; i < n; i++) {
        shogi_move other = moves[i];
        if (!shogi_move_is_drop(other) && shogi_move_to(other) == shogi_move_to(m) &&
            shogi_move_from(other) != shogi_move_from(m) &&
            shogi_piece_at(pos, shogi_move_from(other)) == piece)
            return true;
    }
    return false;
}

static void western_move(const struct shogi_pos *pos, shogi_move m, struct buf *out)
{
    int to = shogi_move_to(m);
    if (shogi_move_is_drop(m)) {
        buf_printf(out, "%s*", shogi_kind_sfen(shogi_move_kind(m)));
        add_square(out, to);
        return;
    }
    int from = shogi_move_from(m);
    buf_add_str(out, shogi_kind_sfen(shogi_kind_of(shogi_piece_at(pos, from))));
    if (is_ambiguous(pos, m))
        add_square(out, from);
    buf_add_char(out, shogi_piece_at(pos, to) ? 'x' : '-');
    add_square(out, to);
    if (shogi_move_promotes(m))
        buf_add_char(out, '+');
    else if (shogi_move_is_legal(pos, shogi_move_make(from, to, true)))
        buf_add_char(out, '=');
}

void shogi_move_text(const struct shogi_pos *pos, shogi_move m, int last_to, enum lang lang,
                     struct buf *out)
{
    if (lang == LANG_JA)
        ki2_print_move(pos, m, last_to, out);
    else
        western_move(pos, m, out);
}

/* --- Ends ------------------------------------------------------------------------------------ */

static const struct msg ENDS[END_COUNT] = {
    [END_NONE] = {"", ""},
    [END_RESIGN] = {"resignation", "投了"},
    [END_MATE] = {"mate", "詰み"},
    [END_TIME_UP] = {"time", "時間切れ"},
    [END_ILLEGAL_MOVE] = {"illegal move", "反則"},
    [END_ILLEGAL_ACTION] = {"illegal action", "反則行為"},
    [END_DECLARATION] = {"declaration", "入玉宣言"},
    [END_REPETITION] = {"repetition", "千日手"},
    [END_IMPASSE] = {"impasse", "持将棋"},
    [END_DRAW] = {"agreement", "合意"},
    [END_MAX_MOVES] = {"limit of moves", "手数制限"},
    [END_INTERRUPTED] = {"interrupted", "中断"},
    [END_NO_MATE] = {"no mate", "不詰"},
    [END_TAKE_BACK] = {"move taken back", "待った"},
    [END_ERROR] = {"error", "エラー"},
    [END_FORFEIT_WIN] = {"won without play", "不戦勝"},
    [END_FORFEIT_LOSS] = {"lost without play", "不戦敗"},
    [END_SEALED] = {"sealed move", "封じ手"},
    [END_OTHER] = {"other", "その他"},
    [END_SCORE] = {"score", "作り碁"},
    [END_RAJAS] = {"rajas taken", "王をすべて取る"},
    [END_BARE_RAJA] = {"bare raja", "裸王"},
};

const char *shogi_end_text(enum record_end end, enum lang lang)
{
    return msg_in(&ENDS[end < END_COUNT ? end : END_OTHER], lang);
}

void shogi_side_text(int side, bool handicap, enum lang lang, struct buf *out)
{
    static const struct msg names[2][2] = {{{"Black", "先手"}, {"White", "後手"}},
                                           {{"Black", "下手"}, {"White", "上手"}}};
    buf_add_str(out, msg_in(&names[handicap][side], lang));
}

static int winner(const struct record *rec)
{
    for (int seat = 0; seat < 2; seat++)
        if (rec->points[seat] == POINTS_WIN)
            return seat;
    return -1;
}

/* What is said of the end: how it is called, or the source's own words. */
static void add_reason(const struct record *rec, enum lang lang, struct buf *out)
{
    uint32_t last = record_last_move(rec, NULL);
    uint32_t end = rec->nodes[last].child;
    struct span words = record_note_at(rec, end)->shogi_end_text;
    if (rec->end == END_OTHER && end && words.n > 0)
        text_add_clean(out, words);
    else
        buf_add_str(out, shogi_end_text(rec->end, lang));
}

static void japanese_result(const struct record *rec, uint32_t moves, bool handicap,
                            struct buf *out)
{
    int side = winner(rec);
    buf_printf(out, "まで%u手で", moves);
    if (side < 0) {
        add_reason(rec, LANG_JA, out);
        return;
    }
    if (handicap)
        shogi_side_text(side, true, LANG_JA, out);
    else
        buf_add_str(out, rec->game->seat_titles[side].ja);
    buf_add_str(out, "の勝ち");
    if (rec->end != END_NONE) {
        buf_add_str(out, "（");
        add_reason(rec, LANG_JA, out);
        buf_add_str(out, "）");
    }
}

static void english_result(const struct record *rec, uint32_t moves, struct buf *out)
{
    int side = winner(rec);
    if (side >= 0) {
        shogi_side_text(side, false, LANG_EN, out);
        buf_add_str(out, " wins");
    } else {
        buf_add_str(out, rec->points[0] == POINTS_DRAW ? "Drawn" : "Ends");
    }
    buf_printf(out, " after %u move%s", moves, moves == 1 ? "" : "s");
    if (rec->end != END_NONE) {
        buf_add_str(out, " (");
        add_reason(rec, LANG_EN, out);
        buf_add_char(out, ')');
    }
}

static void result_text(const struct record *rec, bool handicap, enum lang lang, struct buf *out)
{
    uint32_t plies;
    record_last_move(rec, &plies);
    if (rec->end == END_NONE && rec->points[0] == POINTS_UNKNOWN)
        return;
    if (lang == LANG_JA)
        japanese_result(rec, rec->start_ply + plies, handicap, out);
    else
        english_result(rec, rec->start_ply + plies, out);
}

void shogi_result_text(const struct record *rec, enum lang lang, struct buf *out)
{
    bool handicap = rec->handicap > SHOGI_EVEN && rec->handicap < SHOGI_HANDICAP_OTHER;
    result_text(rec, handicap, lang, out);
}

void go_result_text(const struct record *rec, enum lang lang, struct buf *out)
{
    result_text(rec, false, lang, out);
}

/* --- Times ----------------------------------------------------------------------------------- */

void time_text(uint32_t ms, struct buf *out)
{
    uint32_t seconds = ms / 1000, rest = ms % 1000;
    if (seconds >= 3600)
        buf_printf(out, "%u:%02u:%02u", seconds / 3600, seconds / 60 % 60, seconds % 60);
    else
        buf_printf(out, "%u:%02u", seconds / 60, seconds % 60);
    if (rest == 0)
        return;
    int digits = rest % 10 ? 3 : rest % 100 ? 2 : 1;
    buf_printf(out, ".%0*u", digits, digits == 3 ? rest : digits == 2 ? rest / 10 : rest / 100);
}
