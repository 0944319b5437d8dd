import { flushPromises } from '../../../../../../application/ports/clock.fake.js';
import type { EngineParty } from './engine-party.js';
import type { Kill } from './killable-ports.js';

export type Role = 'app' | 'wallet';

/** Both parties with their pages. */
export interface Pages {
  readonly app: EngineParty;
  readonly wallet: EngineParty;
  reloadApp(): Promise<void>;
  reloadWallet(): Promise<void>;
}

// Promise chains of several parties need more than one turn.
const settleAll = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await flushPromises();
};

/** Current value of a promise; `null` if it is pending or rejected. */
export const settledValue = async <Value>(promise: Promise<Value>): Promise<Value | null> => {
  let settled: Value | null = null;
  promise.then(
    (value) => {
      settled = value;
    },
    () => undefined,
  );
  await settleAll();
  return settled;
};

/** Steps of a pairing: the app displays a URI, the wallet joins and the user approves. */
interface PairingFlow {
  readonly propose: () => Promise<{ readonly uri?: string }>;
  readonly join: (uri: string) => Promise<unknown>;
  readonly approve: () => Promise<void>;
}

/** A party's page that may be killed. */
export class KilledPage {
  readonly party: EngineParty;
  readonly #pages: Pages;
  readonly #role: Role;
  readonly #before: number;

  /** @param kill counted from now on; `null` for a page that is not killed */
  constructor(pages: Pages, role: Role, kill: Kill | null) {
    this.#pages = pages;
    this.#role = role;
    this.party = pages[role];
    this.#before = this.party.portCalls;
    this.party.kill = kill === null ? null : { ...kill, at: this.#before + kill.at };
  }

  /** Number of port calls. */
  get calls(): number {
    return this.party.portCalls - this.#before;
  }

  /** Runs a pairing. A killed page is reopened, and unfinished steps are repeated. */
  async run({ propose, join, approve }: PairingFlow): Promise<void> {
    let proposal = await settledValue(propose());
    await this.reopen();
    proposal ??= await settledValue(propose());
    const uri = proposal?.uri ?? '';
    await settledValue(join(uri));
    if (await this.reopen()) await settledValue(join(uri));
    await approve();
    if (await this.reopen()) await approve();
  }

  /** Reopens the page if it was killed. Returns whether it was. */
  async reopen(): Promise<boolean> {
    if (this.#pages[this.#role] !== this.party || !this.party.isKilled) return false;
    if (this.#role === 'app') await this.#pages.reloadApp();
    else await this.#pages.reloadWallet();
    await settleAll();
    return true;
  }
}
