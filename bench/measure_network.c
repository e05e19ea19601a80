/* measure_network: how fast a network judges positions.
 *
 *     measure_network CHANNELS BLOCKS REPEATS
 *
 * Weights are random: time does not depend on them.  Prints one JSON object: milliseconds of
 * processor time a position in one thread, the least of the repeats, by kernel ("base", "v3", "v4":
 * those that this processor has), one position at a time ("single") and eight ("batch"). */
#include <math.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/text/num.h"
#include "bench/timing.h"
#include "engine/natural/people_network.h"
#include "tests/unit/random_network.h"

static double milliseconds(const struct people_network *n, struct people_scratch *s, size_t batch,
                           uint64_t repeats)
{
    static struct people_answer answers[PEOPLE_BATCH];
    struct people_position positions[PEOPLE_BATCH];
    struct shogi_pos pos;
    struct natural_past past;
    double least = INFINITY;
    shogi_pos_start(&pos);
    natural_past_clear(&past);
    for (size_t i = 0; i < PEOPLE_BATCH; i++)
        positions[i] = (struct people_position){&pos, &past, NATURAL_PRO};
    for (uint64_t i = 0; i < repeats; i++) {
        double from = timing_cpu();
        people_infer(n, s, positions, answers, batch);
        least = fmin(least, (timing_cpu() - from) / (double)batch);
    }
    return 1000 * least;
}

static bool measure(struct span bytes, uint64_t repeats, const char *name, bool first)
{
    struct people_network *n = NULL;
    struct people_scratch *s = NULL;
    bool fine = people_network_read(&n, bytes, NULL) == STATUS_OK &&
                people_scratch_open(&s, n, false, NULL) == STATUS_OK;
    if (fine)
        printf("%s\"%s_single\":%.3f,\"%s_batch\":%.3f", first ? "" : ",", name,
               milliseconds(n, s, 1, repeats), name, milliseconds(n, s, PEOPLE_BATCH, repeats));
    people_scratch_close(s);
    people_network_close(n);
    return fine;
}

int main(int argc, char **argv)
{
    static const char *const NAMES[] = {[CPU_BASE] = "base", [CPU_V3] = "v3", [CPU_V4] = "v4"};
    uint64_t channels, blocks, repeats;
    struct buf bytes;
    bool fine = true;
    if (argc != 4 || !num_parse_u64(span_of(argv[1]), NETWORK_MOST_CHANNELS, &channels) ||
        !num_parse_u64(span_of(argv[2]), NETWORK_MOST_BLOCKS, &blocks) ||
        !num_parse_u64(span_of(argv[3]), 1000000, &repeats) || channels < 8) {
        fprintf(stderr, "usage: measure_network CHANNELS BLOCKS REPEATS\n");
        return 2;
    }
    const struct network_shape shape = random_network_people((uint32_t)channels, (uint32_t)blocks);
    buf_init(&bytes, BUF_DEFAULT_MAX);
    random_network_write(&bytes, &shape, 1);
    enum cpu_level most = cpu_level();
    printf("{");
    for (int level = CPU_BASE; level <= (int)most && fine; level++) {
        cpu_level_limit((enum cpu_level)level);
        fine = measure(buf_span(&bytes), repeats, NAMES[level], level == CPU_BASE);
    }
    printf("}\n");
    buf_release(&bytes);
    return fine ? 0 : 1;
}
