/* discovery_json.c: see discovery_json.h. */
#include "view/report/discovery_json.h"

#include "view/report/curve_json.h"

static void add_examples(struct json *j, const struct discovery *d, const char *const *names)
{
    json_key(j, "examples");
    json_open_array(j);
    for (uint32_t i = 0; i < d->example_count; i++) {
        const struct discover_example *e = &d->examples[i];
        json_open_object(j);
        json_key_cstr(j, "db", names[e->db]);
        json_key_u64(j, "id", e->id);
        json_key_u64(j, "ply", e->ply);
        json_key_i64(j, "value", e->value);
        json_key_u64(j, "points", e->points);
        json_key_cstr(j, "side", e->flipped ? "white" : "black");
        json_end(j);
    }
    json_end(j);
}

void discovery_to_json(struct json *j, const struct discovery *d, const char *const *names)
{
    json_open_object(j);
    json_key_cstr(j, "condition", d->query);
    json_key_cstr(j, "flipped", d->flipped);
    json_key_u64(j, "positions", d->positions);
    json_key_u64(j, "games", d->games);
    json_key_double(j, "shift", d->shift);
    json_key_double(j, "lean", d->lean);
    json_key_double(j, "score", d->score);
    json_key_double(j, "tilt", d->tilt);
    json_key_bool(j, "tilted", d->tilted);
    json_key_bool(j, "confirmed", !d->contradicted);
    json_key_double(j, "p", d->p);
    json_key_double(j, "adjusted", d->adjusted);
    json_key_double(j, "distortion", d->distortion);
    json_key_double(j, "low", d->low);
    json_key_double(j, "high", d->high);
    json_key(j, "folded");
    json_open_array(j);
    for (uint32_t i = 0; i < d->folded_count; i++)
        json_cstr(j, d->folded[i]);
    json_end(j);
    json_key_u64(j, "explained", d->explained);
    add_examples(j, d, names);
    curve_bins_to_json(j, "bins", &d->curve);
    curve_bins_to_json(j, "flipped_bins", &d->flipped_curve);
    json_end(j);
}
