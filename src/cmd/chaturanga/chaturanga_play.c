/* chaturanga_play.c: `kifu chaturanga play`: a game at the terminal, each seat a person or a
 * program.
 *
 * Whoever types sees the board, the dice and the turns that they allow, numbered and put together
 * by their first move.  A number makes the turn; squares ("b1c3", "d2d3") leave only the turns with
 * these moves, and make the turn when one is left.  Everything is read line by line, from a
 * terminal or a pipe; at the end of input the game stops, and is saved if -o says where. */
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/text/num.h"
#include "cmd/chaturanga/chaturanga_figures.h"
#include "cmd/frame/output_check.h"
#include "formats/chaturanga/chaturanga_text.h"
#include "sim/chaturanga/chaturanga_players.h"
#include "view/board/chaturanga_picture.h"
#include "view/draw/text_width.h"

enum { MAX_LINE_BYTES = 256 };

struct play_session {
    struct cmd_env *env;
    struct record rec;
    struct chaturanga_line line;
    struct chaturanga_player *players[CHATURANGA_COLOURS]; /* NULL: a person */
    struct rng rng;
    bool enter_dice; /* instead of rolling them */
    const char *save;
    char saved[MAX_LINE_BYTES]; /* the file of the last "save", which another one may replace */
    game_move *turns;           /* owned: those that the dice allow */
    uint32_t count;
    unsigned roll;
    bool rolled;  /* roll is of the turn at hand */
    bool stopped; /* the game goes no further */
    char input[MAX_LINE_BYTES];
};

static bool is_person(const struct play_session *p, unsigned colour)
{
    return !p->players[colour];
}

static void print_message(const struct play_session *p, const struct msg *what, const char *arg1,
                          const char *arg2)
{
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    msg_format(what, p->env->lang, span_of(arg1), span_of(arg2), &out);
    buf_add_char(&out, '\n');
    fputs(buf_cstr(&out), p->env->out);
    buf_release(&out);
}

/* --- Showing ---------------------------------------------------------------------------------- */

static int show_board(struct play_session *p)
{
    struct chaturanga_picture picture;
    struct board_options opt = {
        .lang = p->env->lang, .colour = p->env->colour, .letters = p->env->lang == LANG_EN};
    struct buf out;
    struct err err;
    uint32_t plies;
    record_last_move(&p->rec, &plies);
    buf_init(&out, BUF_DEFAULT_MAX);
    chaturanga_picture_init(&picture);
    enum status status = chaturanga_picture_fill(&picture, &p->rec, plies, p->env->lang, &err);
    buf_add_char(&out, '\n');
    buf_clear(&picture.title); /* today */
    if (status == STATUS_OK)
        chaturanga_board_text(&picture, &opt, &out);
    int code = status == STATUS_OK ? cmd_print(p->env, &out) : cmd_fail(p->env, &err);
    chaturanga_picture_release(&picture);
    buf_release(&out);
    return code;
}

/* "12 Green 3-5: horse b1-c3", before the turn is made. */
static void show_turn(struct play_session *p, game_move turn)
{
    struct buf out;
    const struct chaturanga_pos *pos = &p->line.pos;
    buf_init(&out, BUF_DEFAULT_MAX);
    buf_printf(&out, "%u %s ", pos->ply + 1, chaturanga_colour_word(pos->turn, p->env->lang));
    chaturanga_turn_text(pos, turn, p->env->lang, &out);
    buf_add_char(&out, '\n');
    fputs(buf_cstr(&out), p->env->out);
    buf_release(&out);
}

/* Those that are wanted; NULL: all. */
static void show_turns(const struct play_session *p, const bool *wanted)
{
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    chaturanga_turn_list_text(&p->line.pos, p->turns, p->count, wanted, p->env->lang, &out);
    fputs(buf_cstr(&out), p->env->out);
    buf_release(&out);
}

static void show_dice(const struct play_session *p)
{
    static const struct msg DICE = {"%1 to move, dice %2", "%1の番、目 %2"};
    char dice[32];
    snprintf(dice, sizeof dice, "%u %u", 2 + (p->roll & 3), 2 + (p->roll >> 2));
    print_message(p, &DICE, chaturanga_colour_word(p->line.pos.turn, p->env->lang), dice);
}

static void show_help(const struct play_session *p)
{
    static const struct msg HELP = {
        "  NUMBER        play the turn with that number\n"
        "  b1c3 [d2d3]   play the turn with these moves, or list all turns that contain them\n"
        "  … =yes, *e4   decide what chance would: an exchange of rajas accepted (=no: refused),\n"
        "                the square of a return\n"
        "  pass          make no move\n"
        "  list, board   list the turns, show the board\n"
        "  undo          return to the last human turn, with the same dice\n"
        "  save FILE     save the game so far\n"
        "  resign, quit  end the game; quit leaves it unfinished",
        "  番号          その番号の手番を指す\n"
        "  b1c3 [d2d3]   その手だけの手番を指す。なければ、その手を含む手番を示す\n"
        "  … =yes, *e4   運で決まることを指定する: 王の交換の成立（=no は不成立）、復帰する升\n"
        "  pass          何も動かさない\n"
        "  list, board   手番の一覧、盤を表示\n"
        "  undo          人の前の手番まで戻る（サイコロの目は同じ）\n"
        "  save FILE     ここまでの棋譜を保存\n"
        "  resign, quit  終了（quit は未了のまま）"};
    print_message(p, &HELP, NULL, NULL);
}

/* --- Input ------------------------------------------------------------------------------------ */

/* A line without its end, trimmed; false at the end of input.  What is too long is cut, and the
 * rest of it forgotten: no command is that long. */
static bool read_line(struct play_session *p, const char *prompt, struct span *line)
{
    fputs(prompt, p->env->out);
    fflush(p->env->out);
    if (cmd_should_stop(p->env) || !fgets(p->input, sizeof p->input, p->env->in))
        return false;
    size_t n = strlen(p->input);
    for (int c = 0; n && p->input[n - 1] != '\n' && c != EOF && c != '\n';)
        c = fgetc(p->env->in);
    *line = span_trim(span_make(p->input, n));
    return true;
}

static bool parse_dice(struct span text, unsigned *roll)
{
    char face[2];
    int n = 0;
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == ' ' || text.p[i] == ',' || text.p[i] == '-')
            continue;
        if (text.p[i] < '2' || text.p[i] > '5' || n == 2)
            return false;
        face[n++] = text.p[i];
    }
    if (n == 2)
        *roll = chaturanga_roll((unsigned)(face[0] - '0'), (unsigned)(face[1] - '0'));
    return n == 2;
}

/* Rolls, or asks; false at the end of input. */
static bool roll_dice(struct play_session *p)
{
    static const struct msg BAD_DICE = {
        "enter two dice from 2 to 5, such as 35, or quit",
        "35 のように 2〜5 の目を二つ入力してください（quit で終了）"};
    if (p->rolled)
        return true;
    p->rolled = true;
    if (!p->enter_dice) {
        p->roll = (unsigned)rng_below(&p->rng, CHATURANGA_ROLLS);
        return true;
    }
    struct span line;
    char prompt[64];
    snprintf(prompt, sizeof prompt, p->env->lang == LANG_JA ? "%sの賽: " : "dice for %s: ",
             chaturanga_colour_word(p->line.pos.turn, p->env->lang));
    while (read_line(p, prompt, &line)) {
        if (span_eq(line, SPAN("quit")))
            break;
        if (parse_dice(line, &p->roll))
            return true;
        print_message(p, &BAD_DICE, NULL, NULL);
    }
    p->rolled = false;
    return false;
}

/* --- Turns ------------------------------------------------------------------------------------ */

static int make_turn(struct play_session *p, game_move turn)
{
    struct err err;
    show_turn(p, turn);
    p->rolled = false;
    enum status status = chaturanga_line_turn(&p->line, turn);
    if (status == STATUS_OK)
        return CMD_OK;
    static const struct msg REFUSED = {"the turn is not legal", "この手番は指せません"};
    if (status == STATUS_NOMEM)
        err_nomem(&err);
    else
        err_plain(&err, status, &REFUSED);
    return cmd_fail(p->env, &err);
}

/* Does the turn have that move, or, of one square alone, a move from or to it? */
static bool has_step(game_move turn, struct span word)
{
    int from = -1, to;
    if (word.n == 4 && !chaturanga_square_parse(span_make(word.p, 2), &from))
        return false;
    if ((word.n != 2 && word.n != 4) || !chaturanga_square_parse(span_skip(word, word.n - 2), &to))
        return false;
    for (unsigned i = 0; i < chaturanga_steps(turn); i++) {
        int left = (int)chaturanga_step_from(turn, i), reached = (int)chaturanga_step_to(turn, i);
        if (from < 0 ? reached == to || left == to : reached == to && left == from)
            return true;
    }
    return false;
}

/* Is it a turn, written as in a record but for the dice?  Then with what chance decides, too. */
static bool is_written(const struct play_session *p, struct span text, game_move *out)
{
    struct buf all;
    buf_init(&all, BUF_DEFAULT_MAX);
    buf_printf(&all, "%u%u ", 2 + (p->roll & 3), 2 + (p->roll >> 2));
    buf_add_span(&all, text);
    bool legal =
        chaturanga_turn_parse(NULL, buf_span(&all), out) && chaturanga_is_legal(&p->line.pos, *out);
    buf_release(&all);
    return legal;
}

/* Leaves those with all of the moves; how many, and the last of them. */
static uint32_t narrow(const struct play_session *p, struct span words, bool *wanted,
                       uint32_t *last)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        struct span rest = words;
        wanted[i] = true;
        for (struct span w = span_eat_word(&rest); w.n && wanted[i]; w = span_eat_word(&rest))
            wanted[i] = has_step(p->turns[i], w);
        n += wanted[i];
        *last = wanted[i] ? i : *last;
    }
    return n;
}

/* What was typed as a turn; or the turns that it may mean are shown. */
static bool choose_turn(struct play_session *p, struct span text, game_move *chosen)
{
    static const struct msg NO_TURN = {"no legal turn matches \"%1\"; type help for the commands",
                                       "「%1」に一致する手番はありません。help で操作を表示します"};
    uint64_t number;
    uint32_t last = 0;
    if (num_parse_u64(text, UINT32_MAX, &number) && number < p->count) {
        *chosen = chaturanga_chance(&p->line.pos, p->turns[number], &p->rng);
        return true;
    }
    if (is_written(p, text, chosen))
        return true;
    bool *wanted = mem_calloc(p->count, sizeof *wanted);
    uint32_t left = wanted ? narrow(p, text, wanted, &last) : 0;
    if (left == 1)
        *chosen = chaturanga_chance(&p->line.pos, p->turns[last], &p->rng);
    if (left > 1)
        show_turns(p, wanted);
    mem_free(wanted);
    if (left == 0) {
        struct buf word;
        buf_init(&word, BUF_DEFAULT_MAX);
        text_add_clean(&word, text);
        print_message(p, &NO_TURN, buf_cstr(&word), NULL);
        buf_release(&word);
    }
    return left == 1;
}

/* --- Commands --------------------------------------------------------------------------------- */

static int save_game(struct play_session *p, const char *path)
{
    static const struct msg SAVED = {"saved to %1", "%1 に保存しました"};
    struct buf out;
    struct err err;
    unsigned losses = 0;
    buf_init(&out, BUF_DEFAULT_MAX);
    enum status status = chaturanga_line_flush(&p->line)
                             ? err_nomem(&err)
                             : chaturanga_write(&p->rec, &out, &losses, &err);
    if (status == STATUS_OK)
        status = file_replace(path, buf_span(&out), &err);
    buf_release(&out);
    if (status != STATUS_OK)
        return cmd_fail(p->env, &err);
    print_message(p, &SAVED, path, NULL);
    return CMD_OK;
}

static void save_as(struct play_session *p, struct span name)
{
    static const struct msg NO_NAME = {"save needs a file name",
                                       "保存するファイル名を指定してください"};
    char path[MAX_LINE_BYTES];
    struct err err;
    name = span_trim(name);
    if (name.n == 0 || name.n >= sizeof path) {
        print_message(p, &NO_NAME, NULL, NULL);
        return;
    }
    memcpy(path, name.p, name.n);
    path[name.n] = '\0';
    bool again = strcmp(path, p->saved) == 0;
    if (output_check(path, WRITES_FILE, p->env->force || again, &err) != STATUS_OK)
        cmd_fail(p->env, &err); /* a failure was told; the game goes on */
    else if (save_game(p, path) == CMD_OK)
        memcpy(p->saved, path, name.n + 1);
}

/* Back to where a person had to choose, with the dice as they were. */
static void undo(struct play_session *p)
{
    static const struct msg NOTHING = {"nothing to undo", "戻せる手番がありません"};
    uint32_t n = p->line.plies;
    while (n && !is_person(p, p->line.path[n - 1].before.turn))
        n--;
    if (n == 0) {
        print_message(p, &NOTHING, NULL, NULL);
        return;
    }
    while (p->line.plies >= n) {
        p->roll = chaturanga_turn_roll(p->rec.nodes[p->line.path[p->line.plies - 1].node].move);
        chaturanga_line_undo(&p->line);
    }
    p->rolled = true;
}

static int end_game(struct play_session *p, enum record_end end)
{
    struct err err;
    p->stopped = true;
    p->rec.end = end;
    if (end == END_RESIGN)
        p->rec.points[p->line.pos.turn] = POINTS_LOSS;
    enum status status = chaturanga_line_end(&p->line, end, (struct span){0});
    if (status == STATUS_OK)
        return CMD_OK;
    err_nomem(&err);
    return cmd_fail(p->env, &err);
}

enum play_command {
    PLAY_HELP,
    PLAY_LIST,
    PLAY_BOARD,
    PLAY_UNDO,
    PLAY_SAVE,
    PLAY_RESIGN,
    PLAY_QUIT,
    PLAY_PASS,
    PLAY_TURN
};

static enum play_command play_command_of(struct span word)
{
    static const char *const WORDS[PLAY_TURN][4] = {
        [PLAY_HELP] = {"help", "h", "?"}, [PLAY_LIST] = {"list", "l", ""},
        [PLAY_BOARD] = {"board", "b"},    [PLAY_UNDO] = {"undo", "u"},
        [PLAY_SAVE] = {"save", "s"},      [PLAY_RESIGN] = {"resign"},
        [PLAY_QUIT] = {"quit", "q"},      [PLAY_PASS] = {"pass", "p", "-"},
    };
    for (int i = 0; i < PLAY_TURN; i++)
        for (int j = 0; j < 4 && WORDS[i][j]; j++)
            if (span_eq(word, span_of(WORDS[i][j])))
                return (enum play_command)i;
    return PLAY_TURN;
}

/* One line of a person's; *done: the turn was made, taken back, or the game is over. */
static int run_command(struct play_session *p, struct span line, bool *done)
{
    struct span rest = line;
    game_move chosen;
    enum play_command word = play_command_of(span_eat_word(&rest));
    *done = false;
    switch (word) {
    case PLAY_HELP:
        show_help(p);
        return CMD_OK;
    case PLAY_LIST:
        show_turns(p, NULL);
        return CMD_OK;
    case PLAY_BOARD:
        return show_board(p);
    case PLAY_SAVE:
        save_as(p, rest);
        return CMD_OK;
    case PLAY_UNDO:
        undo(p);
        *done = true;
        return CMD_OK;
    case PLAY_RESIGN:
    case PLAY_QUIT:
        *done = true;
        return end_game(p, word == PLAY_RESIGN ? END_RESIGN : END_INTERRUPTED);
    case PLAY_PASS:
    case PLAY_TURN:
        if (!choose_turn(p, word == PLAY_PASS ? SPAN("-") : line, &chosen))
            return CMD_OK;
        break;
    }
    *done = true;
    return make_turn(p, chosen);
}

static int ask_person(struct play_session *p)
{
    struct span line;
    bool done = false;
    int code = show_board(p);
    p->count = chaturanga_turns(&p->line.pos, p->roll, p->turns);
    show_dice(p);
    show_turns(p, NULL);
    while (code == CMD_OK && !done) {
        if (!read_line(p, "> ", &line)) {
            fputc('\n', p->env->out);
            return end_game(p, END_INTERRUPTED);
        }
        code = run_command(p, line, &done);
    }
    return code;
}

/* --- The game --------------------------------------------------------------------------------- */

static int play_turn(struct play_session *p)
{
    unsigned colour = p->line.pos.turn;
    if (!roll_dice(p))
        return end_game(p, END_INTERRUPTED);
    if (is_person(p, colour))
        return ask_person(p);
    return make_turn(
        p, chaturanga_player_choose(p->players[colour], &p->line.pos, p->roll, &p->rng, NULL));
}

static int finish(struct play_session *p)
{
    struct buf out;
    struct err err;
    int code = CMD_OK;
    if (!p->stopped) {
        p->rec.end = chaturanga_outcome(&p->line.pos, p->rec.points);
        if (p->rec.end == END_NONE) { /* too long a game */
            p->rec.end = END_MAX_MOVES;
            memset(p->rec.points, POINTS_DRAW, sizeof p->rec.points);
        }
        if (chaturanga_line_end(&p->line, p->rec.end, (struct span){0}) != STATUS_OK) {
            err_nomem(&err);
            return cmd_fail(p->env, &err);
        }
        code = show_board(p);
    }
    buf_init(&out, BUF_DEFAULT_MAX);
    chaturanga_result_text(&p->rec, p->env->lang, &out);
    buf_add_char(&out, '\n');
    if (code == CMD_OK)
        code = cmd_print(p->env, &out);
    buf_release(&out);
    return code == CMD_OK && p->save ? save_game(p, p->save) : code;
}

static int play_game(struct play_session *p)
{
    int code = CMD_OK;
    while (code == CMD_OK && !p->stopped && !chaturanga_over(&p->line.pos) &&
           p->line.plies < CHATURANGA_MAX_PLIES)
        code = cmd_should_stop(p->env) ? end_game(p, END_INTERRUPTED) : play_turn(p);
    return code == CMD_OK ? finish(p) : code;
}

/* --- Setting up ------------------------------------------------------------------------------- */

/* "human,P0,P2:set,mcts" */
static int open_players(struct play_session *p, const struct cmd_args *args,
                        const struct seat_names *names)
{
    struct chaturanga_limits limits = chaturanga_limits_read(p->env, args);
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++) {
        enum record_header_id id = (enum record_header_id)(HEADER_PLAYER + c);
        struct span name = span_of(names->of[c]);
        struct err err;
        if (!span_eq(name, SPAN("human")) &&
            chaturanga_player_open(&p->players[c], name, &limits, &err) != STATUS_OK)
            return cmd_fail(p->env, &err);
        if (record_add_header(&p->rec, id, span_of(chaturanga_header_key(id)), name) != STATUS_OK) {
            err_nomem(&err);
            return cmd_fail(p->env, &err);
        }
    }
    return CMD_OK;
}

static enum status add_date(struct play_session *p)
{
    char date[32];
    struct tm day;
    time_t now = time(NULL);
    if (!localtime_r(&now, &day) || strftime(date, sizeof date, "%Y-%m-%d", &day) == 0)
        return STATUS_OK;
    return record_add_header(&p->rec, HEADER_START_TIME, SPAN("Date"), span_of(date));
}

static int set_up(struct play_session *p, const struct cmd_args *args, const char *const *operands,
                  size_t n)
{
    struct chaturanga_rules rules;
    struct chaturanga_pos start;
    struct err err;
    int code = chaturanga_rules_read(p->env, args, &rules);
    if (!args_text(args, CHATURANGA_OPT_RULES, NULL) && !args_flag(args, CHATURANGA_OPT_ORDER))
        rules.order = CHATURANGA_ORDER_ANY; /* as people use their dice */
    if (code == CMD_OK)
        code = chaturanga_position_read(p->env, operands, n, &rules, &start);
    if (code != CMD_OK)
        return code;
    p->turns = mem_calloc(CHATURANGA_MAX_TURNS, sizeof *p->turns);
    enum status status = p->turns ? record_clear(&p->rec, &chaturanga_game) : STATUS_NOMEM;
    if (status == STATUS_OK) {
        chaturanga_line_clear(&p->line, &p->rec);
        status = chaturanga_line_start(&p->line, &start);
    }
    if (status == STATUS_OK)
        status = add_date(p);
    if (status != STATUS_OK) {
        err_nomem(&err);
        return cmd_fail(p->env, &err);
    }
    memset(p->rec.points, POINTS_UNKNOWN, sizeof p->rec.points);
    struct seat_names names;
    code = seat_names_read(p->env, args_text(args, CHATURANGA_OPT_PLAYERS, "human,mcts,mcts,mcts"),
                           &names);
    if (code == CMD_OK)
        code = open_players(p, args, &names);
    seat_names_release(&names);
    return code;
}

int chaturanga_play(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                    size_t n)
{
    struct play_session p = {.env = env,
                             .enter_dice = args_flag(args, CHATURANGA_OPT_ENTER_DICE),
                             .save = args_text(args, CHATURANGA_OPT_OUTPUT, NULL)};
    uint64_t seed = (uint64_t)args_int(args, CHATURANGA_OPT_SEED, (int64_t)time(NULL));
    rng_seed(&p.rng, seed);
    record_init(&p.rec);
    chaturanga_line_init(&p.line);
    int code = set_up(&p, args, operands, n);
    if (code == CMD_OK)
        code = play_game(&p);
    for (int c = 0; c < CHATURANGA_COLOURS; c++)
        chaturanga_player_close(p.players[c]);
    chaturanga_line_release(&p.line);
    record_release(&p.rec);
    mem_free(p.turns);
    return code;
}
