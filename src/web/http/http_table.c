/* http_table.c: see http_table.h. */
#include "web/http/http_table.h"

#include <netinet/in.h>
#include <string.h>

void http_table_init(struct http_table *t, size_t most, size_t most_per_address, uint32_t limit_ms)
{
    *t = (struct http_table){.most = most,
                             .most_per_address = most_per_address,
                             .limit_ms = limit_ms ? limit_ms : HTTP_TABLE_MS};
}

/* Whoever has an IPv6 address has 2^64 of them. */
void http_address_of(struct http_address *out, const struct sockaddr *from)
{
    static const uint8_t MAPPED[12] = {[10] = 0xff, [11] = 0xff};
    static const struct in6_addr LOOPBACK = IN6ADDR_LOOPBACK_INIT;
    *out = (struct http_address){.is_local = false};
    if (from->sa_family == AF_INET6) {
        struct sockaddr_in6 v6;
        memcpy(&v6, from, sizeof v6);
        memcpy(out->bytes, &v6.sin6_addr, sizeof out->bytes);
        out->is_local = memcmp(out->bytes, &LOOPBACK, sizeof out->bytes) == 0;
    } else if (from->sa_family == AF_INET) {
        struct sockaddr_in v4;
        memcpy(&v4, from, sizeof v4);
        memcpy(out->bytes, MAPPED, sizeof MAPPED);
        memcpy(out->bytes + sizeof MAPPED, &v4.sin_addr, 4);
    }
    if (memcmp(out->bytes, MAPPED, sizeof MAPPED) == 0)
        out->is_local = out->bytes[sizeof MAPPED] == 127;
    else if (!out->is_local)
        memset(out->bytes + 8, 0, 8);
}

static bool same_address(const struct http_address *a, const struct http_address *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

/* --- Who has to go ---------------------------------------------------------------------------- */

static size_t count_from(const struct http_table *t, const struct http_address *from)
{
    size_t n = 0;
    for (int phase = 0; phase < HTTP_PHASES; phase++)
        for (const struct http_slot *s = t->oldest[phase]; s; s = s->newer)
            n += same_address(&s->from, from);
    return n;
}

/* from: NULL for any. */
static struct http_slot *victim_of(const struct http_table *t, const struct http_address *from)
{
    for (int phase = 0; phase < HTTP_WORK; phase++)
        for (struct http_slot *s = t->oldest[phase]; s; s = s->newer)
            if (!from || same_address(&s->from, from))
                return s;
    return NULL;
}

struct http_slot *http_table_victim(const struct http_table *t)
{
    return victim_of(t, NULL);
}

bool http_table_has_room(const struct http_table *t, const struct http_address *from,
                         struct http_slot **victim)
{
    *victim = NULL;
    if (!from->is_local && count_from(t, from) >= t->most_per_address)
        *victim = victim_of(t, from);
    else if (t->count >= t->most)
        *victim = victim_of(t, NULL);
    else
        return true;
    return *victim != NULL;
}

/* --- The lists -------------------------------------------------------------------------------- */

static void link_newest(struct http_table *t, struct http_slot *s)
{
    s->newer = NULL;
    s->older = t->newest[s->phase];
    *(s->older ? &s->older->newer : &t->oldest[s->phase]) = s;
    t->newest[s->phase] = s;
}

static void unlink_slot(struct http_table *t, struct http_slot *s)
{
    *(s->older ? &s->older->newer : &t->oldest[s->phase]) = s->newer;
    *(s->newer ? &s->newer->older : &t->newest[s->phase]) = s->older;
}

static uint32_t head_ms(const struct http_table *t)
{
    return t->limit_ms / 3;
}

static uint32_t idle_ms(const struct http_table *t)
{
    return t->limit_ms / 3 * 2;
}

void http_table_add(struct http_table *t, struct http_slot *s, const struct http_address *from,
                    uint64_t now)
{
    *s = (struct http_slot){
        .from = *from, .phase = HTTP_SILENT, .active_ms = now, .idle_ms = idle_ms(t)};
    s->until_ms = s->most_ms = now + head_ms(t);
    link_newest(t, s);
    t->count++;
}

void http_table_remove(struct http_table *t, struct http_slot *s)
{
    unlink_slot(t, s);
    t->count--;
}

/* --- Time ------------------------------------------------------------------------------------- */

void http_table_enter(struct http_table *t, struct http_slot *s, enum http_phase phase,
                      uint64_t bytes, uint64_t now)
{
    unlink_slot(t, s);
    s->phase = phase;
    s->active_ms = now;
    link_newest(t, s);
    if (phase == HTTP_SILENT) /* after an answer there may be another request */
        s->until_ms = s->most_ms = now + idle_ms(t);
    else if (phase == HTTP_HEAD)
        s->until_ms = s->most_ms = now + head_ms(t);
    else if (phase == HTTP_BODY) {
        s->until_ms = now + t->limit_ms;
        s->most_ms = now + HTTP_TABLE_UPLOAD_MS;
    } else if (phase == HTTP_FETCH)
        s->until_ms = s->most_ms = now + t->limit_ms + bytes / HTTP_TABLE_FETCH_RATE;
}

void http_slot_moved(struct http_slot *s, uint64_t bytes, uint64_t now)
{
    s->active_ms = now;
    if (s->phase != HTTP_BODY)
        return;
    s->until_ms += bytes / HTTP_TABLE_UPLOAD_RATE;
    if (s->until_ms > s->most_ms)
        s->until_ms = s->most_ms;
}

bool http_slot_is_late(const struct http_slot *s, uint64_t now)
{
    return s->phase != HTTP_WORK && (now > s->until_ms || now > s->active_ms + s->idle_ms);
}
