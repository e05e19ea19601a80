/* cmd_players.c: `kifu players DB`: who is who in a database (store/people/people.h). */
#include "base/alloc.h"
#include "base/text/json.h"
#include "cmd/frame/cmd.h"
#include "db/db_people.h"
#include "store/people/people_decisions.h"
#include "view/draw/text_width.h"
#include "view/report/people_json.h"
#include "view/report/result_json.h"

enum { OPT_MERGE, OPT_SPLIT, OPT_UNDO, OPT_DOUBTFUL, OPT_LIMIT, OPT_COUNT };

static const struct option_spec OPTIONS[] = {
    FLAG_OPTION(OPT_MERGE, "merge", "decide that the two names A and B are one person",
                "二つの名前 A と B を同じ人物と決める"),
    FLAG_OPTION(OPT_SPLIT, "split", "decide that the spelling A is a person apart",
                "表記 A を別の人物と決める"),
    FLAG_OPTION(OPT_UNDO, "undo", "take the last decision back", "最後の決定を取り消す"),
    FLAG_OPTION(OPT_DOUBTFUL, "doubtful", "list only pairs that may be one person",
                "同じ人物かもしれない組だけを表示する"),
    INT_OPTION(OPT_LIMIT, "limit", "N", 1, UINT32_MAX, "list at most N persons (default: all)",
               "最大 N 人を表示する（既定はすべて）"),
    [OPT_COUNT] = {.name = NULL},
};

struct players_cmd {
    struct cmd_env *env;
    const char *path;
    struct db *db;
    struct people *people;
    uint32_t *found; /* persons to list */
    uint32_t count;
    struct buf out;
};

/* --- Printing -------------------------------------------------------------------------------- */

static const struct msg EVIDENCE_TEXT[EVIDENCE_KINDS] = {
    [EVIDENCE_SPELLING] = {"one name, with or without rank, in either order",
                           "同じ名前（段位・姓名の順の違い）"},
    [EVIDENCE_BUILT_IN] = {"built-in list", "内蔵の一覧"},
    [EVIDENCE_LIST] = {"people.txt", "people.txt"},
    [EVIDENCE_ROMAJI] = {"another romanisation", "ローマ字の綴りの違い"},
    [EVIDENCE_MISPRINT] = {"misprint", "誤植"},
    [EVIDENCE_NOTE] = {"one name, with or without a place", "同じ名前（所属の有無）"},
    [EVIDENCE_GAMES] = {"the same games", "同じ棋譜"},
    [EVIDENCE_DECISION] = {"decision", "決定"},
};
static const struct msg DOUBT_TEXT[DOUBT_KINDS] = {
    [DOUBT_GAMES] = {"the same games, but different names", "同じ棋譜にあるが、名前が違う"},
    [DOUBT_CONFLICT] = {"the same games, but known as two people",
                        "同じ棋譜にあるが、別人として知られている"},
    [DOUBT_ROMAJI] = {"romanised alike", "ローマ字がほぼ同じ"},
    [DOUBT_LETTER] = {"one letter differs", "一字違い"},
    [DOUBT_AMBIGUOUS] = {"a name of several people", "複数の人物の名前"},
    [DOUBT_SURNAME] = {"a part of the name alone", "名前の一部だけ"},
    [DOUBT_NOTE] = {"the name with and without a note", "注記の有無"},
};

static void add_years(struct buf *out, const struct person *p)
{
    if (p->from)
        buf_printf(out, "%04u-%04u", date_year(p->from), date_year(p->to));
    else
        buf_add_char(out, '-');
}

static void add_link(struct players_cmd *c, const struct person_link *link, const struct msg *why)
{
    buf_add_str(&c->out, "    ");
    text_add_clean(&c->out, link->a);
    buf_add_str(&c->out, " = ");
    text_add_clean(&c->out, link->b);
    buf_add_str(&c->out, ": ");
    buf_add_str(&c->out, msg_in(why, c->env->lang));
    if (link->games)
        buf_printf(&c->out, " (%u: %u)", link->games, link->game);
    buf_add_char(&c->out, '\n');
}

static void add_person(struct players_cmd *c, uint32_t number, bool evidence)
{
    const struct people *p = c->people;
    const struct person *who = &p->at[number];
    buf_printf(&c->out, "%u\t", who->games);
    add_years(&c->out, who);
    buf_add_char(&c->out, '\t');
    text_add_clean(&c->out, who->name);
    for (uint32_t i = 0; i < who->count; i++) {
        struct span spelling = p->spellings[who->first + i].name;
        if (span_eq(spelling, who->name))
            continue;
        buf_add_str(&c->out, " = ");
        text_add_clean(&c->out, spelling);
    }
    buf_add_char(&c->out, '\n');
    for (uint32_t i = 0; i < who->evidence && evidence; i++) {
        const struct person_link *link = &p->evidence[who->first_evidence + i];
        add_link(c, link, &EVIDENCE_TEXT[link->kind]);
    }
}

static bool is_listed(const struct players_cmd *c, uint32_t person)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->found[i] == person)
            return true;
    return false;
}

static void add_doubts(struct players_cmd *c, bool all)
{
    static const struct msg heading = {"possibly one person:\n", "同じ人物かもしれない組:\n"};
    bool any = false;
    for (uint32_t i = 0; i < c->people->doubt_count; i++) {
        const struct person_link *link = &c->people->doubts[i];
        if (!all && !is_listed(c, link->person) && !is_listed(c, link->other))
            continue;
        if (!any)
            buf_add_str(&c->out, msg_in(&heading, c->env->lang));
        any = true;
        add_link(c, link, &DOUBT_TEXT[link->kind]);
    }
}

static bool is_doubtful(const struct people *p, uint32_t person)
{
    for (uint32_t i = 0; i < p->doubt_count; i++)
        if (p->doubts[i].person == person || p->doubts[i].other == person)
            return true;
    return false;
}

/* all: nobody in particular is looked for. */
static int print_all(struct players_cmd *c, bool all, bool doubtful)
{
    struct json j;
    int code = CMD_OK;
    for (uint32_t i = 0; i < c->count && code == CMD_OK && !cmd_should_stop(c->env); i++) {
        if (doubtful && !(c->env->json && is_doubtful(c->people, c->found[i])))
            continue;
        buf_clear(&c->out);
        if (c->env->json) {
            json_init(&j, &c->out);
            person_to_json(&j, c->people, c->found[i]);
            json_line(&j);
        } else {
            add_person(c, c->found[i], !all);
        }
        code = cmd_print(c->env, &c->out);
    }
    if (code != CMD_OK || c->env->json)
        return code;
    buf_clear(&c->out);
    add_doubts(c, all);
    return cmd_print(c->env, &c->out);
}

static int list_players(struct players_cmd *c, const char *name, uint32_t limit, bool doubtful)
{
    struct err err;
    uint32_t room = c->people->count < limit ? c->people->count : limit, all;
    c->found = mem_calloc((size_t)room + 1, sizeof *c->found);
    enum status status = c->found ? people_find(c->people, span_of(name ? name : ""), PEOPLE_PART,
                                                c->found, room, &all, &err)
                                  : err_nomem(&err);
    if (status != STATUS_OK)
        return cmd_fail(c->env, &err);
    c->count = all < room ? all : room;
    int code = print_all(c, !name && c->count == c->people->count, doubtful);
    return code == CMD_OK && all == 0 ? CMD_NOTHING : code;
}

/* --- Decisions ------------------------------------------------------------------------------- */

static const struct msg UNKNOWN_NAME = {"no player is called \"%1\" in this database",
                                        "このデータベースに「%1」という対局者はいません"};
static const struct msg UNKNOWN_SPELLING = {
    "no game has the spelling \"%1\"; give one as kifu players lists it",
    "「%1」という表記の棋譜はありません。kifu players の表示どおりに指定してください"};
static const struct msg ONE_PERSON = {"\"%1\" and \"%2\" are one person already",
                                      "「%1」と「%2」はすでに同じ人物です"};
static const struct msg MERGED = {"%1 and %2 are one person", "%1 と %2 を同じ人物にしました"};
static const struct msg SPLIT = {"%1 is a person apart", "%1 を別の人物にしました"};
static const struct msg UNDONE = {"taken back: %1", "取り消しました: %1"};

static int fail_about(struct cmd_env *env, const struct msg *what, const char *a, const char *b)
{
    struct err err;
    (void)err_set(&err, STATUS_NOT_FOUND, what, span_of(a), span_of(b));
    return cmd_fail(env, &err);
}

static int keep(struct players_cmd *c, const struct people_decision *d, const struct msg *what)
{
    struct buf a, b;
    struct err err;
    enum status status = people_decisions_add(c->path, d, &err);
    if (status != STATUS_OK)
        return cmd_fail(c->env, &err);
    buf_init(&a, BUF_DEFAULT_MAX);
    buf_init(&b, BUF_DEFAULT_MAX);
    text_add_clean(&a, d->a);
    text_add_clean(&b, d->b);
    cmd_note(c->env, what, buf_cstr(&a), buf_cstr(&b));
    buf_release(&a);
    buf_release(&b);
    return CMD_OK;
}

static int merge(struct players_cmd *c, const char *a, const char *b)
{
    struct people_decision d = {.merge = true};
    if (!people_spelling(c->people, span_of(a), &d.a))
        return fail_about(c->env, &UNKNOWN_NAME, a, NULL);
    if (!people_spelling(c->people, span_of(b), &d.b))
        return fail_about(c->env, &UNKNOWN_NAME, b, NULL);
    if (people_of(c->people, d.a) == people_of(c->people, d.b))
        return fail_about(c->env, &ONE_PERSON, a, b);
    return keep(c, &d, &MERGED);
}

static int split(struct players_cmd *c, const char *a)
{
    struct people_decision d = {.a = span_of(a)};
    uint32_t number;
    if (!text_table_find(&c->people->names, d.a, &number))
        return fail_about(c->env, &UNKNOWN_SPELLING, a, NULL);
    return keep(c, &d, &SPLIT);
}

static int undo(struct players_cmd *c)
{
    struct buf line;
    struct err err;
    buf_init(&line, BUF_DEFAULT_MAX);
    int code = CMD_OK;
    if (people_decisions_undo(c->path, &line, &err) != STATUS_OK) {
        code = cmd_fail(c->env, &err);
    } else {
        for (size_t i = 0; i < line.n; i++)
            if (line.p[i] == '\t')
                line.p[i] = ' ';
        cmd_note(c->env, &UNDONE, buf_cstr(&line), NULL);
    }
    buf_release(&line);
    return code;
}

/* --- The command ----------------------------------------------------------------------------- */

/* How many operands the chosen work takes; -1: two kinds of work at once. */
static int operands_wanted(const struct cmd_args *args)
{
    int merges = args_flag(args, OPT_MERGE), splits = args_flag(args, OPT_SPLIT);
    int undoes = args_flag(args, OPT_UNDO);
    if (merges + splits + undoes > 1)
        return -1;
    return merges ? 3 : splits ? 2 : undoes ? 1 : 0;
}

static int work(struct players_cmd *c, const struct cmd_args *args)
{
    if (args_flag(args, OPT_MERGE))
        return merge(c, args->operands[1], args->operands[2]);
    if (args_flag(args, OPT_SPLIT))
        return split(c, args->operands[1]);
    return list_players(c, args->n_operands > 1 ? args->operands[1] : NULL,
                        (uint32_t)args_int(args, OPT_LIMIT, UINT32_MAX),
                        args_flag(args, OPT_DOUBTFUL));
}

static int open_and_work(struct players_cmd *c, const struct cmd_args *args)
{
    struct err err;
    enum status status = db_open(&c->db, c->path, &err);
    if (status == STATUS_OK)
        status = db_people_list(c->db, &c->people, &err);
    if (status != STATUS_OK)
        return cmd_fail(c->env, &err);
    int code = work(c, args);
    if (db_status(c->db, &err) != STATUS_OK)
        code = cmd_fail(c->env, &err);
    return code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg wrong = {
        "give --merge two names, --split one, --undo none, and one of them at a time",
        "--merge には二つ、--split には一つの名前を指定し、--undo "
        "には何も指定しません。同時には一つ"
        "だけです"};
    struct players_cmd c = {.env = env, .path = args->operands[0]};
    int wanted = operands_wanted(args);
    if (wanted < 0 || (wanted > 0 && args->n_operands != (size_t)wanted) ||
        (wanted == 0 && args->n_operands > 2))
        return cmd_misuse(env, &wrong, NULL);
    buf_init(&c.out, BUF_DEFAULT_MAX);
    int code = args_flag(args, OPT_UNDO) ? undo(&c) : open_and_work(&c, args);
    mem_free(c.found);
    people_free(c.people);
    db_close(c.db);
    buf_release(&c.out);
    return code;
}

const struct command CMD_PLAYERS = {
    .name = "players",
    .group = GROUP_SEARCH,
    .summary = {"list the players of a database and the spellings of their names",
                "対局者と名前の表記を一覧する"},
    .operands = "DB [NAME] | DB --merge A B | DB --split A | DB --undo",
    .min_operands = 1,
    .max_operands = 3,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON,
    .options = OPTIONS,
    .details =
        {"Lists who is who: one line a person with games, years and spellings, the most "
         "frequent first; with NAME those who have it in a name, and why their spellings "
         "are joined. Pairs that may be one person follow. --merge and --split keep your "
         "decision in the database.",
         "誰が誰かを一覧します。一人一行で、局数・年・表記を多い順に示します。NAME を付けると、"
         "名前にそれを含む人物と、表記をまとめた根拠を示します。続けて、同じ人物かもしれない組を"
         "示します。--merge と --split の決定はデータベースに保存されます。"},
    .run = run,
};
