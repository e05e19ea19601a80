/* area_joseki.ts: set sequences that were found in the games served: cards with diagrams, filters, and
 * the way to their games.
 *
 * What the server has to mine for (games, how, how many) is a form; everything else chooses among what
 * it found, here.  All of it stands in the address. */
import { address, showAddress } from './address';
import { Asking, events, messageOf } from './api';
import { cornerTree } from './area_corner';
import type { Leave, Mount, Params } from './areas';
import { Completion } from './complete';
import { announce, h, isTyping, replace } from './dom';
import { count, gamesText, t as common, texts } from './i18n';
import { diagram, isShogi, moveNames } from './joseki_board';
import { choose, CORNERS, NOTHING_WANTED, RATES, SORTS, type Head, type Sequence, type Wanted } from './joseki_data';
import { countsOf, Detail, outcomeOf, yearsText } from './joseki_detail';
import { sequenceName } from './joseki_names';
import { barKey, icon, scoreWords, wdl } from './parts';
import { EndlessList } from './scroll';
import { sequencesViews } from './sequences_bar';
import { site } from './site';

const t = texts({
  title: 'Set sequences', query: 'Only games with', queryPlaceholder: 'Only games of a player, a time, an opening …', find: 'Find', how: 'How they are found', encoding: 'Moves are read as', method: 'Ranked by',
  length: 'Minimum length', top: 'Number of results', size: 'Board', best: 'best for this reading', stop: 'Stop', stopped: 'Stopped.', again: 'Start again',
  waiting: 'Waiting for another search to end…', reading: 'Reading games…', sorting: 'Sorting…', scoring: 'Ranking…', drawing: 'Looking at each sequence…',
  thread: 'what happens in a corner', er: 'one move after another, exact directions', es: 'one move after another, distances', moves: 'one move after another',
  nf: 'frequency and length', entropy: 'entropy of the moves before and after', sfp: 'standing out of a game', msfp: 'standing out, as a measure', pause: 'play going on elsewhere',
  filters: 'Filters', filtered: 'Filters · {0}', began: 'the side that began won', drawn: 'drawn', lost: 'lost', tick: 'tick at 50 %, bracket: 19 times in 20', corner: 'Corner', all: 'all', other: 'other', from: 'Moves', to: 'to', games: 'Games at least', years: 'Years', player: 'Player', rate: 'First side wins', any: 'any',
  sort: 'Order', rank: 'how set', byGames: 'games', newest: 'newest', oldest: 'oldest', high: 'surely winning', low: 'surely losing', byLength: 'length',
  fold: 'Fold parts of others', reset: 'Reset', shown: '{0} of {1} sequences', among: 'in {0}', none: 'No sequence matches these filters.', nothing: 'No sequence recurs in these games.',
  folded: '+ {0} parts of it', skipped: '{0} of {1} are left out: nearly the same as an earlier game, or of another board.', skippedOne: '1 of {1} is left out: nearly the same as an earlier game, or of another board.', inOthers: '{0} are parts of others and stand with them.', rest: '{0} do not match the filters.', keys: '← → on a card step through it, Enter opens it', few: '{0} of {1} · too few',
}, {
  title: 'よく現れる手順', query: '対局の条件', queryPlaceholder: '対局者・年・戦型などで絞る', find: '探す', how: '探し方', encoding: '手の読み方', method: '順位の付け方',
  length: '最短の手数', top: '件数', size: '路盤', best: '読み方に合うもの', stop: '中止', stopped: '中止しました。', again: 'もう一度',
  waiting: '他の作業の終わりを待っています…', reading: '棋譜を読んでいます…', sorting: '並べています…', scoring: '順位を付けています…', drawing: '手順ごとに調べています…',
  thread: '隅の打ち方', er: '続けて打たれた手（方向まで）', es: '続けて打たれた手（距離のみ）', moves: '続けて指された手',
  nf: '頻度と長さ', entropy: '前後の自由さ', sfp: '一局の中での際立ち', msfp: '際立ちの尺度', pause: '直後の手抜き',
  filters: '条件', filtered: '条件・{0}', began: '先に指した側の勝ち', drawn: '引き分け', lost: '負け', tick: '目盛りは 50 %、区間は 20 回に 19 回', corner: '隅', all: 'すべて', other: 'その他', from: '手数', to: '～', games: '局数（以上）', years: '年', player: '対局者', rate: '先に指した側の勝率', any: '指定なし',
  sort: '並び順', rank: '定まった順', byGames: '局数', newest: '新しい', oldest: '古い', high: '確かに勝ち越し', low: '確かに負け越し', byLength: '手数',
  fold: '含まれる手順をまとめる', reset: '条件を消す', shown: '{1} 手順中 {0} 手順', among: '{0}から', none: '条件に合う手順はありません。', nothing: '繰り返し現れる手順はありません。',
  folded: '部分 {0} 手順を含む', skipped: '{1}のうち {0} 局は数えません（前の棋譜とほぼ同じもの、路盤が違うもの）。', skippedOne: '{1}のうち 1 局は数えません（前の棋譜とほぼ同じもの、路盤が違うもの）。', inOthers: '{0} 手順はほかの手順の一部なので、まとめてあります。', rest: '{0} 手順は条件に合いません。', keys: 'カードの上で ← → は手を進め、Enter で開く', few: '{1} 局中 {0} 勝・少数',
});

const PAGE = 24;
const isGo = (): boolean => site.game === 'go';
const METHODS = ['nf', 'entropy', 'sfp', 'msfp', 'pause'] as const;

/* What is asked of the server; texts, as in the address. */
interface Question { q: string; encoding: string; method: string; length: string; top: string; size: string }
const USUAL: Question = { q: '', encoding: '', method: '', length: '', top: '', size: '' };

type Option = [string, string];
const options = (list: Option[], value: string): HTMLElement[] => list.map(([v, text]) => h('option', { value: v, selected: v === value }, text));
const cornerName = (o: number): string => (o === 304 ? '3-4' : `${o % 100}-${Math.floor(o / 100)}`);

/* Escape and a step elsewhere close it. */
function foldAway(box: HTMLDetailsElement): void {
  box.addEventListener('keydown', (e) => {
    if (e.key !== 'Escape' || !box.open) return;
    e.stopPropagation();
    box.open = false;
    box.querySelector('summary')!.focus();
  });
  box.addEventListener('focusout', (e) => {
    if (e.relatedTarget && !box.contains(e.relatedTarget as Node)) box.open = false;
  });
}

function pick<T extends object>(usual: T, args: URLSearchParams): T {
  return Object.fromEntries(Object.entries(usual).map(([k, v]) => [k, args.get(k) ?? v])) as T;
}

class JosekiView {
  readonly el: HTMLElement;
  private readonly asking = new Asking();
  private readonly bar = h('progress', { max: 1, value: 0 });
  private readonly stage = h('span', { role: 'status' });
  private readonly work = h('div', { class: 'panel working', hidden: true });
  private readonly mistake = h('p', { class: 'mistake', role: 'alert' });
  private readonly headline = h('h1', { class: 'headline title', 'aria-live': 'polite' }, t('title'));
  private readonly explained = h('p', { class: 'soft t1 explained' });
  private readonly filters = h('span', { class: 'row filters' });
  private readonly filterWords = h('span', {}, t('filters'));
  private readonly legend = h('p', { class: 'row gallery-legend t1 soft', hidden: true }, barKey('w', t('began')), barKey('d', t('drawn')), barKey('l', t('lost')), h('span', {}, t('tick')), h('span', { class: 'keys' }, t('keys')));
  private readonly cards = h('div');
  private readonly detail = new Detail((s, by) => this.go(s, by), (s) => this.closed(s));
  private head: Head | undefined;
  private all: Sequence[] = [];
  private chosen: Sequence[] = [];
  private list: EndlessList<Sequence> | undefined;
  private years: [number, number] = [0, 0];
  private leaving = false;

  constructor(private question: Question, private wanted: Wanted, private open: string) {
    replace(this.work, this.stage, this.bar, h('button', { type: 'button', onclick: () => this.stop() }, t('stop')));
    this.el = h('main', { class: 'joseki' }, h('div', { class: 'area-bar' }, sequencesViews('gallery'), this.form(), this.filters), this.mistake, this.work, this.headline, h('div', { class: 'row gallery-notes' }, this.explained, this.legend), this.cards, this.detail.el);
    void this.mine();
  }

  destroy(): void {
    this.leaving = true;
    this.asking.end();
    this.list?.destroy();
    this.detail.el.close();
  }

  private keep(): void {
    showAddress(address('joseki', [], { view: isGo() ? 'gallery' : undefined, ...this.question, ...this.wanted, seq: this.open }));
  }

  /* --- Mining -------------------------------------------------------------------------------------- */

  private form(): HTMLElement {
    const field = (name: keyof Question, label: string, control: HTMLElement): HTMLElement[] => {
      control.id = `joseki-${name}`;
      control.setAttribute('name', name);
      return [h('label', { for: control.id }, label), control];
    };
    const { q, encoding, method, length, top, size } = this.question;
    const encodings: Option[] = isShogi() ? [['', t('moves')]] : [['', t('thread')], ['er', t('er')], ['es', t('es')]];
    const methods = METHODS.filter((m) => m !== 'pause' || !isShogi()).map((m): Option => [m, t(m)]);
    const input = h('input', { type: 'search', id: 'joseki-q', name: 'q', value: q, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-label': t('query'), placeholder: t('queryPlaceholder') });
    const completion = new Completion(input, () => form.requestSubmit());
    const how = h('details', { class: 'drop-down how' }, h('summary', { class: 'btn bare small' }, t('how'), icon('down')), h('div', { class: 'pop' }, h('div', { class: 'form' },
      encodings.length > 1 && field('encoding', t('encoding'), h('select', {}, options(encodings, encoding))),
      field('method', t('method'), h('select', {}, options([['', t('best')], ...methods], method))),
      field('length', t('length'), h('input', { type: 'number', min: 2, max: 100, placeholder: 5, value: length })),
      field('top', t('top'), h('select', {}, options([['100', '100'], ['', '500'], ['1000', count(1000)], ['2000', count(2000)]], top))),
      !isShogi() && field('size', t('size'), h('select', {}, options([['', '19×19'], ['13', '13×13'], ['9', '9×9']], size)))), h('button', { class: 'btn main' }, t('find'))));
    const form: HTMLFormElement = h('form', { class: 'question', onsubmit: (e: Event) => {
      e.preventDefault();
      completion.close();
      how.open = false;
      this.question = pick(USUAL, new URLSearchParams(new FormData(form) as unknown as Record<string, string>));
      this.open = '';
      void this.mine();
    } }, h('div', { class: 'bar-of-filter' }, icon('find'), completion.el), how);
    foldAway(how);
    return form;
  }

  private async mine(): Promise<void> {
    const signal = this.asking.begin(), { q, ...rest } = this.question;
    this.keep();
    this.all = [];
    this.mistake.textContent = '';
    this.work.hidden = false;
    this.bar.value = 0;
    this.stage.textContent = t('reading');
    delete this.el.dataset.found;
    for (const el of [this.filters, this.cards]) replace(el);
    replace(this.headline, t('title'));
    replace(this.explained);
    this.legend.hidden = true;
    try {
      await events('joseki', { query: q, ...Object.fromEntries(Object.entries(rest).filter(([, v]) => v)) }, (name, data) => this.hear(name, data), signal);
      if (!signal.aborted) this.found();
    } catch (e) {
      if (!signal.aborted) this.mistake.textContent = common('failed', messageOf(e));
    } finally {
      if (!signal.aborted) this.work.hidden = true;
    }
  }

  private hear(name: string, data: any): void {
    if (name === 'head') this.head = data;
    else if (name === 'sequence') this.all.push(data);
    else if (name === 'progress') {
      const text = t(data.stage);
      if (this.stage.textContent !== text) this.stage.textContent = text;
      this.bar.value = data.share;
    }
  }

  private stop(): void {
    this.asking.end();
    this.work.hidden = true;
    replace(this.headline, `${t('stopped')} `, h('button', { type: 'button', onclick: () => void this.mine() }, t('again')));
  }

  private found(): void {
    const decades = this.all.flatMap((s) => (s.decades ?? []).map((d) => d[0]));
    this.years = decades.length ? [Math.min(...decades), Math.max(...decades)] : [0, 0];
    if (this.all.length) this.showFilters();
    this.show();
    this.el.dataset.found = String(this.all.length);
    const asked = this.chosen.find((s) => String(s.rank) === this.open) ?? this.all.find((s) => String(s.rank) === this.open);
    if (asked) this.detail.show(asked, this.head!);
  }

  /* --- Choosing ------------------------------------------------------------------------------------ */

  private change(part: Partial<Wanted>): void {
    this.wanted = { ...this.wanted, ...part };
    this.show();
  }

  /* In shogi the text of a game is one string, and most of what is found is part of something else. */
  private folds(): boolean {
    return this.wanted.fold ? this.wanted.fold === '1' : isShogi();
  }

  private showFilters(): void {
    const w = this.wanted, names: Record<string, string> = { games: t('byGames'), length: t('byLength') };
    const sort = h('select', { id: 'wanted-sort', class: 'bare-select', 'aria-label': t('sort'), onchange: () => this.change({ sort: sort.value }) },
      options(SORTS.map((s): Option => [s === 'rank' ? '' : s, `${t('sort')}: ${names[s] ?? t(s as 'rank')}`]), w.sort));
    const field = (name: string, label: string, ...controls: HTMLElement[]): HTMLElement => {
      controls[0].id = `wanted-${name}`;
      return h('div', { class: 'field' }, h('label', { for: `wanted-${name}` }, label), h('div', { class: 'row' }, controls));
    };
    const number = (name: keyof Wanted, label: string, placeholder: string | number = ''): HTMLElement => {
      const input = h('input', { type: 'number', min: 0, value: w[name], placeholder, 'aria-label': label, oninput: () => this.change({ [name]: input.value }) });
      return input;
    };
    const select = (name: keyof Wanted, list: Option[]): HTMLElement => {
      const el = h('select', { onchange: () => this.change({ [name]: el.value }) }, options(list, w[name]));
      return el;
    };
    const player = h('input', { type: 'search', value: w.player, oninput: () => this.change({ player: player.value.trim() }) });
    const foldBox = h('input', { type: 'checkbox', checked: this.folds(), onchange: () => this.change({ fold: foldBox.checked === isShogi() ? '' : foldBox.checked ? '1' : '0' }) });
    const there = CORNERS.filter((o) => this.all.some((s) => s.opening === o)), lengths = this.all.map((s) => s.moves.length);
    const box = h('details', { class: 'drop-down' }, h('summary', { class: 'btn bare small' }, this.filterWords, icon('down')), h('form', { class: 'pop fields', onsubmit: (e: Event) => e.preventDefault() },
      there.length > 0 && field('corner', t('corner'), select('corner', [['', t('all')], ...there.map((o): Option => [String(o), cornerName(o)]), ['-1', t('other')]])),
      field('least', t('from'), number('least', t('from'), Math.min(...lengths)), h('span', {}, t('to')), number('most', t('to'), Math.max(...lengths))),
      field('games', t('games'), number('games', t('games'))),
      this.years[1] > 0 && field('years', t('years'), number('from', t('years'), this.years[0]), h('span', {}, t('to')), number('to', t('to'), this.years[1] + 9)),
      field('rate', t('rate'), select('rate', RATES.map((r): Option => [r, r ? `${r[0] === '>' ? '≥' : '≤'} ${r.slice(1)} %` : t('any')]))),
      field('player', t('player'), player),
      h('label', { class: 'check' }, foldBox, t('fold')),
      h('button', { type: 'button', class: 'btn small', onclick: () => {
        this.wanted = { ...NOTHING_WANTED, sort: this.wanted.sort };
        this.showFilters();
        this.show();
        this.filters.querySelector('summary')!.focus();
      } }, t('reset'))));
    foldAway(box);
    replace(this.filters, sort, box);
  }

  private show(): void {
    this.keep();
    this.chosen = choose(this.all, this.wanted, this.folds());
    this.list?.destroy();
    this.list = new EndlessList('cards', this.page(0), (s) => this.card(s), async (n) => this.page(n));
    replace(this.cards, this.chosen.length ? this.list.el : h('p', { class: 'hint' }, t(this.all.length ? 'none' : 'nothing')));
    const set = Object.entries(this.wanted).filter(([key, value]) => value && key !== 'sort').length;
    this.filterWords.textContent = set ? t('filtered', set) : t('filters');
    this.legend.hidden = this.chosen.length === 0;
    const skipped = this.question.q ? 0 : site.games - (this.head?.games ?? 0), within = this.folds() ? this.chosen.reduce((n, s) => n + (s.family?.length ?? 0), 0) : 0, rest = this.all.length - this.chosen.length - within;
    this.explained.textContent = this.all.length === 0 ? '' : [skipped > 0 && t(skipped === 1 ? 'skippedOne' : 'skipped', count(skipped), gamesText(site.games)), within > 0 && t('inOthers', count(within)), rest > 0 && t('rest', count(rest))].filter(Boolean).join(' ');
    replace(this.headline, this.all.length ? [h('strong', {}, t('shown', count(this.chosen.length), count(this.all.length))), ` ${t('among', gamesText(this.head?.games ?? 0))}`] : t('title'));
  }

  private page(n: number): { items: Sequence[]; more: boolean } {
    return { items: this.chosen.slice(n, n + PAGE), more: n + PAGE < this.chosen.length };
  }

  private card(s: Sequence): HTMLElement {
    const size = this.head?.size ?? 19, board = h('span', { class: 'joseki-board' }, diagram(s, size));
    let step: number | undefined;
    const names = moveNames(s), n = names.length;
    const onKey = (e: KeyboardEvent): void => {
      const now = step ?? n;
      const to = { ArrowRight: now >= n ? 1 : now + 1, ArrowLeft: Math.max(0, now - 1), Home: 0, End: n }[e.key];
      if (to === undefined || isTyping(e)) return;
      e.preventDefault();
      step = to === n ? undefined : to;
      replace(board, diagram(s, size, { step }));
      announce(to ? `${to}: ${names[to - 1]}` : `0 / ${n}`);
    };
    const { title, other } = sequenceName(s), outcome = outcomeOf(s), known = s.wins + s.losses + s.draws, { rate, interval } = scoreWords(outcome);
    return h('li', {}, h('button', {
      type: 'button', class: 'card', 'data-rank': s.rank, onkeydown: onKey, onclick: () => this.openDetail(s),
    }, board, h('span', { class: 'row spread' }, h('b', { class: 'cut' }, `${s.rank}. ${title}`), h('span', { class: 'number', title: countsOf(s) }, gamesText(s.games))),
    h('span', { class: 'row spread t1 soft' }, h('span', { class: 'cut' }, [other, s.family?.length ? t('folded', s.family.length) : ''].filter(Boolean).join(' ')), h('span', { class: 'played' }, yearsText(s))),
    known < 5 ? h('span', { class: 't1 faint' }, t('few', count(s.wins), count(known)))
      : h('span', { class: 'row rate' }, wdl(outcome, { height: 6, whisker: 7 }), h('span', { class: 't1' }, h('b', {}, rate), ' ', h('span', { class: 'soft' }, interval)))));
  }

  /* --- One of them --------------------------------------------------------------------------------- */

  private openDetail(s: Sequence): void {
    this.open = String(s.rank);
    this.keep();
    this.detail.show(s, this.head!);
  }

  private go(from: Sequence, by: number): void {
    const to = this.chosen[this.chosen.findIndex((s) => s.rank === from.rank) + by];
    if (to) this.openDetail(to);
  }

  private closed(s: Sequence): void {
    if (this.leaving) return;
    this.open = '';
    this.keep();
    this.el.querySelector<HTMLElement>(`[data-rank="${s.rank}"]`)?.focus();
  }
}

/* The gallery, if the address asks for it or for anything in it, and wherever there is no tree. */
const isGallery = ({ args }: Params): boolean => !isGo() || args.get('view') === 'gallery' || [...Object.keys(USUAL), ...Object.keys(NOTHING_WANTED), 'seq'].some((key) => args.has(key) && !TREE.includes(key));
const TREE = ['path', 'player', 'side', 'from', 'to', 'rating', 'filter']; // what the tree has in its address, too

function gallery(el: HTMLElement, { args }: Params): Leave {
  const view = new JosekiView(pick(USUAL, args), pick(NOTHING_WANTED, args), args.get('seq') ?? '');
  replace(el, view.el);
  return () => view.destroy();
}

export const joseki: Mount = (el, params) => {
  const fill = (next: Params): Leave => (isGallery(next) ? gallery : cornerTree)(el, next);
  let leave = fill(params), wasGallery = isGallery(params);
  return Object.assign(() => leave(), { again: (next: Params) => {
    if (!isGallery(next) && !wasGallery) return leave.again!(next);
    leave();
    wasGallery = isGallery(next);
    leave = fill(next);
  } });
};
