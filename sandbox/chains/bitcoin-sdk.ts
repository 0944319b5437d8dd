import { createRequire } from 'node:module';

/** A bcoin transaction output. Value in satoshi. */
export interface NodeOutput {
  readonly value: number;
  readonly script: { toRaw(): Buffer };
}

/** A bcoin transaction input. */
export interface NodeInput {
  readonly prevout: { readonly hash: string; readonly index: number; txid(): string };
  readonly script: { toRaw(): Buffer };
  readonly witness: { readonly items: readonly Buffer[] };
  readonly sequence: number;
}

/** A bcoin transaction. */
export interface NodeTransaction {
  readonly version: number;
  readonly locktime: number;
  readonly inputs: readonly NodeInput[];
  readonly outputs: readonly NodeOutput[];
  txid(): string;
  hash(encoding: 'hex'): string;
  isCoinbase(): boolean;
  toRaw(): Buffer;
  getSize(): number;
  getWeight(): number;
  hasCoins(view: unknown): boolean;
  getFee(view: unknown): number;
}

/** A transaction in the mempool. Fee in satoshi. */
export interface MempoolEntry {
  readonly tx: NodeTransaction;
  readonly fee: number;
}

/** A block's entry in the chain. */
export interface ChainEntry {
  readonly height: number;
  readonly time: number;
  rhash(): string;
}

/** A block. */
export interface NodeBlock {
  readonly txs: readonly NodeTransaction[];
}

/** A block template under construction. */
interface BlockAttempt {
  items: unknown[];
  fees: number;
  pushTX(transaction: NodeTransaction): boolean;
}

/** The part of bcoin's full node that the sandbox uses. @see https://bcoin.io/docs */
export interface FullNode {
  readonly chain: {
    readonly height: number;
    readonly tip: ChainEntry;
    add(block: NodeBlock): Promise<unknown>;
    getEntry(height: number): Promise<ChainEntry | null>;
    on(event: 'connect' | 'disconnect', listener: (entry: ChainEntry, block: NodeBlock) => void): void;
  };
  readonly mempool: {
    readonly map: { values(): Iterable<{ readonly tx: NodeTransaction }> };
    addTX(transaction: NodeTransaction, peer: number): Promise<readonly unknown[] | null>;
    has(hash: string): boolean;
    /** The entry that spends an output. */
    getSpent(hash: string, index: number): MempoolEntry | undefined;
    getDescendants(entry: MempoolEntry): readonly MempoolEntry[];
    getCoinView(transaction: NodeTransaction): Promise<unknown>;
    /** Removes an entry and those that spend it. */
    evictEntry(entry: MempoolEntry): void;
    on(event: 'tx' | 'remove entry', listener: () => void): void;
  };
  readonly miner: {
    readonly cpu: {
      createJob(tip: ChainEntry, address: unknown): Promise<{ readonly attempt: BlockAttempt; refresh(): void }>;
      mineAsync(job: unknown): Promise<NodeBlock>;
    };
  };
  open(): Promise<void>;
  close(): Promise<void>;
}

/** The part of bcoin that the sandbox uses. */
export interface Bcoin {
  readonly FullNode: new (options: Readonly<Record<string, unknown>>) => FullNode;
  readonly TX: { fromRaw(raw: Buffer): NodeTransaction; readonly prototype: CheckedTransaction };
  readonly KeyRing: { generate(network: string): { witness: boolean; getAddress(): unknown } };
  readonly MTX: new () => {
    addOutput(output: { readonly script?: unknown; readonly address?: unknown; readonly value: number }): void;
    addCoin(coin: unknown): void;
    sign(key: unknown): number;
    toTX(): NodeTransaction;
  };
  readonly Coin: new (options: Readonly<Record<string, unknown>>) => unknown;
  readonly Script: { fromRaw(raw: Buffer): unknown; fromAddress(address: unknown): { toRaw(): Buffer } };
}

/** bcoin's transaction with its validation methods. */
interface CheckedTransaction extends NodeTransaction {
  check(view: CoinView, flags: number): void;
  checkInput(index: number, coin: NodeOutput, flags: number): void;
}

/** View of the outputs that a transaction spends. */
interface CoinView {
  getOutput(prevout: unknown): NodeOutput | null;
}

/** The part of bitcore-lib that the sandbox uses. */
interface Bitcore {
  readonly Transaction: {
    new (hex: string): { readonly inputs: { output: unknown }[] };
    readonly Output: new (output: { readonly satoshis: number; readonly script: string }) => unknown;
  };
  readonly Script: {
    new (script: Buffer): unknown;
    readonly Interpreter: new () => {
      readonly errstr: string;
      verify(...parts: readonly unknown[]): boolean;
    };
  };
}

/** Script flags for spending a taproot output. @see BIP-341, BIP-342 */
const TAPROOT_RULES = [
  'SCRIPT_VERIFY_P2SH',
  'SCRIPT_VERIFY_WITNESS',
  'SCRIPT_VERIFY_TAPROOT',
  'SCRIPT_VERIFY_CHECKLOCKTIMEVERIFY',
  'SCRIPT_VERIFY_CHECKSEQUENCEVERIFY',
] as const;

/** A version 1 witness program of 32 bytes. @see BIP-341 */
const isTaproot = (script: Buffer): boolean => script.length === 34 && script[0] === 0x51 && script[1] === 0x20;

/**
 * Adds taproot validation. bcoin 1.0.2 predates taproot and treats such outputs as anyone-can-spend, so these inputs are checked by
 * bitcore-lib's interpreter, which shares no code with the libraries that wallets sign with.
 */
const addTaproot = ({ TX }: Bcoin, { Script, Transaction }: Bitcore): void => {
  const { check } = TX.prototype;
  const flags = TAPROOT_RULES.reduce((all, rule) => all | Number(Reflect.get(Script.Interpreter, rule)), 0);
  TX.prototype.check = function (this: CheckedTransaction, view, usual) {
    const spent = this.inputs.map(({ prevout }) => view.getOutput(prevout));
    if (this.isCoinbase() || !spent.some((coin) => coin !== null && isTaproot(coin.script.toRaw()))) return check.call(this, view, usual);
    const copy = new Transaction(this.toRaw().toString('hex'));
    for (const [index, coin] of spent.entries()) {
      const input = copy.inputs[index];
      if (coin === null || input === undefined) throw new Error('No coin available');
      input.output = new Transaction.Output({ satoshis: coin.value, script: coin.script.toRaw().toString('hex') });
    }
    for (const [index, coin] of spent.entries()) {
      const input = this.inputs[index];
      if (coin === null || input === undefined) throw new Error('No coin available');
      const script = coin.script.toRaw();
      if (!isTaproot(script)) {
        this.checkInput(index, coin, usual);
        continue;
      }
      const run = new Script.Interpreter();
      const parts = [new Script(input.script.toRaw()), new Script(script), copy, index, flags, input.witness.items, coin.value];
      if (!run.verify(...parts)) throw Object.assign(new Error(run.errstr), { code: run.errstr || 'EVAL_FALSE', type: 'ScriptError' });
    }
  };
};

let loaded: Bcoin | null = null;

/** Loads bcoin with taproot validation, once, in its pure JavaScript build. Loaded lazily, because only a Bitcoin node needs it. */
export const loadBcoin = (): Bcoin => {
  if (loaded !== null) return loaded;
  const load = createRequire(import.meta.url);
  // Stubs the on-disk database, which is unused and has no build for some platforms.
  const { Module } = load('node:module') as { readonly Module: { _load: (id: string, ...rest: readonly unknown[]) => unknown } };
  const find = Module._load;
  const { NODE_BACKEND } = process.env;
  process.env['NODE_BACKEND'] = 'js';
  Module._load = function (id, ...rest) {
    return id === 'leveldown' ? class {} : find.call(this, id, ...rest);
  };
  try {
    const bcoin = load('bcoin') as Bcoin;
    // bcoin loads its modules when these properties are read.
    const parts = {
      FullNode: bcoin.FullNode,
      TX: bcoin.TX,
      KeyRing: bcoin.KeyRing,
      MTX: bcoin.MTX,
      Coin: bcoin.Coin,
      Script: bcoin.Script,
    };
    addTaproot(parts, load('bitcore-lib') as Bitcore);
    loaded = parts;
    return parts;
  } finally {
    Module._load = find;
    if (NODE_BACKEND === undefined) delete process.env['NODE_BACKEND'];
    else process.env['NODE_BACKEND'] = NODE_BACKEND;
  }
};
