/* parse.h: the parser's functions for the files that read the words of a query.
 *
 * Functions that read return the number of a node, or 0 after a failure that they have noted: the
 * first one stays, and nobody needs to look before giving up. */
#ifndef KIFU_QUERY_LANGUAGE_PARSE_H
#define KIFU_QUERY_LANGUAGE_PARSE_H

#include "query/language/lexer.h"
#include "query/language/named.h"
#include "query/language/words.h"

/* The names being expanded, innermost first. */
struct expansion {
    const struct named_query *named;
    const struct expansion *outer;
};

struct parser {
    struct query *q;
    const struct game_words *words;
    const struct named_queries *named; /* may be NULL */
    struct lexer lex;
    struct span source; /* not empty: the source of nodes */
    const struct expansion *within;
    struct board_shape board; /* that the group being read speaks of */
    unsigned depth;
    enum status status;
    struct err *err;
};

/* Facts in a set or a sum: no game has more. */
enum { PARSE_MAX_FACTS = 8192 };

/* --- Failures: all return 0 ------------------------------------------------------------------ */

/* at points into the text being read. */
uint32_t parse_fail(struct parser *p, const char *at, const struct msg *what, struct span arg1,
                    struct span arg2);
uint32_t parse_unexpected(struct parser *p, const struct token *t, const struct msg *wanted);
/* No memory, or more nodes or bytes than allowed. */
uint32_t parse_full(struct parser *p);

/* --- Nodes ----------------------------------------------------------------------------------- */

uint32_t parse_node(struct parser *p, enum query_op op);
uint32_t parse_adopt(struct parser *p, uint32_t parent, uint32_t child);
/* Of one child; child 0 gives 0. */
uint32_t parse_not(struct parser *p, uint32_t child);
/* Of two: Q_AND, Q_OR, Q_THEN, Q_NEVER, Q_EVER; 0 if one of them is. */
uint32_t parse_pair(struct parser *p, enum query_op op, uint32_t a, uint32_t b);
/* A sum of facts: a sorted copy of the terms. */
uint32_t parse_sum(struct parser *p, const struct query_term *terms, uint32_t count,
                   enum query_compare compare, int64_t value);
/* At least one of them is true.  The set must not be empty. */
uint32_t parse_any(struct parser *p, const uint32_t *facts, uint32_t count);
/* As many of the facts as a comparison that follows says (three quarters if there is none: near
 * enough to be called alike); hits are ranked. */
uint32_t parse_like(struct parser *p, const uint32_t *facts, uint32_t count);
uint32_t parse_fact(struct parser *p, uint32_t fact);
/* A MOVE node; the array is copied, what it points to must be in the arena. */
uint32_t parse_moves(struct parser *p, const struct query_move *moves, uint32_t count);
/* A set of facts in the query's arena, sorted, each once; NULL, with the failure noted. */
uint32_t *parse_copy(struct parser *p, const uint32_t *facts, uint32_t *count);
/* Sorts, joins what is there twice, and returns how many remain. */
uint32_t terms_tidy(struct query_term *terms, uint32_t count);
uint32_t facts_tidy(uint32_t *facts, uint32_t count);

/* --- Tokens ---------------------------------------------------------------------------------- */

/* Removes the next token if it is of that kind. */
bool parse_eat(struct parser *p, enum token_kind kind);
/* As parse_eat(), and a failure if it is not. */
bool parse_expect(struct parser *p, enum token_kind kind, const struct msg *wanted);
/* A comparison and a number after it.  Without one: ">= otherwise", if otherwise is not
 * NO_DEFAULT. */
#define NO_DEFAULT INT64_MIN
bool parse_compare(struct parser *p, enum query_compare *compare, int64_t *value,
                   int64_t otherwise);
/* The comparison alone. */
bool parse_comparison(struct parser *p, enum query_compare *compare);
/* A string, or else a value; unquoted. */
bool parse_text(struct parser *p, struct span *text, const char **at);
/* "5", "1..3", "..40", "20.."; the ends that are missing are min and max. */
bool parse_range(struct parser *p, struct span text, uint64_t min, uint64_t max, uint64_t *low,
                 uint64_t *high);
/* "13" (a square) or "13x9", whole; false, with *out as it was, if it is neither. */
bool parse_board_shape(struct span text, struct board_shape *out);
/* Fails, with the nearest of the candidates (and, if wanted, of the game's facts) as the second
 * argument of the message; empty if none is near. */
uint32_t parse_unknown(struct parser *p, struct span word, const struct msg *what,
                       const char *const *candidates, bool facts);

/* --- Whole things ---------------------------------------------------------------------------- */

/* Everything up to the end or a closing parenthesis, which is left. */
uint32_t parse_chain(struct parser *p);
/* The tree of a node as the symmetry shows it: a copy. */
uint32_t parse_image(struct parser *p, uint32_t node, unsigned symmetry);
/* The node or one of its images under these symmetries (bits), each once. */
uint32_t parse_images(struct parser *p, uint32_t node, uint32_t symmetries);

/* {s76fu,s77fu}, the brace being next. */
uint32_t set_word(struct parser *p);
/* sum(…), best(…) and moves(…), the parenthesis being next. */
uint32_t sum_word(struct parser *p, bool ranked);
uint32_t moves_word(struct parser *p);
/* pattern "…" and pattern @FILE, what follows the word being next; for games that have them. */
uint32_t pattern_word(struct parser *p);
/* Gives a PATTERN node its text; false, with the failure noted, if there is no memory. */
bool pattern_name(struct parser *p, uint32_t node);

/* progress>=0.5, the word having been taken: what the game measures.  *mine is false if word is
 * none of it. */
uint32_t measure_word(struct parser *p, struct span word, bool *mine);

/* Whether it is a group of names: castle, opening, shape, or one of a user's file. */
bool named_group_exists(const struct named_queries *named, struct span group);
/* castle:NAME, the colon being next; word is what stood before it, "s.castle" or "game.castle", and seat whose (-1:
 * either player's). */
uint32_t named_group_word(struct parser *p, struct span word, struct span group, int seat);
/* What a definition stands for; word is what named it, and about_game whether it holds for the game
 * (game_names.h). */
uint32_t named_word(struct parser *p, const struct named_query *named, int seat, bool about_game,
                    struct span word);
/* A name without its group: a castle, an opening, a joseki, a shape, a player, an event or a tag,
 * whichever has it first.  source is the word with what stood before the name.  *mine is false if
 * there is none of these. */
uint32_t bare_word(struct parser *p, struct span source, struct span name, int seat, bool *mine);
/* The name without its group that somebody probably meant; empty if none is near. */
struct span bare_word_nearest(const struct named_queries *named, struct span word);
/* @NAME, which has been taken. */
uint32_t named_at_word(struct parser *p, struct span word);

/* player:TEXT, event:TEXT, tag:TEXT and the like.  text must be in the query's arena. */
uint32_t meta_name(struct parser *p, enum meta_field field, int seat, struct span text);
/* player:==NAME: the person of that name; name must be in the query's arena. */
uint32_t meta_person(struct parser *p, int seat, struct span name);
/* Words about the game itself (player:, date:, …); seat -1, or that of a prefix ("black.").
 * *mine is false if word is none of them. */
uint32_t meta_word(struct parser *p, struct span word, int seat, bool *mine);
extern const char *const META_WORDS[]; /* NULL at the end */

/* --- Positions ------------------------------------------------------------------------------- */

/* The text of a position, as a game's reader of positions eats it up. */
struct diagram_reader {
    struct parser *p;
    struct span rest;  /* of the text */
    const char *start; /* of the text */
    const char *at;    /* where that stands in the query */
};
/* After a word such as "board": the text in quotes, or startpos; the word itself if it is startpos.
 * False after a failure. */
bool parse_diagram(struct parser *p, struct span word, struct diagram_reader *out);
/* Notes a failure at the rest of the text; false. */
bool diagram_fail(struct diagram_reader *r, const struct msg *what);

#endif
