/* replay.c: a main() for a fuzz target: runs every file of the given directories (or files) through
 * it once.  Prints which one is next, so that after a crash the last line names it. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Optional in libFuzzer, and so here. */
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

static int replay_file(const char *path)
{
    printf("# %s\n", path);
    fflush(stdout);
    FILE *f = fopen(path, "rb");
    struct stat st;
    if (!f || fstat(fileno(f), &st) != 0)
        return -1;
    /* Exactly as many bytes as there are, so that the sanitizer sees a read beyond the end. */
    size_t size = (size_t)st.st_size;
    uint8_t *data = malloc(size ? size : 1);
    int status = data && fread(data, 1, size, f) == size ? 0 : -1;
    if (status == 0)
        LLVMFuzzerTestOneInput(data, size);
    free(data);
    fclose(f);
    return status;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Number of files replayed, or -1. */
static int replay_directory(const char *path)
{
    struct dirent **names;
    int n = scandir(path, &names, is_visible, alphasort);
    int status = n;
    for (int i = 0; i < n; i++) {
        char file[4096];
        int length = snprintf(file, sizeof file, "%s/%s", path, names[i]->d_name);
        if (length >= (int)sizeof file || replay_file(file) != 0)
            status = -1;
        free(names[i]);
    }
    if (n >= 0)
        free(names);
    return status;
}

int main(int argc, char **argv)
{
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    int total = 0;
    for (int i = 1; i < argc; i++) {
        struct stat st;
        if (stat(argv[i], &st) != 0) {
            printf("# no seeds: %s\n", argv[i]);
            return 1;
        }
        int n = S_ISDIR(st.st_mode) ? replay_directory(argv[i]) : replay_file(argv[i]) + 1;
        if (n <= 0) {
            printf("# nothing replayed from %s\n", argv[i]);
            return 1;
        }
        total += n;
    }
    printf("1..1\nok 1 - %d seeds\n", total);
    return 0;
}
