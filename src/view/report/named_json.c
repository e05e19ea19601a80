/* named_json.c: see named_json.h. */
#include "view/report/named_json.h"

void titles_to_json(struct json *j, struct span en, struct span ja)
{
    json_key(j, "titles");
    json_open_object(j);
    json_key_str(j, "en", en);
    json_key_str(j, "ja", ja);
    json_end(j);
}

void named_members_to_json(struct json *j, const struct named_query *q)
{
    struct buf title;
    buf_init(&title, BUF_DEFAULT_MAX);
    named_add_title(q, &title);
    json_key_str(j, "name", q->name);
    json_key_str(j, "kind", q->group.n ? q->group : SPAN("search"));
    titles_to_json(j, buf_span(&title), named_japanese_title(q));
    json_key_str(j, "query", q->text);
    buf_release(&title);
}
