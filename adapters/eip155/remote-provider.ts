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
  cachedCapabilities,
  capabilitiesKey,
  requestedChains,
  type WalletCapabilities,
} from '../../domain/wallet-protocol/provider/capabilities.js';
import { accountsOf, addressesOn, allowsMethod, chainsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import { filteredArrayOrEmpty, parseOrNull } from '../../domain/wire.js';
import { openSession } from './eip155-session.js';
import type { Eip1193Provider, Eip1193Request } from './eip1193.js';
import type { Eip155Reader } from './nodes/eip155-reader.js';

/** Reads from a node of the chain, for requests that do not need the wallet. */
export type RpcReadFn = (chainId: ChainId, request: Eip1193Request) => Promise<unknown>;

export interface RemoteProviderDeps {
  readonly remote: RemoteSession;
  /** Initial chain, if the session allows it. */
  readonly chainId: ChainId;
  readonly read: RpcReadFn;
  readonly clock: Clock;
}

type Listener = (payload: unknown) => void;

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

/** How long a wallet that accepted a switch may take to share its accounts on that chain. */
const SWITCH_TIMEOUT_MS = 5_000;

/**
 * EIP-1193 provider over a remote session: serves accounts and chain locally, forwards methods that the session allows to the wallet, and
 * reads everything else from a node.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export class RemoteProvider implements Eip1193Provider {
  readonly #remote: RemoteSession;
  readonly #read: RpcReadFn;
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  readonly #listeners = new Map<string, Set<Listener>>();
  #subscription: Subscription | null = null;
  #chainId: ChainId;
  /** The chain that the wallet reported while it shares no account on it. */
  #announcedChainId: ChainId | null = null;
  /** Chains that the wallet reported as active and whose session namespace lists them without an account. */
  readonly #confirmedChainIds = new Set<ChainId>();
  /** Addresses in the order of the wallet's last `accountsChanged`, in lower case. */
  #accountOrder: readonly string[] = [];
  /** The accounts as last emitted. */
  #emittedAccounts: string;

  constructor({ remote, chainId, read, clock }: RemoteProviderDeps) {
    this.#remote = remote;
    this.#read = read;
    this.#clock = clock;
    this.#chainId = this.#pickChainId(chainId);
    this.#emittedAccounts = this.#accounts().join();
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
      case 'wallet_addEthereumChain':
        return this.#add(params);
      case 'wallet_getCapabilities':
        return approvedCapabilitiesFor(this.#remote, params) ?? this.#forward({ method, ...(params === undefined ? {} : { params }) });
      case 'wallet_revokePermissions':
        await this.#remote.disconnect(this.#controller.signal);
        return null;
      default:
        return this.#forward({ method, ...(params === undefined ? {} : { params }) });
    }
  }

  on(event: string, listener: Listener): this {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    this.#subscription ??= this.#remote.events$.subscribe((remoteEvent) => this.#onRemoteEvent(remoteEvent));
    return this;
  }

  /** Unsubscribes from the session's events when no listener is left. */
  removeListener(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener);
    if ([...this.#listeners.values()].every(({ size }) => size === 0)) {
      this.#subscription?.unsubscribe();
      this.#subscription = null;
    }
    return this;
  }

  /** The active account first. */
  #accounts(): readonly string[] {
    if (!this.#remote.isLive) return [];
    const rank = (address: string): number => {
      const index = this.#accountOrder.indexOf(address.toLowerCase());
      return index === -1 ? this.#accountOrder.length : index;
    };
    return [...this.#addressesOn(this.#chainId)].sort((a, b) => rank(a) - rank(b));
  }

  #forward(request: Eip1193Request): Promise<unknown> {
    const { method, params = [] } = request;
    if (allowsMethod(this.#remote.namespaces, this.#chainId, method))
      return this.#remote.request({ chainId: this.#chainId, method, params }, this.#controller.signal);
    // Never sends wallet methods to a node, which would respond from its own accounts.
    if (!method.startsWith('eth_') || WALLET_METHODS.has(method))
      return Promise.reject(new ProviderError(UNSUPPORTED, `The wallet does not allow ${method}`));
    return this.#read(this.#chainId, request);
  }

  /**
   * Adds a chain. A wallet that cannot be asked to switch shares it by a session update, which may come after the response.
   * @see https://eips.ethereum.org/EIPS/eip-3085
   */
  async #add(params: Eip1193Request['params']): Promise<unknown> {
    const response = await this.#forward({ method: 'wallet_addEthereumChain', ...(params === undefined ? {} : { params }) });
    const target = readTarget(params);
    const canSwitch = allowsMethod(this.#remote.namespaces, this.#chainId, 'wallet_switchEthereumChain');
    if (target !== null && !canSwitch) await this.#waitForChain(target);
    return response;
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
      const response = await this.#remote.request({ chainId: this.#chainId, method, params: params ?? [] }, this.#controller.signal);
      // A switch succeeded only if the result is `null`; any other response must be followed by a session update.
      if (response == null) this.#setAnnouncedChainId(target);
      await this.#waitForChain(target);
      if (!this.#remote.isLive) throw new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' });
      // Not 4902: callers would then request to add the chain that the wallet has just approved.
      if (!this.#allows(target)) throw new LatchkeyError('wallet-protocol/switch-failed', { chainId: target });
    }
    this.#setChainId(target);
    return null;
  }

  /** Records the chain that the wallet reported. It becomes active once the session allows it. */
  #setAnnouncedChainId(chainId: ChainId): void {
    this.#announcedChainId = chainId;
    if (chainsOf(this.#remote.namespaces, NAMESPACE).includes(chainId)) this.#confirmedChainIds.add(chainId);
  }

  /** Resolves when the session allows the chain, when it disconnects, or on timeout. */
  async #waitForChain(chainId: ChainId): Promise<void> {
    if (this.#allows(chainId)) return;
    const { events$ } = this.#remote;
    const arrived$ = events$.pipe(
      filter(() => this.#allows(chainId)),
      takeUntil(timer(SWITCH_TIMEOUT_MS, this.#clock.scheduler)),
    );
    await firstValueFrom(arrived$, { defaultValue: null });
  }

  #allows(chainId: ChainId): boolean {
    return this.#addressesOn(chainId).length > 0;
  }

  /**
   * The addresses that the session shares on a chain. If the namespace lists the chain without an account and the wallet reported it as
   * active, the session's other addresses apply: the wallet would have emitted `accountsChanged` otherwise.
   * @see https://eips.ethereum.org/EIPS/eip-1193#accountschanged
   */
  #addressesOn(chainId: ChainId): readonly string[] {
    const { namespaces } = this.#remote;
    const shared = addressesOn(namespaces, NAMESPACE, chainId);
    const isConfirmed = this.#confirmedChainIds.has(chainId) && chainsOf(namespaces, NAMESPACE).includes(chainId);
    return shared.length > 0 || !isConfirmed ? shared : [...new Set(accountsOf(namespaces, NAMESPACE).map(addressOf))];
  }

  /** The chain if the session shares an account on it, else the first that has one. */
  #pickChainId(chainId: ChainId): ChainId {
    if (this.#allows(chainId)) return chainId;
    return chainsOf(this.#remote.namespaces, NAMESPACE).find((other) => this.#allows(other)) ?? chainId;
  }

  #setChainId(chainId: ChainId): void {
    if (chainId === this.#chainId) return;
    this.#announcedChainId = null;
    this.#chainId = chainId;
    this.#emit('chainChanged', toHexChainId(chainId));
    this.#emitAccounts();
  }

  #emitAccounts(): void {
    const accounts = this.#accounts();
    if (accounts.join() === this.#emittedAccounts) return;
    this.#emittedAccounts = accounts.join();
    this.#emit('accountsChanged', accounts);
  }

  #onRemoteEvent(event: RemoteSessionEvent): void {
    if (event.type === 'ended') {
      this.#emitAccounts();
      this.#emit('disconnect', new ProviderError(4900, 'The wallet ended the session'));
      return;
    }
    if (event.type === 'namespaces-changed') {
      const announced = this.#announcedChainId;
      this.#setChainId(announced !== null && this.#allows(announced) ? announced : this.#pickChainId(this.#chainId));
      this.#emitAccounts();
      return;
    }
    if (!event.chainId.startsWith(`${NAMESPACE}:`)) return;
    if (event.name === 'chainChanged') {
      const target = readChain(event.data) ?? event.chainId;
      this.#setAnnouncedChainId(target);
      if (this.#allows(target)) this.#setChainId(target);
    } else if (event.name === 'accountsChanged') {
      this.#accountOrder = readAddresses(event.data);
      this.#emitAccounts();
    } else this.#emit('message', { type: event.name, data: event.data });
  }

  #emit(event: string, payload: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(payload);
  }
}

/** `eth_` methods that need the wallet. */
const WALLET_METHODS: ReadonlySet<string> = new Set([
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

const readTarget = (params: Eip1193Request['params']): ChainId | null => fromHexChainId(parseOrNull(targetSchema, params)?.[0].chainId);

/** Wallets report their chain as a number, in hex, as a bare reference or as a CAIP-2 id. */
const readChain = (data: unknown): ChainId | null => (isChainId(data) ? data : fromHexChainId(data));

/** The addresses in the wallet's order. Some wallets send CAIP-10 accounts. */
const readAddresses = (data: unknown): readonly string[] =>
  v.parse(filteredArrayOrEmpty(v.string()), data).map((item) => item.slice(item.lastIndexOf(':') + 1).toLowerCase());

/**
 * Capabilities that a remote wallet returned when it approved the session, in the format of `wallet_getCapabilities`: for all chains of an
 * address or the requested ones. `null` if it returned none.
 * @see https://eips.ethereum.org/EIPS/eip-5792, https://chainagnostic.org/CAIPs/caip-345
 */
const approvedCapabilitiesFor = (
  { sessionProperties, scopedProperties }: Pick<RemoteSession, 'sessionProperties' | 'scopedProperties'>,
  params: Eip1193Request['params'],
): WalletCapabilities | null => {
  const [address] = Array.isArray(params) ? params : [];
  if (typeof address !== 'string') return null;
  const chains = requestedChains(params);
  return (
    cachedCapabilities(sessionProperties, capabilitiesKey(address, chains)) ??
    cachedCapabilities(sessionProperties, capabilitiesKey(address, [])) ??
    approvedCapabilities({ sessionProperties, scopedProperties }, address, chains)
  );
};

interface OpenRemoteSessionOptions extends Adoption {
  readonly clock: Clock;
  /** Loads the JSON-RPC reader. */
  readonly reader: () => Promise<Pick<Eip155Reader, 'request'>>;
}

/** Opens an EVM session over a WalletConnect session; `null` when it shares no EVM account. Never prompts. */
export const openRemoteSession = (
  { remote, connector, network, networks, clock, reader }: OpenRemoteSessionOptions,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const read: RpcReadFn = async (chainId, { method, params = [] }) => {
    const chainNetwork = findNetworkById(networks(), chainId);
    if (chainNetwork === undefined) throw new LatchkeyError('network/not-found', { chainId });
    return (await reader()).request({ method, params, network: chainNetwork }, new AbortController().signal);
  };
  const provider = new RemoteProvider({ remote, chainId: network.caipNetworkId, read, clock });
  return openSession(
    {
      wallet: { connector, provider },
      clock,
      method: 'eth_accounts',
      signIns: remote.signIns,
      accountTypeOf: (address) => remote.accountTypeOf?.(address),
    },
    signal,
  );
};
