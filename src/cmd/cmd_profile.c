/* cmd_profile.c: `kifu profile DB NAME [QUERY]`: what the games of one player say. */
#include "base/alloc.h"
#include "base/io/file.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/query_operands.h"
#include "view/draw/text_width.h"
#include "view/report/profile_page.h"

enum { OPT_TOP, OPT_SEQUENCES, OPT_HTML, OPT_COUNT };

enum { DEFAULT_TOP = 10, PAGE_TOP = 20, MAX_TOP = 10000000, DEFAULT_LENGTH = 5 };

static const struct option_spec OPTIONS[] = {
    INT_OPTION(
        OPT_TOP, "top", "N", 1, MAX_TOP,
        "list the N most frequent of each kind (default 10; on the page 20; with --json all)",
        "種類ごとに多い順に N 件示す（既定は 10、ページでは 20、--json ではすべて）",
        .letter = 'n'),
    INT_OPTION(OPT_SEQUENCES, "sequences", "N", 0, MAX_TOP,
               "find the N best sequences; 0: none (default 20)",
               "上位 N 手順を探す。0 なら探さない（既定は 20）"),
    FILE_OPTION(OPT_HTML, "html", "FILE.html", "also write an HTML page with boards and plots",
                "盤面と図のある HTML ページも書き出す", .writes = WRITES_FILE, .ending = ".html"),
    [OPT_COUNT] = {.name = NULL},
};

struct profile_cmd {
    struct cmd_env *env;
    const struct cmd_args *args;
    struct query_operands input;
    struct profile_input in;
    struct player_profile profile;
    struct sequence_profile sequence;
    struct file_writer page;
};

/* --- Operands --------------------------------------------------------------------------------- */

/* DB... NAME [QUERY]: what follows the databases is the name, then a query that the shell may have
 * cut in words. */
static int open_input(struct profile_cmd *p)
{
    static const struct msg NO_NAME = {"a player's name must follow the databases",
                                       "データベースの後に対局者の名前を指定してください"};
    const struct cmd_args *args = p->args;
    size_t name = 1, n = 0;
    while (name < args->n_operands && operand_is_database(args->operands[name]))
        name++;
    if (name >= args->n_operands || *args->operands[name] == '\0')
        return cmd_misuse(p->env, &NO_NAME, NULL);
    const char **rest = mem_alloc(args->n_operands * sizeof *rest);
    if (!rest) {
        struct err err;
        err_fill_nomem(&err);
        return cmd_fail(p->env, &err);
    }
    for (size_t i = 0; i < args->n_operands; i++)
        if (i != name)
            rest[n++] = args->operands[i];
    int code = query_operands_open(&p->input, p->env, rest, n, NULL);
    mem_free(rest);
    if (code == CMD_OK)
        p->in = (struct profile_input){.dbs = p->input.dbs,
                                       .count = p->input.count,
                                       .named = &p->input.named,
                                       .player = span_of(args->operands[name]),
                                       .query = p->input.query.text};
    return code;
}

/* --- Reporting -------------------------------------------------------------------------------- */

static uint32_t top_of(const struct profile_cmd *p, uint32_t usual)
{
    return (uint32_t)args_int(p->args, OPT_TOP, usual);
}

/* What the player is called: the usual name, if it is one person. */
static struct span shown_name(const struct profile_cmd *p)
{
    struct span name = p->in.player;
    if (p->profile.persons.count == 1)
        return p->profile.persons.at[0].name;
    for (int signs = 0; signs < 2 && span_eat(&name, SPAN("=")); signs++)
        ;
    return name;
}

/* player:NAME finds parts of names: several people may have it. */
static void warn_of_several(struct profile_cmd *p)
{
    static const struct msg SEVERAL = {"these are games of several people: %1; use the full name, "
                                       "or =NAME for exactly this one",
                                       "複数の対局者の棋譜です: %1。全部の名前か =名前 "
                                       "を指定してください"};
    enum { SHOWN = 5 };
    const struct profile_people *people = &p->profile.persons;
    struct buf names;
    if (people->count < 2)
        return;
    buf_init(&names, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < people->count && i < SHOWN; i++) {
        buf_add_str(&names, i ? ", " : "");
        text_add_clean(&names, people->at[i].name);
        buf_printf(&names, " (%llu)", (unsigned long long)side_score_games(&people->at[i].score));
    }
    buf_add_str(&names, people->count > SHOWN ? ", …" : "");
    fflush(p->env->out);
    cmd_remark(p->env, &SEVERAL, buf_cstr(&names), NULL);
    buf_release(&names);
}

static int write_page(struct profile_cmd *p, struct profile_report r)
{
    struct buf page;
    struct err err = {0};
    buf_init(&page, BUF_DEFAULT_MAX);
    r.top = top_of(p, PAGE_TOP);
    enum status status = profile_page(&r, &page, &err);
    if (status == STATUS_OK)
        status = file_writer_add(&p->page, buf_span(&page), &err);
    if (status == STATUS_OK)
        status = file_writer_commit(&p->page, &err);
    buf_release(&page);
    return status == STATUS_OK ? CMD_OK : cmd_fail(p->env, &err);
}

static int report(struct profile_cmd *p)
{
    const struct profile_report r = {.p = &p->profile,
                                     .in = &p->in,
                                     .paths = p->input.paths,
                                     .name = shown_name(p),
                                     .top = top_of(p, p->env->json ? MAX_TOP : DEFAULT_TOP),
                                     .lang = p->env->lang,
                                     .cancelled = p->env->cancelled,
                                     .sequence = &p->sequence};
    struct buf out;
    struct json j;
    struct err err = {0};
    buf_init(&out, BUF_DEFAULT_MAX);
    json_init(&j, &out);
    enum status status =
        p->env->json ? profile_to_json(&r, &j, &err) : profile_to_text(&r, &out, &err);
    if (p->env->json)
        json_line(&j);
    int code = status == STATUS_OK ? cmd_print(p->env, &out) : cmd_fail(p->env, &err);
    buf_release(&out);
    if (code == CMD_OK && args_text(p->args, OPT_HTML, NULL))
        code = write_page(p, r);
    if (code == CMD_OK)
        warn_of_several(p);
    return code;
}

static int make_profile(struct profile_cmd *p)
{
    static const struct msg NOBODY = {"no games of %1", "%1 の棋譜はありません"};
    enum { USUAL_SEQUENCES = 20 };
    const bool page = args_text(p->args, OPT_HTML, NULL) != NULL;
    struct profile_options options = {
        .sequences = (uint32_t)args_int(p->args, OPT_SEQUENCES, USUAL_SEQUENCES),
        .min_length = DEFAULT_LENGTH,
        .examples = page || p->env->json ? PROFILE_PAGE_BOARDS : 0,
        .threads = p->env->threads,
        .cancelled = p->env->cancelled,
        .values = static_values_hook(p->input.values)};
    struct err err = {0};
    enum status status = sequence_profile_init(&p->sequence, &err);
    if (status == STATUS_OK)
        status = player_profile_make(&p->profile, &p->in, &options, &err);
    int code = CMD_OK;
    if (status == STATUS_CANCELLED)
        code = CMD_ERROR;
    else if (status != STATUS_OK)
        code = cmd_fail(p->env, &err);
    else if (p->profile.games == 0) {
        struct buf name;
        buf_init(&name, BUF_DEFAULT_MAX);
        text_add_clean(&name, p->in.player);
        cmd_remark(p->env, &NOBODY, buf_cstr(&name), NULL);
        buf_release(&name);
        code = CMD_NOTHING;
    } else {
        code = report(p);
    }
    sequence_profile_release(&p->sequence);
    return code;
}

/* Before any work is done: a path that cannot be written to should not cost the user that. */
static int begin_page(struct profile_cmd *p)
{
    const char *path = args_text(p->args, OPT_HTML, NULL);
    struct err err;
    return !path || file_writer_open(&p->page, path, &err) == STATUS_OK ? CMD_OK
                                                                        : cmd_fail(p->env, &err);
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct profile_cmd p = {.env = env, .args = args, .page = {.fd = -1}};
    int code = open_input(&p);
    if (code == CMD_OK)
        code = begin_page(&p);
    if (code == CMD_OK)
        code = make_profile(&p);
    file_writer_abort(&p.page);
    player_profile_release(&p.profile);
    code = query_operands_check(&p.input, env, code);
    query_operands_release(&p.input);
    return code;
}

const struct command CMD_PROFILE = {
    .name = "profile",
    .group = GROUP_SEARCH,
    .summary = {"a player's openings, castles, opponents, years and favourite sequences",
                "対局者の戦型、囲い、対戦相手、年、よく指す手順をまとめる"},
    .operands = "DB... NAME [QUERY]",
    .min_operands = 2,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_JOBS,
    .options = OPTIONS,
    .details = {"Counts the games of one player: openings and castles as either colour with "
                "scores, opponents, years, lengths of games, and set sequences. NAME is what "
                "player: takes in queries; QUERY limits the games. Example: kifu profile pro.kifu "
                "藤井聡太 --html fujii.html.",
                "一人の対局者の棋譜から、先後別の戦型と囲いの成績、対戦相手、年、手数、よく指す手順"
                "をまとめます。名前は検索式の player: と同じで、検索式を付けると一致する棋譜に限り"
                "ます。例: kifu profile pro.kifu 藤井聡太 --html fujii.html。"},
    .run = run,
};
