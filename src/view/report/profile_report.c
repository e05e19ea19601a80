/* profile_report.c: see profile_report.h. */
#include "view/report/profile_report.h"

#include <math.h>
#include <stdio.h>

#include "base/alloc.h"
#include "store/people/spelling.h"
#include "view/draw/text_width.h"
#include "view/report/result_json.h"
#include "view/report/sequence_view.h"

const struct msg profile_list_titles[PROFILE_LISTS] = {
    {"openings", "戦型"}, {"castles", "囲い"}, {"shapes", "形・定石"}};

static const char *const LIST_KEYS[PROFILE_LISTS] = {"openings", "castles", "shapes"};

enum profile_list profile_list_of(const struct named_query *n)
{
    if (span_eq(n->group, SPAN("opening")))
        return PROFILE_OPENINGS;
    return span_eq(n->group, SPAN("castle")) ? PROFILE_CASTLES : PROFILE_SHAPES;
}

const struct profile_name *profile_list_nth(const struct player_profile *p, enum profile_list list,
                                            size_t nth)
{
    for (size_t i = 0; i < p->name_count; i++)
        if (profile_list_of(p->names[i].named) == list && nth-- == 0)
            return &p->names[i];
    return NULL;
}

void profile_years(const struct player_profile *p, uint32_t *first, uint32_t *last)
{
    *first = *last = 0;
    for (size_t i = 0; i < p->year_count; i++)
        if (p->years[i].year) {
            *first = *first ? *first : p->years[i].year;
            *last = p->years[i].year;
        }
}

enum status profile_sequence_entry(const struct profile_report *r, const struct profile_sequence *s,
                                   struct sequence_source *source, struct sequence_entry *entry,
                                   struct err *err)
{
    enum { USUAL_SIZE = 19 };
    const struct mine_result *m = &r->p->mining;
    const struct sequence *found = &m->found.at[s->number];
    *source = (struct sequence_source){.mining = m,
                                       .dbs = r->in->dbs,
                                       .width = USUAL_SIZE,
                                       .height = USUAL_SIZE,
                                       .cancelled = r->cancelled};
    *entry = (struct sequence_entry){.nth = (uint64_t)s->number + 1,
                                     .profile = r->sequence,
                                     .symbols = m->corpus.text + m->index.order[found->from],
                                     .symbol_count = found->length,
                                     .source = source};
    return sequence_profile_make(r->sequence, source, found, err);
}

void profile_name_text(const struct named_query *n, enum lang lang, struct buf *out)
{
    bool labelled = n->label_count > 0;
    if (lang != LANG_JA || !labelled)
        text_add_clean(out, n->name);
    if (labelled) {
        buf_add_str(out, lang == LANG_JA ? "" : " ");
        text_add_clean(out, n->labels[0]);
    }
}

/* --- Text ------------------------------------------------------------------------------------- */

enum { NAME_COLUMNS = 34 };

static void add_score(const struct side_score *s, struct buf *out)
{
    buf_printf(out, " %6llu", (unsigned long long)side_score_games(s));
    if (isnan(s->rate.share))
        buf_add_str(out, "      -            ");
    else
        buf_printf(out, "  %5.1f (%5.1f-%5.1f)", 100 * s->rate.share, 100 * s->rate.low,
                   100 * s->rate.high);
}

/* Ends a line, without blanks before the end. */
static void end_row(struct buf *out)
{
    while (out->n && out->p[out->n - 1] == ' ')
        out->n--;
    buf_add_char(out, '\n');
}

static void add_title(const struct profile_report *r, const struct msg *title,
                      const struct msg *columns, struct buf *out)
{
    buf_add_char(out, '\n');
    text_pad(out, span_of(msg_in(title, r->lang)), NAME_COLUMNS);
    buf_add_str(out, msg_in(columns, r->lang));
    buf_add_char(out, '\n');
}

static void add_names(const struct profile_report *r, enum profile_list list, struct buf *out)
{
    static const struct msg COLUMNS = {"  black  score (95 %)         white  score (95 %)",
                                       "   先手  勝率 (95 %)           後手  勝率 (95 %)"};
    static const struct msg GO_COLUMNS = {"  black  score (95 %)         white  score (95 %)",
                                          "   黒番  勝率 (95 %)           白番  勝率 (95 %)"};
    const struct game *game = r->in->dbs[0]->game;
    const struct profile_name *n;
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < r->top && (n = profile_list_nth(r->p, list, i)) != NULL; i++) {
        if (i == 0)
            add_title(r, &profile_list_titles[list], game == &go_game ? &GO_COLUMNS : &COLUMNS,
                      out);
        buf_clear(&name);
        profile_name_text(n->named, r->lang, &name);
        text_pad(out, buf_span(&name), NAME_COLUMNS);
        for (int seat = 0; seat < game->seats; seat++)
            add_score(&n->seats[seat], out);
        end_row(out);
    }
    buf_release(&name);
}

static const struct msg ONE_SCORE = {"  games  score (95 %)", "   局数  勝率 (95 %)"};

static void add_opponents(const struct profile_report *r, struct buf *out)
{
    static const struct msg TITLE = {"opponents", "対戦相手"};
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < r->p->opponents.count && i < r->top; i++) {
        if (i == 0)
            add_title(r, &TITLE, &ONE_SCORE, out);
        buf_clear(&name);
        text_add_clean(&name, r->p->opponents.at[i].name);
        text_pad(out, buf_span(&name), NAME_COLUMNS);
        add_score(&r->p->opponents.at[i].score, out);
        end_row(out);
    }
    buf_release(&name);
}

static void add_years(const struct profile_report *r, struct buf *out)
{
    static const struct msg TITLE = {"years", "年"}, UNKNOWN = {"no date", "日付なし"};
    if (r->p->year_count)
        add_title(r, &TITLE, &ONE_SCORE, out);
    for (size_t i = 0; i < r->p->year_count; i++) {
        char digits[16];
        int n = snprintf(digits, sizeof digits, "%u", (unsigned)r->p->years[i].year);
        text_pad(out,
                 r->p->years[i].year ? span_make(digits, (size_t)n)
                                     : span_of(msg_in(&UNKNOWN, r->lang)),
                 NAME_COLUMNS);
        add_score(&r->p->years[i].score, out);
        end_row(out);
    }
}

static void add_lengths(const struct profile_report *r, struct buf *out)
{
    static const struct msg TITLE = {"length in plies", "手数"};
    static const struct msg COLUMNS = {"  games    mean  median       range",
                                       "   局数    平均  中央値        範囲"};
    static const struct msg ROWS[] = {
        {"all games", "全局"}, {"won", "勝った将棋"}, {"lost", "負けた将棋"}};
    static const struct msg GO_ROWS[] = {
        {"all games", "全局"}, {"won", "勝った碁"}, {"lost", "負けた碁"}};
    const struct profile_lengths *lengths[] = {&r->p->lengths, &r->p->won, &r->p->lost};
    add_title(r, &TITLE, &COLUMNS, out);
    for (int i = 0; i < 3; i++) {
        const struct msg *row = r->in->dbs[0]->game == &go_game ? &GO_ROWS[i] : &ROWS[i];
        if (lengths[i]->games == 0)
            continue;
        text_pad(out, span_of(msg_in(row, r->lang)), NAME_COLUMNS);
        buf_printf(out, " %6u  %6.1f  %6u  %5u-%u\n", (unsigned)lengths[i]->games, lengths[i]->mean,
                   (unsigned)lengths[i]->median, (unsigned)lengths[i]->least,
                   (unsigned)lengths[i]->most);
    }
}

static enum status add_sequences(const struct profile_report *r, struct buf *out, struct err *err)
{
    static const struct msg TITLE = {"sequences", "手順"};
    static const struct msg COLUMNS = {"  games  score (95 %)           moves",
                                       "   局数  勝率 (95 %)            手順"};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < r->p->sequence_count && i < r->top && status == STATUS_OK; i++) {
        struct sequence_source source;
        struct sequence_entry entry;
        if (i == 0)
            add_title(r, &TITLE, &COLUMNS, out);
        text_pad(out, SPAN(""), NAME_COLUMNS);
        add_score(&r->p->sequences[i].score, out);
        buf_add_str(out, "  ");
        status = profile_sequence_entry(r, &r->p->sequences[i], &source, &entry, err);
        if (status == STATUS_OK)
            sequence_moves(entry.profile, out);
        buf_add_char(out, '\n');
    }
    return status;
}

static void add_head(const struct profile_report *r, struct buf *out)
{
    static const struct msg SPELLINGS = {"spellings: ", "表記: "};
    const struct game *game = r->in->dbs[0]->game;
    struct buf name;
    uint32_t first, last;
    profile_years(r->p, &first, &last);
    buf_init(&name, BUF_DEFAULT_MAX);
    text_add_clean(&name, r->name);
    if (first)
        buf_printf(&name, r->lang == LANG_JA ? "（%u～%u 年）" : " (%u-%u)", (unsigned)first,
                   (unsigned)last);
    buf_add_str(&name, r->lang == LANG_JA ? "" : ":");
    side_score_to_text(&r->p->all, buf_span(&name), r->lang, out);
    for (int seat = 0; seat < game->seats; seat++) {
        buf_clear(&name);
        buf_add_str(&name, "  ");
        buf_add_str(&name, msg_in(&game->seat_titles[seat], r->lang));
        buf_add_str(&name, r->lang == LANG_JA ? "" : ":");
        side_score_to_text(&r->p->seats[seat], buf_span(&name), r->lang, out);
    }
    if (r->p->spellings.count > 1) {
        buf_add_str(out, msg_in(&SPELLINGS, r->lang));
        for (size_t i = 0; i < r->p->spellings.count; i++) {
            buf_add_str(out, i ? ", " : "");
            text_add_clean(out, r->p->spellings.at[i].name);
            buf_printf(out, " %llu",
                       (unsigned long long)side_score_games(&r->p->spellings.at[i].score));
        }
        buf_add_char(out, '\n');
    }
    buf_release(&name);
}

enum status profile_to_text(const struct profile_report *r, struct buf *out, struct err *err)
{
    add_head(r, out);
    for (int list = 0; list < PROFILE_LISTS; list++)
        add_names(r, (enum profile_list)list, out);
    add_opponents(r, out);
    add_years(r, out);
    add_lengths(r, out);
    return add_sequences(r, out, err);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void scores_json(const struct profile_report *r, const struct side_score *all,
                        const struct side_score *seats, struct json *j)
{
    const struct game *game = r->in->dbs[0]->game;
    side_score_to_json(j, "player", all);
    for (int seat = 0; seats && seat < game->seats; seat++)
        side_score_to_json(j, game->seat_names[seat], &seats[seat]);
}

static void name_json(const struct profile_report *r, const struct profile_name *n, struct json *j)
{
    struct buf query;
    buf_init(&query, BUF_DEFAULT_MAX);
    buf_add_span(&query, n->named->group);
    buf_add_char(&query, ':');
    buf_add_span(&query, n->named->name);
    json_open_object(j);
    json_key_str(j, "name", n->named->name);
    json_key_str(j, "group", n->named->group);
    json_key(j, "titles");
    json_open_array(j);
    for (uint32_t i = 0; i < n->named->label_count; i++)
        json_str(j, n->named->labels[i]);
    json_end(j);
    json_key_str(j, "query", buf_span(&query));
    json_key_u64(j, "games", side_score_games(&n->all));
    scores_json(r, &n->all, n->seats, j);
    if (n->id != UINT32_MAX) {
        json_key_cstr(j, "db", r->paths[n->db]);
        json_key_u64(j, "game", n->id);
        json_key_u64(j, "ply", n->ply);
    }
    json_end(j);
    buf_release(&query);
}

/* The spelling without rank and title, where it has some. */
static void add_plain(struct span name, struct json *j)
{
    struct buf plain;
    buf_init(&plain, BUF_DEFAULT_MAX);
    spelling_trim(name, &plain);
    if (plain.n && !span_eq(buf_span(&plain), name))
        json_key_str(j, "plain", buf_span(&plain));
    buf_release(&plain);
}

static void people_json(const char *key, const struct profile_people *people, uint32_t top,
                        bool scores, struct json *j)
{
    json_key(j, key);
    json_open_array(j);
    for (size_t i = 0; i < people->count && i < top; i++) {
        json_open_object(j);
        json_key_str(j, "name", people->at[i].name);
        if (!scores)
            add_plain(people->at[i].name, j);
        json_key_u64(j, "games", side_score_games(&people->at[i].score));
        if (scores)
            side_score_to_json(j, "player", &people->at[i].score);
        json_end(j);
    }
    json_end(j);
}

static void years_json(const struct player_profile *p, struct json *j)
{
    json_key(j, "years");
    json_open_array(j);
    for (size_t i = 0; i < p->year_count; i++) {
        json_open_object(j);
        json_key(j, "year");
        if (p->years[i].year)
            json_u64(j, p->years[i].year);
        else
            json_null_value(j);
        json_key_u64(j, "games", side_score_games(&p->years[i].score));
        side_score_to_json(j, "player", &p->years[i].score);
        json_end(j);
    }
    json_end(j);
}

static void length_fields(const struct profile_lengths *l, struct json *j)
{
    json_key_u64(j, "games", l->games);
    json_key_u64(j, "least", l->least);
    json_key_u64(j, "most", l->most);
    json_key_u64(j, "median", l->median);
    json_key_double(j, "mean", l->mean);
}

static void lengths_json(const struct player_profile *p, struct json *j)
{
    json_key(j, "lengths");
    json_open_object(j);
    length_fields(&p->lengths, j);
    json_key(j, "won");
    json_open_object(j);
    length_fields(&p->won, j);
    json_end(j);
    json_key(j, "lost");
    json_open_object(j);
    length_fields(&p->lost, j);
    json_end(j);
    json_key(j, "bins");
    json_open_array(j);
    for (size_t i = 0; i < p->bin_count; i++)
        if (p->bins[i]) {
            json_open_array(j);
            json_u64(j, i * PROFILE_BIN_PLIES);
            json_u64(j, p->bins[i]);
            json_end(j);
        }
    json_end(j);
    json_end(j);
}

/* Moves in the notation of the game's files, and the query for games that begin so. */
static enum status beginning_json(const struct profile_report *r, const struct profile_beginning *b,
                                  struct json *j, struct err *err)
{
    const struct game *game = r->in->dbs[0]->game;
    bool folded = player_profile_folds(game);
    struct buf word, query;
    void *pos = mem_calloc_aligned(64, 1, (game->pos_bytes + 63) / 64 * 64);
    if (!pos)
        return err_nomem(err);
    buf_init(&word, BUF_DEFAULT_MAX);
    buf_init(&query, BUF_DEFAULT_MAX);
    json_open_object(j);
    json_key_cstr(j, "seat", game->seat_names[b->seat]);
    json_key(j, "moves");
    json_open_array(j);
    game->rules.pos_start(pos);
    buf_add_str(&query, folded ? "sym(seq:\"" : "seq:\"");
    for (int i = 0; i < PROFILE_FIRST_PLIES && game->rules.move_is_legal(pos, b->moves[i]); i++) {
        buf_clear(&word);
        game->text.move_print(pos, b->moves[i], &word);
        json_str(j, buf_span(&word));
        buf_add_str(&query, i ? " " : "");
        buf_add_span(&query, buf_span(&word));
        game->rules.play(pos, b->moves[i]);
    }
    json_end(j);
    buf_printf(&query, "\" ply:%d%s", PROFILE_FIRST_PLIES, folded ? ")" : "");
    json_key_str(j, "query", buf_span(&query));
    json_key_u64(j, "games", side_score_games(&b->score));
    side_score_to_json(j, "player", &b->score);
    json_end(j);
    mem_free(pos);
    buf_release(&word);
    buf_release(&query);
    return STATUS_OK;
}

/* The commonest of each seat. */
static enum status beginnings_json(const struct profile_report *r, struct json *j, struct err *err)
{
    const struct player_profile *p = r->p;
    enum status status = STATUS_OK;
    uint32_t nth = 0;
    json_key(j, "beginnings");
    json_open_array(j);
    for (size_t i = 0; i < p->beginning_count && status == STATUS_OK; i++) {
        nth = i && p->beginnings[i].seat == p->beginnings[i - 1].seat ? nth + 1 : 0;
        if (nth < r->top)
            status = beginning_json(r, &p->beginnings[i], j, err);
    }
    json_end(j);
    return status;
}

static enum status sequence_json(const struct profile_report *r, const struct profile_sequence *s,
                                 struct json *j, struct err *err)
{
    struct sequence_source source;
    struct sequence_entry entry;
    struct buf word;
    enum status status = profile_sequence_entry(r, s, &source, &entry, err);
    if (status != STATUS_OK)
        return status;
    buf_init(&word, BUF_DEFAULT_MAX);
    json_open_object(j);
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
    json_key_u64(j, "games", s->games);
    side_score_to_json(j, "player", &s->score);
    json_end(j);
    buf_release(&word);
    return STATUS_OK;
}

enum status profile_to_json(const struct profile_report *r, struct json *j, struct err *err)
{
    const struct player_profile *p = r->p;
    const struct profile_name *n;
    enum status status = STATUS_OK;
    struct buf query;
    uint32_t first, last;
    buf_init(&query, BUF_DEFAULT_MAX);
    player_profile_query(r->in, &query);
    profile_years(p, &first, &last);
    json_open_object(j);
    json_key_str(j, "name", r->name);
    json_key_str(j, "query", buf_span(&query));
    json_key_u64(j, "games", p->games);
    if (first) {
        json_key_u64(j, "from", first);
        json_key_u64(j, "to", last);
    }
    scores_json(r, &p->all, p->seats, j);
    people_json("spellings", &p->spellings, UINT32_MAX, false, j);
    people_json("persons", &p->persons, r->top, false, j);
    for (int list = 0; list < PROFILE_LISTS; list++) {
        json_key(j, LIST_KEYS[list]);
        json_open_array(j);
        for (size_t i = 0; i < r->top && (n = profile_list_nth(p, (enum profile_list)list, i)); i++)
            name_json(r, n, j);
        json_end(j);
    }
    people_json("opponents", &p->opponents, r->top, true, j);
    years_json(p, j);
    lengths_json(p, j);
    status = beginnings_json(r, j, err);
    json_key(j, "sequences");
    json_open_array(j);
    for (size_t i = 0; i < p->sequence_count && i < r->top && status == STATUS_OK; i++)
        status = sequence_json(r, &p->sequences[i], j, err);
    json_end(j);
    json_end(j);
    buf_release(&query);
    return status;
}
