/* serve_paths.c: see serve_paths.h. */
#include "cmd/parts/serve_paths.h"

#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "cluster/shard_list.h"
#include "db/db.h"

static enum status add_path(struct serve_paths *p, const char *path, const char *elsewhere,
                            struct err *err)
{
    const char **at = mem_grow(p->at, p->count, &p->cap, UINT32_MAX, sizeof *at);
    if (at)
        p->at = at;
    const char **names =
        mem_grow(p->elsewhere, p->count, &p->elsewhere_cap, UINT32_MAX, sizeof *names);
    if (names)
        p->elsewhere = names;
    if (!at || !names)
        return err_nomem(err);
    p->elsewhere[p->count] = elsewhere;
    p->at[p->count++] = path;
    return STATUS_OK;
}

static enum status add_shards(struct serve_paths *p, const struct shard_list *list, bool clustered,
                              struct err *err)
{
    char own[256] = "";
    enum status st = STATUS_OK;
    if (gethostname(own, sizeof own - 1) != 0)
        own[0] = '\0';
    for (size_t i = 0; i < list->count && st == STATUS_OK; i++) {
        const struct shard *s = &list->at[i];
        bool elsewhere = clustered && s->host && !shard_host_is(s->host, own);
        st = add_path(p, s->path, elsewhere ? s->name : NULL, err);
    }
    return st;
}

static enum status add_list(struct serve_paths *p, const char *path, bool clustered,
                            struct err *err)
{
    struct shard_list *grown =
        mem_grow(p->lists, p->list_count, &p->list_cap, UINT32_MAX, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    p->lists = grown;
    struct shard_list *list = &p->lists[p->list_count++];
    enum status st = shard_list_read(list, path, err);
    return st == STATUS_OK ? add_shards(p, list, clustered, err) : st;
}

enum status serve_paths_read(struct serve_paths *p, const char *const *operands, size_t n,
                             bool clustered, struct err *err)
{
    enum status st = STATUS_OK;
    *p = (struct serve_paths){0};
    for (size_t i = 0; i < n && st == STATUS_OK; i++)
        st = is_shard_list(operands[i]) ? add_list(p, operands[i], clustered, err)
                                        : add_path(p, operands[i], NULL, err);
    return st;
}

void serve_paths_release(struct serve_paths *p)
{
    for (size_t i = 0; i < p->list_count; i++)
        shard_list_release(&p->lists[i]);
    mem_free(p->lists);
    mem_free(p->at);
    mem_free(p->elsewhere);
    *p = (struct serve_paths){0};
}
