/* calibrate_classes.c: see calibrate_classes.h. */
#include "cmd/parts/calibrate_classes.h"

#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "cmd/frame/query_operands.h"

/* The bytes of the class in front of a database; 0: there is none.  A path with = in it that is
 * there is a path. */
static size_t class_bytes(const char *operand)
{
    size_t n = strcspn(operand, "=");
    bool is = n > 0 && operand[n] == '=' && !memchr(operand, '/', n) &&
              operand_is_database(operand + n + 1);
    return is && access(operand, F_OK) != 0 ? n : 0;
}

static struct calibrate_class *find_class(struct calibrate_classes *c, const char *name, size_t n)
{
    for (size_t i = 0; i < c->count; i++)
        if (strlen(c->at[i].name) == n && memcmp(c->at[i].name, name, n) == 0)
            return &c->at[i];
    return NULL;
}

/* A new class with room for all operands; NULL: no memory. */
static struct calibrate_class *add_class(struct calibrate_classes *c, const char *name, size_t n,
                                         size_t room)
{
    struct calibrate_class *new = &c->at[c->count++];
    new->operands = mem_calloc(room + 1, sizeof *new->operands);
    if (name)
        new->name = mem_calloc(n + 1, 1);
    if (!new->operands || (name && !new->name))
        return NULL;
    if (name)
        memcpy(new->name, name, n);
    return new;
}

static bool add_database(struct calibrate_classes *c, const char *operand, size_t n, size_t room)
{
    struct calibrate_class *class = find_class(c, operand, n);
    if (!class)
        class = add_class(c, operand, n, room);
    if (!class)
        return false;
    class->operands[class->count++] = operand + n + 1;
    class->databases++;
    return true;
}

static int read_classed(struct calibrate_classes *c, struct cmd_env *env,
                        const struct cmd_args *args)
{
    static const struct msg MIXED = {"%1: no class; give every database one, or none",
                                     "%1: 階級がありません。全部に付けるか、どれにも付けないか"
                                     "にしてください"};
    size_t n = args->n_operands, i = 0;
    struct err err = {0};
    for (size_t bytes; i < n && (bytes = class_bytes(args->operands[i])) != 0; i++)
        if (!add_database(c, args->operands[i], bytes, n)) {
            err_nomem(&err);
            return cmd_fail(env, &err);
        }
    if (i < n && operand_is_database(args->operands[i]))
        return cmd_misuse(env, &MIXED, args->operands[i]);
    for (; i < n; i++) /* the query is of every class */
        for (size_t k = 0; k < c->count; k++)
            c->at[k].operands[c->at[k].count++] = args->operands[i];
    return CMD_OK;
}

int calibrate_classes_read(struct calibrate_classes *c, struct cmd_env *env,
                           const struct cmd_args *args)
{
    struct err err = {0};
    size_t n = args->n_operands;
    *c = (struct calibrate_classes){.at = mem_calloc(n + 1, sizeof *c->at)};
    if (c->at && n > 0 && class_bytes(args->operands[0]))
        return read_classed(c, env, args);
    struct calibrate_class *only = c->at ? add_class(c, NULL, 0, n) : NULL;
    if (!only) {
        err_nomem(&err);
        return cmd_fail(env, &err);
    }
    for (size_t i = 0; i < n; i++)
        only->operands[only->count++] = args->operands[i];
    return CMD_OK;
}

bool calibrate_classes_share(const struct calibrate_class *a, const struct calibrate_class *b)
{
    for (size_t i = 0; i < a->databases; i++)
        for (size_t k = 0; k < b->databases; k++)
            if (strcmp(a->operands[i], b->operands[k]) == 0)
                return true;
    return false;
}

void calibrate_classes_release(struct calibrate_classes *c)
{
    for (size_t i = 0; c->at && i < c->count; i++) {
        mem_free(c->at[i].name);
        mem_free(c->at[i].operands);
    }
    mem_free(c->at);
    *c = (struct calibrate_classes){0};
}
