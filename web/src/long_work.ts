/* long_work.ts: work of the server that takes its time: a button starts and stops it, and a line says how far it is. */
import { Asking, messageOf } from './api';
import { h, replace } from './dom';
import { texts } from './i18n';

const t = texts({ stopped: 'Stopped.' }, { stopped: '停止しました。' });

export interface WorkOptions {
  id: string;
  look?: string; // classes of the button
  words: (running: boolean) => string; // of the button
  run: (signal: AbortSignal) => Promise<string>; // the work; what is said when it is done
  changed?: (running: boolean) => void;
  chosen?: (running: boolean) => void; // the reader's choice, before it is done
}

export class LongWork {
  readonly button: HTMLButtonElement;
  readonly said = h('span', { class: 't1 soft', role: 'status' });
  private readonly asking = new Asking();
  private running = false;

  constructor(private readonly o: WorkOptions) {
    this.button = h('button', { type: 'button', id: o.id, class: o.look, onclick: () => this.toggle() });
    this.show();
  }

  destroy(): void {
    this.asking.end();
  }

  start(): void {
    this.running = true;
    this.show();
    void this.work(this.asking.begin());
  }

  /* words: what is said then. */
  end(words: string): void {
    this.asking.end();
    this.finish(words);
  }

  private toggle(): void {
    this.o.chosen?.(!this.running);
    if (this.running) this.end(t('stopped'));
    else this.start();
  }

  private async work(signal: AbortSignal): Promise<void> {
    const words = await this.o.run(signal).catch(messageOf);
    if (!signal.aborted) this.finish(words);
  }

  private finish(words: string): void {
    this.running = false;
    this.show();
    this.said.textContent = words;
  }

  private show(): void {
    replace(this.button, this.o.words(this.running));
    this.button.setAttribute('aria-pressed', String(this.running));
    this.o.changed?.(this.running);
  }
}
