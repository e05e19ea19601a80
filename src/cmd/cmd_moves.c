/* cmd_moves.c: `kifu moves DB... QUERY`: what was played next, and how it went. */
#include <math.h>

#include "base/text/json.h"
#include "cluster/query_parts.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/query_operands.h"
#include "games/shogi/shogi_names.h"
#include "query/language/patterns.h"
#include "query/language/tree.h"
#include "query/plan/plan.h"
#include "query/search.h"
#include "view/board/shogi_move_text.h"
#include "view/draw/text_width.h"
#include "view/report/result_json.h"

enum { OPT_LIMIT, OPT_BY, OPT_AT, OPT_QUERY_FILE, OPT_COUNT };
/* So many rows fit on a screen, as in cmd_search.c; machines get everything. */
enum { TABLE_LIMIT = 20 };

static const char *const PERIODS[] = {"year", "decade", NULL};
static const uint32_t PERIOD_YEARS[] = {1, 10};

static const char *const PLIES[] = {"first", "every", "last", NULL};
static const enum moves_at PLIES_AT[] = {MOVES_AT_FIRST, MOVES_AT_EVERY, MOVES_AT_LAST};

static const struct option_spec OPTIONS[] = {
    INT_OPTION(OPT_LIMIT, "limit", "N", 0, INT64_MAX,
               "list the N most frequent moves, with --by per period (default 20; with --json all)",
               "多い順に N 手を示す（--by では期間ごと、既定は 20、--json では全件）"),
    CHOICE_OPTION(OPT_BY, "by", PERIODS, "count each year or decade separately",
                  "年または十年ごとに分けて数える"),
    CHOICE_OPTION(OPT_AT, "at", PLIES,
                  "count the move at the first, every or the last matching ply of a game (default "
                  "first; of a whole position every)",
                  "各局で一致する最初・すべて・最後の局面の手を数える（既定は first、局面全体では "
                  "every）"),
    QUERY_FILE_OPTION(OPT_QUERY_FILE),
    [OPT_COUNT] = {.name = NULL},
};

/* How the moves of a game are listed. */
struct moves_terms {
    const struct game *game;
    bool in_words; /* moves are written as people write them, behind the mark of their side */
    struct msg heading, results; /* of the table: up to the mover's score, and from there on */
};

/* The first row is also that of games without one: their moves are not written in words. */
static const struct moves_terms TERMS[] = {
    {&go_game,
     false,
     {"move              games  share  score   low  high",
      "着手               局数    率%   勝率  下限  上限"},
     {"    black   white  draws transposed  last\n", "      黒勝    白勝  引分   合流     最新\n"}},
    {&shogi_game,
     true,
     {"move              games  share  score   low  high",
      "指し手             局数    率%   勝率  下限  上限"},
     {"    black   white  draws transposed  last\n", "    先手勝  後手勝  引分   合流     最新\n"}},
    {&chaturanga_game,
     false,
     {"turn                  games  share  score   low  high",
      "手番                   局数    率%   勝率  下限  上限"},
     {"    red green yellow black  draws transposed  last\n",
      "    赤勝  緑勝   黄勝  黒勝   引分   合流     最新\n"}},
};

static const struct moves_terms *terms_of_game(const struct game *game)
{
    size_t i = sizeof TERMS / sizeof *TERMS - 1;
    while (i > 0 && TERMS[i].game != game)
        i--;
    return &TERMS[i];
}

struct moves_cmd {
    struct cmd_env *env;
    struct query_operands input;
    struct moves_table table;
    bool one_position; /* the question is a whole position: pos */
    struct shogi_pos pos;
    const struct moves_terms *terms;
    size_t shown, more; /* rows: the first of the table, and those that --limit left out */
    uint32_t by_years;
};

/* Leaves the first rows of each period, which stand together; without periods of all.  What was
 * played elsewhere is the end of a list of moves near a shape, and stays. */
static void keep_first(struct moves_cmd *m, uint64_t limit)
{
    struct moves_row *rows = m->table.rows;
    uint32_t period = 0;
    uint64_t taken = 0;
    for (size_t i = 0; i < m->table.count; i++) {
        if (rows[i].next.period != period)
            taken = 0;
        period = rows[i].next.period;
        bool elsewhere = rows[i].near == NEAR_ELSEWHERE && limit;
        if (elsewhere || taken++ < limit)
            rows[m->shown++] = rows[i];
    }
    m->more = m->table.count - m->shown;
}

static void find_position(struct moves_cmd *m)
{
    const struct query *q = &m->input.query;
    uint32_t exact = 0;
    m->terms = terms_of_game(q->game);
    m->one_position = m->terms->in_words && plan_kind_of(q, &exact) == PLAN_OCCURRENCES &&
                      q->game->text.pos_parse(&m->pos, q->nodes[exact].position, NULL) == STATUS_OK;
}

/* As people write it where the position is known, otherwise ７六(77), ５五歩打. */
static void add_move_name(const struct moves_cmd *m, const struct moves_row *row, enum lang lang,
                          struct buf *out)
{
    static const struct msg tenuki = {"tenuki", "手抜き"};
    shogi_move move = (shogi_move)row->next.move;
    if (row->next.move == MOVE_ELSEWHERE) {
        buf_add_str(out, msg_in(&tenuki, lang));
        return;
    }
    if (!m->terms->in_words) {
        m->input.query.game->text.move_print(NULL, row->next.move, out);
        return;
    }
    if (m->one_position && shogi_turn(&m->pos) == row->seat && shogi_move_is_legal(&m->pos, move)) {
        shogi_move_text(&m->pos, move, -1, lang, out);
        return;
    }
    if (lang != LANG_JA) {
        shogi_usi_print(move, out);
        return;
    }
    int to = shogi_move_to(move);
    buf_add_str(out, shogi_wide_digit(shogi_file_of(to)));
    buf_add_str(out, shogi_kanji_digit(shogi_rank_of(to)));
    if (shogi_move_is_drop(move)) {
        buf_add_str(out, shogi_kind_kanji(shogi_move_kind(move)));
        buf_add_str(out, "打");
        return;
    }
    int from = shogi_move_from(move);
    buf_add_str(out, shogi_move_promotes(move) ? "成" : "");
    buf_printf(out, "(%d%d)", shogi_file_of(from), shogi_rank_of(from));
}

static void add_period(const struct moves_cmd *m, const struct moves_row *row, struct json *j)
{
    if (!m->by_years)
        return;
    json_key(j, "period");
    if (row->next.period)
        json_u64(j, row->next.period);
    else
        json_null_value(j);
}

static int print_json(struct moves_cmd *m)
{
    struct buf line, name;
    struct json j;
    int code = CMD_OK;
    buf_init(&line, BUF_DEFAULT_MAX);
    buf_init(&name, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < m->shown && code == CMD_OK; i++) {
        const struct moves_row *row = &m->table.rows[i];
        buf_clear(&line);
        buf_clear(&name);
        json_init(&j, &line);
        json_open_object(&j);
        add_period(m, row, &j);
        moves_row_fields_to_json(&j, &m->input.query, row);
        add_move_name(m, row, LANG_JA, &name);
        json_key_str(&j, "japanese", buf_span(&name));
        moves_tenuki_to_json(&j, m->input.query.game, &m->table, row, SIZE_MAX);
        json_end(&j);
        json_line(&j);
        code = cmd_print(m->env, &line);
    }
    buf_release(&line);
    buf_release(&name);
    return code;
}

static void add_rate(struct buf *out, double rate)
{
    if (isnan(rate))
        buf_add_str(out, "    - ");
    else
        buf_printf(out, "%5.1f ", 100 * rate);
}

/* The scores of the side that the query names and of its player. */
static void add_side_rates(const struct moves_cmd *m, const struct moves_row *row, struct buf *out)
{
    const bool named[ENDS_OF] = {[ENDS_OWN] = query_own(&m->input.query) != OWN_NONE,
                                 [ENDS_PLAYER] = query_player(&m->input.query) != 0};
    for (int of = 0; of < ENDS_OF; of++) {
        if (!named[of])
            continue;
        buf_add_char(out, ' ');
        add_rate(out, side_score_of_ends(row->next.ends[of]).rate.share);
    }
}

static void add_row(const struct moves_cmd *m, const struct moves_row *row, struct buf *out)
{
    static const struct msg of_seat[] = {{"B ", "黒"}, {"W ", "白"}};
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    if (m->by_years && row->next.period)
        buf_printf(out, "%4u  ", (unsigned)row->next.period);
    else if (m->by_years)
        buf_add_str(out, "   ?  ");
    bool four = m->input.query.game->seats > 2;
    if (m->terms->in_words)
        buf_add_str(&name, row->seat == 0 ? "▲" : "△");
    else if (four)
        buf_printf(&name, "%c ", m->input.query.game->seat_names[row->seat][0]);
    else if (row->next.move == MOVE_ELSEWHERE)
        buf_add_str(&name, msg_in(&of_seat[row->seat & 1], m->env->lang));
    add_move_name(m, row, m->env->lang, &name);
    text_pad(out, buf_span(&name), four ? 18 : 14);
    buf_release(&name);
    buf_printf(out, "%9u %6.1f  ", (unsigned)row->next.games, 100 * row->share);
    add_rate(out, row->score);
    add_rate(out, row->low);
    add_rate(out, row->high);
    add_side_rates(m, row, out);
    if (four)
        buf_printf(out, "%5u %5u %6u %5u %6u", (unsigned)row->next.wins[0],
                   (unsigned)row->next.wins[1], (unsigned)row->next.wins[2],
                   (unsigned)row->next.wins[3], (unsigned)row->next.draws);
    else
        buf_printf(out, "%8u %7u %6u", (unsigned)row->next.wins[0], (unsigned)row->next.wins[1],
                   (unsigned)row->next.draws);
    buf_printf(out, " %10u", (unsigned)row->transposed);
    if (row->next.last_year)
        buf_printf(out, "  %4u", (unsigned)row->next.last_year);
    buf_add_char(out, '\n');
}

/* "    at D4 12, C16 5": where moves elsewhere were; "    later R17 3 (after 14 plies)": what came
 * of the shape after them. */
static void add_tenuki_list(const struct moves_cmd *m, const struct moves_row *row, bool later,
                            struct buf *out)
{
    static const struct msg heads[] = {{"    at ", "    行き先 "}, {"    later ", "    後に "}};
    static const struct msg after = {" (after %1 plies)", "（%1 手後）"};
    enum { SHOWN = 6 };
    size_t n = 0;
    for (size_t i = 0; i < m->table.tenuki_count && n < SHOWN; i++) {
        const struct tenuki_move *t = &m->table.tenuki[i];
        if (t->seat != row->seat || t->later != later)
            continue;
        buf_add_str(out, n++ ? ", " : msg_in(&heads[later], m->env->lang));
        m->input.query.game->text.move_print(NULL, t->move, out);
        buf_printf(out, " %u", (unsigned)t->games);
        uint64_t plies = (t->plies + t->games / 2) / t->games;
        if (later)
            msg_format(&after, m->env->lang, SPAN_U64(plies), SPAN(""), out);
    }
    if (n)
        buf_add_char(out, '\n');
}

static void add_tenuki(const struct moves_cmd *m, const struct moves_row *row, struct buf *out)
{
    if (row->near != NEAR_ELSEWHERE || m->by_years)
        return;
    add_tenuki_list(m, row, false, out);
    add_tenuki_list(m, row, true, out);
}

static void add_heading(const struct moves_cmd *m, struct buf *out)
{
    static const struct msg from = {"from  ", "年代  "}, own = {"    own", " 条件側"},
                            player = {" player", " 対局者"};
    if (m->by_years)
        buf_add_str(out, msg_in(&from, m->env->lang));
    buf_add_str(out, msg_in(&m->terms->heading, m->env->lang));
    if (query_own(&m->input.query) != OWN_NONE)
        buf_add_str(out, msg_in(&own, m->env->lang));
    if (query_player(&m->input.query))
        buf_add_str(out, msg_in(&player, m->env->lang));
    buf_add_str(out, msg_in(&m->terms->results, m->env->lang));
}

static void note_number(const struct moves_cmd *m, const struct msg *what, uint64_t number)
{
    struct buf digits;
    buf_init(&digits, 32);
    buf_add_u64(&digits, number);
    cmd_note(m->env, what, buf_cstr(&digits), NULL);
    buf_release(&digits);
}

static int print_table(struct moves_cmd *m)
{
    static const struct msg games = {"%1 games", "%1 局"};
    static const struct msg more = {"%1 more moves; use --limit to list them",
                                    "ほか %1 手（--limit で表示）"};
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    if (m->shown)
        add_heading(m, &out);
    for (size_t i = 0; i < m->shown; i++) {
        add_row(m, &m->table.rows[i], &out);
        add_tenuki(m, &m->table.rows[i], &out);
    }
    int code = cmd_print(m->env, &out);
    buf_release(&out);
    fflush(m->env->out); /* the figure stands below the table */
    if (m->more)
        note_number(m, &more, m->more);
    note_number(m, &games, m->table.games);
    return code;
}

static int answer(struct moves_cmd *m, const struct cmd_args *args)
{
    struct err err = {0};
    struct search_options opt = {
        .limit = UINT64_MAX, .threads = m->env->threads, .cancelled = m->env->cancelled};
    opt.values = static_values_hook(m->input.values);
    if (args_flag(args, OPT_BY))
        m->by_years = opt.by_years = PERIOD_YEARS[args_choice(args, OPT_BY, 0)];
    if (args_flag(args, OPT_AT))
        opt.at = PLIES_AT[args_choice(args, OPT_AT, 0)];
    enum status status = cluster_moves(&m->input.query, m->input.dbs, m->input.count, &opt,
                                       m->env->cluster, &m->table, &err);
    if (status == STATUS_CANCELLED)
        return CMD_ERROR;
    if (status != STATUS_OK)
        return cmd_fail(m->env, &err);
    keep_first(m, (uint64_t)args_int(args, OPT_LIMIT, m->env->json ? INT64_MAX : TABLE_LIMIT));
    find_position(m);
    int code = m->env->json ? print_json(m) : print_table(m);
    return code == CMD_OK && m->table.games == 0 ? CMD_NOTHING : code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct moves_cmd m = {.env = env};
    int code = query_operands_open(&m.input, env, args->operands, args->n_operands,
                                   args_text(args, OPT_QUERY_FILE, NULL));
    if (code == CMD_OK)
        code = answer(&m, args);
    moves_release(&m.table);
    code = query_operands_check(&m.input, env, code);
    query_operands_release(&m.input);
    return code;
}

const struct command CMD_MOVES = {
    .name = "moves",
    .group = GROUP_SEARCH,
    .summary = {"what was played next, and how it went", "次に指された手とその成績"},
    .operands = "DB... QUERY",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_JOBS,
    .options = OPTIONS,
    .details = {"Counts the moves made where a query first holds in each game; of a whole position "
                "those at each of its plies, each distinct move once per game. "
                "Example: kifu moves games.kifu 'sfen \"startpos\"'.",
                "各局で検索式が最初に成り立つ局面の次の手を数えます。局面全体ではその各局面で数え、"
                "同じ棋譜の同じ手は一度だけ数えます。例: "
                "kifu moves games.kifu 'sfen \"startpos\"'。"},
    .run = run,
};
