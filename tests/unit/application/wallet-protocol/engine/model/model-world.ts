import { settle } from '../../../../../../application/ports/clock.fake.js';
import { FakeRelayAdversary } from '../../../../../../application/ports/relay-adversary.fake.js';
import type { EngineParty } from '../support/engine-party.js';
import { SignInPair } from '../support/sign-in-pair.js';

/** Which of the two parties. */
export type Role = 'app' | 'wallet';

/** How long the relay waits before it tells again what nobody acknowledged. */
const TAKE_UP_MS = 60_000;
const HOUR_MS = 3_600_000;

/** An app and a wallet with an adversary between them, on a clock that only the story moves. */
export class ModelWorld {
  readonly pair = new SignInPair();
  readonly adversary = new FakeRelayAdversary(this.pair.hub, this.pair.clock);
  /** Every URI that was on display, the newest last. */
  readonly uris: string[] = [];
  /** Topics of the sessions that somebody was promised. */
  readonly promised: string[] = [];
  /** Everything that was logged, by pages that are gone too. */
  readonly #logged: unknown[] = [];

  /** Carries out what a person or host does. Nobody waits for it longer than for what comes without time, and a failure is theirs. */
  async does<Value>(act: () => Promise<Value>): Promise<Value | null> {
    let value: Value | null = null;
    act().then(
      (given) => {
        value = given;
      },
      () => undefined,
    );
    await this.quiet();
    return value;
  }

  /** A host was told of a session; that of a page which is killed before the session is stored has heard nothing. */
  async promise(app: EngineParty, topic: string): Promise<void> {
    await settle();
    if (!app.isKilled) this.promised.push(topic);
  }

  /** Everything that can happen without time passing has happened, the signatures of a key included. */
  async quiet(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await settle();
    }
  }

  /** The page of a party is gone where it was killed on its way: the next one is opened. */
  async reopen(): Promise<void> {
    if (this.pair.app.isKilled) await this.reload('app');
    if (this.pair.wallet.isKilled) await this.reload('wallet');
  }

  async reload(role: Role): Promise<void> {
    this.#logged.push(...this.pair[role].logger.entries);
    await (role === 'app' ? this.pair.reloadApp() : this.pair.reloadWallet());
    await this.quiet();
  }

  /** The adversary has done its work, and both pages have had the time to hear of everything that the relay still holds. */
  async recover(): Promise<void> {
    this.adversary.stop();
    await this.quiet();
    // A page that is to be killed at a call that it has not made yet is closed here.
    for (const role of ['app', 'wallet'] as const) if (this.pair[role].kill !== null) await this.reload(role);
    for (let turn = 0; turn < 4; turn += 1) {
      await this.quiet();
      await this.pair.clock.run(TAKE_UP_MS + 1_000);
      this.pair.app.relay.repeat();
      this.pair.wallet.relay.repeat();
    }
    await this.quiet();
  }

  /** Everything whose time can be over is over, but sessions. */
  async growOld(): Promise<void> {
    await this.pair.clock.run(HOUR_MS + TAKE_UP_MS);
    await this.quiet();
  }

  /** All texts that were logged. */
  get logged(): string {
    return JSON.stringify([...this.#logged, ...this.pair.app.logger.entries, ...this.pair.wallet.logger.entries], errorsToo);
  }
}

const errorsToo = (_: string, value: unknown): unknown =>
  value instanceof Error ? { name: value.name, message: value.message, cause: value.cause } : value;

/** The topics of a party's sessions, in order. */
export const topicsOf = ({ context }: EngineParty, isSought: (acknowledged: boolean) => boolean = () => true): readonly string[] =>
  context.tables.sessions
    .all()
    .filter(({ acknowledged }) => isSought(acknowledged))
    .map(({ topic }) => topic)
    .sort();
