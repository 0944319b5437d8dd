import type { ApiPromise } from '@polkadot/api';

interface Block {
  readonly hash: string;
  readonly extrinsics: readonly string[];
}

/** A chain of blocks in memory, as far as an extrinsic is looked for in it. A hash is the text of what is hashed. */
export class MemoryBlocks {
  /** By height, without the first one. */
  blocks: Block[] = [];
  /** Height of the last block that is final. */
  final = 0;
  /** Extrinsics that wait for a block. */
  pool: readonly string[] = [];
  /** Extrinsics that fail in their block. */
  readonly failing = new Set<string>();
  /** Blocks that were read, oldest first. */
  readonly read: string[] = [];
  /** How the next call fails. */
  fault: Error | null = null;

  /** Adds blocks; their names tell forks apart. */
  add(fork: string, ...contents: readonly (readonly string[])[]): void {
    for (const extrinsics of contents) this.blocks.push({ hash: `${fork}${this.blocks.length + 1}`, extrinsics });
  }

  /** What the adapter reads it by. */
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
    // It has what the follower reads, and nothing else.
    return api as object as ApiPromise;
  }
}
