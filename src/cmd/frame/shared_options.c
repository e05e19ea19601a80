/* shared_options.c: see shared_options.h. */
#include "cmd/frame/shared_options.h"

#include <string.h>

#include "base/work/pool.h"

static const char *const LANG_WORDS[] = {[LANG_EN] = "en", [LANG_JA] = "ja", NULL};
static const char *const PROGRESS_WORDS[] = {
    [PROGRESS_WORD_AUTO] = "auto", [PROGRESS_WORD_BAR] = "bar",   [PROGRESS_WORD_PLAIN] = "plain",
    [PROGRESS_WORD_JSON] = "json", [PROGRESS_WORD_NONE] = "none", NULL};

#define LANG_ROW                                                                                   \
    {                                                                                              \
        .name = "lang", .kind = OPTION_CHOICE, .choices = LANG_WORDS, .help = {                    \
            "language of messages; default: by locale",                                            \
            "メッセージの言語。既定はロケールによる"                            \
        }                                                                                          \
    }
#define HELP_ROW                                                                                   \
    {                                                                                              \
        .name = "help", .letter = 'h', .kind = OPTION_FLAG, .help = {                              \
            "print this help and exit",                                                            \
            "この説明を表示して終わる"                                                 \
        }                                                                                          \
    }

static const struct option_spec NO_OPTIONS[] = {{.name = NULL}};

static const struct option_spec ALWAYS[] = {
    [SHARED_HELP] = HELP_ROW,
    [SHARED_LANG] = LANG_ROW,
    [SHARED_QUIET] = {.name = "quiet",
                      .letter = 'q',
                      .kind = OPTION_FLAG,
                      .help = {"no progress and no remarks; problems are still reported",
                               "進行状況と補足を表示しない（問題は報告する）"}},
    [SHARED_ALWAYS_COUNT] = {.name = NULL},
};

static const struct option_spec JOBS[] = {
    {.name = "jobs",
     .letter = 'j',
     .kind = OPTION_INT,
     .metavar = "N",
     .min = 1,
     .max = POOL_MAX_THREADS,
     .help = {"threads (default: all cores)", "スレッド数（既定は全コア）"}},
    {.name = NULL},
};

static const struct option_spec JSON[] = {
    {.name = "json",
     .kind = OPTION_FLAG,
     .help = {"print results as JSON, one value per line", "結果を一行一値の JSON で表示する"}},
    {.name = NULL},
};

static const struct option_spec PROGRESS[] = {
    {.name = "progress",
     .kind = OPTION_CHOICE,
     .choices = PROGRESS_WORDS,
     .help = {"how to show progress on stderr; default: auto",
              "進行状況の表示方法（標準エラー出力）。既定は auto"}},
    {.name = NULL},
};

static const struct option_spec FORCE[] = {FORCE_OPTION, {.name = NULL}};

const struct option_spec TOP_OPTIONS[] = {
    [TOP_HELP] = HELP_ROW,
    [TOP_VERSION] = {.name = "version",
                     .letter = 'V',
                     .kind = OPTION_FLAG,
                     .help = {"print the version and exit", "版を表示して終わる"}},
    [TOP_LANG] = LANG_ROW,
    [TOP_COUNT] = {.name = NULL},
};

const struct msg GROUP_NAMES[GROUP_COUNT] = {
    [GROUP_RECORDS] = {"Records", "棋譜"}, [GROUP_SEARCH] = {"Search", "検索"},
    [GROUP_MINING] = {"Mining", "発掘"},   [GROUP_EVALUATION] = {"Evaluation", "評価"},
    [GROUP_PLAY] = {"Play", "対局と規則"}, [GROUP_UPKEEP] = {"Page and upkeep", "画面表示と手入れ"},
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
