/* result_json.c: see result_json.h. */
#include "view/report/result_json.h"

#include "games/go/go_rank.h"
#include "query/language/patterns.h"
#include "query/language/tree.h"
#include "query/language/words.h"

void date_text(uint32_t date, struct buf *out)
{
    if (date_year(date) == 0)
        return;
    buf_printf(out, "%04u", date_year(date));
    if (date_month(date) == 0)
        return;
    buf_printf(out, "-%02u", date_month(date));
    if (date_day(date))
        buf_printf(out, "-%02u", date_day(date));
}

static void add_ratings(struct json *j, const struct game *game, const struct game_summary *s)
{
    bool known = false;
    for (int seat = 0; seat < game->seats; seat++)
        known = known || s->rating[seat];
    if (!known)
        return;
    json_key(j, "ratings");
    json_open_array(j);
    for (int seat = 0; seat < game->seats; seat++)
        if (s->rating[seat])
            json_u64(j, s->rating[seat]);
        else
            json_null_value(j);
    json_end(j);
}

/* Ratings of Go players are mostly made of ranks; those that are can be told as such. */
static void add_ranks(struct json *j, const struct game *game, const struct game_summary *s)
{
    struct buf rank[GAME_MAX_SEATS];
    bool known = false;
    for (int seat = 0; seat < game->seats; seat++) {
        buf_init(&rank[seat], 64);
        known |= go_rank_print(s->rating[seat], &rank[seat]);
    }
    if (known) {
        json_key(j, "ranks");
        json_open_array(j);
    }
    for (int seat = 0; seat < game->seats; seat++) {
        if (known && rank[seat].n)
            json_str(j, buf_span(&rank[seat]));
        else if (known)
            json_null_value(j);
        buf_release(&rank[seat]);
    }
    if (known)
        json_end(j);
}

static void add_summary(struct json *j, const struct game *game, const struct game_summary *s)
{
    char result[2] = {points_letter(game, s->points), '\0'};
    struct buf date;
    buf_init(&date, BUF_DEFAULT_MAX);
    for (int seat = 0; seat < game->seats; seat++)
        json_key_str(j, game->seat_names[seat], s->players[seat]);
    json_key_cstr(j, "result", result);
    points_to_json(j, game, s->points);
    date_text(s->date, &date);
    json_key_str(j, "date", buf_span(&date));
    buf_release(&date);
    json_key_str(j, "event", s->event);
    if (s->place.n)
        json_key_str(j, "place", s->place);
    add_ratings(j, game, s);
    if (words_of_game(game) && words_of_game(game)->rank)
        add_ranks(j, game, s);
    json_key_cstr(j, "end", record_end_name(s->end));
    json_key_u64(j, "length", s->plies);
}

/* Where a drawn diagram is: its lower left cell. */
static void add_place(struct json *j, const struct game *game, const struct hit *hit)
{
    struct buf at;
    buf_init(&at, 32);
    patterns_of_game(game)->print_place(hit->column, hit->row, &at);
    json_key_str(j, "at", buf_span(&at));
    json_key_u64(j, "symmetry", hit->symmetry);
    buf_release(&at);
}

void hit_fields_to_json(struct json *j, const struct game *game, struct span db_name,
                        const struct hit *hit, const struct game_summary *summary)
{
    if (db_name.n)
        json_key_str(j, "db", db_name);
    json_key_u64(j, "game", hit->id);
    if (hit->line)
        json_key_u64(j, "line", hit->line);
    json_key_u64(j, "from", hit->from);
    json_key_u64(j, "to", hit->to);
    json_key_u64(j, "plies", hit->plies);
    json_key_u64(j, "first", hit->first);
    if (hit->score)
        json_key_i64(j, "score", hit->score);
    if (hit->placed)
        add_place(j, game, hit);
    if (plays_name(game, hit->plays))
        json_key_cstr(j, "own", plays_name(game, hit->plays));
    add_summary(j, game, summary);
}

void hit_to_json(struct json *j, const struct game *game, struct span db_name,
                 const struct hit *hit, const struct game_summary *summary)
{
    json_open_object(j);
    hit_fields_to_json(j, game, db_name, hit, summary);
    json_end(j);
}

const char *plays_name(const struct game *game, uint8_t plays)
{
    if (plays == 0 || game->seats != 2)
        return NULL;
    return plays == PLAYS_BOTH ? "both" : game->seat_names[plays == PLAYS_EXCHANGED];
}

/* --- Results by player ------------------------------------------------------------------------ */

void side_score_to_json(struct json *j, const char *key, const struct side_score *s)
{
    json_key(j, key);
    json_open_object(j);
    json_key_u64(j, "wins", s->wins);
    json_key_u64(j, "losses", s->losses);
    json_key_u64(j, "draws", s->draws);
    json_key_u64(j, "unknown", s->unknown);
    json_key_u64(j, "both", s->both);
    json_key_double(j, "score", s->rate.share); /* null where no result is known */
    json_key_double(j, "low", s->rate.low);
    json_key_double(j, "high", s->rate.high);
    json_end(j);
}

void side_scores_to_json(struct json *j, const struct query *q, const struct game_scores *scores)
{
    const struct side_score own = scores_of_part(scores), player = scores_of_player(scores);
    if (query_own(q) != OWN_NONE)
        side_score_to_json(j, "own", &own);
    if (query_player(q))
        side_score_to_json(j, "player", &player);
}

void scores_to_json(struct json *j, const struct query *q, const struct game_scores *scores)
{
    if (q->game->seats != 2)
        return;
    for (int seat = 0; seat < 2; seat++)
        json_key_u64(j, q->game->seat_names[seat],
                     scores_by_result(scores, seat ? RESULT_SECOND : RESULT_FIRST));
    json_key_u64(j, "draws", scores_by_result(scores, RESULT_DRAWN));
    json_key_u64(j, "unknown", scores_by_result(scores, RESULT_UNKNOWN));
    side_scores_to_json(j, q, scores);
}

void side_score_to_text(const struct side_score *s, struct span whose, enum lang lang,
                        struct buf *out)
{
    bool ja = lang == LANG_JA;
    buf_add_span(out, whose);
    buf_printf(out, ja ? " %llu 勝 %llu 敗 %llu 分" : " won %llu, lost %llu and drew %llu",
               (unsigned long long)s->wins, (unsigned long long)s->losses,
               (unsigned long long)s->draws);
    if (s->unknown)
        buf_printf(out, ja ? "、結果不明 %llu" : ", %llu unknown", (unsigned long long)s->unknown);
    if (s->both)
        buf_printf(out, ja ? "、両者 %llu" : ", %llu by both", (unsigned long long)s->both);
    if (s->wins + s->losses + s->draws)
        buf_printf(
            out, ja ? "（勝率 %.1f %%、95 %% 区間 %.1f–%.1f）" : ": %.1f %% (95 %%: %.1f to %.1f)",
            100 * s->rate.share, 100 * s->rate.low, 100 * s->rate.high);
    buf_add_char(out, '\n');
}

void scores_to_text(const struct query *q, const struct game_scores *scores, enum lang lang,
                    struct buf *out)
{
    static const struct msg part = {"the side of the query", "条件の側:"};
    const struct side_score own = scores_of_part(scores), player = scores_of_player(scores);
    bool ja = lang == LANG_JA;
    if (q->game->seats != 2)
        return;
    buf_printf(out,
               ja ? "%s %llu 勝、%s %llu 勝、引き分け %llu、不明 %llu\n"
                  : "%s won %llu, %s %llu; %llu drawn, %llu unknown\n",
               msg_in(&q->game->seat_titles[0], lang),
               (unsigned long long)scores_by_result(scores, RESULT_FIRST),
               msg_in(&q->game->seat_titles[1], lang),
               (unsigned long long)scores_by_result(scores, RESULT_SECOND),
               (unsigned long long)scores_by_result(scores, RESULT_DRAWN),
               (unsigned long long)scores_by_result(scores, RESULT_UNKNOWN));
    if (query_own(q) != OWN_NONE && own.both && !own.wins && !own.losses && !own.draws &&
        !own.unknown)
        buf_add_str(out, ja ? "どの局も両者に当てはまる\n" : "both sides have it, in every game\n");
    else if (query_own(q) != OWN_NONE)
        side_score_to_text(&own, span_of(msg_in(&part, lang)), lang, out);
    if (query_player(q))
        side_score_to_text(&player, q->nodes[query_player(q)].text, lang, out);
}

static void add_rate(struct json *j, const char *key, double value)
{
    json_key_double(j, key, value); /* null where no result is known */
}

static void add_row_ends(struct json *j, const struct query *q, const struct moves_row *row)
{
    const struct side_score own = side_score_of_ends(row->next.ends[ENDS_OWN]);
    const struct side_score player = side_score_of_ends(row->next.ends[ENDS_PLAYER]);
    if (query_own(q) != OWN_NONE)
        side_score_to_json(j, "own", &own);
    if (query_player(q))
        side_score_to_json(j, "player", &player);
}

void moves_row_fields_to_json(struct json *j, const struct query *q, const struct moves_row *row)
{
    const struct game *game = q->game;
    struct buf move;
    buf_init(&move, BUF_DEFAULT_MAX);
    if (row->next.move == MOVE_ELSEWHERE)
        buf_add_str(&move, "tenuki");
    else
        game->text.move_print(NULL, row->next.move, &move);
    json_key_str(j, "move", buf_span(&move));
    json_key_i64(j, "seat", row->seat);
    json_key_u64(j, "games", row->next.games);
    json_key_double(j, "share", row->share);
    json_key(j, "wins");
    json_open_array(j);
    for (int seat = 0; seat < game->seats; seat++)
        json_u64(j, row->next.wins[seat]);
    json_end(j);
    json_key_u64(j, "draws", row->next.draws);
    json_key_u64(j, "unknown", row->next.unknown);
    add_rate(j, "score", row->score);
    add_rate(j, "low", row->low);
    add_rate(j, "high", row->high);
    json_key_u64(j, "transposed", row->transposed);
    json_key(j, "last");
    if (row->next.last_year)
        json_u64(j, row->next.last_year);
    else
        json_null_value(j);
    if (row->near != NEAR_NOT_KNOWN)
        json_key_bool(j, "near", row->near == NEAR_SHAPE);
    add_row_ends(j, q, row);
    buf_release(&move);
}

static void add_tenuki_list(struct json *j, const struct game *game,
                            const struct moves_table *table, int seat, bool later, size_t most)
{
    struct buf move;
    buf_init(&move, BUF_DEFAULT_MAX);
    json_key(j, later ? "later" : "places");
    json_open_array(j);
    for (size_t i = 0, n = 0; i < table->tenuki_count && n < most; i++) {
        const struct tenuki_move *t = &table->tenuki[i];
        if (t->seat != seat || t->later != later)
            continue;
        n++;
        buf_clear(&move);
        game->text.move_print(NULL, t->move, &move);
        json_open_object(j);
        json_key_str(j, "move", buf_span(&move));
        json_key_u64(j, "games", t->games);
        if (later)
            json_key_double(j, "plies", (double)t->plies / t->games);
        json_end(j);
    }
    json_end(j);
    buf_release(&move);
}

void moves_tenuki_to_json(struct json *j, const struct game *game, const struct moves_table *table,
                          const struct moves_row *row, size_t most)
{
    if (row->near != NEAR_ELSEWHERE || table->period_count)
        return;
    add_tenuki_list(j, game, table, row->seat, false, most);
    add_tenuki_list(j, game, table, row->seat, true, most);
}

void moves_row_to_json(struct json *j, const struct query *q, const struct moves_row *row)
{
    json_open_object(j);
    moves_row_fields_to_json(j, q, row);
    json_end(j);
}
