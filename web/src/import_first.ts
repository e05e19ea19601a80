/* import_first.ts: Import where there are no games at all: the place to drop them, and samples to begin with. */
import { address } from './address';
import { ask, messageOf } from './api';
import { announce, h } from './dom';
import type { Named } from './files';
import { count, gamesText, texts } from './i18n';
import { dropPlace, reads } from './import_form';
import { shogiStamp } from './piece_set';
import { dialectOf } from './setup';
import { loadSite, site } from './site';
import { chaturThumb, stonesDiagram } from './thumbs';

const t = texts({
  noDatabase: 'No database yet.', noGames: 'No games yet.', bring: ' Bring in games, or try the sample', bringOnly: ' Bring in games', folder: 'A database is a folder on this machine. Nothing leaves it.',
  samples: 'Or begin with the sample games', tip: 'The program makes them up; they have the tag “sample”, and can be thrown away at any time.', open: 'Open', making: 'Making games…', made: '{0} were made.',
  shogi: 'Shogi', go: 'Go', chaturanga: 'Chaturanga', of_shogi: '{0} games, with every castle among them', of_go: '{0} games on 19 by 19', of_chaturanga: '{0} games of four players with dice',
  none: 'No games?', play: 'Play needs no games: ', begin: 'begin one now',
}, {
  noDatabase: 'データベースはまだありません。', noGames: 'まだ棋譜がありません。', bring: '棋譜を取り込むか、見本で試してください', bringOnly: '棋譜を取り込んでください', folder: 'データベースはこの機械にあるフォルダです。外には出ません。',
  samples: '見本の棋譜で始める', tip: 'プログラムが作った棋譜です。「sample」のタグが付き、いつでも捨てられます。', open: '開く', making: '作っています…', made: '{0}を作りました。',
  shogi: '将棋', go: '囲碁', chaturanga: 'チャトランガ', of_shogi: '{0} 局。すべての囲いがあります', of_go: '十九路 {0} 局', of_chaturanga: 'さいころを使う四人の {0} 局',
  none: '棋譜なし', play: '対局には棋譜がいりません。', begin: '対局を始める',
});

const POSITION = 'ln1g1g1nk/1r5sl/p1pp1pbpp/4psp2/1pP6/3PS3P/PPB1PPPP1/2R1G1SK1/LN3G1NL b - 1';
const TABLE = 'gBgP2yRyEyHyB/gHgP2yPyPyPyP/gEgP6/gRgP6/6bPbR/6bPbE/rPrPrPrP2bPbH/rBrHrErR2bPbB r oooo 0,0,0,0 0 order=any';
const DIAGRAMS: Record<string, () => SVGElement | false> = {
  shogi: () => shogiStamp(dialectOf('shogi').fromPosition(POSITION)!.look.pieces, ['28', '38', '49', '58'], 12),
  go: () => stonesDiagram('bQ16 wO17 bR14 wQ18 bL17 wS16 bR12'),
  chaturanga: () => chaturThumb(TABLE),
};

/* Into an empty database of that game, or a new one. */
async function makeSamples(game: string): Promise<number> {
  const empty = site.all.find((d) => d.game === game && d.games === 0)?.name ?? (site.all.length === 0 ? site.missing[0] : undefined);
  const answer = await ask<{ added: number }>('samples', empty ? { db: empty, rules: game } : { db: `${game}-samples`, rules: game, make: true });
  return answer.added;
}

function card(game: string, games: number, said: HTMLElement): HTMLElement {
  const b = h('button', { type: 'button', class: 'btn small', id: `samples-${game}`, 'aria-label': `${t('open')}: ${t(game as 'shogi')}`, onclick: async () => {
    b.disabled = true;
    said.classList.remove('error');
    said.textContent = t('making');
    try {
      const n = await makeSamples(game);
      announce(t('made', gamesText(n)));
      await loadSite();
      location.hash = address('search');
    } catch (e) {
      said.classList.add('error');
      said.textContent = messageOf(e);
      b.disabled = false;
    }
  } }, t('open'));
  return h('div', { class: 'sample' }, h('div', { class: 'sample-board' }, DIAGRAMS[game]?.()), h('div', {}, h('b', {}, t(game as 'shogi')), h('p', { class: 'tips' }, t(`of_${game}` as 'of_shogi', count(games))), b));
}

export function firstStart(begin: (files: Named[]) => void): HTMLElement {
  const samples = Object.entries(site.import?.samples_of ?? {}).filter(([game, n]) => n > 0 && (site.import!.make || site.all.some((d) => d.game === game && d.games === 0)));
  const said = h('p', { class: 'tips', role: 'status' });
  return h('div', { class: 'first-start', id: 'empty' },
    h('h1', { class: 'title' }, h('b', {}, t(site.all.length ? 'noGames' : 'noDatabase')), t(samples.length ? 'bring' : 'bringOnly')), h('p', { class: 'soft' }, t('folder')),
    dropPlace(begin),
    ...(samples.length ? [h('h2', {}, t('samples')), h('p', { class: 'tips' }, t('tip')), h('div', { class: 'samples' }, samples.map(([game, n]) => card(game, n, said))), said] : []),
    h('div', { class: 'first-more' }, reads(), h('div', { class: 'import-set' }, h('h2', {}, t('none')), h('p', { class: 'soft' }, t('play'), h('a', { href: address('play') }, t('begin'))))));
}
