/* shogi_names.h: names of pieces, squares and handicaps in the usual notations, as static
 * strings. */
#ifndef KIFU_GAMES_SHOGI_SHOGI_NAMES_H
#define KIFU_GAMES_SHOGI_SHOGI_NAMES_H

#include "base/span.h"

/* "FU", "KY", …; "" for SHOGI_NONE. */
const char *shogi_kind_csa(int kind);
/* 0 if it is none. */
int shogi_kind_by_csa(char a, char b);

/* "歩", "成香", "龍": as moves are written. */
const char *shogi_kind_kanji(int kind);
/* "歩", "杏", "龍": one character, as diagrams are drawn. */
const char *shogi_kind_kanji1(int kind);
/* "P", "+L": as SFEN writes them, upper case. */
const char *shogi_kind_sfen(int kind);
/* "pawn", "promoted lance", "dragon". */
const char *shogi_kind_english(int kind);

/* Removes a piece's Japanese name from the front of *s: all spellings in use (玉 王 龍 竜 成銀 全
 * …). The kind, or 0 with *s untouched. */
int shogi_eat_kanji_kind(struct span *s);

/* "平手", "香落ち", …, "その他". */
const char *shogi_handicap_kanji(int handicap);
/* Tolerates blanks at the ends, digits of any kind, the kana missing (6枚落); -1 if it is none. */
int shogi_handicap_by_kanji(struct span name);
const char *shogi_handicap_english(int handicap);

/* Full-width digit "１".."９" for a file and "一".."九" for a rank; n in 1..9. */
const char *shogi_wide_digit(int n);
const char *shogi_kanji_digit(int n);
/* Removes one digit from the front: half-width, full-width or kanji.  1..9, or 0. */
int shogi_eat_any_digit(struct span *s);

#endif
