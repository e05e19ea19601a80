/* fuzz_comments.c: any bytes as the image of an index of comments.  Whatever it finds are games. */
#include <stdlib.h>

#include "db/record_index.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { GAMES = 100, WORDS = 2 };
    static const char *const TEXTS[] = {"", "\xe6\x89\x8b", "\xe5\xa5\xbd\xe6\x89\x8b", "goodmove"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        uint64_t bits[WORDS] = {0};
        struct err err;
        enum status status = record_index_try(span_make((const char *)data, size), GAMES,
                                              span_of(TEXTS[i]), bits, &err);
        if (status == STATUS_OK && bits[1] >> (GAMES - 64))
            abort();
    }
    return 0;
}
