/* chips.ts: a query as a row of chips: what stands on the boards, what is said beside them, and how it may be turned.  Each
 * can be taken away. */
import { h } from './dom';
import { t as common, texts } from './i18n';
import { chip, icon, sideSign, type ChipLook } from './parts';
import { LAYERS, type Color, type LayerName, type Mark, type Setup, type Symmetry } from './setup';
import { site } from './site';
import { handText, pieceText, turnText, unitWords, type UnitWords } from './unit_words';
import { isPlain, joinUnits, unitsOf } from './units';

const t = texts({
  or: 'or', not: 'not', whole: 'whole position', pieces: '{0} pieces', stones: '{0} stones', region: '{0}, otherwise empty', size: '{0} × {0}',
  sym_: '', sym_flip: 'either side', sym_mirror: 'mirrored too', sym_turn: 'any corner', sym_all: 'any side and mirrored', sym_colour: 'either colour',
}, {
  or: 'または', not: '以外:', whole: '局面全体', pieces: '駒 {0} 枚', stones: '石 {0} 個', region: '{0}、ほかは空き', size: '{0}路',
  sym_: '', sym_flip: '先後逆も', sym_mirror: '左右反転も', sym_turn: 'どの隅でも', sym_all: '先後・左右とも', sym_colour: '黒白逆も',
});

const SAID = 3; // pieces that a chip names; of more it says how many

type Content = (Node | string)[];
export interface QueryChip { look: ChipLook; content: Content; words: string; squares: string[]; remove: (s: Setup) => void; key: string }

const marked = ({ side, text, code }: UnitWords): Content => [...(side ? [sideSign(side)] : []), code ? h('code', {}, text) : text];
const spoken = ({ side, text }: UnitWords): string => `${side ? `${common(side === 's' ? 'black' : 'white')} ` : ''}${text}`;

function joined(parts: Content[], word?: string): Content {
  return parts.flatMap((p, i) => [...(i && word ? [h('i', {}, word)] : []), ...p]);
}

const ofMark = (at: string, mark: Mark): UnitWords => ({ look: '', side: mark.kind === 'empty' || mark.kind === 'stones' ? undefined : mark.color, text: pieceText(mark.kind, at) });

function partsOf(setup: Setup, name: LayerName): UnitWords[] {
  const { pieces, hands } = setup[name];
  return [...[...pieces].map(([at, mark]) => ofMark(at, mark)),
    ...(['s', 'g'] as Color[]).flatMap((side) => [...hands[side]].map(([kind, c]) => ({ look: '' as const, side, text: handText(kind, c.op, c.n) })))];
}

function lookChips(setup: Setup): QueryChip[] {
  const { pieces, hands } = setup.look, all = [...pieces].map(([at, mark]) => ofMark(at, mark)), chips: QueryChip[] = [];
  const count = t(site.game === 'go' ? 'stones' : 'pieces', pieces.size);
  if (setup.whole) chips.push({ key: 'whole', look: '', content: [t('whole')], words: t('whole'), squares: [], remove: clearWhole });
  else if (pieces.size) chips.push({
    key: 'pieces', look: '', content: all.length > SAID ? [count] : joined(all.map(marked)), words: all.length > SAID ? count : all.map(spoken).join(', '), squares: [...pieces.keys()],
    remove: (s) => s.look.pieces.clear(),
  });
  if (!setup.whole) for (const side of ['s', 'g'] as Color[]) for (const [kind, c] of hands[side]) {
    const words = { look: '' as const, side, text: handText(kind, c.op, c.n) };
    chips.push({ key: `hand-${side}${kind}`, look: '', content: marked(words), words: spoken(words), squares: [], remove: (s) => void s.look.hands[side].delete(kind) });
  }
  return chips;
}

function otherLayers(setup: Setup): QueryChip[] {
  const either = partsOf(setup, 'either'), chips: QueryChip[] = [];
  if (either.length) chips.push({
    key: 'either', look: 'or', content: joined(either.map(marked), t('or')), words: either.map(spoken).join(` ${t('or')} `), squares: [...setup.either.pieces.keys()],
    remove: (s) => clearLayer(s, 'either'),
  });
  for (const [at, mark] of setup.never.pieces) {
    const words = ofMark(at, mark);
    chips.push({ key: `never-${at}`, look: 'not', content: [t('not'), ...marked(words)], words: `${t('not')} ${spoken(words)}`, squares: [at], remove: (s) => void s.never.pieces.delete(at) });
  }
  for (const side of ['s', 'g'] as Color[]) for (const [kind, c] of setup.never.hands[side]) {
    const words = { look: '' as const, side, text: handText(kind, c.op, c.n) };
    chips.push({ key: `never-${side}${kind}`, look: 'not', content: [t('not'), ...marked(words)], words: `${t('not')} ${spoken(words)}`, squares: [], remove: (s) => void s.never.hands[side].delete(kind) });
  }
  return chips;
}

function clearWhole(s: Setup): void {
  clearLayer(s, 'look');
  Object.assign(s, { whole: false, turn: '' });
}

function clearLayer(s: Setup, name: LayerName): void {
  s[name].pieces.clear();
  for (const side of ['s', 'g'] as Color[]) s[name].hands[side].clear();
}

/* A unit of the text. */
function unitChip(unit: string, squares: string[], remove: (s: Setup) => void): QueryChip {
  const words = unitWords(unit);
  const content = words.alternatives ? joined(words.alternatives.map(marked), t('or')) : marked(words);
  const said = words.alternatives ? words.alternatives.map(spoken).join(` ${t('or')} `) : spoken(words);
  const not = words.look === 'not';
  return { key: `unit-${unit}`, look: words.look, content: not ? [t('not'), ...content] : content, words: not ? `${t('not')} ${said}` : said, squares, remove };
}

const without = (unit: string) => (s: Setup): void => {
  const units = unitsOf(s.rest), at = units.indexOf(unit);
  s.rest = joinUnits(units.filter((_, i) => i !== at));
};

function modifiers(setup: Setup): QueryChip[] {
  const chip = (words: string, sign: 'swap' | 'turn' | 'mirror', to: Symmetry): QueryChip =>
    ({ key: `sym-${words}`, look: 'mod', content: [icon(sign), words], words, squares: [], remove: (s) => void (s.symmetry = to) });
  const { symmetry } = setup;
  if (!symmetry) return [];
  if (site.game === 'go' && symmetry === 'all') return [chip(t('sym_turn'), 'turn', 'flip'), chip(t('sym_colour'), 'swap', 'turn')];
  if (site.game === 'go') return [chip(t(symmetry === 'flip' ? 'sym_colour' : 'sym_turn'), symmetry === 'flip' ? 'swap' : 'turn', '')];
  if (symmetry === 'all') return [chip(t('sym_flip'), 'swap', 'mirror'), chip(t('sym_mirror'), 'mirror', 'flip')];
  return [chip(t(`sym_${symmetry}`), symmetry === 'flip' ? 'swap' : 'mirror', '')];
}

/* squaresOf: where a unit of the text stands on the board. */
export function chipsOf(setup: Setup, usualSize: number, squaresOf: (unit: string) => string[] = () => []): QueryChip[] {
  if (setup.complex) return [{ key: 'text', look: '', content: [h('code', {}, setup.rest)], words: setup.rest, squares: [], remove: (s) => Object.assign(s, { rest: '', complex: false }) }, ...lookChips(setup), ...otherLayers(setup)];
  const units = unitsOf(setup.rest), asked = !LAYERS.every((l) => setup[l].pieces.size === 0) || !!setup.region;
  return [
    ...units.filter(isPlain).map((u) => unitChip(u, squaresOf(u), without(u))), ...lookChips(setup),
    ...(setup.region ? [{ key: 'region', look: '' as const, content: [icon('box'), t('region', setup.region.replace('..', '–'))], words: t('region', setup.region), squares: [], remove: (s: Setup) => void (s.region = '') }] : []),
    ...(asked && setup.size !== usualSize ? [{ key: 'size', look: '' as const, content: [t('size', setup.size)], words: t('size', setup.size), squares: [], remove: (s: Setup) => void (s.size = usualSize) }] : []),
    ...otherLayers(setup),
    ...(setup.turn && !setup.whole ? [{ key: 'turn', look: '' as const, content: [sideSign(setup.turn), turnText(setup.turn)], words: turnText(setup.turn), squares: [], remove: (s: Setup) => void (s.turn = '') }] : []),
    ...units.filter((u) => !isPlain(u)).map((u) => unitChip(u, [], without(u))), ...modifiers(setup),
  ];
}

/* The chips themselves; remove gets the one whose cross was clicked. */
export function chipRow(chips: QueryChip[], remove: (c: QueryChip) => void, point: (squares: string[]) => void): HTMLElement[] {
  return chips.map((c) => {
    const el = chip(c.words, c.content, c.look, () => remove(c));
    el.dataset.chip = c.key;
    if (c.squares.length) {
      el.addEventListener('pointerenter', () => point(c.squares));
      el.addEventListener('pointerleave', () => point([]));
    }
    return el;
  });
}
