/* curve_json.c: see curve_json.h. */
#include "view/report/curve_json.h"

static void bin_to_json(struct json *j, const struct curve_bin *b)
{
    json_open_object(j);
    json_key_i64(j, "value", b->value);
    json_key_u64(j, "positions", b->positions);
    json_key_double(j, "rate", b->rate);
    json_key_double(j, "low", b->low);
    json_key_double(j, "high", b->high);
    json_key_u64(j, "games", b->games);
    json_key_double(j, "effective", b->effective);
    json_end(j);
}

void curve_bins_to_json(struct json *j, const char *key, const struct curve *c)
{
    json_key(j, key);
    json_open_array(j);
    for (uint32_t i = 0; i < c->count; i++)
        if (c->bins[i].counts)
            bin_to_json(j, &c->bins[i]);
    json_end(j);
}

void curve_to_json(struct json *j, struct span name, const struct curve *c)
{
    json_open_object(j);
    json_key_str(j, "condition", name.n ? name : span_of("all"));
    json_key_u64(j, "positions", c->positions);
    json_key_double(j, "distortion", c->distortion);
    json_key_double(j, "low", c->low);
    json_key_double(j, "high", c->high);
    curve_bins_to_json(j, "bins", c);
    json_key_u64(j, "games", c->games);
    json_key_double(j, "rate", c->rate);
    json_key_double(j, "mean_value", c->mean_value);
    json_key_u64(j, "mates", c->mates);
    json_key_double(j, "raw", c->raw);
    json_key_double(j, "chance", c->chance);
    json_key_double(j, "shift", c->signed_raw);
    json_key_double(j, "shift_low", c->signed_low);
    json_key_double(j, "shift_high", c->signed_high);
    json_end(j);
}
