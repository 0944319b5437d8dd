import { base58, base64 } from '@scure/base';
import type { Adoption, WalletSession } from '../../application/ports/chain.port.js';
import type { RemoteSession, RemoteSessionEvent } from '../../application/ports/remote-session.port.js';
import type { StandardAccount, StandardWallet } from '../../application/shared/standard-wallet.js';
import { decodeBase58 } from '../../domain/account/base58.js';
import { isSolanaAddress } from '../../domain/account/solana-address.js';
import { readSolanaTransaction, withSolanaSignature } from '../../domain/account/solana-transaction.js';
import { type ChainId, isChainId } from '../../domain/caip/caip-2.js';
import type { Network } from '../../domain/network/network.js';
import { base64ToBytes } from '../../domain/wallet-protocol/base64.js';
import { addressesOn, allowsMethod, chainsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import { membersOf } from '../../domain/wire.js';
import { openSession } from './open-session.js';
import { chainNamed, nameOf } from './solana-chain-name.js';
import type { SolanaSessionParts } from './solana-session.js';
import type { MessageInput, SolanaFeatures, TransactionInput } from './standard-features.js';

/** What the wallet is made of. */
export interface RemoteWalletParts {
  readonly remote: RemoteSession;
  readonly name: string;
  readonly icon: string | null;
  /** Live: the configured networks of Solana. */
  readonly networks: () => readonly Network[];
}

const NAMESPACE = 'solana';

/** What a wallet elsewhere throws where it lacks a method. @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors */
const unsupported = (method: string): Error => Object.assign(new Error(`The wallet does not allow ${method}`), { code: 4200 });

/**
 * A wallet elsewhere as a wallet of the Wallet Standard: its accounts are known here, everything else goes to it by the
 * `solana_…` methods. Transactions travel as base64, messages and signatures as base58.
 * @see https://docs.walletconnect.network/wallet-sdk/chain-support/solana
 */
export class RemoteWallet implements StandardWallet {
  readonly version = '1.0.0';
  readonly name: string;
  readonly icon: string;
  readonly #remote: RemoteSession;
  readonly #networks: () => readonly Network[];
  readonly #life = new AbortController();
  /** Addresses in the order that the wallet named them last. */
  #order: readonly string[] = [];

  constructor({ remote, name, icon, networks }: RemoteWalletParts) {
    this.name = name;
    this.icon = icon ?? '';
    this.#remote = remote;
    this.#networks = networks;
  }

  /** By CAIP-2 id, and by the names that the standard has. */
  get chains(): readonly string[] {
    const ids = this.#chainIds();
    return [...ids, ...ids.flatMap((chainId) => nameOf(chainId) ?? [])];
  }

  get accounts(): readonly StandardAccount[] {
    if (!this.#remote.live) return [];
    const chains = this.chains;
    const found = new Set(this.#chainIds().flatMap((chainId) => this.#idOnWire(chainId)?.addresses ?? []));
    const rank = (address: string): number => {
      const at = this.#order.indexOf(address);
      return at === -1 ? this.#order.length : at;
    };
    return [...found]
      .filter(isSolanaAddress)
      .sort((a, b) => rank(a) - rank(b))
      .map((address) => {
        // An address is base58.
        const publicKey = decodeBase58(address) as Uint8Array;
        return { address, publicKey, chains, features: Object.keys(this.features) };
      });
  }

  get features(): Readonly<Record<string, unknown>> {
    const versions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] };
    const all: Omit<SolanaFeatures, 'solana:signIn'> = {
      'standard:connect': { connect: async () => ({ accounts: this.accounts }) },
      'standard:disconnect': { disconnect: () => this.#remote.disconnect(this.#life.signal) },
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

  /** The chains that the session shares accounts on, a network's former id counting as the present one. */
  #chainIds(): readonly ChainId[] {
    const { namespaces } = this.#remote;
    const shared = chainsOf(namespaces, NAMESPACE).filter((chainId) => addressesOn(namespaces, NAMESPACE, chainId).length > 0);
    const present = (chainId: ChainId): ChainId =>
      this.#networks().find(({ deprecatedCaipNetworkId }) => deprecatedCaipNetworkId === chainId)?.caipNetworkId ?? chainId;
    return [...new Set(shared.map(present))];
  }

  /** By which id the session knows a chain, and what it shares there; `null` where it shares nothing. */
  #idOnWire(chainId: ChainId): { readonly wireId: ChainId; readonly addresses: readonly string[] } | null {
    const former = this.#networks().find(({ caipNetworkId }) => caipNetworkId === chainId)?.deprecatedCaipNetworkId;
    for (const wireId of [chainId, former]) {
      const addresses = wireId === undefined ? [] : addressesOn(this.#remote.namespaces, NAMESPACE, wireId);
      if (wireId !== undefined && addresses.length > 0) return { wireId, addresses };
    }
    return null;
  }

  #wireIds(): readonly ChainId[] {
    return this.#chainIds().flatMap((chainId) => this.#idOnWire(chainId)?.wireId ?? []);
  }

  #allows(method: string): boolean {
    return this.#wireIds().some((wireId) => allowsMethod(this.#remote.namespaces, wireId, method));
  }

  /** Asks the wallet on a chain that is named either way; a message is on none, so that the first one serves. */
  async #request(method: string, chain: string | null, params: unknown): Promise<Readonly<Record<string, unknown>>> {
    const chainId = chain === null ? null : (chainNamed(chain) ?? chain);
    const wireId = chainId === null ? this.#wireIds()[0] : isChainId(chainId) ? this.#idOnWire(chainId)?.wireId : undefined;
    if (wireId === undefined || !allowsMethod(this.#remote.namespaces, wireId, method)) throw unsupported(method);
    return membersOf(await this.#remote.request({ chainId: wireId, method, params }, this.#life.signal));
  }

  async #signMessage({ account, message }: MessageInput): Promise<object> {
    const params = { message: base58.encode(message), pubkey: account.address };
    const { signature } = await this.#request('solana_signMessage', null, params);
    return { signedMessage: message, signature: fromBase58(signature) };
  }

  async #signTransactions(inputs: readonly TransactionInput[]): Promise<readonly object[]> {
    const [first] = inputs;
    if (first === undefined) return [];
    const isOneRequest = inputs.length > 1 || !this.#allows('solana_signTransaction');
    if (!isOneRequest || !this.#allows('solana_signAllTransactions')) {
      const signed: object[] = [];
      // One after the other: each is a question on the wallet's screen.
      for (const input of inputs) signed.push(await this.#signTransaction(input));
      return signed;
    }
    const params = { transactions: inputs.map(({ transaction }) => base64.encode(transaction)), pubkey: first.account.address };
    const { transactions } = await this.#request('solana_signAllTransactions', first.chain, params);
    return Array.isArray(transactions) ? transactions.map((text) => ({ signedTransaction: fromBase64(text) })) : [];
  }

  async #signTransaction({ account, chain, transaction }: TransactionInput): Promise<object> {
    const params = { transaction: base64.encode(transaction), pubkey: account.address, ...legacyFields(transaction) };
    const answer = await this.#request('solana_signTransaction', chain, params);
    const whole = fromBase64(answer['transaction']);
    if (whole !== null && readSolanaTransaction(whole) !== null) return { signedTransaction: whole };
    // Older wallets give the signature alone.
    const signature = fromBase58(answer['signature']);
    return { signedTransaction: signature === null ? null : withSolanaSignature(transaction, account.address, signature) };
  }

  async #signAndSend({ account, chain, transaction, options }: TransactionInput): Promise<object> {
    const sendOptions = options !== undefined && Object.keys(options).length > 0 ? { sendOptions: options } : {};
    const params = { transaction: base64.encode(transaction), pubkey: account.address, ...sendOptions };
    const { signature } = await this.#request('solana_signAndSendTransaction', chain, params);
    return { signature: fromBase58(signature) };
  }

  #listen(listener: (change: unknown) => void): () => void {
    let told = this.#told();
    const listening = this.#remote.events$.subscribe((event) => {
      this.#hear(event);
      if (this.#told() === told) return;
      told = this.#told();
      listener({ accounts: this.accounts, chains: this.chains, features: this.features });
    });
    return () => listening.unsubscribe();
  }

  #told(): string {
    return [...this.accounts.map(({ address }) => address), ...this.chains].join();
  }

  #hear(event: RemoteSessionEvent): void {
    if (event.type !== 'event' || event.name !== 'accountsChanged' || !event.chainId.startsWith(`${NAMESPACE}:`)) return;
    const named: readonly unknown[] = Array.isArray(event.data) ? event.data : [];
    // Some wallets name CAIP-10 accounts.
    this.#order = named.map((account) => String(account).split(':').at(-1) ?? '');
  }
}

const fromBase58 = (value: unknown): Uint8Array | null => (typeof value === 'string' ? decodeBase58(value) : null);
const fromBase64 = (value: unknown): Uint8Array | null => (typeof value === 'string' ? base64ToBytes(value) : null);

/**
 * What a legacy transaction also says in the open when it goes to a wallet elsewhere, for wallets that do not read its bytes.
 * Nothing for one with a version.
 * @see https://docs.walletconnect.network/wallet-sdk/chain-support/solana
 */
const legacyFields = (bytes: Uint8Array): object => {
  const transaction = readSolanaTransaction(bytes);
  if (transaction === null || transaction.version !== 'legacy') return {};
  const { keys, signatures, readonlySigners, readonlyOthers, blockhash } = transaction;
  const isWritable = (place: number): boolean =>
    place < signatures.length ? place < signatures.length - readonlySigners : place < keys.length - readonlyOthers;
  return {
    feePayer: keys[0],
    recentBlockhash: blockhash,
    instructions: transaction.instructions.map(({ program, accounts, data }) => ({
      programId: keys[program],
      data: base58.encode(data),
      keys: accounts.map((place) => ({ pubkey: keys[place], isSigner: place < signatures.length, isWritable: isWritable(place) })),
    })),
    signatures: signatures.flatMap((signature, place) =>
      signature.some((byte) => byte !== 0) ? [{ pubkey: keys[place], signature: base58.encode(signature) }] : [],
    ),
  };
};

/** What a session of the wallet protocol becomes a Solana session with. */
interface OpenRemoteSession extends Adoption {
  /** Loads what builds and broadcasts transactions. */
  readonly node: SolanaSessionParts['node'];
}

/** Opens a Solana session over one of the wallet protocol; `null` when it shares no Solana account. Nobody is asked. */
export const openRemoteSession = (
  { remote, connector, network, networks, node }: OpenRemoteSession,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const wallet = new RemoteWallet({ remote, name: connector.name, icon: connector.icon, networks });
  const asked = Promise.resolve({ accounts: wallet.accounts });
  return openSession({ connector, wallet, network: nearest(network, wallet, networks()), node, asked }, signal);
};

/** The network if the wallet shares accounts there, else the first configured one where it does. */
const nearest = (network: Adoption['network'], { chains }: RemoteWallet, networks: ReturnType<Adoption['networks']>): Adoption['network'] =>
  [network, ...networks].find(({ caipNetworkId }) => chains.includes(caipNetworkId)) ?? network;
