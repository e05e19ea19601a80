/* fuzz_name_games.c: any bytes as a list of games of a named query.  Whatever is accepted is a list
 * of different games of the segment, in order, and is written in no other way. */
#include <stdlib.h>

#include "base/alloc.h"
#include "query/groups/name_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { GAMES = 1000 };
    struct game_list l;
    if (!game_list_read(&l, span_make((const char *)data, size), GAMES)) {
        if (l.at || l.count)
            abort();
        return 0;
    }
    for (uint32_t i = 0; i < l.count; i++)
        if (l.at[i] / 4 >= GAMES || (i && l.at[i] / 4 <= l.at[i - 1] / 4))
            abort();
    mem_free(l.at);
    return 0;
}
