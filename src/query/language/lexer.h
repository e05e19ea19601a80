/* lexer.h: the lexer of the query language, which returns one token at a time.
 *
 *     count ( { sfu , sgi } , rank : 5 ) >= 2
 *
 * A word is a run of whatever is neither a blank nor one of  ( ) { } , : " < > =  nor "!=".  Blanks
 * are those of ASCII and the wide one (U+3000), and may stand between any two tokens.  What follows
 * a colon is read with lexer_value(), because names and dates may hold what words may not. */
#ifndef KIFU_QUERY_LANGUAGE_LEXER_H
#define KIFU_QUERY_LANGUAGE_LEXER_H

#include "query/language/query.h"

enum token_kind {
    TOKEN_END,
    TOKEN_WORD,
    TOKEN_STRING, /* "…" with the quotes; see lexer_unquote() */
    TOKEN_OPEN,   /* ( */
    TOKEN_CLOSE,
    TOKEN_OPEN_SET, /* { */
    TOKEN_CLOSE_SET,
    TOKEN_COMMA,
    TOKEN_COLON,
    TOKEN_COMPARE,
    TOKEN_BAD, /* a string without its end */
};

struct token {
    enum token_kind kind;
    struct span text;           /* in the query */
    enum query_compare compare; /* TOKEN_COMPARE */
};

struct lexer {
    struct span all;
    size_t at;
};

/* The next token, removed. */
struct token lexer_next(struct lexer *lex);
/* The next token, left where it is. */
struct token lexer_peek(const struct lexer *lex);
/* Takes the character if it stands right here, without blanks before it. */
bool lexer_eat(struct lexer *lex, char c);
/* What follows a colon: a string, or everything up to a blank or one of  ( ) { } , "  Empty, of
 * kind TOKEN_WORD, if there is nothing. */
struct token lexer_value(struct lexer *lex);

/* The contents of a string token: \" and \\ stand for " and \, any other \ for itself.  Copied to
 * the arena; false if there is no memory. */
bool lexer_unquote(struct span quoted, struct arena *arena, struct span *out);
/* The inverse of lexer_unquote(): appends text in quotes. */
void lexer_quote(struct span text, struct buf *out);

/* Blanks in place of comments, so that places in the text stay: from a # that begins a word, outside
 * of strings, to the end of the line.  For queries in files. */
void lexer_blank_comments(char *text, size_t n);

/* ">=", "<", … */
const char *compare_text(enum query_compare compare);

#endif
