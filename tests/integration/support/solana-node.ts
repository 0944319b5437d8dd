import { type RunningSolana, startSolana } from '@latchkey/sandbox';
import { base58 } from '@scure/base';

/** A Solana node of the sandbox, and what a test asks of it by itself. */
export class SolanaTestNet {
  readonly node: RunningSolana;

  private constructor(node: RunningSolana) {
    this.node = node;
  }

  /** @param slotMs how long a slot takes; without it a slot passes with each transaction, which is final at once */
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

  /** Lets so many slots pass at once: 151 make every blockhash too old. */
  async advance(slots: number): Promise<void> {
    await this.call('sandbox_advanceSlots', [slots]);
  }

  stop(): Promise<void> {
    return this.node.stop();
  }
}

/** Different seeds for different people. */
export const seedOf = (ordinal: number): Uint8Array => new Uint8Array(32).fill(ordinal);

/** A signature that nobody made. */
export const UNKNOWN_SIGNATURE = base58.encode(new Uint8Array(64).fill(7));
