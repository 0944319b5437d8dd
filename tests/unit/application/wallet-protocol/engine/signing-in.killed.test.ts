import { afterEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import type { Cacao } from '../../../../../domain/wallet-protocol/authentication/cacao.js';
import { PROTOCOL_METHODS } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { KilledPage, type Role, soon } from './support/killed-page.js';
import type { Kill } from './support/mortal-ports.js';
import { SIGN_IN, SignInPair } from './support/sign-in-pair.js';

const { signal } = new AbortController();

const told = async (role: Role, kill: Kill | null, methods: readonly string[]) => {
  const pair = new SignInPair();
  const page = new KilledPage(pair, role, kill);
  await page.tell({
    ask: () => pair.authenticating.authenticate({ ...SIGN_IN, methods }, undefined, signal),
    join: (uri) => pair.joined.pair({ uri }, signal),
    approve: async () => {
      for (const { id } of pair.answering.pending()) await soon(pair.approve(id));
    },
  });
  return { pair, page };
};

describe.each(['app', 'wallet'] as const)('a sign-in whose %s is killed', (role) => {
  it.each(['before', 'after'] as const)('%s any call of its page takes effect comes about all the same, once', async (when) => {
    const whole = await told(role, null, ['personal_sign']);
    const { calls } = whole.page;
    whole.pair.end();
    expect(calls).toBeGreaterThan(15);
    for (let at = 0; at < calls; at += 1) {
      const { pair } = await told(role, { at, when }, ['personal_sign']);
      const [apps, wallets] = [pair.app, pair.wallet].map(({ context }) => context.tables.sessions.all());
      expect(wallets, `call ${at}`).toMatchObject([{ acknowledged: true, authentication: [{}, {}] }]);
      expect(
        apps?.map(({ topic, authentication }) => ({ topic, authentication })),
        `call ${at}`,
      ).toEqual(wallets?.map(({ topic, authentication }) => ({ topic, authentication })));
      // What nobody took up is over in the end.
      await pair.clock.run(3_601_000);
      for (const { context, store } of [pair.app, pair.wallet]) {
        const { proposals, pairings, authRequests } = context.tables;
        expect([proposals.all(), pairings.all(), authRequests.all()], `call ${at}`).toEqual([[], [], []]);
        expect(
          [...store.persisted.keys()].filter((key) => /proposal|pairing|auth\//.test(key)),
          `call ${at}`,
        ).toEqual([]);
      }
      pair.end();
    }
  });

  it('leaves no key of it where it made no session', async () => {
    const whole = await told(role, null, []);
    const { calls } = whole.page;
    whole.pair.end();
    for (let at = 0; at < calls; at += 1) {
      const { pair } = await told(role, { at, when: 'after' }, []);
      await pair.clock.run(3_601_000);
      for (const { context, store } of [pair.app, pair.wallet]) {
        expect(context.tables.sessions.all(), `call ${at}`).toEqual([]);
        expect(
          [...store.persisted.keys()].filter((key) => /proposal|pairing|auth\//.test(key)),
          `call ${at}`,
        ).toEqual([]);
      }
      pair.end();
    }
  });
});

const declines = ({ hub }: SignInPair) => hub.envelopes.filter(({ message }) => 'error' in message);

describe('a decline whose page is killed', () => {
  it.each(['before', 'after'] as const)('%s any call takes effect is heard by the app, and is never approved after that', async (when) => {
    let isDone = false;
    for (let at = 0; !isDone; at += 1) {
      const pair = new SignInPair();
      const { id, response } = await pair.ask();
      const { wallet } = pair;
      wallet.kill = { at: wallet.portCalls + at, when };
      await soon(pair.reject(id));
      isDone = !wallet.isKilled;
      wallet.kill = isDone ? null : wallet.kill;
      if (!isDone) await pair.reloadWallet();
      // The owner who is asked again agrees; who is not has declined.
      const [waiting] = pair.answering.pending();
      if (waiting !== undefined) await soon(pair.approve(id));
      const outcome = await soon(response.catch((error: unknown) => ({ error })));
      expect(outcome, `call ${at}`).toMatchObject(waiting === undefined ? { error: { code: 5_000 } } : { auths: [{}, {}] });
      const [apps, wallets] = [pair.app, pair.wallet].map(({ context }) => context.tables.sessions.all().map(({ topic }) => topic));
      expect(wallets, `call ${at}`).toEqual(apps);
      // Whichever page has sent it.
      for (const { delivery } of declines(pair)) expect(delivery, `call ${at}`).toEqual(PROTOCOL_METHODS.wc_sessionAuthenticate.reject);
      await pair.clock.run(3_601_000);
      expect(pair.wallet.context.tables.authRequests.all(), `call ${at}`).toEqual([]);
      pair.end();
    }
  });
});

describe.each(['approve', 'reject'] as const)(
  'what the owner says (%s) to a page that is killed, where the next one does not reach the relay',
  (say) => {
    const answer = (pair: SignInPair, id: number, auths?: readonly Cacao[]): Promise<unknown> =>
      say === 'approve' ? pair.approve(id, auths) : pair.reject(id);

    /** Kills the wallet at each call that it makes for the answer, each time in a pair of its own. */
    const killed = async (when: Kill['when'], look: (pair: SignInPair, id: number, response: Promise<unknown>) => Promise<void>) => {
      let isDone = false;
      for (let at = 0; !isDone; at += 1) {
        const pair = new SignInPair();
        const { id, response } = await pair.ask();
        const { wallet } = pair;
        const auths = await pair.sign(id);
        wallet.kill = { at: wallet.portCalls + at, when };
        await soon(answer(pair, id, auths));
        isDone = !wallet.isKilled;
        wallet.kill = isDone ? null : wallet.kill;
        if (!isDone) await pair.reloadWallet('unreachable');
        if (!isDone) await look(pair, id, response);
        pair.end();
      }
    };

    it.each(['before', 'after'] as const)('is heard once the relay is there, %s whichever call it was killed', async (when) => {
      let left = 0;
      await killed(when, async (pair, id, response) => {
        await pair.clock.run(20_000);
        const isLeft = pair.answering.pending().length === 0;
        if (isLeft) left += 1;
        pair.wallet.relay.heal();
        await pair.clock.run(5_000);
        if (pair.answering.pending().length > 0) await soon(answer(pair, id));
        const outcome = await soon(response.catch((error: unknown) => ({ error })));
        expect(outcome).toMatchObject(say === 'approve' ? { auths: [{}, {}] } : { error: { code: 5_000 } });
        const [apps, wallets] = [pair.app, pair.wallet].map(({ context }) => context.tables.sessions.all().map(({ topic }) => topic));
        expect(wallets).toEqual(apps);
        await pair.clock.run(3_601_000);
        expect(pair.wallet.context.tables.authRequests.all()).toEqual([]);
      });
      expect(left).toBeGreaterThan(0);
    });

    if (say === 'approve')
      it('is not sent any more once its session is over', async () => {
        let ends = 0;
        await killed('before', async (pair) => {
          const { sessions } = pair.wallet.context.tables;
          const [session] = sessions.all();
          if (session === undefined) return;
          ends += 1;
          const before = pair.hub.envelopes.length;
          await sessions.remove(session.topic);
          pair.wallet.relay.heal();
          await pair.clock.run(20_000);
          expect(pair.hub.envelopes.slice(before)).toEqual([]);
        });
        expect(ends).toBeGreaterThan(1);
      });

    it('is not sent any more once the time of the request is over', async () => {
      await killed('before', async (pair) => {
        const before = pair.hub.envelopes.length;
        await pair.clock.run(3_601_000);
        expect(pair.wallet.context.tables.authRequests.all()).toEqual([]);
        pair.wallet.relay.heal();
        await pair.clock.run(20_000);
        expect(pair.hub.envelopes.slice(before)).toEqual([]);
      });
    });
  },
);

describe('the page after the one that asked', () => {
  let pair: SignInPair;

  afterEach(() => pair.end());

  it('hears of the session by an event, since nobody waits for it', async () => {
    pair = new SignInPair();
    const { id } = await pair.ask();
    await pair.reloadApp();
    const session = await pair.approve(id);
    await settle();
    expect(pair.app.events('session_connect')).toMatchObject([{ session: { topic: session?.topic } }]);
    expect(pair.app.context.tables.authRequests.all()).toEqual([]);
  });

  it('takes what was answered while there was no page', async () => {
    pair = new SignInPair();
    const { id } = await pair.ask();
    pair.app.close();
    const session = await pair.approve(id);
    await pair.reloadApp();
    expect(pair.app.context.tables.sessions.all()).toMatchObject([{ topic: session?.topic }]);
  });

  it('forgets a request whose time is over', async () => {
    pair = new SignInPair();
    await pair.ask();
    pair.app.close();
    await pair.clock.run(3_600_000);
    await pair.reloadApp();
    expect([pair.app.context.tables.authRequests.all(), pair.app.relay.keys]).toEqual([[], []]);
  });
});
