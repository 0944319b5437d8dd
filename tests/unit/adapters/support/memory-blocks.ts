import type { ApiPromise } from '@polkadot/api';

interface Block {
  readonly hash: string;
  readonly extrinsics: readonly string[];
}

/** An in-memory chain for extrinsic searches. The hash of a text is the text itself. */
export class MemoryBlocks {
  /** By height, without the genesis block. */
  blocks: Block[] = [];
  /** Height of the last finalized block. */
  final = 0;
  /** Extrinsics in the transaction pool. */
  pool: readonly string[] = [];
  /** Extrinsics that fail in their block. */
  readonly failing = new Set<string>();
  /** Hashes of blocks that were read, oldest first. */
  readonly read: string[] = [];
  /** Error of the next calls. */
  fault: Error | null = null;

  /** Appends blocks; the name distinguishes forks. */
  add(fork: string, ...contents: readonly (readonly string[])[]): void {
    for (const extrinsics of contents) this.blocks.push({ hash: `${fork}${this.blocks.length + 1}`, extrinsics });
  }

  /** The API used by the adapter. */
  get api(): ApiPromise {
    const text = (value: string) => ({ toHex: () => value });
    const header = (height: number) => ({ number: { toNumber: () => height } });
    const at = (hash: unknown): Block => {
      if (this.fault !== null) throw this.fault;
      const block = this.blocks.find((each) => each.hash === hash);
      if (block === undefined) throw new Error('Unknown block');
      return block;
    };
    const api = {
      registry: { createType: (_type: string, value: string) => ({ toU8a: () => value }), hash: (value: string) => text(value) },
      rpc: {
        chain: {
          getHeader: async (hash?: number) => header(hash ?? this.blocks.length),
          getFinalizedHead: async () => this.final,
          getBlockHash: async (height: number) => text(this.blocks[height - 1]?.hash ?? '0x0'),
          getBlock: {
            raw: async (hash: string) => {
              this.read.push(hash);
              return { block: { extrinsics: at(hash).extrinsics } };
            },
          },
        },
        author: { pendingExtrinsics: { raw: async () => this.pool } },
      },
      at: async (hash: string) => ({
        query: {
          system: {
            events: async () =>
              at(hash).extrinsics.map((extrinsic, index) => ({
                phase: { isApplyExtrinsic: true, asApplyExtrinsic: { toNumber: () => index } },
                event: { section: 'system', method: this.failing.has(extrinsic) ? 'ExtrinsicFailed' : 'ExtrinsicSuccess' },
              })),
          },
        },
      }),
    };
    // It has only the members that the follower reads.
    return api as object as ApiPromise;
  }
}
