/* opening_book.c: see opening_book.h.
 *
 * The common openings as beginners learn them, Black's and White's choices in turn: both rooks at
 * home (double wing, side pawn, bishop exchange, yagura, snow roof), one rook moved (fourth, third,
 * central, opposing, Ishida) against a boat, a left mino or a bear's hole, both rooks moved.  Put
 * down by us from general knowledge of the game; nothing here is anybody's record. */
#include "sim/generate/opening_book.h"

#include <stddef.h>

const char *const opening_book[] = {
    /* Double wing attack. */
    "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 7a7b 3i3h 9c9d 1g1f 8e8f 8g8f 8b8f "
    "P*8g 8f8b 3h2g 6c6d",
    "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 3i3h 7a7b 2e2d 2c2d 2h2d P*2c 2d2f 8e8f 8g8f 8b8f P*8g 8f8d "
    "5i5h 5a5b 7g7f 3c3d",
    "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2f 7a7b 1g1f 9c9d 9g9f 8e8f 8g8f 8b8f "
    "P*8g 8f8e 3i4h 3c3d",
    /* Side pawn. */
    "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c 3d3f 8f8d "
    "3f2f P*2b P*8g 5a5b",
    "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c 5i6h 8f8d "
    "3g3f P*2c 3d3e 5a5b",
    /* Bishop exchange, at once and a move late. */
    "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 4a3b 6i7h 2b7g+ 8h7g 3a2b 3i3h 2b3c 2f2e 7a7b 3h2g 7c7d "
    "2g2f 7b7c 5i6h 5a4b",
    "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 8h7g 4a3b 7i8h 2b7g+ 8h7g 3a2b 3i3h 2b3c 4g4f 6c6d 3h4g 7a6b "
    "5i6h 6b6c 4g5f 6c5d",
    "7g7f 3c3d 2g2f 4a3b 2f2e 2b8h+ 7i8h 3a2b 3i3h 2b3c 4g4f 8c8d 8h7g 7a6b 3h4g 6c6d 5i6h 6b6c "
    "6h7h 5a4b 4i5h",
    "7g7f 3c3d 2g2f 8c8d 6i7h 8d8e 8h2b+ 3a2b 7i8h 4a3b 8h7g 2b3c 3i3h 7a6b 9g9f 9c9d 1g1f 1c1d "
    "3g3f 6c6d 2i3g 6b6c",
    /* Yagura. */
    "7g7f 8c8d 7i6h 3c3d 6h7g 7a6b 2g2f 3a4b 3i4h 4a3b 6i7h 5a4a 5i6i 6a5b 5g5f 5c5d 6g6f 4b3c "
    "8h7i 2b3a 3g3f 4c4d 4i5h 3a6d",
    "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 4i5h 4a3b 6i7h 5a4a 5i6i 6a5b 6h7g 4b3c "
    "8h7i 2b3a 3g3f 4c4d 5h6g 7c7d",
    "7g7f 8c8d 7i6h 3c3d 6h7g 6c6d 2g2f 7a7b 3i4h 7b6c 6i7h 7c7d 4i5h 6a5b 6g6f 8a7c 5i6i 3a4b "
    "5g5f 8d8e 5h6g 6c5d",
    "7g7f 8c8d 7i6h 3c3d 6g6f 6a5b 2g2f 7a6b 3i4h 5c5d 6i7h 3a4b 5i6i 4b3c 5g5f 4a3b 2f2e 5a4a "
    "4i5h 7c7d 6h7g 2b3a",
    /* Snow roof. */
    "7g7f 3c3d 6g6f 8c8d 7i6h 7a6b 6h6g 6c6d 3i4h 6b6c 4g4f 3a4b 4h4g 4a3b 6i7h 5a4a 5i6i 6a5b "
    "4i5h 7c7d 3g3f 8d8e 8h7g 8a7c",
    "2g2f 3c3d 7g7f 4c4d 2f2e 2b3c 3i4h 3a4b 4i5h 4b4c 5g5f 7a6b 6i7h 5c5d 5i6i 6b5c 7i6h 4a3b "
    "3g3f 6a5b 6g6f 5a4a",
    "2g2f 8c8d 7g7f 3c3d 2f2e 8d8e 6i7h 4a3b 3i3h 7a7b 4i5h 6a5b 6g6f 6c6d 7i6h 7b6c 6h6g 5a4a "
    "4g4f 7c7d",
    /* Fourth file rook against the boat, the left mino and the bear's hole. */
    "7g7f 3c3d 2g2f 4c4d 3i4h 3a3b 5g5f 8b4b 5i6h 5a6b 6h7h 6b7b 4i5h 7a8b 9g9f 9c9d 7i6h 4a5b "
    "2f2e 2b3c",
    "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h 6b7b 5g5f 7b8b 4i5h 7a7b 2f2e 2b3c 8h7g 3a3b "
    "7h8h 4a5b 9i9h 6c6d 8h9i",
    "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h 6b7b 4i5h 7b8b 9g9f 9c9d 5g5f 7a7b 8h7g 3a3b "
    "7h8h 4a5b 7i7h 3b4c 2f2e 2b3c",
    "7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b 3h2h 6a5b 3i3h 1c1d 1g1f 5c5d 7i7h 8d8e "
    "8h7g 6b5c 6i5h 3a4b",
    "7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 7i7h 5a4b 5i4h 4b3b 4h3h 6a5b 3h2h 5c5d 3i3h 5b5c 6i5h 8d8e "
    "8h7g 2b3c 4g4f 3b2b",
    "7g7f 3c3d 6g6f 8c8d 2h6h 8d8e 8h7g 7a6b 7i7h 5a4b 5i4h 4b3b 4h3h 6a5b 3h2h 5c5d 1i1h 2b3c "
    "2h1i 3b2b 3i2h 1a1b",
    "7g7f 3c3d 2g2f 9c9d 9g9f 4c4d 3i4h 8b4b 5i6h 7a7b 6h7h 5a6b 4i5h 6b7a 5g5f 7a8b 2f2e 2b3c "
    "7i6h 3a3b",
    /* Third file rook. */
    "7g7f 8c8d 6g6f 3c3d 7f7e 7a6b 2h7h 5a4b 7i6h 4b3b 5i4h 6a5b 4h3h 5c5d 3h2h 6b5c 3i3h 8d8e "
    "8h7g 1c1d 1g1f",
    "7g7f 3c3d 2g2f 3d3e 3i4h 8b3b 2f2e 3a4b 5i6h 5a6b 6h7h 6b7b 4g4f 7b8b 4h4g 7a7b 4i5h 4b3c "
    "2e2d 2c2d 2h2d",
    "7g7f 3c3d 2g2f 4c4d 3i4h 3a4b 2f2e 2b3c 5i6h 4b4c 6h7h 8b3b 5g5f 5a6b 4i5h 6b7b 9g9f 7b8b "
    "3g3f 7a7b",
    /* Ishida. */
    "7g7f 3c3d 7f7e 8c8d 2h7h 8d8e 5i4h 6a5b 4h3h 5a4b 3h2h 4b3b 3i3h 5c5d 7h7f 7a6b 9g9f 6b5c",
    "7g7f 8c8d 7f7e 8d8e 2h7h 3c3d 5i4h 5a4b 4h3h 4b3b 3h2h 7a6b 3i3h 1c1d 1g1f 6a5b 6g6f 5c5d",
    /* Central rook. */
    "5g5f 3c3d 2h5h 8c8d 7g7f 8d8e 8h7g 5a4b 7i6h 4b3b 6h5g 7a6b 5i4h 6a5b 4h3h 4c4d 3h2h 5b4c "
    "3i3h 2b3c",
    "5g5f 8c8d 7g7f 8d8e 8h7g 5c5d 2h5h 3c3d 5i4h 7a6b 4h3h 4a3b 7i6h 6b5c 3h2h 3a4b 3i3h 5a4a",
    "5g5f 3c3d 5f5e 8c8d 2h5h 5a4b 7g7f 4b3b 5i4h 6a5b 4h3h 8d8e 8h7g 7a6b 3h2h 6c6d 7i6h 6b6c "
    "3i3h 6c7d",
    "2g2f 3c3d 7g7f 5c5d 2f2e 8b5b 3i4h 5d5e 5i6h 2b3c 6h7h 5a6b 4i5h 6b7b 9g9f 7b8b 6g6f 7a7b "
    "5h6g 3a4b",
    "7g7f 5c5d 2g2f 8b5b 2f2e 3c3d 3i4h 5d5e 4i5h 2b3c 5i6h 5a6b 6h7h 6b7b 9g9f 7b8b 3g3f 7a7b "
    "4h3g 3a4b",
    /* Opposing rook. */
    "7g7f 3c3d 2g2f 4c4d 3i4h 3a4b 5g5f 4b4c 5i6h 2b3c 6h7h 8b2b 4i5h 5a6b 9g9f 9c9d 2f2e 6b7b "
    "7i6h 7b8b",
    "7g7f 3c3d 6g6f 8c8d 8h7g 8d8e 2h8h 7a6b 5i4h 5a4b 4h3h 4b3b 3h2h 6a5b 3i3h 5c5d "
    "7i6h 6b5c",
    "7g7f 3c3d 2g2f 2b3c 2f2e 8b2b 3i4h 5a6b 5i6h 6b7b 6h7h 7b8b 4i5h 7a7b 9g9f 9c9d",
    /* Both rooks moved. */
    "7g7f 3c3d 6g6f 3d3e 2h6h 8b3b 5i4h 5a6b 4h3h 6b7b 3h2h 7b8b 3i3h 7a7b 1g1f 9c9d 6i5h 4a5b",
    "7g7f 3c3d 7f7e 8b4b 6g6f 5a6b 2h7h 6b7b 5i4h 7b8b 4h3h 7a7b 3h2h 4a5b 3i3h 3a3b",
    "5g5f 5c5d 2h5h 8b5b 7g7f 5a6b 5i4h 6b7b 4h3h 7b8b 3h2h 7a7b 3i3h 6a5a 7i6h 3a4b",
    /* Climbing silver, and quick attacks. */
    "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 3i3h 7a7b 3h2g 7b8c 2g2f 8c8d 2f1e 3c3d 2e2d 2c2d 1e2d",
    "7g7f 3c3d 2g2f 4c4d 3g3f 3a3b 3i4h 8b4b 4h3g 5a6b 3g4f 6b7b 5i6h 7b8b 6h7h 7a7b 4i5h",
    NULL,
};
