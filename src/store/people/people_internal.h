/* people_internal.h: persons while they are worked out; shared by people_build.c, people_rules.c
 * and people_end.c.
 *
 * Nodes are keys of spellings (spelling.h), whether a game has them or only a list; joined nodes
 * are one person (union-find). */
#ifndef KIFU_STORE_PEOPLE_PEOPLE_INTERNAL_H
#define KIFU_STORE_PEOPLE_PEOPLE_INTERNAL_H

#include "store/people/people.h"

enum { NO_LINE = UINT32_MAX, NO_SPELLING = UINT32_MAX };

struct person_node {
    uint32_t parent;   /* towards the root; itself: a root */
    uint32_t line;     /* of a root: the line of a list that the person is; NO_LINE */
    uint32_t games;    /* of its own spellings */
    uint32_t from, to; /* their dates; 0: unknown */
    uint32_t spelling; /* the most frequent of them; NO_SPELLING: only lists have it */
    enum spelling_kind kind;
    bool ambiguous; /* of several people of the built-in list */
    bool apart;     /* a user split it from the rest */
};

/* A spelling in a list. */
struct person_alias {
    uint32_t node, line;
    struct span text;
    bool built_in;
};

struct person_pair {
    uint32_t a, b; /* spellings, later nodes, the smaller first */
    uint32_t games, game;
};

struct person_decision {
    bool merge;
    struct span a, b;
};

struct people_builder {
    const struct game *game;
    struct arena arena;
    struct text_table names, keys;
    struct name_use {
        uint32_t games, from, to; /* dates; 0: unknown */
    } * use;                      /* by name */
    size_t use_cap;
    uint32_t *node_of;         /* by name */
    struct person_node *nodes; /* by key */
    size_t node_cap;
    struct person_alias *aliases;
    uint32_t alias_count, line_count;
    size_t alias_cap;
    struct person_pair *pairs;
    uint32_t pair_count;
    size_t pair_cap;
    struct person_decision *decisions;
    uint32_t decision_count;
    size_t decision_cap;
    struct {
        struct person_link *at; /* person and other are nodes until the end */
        uint32_t count;
        size_t cap;
    } evidence, doubts;
};

uint32_t person_root(struct people_builder *b, uint32_t node);
/* What a node is called in messages: its most frequent spelling, or the list's. */
struct span person_node_text(const struct people_builder *b, uint32_t node);
/* Makes two nodes one person, and notes why; nothing if they are. */
enum status person_join(struct people_builder *b, uint32_t one, uint32_t other,
                        const struct person_link *why, struct err *err) CHECK_RESULT;
/* Whether two lines of a list, or a user's decision, keep them apart. */
bool person_may_join(struct people_builder *b, uint32_t one, uint32_t other);
enum status person_doubt(struct people_builder *b, uint32_t one, uint32_t other,
                         enum person_doubt_kind kind, const struct person_pair *pair,
                         struct err *err) CHECK_RESULT;

/* people_rules.c: romanisation, misprints, family names; games with two spellings. */
enum status people_join_alike(struct people_builder *b, struct err *err) CHECK_RESULT;
enum status people_join_pairs(struct people_builder *b, struct err *err) CHECK_RESULT;

/* people_end.c */
enum status people_list(struct people_builder *b, struct people **out,
                        struct err *err) CHECK_RESULT;

#endif
