import type { Observable } from 'rxjs';
import type { SessionEvent, WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { OnSendEvent } from '../../application/ports/send-event.js';
import type { ReplacementRequest, TransactionRequest } from '../../application/ports/transaction-request.js';
import type { Bip122Calls, WalletCalls } from '../../application/ports/wallet-calls.js';
import { abortable } from '../../application/shared/abortable.js';
import { withTimeout } from '../../application/shared/with-timeout.js';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { parseBitcoinAddress } from '../../domain/account/bitcoin-address.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { type AccountId, addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import type { Connector } from '../../domain/connection/connector.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { bitcoinChainId, bitcoinNetworkOf } from '../../domain/network/bitcoin-network.js';
import type { Network } from '../../domain/network/network.js';
import { notifyAfterAbort } from '../shared/notify-after-abort.js';
import { revoke } from '../shared/revoke.js';
import { SessionState } from '../shared/session-state.js';
import type { BitcoinWallet, MessageProtocol, WalletAddress } from './bitcoin-wallet.js';
import type { SendBitcoin, SendBitcoinOptions, VerifyPayment } from './bitcoinjs/send-bitcoin.js';
import type { WalletDialect } from './discovered-wallet.js';
import { toLatchkeyError } from './to-latchkey-error.js';
import { readAccounts, readPsbt, readSignature, readTxid } from './wallet-responses.js';

/** Timeout of requests that need no prompt. */
const NO_PROMPT_TIMEOUT_MS = 5_000;

/** Loads the code that builds and broadcasts transactions. */
export type LoadSender = () => Promise<SendBitcoin>;

export interface OpenSessionOptions {
  readonly wallet: BitcoinWallet;
  readonly connector: Connector;
  readonly dialect: WalletDialect | 'remote';
  readonly network: Network;
  readonly clock: Clock;
  readonly sender: LoadSender;
  /** Called with each network that the session may switch to. */
  readonly registerNetwork: (network: Network) => void;
  /** `true` if the wallet may show a prompt. */
  readonly canPrompt: boolean;
}

/** A session with a Bitcoin wallet. */
export class Bip122Session implements WalletSession {
  readonly connector: Connector;
  readonly provider: unknown;
  readonly events$: Observable<SessionEvent>;
  readonly calls: Pick<WalletCalls, 'bip122'>;
  readonly replaceTransaction?: NonNullable<WalletSession['replaceTransaction']>;
  readonly #wallet: BitcoinWallet;
  readonly #options: OpenSessionOptions;
  readonly #state: SessionState<AccountRecord<'bip122'>>;
  readonly #controller = new AbortController();
  readonly #stopListening: () => void;
  #hasBegun = false;
  /** The wallet emitted a change before the session was ready. */
  #hasMissedChange = false;

  constructor(options: OpenSessionOptions) {
    const { wallet, connector, network } = options;
    this.connector = connector;
    this.provider = wallet.provider;
    this.#wallet = wallet;
    this.#options = options;
    this.#state = new SessionState(network.caipNetworkId);
    this.events$ = this.#state.events$;
    this.calls = { bip122: this.#bip122Calls() };
    if (wallet.signPsbt !== undefined || wallet.signAndSendPsbt !== undefined)
      this.replaceTransaction = (request, signal, onEvent) =>
        this.#send(request, signal, onEvent, (sender, options) => sender.replace({ ...options, request }, signal));
    this.#stopListening = wallet.listen({
      addressesChanged: (addresses) => void this.#refresh(addresses),
      networkChanged: () => void this.#refresh(),
      disconnected: () => this.#state.setAccounts([]),
    });
  }

  get accounts(): readonly AccountRecord<'bip122'>[] {
    return this.#state.accounts;
  }

  get chainId(): ChainId {
    // The constructor sets it.
    return this.#state.chainId as ChainId;
  }

  /** Sets the initial addresses and the network. `false` if there are none, or the wallet disconnected meanwhile. */
  async begin(signal: AbortSignal): Promise<boolean> {
    const { canPrompt, network } = this.#options;
    const addresses = canPrompt
      ? await this.#awaitResponse('connect', this.#wallet.connect(bitcoinNetworkOf(network.caipNetworkId)), signal)
      : await this.#awaitResponse('addresses', this.#withTimeout(this.#wallet.addresses()), signal);
    if (addresses.length === 0) return false;
    await this.#applyAddresses(addresses, canPrompt ? 'connect' : 'addresses', signal);
    this.#hasBegun = true;
    if (this.#hasMissedChange) await this.#refresh();
    return this.accounts.length > 0;
  }

  async switchNetwork(network: Network, signal: AbortSignal): Promise<void> {
    const { caipNetworkId: target } = network;
    this.#options.registerNetwork(network);
    if ((await this.#currentChainId(signal)) === target) return;
    const name = bitcoinNetworkOf(target);
    const { switchNetwork } = this.#wallet;
    if (name === null) throw new LatchkeyError('network/unrecognized-chain', { chainId: target });
    if (switchNetwork === undefined) throw new LatchkeyError('network/not-supported', { chainId: target });
    try {
      await this.#awaitResponse('switchNetwork', switchNetwork(name), signal);
    } catch (cause) {
      if (!isLatchkeyError(cause, 'wallet/request-failed') && !isLatchkeyError(cause, 'wallet/unsupported-method')) throw cause;
      throw new LatchkeyError('network/unrecognized-chain', { chainId: target }, { cause });
    }
    await this.#refreshAddresses(undefined, signal);
    if (this.chainId !== target) throw new LatchkeyError('wallet/invalid-response', { method: 'switchNetwork' });
  }

  /** Bitcoin wallets have built-in networks. */
  async addNetwork({ caipNetworkId: chainId }: Network): Promise<void> {
    throw new LatchkeyError('network/not-supported', { chainId });
  }

  /** BIP-322 for segwit and taproot, a recoverable signature for legacy addresses. Base64. @see BIP-137, BIP-322 */
  signMessage({ account, message }: { readonly account: AccountId; readonly message: string }, signal: AbortSignal): Promise<string> {
    const { type } = parseBitcoinAddress(addressOf(account));
    return this.#sign(account, message, type === 'p2pkh' ? 'ecdsa' : 'bip322', signal);
  }

  async signTypedData(): Promise<string> {
    throw new LatchkeyError('wallet/unsupported-method', { method: 'signTypedData' });
  }

  /** Never signs for another chain than the account's: the wallet's network is read just before. */
  sendTransaction(request: TransactionRequest, signal: AbortSignal, onEvent?: OnSendEvent): Promise<string> {
    return this.#send(request, signal, onEvent, (sender, options) => sender.send({ ...options, request }, signal));
  }

  async #send(
    request: TransactionRequest | ReplacementRequest,
    signal: AbortSignal,
    onEvent: OnSendEvent | undefined,
    run: (sender: SendBitcoin, options: Omit<SendBitcoinOptions, 'request'>) => Promise<string>,
  ): Promise<string> {
    const chainId = chainIdOf(request.from);
    const walletChainId = await this.#currentChainId(signal);
    if (walletChainId !== chainId) throw new LatchkeyError('network/wrong-chain', { chainId, walletChainId });
    const from = this.#ownAccount(request.from);
    const sender = await this.#options.sender();
    const notifyBroadcast = (hash: string): void => onEvent?.({ type: 'late-broadcast', hash });
    const notifyUnknownOutcome = (error: unknown): void => {
      if (isLatchkeyError(error, 'network/unknown-outcome')) notifyBroadcast(error.context.hash);
    };
    const signers = walletSigners(this.#wallet, from.address, {
      awaitResponse: (method, response) => this.#awaitResponse(method, response, signal),
      notifyLate: (response, read, onRejected) => {
        response.catch((error: unknown) => {
          const isRejected = toLatchkeyError(error, 'sendTransaction', this.#options.dialect).code === 'wallet/rejected';
          if (signal.aborted && isRejected) onRejected();
        });
        return notifyAfterAbort(response, signal, (txid) => void read(txid).then(notifyBroadcast, notifyUnknownOutcome));
      },
    });
    return run(sender, { from, ...signers, onEvent });
  }

  /** Requests to revoke the app's permissions; ignores wallets that do not support it or have already done so. */
  async disconnect(signal: AbortSignal): Promise<void> {
    const { disconnect } = this.#wallet;
    if (disconnect === undefined) return;
    await revoke(this.connector.id, () => this.#awaitResponse('disconnect', disconnect(), signal), signal);
  }

  release(): void {
    this.#controller.abort();
    this.#stopListening();
    this.#state.complete();
  }

  #bip122Calls(): Bip122Calls {
    return {
      signMessage: ({ account, message, protocol }, signal) => this.#sign(account, message, protocol, signal),
      getAddresses: async (_request, signal) => {
        await this.#refreshAddresses(undefined, signal);
        return this.accounts;
      },
      signPsbt: async ({ account, psbt, inputs, broadcast = false }, signal, onEvent) => {
        const { signPsbt } = this.#wallet;
        if (signPsbt === undefined) throw new LatchkeyError('wallet/unsupported-method', { method: 'signPsbt' });
        const { address } = this.#ownAccount(account);
        const sender = await this.#options.sender();
        const signInputs = inputs ?? sender.ownInputs(psbt, address, chainIdOf(account));
        const signed = readPsbt(await this.#awaitResponse('signPsbt', signPsbt({ psbt, inputs: signInputs }), signal), 'signPsbt');
        if (broadcast) return { psbt: signed, txid: await sender.broadcastPsbt({ unsigned: psbt, signed, account, onEvent }, signal) };
        sender.checkSigned(psbt, signed);
        return { psbt: signed, txid: null };
      },
    };
  }

  async #sign(account: AccountId, message: string, protocol: MessageProtocol, signal: AbortSignal): Promise<string> {
    const method = 'signMessage';
    const { signMessage } = this.#wallet;
    if (signMessage === undefined) throw new LatchkeyError('wallet/unsupported-method', { method });
    const { address } = this.#ownAccount(account);
    const isTaproot = parseBitcoinAddress(address).type === 'p2tr';
    return readSignature(await this.#awaitResponse(method, signMessage({ address, message, protocol, isTaproot }), signal), method);
  }

  #ownAccount(account: AccountId): AccountRecord<'bip122'> {
    const { address } = parseBitcoinAddress(addressOf(account));
    const own = this.accounts.find((each) => each.address === address);
    if (own === undefined) throw new LatchkeyError('wallet/unauthorized', { method: 'accounts' });
    return own;
  }

  /** The wallet's chain; if it cannot be read, the last known one. */
  async #currentChainId(signal: AbortSignal): Promise<ChainId> {
    const { network } = this.#wallet;
    if (network === undefined) return this.chainId;
    const name = await this.#withTimeout(abortable(network(), signal)).catch(() => null);
    signal.throwIfAborted();
    // The ids of built-in networks are well-formed.
    if (name !== null) this.#state.setChainId(bitcoinChainId(name) as ChainId);
    return this.chainId;
  }

  async #applyAddresses(addresses: readonly WalletAddress[], method: string, signal: AbortSignal): Promise<void> {
    const { accounts, networks } = readAccounts(addresses, method);
    const before = this.chainId;
    await this.#currentChainId(signal);
    const activeNetwork = bitcoinNetworkOf(this.chainId);
    const [first] = networks;
    // Derive the network from the addresses if the wallet does not report it. Test networks share address formats, so a test address only
    // rules out mainnet.
    if (first !== undefined && activeNetwork !== null && !networks.includes(activeNetwork) && before === this.chainId) {
      this.#state.setChainId(bitcoinChainId(first) as ChainId);
    }
    this.#state.setAccounts(accounts);
  }

  /** Re-reads the shared addresses and the network. A wallet that does not respond counts as disconnected until its next event. */
  async #refresh(reported?: readonly WalletAddress[]): Promise<void> {
    this.#hasMissedChange ||= !this.#hasBegun;
    if (this.#controller.signal.aborted || !this.#hasBegun) return;
    try {
      await this.#refreshAddresses(reported, this.#controller.signal);
    } catch (error) {
      // Ignores malformed responses.
      if (!isLatchkeyError(error, 'wallet/invalid-response') && !this.#controller.signal.aborted) this.#state.setAccounts([]);
    }
  }

  async #refreshAddresses(reported: readonly WalletAddress[] | undefined, signal: AbortSignal): Promise<void> {
    const addresses = reported ?? (await this.#awaitResponse('addresses', this.#withTimeout(this.#wallet.addresses()), signal));
    if (addresses.length === 0) this.#state.setAccounts([]);
    else await this.#applyAddresses(this.#withCachedDetails(addresses), 'addresses', signal);
  }

  /** Restores purpose and public key for wallets whose events contain bare addresses. */
  #withCachedDetails(addresses: readonly WalletAddress[]): readonly WalletAddress[] {
    return addresses.map((each) => {
      const cached = this.#state.lastAccounts.find(({ address }) => address === each?.address);
      return cached === undefined || each.purpose !== undefined ? each : { ...cached, purpose: cached.type, ...each };
    });
  }

  #withTimeout<T>(response: Promise<T>): Promise<T> {
    return withTimeout(NO_PROMPT_TIMEOUT_MS, this.#options.clock, response);
  }

  /** Awaits a wallet response; maps errors to Latchkey errors, and an abort to the signal's reason. */
  async #awaitResponse<T>(method: string, response: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await abortable(response, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw isLatchkeyError(error) ? error : toLatchkeyError(error, method, this.#options.dialect);
    }
  }
}

/** Handles wallet responses. */
interface ResponseHandlers {
  /** Awaits a response; maps errors to Latchkey errors. */
  readonly awaitResponse: <T>(method: string, response: Promise<T>) => Promise<T>;
  /** Reports the txid of a transaction that the wallet broadcasts after an abort, or that the user rejected it. */
  readonly notifyLate: (
    response: Promise<unknown>,
    read: (response: unknown) => Promise<string>,
    onRejected: () => void,
  ) => Promise<unknown>;
}

/** Signing and sending functions of a wallet for one of its addresses. Unsupported ones are absent. */
export const walletSigners = (
  { signPsbt, signAndSendPsbt, sendTransfer }: BitcoinWallet,
  from: string,
  { awaitResponse, notifyLate }: ResponseHandlers,
): Pick<SendBitcoinOptions, 'signPsbt' | 'signAndSendPsbt' | 'sendTransfer'> => {
  const awaitTxid = async (
    method: string,
    response: Promise<unknown>,
    verifyPayment: VerifyPayment,
    onLateRejection: () => void = () => undefined,
  ): Promise<string> => {
    const read = async (txid: unknown): Promise<string> => verifyPayment(readTxid(txid, method));
    return read(await awaitResponse(method, notifyLate(response, read, onLateRejection)));
  };
  return {
    signPsbt: signPsbt && (async (psbt, inputs) => readPsbt(await awaitResponse('signPsbt', signPsbt({ psbt, inputs })), 'signPsbt')),
    signAndSendPsbt:
      signAndSendPsbt &&
      ((psbt, inputs, ...listeners) => awaitTxid('signAndSendTransaction', signAndSendPsbt({ psbt, inputs }), ...listeners)),
    sendTransfer: sendTransfer && ((to, sats, verifyPayment) => awaitTxid('sendTransfer', sendTransfer({ from, to, sats }), verifyPayment)),
  };
};
