/* people_json.c: see people_json.h. */
#include "view/report/people_json.h"

#include "store/metadata/text_table.h"
#include "view/report/result_json.h"

static void add_date(struct json *j, const char *key, uint32_t date)
{
    struct buf text;
    buf_init(&text, 64);
    json_key(j, key);
    if (date) {
        date_text(date, &text);
        json_str(j, buf_span(&text));
    } else {
        json_null_value(j);
    }
    buf_release(&text);
}

static void add_games(struct json *j, const struct person_link *link)
{
    if (!link->games)
        return;
    json_key_u64(j, "games", link->games);
    json_key_u64(j, "game", link->game);
}

static void add_evidence(struct json *j, const struct person_link *link)
{
    json_open_object(j);
    json_key_cstr(j, "kind", person_evidence_name((enum person_evidence_kind)link->kind));
    json_key_str(j, "a", link->a);
    json_key_str(j, "b", link->b);
    add_games(j, link);
    json_end(j);
}

/* A pair as the person sees it. */
static void add_doubt(struct json *j, const struct people *p, const struct person_link *link,
                      uint32_t person)
{
    bool first = link->person == person;
    uint32_t other = first ? link->other : link->person;
    json_open_object(j);
    json_key_cstr(j, "reason", person_doubt_name((enum person_doubt_kind)link->kind));
    json_key_str(j, "spelling", first ? link->a : link->b);
    json_key_str(j, "other", first ? link->b : link->a);
    json_key(j, "name");
    if (other == PEOPLE_NOBODY)
        json_null_value(j); /* somebody of a list who has no games here */
    else
        json_str(j, p->at[other].name);
    add_games(j, link);
    json_end(j);
}

/* The spellings without ranks and titles, each once. */
static void add_names(struct json *j, const struct people *p, const struct person *who)
{
    struct text_table seen;
    struct buf plain;
    text_table_init(&seen);
    buf_init(&plain, BUF_DEFAULT_MAX);
    json_key(j, "names");
    json_open_array(j);
    for (uint32_t i = 0; i < who->count; i++) {
        uint32_t before = seen.count, number;
        buf_clear(&plain);
        spelling_trim(p->spellings[who->first + i].name, &plain);
        if (plain.n && text_table_add(&seen, buf_span(&plain), &number) && number == before)
            json_str(j, buf_span(&plain));
    }
    json_end(j);
    buf_release(&plain);
    text_table_release(&seen);
}

void person_members_to_json(struct json *j, const struct people *p, uint32_t person)
{
    const struct person *who = &p->at[person];
    json_key_str(j, "name", who->name);
    json_key(j, "spellings");
    json_open_array(j);
    for (uint32_t i = 0; i < who->count; i++)
        json_str(j, p->spellings[who->first + i].name);
    json_end(j);
    add_names(j, p, who);
    json_key_u64(j, "games", who->games);
    add_date(j, "from", who->from);
    add_date(j, "to", who->to);
    json_key(j, "evidence");
    json_open_array(j);
    for (uint32_t i = 0; i < who->evidence; i++)
        add_evidence(j, &p->evidence[who->first_evidence + i]);
    json_end(j);
    json_key(j, "doubtful");
    json_open_array(j);
    for (uint32_t i = 0; i < p->doubt_count; i++)
        if (p->doubts[i].person == person || p->doubts[i].other == person)
            add_doubt(j, p, &p->doubts[i], person);
    json_end(j);
}

void person_to_json(struct json *j, const struct people *p, uint32_t person)
{
    json_open_object(j);
    person_members_to_json(j, p, person);
    json_end(j);
}
