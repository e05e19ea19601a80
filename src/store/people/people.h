/* people.h: which spellings are one person.
 *
 * From the spellings in a database, lists of people (people_file.h), games that have two spellings
 * of a player, and decisions of users (people_decisions.h) to persons.  In this order:
 *
 *   - one key (spelling.h) is one person: ranks, widths, the order of names;
 *   - what a list says is one person is one, and two people of the list stay two; but a single Latin
 *     word of the built-in list, which may be a handle, only if its games are of that person's time;
 *   - full names in Latin letters that differ in the way of romanising alone (romaji.h) are one,
 *     and so is a rare misprint of a frequent one that is no Japanese word;
 *   - a full name in kanji is one person whatever place or school stands behind it in brackets;
 *   - the same game with two spellings in one seat joins them if nothing speaks against it: names
 *     in different scripts, or a family name and the full one;
 *   - a user's decisions come last, and hold whatever the rest says.
 *
 * What is not strong enough becomes a doubt, for a person to decide: the same family name is never
 * enough, and different given names are never joined but by a list or a decision. */
#ifndef KIFU_STORE_PEOPLE_PEOPLE_H
#define KIFU_STORE_PEOPLE_PEOPLE_H

#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/span.h"
#include "games/game.h"
#include "store/metadata/text_table.h"
#include "store/people/spelling.h"

enum person_evidence_kind {
    EVIDENCE_SPELLING, /* equal but for rank, order, width … */
    EVIDENCE_BUILT_IN, /* the list that is built in */
    EVIDENCE_LIST,     /* the database's people.txt */
    EVIDENCE_ROMAJI,   /* romanised in another way */
    EVIDENCE_MISPRINT,
    EVIDENCE_NOTE,  /* the same full name, with a place, a school or the like in brackets */
    EVIDENCE_GAMES, /* the same games */
    EVIDENCE_DECISION,
    EVIDENCE_KINDS
};

enum person_doubt_kind {
    DOUBT_GAMES,     /* the same games, but names that are too different */
    DOUBT_CONFLICT,  /* the same games, but the lists know them as two people */
    DOUBT_ROMAJI,    /* romanised alike but for a long o at the front: 大野 and 小野 */
    DOUBT_LETTER,    /* one letter differs */
    DOUBT_AMBIGUOUS, /* the spelling of several people of the built-in list */
    DOUBT_SURNAME,   /* a family name alone, and the one full name that begins with it */
    DOUBT_NOTE,      /* the name with and without something in brackets */
    DOUBT_KINDS
};

/* Short stable names for machines. */
const char *person_evidence_name(enum person_evidence_kind kind);
const char *person_doubt_name(enum person_doubt_kind kind);

struct person_spelling {
    struct span name; /* as written */
    uint32_t games;   /* that have it, as given */
    uint32_t person;  /* whose it is */
    enum spelling_kind kind;
};

/* Why two spellings are, or might be, one person. */
struct person_link {
    unsigned kind;        /* enum person_evidence_kind or person_doubt_kind */
    uint32_t person;      /* of a */
    uint32_t other;       /* of b; the same for evidence */
    struct span a, b;     /* spellings */
    uint32_t games, game; /* how many have both; the id of the first */
};

struct person {
    struct span name;              /* the usual spelling, without rank */
    uint32_t first, count;         /* of spellings */
    uint32_t first_alias, aliases; /* what lists call this person besides */
    uint32_t first_evidence, evidence;
    uint32_t games;    /* sum over the spellings until somebody counts better */
    uint32_t from, to; /* dates as columns.h packs them, 0: none; of the games counted */
};

struct people {
    struct person *at;
    uint32_t count;
    struct person_spelling *spellings; /* by person, the most frequent first */
    uint32_t spelling_count;
    struct span *aliases;         /* by person */
    struct person_link *evidence; /* by person */
    uint32_t evidence_count;
    struct person_link *doubts; /* the most frequent people first */
    uint32_t doubt_count;
    struct arena arena;            /* owns all texts but those of the tables */
    struct text_table names, keys; /* spellings as written; their keys and those of lists */
    uint32_t *of_name, *of_key;    /* persons; PEOPLE_NOBODY */
};

/* What is known before. */
struct people_builder;

enum status people_begin(struct people_builder **out, const struct game *game,
                         struct err *err) CHECK_RESULT;
void people_abandon(struct people_builder *b); /* NULL is fine */
/* A spelling that so many games have; the number it gets is that of the first time it was given. */
enum status people_add_spelling(struct people_builder *b, struct span name, uint32_t games,
                                uint32_t *number, struct err *err) CHECK_RESULT;
/* A day, as columns.h packs it, of a game that has the spelling; 0 is none. */
void people_add_date(struct people_builder *b, uint32_t number, uint32_t date);
/* Two spellings, by number, of one seat of a game that is long enough to be no coincidence. */
enum status people_add_pair(struct people_builder *b, uint32_t one, uint32_t other, uint32_t game,
                            struct err *err) CHECK_RESULT;
/* A list of people; file is for messages. */
enum status people_add_list(struct people_builder *b, struct span text, struct span file,
                            struct err *err) CHECK_RESULT;
/* Decisions of users, as people_decisions.h has them. */
enum status people_add_decisions(struct people_builder *b, struct span text, struct span file,
                                 struct err *err) CHECK_RESULT;
/* The result; the builder is freed whatever happens. */
enum status people_end(struct people_builder *b, struct people **out, struct err *err) CHECK_RESULT;
void people_free(struct people *p); /* NULL is fine */

/* The plies from which on equal games are one game and no coincidence. */
enum { PEOPLE_PAIR_PLIES = 40 };

#define PEOPLE_NOBODY UINT32_MAX
/* Whose spelling it is: as it is written, else by its key; PEOPLE_NOBODY if it is nobody's. */
uint32_t people_of(const struct people *p, struct span spelling);

/* The spelling, as games have it, that a name stands for: itself, or the person's most frequent.
 * False if it is nobody's. */
bool people_spelling(const struct people *p, struct span name, struct span *spelling);

/* The persons one of whose spellings or aliases begins with text, or contains it, both folded as
 * the query word player: does; Latin names in either order.  The most frequent first, at most
 * `room` of them; returns how many there are in all.  With an empty text everybody. */
enum people_part { PEOPLE_PREFIX, PEOPLE_PART };
enum status people_find(const struct people *p, struct span text, enum people_part part,
                        uint32_t *persons, uint32_t room, uint32_t *count,
                        struct err *err) CHECK_RESULT;

#endif
