import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { addressesOn, type ProviderNamespace } from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import { type RpcService, rpcUrlsOf } from '../../../domain/wallet-protocol/provider/rpc-urls.js';
import { chainsOfAccounts } from '../../../domain/wallet-protocol/rules/grants.js';
import type { JsonRpc, JsonRpcClient } from '../../ports/json-rpc.port.js';
import type { ProviderClient, ProviderRequest } from './provider-client.js';

/** Accounts, methods and events that a wallet granted in a namespace. */
export interface ApprovedNamespace {
  readonly accounts: readonly string[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** A requested namespace merged with the wallet's grants. */
export interface ServedNamespace extends ProviderNamespace {
  /** CAIP-10 ids. */
  accounts: string[];
}

export interface NamespaceProviderDeps {
  readonly client: ProviderClient;
  readonly rpc: JsonRpc;
  readonly service: RpcService;
  /** Called with the new default chain (CAIP-2), and its addresses or `null` if they are unchanged. */
  readonly onDefaultChain: (chainId: string, addresses: string[] | null) => void;
}

const referenceOf = (chainId: string): string => chainId.slice(chainId.indexOf(':') + 1);

const union = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

/**
 * Provider of one namespace: sends wallet methods to the wallet, and everything else to the chain's RPC endpoint. Used for bip122, polkadot
 * and every namespace without special methods.
 */
export class NamespaceProvider {
  readonly name: string;
  /** RPC endpoints by chain reference. */
  httpProviders: { [reference: string]: JsonRpcClient } = {};
  protected readonly deps: NamespaceProviderDeps;
  readonly #requested: ProviderNamespace;
  #rpcMap: Readonly<Record<string, string>>;
  #namespace: ServedNamespace;
  #approved: ApprovedNamespace;
  #chain: string | undefined;

  /** @param requested namespace that the app requested, if any */
  constructor(name: string, requested: ProviderNamespace | undefined, approved: ApprovedNamespace, deps: NamespaceProviderDeps) {
    this.name = name;
    this.deps = deps;
    this.#requested = requested ?? { chains: [], methods: [], events: [] };
    this.#rpcMap = this.#requested.rpcMap ?? {};
    this.#chain = this.#requested.defaultChain;
    this.#approved = approved;
    this.#namespace = this.#serve(approved);
    this.#openNodes();
  }

  /** The client that sends requests to the wallet. */
  get client(): ProviderClient {
    return this.deps.client;
  }

  get namespace(): ServedNamespace {
    return this.#namespace;
  }

  /** The wallet's grants, without the additional namespaces that the app requested. */
  protected get approved(): ApprovedNamespace {
    return this.#approved;
  }

  /**
   * Sends a request to the wallet if it granted the method, otherwise to the chain's RPC endpoint.
   * @throws LatchkeyError `json-rpc/provider-not-found` for a chain that is not in use, `json-rpc/url-missing`, `json-rpc/invalid-url`,
   * `json-rpc/unavailable`; any error of the wallet or RPC endpoint
   */
  async request<Result = unknown>(args: ProviderRequest): Promise<Result> {
    return this.isForWallet(args.request.method)
      ? this.requestWallet<Result>(args)
      : this.node(referenceOf(args.chainId)).request<Result>(args.request);
  }

  /** Applies changed grants. If the default chain is no longer granted, the first chain becomes the default. */
  updateNamespace(approved: ApprovedNamespace): void {
    const [chain, addresses] = [this.#current(), this.#addresses()];
    this.#update(approved);
    const now = this.#current();
    if (now !== undefined && now !== chain) this.#notifyDefaultChain(now, addresses);
  }

  /**
   * Sets the default chain, and optionally its RPC endpoint.
   * @throws LatchkeyError `json-rpc/invalid-url`
   */
  setDefaultChain(reference: string, rpcUrl?: string): void {
    if (rpcUrl !== undefined) {
      const node = this.deps.rpc.open([rpcUrl]);
      this.httpProviders[reference]?.close();
      this.httpProviders[reference] = node;
      this.#rpcMap = { ...this.#rpcMap, [reference]: rpcUrl };
      this.#namespace.rpcMap = { ...this.#rpcMap };
    }
    const before = this.#addresses();
    this.#chain = reference;
    this.#openNodes();
    this.#notifyDefaultChain(reference, before);
  }

  /**
   * Reference of the default chain: the one that was set, the requested one, or the first.
   * @throws LatchkeyError `wallet-protocol/no-default-chain`
   */
  getDefaultChain(): string {
    const reference = this.#current();
    if (reference === undefined) throw new LatchkeyError('wallet-protocol/no-default-chain', { namespace: this.name });
    return reference;
  }

  /** Unique addresses on the default chain. */
  requestAccounts(): string[] {
    return this.accountsOn(this.getDefaultChain());
  }

  /** Closes the RPC endpoints. */
  dispose(): void {
    for (const node of Object.values(this.httpProviders)) node.close();
    this.httpProviders = {};
  }

  protected accountsOn(reference: string): string[] {
    return addressesOn(this.#namespace.accounts, this.referencesOf(reference));
  }

  /** All references that may identify a chain. */
  protected referencesOf(reference: string): readonly string[] {
    return [reference];
  }

  protected isForWallet(method: string): boolean {
    return this.#namespace.methods.includes(method);
  }

  /** Sends a request to the wallet, with the chain id that the session uses. */
  protected requestWallet<Result>({ topic, request, chainId, expiry }: ProviderRequest): Promise<Result> {
    const names = this.referencesOf(referenceOf(chainId)).map((reference) => `${this.name}:${reference}`);
    const sessionChainId = names.find((name) => this.#namespace.chains.includes(name)) ?? chainId;
    return this.deps.client.request<Result>({ topic, request, chainId: sessionChainId, ...(expiry === undefined ? {} : { expiry }) });
  }

  /** Returns the RPC endpoint of a chain in use. */
  protected node(reference: string): JsonRpcClient {
    const names = this.referencesOf(reference);
    const found = names.map((name) => this.httpProviders[name]).find((node) => node !== undefined);
    if (found !== undefined) return found;
    const chainId = `${this.name}:${reference}`;
    const isInUse = names.some((name) => name === this.#chain || this.#namespace.chains.includes(`${this.name}:${name}`));
    if (!isInUse) throw new LatchkeyError('json-rpc/provider-not-found', { chainId });
    const urls = this.#urlsOf(reference);
    if (urls.length === 0) throw new LatchkeyError('json-rpc/url-missing', { chainId });
    const node = this.deps.rpc.open(urls);
    this.httpProviders[reference] = node;
    return node;
  }

  #current(): string | undefined {
    const first = this.#namespace.chains[0];
    return this.#chain ?? (first === undefined ? undefined : referenceOf(first));
  }

  #addresses(): string[] {
    const reference = this.#current();
    return reference === undefined ? [] : this.accountsOn(reference);
  }

  #notifyDefaultChain(reference: string, before: readonly string[]): void {
    const addresses = this.accountsOn(reference);
    this.deps.onDefaultChain(`${this.name}:${reference}`, addresses.join() === before.join() ? null : addresses);
  }

  #update(approved: ApprovedNamespace): void {
    const before = this.#namespace.chains.map(referenceOf);
    this.#approved = approved;
    this.#namespace = this.#serve(approved);
    const references = this.#namespace.chains.map(referenceOf);
    // The wallet may have switched to a chain on which it shares no accounts.
    if (this.#chain !== undefined && before.includes(this.#chain) && !references.includes(this.#chain)) this.#chain = undefined;
    for (const [reference, node] of Object.entries(this.httpProviders)) {
      if (references.includes(reference) || reference === this.#chain) continue;
      node.close();
      delete this.httpProviders[reference];
    }
    this.#openNodes();
  }

  #serve({ accounts, methods, events }: ApprovedNamespace): ServedNamespace {
    const requested = this.#requested;
    return {
      ...requested,
      ...(Object.keys(this.#rpcMap).length === 0 ? {} : { rpcMap: { ...this.#rpcMap } }),
      chains: union(chainsOfAccounts(accounts)),
      methods: union(requested.methods, methods),
      events: union(requested.events, events),
      accounts: [...accounts],
    };
  }

  #urlsOf(reference: string): readonly string[] {
    const { service } = this.deps;
    const { fallbackRpcUrls = {} } = service;
    const own = this.referencesOf(reference).map((name) => rpcUrlsOf(`${this.name}:${name}`, this.#rpcMap, { fallbackRpcUrls }));
    const urls = union(...own);
    return urls.length > 0 ? urls : rpcUrlsOf(`${this.name}:${reference}`, undefined, service);
  }

  /** Opens the RPC endpoints that can be opened. For the others, `node` throws the error on use. */
  #openNodes(): void {
    for (const reference of union(this.#namespace.chains.map(referenceOf), this.#chain === undefined ? [] : [this.#chain])) {
      try {
        this.node(reference);
      } catch (error) {
        if (!isLatchkeyError(error)) throw error;
      }
    }
  }
}
