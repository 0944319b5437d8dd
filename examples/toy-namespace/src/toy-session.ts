import {
  type AccountRecord,
  type ChainId,
  formatChainId,
  isLatchkeyError,
  LatchkeyError,
  type Network,
  parseAccountId,
  type SessionEvent,
  type WalletSession,
} from 'latchkey';
import { Subject } from 'rxjs';
import { abortable } from './abortable.js';
import { keyOfAddress } from './keys.js';
import { TRANSFER_FEE } from './ledger/toy-ledger.js';
import { TOYCHAIN } from './namespace.js';
import { toLatchkeyError } from './to-latchkey-error.js';
import type { FoundWallet } from './toy-discovery.js';
import { ToyNode } from './toy-node.js';
import type { ToyMethod, ToyState } from './toy-provider.js';
import type { Transfer } from './transfer.js';

const SIGNATURE = /^[0-9a-f]{128}$/;

/** Parses a wallet's state; `null` for an invalid one. */
const readState = (value: unknown): ToyState | null => {
  const { accounts, network } = Object(value);
  const isValid = Array.isArray(accounts) && accounts.every((address) => typeof address === 'string' && keyOfAddress(address) !== null);
  return isValid && typeof network === 'string' && /^[-_a-zA-Z0-9]{1,32}$/.test(network) ? { accounts, network } : null;
};

/** A connection to a toy wallet. */
export class ToySession implements WalletSession {
  readonly connector: WalletSession['connector'];
  readonly provider: FoundWallet['provider'];
  readonly #networks: () => readonly Network[];
  readonly #events = new Subject<SessionEvent>();
  readonly events$ = this.#events.asObservable();
  readonly #stopListening: () => void;
  #state: ToyState;

  private constructor({ connector, provider }: FoundWallet, network: Network, networks: () => readonly Network[]) {
    this.connector = connector;
    this.provider = provider;
    this.#networks = networks;
    this.#state = { accounts: [], network: String(network.id) };
    this.#stopListening = provider.onChange((state) => this.#update(readState(state)));
  }

  /**
   * Opens a session from the result of `connect` or `state`; `null` when the wallet shares no account. Subscribes to changes before the
   * request, so that none is missed.
   */
  static async open(
    wallet: FoundWallet,
    method: 'connect' | 'state',
    network: Network,
    networks: () => readonly Network[],
    signal: AbortSignal,
  ): Promise<ToySession | null> {
    signal.throwIfAborted();
    const session = new ToySession(wallet, network, networks);
    try {
      const state = readState(await session.#request(method, undefined, method, signal));
      if (state === null) throw new LatchkeyError('wallet/invalid-response', { method });
      session.#state = state;
      if (state.accounts.length > 0) return session;
    } catch (error) {
      session.release();
      throw error;
    }
    session.release();
    return null;
  }

  get accounts(): readonly AccountRecord<typeof TOYCHAIN>[] {
    return this.#state.accounts.map((address) => ({ namespace: TOYCHAIN, address, type: 'eoa' }));
  }

  get chainId(): ChainId<typeof TOYCHAIN> {
    return formatChainId(TOYCHAIN, this.#state.network);
  }

  async switchNetwork(network: Network, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (network.caipNetworkId === this.chainId) return;
    this.#update(readState(await this.#request('switchNetwork', { network: network.id }, 'switchNetwork', signal, network.caipNetworkId)));
    if (network.caipNetworkId !== this.chainId) throw new LatchkeyError('wallet/invalid-response', { method: 'switchNetwork' });
  }

  /** Toy wallets support a fixed set of chains. */
  async addNetwork(network: Network): Promise<void> {
    throw new LatchkeyError('network/not-supported', { chainId: network.caipNetworkId });
  }

  async signMessage({ account, message }: Parameters<WalletSession['signMessage']>[0], signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    return this.#signature('signMessage', { account: parseAccountId(account).address, message }, 'signMessage', signal);
  }

  async signTypedData(): Promise<string> {
    throw new LatchkeyError('wallet/unsupported-method', { method: 'signTypedData' });
  }

  async sendTransaction({ from, to, value, all }: Parameters<WalletSession['sendTransaction']>[0], signal: AbortSignal): Promise<string> {
    const { address, chainId } = parseAccountId(from);
    if (chainId !== this.chainId) throw new LatchkeyError('network/wrong-chain', { chainId, walletChainId: this.chainId });
    if (keyOfAddress(to) === null) throw new LatchkeyError('address/invalid', { value: to, namespace: TOYCHAIN });
    const network = this.#networks().find(({ caipNetworkId }) => caipNetworkId === chainId);
    if (network === undefined) throw new LatchkeyError('network/not-found', { chainId });
    const node = new ToyNode(network, signal);
    await node.check();
    const { balance, nonce } = await node.account(address);
    const amount = all === true ? balance - TRANSFER_FEE : value;
    if (amount <= 0n) throw new LatchkeyError('send/invalid-amount', { value: String(amount) });
    const [available, amountText, fee] = [String(balance), String(amount), String(TRANSFER_FEE)];
    if (amount > balance) throw new LatchkeyError('send/above-balance', { chainId, asset: null, value: amountText, balance: available });
    if (amount + TRANSFER_FEE > balance) throw new LatchkeyError('send/insufficient-fee-funds', { chainId, fee, balance: available });
    const transfer: Transfer = { network: String(network.id), from: address, to, value: String(amount), nonce };
    const signature = await this.#signature('signTransfer', transfer, 'sendTransaction', signal);
    // Not cancellable from here on: the transfer may already be in a block, so the outcome must be reported.
    return new ToyNode(network, new AbortController().signal).send({ ...transfer, signature });
  }

  async disconnect(signal: AbortSignal): Promise<void> {
    await this.#request('forget', undefined, 'disconnect', signal).catch((error: unknown) => {
      // Some wallets cannot forget a site.
      if (!isLatchkeyError(error, 'wallet/unsupported-method')) throw error;
    });
  }

  release(): void {
    this.#stopListening();
    this.#events.complete();
  }

  async #signature(method: ToyMethod, parameters: unknown, name: string, signal: AbortSignal): Promise<string> {
    const result = await this.#request(method, parameters, name, signal);
    if (typeof result === 'string' && SIGNATURE.test(result)) return result;
    throw new LatchkeyError('wallet/invalid-response', { method: name });
  }

  async #request(
    method: ToyMethod,
    parameters: unknown,
    name: string,
    signal: AbortSignal,
    chainId: ChainId = this.chainId,
  ): Promise<unknown> {
    const response = this.provider.request(method, parameters).catch((error: unknown) => {
      throw toLatchkeyError(error, { method: name, chainId, walletChainId: this.chainId });
    });
    return abortable(response, signal);
  }

  /** Updates the state and emits what changed. */
  #update(state: ToyState | null): void {
    if (state === null) return;
    const before = this.#state;
    this.#state = state;
    if (state.accounts.join() !== before.accounts.join())
      this.#events.next(state.accounts.length === 0 ? { type: 'disconnected' } : { type: 'accounts-changed', accounts: this.accounts });
    if (state.network !== before.network) this.#events.next({ type: 'chain-changed', chainId: this.chainId });
  }
}
