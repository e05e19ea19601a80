/* databases.c: see databases.h. */
#include "cluster/databases.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "cluster/partition.h"
#include "cluster/shard_list.h"

static const struct msg NOT_HERE = {"shard %1, listed in %2, does not exist",
                                    "%2 にあるシャード %1 がありません"};
static const struct msg SAME_PATH = {
    "%1 lists the same path on several hosts (%2); open it with kifu-mpi on those hosts",
    "%1 は複数のホストの同じパス %2 を挙げています。そのホスト上の kifu-mpi で開いてください"};
static const struct msg TWICE = {"%1 is given twice (as %2); its games would count twice",
                                 "%1 が二度指定されています（%2）。棋譜が二重に数えられます"};
static const struct msg TOO_MANY = {"too many databases", "データベースが多すぎます"};

struct databases_opener {
    struct databases *out;
    const struct cluster *cluster;
    char own_host[256];
};

static enum status copy_name(const char *name, const char **out, struct err *err)
{
    size_t n = strlen(name) + 1;
    char *copy = mem_alloc(n);
    if (!copy)
        return err_nomem(err);
    memcpy(copy, name, n);
    *out = copy;
    return STATUS_OK;
}

/* Takes over db. */
static enum status add(struct databases_opener *o, struct db *db, const char *name, struct err *err)
{
    struct databases *d = o->out;
    const char *copy = NULL;
    enum status st = d->count == UINT32_MAX ? err_plain(err, STATUS_LIMIT, &TOO_MANY)
                                            : copy_name(name, &copy, err);
    size_t room = (size_t)d->count + 1;
    struct db **at = st == STATUS_OK ? mem_realloc_array(d->at, room, sizeof(struct db *)) : NULL;
    if (at)
        d->at = at;
    const char **names = at ? mem_realloc_array(d->names, room, sizeof *names) : NULL;
    if (!names) {
        mem_free((char *)copy);
        db_close(db);
        return st == STATUS_OK ? err_nomem(err) : st;
    }
    d->names = names;
    d->at[d->count] = db;
    d->names[d->count++] = copy;
    return STATUS_OK;
}

/* Two ways to one folder are found out; what is on other hosts is known by its name alone. */
static bool is_same(const char *a, const char *b)
{
    struct stat x, y;
    return strcmp(a, b) == 0 ||
           (stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

static enum status check_new(const struct databases_opener *o, const char *name, struct err *err)
{
    for (uint32_t i = 0; i < o->out->count; i++)
        if (is_same(o->out->names[i], name))
            return err_set(err, STATUS_RANGE, &TWICE, span_of(name), span_of(o->out->names[i]));
    return STATUS_OK;
}

static enum status open_shard(struct databases_opener *o, const struct shard *s, const char *list,
                              struct err *err)
{
    struct db *db = NULL;
    bool elsewhere = s->host && o->cluster && !shard_host_is(s->host, o->own_host);
    enum status st = elsewhere ? db_open_away(&db, s->name, err) : db_open(&db, s->path, err);
    if (st == STATUS_NOT_FOUND)
        st = err_set(err, STATUS_NOT_FOUND, &NOT_HERE, span_of(s->name), span_of(list));
    if (st != STATUS_OK)
        return st;
    db->apart = s->host != NULL;
    return add(o, db, s->name, err);
}

/* Alone, one opens what is at hand; the same path on two hosts can't be two databases here. */
static enum status check_alone(const struct shard_list *s, const char *list, struct err *err)
{
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; k < i && s->at[i].host; k++)
            if (s->at[k].host && strcmp(s->at[i].path, s->at[k].path) == 0)
                return err_set(err, STATUS_UNSUPPORTED, &SAME_PATH, span_of(list),
                               span_of(s->at[i].path));
    return STATUS_OK;
}

static enum status open_list(struct databases_opener *o, const char *path, struct err *err)
{
    struct shard_list s;
    enum status st = shard_list_read(&s, path, err);
    if (st == STATUS_OK && !o->cluster)
        st = check_alone(&s, path, err);
    for (size_t i = 0; i < s.count && st == STATUS_OK; i++)
        st = open_shard(o, &s.at[i], path, err);
    shard_list_release(&s);
    return st;
}

static enum status open_operand(struct databases_opener *o, const char *operand, struct err *err)
{
    struct db *db;
    if (is_shard_list(operand))
        return open_list(o, operand, err);
    enum status st = check_new(o, operand, err);
    if (st == STATUS_OK)
        st = db_open(&db, operand, err);
    return st == STATUS_OK ? add(o, db, operand, err) : st;
}

enum status databases_open(struct databases *d, const char *const *operands, size_t n,
                           const struct cluster *cluster, struct err *err)
{
    struct databases_opener o = {.out = d, .cluster = cluster};
    enum status st = STATUS_OK;
    *d = (struct databases){0};
    if (gethostname(o.own_host, sizeof o.own_host - 1) != 0)
        o.own_host[0] = '\0';
    for (size_t i = 0; i < n && st == STATUS_OK; i++)
        st = open_operand(&o, operands[i], err);
    st = db_partition(d->at, d->count, cluster, st, err);
    for (uint32_t i = 0; i < d->count && st == STATUS_OK; i++)
        d->apart |= d->at[i]->apart;
    return st;
}

void databases_close(struct databases *d)
{
    for (uint32_t i = 0; i < d->count; i++) {
        db_close(d->at[i]);
        mem_free((char *)d->names[i]);
    }
    mem_free(d->at);
    mem_free(d->names);
    *d = (struct databases){0};
}
