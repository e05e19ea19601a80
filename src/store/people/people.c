/* people.c: looking persons up; see people.h. */
#include "store/people/people.h"

#include "base/alloc.h"
#include "store/people/person_text.h"

void people_free(struct people *p)
{
    if (!p)
        return;
    mem_free(p->at);
    mem_free(p->spellings);
    mem_free(p->aliases);
    mem_free(p->evidence);
    mem_free(p->doubts);
    mem_free(p->of_name);
    mem_free(p->of_key);
    text_table_release(&p->names);
    text_table_release(&p->keys);
    arena_release(&p->arena);
    mem_free(p);
}

const char *person_evidence_name(enum person_evidence_kind kind)
{
    static const char *const NAMES[EVIDENCE_KINDS] = {
        [EVIDENCE_SPELLING] = "spelling", [EVIDENCE_BUILT_IN] = "built-in",
        [EVIDENCE_LIST] = "list",         [EVIDENCE_ROMAJI] = "romanisation",
        [EVIDENCE_MISPRINT] = "misprint", [EVIDENCE_NOTE] = "note",
        [EVIDENCE_GAMES] = "games",       [EVIDENCE_DECISION] = "decision",
    };
    return NAMES[kind];
}

const char *person_doubt_name(enum person_doubt_kind kind)
{
    static const char *const NAMES[DOUBT_KINDS] = {
        [DOUBT_GAMES] = "games",   [DOUBT_CONFLICT] = "conflict",   [DOUBT_ROMAJI] = "romanisation",
        [DOUBT_LETTER] = "letter", [DOUBT_AMBIGUOUS] = "ambiguous", [DOUBT_SURNAME] = "family-name",
        [DOUBT_NOTE] = "note",
    };
    return NAMES[kind];
}

uint32_t people_of(const struct people *p, struct span spelling)
{
    uint32_t number, person = PEOPLE_NOBODY;
    struct buf key;
    if (text_table_find(&p->names, spelling, &number))
        return p->of_name[number];
    buf_init(&key, BUF_DEFAULT_MAX);
    if (spelling_key(spelling, &key) != SPELLING_NOBODY && key.n &&
        text_table_find(&p->keys, buf_span(&key), &number))
        person = p->of_key[number];
    buf_release(&key);
    return person;
}

bool people_spelling(const struct people *p, struct span name, struct span *spelling)
{
    uint32_t number, person = people_of(p, name);
    *spelling = name;
    if (person == PEOPLE_NOBODY || p->at[person].count == 0)
        return false;
    if (!text_table_find(&p->names, name, &number))
        *spelling = p->spellings[p->at[person].first].name;
    return true;
}

enum status people_find(const struct people *p, struct span text, enum people_part part,
                        uint32_t *persons, uint32_t room, uint32_t *count, struct err *err)
{
    struct buf wanted;
    struct person_text texts;
    bool *found = mem_calloc((size_t)p->count + 1, sizeof *found);
    *count = 0;
    buf_init(&wanted, BUF_DEFAULT_MAX);
    person_text_init(&texts);
    spelling_fold(text, &wanted);
    bool good = found && buf_status(&wanted) == STATUS_OK;
    for (uint32_t key = 0; key < p->keys.count && good; key++)
        if (p->of_key[key] != PEOPLE_NOBODY)
            good = person_text_add(&texts, text_table_get(&p->keys, key), p->of_key[key]);
    if (good)
        person_text_match(&texts, buf_span(&wanted), part == PEOPLE_PREFIX, found);
    for (uint32_t i = 0; i < p->count && good; i++)
        if (found[i] || wanted.n == 0) {
            if (*count < room)
                persons[*count] = i;
            ++*count;
        }
    person_text_release(&texts);
    buf_release(&wanted);
    mem_free(found);
    return good ? STATUS_OK : err_nomem(err);
}
