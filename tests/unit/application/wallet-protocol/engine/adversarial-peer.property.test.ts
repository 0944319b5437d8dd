import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { LatchkeyError } from '../../../../../domain/errors/latchkey-error.js';
import { isRpcRequest, type RpcResponse } from '../../../../../domain/wallet-protocol/json-rpc.js';
import { INTERNAL_ERRORS, SDK_ERRORS } from '../../../../../domain/wallet-protocol/protocol-errors.js';
import { unhandledRejections } from '../../support/unhandled-rejections.js';
import { spoilt, weird } from './model/foreign-values.js';
import type { Role } from './model/model-world.js';
import { SessionWorld } from './model/session-world.js';
import { ALLOWED, ASKED } from './support/engine-pair.js';
import { GOOD_CALLS } from './support/good-calls.js';
import { answersOf, pairingOf, say, topicOf, worksOn } from './support/played-peer.js';
import { SIGN_IN } from './support/sign-in-pair.js';

const { signal } = new AbortController();
const CODES: ReadonlySet<number> = new Set([
  ...Object.values({ ...SDK_ERRORS, ...INTERNAL_ERRORS }).map(({ code }) => code),
  -32_600,
  -32_603,
]);

const expectProper = (answer: RpcResponse): void => {
  if ('result' in answer) return;
  expect(CODES.has(answer.error.code), JSON.stringify(answer)).toBe(true);
  expect(answer.error.message).not.toBe('');
  expect(answer.error.message.length).toBeLessThan(2_000);
};

/** An error that a host can show and tell from others. */
const expectWords = (error: unknown): void => {
  expect(error).toBeInstanceOf(Error);
  const { code, message } = error as Error & { readonly code?: unknown };
  expect(['string', 'number']).toContain(typeof code);
  expect(typeof message).toBe('string');
};

/** Both parties go on as if nothing had happened: on a session of theirs everything works, on this page and on the next. */
const expectUsable = async (world: SessionWorld, topic: string): Promise<void> => {
  for (const role of ['app', 'wallet'] as const) {
    const before = world.page(role).sessions;
    await world.reload(role);
    expect(world.page(role).sessions).toEqual(before);
  }
  expect(await worksOn(world, topic)).toBe(true);
  const failures = world.pages.flatMap(({ logger }) => logger.entries).filter(({ detail }) => !(detail instanceof LatchkeyError));
  expect(failures).toEqual([]);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
};

describe('a peer that says what it likes', () => {
  const unhandled = unhandledRejections();
  afterEach(() => unhandled.expectNone());

  const roles = fc.constantFrom<Role>('app', 'wallet');
  const call = fc
    .constantFrom(...Object.keys(GOOD_CALLS))
    .chain((method) => fc.tuple(fc.constant(method), fc.oneof(spoilt(GOOD_CALLS[method]), weird)));
  const place = fc.constantFrom('session', 'pairing');

  it('is answered with an error of the protocol or with a result, once, and spoils nothing', async () => {
    await fc.assert(
      fc.asyncProperty(roles, place, fc.array(call, { minLength: 1, maxLength: 4 }), async (to, where, calls) => {
        const world = await new SessionWorld().start();
        world.page('wallet').engine.context.events.listenedBy('session_authenticate', () => true);
        const topic = where === 'session' ? topicOf(world, 0) : pairingOf(world);
        const other = topicOf(world, 1);
        const before = [world.page('app').session(other), world.page('wallet').session(other)];
        let id = world.clock.now() * 1_000 + 500;
        for (const [method, params] of calls) {
          id += 1;
          await say(world, to, topic, { id, jsonrpc: '2.0', method, params });
          const answers = answersOf(world, to, id);
          expect(answers.length).toBeLessThanOrEqual(1);
          for (const answer of answers) expectProper(answer);
        }
        expect([world.page('app').session(other), world.page('wallet').session(other)]).toEqual(before);
        await expectUsable(world, other);
        world.end();
      }),
    );
  });

  it('is no danger by what it answers: whoever asked has a result, or an error with a number and words', async () => {
    const answer = fc.oneof(
      weird.map((result) => ({ result })),
      weird.map((error) => ({ error })),
      fc.tuple(weird, weird).map(([result, error]) => ({ result, error })),
      fc.constant({}),
    );
    const asks = fc.constantFrom('ask', 'ping', 'update', 'extend', 'propose', 'sign in' as const);
    await fc.assert(
      fc.asyncProperty(asks, answer, fc.boolean(), async (what, given, isTwice) => {
        const world = await new SessionWorld().start();
        const [topic, other] = [topicOf(world, 0), topicOf(world, 1)];
        const { engine, relay } = world.page('app');
        // The peer is played by hand: its own page hears nothing.
        world.page('wallet').relay.unsubscribe([topic]);
        const outcomes: unknown[] = [];
        const wait = (promise: Promise<unknown>): void =>
          void promise.then(
            () => outcomes.push('done'),
            (error: unknown) => outcomes.push(error),
          );
        const said = relay.published.length;
        if (what === 'ask') wait(engine.request({ topic, chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: [] } }));
        else if (what === 'ping') wait(engine.ping({ topic }));
        else if (what === 'update') wait(engine.update({ topic, namespaces: ALLOWED }).then(({ acknowledged }) => acknowledged()));
        else if (what === 'extend') wait(engine.extend({ topic }).then(({ acknowledged }) => acknowledged()));
        else {
          const { uri = '', approval } =
            what === 'propose'
              ? await engine.connect({ optionalNamespaces: ASKED })
              : await engine.authenticate({ ...SIGN_IN }).then(({ uri: shown, response }) => ({ uri: shown, approval: response }));
          wait(approval());
          const { symKey = '' } = /symKey=(?<symKey>[0-9a-f]+)/.exec(uri)?.groups ?? {};
          world.page('wallet').relay.importSymKey(symKey);
        }
        await world.quiet();
        for (const each of relay.published.slice(said)) {
          if (!isRpcRequest(each.message)) continue;
          for (let time = 0; time < (isTwice ? 2 : 1); time += 1)
            await say(world, 'app', each.topic, { id: each.message.id, jsonrpc: '2.0', ...given });
        }
        await world.clock.run(4_000_000);
        await world.quiet();
        expect(outcomes).toHaveLength(1);
        for (const outcome of outcomes) if (outcome !== 'done') expectWords(outcome);
        expect(engine.context.tables.sessions.get(other)).not.toBeNull();
        await world.page('wallet').relay.subscribe([topic], signal);
        await expectUsable(world, other);
        world.end();
      }),
    );
  });
});
