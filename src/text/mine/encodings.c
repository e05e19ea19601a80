/* encodings.c: the table of encodings; see encodings.h. */
#include "text/mine/encodings.h"

const struct encoding *const all_encodings[] = {
    &go_es_encoding, &go_er_encoding, &go_thread_encoding, &shogi_moves_encoding, NULL,
};

const struct encoding *encoding_by_name(struct span name)
{
    for (const struct encoding *const *e = all_encodings; *e; e++)
        if (span_eq(name, span_of((*e)->name)))
            return *e;
    return NULL;
}

const struct encoding *encoding_usual(const struct game *game)
{
    for (const struct encoding *const *e = all_encodings; *e; e++)
        if ((*e)->game == game && (*e)->usual)
            return *e;
    return NULL;
}

const struct encoding *encoding_ordered(const struct game *game)
{
    const struct encoding *finest = NULL;
    for (const struct encoding *const *e = all_encodings; *e; e++)
        if ((*e)->game == game && (*e)->ordered && (!finest || (*e)->alphabet > finest->alphabet))
            finest = *e;
    return finest;
}
