/* people_rules.c: spellings that are alike, and games that have two of them; see people.h. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/text/utf8.h"
#include "store/people/people_internal.h"
#include "store/people/romaji.h"

enum {
    MISPRINT_BYTES = 11,    /* shorter names differ by a letter too easily */
    MISPRINT_GAMES = 2,     /* who is misprinted more often is somebody */
    FREQUENT_GAMES = 10,    /* whom a misprint may be meant for */
    SURNAME_GAMES = 2,      /* with both a family name and the full one */
    SEVERAL_GAMES = 3,      /* of what one game alone does not show */
    NOTED_CHARACTERS = 4,   /* of a name that is a person's whatever stands in brackets */
    SURNAME_CHARACTERS = 4, /* the longest family name in kanji that is looked for */
    NO_NODE = UINT32_MAX,   /* nobody has the text */
    MANY_NODES = UINT32_MAX - 1,
};

static struct span key_of(const struct people_builder *b, uint32_t node)
{
    return text_table_get(&b->keys, node);
}

static bool is_played(const struct people_builder *b, uint32_t node)
{
    return b->nodes[node].spelling != NO_SPELLING;
}

static bool has_note(struct span key)
{
    return key.n && (key.p[key.n - 1] == ')' || key.p[key.n - 1] == ']');
}

/* --- Texts and who has them ------------------------------------------------------------------ */

/* Texts with the one node, or the many, that have each. */
struct owners {
    struct text_table texts;
    uint32_t *node; /* by text */
    size_t cap;
};

static void owners_init(struct owners *o)
{
    *o = (struct owners){0};
    text_table_init(&o->texts);
}

static void owners_release(struct owners *o)
{
    text_table_release(&o->texts);
    mem_free(o->node);
}

/* *slot is where the owner of a text stands: NO_NODE if it is new. */
static bool owners_slot(struct owners *o, struct span text, uint32_t **slot)
{
    uint32_t before = o->texts.count, number;
    if (!text_table_add(&o->texts, text, &number))
        return false;
    if (o->texts.count > before) {
        uint32_t *grown = mem_grow(o->node, before, &o->cap, UINT32_MAX, sizeof *grown);
        if (!grown)
            return false;
        o->node = grown;
        o->node[before] = NO_NODE;
    }
    *slot = &o->node[number];
    return true;
}

/* Makes a node an owner; nodes of one person are one. */
static bool owners_add(struct people_builder *b, struct owners *o, struct span text, uint32_t node)
{
    uint32_t *slot;
    if (!owners_slot(o, text, &slot))
        return false;
    if (*slot == NO_NODE)
        *slot = node;
    else if (*slot != MANY_NODES && person_root(b, *slot) != person_root(b, node))
        *slot = MANY_NODES;
    return true;
}

static uint32_t owners_find(const struct owners *o, struct span text)
{
    uint32_t number;
    return text_table_find(&o->texts, text, &number) ? o->node[number] : NO_NODE;
}

/* --- Ways of romanising ---------------------------------------------------------------------- */

static bool is_japanese_name(const struct people_builder *b, uint32_t node)
{
    return b->nodes[node].kind == SPELLING_LATIN && !b->nodes[node].apart &&
           !has_note(key_of(b, node)) && romaji_is_japanese(key_of(b, node));
}

/* A long o at the front of a word may be another word; of somebody who is in a list it is not. */
static bool is_sure(struct people_builder *b, uint32_t one, uint32_t other, bool front_too)
{
    bool listed = b->nodes[person_root(b, one)].line != NO_LINE ||
                  b->nodes[person_root(b, other)].line != NO_LINE;
    return !front_too || listed;
}

static enum status join_romanised(struct people_builder *b, uint32_t one, uint32_t other,
                                  bool front_too, struct err *err)
{
    const struct person_link why = {.kind = EVIDENCE_ROMAJI};
    bool played = is_played(b, one) && is_played(b, other);
    bool seen = is_played(b, one) || is_played(b, other);
    if (person_root(b, one) == person_root(b, other))
        return STATUS_OK;
    if (person_may_join(b, one, other) && is_sure(b, one, other, front_too))
        return person_join(b, one, other, seen ? &why : NULL, err);
    return played ? person_doubt(b, one, other, DOUBT_ROMAJI, NULL, err) : STATUS_OK;
}

static enum status join_romaji(struct people_builder *b, bool front_too, struct err *err)
{
    struct owners plain;
    struct buf text;
    enum status status = STATUS_OK;
    owners_init(&plain);
    buf_init(&text, BUF_DEFAULT_MAX);
    for (uint32_t node = 0; node < b->keys.count && status == STATUS_OK; node++) {
        uint32_t *slot;
        if (!is_japanese_name(b, node))
            continue;
        buf_clear(&text);
        (front_too ? romaji_plainest : romaji_plain)(key_of(b, node), &text);
        if (buf_status(&text) != STATUS_OK || !owners_slot(&plain, buf_span(&text), &slot))
            status = err_nomem(err);
        else if (*slot == NO_NODE)
            *slot = node;
        else
            status = join_romanised(b, *slot, node, front_too, err);
    }
    buf_release(&text);
    owners_release(&plain);
    return status;
}

/* --- One letter ------------------------------------------------------------------------------ */

/* Whether one letter more, less or other, or two neighbours exchanged, make a of z. */
static bool is_one_edit(struct span a, struct span z)
{
    size_t front = 0, back = 0, n = a.n < z.n ? a.n : z.n;
    while (front < n && a.p[front] == z.p[front])
        front++;
    while (back < n - front && a.p[a.n - 1 - back] == z.p[z.n - 1 - back])
        back++;
    size_t left_a = a.n - front - back, left_z = z.n - front - back;
    if (left_a == 2 && left_z == 2)
        return a.p[front] == z.p[front + 1] && a.p[front + 1] == z.p[front];
    return left_a <= 1 && left_z <= 1;
}

/* Calls with the text and with all that lack one letter of it. */
static bool each_shorter(struct span text, struct buf *scratch,
                         bool (*each)(void *ctx, struct span shorter), void *ctx)
{
    bool good = each(ctx, text);
    for (size_t i = 0; i < text.n && good; i++) {
        buf_clear(scratch);
        buf_add(scratch, text.p, i);
        buf_add_span(scratch, span_skip(text, i + 1));
        good = buf_status(scratch) == STATUS_OK && each(ctx, buf_span(scratch));
    }
    return good;
}

struct letter_search {
    struct people_builder *b;
    struct owners shorter;
    uint32_t node; /* that is looked at */
    uint32_t near; /* the one frequent name a letter away; NO_NODE, MANY_NODES */
};

static bool index_shorter(void *ctx, struct span shorter)
{
    struct letter_search *s = ctx;
    return owners_add(s->b, &s->shorter, shorter, s->node);
}

static bool look_up_shorter(void *ctx, struct span shorter)
{
    struct letter_search *s = ctx;
    uint32_t found = owners_find(&s->shorter, shorter);
    if (found == MANY_NODES)
        s->near = MANY_NODES;
    if (found >= MANY_NODES || s->near == MANY_NODES ||
        person_root(s->b, found) == person_root(s->b, s->node) ||
        !is_one_edit(key_of(s->b, found), key_of(s->b, s->node)))
        return true;
    if (s->near == NO_NODE)
        s->near = found;
    else if (person_root(s->b, s->near) != person_root(s->b, found))
        s->near = MANY_NODES;
    return true;
}

static bool is_frequent(const struct people_builder *b, uint32_t node)
{
    return is_japanese_name(b, node) && b->nodes[node].games >= FREQUENT_GAMES &&
           key_of(b, node).n >= MISPRINT_BYTES;
}

static bool is_rare(const struct people_builder *b, uint32_t node)
{
    return b->nodes[node].kind == SPELLING_LATIN && is_played(b, node) && !b->nodes[node].apart &&
           b->nodes[node].games <= MISPRINT_GAMES && key_of(b, node).n >= MISPRINT_BYTES &&
           !has_note(key_of(b, node));
}

static enum status judge_letter(struct letter_search *s, struct err *err)
{
    const struct person_link why = {.kind = EVIDENCE_MISPRINT};
    if (s->near >= MANY_NODES)
        return STATUS_OK;
    if (person_may_join(s->b, s->near, s->node) && !romaji_is_japanese(key_of(s->b, s->node)))
        return person_join(s->b, s->near, s->node, &why, err);
    return person_doubt(s->b, s->near, s->node, DOUBT_LETTER, NULL, err);
}

static enum status search_letters(struct letter_search *s, struct buf *scratch, struct err *err)
{
    struct people_builder *b = s->b;
    enum status status = STATUS_OK;
    for (s->node = 0; s->node < b->keys.count; s->node++)
        if (is_frequent(b, s->node) && !each_shorter(key_of(b, s->node), scratch, index_shorter, s))
            return err_nomem(err);
    for (s->node = 0; s->node < b->keys.count && status == STATUS_OK; s->node++) {
        if (!is_rare(b, s->node))
            continue;
        s->near = NO_NODE;
        status = each_shorter(key_of(b, s->node), scratch, look_up_shorter, s)
                     ? judge_letter(s, err)
                     : err_nomem(err);
    }
    return status;
}

static enum status join_misprints(struct people_builder *b, struct err *err)
{
    struct letter_search s = {.b = b};
    struct buf scratch;
    owners_init(&s.shorter);
    buf_init(&scratch, BUF_DEFAULT_MAX);
    enum status status = search_letters(&s, &scratch, err);
    buf_release(&scratch);
    owners_release(&s.shorter);
    return status;
}

/* --- Notes in brackets ----------------------------------------------------------------------- */

static struct span without_note(struct span key)
{
    const char *note = memchr(key.p, key.p[key.n - 1] == ')' ? '(' : '[', key.n);
    return note ? span_make(key.p, (size_t)(note - key.p)) : key;
}

/* 伊藤宗看(三代): what counts people of one name. */
static bool note_counts(struct span key)
{
    struct span note = span_skip(key, without_note(key).n);
    return span_find(note, SPAN("代")) >= 0 || span_find(note, SPAN("世")) >= 0;
}

static size_t count_characters(struct span text)
{
    size_t count = 0, used;
    uint32_t c;
    while ((used = utf8_decode(text, &c)) != 0) {
        text = span_skip(text, used);
        count++;
    }
    return count;
}

static bool has_place(const struct people_builder *b, uint32_t node)
{
    struct span key = key_of(b, node);
    return b->nodes[node].kind == SPELLING_OTHER && !b->nodes[node].apart && is_played(b, node) &&
           has_note(key) && !note_counts(key);
}

/* Names of four characters or more are one person whatever the notes; of shorter ones, which many
 * people have, only the name and the one note that there is. */
static enum status join_note(struct people_builder *b, struct owners *names, uint32_t node,
                             const struct owners *noted, struct err *err)
{
    const struct person_link why = {.kind = EVIDENCE_NOTE};
    struct span name = without_note(key_of(b, node));
    size_t characters = count_characters(name);
    uint32_t *first, bare;
    bool alone = text_table_find(&b->keys, name, &bare) && is_played(b, bare);
    if (characters < NOTED_CHARACTERS - 1 ||
        (characters < NOTED_CHARACTERS && (!alone || owners_find(noted, name) == MANY_NODES)))
        return STATUS_OK;
    if (!owners_slot(names, name, &first))
        return err_nomem(err);
    if (*first == NO_NODE)
        *first = alone ? bare : node;
    return person_may_join(b, *first, node) ? person_join(b, *first, node, &why, err) : STATUS_OK;
}

static enum status join_notes(struct people_builder *b, struct err *err)
{
    struct owners names, noted;
    enum status status = STATUS_OK;
    owners_init(&names);
    owners_init(&noted);
    for (uint32_t node = 0; node < b->keys.count && status == STATUS_OK; node++)
        if (has_place(b, node) && !owners_add(b, &noted, without_note(key_of(b, node)), node))
            status = err_nomem(err);
    for (uint32_t node = 0; node < b->keys.count && status == STATUS_OK; node++)
        if (has_place(b, node))
            status = join_note(b, &names, node, &noted, err);
    owners_release(&names);
    owners_release(&noted);
    return status;
}

/* --- Family names alone ----------------------------------------------------------- */

/* Adds what a full name may begin with: its two words, or up to four characters. */
static bool add_surnames(struct people_builder *b, struct owners *o, uint32_t node)
{
    struct span key = key_of(b, node);
    uint32_t c;
    if (b->nodes[node].kind == SPELLING_LATIN) {
        const char *blank = memchr(key.p, ' ', key.n);
        size_t n = blank ? (size_t)(blank - key.p) : 0;
        return !blank || (owners_add(b, o, span_make(key.p, n), node) &&
                          owners_add(b, o, span_skip(key, n + 1), node));
    }
    bool good = true;
    size_t n = 0, used;
    for (int i = 0; i < SURNAME_CHARACTERS && good; i++) {
        used = utf8_decode(span_skip(key, n), &c);
        n += used;
        if (!used || n >= key.n)
            break;
        good = owners_add(b, o, span_make(key.p, n), node);
    }
    return good;
}

static bool index_surnames(struct people_builder *b, struct owners *o)
{
    bool good = true;
    for (uint32_t node = 0; node < b->keys.count && good; node++) {
        enum spelling_kind kind = b->nodes[node].kind;
        if ((kind == SPELLING_LATIN || kind == SPELLING_OTHER) && is_played(b, node) &&
            !b->nodes[node].apart && !has_note(key_of(b, node)))
            good = add_surnames(b, o, node);
    }
    return good;
}

static enum status doubt_parts(struct people_builder *b, const struct owners *surnames,
                               struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t node = 0; node < b->keys.count && status == STATUS_OK; node++) {
        struct span key = key_of(b, node);
        uint32_t full = NO_NODE;
        if (!is_played(b, node) || b->nodes[node].kind == SPELLING_NOBODY)
            continue;
        if (has_note(key)) {
            uint32_t number;
            if (text_table_find(&b->keys, without_note(key), &number))
                full = number;
        } else if (b->nodes[node].kind != SPELLING_LATIN) {
            full = owners_find(surnames, key);
        }
        if (full < MANY_NODES && is_played(b, full) && person_root(b, full) != person_root(b, node))
            status =
                person_doubt(b, node, full, has_note(key) ? DOUBT_NOTE : DOUBT_SURNAME, NULL, err);
    }
    return status;
}

/* Whether there is anybody to join: the names of lists alone are joined by their lines. */
static bool has_romanised(const struct people_builder *b)
{
    for (uint32_t node = 0; node < b->keys.count; node++)
        if (is_played(b, node) && is_japanese_name(b, node))
            return true;
    return false;
}

enum status people_join_alike(struct people_builder *b, struct err *err)
{
    bool romanised = has_romanised(b);
    enum status status = romanised ? join_romaji(b, false, err) : STATUS_OK;
    if (status == STATUS_OK && romanised)
        status = join_romaji(b, true, err);
    if (status == STATUS_OK)
        status = join_misprints(b, err);
    return status == STATUS_OK ? join_notes(b, err) : status;
}

/* --- Games with two spellings ---------------------------------------------------------------- */

static int by_nodes(const void *x, const void *y)
{
    const struct person_pair *p = x, *q = y;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    if (p->b != q->b)
        return p->b < q->b ? -1 : 1;
    return (p->game > q->game) - (p->game < q->game);
}

/* Pairs of spellings become pairs of nodes, each once, with how many games have it. */
static void gather_pairs(struct people_builder *b)
{
    uint32_t kept = 0, last = UINT32_MAX;
    for (uint32_t i = 0; i < b->pair_count; i++) {
        uint32_t one = b->node_of[b->pairs[i].a], other = b->node_of[b->pairs[i].b];
        b->pairs[i].a = one < other ? one : other;
        b->pairs[i].b = one < other ? other : one;
    }
    if (b->pair_count)
        qsort(b->pairs, b->pair_count, sizeof *b->pairs, by_nodes);
    for (uint32_t i = 0; i < b->pair_count; i++) {
        struct person_pair *p = &b->pairs[i], *before = kept ? &b->pairs[kept - 1] : NULL;
        if (p->a == p->b)
            continue;
        if (before && before->a == p->a && before->b == p->b)
            before->games += p->game != last;
        else
            b->pairs[kept++] = *p;
        last = p->game;
    }
    b->pair_count = kept;
}

/* Whom the games of a node lead to, in Latin letters and in others. */
struct partners {
    uint32_t root[2]; /* NO_NODE, MANY_NODES */
};

static int script_of(const struct people_builder *b, uint32_t node)
{
    return b->nodes[node].kind == SPELLING_OTHER;
}

static void note_partner(struct people_builder *b, struct partners *p, uint32_t node,
                         uint32_t other)
{
    uint32_t *root = &p[node].root[script_of(b, other)], found = person_root(b, other);
    if (b->nodes[other].kind == SPELLING_NOBODY)
        return;
    *root = *root == NO_NODE || *root == found ? found : MANY_NODES;
}

static bool is_contradicted(const struct people_builder *b, const struct partners *p,
                            const struct person_pair *pair)
{
    return p[pair->a].root[script_of(b, pair->b)] == MANY_NODES ||
           p[pair->b].root[script_of(b, pair->a)] == MANY_NODES;
}

/* How many games make two spellings one person; 0: no number does. */
static uint32_t games_needed(struct people_builder *b, const struct person_pair *pair,
                             const struct owners *surnames)
{
    const struct person_node *one = &b->nodes[pair->a], *other = &b->nodes[pair->b];
    bool one_other = one->kind == SPELLING_OTHER, other_other = other->kind == SPELLING_OTHER;
    bool listed = b->nodes[person_root(b, pair->a)].line != NO_LINE ||
                  b->nodes[person_root(b, pair->b)].line != NO_LINE;
    if (one_other != other_other) /* a list knows both scripts, and did not have this */
        return listed || one->kind == SPELLING_WORD || other->kind == SPELLING_WORD ? SEVERAL_GAMES
                                                                                    : 1;
    uint32_t part = owners_find(surnames, key_of(b, pair->a));
    uint32_t whole = owners_find(surnames, key_of(b, pair->b));
    bool surname = (part < MANY_NODES && person_root(b, part) == person_root(b, pair->b)) ||
                   (whole < MANY_NODES && person_root(b, whole) == person_root(b, pair->a));
    return surname ? SURNAME_GAMES : 0;
}

static enum status judge_pair(struct people_builder *b, const struct person_pair *pair,
                              const struct partners *partners, const struct owners *surnames,
                              struct err *err)
{
    const struct person_link why = {
        .kind = EVIDENCE_GAMES, .games = pair->games, .game = pair->game};
    if (person_root(b, pair->a) == person_root(b, pair->b) ||
        b->nodes[pair->a].kind == SPELLING_NOBODY || b->nodes[pair->b].kind == SPELLING_NOBODY)
        return STATUS_OK;
    if (!person_may_join(b, pair->a, pair->b))
        return person_doubt(b, pair->a, pair->b, DOUBT_CONFLICT, pair, err);
    uint32_t needed = games_needed(b, pair, surnames);
    bool contradicted = is_contradicted(b, partners, pair);
    if (needed && pair->games >= needed && !contradicted)
        return person_join(b, pair->a, pair->b, &why, err);
    if (contradicted && pair->games == 1)
        return STATUS_OK; /* who has many names by one game each has none */
    return person_doubt(b, pair->a, pair->b, DOUBT_GAMES, pair, err);
}

static enum status judge_pairs(struct people_builder *b, const struct owners *surnames,
                               struct err *err)
{
    struct partners *partners = mem_alloc(((size_t)b->keys.count + 1) * sizeof *partners);
    enum status status = partners ? STATUS_OK : err_nomem(err);
    for (uint32_t i = 0; i < b->keys.count && partners; i++)
        partners[i] = (struct partners){{NO_NODE, NO_NODE}};
    for (uint32_t i = 0; i < b->pair_count && partners; i++) {
        note_partner(b, partners, b->pairs[i].a, b->pairs[i].b);
        note_partner(b, partners, b->pairs[i].b, b->pairs[i].a);
    }
    for (uint32_t i = 0; i < b->pair_count && status == STATUS_OK; i++)
        status = judge_pair(b, &b->pairs[i], partners, surnames, err);
    mem_free(partners);
    return status;
}

enum status people_join_pairs(struct people_builder *b, struct err *err)
{
    struct owners surnames;
    gather_pairs(b);
    owners_init(&surnames);
    enum status status = index_surnames(b, &surnames) ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = judge_pairs(b, &surnames, err);
    if (status == STATUS_OK)
        status = doubt_parts(b, &surnames, err);
    owners_release(&surnames);
    return status;
}
