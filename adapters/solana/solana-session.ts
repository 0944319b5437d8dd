import type { Observable } from 'rxjs';
import type { SessionEvent, WalletSession } from '../../application/ports/chain.port.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import type { SolanaCalls, SolanaSendOptions, TellLate } from '../../application/ports/wallet-calls.js';
import { abortable } from '../../application/shared/abortable.js';
import type { StandardAccount, StandardWallet } from '../../application/shared/standard-wallet.js';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { readSolanaTransaction } from '../../domain/account/solana-transaction.js';
import { type ChainId, toChainId } from '../../domain/caip/caip-2.js';
import { type AccountId, addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { notifyAfterAbort } from '../shared/notify-after-abort.js';
import { revoke } from '../shared/revoke.js';
import { SessionState } from '../shared/session-state.js';
import type { ListedWallet } from '../shared/standard-wallets.js';
import { chainNamed, chainNameFor } from './solana-chain-name.js';
import type { SolanaNode } from './solana-node.js';
import { featureOf, onChange, type SolanaFeatures } from './standard-features.js';
import { toLatchkeyError } from './to-latchkey-error.js';
import { readAccounts, readMessageSignature, readSignature, readSigned, readSignIn, toRecord } from './wallet-answers.js';

/** Specification, section 5. */
const COMMITMENTS: readonly unknown[] = ['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'];

const isWhole = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const RULES: Readonly<Record<keyof SolanaSendOptions, readonly [check: (value: unknown) => boolean, fix: string]>> = {
  skipPreflight: [(value) => typeof value === 'boolean', 'write true or false'],
  preflightCommitment: [(value) => COMMITMENTS.includes(value), `write one of: ${COMMITMENTS.join(', ')}`],
  maxRetries: [isWhole, 'write a whole number'],
  minContextSlot: [isWhole, 'write a whole number'],
};

/**
 * Checks how a transaction is to be broadcast: a page without types may pass anything.
 * @throws LatchkeyError `config/invalid-option`
 */
const checkSendOptions = (options: SolanaSendOptions): void => {
  for (const [name, value] of Object.entries(options)) {
    // A name that the table has is one of its type.
    const rule = Object.hasOwn(RULES, name) ? RULES[name as keyof SolanaSendOptions] : undefined;
    const fix = rule === undefined ? `write one of: ${Object.keys(RULES).join(', ')}` : rule[1];
    if (value !== undefined && !rule?.[0](value)) throw new LatchkeyError('config/invalid-option', { field: `options.${name}`, fix });
  }
};

/** What a session is made of. */
export interface SolanaSessionParts extends ListedWallet {
  /** Where to begin, if the wallet knows it. */
  readonly network: Network;
  /** Loads what builds and broadcasts transactions. */
  readonly node: () => Promise<SolanaNode>;
}

/** A signing feature. */
type SigningFeature = 'solana:signTransaction' | 'solana:signAndSendTransaction';

/**
 * A connection to a wallet of the Wallet Standard. Such a wallet is on no network: each request names one, and the session
 * keeps which it is.
 * @see https://github.com/wallet-standard/wallet-standard
 */
export class SolanaSession implements WalletSession {
  readonly connector: Connector;
  readonly provider: StandardWallet;
  /** `standard:disconnect` knows no families of chains. */
  readonly endsAllNamespaces = true;
  readonly calls: { readonly solana: SolanaCalls };
  readonly events$: Observable<SessionEvent>;
  readonly #node: SolanaSessionParts['node'];
  readonly #leave: () => void;
  readonly #state: SessionState;
  /** The accounts by the wallet's own objects. */
  #shared: readonly StandardAccount[] = [];
  /** The network of the chain; `null` where the wallet does not know the one that was asked for. */
  #network: Network | null;

  constructor({ connector, wallet, network, node }: SolanaSessionParts) {
    this.connector = connector;
    this.provider = wallet;
    this.#node = node;
    const isKnown = chainNameFor(wallet.chains, network.caipNetworkId) !== null;
    this.#network = isKnown ? network : null;
    this.#state = new SessionState(isKnown ? network.caipNetworkId : (firstKnown(wallet) ?? network.caipNetworkId));
    this.events$ = this.#state.events$;
    this.calls = {
      solana: {
        signTransactions: (request, signal) => this.#signTransactions(request, signal),
        signAndSendTransaction: (request, signal, late) => this.#signAndSendTransaction(request, signal, late),
        signIn: async (request, signal) => {
          const name = 'solana:signIn';
          return readSignIn(await this.#prompt(name, (feature) => feature.signIn(request), signal), request.address, name);
        },
      },
    };
    // A wallet that says something meaningless has said nothing.
    this.#leave = onChange(wallet, () => this.hear(readAccounts(wallet.accounts, 'standard:events')));
  }

  get accounts(): readonly AccountRecord[] {
    return this.#state.accounts;
  }

  get chainId(): ChainId {
    // It was given where to begin.
    return this.#state.chainId as ChainId;
  }

  /** Takes what the wallet shares now. */
  hear(accounts: readonly StandardAccount[]): void {
    this.#shared = accounts;
    this.#state.setAccounts(accounts.map(toRecord));
  }

  async switchNetwork(network: Network, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const chainId = network.caipNetworkId;
    if (chainNameFor(this.provider.chains, chainId) === null) throw new LatchkeyError('network/unrecognized-chain', { chainId });
    this.#network = network;
    this.#state.setChainId(chainId);
  }

  /** No wallet of the standard takes one. @throws LatchkeyError `network/not-supported` */
  addNetwork({ caipNetworkId: chainId }: Network): Promise<void> {
    return Promise.reject(new LatchkeyError('network/not-supported', { chainId }));
  }

  /** The answer is the signature in base58, of the text's bytes in UTF-8. */
  async signMessage({ account, message }: { readonly account: AccountId; readonly message: string }, signal: AbortSignal): Promise<string> {
    const name = 'solana:signMessage';
    const input = { account: this.#accountOf(account, name), message: new TextEncoder().encode(message) };
    return readMessageSignature(await this.#prompt(name, (feature) => feature.signMessage(input), signal), input.message, name);
  }

  signTypedData(): Promise<string> {
    return Promise.reject(new LatchkeyError('wallet/unsupported-method', { method: 'signTypedData' }));
  }

  /** Builds a transfer, has the wallet sign it and broadcasts it, through the wallet where that can. */
  async sendTransaction(request: TransactionRequest, signal: AbortSignal, late?: (hash: string) => void): Promise<string> {
    const network = this.#networkOf(request.from);
    const feature = this.#sendingFeature();
    this.#accountOf(request.from, feature);
    const node = await this.#node();
    const legacy = !this.#takes(feature, 0);
    const { transaction, lastValidBlockHeight } = await node.prepareTransfer({ request, network, legacy }, signal);
    return this.#send({ account: request.from, transaction, lastValidBlockHeight }, signal, late);
  }

  async disconnect(signal: AbortSignal): Promise<void> {
    const name = 'standard:disconnect';
    if (featureOf(this.provider, name) === undefined) return;
    await revoke(this.connector.id, () => this.#prompt(name, (feature) => feature.disconnect(), signal), signal);
  }

  release(): void {
    this.#leave();
    this.#state.complete();
  }

  async #signTransactions(
    { account, transactions }: Parameters<SolanaCalls['signTransactions']>[0],
    signal: AbortSignal,
  ): Promise<readonly Uint8Array[]> {
    const name = 'solana:signTransaction';
    const chain = this.#chainName(account);
    const from = this.#accountOf(account, name);
    if (transactions.length === 0) return [];
    for (const transaction of transactions) this.#checkVersion(name, transaction);
    const inputs = transactions.map((transaction) => ({ account: from, transaction, chain }));
    const answer = await this.#prompt(name, (feature) => feature.signTransaction(...inputs), signal);
    return readSigned(answer, from.address, transactions, name);
  }

  async #signAndSendTransaction(
    { account, transaction, options = {} }: Parameters<SolanaCalls['signAndSendTransaction']>[0],
    signal: AbortSignal,
    late?: TellLate,
  ): Promise<string> {
    checkSendOptions(options);
    this.#networkOf(account);
    this.#checkVersion(this.#sendingFeature(), transaction);
    return this.#send({ account, transaction, options }, signal, late);
  }

  async #send(
    {
      account,
      transaction,
      options = {},
      lastValidBlockHeight,
    }: Parameters<SolanaCalls['signAndSendTransaction']>[0] & { readonly lastValidBlockHeight?: bigint },
    signal: AbortSignal,
    late?: (hash: string) => void,
  ): Promise<string> {
    const network = this.#networkOf(account);
    const name = 'solana:signAndSendTransaction';
    const node = await this.#node();
    if (featureOf(this.provider, name) === undefined) {
      const [signed] = await this.#signTransactions({ account, transactions: [transaction] }, signal);
      // One went in, and as many came out as went in.
      const final = signed as Uint8Array;
      const [before, after] = [transaction, final].map(readSolanaTransaction);
      const isRenewed = before?.blockhash !== after?.blockhash;
      const known = lastValidBlockHeight === undefined || isRenewed ? {} : { lastValidBlockHeight };
      return node.broadcast({ transaction: final, network, options, life: { durable: after?.durable ?? false, ...known } }, signal);
    }
    const input = { account: this.#accountOf(account, name), transaction, chain: this.#chainName(account), options };
    const take = (answer: unknown): string => {
      const hash = readSignature(answer, name);
      // What the wallet broadcast nobody here saw: its blockhash may be a newer one, and last longer.
      node.remember(hash, { durable: readSolanaTransaction(transaction)?.durable ?? false });
      return hash;
    };
    const tell = (answer: unknown): void => late?.(take(answer));
    return take(await this.#prompt(name, (feature) => feature.signAndSendTransaction(input), signal, tell));
  }

  /** Which feature a transaction is sent with. */
  #sendingFeature(): SigningFeature {
    const whole = 'solana:signAndSendTransaction';
    return featureOf(this.provider, whole) === undefined ? 'solana:signTransaction' : whole;
  }

  /** Asks the wallet once. The call leaves synchronously; after an abort only `late` is told of the answer. */
  async #prompt<Name extends keyof SolanaFeatures>(
    name: Name,
    ask: (feature: SolanaFeatures[Name]) => PromiseLike<unknown>,
    signal: AbortSignal,
    late: (answer: unknown) => void = () => undefined,
  ): Promise<unknown> {
    signal.throwIfAborted();
    const feature = featureOf(this.provider, name);
    if (feature === undefined) throw new LatchkeyError('wallet/unsupported-method', { method: name });
    try {
      // A wallet may throw at once, or answer with a promise of its own make: the inner promise tames both.
      const answer = new Promise((resolve) => resolve(ask(feature)));
      return await abortable(notifyAfterAbort(answer, signal, late), signal);
    } catch (error) {
      signal.throwIfAborted();
      throw toLatchkeyError(error, name);
    }
  }

  #takes(name: SigningFeature, version: 'legacy' | 0): boolean {
    const versions = featureOf(this.provider, name)?.supportedTransactionVersions;
    // The standard demands the list; a wallet without one is asked.
    return !Array.isArray(versions) || versions.includes(version);
  }

  #checkVersion(name: SigningFeature, transaction: Uint8Array): void {
    const version = readSolanaTransaction(transaction)?.version;
    if (version === undefined) {
      const fix = 'give the bytes of a serialised transaction, legacy or version 0, with a place for each signature';
      throw new LatchkeyError('config/invalid-option', { field: 'transaction', fix });
    }
    if (!this.#takes(name, version)) throw new LatchkeyError('wallet/unsupported-method', { method: `${name} (${version})` });
  }

  #accountOf(account: AccountId, method: string): StandardAccount {
    const found = this.#shared.find(({ address }) => address === addressOf(account));
    if (found === undefined) throw new LatchkeyError('wallet/unauthorized', { method });
    return found;
  }

  /** Never signs for another network than the session is on. */
  #networkOf(account: AccountId): Network {
    const chainId = chainIdOf(account);
    if (chainId !== this.chainId) throw new LatchkeyError('network/wrong-chain', { chainId, walletChainId: this.chainId });
    if (this.#network === null) throw new LatchkeyError('network/not-found', { chainId });
    return this.#network;
  }

  #chainName(account: AccountId): string {
    const { caipNetworkId: chainId } = this.#networkOf(account);
    const name = chainNameFor(this.provider.chains, chainId);
    if (name === null) throw new LatchkeyError('network/unrecognized-chain', { chainId });
    return name;
  }
}

/** A network that the wallet knows, where it does not know the one that was asked for. */
const firstKnown = ({ chains }: StandardWallet): ChainId | null => {
  for (const name of chains) {
    const chainId = chainNamed(name);
    if (chainId !== null) return toChainId(chainId);
  }
  return null;
};
