/* census_classes.c: see census_classes.h. */
#include "cmd/parts/census_classes.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/text/json.h"
#include "cluster/databases.h"
#include "cmd/frame/query_operands.h"

struct census_class {
    struct span name;
    const char *paths[64];
    size_t path_count;
    struct databases dbs;
    uint64_t games, positions, distinct;
    double shares[CENSUS_SAMPLES], mean, deviation;
};

struct class_census {
    struct census_class at[MOST_CENSUS_CLASSES];
    size_t count;
    uint64_t common; /* positions of a sample */
};

bool census_has_class(const char *operand)
{
    struct stat st;
    const char *equals = strchr(operand, '=');
    return equals && equals != operand && stat(operand, &st) != 0;
}

/* --- Which databases are of which class -------------------------------------------------------- */

static struct census_class *class_named(struct class_census *all, struct span name)
{
    for (size_t i = 0; i < all->count; i++)
        if (span_eq(all->at[i].name, name))
            return &all->at[i];
    if (all->count == MOST_CENSUS_CLASSES)
        return NULL;
    struct census_class *c = &all->at[all->count++];
    c->name = name;
    return c;
}

static int group_operands(struct cmd_env *env, const char *const *operands, size_t n,
                          struct class_census *all)
{
    static const struct msg WITHOUT = {
        "%1: no class before it; write all operands as CLASS=DB, or none",
        "%1: クラスの指定がありません。すべての引数を CLASS=DB "
        "とするか、どれにも付けないでください"};
    static const struct msg MANY = {"%1: too many classes or databases",
                                    "%1: クラスまたはデータベースが多すぎます"};
    for (size_t i = 0; i < n; i++) {
        if (!census_has_class(operands[i]))
            return cmd_misuse(env, &WITHOUT, operands[i]);
        const char *equals = strchr(operands[i], '=');
        struct census_class *c =
            class_named(all, span_make(operands[i], (size_t)(equals - operands[i])));
        if (!c || c->path_count == sizeof c->paths / sizeof *c->paths)
            return cmd_misuse(env, &MANY, operands[i]);
        c->paths[c->path_count++] = equals + 1;
    }
    return CMD_OK;
}

static int open_class(struct cmd_env *env, struct census_class *c, const struct game *game)
{
    static const struct msg OTHER_GAME = {"%1 holds a different game from the first database",
                                          "%1 は最初のデータベースと別のゲームです"};
    struct err err;
    enum status st = databases_open(&c->dbs, c->paths, c->path_count, env->cluster, &err);
    if (st != STATUS_OK)
        return cmd_fail(env, &err);
    for (uint32_t i = 0; i < c->dbs.count; i++)
        if (c->dbs.at[i]->game != (game ? game : c->dbs.at[0]->game))
            return cmd_fail_msg(env, &OTHER_GAME, c->dbs.names[i]);
    return CMD_OK;
}

/* --- Counting ---------------------------------------------------------------------------------- */

static double share_of(uint64_t distinct, uint64_t positions)
{
    return positions ? 1 - (double)distinct / (double)positions : 0;
}

static int take(struct cmd_env *env, struct census_class *c, const struct census_options *opt,
                struct census *out)
{
    struct err err;
    enum status st = census_run(out, c->dbs.at, c->dbs.count, opt, &err);
    return st == STATUS_OK ? CMD_OK : st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(env, &err);
}

static int count_whole(struct cmd_env *env, struct census_class *c, struct census_options opt)
{
    struct census census;
    int code = take(env, c, &opt, &census);
    if (code != CMD_OK)
        return code;
    c->games = census.games;
    c->positions = census.positions;
    c->distinct = census.distinct;
    census_release(&census);
    return CMD_OK;
}

static int count_samples(struct cmd_env *env, struct census_class *c, uint64_t common,
                         struct census_options opt)
{
    double sum = 0, squares = 0;
    uint64_t first = opt.seed;
    opt.shuffled = true;
    opt.most_positions = common;
    for (int i = 0; i < CENSUS_SAMPLES; i++) {
        struct census census;
        opt.seed = first + (uint64_t)i;
        int code = take(env, c, &opt, &census);
        if (code != CMD_OK)
            return code;
        c->shares[i] = share_of(census.distinct, census.positions);
        sum += c->shares[i];
        census_release(&census);
    }
    c->mean = sum / CENSUS_SAMPLES;
    for (int i = 0; i < CENSUS_SAMPLES; i++)
        squares += (c->shares[i] - c->mean) * (c->shares[i] - c->mean);
    c->deviation = sqrt(squares / (CENSUS_SAMPLES - 1));
    return CMD_OK;
}

/* --- Reports ----------------------------------------------------------------------------------- */

static void class_to_json(const struct class_census *all, const struct census_class *c,
                          struct buf *out)
{
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_str(&j, "class", c->name);
    json_key_u64(&j, "games", c->games);
    json_key_u64(&j, "positions", c->positions);
    json_key_u64(&j, "distinct", c->distinct);
    json_key_double(&j, "share", share_of(c->distinct, c->positions));
    json_key_u64(&j, "sample", all->common);
    json_key_double(&j, "sample_share", c->mean);
    json_key_double(&j, "low", c->mean - 2 * c->deviation);
    json_key_double(&j, "high", c->mean + 2 * c->deviation);
    json_end(&j);
    json_line(&j);
}

static void to_text(const struct class_census *all, enum lang lang, struct buf *out)
{
    static const struct msg HEAD = {
        "class                games    positions  duplicates   of ",
        "クラス               局数   のべ局面数        重複   同じ局面数での重複: "};
    buf_add_str(out, msg_in(&HEAD, lang));
    buf_printf(out, lang == LANG_JA ? "%llu 局面\n" : "%llu positions\n",
               (unsigned long long)all->common);
    for (size_t i = 0; i < all->count; i++) {
        const struct census_class *c = &all->at[i];
        buf_printf(out, "%-16.*s %9llu %12llu      %5.1f%%   %.2f%% (%.2f-%.2f)\n", (int)c->name.n,
                   c->name.p, (unsigned long long)c->games, (unsigned long long)c->positions,
                   100 * share_of(c->distinct, c->positions), 100 * c->mean,
                   100 * (c->mean - 2 * c->deviation), 100 * (c->mean + 2 * c->deviation));
    }
}

static int report(struct cmd_env *env, const struct class_census *all)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < all->count && env->json; i++)
        class_to_json(all, &all->at[i], &text);
    if (!env->json)
        to_text(all, env->lang, &text);
    int code = cmd_print(env, &text);
    buf_release(&text);
    return code;
}

/* --- All together ------------------------------------------------------------------------------ */

static int compare(struct cmd_env *env, const char *const *operands, size_t n,
                   const struct census_options *opt, struct class_census *all)
{
    uint64_t least = UINT64_MAX;
    int code = group_operands(env, operands, n, all);
    for (size_t i = 0; i < all->count && code == CMD_OK; i++)
        code = open_class(env, &all->at[i], i ? all->at[0].dbs.at[0]->game : NULL);
    for (size_t i = 0; i < all->count && code == CMD_OK; i++) {
        code = count_whole(env, &all->at[i], *opt);
        if (all->at[i].positions < least)
            least = all->at[i].positions;
    }
    all->common = least / 2;
    if (code == CMD_OK && all->common == 0)
        return CMD_NOTHING;
    for (size_t i = 0; i < all->count && code == CMD_OK; i++)
        code = count_samples(env, &all->at[i], all->common, *opt);
    for (size_t i = 0; i < all->count; i++)
        code = databases_check(&all->at[i].dbs, env, code);
    return code == CMD_OK ? report(env, all) : code;
}

int census_compare_classes(struct cmd_env *env, const char *const *operands, size_t n,
                           const struct census_options *opt)
{
    struct class_census *all = mem_calloc(1, sizeof *all);
    struct err err;
    if (!all) {
        err_nomem(&err);
        return cmd_fail(env, &err);
    }
    struct census_options bare = *opt;
    bare.top = bare.steps = 0;
    int code = compare(env, operands, n, &bare, all);
    for (size_t i = 0; i < all->count; i++)
        databases_close(&all->at[i].dbs);
    mem_free(all);
    return code;
}
