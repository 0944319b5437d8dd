import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallOutcome, type Push, RelayState } from '../../../../sandbox/relay/relay-state.js';
import { forAll } from '../../domain/properties.js';

const TOPIC = 'a'.repeat(64);
const OTHER_TOPIC = 'b'.repeat(64);
const REDELIVER_AFTER_MS = 5_000;

/** Starts a relay with a manual clock, and two clients with one connection each. */
const startState = () => {
  const clock = { nowMs: 1_000_000 };
  const state = new RelayState({ now: () => clock.nowMs, redeliverAfterMs: REDELIVER_AFTER_MS });
  state.open('dapp-1', 'dapp');
  state.open('wallet-1', 'wallet');
  return { clock, state };
};

const publish = (state: RelayState, connection: string, message: string, ttl = 300, topic = TOPIC): CallOutcome =>
  state.call(connection, 'irn_publish', { topic, message, ttl, tag: 1108, prompt: true });

const delivered = (pushes: readonly Push[]): readonly string[] =>
  pushes.map(({ connection, request }) => `${connection} ${request.params.data.message}`);

describe('RelayState', () => {
  it('delivers a message to every other subscriber immediately, but not to its publisher', () => {
    const { state } = startState();
    state.open('wallet-2', 'wallet');
    for (const connection of ['dapp-1', 'wallet-1', 'wallet-2']) state.call(connection, 'irn_subscribe', { topic: TOPIC });
    expect(delivered(publish(state, 'dapp-1', 'hello').pushes)).toEqual(['wallet-1 hello', 'wallet-2 hello']);
  });

  it('stores a message for later subscribers until it expires', () => {
    const { clock, state } = startState();
    publish(state, 'dapp-1', 'short', 10);
    publish(state, 'dapp-1', 'long', 300);
    clock.nowMs += 10_000;
    expect(state.storedMessages).toBe(1);
    const { result, pushes } = state.call('wallet-1', 'irn_subscribe', { topic: TOPIC });
    expect(result).toMatch(/^[0-9a-f]{64}$/);
    expect(delivered(pushes)).toEqual(['wallet-1 long']);
    const { id, jsonrpc, method, params } = pushes[0]!.request;
    expect({ jsonrpc, method, params }).toEqual({
      jsonrpc: '2.0',
      method: 'irn_subscription',
      params: { id: result, data: { topic: TOPIC, message: 'long', publishedAt: 1_000_000, tag: 1108, attestation: '' } },
    });
    expect(Number.isSafeInteger(id)).toBe(true);
  });

  it('forwards attestations; a missing one is delivered as empty, or omitted with `omitsMissingAttestations`', () => {
    const deliveredAttestations = (omitsMissingAttestations: boolean): unknown[] => {
      const state = new RelayState({ now: () => 1_000_000, redeliverAfterMs: REDELIVER_AFTER_MS, omitsMissingAttestations });
      state.open('dapp-1', 'dapp');
      state.open('wallet-1', 'wallet');
      for (const attestation of ['jwt', '', undefined])
        state.call('dapp-1', 'irn_publish', { topic: TOPIC, message: `with ${attestation}`, ttl: 300, tag: 1108, attestation });
      const { pushes } = state.call('wallet-1', 'irn_subscribe', { topic: TOPIC });
      return pushes.map(({ request }) => request.params.data.attestation);
    };
    expect([deliveredAttestations(false), deliveredAttestations(true)]).toEqual([
      ['jwt', '', ''],
      ['jwt', '', undefined],
    ]);
  });

  it('delivers a message that is published twice only once', () => {
    const { state } = startState();
    state.call('wallet-1', 'irn_subscribe', { topic: TOPIC });
    expect(publish(state, 'dapp-1', 'hello').pushes).toHaveLength(1);
    expect(publish(state, 'dapp-1', 'hello')).toEqual({ result: true, pushes: [] });
    expect(publish(state, 'dapp-1', 'hello', 300, OTHER_TOPIC)).toEqual({ result: true, pushes: [] });
    expect(state.storedMessages).toBe(2);
  });

  it('redelivers unacknowledged messages under the same id', () => {
    const { clock, state } = startState();
    state.call('wallet-1', 'irn_subscribe', { topic: TOPIC });
    const [first] = publish(state, 'dapp-1', 'hello').pushes;
    clock.nowMs += REDELIVER_AFTER_MS - 1;
    expect(state.redeliver()).toEqual([]);
    clock.nowMs += 1;
    expect(state.redeliver()).toEqual([first]);
    expect(state.redeliver()).toEqual([]);
    state.acknowledge('dapp-1', first!.request.id);
    state.acknowledge('wallet-1', 12);
    clock.nowMs += REDELIVER_AFTER_MS;
    expect(state.redeliver()).toEqual([first]);
    state.acknowledge('wallet-1', first!.request.id);
    clock.nowMs += REDELIVER_AFTER_MS;
    expect(state.redeliver()).toEqual([]);
  });

  it("delivers unacknowledged messages to the client's next connection", () => {
    const { state } = startState();
    state.call('wallet-1', 'irn_subscribe', { topic: TOPIC });
    const [first] = publish(state, 'dapp-1', 'first').pushes;
    publish(state, 'dapp-1', 'second');
    state.acknowledge('wallet-1', first!.request.id);
    state.close('wallet-1');
    publish(state, 'dapp-1', 'third');
    state.open('wallet-2', 'wallet');
    expect(delivered(state.call('wallet-2', 'irn_batchSubscribe', { topics: [TOPIC] }).pushes)).toEqual([
      'wallet-2 second',
      'wallet-2 third',
    ]);
    expect(state.call('wallet-2', 'irn_subscribe', { topic: TOPIC }).pushes).toEqual([]);
  });

  it('tracks each connection of a client separately', () => {
    const { clock, state } = startState();
    state.open('wallet-2', 'wallet');
    state.call('wallet-1', 'irn_subscribe', { topic: TOPIC });
    state.call('wallet-2', 'irn_subscribe', { topic: TOPIC });
    const [first, second] = publish(state, 'dapp-1', 'hello').pushes;
    state.acknowledge('wallet-2', second!.request.id);
    clock.nowMs += REDELIVER_AFTER_MS;
    expect(state.redeliver()).toEqual([first]);
    state.call('wallet-1', 'irn_unsubscribe', { topic: TOPIC, id: 'any' });
    expect([state.topicsOf('wallet-1'), state.topicsOf('wallet-2')]).toEqual([[], [TOPIC]]);
    clock.nowMs += REDELIVER_AFTER_MS;
    expect(state.redeliver()).toEqual([]);
    expect(delivered(publish(state, 'dapp-1', 'again').pushes)).toEqual(['wallet-2 again']);
  });

  it('returns fetched messages in pages and counts them as delivered', () => {
    const { state } = startState();
    const messages = Array.from({ length: 120 }, (_, at) => ({ topic: TOPIC, message: `m${at}`, ttl: 300, tag: 1108 }));
    expect(state.call('dapp-1', 'irn_batchPublish', { messages }).result).toBe(true);
    const fetch = () => state.call('wallet-1', 'irn_batchFetchMessages', { topics: [TOPIC, OTHER_TOPIC] }).result;
    // The result of a fetch has these two fields.
    const first = fetch() as { messages: { message: string }[]; hasMore: boolean };
    const second = fetch() as typeof first;
    expect([first.messages.length, first.hasMore, second.messages.length, second.hasMore]).toEqual([100, true, 20, false]);
    expect([...first.messages, ...second.messages].map(({ message }) => message)).toEqual(messages.map(({ message }) => message));
    expect(state.call('wallet-1', 'irn_fetchMessages', { topic: TOPIC }).result).toEqual({ messages: [], hasMore: false });
    expect(state.call('wallet-1', 'irn_subscribe', { topic: TOPIC }).pushes).toEqual([]);
    expect(state.call('dapp-1', 'irn_fetchMessages', { topic: TOPIC }).result).toEqual({ messages: [], hasMore: false });
  });

  it('publishes a proposal and an approval, and subscribes their senders', () => {
    const { state } = startState();
    const proposed = state.call('dapp-1', 'wc_proposeSession', {
      pairingTopic: TOPIC,
      sessionProposal: 'proposal',
      ttl: 300,
      attestation: 'token',
      correlationId: 1,
    });
    expect(proposed).toEqual({ result: true, pushes: [] });
    expect(state.topicsOf('dapp-1')).toEqual([TOPIC]);
    const [received] = state.call('wallet-1', 'irn_subscribe', { topic: TOPIC }).pushes;
    expect(received?.request.params.data).toMatchObject({ message: 'proposal', tag: 1100, attestation: 'token' });

    const approved = state.call('wallet-1', 'wc_approveSession', {
      pairingTopic: TOPIC,
      sessionTopic: OTHER_TOPIC,
      sessionProposalResponse: 'yes',
      sessionSettlementRequest: 'settle',
      ttl: 300,
    });
    expect(approved.result).toBe(true);
    expect(approved.pushes.map(({ connection, request }) => [connection, request.params.data.message, request.params.data.tag])).toEqual([
      ['dapp-1', 'yes', 1101],
    ]);
    expect(state.topicsOf('wallet-1')).toEqual([TOPIC, OTHER_TOPIC]);
    const [settled] = state.call('dapp-1', 'irn_subscribe', { topic: OTHER_TOPIC }).pushes;
    expect(settled?.request.params.data).toMatchObject({ message: 'settle', tag: 1102 });
  });

  it('rejects invalid calls without changing its state', () => {
    const { state } = startState();
    const message = { topic: TOPIC, message: 'hello', ttl: 300, tag: 1108 };
    const wrong: readonly (readonly [string, unknown])[] = [
      ['irn_publish', undefined],
      ['irn_publish', { ...message, topic: 'A'.repeat(64) }],
      ['irn_publish', { ...message, message: '' }],
      ['irn_publish', { ...message, ttl: 0 }],
      ['irn_publish', { ...message, ttl: 2_592_001 }],
      ['irn_publish', { ...message, tag: '1108' }],
      ['irn_batchPublish', { messages: [message, { ...message, ttl: 1.5 }] }],
      ['irn_batchSubscribe', { topics: [TOPIC, 7] }],
      ['irn_batchSubscribe', { topics: Array(501).fill(TOPIC) }],
      ['irn_batchUnsubscribe', { subscriptions: [TOPIC] }],
      ['wc_proposeSession', { pairingTopic: TOPIC, ttl: 300 }],
      ['wc_approveSession', { pairingTopic: TOPIC, sessionTopic: OTHER_TOPIC, sessionProposalResponse: 'yes', ttl: 300 }],
    ];
    for (const [method, params] of wrong)
      expect(() => state.call('dapp-1', method, params), `${method} ${JSON.stringify(params)}`).toThrow(
        expect.objectContaining({ code: -32602 }),
      );
    expect(() => state.call('dapp-1', 'irn_fly', {})).toThrow(expect.objectContaining({ code: -32601 }));
    expect([state.storedMessages, state.topicsOf('dapp-1')]).toEqual([0, []]);
  });

  it('delivers every unexpired message at least once to each other subscriber despite disconnects', () => {
    const clients = ['ann', 'bob', 'cleo'] as const;
    const client = fc.constantFrom(...clients);
    const step = fc.oneof(
      fc.record({ do: fc.constant('publish' as const), client, message: fc.integer({ min: 0, max: 9 }).map((at) => `m${at}`) }),
      fc.record({ do: fc.constant('subscribe' as const), client }),
      fc.record({ do: fc.constant('unsubscribe' as const), client }),
      fc.record({ do: fc.constant('drop' as const), client }),
      fc.record({ do: fc.constant('acknowledge' as const), client, count: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 200 }) }),
    );
    forAll(fc.array(step, { maxLength: 60 }), (steps) => {
      const clock = { nowMs: 0 };
      const state = new RelayState({ now: () => clock.nowMs, redeliverAfterMs: REDELIVER_AFTER_MS });
      const connections = new Map(clients.map((name) => [name as string, `${name} 0`]));
      const published = new Map<string, { readonly by: string; readonly atMs: number }>();
      const unacknowledged = new Map<string, Push[]>();
      const acknowledged = new Map<string, Set<string>>(clients.map((name) => [name, new Set()]));
      let opened = 0;

      const ownerOf = (connection: string): string => connection.split(' ')[0]!;
      const take = (pushes: readonly Push[]): void => {
        for (const push of pushes) {
          const { message, publishedAt } = push.request.params.data;
          const owner = ownerOf(push.connection);
          const key = `${message} ${publishedAt}`;
          expect(push.connection).toBe(connections.get(owner));
          expect(published.get(key)?.by).not.toBe(owner);
          expect(clock.nowMs).toBeLessThan(publishedAt + 300_000);
          expect(acknowledged.get(owner)).not.toContain(key);
          const waiting = unacknowledged.get(push.connection) ?? [];
          unacknowledged.set(push.connection, [...waiting.filter(({ request }) => request.id !== push.request.id), push]);
        }
      };
      const acknowledge = (connection: string, count: number): void => {
        const waiting = unacknowledged.get(connection) ?? [];
        for (const { request } of waiting.splice(0, count)) {
          state.acknowledge(connection, request.id);
          acknowledged.get(ownerOf(connection))!.add(`${request.params.data.message} ${request.params.data.publishedAt}`);
        }
      };
      const reconnect = (name: string): void => {
        state.close(connections.get(name)!);
        unacknowledged.delete(connections.get(name)!);
        opened += 1;
        connections.set(name, `${name} ${opened}`);
        state.open(connections.get(name)!, name);
      };
      for (const name of clients) state.open(connections.get(name)!, name);

      for (const action of steps) {
        if (action.do === 'wait') {
          clock.nowMs += action.seconds * 1_000;
          take(state.redeliver());
          continue;
        }
        const connection = connections.get(action.client)!;
        if (action.do === 'publish') {
          const alive = [...published].some(([key, { atMs }]) => key.startsWith(`${action.message} `) && atMs + 300_000 > clock.nowMs);
          const { pushes } = publish(state, connection, action.message);
          if (alive) expect(pushes).toEqual([]);
          else published.set(`${action.message} ${clock.nowMs}`, { by: action.client, atMs: clock.nowMs });
          take(pushes);
        } else if (action.do === 'subscribe') take(state.call(connection, 'irn_subscribe', { topic: TOPIC }).pushes);
        else if (action.do === 'unsubscribe') {
          state.call(connection, 'irn_unsubscribe', { topic: TOPIC, id: 'any' });
          unacknowledged.delete(connection);
        } else if (action.do === 'drop') reconnect(action.client);
        else acknowledge(connection, action.count);
      }

      for (const name of clients) {
        reconnect(name);
        take(state.call(connections.get(name)!, 'irn_subscribe', { topic: TOPIC }).pushes);
        acknowledge(connections.get(name)!, Number.POSITIVE_INFINITY);
        const living = [...published].filter(([, { by, atMs }]) => by !== name && atMs + 300_000 > clock.nowMs).map(([key]) => key);
        for (const key of living) expect(acknowledged.get(name)).toContain(key);
      }
    });
  });
});
