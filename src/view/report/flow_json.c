/* flow_json.c: see flow_json.h. */
#include "view/report/flow_json.h"

static void add_examples(struct json *j, const struct flow_row *r,
                         const char *const *const paths[FLOW_SIDES])
{
    json_key(j, "examples");
    json_open_array(j);
    for (int side = 0; side < FLOW_SIDES; side++)
        for (int i = 0; i < FLOW_EXAMPLES; i++) {
            const struct flow_example *e = &r->examples[side][i];
            if (e->ply == UINT32_MAX)
                continue;
            json_open_object(j);
            json_key_cstr(j, "side", flow_side_names[side]);
            json_key_cstr(j, "db", paths[side][e->db]);
            json_key_u64(j, "game", e->id);
            json_key_u64(j, "ply", (uint64_t)e->ply + 1);
            json_end(j);
        }
    json_end(j);
}

void flow_row_json(struct json *j, const struct flow_row *r,
                   const char *const *const paths[FLOW_SIDES])
{
    struct buf text;
    buf_init(&text, 256);
    flow_key_text(r->class, r->key, &text);
    json_open_object(j);
    json_key_cstr(j, "class", flow_classes[r->class].name);
    json_key_str(j, "sequence", buf_span(&text));
    json_key_u64(j, "human", r->count[FLOW_HUMAN]);
    json_key_u64(j, "computer", r->count[FLOW_COMPUTER]);
    json_key_double(j, "p", r->p);
    json_key_double(j, "ratio", r->ratio);
    json_key_bool(j, "kept", r->kept);
    json_key_double(j, "adjusted", r->adjusted);
    add_examples(j, r, paths);
    json_end(j);
    if (buf_status(&text) != STATUS_OK)
        j->out->bad = buf_status(&text);
    buf_release(&text);
}

void flow_twice_json(struct json *j, const struct flow_table *t, int kind)
{
    const struct flow_twice *w = &t->twice[kind];
    json_open_object(j);
    json_key_cstr(j, "piece", flow_kind_names[kind]);
    json_key_u64(j, "human", w->count[FLOW_HUMAN]);
    json_key_u64(j, "computer", w->count[FLOW_COMPUTER]);
    json_key_u64(j, "human_pairs", t->pairs[FLOW_HUMAN]);
    json_key_u64(j, "computer_pairs", t->pairs[FLOW_COMPUTER]);
    json_key_u64(j, "human_could", w->moves[FLOW_HUMAN]);
    json_key_u64(j, "computer_could", w->moves[FLOW_COMPUTER]);
    json_key_double(j, "p", w->p);
    json_key_double(j, "rate_p", w->rate_p);
    json_end(j);
}
