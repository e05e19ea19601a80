/* page.c: see page.h.  The table is made by scripts/gen_page.c. */
#include "web/site/page.h"

#include "page_tables.h"

bool page_find(struct span path, struct span *bytes, const char **type)
{
    for (size_t i = 0; i < sizeof PAGE_FILES / sizeof *PAGE_FILES; i++)
        if (span_eq(path, span_of(PAGE_FILES[i].path))) {
            *bytes = span_make((const char *)PAGE_FILES[i].bytes, PAGE_FILES[i].count);
            *type = PAGE_FILES[i].type;
            return true;
        }
    return false;
}
