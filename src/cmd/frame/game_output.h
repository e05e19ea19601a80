/* game_output.h: the output of games: one stream in which they follow each other, or a directory
 * with a file for each. */
#ifndef KIFU_CMD_FRAME_GAME_OUTPUT_H
#define KIFU_CMD_FRAME_GAME_OUTPUT_H

#include <stdint.h>

#include "base/buf.h"
#include "base/hash_index.h"
#include "base/io/file.h"
#include "base/span.h"
#include "cmd/frame/cmd.h"

/* --- Names of the files that a command makes of its inputs ------------------------------------
 * Labels come from file systems and from inside archives, and are not to be trusted: for any label
 * the result is a relative path that stays below the directory it is used in, without control
 * characters and without names that mean something to a shell or another system. */

/* Appends a path made of label: directories kept, extension replaced.  number, if not 0, is put
 * behind the name: "games-0002.kif". */
void output_name_make(struct span label, const char *extension, uint32_t number, struct buf *out);

/* How many leading parts of a label are the way to the operand it was read from, and the label
 * without so many parts. */
size_t output_parts_before_name(const char *operand);
struct span output_name_in_operand(struct span label, size_t parts);

/* The names given out so far, so that a.kif and a.ki2 do not both become a.csa.  Kept as hashes:
 * eight bytes a name; that two names share one costs a harmless number. */
struct output_names {
    struct hash_set hashes;
};

void output_names_init(struct output_names *names);
void output_names_release(struct output_names *names);
/* As output_name_make, with a number that makes it new. */
enum status output_names_make(struct output_names *names, struct span label, const char *extension,
                              uint32_t number, struct buf *out) CHECK_RESULT;

/* --- Writing games ---------------------------------------------------------------------------- */

/* The options of every command that writes games, as rows of its table. */
#define OUTPUT_OPTION(ID)                                                                          \
    FILE_OPTION(ID, "output", "FILE|DIR|-",                                                        \
                "one file for all games, a directory (existing, or ending in /) for one file per " \
                "game, or - for standard output (default)",                                        \
                "出力先: 全局を収めるファイル、1 局 1 "                             \
                "ファイルで収めるディレクトリ（既存、または末尾が /）、- は標準出力（既定）",      \
                .letter = 'o', .writes = WRITES_GAMES)
#define OUTPUT_FORCE_OPTION(ID)                                                                    \
    FLAG_OPTION(ID, "force", "overwrite existing files", "既存のファイルを上書きする",             \
                .letter = 'f')
#define OUTPUT_CHARSET_OPTION(ID)                                                                  \
    TEXT_OPTION(ID, "charset", "NAME",                                                             \
                "output character set (default: that of the format; CP932 for kif and ki2)",       \
                "出力の文字コード（既定は形式による。kif と ki2 は CP932）")

struct game_output {
    struct cmd_env *env;
    const char *path;           /* as the user gave it; "-": stdout */
    bool to_directory, to_file; /* neither: stdout */
    bool silent;                /* nothing to stdout: the text goes there in another form */
    const char *extension;      /* of files in a directory */
    const char *separator;      /* between games in a stream; NULL: nothing */
    uint64_t written;           /* games */
    struct output_names names;
    struct file_writer file; /* replaced when all is written */
    struct buf name;
};

/* path: FILE, DIR (existing, or ending in /), or -. */
void game_output_init(struct game_output *o, struct cmd_env *env, const char *path);
void game_output_release(struct game_output *o);

enum status game_output_open(struct game_output *o, struct err *err) CHECK_RESULT;
/* In a directory the file's name is made from label; number, if not 0, is put behind it.
 * STATUS_RANGE if it is this name's fault, and another game may still be written. */
enum status game_output_write(struct game_output *o, struct span label, uint32_t number,
                              struct span text, struct err *err) CHECK_RESULT;
/* A file takes its name only if it is to be kept; returns code, or CMD_ERROR with a message. */
int game_output_close(struct game_output *o, bool keep, int code);

#endif
