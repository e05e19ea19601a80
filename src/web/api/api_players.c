/* api_players.c: /api/players: who is who in the databases served; and decisions on it.
 *
 * Who may import may decide, by POST and one request at a time (site.h); the next request sees it
 * (served.h). */
#include <stdlib.h>

#include "base/alloc.h"
#include "db/db_people.h"
#include "store/people/people_decisions.h"
#include "store/people/people_file.h"
#include "view/report/people_json.h"
#include "web/api.h"

enum { DEFAULT_PLAYERS = 50, MAX_PLAYERS = 1000 };

struct found_player {
    const struct people *people;
    uint32_t person, db; /* db: number in the site */
};

struct found_players {
    struct found_player at[MAX_PLAYERS];
    uint32_t count, limit;
    uint64_t total;
};

/* Adds those of one database to the sorted rows before them, as far as there is room. */
static void add_sorted(struct found_players *f, struct found_player row)
{
    uint32_t games = row.people->at[row.person].games, at = f->count;
    while (at > 0 && f->at[at - 1].people->at[f->at[at - 1].person].games < games)
        at--;
    if (at == f->limit)
        return;
    uint32_t behind = (f->count < f->limit ? f->count : f->limit - 1) - at;
    memmove(&f->at[at + 1], &f->at[at], behind * sizeof f->at[0]);
    f->at[at] = row;
    f->count += f->count < f->limit;
}

static enum status find_in(struct found_players *f, struct db *db, uint32_t number,
                           struct span name, struct err *err)
{
    const struct people *people;
    uint32_t persons[MAX_PLAYERS], count = 0;
    enum status st = db_people_all(db, &people, err);
    if (st == STATUS_OK)
        st = people_find(people, name, PEOPLE_PREFIX, persons, f->limit, &count, err);
    f->total += count;
    for (uint32_t i = 0; i < count && i < f->limit && st == STATUS_OK; i++)
        add_sorted(f, (struct found_player){people, persons[i], number});
    return st;
}

static void write_players(struct api_call *call, const struct found_players *f)
{
    struct json *j = &call->json;
    json_open_object(j);
    json_key_u64(j, "total", f->total);
    json_key(j, "players");
    json_open_array(j);
    for (uint32_t i = 0; i < f->count; i++) {
        json_open_object(j);
        json_key_str(j, "db", call->site->names[f->at[i].db]);
        person_members_to_json(j, f->at[i].people, f->at[i].person);
        json_end(j);
    }
    json_end(j);
    json_end(j);
    json_line(j);
}

enum status api_players(struct api_call *call, struct err *err)
{
    struct api_databases in;
    uint64_t limit;
    struct found_players *f = mem_calloc(1, sizeof *f);
    enum status st = f ? api_databases(call, &in, err) : err_nomem(err);
    if (st == STATUS_OK)
        st = api_number(call, "limit", MAX_PLAYERS, DEFAULT_PLAYERS, &limit, err);
    if (st == STATUS_OK)
        f->limit = (uint32_t)limit;
    for (uint32_t i = 0; st == STATUS_OK && i < in.count; i++)
        st = api_stored(find_in(f, in.dbs[i], in.first + i, api_text(call, "name"), err), err);
    if (st == STATUS_OK)
        write_players(call, f);
    mem_free(f);
    return st;
}

/* --- Decisions ------------------------------------------------------------------------------- */

static const struct msg UNKNOWN_NAME = {"no player is called \"%1\" in this database",
                                        "このデータベースに「%1」という対局者はいません"};
static const struct msg UNKNOWN_SPELLING = {"no game has the spelling \"%1\"",
                                            "「%1」という表記の棋譜はありません"};
static const struct msg ONE_PERSON = {"\"%1\" and \"%2\" are one person already",
                                      "「%1」と「%2」はすでに同じ人物です"};

struct decision_request {
    struct api_call *call;
    uint32_t which;
    const struct people *people;
};

static enum status admit(struct decision_request *r, struct err *err)
{
    static const struct msg in_parts = {"a server of several processes does not join players",
                                        "複数プロセスのサーバーでは対局者をまとめられません"};
    enum status st = intake_admit(r->call, &r->which, err);
    if (st == STATUS_OK && r->call->site->shards)
        st = err_plain(err, STATUS_UNSUPPORTED, &in_parts);
    if (st == STATUS_OK)
        st = api_stored(db_people_all(r->call->snapshot->dbs[r->which], &r->people, err), err);
    return st;
}

static const char *path_of(const struct decision_request *r)
{
    return r->call->site->served.paths[r->which];
}

static enum status keep(const struct decision_request *r, const struct people_decision *d,
                        struct err *err)
{
    enum status st = intake_claim(r->call, err);
    if (st != STATUS_OK)
        return st;
    st = people_decisions_add(path_of(r), d, err);
    intake_release(r->call);
    return intake_explain(r->call, r->which, st, err);
}

/* {"db", "decision": "merge" or "split", "a", "b", "undone"} */
static void respond(const struct decision_request *r, const struct people_decision *d, bool undone)
{
    struct json *j = &r->call->json;
    json_open_object(j);
    json_key_str(j, "db", r->call->site->names[r->which]);
    json_key_cstr(j, "decision", d->merge ? "merge" : "split");
    json_key_str(j, "a", d->a);
    if (d->merge)
        json_key_str(j, "b", d->b);
    json_key_bool(j, "undone", undone);
    json_end(j);
    json_line(j);
}

enum status api_players_merge(struct api_call *call, struct err *err)
{
    struct decision_request r = {.call = call};
    struct people_decision d = {.merge = true};
    struct span a = span_trim(api_text(call, "a")), b = span_trim(api_text(call, "b"));
    enum status st = admit(&r, err);
    if (st == STATUS_OK && !people_spelling(r.people, a, &d.a))
        st = err_set(err, STATUS_NOT_FOUND, &UNKNOWN_NAME, a, SPAN(""));
    if (st == STATUS_OK && !people_spelling(r.people, b, &d.b))
        st = err_set(err, STATUS_NOT_FOUND, &UNKNOWN_NAME, b, SPAN(""));
    if (st == STATUS_OK && people_of(r.people, d.a) == people_of(r.people, d.b))
        st = err_set(err, STATUS_RANGE, &ONE_PERSON, a, b);
    if (st == STATUS_OK)
        st = keep(&r, &d, err);
    if (st == STATUS_OK)
        respond(&r, &d, false);
    return st;
}

enum status api_players_split(struct api_call *call, struct err *err)
{
    struct decision_request r = {.call = call};
    struct people_decision d = {.a = api_text(call, "name")};
    uint32_t number;
    enum status st = admit(&r, err);
    if (st == STATUS_OK && !text_table_find(&r.people->names, d.a, &number))
        st = err_set(err, STATUS_NOT_FOUND, &UNKNOWN_SPELLING, d.a, SPAN(""));
    if (st == STATUS_OK)
        st = keep(&r, &d, err);
    if (st == STATUS_OK)
        respond(&r, &d, false);
    return st;
}

static enum status read_last(void *ctx, const struct people_decision *decision, struct err *err)
{
    (void)err;
    *(struct people_decision *)ctx = *decision;
    return STATUS_OK;
}

/* Whoever names the decision does not take back one that somebody made since. */
static enum status check_last(const struct decision_request *r, struct err *err)
{
    static const struct msg another = {"the last decision is another one",
                                       "最後の決定は別のものです"};
    struct span a = api_text(r->call, "a"), b = api_text(r->call, "b");
    struct people_decision last = {0};
    struct buf text;
    if (a.n == 0)
        return STATUS_OK;
    buf_init(&text, PEOPLE_MAX_BYTES);
    enum status st = people_decisions_read(path_of(r), &text, err);
    if (st == STATUS_OK)
        st = people_decisions_parse(buf_span(&text), SPAN(PEOPLE_DECISIONS_FILE), read_last, &last,
                                    err);
    if (st == STATUS_OK && (!span_eq(last.a, a) || !span_eq(last.b, b)))
        st = err_plain(err, STATUS_NOT_FOUND, &another);
    buf_release(&text);
    return st;
}

static enum status undo(const struct decision_request *r, struct buf *line,
                        struct people_decision *d, struct err *err)
{
    enum status st = intake_claim(r->call, err);
    if (st != STATUS_OK)
        return st;
    st = check_last(r, err);
    if (st == STATUS_OK)
        st = people_decisions_undo(path_of(r), line, err);
    intake_release(r->call);
    if (st == STATUS_OK)
        (void)people_decision_parse(buf_span(line), d); /* it was one of the file's */
    return intake_explain(r->call, r->which, st, err);
}

enum status api_players_undo(struct api_call *call, struct err *err)
{
    struct decision_request r = {.call = call};
    struct people_decision d = {0};
    struct buf line;
    buf_init(&line, BUF_DEFAULT_MAX);
    enum status st = admit(&r, err);
    if (st == STATUS_OK)
        st = undo(&r, &line, &d, err);
    if (st == STATUS_OK)
        respond(&r, &d, true);
    buf_release(&line);
    return st;
}
