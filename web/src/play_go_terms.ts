/* play_go_terms.ts: on what terms a game of Go is played.  The last ones are remembered; a game that was begun keeps its own. */
import { remember, texts } from './i18n';
import { read } from './play_terms';
import type { Color } from './setup';

export const words = texts({
  likeliest: 'Professional', professional: 'Varied professional', 'strong-amateur': 'Strong amateur', amateur: 'Amateur', level: '{0}, level {1}',
  lineLikeliest: 'the move that professionals play most', lineProfessional: 'plays as often as they do what they play', lineStrong: 'plays as amateurs of 6 dan or more do', lineAmateur: 'plays as amateurs below 6 dan do',
  none: 'none', komi: 'komi {0}', stones: '{0} stones',
}, {
  likeliest: 'プロ棋士', professional: 'プロ棋士（多彩）', 'strong-amateur': '強いアマチュア', amateur: 'アマチュア', level: '{0} レベル {1}',
  lineLikeliest: 'プロが最もよく打つ手', lineProfessional: 'プロと同じ割合で打つ', lineStrong: 'アマ六段以上と同じ割合で打つ', lineAmateur: 'アマ六段未満と同じ割合で打つ',
  none: 'なし', komi: 'コミ {0} 目', stones: '{0} 子',
});

/* Who plays as people do: their argument of the API, and whose moves a hint shows. */
export const PERSONS = { likeliest: ['', 'lineLikeliest', 'pro'], professional: ['professional', 'lineProfessional', 'pro'], 'strong-amateur': ['strong-amateur', 'lineStrong', 'strong'], amateur: ['amateur', 'lineAmateur', 'amateur'] } as const;
export type Person = keyof typeof PERSONS;
export type People = 'pro' | 'strong' | 'amateur';

export interface Program { name: string; installed: boolean; levels: number }

export interface Terms {
  side: Color;
  handicap: number; // stones of Black's, who then gives White the first move
  person: Person;
  program: string; // plays instead, if it is named
  level: number; // of a program that has some
  clock: string;
  undo: boolean; hints: boolean; value: boolean; save: boolean;
  into: string;
  seed: number;
}

const newSeed = (): number => 1 + Math.floor(Math.random() * 1e9);
const USUAL: Terms = { side: 's', handicap: 0, person: 'strong-amateur', program: '', level: 0, clock: '', undo: true, hints: true, value: false, save: true, into: '', seed: 1 };

export const lastTerms = (): Terms => ({ ...USUAL, ...read<Terms>('play-go-terms'), seed: newSeed() });
export const rememberTerms = (terms: Terms): void => remember('play-go-terms', JSON.stringify(terms));

export const komiWords = (handicap: number): string => words('komi', handicap ? '0.5' : '6.5');
export const opponentName = ({ program, level, person }: Terms): string => (!program ? words(person) : level ? words('level', program, level) : program);
export const opponentArgs = ({ program, level, person, seed }: Terms): Record<string, string | number> =>
  (program ? { program, ...(level ? { level } : {}) } : { person: PERSONS[person][0], seed });
export const peopleOf = (terms: Terms): People => (terms.program ? 'pro' : PERSONS[terms.person][2]);
export const likeOf = (terms: Terms): string => ['go', terms.program ? `${terms.program} ${terms.level}` : terms.person, terms.handicap, terms.handicap ? terms.side : ''].join(' ').trim();
