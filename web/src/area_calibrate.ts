/* area_calibrate.ts: where an evaluation is wrong, by how much, whether that is sure, and for people and engines alike: a
 * sentence, curves of win rate against value, and signed effects of conditions, in columns of classes of games.  Behind
 * "more": settings, conditions under which values are most wrong, weights that put it right. */
import { address, searchAddress, showAddress } from './address';
import { ask, Asking, events, messageOf, type Info, type ParseAnswer } from './api';
import type { Mount } from './areas';
import { askedAddress, BIN, CLASSES, classesOf, curveArgs, discoverArgs, EVALUATIONS, fitArgs, FLAGS, readAsked, type Asked, type ClassName, type Flag } from './calibrate_asked';
import { className, headline, inOrder, rowOf, underHeadline, type ClassAnswer } from './calibrate_effects';
import { calibrationCsv, calibrationSvg } from './calibrate_files';
import { effectTable } from './calibrate_table';
import { Forest } from './calibrate_forest';
import { Findings, FitView } from './calibrate_parts';
import { Completion } from './complete';
import { conditionWords, nameOfCondition } from './condition_words';
import { CurveChart, curveSign, type Bin, type Curve } from './curve_chart';
import { announce, download, h, replace } from './dom';
import { count, nameOf, sideName, t as common, texts } from './i18n';
import { button, icon, segmented } from './parts';
import { phrase } from './phrases';
import { site } from './site';

const t = texts({
  title: 'Calibration', asks: 'Where is the evaluation wrong?', asksMore: 'Its value of every position, against who won: for people and for engines.', compared: 'What is compared', addDatabase: 'Add a database: {0}', takeOut: 'Take out {0}', evaluation: 'Evaluation', only: 'Only positions where', anything: 'any · a query, a year …',
  paper: 'as in the paper', calibrated: 'the same, fitted', net: 'network', material: 'material only', record: 'values in the records', allPositions: 'all positions', all: 'all', withIt: '{0} positions of {1} games · {2} with it', without: '{0} positions of {1} games', notIt: 'where it does not hold',
  wrong: 'Where it is wrong', condition: 'condition', conditionField: 'A condition, as a query', add: 'Add', choose: 'Choose one…', castle: 'Castles', opening: 'Openings', shape: 'Shapes', full: 'Twelve conditions are the most.', usual: 'The common conditions', conditionFault: 'Condition {0}: {1}',
  sure: 'sure: the interval leaves 0 out', unsure: 'not sure', right: 'right of 0: won more often than the value says', folded: 'both sides’ games, seen from Black', click: 'Click a row to see its curve', table: 'as a table', noTable: 'without the table',
  copy: 'Copy link', copied: 'The link is copied.', cannotCopy: 'The link cannot be copied here.', more: 'More: settings, blind spots, weights', settings: 'Settings', usualFew: 'as many as suit ({0})', usualOne: 'as many as suit',
  calm: 'Play out captures first (slow)', nochecks: 'Leave out positions in check', nohanging: 'Leave out positions with a winning capture', recorded: 'Results as recorded, without a mate search at the end', together: 'Fit the effects of all conditions together', opposite: 'Draw where the condition does not hold, too (dashed)',
  bin: 'Width of a bin', min: 'Positions a bin needs', skip: 'Leave out first moves', working: 'Working…', stop: 'Stop', stopped: 'Stopped: what you see is the answer before.', stoppedFirst: 'Stopped.', nothing: 'Nothing to calibrate: no selected game has a result, or no position has a value.', nothingIn: 'No position to judge.',
  few: 'No bin has {0} positions.', discover: 'Find blind spots', discoverAbout: 'Tries thousands of conditions and lists those where the values are most wrong.', fit: 'Fit weights', fitAbout: 'What the conditions, or the danger to the kings, are worth beside the value; judged on one game in five that it did not learn from.',
  model: 'Method', ml: 'maximum likelihood', ls: 'least squares', terms: 'Terms', progress: 'danger to the kings', these: 'the conditions above', games: 'Games', go: 'Calibration compares an evaluation’s values with the results of games. Kifu has an evaluation for shogi only, and this database holds another game.', toSearch: 'Search games',
  note: 'Points lead to all games with the condition: only the paper’s values can be searched for.', points: 'A point leads to its games.', left: '{0} · {1} s left', twins: '{0} games that several databases have are counted once.',
}, {
  title: '評価の検証', asks: '評価はどこで誤るか', asksMore: 'すべての局面の評価値を、人間とエンジンの対局の勝敗と比べます。', compared: '比べるもの', addDatabase: 'データベースを加える: {0}', takeOut: '{0}を外す', evaluation: '評価関数', only: '対象の局面', anything: 'すべて・検索式・年など',
  paper: '論文の評価関数', calibrated: '同・調整後', net: 'ネットワーク', material: '駒割りのみ', record: '棋譜に書かれた評価値', allPositions: '全局面', all: '全局面', withIt: '{1} 局の {0} 局面・うち該当 {2}', without: '{1} 局の {0} 局面', notIt: '条件を満たさない局面',
  wrong: '評価の誤り', condition: '条件', conditionField: '条件（検索式）', add: '加える', choose: '選ぶ…', castle: '囲い', opening: '戦法', shape: '形', full: '条件は 12 個までです。', usual: '主な条件', conditionFault: '条件 {0}: {1}',
  sure: '確か（区間が 0 を含まない）', unsure: '確かではない', right: '0 より右: 評価値の示すより多く勝っている', folded: '先後を合わせ、先手から見た値', click: '行を選ぶと曲線が出ます', table: '表で見る', noTable: '表を閉じる',
  copy: 'リンクをコピー', copied: 'リンクをコピーしました。', cannotCopy: 'ここではリンクをコピーできません。', more: '設定・死角・重み', settings: '設定', usualFew: '自動（{0}）', usualOne: '自動',
  calm: '駒の取り合いを読む（低速）', nochecks: '王手の局面を除く', nohanging: '駒得になる取りがある局面を除く', recorded: '勝敗は棋譜のまま（終局図で詰みを探さない）', together: 'すべての条件の効果を同時に求める', opposite: '条件を満たさない局面も描く（破線）',
  bin: '区間の幅', min: '区間に必要な局面数', skip: '除く最初の手数', working: '計算中…', stop: '停止', stopped: '停止しました。表示は前の結果です。', stoppedFirst: '停止しました。', nothing: '調べる局面がありません。対象の棋譜に勝敗がないか、評価値のある局面がありません。', nothingIn: '調べる局面がありません。',
  few: '{0} 局面ある区間がありません。', discover: '死角を探す', discoverAbout: '数千の条件を試し、評価値が最も狂っている条件を示します。', fit: '重みを求める', fitAbout: '条件や玉の危険度が評価値に加えてどれだけの価値を持つかを求め、学習に使わない 5 局に 1 局で検証します。',
  model: '方法', ml: '最尤法', ls: '最小二乗法', terms: '項', progress: '玉の危険度と守り', these: '上の条件', games: '対局', go: '評価の検証は、評価関数の値と勝敗を比べます。評価関数があるのは将棋だけで、このデータベースは別のゲームです。', toSearch: '対局を検索',
  note: '点からは条件に合う対局全部を見られます（検索できるのは論文の評価値だけです）。', points: '点からその対局へ進めます。', left: '{0}・残り {1} 秒', twins: '複数のデータベースにある {0} 局は一度だけ数えました。',
});

const MOST = 12; // conditions of a request
const BINS = ['100', '200', '250', '500', '1000'], MINIMA = ['', '20', '50', '100', '200', '500', '1000', '5000'], SKIPS = ['0', '10', '20', '30', '40'];
const COMMON = 'progress.diff>=0.25'; // shown first where nothing is chosen
const LONG = 24; // letters of a name within a picture
const QUIET_MS = 200; // before anything says that something is under way
/* For the list beside the field, as Black has it and as White has it. */
const READY: readonly string[] = ['progress.diff>=0.25', 'progress.diff<=-0.25', 's.hand.hi>=2', 'g.hand.hi>=2', 's.hand.ka>=2', 's.hand.ke>=3', 's.hand.ki>=3', 's.hand.fu>=6', 'turn:s'];

interface Column { name: ClassName; head: HTMLElement; size: HTMLElement; place: HTMLElement; chart: CurveChart }

class CalibrateView {
  readonly el: HTMLElement;
  private readonly title = h('h1', { class: 'title', 'aria-live': 'polite' });
  private readonly under = h('p', { class: 'soft under' });
  private readonly grid = h('div', { class: 'calibration-grid' });
  private readonly compared = h('section', { class: 'compared', 'aria-label': t('compared') });
  private readonly forest = new Forest((name) => this.axes.get(name as ClassName) ?? null);
  private readonly axes = new Map<ClassName, HTMLElement>();
  private readonly table = h('div', { class: 'calibration-table', hidden: true });
  private readonly foot = h('div', { class: 'forest-foot t1 soft' });
  private readonly bar = h('progress', { 'aria-label': t('working') });
  private readonly said = h('span', {});
  private readonly working = h('div', { class: 'working t1', hidden: true }, h('span', { class: 'working-words' }, this.said, h('button', { type: 'button', id: 'stop', class: 'link', onclick: () => this.stop() }, t('stop'))), this.bar);
  private readonly mistake = h('p', { class: 'mistake', role: 'alert' });
  private readonly findings = new Findings((queries) => this.look(queries));
  private readonly fitView = new FitView();
  private readonly asking = new Asking();
  private readonly onlyMistake = h('p', { class: 'mistake t1', id: 'only-mistake', role: 'alert' });
  private readonly whenMistake = h('p', { class: 'mistake t1', id: 'when-mistake', role: 'alert' });
  private readonly more: HTMLDetailsElement;
  private readonly discoverPlace = h('section', { class: 'more-part', 'aria-labelledby': 'discover-title' });
  private readonly fitPlace = h('section', { class: 'more-part', 'aria-labelledby': 'fit-title' });
  private readonly settingsPlace = h('section', { class: 'more-part', 'aria-labelledby': 'settings-title' });
  private columns: Column[] = [];
  private sizes: Record<string, number> = {}; // games of databases
  private answers: ClassAnswer[] = [];
  private apart = new Set<string>(); // conditions whose effect is surely another one in the second class
  private order: string[] = [];
  private asked: Asked;
  private answeredArgs = ''; // what is on screen is the answer to
  private found = '';
  private fitted = '';
  private quiet = 0;

  constructor(args: URLSearchParams) {
    this.asked = readAsked(args, site.databases);
    const save = (kind: 'CSV' | 'SVG', make: () => string): HTMLElement => h('button', { type: 'button', class: 'btn small takes-answer', disabled: true, onclick: () => download(`calibration.${kind.toLowerCase()}`, make()) }, icon('out'), kind);
    const link = button(t('copy'), () => this.copyLink(link), { name: 'link' });
    link.classList.add('small');
    this.more = h('details', { class: 'calibration-more', open: !!(this.asked.discover || this.asked.fit || this.asked.bin || this.asked.min || this.asked.skip || this.asked.flags.size) },
      h('summary', {}, t('more')), h('div', { class: 'more-parts' }, this.settingsPlace, this.discoverPlace, this.fitPlace));
    this.el = h('main', { class: 'calibration' },
      h('div', { class: 'calibration-head' }, h('div', { class: 'grow' }, this.title, this.under), h('div', { class: 'row files' }, save('CSV', () => calibrationCsv(this.answers, this.order, this.chosen())), save('SVG', () => this.picture()), link), this.working),
      this.mistake, this.grid, this.foot, this.table, this.more);
    this.showAsked();
    this.showColumns();
    document.addEventListener('pointerdown', this.away);
    void this.loadSizes();
    void this.run();
  }

  /* A menu closes when somebody points elsewhere. */
  private readonly away = (e: Event): void => {
    for (const menu of this.el.querySelectorAll<HTMLDetailsElement>('.drop-down[open]')) if (!menu.contains(e.target as Node)) menu.open = false;
  };

  destroy(): void {
    document.removeEventListener('pointerdown', this.away);
    clearTimeout(this.quiet);
    this.asking.end();
    this.forest.destroy();
    this.fitView.destroy();
    for (const c of this.columns) c.chart.destroy();
  }

  again(args: URLSearchParams): void {
    this.asked = readAsked(args, site.databases);
    this.showAsked();
    this.showColumns();
    void this.run();
  }

  private async loadSizes(): Promise<void> {
    const info = await ask<Info>('info').catch(() => undefined);
    this.sizes = Object.fromEntries((info?.databases ?? []).map((d) => [d.name, d.games]));
    this.showDatabases();
  }

  /* --- What is asked -------------------------------------------------------------------------------- */

  private change(part: Partial<Asked>): void {
    this.asked = { ...this.asked, ...part };
    this.showAsked();
    this.showColumns();
    void this.run();
  }

  /* The conditions, written out if they were the common ones. */
  private get when(): string[] {
    return this.asked.when ?? this.answers[0]?.rows.map((r) => r.curve.condition) ?? [];
  }

  private readonly places = { people: h('div', { class: 'row chips' }), engines: h('div', { class: 'row chips' }) };

  private showAsked(): void {
    const sets = this.compared.querySelector<HTMLDetailsElement>('.sets');
    const set = (title: string, ...content: (Node | false)[]): HTMLElement => h('div', { class: 'set' }, h('h3', {}, title), ...content.filter((x) => x !== false));
    const evaluation = h('select', { id: 'evaluation', 'aria-label': t('evaluation'), onchange: () => this.change({ evaluation: evaluation.value }) }, EVALUATIONS.map((v) => h('option', { value: v, selected: v === this.asked.evaluation }, t(v))));
    const only = h('input', { type: 'search', id: 'only', value: this.asked.only, 'aria-label': t('only'), 'aria-describedby': 'only-mistake', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', placeholder: t('anything'), onchange: () => this.takeOnly(only.value) });
    const completed = new Completion(only, () => this.takeOnly(only.value)).el;
    const focused = document.activeElement?.id;
    replace(this.compared, h('div', { class: 'h2' }, h('h2', {}, t('compared'))), h('details', { class: 'sets', open: sets?.open ?? !matchMedia('(max-width: 759.98px)').matches }, h('summary', { class: 't1 soft' }, t('compared')),
      CLASSES.map((c) => set(className(c), this.places[c])), set(t('evaluation'), evaluation), set(t('only'), completed, this.onlyMistake)), this.legend);
    this.showDatabases();
    this.showSettings();
    this.showTools();
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  private takeOnly(text: string): void {
    const typed = text.trim(), only = phrase(typed, site.game) ?? typed;
    if (only !== this.asked.only) this.change({ only });
  }

  private showDatabases(): void {
    const title = (db: string): string => db.replace(/[-_]+/g, ' ').replace(/^./, (c) => c.toUpperCase()), all = this.asked.people.length + this.asked.engines.length;
    for (const c of CLASSES) {
      const others = site.databases.filter((db) => !this.asked[c].includes(db));
      const chips = this.asked[c].map((db) => h('span', { class: 'chip', 'data-db': db, title: db }, h('span', { class: 'cut' }, title(db)), this.sizes[db] !== undefined && h('span', { class: 'soft' }, `· ${count(this.sizes[db])}`),
        all > 1 && h('button', { type: 'button', class: 'x', 'aria-label': t('takeOut', title(db)), onclick: () => this.change({ [c]: this.asked[c].filter((d) => d !== db) }) }, icon('x'))));
      const menu = h('details', { class: 'drop-down add-database' }, h('summary', { class: 'btn bare small icon-only', 'aria-label': t('addDatabase', className(c)), title: t('addDatabase', className(c)) }, icon('plus')),
        h('div', { class: 'pop' }, others.map((db) => h('button', { type: 'button', class: 'btn bare', onclick: () => this.addDatabase(c, db) }, title(db), this.sizes[db] !== undefined && h('span', { class: 'soft' }, count(this.sizes[db]))))));
      menu.addEventListener('keydown', (e) => closeByEscape(e, menu));
      replace(this.places[c], chips, others.length > 0 && menu);
    }
  }

  /* A database is of one class: it moves. */
  private addDatabase(to: ClassName, db: string): void {
    const other = to === 'people' ? 'engines' : 'people';
    this.change({ [to]: [...this.asked[to], db], [other]: this.asked[other].filter((d) => d !== db) });
  }

  /* --- Conditions ----------------------------------------------------------------------------------- */

  private readonly field = h('input', { type: 'text', id: 'condition', 'aria-label': t('conditionField'), 'aria-describedby': 'when-mistake', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', placeholder: 's.castle:mino, s.hand.ka>=2 …', onkeydown: (e: KeyboardEvent) => {
    if (e.key !== 'Enter' || e.isComposing) return;
    e.preventDefault();
    void this.take(this.field.value);
  } });
  private readonly adding: HTMLDetailsElement = this.conditionMenu();

  private conditionMenu(): HTMLDetailsElement {
    const option = (query: string): HTMLElement => h('option', { value: query }, conditionWords(query) ?? query);
    const choice = h('select', { id: 'choose', 'aria-label': t('choose'), onchange: () => {
      if (choice.value) void this.take(choice.value);
      choice.value = '';
    } }, h('option', { value: '' }, t('choose')), READY.map(option), (['castle', 'opening', 'shape'] as const).map((g) =>
      h('optgroup', { label: t(g) }, site.names.filter((n) => n.group === g).map((n) => h('option', { value: `s.${g}:${n.name}` }, `${sideName('s')}: ${nameOf(n)}`)))));
    const el = h('details', { class: 'drop-down', id: 'add', ontoggle: () => el.open && this.field.focus() }, h('summary', { class: 'btn bare small' }, icon('plus'), h('span', {}, t('condition'))),
      h('div', { class: 'pop' }, h('div', { class: 'row' }, new Completion(this.field, () => {}).el, button(t('add'), () => void this.take(this.field.value))), this.whenMistake, choice, h('button', { type: 'button', class: 'link', id: 'usual', onclick: () => {
        el.open = false;
        this.change({ when: undefined, row: '' });
      } }, t('usual'))));
    el.addEventListener('keydown', (e) => closeByEscape(e, el));
    return el;
  }

  /* A condition that was typed or chosen.  A name alone is Black's, for what holds for both sides alike has no effect. */
  private async take(text: string): Promise<void> {
    const typed = text.trim(), query = (phrase(typed, site.game) ?? typed).replace(/^(castle|opening|shape):\S+$/, 's.$&'), when = this.when;
    this.whenMistake.textContent = '';
    if (!query) return;
    if (when.length >= MOST) return void (this.whenMistake.textContent = t('full'));
    const read = await ask<ParseAnswer>('parse', { query }).catch((e: unknown) => ({ ok: false, query: undefined, error: { message: messageOf(e) } }));
    mark(this.field, !!read.error);
    if (read.error) return void (this.whenMistake.textContent = read.error.message);
    this.adding.open = false;
    this.field.value = '';
    this.change({ when: when.includes(query) ? when : [...when, query], row: query });
  }

  private remove(condition: string): void {
    const rest = this.when.filter((q) => q !== condition);
    this.change({ when: rest, row: this.asked.row === condition ? '' : this.asked.row });
    announce(t('takeOut', nameOfCondition(condition).name));
  }

  private chosen(): string {
    const { row } = this.asked;
    return this.order.includes(row) ? row : this.order.includes(COMMON) ? COMMON : (this.order[0] ?? '');
  }

  private choose(condition: string): void {
    this.asked = { ...this.asked, row: condition };
    const isAnswered = this.el.dataset.answered === location.hash;
    this.showState();
    if (isAnswered) this.el.dataset.answered = location.hash;
    this.showAnswer();
  }

  /* Curves of what was found. */
  private look(queries: string[]): void {
    this.change({ when: [...new Set([...this.when, queries[0]])].slice(-MOST), row: queries[0] });
    this.title.scrollIntoView({ block: 'start' });
    this.title.setAttribute('tabindex', '-1');
    this.title.focus({ preventScroll: true });
  }

  /* --- Behind "more" -------------------------------------------------------------------------------- */

  private select(id: string, label: string, values: readonly string[], now: string, text: (v: string) => string, change: (v: string) => void): HTMLElement[] {
    const box = h('select', { id, onchange: () => change(box.value) }, values.map((v) => h('option', { value: v, selected: v === now }, text(v))));
    return [h('label', { for: id }, label), box];
  }

  private showSettings(): void {
    const plain = (v: string): string => count(Number(v)), min = this.answers.map((a) => count(a.judged.min_positions)).join(' / '), shown = (values: string[], now: string): string[] => (values.includes(now) ? values : [...values, now]);
    const flag = (id: Flag): HTMLElement => {
      const box = h('input', { type: 'checkbox', id, checked: this.asked.flags.has(id), onchange: () => {
        const flags = new Set(this.asked.flags);
        if (box.checked) flags.add(id);
        else flags.delete(id);
        if (id === 'opposite') this.showOpposites(flags);
        else this.change({ flags });
      } });
      return h('label', { class: 'check', for: id }, box, t(id));
    };
    replace(this.settingsPlace, h('h2', { id: 'settings-title' }, t('settings')), h('div', { class: 'form' },
      this.select('bin', t('bin'), shown(BINS, this.asked.bin || String(BIN)), this.asked.bin || String(BIN), plain, (v) => this.change({ bin: v === String(BIN) ? '' : v })),
      this.select('min', t('min'), shown(MINIMA, this.asked.min), this.asked.min, (v) => (v ? plain(v) : min ? t('usualFew', min) : t('usualOne')), (v) => this.change({ min: v })),
      this.select('skip', t('skip'), shown(SKIPS, this.asked.skip || '0'), this.asked.skip || '0', plain, (v) => this.change({ skip: v === '0' ? '' : v }))), FLAGS.map(flag));
  }

  private showOpposites(flags: Set<Flag>): void {
    this.asked = { ...this.asked, flags };
    this.choose(this.asked.row);
  }

  private showTools(): void {
    const both = classesOf(this.asked).length > 1;
    const which = (now: ClassName | '', choose: (c: ClassName) => void): HTMLElement | false => both && segmented(t('games'), CLASSES.map((c) => [c, className(c)] as const), now || 'people', choose);
    let discovers: ClassName = this.asked.discover || 'people', fits: ClassName = this.asked.fit || 'people';
    replace(this.discoverPlace, h('h2', { id: 'discover-title' }, t('discover')), h('p', { class: 'tips' }, t('discoverAbout')), h('div', { class: 'row' }, which(discovers, (c) => void (discovers = c)),
      h('button', { type: 'button', id: 'discover', class: 'btn', onclick: () => this.change({ discover: discovers }) }, icon('find'), t('discover'))), this.findings.el);
    replace(this.fitPlace, h('h2', { id: 'fit-title' }, t('fit')), h('p', { class: 'tips' }, t('fitAbout')), h('div', { class: 'form' },
      this.select('model', t('model'), ['ml', 'ls'], this.asked.model, (v) => t(v as 'ml'), (v) => this.change({ model: v as 'ml' })),
      this.select('terms', t('terms'), ['progress', 'conditions'], this.asked.terms, (v) => t(v === 'progress' ? v : 'these'), (v) => this.change({ terms: v as 'progress' }))),
      h('div', { class: 'row' }, which(fits, (c) => void (fits = c)), h('button', { type: 'button', id: 'fit', class: 'btn', onclick: () => this.change({ fit: fits }) }, t('fit'))), this.fitView.el);
  }

  /* --- Asking --------------------------------------------------------------------------------------- */

  private showState(): void {
    showAddress(askedAddress(this.asked, site.databases));
  }

  private async run(): Promise<void> {
    const signal = this.asking.begin();
    this.showState();
    delete this.el.dataset.answered;
    this.mistake.textContent = '';
    this.begin();
    try {
      if (!(await this.readsWell(signal))) return;
      await this.askCurves(signal);
      if (!signal.aborted) this.el.classList.remove('busy'); // the rest is beside it
      if (this.asked.fit && this.answers.length) await this.askFit(signal);
      if (this.asked.discover && this.answers.length) await this.askFindings(signal);
      if (!signal.aborted) this.el.dataset.answered = location.hash;
    } catch (e) {
      if (signal.aborted) return;
      this.markStale();
      replace(this.mistake, common('failed', messageOf(e)), ' ', h('button', { type: 'button', class: 'link', onclick: () => void this.run() }, common('retry')));
    } finally {
      if (!signal.aborted) this.end();
    }
  }

  /* Nothing is seen of what is done at once; then what was there greys. */
  private begin(): void {
    clearTimeout(this.quiet);
    this.el.classList.add('busy');
    this.el.setAttribute('aria-busy', 'true');
    this.quiet = setTimeout(() => (this.working.hidden = false), QUIET_MS);
    this.progress({ label: t('working'), done: 0, total: null, left: null });
  }

  private end(): void {
    clearTimeout(this.quiet);
    this.el.classList.remove('busy');
    this.el.removeAttribute('aria-busy');
    this.working.hidden = true;
  }

  private stop(): void {
    this.asking.end();
    this.end();
    this.asked = { ...this.asked, discover: this.found ? this.asked.discover : '', fit: this.fitted ? this.asked.fit : '' };
    this.showState();
    const said = t(this.markStale() && this.answers.length ? 'stopped' : 'stoppedFirst');
    announce(said);
    this.mistake.textContent = said;
  }

  /* What is on screen is of another question? */
  private markStale(): boolean {
    return this.el.classList.toggle('stale', this.answeredArgs !== JSON.stringify(curveArgs(this.asked)));
  }

  private progress(p: { label: string; done: number; total: number | null; left: number | null }): void {
    this.said.textContent = p.left !== null && p.left >= 2 ? t('left', p.label, Math.round(p.left)) : p.label;
    if (p.total) [this.bar.max, this.bar.value] = [p.total, Math.min(p.done, p.total)];
    else this.bar.removeAttribute('value');
  }

  /* Mistakes are told where they were made; figures of another question do not stand beside them. */
  private async readsWell(signal: AbortSignal): Promise<boolean> {
    const when = this.asked.when ?? [], only = this.asked.only.trim();
    const answers = await Promise.all([...when, only].map((query) => (query ? ask<ParseAnswer>('parse', { query }, signal) : undefined)));
    if (signal.aborted) return false;
    const ofOnly = answers.at(-1)?.error?.message ?? '', fault = answers.slice(0, -1).findIndex((a) => a?.error);
    this.onlyMistake.textContent = ofOnly;
    mark(this.compared.querySelector('#only'), !!ofOnly);
    if (fault >= 0) replace(this.mistake, t('conditionFault', when[fault], answers[fault]!.error!.message), ' ', h('button', { type: 'button', class: 'link', onclick: () => this.remove(when[fault]) }, t('takeOut', when[fault])));
    if (!ofOnly && fault < 0) return true;
    this.answeredArgs = '';
    this.forget();
    return false;
  }

  /* Nothing is known. */
  private forget(): void {
    this.answers = [];
    this.order = [];
    this.showAnswer();
  }

  private async askCurves(signal: AbortSignal): Promise<void> {
    const args = curveArgs(this.asked), key = JSON.stringify(args), only = classesOf(this.asked)[0];
    if (this.answeredArgs === key) return this.showAnswer();
    const answers = new Map<string, ClassAnswer>(), apart = new Set<string>();
    const of = (name: string | undefined): ClassAnswer => answers.get(name ?? only)!;
    await events('calibrate', args, (name, data) => {
      if (signal.aborted) return;
      if (name === 'progress') this.progress(data);
      else if (name === 'judged') answers.set(data.class ?? only, { name: (data.class ?? only) as ClassName, judged: data, rows: [] });
      else if (name === 'difference') data.effect_z !== null && Math.abs(data.effect_z) > 1.959964 && apart.add(data.difference);
      else if (name === 'curve' && data.opposite) of(data.curve.class).rows.push(data);
      else if (name === 'curve') of(data.curve.class).all = data.curve;
    }, signal);
    if (signal.aborted) return;
    this.answeredArgs = key;
    this.answers = [...answers.values()];
    this.apart = apart;
    if (this.answers.every((a) => a.judged.positions === 0)) {
      this.forget();
      this.asked = { ...this.asked, discover: '', fit: '' };
      this.showState();
      this.findings.clear();
      this.fitView.clear();
      replace(this.title, t('nothing'));
      return;
    }
    this.order = inOrder(this.answers.find((a) => a.rows.length)?.rows.map((r) => r.curve.condition) ?? [], this.known());
    this.showAnswer();
  }

  private known(): ClassAnswer[] {
    return this.answers.filter((a) => a.judged.positions > 0);
  }

  private async askFit(signal: AbortSignal): Promise<void> {
    const args = fitArgs(this.asked);
    if (this.fitted === JSON.stringify(args)) return;
    this.more.open = true;
    this.fitView.clear();
    await events('calibrate', args, (name, data) => {
      if (signal.aborted) return;
      if (name === 'progress') this.progress(data);
      else this.fitView.on(name, data);
    }, signal);
    if (signal.aborted) return;
    this.fitted = JSON.stringify(args);
    this.fitView.show((condition, bin) => this.where(condition, bin), this.chosen());
    announce(t('fit'));
  }

  private async askFindings(signal: AbortSignal): Promise<void> {
    const args = discoverArgs(this.asked);
    if (this.found === JSON.stringify(args)) return;
    this.more.open = true;
    this.findings.begin();
    await events('calibrate', args, (name, data) => {
      if (signal.aborted) return;
      if (name === 'progress') this.progress(data);
      else this.findings.on(name, data);
    }, signal);
    if (signal.aborted) return;
    this.findings.end();
    this.found = JSON.stringify(args);
    announce(t('discover'));
  }

  /* --- Showing -------------------------------------------------------------------------------------- */

  private readonly legend = h('div', { class: 'legend-of-curves t1' });

  /* The columns are those of the classes that are asked about, before there is an answer. */
  private showColumns(): void {
    const names = classesOf(this.asked);
    if (this.columns.map((c) => c.name).join() === names.join() && this.grid.childElementCount) return;
    for (const c of this.columns) c.chart.destroy();
    const reach = (): number => Math.max(500, ...this.answers.flatMap((a) => (a.all?.bins ?? []).map((b) => Math.abs(b.value))));
    this.columns = names.map((name) => {
      const size = h('span', { class: 't1 faint end', id: `judged-${name}` }), place = h('div', {});
      return { name, size, place, head: h('div', { class: 'h2' }, h('h2', {}, className(name)), size), chart: new CurveChart(className(name), { reach, reads: (value) => this.read(value) }) };
    });
    this.axes.clear();
    for (const { name } of this.columns) this.axes.set(name, h('div', { class: 'axis' }));
    this.grid.style.setProperty('--columns', String(names.length));
    replace(this.grid, this.compared, this.columns.map((c) => h('section', { class: 'curve-column', 'data-class': c.name }, c.head, c.place)),
      h('div', { class: 'forest-heads' }, h('div', { class: 'h2' }, h('h2', {}, t('wrong')), h('div', { class: 'end' }, this.adding)), this.columns.map((c) => h('div', { class: 'h2 axis-head' }, h('h2', { class: 'hidden' }, className(c.name)), this.axes.get(c.name)!))), this.forest.el);
    this.showAnswer();
  }

  private read(value: number): void {
    for (const c of this.columns) c.chart.read(value);
  }

  /* "value" in a search is that of the paper's evaluation. */
  private asksByValue(): boolean {
    return this.asked.evaluation === 'paper' && !this.asked.flags.has('calm');
  }

  /* The games in a bin, as far as a query can say it. */
  private where(condition: string, bin: Bin): string {
    const width = Number(this.asked.bin || BIN), half = Math.floor(width / 2), v = Math.abs(bin.value);
    const near = v - half, far = v - half + width - 1, only = this.asked.only.trim();
    const range = bin.value > 0 ? `value>=${near} value<=${far}` : bin.value < 0 ? `value>=${-far} value<=${-near}` : `value>=${-far} value<=${far}`;
    return searchAddress([condition && `(${condition})`, only && `(${only})`, this.asksByValue() && range].filter(Boolean).join(' '));
  }

  private curvesOf(a: ClassAnswer, chosen: string): Curve[] {
    const row = chosen ? rowOf(a, chosen) : undefined, { name: whole, thing } = nameOfCondition(chosen), name = whole.length > LONG ? `${whole.slice(0, LONG - 1)}…` : whole;
    return [{ label: t('allPositions'), name: t('all'), hue: 0, bins: a.all?.bins ?? [], href: (bin) => this.where('', bin) },
      ...(row?.opposite && this.asked.flags.has('opposite') ? [{ label: row.opposite.condition, name: t('notIt'), hue: 1, dashed: true, bins: row.opposite.bins, href: (bin: Bin) => this.where(`not(${chosen})`, bin) }] : []),
      ...(row ? [{ label: thing, name, hue: 1, bins: row.curve.bins, href: (bin: Bin) => this.where(chosen, bin) }] : [])];
  }

  private showAnswer(): void {
    const chosen = this.chosen(), known = this.known(), has = known.length > 0;
    this.el.classList.remove('stale');
    this.el.classList.toggle('empty', !has);
    replace(this.title, has ? headline(chosen || undefined, known[0]) : t('asks'));
    replace(this.under, has ? underHeadline(chosen || undefined, known, this.apart.has(chosen)) : t('asksMore'));
    for (const b of this.el.querySelectorAll<HTMLButtonElement>('.files .takes-answer')) b.disabled = !has;
    for (const c of this.columns) this.showColumn(c, chosen);
    this.readFirst(chosen);
    this.forest.show({ answers: has ? this.columns.flatMap((c) => this.answers.find((a) => a.name === c.name) ?? []) : [], order: has ? this.order : [], chosen, choose: (q) => this.choose(q), remove: (q) => this.remove(q) });
    replace(this.legend, has && [h('span', { class: 'lbl' }, curveSign(0), t('allPositions')), chosen !== '' && h('span', { class: 'lbl' }, curveSign(1), h('a', { href: searchAddress(chosen) }, nameOfCondition(chosen).thing)),
      this.asked.flags.has('opposite') && h('span', { class: 'lbl' }, curveSign(1, true), t('notIt'))]);
    const isOpen = !this.table.hidden, twins = known.reduce((n, a) => n + a.judged.twins, 0);
    replace(this.foot, has && [h('span', { class: 'row' }, h('span', { class: 'lbl' }, h('span', { class: 'key w' }), t('sure')), h('span', { class: 'lbl' }, h('span', { class: 'key hollow' }), t('unsure')), h('span', {}, t('right')), h('span', {}, t('folded'))),
      h('span', {}, twins > 0 && `${t('twins', count(twins))} `, `${t('click')} · `, h('button', { type: 'button', class: 'link', id: 'as-table', 'aria-expanded': String(isOpen), onclick: () => this.toggleTable() }, t(isOpen ? 'noTable' : 'table')))]);
    if (isOpen) this.showTable();
    this.discoverPlace.hidden = this.fitPlace.hidden = !has;
    if (has) this.showSettings();
  }

  private showColumn(c: Column, chosen: string): void {
    const a = this.answers.find((x) => x.name === c.name);
    replace(c.size, a && (chosen ? t('withIt', count(a.judged.positions), count(a.judged.games), count(rowOf(a, chosen)?.curve.positions ?? 0)) : t('without', count(a.judged.positions), count(a.judged.games))));
    if (!a) return replace(c.place);
    if (a.judged.positions === 0) return replace(c.place, h('p', { class: 'hint' }, t('nothingIn')));
    if (!a.all?.bins.length) return replace(c.place, h('p', { class: 'hint' }, t('few', count(a.judged.min_positions))));
    if (c.chart.el.parentElement !== c.place) replace(c.place, c.chart.el);
    c.chart.show(this.curvesOf(a, chosen));
  }

  /* A little to the right of even, where both curves are. */
  private readFirst(chosen: string): void {
    const bins = this.answers.map((a) => rowOf(a, chosen)?.curve.bins ?? []).find((b) => b.length) ?? this.answers[0]?.all?.bins ?? [], wish = 2 * Number(this.asked.bin || BIN);
    const best = bins.reduce<number | undefined>((v, b) => (v === undefined || Math.abs(b.value - wish) < Math.abs(v - wish) ? b.value : v), undefined);
    if (best !== undefined) this.read(best);
  }

  private toggleTable(): void {
    this.table.hidden = !this.table.hidden;
    this.showAnswer();
    this.foot.querySelector<HTMLElement>('#as-table')?.focus();
  }

  private showTable(): void {
    const chosen = this.chosen();
    replace(this.table, effectTable(this.known(), this.order, (a) => this.curvesOf(a, chosen)), h('p', { class: 'tips' }, t(this.asksByValue() ? 'points' : 'note')));
  }

  private picture(): string {
    const shown = this.columns.filter((c) => this.known().some((a) => a.name === c.name));
    return calibrationSvg({ answers: shown.map((c) => this.answers.find((a) => a.name === c.name)!), order: this.order, chosen: this.chosen(), headline: this.title.textContent!, under: this.under.textContent!, curves: shown.map((c) => c.chart.drawing()), databases: this.asked });
  }

  private copyLink(link: HTMLElement): void {
    const done = (ok: boolean): void => {
      announce(t(ok ? 'copied' : 'cannotCopy'));
      replace(link, icon(ok ? 'check' : 'x'));
      setTimeout(() => replace(link, icon('link')), 2000);
    };
    if (!navigator.clipboard) return done(false);
    navigator.clipboard.writeText(location.href).then(() => done(true), () => done(false));
  }
}

function mark(field: Element | null, isWrong: boolean): void {
  if (isWrong) field?.setAttribute('aria-invalid', 'true');
  else field?.removeAttribute('aria-invalid');
}

function closeByEscape(e: KeyboardEvent, el: HTMLDetailsElement): void {
  if (e.key !== 'Escape' || !el.open) return;
  el.open = false;
  el.querySelector('summary')?.focus();
}

export const calibrate: Mount = (el, { args }) => {
  if (site.game !== 'shogi') {
    replace(el, h('main', { class: 'sorry' }, h('h1', {}, t('title')), h('p', { class: 'hint' }, t('go')), h('a', { class: 'button', href: address('search') }, t('toSearch'))));
    return () => undefined;
  }
  const view = new CalibrateView(args);
  replace(el, view.el);
  return Object.assign(() => view.destroy(), { again: (next: { args: URLSearchParams }) => view.again(next.args) });
};
