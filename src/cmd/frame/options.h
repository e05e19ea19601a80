/* options.h: command-line options as tables.
 *
 * A command describes its options in one constant table.  Parsing, --help, the shell completions
 * and the OPTIONS part of the man page are all made from that table, so that they cannot disagree.
 * The index of a row is the option's id: name it with an enum and designated initialisers.
 *
 *     enum { OPT_TO, OPT_OUTPUT, OPT_COUNT };
 *     static const struct option_spec OPTIONS[] = {
 *         CHOICE_OPTION(OPT_TO, "to", FORMATS, "output format", "出力形式"),
 *         FILE_OPTION(OPT_OUTPUT, "output", "FILE", "output file", "出力先", .letter = 'o'),
 *         [OPT_COUNT] = {.name = NULL}};
 *
 * What is understood: --name, --name=value, --name value, -x, -xvalue, -x value, -xyz for flags;
 * options stand anywhere among the operands; "--" ends them; "-" alone is an operand.  A shortened
 * long name is an error with a suggestion: a script must not break because an option was added. */
#ifndef KIFU_CMD_FRAME_OPTIONS_H
#define KIFU_CMD_FRAME_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct buf;

enum option_kind {
    OPTION_FLAG,   /* no value */
    OPTION_TEXT,   /* any string */
    OPTION_INT,    /* a whole number, min..max */
    OPTION_CHOICE, /* one word of a list */
};

/* What a shell should offer for a value or an operand. */
enum completes { COMPLETE_NOTHING, COMPLETE_FILE, COMPLETE_DIRECTORY, COMPLETE_COMMAND };

/* What a command does with the file that an option's value names (cmd/frame/output_check.h has the
 * rule). */
enum option_writes {
    WRITES_NOTHING,
    WRITES_FILE,  /* makes it, and refuses to overwrite one without --force */
    WRITES_GAMES, /* as WRITES_FILE, or a file for each game if the value is a directory */
    WRITES_ON,    /* goes on with what is there */
};

struct option_spec {
    const char *name; /* without dashes; NULL ends the table */
    char letter;      /* short form, 0 if there is none */
    enum option_kind kind;
    bool repeatable;            /* else a second one is an error (flags may always repeat) */
    enum option_writes writes;  /* OPTION_TEXT: looked into before the work begins */
    const char *ending;         /* of such a file, if it has one: ".svg"; NULL: any */
    enum completes completes;   /* OPTION_TEXT */
    const char *metavar;        /* OPTION_TEXT and OPTION_INT: the value's name, "FILE" */
    const char *const *choices; /* OPTION_CHOICE: the words, ended by NULL */
    int64_t min, max;           /* OPTION_INT, both inclusive */
    struct msg help;            /* a phrase without full stop */
};

/* The rows of a table: [ID] = {…}.  What follows the fixed arguments is the help in English and in
 * Japanese, and then any other members by name: .letter = 'o', .repeatable = true, … */
#define OPTION_ROW(ID, NAME, KIND, ...) [ID] = {.name = (NAME), .kind = (KIND), __VA_ARGS__}
#define FLAG_OPTION(ID, NAME, ...) OPTION_ROW(ID, NAME, OPTION_FLAG, .help.en = __VA_ARGS__)
#define TEXT_OPTION(ID, NAME, METAVAR, ...)                                                        \
    OPTION_ROW(ID, NAME, OPTION_TEXT, .metavar = (METAVAR), .help.en = __VA_ARGS__)
#define FILE_OPTION(ID, NAME, METAVAR, ...)                                                        \
    TEXT_OPTION(ID, NAME, METAVAR, __VA_ARGS__, .completes = COMPLETE_FILE)
#define INT_OPTION(ID, NAME, METAVAR, MIN, MAX, ...)                                               \
    OPTION_ROW(ID, NAME, OPTION_INT, .metavar = (METAVAR), .min = (MIN), .max = (MAX),             \
               .help.en = __VA_ARGS__)
#define CHOICE_OPTION(ID, NAME, WORDS, ...)                                                        \
    OPTION_ROW(ID, NAME, OPTION_CHOICE, .choices = (WORDS), .help.en = __VA_ARGS__)

/* One option of the command line. */
struct option_value {
    size_t id;
    const struct option_spec *spec;
    const char *text; /* borrowed from argv; NULL for flags */
    int64_t number;   /* OPTION_INT: the number; OPTION_CHOICE: the index of the word */
};

/* What was on the command line.  All strings are borrowed from argv. */
struct cmd_args {
    struct option_value *values; /* in the order of the command line */
    size_t n_values;
    const char **operands;
    size_t n_operands;
};

enum parse_mode {
    PARSE_ALL,         /* options may stand among the operands */
    PARSE_SIGNED,      /* as PARSE_ALL, but behind two operands -word, of two letters at least, is
                          an operand: there letters of options stand alone */
    PARSE_LEADING_ONLY /* everything from the first operand on is an operand */
};

/* Parses argv[0..argc-1] (no program name) by the tables; an id counts through all of them: the
 * first row of tables[1] has the id "number of rows in tables[0]".  tables ends with NULL.
 * STATUS_SYNTAX with a message for the user if the line is wrong; *args is then empty. */
enum status args_parse(struct cmd_args *args, const struct option_spec *const *tables,
                       enum parse_mode mode, int argc, const char *const *argv,
                       struct err *err) CHECK_RESULT;
void args_release(struct cmd_args *args);

/* How often an option was given; and the text of the nth time, 0-based, NULL if there is none. */
size_t args_count(const struct cmd_args *args, size_t id);
const char *args_nth(const struct cmd_args *args, size_t id, size_t nth);
static inline bool args_flag(const struct cmd_args *args, size_t id)
{
    return args_count(args, id) > 0;
}
/* The last value given, or the default. */
const char *args_text(const struct cmd_args *args, size_t id, const char *fallback);
int64_t args_int(const struct cmd_args *args, size_t id, int64_t fallback);
/* OPTION_CHOICE: the index of the word. */
size_t args_choice(const struct cmd_args *args, size_t id, size_t fallback);

size_t option_rows(const struct option_spec *table);
/* What a value of the option is called in help texts: "FILE", "csa|kif|ki2"; nothing for a flag. */
void option_add_value_name(const struct option_spec *o, struct buf *out);

#endif
