/* game_head.ts: above a game: the way back, the games before and after it, who played, and taking it away as a file or a text. */
import { playerAddress } from './address';
import type { Game } from './api';
import { askText, messageOf } from './api';
import { armySign, COLOURS, colourName } from './board_chatur';
import { announce, h, replace } from './dom';
import { gameWork } from './edit_games';
import type { FoundGames } from './found_games';
import { count, dateText, gamesText, lang, resultText, t as common, texts } from './i18n';
import { button, icon, sideSign } from './parts';
import { site } from './site';

const t = texts({
  back: 'Search', backTo: 'Back to the search', previous: 'Previous game (,)', next: 'Next game (.)', nth: '{0} of {1}', profile: 'Profile of this player', details: 'About the game',
  copy: 'Copy', save: 'Save', saveAs: 'Save as {0}', copyAs: 'Copy as {0}', link: 'Copy link', position: 'Copy the position (SFEN)', copied: 'Copied', picture: 'Picture (SVG)', png: 'Picture (PNG)',
  failed: 'The browser does not allow copying.', print: 'Print',
}, {
  back: '検索', backTo: '検索に戻る', previous: '前の対局（,）', next: '次の対局（.）', nth: '{0} / {1}', profile: 'この対局者の成績', details: '対局について',
  copy: 'コピー', save: '保存', saveAs: '{0} で保存', copyAs: '{0} をコピー', link: 'リンクをコピー', position: '局面（SFEN）をコピー', copied: 'コピーしました', picture: '図（SVG）', png: '図（PNG）',
  failed: 'ブラウザーがコピーを許していません。', print: '印刷',
});

/* What a game can be written as: the name of the format, and how its files end. */
const FORMATS: Record<string, [string, string][]> = {
  shogi: [['KIF', 'kif'], ['CSA', 'csa'], ['KI2', 'ki2'], ['USI', 'usi'], ['JKF', 'jkf']], go: [['SGF', 'sgf']], chaturanga: [['Chatur', 'chaturanga']],
};

export interface HeadActions {
  changed: () => Promise<void>; // tags or headers
  game: (by: number) => void;
  flip: () => void;
  position: () => string;
  picture: () => string; // its address
}

export class GameHead {
  readonly el = h('header', { class: 'game-head details', id: 'details' });
  private readonly way = h('span', { class: 'game-way' });
  private found: FoundGames | undefined;

  constructor(private game: Game, private readonly back: string, private readonly on: HeadActions) {
    this.build();
  }

  /* What is open stays open: another tag may follow. */
  rename(game: Game): void {
    const isOpen = this.el.querySelector<HTMLDetailsElement>('.about-game')?.open ?? false, focused = document.activeElement?.id;
    this.game = game;
    this.build();
    this.el.querySelector<HTMLDetailsElement>('.about-game')!.open = isOpen;
    if (focused) this.el.querySelector<HTMLElement>(`#${CSS.escape(focused)}`)?.focus();
  }

  /* The games of the search that led here. */
  showWay(found: FoundGames): void {
    this.found = found;
    const { nth, games } = found;
    const step = (label: string, name: 'left' | 'right', by: number): HTMLElement => {
      const b = button(label, () => this.on.game(by), { name });
      b.classList.add('small');
      b.disabled = !found.game(by);
      return b;
    };
    replace(this.way, h('a', { class: 'btn bare back', href: this.back, title: t('backTo') }, icon('left'), found.known ? gamesText(games) : t('back'), h('span', { class: 'hidden' }, ` · ${t('backTo')}`)),
      nth > 0 && [step(t('previous'), 'left', -1), h('span', { class: 't1 soft nth' }, t('nth', count(nth), count(games))), step(t('next'), 'right', 1)]);
  }

  private build(): void {
    const { game } = this, facts = [game.date && dateText(game.date), game.event, game.site].filter(Boolean) as string[], outcome = game.summary[lang] || resultText(game.result);
    // a phone has room for the day and the winner
    const wide = facts.length > 1 && h('span', { class: 'wide-only' }, ` · ${facts.slice(1).join(' · ')}`);
    const open = this.el.querySelector<HTMLDetailsElement>('.about-game')?.open ?? false; // stays so while a game is worked on
    replace(this.el, this.way, h('h1', {}, this.names()), h('details', { class: 'about-game', open },
      h('summary', { class: 'cut', title: t('details') }, facts[0], wide, facts.length > 0 && outcome && ' · ', h('span', { class: 'outcome' }, outcome ? [h('span', { class: 'wide-only' }, outcome), h('span', { class: 'narrow-only' }, site.game === 'chaturanga' ? outcome : resultText(game.result) || outcome)] : facts.length ? '' : t('details')), icon('down')), this.about()),
    h('span', { class: 'grow' }), this.copyMenu(), this.saveGroup());
    if (this.found) this.showWay(this.found);
    else replace(this.way, h('a', { class: 'btn bare back', href: this.back, title: t('backTo') }, icon('left'), t('back'), h('span', { class: 'hidden' }, ` · ${t('backTo')}`)));
  }

  private names(): (Node | string)[] {
    const { game } = this;
    if (site.game === 'chaturanga') return COLOURS.map((c, i) =>
      h('span', { class: game.result === c[0] ? 'won army-name' : 'army-name' }, armySign(i), h('span', { class: 'hidden' }, colourName(i)), ` ${game[c] || common('unknownPlayer')} `));
    const name = (side: 's' | 'g', text: string | undefined): HTMLElement => h('span', { class: 'one' }, sideSign(side),
      text ? h('a', { class: 'profile-link', href: playerAddress(text), title: t('profile') }, text) : common('unknownPlayer'));
    return [name('s', game.black), h('span', { class: 'soft' }, ' – '), name('g', game.white)];
  }

  private about(): HTMLElement {
    const { game } = this;
    return h('div', { class: 'pop' }, h('h2', {}, t('details')), gameWork(game, this.on.changed, this.back),
      game.headers.length > 0 && h('dl', {}, game.headers.flatMap((x) => [h('dt', {}, x.key), h('dd', {}, x.value)])));
  }

  /* --- Taking it away ------------------------------------------------------------------------------ */

  private get formats(): [string, string][] {
    return FORMATS[site.game] ?? [];
  }

  private file(to: string): string {
    const { db, game } = this.game;
    return `api/export?${new URLSearchParams({ db, query: `id:${game}`, to })}`;
  }

  private saveGroup(): HTMLElement {
    return h('span', { class: 'save-group', role: 'group', 'aria-label': t('save') }, this.formats.map(([name, to], i) =>
      h('a', { class: 'btn small', href: this.file(to), download: `kifu-${this.game.game}.${to}`, 'aria-label': i > 0 && t('saveAs', name), title: t('saveAs', name) }, i === 0 && icon('out'), i === 0 ? `${t('save')} ${name}` : name)));
  }

  private copyMenu(): HTMLElement {
    const el = h('details', { class: 'copy-menu' }), said = h('span', { role: 'status' }, t('copy'));
    const close = (): void => void (el.open = false);
    const item = (words: string, run: () => void, id?: string): HTMLElement => h('button', { type: 'button', id, onclick: () => {
      close();
      run();
    } }, words);
    const copy = async (text: Promise<string> | string): Promise<void> => {
      try {
        await navigator.clipboard.writeText(await text);
        said.textContent = t('copied');
      } catch (e) {
        said.textContent = e instanceof DOMException ? t('failed') : messageOf(e);
      }
      announce(said.textContent);
      setTimeout(() => (said.textContent = t('copy')), 2000);
    };
    replace(el, h('summary', { class: 'btn small', title: t('copy') }, icon('copy'), said, icon('down')), h('div', { class: 'pop menu' },
      // on a phone this menu is all there is
      this.formats.map(([name, to]) => h('a', { class: 'narrow-only', href: this.file(to), download: `kifu-${this.game.game}.${to}`, onclick: close }, t('saveAs', name))),
      site.game !== 'chaturanga' && h('button', { type: 'button', class: 'narrow-only', onclick: () => {
        close();
        this.on.flip();
      } }, common('flip')),
      item(t('link'), () => void copy(location.href)),
      this.formats.map(([name, to]) => item(t('copyAs', name), () => void copy(askText('export', { db: this.game.db, query: `id:${this.game.game}`, to })), `copy-${to}`)),
      item(t('position'), () => void copy(this.on.position())), h('hr'),
      h('a', { id: 'picture', download: 'kifu.svg', href: this.on.picture(), onclick: close }, t('picture')),
      item(t('png'), () => void this.savePng(), 'png'), item(t('print'), () => print())));
    el.addEventListener('keydown', (e) => {
      if (e.key !== 'Escape' || !el.open) return;
      close();
      el.querySelector('summary')!.focus();
      e.stopPropagation();
    });
    el.addEventListener('focusout', (e) => !el.contains(e.relatedTarget as Node | null) && e.relatedTarget && close());
    return el;
  }

  /* The server's picture, as pixels. */
  private async savePng(): Promise<void> {
    const image = new Image();
    image.src = `${this.on.picture()}&theme=wood&size=900`;
    await image.decode();
    const canvas = h('canvas', { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext('2d')!.drawImage(image, 0, 0);
    h('a', { download: `kifu-${this.game.game}.png`, href: canvas.toDataURL('image/png') }).click();
  }
}
