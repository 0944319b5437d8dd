import { describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { soon } from './support/killed-page.js';
import { LinkPair } from './support/link-pair.js';
import type { Kill } from './support/mortal-ports.js';

const topicsOf = ({ engine }: LinkPair['app']) => engine.context.tables.sessions.all().map(({ topic }) => topic);

/** The wallet's owner signs what waits, if anything does. */
const approve = async (pair: LinkPair): Promise<void> => {
  const { wallet } = pair;
  const isAsked = wallet.engine.context.tables.authRequests.all().some(({ answeredWith }) => answeredWith === undefined);
  if (isAsked) await soon(wallet.engine.approveSessionAuthenticate(await pair.sign()));
};

/** A sign-in by links. The owner opens the app's link again where nothing comes of it. */
const told = async (kill: Kill | null): Promise<{ readonly pair: LinkPair; readonly calls: number; readonly isKilled: boolean }> => {
  const pair = await new LinkPair().start();
  const { ports } = pair.wallet;
  const before = ports.calls;
  ports.kill = kill === null ? null : { ...kill, at: before + kill.at };
  const { uri } = await pair.ask();
  await soon(Promise.resolve());
  await approve(pair);
  const [calls, { isKilled }] = [ports.calls - before, ports];
  if (isKilled) await pair.reloadWallet();
  await approve(pair);
  if (topicsOf(pair.app).length === 0) {
    await pair.appLinking.open(uri);
    await soon(Promise.resolve());
    await approve(pair);
  }
  return { pair, calls, isKilled };
};

describe('a sign-in by links whose wallet is killed', () => {
  it.each(['before', 'after'] as const)('%s any call takes effect comes about all the same, and is heard by no relay', async (when) => {
    const { calls, pair: whole } = await told(null);
    await whole.end();
    expect(calls).toBeGreaterThan(10);
    let kills = 0;
    for (let at = 0; at < calls; at += 1) {
      const { pair, isKilled } = await told({ at, when });
      if (isKilled) kills += 1;
      expect(topicsOf(pair.app), `call ${at}`).toHaveLength(1);
      expect(topicsOf(pair.wallet), `call ${at}`).toEqual(topicsOf(pair.app));
      expect([...pair.app.relay.published, ...pair.wallet.relay.published], `call ${at}`).toEqual([]);
      await pair.end();
    }
    expect(kills).toBe(calls);
  });
});

describe('the page after the one that asked by a link', () => {
  it('hears of the session by an event, since nobody waits for it', async () => {
    const pair = await new LinkPair().start();
    await pair.ask();
    await pair.reloadApp();
    await pair.wallet.engine.approveSessionAuthenticate(await pair.sign());
    await settle();
    const [connected] = pair.app.events('session_connect');
    expect([connected?.session.topic, connected?.session.transportType]).toEqual([topicsOf(pair.wallet)[0], 'link_mode']);
    await pair.end();
  });

  it('of the wallet, answers what the one before was asked', async () => {
    const pair = await new LinkPair().start();
    const { response } = await pair.ask();
    await pair.reloadWallet();
    await pair.wallet.engine.approveSessionAuthenticate(await pair.sign());
    await settle();
    expect((await response()).session?.topic).toBe(topicsOf(pair.wallet)[0]);
    const answer = pair.app.engine.request({
      topic: topicsOf(pair.app)[0] ?? '',
      chainId: 'eip155:1',
      request: { method: 'personal_sign', params: [] },
    });
    await settle();
    await pair.reloadWallet();
    await pair.clock.run(1_000);
    const [{ id = 0, topic = '' } = {}] = pair.wallet.engine.getPendingSessionRequests();
    await pair.wallet.engine.respond({ topic, response: { id, jsonrpc: '2.0', result: '0x01' } });
    expect([await answer, pair.wallet.relay.published]).toEqual(['0x01', []]);
    await pair.end();
  });
});
