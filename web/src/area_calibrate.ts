/* area_calibrate.ts: where an evaluation is wrong: how often positions of a value are won, a curve for
 * each condition; the conditions under which values are most wrong; weights that put it right. */
import { address, searchAddress, showAddress } from './address';
import { ask, Asking, events, messageOf, type Args, type ParseAnswer } from './api';
import type { Mount } from './areas';
import { conditionLabel, distortionText, Findings, FitView, share, sizeText, winsText, type CurveJson } from './calibrate_parts';
import { conditionWords, READY } from './condition_words';
import { CurveChart, curveSign, signed, type Bin } from './curve_chart';
import { announce, h, replace } from './dom';
import { count, nameOf, sideName, t as common, texts } from './i18n';
import { site } from './site';

const t = texts({
  title: 'Calibration', about: 'If an evaluation is right, positions of one value are won equally often, whatever else is true of them. Where a condition’s curve lies apart, the evaluation is blind to it.',
  conditions: 'Conditions', condition: 'Condition {0}', add: 'Add a condition', remove: 'Remove condition {0}', choose: 'Choose one…', castle: 'Castles', opening: 'Openings', shape: 'Shapes',
  opposite: 'Also where it does not hold (dashed)', evaluation: 'Evaluation', paper: 'as in the paper', calibrated: 'the same, fitted', net: 'network', material: 'material only', record: 'values in the records', calm: 'Play out captures first (slow)',
  only: 'Only positions where', further: 'More settings', bin: 'Width of a bin', min: 'Positions a bin needs', skip: 'Leave out first moves', nochecks: 'Leave out positions in check', nohanging: 'Leave out positions with a winning capture',
  mates: 'Search for mates at the end to see who won (slow)', working: 'Working…', stop: 'Stop', stopped: 'Stopped.', curves: 'Win rate against value',
  all: 'All positions', figures: '{0} · won {1} · mean value {2}', same: 'No clear difference.', nothing: 'Nothing to calibrate: no selected game has a result, or no position has a value.',
  few: 'No bin has {0} positions. Take a smaller number, or wider bins.', discover: 'Find blind spots', discoverAbout: 'Tries thousands of conditions and lists those where the values are most wrong.',
  fit: 'Fit weights', fitAbout: 'What the conditions, or the danger to the kings, are worth beside the value; judged on one game in five that it did not learn from.', model: 'Method', ml: 'maximum likelihood', ls: 'least squares', terms: 'Terms', progress: 'danger to the kings', these: 'the conditions above',
  go: 'Calibration compares an evaluation’s values with the results of games. Kifu has an evaluation for shogi only, and this database holds another game.', toSearch: 'Search games', note: 'Points lead to all games with the condition: only the paper’s values can be searched for.',
  left: '{0} · {1} s left', twins: '{0} that several databases have, counted once', exchanged: 'The same for {0}',
}, {
  title: '評価の検証', about: '評価関数が正しければ、評価値が同じ局面の勝率は、他の条件によらず同じはずです。ある条件の曲線が離れていれば、評価関数はその条件を見ていません。',
  conditions: '条件', condition: '条件 {0}', add: '条件を加える', remove: '条件 {0} を除く', choose: '選ぶ…', castle: '囲い', opening: '戦法', shape: '形',
  opposite: '条件を満たさない局面も（破線）', evaluation: '評価関数', paper: '論文の評価関数', calibrated: '同・調整後', net: 'ネットワーク', material: '駒割りのみ', record: '棋譜に書かれた評価値', calm: '駒の取り合いを読む（低速）',
  only: '対象の局面', further: '詳しい設定', bin: '区間の幅', min: '区間に必要な局面数', skip: '除く最初の手数', nochecks: '王手の局面を除く', nohanging: '駒得になる取りがある局面を除く',
  mates: '終局図で詰みを探して勝敗を決める（低速）', working: '計算中…', stop: '停止', stopped: '停止しました。', curves: '評価値に対する勝率',
  all: '全局面', figures: '{0}・勝率 {1}・平均評価値 {2}', same: 'はっきりした違いはありません。', nothing: '調べる局面がありません。対象の棋譜に勝敗がないか、評価値のある局面がありません。',
  few: '{0} 局面ある区間がありません。局面数を減らすか、区間を広げてください。', discover: '死角を探す', discoverAbout: '数千の条件を試し、評価値が最も狂っている条件を示します。',
  fit: '重みを求める', fitAbout: '条件や玉の危険度が評価値に加えてどれだけの価値を持つかを求め、学習に使わない 5 局に 1 局で検証します。', model: '方法', ml: '最尤法', ls: '最小二乗法', terms: '項', progress: '玉の危険度と守り', these: '上の条件',
  go: '評価の検証は、評価関数の値と勝敗を比べます。評価関数があるのは将棋だけで、このデータベースは別のゲームです。', toSearch: '対局を検索', note: '点からは条件に合う対局全部を見られます（検索できるのは論文の評価値だけです）。',
  left: '{0}・残り {1} 秒', twins: '複数のデータベースにある {0} 局は一度だけ数えました', exchanged: '{0}の場合も',
});

const MOST = 4; // conditions that can be told apart in one picture
const EVALUATIONS = ['paper', 'calibrated', 'net', 'material', 'record'] as const;
const FLAGS = ['calm', 'nochecks', 'nohanging', 'mates'] as const;
const BINS = [100, 200, 250, 500, 1000];
const MINIMA = [20, 50, 100, 200, 500, 1000, 5000];

/* A bin wants a five-hundredth of the positions, as round numbers go. */
const usualMinimum = (): number => MINIMA.reduce((a, b) => (b <= Math.max(20, Math.min(1000, site.plies / 500)) ? b : a), MINIMA[0]);

class CalibrateView {
  readonly el: HTMLElement;
  private readonly rows = h('ul', { class: 'conditions' });
  private readonly chart = new CurveChart();
  private readonly chartTitle = h('h2', { tabindex: -1 }, t('curves'));
  private readonly list = h('ul', { class: 'curve-list' });
  private readonly chartPlace = h('section', { class: 'panel', 'aria-label': t('curves') });
  private readonly findings = new Findings((queries) => this.look(queries));
  private readonly fitView = new FitView();
  private readonly bar = h('progress', { 'aria-label': t('working') });
  private readonly said = h('span', {});
  private readonly working = h('div', { class: 'working', hidden: true }, this.bar, this.said, h('button', { type: 'button', id: 'stop', onclick: () => this.stop() }, t('stop')));
  private readonly mistake = h('p', { class: 'mistake', role: 'alert' });
  private readonly asking = new Asking();
  private readonly field: Record<string, HTMLInputElement | HTMLSelectElement> = {};
  private readonly fitPlace: HTMLElement;
  private readonly discoverPlace: HTMLElement;
  private when: string[];
  private discovers: boolean;
  private fits: boolean;
  private found = ''; // what the findings on screen are of
  private fitted = '';
  private curves: { curve: CurveJson; opposite?: CurveJson }[] = [];

  constructor(args: URLSearchParams) {
    const when = args.get('when');
    this.when = (when === null ? [...READY[0]] : when.split('\n').filter((q) => q.trim())).slice(0, MOST);
    this.discovers = args.has('discover');
    this.fits = args.has('fit');
    this.fitPlace = this.fitPanel(args);
    this.discoverPlace = h('section', { class: 'panel', 'aria-labelledby': 'discover-title' }, h('div', { class: 'row spread' }, h('h2', { id: 'discover-title' }, t('discover')),
      h('button', { type: 'button', id: 'discover', class: 'main', onclick: () => this.startDiscovery() }, t('discover'))), h('p', { class: 'tips' }, t('discoverAbout')));
    this.el = h('main', { class: 'calibrate' },
      h('div', { class: 'left' }, h('h1', { class: 'hidden' }, t('title')), h('p', { class: 'tips' }, t('about')), this.conditionPanel(args.has('opposite')), this.settings(args)),
      h('div', { class: 'right' }, this.working, this.mistake, this.chartPlace, this.discoverPlace, this.findings.el, this.fitPlace));
    this.showRows();
    void this.run();
  }

  destroy(): void {
    this.asking.end();
    this.chart.destroy();
    this.fitView.destroy();
  }

  /* --- The question --------------------------------------------------------------------------------- */

  private conditionPanel(opposite: boolean): HTMLElement {
    const option = (query: string): HTMLElement => h('option', { value: query }, conditionWords(query) ?? query);
    const groups = ['castle', 'opening', 'shape'] as const;
    const choice = h('select', { id: 'choose', 'aria-label': t('add'), onchange: () => {
      if (choice.value) this.add(choice.value);
      choice.value = '';
    } }, h('option', { value: '' }, t('choose')), READY.flat().map(option),
    groups.map((g) => h('optgroup', { label: t(g) }, site.names.filter((n) => n.group === g).map((n) => h('option', { value: `s.${g}:${n.name}` }, `${sideName('s')}: ${nameOf(n)}`)))));
    const known = h('datalist', { id: 'known' }, READY.flat().map(option),
      site.names.flatMap((n) => ['s', 'g'].map((s) => option(`${s}.${n.group}:${n.name}`))));
    return h('section', { class: 'panel', 'aria-labelledby': 'conditions-title' },
      h('h2', { id: 'conditions-title' }, t('conditions')), this.rows, known,
      h('div', { class: 'row' }, h('button', { type: 'button', id: 'add', onclick: () => this.add('') }, t('add')), choice),
      this.check('opposite', t('opposite'), opposite, () => this.showOpposites()));
  }

  private check(id: string, label: string, on: boolean, change = (): void => void this.run()): HTMLElement {
    const box = h('input', { type: 'checkbox', id, checked: on, onchange: change });
    this.field[id] = box;
    return h('label', { class: 'check', for: id }, box, label);
  }

  private select(id: string, label: string, values: readonly (string | number)[], now: string | number, text: (v: string) => string): HTMLElement[] {
    const box = h('select', { id, onchange: () => void this.run() }, values.map((v) => h('option', { value: v, selected: String(v) === String(now) }, text(String(v)))));
    this.field[id] = box;
    return [h('label', { for: id }, label), box];
  }

  private settings(args: URLSearchParams): HTMLElement {
    const plain = (v: string): string => count(Number(v));
    const number = (name: string, values: number[], usual: number): number => (values.includes(Number(args.get(name))) ? Number(args.get(name)) : usual);
    const has = (name: string): boolean => args.has(name);
    const only = h('input', { type: 'search', id: 'only', value: args.get('q') ?? '', spellcheck: 'false', autocapitalize: 'off', placeholder: 'date:2000..', onchange: () => void this.run() });
    this.field.only = only;
    return h('section', { class: 'panel' },
      h('div', { class: 'form' }, this.select('evaluation', t('evaluation'), EVALUATIONS, args.get('weights') ?? 'paper', (v) => t(v as 'paper')), h('label', { for: 'only' }, t('only')), only),
      h('details', { open: [...FLAGS, 'bin', 'min', 'skip'].some(has) }, h('summary', {}, t('further')),
        h('div', { class: 'form' }, this.select('bin', t('bin'), BINS, number('bin', BINS, 500), plain), this.select('min', t('min'), MINIMA, number('min', MINIMA, usualMinimum()), plain),
          this.select('skip', t('skip'), [0, 10, 20, 30, 40], number('skip', [0, 10, 20, 30, 40], 0), plain)),
        FLAGS.map((id) => this.check(id, t(id), has(id)))));
  }

  private fitPanel(args: URLSearchParams): HTMLElement {
    return h('section', { class: 'panel', 'aria-labelledby': 'fit-title' },
      h('div', { class: 'row spread' }, h('h2', { id: 'fit-title' }, t('fit')), h('button', { type: 'button', id: 'fit', class: 'main', onclick: () => {
        this.fits = true;
        this.fitted = '';
        void this.run();
      } }, t('fit'))), h('p', { class: 'tips' }, t('fitAbout')),
      h('div', { class: 'form' }, this.select('model', t('model'), ['ml', 'ls'], args.get('fit') ?? 'ml', (v) => t(v as 'ml')),
        this.select('terms', t('terms'), ['progress', 'conditions'], args.get('terms') ?? 'progress', (v) => t(v === 'progress' ? v : 'these'))), this.fitView.el);
  }

  private showRows(): void {
    replace(this.rows, this.when.map((query, i) => {
      const input = h('input', {
        type: 'text', list: 'known', value: query, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-label': t('condition', i + 1), placeholder: 's.castle:mino, s.hand.ka>=2 …',
        onchange: () => {
          this.when[i] = input.value.trim();
          void this.run();
        },
      });
      return h('li', {}, curveSign(i + 1), input, h('button', { type: 'button', 'aria-label': t('remove', i + 1), title: t('remove', i + 1), onclick: () => {
        this.when.splice(i, 1);
        this.showRows();
        void this.run();
        this.el.querySelector<HTMLElement>('#add')?.focus();
      } }, '×'), h('p', { class: 'mistake', id: `mistake-${i}` }), conditionWords(query) && h('small', {}, conditionWords(query)));
    }));
    const add = this.el?.querySelector<HTMLButtonElement>('#add'), choose = this.el?.querySelector<HTMLSelectElement>('#choose');
    if (add && choose) add.disabled = choose.disabled = this.when.length >= MOST;
  }

  private add(query: string): void {
    if (this.when.length >= MOST) return;
    this.when.push(query);
    this.showRows();
    if (query) void this.run();
    else this.rows.querySelector<HTMLElement>('li:last-child input')?.focus();
  }

  /* Curves of what was found. */
  private look(queries: string[]): void {
    this.when = queries;
    this.showRows();
    void this.run();
    this.chartPlace.scrollIntoView({ block: 'start' });
    this.chartTitle.focus({ preventScroll: true });
  }

  private startDiscovery(): void {
    this.discovers = true;
    this.found = '';
    void this.run();
  }

  /* --- Asking --------------------------------------------------------------------------------------- */

  private on(id: string): boolean {
    return (this.field[id] as HTMLInputElement).checked;
  }

  /* What decides which positions are looked at, and what they are worth. */
  private base(): Args {
    const evaluation = this.field.evaluation.value, isRecord = evaluation === 'record';
    return {
      query: this.field.only.value.trim(), value: isRecord ? 'record' : this.on('calm') ? 'quiescence' : 'static', weights: isRecord ? 'paper' : evaluation,
      skip: this.field.skip.value, no_checks: this.on('nochecks'), no_hanging: this.on('nohanging'), mates: this.on('mates'), bin: this.field.bin.value,
    };
  }

  private conditions(): Args {
    const when = this.when.filter(Boolean).join('\n');
    return { min_positions: this.field.min.value, when, preset: when ? undefined : 'none' };
  }

  private showState(): void {
    const unless = (id: string, usual: string): string | undefined => (this.field[id].value === usual ? undefined : this.field[id].value);
    const hash = address('calibrate', [], {
      when: this.when.filter(Boolean).join('\n'), q: this.field.only.value.trim(), weights: unless('evaluation', 'paper'), bin: unless('bin', '500'), min: unless('min', String(usualMinimum())),
      skip: unless('skip', '0'), ...Object.fromEntries([...FLAGS, 'opposite'].map((id) => [id, this.on(id) ? 1 : undefined])),
      discover: this.discovers ? 1 : undefined, fit: this.fits ? this.field.model.value : undefined, terms: this.fits ? unless('terms', 'progress') : undefined,
    });
    showAddress(this.when.some(Boolean) ? hash : hash.includes('?') ? hash.replace('?', '?when=&') : `${hash}?when=`);
  }

  private async run(): Promise<void> {
    const signal = this.asking.begin();
    this.showState();
    delete this.el.dataset.answered;
    this.mistake.textContent = '';
    this.work(t('working'));
    try {
      if (!(await this.readsWell(signal))) return;
      await this.askCurves(signal);
      if (this.fits) await this.askFit(signal);
      if (this.discovers) await this.askFindings(signal);
      if (!signal.aborted) this.el.dataset.answered = location.hash;
    } catch (e) {
      if (!signal.aborted) this.mistake.textContent = common('failed', messageOf(e));
    } finally {
      if (!signal.aborted) this.working.hidden = true;
    }
  }

  private stop(): void {
    this.asking.end();
    this.working.hidden = true;
    this.discovers = this.discovers && this.found !== '';
    this.fits = this.fits && this.fitted !== '';
    this.showState();
    announce(t('stopped'));
    this.mistake.textContent = t('stopped');
  }

  private work(text: string, done?: number, total?: number): void {
    this.working.hidden = false;
    this.said.textContent = text;
    if (total) [this.bar.max, this.bar.value] = [total, Math.min(done ?? 0, total)];
    else this.bar.removeAttribute('value');
  }

  private progress(p: { label: string; done: number; total: number | null; left: number | null }): void {
    this.work(p.left !== null && p.left >= 2 ? t('left', p.label, Math.round(p.left)) : p.label, p.done, p.total ?? undefined);
  }

  /* Mistakes are told where they were made. */
  private async readsWell(signal: AbortSignal): Promise<boolean> {
    const queries = [...this.when, this.field.only.value.trim()];
    const answers = await Promise.all(queries.map((query) => ask<ParseAnswer>('parse', { query }, signal)));
    if (signal.aborted) return false;
    answers.forEach((a, i) => {
      const input = i < this.when.length ? this.rows.children[i]?.querySelector('input') : this.field.only;
      if (a.error) input?.setAttribute('aria-invalid', 'true');
      else input?.removeAttribute('aria-invalid');
      if (i < this.when.length) {
        this.el.querySelector(`#mistake-${i}`)!.textContent = a.error?.message ?? '';
        input?.setAttribute('aria-describedby', `mistake-${i}`);
      } else if (a.error) this.mistake.textContent = a.error.message;
    });
    return answers.every((a) => !a.error);
  }

  private async askCurves(signal: AbortSignal): Promise<void> {
    const curves: typeof this.curves = [];
    let judged = { positions: 0, games: 0, twins: 0 };
    await events('calibrate', { ...this.base(), ...this.conditions() }, (name, data) => {
      if (signal.aborted) return;
      if (name === 'progress') this.progress(data);
      else if (name === 'judged') judged = data;
      else if (name === 'curve') curves.push(data);
    }, signal);
    if (signal.aborted) return;
    this.curves = curves;
    const nothing = judged.positions === 0;
    this.discoverPlace.hidden = this.fitPlace.hidden = nothing;
    if (nothing) {
      this.discovers = this.fits = false;
      this.findings.clear();
      this.fitView.clear();
      this.chart.show([]);
      return replace(this.chartPlace, h('p', { class: 'hint' }, t('nothing')));
    }
    const few = this.curves[0].curve.bins.length === 0;
    replace(this.chartPlace, h('div', { class: 'row spread' }, this.chartTitle, h('small', { id: 'judged' }, sizeText(judged), judged.twins > 0 && ` · ${t('twins', count(judged.twins))}`)),
      few ? h('p', { class: 'hint' }, t('few', count(Number(this.field.min.value)))) : this.chart.el, this.list, !this.asksByValue() && h('p', { class: 'tips' }, t('note')));
    this.showCurves();
    announce(`${t('curves')}: ${sizeText(judged)}`);
  }

  private async askFit(signal: AbortSignal): Promise<void> {
    const args = { ...this.base(), ...this.conditions(), fit: this.field.model.value, terms: this.when.some(Boolean) ? this.field.terms.value : 'progress' };
    if (this.fitted === JSON.stringify(args)) return;
    this.fitView.clear();
    this.work(t('working'));
    await events('calibrate', args, (name, data) => {
      if (signal.aborted) return;
      if (name === 'progress') this.progress(data);
      else this.fitView.on(name, data);
    }, signal);
    if (signal.aborted) return;
    this.fitted = JSON.stringify(args);
    this.fitView.show((condition, bin) => this.where(condition, bin));
    announce(t('fit'));
  }

  private async askFindings(signal: AbortSignal): Promise<void> {
    const args = { ...this.base(), discover: true, top: 12 };
    if (this.found === JSON.stringify(args)) return;
    this.findings.begin();
    await events('calibrate', args, (name, data) => {
      if (signal.aborted) return;
      if (name === 'progress') this.progress(data);
      else this.findings.on(name, data);
    }, signal);
    if (signal.aborted) return;
    this.findings.end();
    this.found = JSON.stringify(args);
    announce(this.findings.el.querySelector('.tips')?.textContent ?? '');
  }

  /* --- Showing -------------------------------------------------------------------------------------- */

  /* "value" in a search is that of the paper's evaluation. */
  private asksByValue(): boolean {
    return this.field.evaluation.value === 'paper' && !this.on('calm');
  }

  /* The games in a bin, as far as a query can say it. */
  private where(condition: string, bin: Bin): string {
    const width = Number(this.field.bin.value), half = Math.floor(width / 2), v = Math.abs(bin.value);
    const near = v - half, far = v - half + width - 1, only = this.field.only.value.trim();
    const range = bin.value > 0 ? `value>=${near} value<=${far}` : bin.value < 0 ? `value>=${-far} value<=${-near}` : `value>=${-far} value<=${far}`;
    const words = [condition && `(${condition})`, only && `(${only})`, this.asksByValue() && range].filter(Boolean);
    return searchAddress(words.join(' '));
  }

  private showOpposites(): void {
    const isAnswered = this.el.dataset.answered === location.hash;
    this.showState();
    if (isAnswered) this.el.dataset.answered = location.hash;
    this.showCurves();
  }

  private showCurves(): void {
    const label = (query: string): string => conditionWords(query) ?? query;
    const all = this.curves.flatMap(({ curve, opposite }, i) => {
      const query = i === 0 ? '' : curve.condition;
      return [{ label: i === 0 ? t('all') : label(query), hue: i, bins: curve.bins, href: (bin: Bin) => this.where(query, bin) },
        ...(opposite && this.on('opposite') ? [{ label: opposite.condition, hue: i, bins: opposite.bins, dashed: true, href: (bin: Bin) => this.where(opposite.condition, bin) }] : [])];
    });
    this.chart.show(all);
    replace(this.list, this.curves.map(({ curve, opposite }, i) => h('li', { 'data-condition': i ? curve.condition : 'all' }, curveSign(i),
      h('div', {}, i === 0 ? t('all') : h('a', { href: searchAddress(curve.condition) }, conditionLabel(curve.condition)), h('p', { class: 'tips' }, figures(curve)),
        i > 0 && h('p', {}, verdict(curve)), i > 0 && h('p', { class: 'tips' }, distortionText(curve)), this.flipButton(curve.condition, i),
        opposite && this.on('opposite') && h('p', { class: 'tips' }, curveSign(i, true), ` ${opposite.condition}: ${figures(opposite)} · ${distortionText(opposite)}`)))));
  }

  /* The same seen from the other side, where there are words for it. */
  private flipButton(query: string, i: number): HTMLElement | false {
    const flipped = i > 0 && /^[\w.:>=-]+$/.test(query) && /^[sg]\.|^turn:/.test(query) ? query.replace(/^(turn:)?([sg])/, (_, turn = '', s) => `${turn}${s === 's' ? 'g' : 's'}`) : '';
    return !!flipped && !this.when.includes(flipped) && this.when.length < MOST && h('button', { type: 'button', class: 'link', onclick: () => this.add(flipped) }, t('exchanged', sideName(flipped.replace('turn:', '')[0] as 's')));
  }
}

const figures = (c: CurveJson): string => t('figures', sizeText(c), share(c.rate), c.mean_value === null ? '–' : signed(Math.round(c.mean_value)));

function verdict(c: CurveJson): string {
  if (c.shift === null || c.shift_low === null || c.shift_high === null) return '';
  return c.shift_low <= 0 && c.shift_high >= 0 ? t('same') : winsText(true, c.shift, [c.shift_low, c.shift_high]);
}

export const calibrate: Mount = (el, { args }) => {
  if (site.game !== 'shogi') {
    replace(el, h('main', { class: 'sorry' }, h('h1', {}, t('title')), h('p', { class: 'hint' }, t('go')), h('a', { class: 'button', href: address('search') }, t('toSearch'))));
    return () => undefined;
  }
  const view = new CalibrateView(args);
  replace(el, view.el);
  return () => view.destroy();
};
