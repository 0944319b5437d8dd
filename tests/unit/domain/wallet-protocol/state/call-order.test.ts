import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rpcId } from '../../../../../domain/wallet-protocol/json-rpc.js';
import {
  type CallOrder,
  carriedOut,
  NOTHING_CARRIED_OUT,
  type OrderedCall,
  placeOf,
} from '../../../../../domain/wallet-protocol/state/call-order.js';
import { command, forAll } from '../../properties.js';
import { NOW } from '../rules/known.js';

const UPDATE: OrderedCall = { type: 'update' };
const event = (name: string): OrderedCall => ({ type: 'event', name });
const at = (ms: number, digits = 0): number => rpcId(NOW + ms, digits / 1_000);
const afterwards = (...calls: (readonly [OrderedCall, number])[]): CallOrder =>
  calls.reduce((order, [call, id]) => carriedOut(order, call, id), NOTHING_CARRIED_OUT);

describe.each([
  ['updates', UPDATE],
  ['events of one name', event('accountsChanged')],
])('%s', (_what, call) => {
  it.each<[string, readonly number[], number, string]>([
    ['carried out when they are the first', [], at(0), 'newer'],
    ['carried out when they are newer than the last', [at(0, 999)], at(1), 'newer'],
    ['discarded when they are older than the last', [at(1)], at(0, 999), 'older'],
    ['known again', [at(1)], at(1), 'again'],
    ['in no order within a millisecond', [at(1, 500)], at(1, 400), 'newer'],
    ['in no order within a millisecond, also after two', [at(1, 500), at(1, 400)], at(1, 600), 'newer'],
    ['known again within a millisecond, the first', [at(1, 500), at(1, 400)], at(1, 500), 'again'],
    ['known again within a millisecond, the second', [at(1, 500), at(1, 400)], at(1, 400), 'again'],
    ['not brought back when a newer one has replaced them', [at(2), at(1)], at(1, 500), 'older'],
    ['known again after an older one', [at(2), at(1)], at(2), 'again'],
    ['newer as numbers, not as texts', [9_999_000], 10_000_000, 'newer'],
    ['older as numbers, not as texts', [10_000_000], 9_999_000, 'older'],
    ['older below zero', [0], -1, 'older'],
    ['known again at zero', [0], 0, 'again'],
  ])('are %s', (_title, before, id, place) => {
    expect(placeOf(afterwards(...before.map((other) => [call, other] as const)), call, id)).toBe(place);
  });
});

it('an update has no part in the order of events, nor an event in that of another name', () => {
  const order = afterwards([UPDATE, at(9)], [event('chainChanged'), at(8)], [event('__proto__'), at(7)]);
  expect(placeOf(order, event('accountsChanged'), at(0))).toBe('newer');
  expect(placeOf(order, event('chainChanged'), at(7))).toBe('older');
  expect(placeOf(order, event('__proto__'), at(6))).toBe('older');
  expect(placeOf(order, event('update'), at(0))).toBe('newer');
  expect(placeOf(afterwards([event('update'), at(9)]), UPDATE, at(0))).toBe('newer');
});

/** A peer's calls of all kinds, in the order in which they were made. */
interface Made {
  readonly call: OrderedCall;
  readonly id: number;
}
interface Model {
  /** Everything that was carried out. */
  readonly done: Made[];
}
interface Real {
  order: CallOrder;
  readonly emitted: Made[];
}

/** A relay delivers a call, for the first time or once more, in whatever order. The rules let it through or not. */
const deliver = (made: Made, isValid: boolean): fc.Command<Model, Real> =>
  command(`${isValid ? '' : 'invalid '}${JSON.stringify(made)}`, ({ done }, real) => {
    const { call, id } = made;
    const before = done.filter((other) => JSON.stringify(other.call) === JSON.stringify(call));
    const place = placeOf(real.order, call, id);
    const isKnown = before.some((other) => other.id === id);
    const newest = Math.max(...before.map((other) => Math.floor(other.id / 1_000)));
    const time = Math.floor(id / 1_000);
    if (isKnown) expect(place).toBe(time === newest ? 'again' : 'older');
    else expect(place).toBe(time < newest ? 'older' : 'newer');
    if (place !== 'newer' || !isValid) return;
    real.order = carriedOut(real.order, call, id);
    done.push(made);
    real.emitted.push(made);
    const times = real.emitted
      .filter((other) => JSON.stringify(other.call) === JSON.stringify(call))
      .map((other) => Math.floor(other.id / 1_000));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(real.emitted.map((other) => JSON.stringify(other))).size).toBe(real.emitted.length);
    expect(real.order.length).toBeLessThanOrEqual(3);
  });

it('a relay that delivers late, twice and out of order never turns the state back, nor lets anything happen twice', () => {
  const call = fc.constantFrom(UPDATE, event('accountsChanged'), event('chainChanged'));
  const id = fc.tuple(fc.nat(6), fc.nat(3)).map(([ms, digits]) => at(ms, digits));
  const delivery = fc.record({ call, id, one: fc.boolean(), other: fc.boolean() });
  const deliveries = fc.commands([delivery.map(({ one, other, ...made }) => deliver(made, one || other))], { maxCommands: 60 });
  forAll(deliveries, (commands) => {
    fc.modelRun(() => ({ model: { done: [] }, real: { order: NOTHING_CARRIED_OUT, emitted: [] } }), commands);
  });
});
