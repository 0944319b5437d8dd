import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LatchkeyError } from '../../../../../domain/errors/latchkey-error.js';
import { isRpcRequest, type RpcResponse } from '../../../../../domain/wallet-protocol/json-rpc.js';
import { INTERNAL_ERRORS, SDK_ERRORS } from '../../../../../domain/wallet-protocol/protocol-errors.js';
import { unhandledRejections } from '../../support/unhandled-rejections.js';
import { malformed, weird } from './model/foreign-values.js';
import type { Role } from './model/model-world.js';
import { SessionWorld } from './model/session-world.js';
import { APPROVED_NAMESPACES, failureOf, REQUESTED_NAMESPACES } from './support/engine-pair.js';
import { GOOD_CALLS } from './support/good-calls.js';
import { isStillWorking, pairingOf, publishTo, responsesOf, topicOf } from './support/scripted-peer.js';
import { SIGN_IN } from './support/sign-in-pair.js';

const MEGABYTE = 'x'.repeat(1_000_000);
const ID = 1_700_000_000_000_900;

const MANY = Array.from({ length: 2_000 }, (_, index) => `cosmos:hub:a${index}`);
const update = (members: object): unknown => ({ namespaces: { cosmos: { ...APPROVED_NAMESPACES.cosmos, ...members } } });
const request = (members: object): unknown => ({ request: { method: 'cosmos_signDirect', params: [] }, chainId: 'cosmos:hub', ...members });

let world: SessionWorld;
let topic: string;
beforeEach(async () => {
  world = await new SessionWorld().start();
  topic = topicOf(world);
});
afterEach(() => {
  world.dispose();
  expect([world.clock.pending, world.hub.subscribers.size]).toEqual([0, 0]);
});

describe('a peer that sends invalid messages', () => {
  it.each([
    ['an update without namespaces', 'wc_sessionUpdate', {}, 1_003, 'Invalid update request. Missing or invalid. update()'],
    ['an update without parameters', 'wc_sessionUpdate', null, 1_003, 'Invalid update request. Missing or invalid. update()'],
    ['an update to an invalid account', 'wc_sessionUpdate', update({ accounts: ['x'] }), 1_003, 'Invalid update request. '],
    ['an update to invalid chains', 'wc_sessionUpdate', update({ chains: [null] }), 1_003, 'Invalid update request.'],
    ['an update to too many accounts', 'wc_sessionUpdate', update({ accounts: MANY }), 1_003, 'Invalid update request.'],
    ['a request without params', 'wc_sessionRequest', undefined, 5, 'Missing or invalid. request() chainId: undefined'],
    [
      'a request on another chain',
      'wc_sessionRequest',
      request({ chainId: 'cosmos:b' }),
      5,
      'Missing or invalid. request() chainId: cosmos:b',
    ],
    [
      'a request without a method',
      'wc_sessionRequest',
      request({ request: { method: 1 } }),
      5,
      'Missing or invalid. request() {"method":1}',
    ],
    [
      'a method named like an object member',
      'wc_sessionRequest',
      request({ request: { method: 'toString' } }),
      5,
      'request() method: toString',
    ],
    ['an unknown method', 'wc_unheardOf', {}, 10_001, 'Unsupported wc_ method. wc_unheardOf'],
    ['a method named __proto__', '__proto__', {}, 10_001, 'Unsupported wc_ method. __proto__'],
    ['a pairing ping', 'wc_pairingPing', {}, 2, "No matching key. pairing topic doesn't exist: "],
    ['a proposal', 'wc_sessionPropose', { proposer: {} }, 2, "No matching key. pairing topic doesn't exist: "],
    ['a sign-in without a listener', 'wc_sessionAuthenticate', {}, 10_001, 'Unsupported wc_ method. wc_sessionAuthenticate'],
  ])('gets an error on a session: %s', async (_, method, params, code, message) => {
    // The wallet refuses any update of the app.
    for (const to of method === 'wc_sessionUpdate' ? (['app'] as const) : (['app', 'wallet'] as const)) {
      await publishTo(world, to, topic, { id: ID, jsonrpc: '2.0', method, params });
      expect(responsesOf(world, to, ID)).toMatchObject([{ error: { code, message: expect.stringContaining(message) } }]);
      expect(world.page(to).session(topic)?.namespaces).toEqual(APPROVED_NAMESPACES);
    }
    expect(await isStillWorking(world, topic)).toBe(true);
  });

  it.each([
    ['an update', 'wc_sessionUpdate', { namespaces: APPROVED_NAMESPACES }, 1_003, "No matching key. session topic doesn't exist: "],
    ['an extension', 'wc_sessionExtend', {}, 2, "No matching key. session topic doesn't exist: "],
    ['a request', 'wc_sessionRequest', request({}), 2, "No matching key. session topic doesn't exist: "],
    [
      'a proposal without a key',
      'wc_sessionPropose',
      { optionalNamespaces: REQUESTED_NAMESPACES },
      5,
      'Missing or invalid. session proposal',
    ],
    ['a proposal without chains', 'wc_sessionPropose', { optionalNamespaces: { x: 1 } }, 5_100, 'Unsupported chains. connect() '],
  ])('gets an error on a pairing: %s', async (_, method, params, code, message) => {
    const pairing = pairingOf(world);
    for (const to of ['app', 'wallet'] as const) {
      await publishTo(world, to, pairing, { id: ID, jsonrpc: '2.0', method, params });
      expect(responsesOf(world, to, ID)).toMatchObject([{ error: { code, message: expect.stringContaining(message) } }]);
    }
    expect(world.page('wallet').events('session_proposal')).toHaveLength(2);
    expect(await isStillWorking(world, topic)).toBe(true);
  });

  it('keeps a session without accounts, which is restored and can be updated again', async () => {
    await publishTo(world, 'app', topic, { id: ID, jsonrpc: '2.0', method: 'wc_sessionUpdate', params: update({ accounts: [] }) });
    expect(responsesOf(world, 'app', ID)).toMatchObject([{ result: true }]);
    await world.reload('app');
    expect(world.page('app').session(topic)?.namespaces.cosmos?.accounts).toEqual([]);
    await world.clock.run(1_000);
    await world.update('wallet', topic);
    expect(await isStillWorking(world, topic)).toBe(true);
  });

  it('gets the response of the first call for other calls with its id', async () => {
    await publishTo(world, 'wallet', topic, { id: ID, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} });
    await publishTo(world, 'wallet', topic, { id: ID, jsonrpc: '2.0', method: 'wc_sessionRequest', params: request({}) });
    await publishTo(world, 'wallet', topic, { id: ID, jsonrpc: '2.0', method: 'wc_sessionDelete', params: {} });
    expect(responsesOf(world, 'wallet', ID)).toMatchObject([{ result: true }, { result: true }, { result: true }]);
    expect(world.page('wallet').events('session_ping')).toHaveLength(1);
    expect(world.page('wallet').engine.getPendingSessionRequests()).toEqual([]);
    expect(await isStillWorking(world, topic)).toBe(true);
  });

  it('cannot respond on another topic, to an unknown id or twice', async () => {
    const other = topicOf(world, 1);
    await world.sendRequest(topic);
    const id = world.page('wallet').events('session_request')[0]?.id ?? 0;
    await publishTo(world, 'app', other, { id, jsonrpc: '2.0', result: 'on another topic' });
    await publishTo(world, 'app', pairingOf(world), { id, jsonrpc: '2.0', error: { code: 1, message: 'on the pairing' } });
    await publishTo(world, 'app', topic, { id: id + 1, jsonrpc: '2.0', result: 'unknown id' });
    expect(world.requests[0]?.outcome).toBeNull();
    await world.respondToAll();
    await publishTo(world, 'app', topic, { id, jsonrpc: '2.0', result: 'once more' });
    expect(world.requests[0]?.outcome).toEqual({ value: world.responses[0]?.value });
    expect(await isStillWorking(world, other)).toBe(true);
  });

  it('is ignored while it sends no JSON-RPC, and handled afterwards', async () => {
    for (const garbage of [null, 'garbage', 1, [], {}, { id: 'x' }, { id: ID, method: 'wc_sessionPing' }, { jsonrpc: '2.0' }])
      await publishTo(world, 'wallet', topic, garbage);
    await publishTo(world, 'wallet', topic, { id: `${ID}`, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} });
    expect(responsesOf(world, 'wallet', ID)).toMatchObject([{ result: true }]);
    expect(world.pages.flatMap(({ logger }) => logger.entries)).toEqual([]);
    expect(await isStillWorking(world, topic)).toBe(true);
  });
});

describe('a peer that sets an endless expiry', () => {
  it.each(['wc_sessionPropose', 'wc_sessionAuthenticate', 'wc_sessionRequest'])('is limited to seven days: %s', async (method) => {
    const { context } = world.page('wallet').engine;
    context.events.setListenerCheck('session_authenticate', () => true);
    const expiryTimestamp = 1e300;
    const params =
      method === 'wc_sessionRequest'
        ? request({ request: { method: 'cosmos_signDirect', params: [], expiryTimestamp } })
        : { ...(GOOD_CALLS[method] as object), expiryTimestamp };
    await publishTo(world, 'wallet', method === 'wc_sessionRequest' ? topic : pairingOf(world), { id: ID, jsonrpc: '2.0', method, params });
    const { proposals, authRequests, requests } = context.tables;
    const waiting = () => [...proposals.all(), ...authRequests.all(), ...requests.all()].length;
    expect(waiting()).toBe(1);
    await world.clock.run(7 * 86_400_000 + 1_000);
    await world.untilIdle();
    expect(waiting()).toBe(0);
  });
});

describe('a megabyte', () => {
  it('arrives in a request, its result and its error', async () => {
    const { engine } = world.page('app');
    const chainId = 'cosmos:hub';
    for (const outcome of [{ result: { text: MEGABYTE } }, { error: { code: 5_000, message: MEGABYTE } }]) {
      const response = engine.request({ topic, chainId, request: { method: 'cosmos_signDirect', params: [MEGABYTE] } });
      const failure = failureOf(response);
      await world.clock.run(2_000);
      const { id, params } = world.page('wallet').events('session_request').at(-1) ?? { id: 0, params: null };
      expect(params?.request.params).toEqual([MEGABYTE]);
      await world.page('wallet').engine.respond({ topic, response: { id, jsonrpc: '2.0', ...outcome } });
      await failure;
      if ('result' in outcome) expect(await response).toEqual(outcome.result);
      else expect(await failureOf(response)).toMatchObject(outcome.error);
    }
    expect(await isStillWorking(world, topic)).toBe(true);
  });

  it('arrives in an event', async () => {
    const event = { name: 'accountsChanged', data: [MEGABYTE] };
    await world.page('wallet').engine.emit({ topic, event, chainId: 'cosmos:hub' });
    await world.untilIdle();
    expect(world.page('app').events('session_event')).toMatchObject([{ params: { event } }]);
    expect(await isStillWorking(world, topic)).toBe(true);
  });

  it('of metadata is truncated, and is not repeated in an error', async () => {
    const proposer = { publicKey: 'ab'.repeat(32), metadata: { name: MEGABYTE, description: MEGABYTE, url: MEGABYTE, icons: [] } };
    const pairing = pairingOf(world);
    await publishTo(world, 'wallet', pairing, {
      id: ID,
      jsonrpc: '2.0',
      method: 'wc_sessionPropose',
      params: { proposer, optionalNamespaces: REQUESTED_NAMESPACES },
    });
    const { name, description, url } =
      world.page('wallet').events('session_proposal').at(-1)?.params.proposer.metadata ?? proposer.metadata;
    expect([name.length, description.length, url.length]).toEqual([2_000, 2_000, 2_000]);
    await publishTo(world, 'wallet', topic, {
      id: ID + 1,
      jsonrpc: '2.0',
      method: 'wc_sessionRequest',
      params: request({ chainId: `cosmos:${MEGABYTE}` }),
    });
    await publishTo(world, 'wallet', topic, { id: ID + 2, jsonrpc: '2.0', method: MEGABYTE, params: {} });
    for (const id of [ID + 1, ID + 2]) expect(JSON.stringify(responsesOf(world, 'wallet', id)).length).toBeLessThan(2_000);
    expect(await isStillWorking(world, topic)).toBe(true);
  });
});
const { signal } = new AbortController();
const CODES: ReadonlySet<number> = new Set([
  ...Object.values({ ...SDK_ERRORS, ...INTERNAL_ERRORS }).map(({ code }) => code),
  -32_600,
  -32_603,
]);

const expectProper = (response: RpcResponse): void => {
  if ('result' in response) return;
  expect(CODES.has(response.error.code), JSON.stringify(response)).toBe(true);
  expect(response.error.message).not.toBe('');
  expect(response.error.message.length).toBeLessThan(2_000);
};

/** Asserts that an error has a code and a message. */
const expectErrorShape = (error: unknown): void => {
  expect(error).toBeInstanceOf(Error);
  const { code, message } = error as Error & { readonly code?: unknown };
  expect(['string', 'number']).toContain(typeof code);
  expect(typeof message).toBe('string');
};

/** Asserts that both parties still work on a session, now and after a reload. */
const expectUsable = async (world: SessionWorld, topic: string): Promise<void> => {
  for (const role of ['app', 'wallet'] as const) {
    const before = world.page(role).sessions;
    await world.reload(role);
    expect(world.page(role).sessions).toEqual(before);
  }
  expect(await isStillWorking(world, topic)).toBe(true);
  const failures = world.pages.flatMap(({ logger }) => logger.entries).filter(({ detail }) => !(detail instanceof LatchkeyError));
  expect(failures).toEqual([]);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
};

describe('a peer that sends arbitrary values', () => {
  const unhandled = unhandledRejections();
  afterEach(() => unhandled.expectNone());

  const roles = fc.constantFrom<Role>('app', 'wallet');
  const call = fc
    .constantFrom(...Object.keys(GOOD_CALLS))
    .chain((method) => fc.tuple(fc.constant(method), fc.oneof(malformed(GOOD_CALLS[method]), weird)));
  const topicKind = fc.constantFrom('session', 'pairing');

  it('gets one result or protocol error per call, without side effects', async () => {
    await fc.assert(
      fc.asyncProperty(roles, topicKind, fc.array(call, { minLength: 1, maxLength: 4 }), async (to, kind, calls) => {
        const world = await new SessionWorld().start();
        world.page('wallet').engine.context.events.setListenerCheck('session_authenticate', () => true);
        const topic = kind === 'session' ? topicOf(world, 0) : pairingOf(world);
        const other = topicOf(world, 1);
        const before = [world.page('app').session(other), world.page('wallet').session(other)];
        let id = world.clock.now() * 1_000 + 500;
        for (const [method, params] of calls) {
          id += 1;
          await publishTo(world, to, topic, { id, jsonrpc: '2.0', method, params });
          const responses = responsesOf(world, to, id);
          expect(responses.length).toBeLessThanOrEqual(1);
          for (const response of responses) expectProper(response);
        }
        expect([world.page('app').session(other), world.page('wallet').session(other)]).toEqual(before);
        await expectUsable(world, other);
        world.dispose();
      }),
    );
  });

  it('gives each caller a result, or an error with code and message', async () => {
    const response = fc.oneof(
      weird.map((result) => ({ result })),
      weird.map((error) => ({ error })),
      fc.tuple(weird, weird).map(([result, error]) => ({ result, error })),
      fc.constant({}),
    );
    const operations = fc.constantFrom('request', 'ping', 'update', 'extend', 'propose', 'sign in' as const);
    await fc.assert(
      fc.asyncProperty(operations, response, fc.boolean(), async (operation, outcome, isTwice) => {
        const world = await new SessionWorld().start();
        const [topic, other] = [topicOf(world, 0), topicOf(world, 1)];
        // Only the wallet may change a session.
        const [role, peer] = operation === 'update' || operation === 'extend' ? (['wallet', 'app'] as const) : (['app', 'wallet'] as const);
        const { engine, relay } = world.page(role);
        // The peer is controlled by the test: its own page receives nothing.
        world.page(peer).relay.unsubscribe([topic]);
        const outcomes: unknown[] = [];
        const observe = (promise: Promise<unknown>): void =>
          void promise.then(
            () => outcomes.push('done'),
            (error: unknown) => outcomes.push(error),
          );
        const publishCount = relay.published.length;
        if (operation === 'request')
          observe(engine.request({ topic, chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: [] } }));
        else if (operation === 'ping') observe(engine.ping({ topic }));
        else if (operation === 'update')
          observe(engine.update({ topic, namespaces: APPROVED_NAMESPACES }).then(({ acknowledged }) => acknowledged()));
        else if (operation === 'extend') observe(engine.extend({ topic }).then(({ acknowledged }) => acknowledged()));
        else {
          const { uri = '', approval } =
            operation === 'propose'
              ? await engine.connect({ optionalNamespaces: REQUESTED_NAMESPACES })
              : await engine
                  .authenticate({ ...SIGN_IN })
                  .then(({ uri: displayedUri, response }) => ({ uri: displayedUri, approval: response }));
          observe(approval());
          const { symKey = '' } = /symKey=(?<symKey>[0-9a-f]+)/.exec(uri)?.groups ?? {};
          world.page('wallet').relay.importSymKey(symKey);
        }
        await world.untilIdle();
        for (const each of relay.published.slice(publishCount)) {
          if (!isRpcRequest(each.message)) continue;
          for (let time = 0; time < (isTwice ? 2 : 1); time += 1)
            await publishTo(world, role, each.topic, { id: each.message.id, jsonrpc: '2.0', ...outcome });
        }
        await world.clock.run(4_000_000);
        await world.untilIdle();
        expect(outcomes).toHaveLength(1);
        for (const outcome of outcomes) if (outcome !== 'done') expectErrorShape(outcome);
        expect(engine.context.tables.sessions.get(other)).not.toBeNull();
        await world.page(peer).relay.subscribe([topic], signal);
        await expectUsable(world, other);
        world.dispose();
      }),
    );
  });
});
