/* corner_names.ts: what moves in a corner of Go are called, by the path that leads there in the orientation of the server: the
 * upper right corner, the first stone as R16, Q16, R17, R15, Q15. */
import { lang } from './i18n';

/* begin: stones and approaches, said in the second line; main: a joseki; part: what it goes on with; step: said at its node
 * alone. */
type Weight = 'begin' | 'main' | 'part' | 'step';
export interface CornerName { en: string; ja: string; weight: Weight }

/* "PATH = English, Japanese"; the sign before a path is its weight: nothing begin, ! main, + part, - step. */
const TABLE = `
R16 = 3-4 point, 小目
R16 P17 = low approach, 小ゲイマガカリ
R16 P16 = high approach, 一間高ガカリ
R16 O17 = large low approach, 大ゲイマガカリ
R16 O16 = two-space high approach, 二間高ガカリ
!R16 P17 M16 = two-space high pincer, 二間高バサミ
+R16 P17 M16 O16 = jump, 一間トビ
+R16 P17 M16 P14 = large jump, 二間トビ
!R16 P17 L17 = three-space pincer, 三間バサミ
!R16 P17 M17 = two-space pincer, 二間バサミ
!R16 P17 N17 = one-space pincer, 一間バサミ
!R16 P17 N16 = high pincer, 一間高バサミ
!R16 P17 L16 = three-space high pincer, 三間高バサミ
!R16 P17 Q15 = diagonal, コスミ
!R16 P17 Q14 = knight’s move, ケイマ
+R16 P17 N17 N16 = attach, ツケ
!R16 P16 P17 = attach below, 下ツケ
!R16 P16 P15 = attach above, 上ツケ
!R16 P16 N17 = one-space pincer, 一間バサミ
!R16 P16 M16 = two-space high pincer, 二間高バサミ
!R16 P16 N16 = high pincer, 一間高バサミ
!R16 P16 L16 = three-space high pincer, 三間高バサミ
!R16 P16 Q14 = knight’s answer, ケイマ受け
!R16 P16 R14 = one-space answer, 一間受け
-R16 P16 P17 O17 = hane, ハネ
!R16 P16 P17 Q16 = avalanche, ナダレ
-R16 P16 P17 O17 Q17 = pull back, 引き
+R16 P16 P17 O17 Q17 O16 = solid connection, カタツギ
+R16 P16 P17 O17 Q17 N16 = hanging connection, カケツギ
-R16 P16 P17 O17 Q17 O16 R14 = one-space jump, 一間トビ
-R16 P16 P17 O17 Q17 N16 R14 = one-space jump, 一間トビ
-R16 P16 P17 O17 Q17 O16 R14 K16 = extension, 開き
-R16 P16 P17 O17 Q17 O16 R14 K17 = extension, 開き
-R16 P16 P17 O17 Q17 O16 Q14 = knight’s move, ケイマ
-R16 P16 P17 O17 Q17 O16 Q15 = diagonal, コスミ
-R16 P16 P15 O15 = hane, ハネ
!R16 O17 Q17 = diagonal below, コスミ
!R16 O17 P16 = shoulder, カケ
Q16 = star point, 星
Q16 R14 = approach, 小ゲイマガカリ
Q16 R17 = 3-3 invasion, 三々入り
!Q16 R14 O16 = one-space answer, 一間受け
!Q16 R14 O17 = knight’s answer, 小ゲイマ受け
!Q16 R14 N17 = large knight’s answer, 大ゲイマ受け
!Q16 R14 R12 = one-space pincer, 一間バサミ
!Q16 R14 R11 = two-space pincer, 二間バサミ
!Q16 R14 Q12 = high pincer, 一間高バサミ
!Q16 R14 Q11 = two-space high pincer, 二間高バサミ
!Q16 R14 Q10 = three-space high pincer, 三間高バサミ
!Q16 R14 R15 = side attachment, コスミツケ
!Q16 R14 Q14 = attach above, ツケ
+Q16 R14 O16 S16 = slide, スベリ
+Q16 R14 O17 S16 = slide, スベリ
-Q16 R14 O16 S16 R17 = guard, 三々受け
-Q16 R14 O17 S16 R17 = guard, 三々受け
-Q16 R14 O16 S16 R17 R11 = extension, 二間開き
-Q16 R14 O17 S16 R17 R11 = extension, 二間開き
+Q16 R14 R12 R17 = 3-3 invasion, 三々入り
+Q16 R14 Q12 R17 = 3-3 invasion, 三々入り
+Q16 R14 R11 R17 = 3-3 invasion, 三々入り
+Q16 R14 Q11 R17 = 3-3 invasion, 三々入り
R17 = 3-3 point, 三々
!R17 Q16 = shoulder hit, 肩ツキ
R15 = 3-5 point, 目外し
R15 Q17 = 3-4 approach, 小目ガカリ
R15 R17 = 3-3 approach, 三々ガカリ
R15 P16 = high approach, 高ガカリ
!R15 Q17 O16 = taisha, 大斜
!R15 Q17 O17 = pincer, ハサミ
!R15 Q17 P16 = press, カケ
Q15 = 4-5 point, 高目
Q15 Q17 = 3-4 approach, 小目ガカリ
Q15 R17 = 3-3 approach, 三々ガカリ
!Q15 Q17 R17 = inner attachment, 内ツケ
!Q15 Q17 P17 = outer attachment, 外ツケ
!Q15 Q17 O16 = press, カケ
Q14 = 4-6 point, 大高目
R14 = 3-6 point, 大目外し
P15 = 5-5 point, 五の五`;

const WEIGHTS: Record<string, Weight> = { '!': 'main', '+': 'part', '-': 'step' };

/* Names by path, points between blanks. */
export function cornerNames(): Map<string, CornerName> {
  return new Map(TABLE.trim().split('\n').map((line) => {
    const [, sign, path, en, ja] = line.match(/^([!+-]?)(.*?) = (.*), (.*)$/)!;
    return [path, { en, ja, weight: WEIGHTS[sign] ?? 'begin' }];
  }));
}

export const ownWords = (n: CornerName): string => (lang === 'ja' ? n.ja : n.en);

/* Of a path: what it is called, with the other language's name, and what came before that. */
export function pathTitle(names: Map<string, CornerName>, path: string[]): { main?: CornerName; part?: CornerName; before: CornerName[] } {
  const all = path.map((_, i) => names.get(path.slice(0, i + 1).join(' '))).filter((n) => n !== undefined && n.weight !== 'step') as CornerName[];
  const main = [...all].reverse().find((n) => n.weight === 'main') ?? [...all].reverse().find((n) => n.weight === 'begin');
  if (!main) return { before: [] };
  const at = all.indexOf(main);
  return { main, part: all.slice(at + 1).at(-1), before: all.slice(0, at) };
}
