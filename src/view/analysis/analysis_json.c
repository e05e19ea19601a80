/* analysis_json.c: see analysis_json.h. */
#include "view/analysis/analysis_json.h"

#include <math.h>

static const char *const SIDES[2] = {"black", "white"};

/* The digits that a share has. */
static double rounded(double x, double parts)
{
    return round(x * parts) / parts;
}

static void key_header(struct json *j, const char *key, const struct record *rec, int id)
{
    struct span text = record_header(rec, id);
    if (text.n)
        json_key_str(j, key, text);
}

static void add_player(const struct analysis_view *v, int side, struct json *j)
{
    const struct analysed_player *p = &v->a->players[side];
    json_open_object(j);
    json_key_cstr(j, "side", SIDES[side]);
    key_header(j, "name", v->rec, HEADER_PLAYER + side);
    json_key_u64(j, "moves", p->moves);
    if (p->moves) {
        json_key_double(j, "accuracy", rounded(p->accuracy, 100));
        json_key_double(j, "loss", rounded(p->loss, 1e5));
    }
    json_key_u64(j, "inaccuracies", p->classes[MOVE_INACCURACY]);
    json_key_u64(j, "mistakes", p->classes[MOVE_MISTAKE]);
    json_key_u64(j, "blunders", p->classes[MOVE_BLUNDER]);
    json_key_u64(j, "mates_missed", p->mates_missed);
    json_key_u64(j, "mates_found", p->mates_found);
    json_end(j);
}

static void add_turning_point(const struct analysis_view *v, const struct turning_point *t,
                              struct json *j)
{
    json_open_object(j);
    json_key_u64(j, "ply", analysis_number(v, t->move));
    json_key_cstr(j, "side", SIDES[v->a->at[t->move].side]);
    json_key_double(j, "loss", rounded(v->a->at[t->move].loss, 1e4));
    if (t->changes)
        json_key_cstr(j, "favourite", SIDES[t->favourite]);
    json_end(j);
}

static void key_value(const struct analysis_view *v, uint32_t p, struct json *j)
{
    const int value = v->a->positions[p].value;
    if (value == THINK_NO_VALUE)
        return;
    if (value >= THINK_MATE_BOUND)
        json_key_i64(j, "mate", THINK_MATE - value);
    else if (value <= -THINK_MATE_BOUND)
        json_key_i64(j, "mate", -(THINK_MATE + value));
    else
        json_key_i64(j, "value", value);
    json_key_double(j, "win", rounded(win_rate(value, v->a->scale), 1e4));
}

static void key_move(struct json *j, const char *key, shogi_move m)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    shogi_usi_print(m, &text);
    if (key)
        json_key(j, key);
    json_str(j, buf_span(&text));
    buf_release(&text);
}

static void key_line(const struct analysis_view *v, uint32_t p, struct json *j)
{
    const struct analysed_position *at = &v->a->positions[p];
    json_key(j, "line");
    json_open_array(j);
    for (int i = 0; i < at->length; i++)
        key_move(j, NULL, at->line[i]);
    json_end(j);
}

static void key_sentence(const struct analysis_view *v, uint32_t p, enum lang lang, struct json *j)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    analysis_add_sentence(v, p, lang, &text);
    json_key_str(j, lang == LANG_JA ? "ja" : "en", buf_span(&text));
    if (buf_status(&text) != STATUS_OK)
        j->out->bad = STATUS_NOMEM;
    buf_release(&text);
}

static void add_move(const struct analysis_view *v, uint32_t p, struct json *j)
{
    const struct analysed_move *m = &v->a->at[p];
    json_open_object(j);
    json_key_u64(j, "ply", analysis_number(v, p));
    json_key_cstr(j, "side", SIDES[m->side]);
    key_move(j, "move", m->move);
    key_value(v, p, j);
    if (m->known) {
        json_key_double(j, "win_after", rounded(m->win_after, 1e4));
        json_key_double(j, "loss", rounded(m->loss, 1e4));
        json_key_double(j, "accuracy", rounded(m->accuracy, 100));
        json_key_cstr(j, "class", move_class_names[m->class]);
    }
    if (m->best)
        key_move(j, "best", m->best);
    key_line(v, p, j);
    if (analysis_is_worth_words(m)) {
        key_sentence(v, p, LANG_EN, j);
        key_sentence(v, p, LANG_JA, j);
    }
    json_end(j);
}

static void add_last(const struct analysis_view *v, struct json *j)
{
    const uint32_t p = v->a->plies;
    json_key(j, "last");
    json_open_object(j);
    json_key_cstr(j, "side", SIDES[shogi_turn(&v->positions[p])]);
    key_value(v, p, j);
    key_line(v, p, j);
    json_end(j);
}

void analysis_to_json(const struct analysis_view *v, struct json *j)
{
    const struct game_analysis *a = v->a;
    const char result = record_result_letter(v->rec);
    json_open_object(j);
    if (v->has_id)
        json_key_u64(j, "game", v->id);
    json_key_str(j, "record", v->rec->label);
    key_header(j, "black", v->rec, HEADER_PLAYER);
    key_header(j, "white", v->rec, HEADER_PLAYER + 1);
    key_header(j, "date", v->rec, HEADER_START_TIME);
    json_key_str(j, "result", span_make(&result, 1));
    json_key_u64(j, "plies", a->plies);
    json_key_str(j, "engine", v->engine);
    json_key_u64(j, "nodes", v->nodes);
    json_key_i64(j, "scale", a->scale);
    json_key(j, "players");
    json_open_array(j);
    for (int side = 0; side < 2; side++)
        add_player(v, side, j);
    json_end(j);
    json_key(j, "turning_points");
    json_open_array(j);
    for (uint32_t i = 0; i < a->turning_point_count; i++)
        add_turning_point(v, &a->turning_points[i], j);
    json_end(j);
    json_key(j, "moves");
    json_open_array(j);
    for (uint32_t p = 0; p < a->plies; p++)
        add_move(v, p, j);
    json_end(j);
    add_last(v, j);
    json_end(j);
}
