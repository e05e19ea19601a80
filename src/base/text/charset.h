/* charset.h: conversion of character encodings to UTF-8 and back.
 *
 * Records come in whatever their writer's machine used.  All that parses text here parses UTF-8;
 * this module finds out what the bytes are, decodes them, and remembers enough to say where in the
 * file as stored a character came from.
 *
 * How the charset is found, in this order:
 *   1. a byte order mark (UTF-8, UTF-16);
 *   2. the name the file declares, if the bytes decode under it without error;
 *   3. strict UTF-8 (before it: ISO-2022-JP, whose 7-bit bytes are valid UTF-8 too, by its escape
 *      sequences, and UTF-16 without a mark, by its zero bytes);
 *   4. a guess among the family's charsets, by scoring what each makes of the bytes.
 * A damaged file gets the best charset all the same, with U+FFFD for each byte that could not be
 * read, their number, and the place of the first. */
#ifndef KIFU_BASE_TEXT_CHARSET_H
#define KIFU_BASE_TEXT_CHARSET_H

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

enum charset {
    CHARSET_UTF8,
    CHARSET_UTF16LE,
    CHARSET_UTF16BE,
    CHARSET_CP932,       /* Shift-JIS as Windows has it: ① 髙 ～ */
    CHARSET_EUC_JP,      /* with the vendors' characters (eucJP-ms) */
    CHARSET_ISO_2022_JP, /* with JIS X 0212, half-width kana and the vendors' characters */
    CHARSET_GB18030,     /* and so GBK and GB2312 */
    CHARSET_BIG5,
    CHARSET_EUC_KR, /* UHC, code page 949 */
    CHARSET_LATIN1, /* the last resort: never fails */
    /* Taken where a file says so, never guessed. */
    CHARSET_CP1252, /* Latin-1 as Windows has it */
    CHARSET_CP1251,
    CHARSET_KOI8_R,
    CHARSET_ISO_8859_2,
    CHARSET_ISO_8859_3,
    CHARSET_ISO_8859_15,
    CHARSET_COUNT
};

/* Which charsets a guess may choose from. */
enum charset_family {
    CHARSET_FAMILY_JAPANESE, /* shogi: CP932, EUC-JP, ISO-2022-JP */
    CHARSET_FAMILY_SGF       /* Go: GB18030, CP932, EUC-KR, Big5, EUC-JP, Latin-1 */
};

/* The usual name: "UTF-8", "CP932", "EUC-JP", …  Static. */
const char *charset_name(enum charset cs);
/* Knows the many spellings (Shift_JIS, SJIS, Windows-31J, GBK, UHC …), whatever the case, blanks,
 * hyphens and underscores.  False, with *out untouched, for an unknown name. */
bool charset_by_name(struct span name, enum charset *out);

enum charset_mode {
    CHARSET_STRICT, /* the first bad byte is an error */
    CHARSET_LENIENT /* each bad byte becomes U+FFFD and is counted */
};

/* What could not be converted. */
struct charset_loss {
    size_t count;  /* decoding: bad bytes; encoding: characters replaced */
    size_t first;  /* offset in the input of the first of them; valid if count */
    size_t folded; /* encoding to CP932: written as a look-alike (〜 as ～, ¥ as \) */
};

/* Appends raw, decoded, to out.  STATUS_CHARSET in strict mode for bad bytes, with their offset in
 * err->byte (err->line is 0) and loss->first; out then holds what came before.  STATUS_NOMEM or
 * STATUS_LIMIT by out.  A byte order mark is decoded like any other character.  loss may be NULL
 * and is overwritten. */
enum status charset_decode(enum charset cs, struct span raw, enum charset_mode mode,
                           struct buf *out, struct charset_loss *loss, struct err *err);

/* Appends valid UTF-8, encoded, to out.  What cs does not have is replaced by 〓 (by ? in Latin-1
 * and Big5, which have none) and counted.  No byte order mark is written.  Invalid bytes of utf8
 * count as characters that cannot be encoded. */
enum status charset_encode(enum charset cs, struct span utf8, struct buf *out,
                           struct charset_loss *loss, struct err *err);

/* A decoded file. */
struct text {
    struct span raw;      /* the bytes as stored, borrowed from the caller */
    struct span utf8;     /* valid UTF-8 without mark; borrows raw where it can, else the scratch */
    enum charset charset; /* plain ASCII counts as UTF-8 */
    bool guessed;         /* chosen by step 4 above */
    bool declared;        /* chosen by step 2 */
    size_t bom_bytes;     /* length of the byte order mark */
    size_t bad_bytes;     /* how many U+FFFD stand for bytes of raw */
    size_t first_bad;     /* offset in raw of the first; valid if bad_bytes */
};

/* Finds the charset of raw and decodes it.  declared is the name found in the file, empty if none.
 * The scratch is cleared and, unless raw is UTF-8 already, holds the text: it must outlive *out.
 * Fails only with STATUS_NOMEM, or with STATUS_LIMIT if the text outgrows the scratch. */
enum status charset_decode_text(struct span raw, struct span declared, enum charset_family family,
                                struct buf *scratch, struct text *out, struct err *err);

/* The same with the charset given (by the user, say): decodes leniently, drops a mark. */
enum status charset_decode_text_as(struct span raw, enum charset cs, struct buf *scratch,
                                   struct text *out, struct err *err);

/* Decodes character by character, leniently. */
struct charset_stepper {
    enum charset cs;
    unsigned state; /* of a charset with shift states */
    void *iconv;    /* open converter, or NULL */
};

struct charset_step {
    size_t taken; /* bytes of input, at least 1 */
    size_t made;  /* bytes of UTF-8; 0 for an escape sequence */
    bool bad;     /* the byte is bad, U+FFFD was made of it */
};

enum { CHARSET_STEP_BYTES = 12 };

/* STATUS_UNSUPPORTED if the C library lacks the charset. */
enum status charset_stepper_init(struct charset_stepper *s, enum charset cs, struct err *err);
void charset_stepper_release(struct charset_stepper *s);
/* Decodes the first character of rest, which must not be empty. */
struct charset_step charset_stepper_next(struct charset_stepper *s, struct span rest,
                                         char out[CHARSET_STEP_BYTES]);

/* From places in text->utf8 to places in text->raw.  Used when problems are reported: it decodes
 * again from where it stood, so asking in ascending order costs one pass in all, and going back
 * costs a restart. */
struct text_map {
    const struct text *text;
    size_t utf8_at;
    size_t raw_at;
    struct charset_stepper stepper;
};

/* Borrows text until text_map_release(). */
void text_map_init(struct text_map *m, const struct text *text);
void text_map_release(struct text_map *m);
/* Offset in raw of the character that holds utf8_offset (or of its end, for utf8.n). */
size_t text_map_offset(struct text_map *m, size_t utf8_offset);

#endif
