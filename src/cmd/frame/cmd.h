/* cmd.h: commands, and the environment that they run in.
 *
 * To add a command: write src/cmd/cmd_<name>.c ending in `const struct command CMD_<NAME>`, declare
 * it in the list below, add one row to the table in src/main.c, write docs/man/kifu-<name>.1.scd
 * (and ja/) and a case under tests/cli/<name>/.  `make lint` reports what is missing.
 *
 * A command reads its options with args_…(), writes data to env->out and messages to env->err,
 * and returns one of enum cmd_exit.  The frame parses the line, answers --help, flushes stdout and
 * turns a failed write into CMD_ERROR: commands need not check each fprintf, but a loop that
 * writes much should stop when cmd_should_stop() says so. */
#ifndef KIFU_CMD_FRAME_CMD_H
#define KIFU_CMD_FRAME_CMD_H

#include <stdatomic.h>
#include <stdio.h>

#include "base/io/progress.h"
#include "cluster/cluster.h"
#include "cmd/frame/options.h"

enum cmd_exit {
    CMD_OK = 0,
    CMD_NOTHING = 1, /* done, with an empty result; or problems that --strict turns into failure */
    CMD_MISUSE = 2,  /* wrong use of the command line */
    CMD_ERROR = 3,   /* could not be done */
    CMD_CLOSED_PIPE = 141, /* nobody reads stdout, in a cluster, which cannot end by SIGPIPE */
};

/* Heading under which `kifu help` lists a command. */
enum cmd_group {
    GROUP_RECORDS,
    GROUP_SEARCH,
    GROUP_MINING,
    GROUP_EVALUATION,
    GROUP_PLAY,
    GROUP_UPKEEP,
    GROUP_COUNT
};

/* Which of the shared options a command takes; --help, --lang and --quiet all do. */
enum cmd_shared {
    TAKES_JSON = 1 << 0,     /* --json → env->json */
    TAKES_PROGRESS = 1 << 1, /* --progress=… → env->progress */
    TAKES_JOBS = 1 << 2,     /* --jobs=N → env->threads */
};

enum { ANY_NUMBER = -1 };

struct cmd_env;

struct command {
    const char *name;
    enum cmd_group group;
    struct msg summary;                /* one phrase, no full stop */
    const char *operands;              /* for the synopsis: "PATH... --to FORMAT" */
    int min_operands, max_operands;    /* checked by the frame; max may be ANY_NUMBER */
    enum completes completes;          /* what an operand is */
    unsigned shared;                   /* enum cmd_shared */
    bool signed_operands;              /* -word is an operand behind two others: PARSE_SIGNED */
    const struct option_spec *options; /* ended by a row without name; NULL if none */
    const char *const *words;          /* if set: operand 1 completes from these; NULL-ended */
    struct msg details;                /* further sentences for --help; may be NULL */
    int (*run)(struct cmd_env *env, const struct cmd_args *args); /* returns enum cmd_exit */
};

/* The environment of a command: streams, language, shared options.  One per process, on main's
 * stack. */
struct cmd_env {
    FILE *in, *out, *err;
    enum lang lang;
    bool out_is_tty, err_is_tty;
    int out_columns; /* of the terminal that stdout is; 0: it is none, or unknown */
    bool colour;     /* stdout is a terminal and NO_COLOR is unset */
    bool json, quiet;
    bool force; /* overwrite files that exist; commands that write some take it */
    enum progress_style progress;
    unsigned threads;                      /* to use; 0: one for each processor */
    const atomic_bool *cancelled;          /* set by Ctrl-C or SIGTERM; give it to long work */
    const struct command *command;         /* the one that runs */
    const struct command *const *commands; /* all of them, ended by NULL */
    bool leads; /* prints and writes files, as only the first process of a cluster does */
    const struct cluster *cluster; /* these processes, for src/cluster; NULL: it is alone */
    bool complained;               /* a failure was printed */
};

/* Prints "kifu NAME: place: message" and returns CMD_ERROR. */
int cmd_fail(struct cmd_env *env, const struct err *err);
/* As cmd_fail(), for a message of the command's own; arg may be NULL. */
int cmd_fail_msg(struct cmd_env *env, const struct msg *what, const char *arg);
/* Prints the message and where the help is; returns CMD_MISUSE.  arg may be NULL. */
int cmd_misuse(struct cmd_env *env, const struct msg *what, const char *arg);
int cmd_misuse2(struct cmd_env *env, const struct msg *what, const char *arg1, const char *arg2);
/* A problem that does not end the work.  Printed even with --quiet. */
void cmd_warn(struct cmd_env *env, const struct err *err);
/* A note on what was done ("12 games written"); not with --quiet. */
void cmd_note(struct cmd_env *env, const struct msg *what, const char *arg1, const char *arg2);
/* As cmd_note(), also with --quiet. */
void cmd_remark(struct cmd_env *env, const struct msg *what, const char *arg1, const char *arg2);

/* Writes the text to env->out and returns CMD_OK; CMD_ERROR with a message if the buffer failed. */
int cmd_print(struct cmd_env *env, const struct buf *text);

/* Makes *p report on env->err in the style and language of env; end with progress_release(). */
void cmd_progress_init(struct cmd_env *env, struct progress *p);

/* True after Ctrl-C, or when nobody reads stdout any more: release what you hold and return; the
 * frame then ends the process in the right way, whatever you return. */
bool cmd_should_stop(const struct cmd_env *env);

/* The command line from main() to exit status. */
int cmd_main(const struct command *const *commands, int argc, const char *const *argv);
/* As cmd_main(), in each process of a cluster; cmd.c says who prints. */
int cmd_main_cluster(const struct command *const *commands, int argc, const char *const *argv,
                     const struct cluster *cluster);

/* Finds a command by name; NULL if there is none. */
const struct command *cmd_find(const struct command *const *commands, const char *name);

/* Reports that there is no such command, and which is nearest; returns CMD_MISUSE. */
int cmd_unknown(struct cmd_env *env, const char *name);
/* As cmd_unknown(), of a word after the command, as in "kifu chaturanga simulate". */
int cmd_unknown_word(struct cmd_env *env, const char *word);

extern const struct command CMD_ANALYSE;
extern const struct command CMD_BENCH;
extern const struct command CMD_BOOK;
extern const struct command CMD_CALIBRATE;
extern const struct command CMD_CENSUS;
extern const struct command CMD_CHATURANGA;
extern const struct command CMD_CHECK;
extern const struct command CMD_COMPACT;
extern const struct command CMD_COMPARE;
extern const struct command CMD_COMPLETION;
extern const struct command CMD_CONVERT;
extern const struct command CMD_EVAL;
extern const struct command CMD_EXPORT;
extern const struct command CMD_FLOW;
extern const struct command CMD_GENERATE;
extern const struct command CMD_GTP;
extern const struct command CMD_HELP;
extern const struct command CMD_IMPORT;
extern const struct command CMD_INFO;
extern const struct command CMD_JOSEKI;
extern const struct command CMD_MATCH;
extern const struct command CMD_MATE;
extern const struct command CMD_MATRIX;
extern const struct command CMD_MOVES;
extern const struct command CMD_NATURAL;
extern const struct command CMD_PERFT;
extern const struct command CMD_NAMES;
extern const struct command CMD_OPEN;
extern const struct command CMD_PLAYERS;
extern const struct command CMD_PROFILE;
extern const struct command CMD_REMOVE;
extern const struct command CMD_TAG;
extern const struct command CMD_EDIT;
extern const struct command CMD_SEARCH;
extern const struct command CMD_SERVE;
extern const struct command CMD_SHOW;
extern const struct command CMD_TRAIN;
extern const struct command CMD_USI;
extern const struct command CMD_VERSION;

#endif
