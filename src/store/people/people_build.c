/* people_build.c: what is known of spellings, joined; see people.h. */
#include "base/alloc.h"
#include "store/metadata/columns.h"
#include "store/people/people_decisions.h"
#include "store/people/people_file.h"
#include "store/people/people_internal.h"

enum status people_begin(struct people_builder **out, const struct game *game, struct err *err)
{
    struct people_builder *b = *out = mem_calloc(1, sizeof *b);
    if (!b)
        return err_nomem(err);
    b->game = game;
    arena_init(&b->arena, SIZE_MAX / 2);
    text_table_init(&b->names);
    text_table_init(&b->keys);
    return STATUS_OK;
}

void people_abandon(struct people_builder *b)
{
    if (!b)
        return;
    text_table_release(&b->names);
    text_table_release(&b->keys);
    mem_free(b->use);
    mem_free(b->node_of);
    mem_free(b->nodes);
    mem_free(b->aliases);
    mem_free(b->pairs);
    mem_free(b->decisions);
    mem_free(b->evidence.at);
    mem_free(b->doubts.at);
    arena_release(&b->arena);
    mem_free(b);
}

enum status people_add_spelling(struct people_builder *b, struct span name, uint32_t games,
                                uint32_t *number, struct err *err)
{
    uint32_t before = b->names.count;
    if (!text_table_add(&b->names, name, number))
        return err_nomem(err);
    if (b->names.count > before) {
        struct name_use *grown = mem_grow(b->use, before, &b->use_cap, UINT32_MAX, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        b->use = grown;
        b->use[before] = (struct name_use){0};
    }
    b->use[*number].games += games;
    return STATUS_OK;
}

/* Widens the range from … to by a date. */
static void add_date(uint32_t *from, uint32_t *to, uint32_t date)
{
    if (date && (*from == 0 || date < *from))
        *from = date;
    if (date > *to)
        *to = date;
}

void people_add_date(struct people_builder *b, uint32_t number, uint32_t date)
{
    add_date(&b->use[number].from, &b->use[number].to, date);
}

enum status people_add_pair(struct people_builder *b, uint32_t one, uint32_t other, uint32_t game,
                            struct err *err)
{
    struct person_pair *grown =
        mem_grow(b->pairs, b->pair_count, &b->pair_cap, UINT32_MAX, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    b->pairs = grown;
    b->pairs[b->pair_count++] = (struct person_pair){one, other, 1, game};
    return STATUS_OK;
}

/* --- Nodes ----------------------------------------------------------------------------------- */

static enum status find_node(struct people_builder *b, struct span key, enum spelling_kind kind,
                             uint32_t *node, struct err *err)
{
    uint32_t before = b->keys.count;
    if (!text_table_add(&b->keys, key, node))
        return err_nomem(err);
    if (b->keys.count == before)
        return STATUS_OK;
    struct person_node *grown = mem_grow(b->nodes, before, &b->node_cap, UINT32_MAX, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    b->nodes = grown;
    b->nodes[before] = (struct person_node){
        .parent = before, .line = NO_LINE, .spelling = NO_SPELLING, .kind = kind};
    return STATUS_OK;
}

static enum status node_of_text(struct people_builder *b, struct span text, struct buf *key,
                                uint32_t *node, struct err *err)
{
    buf_clear(key);
    enum spelling_kind kind = spelling_key(text, key);
    if (buf_status(key) != STATUS_OK)
        return err_nomem(err);
    return find_node(b, buf_span(key), kind, node, err);
}

uint32_t person_root(struct people_builder *b, uint32_t node)
{
    while (b->nodes[node].parent != node) {
        b->nodes[node].parent = b->nodes[b->nodes[node].parent].parent;
        node = b->nodes[node].parent;
    }
    return node;
}

struct span person_node_text(const struct people_builder *b, uint32_t node)
{
    if (b->nodes[node].spelling != NO_SPELLING)
        return text_table_get(&b->names, b->nodes[node].spelling);
    for (uint32_t i = 0; i < b->alias_count; i++)
        if (b->aliases[i].node == node)
            return b->aliases[i].text;
    return text_table_get(&b->keys, node);
}

bool person_may_join(struct people_builder *b, uint32_t one, uint32_t other)
{
    const struct person_node *a = &b->nodes[person_root(b, one)];
    const struct person_node *z = &b->nodes[person_root(b, other)];
    if (b->nodes[one].kind == SPELLING_NOBODY || b->nodes[other].kind == SPELLING_NOBODY ||
        b->nodes[one].apart || b->nodes[other].apart || b->nodes[one].ambiguous ||
        b->nodes[other].ambiguous)
        return false;
    return a->line == NO_LINE || z->line == NO_LINE || a->line == z->line;
}

static enum status add_link(struct people_builder *b, bool doubt, const struct person_link *link,
                            struct err *err)
{
    uint32_t *count = doubt ? &b->doubts.count : &b->evidence.count;
    struct person_link **at = doubt ? &b->doubts.at : &b->evidence.at;
    struct person_link *grown =
        mem_grow(*at, *count, doubt ? &b->doubts.cap : &b->evidence.cap, UINT32_MAX, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    *at = grown;
    grown[(*count)++] = *link;
    return STATUS_OK;
}

enum status person_join(struct people_builder *b, uint32_t one, uint32_t other,
                        const struct person_link *why, struct err *err)
{
    uint32_t a = person_root(b, one), z = person_root(b, other);
    if (a == z)
        return STATUS_OK;
    uint32_t root = a < z ? a : z, below = a < z ? z : a;
    if (b->nodes[root].line == NO_LINE)
        b->nodes[root].line = b->nodes[below].line;
    b->nodes[below].parent = root;
    if (!why)
        return STATUS_OK;
    struct person_link link = *why;
    link.person = link.other = one;
    link.a = person_node_text(b, one);
    link.b = person_node_text(b, other);
    return add_link(b, false, &link, err);
}

enum status person_doubt(struct people_builder *b, uint32_t one, uint32_t other,
                         enum person_doubt_kind kind, const struct person_pair *pair,
                         struct err *err)
{
    if (b->nodes[one].apart || b->nodes[other].apart)
        return STATUS_OK; /* decided */
    struct person_link link = {.kind = kind, .person = one, .other = other};
    if (pair) {
        link.games = pair->games;
        link.game = pair->game;
    }
    link.a = person_node_text(b, one);
    link.b = person_node_text(b, other);
    return add_link(b, true, &link, err);
}

/* --- Lists ----------------------------------------------------------------------------------- */

struct list_reader {
    struct people_builder *b;
    struct buf key;
    bool built_in;
};

static enum status add_alias(struct list_reader *r, struct span text, struct err *err)
{
    struct people_builder *b = r->b;
    struct person_alias *grown =
        mem_grow(b->aliases, b->alias_count, &b->alias_cap, UINT32_MAX, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    b->aliases = grown;
    struct person_alias *alias = &b->aliases[b->alias_count];
    *alias = (struct person_alias){.line = b->line_count, .text = text, .built_in = r->built_in};
    if (!r->built_in && !arena_copy(&b->arena, text, &alias->text))
        return err_nomem(err);
    enum status status = node_of_text(b, alias->text, &r->key, &alias->node, err);
    b->alias_count += status == STATUS_OK;
    return status;
}

static enum status add_line(void *ctx, const struct people_line *person, struct err *err)
{
    struct list_reader *r = ctx;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < person->count && status == STATUS_OK; i++)
        status = add_alias(r, person->spellings[i], err);
    r->b->line_count++;
    return status;
}

/* The built-in list if text is NULL. */
static enum status add_list(struct people_builder *b, const struct span *text, struct span file,
                            struct err *err)
{
    struct list_reader r = {.b = b, .built_in = !text};
    buf_init(&r.key, BUF_DEFAULT_MAX);
    enum status status = text ? people_file_parse(*text, file, add_line, &r, err)
                              : people_builtin_parse(b->game, add_line, &r, err);
    buf_release(&r.key);
    return status;
}

enum status people_add_list(struct people_builder *b, struct span text, struct span file,
                            struct err *err)
{
    return add_list(b, &text, file, err);
}

/* A key that two lines of the built-in list have is nobody's in particular; a user's list may say
 * whose it is. */
static void mark_ambiguous(struct people_builder *b)
{
    for (uint32_t i = 0; i < b->alias_count; i++) {
        const struct person_alias *alias = &b->aliases[i];
        struct person_node *n = &b->nodes[alias->node];
        if (!alias->built_in)
            continue;
        if (n->line != NO_LINE && n->line != alias->line)
            n->ambiguous = true;
        n->line = alias->line;
    }
    for (uint32_t i = 0; i < b->alias_count; i++)
        if (!b->aliases[i].built_in)
            b->nodes[b->aliases[i].node].ambiguous = false;
    for (uint32_t i = 0; i < b->alias_count; i++) {
        struct person_node *n = &b->nodes[b->aliases[i].node];
        if (n->ambiguous)
            n->line = NO_LINE;
    }
}

/* Whether a single Latin word of the built-in list is somebody else's here: nobody has the full name
 * in games of about that time. */
static bool is_handle(const struct people_builder *b, const struct person_alias *at, uint32_t count,
                      uint32_t nth)
{
    enum { YEARS = 15 };
    const struct person_node *word = &b->nodes[at[nth].node];
    if (!at->built_in || word->kind != SPELLING_WORD || word->spelling == NO_SPELLING)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct person_node *full = &b->nodes[at[i].node];
        if (full->kind != SPELLING_WORD && full->from && word->from &&
            date_year(word->from) + YEARS >= date_year(full->from) &&
            date_year(word->to) <= date_year(full->to) + YEARS)
            return false;
    }
    return true;
}

/* Joins the spellings of one line, those of games being shown as evidence. */
static enum status join_line(struct people_builder *b, const struct person_alias *at,
                             uint32_t count, struct err *err)
{
    const struct person_link why = {.kind = at->built_in ? EVIDENCE_BUILT_IN : EVIDENCE_LIST};
    enum status status = STATUS_OK;
    uint32_t first = UINT32_MAX, seen = UINT32_MAX;
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++) {
        uint32_t node = at[i].node;
        bool played = b->nodes[node].spelling != NO_SPELLING;
        if (b->nodes[node].ambiguous || b->nodes[node].apart)
            continue;
        if (is_handle(b, at, count, i)) {
            b->nodes[node].line = NO_LINE;
            status = person_doubt(b, node, at[0].node, DOUBT_SURNAME, NULL, err);
            continue;
        }
        if (first == UINT32_MAX)
            first = node;
        if (played && seen != UINT32_MAX)
            status = person_join(b, seen, node, &why, err);
        if (status == STATUS_OK)
            status = person_join(b, first, node, NULL, err);
        if (played && seen == UINT32_MAX)
            seen = node;
    }
    if (status == STATUS_OK && first != UINT32_MAX) {
        struct person_node *root = &b->nodes[person_root(b, first)];
        if (root->line == NO_LINE)
            root->line = at->line;
    }
    return status;
}

static enum status doubt_ambiguous(struct people_builder *b, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < b->alias_count && status == STATUS_OK; i++) {
        const struct person_alias *alias = &b->aliases[i];
        if (!b->nodes[alias->node].ambiguous || b->nodes[alias->node].spelling == NO_SPELLING)
            continue;
        uint32_t k = i; /* the usual name of that line */
        while (k > 0 && b->aliases[k - 1].line == alias->line)
            k--;
        if (b->aliases[k].node != alias->node)
            status = person_doubt(b, alias->node, b->aliases[k].node, DOUBT_AMBIGUOUS, NULL, err);
    }
    return status;
}

static enum status join_lists(struct people_builder *b, struct err *err)
{
    enum status status = STATUS_OK;
    mark_ambiguous(b);
    for (uint32_t from = 0, to; from < b->alias_count && status == STATUS_OK; from = to) {
        for (to = from; to < b->alias_count && b->aliases[to].line == b->aliases[from].line;)
            to++;
        status = join_line(b, &b->aliases[from], to - from, err);
    }
    return status == STATUS_OK ? doubt_ambiguous(b, err) : status;
}

/* --- Decisions ------------------------------------------------------------------------------- */

static enum status add_decision(void *ctx, const struct people_decision *decision, struct err *err)
{
    struct people_builder *b = ctx;
    struct person_decision *grown =
        mem_grow(b->decisions, b->decision_count, &b->decision_cap, UINT32_MAX, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    b->decisions = grown;
    struct person_decision *d = &b->decisions[b->decision_count++];
    d->merge = decision->merge;
    return arena_copy(&b->arena, decision->a, &d->a) && arena_copy(&b->arena, decision->b, &d->b)
               ? STATUS_OK
               : err_nomem(err);
}

enum status people_add_decisions(struct people_builder *b, struct span text, struct span file,
                                 struct err *err)
{
    return people_decisions_parse(text, file, add_decision, b, err);
}

/* Whether a spelling was split off, by the last word on it. */
static bool is_apart(const struct people_builder *b, struct span name)
{
    for (uint32_t i = 0; i < b->decision_count; i++)
        if (!b->decisions[i].merge && span_eq(b->decisions[i].a, name))
            return true;
    return false;
}

static uint32_t node_of_name(const struct people_builder *b, struct span name)
{
    uint32_t number;
    return text_table_find(&b->names, name, &number) ? b->node_of[number] : UINT32_MAX;
}

/* A merger that a later split of one of the two takes back. */
static bool is_revoked(const struct people_builder *b, uint32_t nth)
{
    const struct person_decision *d = &b->decisions[nth];
    for (uint32_t i = nth + 1; i < b->decision_count; i++)
        if (!b->decisions[i].merge &&
            (span_eq(b->decisions[i].a, d->a) || span_eq(b->decisions[i].a, d->b)))
            return true;
    return false;
}

static enum status join_decided(struct people_builder *b, struct err *err)
{
    const struct person_link why = {.kind = EVIDENCE_DECISION};
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < b->decision_count && status == STATUS_OK; i++) {
        if (!b->decisions[i].merge || is_revoked(b, i))
            continue;
        uint32_t one = node_of_name(b, b->decisions[i].a);
        uint32_t other = node_of_name(b, b->decisions[i].b);
        if (one != UINT32_MAX && other != UINT32_MAX)
            status = person_join(b, one, other, &why, err);
    }
    return status;
}

/* --- All of it ------------------------------------------------------------------------------- */

/* A spelling that was split off has a key of its own: no name begins with a line break. */
static enum status node_apart(struct people_builder *b, struct span name, struct buf *key,
                              uint32_t *node, struct err *err)
{
    buf_clear(key);
    buf_add_char(key, '\n');
    buf_add_span(key, name);
    if (buf_status(key) != STATUS_OK)
        return err_nomem(err);
    enum status status = find_node(b, buf_span(key), SPELLING_OTHER, node, err);
    if (status == STATUS_OK)
        b->nodes[*node].apart = true;
    return status;
}

static enum status make_nodes(struct people_builder *b, struct err *err)
{
    struct buf key;
    enum status status = STATUS_OK;
    b->node_of = mem_calloc((size_t)b->names.count + 1, sizeof *b->node_of);
    if (!b->node_of)
        return err_nomem(err);
    buf_init(&key, BUF_DEFAULT_MAX);
    for (uint32_t i = 0; i < b->names.count && status == STATUS_OK; i++) {
        struct span name = text_table_get(&b->names, i);
        uint32_t *node = &b->node_of[i];
        status = b->decision_count && is_apart(b, name) ? node_apart(b, name, &key, node, err)
                                                        : node_of_text(b, name, &key, node, err);
        if (status != STATUS_OK)
            break;
        struct person_node *n = &b->nodes[*node];
        n->games += b->use[i].games;
        add_date(&n->from, &n->to, b->use[i].from);
        add_date(&n->from, &n->to, b->use[i].to);
        if (n->spelling == NO_SPELLING || b->use[i].games > b->use[n->spelling].games)
            n->spelling = i;
    }
    buf_release(&key);
    return status;
}

enum status people_end(struct people_builder *b, struct people **out, struct err *err)
{
    *out = NULL;
    enum status status = make_nodes(b, err);
    if (status == STATUS_OK) /* behind the users': their lines have the smaller numbers */
        status = add_list(b, NULL, (struct span){0}, err);
    if (status == STATUS_OK)
        status = join_lists(b, err);
    if (status == STATUS_OK)
        status = people_join_alike(b, err);
    if (status == STATUS_OK)
        status = people_join_pairs(b, err);
    if (status == STATUS_OK)
        status = join_decided(b, err);
    if (status == STATUS_OK)
        status = people_list(b, out, err);
    people_abandon(b);
    return status;
}
