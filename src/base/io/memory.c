/* memory.c: see memory.h. */
#include "base/io/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/io/file.h"
#include "base/text/num.h"

enum { MOST_TEXT = 1 << 16 };

/* The number that begins a text, past blanks; UINT64_MAX: there is none ("max"). */
static uint64_t first_number(struct span text)
{
    uint64_t n;
    text = span_trim(text);
    return num_eat_u64(&text, UINT64_MAX - 1, &n) ? n : UINT64_MAX;
}

/* The number after a word in a file of the kernel's; an empty word is at its beginning. */
static uint64_t number_in(const char *path, struct span word)
{
    struct buf text;
    uint64_t n = UINT64_MAX;
    buf_init(&text, MOST_TEXT);
    if (file_read(path, MOST_TEXT, &text, NULL) == STATUS_OK) {
        ptrdiff_t at = span_find(buf_span(&text), word);
        if (at >= 0)
            n = first_number(span_skip(buf_span(&text), (size_t)at + word.n));
    }
    buf_release(&text);
    return n;
}

static uint64_t least_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t left_of(uint64_t limit, uint64_t used)
{
    if (limit == UINT64_MAX || used == UINT64_MAX)
        return limit;
    return used < limit ? limit - used : 0;
}

static uint64_t left_in_machine(void)
{
    uint64_t kb = number_in("/proc/meminfo", SPAN("MemAvailable:"));
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (kb < UINT64_MAX / 1024)
        return kb * 1024;
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_MAX;
}

/* Both versions of control groups, as a container sees its own. */
static uint64_t left_in_group(void)
{
    uint64_t new = left_of(number_in("/sys/fs/cgroup/memory.max", SPAN("")),
                           number_in("/sys/fs/cgroup/memory.current", SPAN("")));
    uint64_t old = left_of(number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes", SPAN("")),
                           number_in("/sys/fs/cgroup/memory/memory.usage_in_bytes", SPAN("")));
    return least_of(new, old);
}

static uint64_t left_in_address_space(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return UINT64_MAX;
    return limit.rlim_cur;
}

uint64_t memory_available(void)
{
    return least_of(left_in_machine(), least_of(left_in_group(), left_in_address_space()));
}
