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

/** A wallet's answer as a state, `null` for one that is none. */
const readState = (answer: unknown): ToyState | null => {
  const { accounts, network } = Object(answer);
  const isRight = Array.isArray(accounts) && accounts.every((address) => typeof address === 'string' && keyOfAddress(address) !== null);
  return isRight && typeof network === 'string' && /^[-_a-zA-Z0-9]{1,32}$/.test(network) ? { accounts, network } : null;
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
    this.#stopListening = provider.onChange((state) => this.#follow(readState(state)));
  }

  /**
   * Opens a session with what `connect` or `state` answers; `null` when the wallet shares no account. The wallet is listened to
   * before it is asked: no change gets lost between the two.
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
      const state = readState(await session.#ask(method, undefined, method, signal));
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
    this.#follow(readState(await this.#ask('switchNetwork', { network: network.id }, 'switchNetwork', signal, network.caipNetworkId)));
    if (network.caipNetworkId !== this.chainId) throw new LatchkeyError('wallet/invalid-response', { method: 'switchNetwork' });
  }

  /** A toy wallet knows the chains that it was made with. */
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
    const [has, wants, fee] = [String(balance), String(amount), String(TRANSFER_FEE)];
    if (amount > balance) throw new LatchkeyError('send/above-balance', { chainId, asset: null, value: wants, balance: has });
    if (amount + TRANSFER_FEE > balance) throw new LatchkeyError('send/insufficient-fee-funds', { chainId, fee, balance: has });
    const transfer: Transfer = { network: String(network.id), from: address, to, value: String(amount), nonce };
    const signature = await this.#signature('signTransfer', transfer, 'sendTransaction', signal);
    // From here on it may be in a block, whoever has left meanwhile: the outcome is told, not the leaving.
    return new ToyNode(network, new AbortController().signal).send({ ...transfer, signature });
  }

  async disconnect(signal: AbortSignal): Promise<void> {
    await this.#ask('forget', undefined, 'disconnect', signal).catch((error: unknown) => {
      // A wallet that cannot forget is left as it is.
      if (!isLatchkeyError(error, 'wallet/unsupported-method')) throw error;
    });
  }

  release(): void {
    this.#stopListening();
    this.#events.complete();
  }

  async #signature(method: ToyMethod, parameters: unknown, name: string, signal: AbortSignal): Promise<string> {
    const answer = await this.#ask(method, parameters, name, signal);
    if (typeof answer === 'string' && SIGNATURE.test(answer)) return answer;
    throw new LatchkeyError('wallet/invalid-response', { method: name });
  }

  async #ask(method: ToyMethod, parameters: unknown, name: string, signal: AbortSignal, chainId: ChainId = this.chainId): Promise<unknown> {
    const asked = this.provider.request(method, parameters).catch((error: unknown) => {
      throw toLatchkeyError(error, { method: name, chainId, walletChainId: this.chainId });
    });
    return abortable(asked, signal);
  }

  /** Takes what the wallet lets us see now, and tells what is new in it. */
  #follow(state: ToyState | null): void {
    if (state === null) return;
    const before = this.#state;
    this.#state = state;
    if (state.accounts.join() !== before.accounts.join())
      this.#events.next(state.accounts.length === 0 ? { type: 'disconnected' } : { type: 'accounts-changed', accounts: this.accounts });
    if (state.network !== before.network) this.#events.next({ type: 'chain-changed', chainId: this.chainId });
  }
}
