/* player_names.ts: the spellings that are one player, each with its games; where the server allows it they can be parted, and
 * another player joined (/api/players/split, merge, undo), else the command is told. */
import { playerAddress } from './address';
import { ApiError, ask, Asking, messageOf } from './api';
import { Completion } from './complete';
import { announce, h, replace } from './dom';
import { count, lang, texts } from './i18n';
import { askingButton, button } from './parts';
import type { Profile, Spelling } from './player_profile';
import { forgetPeople } from './player_people';
import { site } from './site';

const t = texts({
  several: '{0} spellings, one person', one: 'One spelling', more: '{0} more {1}', change: 'part or join', joinOnly: 'join another', close: 'done', title: 'Who this is', part: 'Part', partLabel: 'Part {0}', sure: 'Is “{0}” somebody else?', yesPart: 'Part it', no: 'No',
  join: 'Join', another: 'Another spelling or player', joinSure: 'Are {0} and {1} one person?', yesJoin: 'Join them', perhaps: 'Perhaps the same person', parted: '“{0}” is a player apart.', joined: '{0} and {1} are one player.',
  undo: 'Undo', undone: 'Taken back.', open: 'Open', command: 'This server changes nothing. On the command line:', nobody: 'No player is called “{0}”.', self: 'That is this player already.',
  'spelling': 'the same name', 'built-in': 'built-in list', 'list': 'people.txt', 'romanisation': 'another romanisation', 'misprint': 'misprint', 'note': 'with or without a place', 'games': 'the same games', 'decision': 'your decision',
  'conflict': 'the same games, but listed as two', 'letter': 'one letter differs', 'ambiguous': 'a name of several people', 'family-name': 'a part of the name',
}, {
  several: '{0} 通りの表記、一人', one: '表記は一つ', more: 'ほか {0} 通り {1}', change: '分ける・まとめる', joinOnly: 'まとめる', close: '終わる', title: '同じ人の表記', part: '分ける', partLabel: '{0}を分ける', sure: '「{0}」は別の人ですか。', yesPart: '分ける', no: 'いいえ',
  join: 'まとめる', another: '別の表記・対局者', joinSure: '{0}と{1}は同じ人ですか。', yesJoin: 'まとめる', perhaps: '同じ人かもしれない対局者', parted: '「{0}」を別の対局者にしました。', joined: '{0}と{1}を一人にまとめました。',
  undo: '取り消す', undone: '取り消しました。', open: '開く', command: 'このサーバーでは変更できません。コマンドラインでは:', nobody: '「{0}」という対局者はいません。', self: 'すでに同じ対局者です。',
  'spelling': '同じ名前', 'built-in': '内蔵の一覧', 'list': 'people.txt', 'romanisation': 'ローマ字の違い', 'misprint': '誤植', 'note': '所属の有無', 'games': '同じ棋譜', 'decision': 'あなたの決定',
  'conflict': '同じ棋譜だが一覧では別人', 'letter': '一字違い', 'ambiguous': '複数の人の名前', 'family-name': '名前の一部',
});

const SHOWN = 4;
const WORDS = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
const inWords = (n: number): string => (lang === 'ja' ? count(n) : WORDS[n] ?? count(n));

interface Link { kind: string; a: string; b: string }
interface Person { name: string; db: string; games: number; evidence: Link[]; doubtful: { reason: string; spelling: string; other: string; name: string | null }[] }
interface Made { db: string; a: string; b?: string }
interface Decision { words: string; made: Made[]; open?: string }

export class PlayerNames {
  readonly el = h('div', { class: 'names-of-player' });
  readonly panel = h('section', { class: 'panel who-is-who', hidden: true, 'aria-label': t('title') });
  private readonly asking = new Asking();
  private readonly message = h('p', { class: 'soft' });
  private readonly field = h('input', { type: 'search', id: 'join', 'aria-label': t('another'), placeholder: t('another'), autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', onkeydown: (e: KeyboardEvent) => {
    if (e.key !== 'Enter' || e.isComposing) return;
    e.preventDefault(); // nor does it press what has the focus then
    this.askToJoin(this.field.value);
  } });
  private readonly completion = new Completion(this.field, (chosen) => this.askToJoin(chosen.name), ['player']);
  private readonly question = h('div');
  private profile: Profile | undefined;
  private last: Decision | undefined;
  private open = false;
  private deciding = false; // what comes next is the same player
  private called = '';

  /* changed(name): there is another answer now, for whoever has this spelling. */
  constructor(private readonly changed: (name: string) => void) {}

  destroy(): void {
    this.asking.end();
    this.completion.close();
  }

  /* called: what the player is called on screen. */
  show(p: Profile, called: string): void {
    if (p.name !== this.profile?.name && !this.deciding) {
      this.open = false;
      this.last = undefined;
      this.message.textContent = '';
    }
    this.deciding = false;
    this.profile = p;
    this.called = called;
    const all = p.spellings, more = all.slice(SHOWN), chips = (some: Spelling[]): HTMLElement[] => some.map((s) => h('span', { class: 'spelling' }, h('span', {}, s.name), ` ${count(s.games)}`));
    const list = h('div', { class: 'merge' }, chips(all.slice(0, more.length === 1 ? SHOWN + 1 : SHOWN)), more.length > 1 && h('button', { type: 'button', class: 'spelling', onclick: (e: Event) => {
      (e.target as HTMLElement).remove();
      list.append(...chips(more));
    } }, t('more', inWords(more.length).toLowerCase(), count(more.reduce((n, s) => n + s.games, 0)))));
    const opener = h('button', { type: 'button', class: 'link end', 'aria-expanded': String(this.open), onclick: () => {
      this.open = !this.open;
      this.last = undefined;
      this.message.textContent = '';
      if (this.profile) this.show(this.profile, this.called);
      this.el.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    } }, t(this.open ? 'close' : all.length > 1 ? 'change' : 'joinOnly'));
    replace(this.el, h('p', { class: 't1 soft row' }, all.length > 1 ? t('several', inWords(all.length)) : t('one'), opener), list);
    this.panel.hidden = !this.open;
    replace(this.question);
    if (this.open) void this.fill(p, called);
  }

  /* --- Parting and joining ----------------------------------------------------------------------- */

  private async fill(p: Profile, called: string): Promise<void> {
    const signal = this.asking.begin();
    this.draw(p, called, []);
    try {
      const { players } = await ask<{ players: Person[] }>('players', { name: p.name, limit: 200 }, signal);
      if (!signal.aborted && !this.panel.querySelector('.asking')) this.draw(p, called, players.filter((x) => x.name === p.name));
    } catch { /* why they are joined may stay unsaid */ }
  }

  private draw(p: Profile, called: string, persons: Person[]): void {
    const held = document.activeElement as HTMLElement | null;
    const links = persons.flatMap((x) => x.evidence), may = !!site.import;
    const why = (s: Spelling): string => [...new Set(links.filter((l) => l.a === s.name || l.b === s.name).map((l) => t(l.kind as 'list')))].join(', ') || (links.length ? t('spelling') : '');
    const doubts = new Map(persons.flatMap((x) => x.doubtful).filter((d) => d.name).map((d) => [d.name!, d]));
    const asked = (o: { words: string; ask: string; yes: string }, run: () => void): HTMLElement => askingButton({ ...o, no: t('no') }, run);
    replace(this.panel, h('ul', { class: 'list' }, p.spellings.map((s) => h('li', { class: 'one-spelling' }, h('span', { class: 'name' }, s.name), h('span', { class: 'num soft' }, count(s.games)), h('span', { class: 't1 faint' }, why(s)),
      may && p.spellings.length > 1 && labelButton(asked({ words: t('part'), ask: t('sure', s.name), yes: t('yesPart') }, () => void this.split(s.name)), t('partLabel', s.name))))),
    doubts.size > 0 && h('div', {}, h('h3', {}, t('perhaps')), h('ul', { class: 'list' }, [...doubts.values()].map((d) => h('li', { class: 'one-spelling' }, h('a', { class: 'name', href: playerAddress(d.name!) }, d.other === d.name ? d.name : `${d.name} (${d.other})`), h('span', {}), h('span', { class: 't1 faint' }, t(d.reason as 'letter')),
      may && asked({ words: t('join'), ask: t('joinSure', called, d.name!), yes: t('yesJoin') }, () => void this.merge(d.name!)))))),
    may ? h('div', { class: 'row join-row' }, this.completion.el, button(t('join'), () => this.askToJoin(this.field.value))) : h('div', { class: 'commands' }, h('p', { class: 't1 soft' }, t('command')),
      p.spellings.length > 1 && h('code', {}, `kifu players DB --split ${inShell(p.spellings.at(-1)!.name)}`), h('code', {}, `kifu players DB --merge ${inShell(p.spellings[0].name)} ${lang === 'ja' ? "'別の名前'" : "'ANOTHER NAME'"}`)),
    this.question, this.message);
    if (held?.isConnected) held.focus(); // what was moved has lost it
  }

  private askToJoin(name: string): void {
    const other = name.trim(), p = this.profile;
    if (!other || !p) return this.field.focus();
    if (p.spellings.some((s) => s.name === other) || p.name === other) return this.say(t('self'));
    const words = t('joinSure', this.called, other), close = (): void => {
      replace(this.question);
      this.field.focus();
    };
    const stay = h('button', { type: 'button', class: 'btn small', onclick: close }, t('no'));
    replace(this.question, h('span', { class: 'asking', role: 'alertdialog', 'aria-label': words, onkeydown: (e: KeyboardEvent) => e.key === 'Escape' && close() }, h('b', {}, words), stay,
      h('button', { type: 'button', class: 'btn small yes', onclick: () => void this.merge(other) }, t('yesJoin'))));
    stay.focus();
  }

  /* In each database that knows the names; what was decided there. */
  private async inEach(path: string, args: Record<string, string>): Promise<Made[]> {
    const done: Made[] = [];
    let missing: unknown;
    for (const db of site.databases)
      try {
        done.push(await ask<Made>(`players/${path}`, { ...args, db }));
      } catch (e) {
        if (!(e instanceof ApiError) || !['not-found', 'range'].includes(e.code)) throw e;
        missing = e;
      }
    if (done.length === 0) throw missing;
    return done;
  }

  private async decide(run: () => Promise<Decision>, name: () => string): Promise<void> {
    try {
      this.last = await run();
      forgetPeople();
      this.field.value = '';
      this.say(this.last.words);
      this.deciding = true;
      this.changed(name());
    } catch (e) {
      this.say(messageOf(e), true);
    }
  }

  /* The page stays with the others. */
  private split(name: string): Promise<void> {
    const other = this.profile!.spellings.find((s) => s.name !== name)!.name;
    return this.decide(async () => ({ made: await this.inEach('split', { name }), words: t('parted', name), open: name }), () => other);
  }

  private merge(other: string): Promise<void> {
    const own = this.profile!.spellings[0].name;
    return this.decide(async () => ({ made: await this.inEach('merge', { a: own, b: other }), words: t('joined', this.called, other) }), () => own);
  }

  private async undo(): Promise<void> {
    const own = this.profile!.spellings[0].name;
    try {
      for (const { db, a, b } of this.last?.made ?? []) await ask('players/undo', { db, a, b });
      forgetPeople();
      this.last = { words: t('undone'), made: [] };
      this.say(t('undone'));
      this.deciding = true;
      this.changed(own);
    } catch (e) {
      this.say(messageOf(e), true);
    }
  }

  private say(words: string, bad = false): void {
    replace(this.question);
    this.message.classList.toggle('mistake', bad);
    const { last } = this;
    replace(this.message, words, ' ', !bad && !!last?.made.length && h('button', { type: 'button', class: 'link', onclick: () => void this.undo() }, t('undo')), ' ', !bad && !!last?.open && h('a', { href: playerAddress(last.open) }, t('open')));
    announce(words);
    this.message.querySelector<HTMLElement>('button')?.focus();
  }
}

const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function labelButton(el: HTMLElement, label: string): HTMLElement {
  el.querySelector('button')!.setAttribute('aria-label', label);
  el.querySelector('button')!.classList.add('small');
  return el;
}
