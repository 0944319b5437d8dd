import { settle } from '../../../../../../application/ports/clock.fake.js';
import type { EngineParty } from './engine-party.js';
import type { Kill } from './mortal-ports.js';

export type Role = 'app' | 'wallet';

/** Both parties and their pages. */
export interface Pages {
  readonly app: EngineParty;
  readonly wallet: EngineParty;
  reloadApp(): Promise<void>;
  reloadWallet(): Promise<void>;
}

/** Promise chains of several parties are longer than one turn. */
const settleAll = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await settle();
};

/** What a promise gave by now; `null` where it gave nothing. */
export const soon = async <Value>(promise: Promise<Value>): Promise<Value | null> => {
  let given: Value | null = null;
  promise.then(
    (value) => {
      given = value;
    },
    () => undefined,
  );
  await settleAll();
  return given;
};

/** What comes about over two pages: one is shown a URI, the other takes it up, and its owner approves. */
interface Story {
  readonly ask: () => Promise<{ readonly uri?: string }>;
  readonly join: (uri: string) => Promise<unknown>;
  readonly approve: () => Promise<void>;
}

/** The page of a party, from now on until it is killed. */
export class KilledPage {
  readonly party: EngineParty;
  readonly #pages: Pages;
  readonly #role: Role;
  readonly #before: number;

  /** @param kill counted from now on; `null` for a page that lives */
  constructor(pages: Pages, role: Role, kill: Kill | null) {
    this.#pages = pages;
    this.#role = role;
    this.party = pages[role];
    this.#before = this.party.portCalls;
    this.party.kill = kill === null ? null : { ...kill, at: this.#before + kill.at };
  }

  /** How often it has called its ports. */
  get calls(): number {
    return this.party.portCalls - this.#before;
  }

  /** Tells a story: whoever is killed opens the page again, and does again what is not done. */
  async tell({ ask, join, approve }: Story): Promise<void> {
    let asked = await soon(ask());
    await this.reopen();
    asked ??= await soon(ask());
    const uri = asked?.uri ?? '';
    await soon(join(uri));
    if (await this.reopen()) await soon(join(uri));
    await approve();
    if (await this.reopen()) await approve();
  }

  /** Opens the party's next page where this one was killed. Whether it was. */
  async reopen(): Promise<boolean> {
    if (this.#pages[this.#role] !== this.party || !this.party.isKilled) return false;
    if (this.#role === 'app') await this.#pages.reloadApp();
    else await this.#pages.reloadWallet();
    await settleAll();
    return true;
  }
}
