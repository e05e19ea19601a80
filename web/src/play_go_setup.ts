/* play_go_setup.ts: before a game of Go: against whom, which side, handicap, clock, and what is allowed. */
import { ApiError, ask } from './api';
import { h, replace } from './dom';
import { texts } from './i18n';
import { choices, icon, segmented } from './parts';
import { allowedRow, byLot, clockRow, set, sideRow } from './play_choices';
import { otherGames } from './play_games';
import { komiWords, lastTerms, likeOf, PERSONS, rememberTerms, words, type Person, type Program, type Terms } from './play_go_terms';
import { resultsLike } from './play_results';
import type { Color } from './setup';

const t = texts({
  title: 'New game', about: 'Go against somebody who plays as people do, or against a program.', opponent: 'Opponent', person: 'Plays as a person', program: 'A program', level: 'Level {0}', levels: 'Level',
  aboutPersons: 'A person’s moves come from a network of what players of that class choose. It does not read ahead.', noNetwork: 'The network of people’s moves is not installed here: a program can be played against.',
  aboutPrograms: 'A program that speaks GTP. GNU Go is offered where it is installed, others by kifu serve --gtp NAME=COMMAND.', missing: 'Not installed: {0}.', nobody: 'No program is installed.', handicap: 'Handicap', allowed: 'Allowed', start: 'Start',
}, {
  title: '新しい対局', about: '人のように打つ相手、またはプログラムと囲碁を打ちます。', opponent: '相手', person: '人のように打つ', program: 'プログラム', level: 'レベル {0}', levels: 'レベル',
  aboutPersons: '着手は、その層の人が選ぶ手を学んだネットワークから選ばれます。先は読みません。', noNetwork: '人の着手のネットワークがインストールされていません。プログラムと打てます。',
  aboutPrograms: 'GTP で話すプログラムです。GNU Go はインストールされていれば、ほかは kifu serve --gtp NAME=COMMAND で選べます。', missing: 'インストールされていません: {0}。', nobody: 'プログラムがインストールされていません。', handicap: '置き石', allowed: '許すこと', start: '対局開始',
});

const LEVELS = [1, 4, 7, 10]; // of GNU Go, that are offered
const HANDICAPS = [0, 2, 3, 4, 5, 6, 7, 8, 9];

export class GoSetup {
  readonly el = h('section', { class: 'setup', 'aria-label': t('title') });
  private readonly terms: Terms = lastTerms();
  private sideWord: Color | 'lot' = this.terms.side;
  private readonly kind = h('div', {});
  private readonly opponent = h('div', { class: 'stack' });
  private readonly komi = h('span', { class: 't1 soft' });
  private readonly record = h('span', { class: 'soft', role: 'status' });
  private readonly start = h('button', { type: 'button', class: 'btn main', id: 'start', onclick: () => this.go() }, icon('play'), t('start'));
  private programs: Program[] = [];
  private people = true; // the server has their network

  /* look: the board shows what was chosen; begin: the game. */
  constructor(private readonly look: (terms: Terms) => void, private readonly begin: (terms: Terms) => void) {
    const { terms } = this;
    replace(this.el, h('h1', { class: 'title' }, h('b', {}, t('title'))), h('p', { class: 'soft' }, t('about'), ' ', otherGames('go')),
      set(t('opponent'), this.kind, this.opponent), sideRow('go', this.sideWord, (side) => {
        this.sideWord = side;
        this.changed();
      }), set(t('handicap'), choices(t('handicap'), HANDICAPS.map((n): [string, string] => [String(n), n ? String(n) : words('none')]), String(terms.handicap), (n) => {
        terms.handicap = Number(n);
        this.changed();
      }), this.komi), clockRow(terms, () => this.changed()), allowedRow(t('allowed'), 'go', terms),
      h('div', { class: 'row start' }, this.start, this.record));
    this.showOpponent();
    this.changed();
    void this.askWho();
  }

  /* Which programs there are, and whether there is a network. */
  private async askWho(): Promise<void> {
    const [{ programs }, people] = await Promise.all([ask<{ programs: Program[] }>('play/go/programs').catch(() => ({ programs: [] })),
      ask('natural', { sfen: '19x19 b', limit: 1 }).then(() => true, (e) => !(e instanceof ApiError && e.code === 'not-found'))]);
    this.programs = programs;
    this.people = people;
    if (this.terms.program && !this.there.some((p) => p.name === this.terms.program)) this.terms.program = ''; // that one is gone
    if (!people && !this.terms.program && this.there.length) this.choose(this.there[0]);
    this.showOpponent();
    this.changed();
  }

  private get there(): Program[] {
    return this.programs.filter((p) => p.installed);
  }

  private choose(program: Program | undefined): void {
    this.terms.program = program?.name ?? '';
    this.terms.level = program?.levels ? LEVELS.find((n) => n === this.terms.level) ?? LEVELS.at(-1)! : 0;
  }

  private changed(): void {
    const { terms } = this;
    this.komi.textContent = terms.handicap ? `${words('stones', terms.handicap)} · ${komiWords(terms.handicap)}` : komiWords(0);
    this.start.disabled = !terms.program && !this.people;
    replace(this.record, resultsLike(likeOf(terms)));
    this.look({ ...terms, side: this.sideWord === 'g' ? 'g' : 's' });
  }

  private go(): void {
    this.terms.side = byLot(this.sideWord);
    rememberTerms(this.terms);
    this.begin(this.terms);
  }

  private showOpponent(kind: 'person' | 'program' = this.terms.program ? 'program' : 'person'): void {
    replace(this.kind, segmented(t('opponent'), [['person', t('person')], ['program', t('program')]], kind, (key) => {
      this.choose(key === 'program' ? this.there[0] : undefined);
      this.showOpponent(key);
      this.kind.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
      this.changed();
    }));
    if (kind === 'program') this.showPrograms();
    else this.showPersons();
  }

  private showPersons(): void {
    const { terms } = this;
    const who = (Object.keys(PERSONS) as Person[]).map((p): [Person, HTMLElement, HTMLElement] => [p, h('b', {}, words(p)), h('span', { class: 't1 soft' }, words(PERSONS[p][1]))]);
    replace(this.opponent, this.people && choices(t('opponent'), who, terms.person, (p) => {
      terms.person = p;
      this.changed();
    }, 'option'), h('p', { class: 't1 soft' }, t(this.people ? 'aboutPersons' : 'noNetwork')));
  }

  private showPrograms(): void {
    const { terms, there } = this, missing = this.programs.filter((p) => !p.installed), now = there.find((p) => p.name === terms.program);
    replace(this.opponent,
      there.length > 0 && choices(t('program'), there.map((p): [string, string] => [p.name, p.name]), terms.program, (name) => {
        this.choose(there.find((p) => p.name === name));
        this.showOpponent('program');
        this.opponent.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
        this.changed();
      }),
      !!now?.levels && choices(t('levels'), LEVELS.filter((n) => n <= now.levels).map((n): [string, string] => [String(n), t('level', n)]), String(terms.level), (n) => {
        terms.level = Number(n);
        this.changed();
      }),
      h('p', { class: 't1 soft' }, [there.length ? '' : t('nobody'), missing.length ? t('missing', missing.map((p) => p.name).join(', ')) : '', t('aboutPrograms')].filter(Boolean).join(' ')));
  }
}
