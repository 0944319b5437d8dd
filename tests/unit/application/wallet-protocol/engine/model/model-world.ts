import { flushPromises } from '../../../../../../application/ports/clock.fake.js';
import { FakeRelayAdversary } from '../../../../../../application/ports/relay-adversary.fake.js';
import type { EngineParty } from '../support/engine-party.js';
import { SignInPair } from '../support/sign-in-pair.js';

/** One of the two parties. */
export type Role = 'app' | 'wallet';

/** Time after which the relay redelivers unacknowledged messages. */
const REDELIVERY_MS = 60_000;
const HOUR_MS = 3_600_000;

/** An app and a wallet with an adversary between them, on a manual clock. */
export class ModelWorld {
  readonly pair = new SignInPair();
  readonly adversary = new FakeRelayAdversary(this.pair.hub, this.pair.clock);
  /** All displayed URIs, the latest last. */
  readonly uris: string[] = [];
  /** Topics of the sessions that were returned to a caller. */
  readonly promised: string[] = [];
  /** Log entries of closed pages. */
  readonly #logged: unknown[] = [];

  /** Runs an action until no work is left without time passing. Returns `null` if it is pending or rejected. */
  async perform<Value>(act: () => Promise<Value>): Promise<Value | null> {
    let value: Value | null = null;
    act().then(
      (result) => {
        value = result;
      },
      () => undefined,
    );
    await this.untilIdle();
    return value;
  }

  /** Records a session that was returned to the app, unless its page was killed before the session was stored. */
  async promise(app: EngineParty, topic: string): Promise<void> {
    await flushPromises();
    if (!app.isKilled) this.promised.push(topic);
  }

  /** Waits until all work that needs no timer is done, including signatures. */
  async untilIdle(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await flushPromises();
    }
  }

  /** Opens the next page of a killed party. */
  async reopen(): Promise<void> {
    if (this.pair.app.isKilled) await this.reload('app');
    if (this.pair.wallet.isKilled) await this.reload('wallet');
  }

  async reload(role: Role): Promise<void> {
    this.#logged.push(...this.pair[role].logger.entries);
    await (role === 'app' ? this.pair.reloadApp() : this.pair.reloadWallet());
    await this.untilIdle();
  }

  /** Stops the adversary and lets both pages receive all messages. */
  async recover(): Promise<void> {
    this.adversary.stop();
    await this.untilIdle();
    // Pages with a planned kill that has not happened are reloaded.
    for (const role of ['app', 'wallet'] as const) if (this.pair[role].kill !== null) await this.reload(role);
    for (let turn = 0; turn < 4; turn += 1) {
      await this.untilIdle();
      await this.pair.clock.run(REDELIVERY_MS + 1_000);
      this.pair.app.relay.redeliver();
      this.pair.wallet.relay.redeliver();
    }
    await this.untilIdle();
  }

  /** Lets everything except sessions expire. */
  async runPastExpiries(): Promise<void> {
    await this.pair.clock.run(HOUR_MS + REDELIVERY_MS);
    await this.untilIdle();
  }

  /** All log entries as text. */
  get logged(): string {
    return JSON.stringify([...this.#logged, ...this.pair.app.logger.entries, ...this.pair.wallet.logger.entries], withErrors);
  }
}

const withErrors = (_: string, value: unknown): unknown =>
  value instanceof Error ? { name: value.name, message: value.message, cause: value.cause } : value;

/** Session topics of a party, sorted. */
export const topicsOf = ({ context }: EngineParty, matches: (acknowledged: boolean) => boolean = () => true): readonly string[] =>
  context.tables.sessions
    .all()
    .filter(({ acknowledged }) => matches(acknowledged))
    .map(({ topic }) => topic)
    .sort();
