/* own_book.c: see own_book.h. */
#include "engine/book/own_book.h"

#include <sys/stat.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "engine/person/repertoire.h"
#include "formats/shogi/book_file.h"
#include "formats/shogi/ki2_notation.h"

struct own_book {
    struct book_file file;
    struct repertoire *database;   /* NULL: it is a file */
    struct book_file_moves moves;  /* of the last position */
    struct repertoire_rows played; /* likewise */
    char *path;                    /* owned */
    unsigned plies;
    enum book_rule rule;
    uint32_t min_games;
    uint64_t settings_seed, seed;
};

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static char *copy_of(const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = mem_alloc(n);
    if (copy)
        memcpy(copy, text, n);
    return copy;
}

enum status own_book_open(struct own_book **out, const struct book_settings *settings,
                          struct err *err)
{
    *out = NULL;
    if (!book_wanted(settings))
        return STATUS_OK;
    struct own_book *b = mem_calloc(1, sizeof *b);
    if (!b)
        return err_nomem(err);
    b->plies = (unsigned)settings->plies;
    b->rule = (enum book_rule)settings->rule;
    b->min_games = (uint32_t)settings->min_games;
    b->settings_seed = b->seed = (uint64_t)settings->seed;
    b->path = copy_of(settings->file);
    enum status status = b->path ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = is_folder(b->path) ? repertoire_open(&b->database, b->path, NULL, NULL, err)
                                    : book_file_open(&b->file, b->path, err);
    if (status == STATUS_OK)
        *out = b;
    else
        own_book_close(b);
    return status;
}

void own_book_close(struct own_book *b)
{
    if (!b)
        return;
    book_file_close(&b->file);
    repertoire_close(b->database);
    mem_free(b->path);
    mem_free(b);
}

void own_book_begin(struct own_book *b, uint64_t number)
{
    struct rng rng;
    rng_seed_stream(&rng, b->settings_seed, number);
    b->seed = rng_next(&rng);
}

/* --- Choosing --------------------------------------------------------------------------------- */

static enum status list_database(struct own_book *b, const struct shogi_pos *pos, struct err *err)
{
    enum status status = repertoire_list(b->database, pos, &b->played, err);
    b->moves.count = b->moves.refused = 0;
    for (uint32_t i = 0; status == STATUS_OK && i < b->played.count; i++) {
        const struct repertoire_row *r = &b->played.at[i];
        b->moves.at[b->moves.count++] = (struct book_file_move){
            .move = r->move, .games = r->games, .value = book_value(r->wins, r->draws, r->losses)};
    }
    return status;
}

static bool is_repetition(const struct think_request *q, shogi_move m)
{
    struct shogi_pos pos = *q->pos;
    struct shogi_undo undo;
    shogi_play(&pos, m, &undo);
    for (unsigned i = 0; i < q->history_count; i++)
        if (q->history[i].hash == shogi_hash(&pos))
            return true;
    return false;
}

static bool may_play(const struct own_book *b, const struct think_request *q,
                     const struct book_file_move *m)
{
    return m->games >= b->min_games && !is_repetition(q, m->move);
}

/* Is it to be played rather than the other?  Equal ones stay in the order of the book. */
static bool is_better(enum book_rule rule, const struct book_file_move *m,
                      const struct book_file_move *than)
{
    if (rule == BOOK_RULE_SCORE && m->value != than->value)
        return m->value > than->value;
    if (m->games != than->games)
        return m->games > than->games;
    return rule == BOOK_RULE_GAMES && m->value > than->value;
}

static const struct book_file_move *best_of(const struct own_book *b)
{
    const struct book_file_move *best = &b->moves.at[0];
    for (uint32_t i = 1; i < b->moves.count; i++)
        if (is_better(b->rule, &b->moves.at[i], best))
            best = &b->moves.at[i];
    return best;
}

static const struct book_file_move *draw(const struct own_book *b, uint64_t games, uint64_t place)
{
    struct rng rng;
    rng_seed_stream(&rng, b->seed, place);
    uint64_t left = rng_below(&rng, games);
    const struct book_file_move *m = b->moves.at;
    for (; left >= m->games; m++)
        left -= m->games;
    return m;
}

/* A book may have any number, also one that would mean a mate here. */
static int plain_value(int32_t value)
{
    enum { MOST = THINK_MATE_BOUND - 1 };
    return value > MOST ? MOST : value < -MOST ? -MOST : value;
}

enum status own_book_choose(struct own_book *b, const struct think_request *q, unsigned ply,
                            struct own_book_choice *out, struct err *err)
{
    struct book_file_moves *moves = &b->moves;
    uint32_t kept = 0;
    *out = (struct own_book_choice){0};
    if (ply >= b->plies || q->only_count)
        return STATUS_OK;
    enum status status =
        b->database ? list_database(b, q->pos, err) : book_file_find(&b->file, q->pos, moves, err);
    if (status != STATUS_OK) {
        if (err && !err->file[0])
            err_in_file(err, span_of(b->path));
        return status;
    }
    for (uint32_t i = 0; i < moves->count; i++)
        if (may_play(b, q, &moves->at[i])) {
            moves->at[kept++] = moves->at[i];
            out->of += moves->at[i].games;
        }
    moves->count = kept;
    out->refused = moves->refused;
    if (!kept)
        return STATUS_OK;
    const struct book_file_move *m =
        b->rule == BOOK_RULE_FREQUENCY ? draw(b, out->of, shogi_hash(q->pos) + ply) : best_of(b);
    out->move = m->move;
    out->reply = m->reply;
    out->value = plain_value(m->value);
    out->games = m->games;
    return STATUS_OK;
}

void own_book_explain(const struct shogi_pos *pos, const struct own_book_choice *c, enum lang lang,
                      struct buf *out)
{
    unsigned long long games = c->games, of = c->of;
    if (lang == LANG_JA) {
        buf_add_str(out, ki2_mark(shogi_turn(pos)));
        ki2_print_move(pos, c->move, -1, out);
        buf_printf(out, ": 定跡（%llu 局中 %llu 局）", of, games);
    } else {
        shogi_usi_print(c->move, out);
        buf_printf(out, ": opening book, %llu of %llu games", games, of);
    }
}
