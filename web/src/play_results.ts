/* play_results.ts: how the reader's games went, by opponent and handicap (`like`); remembered by the browser alone. */
import { remember, texts } from './i18n';
import { read } from './play_terms';

const t = texts({ like: 'You won {0} of your last {1} games like this.' }, { like: '同じ条件の最近 {1} 局で {0} 勝。' });

interface Result { like: string; score: number }
const LAST = 15, MOST = 300;

export function noteResult(like: string, score: number): void {
  remember('play-results', JSON.stringify([...(read<Result[]>('play-results') ?? []), { like, score }].slice(-MOST)));
}

export function resultsLike(like: string): string {
  const all = (read<Result[]>('play-results') ?? []).filter((r) => r.like === like).slice(-LAST);
  return all.length ? t('like', all.filter((r) => r.score === 1).length, all.length) : '';
}
