import { filter, firstValueFrom, type Subscription, takeUntil, timer } from 'rxjs';
import * as v from 'valibot';
import type { Adoption, WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { RemoteSession, RemoteSessionEvent } from '../../application/ports/remote-session.port.js';
import { type ChainId, isChainId } from '../../domain/caip/caip-2.js';
import { addressOf } from '../../domain/caip/caip-10.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { findNetworkById } from '../../domain/network/find-network.js';
import { fromHexChainId, toHexChainId } from '../../domain/network/hex-chain-id.js';
import {
  approvedCapabilities,
  askedChains,
  capabilitiesKey,
  keptCapabilities,
  type WalletCapabilities,
} from '../../domain/wallet-protocol/provider/capabilities.js';
import { accountsOf, addressesOn, allowsMethod, chainsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import { fittingItems, read } from '../../domain/wire.js';
import { openSession } from './eip155-session.js';
import type { Eip1193Provider, Eip1193Request } from './eip1193.js';
import type { Eip155Reader } from './nodes/eip155-reader.js';

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

const targetSchema = v.looseTuple([v.object({ chainId: v.unknown() })]);

const readTarget = (params: Eip1193Request['params']): ChainId | null => fromHexChainId(read(targetSchema, params)?.[0].chainId);

/** Wallets tell their chain as a number, in hex, as a bare reference or as a CAIP-2 id. */
const readChain = (data: unknown): ChainId | null => (isChainId(data) ? data : fromHexChainId(data));

/** The addresses that a wallet names, in its order. Some name CAIP-10 accounts. */
const readAddresses = (data: unknown): readonly string[] =>
  v.parse(fittingItems(v.string()), data).map((item) => item.slice(item.lastIndexOf(':') + 1).toLowerCase());

/**
 * What a wallet elsewhere said of its capabilities when it approved the session, so that it need not be asked: as the answer to
 * `wallet_getCapabilities`, for all chains of an address or for those that are asked about, or one by one. `null` where it said nothing.
 * @see https://eips.ethereum.org/EIPS/eip-5792, https://chainagnostic.org/CAIPs/caip-345
 */
const approvedWith = (
  { sessionProperties, scopedProperties }: Pick<RemoteSession, 'sessionProperties' | 'scopedProperties'>,
  params: Eip1193Request['params'],
): WalletCapabilities | null => {
  const [address] = Array.isArray(params) ? params : [];
  if (typeof address !== 'string') return null;
  const chains = askedChains(params);
  return (
    keptCapabilities(sessionProperties, capabilitiesKey(address, chains)) ??
    keptCapabilities(sessionProperties, capabilitiesKey(address, [])) ??
    approvedCapabilities({ sessionProperties, scopedProperties }, address, chains)
  );
};

/** What a session of the wallet protocol becomes an EVM session with. */
interface OpenRemoteSession extends Adoption {
  readonly clock: Clock;
  /** Loads what reads from nodes. */
  readonly reader: () => Promise<Pick<Eip155Reader, 'request'>>;
}

/** Opens an EVM session over one of the wallet protocol; `null` when it shares no EVM account. Nobody is asked. */
export const openRemoteSession = (
  { remote, connector, network, networks, clock, reader }: OpenRemoteSession,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const read: ReadNode = async (chainId, { method, params = [] }) => {
    const where = findNetworkById(networks(), chainId);
    if (where === undefined) throw new LatchkeyError('network/not-found', { chainId });
    return (await reader()).request({ method, params, network: where }, new AbortController().signal);
  };
  const provider = new RemoteProvider({ remote, chainId: network.caipNetworkId, read, clock });
  return openSession({ wallet: { connector, provider }, clock, method: 'eth_accounts' }, signal);
};
