import { filter, firstValueFrom, type Subscription, takeUntil, timer } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import type { RemoteSession, RemoteSessionEvent } from '../../application/ports/remote-session.port.js';
import { type ChainId, isChainId } from '../../domain/caip/caip-2.js';
import { addressOf } from '../../domain/caip/caip-10.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { fromHexChainId, toHexChainId } from '../../domain/network/hex-chain-id.js';
import { accountsOf, addressesOn, allowsMethod, chainsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import type { Eip1193Provider, Eip1193Request } from './eip1193.js';
import { approvedWith } from './remote-capabilities.js';

/** Reads from a node of the chain what the wallet is not asked for. */
export type ReadNode = (chainId: ChainId, request: Eip1193Request) => Promise<unknown>;

/** What the provider is made of. */
export interface RemoteProviderParts {
  readonly remote: RemoteSession;
  /** Where to begin, if the session allows it. */
  readonly chainId: ChainId;
  readonly read: ReadNode;
  readonly clock: Clock;
}

type Listener = (payload: unknown) => void;

/** What an EIP-1193 provider throws. @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors */
class ProviderError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const UNSUPPORTED = 4200;
const UNRECOGNIZED_CHAIN = 4902;

const NAMESPACE = 'eip155';

/** A wallet that says yes to a chain may take so long until it shares its accounts there. */
const ARRIVAL_MS = 5_000;

/**
 * A wallet elsewhere as an EIP-1193 provider: accounts and chain are known here, what the session allows goes to the
 * wallet, everything else is read from a node.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export class RemoteProvider implements Eip1193Provider {
  readonly #remote: RemoteSession;
  readonly #read: ReadNode;
  readonly #clock: Clock;
  readonly #life = new AbortController();
  readonly #listeners = new Map<string, Set<Listener>>();
  #listening: Subscription | null = null;
  #chainId: ChainId;
  /** Where the wallet says that it is, while it shares nothing there. */
  #announced: ChainId | null = null;
  /** Chains on which the wallet said that it is, and which its session names without an account. */
  readonly #confirmed = new Set<ChainId>();
  /** Addresses in the order that the wallet named them last, in lower case. */
  #order: readonly string[] = [];
  /** The accounts as they were told last. */
  #told: string;

  constructor({ remote, chainId, read, clock }: RemoteProviderParts) {
    this.#remote = remote;
    this.#read = read;
    this.#clock = clock;
    this.#chainId = this.#nearest(chainId);
    this.#told = this.#accounts().join();
  }

  async request({ method, params }: Eip1193Request): Promise<unknown> {
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return this.#accounts();
      case 'eth_chainId':
        return toHexChainId(this.#chainId);
      case 'net_version':
        return this.#chainId.slice(NAMESPACE.length + 1);
      case 'wallet_switchEthereumChain':
        return this.#switch(params);
      case 'wallet_getCapabilities':
        return approvedWith(this.#remote, params) ?? this.#forward({ method, ...(params === undefined ? {} : { params }) });
      case 'wallet_revokePermissions':
        await this.#remote.disconnect(this.#life.signal);
        return null;
      default:
        return this.#forward({ method, ...(params === undefined ? {} : { params }) });
    }
  }

  on(event: string, listener: Listener): this {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    this.#listening ??= this.#remote.events$.subscribe((said) => this.#hear(said));
    return this;
  }

  /** The wallet is listened to for as long as somebody listens here. */
  removeListener(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener);
    if ([...this.#listeners.values()].every(({ size }) => size === 0)) {
      this.#listening?.unsubscribe();
      this.#listening = null;
    }
    return this;
  }

  /** The active one first. */
  #accounts(): readonly string[] {
    if (!this.#remote.live) return [];
    const rank = (address: string): number => {
      const at = this.#order.indexOf(address.toLowerCase());
      return at === -1 ? this.#order.length : at;
    };
    return [...this.#addressesOn(this.#chainId)].sort((a, b) => rank(a) - rank(b));
  }

  #forward(request: Eip1193Request): Promise<unknown> {
    const { method, params = [] } = request;
    if (allowsMethod(this.#remote.namespaces, this.#chainId, method))
      return this.#remote.request({ chainId: this.#chainId, method, params }, this.#life.signal);
    // What is the wallet's to do is not asked of a node: it would answer in its own name.
    if (!method.startsWith('eth_') || OWNERS.has(method))
      return Promise.reject(new ProviderError(UNSUPPORTED, `The wallet does not allow ${method}`));
    return this.#read(this.#chainId, request);
  }

  /** @see https://eips.ethereum.org/EIPS/eip-3326 */
  async #switch(params: Eip1193Request['params']): Promise<null> {
    const method = 'wallet_switchEthereumChain';
    const target = readTarget(params);
    if (target === null) throw new ProviderError(-32_602, 'Expected a chain id in hex');
    if (!this.#allows(target)) {
      const { namespaces } = this.#remote;
      if (!allowsMethod(namespaces, this.#chainId, method)) {
        if (allowsMethod(namespaces, this.#chainId, 'wallet_addEthereumChain'))
          throw new ProviderError(UNRECOGNIZED_CHAIN, `The wallet has not approved ${target}`);
        throw new LatchkeyError('wallet-protocol/switch-failed', { chainId: target });
      }
      const answer = await this.#remote.request({ chainId: this.#chainId, method, params: params ?? [] }, this.#life.signal);
      // Success is `null`: anything else has to be followed by what it means.
      if (answer == null) this.#announce(target);
      await this.#arrival(target);
      if (!this.#remote.live) throw new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' });
      // Not 4902: it would have the wallet asked once more, to add what it has just said yes to.
      if (!this.#allows(target)) throw new LatchkeyError('wallet-protocol/switch-failed', { chainId: target });
    }
    this.#moveTo(target);
    return null;
  }

  /** The wallet is on a chain by its own word. It counts once the session allows the chain. */
  #announce(chainId: ChainId): void {
    this.#announced = chainId;
    if (chainsOf(this.#remote.namespaces, NAMESPACE).includes(chainId)) this.#confirmed.add(chainId);
  }

  /** Resolves when the session allows a chain, when it is over, and when neither has come for a while. */
  async #arrival(chainId: ChainId): Promise<void> {
    if (this.#allows(chainId)) return;
    const { events$ } = this.#remote;
    const arrived$ = events$.pipe(
      filter(() => this.#allows(chainId)),
      takeUntil(timer(ARRIVAL_MS, this.#clock.scheduler)),
    );
    await firstValueFrom(arrived$, { defaultValue: null });
  }

  #allows(chainId: ChainId): boolean {
    return this.#addressesOn(chainId).length > 0;
  }

  /**
   * What the session shares on a chain. Where it names a chain without an account, and the wallet says that it is there, its
   * accounts stay those it has: it would have said `accountsChanged` otherwise.
   * @see https://eips.ethereum.org/EIPS/eip-1193#accountschanged
   */
  #addressesOn(chainId: ChainId): readonly string[] {
    const { namespaces } = this.#remote;
    const shared = addressesOn(namespaces, NAMESPACE, chainId);
    const isNamed = this.#confirmed.has(chainId) && chainsOf(namespaces, NAMESPACE).includes(chainId);
    return shared.length > 0 || !isNamed ? shared : [...new Set(accountsOf(namespaces, NAMESPACE).map(addressOf))];
  }

  /** The chain if the session shares an account on it, else the first where it does. */
  #nearest(chainId: ChainId): ChainId {
    if (this.#allows(chainId)) return chainId;
    return chainsOf(this.#remote.namespaces, NAMESPACE).find((other) => this.#allows(other)) ?? chainId;
  }

  #moveTo(chainId: ChainId): void {
    if (chainId === this.#chainId) return;
    this.#announced = null;
    this.#chainId = chainId;
    this.#emit('chainChanged', toHexChainId(chainId));
    this.#tellAccounts();
  }

  #tellAccounts(): void {
    const accounts = this.#accounts();
    if (accounts.join() === this.#told) return;
    this.#told = accounts.join();
    this.#emit('accountsChanged', accounts);
  }

  #hear(event: RemoteSessionEvent): void {
    if (event.type === 'ended') {
      this.#tellAccounts();
      this.#emit('disconnect', new ProviderError(4900, 'The wallet ended the session'));
      return;
    }
    if (event.type === 'namespaces-changed') {
      const announced = this.#announced;
      this.#moveTo(announced !== null && this.#allows(announced) ? announced : this.#nearest(this.#chainId));
      this.#tellAccounts();
      return;
    }
    if (!event.chainId.startsWith(`${NAMESPACE}:`)) return;
    if (event.name === 'chainChanged') {
      const target = readChain(event.data) ?? event.chainId;
      this.#announce(target);
      if (this.#allows(target)) this.#moveTo(target);
    } else if (event.name === 'accountsChanged') {
      this.#order = readAddresses(event.data);
      this.#tellAccounts();
    } else this.#emit('message', { type: event.name, data: event.data });
  }

  #emit(event: string, payload: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(payload);
  }
}

/** Calls that begin with `eth_` and need the wallet all the same. */
const OWNERS: ReadonlySet<string> = new Set([
  'eth_sendTransaction',
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'eth_decrypt',
  'eth_getEncryptionPublicKey',
]);

const readTarget = (params: Eip1193Request['params']): ChainId | null => {
  const first: unknown = Array.isArray(params) ? params[0] : undefined;
  const chainId: unknown = typeof first === 'object' && first !== null ? (first as { readonly chainId?: unknown }).chainId : undefined;
  return fromHexChainId(chainId);
};

/** Wallets tell their chain as a number, in hex, as a bare reference or as a CAIP-2 id. */
const readChain = (data: unknown): ChainId | null => (isChainId(data) ? data : fromHexChainId(data));

/** The addresses that a wallet names, in its order. Some name CAIP-10 accounts. */
const readAddresses = (data: unknown): readonly string[] =>
  (Array.isArray(data) ? data : [])
    .filter((item): item is string => typeof item === 'string')
    .map((item) => item.slice(item.lastIndexOf(':') + 1).toLowerCase());
