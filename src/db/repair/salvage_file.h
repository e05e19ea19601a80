/* salvage_file.h: the bytes of a damaged segment: where its sections are, and which bytes are
 * whole.
 *
 * The file is opened even if its table of sections is damaged or cut off:
 *
 *   - the table is believed if the checksum of the frame is right, also after one bit of it, or
 *     what is known anyway (the marks at both ends, the place of the table), was put right;
 *   - otherwise a row of it is believed if the bytes that it names have the checksum that it says;
 *   - what is then still missing is found by going through the file from its beginning in the order
 *     in which segments are written: lines, moves, columns, prints, entries, entrydir, more (or
 *     more, or removed, alone), each of which holds its own length.
 *
 * Bytes are whole if their section has the right checksum, or if the blocks that they lie in have
 * the sums of section `sums`.  A block with a wrong sum is put right, in memory, if changing one
 * bit of it makes the sum right, or if changing one byte makes the checksum of its section right as
 * well; so is a short section where there are no sums.  32 bits of sum and the 32,768 bits of a
 * block leave one chance in 131,072 that a bit is a mistake: its block counts as whole only if the
 * checksum of the section is right then.  Otherwise (more of the section is damaged, or there is no
 * table) the bit stays changed, and the bytes of the block have no checksum. */
#ifndef KIFU_DB_REPAIR_SALVAGE_FILE_H
#define KIFU_DB_REPAIR_SALVAGE_FILE_H

#include "store/manifest.h"
#include "store/segment.h"

struct salvage_file {
    struct segment file; /* its bytes are a private copy; nothing of it is verified by reading */
    bool framed;         /* the table of sections is whole */
    bool section_whole[SEGMENT_MAX_SECTIONS];
    const char *sums; /* borrowed from the file: 32 bits a block; NULL: there are none */
    uint64_t summed;  /* bytes that they cover, from the beginning of the file */
    uint64_t *whole;  /* owned: a bit for each block that is whole */
    uint64_t mended;  /* bytes that were put right in memory, by a checksum of 64 bits */
};

/* kind says what to look for if there is no table; SEGMENT_KINDS: unknown.  STATUS_UNSUPPORTED if a
 * newer Kifu wrote it.  A file of which nothing can be read has no sections. */
enum status salvage_file_open(struct salvage_file *f, const char *path, enum segment_kind kind,
                              struct err *err) CHECK_RESULT;
/* May be called on one that failed to open or is closed. */
void salvage_file_close(struct salvage_file *f);

/* Whether every one of these bytes of the file is covered by a checksum that is right. */
bool salvage_is_whole(const struct salvage_file *f, struct span bytes);
/* The bytes of a section, which may end early where the file was cut off; empty if there is none.
 */
struct span salvage_section(const struct salvage_file *f, const char *name);

#endif
