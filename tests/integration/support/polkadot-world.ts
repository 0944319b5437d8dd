import { type RunningPolkadot, startPolkadot } from '@latchkey/sandbox';
import { ApiPromise, HttpProvider, Keyring } from '@polkadot/api';
import type { ApiOptions, Signer } from '@polkadot/api/types';

/** What wallets get to sign. */
export type SignerPayloadJSON = Parameters<NonNullable<Signer['signPayload']>>[0];

/** A pair of the keyring. */
export type Pair = ReturnType<Keyring['addFromUri']>;

/** A node may close an idle line just when it is used again. */
const CLOSE = { connection: 'close' };

/** A real node, people with keys, and an observer of its own: what a test finds on the chain it does not find through the adapter. */
export class PolkadotWorld {
  readonly node: RunningPolkadot;
  readonly #api: ApiPromise;
  #people = 0;

  private constructor(node: RunningPolkadot, api: ApiPromise) {
    this.node = node;
    this.#api = api;
  }

  static async start(): Promise<PolkadotWorld> {
    const node = await startPolkadot();
    // Its types were not written for exact optional properties.
    const provider = new HttpProvider(node.rpcUrl, CLOSE) as NonNullable<ApiOptions['provider']>;
    return new PolkadotWorld(node, await ApiPromise.create({ provider, noInitWarn: true, throwOnConnect: true }));
  }

  get port(): number {
    return Number(new URL(this.node.rpcUrl).port);
  }

  /** Planck. */
  get existentialDeposit(): bigint {
    return BigInt(String(this.#api.consts['balances']?.['existentialDeposit']));
  }

  /** Somebody nobody else uses, with so many planck. */
  async person(planck: bigint, type: 'sr25519' | 'ed25519' | 'ecdsa' = 'sr25519'): Promise<Pair> {
    this.#people += 1;
    const pair = new Keyring({ type, ss58Format: 2 }).addFromUri(`//Person//${process.pid}//${this.#people}`);
    if (planck > 0n) await this.node.fund(pair.address, planck);
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

  /** Puts into the state of an account what the runtime would put there itself. */
  async setAccount(address: string, account: object): Promise<void> {
    await this.#call('dev_setStorage', [{ System: { Account: [[[address], account]] } }]);
    await this.mine(1);
  }

  /** Adds empty blocks. */
  async mine(blocks: number): Promise<void> {
    await this.#call('dev_newBlock', [{ count: blocks }]);
  }

  /** The height of the last block. */
  async height(): Promise<bigint> {
    return (await this.#api.rpc.chain.getHeader()).number.toBigInt();
  }

  async #call(method: string, params: readonly unknown[]): Promise<void> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(this.node.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json', ...CLOSE }, body });
    const { error } = Object(await answer.json());
    if (error !== undefined) throw new Error(String(error.message));
  }

  async stop(): Promise<void> {
    await this.#api.disconnect();
    await this.node.stop();
  }
}
