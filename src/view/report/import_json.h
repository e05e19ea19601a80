/* import_json.h: the result of an import as JSON, for --json and the page. */
#ifndef KIFU_VIEW_REPORT_IMPORT_JSON_H
#define KIFU_VIEW_REPORT_IMPORT_JSON_H

#include "base/text/json.h"
#include "db/import/import.h"

/* Appends the members "files", "games", "added" … to the open object; stored: games on disk. */
void import_counts_to_json(struct json *j, const struct import_counts *c, uint64_t stored,
                           double seconds);

#endif
