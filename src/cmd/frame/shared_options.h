/* shared_options.h: options that every command, or many commands, take. */
#ifndef KIFU_CMD_FRAME_SHARED_OPTIONS_H
#define KIFU_CMD_FRAME_SHARED_OPTIONS_H

#include "cmd/frame/cmd.h"
#include "games/go/go_history.h"

/* Ids of the shared options, counted from the end of the command's own table. */
enum { SHARED_HELP, SHARED_LANG, SHARED_QUIET, SHARED_ALWAYS_COUNT };

/* Words of --progress; PROGRESS_WORD_AUTO means a bar on a terminal and lines elsewhere. */
enum {
    PROGRESS_WORD_AUTO,
    PROGRESS_WORD_BAR,
    PROGRESS_WORD_PLAIN,
    PROGRESS_WORD_JSON,
    PROGRESS_WORD_NONE
};

/* The one of these that a text is; PROGRESS_WORD_AUTO if it is none, or NULL. */
size_t progress_word(const char *text);

/* The tables a command's line is parsed by, ended by NULL. */
enum { SHARED_TABLES = 7 };
struct option_tables {
    const struct option_spec *table[SHARED_TABLES];
    size_t always_id;   /* id of SHARED_HELP */
    size_t json_id;     /* SIZE_MAX if the command does not take it */
    size_t progress_id; /* SIZE_MAX if the command does not take it */
    size_t jobs_id;
    size_t force_id; /* the command's own if it has one: it may have a letter there */
};

struct option_tables shared_option_tables(const struct command *c);

/* Of every command that makes files (cmd/frame/output_check.h); with a letter where that is
 * free. */
#define FORCE_OPTION(ID)                                                                           \
    FLAG_OPTION(ID, "force", "overwrite existing files", "既存のファイルを上書きする")

/* By which rule repetition in Go is judged, where problems of records are reported. */
#define GO_KO_OPTION(ID)                                                                                      \
    CHOICE_OPTION(ID, "ko", go_ko_names,                                                                      \
                  "repetition rule for Go records: simple ko (simple, default), positional "                  \
                  "superko (positional) or situational superko (situational)",                                \
                  "囲碁の同形反復の規則: simple は直後のコウだけ（既定）、positional " \
                  "は全局同形禁止、situational は手番も同じ全局同形の禁止")

/* Options before the command's name. */
enum { TOP_HELP, TOP_VERSION, TOP_LANG, TOP_COUNT };
extern const struct option_spec TOP_OPTIONS[];

extern const struct msg GROUP_NAMES[GROUP_COUNT];

#endif
