import { Subscription, take } from 'rxjs';
import type { AskedWallet } from '../../domain/connection/connection-state.js';
import { answerLink } from '../../domain/wallet-protocol/answer-link.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Browser } from '../ports/browser.port.js';
import type { Storage } from '../ports/storage.port.js';
import type { AwaitedRequest } from './engine/asking.js';
import type { ProtocolClient } from './protocol-client.js';
import { WalletLinkMemory } from './wallet-link.memory.js';

/** What opens wallets, and keeps how. */
export interface WalletLinkFollowerDeps {
  readonly browser: Browser;
  readonly connections: Pick<ConnectionStore, 'dispatch'>;
  readonly storage: Storage;
}

/**
 * Opens the wallet on this device for each request that its owner has to answer, if the user looks at the page. Browsers keep a page from
 * that when too long has passed since the user's tap: the link is in `pairing.asked` for another tap until there is an answer.
 */
export class WalletLinkFollower {
  readonly #browser: Browser;
  readonly #connections: Pick<ConnectionStore, 'dispatch'>;
  readonly #links: WalletLinkMemory;
  /** By the id of the request, the latest last. */
  readonly #asked = new Map<number, AskedWallet>();

  constructor({ browser, connections, storage }: WalletLinkFollowerDeps) {
    this.#browser = browser;
    this.#connections = connections;
    this.#links = new WalletLinkMemory(storage);
  }

  /** Follows a client until it is unsubscribed, or the client is disposed. */
  follow({ requests$, empty$ }: Pick<ProtocolClient, 'requests$' | 'empty$'>): Subscription {
    const following = new Subscription();
    following.add(requests$.subscribe((request) => this.#open(request)));
    following.add(empty$.subscribe(() => this.#links.forget()));
    return following;
  }

  #open({ id, topic, answer }: AwaitedRequest): void {
    const { choice } = this.#links;
    if (choice === null) return;
    const { platform, visible$ } = this.#browser;
    const link = answerLink(choice, { requestId: id, topic }, platform);
    this.#asked.set(id, { name: choice.name, ...link });
    this.#publish();
    const settled = (): void => {
      this.#asked.delete(id);
      this.#publish();
    };
    answer.then(settled, settled);
    // Its first value is synchronous.
    visible$.pipe(take(1)).subscribe((isVisible) => {
      if (isVisible) this.#browser.open(link.href, link.target);
    });
  }

  #publish(): void {
    this.#connections.dispatch({ type: 'pairing-changed', pairing: { asked: [...this.#asked.values()].at(-1) } });
  }
}
