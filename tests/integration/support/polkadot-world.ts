import { randomUUID } from 'node:crypto';
import { ApiPromise, HttpProvider, Keyring } from '@polkadot/api';
import type { ApiOptions, Signer } from '@polkadot/api/types';
import { sharedPolkadot } from './shared-polkadot.js';

/** What wallets get to sign. */
export type SignerPayloadJSON = Parameters<NonNullable<Signer['signPayload']>>[0];

/** A pair of the keyring. */
export type Pair = ReturnType<Keyring['addFromUri']>;

/** A node may close an idle line just when it is used again. */
const CLOSE = { connection: 'close' };

/** The real node of all files, people with keys, and an observer of its own: what a test finds on the chain it does not find through the adapter. */
export class PolkadotWorld {
  readonly rpcUrl: string;
  readonly #api: ApiPromise;

  private constructor(rpcUrl: string, api: ApiPromise) {
    this.rpcUrl = rpcUrl;
    this.#api = api;
  }

  static async start(): Promise<PolkadotWorld> {
    const rpcUrl = await sharedPolkadot();
    // Its types were not written for exact optional properties.
    const provider = new HttpProvider(rpcUrl, CLOSE) as NonNullable<ApiOptions['provider']>;
    return new PolkadotWorld(rpcUrl, await ApiPromise.create({ provider, noInitWarn: true, throwOnConnect: true }));
  }

  get port(): number {
    return Number(new URL(this.rpcUrl).port);
  }

  /** Planck. */
  get existentialDeposit(): bigint {
    return BigInt(String(this.#api.consts['balances']?.['existentialDeposit']));
  }

  /** Somebody nobody else uses, with so many planck. */
  async person(planck: bigint, type: 'sr25519' | 'ed25519' | 'ecdsa' = 'sr25519'): Promise<Pair> {
    const pair = new Keyring({ type, ss58Format: 2 }).addFromUri(`//${randomUUID()}`);
    if (planck > 0n) await this.setAccount(pair.address, { providers: 1, data: { free: planck.toString() } });
    return pair;
  }

  /** Signs as a wallet that gives back the whole extrinsic, with a tip of its own. */
  signWhole(pair: Pair, payload: SignerPayloadJSON): { readonly signature: string; readonly signedTransaction: string } {
    const changed = { ...payload, tip: '0x01' };
    const { signature } = this.#api.registry.createType('ExtrinsicPayload', changed, { version: payload.version }).sign(pair);
    const extrinsic = this.#api.tx(this.#api.registry.createType('Call', payload.method));
    extrinsic.addSignature(pair.address, signature, changed);
    return { signature, signedTransaction: extrinsic.toHex() };
  }

  /** Free planck. */
  async freeOf(address: string): Promise<bigint> {
    const account = await this.#api.query['system']?.['account']?.(address);
    return BigInt(String(Object(account).data.free));
  }

  async nonceOf(address: string): Promise<number> {
    return (await this.#api.rpc.system.accountNextIndex(address)).toNumber();
  }

  /** Sends by the SDK alone; the hash. */
  async send(from: Pair, to: string, planck: bigint): Promise<string> {
    const transfer = this.#api.tx['balances']?.['transferKeepAlive']?.(to, planck);
    if (transfer === undefined) throw new Error('The chain has no transferKeepAlive');
    return (await transfer.signAndSend(from)).toHex();
  }

  /** Puts into the state of an account what the runtime would put there itself, as of the last block. */
  async setAccount(address: string, account: object): Promise<void> {
    await this.#call('dev_setStorage', [{ System: { Account: [[[address], account]] } }]);
  }

  /** The height of the last block. */
  async height(): Promise<bigint> {
    return (await this.#api.rpc.chain.getHeader()).number.toBigInt();
  }

  async #call(method: string, params: readonly unknown[]): Promise<void> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(this.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json', ...CLOSE }, body });
    const { error } = Object(await answer.json());
    if (error !== undefined) throw new Error(String(error.message));
  }

  /** Leaves the node, which others use. */
  stop(): Promise<void> {
    return this.#api.disconnect();
  }
}
