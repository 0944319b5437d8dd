import { isSignedBy, keyOfAddress } from '../keys.js';
import { type SignedTransfer, transferBytes, transferHash } from '../transfer.js';

/** State of a transfer. `failed`: included in a block, but the sender could not pay. */
export interface TransferState {
  readonly status: 'pending' | 'included' | 'failed';
  /** Height of the block, once included. */
  readonly block: number | null;
}

/** Reason why a transfer is rejected. */
export type Refusal = 'malformed' | 'wrong-network' | 'bad-signature' | 'wrong-nonce';

/** Burnt with every transfer, in base units. */
export const TRANSFER_FEE = 1n;

/** State of a toy chain: balances, changed by signed transfers block by block. */
export class ToyLedger {
  readonly network: string;
  readonly #balances: Map<string, bigint>;
  readonly #nonces = new Map<string, number>();
  readonly #states = new Map<string, TransferState>();
  readonly #pool: { readonly hash: string; readonly transfer: SignedTransfer }[] = [];
  #height = 0;

  constructor(network: string, genesis: Readonly<Record<string, bigint>> = {}) {
    this.network = network;
    this.#balances = new Map(Object.entries(genesis));
  }

  /** Number of blocks. */
  get height(): number {
    return this.#height;
  }

  /** Balance in base units. */
  balanceOf(address: string): bigint {
    return this.#balances.get(address) ?? 0n;
  }

  /** The nonce of the sender's next transfer. */
  nonceOf(address: string): number {
    return this.#nonces.get(address) ?? 0;
  }

  /** Credits an account, without a signature. A negative value debits it. */
  mint(address: string, value: bigint): void {
    this.#balances.set(address, this.balanceOf(address) + value);
  }

  /** State of a transfer; `null` if it is unknown. */
  stateOf(hash: string): TransferState | null {
    return this.#states.get(hash) ?? null;
  }

  /** Adds a transfer to the next block. */
  async take(transfer: SignedTransfer): Promise<{ readonly hash: string } | { readonly refusal: Refusal }> {
    const { network, from, to, value, nonce, signature } = transfer;
    if (keyOfAddress(to) === null || !/^[1-9][0-9]{0,30}$/.test(value)) return { refusal: 'malformed' };
    if (network !== this.network) return { refusal: 'wrong-network' };
    if (!(await isSignedBy(from, signature, transferBytes(transfer)))) return { refusal: 'bad-signature' };
    const hash = await transferHash(transfer);
    // Submitting the same transfer again is idempotent.
    if (this.#states.has(hash)) return { hash };
    if (nonce !== this.nonceOf(from)) return { refusal: 'wrong-nonce' };
    this.#nonces.set(from, nonce + 1);
    this.#states.set(hash, { status: 'pending', block: null });
    this.#pool.push({ hash, transfer });
    return { hash };
  }

  /** Creates a block of all pending transfers. */
  seal(): void {
    this.#height += 1;
    for (const { hash, transfer } of this.#pool.splice(0)) {
      const value = BigInt(transfer.value);
      const pays = this.balanceOf(transfer.from) >= value + TRANSFER_FEE;
      if (pays) {
        this.mint(transfer.from, -value - TRANSFER_FEE);
        this.mint(transfer.to, value);
      }
      this.#states.set(hash, { status: pays ? 'included' : 'failed', block: this.#height });
    }
  }
}
