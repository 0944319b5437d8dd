import type { Connector } from 'latchkey';
import { BehaviorSubject } from 'rxjs';
import { TOYCHAIN } from './namespace.js';
import { ANNOUNCE, CALL, type ToyAnnouncement, type ToyProvider } from './toy-provider.js';

/** A wallet that announced itself. */
export interface FoundWallet {
  readonly connector: Connector;
  readonly provider: ToyProvider;
}

/** Sanitizes a wallet's name, which is untrusted: removes control and bidi characters and limits the length. */
const safeName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 40);

const isAnnouncement = (detail: unknown): detail is ToyAnnouncement => {
  const { id, name, provider } = Object(detail);
  return [id, name].every((text) => typeof text === 'string' && text !== '') && typeof Object(provider).request === 'function';
};

/** Discovers the wallets of a page. The first wallet to announce an id keeps it, so that another cannot hijack it. */
export class ToyDiscovery {
  readonly #page: EventTarget;
  readonly #found = new BehaviorSubject<readonly FoundWallet[]>([]);
  readonly found$ = this.#found.asObservable();

  constructor(page: EventTarget) {
    this.#page = page;
    page.addEventListener(ANNOUNCE, this.#onAnnounce);
    page.dispatchEvent(new Event(CALL));
  }

  /** Finds an announced wallet by its connector id. */
  find(connectorId: string): FoundWallet | undefined {
    return this.#found.value.find(({ connector }) => connector.id === connectorId);
  }

  /** Removes the event listener. */
  dispose(): void {
    this.#page.removeEventListener(ANNOUNCE, this.#onAnnounce);
    this.#found.complete();
  }

  readonly #onAnnounce = (event: Event): void => {
    const { detail } = Object(event);
    if (!isAnnouncement(detail) || this.find(detail.id) !== undefined) return;
    const { id, name, provider } = detail;
    const display = { name: safeName(name), rdns: null, icon: null, explorerId: null, suspicious: false };
    this.#found.next([...this.#found.value, { connector: { id, namespace: TOYCHAIN, type: 'ANNOUNCED', ...display }, provider }]);
  };
}
