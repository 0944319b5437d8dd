import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Observable } from 'rxjs';
import type { SessionEvent, TypedData, WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { RemoteSession } from '../../application/ports/remote-session.port.js';
import type { OnSendEvent } from '../../application/ports/send-event.js';
import type { ReplacementRequest, TransactionRequest } from '../../application/ports/transaction-request.js';
import type { Eip155Calls } from '../../application/ports/wallet-calls.js';
import { loadChunk } from '../../application/shared/load-chunk.js';
import { pause } from '../../application/shared/pause.js';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { isSameEvmAddress } from '../../domain/account/evm-address.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { type AccountId, addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import type { Connector } from '../../domain/connection/connector.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { addChainParameters } from '../../domain/network/add-chain-parameters.js';
import { toHexChainId } from '../../domain/network/hex-chain-id.js';
import type { Network } from '../../domain/network/network.js';
import type { SignInSession } from '../../domain/sign-in/sign-in-session.js';
import { attempt } from '../../domain/wire.js';
import { awaitWallet } from '../shared/await-wallet.js';
import { revoke } from '../shared/revoke.js';
import { SessionState } from '../shared/session-state.js';
import type { DiscoveredWallet, Eip6963Discovery } from './eip-6963-discovery.js';
import { Eip155Requests } from './eip155-requests.js';
import type { Eip1193Provider } from './eip1193.js';
import type { RpcRequestFn } from './estimate-fees.js';
import { checkRequest } from './price-transaction.js';
import { sendError } from './send-errors.js';
import { checkReviewedParameters, sendParameters } from './send-parameters.js';
import { readAccounts, readChainId, readSignature, readTransactionHash } from './wallet-responses.js';

/** Some wallets confirm a switch before they complete it: the chain id is polled until this timeout. */
const SWITCH_TIMEOUT_MS = 5_000;
const SWITCH_POLL_MS = 250;

export interface OpenSessionOptions {
  readonly wallet: DiscoveredWallet;
  readonly clock: Clock;
  /** `eth_requestAccounts` may prompt, `eth_accounts` never does. */
  readonly method: 'eth_requestAccounts' | 'eth_accounts';
  /** The pending response, if `method` was already requested. */
  readonly pendingResponse?: Promise<unknown>;
  /** Messages that the wallet signed while connecting. */
  readonly signIns?: readonly SignInSession[] | undefined;
  /** Type of an account, for wallets with several types. Default: a standard account. */
  readonly accountTypeOf?: RemoteSession['accountTypeOf'];
}

/**
 * Opens a session; `null` when the wallet shares no account. Listeners are attached before the first read, so that no change in between is
 * lost.
 */
export const openSession = async (
  { wallet, clock, method, pendingResponse, signIns, accountTypeOf }: OpenSessionOptions,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const requests = new Eip155Requests(wallet.provider, clock);
  const session = new Eip155Session(wallet, { requests, clock, signIns, accountTypeOf });
  try {
    const response = await (pendingResponse === undefined
      ? requests.read(method, signal)
      : requests.awaitResponse(method, pendingResponse, signal));
    if (await session.begin(response, method, signal)) return session;
  } catch (error) {
    session.release();
    throw error;
  }
  session.release();
  return null;
};

interface BroadcastOptions {
  /** Of `eth_sendTransaction`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly chainId: ChainId;
  /** Called last before the request; may throw. */
  readonly check?: () => void;
  /** Called with the hash of a broadcast after an abort. */
  readonly onLate: (hash: string) => void;
}

interface SessionParts extends Pick<OpenSessionOptions, 'clock' | 'signIns' | 'accountTypeOf'> {
  readonly requests: Eip155Requests;
}

/** A connection to an EIP-1193 wallet. @see https://eips.ethereum.org/EIPS/eip-1193 */
class Eip155Session implements WalletSession {
  readonly connector: Connector;
  readonly provider: Eip1193Provider;
  readonly signIns: readonly SignInSession[] | undefined;
  readonly events$: Observable<SessionEvent>;
  readonly calls: { readonly eip155: Eip155Calls };
  readonly replaceTransaction?: NonNullable<WalletSession['replaceTransaction']>;
  readonly #requests: Eip155Requests;
  readonly #clock: Clock;
  readonly #accountTypeOf: OpenSessionOptions['accountTypeOf'];
  readonly #state = new SessionState();
  readonly #controller = new AbortController();
  readonly #listeners: Readonly<Record<string, (payload: unknown) => void>>;
  #isChecking = false;
  #shouldCheckAgain = false;

  constructor({ connector, provider }: DiscoveredWallet, { requests, clock, signIns, accountTypeOf }: SessionParts) {
    this.connector = connector;
    this.provider = provider;
    this.signIns = signIns;
    this.events$ = this.#state.events$;
    this.#requests = requests;
    this.#clock = clock;
    this.#accountTypeOf = accountTypeOf;
    this.calls = { eip155: lazyCalls(requests, () => this.chainId) };
    // The site of the embedded wallet chooses the nonce itself: it would send a second transaction.
    if (connector.type !== 'AUTH')
      this.replaceTransaction = (request, signal, onEvent) => this.#replaceTransaction(request, signal, onEvent);
    this.#listeners = {
      accountsChanged: (payload) => this.#ignoreInvalid(() => this.#state.setAccounts(this.#readAccounts(payload, 'eth_accounts'))),
      chainChanged: (payload) => this.#ignoreInvalid(() => this.#state.setChainId(readChainId(payload, 'eth_chainId'))),
      // Providers emit these when they lose or regain their nodes, or restart: check if the app is still authorized.
      disconnect: () => void this.#check(),
      connect: () => {
        if (this.#state.isDisconnected || this.#isChecking) void this.#check();
      },
    };
    for (const [event, listener] of Object.entries(this.#listeners)) attempt(() => provider.on?.(event, listener));
  }

  get accounts(): readonly AccountRecord[] {
    return this.#state.accounts;
  }

  get chainId(): ChainId {
    // `begin` reads the chain id before the session is handed out.
    return this.#state.chainId as ChainId;
  }

  /** Sets the initial accounts and reads the chain. `false` if there are none, or the wallet disconnected meanwhile. */
  async begin(response: unknown, method: string, signal: AbortSignal): Promise<boolean> {
    const accounts = this.#readAccounts(response, method);
    if (accounts.length === 0) return false;
    this.#state.setAccounts(accounts);
    await this.#readChain(signal);
    return !this.#state.isDisconnected;
  }

  /** @see https://eips.ethereum.org/EIPS/eip-3326 */
  async switchNetwork({ caipNetworkId: target }: Network, signal: AbortSignal): Promise<void> {
    // A wallet already on the target chain would show a needless prompt.
    if ((await this.#currentChainId(signal)) === target) return;
    await this.#requests.prompt('wallet_switchEthereumChain', [{ chainId: toHexChainId(target) }], signal, target);
    const deadline = this.#clock.now() + SWITCH_TIMEOUT_MS;
    while ((await this.#currentChainId(signal)) !== target) {
      if (this.#clock.now() >= deadline) throw new LatchkeyError('wallet/invalid-response', { method: 'wallet_switchEthereumChain' });
      await pause(SWITCH_POLL_MS, this.#clock, signal);
    }
  }

  /** @see https://eips.ethereum.org/EIPS/eip-3085 */
  async addNetwork(network: Network, signal: AbortSignal): Promise<void> {
    const method = 'wallet_addEthereumChain';
    try {
      await this.#requests.prompt(method, [addChainParameters(network)], signal);
    } catch (cause) {
      if (!isLatchkeyError(cause, 'wallet/unsupported-method') && !isLatchkeyError(cause, 'wallet/request-failed')) throw cause;
      throw new LatchkeyError('network/not-supported', { chainId: network.caipNetworkId }, { cause });
    }
  }

  /** @see https://eips.ethereum.org/EIPS/eip-191 */
  async signMessage({ account, message }: { readonly account: AccountId; readonly message: string }, signal: AbortSignal): Promise<string> {
    const method = 'personal_sign';
    return readSignature(await this.#requests.prompt(method, [utf8Hex(message), addressOf(account)], signal), method);
  }

  /** @see https://eips.ethereum.org/EIPS/eip-712 */
  async signTypedData(
    { account, typedData }: { readonly account: AccountId; readonly typedData: TypedData },
    signal: AbortSignal,
  ): Promise<string> {
    const method = 'eth_signTypedData_v4';
    return readSignature(await this.#requests.prompt(method, [addressOf(account), typedDataJson(typedData)], signal), method);
  }

  /**
   * Never signs for another chain than the account's: the wallet's chain is read just before, and the request carries the chain id, so that
   * a wallet that switched meanwhile rejects it.
   */
  async sendTransaction(request: TransactionRequest, signal: AbortSignal, onEvent?: OnSendEvent): Promise<string> {
    checkRequest(request);
    const chainId = chainIdOf(request.from);
    await this.#readChain(signal);
    this.#requireChain(chainId);
    const paysFee = !this.#isSmartAccount(request.from);
    const rpcRequest: RpcRequestFn = (read, params) => this.#requests.read(read, signal, params);
    const parameters = await sendParameters(request, { rpcRequest, clock: this.#clock, paysFee });
    const check = (): void => {
      checkReviewedParameters(request, parameters);
      if (request.reviewed !== undefined && this.#requests.isReplaced) throw new LatchkeyError('send/request-tampered', { chainId });
    };
    return this.#broadcast({ parameters, chainId, check, onLate: (hash) => onEvent?.({ type: 'late-broadcast', hash }) }, signal);
  }

  /** Never replaced by a transaction with another nonce unnoticed: some wallets choose the nonce themselves. */
  async #replaceTransaction(request: ReplacementRequest, signal: AbortSignal, onEvent?: OnSendEvent): Promise<string> {
    const { from, hash } = request;
    const chainId = chainIdOf(from);
    if (this.#isSmartAccount(from)) throw new LatchkeyError('send/not-replaceable', { chainId, hash, reason: 'smart-account' });
    await this.#readChain(signal);
    this.#requireChain(chainId);
    const { replacementParameters, readNonce } = await loadReplacement();
    const rpcRequest: RpcRequestFn = (read, params) => this.#requests.read(read, signal, params);
    const { parameters, nonce, trace } = await replacementParameters(request, rpcRequest);
    const traced = trace === null ? {} : { trace };
    // Read to the end after an abort, too: a second transaction would be taken for a replacement.
    const unaborted = new AbortController().signal;
    const findNonce = (sent: string): Promise<bigint | null> => {
      onEvent?.({ type: 'broadcast', hash: sent });
      return readNonce(sent, (read, params) => this.#requests.read(read, unaborted, params)).catch(() => null);
    };
    const onLate = async (sent: string): Promise<void> => {
      const sentNonce = await findNonce(sent);
      const found = sentNonce === null ? {} : sentNonce === nonce ? traced : { isSeparate: true };
      onEvent?.({ type: 'late-broadcast', hash: sent, ...found });
    };
    const sent = await this.#broadcast({ parameters, chainId, onLate }, signal);
    const sentNonce = await findNonce(sent);
    if (sentNonce !== null && sentNonce !== nonce) throw new LatchkeyError('send/not-replaced', { chainId, hash, sent });
    if (sentNonce !== null) onEvent?.({ type: 'broadcast', hash: sent, ...traced });
    return sent;
  }

  #isSmartAccount(account: AccountId): boolean {
    return this.#state.lastAccounts.find(({ address }) => isSameEvmAddress(address, addressOf(account)))?.type === 'smartAccount';
  }

  /** Requests the wallet to sign and broadcast. */
  async #broadcast({ parameters, chainId, check, onLate }: BroadcastOptions, signal: AbortSignal): Promise<string> {
    const method = 'eth_sendTransaction';
    signal.throwIfAborted();
    // Pricing takes time: the wallet may have switched chains meanwhile.
    this.#requireChain(chainId);
    check?.();
    try {
      const notifyLate = (response: unknown): void => onLate(readTransactionHash(response, method));
      return readTransactionHash(await this.#requests.broadcast(method, [parameters], signal, notifyLate), method);
    } catch (error) {
      const isRefusal = isLatchkeyError(error, 'wallet/request-failed') || isLatchkeyError(error, 'secure-frame/error-reply');
      throw (isRefusal ? sendError(error, chainId) : null) ?? error;
    }
  }

  /**
   * Requests to revoke the app's permissions; ignores wallets that do not support it or have already done so.
   * @see https://github.com/MetaMask/metamask-improvement-proposals/blob/main/MIPs/mip-2.md
   */
  async disconnect(signal: AbortSignal): Promise<void> {
    await revoke(this.connector.id, () => this.#requests.prompt('wallet_revokePermissions', [{ eth_accounts: {} }], signal), signal);
  }

  release(): void {
    this.#controller.abort();
    for (const [event, listener] of Object.entries(this.#listeners)) attempt(() => this.provider.removeListener?.(event, listener));
    this.#state.complete();
  }

  #readAccounts(response: unknown, method: string): readonly AccountRecord[] {
    const accounts = readAccounts(response, method);
    const typeOf = this.#accountTypeOf;
    if (typeOf === undefined) return accounts;
    // Remote wallets report types of their namespace only.
    return accounts.map((account) => ({ ...account, type: typeOf(account.address) === 'smartAccount' ? 'smartAccount' : account.type }));
  }

  /** @throws LatchkeyError `network/wrong-chain` */
  #requireChain(chainId: ChainId): void {
    if (this.chainId !== chainId) throw new LatchkeyError('network/wrong-chain', { chainId, walletChainId: this.chainId });
  }

  async #readChain(signal: AbortSignal): Promise<ChainId> {
    const chainId = readChainId(await this.#requests.read('eth_chainId', signal), 'eth_chainId');
    this.#state.setChainId(chainId);
    return chainId;
  }

  /** The wallet's chain; if it cannot be read, the last one it reported. */
  async #currentChainId(signal: AbortSignal): Promise<ChainId> {
    try {
      return await this.#readChain(signal);
    } catch {
      signal.throwIfAborted();
      return this.chainId;
    }
  }

  /** Re-reads the shared accounts without a prompt. A wallet that does not respond counts as disconnected until its next event. */
  async #check(): Promise<void> {
    this.#shouldCheckAgain = this.#isChecking;
    // Before `begin` there is no session to lose.
    if (this.#isChecking || this.#state.lastAccounts.length === 0) return;
    this.#isChecking = true;
    const { signal } = this.#controller;
    try {
      this.#state.setAccounts(this.#readAccounts(await this.#requests.read('eth_accounts', signal), 'eth_accounts'));
      if (!this.#state.isDisconnected) await this.#readChain(signal);
    } catch {
      this.#state.setAccounts([]);
    }
    this.#isChecking = false;
    if (this.#shouldCheckAgain) await this.#check();
  }

  /** Ignores malformed event payloads. */
  #ignoreInvalid(handle: () => void): void {
    if (!this.#controller.signal.aborted) attempt(handle);
  }
}

const utf8Hex = (text: string): string => `0x${bytesToHex(utf8ToBytes(text))}`;

const loadReplacement = () => loadChunk('the code that replaces transactions', () => import('./replacement-parameters.js'));

/** The session's batched calls, loaded on first use. */
const lazyCalls = (requests: Eip155Requests, getChainId: () => ChainId): Eip155Calls => {
  const load = async (): Promise<Eip155Calls> => {
    const { eip155Calls } = await loadChunk('the batched calls code', () => import('./eip155-calls.js'));
    return eip155Calls(requests, getChainId);
  };
  return {
    sendCalls: async (request, signal, onEvent) => (await load()).sendCalls(request, signal, onEvent),
    getCallsStatus: async (request, signal) => (await load()).getCallsStatus(request, signal),
    showCallsStatus: async (request, signal) => (await load()).showCallsStatus(request, signal),
    getCapabilities: async (request, signal) => (await load()).getCapabilities(request, signal),
    getAssets: async (request, signal) => (await load()).getAssets(request, signal),
    sendUserOperation: async (request, signal, onEvent) => (await load()).sendUserOperation(request, signal, onEvent),
    getUserOperationReceipt: async (request, signal) => (await load()).getUserOperationReceipt(request, signal),
    getPermissions: async (request, signal) => (await load()).getPermissions(request, signal),
    requestPermissions: async (request, signal) => (await load()).requestPermissions(request, signal),
  };
};

/** Domain fields in canonical order. @see https://eips.ethereum.org/EIPS/eip-712#definition-of-domainseparator */
const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const;

/**
 * Serializes typed data for wallets: adds the `EIP712Domain` type, derived from the domain's fields, if it is missing, and writes bigints
 * as decimal strings.
 */
export const typedDataJson = ({ domain, types, primaryType, message }: TypedData): string =>
  JSON.stringify(
    {
      types: { EIP712Domain: DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined), ...types },
      domain,
      primaryType,
      message,
    },
    (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  );

interface ResumeSessionOptions {
  readonly connectorId: string;
  /** Already started. */
  readonly discovery: Eip6963Discovery;
  readonly clock: Clock;
}

/** Resumes a session with a stored wallet, waiting for one that announces itself late; `null` when it shares no account. Never prompts. */
export const resumeSession = async (
  { connectorId, discovery, clock }: ResumeSessionOptions,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const wallet = await awaitWallet(discovery, connectorId, clock, signal);
  // Two wallets claim this identity, and only the user knows which one was meant.
  if (wallet.connector.suspicious) return null;
  try {
    return await openSession({ wallet, clock, method: 'eth_accounts' }, signal);
  } catch (error) {
    // Some wallets return an error instead of an empty list to an app without permission.
    if (isLatchkeyError(error, 'wallet/unauthorized')) return null;
    throw error;
  }
};
