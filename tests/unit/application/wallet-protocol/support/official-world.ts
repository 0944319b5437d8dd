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

/** Captured from the official client: see tests/integration/walletconnect/official-storage.test.ts. */
export const fixture = JSON.parse(
  readFileSync(new URL('../../../domain/wallet-protocol/migration/official-storage.json', import.meta.url), 'utf8'),
);

/** Two clients share the place: the app's, and one with the prefix `wallet`. A record of neither lies beside them. */
const PROVIDER = `wc@2:universal_provider:namespaces${fixture.topic}`;
const OTHERS_PROVIDER = `wc@2:universal_provider:namespaces${'f'.repeat(64)}`;
export const OTHERS = [...Object.keys(fixture.wallet).filter((key) => key.includes(':wallet:')), OTHERS_PROVIDER, 'theme'];
const RECORDS = { ...fixture.wallet, ...fixture.app, [PROVIDER]: '{}', [OTHERS_PROVIDER]: '{}', theme: 'dark' };

/** When a page is killed: before or after its call of this number takes effect. */
export interface Kill {
  readonly at: number;
  readonly when: 'before' | 'after';
}

/** A device on which an official client has left its records. */
export class OfficialWorld {
  readonly clock = new FakeClock(fixture.at);
  readonly official: FakeOfficialStorage;
  readonly keyChain = new FakeKeyChain();
  readonly store = new FakeRecordStore();
  keepsKeys = true;
  /** Calls of the page under way. */
  calls = 0;

  /** @param more records that lie beside those of the fixture */
  constructor(more: Readonly<Record<string, unknown>> = {}) {
    this.official = new FakeOfficialStorage({ ...RECORDS, ...more });
  }

  /** What the next page can do; it stops for ever where it is killed. */
  page(kill: Kill | null = null) {
    this.calls = 0;
    const store = this.store.otherTab();
    const relay = new FakeMessageRelay(this.clock, new FakeRelayHub(), this.keyChain);
    this.keyChain.keepsKeys = this.keepsKeys;
    const migrate = new MigrateOfficialRecords(
      this.#mortal(store, kill),
      this.#mortal(this.official, kill),
      this.#mortal(this.keyChain, kill),
      this.clock,
    );
    const remove = new RemoveOfficialRecords(this.#mortal(store, kill), this.#mortal(this.official, kill));
    return { store, relay, migrate, remove, tables: requesterTables(store) };
  }

  /** What is ours on the device. */
  async ours() {
    const { tables } = this.page();
    await tables.sessions.load(({ topic }) => topic);
    await tables.proposals.load(({ id }) => id);
    const [sessions, proposals] = [tables.sessions.all(), tables.proposals.all()];
    return { sessions, proposals, keys: new Map(this.keyChain.keys), stored: [...this.store.persisted.keys()].sort() };
  }

  #mortal<Port extends object>(port: Port, kill: Kill | null): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...of: readonly unknown[]): unknown => {
          const number = this.calls++;
          if (kill === null || number < kill.at) return Reflect.apply(member, target, of);
          // The call under way may still take effect; a page that is gone makes no other.
          if (number === kill.at && kill.when === 'after') void Reflect.apply(member, target, of);
          return new Promise(() => undefined);
        };
      },
    });
  }
}

/** The last state of a run. */
export const outcome = <State>(states$: Observable<State>): Promise<State> => lastValueFrom(states$);

/** Lets a page that is killed come as far as it does. */
export const untilKilled = async (states$: Observable<unknown>): Promise<string[]> => {
  const seen: string[] = [];
  states$.subscribe((state) => seen.push(String(Reflect.get(Object(state), 'status'))));
  await new Promise((resolve) => setTimeout(resolve, 0));
  return seen;
};
