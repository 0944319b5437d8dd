import { type Chain, type Clock, isChainId, LatchkeyError, type Network, type TransactionProgress, type WalletSession } from 'latchkey';
import { EMPTY, filter, firstValueFrom, map, merge, Observable, take, takeUntil, timer } from 'rxjs';
import { isSignedBy, keyOfAddress } from './keys.js';
import { TRANSFER_FEE } from './ledger/toy-ledger.js';
import { TOYCHAIN } from './namespace.js';
import { type FoundWallet, ToyDiscovery } from './toy-discovery.js';
import { ToyNode } from './toy-node.js';
import { ToySession } from './toy-session.js';
import { messageBytes } from './transfer.js';

/** How long a previously connected wallet may take to announce itself. */
const ANNOUNCE_MS = 3_000;
/** Polling interval of a transfer. */
const POLL_MS = 250;

/** Dependencies of {@link ToyChain}. */
export interface ToyChainOptions {
  readonly clock: Clock;
  /** Target of the announcement events: `window` in a browser. */
  readonly page: EventTarget;
  /** Returns the currently configured networks. */
  readonly networks: () => readonly Network[];
}

/** Adapter of the toy chains. */
export class ToyChain implements Chain {
  readonly namespace = TOYCHAIN;
  readonly #clock: Clock;
  readonly #networks: () => readonly Network[];
  readonly #discovery: ToyDiscovery;
  readonly connectors$: Chain['connectors$'];

  constructor({ clock, page, networks }: ToyChainOptions) {
    this.#clock = clock;
    this.#networks = networks;
    this.#discovery = new ToyDiscovery(page);
    this.connectors$ = this.#discovery.found$.pipe(map((wallets) => wallets.map(({ connector }) => connector)));
  }

  async connect({ connectorId, network }: Parameters<Chain['connect']>[0], signal: AbortSignal): Promise<WalletSession> {
    const wallet = this.#discovery.find(connectorId);
    if (wallet === undefined) throw new LatchkeyError('connection/connector-not-found', { connectorId });
    const session = await ToySession.open(wallet, 'connect', network, this.#networks, signal);
    if (session === null) throw new LatchkeyError('connection/no-accounts', { connectorId });
    return session;
  }

  async resume({ connectorId, network }: Parameters<Chain['resume']>[0], signal: AbortSignal): Promise<WalletSession | null> {
    return ToySession.open(await this.#announced(connectorId, signal), 'state', network, this.#networks, signal);
  }

  watchSharing(connectorId: string): Observable<void> {
    const provider = this.#discovery.find(connectorId)?.provider;
    if (provider === undefined) return EMPTY;
    return new Observable((subscriber) =>
      provider.onChange((state) => {
        const { accounts } = Object(state);
        if (Array.isArray(accounts) && accounts.length > 0) subscriber.next();
      }),
    );
  }

  async getBalance({ address, network }: Parameters<Chain['getBalance']>[0], signal: AbortSignal): ReturnType<Chain['getBalance']> {
    const { balance } = await new ToyNode(network, signal).account(address);
    const { symbol, decimals } = network.nativeCurrency;
    return { value: balance, symbol, decimals };
  }

  followTransaction({ hash, network }: Parameters<Chain['followTransaction']>[0]): Observable<TransactionProgress> {
    return new Observable((subscriber) => {
      const controller = new AbortController();
      const node = new ToyNode(network, controller.signal);
      const follow = async (): Promise<void> => {
        let isSeen = false;
        for (;;) {
          const transfer = await node.transfer(hash);
          if (transfer?.status === 'failed')
            throw new LatchkeyError('network/transaction-reverted', { chainId: network.caipNetworkId, hash });
          if (transfer?.status === 'included') return subscriber.next({ status: 'included', blockNumber: transfer.block, settled: true });
          if (transfer?.status === 'pending' && !isSeen) subscriber.next({ status: 'seen', blockNumber: null, settled: false });
          isSeen ||= transfer !== null;
          await this.#pause(controller.signal);
        }
      };
      follow().then(
        () => subscriber.complete(),
        (error: unknown) => subscriber.error(error),
      );
      return () => controller.abort();
    });
  }

  isAddress(value: string): boolean {
    return keyOfAddress(value) !== null;
  }

  readonly services: NonNullable<Chain['services']> = {
    estimateFees: async () => [{ speed: 'normal', fee: TRANSFER_FEE, maxFee: TRANSFER_FEE, rate: { type: 'flat' } }],
    verifyMessage: async ({ account, message, signature }) => {
      const at = account.lastIndexOf(':');
      return isChainId(account.slice(0, at)) && isSignedBy(account.slice(at + 1), signature, messageBytes(message));
    },
  };

  dispose(): void {
    this.#discovery.dispose();
  }

  /** Waits until the wallet announces itself. */
  #announced(connectorId: string, signal: AbortSignal): Promise<FoundWallet> {
    const found$ = this.#discovery.found$.pipe(
      map(() => this.#discovery.find(connectorId)),
      filter((wallet) => wallet !== undefined),
      take(1),
      takeUntil(merge(timer(ANNOUNCE_MS, this.#clock.scheduler), aborted(signal))),
    );
    return firstValueFrom(found$).catch(() => {
      signal.throwIfAborted();
      throw new LatchkeyError('connection/connector-not-found', { connectorId });
    });
  }

  #pause(signal: AbortSignal): Promise<unknown> {
    return firstValueFrom(timer(POLL_MS, this.#clock.scheduler).pipe(takeUntil(aborted(signal))), { defaultValue: null });
  }
}

const aborted = (signal: AbortSignal): Observable<unknown> =>
  new Observable((subscriber) => {
    const emit = (): void => subscriber.next(null);
    if (signal.aborted) emit();
    signal.addEventListener('abort', emit, { once: true });
    return () => signal.removeEventListener('abort', emit);
  });
