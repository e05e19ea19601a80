/* gen_page.c: files of the page as C tables: gen_page FILE... >page_tables.h
 *
 * index.html is served as "/", any other file under its own name. */
#include <stdio.h>
#include <string.h>

static const char *const TYPES[][2] = {
    {".html", "text/html; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},   {".svg", "image/svg+xml; charset=utf-8"},
    {".txt", "text/plain; charset=utf-8"},
};

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *type_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof TYPES / sizeof *TYPES; i++)
        if (strcmp(dot, TYPES[i][0]) == 0)
            return TYPES[i][1];
    return NULL;
}

/* One array; returns its length, or -1. */
static long print_bytes(const char *path, int number)
{
    FILE *f = fopen(path, "rb");
    long count = 0;
    int c;
    if (!f)
        return -1;
    printf("static const unsigned char PAGE_FILE_%d[] = {", number);
    for (; (c = getc(f)) != EOF; count++)
        printf("%s%d,", count % 32 == 0 ? "\n" : "", c);
    printf("\n};\n");
    count = ferror(f) ? -1 : count;
    fclose(f);
    return count;
}

int main(int argc, char **argv)
{
    long counts[64];
    if (argc < 2 || argc > 64)
        return 2;
    printf("/* Made by scripts/gen_page.c. */\n");
    for (int i = 1; i < argc; i++) {
        counts[i] = print_bytes(argv[i], i);
        if (counts[i] <= 0 || !type_of(argv[i])) {
            fprintf(stderr, "gen_page: %s: cannot be read, is empty or of no known kind\n",
                    argv[i]);
            return 1;
        }
    }
    printf("static const struct {\n    const char *path, *type;\n    const unsigned char *bytes;\n"
           "    unsigned long count;\n} PAGE_FILES[] = {\n");
    for (int i = 1; i < argc; i++) {
        const char *name = name_of(argv[i]);
        printf("    {\"/%s\", \"%s\", PAGE_FILE_%d, %ld},\n",
               strcmp(name, "index.html") == 0 ? "" : name, type_of(argv[i]), i, counts[i]);
    }
    printf("};\n");
    return ferror(stdout) || fflush(stdout) != 0;
}
