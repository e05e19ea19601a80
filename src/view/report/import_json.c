/* import_json.c: see import_json.h. */
#include "view/report/import_json.h"

void import_counts_to_json(struct json *j, const struct import_counts *c, uint64_t stored,
                           double seconds)
{
    json_key_u64(j, "files", c->files);
    json_key_u64(j, "games", c->games);
    json_key_u64(j, "added", c->added);
    json_key_u64(j, "duplicates", c->duplicates);
    json_key_u64(j, "partial", c->partial);
    json_key_u64(j, "rejected", c->rejected);
    json_key_u64(j, "plies", c->plies);
    json_key_u64(j, "bytes", c->bytes);
    json_key_double(j, "seconds", seconds);
    json_key_u64(j, "conflicts", c->conflicts);
    json_key_u64(j, "known_files", c->known_files);
    json_key_u64(j, "stored", stored);
    json_key_u64(j, "lost", c->lost);
    json_key_u64(j, "unreadable", c->unreadable);
}
