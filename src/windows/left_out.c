/* left_out.c: what the Windows build does not have, as its callers know it: programs that are run,
 * archives, databases. */
#include <dirent.h>
#include <errno.h>

#include "base/io/child.h"
#include "base/io/source_internal.h"
#include "cmd/frame/operand_internal.h"
#include "cmd/parts/found_report.h"
#include "engine/person/person_player.h"
#include "engine/person/repertoire.h"
#include "view/draw/drawing_png.h"

/* A program that has games of its own lists them; there is no such thing as a list that may be missing. */
const struct game *const extra_games[] = {NULL};

/* --- Programs (base/io/child.h) ----------------------------------------------------------------- */

static const struct msg NO_PROGRAMS = {"cannot run %1: not supported on Windows",
                                       "%1 は実行できません（Windows 版では使えません）"};

bool child_find(struct span word, const char *path, struct buf *out)
{
    (void)word;
    (void)path;
    buf_clear(out);
    return false;
}

enum status child_split(struct span command, struct buf *words, size_t *count, struct err *err)
{
    (void)words;
    *count = 0;
    return err_set(err, STATUS_UNSUPPORTED, &NO_PROGRAMS, command, (struct span){0});
}

enum status child_start(struct child *c, struct span command, const char *path,
                        const struct child_options *opt, struct err *err)
{
    (void)path;
    (void)opt;
    *c = (struct child){.in = -1, .out = -1};
    return err_set(err, STATUS_UNSUPPORTED, &NO_PROGRAMS, command, (struct span){0});
}

bool child_send(struct child *c, struct span text, uint64_t deadline_ms)
{
    (void)c;
    (void)text;
    (void)deadline_ms;
    return false;
}

enum child_event child_line(struct child *c, uint64_t deadline_ms, struct span *line)
{
    (void)c;
    (void)deadline_ms;
    *line = (struct span){0};
    return CHILD_CLOSED;
}

void child_stop(struct child *c, unsigned grace_ms)
{
    (void)c;
    (void)grace_ms;
}

/* --- Archives and folders (base/io/source.h) ---------------------------------------------------- */

static const struct msg NO_ARCHIVES = {"archives cannot be read on Windows; unpack it first",
                                       "Windows 版は書庫を読めません。先に展開してください"};

/* By the first bytes of those that other systems read, so that they are reported. */
bool source_is_archive(struct span head)
{
    static const struct span starts[] = {SPAN_INIT("PK\x03\x04"),
                                         SPAN_INIT("7z\xBC\xAF"),
                                         SPAN_INIT("\x1F\x8B"),
                                         SPAN_INIT("BZh"),
                                         SPAN_INIT("\xFD"
                                                   "7zXZ"),
                                         SPAN_INIT("\x28\xB5\x2F\xFD")};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (span_starts(head, starts[i]))
            return true;
    return false;
}

bool source_is_streamable(struct span head)
{
    (void)head;
    return false;
}

enum status source_walk_archive(struct source_walker *w, struct span label, struct span head,
                                const struct source_packed *packed)
{
    struct err problem;
    (void)head;
    (void)packed;
    err_plain(&problem, STATUS_UNSUPPORTED, &NO_ARCHIVES);
    return source_give_problem(w, label, &problem);
}

/* --- Pictures of points (view/draw/drawing_png.h) ------------------------------------------------ */

static const struct msg NO_PNG = {"PNG is not supported on Windows; use SVG",
                                  "Windows 版は PNG に対応していません。SVG を使ってください"};

enum status drawing_to_png(const struct drawing *d, double width_px, bool dark, struct buf *out,
                           unsigned *notes, struct err *err)
{
    (void)d;
    (void)width_px;
    (void)dark;
    (void)out;
    (void)notes;
    return err_plain(err, STATUS_UNSUPPORTED, &NO_PNG);
}

/* --- Databases (cmd/frame/operand.h) ------------------------------------------------------------- */

enum status operand_read_database(struct operand_walk *w, const char *operand, bool *is_database,
                                  struct err *err)
{
    (void)w;
    (void)operand;
    (void)err;
    *is_database = false;
    return STATUS_OK;
}

bool operand_game_id(const char *operand, uint32_t *id)
{
    (void)operand;
    *id = 0;
    return false;
}

/* --- Openings of a database (engine/person/repertoire.h) ------------------------------------------ */

enum status repertoire_open(struct repertoire **out, const char *database, const char *query,
                            const atomic_bool *cancelled, struct err *err)
{
    static const struct msg NO_DATABASES = {
        "%1: a database cannot be an opening book on Windows; use a file of kifu book",
        "%1: Windows 版ではデータベースを定跡にできません。kifu book のファイルを使ってください"};
    (void)query;
    (void)cancelled;
    *out = NULL;
    return err_set(err, STATUS_UNSUPPORTED, &NO_DATABASES, span_of(database), (struct span){0});
}

void repertoire_close(struct repertoire *r)
{
    (void)r;
}

enum status repertoire_list(struct repertoire *r, const struct shogi_pos *pos,
                            struct repertoire_rows *out, struct err *err)
{
    (void)r;
    (void)pos;
    out->count = out->games = 0;
    return err_plain(err, STATUS_UNSUPPORTED, NULL);
}

/* --- Persons (engine/person/person_player.h) ---------------------------------------------------- */

enum status person_player_open(struct person_player **out, const struct person_settings *settings,
                               const struct people_network *network, const atomic_bool *cancelled,
                               struct err *err)
{
    static const struct msg NOBODY = {
        "persons and openings of a database are not supported on Windows",
        "人物とデータベースの序盤は Windows 版では使えません"};
    (void)network;
    (void)cancelled;
    *out = NULL;
    return person_wanted(settings) ? err_plain(err, STATUS_UNSUPPORTED, &NOBODY) : STATUS_OK;
}

void person_player_close(struct person_player *p)
{
    (void)p;
}

void person_player_begin(struct person_player *p, uint64_t number)
{
    (void)p;
    (void)number;
}

shogi_move person_player_draft(const struct person_settings *settings, uint64_t number,
                               const struct natural *model, const struct person_question *question)
{
    (void)settings;
    (void)number;
    (void)model;
    (void)question;
    return 0;
}

enum status person_play(struct person_player *p, struct thinker *t,
                        const struct person_question *question, enum lang lang,
                        struct person_reply *out, struct buf *why, struct err *err)
{
    (void)p;
    (void)t;
    (void)question;
    (void)lang;
    (void)out;
    (void)why;
    return err_plain(err, STATUS_UNSUPPORTED, NULL);
}

/* --- Who finds which moves (cmd/parts/found_report.h) ------------------------------------------- */

enum status found_report_open(struct found_report **out, struct cmd_env *env, const char *network,
                              int class, struct err *err)
{
    static const struct msg NO_PEOPLE = {"--people is not supported on Windows",
                                         "--people は Windows 版では使えません"};
    (void)env;
    (void)network;
    (void)class;
    *out = NULL;
    return err_plain(err, STATUS_UNSUPPORTED, &NO_PEOPLE);
}

void found_report_close(struct found_report *r)
{
    (void)r;
}

enum status found_report_game(struct found_report *r, const struct record *rec, struct err *err)
{
    (void)r;
    (void)rec;
    return err_plain(err, STATUS_UNSUPPORTED, NULL);
}
