/* gtp_session.c: see gtp_session.h. */
#include "engine/gtp/gtp_session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/text/num.h"
#include "engine/gtp/gtp_parse.h"
#include "engine/gtp/gtp_sgf.h"
#include "engine/usi/usi_lines.h"

static const double USUAL_KOMI = 6.5, MOST_KOMI = 1000;

struct gtp {
    struct gtp_config config;
    struct gtp_game game;
    uint64_t games; /* begun so far */
    struct usi_lines lines;
    struct buf answer, text; /* of the command that is answered */
};

/* A command adds its answer to g->text and returns NULL, or the reason of its failure, in the words
 * of the specification where that has some. */
typedef const char *gtp_run(struct gtp *g, struct span args);

static const char *const SYNTAX = "syntax error";
static const char *const NO_MEMORY = "out of memory";
static const char *const ILLEGAL = "illegal move";
static const char *const NOT_EMPTY = "board not empty";
static const char *const NO_LOAD = "cannot load file";

static const char *reason(enum status status, const char *otherwise)
{
    return status == STATUS_OK ? NULL : status == STATUS_NOMEM ? NO_MEMORY : otherwise;
}

/* --- About the engine ------------------------------------------------------------------------- */

static const char *do_protocol_version(struct gtp *g, struct span args)
{
    (void)args;
    buf_add_str(&g->text, "2");
    return NULL;
}

static const char *do_name(struct gtp *g, struct span args)
{
    (void)args;
    buf_add_span(&g->text, g->config.name);
    return NULL;
}

static const char *do_version(struct gtp *g, struct span args)
{
    (void)args;
    buf_add_span(&g->text, g->config.version);
    return NULL;
}

static const char *do_nothing(struct gtp *g, struct span args)
{
    (void)g;
    (void)args;
    return NULL;
}

static const char *do_analyze_commands(struct gtp *g, struct span args)
{
    (void)args;
    buf_add_str(&g->text, "string/What people play/kifu-people\n"
                          "plist/Dead stones/final_status_list dead\n"
                          "string/Score/kifu-score");
    return NULL;
}

/* --- Setting up ------------------------------------------------------------------------------- */

static const char *new_game(struct gtp *g)
{
    g->games++;
    return reason(gtp_game_clear(&g->game), SYNTAX);
}

static const char *do_boardsize(struct gtp *g, struct span args)
{
    uint64_t size;
    if (!num_parse_u64(args, UINT32_MAX, &size))
        return SYNTAX;
    return size == GTP_SIDE ? new_game(g) : "unacceptable size: the network knows 19 only";
}

static const char *do_clear_board(struct gtp *g, struct span args)
{
    (void)args;
    return new_game(g);
}

static const char *do_komi(struct gtp *g, struct span args)
{
    double komi;
    if (!num_parse_double(args, &komi) || fabs(komi) > MOST_KOMI)
        return SYNTAX;
    g->game.komi = komi;
    return NULL;
}

static bool is_empty(const struct gtp *g)
{
    struct go_pos empty;
    go_pos_empty(&empty, GTP_SIDE, GTP_SIDE);
    return g->game.count == 0 && g->game.pos.hash == empty.hash;
}

static const char *put_handicap(struct gtp *g, struct span args, bool may_be_fewer)
{
    uint64_t stones;
    int points[GTP_MOST_FIXED_HANDICAP];
    if (!num_parse_u64(args, UINT32_MAX, &stones))
        return SYNTAX;
    if (!is_empty(g))
        return NOT_EMPTY;
    if (may_be_fewer && stones > GTP_MOST_FIXED_HANDICAP)
        stones = GTP_MOST_FIXED_HANDICAP;
    if (stones < 2 || stones > GTP_MOST_FIXED_HANDICAP)
        return "invalid number of stones";
    gtp_handicap_points((int)stones, points);
    for (size_t i = 0; i < stones; i++) {
        buf_add_str(&g->text, i ? " " : "");
        go_point_print(points[i], &g->text);
    }
    return reason(gtp_game_handicap(&g->game, points, stones), SYNTAX);
}

static const char *do_fixed_handicap(struct gtp *g, struct span args)
{
    return put_handicap(g, args, false);
}

/* The stones of a fixed handicap; the protocol allows to put down fewer than asked for. */
static const char *do_place_free_handicap(struct gtp *g, struct span args)
{
    return put_handicap(g, args, true);
}

static const char *do_set_free_handicap(struct gtp *g, struct span args)
{
    static const char *const BAD_LIST = "bad vertex list";
    int points[GTP_POINTS];
    size_t count = 0;
    if (!is_empty(g))
        return NOT_EMPTY;
    for (struct span word = span_eat_word(&args); word.n; word = span_eat_word(&args)) {
        int point;
        if (!gtp_vertex_parse(word, &point))
            return SYNTAX;
        if (point < 0 || count == GTP_POINTS)
            return BAD_LIST;
        points[count++] = point;
    }
    return reason(gtp_game_handicap(&g->game, points, count), BAD_LIST);
}

static enum status read_sgf(struct gtp *g, const char *path, struct buf *out)
{
    struct err err;
    return g->config.read_file ? g->config.read_file(g->config.ctx, path, out)
                               : file_read(path, GTP_MOST_SGF, out, &err);
}

/* "loadsgf FILE [N]"; blanks in the name are none of the end, where N would stand. */
static const char *do_loadsgf(struct gtp *g, struct span args)
{
    struct gtp_game loaded;
    struct buf path, bytes;
    uint64_t before = 0;
    size_t end = args.n;
    while (end > 0 && args.p[end - 1] != ' ')
        end--;
    if (end > 0 && num_parse_u64(span_skip(args, end), UINT32_MAX, &before) && before > 0)
        args = span_trim(span_make(args.p, end));
    if (!args.n)
        return SYNTAX;
    buf_init(&path, BUF_DEFAULT_MAX);
    buf_init(&bytes, GTP_MOST_SGF);
    buf_add_span(&path, args);
    enum status status = gtp_game_init(&loaded);
    if (status == STATUS_OK)
        status = read_sgf(g, buf_cstr(&path), &bytes);
    if (status == STATUS_OK)
        status = gtp_sgf_read(&loaded, buf_span(&bytes), before);
    if (status == STATUS_OK) {
        struct gtp_game old = g->game;
        g->game = loaded;
        loaded = old;
        g->games++;
    }
    gtp_game_release(&loaded);
    buf_release(&bytes);
    buf_release(&path);
    return reason(status, NO_LOAD);
}

/* --- Playing ---------------------------------------------------------------------------------- */

/* Who does not move in the end puts `before` back: a ko ends when the turn changes. */
static void begin_turn(struct gtp *g, int color, struct go_pos *before)
{
    go_pos_copy(before, &g->game.pos);
    gtp_game_set_turn(&g->game, color);
}

static const char *do_play(struct gtp *g, struct span args)
{
    int color, point;
    bool good = gtp_color_parse(span_eat_word(&args), &color);
    good &= gtp_vertex_parse(span_eat_word(&args), &point) && !span_trim(args).n;
    if (!good)
        return SYNTAX;
    struct go_pos before;
    begin_turn(g, color, &before);
    go_move m = point < 0 ? go_pass_make(color) : go_move_make(GO_PLAY, color, point);
    enum status status = gtp_game_play(&g->game, m);
    if (status != STATUS_OK)
        go_pos_copy(&g->game.pos, &before);
    return reason(status, ILLEGAL);
}

static const char *do_undo(struct gtp *g, struct span args)
{
    (void)args;
    return gtp_game_undo(&g->game) ? NULL : "cannot undo";
}

typedef enum status gtp_decide(const struct go_player *player, const struct gtp_game *g,
                               struct go_decision *out);

/* Every game has other random numbers, also within a session. */
static struct go_player player_of(const struct gtp *g)
{
    struct go_player player = g->config.player;
    player.seed += g->games * UINT64_C(0x9E3779B97F4A7C15);
    return player;
}

static const char *decide(struct gtp *g, struct span args, gtp_decide *by, bool plays)
{
    struct go_decision decision;
    struct go_player player = player_of(g);
    struct go_pos before;
    int color;
    if (!gtp_color_parse(args, &color))
        return SYNTAX;
    begin_turn(g, color, &before);
    enum status status = by(&player, &g->game, &decision);
    bool moves = status == STATUS_OK && plays && !decision.resigns;
    if (moves)
        status = gtp_game_play(&g->game, decision.move);
    if (!moves || status != STATUS_OK)
        go_pos_copy(&g->game.pos, &before);
    if (status != STATUS_OK)
        return reason(status, status == STATUS_LIMIT ? "too many moves" : ILLEGAL);
    if (decision.resigns)
        buf_add_str(&g->text, "resign");
    else
        gtp_vertex_print(decision.move, &g->text);
    return NULL;
}

static const char *do_genmove(struct gtp *g, struct span args)
{
    return decide(g, args, go_player_decide, true);
}

static const char *do_reg_genmove(struct gtp *g, struct span args)
{
    return decide(g, args, go_player_decide, false);
}

static const char *do_genmove_cleanup(struct gtp *g, struct span args)
{
    return decide(g, args, go_player_clean_up, true);
}

/* A move takes a fraction of a second, whatever the clock says. */
static const char *do_time_settings(struct gtp *g, struct span args)
{
    uint64_t number;
    (void)g;
    for (int i = 0; i < 3; i++)
        if (!num_parse_u64(span_eat_word(&args), INT32_MAX, &number))
            return SYNTAX;
    return span_trim(args).n ? SYNTAX : NULL;
}

static const char *do_time_left(struct gtp *g, struct span args)
{
    uint64_t number;
    int color;
    (void)g;
    bool good = gtp_color_parse(span_eat_word(&args), &color);
    for (int i = 0; i < 2 && good; i++)
        good = num_parse_u64(span_eat_word(&args), INT32_MAX, &number);
    return good && !span_trim(args).n ? NULL : SYNTAX;
}

/* --- What is on the board --------------------------------------------------------------------- */

static bool is_star(int column, int row)
{
    return column % 6 == 3 && row % 6 == 3;
}

static void add_columns(struct buf *out)
{
    buf_add_str(out, "\n  ");
    for (int column = 0; column < GTP_SIDE; column++)
        buf_printf(out, " %c", "ABCDEFGHJKLMNOPQRST"[column]);
}

static const char *do_showboard(struct gtp *g, struct span args)
{
    const struct go_pos *pos = &g->game.pos;
    (void)args;
    add_columns(&g->text);
    for (int row = GTP_SIDE - 1; row >= 0; row--) {
        buf_printf(&g->text, "\n%2d", row + 1);
        for (int column = 0; column < GTP_SIDE; column++) {
            int stone = go_stone_at(pos, go_point(column, row));
            char c = stone == GO_EMPTY ? (is_star(column, row) ? '+' : '.') : " XO"[stone];
            buf_printf(&g->text, " %c", c);
        }
        buf_printf(&g->text, " %d", row + 1);
    }
    add_columns(&g->text);
    buf_printf(&g->text, "\n   Black (X) has captured %u, White (O) %u; %s to play",
               (unsigned)pos->captured[GO_BLACK], (unsigned)pos->captured[GO_WHITE],
               pos->turn == GO_BLACK ? "Black" : "White");
    return NULL;
}

static void add_score(struct gtp *g, struct go_count *count)
{
    struct go_ownership ownership;
    go_ownership_estimate(&ownership, &g->game.pos);
    go_player_count(&g->config.player, &g->game, &ownership, g->config.counting, count);
    if (fabs(count->score) < 0.01)
        buf_add_str(&g->text, "0");
    else
        buf_printf(&g->text, "%c+%.1f", count->score > 0 ? 'B' : 'W', fabs(count->score));
}

/* The answer has no room for doubt. */
static const char *do_final_score(struct gtp *g, struct span args)
{
    static const struct msg DOUBTFUL = {
        "the score %1 is doubtful: the network gives its winner %2 %",
        "%1 という結果は疑わしいものです（ネットワークが見る勝者の勝率は %2%）"};
    struct go_count count;
    (void)args;
    add_score(g, &count);
    if (count.doubtful && g->config.note && buf_status(&g->text) == STATUS_OK) {
        char percent[8];
        snprintf(percent, sizeof percent, "%.0f", 100 * (double)count.win);
        g->config.note(g->config.ctx, &DOUBTFUL, buf_cstr(&g->text), percent);
    }
    return NULL;
}

/* The same, with what the network thinks of it. */
static const char *do_score(struct gtp *g, struct span args)
{
    struct go_count count;
    (void)args;
    add_score(g, &count);
    buf_printf(&g->text, " win %.4f%s", (double)count.win, count.doubtful ? " doubtful" : "");
    return NULL;
}

/* A line for each chain. */
static const char *do_final_status_list(struct gtp *g, struct span args)
{
    const struct go_pos *pos = &g->game.pos;
    struct go_ownership ownership;
    bool dead = span_eq(args, SPAN("dead")), alive = span_eq(args, SPAN("alive"));
    if (!dead && !alive)
        return span_eq(args, SPAN("seki")) ? NULL : SYNTAX;
    go_ownership_estimate(&ownership, pos);
    for (int i = 0; i < GTP_POINTS; i++) {
        int head = go_cell(gtp_point(i)), cell = head;
        if (pos->cell[head] == GO_EMPTY || pos->head[head] != head ||
            go_is_dead(&ownership, pos, gtp_point(i)) != dead)
            continue;
        buf_add_str(&g->text, g->text.n ? "\n" : "");
        do {
            buf_add_str(&g->text, cell == head ? "" : " ");
            go_point_print(go_point_of_cell(cell), &g->text);
            cell = pos->next[cell];
        } while (cell != head);
    }
    return NULL;
}

/* --- What people would play ------------------------------------------------------------------- */

struct likely_move {
    int index; /* GTP_POINTS: a pass */
    float p;
};

static int compare_likely(const void *a, const void *b)
{
    const struct likely_move *x = a, *y = b;
    if (x->p != y->p)
        return x->p > y->p ? -1 : 1;
    return x->index - y->index;
}

/* "kifu-people [COLOUR] [N]": the probability of winning, then the N likeliest moves. */
static const char *do_people(struct gtp *g, struct span args)
{
    enum { USUAL = 10 };
    struct likely_move moves[GTP_POINTS + 1];
    struct go_chances chances;
    const struct go_player *player = &g->config.player;
    struct span word = span_eat_word(&args);
    uint64_t most = USUAL;
    struct go_pos before;
    int color;
    bool named = gtp_color_parse(word, &color);
    if (named)
        word = span_eat_word(&args);
    if ((word.n && !num_parse_u64(word, GTP_POINTS + 1, &most)) || span_trim(args).n)
        return SYNTAX;
    if (!named)
        color = g->game.pos.turn;
    begin_turn(g, color, &before);
    player->chooser->look(player->chooser->ctx, &g->game, player->person, &chances);
    go_pos_copy(&g->game.pos, &before);
    for (int i = 0; i <= GTP_POINTS; i++)
        moves[i] = (struct likely_move){i, i < GTP_POINTS ? chances.point[i] : chances.pass};
    qsort(moves, GTP_POINTS + 1, sizeof *moves, compare_likely);
    buf_printf(&g->text, "win %.4f", (double)chances.win);
    for (uint64_t i = 0; i < most && moves[i].p > 0; i++) {
        buf_add_char(&g->text, '\n');
        gtp_vertex_print(moves[i].index == GTP_POINTS
                             ? go_pass_make(color)
                             : go_move_make(GO_PLAY, color, gtp_point(moves[i].index)),
                         &g->text);
        buf_printf(&g->text, " %.4f", (double)moves[i].p);
    }
    return NULL;
}

/* --- The table -------------------------------------------------------------------------------- */

static gtp_run do_known_command, do_list_commands;

static const struct {
    struct span name;
    gtp_run *run;
} COMMANDS[] = {
    {SPAN_INIT("protocol_version"), do_protocol_version},
    {SPAN_INIT("name"), do_name},
    {SPAN_INIT("version"), do_version},
    {SPAN_INIT("known_command"), do_known_command},
    {SPAN_INIT("list_commands"), do_list_commands},
    {SPAN_INIT("quit"), do_nothing},
    {SPAN_INIT("boardsize"), do_boardsize},
    {SPAN_INIT("clear_board"), do_clear_board},
    {SPAN_INIT("komi"), do_komi},
    {SPAN_INIT("fixed_handicap"), do_fixed_handicap},
    {SPAN_INIT("place_free_handicap"), do_place_free_handicap},
    {SPAN_INIT("set_free_handicap"), do_set_free_handicap},
    {SPAN_INIT("play"), do_play},
    {SPAN_INIT("genmove"), do_genmove},
    {SPAN_INIT("reg_genmove"), do_reg_genmove},
    {SPAN_INIT("undo"), do_undo},
    {SPAN_INIT("time_settings"), do_time_settings},
    {SPAN_INIT("time_left"), do_time_left},
    {SPAN_INIT("final_score"), do_final_score},
    {SPAN_INIT("final_status_list"), do_final_status_list},
    {SPAN_INIT("loadsgf"), do_loadsgf},
    {SPAN_INIT("showboard"), do_showboard},
    {SPAN_INIT("kgs-genmove_cleanup"), do_genmove_cleanup},
    {SPAN_INIT("gogui-analyze_commands"), do_analyze_commands},
    {SPAN_INIT("kifu-people"), do_people},
    {SPAN_INIT("kifu-score"), do_score},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static gtp_run *find_command(struct span name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (span_eq(name, COMMANDS[i].name))
            return COMMANDS[i].run;
    return NULL;
}

static const char *do_known_command(struct gtp *g, struct span args)
{
    buf_add_str(&g->text, find_command(args) ? "true" : "false");
    return NULL;
}

static const char *do_list_commands(struct gtp *g, struct span args)
{
    (void)args;
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        buf_add_str(&g->text, i ? "\n" : "");
        buf_add_span(&g->text, COMMANDS[i].name);
    }
    return NULL;
}

/* --- Lines ------------------------------------------------------------------------------------ */

static void answer(struct gtp *g, struct span id, const char *failure)
{
    if (!failure && buf_status(&g->text) != STATUS_OK)
        failure = NO_MEMORY;
    buf_clear(&g->answer);
    buf_add_char(&g->answer, failure ? '?' : '=');
    buf_add_span(&g->answer, id);
    buf_add_char(&g->answer, ' ');
    buf_add_span(&g->answer, failure ? span_of(failure) : buf_span(&g->text));
    buf_add_str(&g->answer, "\n\n");
    g->config.write(g->config.ctx, buf_status(&g->answer) == STATUS_OK
                                       ? buf_span(&g->answer)
                                       : SPAN("? out of memory\n\n"));
}

/* False after "quit". */
static bool obey(struct gtp *g, struct span line)
{
    struct gtp_request request;
    if (!gtp_request_parse(&request, line))
        return true;
    gtp_run *run = find_command(request.name);
    buf_clear(&g->text);
    answer(g, request.id, run ? run(g, request.args) : "unknown command");
    return !span_eq(request.name, SPAN("quit"));
}

bool gtp_feed(struct gtp *g, struct span bytes)
{
    bool more = true;
    while (more && usi_lines_take(&g->lines, &bytes)) {
        buf_clear(&g->text);
        if (g->lines.dropping)
            answer(g, SPAN(""), "line too long");
        else if (g->lines.line.n)
            more = obey(g, gtp_clean_line(g->lines.line.p, g->lines.line.n));
        usi_lines_clear(&g->lines);
    }
    return more;
}

enum status gtp_open(struct gtp **out, const struct gtp_config *config, struct err *err)
{
    *out = NULL;
    struct gtp *g = mem_calloc(1, sizeof *g);
    if (!g)
        return err_nomem(err);
    g->config = *config;
    buf_init(&g->answer, BUF_DEFAULT_MAX);
    buf_init(&g->text, BUF_DEFAULT_MAX);
    enum status status = gtp_game_init(&g->game);
    bool room = usi_lines_init(&g->lines, GTP_MAX_LINE);
    g->game.komi = USUAL_KOMI;
    if (status != STATUS_OK || !room) {
        gtp_close(g);
        return err_nomem(err);
    }
    *out = g;
    return STATUS_OK;
}

void gtp_close(struct gtp *g)
{
    if (!g)
        return;
    usi_lines_release(&g->lines);
    gtp_game_release(&g->game);
    buf_release(&g->answer);
    buf_release(&g->text);
    mem_free(g);
}
