/* mapping.c: see mapping.h.
 *
 * A signal handler finds its data in a static variable or not at all: this is the list of
 * mappings, which only grows.  Its nodes are used again, so it is as long as there were mappings at
 * a time.  The handler takes no lock: it reads atomics and calls mmap(2). */
#include "base/io/mapping.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"

struct mapping {
    _Atomic uintptr_t begin; /* 0: the node is free */
    _Atomic size_t bytes;
    atomic_bool taken, lost;
    struct mapping *next;
};

static _Atomic(struct mapping *) mappings;
static struct sigaction before;
static uintptr_t page_bytes;

/* --- The handler ----------------------------------------------------------------------------- */

static struct mapping *mapping_at(uintptr_t at)
{
    for (struct mapping *m = atomic_load(&mappings); m; m = m->next) {
        uintptr_t begin = atomic_load(&m->begin);
        if (begin && at >= begin && at - begin < atomic_load(&m->bytes))
            return m;
    }
    return NULL;
}

/* Zero bytes from the page on to the end: after a cut all of them are gone.  They can be written
 * to, as a view may have been made writable (file_view_make_writable). */
static bool replace_pages(struct mapping *m, uintptr_t at)
{
    uintptr_t from = at & ~(page_bytes - 1);
    size_t n = atomic_load(&m->begin) + atomic_load(&m->bytes) - from;
    atomic_store(&m->lost, true);
    /* cppcheck-suppress intToPointerCast */
    return mmap((void *)from, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                -1, 0) != MAP_FAILED;
}

/* To who was there before; if that was nobody, the signal comes again and ends the process. */
static void pass_on(int signal, siginfo_t *info, void *context)
{
    if (before.sa_flags & SA_SIGINFO)
        before.sa_sigaction(signal, info, context);
    else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)
        before.sa_handler(signal);
    else
        (void)sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
}

static void on_bus_error(int signal, siginfo_t *info, void *context)
{
    int saved = errno;
    uintptr_t at = (uintptr_t)info->si_addr;
    struct mapping *m = info->si_code > 0 ? mapping_at(at) : NULL; /* 0 and below: by kill(2) */
    if (!m || !replace_pages(m, at))
        pass_on(signal, info, context);
    errno = saved;
}

static void install(void)
{
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO | SA_RESTART};
    page_bytes = (uintptr_t)sysconf(_SC_PAGESIZE);
    sigemptyset(&action.sa_mask);
    (void)sigaction(SIGBUS, &action, &before);
}

/* --- The list -------------------------------------------------------------------------------- */

static struct mapping *take_free(void)
{
    for (struct mapping *m = atomic_load(&mappings); m; m = m->next) {
        bool taken = false;
        if (atomic_compare_exchange_strong(&m->taken, &taken, true))
            return m;
    }
    return NULL;
}

static struct mapping *add_node(void)
{
    struct mapping *m = mem_calloc(1, sizeof *m);
    if (!m)
        return NULL;
    atomic_store(&m->taken, true);
    m->next = atomic_load(&mappings);
    while (!atomic_compare_exchange_weak(&mappings, &m->next, m))
        ;
    return m;
}

struct mapping *mapping_register(void *p, size_t n)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, install);
    struct mapping *m = take_free();
    if (!m && !(m = add_node()))
        return NULL;
    atomic_store(&m->lost, false);
    atomic_store(&m->bytes, n);
    atomic_store(&m->begin, (uintptr_t)p);
    return m;
}

void mapping_forget(struct mapping *m)
{
    if (!m)
        return;
    atomic_store(&m->begin, 0);
    atomic_store(&m->taken, false);
}

bool mapping_is_lost(const struct mapping *m)
{
    return m && atomic_load_explicit(&m->lost, memory_order_relaxed);
}
