/* usi_setup.h: what a search needs, as the options of a GUI ask for it: weights, tables, threads
 * and style.
 *
 *     usi_setup_open(&s, &config, &settings, err);
 *     usi_setup_want(&s, &settings, …);       what is wanted from now on; nothing is opened
 *     usi_setup_search(&s), usi_setup_mate(&s)    opens what differs from what there is
 *
 * Opening a large table takes seconds, so it may be done in the thread that searches; the calls do
 * not overlap.  An option that asks for more than the machine has gets less, and the GUI is told:
 * a game is not lost by an option. */
#ifndef KIFU_ENGINE_USI_USI_SETUP_H
#define KIFU_ENGINE_USI_USI_SETUP_H

#include "engine/book/own_book.h"
#include "engine/natural/style.h"
#include "engine/person/person_player.h"
#include "engine/search/engine_search.h"
#include "engine/search/mate.h"
#include "engine/search/root_mate.h"
#include "engine/usi/usi_options.h"
#include "engine/usi/usi_output.h"

struct usi_setup_limits {
    int64_t hash_mb, threads; /* at most; 0: no limit but the machine's */
    uint64_t memory;          /* bytes to reckon with; 0: what the machine has left */
};

struct usi_setup {
    struct usi_output *out; /* borrowed */
    struct usi_setup_limits limits;
    struct usi_settings wanted; /* owned */
    bool weights_differ, style_differs, person_differs, book_differs;
    int64_t hash_mb, threads; /* that the thinker was opened for, as wanted */
    int64_t mate_mb;          /* likewise the solver */
    int64_t running_threads;  /* that it has: fewer where there is no memory for so many */
    bool fresh;               /* nothing was searched since the tables were emptied */
    struct weights *weights;
    bool small;                   /* they are the small ones, as nobody named any */
    struct style *style;          /* NULL: the best move is played */
    struct person_player *person; /* NULL: the engine plays */
    struct natural *quick;   /* for a person without time; NULL: nobody wanted one, or no memory */
    struct own_book *book;   /* NULL: none */
    uint64_t games;          /* begun, for the choices of person and book */
    uint64_t game_ns;        /* when the last one began, for those without a seed */
    struct thinker *thinker; /* NULL until it is needed */
    struct mate_solver *solver;  /* likewise */
    struct root_mate *root_mate; /* NULL: it is not wanted, or there is no memory */
};

/* Fails if the weights that the settings name cannot be had. */
enum status usi_setup_open(struct usi_setup *s, struct usi_output *out,
                           const struct usi_setup_limits *limits,
                           const struct usi_settings *settings, struct err *err) CHECK_RESULT;
void usi_setup_close(struct usi_setup *s);

/* What of the settings may name other files than before, even under the same names. */
struct usi_changes {
    bool weights, style, person, book;
};
/* Copies settings.  False, with all as it was, if there is no memory. */
bool usi_setup_want(struct usi_setup *s, const struct usi_settings *settings,
                    const struct usi_changes *changes) CHECK_RESULT;

/* False if not even the smallest can be had; why is told. */
bool usi_setup_search(struct usi_setup *s);
bool usi_setup_mate(struct usi_setup *s);
/* What the person that is wanted plays if there is no time even to open it (person_draft()); 0: none
 * is wanted, or it could not be had.  There is a legal move. */
shogi_move usi_setup_draft(const struct usi_setup *s, const struct person_question *q);
/* Forgets what was searched; the search must be set up. */
void usi_setup_new_game(struct usi_setup *s);

#endif
