/* cmd_search.c: `kifu search DB... QUERY`: games and plies at which the question holds. */

#include "base/alloc.h"
#include "base/le.h"
#include "base/steady.h"
#include "base/text/json.h"
#include "cluster/query_parts.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/hit_board.h"
#include "cmd/frame/query_operands.h"
#include "cmd/parts/search_by.h"
#include "query/language/patterns.h"
#include "query/language/tree.h"
#include "query/run/hit_order.h"
#include "query/search.h"
#include "view/draw/text_width.h"
#include "view/report/hit_columns.h"
#include "view/report/result_json.h"

enum {
    OPT_LIMIT,
    OPT_OFFSET,
    OPT_COUNT_ONLY,
    OPT_EXPLAIN,
    OPT_VERIFY,
    OPT_LINES,
    OPT_BOARD,
    OPT_QUERY_FILE,
    OPT_SORT,
    OPT_COLUMNS,
    OPT_CSV,
    OPT_TSV,
    OPT_SFEN,
    OPT_SAVE,
    OPT_BY,
    OPT_COUNT
};
/* So many rows fit on a screen; machines get everything. */
enum { TABLE_LIMIT = 20 };

static const struct option_spec OPTIONS[] = {
    INT_OPTION(OPT_LIMIT, "limit", "N", 0, INT64_MAX,
               "maximum number of hits (default 20; with --json, --csv and --tsv all)",
               "最大の件数（既定は 20、--json, --csv, --tsv では全件）"),
    INT_OPTION(OPT_OFFSET, "offset", "N", 0, INT64_MAX, "skip the first N hits",
               "先頭の N 件を飛ばす"),
    FLAG_OPTION(OPT_COUNT_ONLY, "count", "print only the numbers of games, hits and positions",
                "対局・区間・局面の数だけを表示する"),
    FLAG_OPTION(OPT_EXPLAIN, "explain",
                "explain how the query runs, with estimated and actual figures",
                "検索の実行計画を見積もりと実績つきで示す"),
    FLAG_OPTION(OPT_VERIFY, "verify", "search again without the index and compare",
                "索引を使わずにもう一度検索して比べる"),
    FLAG_OPTION(OPT_LINES, "lines", "search variations too", "変化手順も検索する"),
    FLAG_OPTION(OPT_BOARD, "board", "draw the board at the first hit (always on a terminal)",
                "最初の一致局面の盤を描く（端末では常に）", .letter = 'b'),
    QUERY_FILE_OPTION(OPT_QUERY_FILE),
    TEXT_OPTION(OPT_SORT, "sort", "KEY",
                "sort by date, event, id, length, players, plies, rating, result or score; -KEY "
                "descending; unknown values last, ties by id",
                "date, event, id, length, players, plies, rating, result, score の順に並べる。-KEY "
                "は逆順、不明は最後、同順位は番号順"),
    TEXT_OPTION(OPT_COLUMNS, "columns", "LIST",
                "columns to print, as id,black,white,date,sfen; an unknown one lists all",
                "表示する列（id,black,white,date,sfen など。誤りなら一覧を示す）"),
    FLAG_OPTION(OPT_CSV, "csv", "print comma-separated values (RFC 4180) with a heading",
                "見出し付きの CSV（RFC 4180）で表示する"),
    FLAG_OPTION(OPT_TSV, "tsv", "print tab-separated values with a heading",
                "見出し付きのタブ区切りで表示する"),
    FLAG_OPTION(OPT_SFEN, "sfen", "add the position at the first matching ply to each hit",
                "最初に一致した局面を各行に加える"),
    TEXT_OPTION(OPT_SAVE, "save", "NAME",
                "save the query in the database as @NAME, replacing one of that name",
                "検索式をデータベースに @NAME として保存する（同じ名前は置き換え）"),
    TEXT_OPTION(OPT_BY, "by", "KIND",
                "count games by year, decade, event, place, player, castle, opening or another "
                "group of names",
                "year, decade, event, place, player, castle, opening などで分けて数える"),
    [OPT_COUNT] = {.name = NULL},
};

struct search_cmd {
    struct cmd_env *env;
    struct query_operands input;
    struct search_options opt;
    struct hits hits;
    double seconds;
    bool board;
    struct arena arena;             /* of summaries */
    struct hit_texts texts;         /* written elsewhere; the last is the board */
    int game_columns, name_columns; /* of the table */
    struct hit_columns columns;     /* chosen; count 0: the usual table */
    enum table_style style;         /* TABLE_CELLS: as a table for people, or JSON */
    bool sfen;
};

static const struct db_segment *segment_of(const struct search_cmd *s, const struct hit *h)
{
    return &s->input.dbs[h->db]->segments[h->segment];
}

static enum status summary_of(struct search_cmd *s, const struct hit *h, struct game_summary *out,
                              struct err *err)
{
    arena_reset(&s->arena);
    return metadata_summary(segment_of(s, h)->metadata, h->number, &s->arena, out, err);
}

static bool has_patterns(const struct search_cmd *s)
{
    const struct query *q = &s->input.query;
    for (uint32_t i = 1; i < q->count; i++)
        if (q->nodes[i].op == Q_PATTERN)
            return true;
    return false;
}

/* --- With chosen columns ---------------------------------------------------------------------- */

static enum status summary_row(struct search_cmd *s, const struct hit *h,
                               struct game_summary *summary, struct hit_row *row, struct err *err)
{
    *row = (struct hit_row){.segment = segment_of(s, h), .hit = h, .summary = summary};
    if (s->input.count > 1)
        row->db_name = span_of(s->input.paths[h->db]);
    return summary_of(s, h, summary, err);
}

static enum status add_columns(struct search_cmd *s, size_t number, struct buf *out,
                               struct err *err)
{
    struct game_summary summary;
    struct hit_row row;
    if (s->texts.at && s->texts.at[number].n) {
        buf_add_span(out, s->texts.at[number]);
        return STATUS_OK;
    }
    enum status status = summary_row(s, &s->hits.at[number], &summary, &row, err);
    return status == STATUS_OK ? hit_columns_add_row(&s->columns, s->style, &row, out, err)
                               : status;
}

static int print_values(struct search_cmd *s)
{
    struct err err = {0};
    struct buf line;
    buf_init(&line, BUF_DEFAULT_MAX);
    hit_columns_add_head(&s->columns, s->style, &line);
    int code = cmd_print(s->env, &line);
    for (size_t i = 0; i < s->hits.count && code == CMD_OK && !cmd_should_stop(s->env); i++) {
        buf_clear(&line);
        code = add_columns(s, i, &line, &err) == STATUS_OK ? cmd_print(s->env, &line)
                                                           : cmd_fail(s->env, &err);
    }
    buf_release(&line);
    return code;
}

/* The cells of a line, which ends with a line feed. */
static struct span next_cell(struct span *line)
{
    size_t n = 0;
    while (n < line->n && line->p[n] != '\t' && line->p[n] != '\n')
        n++;
    struct span cell = span_make(line->p, n);
    *line = span_skip(*line, n < line->n ? n + 1 : n);
    return cell;
}

/* Lines of cells become columns as wide as their widest cell; the last one needs no width. */
static void align_cells(struct span lines, size_t columns, struct buf *out)
{
    enum { CELL_GAP = 2 };
    int width[HIT_MAX_COLUMNS] = {0};
    for (struct span rest = lines; rest.n;)
        for (size_t i = 0; i < columns; i++) {
            int n = text_columns(next_cell(&rest));
            width[i] = n > width[i] ? n : width[i];
        }
    while (lines.n) {
        for (size_t i = 0; i + 1 < columns; i++)
            text_pad(out, next_cell(&lines), width[i] + CELL_GAP);
        buf_add_span(out, next_cell(&lines));
        while (out->n && out->p[out->n - 1] == ' ')
            out->n--;
        buf_add_char(out, '\n');
    }
}

static enum status add_cells(struct search_cmd *s, struct buf *out, struct err *err)
{
    struct buf cells;
    enum status status = STATUS_OK;
    buf_init(&cells, SIZE_MAX / 2);
    hit_columns_add_head(&s->columns, TABLE_CELLS, &cells);
    for (size_t i = 0; i < s->hits.count && status == STATUS_OK; i++)
        status = add_columns(s, i, &cells, err);
    if (status == STATUS_OK && buf_status(&cells) != STATUS_OK)
        status = err_nomem(err);
    if (status == STATUS_OK)
        align_cells(buf_span(&cells), s->columns.count, out);
    buf_release(&cells);
    return status;
}

/* --- As JSON ---------------------------------------------------------------------------------- */

static void count_to_json(const struct search_cmd *s, struct buf *out)
{
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_u64(&j, "games", s->hits.games);
    json_key_u64(&j, "spans", s->hits.spans);
    json_key_u64(&j, "positions", s->hits.positions);
    if (has_patterns(s))
        json_key_u64(&j, "places", s->hits.places);
    scores_to_json(&j, &s->input.query, &s->hits.scores);
    json_key_double(&j, "seconds", s->seconds);
    json_end(&j);
    json_line(&j);
}

static void facts_to_json(struct json *j, const struct game *game, const char *key,
                          const uint32_t *facts, uint32_t count)
{
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    json_key(j, key);
    json_open_array(j);
    for (uint32_t i = 0; i < count; i++) {
        buf_clear(&name);
        game->text.fact_print(facts[i], &name);
        json_str(j, buf_span(&name));
    }
    json_end(j);
    buf_release(&name);
}

static enum status chosen_to_json(struct search_cmd *s, const struct hit *h, struct json *j,
                                  struct err *err)
{
    struct game_summary summary;
    struct hit_row row;
    enum status status = summary_row(s, h, &summary, &row, err);
    return status == STATUS_OK ? hit_columns_to_json(&s->columns, &row, j, err) : status;
}

static enum status sfen_to_json(const struct search_cmd *s, const struct hit *h, struct json *j,
                                struct err *err)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    enum status status = hit_position_print(segment_of(s, h), h, &text, err);
    json_key_str(j, "sfen", buf_span(&text));
    buf_release(&text);
    return status;
}

static enum status hit_line(struct search_cmd *s, size_t number, struct buf *out, struct err *err)
{
    const struct hit *h = &s->hits.at[number];
    const struct query *q = &s->input.query;
    struct game_summary summary;
    struct differences d = {0};
    struct json j;
    bool several = s->input.count > 1, ranked = query_ranked(q) != 0;
    if (s->texts.at && s->texts.at[number].n) {
        buf_add_span(out, s->texts.at[number]);
        return STATUS_OK;
    }
    json_init(&j, out);
    json_open_object(&j);
    if (s->columns.count) {
        enum status chosen = chosen_to_json(s, h, &j, err);
        json_end(&j);
        json_line(&j);
        return chosen;
    }
    enum status status = summary_of(s, h, &summary, err);
    if (status == STATUS_OK && ranked)
        status = search_differences(q, segment_of(s, h), h, &d, err);
    if (status != STATUS_OK)
        return status;
    hit_fields_to_json(&j, q->game, several ? span_of(s->input.paths[h->db]) : SPAN(""), h,
                       &summary);
    if (ranked) {
        facts_to_json(&j, q->game, "missing", d.missing, d.missing_count);
        facts_to_json(&j, q->game, "extra", d.extra, d.extra_count);
    }
    if (s->sfen)
        status = sfen_to_json(s, h, &j, err);
    json_end(&j);
    json_line(&j);
    differences_release(&d);
    return status;
}

static int print_json(struct search_cmd *s)
{
    struct err err = {0};
    struct buf line;
    int code = CMD_OK;
    buf_init(&line, BUF_DEFAULT_MAX);
    if (s->opt.count) {
        count_to_json(s, &line);
        code = cmd_print(s->env, &line);
    }
    for (size_t i = 0; i < s->hits.count && code == CMD_OK && !cmd_should_stop(s->env); i++) {
        buf_clear(&line);
        code = hit_line(s, i, &line, &err) == STATUS_OK ? cmd_print(s->env, &line)
                                                        : cmd_fail(s->env, &err);
    }
    buf_release(&line);
    return code;
}

/* --- For people ------------------------------------------------------------------------------- */

/* What columns have at least, where there is room. */
enum {
    GAME_COLUMNS = 12,
    GAME_OF_SEVERAL_COLUMNS = 24,
    NAME_COLUMNS = 16,
    NAME_OF_FOUR_COLUMNS = 10,
    PLACE_COLUMNS = 5,
    PLIES_COLUMNS = 12,
    RESULT_COLUMNS = 6,
    DATE_COLUMNS = 10,
    EVENT_COLUMNS = 16, /* left free on a terminal */
    GAP = 2,
};
/* A table of more rows is not measured before it is printed. */
enum { MOST_MEASURED = 10000 };

/* A text in so many columns; if it is longer, it is cut on a terminal and whole elsewhere. */
static void add_cell(const struct search_cmd *s, struct buf *out, struct span text, int columns)
{
    struct buf clean;
    struct span rest;
    int used = 0;
    buf_init(&clean, BUF_DEFAULT_MAX);
    text_add_clean(&clean, text);
    rest = buf_span(&clean);
    while (rest.n) {
        struct span before = rest;
        int width = text_char_columns(text_eat_char(&rest));
        if (s->env->out_columns && used + width > columns)
            break;
        used += width;
        buf_add(out, before.p, before.n - rest.n);
    }
    for (int blanks = used < columns ? columns - used + GAP : GAP; blanks > 0; blanks--)
        buf_add_char(out, ' ');
    buf_release(&clean);
}

/* The columns that a terminal has for each name. */
static int room_for_names(const struct search_cmd *s)
{
    int seats = s->input.query.game->seats;
    int others = s->game_columns + PLIES_COLUMNS + RESULT_COLUMNS + DATE_COLUMNS + 4 * GAP;
    others += (has_patterns(s) ? PLACE_COLUMNS + GAP : 0) + EVENT_COLUMNS;
    int room = (s->env->out_columns - others) / seats - GAP;
    return room > NAME_OF_FOUR_COLUMNS ? room : NAME_OF_FOUR_COLUMNS;
}

static void add_heads_of_names(const struct search_cmd *s, struct buf *out)
{
    const struct game *game = s->input.query.game;
    for (int seat = 0; seat < game->seats; seat++)
        add_cell(s, out, span_of(msg_in(&game->seat_titles[seat], s->env->lang)), s->name_columns);
}

static void add_heading(const struct search_cmd *s, struct buf *out)
{
    static const struct msg game = {"game", "棋譜"}, plies = {"plies", "手数"};
    static const struct msg place = {"at", "位置"}, result = {"result", "勝敗"};
    static const struct msg date = {"date", "日付"}, event = {"event", "棋戦"};
    add_cell(s, out, span_of(msg_in(&game, s->env->lang)), s->game_columns);
    add_cell(s, out, span_of(msg_in(&plies, s->env->lang)), PLIES_COLUMNS);
    if (has_patterns(s))
        add_cell(s, out, span_of(msg_in(&place, s->env->lang)), PLACE_COLUMNS);
    add_heads_of_names(s, out);
    add_cell(s, out, span_of(msg_in(&result, s->env->lang)), RESULT_COLUMNS);
    add_cell(s, out, span_of(msg_in(&date, s->env->lang)), DATE_COLUMNS);
    buf_add_str(out, msg_in(&event, s->env->lang));
    buf_add_char(out, '\n');
}

/* "12", "12/3" for its third variation, before it the database if there are several. */
static void game_name(const struct search_cmd *s, const struct hit *h, struct buf *name)
{
    buf_init(name, BUF_DEFAULT_MAX);
    if (s->input.count > 1) {
        buf_add_str(name, s->input.paths[h->db]);
        buf_add_char(name, ':');
    }
    buf_add_u64(name, h->id);
    if (h->line)
        buf_printf(name, "/%u", (unsigned)h->line);
}

static void add_game_name(const struct search_cmd *s, const struct hit *h, struct buf *out)
{
    struct buf name;
    game_name(s, h, &name);
    add_cell(s, out, buf_span(&name), s->game_columns);
    buf_release(&name);
}

static void add_plies(const struct search_cmd *s, const struct hit *h, struct buf *out)
{
    struct buf text;
    buf_init(&text, 64);
    if (query_ranked(&s->input.query))
        buf_printf(&text, "%u (%d)", (unsigned)h->first, (int)h->score);
    else if (h->to == h->from + 1)
        buf_printf(&text, "%u", (unsigned)h->from);
    else
        buf_printf(&text, "%u-%u", (unsigned)h->from, (unsigned)h->to - 1);
    add_cell(s, out, buf_span(&text), PLIES_COLUMNS);
    buf_release(&text);
}

/* Where a drawn diagram is: "Q16", its lower left cell. */
static void add_place(const struct search_cmd *s, const struct hit *h, struct buf *out)
{
    struct buf at;
    buf_init(&at, 64);
    if (h->placed)
        patterns_of_game(s->input.query.game)->print_place(h->column, h->row, &at);
    add_cell(s, out, buf_span(&at), PLACE_COLUMNS);
    buf_release(&at);
}

static enum status add_row(struct search_cmd *s, size_t number, struct buf *out, struct err *err)
{
    const struct hit *h = &s->hits.at[number];
    struct game_summary summary;
    struct buf date;
    if (s->texts.at && s->texts.at[number].n) {
        buf_add_span(out, s->texts.at[number]);
        return STATUS_OK;
    }
    enum status status = summary_of(s, h, &summary, err);
    if (status != STATUS_OK)
        return status;
    char result[2] = {points_letter(s->input.query.game, summary.points), '\0'};
    buf_init(&date, 64);
    date_text(summary.date, &date);
    add_game_name(s, h, out);
    add_plies(s, h, out);
    if (has_patterns(s))
        add_place(s, h, out);
    for (int seat = 0; seat < s->input.query.game->seats; seat++)
        add_cell(s, out, summary.players[seat], s->name_columns);
    add_cell(s, out, span_of(result), RESULT_COLUMNS);
    add_cell(s, out, buf_span(&date), DATE_COLUMNS);
    text_add_clean(out, summary.event);
    while (out->n && out->p[out->n - 1] == ' ')
        out->n--;
    buf_add_char(out, '\n');
    buf_release(&date);
    return STATUS_OK;
}

static int wider(int columns, struct span text)
{
    struct buf clean;
    buf_init(&clean, BUF_DEFAULT_MAX);
    text_add_clean(&clean, text);
    int wanted = text_columns(buf_span(&clean));
    buf_release(&clean);
    return wanted > columns ? wanted : columns;
}

static enum status measure_row(struct search_cmd *s, const struct hit *h, struct err *err)
{
    struct game_summary summary;
    struct buf name;
    enum status status = summary_of(s, h, &summary, err);
    if (status != STATUS_OK)
        return status;
    game_name(s, h, &name);
    s->game_columns = wider(s->game_columns, buf_span(&name));
    buf_release(&name);
    for (int seat = 0; seat < s->input.query.game->seats; seat++)
        s->name_columns = wider(s->name_columns, summary.players[seat]);
    return STATUS_OK;
}

/* As wide as the longest name, as far as a terminal has room.  Rows that other processes write do
 * not know of each other, and those of a long table come as they are: there a long name moves
 * what follows it. */
static enum status measure_table(struct search_cmd *s, struct err *err)
{
    enum status status = STATUS_OK;
    s->game_columns = s->input.count > 1 ? GAME_OF_SEVERAL_COLUMNS : GAME_COLUMNS;
    s->name_columns = s->input.query.game->seats > 2 ? NAME_OF_FOUR_COLUMNS : NAME_COLUMNS;
    bool measured = !s->env->cluster && s->hits.count <= MOST_MEASURED;
    for (size_t i = 0; measured && i < s->hits.count && status == STATUS_OK; i++)
        status = measure_row(s, &s->hits.at[i], err);
    if (s->env->out_columns && s->name_columns > room_for_names(s))
        s->name_columns = room_for_names(s);
    return status;
}

static void add_fact_list(const struct search_cmd *s, const struct msg *what, const uint32_t *facts,
                          uint32_t count, struct buf *out)
{
    if (count == 0)
        return;
    buf_add_str(out, msg_in(what, s->env->lang));
    for (uint32_t i = 0; i < count; i++) {
        buf_add_char(out, ' ');
        s->input.query.game->text.fact_print(facts[i], out);
    }
    buf_add_char(out, '\n');
}

static enum status add_differences(struct search_cmd *s, const struct hit *h, struct buf *out,
                                   struct err *err)
{
    static const struct msg missing = {"missing:", "不足:"}, extra = {"extra:", "余分:"};
    struct differences d;
    if (!query_ranked(&s->input.query))
        return STATUS_OK;
    enum status status = search_differences(&s->input.query, segment_of(s, h), h, &d, err);
    if (status != STATUS_OK)
        return status;
    add_fact_list(s, &missing, d.missing, d.missing_count, out);
    add_fact_list(s, &extra, d.extra, d.extra_count, out);
    differences_release(&d);
    return STATUS_OK;
}

/* The board at the first matching ply of a hit. */
static enum status add_board(struct search_cmd *s, const struct hit *h, struct buf *out,
                             struct err *err)
{
    struct game_summary summary;
    struct board_options opt = {
        .lang = s->env->lang, .letters = s->env->lang == LANG_EN, .colour = s->env->colour};
    enum status status = summary_of(s, h, &summary, err);
    if (status != STATUS_OK)
        return status;
    buf_add_char(out, '\n');
    status = hit_board(segment_of(s, h), h, &summary, &opt, out, err);
    return status == STATUS_OK ? add_differences(s, h, out, err) : status;
}

static enum status add_first_board(struct search_cmd *s, struct buf *out, struct err *err)
{
    if (!s->texts.at || !s->texts.at[s->hits.count].n)
        return add_board(s, &s->hits.at[0], out, err);
    buf_add_span(out, s->texts.at[s->hits.count]);
    return STATUS_OK;
}

static void add_totals(const struct search_cmd *s, struct buf *out)
{
    bool ja = s->env->lang == LANG_JA;
    buf_printf(out, ja ? "%llu 局、%llu 区間、" : "%llu games, %llu hits, ",
               (unsigned long long)s->hits.games, (unsigned long long)s->hits.spans);
    if (has_patterns(s))
        buf_printf(out, ja ? "%llu か所、" : "%llu places, ", (unsigned long long)s->hits.places);
    buf_printf(out, ja ? "%llu 局面（%.1f ミリ秒）\n" : "%llu positions (%.1f ms)\n",
               (unsigned long long)s->hits.positions, s->seconds * 1e3);
    if (s->opt.scores && s->hits.games)
        scores_to_text(&s->input.query, &s->hits.scores, s->env->lang, out);
}

static int print_table(struct search_cmd *s)
{
    static const struct msg more = {"%1 more; use --limit and --offset to list them",
                                    "ほか %1 件（--limit, --offset で表示）"};
    struct err err = {0};
    struct buf out;
    enum status status = STATUS_OK;
    buf_init(&out, SIZE_MAX / 2);
    if (s->hits.count && s->columns.count)
        status = add_cells(s, &out, &err);
    else if (s->hits.count)
        add_heading(s, &out);
    for (size_t i = 0; i < s->hits.count && !s->columns.count && status == STATUS_OK; i++)
        status = add_row(s, i, &out, &err);
    uint64_t shown = s->opt.offset + s->hits.count;
    if (status == STATUS_OK && s->board && s->hits.count)
        status = add_first_board(s, &out, &err);
    int code = status == STATUS_OK ? cmd_print(s->env, &out) : cmd_fail(s->env, &err);
    buf_clear(&out);
    fflush(s->env->out); /* the figures stand below the table */
    if (code == CMD_OK && s->hits.count && s->hits.spans > shown) {
        struct buf left;
        buf_init(&left, 32);
        buf_add_u64(&left, s->hits.spans - shown);
        cmd_note(s->env, &more, buf_cstr(&left), NULL);
        buf_release(&left);
    }
    if (code == CMD_OK && (s->opt.count || !s->env->quiet)) {
        add_totals(s, &out);
        fputs(buf_cstr(&out), s->opt.count ? s->env->out : s->env->err);
    }
    buf_release(&out);
    return code;
}

static enum status write_text(void *ctx, size_t number, struct buf *out, struct err *err)
{
    struct search_cmd *s = ctx;
    if (number == s->hits.count)
        return s->board ? add_board(s, &s->hits.at[0], out, err) : STATUS_OK;
    if (s->env->json)
        return hit_line(s, number, out, err);
    return s->columns.count ? add_columns(s, number, out, err) : add_row(s, number, out, err);
}

/* --- Other ways ------------------------------------------------------------------------------- */

static int explain(struct search_cmd *s)
{
    struct err err = {0};
    struct buf out;
    enum status status = STATUS_OK;
    buf_init(&out, BUF_DEFAULT_MAX);
    query_print(&s->input.query, &out);
    buf_add_char(&out, '\n');
    for (uint32_t d = 0; d < s->input.count; d++)
        for (uint32_t i = 0; i < s->input.dbs[d]->segment_count && status == STATUS_OK; i++)
            status = search_explain(&s->input.query, &s->input.dbs[d]->segments[i], &s->opt,
                                    s->env->lang, &out, &err);
    if (status == STATUS_OK && s->env->json) {
        struct buf line;
        struct json j;
        buf_init(&line, BUF_DEFAULT_MAX);
        json_init(&j, &line);
        json_open_object(&j);
        json_key_str(&j, "plan", buf_span(&out));
        json_end(&j);
        json_line(&j);
        int code = cmd_print(s->env, &line);
        buf_release(&line);
        buf_release(&out);
        return code;
    }
    int code = status == STATUS_OK ? cmd_print(s->env, &out) : cmd_fail(s->env, &err);
    buf_release(&out);
    return code;
}

static bool same_hits(const struct hits *a, const struct hits *b)
{
    bool same = a->count == b->count && a->games == b->games && a->spans == b->spans &&
                a->positions == b->positions && a->places == b->places &&
                memcmp(&a->scores, &b->scores, sizeof a->scores) == 0;
    for (size_t i = 0; same && i < a->count; i++) {
        const struct hit *x = &a->at[i], *y = &b->at[i];
        same = x->db == y->db && x->id == y->id && x->line == y->line && x->from == y->from &&
               x->to == y->to && x->plies == y->plies && x->first == y->first &&
               x->score == y->score && x->placed == y->placed && x->column == y->column &&
               x->row == y->row && x->symmetry == y->symmetry && x->plays == y->plays;
    }
    return same;
}

static int verify(struct search_cmd *s)
{
    static const struct msg differs = {
        "index and scan disagree: %1; run kifu check, then kifu compact to rebuild the index",
        "索引による検索と全件再生が一致しません: %1。kifu check で調べ、kifu compact "
        "で索引を作り直してください"};
    static const struct msg agrees = {"verified by a full scan: %1 hits",
                                      "全件再生で確認しました: %1 件"};
    fflush(s->env->out);
    struct search_options scan = s->opt;
    struct hits again;
    struct err err = {0};
    struct buf text;
    scan.scan = true;
    if (cluster_search(&s->input.query, s->input.dbs, s->input.count, &scan, s->env->cluster,
                       &again, &err) != STATUS_OK)
        return cmd_fail(s->env, &err);
    bool same = same_hits(&s->hits, &again);
    buf_init(&text, 256);
    if (same)
        buf_add_u64(&text, s->hits.spans);
    else
        buf_printf(&text, "%llu / %llu", (unsigned long long)s->hits.spans,
                   (unsigned long long)again.spans);
    int code = CMD_OK;
    if (same)
        cmd_note(s->env, &agrees, buf_cstr(&text), NULL);
    else
        code = cmd_fail_msg(s->env, &differs, buf_cstr(&text));
    buf_release(&text);
    hits_release(&again);
    return code;
}

/* Which options exclude each other. */
static int check_options(const struct search_cmd *s, const struct cmd_args *args)
{
    static const struct msg one = {"--json, --csv and --tsv exclude each other",
                                   "--json, --csv, --tsv は同時に使えません"};
    static const struct msg counts = {"--count prints no hits; leave out %1",
                                      "--count は一致を表示しません。%1 を外してください"};
    static const size_t ROWS[] = {OPT_COLUMNS, OPT_CSV, OPT_TSV, OPT_SFEN, OPT_SORT};
    static const char *const NAMES[] = {"--columns", "--csv", "--tsv", "--sfen", "--sort"};
    if (s->env->json + args_flag(args, OPT_CSV) + args_flag(args, OPT_TSV) > 1)
        return cmd_misuse(s->env, &one, NULL);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (args_flag(args, OPT_COUNT_ONLY) && args_count(args, ROWS[i]))
            return cmd_misuse(s->env, &counts, NAMES[i]);
    return CMD_OK;
}

/* What needs the game of the databases. */
static enum status choose_columns(struct search_cmd *s, const struct cmd_args *args,
                                  struct err *err)
{
    const struct game *game = s->input.query.game;
    const char *chosen = args_text(args, OPT_COLUMNS, NULL);
    enum status status =
        hit_order_parse(span_of(args_text(args, OPT_SORT, "")), &s->opt.order, err);
    if (status == STATUS_OK)
        status = hit_order_check(&s->opt.order, &s->input.query, err);
    if (status != STATUS_OK)
        return status;
    s->sfen = args_flag(args, OPT_SFEN);
    if (chosen)
        status = hit_columns_parse(&s->columns, game, span_of(chosen), err);
    else if (s->style != TABLE_CELLS || (s->sfen && !s->env->json))
        hit_columns_usual(&s->columns, game, s->input.count > 1);
    if (s->sfen && s->columns.count && status == STATUS_OK)
        status = hit_columns_add(&s->columns, game, SPAN("sfen"), err);
    return status;
}

static void read_options(struct search_cmd *s, const struct cmd_args *args)
{
    bool values = args_flag(args, OPT_CSV) || args_flag(args, OPT_TSV);
    int64_t all = s->env->json || values ? -1 : TABLE_LIMIT;
    int64_t limit = args_int(args, OPT_LIMIT, all);
    s->opt = (struct search_options){
        .lines = args_flag(args, OPT_LINES),
        .count = args_flag(args, OPT_COUNT_ONLY),
        .limit = limit < 0 ? UINT64_MAX : (uint64_t)limit,
        .offset = (uint64_t)args_int(args, OPT_OFFSET, 0),
        .threads = s->env->threads,
        .cancelled = s->env->cancelled,
        .scores = !s->env->json || args_flag(args, OPT_COUNT_ONLY),
        /* a table tells how many there are in all; JSON with a limit need not, unless it is 0:
         * the exit status tells whether there is any */
        .no_totals = (s->env->json || values) && limit > 0 && !args_flag(args, OPT_VERIFY),
    };
    s->style = args_flag(args, OPT_CSV)   ? TABLE_CSV
               : args_flag(args, OPT_TSV) ? TABLE_TSV
                                          : TABLE_CELLS;
    s->board = args_flag(args, OPT_BOARD) || s->env->out_is_tty;
}

static int answer(struct search_cmd *s, const struct cmd_args *args)
{
    struct err err = {0};
    int code = CMD_OK;
    s->opt.values = static_values_hook(s->input.values);
    if (choose_columns(s, args, &err) != STATUS_OK) {
        (void)cmd_fail(s->env, &err);
        return CMD_MISUSE;
    }
    if (args_count(args, OPT_BY))
        return search_by(
            s->env, &s->input, args_text(args, OPT_BY, ""),
            s->opt.limit < UINT32_MAX && args_count(args, OPT_LIMIT) ? (uint32_t)s->opt.limit : 0,
            &s->opt);
    if (args_flag(args, OPT_EXPLAIN))
        code = query_operands_need_all(&s->input.databases, s->env);
    if (code == CMD_OK && args_flag(args, OPT_EXPLAIN) && s->env->leads)
        code = explain(s);
    if (code != CMD_OK)
        return code;
    double begin = steady_seconds();
    enum status status = cluster_search(&s->input.query, s->input.dbs, s->input.count, &s->opt,
                                        s->env->cluster, &s->hits, &err);
    if (status == STATUS_OK)
        status = s->env->json || s->columns.count ? STATUS_OK : measure_table(s, &err);
    if (status == STATUS_OK)
        status = cluster_hit_texts(&s->texts, &s->hits, s->input.dbs, s->input.count,
                                   s->env->cluster, write_text, s, &err);
    s->seconds = steady_seconds() - begin;
    if (status == STATUS_CANCELLED)
        return CMD_ERROR;
    if (status != STATUS_OK)
        return cmd_fail(s->env, &err);
    code = s->env->json              ? print_json(s)
           : s->style != TABLE_CELLS ? print_values(s)
                                     : print_table(s);
    if (code == CMD_OK && args_flag(args, OPT_VERIFY))
        code = verify(s);
    return code == CMD_OK && s->hits.spans == 0 ? CMD_NOTHING : code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct search_cmd s = {.env = env};
    int code = check_options(&s, args);
    if (code != CMD_OK)
        return code;
    read_options(&s, args);
    arena_init(&s.arena, BUF_DEFAULT_MAX);
    code = query_operands_open(&s.input, env, args->operands, args->n_operands,
                               args_text(args, OPT_QUERY_FILE, NULL));
    if (code == CMD_OK && args_count(args, OPT_SAVE))
        code = query_operands_save(&s.input, env, args_text(args, OPT_SAVE, ""));
    if (code == CMD_OK)
        code = answer(&s, args);
    hits_release(&s.hits);
    hit_texts_release(&s.texts);
    arena_release(&s.arena);
    code = query_operands_check(&s.input, env, code);
    query_operands_release(&s.input);
    return code;
}

const struct command CMD_SEARCH = {
    .name = "search",
    .group = GROUP_SEARCH,
    .summary = {"find games and plies that match a query", "条件に合う棋譜と局面を探す"},
    .operands = "DB... QUERY",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_JOBS,
    .options = OPTIONS,
    .details = {"Without a query, all games match. Example: kifu search games.kifu 's99ou g91ou'. "
                "The query language is described in kifu-search(1).",
                "検索式がなければ全局です。例: kifu search games.kifu 's99ou "
                "g91ou'。検索式の書き方は kifu-search(1) にあります。"},
    .run = run,
};
