/* shared_options.c: see shared_options.h. */
#include "cmd/frame/shared_options.h"

#include <string.h>

#include "base/work/pool.h"

static const char *const LANG_WORDS[] = {[LANG_EN] = "en", [LANG_JA] = "ja", NULL};
static const char *const PROGRESS_WORDS[] = {
    [PROGRESS_WORD_AUTO] = "auto", [PROGRESS_WORD_BAR] = "bar",   [PROGRESS_WORD_PLAIN] = "plain",
    [PROGRESS_WORD_JSON] = "json", [PROGRESS_WORD_NONE] = "none", NULL};

size_t progress_word(const char *text)
{
    for (size_t i = 0; text && PROGRESS_WORDS[i]; i++)
        if (strcmp(text, PROGRESS_WORDS[i]) == 0)
            return i;
    return PROGRESS_WORD_AUTO;
}

#define LANG_ROW(ID)                                                                               \
    CHOICE_OPTION(ID, "lang", LANG_WORDS, "language of messages (default: by locale)",             \
                  "メッセージの言語（既定はロケールによる）")
#define HELP_ROW(ID)                                                                               \
    FLAG_OPTION(ID, "help", "print this help and exit", "この説明を表示して終了する", .letter = 'h')

static const struct option_spec NO_OPTIONS[] = {{.name = NULL}};

static const struct option_spec ALWAYS[] = {
    HELP_ROW(SHARED_HELP),
    LANG_ROW(SHARED_LANG),
    FLAG_OPTION(SHARED_QUIET, "quiet", "suppress progress and notes; problems are still reported",
                "進行状況と補足を表示しない（問題は報告する）", .letter = 'q'),
    [SHARED_ALWAYS_COUNT] = {.name = NULL},
};

static const struct option_spec JOBS[] = {
    INT_OPTION(0, "jobs", "N", 1, POOL_MAX_THREADS, "threads (default: all cores)",
               "スレッド数（既定は全コア）", .letter = 'j'),
    {.name = NULL},
};

static const struct option_spec JSON[] = {
    FLAG_OPTION(0, "json", "print results as JSON, one value per line",
                "結果を 1 行 1 値の JSON で表示する"),
    {.name = NULL},
};

static const struct option_spec PROGRESS[] = {
    CHOICE_OPTION(0, "progress", PROGRESS_WORDS,
                  "progress display on standard error (default auto)",
                  "進行状況の表示方法（標準エラー出力、既定は auto）"),
    {.name = NULL},
};

static const struct option_spec FORCE[] = {FORCE_OPTION(0), {.name = NULL}};

const struct option_spec TOP_OPTIONS[] = {
    HELP_ROW(TOP_HELP),
    FLAG_OPTION(TOP_VERSION, "version", "print the version and exit",
                "バージョンを表示して終了する", .letter = 'V'),
    LANG_ROW(TOP_LANG),
    [TOP_COUNT] = {.name = NULL},
};

const struct msg GROUP_NAMES[GROUP_COUNT] = {
    [GROUP_RECORDS] = {"Records", "棋譜"},
    [GROUP_SEARCH] = {"Search", "検索"},
    [GROUP_MINING] = {"Mining", "パターン抽出"},
    [GROUP_EVALUATION] = {"Evaluation", "評価"},
    [GROUP_PLAY] = {"Play", "対局と規則"},
    [GROUP_UPKEEP] = {"Page and upkeep", "Web 画面と保守"},
};

/* The row of --force in the command's own table; the number of rows if there is none. */
static size_t own_force(const struct option_spec *options)
{
    size_t row = 0;
    while (options[row].name && strcmp(options[row].name, "force") != 0)
        row++;
    return row;
}

static bool makes_files(const struct option_spec *options)
{
    bool some = false;
    for (const struct option_spec *o = options; o->name; o++)
        some |= o->writes == WRITES_FILE || o->writes == WRITES_GAMES;
    return some;
}

struct option_tables shared_option_tables(const struct command *c)
{
    struct option_tables t = {
        .json_id = SIZE_MAX, .progress_id = SIZE_MAX, .jobs_id = SIZE_MAX, .force_id = SIZE_MAX};
    size_t n = 0;
    t.table[n++] = c->options ? c->options : NO_OPTIONS;
    size_t id = option_rows(t.table[0]);
    t.force_id = own_force(t.table[0]);
    if (t.force_id == id && makes_files(t.table[0])) {
        t.table[n++] = FORCE;
        id++;
    } else if (t.force_id == id) {
        t.force_id = SIZE_MAX;
    }
    if (c->shared & TAKES_JOBS) {
        t.table[n++] = JOBS;
        t.jobs_id = id++;
    }
    if (c->shared & TAKES_JSON) {
        t.table[n++] = JSON;
        t.json_id = id++;
    }
    if (c->shared & TAKES_PROGRESS) {
        t.table[n++] = PROGRESS;
        t.progress_id = id++;
    }
    t.table[n] = ALWAYS;
    t.always_id = id;
    return t;
}
