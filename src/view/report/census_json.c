/* census_json.c: see census_json.h. */
#include "view/report/census_json.h"

static void counts_to_json(struct json *j, const char *key, const struct census_growth *at,
                           size_t count)
{
    json_key(j, key);
    json_open_array(j);
    for (size_t i = 0; i < count; i++) {
        json_open_array(j);
        json_u64(j, at[i].games);
        json_u64(j, at[i].positions);
        json_u64(j, at[i].distinct);
        json_end(j);
    }
    json_end(j);
}

void census_to_json(struct json *j, const struct census *c, const struct census_growth *parts,
                    size_t part_count)
{
    json_open_object(j);
    json_key_u64(j, "games", c->games);
    json_key_u64(j, "plies", c->plies);
    json_key_u64(j, "positions", c->positions);
    json_key_u64(j, "distinct", c->distinct);
    json_key_u64(j, "duplicates", census_duplicates(c));
    json_key(j, "frequencies");
    json_open_array(j);
    for (size_t i = 0; i < c->frequency_count; i++) {
        json_open_array(j);
        json_u64(j, c->frequencies[i].times);
        json_u64(j, c->frequencies[i].positions);
        json_end(j);
    }
    json_end(j);
    json_key(j, "top");
    json_open_array(j);
    for (size_t i = 0; i < c->top_count; i++) {
        json_open_object(j);
        json_key_str(j, "sfen", c->top[i].position);
        json_key_u64(j, "count", c->top[i].times);
        json_key_str(j, "moves", c->top[i].moves);
        if (c->top[i].start.n)
            json_key_str(j, "start", c->top[i].start);
        json_end(j);
    }
    json_end(j);
    counts_to_json(j, "growth", c->growth, c->growth_count);
    if (part_count)
        counts_to_json(j, "parts", parts, part_count);
    json_end(j);
}
