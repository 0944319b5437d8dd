import type { RequesterContext } from './engine-context.js';

/** Who learns so late that a proposal is over was asleep, in milliseconds. */
const ASLEEP_MS = 2_000;
/** What its wallet said meanwhile waits at the relay: so long it may take until it is here, in seconds. */
const HEAR_S = 15;

/** Proposals that ended while the page was asleep: their wallets may have approved before, which is heard first. */
export class Oversleeping {
  readonly #context: Pick<RequesterContext, 'clock' | 'expiries'>;
  readonly #awaited = new Set<number>();

  constructor(context: Pick<RequesterContext, 'clock' | 'expiries'>) {
    this.#context = context;
  }

  /** Whether a proposal whose time is over gets a little more: once, and only where nobody was awake when it ended. */
  grants({ id, expiryTimestamp }: { readonly id: number; readonly expiryTimestamp: number }): boolean {
    const { clock, expiries } = this.#context;
    if (this.#awaited.delete(id) || clock.now() - expiryTimestamp * 1_000 <= ASLEEP_MS) return false;
    this.#awaited.add(id);
    expiries.set({ kind: 'proposal', key: id, expiry: Math.ceil(clock.now() / 1_000) + HEAR_S });
    return true;
  }
}
