/* main.ts: the frame of the page, and which area the address asks for (areas.ts). */
import { AREAS, more, type Area, type Leave, type Params } from './areas';
import { address } from './address';
import { messageOf } from './api';
import { h, replace } from './dom';
import { gamesText, japanese, lang, recall, remember, setGame, setLang, t } from './i18n';
import { icon } from './parts';
import { shardsStrip } from './shards';
import { loadSite, onSite, site } from './site';

const THEMES = ['auto', 'light', 'dark'] as const;
let theme = THEMES.find((x) => x === recall('theme')) ?? 'auto';
let area: Area | undefined;
let leave: Leave | undefined;
const place = h('div', { id: 'view' });
const menu = h('nav', { class: 'areas' });
const about = h('span', { class: 'about' });

/* --- The frame -------------------------------------------------------------------------------------- */

const dark = matchMedia('(prefers-color-scheme: dark)');

function applyTheme(): void {
  document.documentElement.dataset.theme = theme !== 'auto' ? theme : dark.matches ? 'dark' : 'light';
}

function themeButton(): HTMLElement {
  const label = (): string => t(theme === 'auto' ? 'themeAuto' : theme === 'light' ? 'themeLight' : 'themeDark');
  const button = h('button', { type: 'button', class: 'btn bare icon-only', onclick: () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    remember('theme', theme);
    applyTheme();
    show();
  } });
  const show = (): void => {
    button.title = label();
    button.setAttribute('aria-label', label());
    replace(button, icon(({ auto: 'half', light: 'sun', dark: 'moon' } as const)[theme]));
  };
  show();
  return button;
}

const here = h('span', { class: 'here' });

function header(): HTMLElement {
  menu.setAttribute('aria-label', t('menu'));
  const open = h('button', { type: 'button', class: 'menu-button', 'aria-expanded': 'false', 'aria-controls': 'menu', 'aria-label': t('menu'),
    onclick: () => fold(!el.classList.contains('open')) }, icon('menu'));
  const el = h('header', { class: 'top' },
    h('a', { href: address(AREAS[0].id), class: 'brand' }, h('span', { class: 'seal', lang: 'ja', 'aria-hidden': 'true' }, '譜'), h('span', { class: 'name' }, 'Kifu'), here),
    h('div', { class: 'grow menu-gap' }), open,
    h('div', { class: 'fold', id: 'menu' }, about, menu,
      h('div', { class: 'settings' },
        h('button', { type: 'button', class: 'btn bare', lang: lang === 'ja' ? 'en' : 'ja', onclick: () => {
          setLang(lang === 'ja' ? 'en' : 'ja');
          build();
        } }, t('language')), themeButton())));
  const fold = (on: boolean): void => {
    el.classList.toggle('open', on);
    open.setAttribute('aria-expanded', String(on));
  };
  el.addEventListener('keydown', (e) => {
    if (e.key !== 'Escape' || !el.classList.contains('open')) return;
    fold(false);
    open.focus();
  });
  menu.onclick = () => fold(false);
  place.onpointerdown = () => fold(false);
  return el;
}

const titleOf = (a: Area): string => (lang === 'ja' ? japanese(a.title.ja) : a.title.en);

function showMenu(): void {
  replace(menu, areas().filter((a) => !a.unlisted && !a.under).map((a) =>
    h('a', { href: address(a.id), 'aria-current': a.id === (area?.under ?? area?.id) ? 'page' : undefined }, titleOf(a))));
  menu.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }); // on a phone the menu scrolls
}

function build(): void {
  about.textContent = gamesText(site.games);
  document.documentElement.lang = lang;
  replace(document.body, h('div', { id: 'live', class: 'hidden', role: 'status', 'aria-live': 'polite' }), header(), shardsStrip(route), place,
    h('footer', {}, h('a', { href: 'licences.txt' }, t('licences'))));
  leave?.();
  leave = undefined; // the area is filled anew, too
  route();
}

/* --- Addresses --------------------------------------------------------------------------------------- */

const areas = (): Area[] => AREAS.filter((a) => (!a.games || a.games.includes(site.game)) && (a.offered?.() ?? true));

function paramsOf(hash: string): { id: string; params: Params } {
  const [path, query] = [hash.replace(/\?.*/, ''), hash.replace(/^[^?]*\??/, '')];
  const parts = path.replace(/^#\/?/, '').split('/').filter(Boolean).map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return { id: parts[0] ?? '', params: { path: parts.slice(1), args: new URLSearchParams(query) } };
}

function route(): void {
  const { id, params } = paramsOf(location.hash);
  const next = areas().find((a) => a.id === id) ?? areas()[0];
  if (next === area && leave?.again) return leave.again(params);
  leave?.();
  area = next;
  document.title = `${titleOf(area)} · Kifu`;
  here.textContent = titleOf(area);
  showMenu();
  leave = area.mount(place, params);
  scrollTo(0, 0);
}

async function start(): Promise<void> {
  applyTheme();
  document.documentElement.lang = lang;
  try {
    await loadSite();
  } catch (e) {
    const retry = h('button', { type: 'button', onclick: () => location.reload() }, t('retry'));
    return replace(document.body, h('main', { class: 'sorry' }, h('h1', {}, 'Kifu'), h('p', {}, messageOf(e)), retry));
  }
  dark.addEventListener('change', applyTheme);
  setGame(site.game);
  build();
  onSite(() => void (about.textContent = gamesText(site.games)));
  document.addEventListener('visibilitychange', () => void (document.hidden || loadSite().catch(() => {}))); // it may have grown
  if (site.import) void more().then(({ takeDrops }) => takeDrops(), () => {});
  addEventListener('hashchange', route);
}

void start();
