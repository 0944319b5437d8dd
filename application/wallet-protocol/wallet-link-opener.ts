import { from, type Observable, Subscription, take, takeUntil, withLatestFrom } from 'rxjs';
import type { PendingWallet } from '../../domain/connection/connection-state.js';
import { type PairedWallet, requestLink } from '../../domain/wallet-protocol/request-link.js';
import { attempt } from '../../domain/wire.js';
import type { Browser } from '../ports/browser.port.js';
import type { AwaitedRequest } from './engine/session-requester.js';

/** Storage of the links that open connected wallets. */
export interface WalletLinks {
  /** Emits the wallet of a session on this device, synchronously if possible; `null` if it is on another device. Never fails. */
  pairedWallet$(topic: string): Observable<PairedWallet | null>;
  /** Removes the links. Never fails. */
  forget(): void;
}

export interface WalletLinkOpenerDeps {
  readonly browser: Browser;
  readonly links: WalletLinks;
  /** Receives the wallet and link of the latest pending request, `undefined` once no request is pending. */
  readonly onPendingWallet?: (wallet: PendingWallet | undefined) => void;
}

/**
 * Opens the wallet on this device for each request that needs approval, if the page is visible. Browsers may block this without a recent
 * tap, so `onPendingWallet` also receives the link until the request settles.
 */
export class WalletLinkOpener {
  readonly #browser: Browser;
  readonly #links: WalletLinks;
  readonly #onPendingWallet: (wallet: PendingWallet | undefined) => void;
  /** Wallet links by request id, the latest last. */
  readonly #pendingRequests = new Map<number, PendingWallet>();

  constructor({ browser, links, onPendingWallet = () => undefined }: WalletLinkOpenerDeps) {
    this.#browser = browser;
    this.#links = links;
    this.#onPendingWallet = onPendingWallet;
  }

  /**
   * Follows the requests of a client until unsubscribed or the client is disposed.
   * @param obsolete$ emits when the stored links are obsolete because all sessions are closed
   */
  subscribe({
    requests$,
    obsolete$,
  }: {
    readonly requests$: Observable<AwaitedRequest>;
    readonly obsolete$: Observable<unknown>;
  }): Subscription {
    const subscriptions = new Subscription();
    subscriptions.add(requests$.subscribe((request) => this.#follow(request)));
    subscriptions.add(obsolete$.subscribe(() => this.#links.forget()));
    return subscriptions;
  }

  #follow(request: AwaitedRequest): void {
    const response = request.response.catch(() => undefined);
    // A link that is found only after the response is not opened. The first visibility is emitted synchronously.
    this.#links
      .pairedWallet$(request.topic)
      .pipe(take(1), takeUntil(from(response)), withLatestFrom(this.#browser.visible$))
      .subscribe(([wallet, isVisible]) => {
        if (wallet !== null) this.#open(wallet, request, response, isVisible);
      });
  }

  #open(wallet: PairedWallet, { id, topic }: AwaitedRequest, response: Promise<unknown>, isVisible: boolean): void {
    const link = requestLink(wallet, { requestId: id, topic }, this.#browser.platform);
    this.#pendingRequests.set(id, { name: wallet.name, ...link });
    this.#publish();
    void response.then(() => {
      this.#pendingRequests.delete(id);
      this.#publish();
    });
    // A port of the app may throw. The link is still published.
    if (isVisible) attempt(() => this.#browser.open(link.href, link.target));
  }

  #publish(): void {
    this.#onPendingWallet([...this.#pendingRequests.values()].at(-1));
  }
}
