import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { EventBus } from '../../../../application/shared/event-bus.js';
import { record } from '../support/world.js';

describe('EventBus', () => {
  it('begins with MODAL_CREATED', () => {
    const bus = new EventBus(new FakeClock(5));
    expect(record(bus.events$).values).toEqual([
      { type: 'track', event: 'MODAL_CREATED', properties: undefined, address: undefined, timestamp: 5 },
    ]);
  });

  it('gives each event with its properties, the address at that time and the time in milliseconds', () => {
    const clock = new FakeClock(1_000);
    const bus = new EventBus(clock);
    const heard = record(bus.events$);
    let address: string | undefined;
    bus.bindAddress(() => address);
    bus.track('MODAL_OPEN', { connected: false });
    clock.advance(7);
    address = '0xabc';
    bus.track('CLICK_NETWORKS');
    expect(heard.values.slice(1)).toEqual([
      { type: 'track', event: 'MODAL_OPEN', properties: { connected: false }, address: undefined, timestamp: 1_000 },
      { type: 'track', event: 'CLICK_NETWORKS', properties: undefined, address: '0xabc', timestamp: 1_007 },
    ]);
    expect(bus.last).toEqual(heard.values.at(-1));
  });

  it('marks errors of the toolkit itself as errors', () => {
    const bus = new EventBus(new FakeClock());
    bus.track('INTERNAL_SDK_ERROR', { errorType: 'A', errorMessage: 'b', stackTrace: '', uncaught: true });
    expect(bus.last.type).toBe('error');
  });

  it('tells everybody of events in their order, also when a listener causes the next one', () => {
    const bus = new EventBus(new FakeClock());
    bus.events$.subscribe(({ event }) => {
      if (event === 'CLICK_NETWORKS') bus.track('SWITCH_NETWORK', { network: 'eip155:1' });
    });
    const late = record(bus.events$);
    bus.track('CLICK_NETWORKS');
    bus.track('CLICK_WALLET_HELP');
    expect(late.values.map(({ event }) => event)).toEqual(['MODAL_CREATED', 'CLICK_NETWORKS', 'SWITCH_NETWORK', 'CLICK_WALLET_HELP']);
  });

  it('gives a newcomer the last event only', () => {
    const bus = new EventBus(new FakeClock());
    bus.track('CLICK_NETWORKS');
    expect(record(bus.events$).values.map(({ event }) => event)).toEqual(['CLICK_NETWORKS']);
  });

  it('takes events after its end without a word', () => {
    const bus = new EventBus(new FakeClock());
    const heard = record(bus.events$);
    bus.complete();
    bus.track('CLICK_NETWORKS');
    expect(heard).toMatchObject({ values: [{ event: 'MODAL_CREATED' }], end: 'complete' });
  });
});
