import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { EventBus } from '../../../../application/shared/event-bus.js';
import { record } from '../support/client-fixture.js';

describe('EventBus', () => {
  it('starts with MODAL_CREATED', () => {
    const bus = new EventBus(new FakeClock(5));
    expect(record(bus.events$).values).toEqual([
      { type: 'track', event: 'MODAL_CREATED', properties: undefined, address: undefined, timestamp: 5 },
    ]);
  });

  it('emits each event with its properties, the current address and the time in milliseconds', () => {
    const clock = new FakeClock(1_000);
    const bus = new EventBus(clock);
    const events = record(bus.events$);
    let address: string | undefined;
    bus.bindAddress(() => address);
    bus.track('MODAL_OPEN', { connected: false });
    clock.advance(7);
    address = '0xabc';
    bus.track('CLICK_NETWORKS');
    expect(events.values.slice(1)).toEqual([
      { type: 'track', event: 'MODAL_OPEN', properties: { connected: false }, address: undefined, timestamp: 1_000 },
      { type: 'track', event: 'CLICK_NETWORKS', properties: undefined, address: '0xabc', timestamp: 1_007 },
    ]);
    expect(bus.last).toEqual(events.values.at(-1));
  });

  it('marks internal errors as errors', () => {
    const bus = new EventBus(new FakeClock());
    bus.track('INTERNAL_SDK_ERROR', { errorType: 'A', errorMessage: 'b', stackTrace: '', uncaught: true });
    expect(bus.last.type).toBe('error');
  });

  it('notifies all listeners in order, also when a listener tracks the next event', () => {
    const bus = new EventBus(new FakeClock());
    bus.events$.subscribe(({ event }) => {
      if (event === 'CLICK_NETWORKS') bus.track('SWITCH_NETWORK', { network: 'eip155:1' });
    });
    const second = record(bus.events$);
    bus.track('CLICK_NETWORKS');
    bus.track('CLICK_WALLET_HELP');
    expect(second.values.map(({ event }) => event)).toEqual(['MODAL_CREATED', 'CLICK_NETWORKS', 'SWITCH_NETWORK', 'CLICK_WALLET_HELP']);
  });

  it('emits only the last event to a new subscriber', () => {
    const bus = new EventBus(new FakeClock());
    bus.track('CLICK_NETWORKS');
    expect(record(bus.events$).values.map(({ event }) => event)).toEqual(['CLICK_NETWORKS']);
  });

  it('ignores events after completion', () => {
    const bus = new EventBus(new FakeClock());
    const events = record(bus.events$);
    bus.complete();
    bus.track('CLICK_NETWORKS');
    expect(events).toMatchObject({ values: [{ event: 'MODAL_CREATED' }], end: 'complete' });
  });
});
