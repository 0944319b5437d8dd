import { Subscription, take } from 'rxjs';
import type { PendingWallet } from '../../domain/connection/connection-state.js';
import { requestLink } from '../../domain/wallet-protocol/request-link.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Browser } from '../ports/browser.port.js';
import type { Storage } from '../ports/storage.port.js';
import type { AwaitedRequest } from './engine/session-requester.js';
import type { ProtocolClient } from './protocol-client.js';
import { WalletLinkRepository } from './wallet-link.repository.js';

export interface WalletLinkOpenerDeps {
  readonly browser: Browser;
  readonly connections: Pick<ConnectionStore, 'dispatch'>;
  readonly storage: Storage;
}

/**
 * Opens the wallet on this device for each request that needs approval, if the page is visible. Browsers may block this without a recent
 * tap, so the state also has the link, in `pairing.pendingWallet`, until the request settles.
 */
export class WalletLinkOpener {
  readonly #browser: Browser;
  readonly #connections: Pick<ConnectionStore, 'dispatch'>;
  readonly #links: WalletLinkRepository;
  /** Wallet links by request id, the latest last. */
  readonly #pendingRequests = new Map<number, PendingWallet>();

  constructor({ browser, connections, storage }: WalletLinkOpenerDeps) {
    this.#browser = browser;
    this.#connections = connections;
    this.#links = new WalletLinkRepository(storage);
  }

  /** Follows the requests of a client until unsubscribed or the client is disposed. */
  subscribe({ requests$, empty$ }: Pick<ProtocolClient, 'requests$' | 'empty$'>): Subscription {
    const subscriptions = new Subscription();
    subscriptions.add(requests$.subscribe((request) => this.#open(request)));
    subscriptions.add(empty$.subscribe(() => this.#links.forget()));
    return subscriptions;
  }

  #open({ id, topic, response }: AwaitedRequest): void {
    const { pairedWallet } = this.#links;
    if (pairedWallet === null) return;
    const { platform, visible$ } = this.#browser;
    const link = requestLink(pairedWallet, { requestId: id, topic }, platform);
    this.#pendingRequests.set(id, { name: pairedWallet.name, ...link });
    this.#publish();
    const onSettled = (): void => {
      this.#pendingRequests.delete(id);
      this.#publish();
    };
    response.then(onSettled, onSettled);
    // The first value is synchronous.
    visible$.pipe(take(1)).subscribe((isVisible) => {
      if (isVisible) this.#browser.open(link.href, link.target);
    });
  }

  #publish(): void {
    this.#connections.dispatch({ type: 'pairing-changed', pairing: { pendingWallet: [...this.#pendingRequests.values()].at(-1) } });
  }
}
