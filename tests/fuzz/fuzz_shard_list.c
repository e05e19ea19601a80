/* fuzz_shard_list.c: any bytes as a list of shards.  It is refused with its place, or every shard
 * has a path and a name, none twice. */
#include <stdlib.h>

#include "cluster/shard_list.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct shard_list s;
    struct err err = {0};
    enum status st =
        shard_list_parse(&s, span_make((const char *)data, size), "dir/x.shards", &err);
    if (st != STATUS_OK) {
        require(st == STATUS_NOMEM || (err.line > 0 && err.byte <= size));
        require(!s.at && !s.count);
        return 0;
    }
    require(s.count > 0 && s.count <= SHARDS_MAX);
    for (size_t i = 0; i < s.count; i++) {
        require(s.at[i].path[0] && s.at[i].name[0]);
        require(!s.at[i].host || (s.at[i].host[0] && !strchr(s.at[i].host, '/')));
        (void)shard_host_is(s.at[i].host ? s.at[i].host : "node", "node1.example.org");
    }
    shard_list_release(&s);
    return 0;
}
