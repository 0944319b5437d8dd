import { describe, expect, it } from 'vitest';
import { ALLOWED, ASKED, EnginePair } from './support/engine-pair.js';
import { KilledPage, type Role, soon } from './support/killed-page.js';
import type { Kill } from './support/mortal-ports.js';

const { signal } = new AbortController();

/** The story of a session: whoever is killed opens the page again, and does again what is not done. */
class Story {
  readonly pair = new EnginePair();
  readonly page: KilledPage;

  constructor(role: Role, kill: Kill | null) {
    this.page = new KilledPage(this.pair, role, kill);
  }

  async tell(): Promise<void> {
    const { pair } = this;
    const connect = () => soon(pair.inviting.connect({ requiredNamespaces: ASKED }, signal));
    let asking = await connect();
    await this.page.reopen();
    asking ??= await connect();
    const uri = asking?.uri ?? '';
    const join = () => soon(pair.joined.pair({ uri }, signal));
    await join();
    if (await this.page.reopen()) await join();
    await this.#approve();
    if (await this.page.reopen()) await this.#approve();
  }

  async #approve(): Promise<void> {
    for (const { id } of this.pair.approving.pending()) {
      await soon(this.pair.approving.approve({ id, namespaces: ALLOWED }, signal));
    }
  }
}

const told = async (role: Role, kill: Kill | null): Promise<Story> => {
  const story = new Story(role, kill);
  await story.tell();
  return story;
};

describe.each(['app', 'wallet'] as const)('a session whose %s is killed', (role) => {
  it.each(['before', 'after'] as const)('%s any call of its page takes effect comes about all the same, once', async (when) => {
    const whole = await told(role, null);
    const { calls } = whole.page;
    whole.pair.end();
    expect(calls).toBeGreaterThan(15);
    for (let at = 0; at < calls; at++) {
      const { pair } = await told(role, { at, when });
      const [apps, wallets] = [pair.app, pair.wallet].map(({ context }) => context.tables.sessions.all());
      expect(wallets, `call ${at}`).toMatchObject([{ acknowledged: true, namespaces: ALLOWED }]);
      expect(
        apps?.map(({ topic }) => topic),
        `call ${at}`,
      ).toEqual(wallets?.map(({ topic }) => topic));
      // What nobody took up is over in the end.
      await pair.clock.run(301_000);
      for (const { context, store } of [pair.app, pair.wallet]) {
        expect([context.tables.proposals.all(), context.tables.pairings.all()], `call ${at}`).toEqual([[], []]);
        expect(
          [...store.persisted.keys()].filter((key) => /proposal|pairing/.test(key)),
          `call ${at}`,
        ).toEqual([]);
      }
      pair.end();
    }
  });
});
