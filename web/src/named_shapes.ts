/* named_shapes.ts: castles and shapes of shogi that a query names, as pieces on the board: read from their definitions
 * (data/names/shogi.txt), of which the first of several ways is drawn.  Openings are about the game and have no squares. */
import { nameIn, titleOfName } from './unit_words';
import { emptySetup, other, splitWords, type Color, type Mark, type Setup } from './setup';
import { SHOGI } from './setup_shogi';
import { site } from './site';
import { unitsOf } from './units';
import type { Name } from './api';

/* also: another piece that may stand there instead. */
export interface NamedShape { unit: string; label: string; pieces: Map<string, Mark>; also: { at: string; mark: Mark }[] }

const NOTHING = emptySetup();
const DRAWN = /^(castle|shape|joseki)$/;
const PIECE = /^([sg])([1-9]{2})([a-z]{2})$/;

interface Drawn { pieces: Map<string, Mark>; also: { at: string; mark: Mark }[] }

function put(into: Drawn, word: string): void {
  const m = word.match(PIECE);
  if (m && !into.pieces.has(m[2])) into.pieces.set(m[2], { color: m[1] as Color, kind: m[3] });
  else if (m) into.also.push({ at: m[2], mark: { color: m[1] as Color, kind: m[3] } });
}

/* The first way to have what the definition says; depth: definitions may be made of others. */
function read(query: string, into: Drawn, depth = 0): Drawn {
  const words = splitWords(query);
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const set = word.match(/^\{(.*)\}$/)?.[1].split(','), name = word.match(/^s\.([a-z]+):(.+)$/);
    if (word === 'or') break;
    if (word === 'not') i++;
    else if (set) {
      put(into, set[0]);
      for (const one of set.slice(1)) if (one.slice(1, 3) === set[0].slice(1, 3)) put(into, one);
    } else if (name && depth < 4) {
      const within = site.names.find((n) => n.group === name[1] && n.name === name[2]);
      if (within) read(within.query, into, depth + 1);
    } else if (word.startsWith('(') && word.endsWith(')')) read(word.slice(1, -1), into, depth + 1);
    else put(into, word);
  }
  return into;
}

/* White's; of a castle that stands on either wing the one that faces Black's right. */
function turned(at: string, mark: Mark, mirrored: boolean): [string, Mark] {
  const round = SHOGI.image(NOTHING, at, false);
  return [mirrored ? SHOGI.image(NOTHING, round, true) : round, { color: other(mark.color), kind: mark.kind }];
}

/* Black's. */
export const shapeOfName = (name: Name): Drawn => read(name.query, { pieces: new Map(), also: [] });

const hasKing = (pieces: Iterable<Mark>, color: Color): boolean => [...pieces].some((p) => p.kind === 'ou' && p.color === color);

/* What the names of a query put on the board, in their order; a square has the piece of the first.  A castle of either side is
 * drawn as Black's, a second one as White's. */
export function namedShapes(setup: Setup): NamedShape[] {
  if (site.game !== 'shogi' || setup.complex || setup.whole) return [];
  const taken = new Set(setup.look.pieces.keys()), stands = [...setup.look.pieces.values()];
  return unitsOf(setup.rest).flatMap((unit) => {
    const found = nameIn(unit);
    if (!found || !DRAWN.test(found.name.group) || unit.startsWith('game.')) return [];
    let { pieces, also } = shapeOfName(found.name);
    const mirrored = !!found.name.mirrored;
    if (found.side === 'g' || (!found.side && hasKing(pieces.values(), 's') && hasKing(stands, 's'))) {
      pieces = new Map([...pieces].map(([at, mark]) => turned(at, mark, mirrored)));
      also = also.map(({ at, mark }) => ({ at: turned(at, mark, mirrored)[0], mark: turned(at, mark, mirrored)[1] }));
    }
    pieces = new Map([...pieces].filter(([at]) => !taken.has(at)));
    for (const at of pieces.keys()) taken.add(at);
    stands.push(...pieces.values());
    return pieces.size ? [{ unit, label: titleOfName(found.name), pieces, also: also.filter(({ at }) => pieces.has(at)) }] : [];
  });
}
