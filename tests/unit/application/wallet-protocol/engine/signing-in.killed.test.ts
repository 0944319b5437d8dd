import { afterEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import type { Cacao } from '../../../../../domain/sign-in/cacao.js';
import { PROTOCOL_METHODS } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { CALL_STEP } from '../support/moments.js';
import type { Kill } from './support/killable-ports.js';
import { KilledPage, type Role, settledValue } from './support/killed-page.js';
import { SIGN_IN, SignInPair } from './support/sign-in-pair.js';

const { signal } = new AbortController();

const runScenario = async (role: Role, kill: Kill | null, methods: readonly string[]) => {
  const pair = new SignInPair();
  const page = new KilledPage(pair, role, kill);
  await page.run({
    propose: () => pair.authRequester.authenticate({ ...SIGN_IN, methods }, undefined, signal),
    join: (uri) => pair.walletPairings.pair({ uri }, signal),
    approve: async () => {
      for (const { id } of pair.authResponder.pending()) await settledValue(pair.approve(id));
    },
  });
  return { pair, page };
};

describe.each(['app', 'wallet'] as const)('a sign-in whose %s is killed', (role) => {
  it.each(['before', 'after'] as const)('%s any of its calls completes all the same, once', async (when) => {
    const reference = await runScenario(role, null, ['personal_sign']);
    const { calls } = reference.page;
    reference.pair.dispose();
    expect(calls).toBeGreaterThan(15);
    for (let at = 0; at < calls; at += CALL_STEP) {
      const { pair } = await runScenario(role, { at, when }, ['personal_sign']);
      const [apps, wallets] = [pair.app, pair.wallet].map(({ context }) => context.tables.sessions.all());
      expect(wallets, `call ${at}`).toMatchObject([{ acknowledged: true, authentication: [{}, {}] }]);
      expect(
        apps?.map(({ topic, authentication }) => ({ topic, authentication })),
        `call ${at}`,
      ).toEqual(wallets?.map(({ topic, authentication }) => ({ topic, authentication })));
      // Unused records expire.
      await pair.clock.run(3_601_000);
      for (const { context, store } of [pair.app, pair.wallet]) {
        const { proposals, pairings, authRequests } = context.tables;
        expect([proposals.all(), pairings.all(), authRequests.all()], `call ${at}`).toEqual([[], [], []]);
        expect(
          [...store.persisted.keys()].filter((key) => /proposal|pairing|auth\//.test(key)),
          `call ${at}`,
        ).toEqual([]);
      }
      pair.dispose();
    }
  });

  it('leaves no key if it settles no session', async () => {
    const reference = await runScenario(role, null, []);
    const { calls } = reference.page;
    reference.pair.dispose();
    for (let at = 0; at < calls; at += CALL_STEP) {
      const { pair } = await runScenario(role, { at, when: 'after' }, []);
      await pair.clock.run(3_601_000);
      for (const { context, store } of [pair.app, pair.wallet]) {
        expect(context.tables.sessions.all(), `call ${at}`).toEqual([]);
        expect(
          [...store.persisted.keys()].filter((key) => /proposal|pairing|auth\//.test(key)),
          `call ${at}`,
        ).toEqual([]);
      }
      pair.dispose();
    }
  });
});

const rejections = ({ hub }: SignInPair) => hub.envelopes.filter(({ message }) => 'error' in message);

describe('a rejection whose page is killed', () => {
  it.each(['before', 'after'] as const)('%s any of its calls reaches the app, and no approval follows', async (when) => {
    let isDone = false;
    for (let at = 0; !isDone; at += CALL_STEP) {
      const pair = new SignInPair();
      const { id, response } = await pair.authenticate();
      const { wallet } = pair;
      wallet.kill = { at: wallet.portCalls + at, when };
      await settledValue(pair.reject(id));
      isDone = !wallet.isKilled;
      wallet.kill = isDone ? null : wallet.kill;
      if (!isDone) await pair.reloadWallet();
      // If the request is emitted again, the user approves it. Otherwise it was rejected.
      const [waiting] = pair.authResponder.pending();
      if (waiting !== undefined) await settledValue(pair.approve(id));
      const outcome = await settledValue(response.catch((error: unknown) => ({ error })));
      expect(outcome, `call ${at}`).toMatchObject(waiting === undefined ? { error: { code: 5_000 } } : { auths: [{}, {}] });
      const [apps, wallets] = [pair.app, pair.wallet].map(({ context }) => context.tables.sessions.all().map(({ topic }) => topic));
      expect(wallets, `call ${at}`).toEqual(apps);
      // Published by any of the pages.
      for (const { delivery } of rejections(pair)) expect(delivery, `call ${at}`).toEqual(PROTOCOL_METHODS.wc_sessionAuthenticate.reject);
      await pair.clock.run(3_601_000);
      expect(pair.wallet.context.tables.authRequests.all(), `call ${at}`).toEqual([]);
      pair.dispose();
    }
  });
});

describe.each(['approve', 'reject'] as const)(
  'response (%s) of a page that is killed, with an unreachable relay on the next page load',
  (action) => {
    const respond = (pair: SignInPair, id: number, auths?: readonly Cacao[]): Promise<unknown> =>
      action === 'approve' ? pair.approve(id, auths) : pair.reject(id);

    /** Kills the wallet at each of its calls during the response, each time with a new pair. */
    const killed = async (when: Kill['when'], check: (pair: SignInPair, id: number, response: Promise<unknown>) => Promise<void>) => {
      let isDone = false;
      for (let at = 0; !isDone; at += CALL_STEP) {
        const pair = new SignInPair();
        const { id, response } = await pair.authenticate();
        const { wallet } = pair;
        const auths = await pair.sign(id);
        wallet.kill = { at: wallet.portCalls + at, when };
        await settledValue(respond(pair, id, auths));
        isDone = !wallet.isKilled;
        wallet.kill = isDone ? null : wallet.kill;
        if (!isDone) await pair.reloadWallet('unreachable');
        if (!isDone) await check(pair, id, response);
        pair.dispose();
      }
    };

    it.each(['before', 'after'] as const)('is published once the relay is reachable, if killed %s any call', async (when) => {
      let respondedCount = 0;
      await killed(when, async (pair, id, response) => {
        await pair.clock.run(20_000);
        const isResponded = pair.authResponder.pending().length === 0;
        if (isResponded) respondedCount += 1;
        pair.wallet.relay.recover();
        await pair.clock.run(5_000);
        if (pair.authResponder.pending().length > 0) await settledValue(respond(pair, id));
        const outcome = await settledValue(response.catch((error: unknown) => ({ error })));
        expect(outcome).toMatchObject(action === 'approve' ? { auths: [{}, {}] } : { error: { code: 5_000 } });
        const [apps, wallets] = [pair.app, pair.wallet].map(({ context }) => context.tables.sessions.all().map(({ topic }) => topic));
        expect(wallets).toEqual(apps);
        await pair.clock.run(3_601_000);
        expect(pair.wallet.context.tables.authRequests.all()).toEqual([]);
      });
      expect(respondedCount).toBeGreaterThan(0);
    });

    if (action === 'approve')
      it('is not published after its session was removed', async () => {
        let removals = 0;
        await killed('before', async (pair) => {
          const { sessions } = pair.wallet.context.tables;
          const [session] = sessions.all();
          if (session === undefined) return;
          removals += 1;
          const before = pair.hub.envelopes.length;
          await sessions.remove(session.topic);
          pair.wallet.relay.recover();
          await pair.clock.run(20_000);
          expect(pair.hub.envelopes.slice(before)).toEqual([]);
        });
        expect(removals).toBeGreaterThan(1);
      });

    it('is not published after the request has expired', async () => {
      await killed('before', async (pair) => {
        const before = pair.hub.envelopes.length;
        await pair.clock.run(3_601_000);
        expect(pair.wallet.context.tables.authRequests.all()).toEqual([]);
        pair.wallet.relay.recover();
        await pair.clock.run(20_000);
        expect(pair.hub.envelopes.slice(before)).toEqual([]);
      });
    });
  },
);

describe('next page load of the requester', () => {
  let pair: SignInPair;

  afterEach(() => pair.dispose());

  it('emits session_connect, as no caller awaits the response', async () => {
    pair = new SignInPair();
    const { id } = await pair.authenticate();
    await pair.reloadApp();
    const session = await pair.approve(id);
    await flushPromises();
    expect(pair.app.events('session_connect')).toMatchObject([{ session: { topic: session?.topic } }]);
    expect(pair.app.context.tables.authRequests.all()).toEqual([]);
  });

  it('receives a response that was sent while no page was open', async () => {
    pair = new SignInPair();
    const { id } = await pair.authenticate();
    pair.app.close();
    const session = await pair.approve(id);
    await pair.reloadApp();
    expect(pair.app.context.tables.sessions.all()).toMatchObject([{ topic: session?.topic }]);
  });

  it('removes an expired request', async () => {
    pair = new SignInPair();
    await pair.authenticate();
    pair.app.close();
    await pair.clock.run(3_600_000);
    await pair.reloadApp();
    expect([pair.app.context.tables.authRequests.all(), pair.app.relay.keys]).toEqual([[], []]);
  });
});
