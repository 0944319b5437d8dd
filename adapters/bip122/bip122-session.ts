import type { Observable } from 'rxjs';
import type { SessionEvent, WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import type { Bip122Calls, WalletCalls } from '../../application/ports/wallet-calls.js';
import { abortable } from '../../application/shared/abortable.js';
import { within } from '../../application/shared/within.js';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { readBitcoinAddress } from '../../domain/account/bitcoin-address.js';
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
import type { ProvePayment, SendBitcoin, SendOrder } from './bitcoinjs/send-bitcoin.js';
import type { WalletDialect } from './found-wallet.js';
import { toLatchkeyError } from './to-latchkey-error.js';
import { readAccounts, readPsbt, readSignature, readTxid } from './wallet-answers.js';

/** How long a wallet may take for what it answers without its owner. */
const SILENT_TIMEOUT_MS = 5_000;

/** What builds, signs with the session's wallet, and broadcasts. */
export type LoadSender = () => Promise<SendBitcoin>;

/** What a session is opened with. */
export interface OpenSession {
  readonly wallet: BitcoinWallet;
  readonly connector: Connector;
  readonly dialect: WalletDialect | 'remote';
  readonly network: Network;
  readonly clock: Clock;
  readonly sender: LoadSender;
  /** Told of each network that the session is to go to. */
  readonly know: (network: Network) => void;
  /** Whether the wallet's owner may be asked. */
  readonly asks: boolean;
}

/** A connection to a Bitcoin wallet, whatever language it speaks. */
export class Bip122Session implements WalletSession {
  readonly connector: Connector;
  readonly provider: unknown;
  readonly events$: Observable<SessionEvent>;
  readonly calls: Pick<WalletCalls, 'bip122'>;
  readonly #wallet: BitcoinWallet;
  readonly #request: OpenSession;
  readonly #state: SessionState<AccountRecord<'bip122'>>;
  readonly #life = new AbortController();
  readonly #stopListening: () => void;
  #begun = false;
  /** The wallet said something before the session had begun. */
  #missed = false;

  constructor(request: OpenSession) {
    const { wallet, connector, network } = request;
    this.connector = connector;
    this.provider = wallet.provider;
    this.#wallet = wallet;
    this.#request = request;
    this.#state = new SessionState(network.caipNetworkId);
    this.events$ = this.#state.events$;
    this.calls = { bip122: this.#bip122Calls() };
    this.#stopListening = wallet.listen({
      addressesChanged: (told) => void this.#read(told),
      networkChanged: () => void this.#read(),
      disconnected: () => this.#state.setAccounts([]),
    });
  }

  get accounts(): readonly AccountRecord<'bip122'>[] {
    return this.#state.accounts;
  }

  get chainId(): ChainId {
    // It was given where to begin.
    return this.#state.chainId as ChainId;
  }

  /** Takes the first addresses and the network. `false` when there is nothing to connect to, or no longer. */
  async begin(signal: AbortSignal): Promise<boolean> {
    const { asks, network } = this.#request;
    const told = asks
      ? await this.#ask('connect', this.#wallet.connect(bitcoinNetworkOf(network.caipNetworkId)), signal)
      : await this.#ask('addresses', this.#silently(this.#wallet.addresses()), signal);
    if (told.length === 0) return false;
    await this.#take(told, asks ? 'connect' : 'addresses', signal);
    this.#begun = true;
    if (this.#missed) await this.#read();
    return this.accounts.length > 0;
  }

  async switchNetwork(network: Network, signal: AbortSignal): Promise<void> {
    const { caipNetworkId: target } = network;
    this.#request.know(network);
    if ((await this.#chainNow(signal)) === target) return;
    const name = bitcoinNetworkOf(target);
    const { switchNetwork } = this.#wallet;
    if (name === null) throw new LatchkeyError('network/unrecognized-chain', { chainId: target });
    if (switchNetwork === undefined) throw new LatchkeyError('network/not-supported', { chainId: target });
    try {
      await this.#ask('switchNetwork', switchNetwork(name), signal);
    } catch (cause) {
      if (!isLatchkeyError(cause, 'wallet/request-failed') && !isLatchkeyError(cause, 'wallet/unsupported-method')) throw cause;
      throw new LatchkeyError('network/unrecognized-chain', { chainId: target }, { cause });
    }
    await this.#readNow(undefined, signal);
    if (this.chainId !== target) throw new LatchkeyError('wallet/invalid-response', { method: 'switchNetwork' });
  }

  /** Bitcoin wallets have their networks built in. */
  async addNetwork({ caipNetworkId: chainId }: Network): Promise<void> {
    throw new LatchkeyError('network/not-supported', { chainId });
  }

  /** BIP-322 for segwit and taproot, a recoverable signature for older addresses. Base64. @see BIP-137, BIP-322 */
  signMessage({ account, message }: { readonly account: AccountId; readonly message: string }, signal: AbortSignal): Promise<string> {
    const { type } = readBitcoinAddress(addressOf(account));
    return this.#sign(account, message, type === 'p2pkh' ? 'ecdsa' : 'bip322', signal);
  }

  async signTypedData(): Promise<string> {
    throw new LatchkeyError('wallet/unsupported-method', { method: 'signTypedData' });
  }

  /** Never signs for another chain than the account's: the wallet's network is read just before. */
  async sendTransaction(request: TransactionRequest, signal: AbortSignal, late?: (hash: string) => void): Promise<string> {
    const chainId = chainIdOf(request.from);
    const walletChainId = await this.#chainNow(signal);
    if (walletChainId !== chainId) throw new LatchkeyError('network/wrong-chain', { chainId, walletChainId });
    const from = this.#ownAccount(request.from);
    const sender = await this.#request.sender();
    const tellLost = (error: unknown): void => {
      if (isLatchkeyError(error, 'network/unknown-outcome')) late?.(error.context.hash);
    };
    const signers = walletSigners(this.#wallet, from.address, {
      ask: (method, answer) => this.#ask(method, answer, signal),
      late: (answer, read) => notifyAfterAbort(answer, signal, (txid) => void read(txid).then(late, tellLost)),
    });
    return sender.send({ request, from, ...signers }, signal);
  }

  /** Asks the wallet to forget the site; one that cannot, or already has, is fine. */
  async disconnect(signal: AbortSignal): Promise<void> {
    const { disconnect } = this.#wallet;
    if (disconnect === undefined) return;
    await revoke(this.connector.id, () => this.#ask('disconnect', disconnect(), signal), signal);
  }

  release(): void {
    this.#life.abort();
    this.#stopListening();
    this.#state.complete();
  }

  #bip122Calls(): Bip122Calls {
    return {
      signMessage: ({ account, message, protocol }, signal) => this.#sign(account, message, protocol, signal),
      getAddresses: async (_request, signal) => {
        await this.#readNow(undefined, signal);
        return this.accounts;
      },
      signPsbt: async ({ account, psbt, inputs, broadcast = false }, signal) => {
        const { signPsbt } = this.#wallet;
        if (signPsbt === undefined) throw new LatchkeyError('wallet/unsupported-method', { method: 'signPsbt' });
        const { address } = this.#ownAccount(account);
        const sender = await this.#request.sender();
        const wanted = inputs ?? sender.ownInputs(psbt, address, chainIdOf(account));
        const signed = readPsbt(await this.#ask('signPsbt', signPsbt({ psbt, inputs: wanted }), signal), 'signPsbt');
        sender.checkSigned(psbt, signed);
        const txid = broadcast ? await sender.broadcastPsbt(psbt, signed, chainIdOf(account), signal) : null;
        return { psbt: signed, txid };
      },
    };
  }

  async #sign(account: AccountId, message: string, protocol: MessageProtocol, signal: AbortSignal): Promise<string> {
    const method = 'signMessage';
    const { signMessage } = this.#wallet;
    if (signMessage === undefined) throw new LatchkeyError('wallet/unsupported-method', { method });
    const { address } = this.#ownAccount(account);
    const isTaproot = readBitcoinAddress(address).type === 'p2tr';
    return readSignature(await this.#ask(method, signMessage({ address, message, protocol, isTaproot }), signal), method);
  }

  #ownAccount(account: AccountId): AccountRecord<'bip122'> {
    const { address } = readBitcoinAddress(addressOf(account));
    const own = this.accounts.find((each) => each.address === address);
    if (own === undefined) throw new LatchkeyError('wallet/unauthorized', { method: 'accounts' });
    return own;
  }

  /** The wallet's chain; where it does not say, the one it was on last. */
  async #chainNow(signal: AbortSignal): Promise<ChainId> {
    const { network } = this.#wallet;
    if (network === undefined) return this.chainId;
    const name = await this.#silently(abortable(network(), signal)).catch(() => null);
    signal.throwIfAborted();
    // The ids of this list are well formed.
    if (name !== null) this.#state.setChainId(bitcoinChainId(name) as ChainId);
    return this.chainId;
  }

  async #take(told: readonly WalletAddress[], method: string, signal: AbortSignal): Promise<void> {
    const { accounts, networks } = readAccounts(told, method);
    const before = this.chainId;
    await this.#chainNow(signal);
    const here = bitcoinNetworkOf(this.chainId);
    const [first] = networks;
    // Addresses tell the network where the wallet does not: all that is known of a test address is that it is none of the main network.
    if (first !== undefined && here !== null && !networks.includes(here) && before === this.chainId) {
      this.#state.setChainId(bitcoinChainId(first) as ChainId);
    }
    this.#state.setAccounts(accounts);
  }

  /** Reads anew what the wallet shares and where it is. One that does not answer any more is gone until it says otherwise. */
  async #read(told?: readonly WalletAddress[]): Promise<void> {
    this.#missed ||= !this.#begun;
    if (this.#life.signal.aborted || !this.#begun) return;
    try {
      await this.#readNow(told, this.#life.signal);
    } catch (error) {
      // A wallet that says something meaningless has said nothing.
      if (!isLatchkeyError(error, 'wallet/invalid-response') && !this.#life.signal.aborted) this.#state.setAccounts([]);
    }
  }

  async #readNow(told: readonly WalletAddress[] | undefined, signal: AbortSignal): Promise<void> {
    const addresses = told ?? (await this.#ask('addresses', this.#silently(this.#wallet.addresses()), signal));
    if (addresses.length === 0) this.#state.setAccounts([]);
    else await this.#take(this.#withKnown(addresses), 'addresses', signal);
  }

  /** A wallet that names its addresses only has told the rest before. */
  #withKnown(told: readonly WalletAddress[]): readonly WalletAddress[] {
    return told.map((each) => {
      const known = this.#state.known.find(({ address }) => address === each?.address);
      return known === undefined || each.purpose !== undefined ? each : { ...known, purpose: known.type, ...each };
    });
  }

  #silently<T>(answer: Promise<T>): Promise<T> {
    return within(SILENT_TIMEOUT_MS, this.#request.clock, answer);
  }

  /** Waits for the wallet; its failures become errors of the registry, an abort the signal's reason. */
  async #ask<T>(method: string, answer: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await abortable(answer, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw isLatchkeyError(error) ? error : toLatchkeyError(error, method, this.#request.dialect);
    }
  }
}

/** How answers are waited for. */
interface Waiting {
  /** Waits for the wallet's answer to a method; its failures become errors of the registry. */
  readonly ask: <T>(method: string, answer: Promise<T>) => Promise<T>;
  /** Has the id of a transaction told that the wallet broadcasts after nobody waits any more. */
  readonly late: (answer: Promise<unknown>, read: (answer: unknown) => Promise<string>) => Promise<unknown>;
}

/** What a wallet can do for a payment from one of its addresses, with its answers read. What it cannot is absent. */
export const walletSigners = (
  { signPsbt, signAndSendPsbt, sendTransfer }: BitcoinWallet,
  from: string,
  { ask, late }: Waiting,
): Pick<SendOrder, 'signPsbt' | 'signAndSendPsbt' | 'sendTransfer'> => {
  const sent = async (method: string, answer: Promise<unknown>, prove: ProvePayment): Promise<string> => {
    const read = async (txid: unknown): Promise<string> => prove(readTxid(txid, method));
    return read(await ask(method, late(answer, read)));
  };
  return {
    signPsbt: signPsbt && (async (psbt, inputs) => readPsbt(await ask('signPsbt', signPsbt({ psbt, inputs })), 'signPsbt')),
    signAndSendPsbt: signAndSendPsbt && ((psbt, inputs, prove) => sent('signAndSendTransaction', signAndSendPsbt({ psbt, inputs }), prove)),
    sendTransfer: sendTransfer && ((to, sats, prove) => sent('sendTransfer', sendTransfer({ from, to, sats }), prove)),
  };
};
