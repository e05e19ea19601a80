/* byte_trial.c: see byte_trial.h. */
#include "db/repair/byte_trial.h"

#include "base/le.h"

enum {
    STRIPE = 64,
    KEY_STEP = 8,
    SECRET_BYTES = 192,
    LAST_KEY = SECRET_BYTES - STRIPE - 7,
    MIX_KEY = 11
};

static const uint64_t PRIME32_1 = 0x9E3779B1, PRIME64_1 = 0x9E3779B185EBCA87;

/* The default secret of XXH3, by its definition; not a text: nothing follows its last byte. */
static const char SECRET[SECRET_BYTES + 1] =
    "\xb8\xfe\x6c\x39\x23\xa4\x4b\xbe\x7c\x01\x81\x2c\xf7\x21\xad\x1c"
    "\xde\xd4\x6d\xe9\x83\x90\x97\xdb\x72\x40\xa4\xa4\xb7\xb3\x67\x1f"
    "\xcb\x79\xe6\x4e\xcc\xc0\xe5\x78\x82\x5a\xd0\x7d\xcc\xff\x72\x21"
    "\xb8\x08\x46\x74\xf7\x43\x24\x8e\xe0\x35\x90\xe6\x81\x3a\x26\x4c"
    "\x3c\x28\x52\xbb\x91\xc3\x00\xcb\x88\xd0\x65\x8b\x1b\x53\x2e\xa3"
    "\x71\x64\x48\x97\xa2\x0d\xf9\x4e\x38\x19\xef\x46\xa9\xde\xac\xd8"
    "\xa8\xfa\x76\x3f\xe3\x9c\x34\x3f\xf9\xdc\xbb\xc7\xc7\x0b\x4f\x1d"
    "\x8a\x51\xe0\x4b\xcd\xb4\x59\x31\xc8\x9f\x7e\xc9\xd9\x78\x73\x64"
    "\xea\xc5\xac\x83\x34\xd3\xeb\xc3\xc5\x81\xa0\xff\xfa\x13\x63\xeb"
    "\x17\x0d\xdd\x51\xb7\xf0\xda\x49\xd3\x16\x55\x26\x29\xd4\x68\x9e"
    "\x2b\x16\xbe\x58\x7d\x47\xa1\xfc\x8f\xf8\xb8\xd1\x7a\xd0\x31\xce"
    "\x45\xcb\x3a\x8f\x95\x16\x04\x28\xaf\xd7\xfb\xca\xbb\x4b\x40\x7e";

static const uint64_t FIRST[TRIAL_LANES] = {
    0xC2B2AE3D,         0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9,
    0x85EBCA77C2B2AE63, 0x85EBCA77,         0x27D4EB2F165667C5, 0x9E3779B1,
};

/* The key of a stripe; the last one of the block has its own. */
static const char *key_of(const struct byte_trial *t, size_t stripe)
{
    bool last = stripe == t->block.n / STRIPE - 1;
    return SECRET + (last ? LAST_KEY : stripe % (TRIAL_RUN / STRIPE) * KEY_STEP);
}

static inline uint64_t product_of_halves(uint64_t x)
{
    return (x & UINT32_MAX) * (x >> 32);
}

static uint64_t scramble_key(unsigned lane)
{
    return le_get64(SECRET + SECRET_BYTES - STRIPE + 8 * (size_t)lane);
}

static inline uint64_t scramble(uint64_t lane, uint64_t key)
{
    return (lane ^ lane >> 47 ^ key) * PRIME32_1;
}

__extension__ typedef unsigned __int128 product128;

static inline uint64_t mix_pair(const char *key, uint64_t even, uint64_t odd)
{
    product128 product = (product128)(even ^ le_get64(key)) * (odd ^ le_get64(key + 8));
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t avalanche(uint64_t h)
{
    h = (h ^ h >> 37) * 0x165667919E3779F9;
    return h ^ h >> 32;
}

static void add_stripe(struct byte_trial *t, size_t stripe)
{
    uint64_t *sums = t->sums[stripe / (TRIAL_RUN / STRIPE)];
    const char *key = key_of(t, stripe);
    for (unsigned i = 0; i < TRIAL_LANES; i++) {
        uint64_t word = le_get64(t->block.p + stripe * STRIPE + 8 * (size_t)i);
        sums[i] += product_of_halves(word ^ le_get64(key + 8 * (size_t)i));
        sums[i ^ 1] += word;
    }
}

bool byte_trial_begin(struct byte_trial *t, struct span block)
{
    if (block.n <= 240 || block.n % STRIPE || block.n > SEGMENT_BLOCK)
        return false;
    *t = (struct byte_trial){.block = block,
                             .runs = (unsigned)((block.n + TRIAL_RUN - 1) / TRIAL_RUN)};
    for (size_t stripe = 0; stripe < block.n / STRIPE; stripe++)
        add_stripe(t, stripe);
    uint64_t lanes[TRIAL_LANES];
    for (unsigned i = 0; i < TRIAL_LANES; i++) {
        t->before[0][i] = FIRST[i];
        for (unsigned run = 1; run < t->runs; run++)
            t->before[run][i] =
                scramble(t->before[run - 1][i] + t->sums[run - 1][i], scramble_key(i));
        lanes[i] = t->before[t->runs - 1][i] + t->sums[t->runs - 1][i];
    }
    t->total = block.n * PRIME64_1;
    for (unsigned pair = 0; pair < TRIAL_LANES / 2; pair++)
        t->total += t->products[pair] =
            mix_pair(SECRET + MIX_KEY + 16 * (size_t)pair, lanes[2 * pair], lanes[2 * pair + 1]);
    return true;
}

/* What is the same for all values of one byte. */
struct changed_byte {
    const uint64_t (*sums)[TRIAL_LANES]; /* of the runs that follow */
    const char *mix_key;
    uint64_t word, key;  /* of its lane; the byte is 0 in the word */
    uint64_t own, other; /* the two lanes, without the word */
    uint64_t own_key, other_key;
    uint64_t rest; /* of the sum of products */
    unsigned runs, lane, shift;
};

static inline struct changed_byte changed_byte_at(const struct byte_trial *t, size_t at)
{
    unsigned run = (unsigned)(at / TRIAL_RUN), i = (unsigned)(at % STRIPE / 8),
             shift = (unsigned)(at % 8 * 8);
    uint64_t key = le_get64(key_of(t, at / STRIPE) + 8 * (size_t)i);
    uint64_t old = le_get64(t->block.p + at / 8 * 8);
    return (struct changed_byte){.sums = t->sums + run,
                                 .mix_key = SECRET + MIX_KEY + 16 * (size_t)(i / 2),
                                 .word = old & ~((uint64_t)0xFF << shift),
                                 .key = key,
                                 .own = t->before[run][i] + t->sums[run][i] -
                                        product_of_halves(old ^ key),
                                 .other = t->before[run][i ^ 1] + t->sums[run][i ^ 1] - old,
                                 .own_key = scramble_key(i),
                                 .other_key = scramble_key(i ^ 1),
                                 .rest = t->total - t->products[i / 2],
                                 .runs = t->runs - run,
                                 .lane = i,
                                 .shift = shift};
}

static inline uint64_t checksum_with(const struct changed_byte *c, unsigned byte)
{
    uint64_t word = c->word | (uint64_t)byte << c->shift;
    uint64_t own = c->own + product_of_halves(word ^ c->key), other = c->other + word;
    for (unsigned k = 1; k < c->runs; k++) {
        own = scramble(own, c->own_key) + c->sums[k][c->lane];
        other = scramble(other, c->other_key) + c->sums[k][c->lane ^ 1];
    }
    bool odd = c->lane % 2;
    return avalanche(c->rest + mix_pair(c->mix_key, odd ? other : own, odd ? own : other));
}

uint64_t byte_trial_checksum(const struct byte_trial *t, size_t at, unsigned char byte)
{
    struct changed_byte c = changed_byte_at(t, at);
    return checksum_with(&c, byte);
}

unsigned byte_trial_find(const struct byte_trial *t, size_t at, unsigned from, uint32_t sum)
{
    struct changed_byte c = changed_byte_at(t, at);
    while (from < BYTE_VALUES && (uint32_t)checksum_with(&c, from) != sum)
        from++;
    return from;
}
