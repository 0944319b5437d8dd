import { randomUUID } from 'node:crypto';
import { ApiPromise, HttpProvider, Keyring } from '@polkadot/api';
import type { ApiOptions, Signer } from '@polkadot/api/types';
import { sharedPolkadot } from './shared-polkadot.js';

/** Payload that wallets sign. */
export type SignerPayloadJSON = Parameters<NonNullable<Signer['signPayload']>>[0];

/** A key pair of the keyring. */
export type Pair = ReturnType<Keyring['addFromUri']>;

/** A node may close an idle connection just when it is reused. */
const CLOSE_HEADER = { connection: 'close' };

/** The shared node, funded keys, and an independent client that verifies the chain state. */
export class PolkadotFixture {
  readonly rpcUrl: string;
  readonly #api: ApiPromise;

  private constructor(rpcUrl: string, api: ApiPromise) {
    this.rpcUrl = rpcUrl;
    this.#api = api;
  }

  static async start(): Promise<PolkadotFixture> {
    const rpcUrl = await sharedPolkadot();
    // Its types do not support exactOptionalPropertyTypes.
    const provider = new HttpProvider(rpcUrl, CLOSE_HEADER) as NonNullable<ApiOptions['provider']>;
    return new PolkadotFixture(rpcUrl, await ApiPromise.create({ provider, noInitWarn: true, throwOnConnect: true }));
  }

  get port(): number {
    return Number(new URL(this.rpcUrl).port);
  }

  /** In planck. */
  get existentialDeposit(): bigint {
    return BigInt(String(this.#api.consts['balances']?.['existentialDeposit']));
  }

  /** Creates a new account with a balance in planck. */
  async createAccount(planck: bigint, type: 'sr25519' | 'ed25519' | 'ecdsa' = 'sr25519'): Promise<Pair> {
    const pair = new Keyring({ type, ss58Format: 2 }).addFromUri(`//${randomUUID()}`);
    if (planck > 0n) await this.setAccount(pair.address, { providers: 1, data: { free: planck.toString() } });
    return pair;
  }

  /** Signs like a wallet that returns the whole extrinsic, with its own tip. */
  signExtrinsic(pair: Pair, payload: SignerPayloadJSON): { readonly signature: string; readonly signedTransaction: string } {
    const changed = { ...payload, tip: '0x01' };
    const { signature } = this.#api.registry.createType('ExtrinsicPayload', changed, { version: payload.version }).sign(pair);
    const extrinsic = this.#api.tx(this.#api.registry.createType('Call', payload.method));
    extrinsic.addSignature(pair.address, signature, changed);
    return { signature, signedTransaction: extrinsic.toHex() };
  }

  /** Free balance in planck. */
  async freeOf(address: string): Promise<bigint> {
    const account = await this.#api.query['system']?.['account']?.(address);
    return BigInt(String(Object(account).data.free));
  }

  async nonceOf(address: string): Promise<number> {
    return (await this.#api.rpc.system.accountNextIndex(address)).toNumber();
  }

  /** Sends with the SDK only, and returns the hash. */
  async send(from: Pair, to: string, planck: bigint): Promise<string> {
    const transfer = this.#api.tx['balances']?.['transferKeepAlive']?.(to, planck);
    if (transfer === undefined) throw new Error('The chain has no transferKeepAlive');
    return (await transfer.signAndSend(from)).toHex();
  }

  /** Writes an account into the storage of the last block. */
  async setAccount(address: string, account: object): Promise<void> {
    await this.#call('dev_setStorage', [{ System: { Account: [[[address], account]] } }]);
  }

  /** Height of the last block. */
  async height(): Promise<bigint> {
    return (await this.#api.rpc.chain.getHeader()).number.toBigInt();
  }

  async #call(method: string, params: readonly unknown[]): Promise<void> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(this.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json', ...CLOSE_HEADER }, body });
    const { error } = Object(await response.json());
    if (error !== undefined) throw new Error(String(error.message));
  }

  /** Disconnects from the shared node. */
  stop(): Promise<void> {
    return this.#api.disconnect();
  }
}
