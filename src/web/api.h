/* api.h: declarations that the routes of the API share.  docs/api.md describes it for users. */
#ifndef KIFU_WEB_API_H
#define KIFU_WEB_API_H

#include "base/text/json.h"
#include "web/site/site.h"

/* One call: the request with the members of a JSON body among its arguments. */
struct api_call {
    struct site *site;                 /* only to be read, but for what locks itself */
    struct sites *sites;               /* all of the server; NULL: there is this one alone */
    const struct snapshot *snapshot;   /* its databases, as they are for this call */
    const struct named_queries *named; /* its names */
    const struct http_request *request;
    struct http_response *reply;
    struct span rest; /* of the path after the route's own: the id of /api/game/12 */
    struct http_arg args[HTTP_MAX_ARGS];
    size_t arg_count;
    enum lang lang;
    struct arena arena; /* of the call */
    struct json json;   /* writes to the reply */
};

/* Routes.  STATUS_OK with the reply written, or an error that becomes one. */
typedef enum status api_route(struct api_call *call, struct err *err);
api_route api_info, api_parse, api_position;               /* api_query.c */
api_route api_names, api_tags;                             /* api_names.c */
api_route api_searches;                                    /* api_saved.c */
api_route api_searches_save, api_searches_delete;          /* api_saved.c */
api_route api_search, api_moves, api_orders;               /* api_search.c */
api_route api_game, api_board;                             /* api_game.c */
api_route api_facets, api_facet_names;                     /* api_facets.c */
api_route api_matrix;                                      /* api_matrix.c */
api_route api_players;                                     /* api_players.c */
api_route api_players_merge, api_players_split;            /* the same, long */
api_route api_players_undo;                                /* the same, long */
api_route api_read;                                        /* api_read.c */
api_route api_analyse;                                     /* api_engine.c, long */
api_route api_natural;                                     /* api_engine.c */
api_route api_go_people;                                   /* api_go_people.c: the same of Go */
api_route api_analyse_game;                                /* api_analyse_game.c, long */
api_route api_found;                                       /* api_found.c, long */
api_route api_tag, api_edit, api_remove;                   /* api_edit.c, long */
api_route api_export;                                      /* api_export.c, long */
api_route api_joseki;                                      /* api_joseki.c, long */
api_route api_joseki_tree;                                 /* api_joseki_tree.c */
api_route api_compare;                                     /* api_compare.c, long */
api_route api_profile;                                     /* api_profile.c, long */
api_route api_play_shogi, api_play_shogi_record;           /* api_play_shogi.c */
api_route api_play_shogi_move;                             /* api_play_shogi.c, long */
api_route api_play_go, api_play_go_record;                 /* api_play_go.c */
api_route api_play_go_programs;                            /* api_play_go.c */
api_route api_play_go_move, api_play_go_save;              /* api_play_go.c, long */
api_route api_play_chaturanga, api_play_chaturanga_record; /* api_play_chaturanga.c */
api_route api_play_chaturanga_choose, api_play_chaturanga_hint; /* api_play_chaturanga.c, long */
api_route api_calibrate;                                        /* api_calibrate.c, long */
api_route api_import;                     /* api_import.c, long; brings a file */
api_route api_import_cancel, api_imports; /* api_import.c */
api_route api_import_undo;                /* api_import.c, long */
api_route api_samples;                    /* api_samples.c, long */
api_route api_play_shogi_save;            /* api_play_shogi.c, long */
api_route api_play_chaturanga_save;       /* api_play_chaturanga.c, long */

/* Arguments: what they are, or the fallback; a wrong one is an error that names it. */
struct span api_text(const struct api_call *call, const char *name);
enum status api_number(const struct api_call *call, const char *name, uint64_t max,
                       uint64_t fallback, uint64_t *out, struct err *err) CHECK_RESULT;
enum status api_flag(const struct api_call *call, const char *name, bool *out,
                     struct err *err) CHECK_RESULT;
/* What goes into a record: a name, a date. */
enum { API_MAX_HEADER = 200 };
enum status api_header(const struct api_call *call, const char *name, struct span *out,
                       struct err *err) CHECK_RESULT;
/* "db": the databases to search, borrowed from the snapshot: one by name, or all of them. */
struct api_databases {
    struct db *const *dbs;
    uint32_t first, count; /* dbs[0] is the site's number `first` */
};
enum status api_databases(const struct api_call *call, struct api_databases *out,
                          struct err *err) CHECK_RESULT;
/* How many databases the call's site has. */
uint32_t api_database_count(const struct api_call *call);
/* As api_databases(), by another argument than "db". */
enum status api_databases_by(const struct api_call *call, const char *argument,
                             struct api_databases *out, struct err *err) CHECK_RESULT;
/* The database of this name; of none: all of them. */
enum status api_database_named(const struct api_call *call, struct span name,
                               struct api_databases *out, struct err *err) CHECK_RESULT;
/* What the API calls them, as C strings in the arena of the call; NULL: no memory. */
const char *const *api_database_names(struct api_call *call, const struct api_databases *in);
/* For what a process does alone: an error if the site has several, or no databases at all. */
enum status api_needs_one_process(const struct api_call *call, const struct api_databases *in,
                                  struct err *err) CHECK_RESULT;
/* Adds to the key of what is kept of a query: likelihoods of moves, if it needs them, for `kifu
 * natural found` adds these without another snapshot. */
struct query;
void api_key_found(const struct query *q, const struct api_databases *in, struct buf *key);
/* A number from least to most; an error that names the argument otherwise. */
enum status api_count(const struct api_call *call, const char *name, uint64_t least, uint64_t most,
                      uint64_t fallback, uint64_t *out, struct err *err) CHECK_RESULT;

/* For what the first process searches by itself: an error if it has only the games of one of them
 * (cluster/fetch.h). */
enum status api_needs_indexes(const struct api_call *call, const struct api_databases *in,
                              struct err *err) CHECK_RESULT;

/* The numbers of games of all names in these databases, in the call's arena; NULL until they have
 * been counted, which begins now (api_names.c). */
const uint64_t *api_games_of_names(struct api_call *call, const struct api_databases *in);
/* The member "games": null if they are not known. */
void api_add_games(struct json *j, const uint64_t *games);

/* Room for a position of the site's game, to be freed by mem_free(); NULL if there is no memory. */
void *api_position_room(const struct api_call *call);

/* What reading a database gave: damage is an error of the server, not of the request. */
static inline enum status api_stored(enum status st, struct err *err)
{
    if (st != STATUS_SYNTAX)
        return st;
    err->code = STATUS_IO;
    return STATUS_IO;
}

#endif
