/* notes.h: what an encoding can say about a sentence, in the note of its last symbol (corpus.h),
 * and the scorer `pause` listens to.
 *
 *     31 …          3  2 … 0
 *     [trust * 2^20  ][pause]
 *
 * trust: how much the sentence counts as one, at most 1.  pause: how far the game went on
 * elsewhere, as if what is written here were complete, in quarters.  0, a sentence about which
 * nothing is said, counts nothing.
 */
#ifndef KIFU_TEXT_MINE_NOTES_H
#define KIFU_TEXT_MINE_NOTES_H

#include <stdint.h>

enum { NOTE_TRUST = 1 << 20, NOTE_PAUSE = 4 };

/* trust at most NOTE_TRUST, pause at most NOTE_PAUSE. */
static inline uint32_t note_make(uint32_t trust, uint32_t pause)
{
    return trust << 3 | pause;
}
static inline double note_trust(uint32_t note)
{
    return (double)(note >> 3) / NOTE_TRUST;
}
static inline double note_pause(uint32_t note)
{
    return (double)(note & 7) / NOTE_PAUSE;
}

#endif
