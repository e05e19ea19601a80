/* comparison_report.c: see comparison_report.h. */
#include "view/report/comparison_report.h"

#include "base/wilson.h"
#include "view/draw/text_width.h"
#include "view/report/sequence_view.h"

static const char *const SET_NAMES[COMPARED_SETS] = {"a", "b"};
/* In the order of enum side_rule. */
static const char *const RULE_NAMES[] = {"either", "player", "drawn"};

/* Plies after which the moves to a position are not printed in a line of text. */
enum { SHOWN_PLIES = 12 };

static const struct position_choice *choice_of(const struct comparison_report *r,
                                               const struct comparison_row *row)
{
    return &r->c->choices.at[row->number];
}

static const struct named_query *name_of(const struct comparison_report *r,
                                         const struct comparison_row *row)
{
    return &r->in->named->at[row->number];
}

/* Fills the working memory with a sequence; *entry borrows it and *source. */
static enum status make_sequence(const struct comparison_report *r,
                                 const struct comparison_row *row, struct sequence_source *source,
                                 struct sequence_entry *entry, struct err *err)
{
    const struct mine_result *m = &r->c->mining;
    const struct sequence *s = &m->found.at[row->number];
    enum { USUAL_SIZE = 19 };
    *source = (struct sequence_source){.mining = m,
                                       .dbs = r->in->dbs,
                                       .width = USUAL_SIZE,
                                       .height = USUAL_SIZE,
                                       .cancelled = r->cancelled};
    enum status status = sequence_profile_make(r->profile, source, s, err);
    *entry = (struct sequence_entry){.nth = (uint64_t)row->number + 1,
                                     .profile = r->profile,
                                     .symbols = m->corpus.text + m->index.order[s->from],
                                     .symbol_count = s->length,
                                     .source = source};
    return status;
}

/* --- Text ------------------------------------------------------------------------------------- */

static const struct msg KINDS[COMPARISON_KINDS] = {{"opening", "戦型"},
                                                   {"castle", "囲い"},
                                                   {"shape", "形"},
                                                   {"move", "次の一手"},
                                                   {"sequence", "手順"}};

static void add_name(const struct named_query *n, struct buf *out)
{
    text_add_clean(out, n->name);
    if (n->label_count) {
        buf_add_char(out, ' ');
        text_add_clean(out, n->labels[0]);
    }
}

/* "7g7f 3c3d: 2g2f", or where a game has it. */
static enum status add_choice(const struct comparison_report *r,
                              const struct position_choice *choice, struct buf *out,
                              struct err *err)
{
    const struct choice_position *p = &r->c->choices.positions[choice->position];
    const struct game *game = r->in->dbs[0]->game;
    struct choice_text text;
    buf_init(&text.position, BUF_DEFAULT_MAX);
    buf_init(&text.moves, BUF_DEFAULT_MAX);
    enum status status = choice_position_print(p, r->in->dbs, &text, err);
    if (p->ply > SHOWN_PLIES)
        buf_printf(out, "%s:%u --ply %u", r->paths[p->db], (unsigned)p->id, (unsigned)p->ply);
    else if (p->ply)
        text_add_clean(out, buf_span(&text.moves));
    else
        buf_add_str(out, "-");
    buf_add_str(out, ": ");
    game->text.move_print(NULL, choice->move, out);
    buf_release(&text.position);
    buf_release(&text.moves);
    return status;
}

static enum status add_subject(const struct comparison_report *r, const struct comparison_row *row,
                               struct buf *out, struct err *err)
{
    struct sequence_source source;
    struct sequence_entry entry;
    enum status status = STATUS_OK;
    if (row->kind == COMPARISON_MOVE)
        return add_choice(r, choice_of(r, row), out, err);
    if (row->kind != COMPARISON_SEQUENCE) {
        add_name(name_of(r, row), out);
        return STATUS_OK;
    }
    status = make_sequence(r, row, &source, &entry, err);
    if (status == STATUS_OK)
        sequence_moves(entry.profile, out);
    return status;
}

static void add_count_text(uint64_t n, const struct msg *what, enum lang lang, struct buf *out)
{
    struct buf digits;
    buf_init(&digits, 32);
    buf_add_u64(&digits, n);
    msg_format(what, lang, buf_span(&digits), SPAN(""), out);
    buf_release(&digits);
}

void comparison_text_head(const struct comparison_report *r, const struct span names[COMPARED_SETS],
                          double level, struct buf *out)
{
    static const struct msg GAMES = {" (%1 games", "（%1 局"};
    static const struct msg RULES[] = {{", either side", "、両者"},
                                       {", this player", "、この対局者"},
                                       {", one side of each game", "、各局の片方"}};
    static const struct msg ALL = {"all games", "すべての棋譜"};
    static const struct msg BOTH = {"%1 games are in both\n", "%1 局は両方に含まれる\n"};
    static const struct msg TESTED = {"%1 tested, ", "検定 %1 件、"};
    static const struct msg DIFFERENT = {"%1 different at a false discovery rate of ",
                                         "差があるもの %1 件、偽発見率 "};
    size_t tested = 0;
    for (int set = 0; set < COMPARED_SETS; set++) {
        buf_printf(out, "%c  ", "AB"[set]);
        text_add_clean(out, names[set].n ? names[set] : span_of(msg_in(&ALL, r->lang)));
        add_count_text(r->c->games[set], &GAMES, r->lang, out);
        buf_add_str(out, msg_in(&RULES[r->c->rules[set]], r->lang));
        buf_add_str(out, r->lang == LANG_JA ? "）\n" : ")\n");
    }
    if (r->c->both)
        add_count_text(r->c->both, &BOTH, r->lang, out);
    for (int kind = 0; kind < COMPARISON_KINDS; kind++)
        tested += r->c->tested[kind];
    add_count_text(tested, &TESTED, r->lang, out);
    add_count_text(r->c->different, &DIFFERENT, r->lang, out);
    buf_printf(out, "%g\n", level);
}

void comparison_text_columns(const struct comparison_report *r, struct buf *out)
{
    static const struct msg COLUMNS = {
        "kind          A %  games      B %  games     A-B (95 %)                  p      fdr\n",
        "種類          A %   局数      B %   局数     A-B (95 %)                  p 偽発見率\n"};
    buf_add_char(out, '\n');
    buf_add_str(out, msg_in(&COLUMNS, r->lang));
}

static void add_small(double p, struct buf *out)
{
    if (p > 0)
        buf_printf(out, p < 0.001 ? " %8.1e" : " %8.3f", p);
    else
        buf_add_str(out, "  <1e-300");
}

enum status comparison_text_row(const struct comparison_report *r, const struct comparison_row *row,
                                struct buf *out, struct err *err)
{
    enum { KIND_COLUMNS = 10 };
    text_pad(out, span_of(msg_in(&KINDS[row->kind], r->lang)), KIND_COLUMNS);
    for (int set = 0; set < COMPARED_SETS; set++)
        buf_printf(out, " %6.1f %6llu ", 100 * (double)row->count[set] / (double)row->of[set],
                   (unsigned long long)row->count[set]);
    buf_printf(out, " %+6.1f (%+6.1f %+6.1f)", 100 * row->difference.difference,
               100 * row->difference.low, 100 * row->difference.high);
    add_small(row->p, out);
    add_small(row->adjusted, out);
    buf_add_str(out, "  ");
    enum status status = add_subject(r, row, out, err);
    buf_add_char(out, '\n');
    return status;
}

/* --- JSON ------------------------------------------------------------------------------------- */

void comparison_head_json(const struct comparison_report *r, const struct span names[COMPARED_SETS],
                          double level, struct json *j)
{
    uint64_t tested = 0;
    json_open_object(j);
    json_key_cstr(j, "kind", "summary");
    for (int set = 0; set < COMPARED_SETS; set++) {
        json_key(j, SET_NAMES[set]);
        json_open_object(j);
        json_key_str(j, "query", names[set]);
        json_key_u64(j, "games", r->c->games[set]);
        json_key_cstr(j, "side", RULE_NAMES[r->c->rules[set]]);
        json_end(j);
    }
    for (int kind = 0; kind < COMPARISON_KINDS; kind++)
        tested += r->c->tested[kind];
    json_key_u64(j, "both", r->c->both);
    json_key_u64(j, "tested", tested);
    json_key_u64(j, "different", r->c->different);
    json_key_double(j, "fdr", level);
    json_end(j);
}

static void name_json(const struct named_query *n, struct json *j)
{
    struct buf query;
    buf_init(&query, BUF_DEFAULT_MAX);
    json_key_str(j, "name", n->name);
    json_key(j, "titles");
    json_open_array(j);
    for (uint32_t i = 0; i < n->label_count; i++)
        json_str(j, n->labels[i]);
    json_end(j);
    buf_add_span(&query, n->group);
    buf_add_char(&query, ':');
    buf_add_span(&query, n->name);
    json_key_str(j, "query", buf_span(&query));
    buf_release(&query);
}

static enum status choice_json(const struct comparison_report *r,
                               const struct position_choice *choice, struct json *j,
                               struct err *err)
{
    const struct choice_position *p = &r->c->choices.positions[choice->position];
    struct choice_text text;
    struct buf word;
    buf_init(&text.position, BUF_DEFAULT_MAX);
    buf_init(&text.moves, BUF_DEFAULT_MAX);
    buf_init(&word, BUF_DEFAULT_MAX);
    enum status status = choice_position_print(p, r->in->dbs, &text, err);
    r->in->dbs[0]->game->text.move_print(NULL, choice->move, &word);
    json_key_str(j, "name", buf_span(&word));
    json_key_str(j, "move", buf_span(&word));
    json_key_str(j, "position", buf_span(&text.position));
    json_key_str(j, "moves", buf_span(&text.moves));
    buf_clear(&word);
    buf_add_str(&word, "sfen \"");
    buf_add_span(&word, buf_span(&text.position));
    buf_add_char(&word, '"');
    json_key_str(j, "query", buf_span(&word));
    json_key_cstr(j, "db", r->paths[p->db]);
    json_key_u64(j, "game", p->id);
    json_key_u64(j, "ply", p->ply);
    buf_release(&text.position);
    buf_release(&text.moves);
    buf_release(&word);
    return status;
}

static enum status sequence_json(const struct comparison_report *r,
                                 const struct comparison_row *row, struct json *j, struct err *err)
{
    struct sequence_source source;
    struct sequence_entry entry;
    struct buf word;
    enum status status = make_sequence(r, row, &source, &entry, err);
    if (status != STATUS_OK)
        return status;
    buf_init(&word, BUF_DEFAULT_MAX);
    sequence_moves(entry.profile, &word);
    json_key_str(j, "name", buf_span(&word));
    json_key(j, "moves");
    json_open_array(j);
    for (uint32_t i = 0; i < entry.profile->length; i++) {
        buf_clear(&word);
        sequence_print_move(entry.profile, entry.profile->moves[i], &word);
        json_str(j, buf_span(&word));
    }
    json_end(j);
    buf_clear(&word);
    sequence_query(&entry, &word);
    json_key_str(j, "query", buf_span(&word));
    buf_release(&word);
    return STATUS_OK;
}

static void count_json(const struct comparison_row *row, int set, struct json *j)
{
    struct wilson w = wilson_interval((double)row->count[set], (double)row->of[set]);
    json_key(j, SET_NAMES[set]);
    json_open_object(j);
    json_key_u64(j, "games", row->count[set]);
    json_key_u64(j, "of", row->of[set]);
    json_key_double(j, "share", w.share);
    json_key_double(j, "low", w.low);
    json_key_double(j, "high", w.high);
    json_end(j);
}

enum status comparison_row_json(const struct comparison_report *r, const struct comparison_row *row,
                                struct json *j, struct err *err)
{
    enum status status = STATUS_OK;
    json_open_object(j);
    json_key_cstr(j, "kind", comparison_kind_names[row->kind]);
    if (row->kind == COMPARISON_MOVE)
        status = choice_json(r, choice_of(r, row), j, err);
    else if (row->kind == COMPARISON_SEQUENCE)
        status = sequence_json(r, row, j, err);
    else
        name_json(name_of(r, row), j);
    for (int set = 0; set < COMPARED_SETS; set++)
        count_json(row, set, j);
    json_key_double(j, "difference", row->difference.difference);
    json_key_double(j, "low", row->difference.low);
    json_key_double(j, "high", row->difference.high);
    json_key_double(j, "p", row->p);
    json_key_double(j, "fdr", row->adjusted);
    json_key_bool(j, "different", row->different);
    json_end(j);
    return status;
}
