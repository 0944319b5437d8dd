import { base58, base64 } from '@scure/base';
import type { Adoption, WalletSession } from '../../application/ports/chain.port.js';
import type { RemoteSession, RemoteSessionEvent } from '../../application/ports/remote-session.port.js';
import type { StandardAccount, StandardWallet } from '../../application/shared/standard-wallet.js';
import { decodeBase58 } from '../../domain/account/base58.js';
import { isSolanaAddress } from '../../domain/account/solana-address.js';
import { readSolanaTransaction, withSolanaSignature } from '../../domain/account/solana-transaction.js';
import { base64ToBytes } from '../../domain/base64.js';
import { type ChainId, isChainId } from '../../domain/caip/caip-2.js';
import type { Network } from '../../domain/network/network.js';
import { addressesOn, allowsMethod, chainsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import { asRecord } from '../../domain/wire.js';
import { openSession } from './open-session.js';
import { chainIdByName, chainNameOf } from './solana-chain-name.js';
import type { SolanaSessionDeps } from './solana-session.js';
import type { MessageInput, SolanaFeatures, TransactionInput } from './standard-features.js';

export interface RemoteWalletDeps {
  readonly remote: RemoteSession;
  readonly name: string;
  readonly icon: string | null;
  /** Live list of the configured Solana networks. */
  readonly networks: () => readonly Network[];
}

const NAMESPACE = 'solana';

/** Error of a method that the session does not allow. @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors */
const unsupported = (method: string): Error => Object.assign(new Error(`The wallet does not allow ${method}`), { code: 4200 });

/**
 * Wallet Standard wallet over a remote session: serves accounts locally and sends everything else to the wallet through the `solana_…`
 * methods. Transactions are base64, messages and signatures base58.
 * @see https://docs.walletconnect.network/wallet-sdk/chain-support/solana
 */
export class RemoteWallet implements StandardWallet {
  readonly version = '1.0.0';
  readonly name: string;
  readonly icon: string;
  readonly #remote: RemoteSession;
  readonly #networks: () => readonly Network[];
  readonly #controller = new AbortController();
  /** Addresses in the order of the wallet's last `accountsChanged`. */
  #accountOrder: readonly string[] = [];

  constructor({ remote, name, icon, networks }: RemoteWalletDeps) {
    this.name = name;
    this.icon = icon ?? '';
    this.#remote = remote;
    this.#networks = networks;
  }

  /** CAIP-2 ids, and the chain names of the Wallet Standard. */
  get chains(): readonly string[] {
    const ids = this.#chainIds();
    return [...ids, ...ids.flatMap((chainId) => chainNameOf(chainId) ?? [])];
  }

  get accounts(): readonly StandardAccount[] {
    if (!this.#remote.isLive) return [];
    const chains = this.chains;
    const addresses = new Set(this.#chainIds().flatMap((chainId) => this.#resolveWireChain(chainId)?.addresses ?? []));
    const rank = (address: string): number => {
      const index = this.#accountOrder.indexOf(address);
      return index === -1 ? this.#accountOrder.length : index;
    };
    return [...addresses]
      .filter(isSolanaAddress)
      .sort((a, b) => rank(a) - rank(b))
      .map((address) => {
        // The address was checked to be base58.
        const publicKey = decodeBase58(address) as Uint8Array;
        return { address, publicKey, chains, features: Object.keys(this.features) };
      });
  }

  get features(): Readonly<Record<string, unknown>> {
    const versions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] };
    const all: Omit<SolanaFeatures, 'solana:signIn'> = {
      'standard:connect': { connect: async () => ({ accounts: this.accounts }) },
      'standard:disconnect': { disconnect: () => this.#remote.disconnect(this.#controller.signal) },
      'standard:events': { on: (_event, listener) => this.#listen(listener) },
      'solana:signMessage': {
        signMessage: (...inputs) => Promise.all(inputs.map((input) => this.#signMessage(input))),
      },
      'solana:signTransaction': { ...versions, signTransaction: (...inputs) => this.#signTransactions(inputs) },
      'solana:signAndSendTransaction': {
        ...versions,
        signAndSendTransaction: (...inputs) => Promise.all(inputs.map((input) => this.#signAndSend(input))),
      },
    };
    const lacks = (feature: string, ...methods: readonly string[]): readonly string[] =>
      methods.some((method) => this.#allows(method)) ? [] : [feature];
    const missing = [
      ...lacks('solana:signMessage', 'solana_signMessage'),
      ...lacks('solana:signTransaction', 'solana_signTransaction', 'solana_signAllTransactions'),
      ...lacks('solana:signAndSendTransaction', 'solana_signAndSendTransaction'),
    ];
    return Object.fromEntries(Object.entries(all).filter(([name]) => !missing.includes(name)));
  }

  /** Chains with shared accounts; a network's deprecated id maps to its current one. */
  #chainIds(): readonly ChainId[] {
    const { namespaces } = this.#remote;
    const shared = chainsOf(namespaces, NAMESPACE).filter((chainId) => addressesOn(namespaces, NAMESPACE, chainId).length > 0);
    const currentId = (chainId: ChainId): ChainId =>
      this.#networks().find(({ deprecatedCaipNetworkId }) => deprecatedCaipNetworkId === chainId)?.caipNetworkId ?? chainId;
    return [...new Set(shared.map(currentId))];
  }

  /** The chain id that the session uses for a chain, and the addresses shared there; `null` if there are none. */
  #resolveWireChain(chainId: ChainId): { readonly wireId: ChainId; readonly addresses: readonly string[] } | null {
    const former = this.#networks().find(({ caipNetworkId }) => caipNetworkId === chainId)?.deprecatedCaipNetworkId;
    for (const wireId of [chainId, former]) {
      const addresses = wireId === undefined ? [] : addressesOn(this.#remote.namespaces, NAMESPACE, wireId);
      if (wireId !== undefined && addresses.length > 0) return { wireId, addresses };
    }
    return null;
  }

  #wireIds(): readonly ChainId[] {
    return this.#chainIds().flatMap((chainId) => this.#resolveWireChain(chainId)?.wireId ?? []);
  }

  #allows(method: string): boolean {
    return this.#wireIds().some((wireId) => allowsMethod(this.#remote.namespaces, wireId, method));
  }

  /** Sends a request on a chain given by either name. Messages have none, and transactions to sign may have none: the first one is used. */
  async #request(method: string, chain: string | undefined, params: unknown): Promise<Readonly<Record<string, unknown>>> {
    const chainId = chain === undefined ? undefined : (chainIdByName(chain) ?? chain);
    const wireId = chainId === undefined ? this.#wireIds()[0] : isChainId(chainId) ? this.#resolveWireChain(chainId)?.wireId : undefined;
    if (wireId === undefined || !allowsMethod(this.#remote.namespaces, wireId, method)) throw unsupported(method);
    return asRecord(await this.#remote.request({ chainId: wireId, method, params }, this.#controller.signal));
  }

  async #signMessage({ account, message }: MessageInput): Promise<object> {
    const params = { message: base58.encode(message), pubkey: account.address };
    const { signature } = await this.#request('solana_signMessage', undefined, params);
    return { signedMessage: message, signature: fromBase58(signature) };
  }

  async #signTransactions(inputs: readonly TransactionInput[]): Promise<readonly object[]> {
    const [first] = inputs;
    if (first === undefined) return [];
    const isOneRequest = inputs.length > 1 || !this.#allows('solana_signTransaction');
    if (!isOneRequest || !this.#allows('solana_signAllTransactions')) {
      const signed: object[] = [];
      // Sequential: each shows its own prompt.
      for (const input of inputs) signed.push(await this.#signTransaction(input));
      return signed;
    }
    const params = { transactions: inputs.map(({ transaction }) => base64.encode(transaction)), pubkey: first.account.address };
    const { transactions } = await this.#request('solana_signAllTransactions', first.chain, params);
    return Array.isArray(transactions) ? transactions.map((text) => ({ signedTransaction: fromBase64(text) })) : [];
  }

  async #signTransaction({ account, chain, transaction }: TransactionInput): Promise<object> {
    const params = { transaction: base64.encode(transaction), pubkey: account.address, ...legacyFields(transaction) };
    const response = await this.#request('solana_signTransaction', chain, params);
    const signed = fromBase64(response['transaction']);
    if (signed !== null && readSolanaTransaction(signed) !== null) return { signedTransaction: signed };
    // Older wallets return only the signature.
    const signature = fromBase58(response['signature']);
    return { signedTransaction: signature === null ? null : withSolanaSignature(transaction, account.address, signature) };
  }

  async #signAndSend({ account, chain, transaction, options }: TransactionInput): Promise<object> {
    const sendOptions = options !== undefined && Object.keys(options).length > 0 ? { sendOptions: options } : {};
    const params = { transaction: base64.encode(transaction), pubkey: account.address, ...sendOptions };
    const { signature } = await this.#request('solana_signAndSendTransaction', chain, params);
    return { signature: fromBase58(signature) };
  }

  #listen(listener: (change: unknown) => void): () => void {
    let lastSnapshot = this.#snapshot();
    const subscription = this.#remote.events$.subscribe((event) => {
      this.#onRemoteEvent(event);
      if (this.#snapshot() === lastSnapshot) return;
      lastSnapshot = this.#snapshot();
      listener({ accounts: this.accounts, chains: this.chains, features: this.features });
    });
    return () => subscription.unsubscribe();
  }

  #snapshot(): string {
    return [...this.accounts.map(({ address }) => address), ...this.chains].join();
  }

  #onRemoteEvent(event: RemoteSessionEvent): void {
    if (event.type !== 'event' || event.name !== 'accountsChanged' || !event.chainId.startsWith(`${NAMESPACE}:`)) return;
    const named: readonly unknown[] = Array.isArray(event.data) ? event.data : [];
    // Some wallets send CAIP-10 accounts.
    this.#accountOrder = named.map((account) => String(account).split(':').at(-1) ?? '');
  }
}

const fromBase58 = (value: unknown): Uint8Array | null => (typeof value === 'string' ? decodeBase58(value) : null);
const fromBase64 = (value: unknown): Uint8Array | null => (typeof value === 'string' ? base64ToBytes(value) : null);

/**
 * Decoded fields of a legacy transaction, for remote wallets that do not parse the serialized bytes. Empty for a versioned transaction.
 * @see https://docs.walletconnect.network/wallet-sdk/chain-support/solana
 */
const legacyFields = (bytes: Uint8Array): object => {
  const transaction = readSolanaTransaction(bytes);
  if (transaction === null || transaction.version !== 'legacy') return {};
  const { keys, signatures, readonlySigners, readonlyOthers, blockhash } = transaction;
  const isWritable = (index: number): boolean =>
    index < signatures.length ? index < signatures.length - readonlySigners : index < keys.length - readonlyOthers;
  return {
    feePayer: keys[0],
    recentBlockhash: blockhash,
    instructions: transaction.instructions.map(({ programIndex, accountIndexes, data }) => ({
      programId: keys[programIndex],
      data: base58.encode(data),
      keys: accountIndexes.map((index) => ({ pubkey: keys[index], isSigner: index < signatures.length, isWritable: isWritable(index) })),
    })),
    signatures: signatures.flatMap((signature, index) =>
      signature.some((byte) => byte !== 0) ? [{ pubkey: keys[index], signature: base58.encode(signature) }] : [],
    ),
  };
};

interface OpenRemoteSessionOptions extends Adoption {
  /** Loads the code that builds and broadcasts transactions. */
  readonly node: SolanaSessionDeps['node'];
}

/** Opens a Solana session over a WalletConnect session; `null` when it shares no Solana account. Never prompts. */
export const openRemoteSession = (
  { remote, connector, network, networks, node }: OpenRemoteSessionOptions,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const wallet = new RemoteWallet({ remote, name: connector.name, icon: connector.icon, networks });
  const pendingResponse = Promise.resolve({ accounts: wallet.accounts });
  return openSession({ connector, wallet, network: pickNetwork(network, wallet, networks()), node, pendingResponse }, signal);
};

/** The network if the wallet shares accounts there, else the first configured one that it does. */
const pickNetwork = (
  network: Adoption['network'],
  { chains }: RemoteWallet,
  networks: ReturnType<Adoption['networks']>,
): Adoption['network'] => [network, ...networks].find(({ caipNetworkId }) => chains.includes(caipNetworkId)) ?? network;
