/* api_players.c: /api/players: who is who in the databases served. */
#include <stdlib.h>

#include "base/alloc.h"
#include "db/db_people.h"
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
