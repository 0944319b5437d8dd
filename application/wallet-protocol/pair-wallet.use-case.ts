import { Observable, type Subscriber, Subscription } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState, PairingState } from '../../domain/connection/connection-state.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../domain/connection/connector.js';
import type { RecentWallet } from '../../domain/connection/recent-wallets.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { WalletChoice } from '../../domain/wallet-protocol/answer-link.js';
import type { ConnectWallet, ConnectWalletError } from '../connect/connect-wallet.use-case.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionMemory } from '../connect/connection-memory.js';
import type { ReconnectWallets } from '../connect/reconnect-wallets.use-case.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import type { ErrorOf, UseCaseState } from '../shared/use-case-state.js';
import type { RemoteWallets } from './remote-wallets.js';
import { WalletLinkMemory } from './wallet-link.memory.js';

/** Which wallet to pair with, and where. */
export interface PairWalletInput {
  /** Default: the active namespace. The others that the wallet allows are connected too, also where it does not allow this one. */
  readonly namespace?: Namespace;
  /** The wallet that the person picked; none for any wallet that scans the URI. */
  readonly wallet?: RecentWallet;
  /** The link that the person has followed already. */
  readonly linking?: WalletChoice;
  /**
   * Pairs ahead of the choice, so that links are ready before the tap. Nothing says that somebody connects until this gives the
   * wallet that was picked, or `null` for any; a link that is followed, and a wallet that approves, count as the choice too.
   */
  readonly picked$?: Observable<RecentWallet | null | undefined>;
}

/** Why pairing can fail. */
export type PairWalletError = ConnectWalletError;

/**
 * `working` until there is a URI, `scan-uri` while one is in `pairing.wcUri`, `working` again once a wallet approved, or while a URI
 * that is over has no successor yet. The result is the account of the namespace, or of the first one that the wallet allows in its place,
 * which is the active one then.
 */
export type PairWalletState = UseCaseState<'working' | 'scan-uri', AccountState, PairWalletError>;

/** What pairing is made of. */
export interface PairWalletParts {
  readonly connect: ConnectWallet;
  readonly reconnect: ReconnectWallets;
  readonly connections: ConnectionStore;
  readonly memory: ConnectionMemory;
  readonly storage: Storage;
  /** `null` where the host did not compose the wallet protocol. */
  readonly remote: RemoteWallets | null;
}

/**
 * Connects a wallet elsewhere by the wallet protocol: shows a URI until a wallet takes it up and its owner approves, then
 * connects every namespace that the one approval gave. Unsubscribing cancels.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing
 */
export class PairWallet {
  readonly #parts: PairWalletParts;
  readonly #links: WalletLinkMemory;

  constructor(parts: PairWalletParts) {
    this.#parts = parts;
    this.#links = new WalletLinkMemory(parts.storage);
  }

  execute({ namespace, wallet, linking, picked$ }: PairWalletInput = {}): Observable<PairWalletState> {
    const { connections, storage } = this.#parts;
    return new Observable((subscriber) => {
      // However it ends: only a page that is closed in between leaves something to take up.
      const run = new Subscription(() => storage.remove(STORAGE_KEYS.pendingPairing));
      const wanted = namespace ?? connections.state.activeNamespace;
      let step: 'working' | 'scan-uri' | null = null;
      const tell = (): void => {
        const next = connections.state.pairing.wcUri === undefined ? 'working' : 'scan-uri';
        if (next === step) return;
        step = next;
        subscriber.next({ status: 'pending', step });
      };
      // Told first: what connecting does at once belongs to the second state.
      tell();
      if (subscriber.closed) return undefined;
      connections.dispatch({ type: 'pairing-changed', pairing: { recentWallet: wallet, wcLinking: linking } });
      const begin = (): void => this.#connect(wanted, new Set(), run, subscriber);
      if (picked$ === undefined) begin();
      else run.add(this.#pairAhead(picked$, begin, subscriber));
      if (!run.closed) run.add(connections.state$.subscribe(tell));
      return run;
    });
  }

  /** Connects a namespace, or the first one besides those `tried` that the wallet allows instead. */
  #connect(namespace: Namespace, tried: ReadonlySet<Namespace>, run: Subscription, subscriber: Subscriber<PairWalletState>): void {
    const { connect, connections, remote } = this.#parts;
    const before = connections.sessionOf(namespace);
    const known = new Set([...tried, namespace]);
    let other: { readonly namespace: Namespace; readonly session: RemoteSession } | null = null;
    let isTaken = false;
    const take = (): void => {
      if (isTaken) return;
      isTaken = true;
      this.#links.keep(connections.state.pairing);
      this.#connectOthers(namespace);
    };
    // What is connected closes the view that asked for it, which leaves before it is told: what the approval gave is taken up at once.
    const look = (): void => {
      const session = connections.sessionOf(namespace);
      if (session !== before && session?.connector.id === WALLET_CONNECT_CONNECTOR_ID) take();
    };
    const end = (state: PairWalletState): void => {
      run.unsubscribe();
      subscriber.next(state);
      subscriber.complete();
    };
    const elsewhere = (session: RemoteSession): boolean => {
      const free = remote?.handOver.freeIn(session).find((each) => !known.has(each));
      if (free !== undefined) other = { namespace: free, session };
      return free !== undefined;
    };
    const goOn = (next: NonNullable<typeof other>): void => {
      other = null;
      remote?.goOn(Promise.resolve(next.session), () => this.#connect(next.namespace, known, run, subscriber));
    };
    const begin = (): void => {
      run.add(
        connect.execute({ namespace, connectorId: WALLET_CONNECT_CONNECTOR_ID }).subscribe({
          next: (state) => {
            if (state.status === 'pending') return;
            if (other !== null) {
              goOn(other);
              return;
            }
            if (state.status === 'success') take();
            end(state);
          },
          error: (defect) => subscriber.error(defect),
        }),
      );
    };
    // The wallet would show a connection that the app does not have.
    run.add(() => (other === null ? undefined : remote?.release(other.session)));
    if (remote === null) begin();
    else remote.handOver.to(elsewhere, begin);
    if (!run.closed) run.add(connections.state$.subscribe(look));
  }

  /** Shows a URI before anybody is asked to connect, and begins to connect once somebody is. */
  #pairAhead(picked$: NonNullable<PairWalletInput['picked$']>, begin: () => void, subscriber: Subscriber<PairWalletState>): Subscription {
    const { connections, remote } = this.#parts;
    const leave = new AbortController();
    const pairing = remote?.pair(leave.signal, false);
    let hasBegun = false;
    const goOn = (): void => {
      if (hasBegun) return;
      hasBegun = true;
      if (pairing === undefined) begin();
      else remote?.goOn(pairing, begin);
    };
    const pick = (choice: Partial<PairingState>): void => {
      connections.dispatch({ type: 'pairing-changed', pairing: hasBegun ? choice : { status: 'connecting', ...choice } });
      goOn();
    };
    // A chain with such a wallet of its own has no way to prepare.
    if (pairing === undefined) goOn();
    const run = new Subscription(() => leave.abort());
    run.add(
      connections.state$.subscribe(({ pairing: { wcLinking } }) => {
        if (!hasBegun && wcLinking !== undefined) pick({});
      }),
    );
    run.add(
      picked$.subscribe((wallet) => {
        if (wallet === undefined) return;
        // Who followed a link answers in that wallet, whichever is looked at meanwhile.
        pick(connections.state.pairing.wcLinking === undefined ? { recentWallet: wallet ?? undefined } : {});
      }),
    );
    pairing?.then(
      // The wallet would show a connection that the app does not have.
      (session) => (leave.signal.aborted ? remote?.release(session) : goOn()),
      (error: unknown) => {
        if (hasBegun || leave.signal.aborted) return;
        if (!isLatchkeyError(error)) {
          subscriber.error(error);
          return;
        }
        // Pairing throws only these.
        subscriber.next({ status: 'error', error: error as ErrorOf<PairWalletError> });
        subscriber.complete();
      },
    );
    return run;
  }

  /** One approval may give several namespaces. */
  #connectOthers(connected: Namespace): void {
    const { remote, connections, memory, reconnect } = this.#parts;
    for (const namespace of remote?.approvedBeside(connected) ?? []) {
      if (connections.sessionOf(namespace) !== null) continue;
      memory.remember(namespace, WALLET_CONNECT_CONNECTOR_ID);
      // It outlives this run, which has succeeded.
      reconnect.execute({ namespace }).subscribe();
    }
  }
}
