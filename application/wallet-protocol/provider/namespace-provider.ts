import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { addressesOn, type ProviderNamespace } from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import { type RpcService, rpcUrlsOf } from '../../../domain/wallet-protocol/provider/rpc-urls.js';
import { chainsOfAccounts } from '../../../domain/wallet-protocol/rules/grants.js';
import type { JsonRpc, JsonRpcNode } from '../../ports/json-rpc.port.js';
import type { ProviderClient, ProviderRequest } from './provider-client.js';

/** What a wallet allows in a namespace. */
export interface ApprovedNamespace {
  readonly accounts: readonly string[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** A namespace as a provider serves it: what was asked for and what is allowed. */
export interface ServedNamespace extends ProviderNamespace {
  /** CAIP-10 ids. */
  accounts: string[];
}

/** What the provider of a namespace needs. */
export interface NamespaceProviderDeps {
  readonly client: ProviderClient;
  readonly rpc: JsonRpc;
  readonly service: RpcService;
  /** Told of the chain that is used by default from now on, CAIP-2, and of the addresses there, `null` where they are the same as before. */
  readonly onDefaultChain: (chainId: string, addresses: string[] | null) => void;
}

const referenceOf = (chainId: string): string => chainId.slice(chainId.indexOf(':') + 1);

const union = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

/**
 * Serves one namespace of a session: what the wallet is for goes to the wallet, everything else to a node of the chain. Of this kind are bip122,
 * polkadot and every namespace without rules of its own.
 */
export class NamespaceProvider {
  readonly name: string;
  /** Nodes by the reference of their chain. */
  httpProviders: { [reference: string]: JsonRpcNode } = {};
  protected readonly deps: NamespaceProviderDeps;
  readonly #asked: ProviderNamespace;
  #rpcMap: Readonly<Record<string, string>>;
  #namespace: ServedNamespace;
  #approved: ApprovedNamespace;
  #chain: string | undefined;

  /** @param asked what the host asked for in this namespace; nothing where it only asked for others */
  constructor(name: string, asked: ProviderNamespace | undefined, approved: ApprovedNamespace, deps: NamespaceProviderDeps) {
    this.name = name;
    this.deps = deps;
    this.#asked = asked ?? { chains: [], methods: [], events: [] };
    this.#rpcMap = this.#asked.rpcMap ?? {};
    this.#chain = this.#asked.defaultChain;
    this.#approved = approved;
    this.#namespace = this.#serve(approved);
    this.#openNodes();
  }

  /** The client that carries calls to the wallet. */
  get client(): ProviderClient {
    return this.deps.client;
  }

  get namespace(): ServedNamespace {
    return this.#namespace;
  }

  /** What the wallet allows, without what the host asked for beyond it. */
  protected get approved(): ApprovedNamespace {
    return this.#approved;
  }

  /**
   * Answers a call, from the wallet if it is one of its calls.
   * @throws LatchkeyError `json-rpc/provider-not-found` for a chain that is not in use, `json-rpc/url-missing`, `json-rpc/invalid-url`,
   * `json-rpc/unavailable`; whatever the wallet or the node answered
   */
  async request<Result = unknown>(args: ProviderRequest): Promise<Result> {
    return this.isForWallet(args.request.method)
      ? this.askWallet<Result>(args)
      : this.node(referenceOf(args.chainId)).request<Result>(args.request);
  }

  /** Takes over what the wallet allows now, which may take away the default chain: the first one is it then. */
  updateNamespace(approved: ApprovedNamespace): void {
    const [chain, addresses] = [this.#current(), this.#addresses()];
    this.#update(approved);
    const now = this.#current();
    if (now !== undefined && now !== chain) this.#tell(now, addresses);
  }

  /**
   * Uses a chain for what names none, and its own node where one is given.
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
    this.#tell(reference, before);
  }

  /**
   * Reference of the chain that is used for what names none: the one that was set, the one that was asked for, or the first.
   * @throws LatchkeyError `wallet-protocol/no-default-chain`
   */
  getDefaultChain(): string {
    const reference = this.#current();
    if (reference === undefined) throw new LatchkeyError('wallet-protocol/no-default-chain', { namespace: this.name });
    return reference;
  }

  /** The addresses on the default chain, each once. */
  requestAccounts(): string[] {
    return this.accountsOn(this.getDefaultChain());
  }

  /** Gives up what is under way with nodes. */
  dispose(): void {
    for (const node of Object.values(this.httpProviders)) node.close();
    this.httpProviders = {};
  }

  protected accountsOn(reference: string): string[] {
    return addressesOn(this.#namespace.accounts, this.referencesOf(reference));
  }

  /** Every reference by which a chain may be known. */
  protected referencesOf(reference: string): readonly string[] {
    return [reference];
  }

  protected isForWallet(method: string): boolean {
    return this.#namespace.methods.includes(method);
  }

  /** Asks the wallet, on the chain by whichever id the session knows it. */
  protected askWallet<Result>({ topic, request, chainId, expiry }: ProviderRequest): Promise<Result> {
    const names = this.referencesOf(referenceOf(chainId)).map((reference) => `${this.name}:${reference}`);
    const known = names.find((name) => this.#namespace.chains.includes(name)) ?? chainId;
    return this.deps.client.request<Result>({ topic, request, chainId: known, ...(expiry === undefined ? {} : { expiry }) });
  }

  /** The node of a chain in use. */
  protected node(reference: string): JsonRpcNode {
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

  #tell(reference: string, before: readonly string[]): void {
    const addresses = this.accountsOn(reference);
    this.deps.onDefaultChain(`${this.name}:${reference}`, addresses.join() === before.join() ? null : addresses);
  }

  #update(approved: ApprovedNamespace): void {
    const before = this.#namespace.chains.map(referenceOf);
    this.#approved = approved;
    this.#namespace = this.#serve(approved);
    const known = this.#namespace.chains.map(referenceOf);
    // A chain that the wallet itself went to need not be among those that it shares accounts on.
    if (this.#chain !== undefined && before.includes(this.#chain) && !known.includes(this.#chain)) this.#chain = undefined;
    for (const [reference, node] of Object.entries(this.httpProviders)) {
      if (known.includes(reference) || reference === this.#chain) continue;
      node.close();
      delete this.httpProviders[reference];
    }
    this.#openNodes();
  }

  #serve({ accounts, methods, events }: ApprovedNamespace): ServedNamespace {
    const asked = this.#asked;
    return {
      ...asked,
      ...(Object.keys(this.#rpcMap).length === 0 ? {} : { rpcMap: { ...this.#rpcMap } }),
      chains: union(chainsOfAccounts(accounts)),
      methods: union(asked.methods, methods),
      events: union(asked.events, events),
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

  /** Opens what can be opened; why the rest cannot is said to whoever asks it. */
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
