import { type RunningSolana, startSolana } from '@latchkey/sandbox';
import { base58 } from '@scure/base';

/** A Solana node of the sandbox with requests for tests. */
export class SolanaTestNet {
  readonly node: RunningSolana;

  private constructor(node: RunningSolana) {
    this.node = node;
  }

  /** @param slotMs duration of a slot; without it, each transaction advances a slot and is final immediately */
  static async start(slotMs?: number): Promise<SolanaTestNet> {
    return new SolanaTestNet(await startSolana(slotMs === undefined ? {} : { slotMs }));
  }

  get url(): string {
    return this.node.rpcUrl;
  }

  readonly call = async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(this.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = (await response.json()) as { readonly result?: unknown; readonly error?: { readonly message: string } };
    if (error !== undefined) throw Object.assign(new Error(error.message), error);
    return result;
  };

  async lamports(address: string): Promise<bigint> {
    return BigInt(Object(await this.call('getBalance', [address])).value);
  }

  async fund(address: string, lamports = 10_000_000_000): Promise<string> {
    return String(await this.call('requestAirdrop', [address, lamports]));
  }

  async blockhash(): Promise<string> {
    return Object(await this.call('getLatestBlockhash')).value.blockhash;
  }

  /** Advances slots without waiting: after 151, every blockhash has expired. */
  async advance(slots: number): Promise<void> {
    await this.call('sandbox_advanceSlots', [slots]);
  }

  stop(): Promise<void> {
    return this.node.stop();
  }
}

/** Returns a distinct seed for each number. */
export const seedOf = (ordinal: number): Uint8Array => new Uint8Array(32).fill(ordinal);

/** A signature of no transaction. */
export const UNKNOWN_SIGNATURE = base58.encode(new Uint8Array(64).fill(7));
