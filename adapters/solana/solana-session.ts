import { base58 } from '@scure/base';
import type { Observable } from 'rxjs';
import type { SessionEvent, WalletSession } from '../../application/ports/chain.port.js';
import type { OnSendEvent } from '../../application/ports/send-event.js';
import type { SignInMessageRequest } from '../../application/ports/sign-in.port.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import type { SolanaCalls, SolanaSendOptions, SolanaSignInInput } from '../../application/ports/wallet-calls.js';
import { abortable } from '../../application/shared/abortable.js';
import { loadChunk } from '../../application/shared/load-chunk.js';
import type { StandardAccount, StandardWallet } from '../../application/shared/standard-wallet.js';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { readSolanaTransaction } from '../../domain/account/solana-transaction.js';
import { type ChainId, toChainId } from '../../domain/caip/caip-2.js';
import { type AccountId, addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import type { Connector } from '../../domain/connection/connector.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { checkReviewed } from '../../domain/send/reviewed-transfer.js';
import type { SignInSession } from '../../domain/sign-in/sign-in-session.js';
import { attempt } from '../../domain/wire.js';
import { notifyAfterAbort } from '../shared/notify-after-abort.js';
import { revoke } from '../shared/revoke.js';
import { SessionState } from '../shared/session-state.js';
import type { ListedWallet } from '../shared/standard-wallets.js';
import { chainIdByName, chainNameFor } from './solana-chain-name.js';
import type { SolanaNode } from './solana-node.js';
import { featureOf, onChange, type SolanaFeatures } from './standard-features.js';
import { toLatchkeyError } from './to-latchkey-error.js';
import { readAccounts, readMessageSignature, readSignature, readSignedTransactions, readSignIn, toRecord } from './wallet-responses.js';

const SIGN_IN = 'solana:signIn';
/** Failures of the sign-in prompt that the user did not decide on. */
const SIGN_IN_FAULTS = ['wallet/unsupported-method', 'wallet/invalid-response', 'wallet/request-failed'] as const;

/** Specification, section 5. */
const COMMITMENTS: readonly unknown[] = ['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'];

const isWhole = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const SEND_OPTION_RULES: Readonly<Record<keyof SolanaSendOptions, readonly [check: (value: unknown) => boolean, fix: string]>> = {
  skipPreflight: [(value) => typeof value === 'boolean', 'pass true or false'],
  preflightCommitment: [(value) => COMMITMENTS.includes(value), `pass one of: ${COMMITMENTS.join(', ')}`],
  maxRetries: [isWhole, 'pass a whole number'],
  minContextSlot: [isWhole, 'pass a whole number'],
};

/**
 * Validates send options: an untyped app may pass anything.
 * @throws LatchkeyError `config/invalid-option`
 */
const checkSendOptions = (options: SolanaSendOptions): void => {
  for (const [name, value] of Object.entries(options)) {
    // A key of the table is a key of its type.
    const rule = Object.hasOwn(SEND_OPTION_RULES, name) ? SEND_OPTION_RULES[name as keyof SolanaSendOptions] : undefined;
    const fix = rule === undefined ? `pass one of: ${Object.keys(SEND_OPTION_RULES).join(', ')}` : rule[1];
    if (value !== undefined && !rule?.[0](value)) throw new LatchkeyError('config/invalid-option', { field: `options.${name}`, fix });
  }
};

export interface SolanaSessionDeps extends ListedWallet {
  /** Initial network, if the wallet supports it. */
  readonly network: Network;
  /** Loads the code that builds and broadcasts transactions. */
  readonly node: () => Promise<SolanaNode>;
}

type SigningFeature = 'solana:signTransaction' | 'solana:signAndSendTransaction';

/**
 * Compares a transaction with the transfer that the user has reviewed, if any.
 * @throws LatchkeyError `send/request-tampered`
 */
const checkReviewedTransaction = async (
  { from, to, all = false, reviewed }: TransactionRequest,
  transaction: Uint8Array,
): Promise<void> => {
  if (reviewed === undefined) return;
  const { readTransfer, tokenAccountOf } = await loadReview();
  const chainId = chainIdOf(from);
  const passed = readTransfer(transaction, { chainId, to, all, tokenAccountOf });
  if (passed === null) throw new LatchkeyError('send/request-tampered', { chainId });
  checkReviewed(reviewed, passed);
};

const loadReview = async () => {
  const [{ readTransfer }, { tokenAccountOf }] = await Promise.all([
    loadChunk('the review of Solana transfers', () => import('./reviewed-transaction.js')),
    loadChunk('the Solana transfer builder', () => import('./web3/build-transfer.js'), '@solana/web3.js'),
  ]);
  return { readTransfer, tokenAccountOf };
};

/**
 * A session with a Wallet Standard wallet. Such a wallet has no active network: each request names one, and the session stores the current
 * one.
 * @see https://github.com/wallet-standard/wallet-standard
 */
export class SolanaSession implements WalletSession {
  readonly connector: Connector;
  readonly provider: StandardWallet;
  /** `standard:disconnect` disconnects all namespaces at once. */
  readonly canOnlyDisconnectAll = true;
  readonly calls: { readonly solana: SolanaCalls };
  readonly events$: Observable<SessionEvent>;
  readonly #node: SolanaSessionDeps['node'];
  readonly #unsubscribe: () => void;
  readonly #state: SessionState;
  /** The wallet's own account objects. */
  #shared: readonly StandardAccount[] = [];
  /** The active network; `null` if the wallet does not support the requested one. */
  #network: Network | null;
  #signIns: readonly SignInSession[] = [];
  /** False once the sign-in prompt of the wallet has failed: the user would be stuck with it. */
  #hasSignInPrompt = true;

  constructor({ connector, wallet, network, node }: SolanaSessionDeps) {
    this.connector = connector;
    this.provider = wallet;
    this.#node = node;
    const isSupported = chainNameFor(wallet.chains, network.caipNetworkId) !== null;
    this.#network = isSupported ? network : null;
    this.#state = new SessionState(isSupported ? network.caipNetworkId : (firstSupportedChainId(wallet) ?? network.caipNetworkId));
    this.events$ = this.#state.events$;
    this.calls = {
      solana: {
        signTransactions: (request, signal) => this.#signTransactions(request, signal),
        signAndSendTransaction: (request, signal, onEvent) => this.#signAndSendTransaction(request, signal, onEvent),
        signIn: async (request, signal) => {
          const { account, ...signed } = readSignIn(await this.#promptSignIn(request, signal), request.address, SIGN_IN);
          return { ...signed, account: toRecord(account) };
        },
      },
    };
    // Ignores malformed change events.
    this.#unsubscribe = onChange(wallet, () => this.updateAccounts(readAccounts(wallet.accounts, 'standard:events')));
  }

  get accounts(): readonly AccountRecord[] {
    return this.#state.accounts;
  }

  get chainId(): ChainId {
    // The constructor sets it.
    return this.#state.chainId as ChainId;
  }

  /** The message that the wallet signed while it connected, if it did. */
  get signIns(): readonly SignInSession[] {
    return this.#signIns;
  }

  /** Sets the accounts that the wallet shares. */
  updateAccounts(accounts: readonly StandardAccount[]): void {
    this.#shared = accounts;
    this.#state.setAccounts(accounts.map(toRecord));
  }

  /**
   * Connects and signs in with one prompt, to the account that the user picks. `false` if the wallet cannot: then it has to be connected
   * without. If the wallet signs another text, the session has no sign-in.
   */
  async connectWithSignIn(message: SignInMessageRequest, signal: AbortSignal): Promise<boolean> {
    const { connectInput, toSignIn } = await loadSignIn();
    const input = this.#network === null ? null : connectInput(message);
    if (input === null) return false;
    try {
      const signedIn = readSignIn(await this.#promptSignIn(input, signal), undefined, SIGN_IN);
      const signIn = toSignIn(message, signedIn);
      this.#signIns = signIn === null ? [] : [signIn];
      this.#hasSignInPrompt = signIn !== null;
      const { address } = signedIn.account;
      const shared = attempt(() => readAccounts(this.provider.accounts, SIGN_IN)) ?? [];
      const isPicked = (account: StandardAccount): boolean => account.address === address;
      this.updateAccounts([shared.find(isPicked) ?? signedIn.account, ...shared.filter((account) => !isPicked(account))]);
      return true;
    } catch (error) {
      if (!this.#onSignInFailure(error)) throw error;
      return false;
    }
  }

  async switchNetwork(network: Network, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const chainId = network.caipNetworkId;
    if (chainNameFor(this.provider.chains, chainId) === null) throw new LatchkeyError('network/unrecognized-chain', { chainId });
    this.#network = network;
    this.#state.setChainId(chainId);
  }

  /** The Wallet Standard cannot add networks. @throws LatchkeyError `network/not-supported` */
  addNetwork({ caipNetworkId: chainId }: Network): Promise<void> {
    return Promise.reject(new LatchkeyError('network/not-supported', { chainId }));
  }

  /** Returns the base58 signature of the message's UTF-8 bytes. */
  async signMessage({ account, message }: { readonly account: AccountId; readonly message: string }, signal: AbortSignal): Promise<string> {
    const name = 'solana:signMessage';
    const input = { account: this.#accountOf(account, name), message: new TextEncoder().encode(message) };
    return readMessageSignature(await this.#prompt(name, (feature) => feature.signMessage(input), signal), input.message, name);
  }

  /** Signs a message with `solana:signIn`: the wallet builds its text, and shows who asks for it. Returns the base58 signature. */
  async signInMessage(
    { account, data, message }: Parameters<NonNullable<WalletSession['signInMessage']>>[0],
    signal: AbortSignal,
  ): Promise<string> {
    const { signInInput, isSignedText } = await loadSignIn();
    const { address } = this.#accountOf(account, SIGN_IN);
    const input = this.#hasSignInPrompt && data.accountAddress === address ? signInInput(data, message) : null;
    if (input === null) throw new LatchkeyError('wallet/unsupported-method', { method: SIGN_IN });
    try {
      const signedIn = readSignIn(await this.#promptSignIn(input, signal), address, SIGN_IN);
      if (!isSignedText(signedIn, message)) throw new LatchkeyError('wallet/invalid-response', { method: SIGN_IN });
      return base58.encode(signedIn.signature);
    } catch (error) {
      this.#onSignInFailure(error);
      throw error;
    }
  }

  signTypedData(): Promise<string> {
    return Promise.reject(new LatchkeyError('wallet/unsupported-method', { method: 'signTypedData' }));
  }

  /** Builds a transfer, has the wallet sign it and broadcasts it, through the wallet if it can. */
  async sendTransaction(request: TransactionRequest, signal: AbortSignal, onEvent?: OnSendEvent): Promise<string> {
    const network = this.#networkOf(request.from);
    const feature = this.#sendingFeature();
    this.#accountOf(request.from, feature);
    const node = await this.#node();
    const legacy = !this.#supportsVersion(feature, 0);
    const { transaction, lastValidBlockHeight } = await node.prepareTransfer({ request, network, legacy }, signal);
    await checkReviewedTransaction(request, transaction);
    return this.#send({ account: request.from, transaction, lastValidBlockHeight }, signal, onEvent);
  }

  async disconnect(signal: AbortSignal): Promise<void> {
    const name = 'standard:disconnect';
    if (featureOf(this.provider, name) === undefined) return;
    await revoke(this.connector.id, () => this.#prompt(name, (feature) => feature.disconnect(), signal), signal);
  }

  release(): void {
    this.#unsubscribe();
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
    const response = await this.#prompt(name, (feature) => feature.signTransaction(...inputs), signal);
    return readSignedTransactions(response, from.address, transactions, name);
  }

  async #signAndSendTransaction(
    { account, transaction, options = {} }: Parameters<SolanaCalls['signAndSendTransaction']>[0],
    signal: AbortSignal,
    onEvent?: OnSendEvent,
  ): Promise<string> {
    checkSendOptions(options);
    this.#networkOf(account);
    this.#checkVersion(this.#sendingFeature(), transaction);
    return this.#send({ account, transaction, options }, signal, onEvent);
  }

  async #send(
    {
      account,
      transaction,
      options = {},
      lastValidBlockHeight,
    }: Parameters<SolanaCalls['signAndSendTransaction']>[0] & { readonly lastValidBlockHeight?: bigint },
    signal: AbortSignal,
    onEvent?: OnSendEvent,
  ): Promise<string> {
    const network = this.#networkOf(account);
    const name = 'solana:signAndSendTransaction';
    const node = await this.#node();
    const since = node.now();
    if (featureOf(this.provider, name) === undefined) {
      const [signed] = await this.#signTransactions({ account, transactions: [transaction] }, signal);
      // One transaction in, one out.
      const signedTransaction = signed as Uint8Array;
      const [before, after] = [transaction, signedTransaction].map(readSolanaTransaction);
      const isRenewed = before?.blockhash !== after?.blockhash;
      const validity = lastValidBlockHeight === undefined || isRenewed ? {} : { lastValidBlockHeight };
      return node.broadcast(
        { transaction: signedTransaction, network, options, lifetime: { durable: after?.hasDurableNonce ?? false, since, ...validity } },
        signal,
        onEvent,
      );
    }
    const input = { account: this.#accountOf(account, name), transaction, chain: this.#chainName(account), options };
    const acceptResponse = (response: unknown): string => {
      const hash = readSignature(response, name);
      // The wallet broadcast by itself and may have used a newer blockhash, which stays valid for longer.
      const trace = node.remember(hash, { durable: readSolanaTransaction(transaction)?.hasDurableNonce ?? false, since });
      onEvent?.({ type: signal.aborted ? 'late-broadcast' : 'broadcast', hash, trace });
      return hash;
    };
    return acceptResponse(await this.#prompt(name, (feature) => feature.signAndSendTransaction(input), signal, acceptResponse));
  }

  /** The feature used to send a transaction. */
  #sendingFeature(): SigningFeature {
    const name = 'solana:signAndSendTransaction';
    return featureOf(this.provider, name) === undefined ? 'solana:signTransaction' : name;
  }

  #promptSignIn(input: SolanaSignInInput, signal: AbortSignal): Promise<unknown> {
    return this.#prompt(SIGN_IN, (feature) => feature.signIn(input), signal);
  }

  /** Stops using a sign-in prompt that does not work: the wallet may still sign messages. Returns true in that case. */
  #onSignInFailure(error: unknown): boolean {
    const isFault = SIGN_IN_FAULTS.some((code) => isLatchkeyError(error, code));
    if (isFault) this.#hasSignInPrompt = false;
    return isFault;
  }

  /** Calls a wallet feature once, synchronously. After an abort only `onLateResponse` receives the response. */
  async #prompt<Name extends keyof SolanaFeatures>(
    name: Name,
    call: (feature: SolanaFeatures[Name]) => PromiseLike<unknown>,
    signal: AbortSignal,
    onLateResponse: (response: unknown) => void = () => undefined,
  ): Promise<unknown> {
    signal.throwIfAborted();
    const feature = featureOf(this.provider, name);
    if (feature === undefined) throw new LatchkeyError('wallet/unsupported-method', { method: name });
    try {
      // A wallet may throw synchronously or return a non-native thenable: the promise constructor normalizes both.
      const response = new Promise((resolve) => resolve(call(feature)));
      return await abortable(notifyAfterAbort(response, signal, onLateResponse), signal);
    } catch (error) {
      signal.throwIfAborted();
      throw toLatchkeyError(error, name);
    }
  }

  #supportsVersion(name: SigningFeature, version: 'legacy' | 0): boolean {
    const versions = featureOf(this.provider, name)?.supportedTransactionVersions;
    // The standard requires the list; a wallet without one is assumed to support every version.
    return !Array.isArray(versions) || versions.includes(version);
  }

  #checkVersion(name: SigningFeature, transaction: Uint8Array): void {
    const version = readSolanaTransaction(transaction)?.version;
    if (version === undefined) {
      const fix = 'pass the bytes of a serialized transaction, legacy or version 0, with a slot for each signature';
      throw new LatchkeyError('config/invalid-option', { field: 'transaction', fix });
    }
    if (!this.#supportsVersion(name, version)) throw new LatchkeyError('wallet/unsupported-method', { method: `${name} (${version})` });
  }

  #accountOf(account: AccountId, method: string): StandardAccount {
    const found = this.#shared.find(({ address }) => address === addressOf(account));
    if (found === undefined) throw new LatchkeyError('wallet/unauthorized', { method });
    return found;
  }

  /** Never signs for another network than the session's. */
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

const loadSignIn = () => loadChunk('the Solana sign-in code', () => import('./sign-in.js'));

/** Fallback chain, if the wallet does not support the requested one. */
const firstSupportedChainId = ({ chains }: StandardWallet): ChainId | null => {
  for (const name of chains) {
    const chainId = chainIdByName(name);
    if (chainId !== null) return toChainId(chainId);
  }
  return null;
};
