/* gen_shogi.c: writes the constant tables of the shogi rules as C source to stdout.
 *
 * Run while building; the result is included by src/games/shogi/shogi_lookup.c.  Everything is worked out
 * here the slow and plain way, square by square, so that the fast code has something independent
 * below it.
 *
 * The hash keys are part of file formats: neither the generator (splitmix64), nor its seed, nor
 * the order in which keys are drawn may ever change.  Order: for colour black, white; for kind
 * 1..14; for square 0..80: a piece key.  Then for colour, for kind 1..7, for count 1..18: a hand
 * key.  Then one key for White to move. */
#include <inttypes.h>
#include <stdio.h>

#include "games/shogi/shogi.h"
#include "games/shogi/shogi_lookup.h"

#define KEY_SEED UINT64_C(0x4b6966755368676b)

static const int STEP_FILE[8] = {0, 0, -1, 1, -1, 1, 1, -1};
static const int STEP_RANK[8] = {-1, 1, 0, 0, -1, 1, -1, 1};

static uint64_t next_key(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *state;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Files and ranks count from 0 in this program. */
static bool on_board(int file, int rank)
{
    return file >= 0 && file < 9 && rank >= 0 && rank < 9;
}

static void add(struct shogi_bb *set, int file, int rank)
{
    int square = file * 9 + rank;
    if (!on_board(file, rank))
        return;
    if (square < 63)
        set->lo |= UINT64_C(1) << square;
    else
        set->hi |= UINT64_C(1) << (square - 63);
}

static void print_bb(struct shogi_bb set)
{
    printf("{UINT64_C(0x%" PRIx64 "), UINT64_C(0x%" PRIx64 ")},\n", set.lo, set.hi);
}

static struct shogi_bb bit(int square)
{
    struct shogi_bb set = {0, 0};
    if (square < SHOGI_NO_SQUARE)
        add(&set, square / 9, square % 9);
    return set;
}

static struct shogi_bb ray(int direction, int square)
{
    struct shogi_bb set = {0, 0};
    if (square == SHOGI_NO_SQUARE || direction >= SHOGI_NOT_IN_LINE)
        return set;
    int file = square / 9 + STEP_FILE[direction];
    int rank = square % 9 + STEP_RANK[direction];
    for (; on_board(file, rank); file += STEP_FILE[direction], rank += STEP_RANK[direction])
        add(&set, file, rank);
    return set;
}

static struct shogi_bb rays(int first, int last, int square)
{
    struct shogi_bb set = {0, 0};
    for (int d = first; d <= last; d++)
        set = bb_or(set, ray(d, square));
    return set;
}

/* Steps of a class as Black makes them, file and rank, ended by 0, 0. */
static const signed char STEPS[SHOGI_CLASSES][9][2] = {
    [SHOGI_CLASS_PAWN] = {{0, -1}},
    [SHOGI_CLASS_KNIGHT] = {{-1, -2}, {1, -2}},
    [SHOGI_CLASS_SILVER] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 1}, {1, 1}},
    [SHOGI_CLASS_GOLD] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {0, 1}},
    [SHOGI_CLASS_KING] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}},
};

static struct shogi_bb step(int color, int class, int square)
{
    struct shogi_bb set = {0, 0};
    if (square == SHOGI_NO_SQUARE)
        return set;
    if (class == SHOGI_CLASS_HORSE || class == SHOGI_CLASS_DRAGON)
        class = SHOGI_CLASS_KING;
    for (int i = 0; STEPS[class][i][0] || STEPS[class][i][1]; i++) {
        int up = color ? -STEPS[class][i][1] : STEPS[class][i][1];
        add(&set, square / 9 + STEPS[class][i][0], square % 9 + up);
    }
    return set;
}

static void print_square_sets(void)
{
    puts("const struct shogi_bb shogi_bit[SHOGI_ROWS] = {");
    for (int s = 0; s < SHOGI_ROWS; s++)
        print_bb(bit(s));
    puts("};\nconst struct shogi_bb shogi_cross[SHOGI_ROWS] = {");
    for (int s = 0; s < SHOGI_ROWS; s++)
        print_bb(rays(SHOGI_UP, SHOGI_LEFT, s));
    puts("};\nconst struct shogi_bb shogi_diagonals[SHOGI_ROWS] = {");
    for (int s = 0; s < SHOGI_ROWS; s++)
        print_bb(rays(SHOGI_UP_RIGHT, SHOGI_DOWN_RIGHT, s));
    puts("};");
}

/* Squares from which a slider could, on an empty board, reach a neighbour of the square. */
static struct shogi_bb threats(int first, int last, int square)
{
    struct shogi_bb set = {0, 0};
    struct shogi_bb near = step(SHOGI_BLACK, SHOGI_CLASS_KING, square);
    for (int from = 0; from < 81; from++)
        if (bb_meet(rays(first, last, from), near))
            add(&set, from / 9, from % 9);
    return set;
}

static void print_threats(void)
{
    static const int FIRST[SHOGI_THREATS] = {SHOGI_UP, SHOGI_DOWN, SHOGI_UP, SHOGI_UP_RIGHT};
    static const int LAST[SHOGI_THREATS] = {SHOGI_UP, SHOGI_DOWN, SHOGI_LEFT, SHOGI_DOWN_RIGHT};
    puts("const struct shogi_bb shogi_threat[SHOGI_THREATS][SHOGI_ROWS] = {");
    for (int i = 0; i < SHOGI_THREATS; i++) {
        puts("{");
        for (int s = 0; s < SHOGI_ROWS; s++)
            print_bb(threats(FIRST[i], LAST[i], s));
        puts("},");
    }
    puts("};");
}

static void print_steps(void)
{
    puts("const struct shogi_bb shogi_step[2][SHOGI_CLASSES][SHOGI_ROWS] = {");
    for (int color = 0; color < 2; color++) {
        puts("{");
        for (int class = 0; class < SHOGI_CLASSES; class ++) {
            puts("{");
            for (int s = 0; s < SHOGI_ROWS; s++)
                print_bb(step(color, class, s));
            puts("},");
        }
        puts("},");
    }
    puts("};");
}

static void print_rays(void)
{
    puts("const struct shogi_bb shogi_ray[SHOGI_DIRECTIONS + 1][SHOGI_ROWS] = {");
    for (int d = 0; d <= SHOGI_DIRECTIONS; d++) {
        puts("{");
        for (int s = 0; s < SHOGI_ROWS; s++)
            print_bb(ray(d, s));
        puts("},");
    }
    puts("};");
}

static int direction(int from, int to)
{
    for (int d = 0; d < SHOGI_NOT_IN_LINE; d++)
        if (to != SHOGI_NO_SQUARE && bb_has(ray(d, from), to))
            return d;
    return SHOGI_NOT_IN_LINE;
}

static void print_directions(void)
{
    puts("const uint8_t shogi_dir[SHOGI_ROWS][SHOGI_ROWS] = {");
    for (int from = 0; from < SHOGI_ROWS; from++) {
        printf("{");
        for (int to = 0; to < SHOGI_ROWS; to++)
            printf("%d,", direction(from, to));
        puts("},");
    }
    puts("};");
}

/* Bit b_i of file 2 + i must come to bit 57 + i: the multiplier has bit 57 + i - b_i for each i.
 * The other products fall outside the top seven bits and never meet, because b_i grows by 8, 9 or
 * 10 a file: 57 + j + (8, 9 or 10) * (i - j) is in 57..63 only for i = j. */
static void print_line(int first_direction, int square)
{
    struct shogi_bb full = rays(first_direction, first_direction + 1, square);
    uint64_t inner = full.lo >> 9 | full.hi << 54;
    uint64_t mask = 0;
    uint64_t gather = 0;
    for (int i = 0; i < 7; i++) {
        uint64_t file = inner & UINT64_C(0x1ff) << 9 * i;
        mask |= file;
        if (file)
            gather |= UINT64_C(1) << (57 + i - __builtin_ctzll(file));
    }
    printf("{UINT64_C(0x%" PRIx64 "), UINT64_C(0x%" PRIx64 "), ", mask, gather);
    printf("{UINT64_C(0x%" PRIx64 "), UINT64_C(0x%" PRIx64 ")}},\n", full.lo, full.hi);
}

static void print_lines(void)
{
    static const int FIRST[SHOGI_LINES] = {SHOGI_RIGHT, SHOGI_UP_RIGHT, SHOGI_UP_LEFT};
    puts("const struct shogi_slide shogi_lines[SHOGI_LINES][SHOGI_ROWS] = {");
    for (int line = 0; line < SHOGI_LINES; line++) {
        puts("{");
        for (int s = 0; s < SHOGI_ROWS; s++)
            print_line(FIRST[line], s);
        puts("},");
    }
    puts("};");
}

/* Which of nine places in a row a slider at `at` reaches; blocked: places 1..7. */
static unsigned reach(int at, unsigned blocked)
{
    unsigned occupied = blocked << 1;
    unsigned set = 0;
    for (int i = at + 1; i < 9; i++) {
        set |= 1u << i;
        if (occupied >> i & 1)
            break;
    }
    for (int i = at - 1; i >= 0; i--) {
        set |= 1u << i;
        if (occupied >> i & 1)
            break;
    }
    return set;
}

static struct shogi_bb whole_files(unsigned files)
{
    struct shogi_bb set = {0, 0};
    for (int square = 0; square < 81; square++)
        if (files >> (square / 9) & 1)
            add(&set, square / 9, square % 9);
    return set;
}

static void print_reaches(void)
{
    puts("const struct shogi_bb shogi_files_reached[9][128] = {");
    for (int at = 0; at < 9; at++) {
        puts("{");
        for (unsigned blocked = 0; blocked < 128; blocked++)
            print_bb(whole_files(reach(at, blocked)));
        puts("},");
    }
    puts("};\nconst uint16_t shogi_ranks_reached[9][128] = {");
    for (int at = 0; at < 9; at++) {
        printf("{");
        for (unsigned blocked = 0; blocked < 128; blocked++)
            printf("%u,", reach(at, blocked));
        puts("},");
    }
    puts("};");
}

static void print_piece_keys(uint64_t *state)
{
    puts("const uint64_t shogi_key_piece[32][81] = {");
    for (int color = 0; color < 2; color++)
        for (int kind = 1; kind <= 14; kind++) {
            printf("[%d] = {", kind | color << 4);
            for (int square = 0; square < 81; square++)
                printf("UINT64_C(0x%" PRIx64 "),", next_key(state));
            puts("},");
        }
    puts("};");
}

static void print_hand_keys(uint64_t *state)
{
    puts("const uint64_t shogi_key_hand[2][8][19] = {");
    for (int color = 0; color < 2; color++) {
        puts("{{0},");
        for (int kind = 1; kind <= 7; kind++) {
            printf("{0,"); /* none in hand adds nothing to the hash */
            for (int count = 1; count <= 18; count++)
                printf("UINT64_C(0x%" PRIx64 "),", next_key(state));
            puts("},");
        }
        puts("},");
    }
    puts("};");
}

int main(void)
{
    uint64_t state = KEY_SEED;
    print_square_sets();
    print_steps();
    print_threats();
    print_rays();
    print_directions();
    print_lines();
    print_reaches();
    print_piece_keys(&state);
    print_hand_keys(&state);
    printf("const uint64_t shogi_key_white = UINT64_C(0x%" PRIx64 ");\n", next_key(&state));
    return ferror(stdout) || fclose(stdout);
}
