/* query_operands.h: databases and a query from the command line, for every command that runs one.
 *
 *     kifu search DB... QUERY
 *
 * Leading operands that name databases (a folder with a MANIFEST, or a name ending in .kifu, or in
 * .shards: cluster/shard_list.h) are searched; the rest form the query, whose words may have been
 * cut by the shell.  No query: all games.  Names that the query may use come from, later ones
 * replacing earlier ones: those built in; the files in $KIFU_NAMES (with : between); names.txt in
 * $XDG_CONFIG_HOME/kifu or ~/.config/kifu; names.txt in each database. */
#ifndef KIFU_CMD_FRAME_QUERY_OPERANDS_H
#define KIFU_CMD_FRAME_QUERY_OPERANDS_H

#include "cluster/databases.h"
#include "cmd/frame/cmd.h"
#include "query/language/named.h"
#include "query/language/query.h"
#include "values/sheet/static_values.h"

/* The option for a query in a file, as a row of a command's table. */
#define QUERY_FILE_OPTION(ID)                                                                      \
    FILE_OPTION(ID, "query-file", "FILE",                                                          \
                "read the query from a file (- for standard input); # begins a comment",           \
                "検索式をファイルから読む（- は標準入力、# から行末は注釈）", .letter = 'f')

struct query_operands {
    struct databases databases; /* owned */
    struct db **dbs;            /* of `databases`, as queries take them */
    const char **paths;
    uint32_t count;
    struct named_queries named;
    struct query query;
    bool has_query;               /* it may be released */
    struct static_values *values; /* owned; what `value` means, if the query has it */
};

/* Whether an operand is taken for a database, as above. */
bool operand_is_database(const char *operand);
/* query_file may be NULL; else the query is in that file (- is standard input) and all operands are
 * databases.  Reports what is wrong and returns an exit status other than CMD_OK. */
int query_operands_open(struct query_operands *q, struct cmd_env *env, const char *const *operands,
                        size_t n, const char *query_file);
/* Last, when everything was printed or written: a result from a database that turned out to be
 * damaged on the way is not valid.  Reports that and returns an exit status other than code. */
int query_operands_check(const struct query_operands *q, struct cmd_env *env, int code);
int databases_check(const struct databases *d, struct cmd_env *env, int code);
void query_operands_release(struct query_operands *q);
/* Saves the query under a name, as a line of the database's names.txt: @NAME finds it again.
 * Reports what is wrong and returns an exit status other than CMD_OK. */
int query_operands_save(struct query_operands *q, struct cmd_env *env, const char *name);
/* A further query on the same databases, with the same names.  *out may and must be released. */
int query_operands_parse(struct query_operands *q, struct cmd_env *env, struct span text,
                         struct query *out);

/* For commands that need every database in every process: if shards are on several hosts, reports
 * that and returns an exit status other than CMD_OK. */
int query_operands_need_all(const struct databases *d, struct cmd_env *env);

/* The files of names alone, for callers that have databases already; game is not NULL. */
enum status query_operands_add_names(struct named_queries *named, const struct game *game,
                                     struct db *const *dbs, uint32_t count,
                                     struct err *err) CHECK_RESULT;

#endif
