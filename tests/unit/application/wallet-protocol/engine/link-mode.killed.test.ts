import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import type { Kill } from './support/killable-ports.js';
import { settledValue } from './support/killed-page.js';
import { LinkPair } from './support/link-pair.js';

const topicsOf = ({ engine }: LinkPair['app']) => engine.context.tables.sessions.all().map(({ topic }) => topic);

/** Approves the pending sign-in request, if any. */
const approve = async (pair: LinkPair): Promise<void> => {
  const { wallet } = pair;
  const hasRequest = wallet.engine.context.tables.authRequests.all().some(({ answeredWith }) => answeredWith === undefined);
  if (hasRequest) await settledValue(wallet.engine.approveSessionAuthenticate(await pair.sign()));
};

/** Runs a sign-in by links. The link is opened again if there is no session. */
const runScenario = async (kill: Kill | null): Promise<{ readonly pair: LinkPair; readonly calls: number; readonly isKilled: boolean }> => {
  const pair = await new LinkPair().start();
  const { ports } = pair.wallet;
  const before = ports.calls;
  ports.kill = kill === null ? null : { ...kill, at: before + kill.at };
  const { uri } = await pair.authenticate();
  await settledValue(Promise.resolve());
  await approve(pair);
  const [calls, { isKilled }] = [ports.calls - before, ports];
  if (isKilled) await pair.reloadWallet();
  await approve(pair);
  if (topicsOf(pair.app).length === 0) {
    await pair.appLinking.open(uri);
    await settledValue(Promise.resolve());
    await approve(pair);
  }
  return { pair, calls, isKilled };
};

describe('link mode sign-in whose wallet is killed', () => {
  it.each(['before', 'after'] as const)('%s any of its calls completes all the same, without the relay', async (when) => {
    const { calls, pair: reference } = await runScenario(null);
    await reference.dispose();
    expect(calls).toBeGreaterThan(10);
    let kills = 0;
    for (let at = 0; at < calls; at += 1) {
      const { pair, isKilled } = await runScenario({ at, when });
      if (isKilled) kills += 1;
      expect(topicsOf(pair.app), `call ${at}`).toHaveLength(1);
      expect(topicsOf(pair.wallet), `call ${at}`).toEqual(topicsOf(pair.app));
      expect([...pair.app.relay.published, ...pair.wallet.relay.published], `call ${at}`).toEqual([]);
      await pair.dispose();
    }
    expect(kills).toBe(calls);
  });
});

describe('next page load in link mode', () => {
  it('emits session_connect, as no caller awaits the response', async () => {
    const pair = await new LinkPair().start();
    await pair.authenticate();
    await pair.reloadApp();
    await pair.wallet.engine.approveSessionAuthenticate(await pair.sign());
    await flushPromises();
    const [connected] = pair.app.events('session_connect');
    expect([connected?.session.topic, connected?.session.transportType]).toEqual([topicsOf(pair.wallet)[0], 'link_mode']);
    await pair.dispose();
  });

  it('responds to requests of the previous page load', async () => {
    const pair = await new LinkPair().start();
    const { response } = await pair.authenticate();
    await pair.reloadWallet();
    await pair.wallet.engine.approveSessionAuthenticate(await pair.sign());
    await flushPromises();
    expect((await response()).session?.topic).toBe(topicsOf(pair.wallet)[0]);
    const signature = pair.app.engine.request({
      topic: topicsOf(pair.app)[0] ?? '',
      chainId: 'eip155:1',
      request: { method: 'personal_sign', params: [] },
    });
    await flushPromises();
    await pair.reloadWallet();
    await pair.clock.run(1_000);
    const [{ id = 0, topic = '' } = {}] = pair.wallet.engine.getPendingSessionRequests();
    await pair.wallet.engine.respond({ topic, response: { id, jsonrpc: '2.0', result: '0x01' } });
    expect([await signature, pair.wallet.relay.published]).toEqual(['0x01', []]);
    await pair.dispose();
  });
});
