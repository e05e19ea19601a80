/* bare_words.c: names without their group: mino, 美濃, みの, Habu.
 *
 * Looked for in this order, the first that has it wins: castles, openings, joseki and shapes of that
 * name or label; players; castles and so on whose name, a part of it, or a label begins so; events;
 * tags; players one of whose names begins so.  Small and large letters, widths, hyphens and both kinds of kana are alike, and kana find
 * the names in Latin letters. */
#include "base/text/kana.h"
#include "base/text/utf8.h"
#include "query/language/parse.h"
#include "store/metadata/name_fold.h"

static const char *const KINDS[] = {"castle", "opening", "joseki", "shape"};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS, MOST_CANDIDATES = 12 };

/* What was typed: folded, and in Latin letters if it was kana. */
struct typed_name {
    struct buf key, romaji;
};

/* Definitions of one kind that fit. */
struct name_candidates {
    const struct named_query *at[MOST_CANDIDATES];
    uint32_t count; /* may be more than are kept */
};

static void typed_init(struct typed_name *t, struct span name)
{
    buf_init(&t->key, BUF_DEFAULT_MAX);
    buf_init(&t->romaji, BUF_DEFAULT_MAX);
    name_fold_typed(name, &t->key);
    if (!kana_romaji(buf_span(&t->key), &t->romaji))
        buf_clear(&t->romaji);
}

static void typed_release(struct typed_name *t)
{
    buf_release(&t->key);
    buf_release(&t->romaji);
}

static bool text_fits(struct span text, struct span typed, bool whole)
{
    return typed.n && (whole ? span_eq(text, typed) : span_starts(text, typed));
}

static bool key_fits(struct span name, const struct typed_name *t, bool whole)
{
    struct buf key;
    buf_init(&key, BUF_DEFAULT_MAX);
    name_fold_typed(name, &key);
    bool fits = text_fits(buf_span(&key), buf_span(&t->key), whole) ||
                text_fits(buf_span(&key), buf_span(&t->romaji), whole);
    buf_release(&key);
    return fits;
}

/* "kata-mino" begins so at "kata" and at "mino". */
static bool part_fits(struct span name, const struct typed_name *t)
{
    for (;;) {
        if (key_fits(name, t, false))
            return true;
        ptrdiff_t hyphen = span_find(name, SPAN("-"));
        if (hyphen < 0)
            return false;
        name = span_skip(name, (size_t)hyphen + 1);
    }
}

static bool definition_fits(const struct named_query *n, const struct typed_name *t, bool whole)
{
    bool fits = whole ? key_fits(n->name, t, true) : part_fits(n->name, t);
    for (uint32_t i = 0; i < n->label_count && !fits; i++)
        fits = key_fits(n->labels[i], t, whole);
    return fits;
}

static void find_names(const struct named_queries *named, const char *kind,
                       const struct typed_name *t, bool whole, struct name_candidates *out)
{
    *out = (struct name_candidates){0};
    for (size_t i = 0; named && i < named->count; i++) {
        if (!span_eq(named->at[i].group, span_of(kind)) ||
            !definition_fits(&named->at[i], t, whole))
            continue;
        if (out->count < MOST_CANDIDATES)
            out->at[out->count] = &named->at[i];
        out->count++;
    }
}

static uint32_t several(struct parser *p, struct span source, const struct msg *what,
                        struct span name, struct span list)
{
    parse_fail(p, source.p, what, name, SPAN(""));
    if (p->err && p->err->what == what)
        err_list(p->err, list);
    return 0;
}

static uint32_t several_names(struct parser *p, struct span source, struct span name,
                              const struct name_candidates *found)
{
    static const struct msg SEVERAL = {"\"%1\" may be any of: %2",
                                       "「%1」は次のどれか分かりません: %2"};
    struct buf list;
    buf_init(&list, BUF_DEFAULT_MAX);
    for (uint32_t i = 0; i < found->count && i < MOST_CANDIDATES; i++) {
        buf_add_str(&list, i ? ", " : "");
        buf_add_span(&list, found->at[i]->group);
        buf_add_char(&list, ':');
        buf_add_span(&list, found->at[i]->name);
    }
    if (found->count > MOST_CANDIDATES)
        buf_add_str(&list, ", …");
    several(p, source, &SEVERAL, name, buf_span(&list));
    buf_release(&list);
    return 0;
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_kinds(struct parser *p, struct span source, struct span name, int seat,
                           bool whole, bool *mine)
{
    struct typed_name t;
    struct name_candidates found = {0};
    uint32_t node = 0;
    typed_init(&t, name);
    for (size_t kind = 0; kind < KIND_COUNT && found.count == 0; kind++)
        find_names(p->named, KINDS[kind], &t, whole, &found);
    typed_release(&t);
    *mine = found.count > 0;
    if (found.count == 1)
        node = named_word(p, found.at[0], seat, span_starts(source, SPAN("game.")), source);
    else if (found.count)
        node = several_names(p, source, name, &found);
    return node;
}

static uint32_t several_players(struct parser *p, struct span source, struct span name,
                                const struct names_found *found)
{
    static const struct msg SEVERAL = {
        "\"%1\" may be any of: %2; write the whole name in quotes, or player:%1 for all of them",
        "「%1」は次の誰か分かりません: %2。名前全体を引用符で囲むか、全員なら player:%1 "
        "と書いてください"};
    struct buf list;
    buf_init(&list, BUF_DEFAULT_MAX);
    for (uint32_t i = 0; i < found->listed; i++) {
        buf_add_str(&list, i ? ", " : "");
        buf_add_span(&list, found->at[i].name);
        buf_printf(&list, " (%llu)", (unsigned long long)found->at[i].games);
    }
    if (found->count > found->listed)
        buf_add_str(&list, ", …");
    several(p, source, &SEVERAL, name, buf_span(&list));
    buf_release(&list);
    return 0;
}

/* Notes whom a name stands for that others have, too. */
static bool add_reading(struct parser *p, struct span word, const struct names_found *found)
{
    struct name_reading *r = arena_alloc(&p->q->arena, sizeof *r);
    if (!r)
        return false;
    *r = (struct name_reading){.name = found->at[0].name,
                               .games = found->at[0].games,
                               .of = found->of,
                               .next = p->q->readings};
    p->q->readings = r;
    return arena_copy(&p->q->arena, word, &r->word);
}

/* A person, by the usual spelling. */
static uint32_t player_node(struct parser *p, struct span word, int seat,
                            const struct names_found *found)
{
    if (found->count > 1 && !add_reading(p, word, found))
        return parse_full(p);
    uint32_t node = meta_person(p, seat, found->at[0].name);
    if (node && seat < 0)
        p->q->nodes[node].named_player = true;
    return node;
}

/* Asks the databases. */
static uint32_t read_meta(struct parser *p, struct span source, enum meta_field field,
                          struct span name, int seat, bool words, bool *mine)
{
    struct names_found found = {0};
    struct span text;
    const struct name_lookup *lookup = p->named ? p->named->lookup : NULL;
    *mine = false;
    if (!lookup || p->status != STATUS_OK)
        return 0;
    p->status = lookup->find(lookup, field, name, words, &p->q->arena, &found, p->err);
    *mine = p->status != STATUS_OK || found.count > 0;
    if (p->status != STATUS_OK || found.count == 0)
        return 0;
    if (field == META_PLAYER)
        return found.clear ? player_node(p, name, seat, &found)
                           : several_players(p, source, name, &found);
    return arena_copy(&p->q->arena, name, &text) ? meta_name(p, field, seat, text) : parse_full(p);
}

/* Fewer letters say nothing. */
static bool is_long_enough(struct span name)
{
    uint32_t c;
    size_t first = utf8_decode(name, &c);
    return first && (first > 1 || name.n > 1);
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
uint32_t bare_word(struct parser *p, struct span source, struct span name, int seat, bool *mine)
{
    *mine = false;
    if (!is_long_enough(name))
        return 0;
    uint32_t node = read_kinds(p, source, name, seat, true, mine);
    bool game = span_starts(source, SPAN("game."));
    if (!*mine && !game)
        node = read_meta(p, source, META_PLAYER, name, seat, true, mine);
    if (!*mine)
        node = read_kinds(p, source, name, seat, false, mine);
    if (!*mine && !game && seat < 0)
        node = read_meta(p, source, META_EVENT, name, -1, true, mine);
    if (!*mine && !game && seat < 0)
        node = read_meta(p, source, META_TAG, name, -1, true, mine);
    if (!*mine && !game)
        node = read_meta(p, source, META_PLAYER, name, seat, false, mine);
    return node;
}

struct span bare_word_nearest(const struct named_queries *named, struct span word)
{
    struct span nearest = {0};
    for (size_t kind = 0; kind < KIND_COUNT && nearest.n == 0; kind++)
        nearest = named_nearest(named, span_of(KINDS[kind]), word);
    return nearest;
}
