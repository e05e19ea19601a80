/* play_terms.ts: on what terms a game of shogi is played: against whom, which side, what handicap and clock, what is
 * allowed.  The last terms are remembered; a game that was begun keeps its own. */
import { recall, remember, texts } from './i18n';
import { START } from './setup_shogi';
import type { Color } from './setup';

export const words = texts({
  none: 'The engine', professional: 'Professional', 'strong-amateur': 'Strong amateur', 'club-player': 'Club player', beginner: 'Beginner', engine: 'Kifu',
  lineProfessional: 'the strongest of the four: 215 Elo above the strong amateur', lineStrongAmateur: 'plays and errs as amateurs do in their clubs: 340 Elo above the club player',
  lineClubPlayer: 'plays and errs as people do online: 530 Elo above the beginner', lineBeginner: 'errs more than any records: the club player, extrapolated, 530 Elo below',
  level0: 'very easy', level1: 'easy', level2: 'middling', level3: 'hard', level4: 'very hard',
  hNone: 'none', hLance: 'lance', hBishop: 'bishop', hRook: 'rook', hTwo: '2 pieces', hFour: '4 pieces', hSix: '6 pieces', hPosition: 'from a position …',
  wLance: 'without a lance', wBishop: 'without the bishop', wRook: 'without the rook', wTwo: 'without rook and bishop', wFour: 'without rook, bishop and lances', wSix: 'without rook, bishop, lances and knights',
  clockNone: 'none', clockMain: '{0} min + {1} s', clockMove: '{0} s a move', clockBare: '{0} min', giver: '{0}', taker: '{0}',
}, {
  none: 'エンジン', professional: 'プロ棋士', 'strong-amateur': 'アマ強豪', 'club-player': 'アマ中級者', beginner: '初心者', engine: 'Kifu',
  lineProfessional: '四人で最も強い。アマ強豪より 215 Elo 上', lineStrongAmateur: '道場のアマチュアのように指し、間違える。アマ中級者より 340 Elo 上',
  lineClubPlayer: 'ネット対局者のように指し、間違える。初心者より 530 Elo 上', lineBeginner: 'どの棋譜よりも間違える。アマ中級者から外挿、530 Elo 下',
  level0: 'とてもやさしい', level1: 'やさしい', level2: 'ふつう', level3: '手ごわい', level4: 'とても手ごわい',
  hNone: '平手', hLance: '香落ち', hBishop: '角落ち', hRook: '飛車落ち', hTwo: '二枚落ち', hFour: '四枚落ち', hSix: '六枚落ち', hPosition: '局面から…',
  wLance: '香落ち', wBishop: '角落ち', wRook: '飛車落ち', wTwo: '二枚落ち', wFour: '四枚落ち', wSix: '六枚落ち',
  clockNone: 'なし', clockMain: '{0} 分・秒読み {1} 秒', clockMove: '一手 {0} 秒', clockBare: '{0} 分切れ負け', giver: '上手', taker: '下手',
});

/* Persons who play in the engine's place, with the class of player whose moves a hint shows. */
export const PERSONS = { beginner: ['lineBeginner', 'online'], 'club-player': ['lineClubPlayer', 'online'], 'strong-amateur': ['lineStrongAmateur', 'amateur'], professional: ['lineProfessional', 'pro'] } as const;
export type Person = keyof typeof PERSONS;

/* White gives the handicap, and moves first. */
export const HANDICAPS = {
  none: { sfen: START, name: 'hNone', without: '' },
  lance: { sfen: 'lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1', name: 'hLance', without: 'wLance' },
  bishop: { sfen: 'lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1', name: 'hBishop', without: 'wBishop' },
  rook: { sfen: 'lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1', name: 'hRook', without: 'wRook' },
  two: { sfen: 'lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1', name: 'hTwo', without: 'wTwo' },
  four: { sfen: '1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1', name: 'hFour', without: 'wFour' },
  six: { sfen: '2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1', name: 'hSix', without: 'wSix' },
} as const;
export type Handicap = keyof typeof HANDICAPS;

export const NODES = [300, 3000, 30000, 300000, 2000000]; // of each level
export const CLOCKS = ['', '180+30', '600+30', '900+60', '0+30']; // seconds in all, and then for each move

export interface Terms {
  side: Color;
  sfen: string; // where the game begins; '': the usual start
  person: Person | ''; // '': the engine
  level: number; natural: number; like: string; // of the engine
  time: boolean; // a person takes time to think
  opens: string; opensIn: string; // a person's openings are those of the games of this query, in that database; '': its own
  clock: string;
  undo: boolean; hints: boolean; value: boolean; save: boolean; // what is allowed, and what is done at the end
  into: string; // the database, where there are several
  seed: number;
}

const newSeed = (): number => 1 + Math.floor(Math.random() * 0x7ffffffe);
const USUAL: Terms = { side: 's', sfen: '', person: 'club-player', level: 1, natural: 50, like: 'amateur', time: false, opens: '', opensIn: '', clock: '', undo: true, hints: true, value: false, save: true, into: '', seed: 1 };

export const lastTerms = (): Terms => ({ ...USUAL, ...read<Terms>('play-terms'), seed: newSeed() });
export const rememberTerms = (terms: Terms): void => remember('play-terms', JSON.stringify(terms));

export function read<T>(name: string): T | undefined {
  try {
    return JSON.parse(recall(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export const handicapOf = (sfen: string): Handicap | undefined =>
  (Object.keys(HANDICAPS) as Handicap[]).find((key) => HANDICAPS[key].sfen === (sfen || START));

/* Games of the same kind. */
export const likeOf = (terms: Terms): string =>
  [terms.person || `engine ${terms.level}`, handicapOf(terms.sfen) ?? 'position', handicapOf(terms.sfen) === 'none' ? '' : terms.side].join(' ').trim();

export const opponentName = (terms: Terms): string => words(terms.person || 'none');

/* "10 min + 30 s" */
export function clockWords(clock: string): string {
  const [all, each] = clock.split('+').map(Number);
  if (!clock) return words('clockNone');
  if (!all) return words('clockMove', each);
  return each ? words('clockMain', all / 60, each) : words('clockBare', all / 60);
}

/* What the server is asked for the other's move with. */
export const opponentArgs = (terms: Terms): Record<string, string | number> =>
  (terms.person ? { person: terms.person, seed: terms.seed, ...(terms.opens && { like: terms.opens, db: terms.opensIn }) } : { nodes: NODES[terms.level], natural: terms.natural, class: terms.like });

/* Whose moves a hint shows. */
export const classOf = (terms: Terms): string => (terms.person ? PERSONS[terms.person][1] : terms.like);
