/* api_profile.c: /api/profile: what the games of one player say, as `kifu profile --json`. */
#include "base/work/pool.h"
#include "view/report/profile_page.h"
#include "web/api/kept_events.h"
#include "web/api/search_request.h"

enum {
    USUAL_TOP = 100,
    MAX_TOP = 1000,
    USUAL_SEQUENCES = 20,
    MAX_SEQUENCES = 200,
    LEAST_LENGTH = 5,
    MAX_GAMES = 250000,
};

struct profile_request {
    struct api_call *call;
    struct search_request limits; /* the further conditions */
    struct kept_events events;
    struct profile_input in;
    struct profile_options options;
    uint32_t top;
};

static enum status read_arguments(struct profile_request *r, struct err *err)
{
    static const struct msg NOBODY = {"player must be a name", "player に名前を指定してください"};
    struct api_call *call = r->call;
    uint64_t top = 0, sequences = 0;
    unsigned half = pool_cpu_count() / 2;
    enum status status = api_header(call, "player", &r->in.player, err);
    if (status == STATUS_OK && span_trim(r->in.player).n == 0)
        status = err_plain(err, STATUS_RANGE, &NOBODY);
    if (status == STATUS_OK)
        status = api_count(call, "top", 1, MAX_TOP, USUAL_TOP, &top, err);
    if (status == STATUS_OK)
        status = api_number(call, "sequences", MAX_SEQUENCES, USUAL_SEQUENCES, &sequences, err);
    r->top = (uint32_t)top;
    r->options = (struct profile_options){.sequences = (uint32_t)sequences,
                                          .min_length = LEAST_LENGTH,
                                          .most_games = MAX_GAMES,
                                          .examples = PROFILE_PAGE_BOARDS,
                                          .threads = half ? half : 1,
                                          .cancelled = call->request->cancelled};
    return status;
}

static enum status add_profile(struct profile_request *r, const struct player_profile *profile,
                               struct err *err)
{
    struct sequence_profile sequence = {0};
    struct span name = r->in.player;
    const char *const *names = api_database_names(r->call, &r->limits.in);
    if (!names)
        return err_nomem(err);
    for (int signs = 0; signs < 2 && span_eat(&name, SPAN("=")); signs++)
        ;
    const struct profile_report report = {
        .p = profile,
        .in = &r->in,
        .paths = names,
        .name = profile->persons.count == 1 ? profile->persons.at[0].name : name,
        .top = r->top,
        .lang = r->call->lang,
        .cancelled = r->options.cancelled,
        .sequence = &sequence};
    enum status status = sequence_profile_init(&sequence, err);
    if (status == STATUS_OK)
        status = profile_to_json(&report, kept_events_open(&r->events, "profile"), err);
    kept_events_add(&r->events);
    sequence_profile_release(&sequence);
    return status;
}

static enum status make_profile(void *ctx, struct err *err)
{
    struct profile_request *r = ctx;
    struct player_profile profile = {0};
    enum status status = player_profile_make(&profile, &r->in, &r->options, err);
    if (status == STATUS_OK)
        status = add_profile(r, &profile, err);
    player_profile_release(&profile);
    return status;
}

static enum status answer(struct profile_request *r, struct err *err)
{
    r->in.dbs = r->limits.in.dbs;
    r->in.count = r->limits.in.count;
    r->in.named = r->call->named;
    r->in.query = r->limits.text;
    r->options.values = r->limits.options.values;
    kept_events_begin(&r->events, r->call);
    buf_printf(&r->events.key, "profile %u %u %u %u\n", r->limits.in.first, r->in.count, r->top,
               r->options.sequences);
    buf_add_span(&r->events.key, r->in.player);
    buf_add_char(&r->events.key, '\n');
    buf_add_span(&r->events.key, r->in.query);
    api_key_found(&r->limits.query, &r->limits.in, &r->events.key);
    return kept_events_answer(&r->events, make_profile, r, err);
}

enum status api_profile(struct api_call *call, struct err *err)
{
    struct profile_request r = {.call = call};
    enum status status = read_arguments(&r, err);
    if (status == STATUS_OK)
        status = search_request_read(&r.limits, call, err);
    if (status != STATUS_OK)
        return status;
    status = api_needs_one_process(call, &r.limits.in, err);
    if (status == STATUS_OK)
        status = answer(&r, err);
    search_request_release(&r.limits);
    return status;
}
