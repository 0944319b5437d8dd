import { readFileSync } from 'node:fs';
import { lastValueFrom, type Observable } from 'rxjs';
import { FakeClock } from '../../../../../application/ports/clock.fake.js';
import { FakeKeyChain } from '../../../../../application/ports/key-chain.fake.js';
import { FakeOfficialStorage } from '../../../../../application/ports/official-storage.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import { FakeRelayHub } from '../../../../../application/ports/relay-hub.fake.js';
import { requesterTables } from '../../../../../application/wallet-protocol/engine/engine-tables.js';
import { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import { MigrateOfficialRecords } from '../../../../../application/wallet-protocol/migrate-official-records.use-case.js';
import { RemoveOfficialRecords } from '../../../../../application/wallet-protocol/remove-official-records.use-case.js';

/** Captured from the official client by tests/integration/walletconnect/official-storage.test.ts. */
export const fixture = JSON.parse(
  readFileSync(new URL('../../../domain/wallet-protocol/migration/official-storage.json', import.meta.url), 'utf8'),
);

/** Two clients share the storage: the app's, and one with the prefix `wallet`. It also contains an unrelated record. */
const PROVIDER = `wc@2:universal_provider:namespaces${fixture.topic}`;
const OTHERS_PROVIDER = `wc@2:universal_provider:namespaces${'f'.repeat(64)}`;
export const OTHERS = [...Object.keys(fixture.wallet).filter((key) => key.includes(':wallet:')), OTHERS_PROVIDER, 'theme'];
const RECORDS = { ...fixture.wallet, ...fixture.app, [PROVIDER]: '{}', [OTHERS_PROVIDER]: '{}', theme: 'dark' };

/** Kills a page before or after the call of this number takes effect. */
export interface Kill {
  readonly at: number;
  readonly when: 'before' | 'after';
}

/** A device with the records of an official client. */
export class OfficialStorageFixture {
  readonly clock = new FakeClock(fixture.at);
  readonly official: FakeOfficialStorage;
  readonly keyChain = new FakeKeyChain();
  readonly store = new FakeRecordStore();
  keepsKeys = true;
  /** Number of calls of the current page. */
  calls = 0;

  /** @param more further records */
  constructor(more: Readonly<Record<string, unknown>> = {}) {
    this.official = new FakeOfficialStorage({ ...RECORDS, ...more });
  }

  /** Opens a page, which stops when it is killed. */
  openPage(kill: Kill | null = null) {
    this.calls = 0;
    const store = this.store.otherTab();
    const relay = new FakeMessageRelay(this.clock, new FakeRelayHub(), this.keyChain);
    this.keyChain.isPersistent = this.keepsKeys;
    const migrate = new MigrateOfficialRecords(
      this.#killable(store, kill),
      this.#killable(this.official, kill),
      this.#killable(this.keyChain, kill),
      this.clock,
    );
    const remove = new RemoveOfficialRecords(this.#killable(store, kill), this.#killable(this.official, kill));
    return { store, relay, migrate, remove, tables: requesterTables(store) };
  }

  /** Latchkey's own records on the device. */
  async ownRecords() {
    const { tables } = this.openPage();
    await tables.sessions.load(({ topic }) => topic);
    await tables.proposals.load(({ id }) => id);
    const [sessions, proposals] = [tables.sessions.all(), tables.proposals.all()];
    return { sessions, proposals, keys: new Map(this.keyChain.keys), stored: [...this.store.persisted.keys()].sort() };
  }

  #killable<Port extends object>(port: Port, kill: Kill | null): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...of: readonly unknown[]): unknown => {
          const number = this.calls++;
          if (kill === null || number < kill.at) return Reflect.apply(member, target, of);
          // The current call may still take effect; a killed page makes no further calls.
          if (number === kill.at && kill.when === 'after') void Reflect.apply(member, target, of);
          return new Promise(() => undefined);
        };
      },
    });
  }
}

/** Last state of a run. */
export const outcome = <State>(states$: Observable<State>): Promise<State> => lastValueFrom(states$);

/** Runs a use case until the page is killed. */
export const untilKilled = async (states$: Observable<unknown>): Promise<string[]> => {
  const statuses: string[] = [];
  states$.subscribe((state) => statuses.push(String(Reflect.get(Object(state), 'status'))));
  await new Promise((resolve) => setTimeout(resolve, 0));
  return statuses;
};
