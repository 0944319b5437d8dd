import { bytesToHex } from '@noble/hashes/utils.js';
import { Subject, type Subscription } from 'rxjs';
import type { SessionEvent, WalletSession } from '../../application/ports/chain.port.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import type { PolkadotCalls } from '../../application/ports/wallet-calls.js';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { encodeSs58 } from '../../domain/account/ss58-address.js';
import { isSameAccount, ss58PrefixOf } from '../../domain/account/ss58-network.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { type AccountId, addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { PolkadotWallet } from './polkadot-wallet.js';
import type { PolkadotReader } from './sdk/polkadot-reader.js';
import { toLatchkeyError } from './to-latchkey-error.js';
import { readSignature, readSignedPayload, type SharedAccount } from './wallet-answers.js';

/** What a session is made of. */
export interface SessionParts {
  readonly wallet: PolkadotWallet;
  readonly network: Network;
  /** Loads what reads from nodes. */
  readonly reader: () => Promise<Pick<PolkadotReader, 'send'>>;
  /** Live: where the session may go when the wallet does not share the network any more. Default: nowhere. */
  readonly networks?: () => readonly Network[];
}

/** A connection to a Polkadot wallet. Wallets of this namespace are on no network: the session is, and writes their accounts as it does. */
export class PolkadotSession implements WalletSession {
  readonly connector: Connector;
  readonly provider: unknown;
  readonly calls: { readonly polkadot: PolkadotCalls };
  readonly #wallet: PolkadotWallet;
  readonly #reader: SessionParts['reader'];
  readonly #networks: () => readonly Network[];
  readonly #events = new Subject<SessionEvent>();
  readonly events$ = this.#events.asObservable();
  readonly #listening: Subscription;
  #network: Network;
  /** The accounts as they were told last. */
  #told: string;

  constructor({ wallet, network, reader, networks = () => [] }: SessionParts) {
    this.connector = wallet.connector;
    this.provider = wallet.provider;
    this.#wallet = wallet;
    this.#network = network;
    this.#reader = reader;
    this.#networks = networks;
    this.#told = this.#text();
    this.#listening = wallet.changes$.subscribe(() => this.#hear());
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
      // Of an ecdsa key the account is only the hash.
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
    if (chainId !== this.chainId && !this.#wallet.allows(chainId)) throw new LatchkeyError('network/unrecognized-chain', { chainId });
    this.#moveTo(network);
  }

  /** Extensions sign for any network; a wallet elsewhere knows those of its session. */
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
   * Transfers the chain's own coin. It is judged before the wallet is asked, and broadcast here: wallets of this namespace only sign.
   * @throws LatchkeyError `send/…`, `address/…`, `network/…`, `wallet/…`
   */
  async sendTransaction(request: TransactionRequest, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const chainId = chainIdOf(request.from);
    if (chainId !== this.chainId) throw new LatchkeyError('network/wrong-chain', { chainId, walletChainId: this.chainId });
    const network = this.#network;
    this.#find(request.from, 'sendTransaction');
    const reader = await this.#reader();
    return reader.send({ request, network, sign: (payload) => this.#signPayload(request.from, payload, signal) }, signal);
  }

  disconnect(signal: AbortSignal): Promise<void> {
    return this.#wallet.disconnect(signal);
  }

  release(): void {
    this.#listening.unsubscribe();
    this.#wallet.release();
    this.#events.complete();
  }

  async #signPayload(account: AccountId, payload: Readonly<Record<string, unknown>>, signal: AbortSignal) {
    const method = 'signPayload';
    const { address, keyType } = this.#find(account, method);
    requireGenesis(payload['genesisHash'], chainIdOf(account));
    const asked = { ...payload, address };
    return readSignedPayload(
      await this.#settle(method, this.#wallet.signPayload(chainIdOf(account), address, asked, signal), signal),
      keyType,
      method,
    );
  }

  async #signRaw(account: AccountId, data: Uint8Array, signal: AbortSignal): Promise<string> {
    const method = 'signRaw';
    const { address } = this.#find(account, method);
    return readSignature(await this.#settle(method, this.#wallet.signRaw(chainIdOf(account), address, data, signal), signal), method);
  }

  /** The account as the wallet writes it. */
  #find(account: AccountId, method: string): SharedAccount {
    const found = this.#wallet.accountsOn(chainIdOf(account)).find(({ address }) => isSameAccount(address, addressOf(account)));
    if (found === undefined) throw new LatchkeyError('wallet/unauthorized', { method });
    return found;
  }

  async #settle(method: string, answer: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
    try {
      return await answer;
    } catch (error) {
      signal.throwIfAborted();
      throw toLatchkeyError(error, method);
    }
  }

  #moveTo(network: Network): void {
    const isMove = network.caipNetworkId !== this.chainId;
    this.#network = network;
    if (isMove) this.#events.next({ type: 'chain-changed', chainId: this.chainId });
    this.#tellAccounts();
  }

  /** The wallet shares something else than before. */
  #hear(): void {
    const { chainId } = this;
    const other = this.#wallet.allows(chainId)
      ? undefined
      : this.#networks().find(({ caipNetworkId }) => this.#wallet.allows(caipNetworkId));
    if (other === undefined) this.#tellAccounts();
    else this.#moveTo(other);
  }

  #text(): string {
    return this.accounts.map(({ address, name = '' }) => `${address} ${name}`).join();
  }

  #tellAccounts(): void {
    const text = this.#text();
    if (text === this.#told) return;
    this.#told = text;
    const { accounts } = this;
    this.#events.next(accounts.length === 0 ? { type: 'disconnected' } : { type: 'accounts-changed', accounts });
  }
}

/** The genesis hash says what a payload is signed for. @throws LatchkeyError `network/wrong-chain` */
const requireGenesis = (genesisHash: unknown, chainId: ChainId): void => {
  if (genesisHash === undefined) return;
  const signedFor = `polkadot:${String(genesisHash).toLowerCase().slice(2, 34)}`;
  if (signedFor !== chainId) throw new LatchkeyError('network/wrong-chain', { chainId, walletChainId: signedFor });
};
