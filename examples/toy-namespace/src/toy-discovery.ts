import type { Connector } from 'latchkey';
import { BehaviorSubject } from 'rxjs';
import { TOYCHAIN } from './namespace.js';
import { ANNOUNCE, CALL, type ToyAnnouncement, type ToyProvider } from './toy-provider.js';

/** A wallet that announced itself. */
export interface FoundWallet {
  readonly connector: Connector;
  readonly provider: ToyProvider;
}

/** A name is foreign text: no control or bidi characters, and an end. */
const safeName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 40);

const isAnnouncement = (detail: unknown): detail is ToyAnnouncement => {
  const { id, name, provider } = Object(detail);
  return [id, name].every((text) => typeof text === 'string' && text !== '') && typeof Object(provider).request === 'function';
};

/** Finds the wallets of a page. The first to announce an id has it: nobody takes it over. */
export class ToyDiscovery {
  readonly #page: EventTarget;
  readonly #found = new BehaviorSubject<readonly FoundWallet[]>([]);
  readonly found$ = this.#found.asObservable();

  constructor(page: EventTarget) {
    this.#page = page;
    page.addEventListener(ANNOUNCE, this.#hear);
    page.dispatchEvent(new Event(CALL));
  }

  /** The wallet of a connector that is there now. */
  find(connectorId: string): FoundWallet | undefined {
    return this.#found.value.find(({ connector }) => connector.id === connectorId);
  }

  /** Stops listening. */
  dispose(): void {
    this.#page.removeEventListener(ANNOUNCE, this.#hear);
    this.#found.complete();
  }

  readonly #hear = (event: Event): void => {
    const { detail } = Object(event);
    if (!isAnnouncement(detail) || this.find(detail.id) !== undefined) return;
    const { id, name, provider } = detail;
    const shown = { name: safeName(name), rdns: null, icon: null, explorerId: null, suspicious: false };
    this.#found.next([...this.#found.value, { connector: { id, namespace: TOYCHAIN, type: 'ANNOUNCED', ...shown }, provider }]);
  };
}
