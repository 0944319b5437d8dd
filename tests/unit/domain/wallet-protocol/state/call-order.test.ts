import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rpcId } from '../../../../../domain/wallet-protocol/json-rpc.js';
import {
  type CallOrder,
  EMPTY_CALL_ORDER,
  type OrderedCall,
  recencyOf,
  recordExecuted,
} from '../../../../../domain/wallet-protocol/state/call-order.js';
import { command, forAll } from '../../properties.js';
import { NOW } from '../rules/contexts.js';

const UPDATE: OrderedCall = { type: 'update' };
const event = (name: string): OrderedCall => ({ type: 'event', name });
const at = (ms: number, digits = 0): number => rpcId(NOW + ms, digits / 1_000);
const orderAfter = (...calls: (readonly [OrderedCall, number])[]): CallOrder =>
  calls.reduce((order, [call, id]) => recordExecuted(order, call, id), EMPTY_CALL_ORDER);

describe.each([
  ['updates', UPDATE],
  ['events of one name', event('accountsChanged')],
])('%s', (_, call) => {
  it.each<[string, readonly number[], number, string]>([
    ['newer if they are the first', [], at(0), 'newer'],
    ['newer than the last one', [at(0, 999)], at(1), 'newer'],
    ['older than the last one', [at(1)], at(0, 999), 'older'],
    ['repeated', [at(1)], at(1), 'again'],
    ['newer within the same millisecond, in any order', [at(1, 500)], at(1, 400), 'newer'],
    ['newer within the same millisecond as two others', [at(1, 500), at(1, 400)], at(1, 600), 'newer'],
    ['repeated if they equal the first of two in a millisecond', [at(1, 500), at(1, 400)], at(1, 500), 'again'],
    ['repeated if they equal the second of two in a millisecond', [at(1, 500), at(1, 400)], at(1, 400), 'again'],
    ['older once a newer one has replaced them', [at(2), at(1)], at(1, 500), 'older'],
    ['repeated after an older one', [at(2), at(1)], at(2), 'again'],
    ['newer by number, not by string', [9_999_000], 10_000_000, 'newer'],
    ['older by number, not by string', [10_000_000], 9_999_000, 'older'],
    ['older for negative ids', [0], -1, 'older'],
    ['repeated for id 0', [0], 0, 'again'],
  ])('are %s', (_, before, id, recency) => {
    expect(recencyOf(orderAfter(...before.map((other) => [call, other] as const)), call, id)).toBe(recency);
  });
});

it('updates and events of each name are ordered independently', () => {
  const order = orderAfter([UPDATE, at(9)], [event('chainChanged'), at(8)], [event('__proto__'), at(7)]);
  expect(recencyOf(order, event('accountsChanged'), at(0))).toBe('newer');
  expect(recencyOf(order, event('chainChanged'), at(7))).toBe('older');
  expect(recencyOf(order, event('__proto__'), at(6))).toBe('older');
  expect(recencyOf(order, event('update'), at(0))).toBe('newer');
  expect(recencyOf(orderAfter([event('update'), at(9)]), UPDATE, at(0))).toBe('newer');
});

/** A peer's request of any kind. */
interface Sent {
  readonly call: OrderedCall;
  readonly id: number;
}
interface Model {
  /** All executed requests. */
  readonly executed: Sent[];
}
interface Real {
  order: CallOrder;
  readonly emitted: Sent[];
}

/** Delivers a request, once or repeatedly, in any order. An invalid request is not executed. */
const deliver = (sent: Sent, isValid: boolean): fc.Command<Model, Real> =>
  command(`${isValid ? '' : 'invalid '}${JSON.stringify(sent)}`, ({ executed }, real) => {
    const { call, id } = sent;
    const before = executed.filter((other) => JSON.stringify(other.call) === JSON.stringify(call));
    const recency = recencyOf(real.order, call, id);
    const isKnown = before.some((other) => other.id === id);
    const newest = Math.max(...before.map((other) => Math.floor(other.id / 1_000)));
    const time = Math.floor(id / 1_000);
    if (isKnown) expect(recency).toBe(time === newest ? 'again' : 'older');
    else expect(recency).toBe(time < newest ? 'older' : 'newer');
    if (recency !== 'newer' || !isValid) return;
    real.order = recordExecuted(real.order, call, id);
    executed.push(sent);
    real.emitted.push(sent);
    const times = real.emitted
      .filter((other) => JSON.stringify(other.call) === JSON.stringify(call))
      .map((other) => Math.floor(other.id / 1_000));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(real.emitted.map((other) => JSON.stringify(other))).size).toBe(real.emitted.length);
    expect(real.order.length).toBeLessThanOrEqual(3);
  });

it('CallOrder never reverts state nor executes a request twice, with late, repeated and unordered deliveries', () => {
  const call = fc.constantFrom(UPDATE, event('accountsChanged'), event('chainChanged'));
  const id = fc.tuple(fc.nat(6), fc.nat(3)).map(([ms, digits]) => at(ms, digits));
  // Three of four requests are valid.
  const delivery = fc.record({ call, id, quarter: fc.nat(3) });
  const deliveries = fc.commands([delivery.map(({ quarter, ...sent }) => deliver(sent, quarter > 0))], { maxCommands: 60 });
  forAll(deliveries, (commands) => {
    fc.modelRun(() => ({ model: { executed: [] }, real: { order: EMPTY_CALL_ORDER, emitted: [] } }), commands);
  });
});
