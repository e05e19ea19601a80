/* move_book.c: see move_book.h. */
#include "formats/shogi/move_book.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

enum { MOST = UINT32_MAX - 1 };

void move_book_release(struct move_book *book)
{
    mem_free(book->positions);
    mem_free(book->moves);
    mem_free(book->chosen);
    hash_index_release(&book->index);
    *book = (struct move_book){0};
}

/* --- Counting -------------------------------------------------------------------------------- */

static struct book_position *find_position(const struct move_book *book, uint64_t hash,
                                           const uint8_t packed[PACKED_POSITION_BYTES])
{
    uint32_t n;
    for (size_t at = hash_index_first(&book->index, hash);
         hash_index_next(&book->index, hash, &at, &n);)
        if (memcmp(book->positions[n].packed, packed, PACKED_POSITION_BYTES) == 0)
            return &book->positions[n];
    return NULL;
}

static struct book_position *add_position(struct move_book *book, uint64_t hash,
                                          const uint8_t packed[PACKED_POSITION_BYTES], uint32_t ply)
{
    struct book_position *grown =
        mem_grow(book->positions, book->position_count, &book->position_cap, MOST, sizeof *grown);
    if (!grown)
        return NULL;
    book->positions = grown;
    if (!hash_index_add(&book->index, hash, book->position_count))
        return NULL;
    struct book_position *p = &grown[book->position_count++];
    *p = (struct book_position){.ply = ply};
    memcpy(p->packed, packed, PACKED_POSITION_BYTES);
    return p;
}

static struct book_move *find_move(struct move_book *book, struct book_position *p, shogi_move m)
{
    for (uint32_t n = p->first; n; n = book->moves[n - 1].next)
        if (book->moves[n - 1].move == m)
            return &book->moves[n - 1];
    struct book_move *grown =
        mem_grow(book->moves, book->move_count, &book->move_cap, MOST, sizeof *grown);
    if (!grown)
        return NULL;
    book->moves = grown;
    grown[book->move_count++] = (struct book_move){.move = m};
    if (p->last)
        grown[p->last - 1].next = book->move_count;
    else
        p->first = book->move_count;
    p->last = book->move_count;
    return &grown[book->move_count - 1];
}

static void count_game(struct book_move *m, uint32_t game, int8_t points)
{
    if (m->games && m->last_game == game)
        return;
    m->last_game = game;
    m->games++;
    m->wins += points == POINTS_WIN;
    m->draws += points == POINTS_DRAW;
    m->losses += points == POINTS_LOSS;
}

enum status move_book_add(struct move_book *book, const struct shogi_pos *start, uint32_t start_ply,
                          const shogi_move *moves, uint32_t plies, const int8_t points[2],
                          struct err *err)
{
    struct shogi_pos pos = *start;
    uint8_t packed[PACKED_POSITION_BYTES];
    for (uint32_t ply = 0; ply < plies && packed_position_write(&packed_sfen, &pos, packed);
         ply++) {
        struct shogi_undo undo;
        uint64_t hash = shogi_hash(&pos);
        struct book_position *p = find_position(book, hash, packed);
        if (!p)
            p = add_position(book, hash, packed, start_ply + ply);
        struct book_move *m = p ? find_move(book, p, moves[ply]) : NULL;
        if (!m)
            return err_nomem(err);
        if (start_ply + ply < p->ply)
            p->ply = start_ply + ply;
        count_game(m, book->games, points[shogi_turn(&pos)]);
        shogi_play(&pos, moves[ply], &undo);
    }
    book->games++;
    return STATUS_OK;
}

/* --- Choosing -------------------------------------------------------------------------------- */

int32_t book_value(uint32_t wins, uint32_t draws, uint32_t losses)
{
    double known = (double)wins + draws + losses;
    double score = (wins + draws / 2.0 + 1) / (known + 2);
    return (int32_t)lrint(600 * log(score / (1 - score)));
}

static int more_games(const struct book_move *a, const struct book_move *b)
{
    return (a->games < b->games) - (a->games > b->games);
}

static int compare(const struct book_move *a, const struct book_move *b, enum book_order by)
{
    int by_games = more_games(a, b), by_value = (a->value < b->value) - (a->value > b->value);
    int order = by == BOOK_BY_SCORE ? by_value : by_games;
    if (!order)
        order = by == BOOK_BY_SCORE ? by_games : by_value;
    return order ? order : (a->move > b->move) - (a->move < b->move);
}

/* The best moves of a position, by insertion: there are few. */
static void choose_moves(struct move_book *book, struct book_position *p,
                         const struct book_choice *choice)
{
    uint32_t *list = book->chosen + book->chosen_count, n = 0;
    for (uint32_t at = p->first; at; at = book->moves[at - 1].next) {
        struct book_move *m = &book->moves[at - 1];
        if (m->games < choice->min_games)
            continue;
        m->value = book_value(m->wins, m->draws, m->losses);
        uint32_t place = n++;
        for (; place && compare(m, &book->moves[list[place - 1]], choice->by) < 0; place--)
            list[place] = list[place - 1];
        list[place] = at - 1;
    }
    p->chosen = book->chosen_count;
    p->chosen_count = n < choice->moves ? n : choice->moves;
    book->chosen_count += p->chosen_count;
    book->chosen_positions += p->chosen_count > 0;
}

/* The move that the book has for the opponent. */
static enum status find_replies(struct move_book *book, const struct book_position *p,
                                struct err *err)
{
    struct shogi_pos pos;
    enum status st = packed_position_read(&packed_sfen, p->packed, &pos, err);
    for (uint32_t at = p->first; at && st == STATUS_OK; at = book->moves[at - 1].next) {
        struct book_move *m = &book->moves[at - 1];
        uint8_t packed[PACKED_POSITION_BYTES];
        struct shogi_undo undo;
        shogi_play(&pos, m->move, &undo);
        const struct book_position *next = packed_position_write(&packed_sfen, &pos, packed)
                                               ? find_position(book, shogi_hash(&pos), packed)
                                               : NULL;
        m->reply = next && next->chosen_count ? book_chosen(book, next, 0)->move : 0;
        shogi_unplay(&pos, m->move, &undo);
    }
    return st;
}

enum status move_book_select(struct move_book *book, const struct book_choice *choice,
                             struct err *err)
{
    book->chosen = mem_calloc((size_t)book->move_count + 1, sizeof *book->chosen);
    if (!book->chosen)
        return err_nomem(err);
    for (uint32_t i = 0; i < book->position_count; i++)
        choose_moves(book, &book->positions[i], choice);
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < book->position_count && st == STATUS_OK; i++)
        if (book->positions[i].chosen_count)
            st = find_replies(book, &book->positions[i], err);
    return st;
}
