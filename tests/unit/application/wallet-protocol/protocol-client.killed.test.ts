import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { RemoteSession } from '../../../../application/ports/remote-session.port.js';
import { isRpcFailure } from '../../../../domain/wallet-protocol/json-rpc.js';
import type { Kill } from './engine/support/mortal-ports.js';
import { ProtocolWorld } from './support/protocol-world.js';

const MINUTE = 60_000;

/** Everything that a page does by itself has time to be done. */
const rest = async (): Promise<void> => {
  for (let count = 0; count < 4; count += 1) await settle();
};

/** A person on a phone pairs: whenever the page is killed, the next one takes up the session that is there, or goes on pairing. */
class Story {
  readonly world = new ProtocolWorld();
  session: RemoteSession | null = null;

  constructor(kill: Kill | null) {
    this.world.ports.kill = kill;
  }

  async tell(): Promise<string> {
    await this.#open();
    await this.#reopen();
    const { wallet, uris } = this.world;
    const topic = await wallet.approve(await wallet.pair(uris.at(-1) ?? ''));
    await rest();
    await this.#reopen();
    return topic;
  }

  async #reopen(): Promise<void> {
    if (!this.world.ports.isKilled) return;
    this.session = null;
    await this.world.reload();
    await this.#open();
  }

  async #open(): Promise<void> {
    const { client } = this.world;
    void (async () => {
      this.session = (await client.resume()) ?? (await this.world.pair(undefined, true));
    })().catch(() => undefined);
    await rest();
  }
}

/** Topics of sessions that the wallet believes in. */
const openAtWallet = ({ wallet }: ProtocolWorld, topics: readonly string[]): readonly string[] =>
  topics.filter(
    (topic) =>
      !wallet.calls.some((call) => call.topic === topic && call.request.method === 'wc_sessionDelete') &&
      !wallet.answers.some((answer) => answer.topic === topic && isRpcFailure(answer.response)),
  );

describe('a pairing whose page is killed', () => {
  it.each(['before', 'after'] as const)(
    '%s any call of it takes effect ends in one session, on both sides, and leaves nothing',
    async (when) => {
      const whole = new Story(null);
      await whole.tell();
      const { calls } = whole.world.ports;
      whole.world.end();
      expect(calls).toBeGreaterThan(15);
      for (let at = 0; at < calls; at += 1) {
        const story = new Story({ at, when });
        const { world } = story;
        const topic = await story.tell();
        expect(story.session, `call ${at}`).toMatchObject({ topic, live: true });
        expect(openAtWallet(world, [topic]), `call ${at}`).toEqual([topic]);
        expect(
          world.wallet.answers.filter((answer) => answer.topic === topic).map(({ response }) => response),
          `call ${at}`,
        ).toContainEqual(expect.objectContaining({ result: true }));
        // What the killed page began is over in the end, and the next pairing sweeps it away.
        await world.clock.run(6 * MINUTE);
        const run = new AbortController();
        world.pair(run.signal).catch(() => undefined);
        await rest();
        run.abort();
        await world.clock.run(6 * MINUTE);
        expect([...world.records.persisted.keys()], `call ${at}`).toEqual([`@latchkey/wc/session/${topic}`]);
        expect(story.session?.live, `call ${at}`).toBe(true);
        world.end();
      }
    },
  );
});
