import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LatchkeyError } from '../../../../../domain/errors/latchkey-error.js';
import { isRpcRequest, type RpcResponse } from '../../../../../domain/wallet-protocol/json-rpc.js';
import { INTERNAL_ERRORS, SDK_ERRORS } from '../../../../../domain/wallet-protocol/protocol-errors.js';
import { unhandledRejections } from '../../support/unhandled-rejections.js';
import { spoilt, weird } from './model/foreign-values.js';
import type { Role } from './model/model-world.js';
import { SessionWorld } from './model/session-world.js';
import { ALLOWED, ASKED, failureOf } from './support/engine-pair.js';
import { GOOD_CALLS } from './support/good-calls.js';
import { answersOf, pairingOf, say, topicOf, worksOn } from './support/played-peer.js';
import { SIGN_IN } from './support/sign-in-pair.js';

const MEGABYTE = 'x'.repeat(1_000_000);
const ID = 1_700_000_000_000_900;

const MANY = Array.from({ length: 2_000 }, (_, index) => `cosmos:hub:a${index}`);
const update = (members: object): unknown => ({ namespaces: { cosmos: { ...ALLOWED.cosmos, ...members } } });
const request = (members: object): unknown => ({ request: { method: 'cosmos_signDirect', params: [] }, chainId: 'cosmos:hub', ...members });

let world: SessionWorld;
let topic: string;
beforeEach(async () => {
  world = await new SessionWorld().start();
  topic = topicOf(world);
});
afterEach(() => {
  world.end();
  expect([world.clock.pending, world.hub.lines.size]).toEqual([0, 0]);
});

describe('a peer that says what it may not', () => {
  it.each([
    ['an update without namespaces', 'wc_sessionUpdate', {}, 1_003, 'Invalid update request. Missing or invalid. update()'],
    ['an update without parameters', 'wc_sessionUpdate', null, 1_003, 'Invalid update request. Missing or invalid. update()'],
    ['an update to an account that is none', 'wc_sessionUpdate', update({ accounts: ['x'] }), 1_003, 'Invalid update request. '],
    ['an update to chains that are none', 'wc_sessionUpdate', update({ chains: [null] }), 1_003, 'Invalid update request.'],
    ['an update to more accounts than are read again', 'wc_sessionUpdate', update({ accounts: MANY }), 1_003, 'Invalid update request.'],
    ['a request without parameters', 'wc_sessionRequest', undefined, 5, 'Missing or invalid. request() chainId: undefined'],
    [
      'a request on another chain',
      'wc_sessionRequest',
      request({ chainId: 'cosmos:b' }),
      5,
      'Missing or invalid. request() chainId: cosmos:b',
    ],
    ['a request of no method', 'wc_sessionRequest', request({ request: { method: 1 } }), 5, 'Missing or invalid. request() {"method":1}'],
    ['a method of every object', 'wc_sessionRequest', request({ request: { method: 'toString' } }), 5, 'request() method: toString'],
    ['an unknown call', 'wc_unheardOf', {}, 10_001, 'Unsupported wc_ method. wc_unheardOf'],
    ['a name of every object', '__proto__', {}, 10_001, 'Unsupported wc_ method. __proto__'],
    ['a ping of a pairing', 'wc_pairingPing', {}, 2, "No matching key. pairing topic doesn't exist: "],
    ['a proposal', 'wc_sessionPropose', { proposer: {} }, 2, "No matching key. pairing topic doesn't exist: "],
    ['a sign-in where nobody listens', 'wc_sessionAuthenticate', {}, 10_001, 'Unsupported wc_ method. wc_sessionAuthenticate'],
  ])('on a session is told why: %s', async (_, method, params, code, message) => {
    for (const to of ['app', 'wallet'] as const) {
      await say(world, to, topic, { id: ID, jsonrpc: '2.0', method, params });
      expect(answersOf(world, to, ID)).toMatchObject([{ error: { code, message: expect.stringContaining(message) } }]);
      expect(world.page(to).session(topic)?.namespaces).toEqual(ALLOWED);
    }
    expect(await worksOn(world, topic)).toBe(true);
  });

  it.each([
    ['an update', 'wc_sessionUpdate', { namespaces: ALLOWED }, 1_003, "No matching key. session topic doesn't exist: "],
    ['an extension', 'wc_sessionExtend', {}, 2, "No matching key. session topic doesn't exist: "],
    ['a request', 'wc_sessionRequest', request({}), 2, "No matching key. session topic doesn't exist: "],
    ['a proposal without a key', 'wc_sessionPropose', { optionalNamespaces: ASKED }, 5, 'Missing or invalid. session proposal'],
    ['a proposal of no chain', 'wc_sessionPropose', { optionalNamespaces: { x: 1 } }, 5_100, 'Unsupported chains. connect() '],
  ])('on a pairing is told why: %s', async (_, method, params, code, message) => {
    const pairing = pairingOf(world);
    for (const to of ['app', 'wallet'] as const) {
      await say(world, to, pairing, { id: ID, jsonrpc: '2.0', method, params });
      expect(answersOf(world, to, ID)).toMatchObject([{ error: { code, message: expect.stringContaining(message) } }]);
    }
    expect(world.page('wallet').events('session_proposal')).toHaveLength(2);
    expect(await worksOn(world, topic)).toBe(true);
  });

  it('loses no session by an update that takes every account back: it is there on the next page, and can be updated again', async () => {
    await say(world, 'app', topic, { id: ID, jsonrpc: '2.0', method: 'wc_sessionUpdate', params: update({ accounts: [] }) });
    expect(answersOf(world, 'app', ID)).toMatchObject([{ result: true }]);
    await world.reload('app');
    expect(world.page('app').session(topic)?.namespaces.cosmos?.accounts).toEqual([]);
    await world.clock.run(1_000);
    await world.update('wallet', topic);
    expect(await worksOn(world, topic)).toBe(true);
  });

  it('is heard once under an id: another call under it is answered as the first one was', async () => {
    await say(world, 'wallet', topic, { id: ID, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} });
    await say(world, 'wallet', topic, { id: ID, jsonrpc: '2.0', method: 'wc_sessionRequest', params: request({}) });
    await say(world, 'wallet', topic, { id: ID, jsonrpc: '2.0', method: 'wc_sessionDelete', params: {} });
    expect(answersOf(world, 'wallet', ID)).toMatchObject([{ result: true }, { result: true }, { result: true }]);
    expect(world.page('wallet').events('session_ping')).toHaveLength(1);
    expect(world.page('wallet').engine.getPendingSessionRequests()).toEqual([]);
    expect(await worksOn(world, topic)).toBe(true);
  });

  it('does not answer for another: an answer on the wrong topic, to an unknown id or a second one is none', async () => {
    const other = topicOf(world, 1);
    await world.ask(topic);
    const id = world.page('wallet').events('session_request')[0]?.id ?? 0;
    await say(world, 'app', other, { id, jsonrpc: '2.0', result: 'on another topic' });
    await say(world, 'app', pairingOf(world), { id, jsonrpc: '2.0', error: { code: 1, message: 'on the pairing' } });
    await say(world, 'app', topic, { id: id + 1, jsonrpc: '2.0', result: 'to nobody' });
    expect(world.asked[0]?.outcome).toBeNull();
    await world.answerAll();
    await say(world, 'app', topic, { id, jsonrpc: '2.0', result: 'once more' });
    expect(world.asked[0]?.outcome).toEqual({ value: world.answers[0]?.value });
    expect(await worksOn(world, other)).toBe(true);
  });

  it('does not get through what is no message, and what comes after it does', async () => {
    for (const garbage of [null, 'garbage', 1, [], {}, { id: 'x' }, { id: ID, method: 'wc_sessionPing' }, { jsonrpc: '2.0' }])
      await say(world, 'wallet', topic, garbage);
    await say(world, 'wallet', topic, { id: `${ID}`, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} });
    expect(answersOf(world, 'wallet', ID)).toMatchObject([{ result: true }]);
    expect(world.pages.flatMap(({ logger }) => logger.entries)).toEqual([]);
    expect(await worksOn(world, topic)).toBe(true);
  });
});

describe('a peer that lets something wait for ever', () => {
  it.each(['wc_sessionPropose', 'wc_sessionAuthenticate', 'wc_sessionRequest'])('sees it end after seven days: %s', async (method) => {
    const { context } = world.page('wallet').engine;
    context.events.listenedBy('session_authenticate', () => true);
    const expiryTimestamp = 1e300;
    const params =
      method === 'wc_sessionRequest'
        ? request({ request: { method: 'cosmos_signDirect', params: [], expiryTimestamp } })
        : { ...(GOOD_CALLS[method] as object), expiryTimestamp };
    await say(world, 'wallet', method === 'wc_sessionRequest' ? topic : pairingOf(world), { id: ID, jsonrpc: '2.0', method, params });
    const { proposals, authRequests, requests } = context.tables;
    const waiting = () => [...proposals.all(), ...authRequests.all(), ...requests.all()].length;
    expect(waiting()).toBe(1);
    await world.clock.run(7 * 86_400_000 + 1_000);
    await world.quiet();
    expect(waiting()).toBe(0);
  });
});

describe('a megabyte', () => {
  it('arrives in a request, in its result and in its error', async () => {
    const { engine } = world.page('app');
    const chainId = 'cosmos:hub';
    for (const given of [{ result: { text: MEGABYTE } }, { error: { code: 5_000, message: MEGABYTE } }]) {
      const answer = engine.request({ topic, chainId, request: { method: 'cosmos_signDirect', params: [MEGABYTE] } });
      const failure = failureOf(answer);
      await world.clock.run(2_000);
      const { id, params } = world.page('wallet').events('session_request').at(-1) ?? { id: 0, params: null };
      expect(params?.request.params).toEqual([MEGABYTE]);
      await world.page('wallet').engine.respond({ topic, response: { id, jsonrpc: '2.0', ...given } });
      await failure;
      if ('result' in given) expect(await answer).toEqual(given.result);
      else expect(await failureOf(answer)).toMatchObject(given.error);
    }
    expect(await worksOn(world, topic)).toBe(true);
  });

  it('arrives in an event', async () => {
    const event = { name: 'accountsChanged', data: [MEGABYTE] };
    await world.page('wallet').engine.emit({ topic, event, chainId: 'cosmos:hub' });
    await world.quiet();
    expect(world.page('app').events('session_event')).toMatchObject([{ params: { event } }]);
    expect(await worksOn(world, topic)).toBe(true);
  });

  it('of what a peer says of itself is cut short, and is not said back to it in an error', async () => {
    const proposer = { publicKey: 'ab'.repeat(32), metadata: { name: MEGABYTE, description: MEGABYTE, url: MEGABYTE, icons: [] } };
    const pairing = pairingOf(world);
    await say(world, 'wallet', pairing, {
      id: ID,
      jsonrpc: '2.0',
      method: 'wc_sessionPropose',
      params: { proposer, optionalNamespaces: ASKED },
    });
    const { name, description, url } =
      world.page('wallet').events('session_proposal').at(-1)?.params.proposer.metadata ?? proposer.metadata;
    expect([name.length, description.length, url.length]).toEqual([2_000, 2_000, 2_000]);
    await say(world, 'wallet', topic, {
      id: ID + 1,
      jsonrpc: '2.0',
      method: 'wc_sessionRequest',
      params: request({ chainId: `cosmos:${MEGABYTE}` }),
    });
    await say(world, 'wallet', topic, { id: ID + 2, jsonrpc: '2.0', method: MEGABYTE, params: {} });
    for (const id of [ID + 1, ID + 2]) expect(JSON.stringify(answersOf(world, 'wallet', id)).length).toBeLessThan(2_000);
    expect(await worksOn(world, topic)).toBe(true);
  });
});
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
