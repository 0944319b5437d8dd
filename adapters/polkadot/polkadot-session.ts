import { bytesToHex } from '@noble/hashes/utils.js';
import { Subject, type Subscription } from 'rxjs';
import type { SessionEvent, WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { Locks } from '../../application/ports/locks.port.js';
import type { OnSendEvent } from '../../application/ports/send-event.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import type { PolkadotCalls } from '../../application/ports/wallet-calls.js';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { encodeSs58 } from '../../domain/account/ss58-address.js';
import { isSameSs58Account, ss58PrefixOf } from '../../domain/account/ss58-network.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { type AccountId, addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { runPayment } from '../shared/run-payment.js';
import { accountKey } from './account-key.js';
import type { PolkadotWallet } from './polkadot-wallet.js';
import type { PolkadotReader } from './sdk/polkadot-reader.js';
import { toLatchkeyError } from './to-latchkey-error.js';
import { readSignature, readSignedPayload, type SharedAccount } from './wallet-responses.js';

export interface SessionDeps {
  readonly wallet: PolkadotWallet;
  readonly network: Network;
  /** Loads the node reader. */
  readonly reader: () => Promise<Pick<PolkadotReader, 'send'>>;
  readonly clock: Clock;
  /** Shared by all tabs of the site. */
  readonly locks: Locks;
  /** Live list of networks to switch to when the wallet no longer shares the current one. Default: none. */
  readonly networks?: () => readonly Network[];
}

/** A session with a Polkadot wallet. Wallets have no active network: the session stores it and encodes addresses with its SS58 prefix. */
export class PolkadotSession implements WalletSession {
  readonly connector: Connector;
  readonly provider: unknown;
  readonly calls: { readonly polkadot: PolkadotCalls };
  readonly #wallet: PolkadotWallet;
  readonly #reader: SessionDeps['reader'];
  readonly #clock: Clock;
  readonly #locks: Locks;
  readonly #networks: () => readonly Network[];
  readonly #events = new Subject<SessionEvent>();
  readonly events$ = this.#events.asObservable();
  readonly #subscription: Subscription;
  #network: Network;
  /** The accounts as last emitted. */
  #emittedAccounts: string;

  constructor({ wallet, network, reader, clock, locks, networks = () => [] }: SessionDeps) {
    this.connector = wallet.connector;
    this.provider = wallet.provider;
    this.#wallet = wallet;
    this.#network = network;
    this.#reader = reader;
    this.#clock = clock;
    this.#locks = locks;
    this.#networks = networks;
    this.#emittedAccounts = this.#serializeAccounts();
    this.#subscription = wallet.changes$.subscribe(() => this.#onWalletChange());
    this.calls = {
      polkadot: {
        signPayload: ({ account, payload }, signal) => this.#signPayload(account, payload, signal),
        signRaw: ({ account, data }, signal) => this.#signRaw(account, data, signal),
      },
    };
  }

  get accounts(): readonly AccountRecord<'polkadot'>[] {
    const prefix = ss58PrefixOf(this.#network);
    return this.#wallet.accountsOn(this.chainId).map(({ accountId, keyType, name }) => ({
      namespace: 'polkadot',
      address: encodeSs58({ prefix, accountId }),
      type: 'eoa',
      // The account id of an ecdsa key is only its hash.
      ...(keyType === null || keyType === 'ecdsa' ? {} : { publicKey: `0x${bytesToHex(accountId)}` }),
      ...(name === null ? {} : { name }),
    }));
  }

  get chainId(): ChainId {
    return this.#network.caipNetworkId;
  }

  async switchNetwork(network: Network, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { caipNetworkId: chainId } = network;
    if (chainId !== this.chainId && !this.#wallet.canSignFor(chainId)) throw new LatchkeyError('network/unrecognized-chain', { chainId });
    this.#setNetwork(network);
  }

  /** Extensions sign for any network; a remote wallet has a fixed list. */
  addNetwork({ caipNetworkId: chainId }: Network): Promise<void> {
    return Promise.reject(new LatchkeyError('network/not-supported', { chainId }));
  }

  signMessage({ account, message }: { readonly account: AccountId; readonly message: string }, signal: AbortSignal): Promise<string> {
    return this.#signRaw(account, new TextEncoder().encode(message), signal);
  }

  signTypedData(): Promise<string> {
    return Promise.reject(new LatchkeyError('wallet/unsupported-method', { method: 'signTypedData' }));
  }

  /**
   * Transfers the native coin. The transfer is validated before the prompt and broadcast here: wallets of this namespace only sign.
   * Transfers of an account are made one at a time, in all tabs: two at the same time would have the same nonce, so that the network executes
   * one of them, and equal ones may even be the same extrinsic.
   * @throws LatchkeyError `send/…`, `address/…`, `network/…`, `wallet/…`
   */
  async sendTransaction(request: TransactionRequest, signal: AbortSignal, onEvent?: OnSendEvent): Promise<string> {
    signal.throwIfAborted();
    const chainId = chainIdOf(request.from);
    if (chainId !== this.chainId) throw new LatchkeyError('network/wrong-chain', { chainId, walletChainId: this.chainId });
    const network = this.#network;
    this.#findAccount(request.from, 'sendTransaction');
    const reader = await this.#reader();
    const sign = (payload: Readonly<Record<string, unknown>>) => this.#signPayload(request.from, payload, signal);
    const action = (): Promise<string> => reader.send({ request, network, sign, onEvent }, signal);
    const lock = { locks: this.#locks, clock: this.#clock, name: `polkadot_transfer:${accountKey(request.from)}` };
    return runPayment({ ...lock, chainId, action, onEvent }, signal);
  }

  disconnect(signal: AbortSignal): Promise<void> {
    return this.#wallet.disconnect(signal);
  }

  release(): void {
    this.#subscription.unsubscribe();
    this.#wallet.release();
    this.#events.complete();
  }

  async #signPayload(account: AccountId, payload: Readonly<Record<string, unknown>>, signal: AbortSignal) {
    const method = 'signPayload';
    const { address, keyType } = this.#findAccount(account, method);
    requireGenesis(payload['genesisHash'], chainIdOf(account));
    const walletPayload = { ...payload, address };
    return readSignedPayload(
      await this.#awaitResponse(method, this.#wallet.signPayload(chainIdOf(account), address, walletPayload, signal), signal),
      keyType,
      method,
    );
  }

  async #signRaw(account: AccountId, data: Uint8Array, signal: AbortSignal): Promise<string> {
    const method = 'signRaw';
    const { address } = this.#findAccount(account, method);
    return readSignature(
      await this.#awaitResponse(method, this.#wallet.signRaw(chainIdOf(account), address, data, signal), signal),
      method,
    );
  }

  /** The account with the address format that the wallet uses. */
  #findAccount(account: AccountId, method: string): SharedAccount {
    const found = this.#wallet.accountsOn(chainIdOf(account)).find(({ address }) => isSameSs58Account(address, addressOf(account)));
    if (found === undefined) throw new LatchkeyError('wallet/unauthorized', { method });
    return found;
  }

  async #awaitResponse(method: string, response: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
    try {
      return await response;
    } catch (error) {
      signal.throwIfAborted();
      throw toLatchkeyError(error, method);
    }
  }

  #setNetwork(network: Network): void {
    const hasChanged = network.caipNetworkId !== this.chainId;
    this.#network = network;
    if (hasChanged) this.#events.next({ type: 'chain-changed', chainId: this.chainId });
    this.#emitAccounts();
  }

  /** Moves to another network if the wallet no longer shares the current one. */
  #onWalletChange(): void {
    const { chainId } = this;
    const other = this.#wallet.canSignFor(chainId)
      ? undefined
      : this.#networks().find(({ caipNetworkId }) => this.#wallet.canSignFor(caipNetworkId));
    if (other === undefined) this.#emitAccounts();
    else this.#setNetwork(other);
  }

  #serializeAccounts(): string {
    return this.accounts.map(({ address, name = '' }) => `${address} ${name}`).join();
  }

  #emitAccounts(): void {
    const text = this.#serializeAccounts();
    if (text === this.#emittedAccounts) return;
    this.#emittedAccounts = text;
    const { accounts } = this;
    this.#events.next(accounts.length === 0 ? { type: 'disconnected' } : { type: 'accounts-changed', accounts });
  }
}

/** The genesis hash must match the account's chain. @throws LatchkeyError `network/wrong-chain` */
const requireGenesis = (genesisHash: unknown, chainId: ChainId): void => {
  if (genesisHash === undefined) return;
  const signedFor = `polkadot:${String(genesisHash).toLowerCase().slice(2, 34)}`;
  if (signedFor !== chainId) throw new LatchkeyError('network/wrong-chain', { chainId, walletChainId: signedFor });
};
