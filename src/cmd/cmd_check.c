/* cmd_check.c: `kifu check DB [--repair [-o NEW]]`: see db/repair/check.h, db/repair/repair.h and
 * db/repair/recover.h. */
#include <stdlib.h>

#include "base/text/json.h"
#include "cmd/frame/cmd.h"
#include "db/repair/check.h"
#include "db/repair/recover.h"

enum { OPT_REPAIR, OPT_OUTPUT, OPT_COUNT };

static const struct option_spec OPTIONS[] = {
    FLAG_OPTION(OPT_REPAIR, "repair",
                "rebuild damaged segments from every game that can still be read",
                "壊れたセグメントを、まだ読めるすべての棋譜から作り直す"),
    TEXT_OPTION(
        OPT_OUTPUT, "output", "NEW",
        "with --repair: write the repaired database to the folder NEW, and leave DB as it is",
        "--repair と使い、修復したデータベースをフォルダ NEW に書き、DB は変更しない",
        .letter = 'o'),
    [OPT_COUNT] = {.name = NULL},
};

static const struct msg ONLY_REPAIRS = {"--output goes with --repair",
                                        "--output は --repair と一緒に指定してください"};
static const struct msg CHECKING = {"checking", "検査中"};
static const struct msg GAMES_UNIT = {"games", "局"};

struct check_cmd {
    struct cmd_env *env;
    const char *path, *output; /* NULL: repaired in place */
    bool repairs;
    struct progress progress;
    struct buf line;
};

/* --- Faults ---------------------------------------------------------------------------------- */

static void print_fault(struct check_cmd *c, const struct err *err, const struct msg *remedy)
{
    err_format(err, c->env->lang, &c->line);
    if (!c->repairs) {
        buf_add_str(&c->line, "\n    ");
        buf_add_str(&c->line, msg_in(remedy, c->env->lang));
    }
    buf_add_char(&c->line, '\n');
}

static void print_fault_json(struct check_cmd *c, const struct err *err, const struct msg *remedy)
{
    struct buf message;
    struct json j;
    buf_init(&message, BUF_DEFAULT_MAX);
    err_message(err, c->env->lang, &message);
    json_init(&j, &c->line);
    json_open_object(&j);
    json_key_cstr(&j, "fault", status_name(err->code));
    json_key_cstr(&j, "file", err->file);
    if (err->line)
        json_key_u64(&j, "byte", err->byte);
    json_key_str(&j, "message", buf_span(&message));
    json_key_cstr(&j, "remedy", msg_in(remedy, c->env->lang));
    json_end(&j);
    json_line(&j);
    buf_release(&message);
}

static void on_fault(void *ctx, const struct err *err, const struct msg *remedy)
{
    struct check_cmd *c = ctx;
    progress_wipe(&c->progress);
    buf_clear(&c->line);
    if (c->env->json)
        print_fault_json(c, err, remedy);
    else
        print_fault(c, err, remedy);
    cmd_print(c->env, &c->line);
}

static void print_keepable_json(struct check_cmd *c, const struct check_keepable *k)
{
    struct json j;
    json_init(&j, &c->line);
    json_open_object(&j);
    json_key_cstr(&j, "segment", k->segment);
    json_key_u64(&j, "games", k->games);
    json_key_u64(&j, "keepable", k->whole + k->plausible + k->moves);
    json_key_u64(&j, "whole", k->whole);
    json_key_u64(&j, "unverified", k->plausible);
    json_key_u64(&j, "moves_only", k->moves);
    json_end(&j);
    json_line(&j);
}

static void on_keepable(void *ctx, const struct check_keepable *k)
{
    struct check_cmd *c = ctx;
    progress_wipe(&c->progress);
    buf_clear(&c->line);
    if (c->env->json)
        print_keepable_json(c, k);
    else
        buf_printf(&c->line,
                   c->env->lang == LANG_JA
                       ? "%s: %llu 局のうち %llu 局を残せます: kifu check %s --repair\n"
                       : "%s: %llu games, %llu of which can be kept: kifu check %s --repair\n",
                   k->segment, (unsigned long long)k->games,
                   (unsigned long long)(k->whole + k->plausible + k->moves), c->path);
    cmd_print(c->env, &c->line);
}

static void on_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct check_cmd *c = ctx;
    progress_set_total(&c->progress, total);
    progress_set(&c->progress, done);
}

/* --- Repairing ------------------------------------------------------------------------------- */

/* The names of losses in JSON, and what they mean; %1 the games, %2 the section. */
static const struct loss_words {
    const char *name;
    struct msg in_section, with_file;
} LOSSES[REPAIR_LOSS_KINDS] = {
    [REPAIR_LOST_GAMES] = {"games",
                           {"%1: lost (section %2)", "%1: 失われました（区画 %2）"},
                           {"%1: lost with the file", "%1: ファイルとともに失われました"}},
    [REPAIR_LOST_RECORDS] =
        {"records",
         {"%1: the record is lost; its moves and indexed data are kept (section %2)",
          "%1: 棋譜本体は失われ、指し手と索引の情報だけを残しました（区画 %2）"},
         {0}},
    [REPAIR_LOST_SOURCES] = {"sources",
                             {"%1: a further source is lost (section %2)",
                              "%1: 追加の出典が失われました（区画 %2）"},
                             {"%1: further sources are lost with the file",
                              "%1: 追加の出典がファイルとともに失われました"}},
    [REPAIR_LOST_REMOVALS] =
        {"removals",
         {"%1: the list of removed games is lost; they are restored (section %2)",
          "%1: 削除した棋譜の一覧が失われ、削除前に戻りました（区画 %2）"},
         {"%1: the list of removed games is lost; they are restored",
          "%1: 削除した棋譜の一覧が失われ、削除前に戻りました"}},
    [REPAIR_LOST_EDITS] = {"edits",
                           {"%1: tags and headers changed after import are lost (section %2)",
                            "%1: 取り込み後に変えたタグと情報が失われました（区画 %2）"},
                           {"tags and headers changed after import are lost",
                            "取り込み後に変えたタグと情報が失われました"}},
    [REPAIR_PROMOTED_RECORDS] =
        {"first-sources",
         {"%1: the first source is lost; a further one replaces it (section %2)",
          "%1: 最初の出典が失われ、追加の出典で置き換えました（区画 %2）"},
         {0}},
    [REPAIR_UNVERIFIED] =
        {"checksums",
         {"%1: kept without a checksum; compare it with the source (section %2)",
          "%1: チェックサムなしで残しました。元の棋譜と比べてください（区画 %2）"},
         {0}},
};

/* "games 3 to 7" */
static void print_games(const struct repair_loss *loss, enum lang lang, struct buf *out)
{
    bool ja = lang == LANG_JA, one = loss->count == 1;
    if (!loss->ids_known)
        buf_printf(out,
                   ja    ? "番号不明の %llu 局"
                   : one ? "%llu game of unknown id"
                         : "%llu games of unknown ids",
                   (unsigned long long)loss->count);
    else if (loss->first == loss->last)
        buf_printf(out, ja ? "%u 番の棋譜" : "game %u", loss->first);
    else
        buf_printf(out, ja ? "%u ～ %u 番の棋譜" : "games %u to %u", loss->first, loss->last);
}

static void loss_error(const struct check_cmd *c, const struct repair_loss *loss, struct err *err)
{
    struct buf games, file;
    buf_init(&games, BUF_DEFAULT_MAX);
    buf_init(&file, BUF_DEFAULT_MAX);
    print_games(loss, c->env->lang, &games);
    buf_printf(&file, "%s/%s", c->path, loss->file);
    const struct loss_words *words = &LOSSES[loss->kind];
    err_set(err, STATUS_SYNTAX, *loss->section ? &words->in_section : &words->with_file,
            buf_span(&games), span_of(loss->section));
    err_in_file(err, buf_span(&file));
    if (*loss->section)
        err_at(err, 1, loss->byte);
    buf_release(&games);
    buf_release(&file);
}

static void print_loss_json(struct check_cmd *c, const struct repair_loss *loss,
                            const struct err *err)
{
    struct json j;
    struct buf message;
    buf_init(&message, BUF_DEFAULT_MAX);
    err_message(err, c->env->lang, &message);
    json_init(&j, &c->line);
    json_open_object(&j);
    json_key_cstr(&j, "lost", LOSSES[loss->kind].name);
    json_key_u64(&j, "count", loss->count);
    if (loss->ids_known) {
        json_key_u64(&j, "first", loss->first);
        json_key_u64(&j, "last", loss->last);
    }
    json_key_cstr(&j, "file", err->file);
    json_key_cstr(&j, "section", loss->section);
    if (*loss->section)
        json_key_u64(&j, "byte", loss->byte);
    json_key_str(&j, "message", buf_span(&message));
    json_end(&j);
    json_line(&j);
    buf_release(&message);
}

static void on_loss(void *ctx, const struct repair_loss *loss)
{
    struct check_cmd *c = ctx;
    struct err err;
    progress_wipe(&c->progress);
    loss_error(c, loss, &err);
    if (!c->env->json) {
        cmd_warn(c->env, &err);
        return;
    }
    buf_clear(&c->line);
    print_loss_json(c, loss, &err);
    cmd_print(c->env, &c->line);
}

static void print_segment_json(struct check_cmd *c, const struct repair_segment *s)
{
    struct json j;
    json_init(&j, &c->line);
    json_open_object(&j);
    json_key_cstr(&j, "repaired", s->file);
    json_key_u64(&j, "kept", s->kept);
    if (*s->aside)
        json_key_cstr(&j, "aside", s->aside);
    json_end(&j);
    json_line(&j);
}

static void print_segment(struct check_cmd *c, const struct repair_segment *s)
{
    static const struct msg KEPT[SEGMENT_KINDS] = {
        [SEGMENT_GAMES] = {"games kept", "局を残しました"},
        [SEGMENT_REMOVALS] = {"removals kept", "件の削除を残しました"},
        [SEGMENT_SOURCES] = {"sources kept", "件の出典を残しました"},
        [SEGMENT_EDITS] = {"edits kept", "件の編集を残しました"}};
    buf_printf(&c->line, "%s: %llu %s", s->file, (unsigned long long)s->kept,
               msg_in(&KEPT[s->kind], c->env->lang));
    if (*s->aside)
        buf_printf(&c->line,
                   c->env->lang == LANG_JA ? "。壊れたファイルは %s として残っています"
                                           : "; the damaged file is kept as %s",
                   s->aside);
    buf_add_char(&c->line, '\n');
}

static void on_segment(void *ctx, const struct repair_segment *s)
{
    struct check_cmd *c = ctx;
    progress_wipe(&c->progress);
    buf_clear(&c->line);
    if (c->env->json)
        print_segment_json(c, s);
    else
        print_segment(c, s);
    cmd_print(c->env, &c->line);
}

static void print_unreadable(struct check_cmd *c, uint64_t bytes)
{
    if (bytes)
        buf_printf(&c->line,
                   c->env->lang == LANG_JA ? "読み出せなかったバイト: %llu\n"
                                           : "bytes that could not be read: %llu\n",
                   (unsigned long long)bytes);
}

static void print_repaired(struct check_cmd *c, const struct repair_result *r)
{
    bool ja = c->env->lang == LANG_JA;
    buf_clear(&c->line);
    if (!r->changed && c->output) {
        buf_printf(&c->line, ja ? "異常なし。%s は写しです\n" : "all is well; %s is a copy\n",
                   c->output);
        return;
    }
    if (!r->changed) {
        buf_add_str(&c->line,
                    ja ? "異常なし。何も変更していません\n" : "all is well; nothing was changed\n");
        return;
    }
    buf_printf(&c->line, ja ? "%llu 局: %s" : "%llu games: %s", (unsigned long long)r->games,
               r->faults_left ? (ja ? "修復できませんでした" : "not whole")
                              : (ja ? "修復しました" : "repaired"));
    for (int kind = 0; kind < REPAIR_LOSS_KINDS; kind++)
        if (r->count[kind])
            buf_printf(&c->line, ja ? "、失われた %s: %llu" : ", lost %s: %llu", LOSSES[kind].name,
                       (unsigned long long)r->count[kind]);
    buf_add_char(&c->line, '\n');
}

static void print_repaired_json(struct check_cmd *c, const struct repair_result *r,
                                uint64_t unreadable)
{
    struct json j;
    buf_clear(&c->line);
    json_init(&j, &c->line);
    json_open_object(&j);
    json_key_u64(&j, "faults", r->faults_left);
    json_key_u64(&j, "found", r->faults);
    json_key_bool(&j, "changed", r->changed);
    json_key_bool(&j, "manifest", r->manifest);
    if (r->changed)
        json_key_u64(&j, "games", r->games);
    json_key_u64(&j, "segments", r->segments);
    json_key_u64(&j, "lost_games", r->count[REPAIR_LOST_GAMES]);
    json_key_u64(&j, "lost_records", r->count[REPAIR_LOST_RECORDS]);
    json_key_u64(&j, "lost_first_sources", r->count[REPAIR_PROMOTED_RECORDS]);
    json_key_u64(&j, "lost_sources", r->count[REPAIR_LOST_SOURCES]);
    json_key_u64(&j, "lost_removals", r->count[REPAIR_LOST_REMOVALS]);
    json_key_u64(&j, "lost_edits", r->count[REPAIR_LOST_EDITS]);
    json_key_u64(&j, "unverified", r->count[REPAIR_UNVERIFIED]);
    json_key_u64(&j, "corrected_bytes", r->mended);
    if (c->output)
        json_key_u64(&j, "unreadable_bytes", unreadable);
    json_end(&j);
    json_line(&j);
}

/* --- Running --------------------------------------------------------------------------------- */

static void print_result(struct check_cmd *c, const struct check_result *r)
{
    bool ja = c->env->lang == LANG_JA;
    buf_clear(&c->line);
    buf_printf(&c->line,
               ja ? "%llu 局、%llu 手、%llu セグメント、%llu 区画: %s"
                  : "%llu games, %llu plies, %llu segments, %llu sections: %s",
               (unsigned long long)r->games, (unsigned long long)r->plies,
               (unsigned long long)r->segments, (unsigned long long)r->sections,
               r->faults ? "" : (ja ? "異常なし" : "all is well"));
    if (r->faults)
        buf_printf(&c->line, ja ? "異常 %llu 件" : "faults %llu", (unsigned long long)r->faults);
    buf_add_char(&c->line, '\n');
    if (r->leftovers)
        buf_printf(&c->line,
                   ja ? "中断された書き込みの残り %llu ファイル（無害。次の取り込みで消えます）\n"
                      : "%llu files are left from an interrupted write (harmless; the next import "
                        "removes them)\n",
                   (unsigned long long)r->leftovers);
}

static void print_result_json(struct check_cmd *c, const struct check_result *r)
{
    struct json j;
    buf_clear(&c->line);
    json_init(&j, &c->line);
    json_open_object(&j);
    json_key_u64(&j, "faults", r->faults);
    json_key_u64(&j, "games", r->games);
    json_key_u64(&j, "plies", r->plies);
    json_key_u64(&j, "segments", r->segments);
    json_key_u64(&j, "sections", r->sections);
    json_key_u64(&j, "bytes", r->bytes);
    json_key_u64(&j, "leftovers", r->leftovers);
    json_end(&j);
    json_line(&j);
}

static enum status check(struct check_cmd *c, const struct check_options *opt, uint64_t *faults,
                         struct err *err)
{
    struct check_result result;
    enum status st = db_check(c->path, opt, &result, err);
    progress_finish(&c->progress);
    if (st != STATUS_OK)
        return st;
    *faults = result.faults;
    if (c->env->json)
        print_result_json(c, &result);
    else
        print_result(c, &result);
    return STATUS_OK;
}

static enum status repair(struct check_cmd *c, const struct check_options *opt, uint64_t *faults,
                          struct err *err)
{
    const struct repair_options repair = {.check = *opt, .loss = on_loss, .segment = on_segment};
    struct recover_result result = {0};
    enum status st = c->output ? db_recover(c->path, c->output, &repair, &result, err)
                               : db_repair(c->path, &repair, &result.repair, err);
    progress_finish(&c->progress);
    if (st != STATUS_OK)
        return st;
    *faults = result.repair.faults_left;
    if (c->env->json) {
        print_repaired_json(c, &result.repair, result.unreadable);
    } else {
        print_repaired(c, &result.repair);
        print_unreadable(c, result.unreadable);
    }
    return STATUS_OK;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct check_cmd c = {.env = env,
                          .path = args->operands[0],
                          .output = args_text(args, OPT_OUTPUT, NULL),
                          .repairs = args_flag(args, OPT_REPAIR)};
    const struct check_options opt = {.threads = env->threads,
                                      .temporary = getenv("TMPDIR"),
                                      .cancelled = env->cancelled,
                                      .ctx = &c,
                                      .fault = on_fault,
                                      .keepable = on_keepable,
                                      .progress = on_progress};
    uint64_t faults = 0;
    struct err err = {0};
    if (c.output && !c.repairs)
        return cmd_misuse(env, &ONLY_REPAIRS, NULL);
    buf_init(&c.line, BUF_DEFAULT_MAX);
    cmd_progress_init(env, &c.progress);
    progress_start(&c.progress, &CHECKING, &GAMES_UNIT, 0);
    enum status st = c.repairs ? repair(&c, &opt, &faults, &err) : check(&c, &opt, &faults, &err);
    int code = CMD_ERROR;
    if (st == STATUS_OK) {
        code = cmd_print(env, &c.line);
        if (code == CMD_OK && faults)
            code = CMD_ERROR;
    } else if (st != STATUS_CANCELLED) {
        code = cmd_fail(env, &err);
    }
    progress_release(&c.progress);
    buf_release(&c.line);
    return code;
}

const struct command CMD_CHECK = {
    .name = "check",
    .group = GROUP_RECORDS,
    .summary = {"verify a database and repair it", "データベースを検査・修復する"},
    .options = OPTIONS,
    .operands = "DB",
    .min_operands = 1,
    .max_operands = 1,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .details = {"Verifies every checksum, replays every game by the rules, rebuilds every index "
                "and compares it with the stored one. Reports what is wrong, where, and what to "
                "do. With --repair, keeps every game that can still be read, rebuilds everything "
                "else, and reports what is lost.",
                "すべてのチェックサムを確かめ、すべての棋譜を規則どおりに再生し、すべての索引を作り"
                "直して比べます。異常があれば、内容・場所・対処を示します。--repair "
                "では、まだ読めるすべての棋譜を残して他を作り直し、失われたものを示します。"},
    .run = run,
};
