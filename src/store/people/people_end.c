/* people_end.c: joined nodes as a list of persons; see people.h. */
#include <stdlib.h>

#include "base/alloc.h"
#include "store/people/people_internal.h"

/* Persons while they are sorted. */
struct person_order {
    uint32_t root, node; /* node: its most frequent */
    uint32_t games;
    uint32_t spellings;
    struct span name;
};

struct people_lister {
    struct people_builder *b;
    struct people *p;
    struct person_order *order;
    uint32_t count;
    uint32_t *person_of_root; /* by node: place in order, later the person */
};

/* --- Who there is ---------------------------------------------------------------------------- */

/* Persons are roots with a spelling that games have. */
static void count_persons(struct people_lister *l)
{
    struct people_builder *b = l->b;
    for (uint32_t i = 0; i < b->names.count; i++) {
        uint32_t node = b->node_of[i], root = person_root(b, node);
        uint32_t *nth = &l->person_of_root[root];
        if (*nth == PEOPLE_NOBODY) {
            *nth = l->count++;
            l->order[*nth] = (struct person_order){.root = root, .node = node};
        }
        struct person_order *o = &l->order[*nth];
        o->games += b->use[i].games;
        o->spellings++;
        if (b->nodes[node].games > b->nodes[o->node].games)
            o->node = node;
    }
}

/* The list's way of writing the node's name; empty if no list has it. */
static struct span listed_text(const struct people_builder *b, uint32_t node)
{
    for (uint32_t i = 0; i < b->alias_count; i++)
        if (b->aliases[i].node == node)
            return b->aliases[i].text;
    return (struct span){0};
}

/* The usual spelling: a list's, or the most frequent one without its rank; who has only one is
 * called by it. */
static bool find_name(struct people_lister *l, struct person_order *o, struct buf *scratch)
{
    struct people_builder *b = l->b;
    struct span written = text_table_get(&b->names, b->nodes[o->node].spelling);
    if (o->spellings == 1) {
        o->name = written;
        return true;
    }
    o->name = b->nodes[o->root].line == NO_LINE ? (struct span){0} : listed_text(b, o->node);
    if (o->name.n)
        return true;
    buf_clear(scratch);
    spelling_trim(written, scratch);
    return buf_status(scratch) == STATUS_OK &&
           arena_copy(&b->arena, scratch->n ? buf_span(scratch) : written, &o->name);
}

static int compare_texts(struct span x, struct span y)
{
    size_t n = x.n < y.n ? x.n : y.n;
    int order = n ? memcmp(x.p, y.p, n) : 0;
    return order ? order : (x.n > y.n) - (x.n < y.n);
}

static int by_games(const void *x, const void *y)
{
    const struct person_order *a = x, *z = y;
    if (a->games != z->games)
        return a->games > z->games ? -1 : 1;
    int order = compare_texts(a->name, z->name);
    return order ? order : (a->root > z->root) - (a->root < z->root);
}

static enum status order_persons(struct people_lister *l, struct err *err)
{
    struct buf scratch;
    bool good = true;
    count_persons(l);
    buf_init(&scratch, BUF_DEFAULT_MAX);
    for (uint32_t i = 0; i < l->count && good; i++)
        good = find_name(l, &l->order[i], &scratch);
    buf_release(&scratch);
    if (!good)
        return err_nomem(err);
    if (l->count)
        qsort(l->order, l->count, sizeof *l->order, by_games);
    for (uint32_t i = 0; i < l->count; i++)
        l->person_of_root[l->order[i].root] = i;
    return STATUS_OK;
}

static uint32_t person_of_node(struct people_lister *l, uint32_t node)
{
    return l->person_of_root[person_root(l->b, node)];
}

/* --- What they have -------------------------------------------------------------------------- */

static int by_person_and_games(const void *x, const void *y)
{
    const struct person_spelling *a = x, *z = y;
    if (a->person != z->person)
        return a->person < z->person ? -1 : 1;
    if (a->games != z->games)
        return a->games > z->games ? -1 : 1;
    return compare_texts(a->name, z->name);
}

static void list_spellings(struct people_lister *l)
{
    struct people_builder *b = l->b;
    struct people *p = l->p;
    for (uint32_t i = 0; i < b->names.count; i++) {
        uint32_t node = b->node_of[i];
        p->spellings[i] = (struct person_spelling){.name = text_table_get(&b->names, i),
                                                   .games = b->use[i].games,
                                                   .person = person_of_node(l, node),
                                                   .kind = b->nodes[node].kind};
        p->of_name[i] = p->spellings[i].person;
    }
    p->spelling_count = b->names.count;
    if (p->spelling_count)
        qsort(p->spellings, p->spelling_count, sizeof *p->spellings, by_person_and_games);
    for (uint32_t i = p->spelling_count; i-- > 0;) {
        struct person *person = &p->at[p->spellings[i].person];
        person->first = i;
        person->count++;
    }
}

/* Aliases of persons who play, by person: how many each has, then where they begin, then they. */
static void list_aliases(struct people_lister *l)
{
    struct people_builder *b = l->b;
    struct people *p = l->p;
    uint32_t at = 0;
    for (uint32_t i = 0; i < b->alias_count; i++) {
        uint32_t person = person_of_node(l, b->aliases[i].node);
        if (person != PEOPLE_NOBODY)
            p->at[person].aliases++;
    }
    for (uint32_t i = 0; i < p->count; i++) {
        p->at[i].first_alias = at;
        at += p->at[i].aliases;
        p->at[i].aliases = 0;
    }
    for (uint32_t i = 0; i < b->alias_count; i++) {
        uint32_t person = person_of_node(l, b->aliases[i].node);
        if (person != PEOPLE_NOBODY)
            p->aliases[p->at[person].first_alias + p->at[person].aliases++] = b->aliases[i].text;
    }
}

static int by_person(const void *x, const void *y)
{
    const struct person_link *a = x, *z = y;
    if (a->person != z->person)
        return a->person < z->person ? -1 : 1;
    if (a->other != z->other)
        return a->other < z->other ? -1 : 1;
    if (a->kind != z->kind)
        return a->kind < z->kind ? -1 : 1;
    int order = compare_texts(a->a, z->a);
    return order ? order : compare_texts(a->b, z->b);
}

static uint32_t number_links(struct people_lister *l, struct person_link *links, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct person_link link = links[i];
        link.person = person_of_node(l, link.person);
        link.other = person_of_node(l, link.other);
        if (link.person > link.other) {
            uint32_t person = link.person;
            struct span text = link.a;
            link.person = link.other;
            link.other = person;
            link.a = link.b;
            link.b = text;
        }
        if (link.person != PEOPLE_NOBODY)
            links[kept++] = link;
    }
    if (kept)
        qsort(links, kept, sizeof *links, by_person);
    return kept;
}

/* Doubts that were decided or settled by other evidence are none. */
static uint32_t open_doubts(struct person_link *links, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (links[i].person != links[i].other)
            links[kept++] = links[i];
    return kept;
}

/* Spellings of one key: one line for each person, of the two most frequent. */
static bool add_spelling_evidence(struct people_builder *b)
{
    bool good = true;
    uint32_t *second = mem_alloc(((size_t)b->keys.count + 1) * sizeof *second);
    for (uint32_t i = 0; i < b->keys.count && second; i++)
        second[i] = NO_SPELLING;
    for (uint32_t i = 0; i < b->names.count && second; i++) {
        uint32_t node = b->node_of[i];
        if (b->nodes[node].spelling != i &&
            (second[node] == NO_SPELLING || b->use[i].games > b->use[second[node]].games))
            second[node] = i;
    }
    for (uint32_t i = 0; i < b->keys.count && second && good; i++) {
        if (second[i] == NO_SPELLING)
            continue;
        struct person_link *grown = mem_grow(b->evidence.at, b->evidence.count, &b->evidence.cap,
                                             UINT32_MAX, sizeof *grown);
        good = grown != NULL;
        if (!good)
            break;
        b->evidence.at = grown;
        grown[b->evidence.count++] =
            (struct person_link){.kind = EVIDENCE_SPELLING,
                                 .person = i,
                                 .other = i,
                                 .a = text_table_get(&b->names, b->nodes[i].spelling),
                                 .b = text_table_get(&b->names, second[i])};
    }
    mem_free(second);
    return good && second;
}

static void list_links(struct people_lister *l)
{
    struct people_builder *b = l->b;
    struct people *p = l->p;
    p->evidence_count = number_links(l, b->evidence.at, b->evidence.count);
    p->doubt_count = open_doubts(b->doubts.at, number_links(l, b->doubts.at, b->doubts.count));
    p->evidence = b->evidence.at;
    p->doubts = b->doubts.at;
    b->evidence.at = b->doubts.at = NULL;
    for (uint32_t i = p->evidence_count; i-- > 0;) {
        struct person *person = &p->at[p->evidence[i].person];
        person->first_evidence = i;
        person->evidence++;
    }
}

/* The tables and the arena change hands: all texts lie there. */
static void take_texts(struct people_lister *l)
{
    struct people_builder *b = l->b;
    struct people *p = l->p;
    p->names = b->names;
    p->keys = b->keys;
    p->arena = b->arena;
    text_table_init(&b->names);
    text_table_init(&b->keys);
    arena_init(&b->arena, 0);
}

static void fill(struct people_lister *l)
{
    struct people *p = l->p;
    p->count = l->count;
    for (uint32_t i = 0; i < l->count; i++)
        p->at[i] = (struct person){.name = l->order[i].name, .games = l->order[i].games};
    list_spellings(l);
    list_aliases(l);
    list_links(l);
    for (uint32_t i = 0; i < l->b->keys.count; i++)
        p->of_key[i] = l->b->nodes[i].apart ? PEOPLE_NOBODY : person_of_node(l, i);
    take_texts(l);
}

static bool allocate(struct people_lister *l)
{
    const struct people_builder *b = l->b;
    struct people *p = l->p = mem_calloc(1, sizeof *p);
    size_t names = (size_t)b->names.count + 1, keys = (size_t)b->keys.count + 1;
    l->order = mem_calloc(names, sizeof *l->order);
    l->person_of_root = mem_alloc(keys * sizeof *l->person_of_root);
    for (size_t i = 0; i < keys && l->person_of_root; i++)
        l->person_of_root[i] = PEOPLE_NOBODY;
    if (!p)
        return false;
    arena_init(&p->arena, 0);
    text_table_init(&p->names);
    text_table_init(&p->keys);
    p->at = mem_calloc(names, sizeof *p->at);
    p->spellings = mem_calloc(names, sizeof *p->spellings);
    p->aliases = mem_calloc((size_t)b->alias_count + 1, sizeof *p->aliases);
    p->of_name = mem_calloc(names, sizeof *p->of_name);
    p->of_key = mem_calloc(keys, sizeof *p->of_key);
    return l->order && l->person_of_root && p->at && p->spellings && p->aliases && p->of_name &&
           p->of_key;
}

enum status people_list(struct people_builder *b, struct people **out, struct err *err)
{
    struct people_lister l = {.b = b};
    enum status status = add_spelling_evidence(b) && allocate(&l) ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = order_persons(&l, err);
    if (status == STATUS_OK) {
        fill(&l);
        *out = l.p;
    } else {
        people_free(l.p);
    }
    mem_free(l.order);
    mem_free(l.person_of_root);
    return status;
}
