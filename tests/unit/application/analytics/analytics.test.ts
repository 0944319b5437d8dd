import { ignoreElements, of, Subject, tap } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { AnalyticsSender } from '../../../../application/analytics/analytics.sender.js';
import { followEvents, MAX_QUEUED_EVENTS } from '../../../../application/analytics/follow-events.js';
import { ModalStore } from '../../../../application/modal/modal.store.js';
import { FakeAnalytics } from '../../../../application/ports/analytics.fake.js';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { EventBus } from '../../../../application/shared/event-bus.js';
import { OptionsStore } from '../../../../application/shared/options.store.js';
import type { TrackedEvent } from '../../../../domain/analytics/tracked-event.js';
import { mainnet } from '../../../../domain/network/networks/eip155.js';
import { parseOptions } from '../../../../domain/options/parse-options.js';
import { marbles } from '../support/marbles.js';

const setUp = ({ projectId, isOn = true }: { readonly projectId?: string | undefined; readonly isOn?: boolean } = { projectId: 'p' }) => {
  const clock = new FakeClock();
  const logger = new FakeLogger();
  const browser = new FakeBrowser();
  const analytics = new FakeAnalytics();
  const events = new EventBus(clock);
  const options = new OptionsStore(parseOptions({ networks: [mainnet], projectId, features: { analytics: isOn } }));
  const modal = new ModalStore(options, clock, logger, browser, () => ({ signInRequired: false, hasSignInSession: false }));
  const acted = new Subject<void>();
  const errors: unknown[] = [];
  let loads = 0;
  const sender = new AnalyticsSender(analytics, modal);
  const follow = (load = async () => sender) =>
    followEvents({
      events,
      options,
      browser,
      hasActed$: acted,
      load: () => {
        loads += 1;
        return load();
      },
      onError: (error) => errors.push(error),
    });
  const setOn = (analyticsOn: boolean): void => options.update({ features: { ...options.current.features, analytics: analyticsOn } });
  const sent = (): readonly string[] => analytics.accepted.map(({ event }) => event);
  const act = async (): Promise<void> => {
    acted.next();
    await flushPromises();
  };
  return { analytics, browser, options, events, modal, logger, follow, setOn, sent, act, acted, errors, sender, loads: () => loads };
};

const nextTick = flushPromises;

describe('events', () => {
  it('wait for the user to act, then are sent in order, and the following ones at once', async () => {
    const { analytics, events, follow, sent, act, loads } = setUp();
    follow();
    events.track('CLICK_NETWORKS');
    events.track('MODAL_OPEN', { connected: false });
    await nextTick();
    expect([loads(), analytics.reads, sent()]).toEqual([0, 0, []]);
    await act();
    expect(sent()).toEqual(['CLICK_NETWORKS', 'MODAL_OPEN']);
    events.track('CLICK_ALL_WALLETS');
    await nextTick();
    expect([loads(), analytics.reads, sent()]).toEqual([1, 1, ['CLICK_NETWORKS', 'MODAL_OPEN', 'CLICK_ALL_WALLETS']]);
  });

  it('of the queue are limited to the latest', async () => {
    const { events, follow, analytics, act } = setUp();
    follow();
    for (let index = 0; index < MAX_QUEUED_EVENTS + 3; index += 1) events.track('SWITCH_NETWORK', { network: String(index) });
    await act();
    expect(analytics.accepted).toHaveLength(MAX_QUEUED_EVENTS);
    expect(analytics.accepted[0]?.properties).toEqual({ network: '3' });
  });

  it.each([false, 'down', 'garbage', { status: 500 }] as const)(
    'are dropped if the configuration is %j, which is read once',
    async (configuration) => {
      const { analytics, events, follow, setOn, sent, act, acted } = setUp();
      if (configuration === false) analytics.enabled = false;
      else analytics.configuration = configuration;
      follow();
      events.track('CLICK_NETWORKS');
      await act();
      analytics.enabled = true;
      analytics.configuration = 'working';
      setOn(false);
      setOn(true);
      acted.next();
      events.track('CLICK_NETWORKS');
      await nextTick();
      expect([analytics.reads, sent()]).toEqual([1, []]);
    },
  );

  it.each([
    ['without a project id and an own service', { projectId: undefined }],
    ['while analytics is off', { projectId: 'p', isOn: false }],
  ])('are dropped %s', async (_, options) => {
    const { events, follow, act, loads, modal } = setUp(options);
    follow();
    events.track('CLICK_NETWORKS');
    await act();
    expect([loads(), modal.snapshot.alert.open]).toEqual([0, false]);
  });

  it('are dropped outside of a web page', async () => {
    const { browser, follow, act, loads } = setUp();
    browser.location = null;
    follow();
    await act();
    expect(loads()).toBe(0);
  });

  it('that were queued are dropped by turning analytics off, also if it is turned on again', async () => {
    const { events, follow, setOn, sent, act } = setUp();
    follow();
    events.track('CLICK_NETWORKS');
    setOn(false);
    events.track('CLICK_ALL_WALLETS');
    setOn(true);
    events.track('CLICK_GET_WALLET');
    await act();
    expect(sent()).toEqual(['CLICK_GET_WALLET']);
  });

  it('are not sent any more once analytics is off, and what is being sent is cancelled', async () => {
    const { analytics, events, follow, setOn, sent, act } = setUp();
    follow();
    await act();
    analytics.events = 'never';
    events.track('CLICK_NETWORKS');
    await nextTick();
    setOn(false);
    analytics.events = 'working';
    events.track('CLICK_ALL_WALLETS');
    await nextTick();
    expect([analytics.requested.map(({ event }) => event), sent()]).toEqual([['CLICK_NETWORKS'], []]);
  });

  it('are not sent after the client is disposed', async () => {
    const { events, follow, sent, act } = setUp();
    const subscription = follow();
    await act();
    subscription.unsubscribe();
    events.track('CLICK_NETWORKS');
    await nextTick();
    expect(sent()).toEqual([]);
  });

  it('are dropped if the sender cannot be loaded, which is reported', async () => {
    const { events, follow, act, errors, sent } = setUp();
    const error = new TypeError('no chunk');
    follow(() => Promise.reject(error));
    events.track('CLICK_NETWORKS');
    await act();
    expect([errors, sent()]).toEqual([[error], []]);
  });

  it('are released when the user acts, and dropped when analytics is turned off', () => {
    marbles(({ clock, expectObservable, at }) => {
      const { browser, options } = setUp();
      const events = new EventBus(clock);
      const released = new Subject<string>();
      const acted = new Subject<void>();
      followEvents({
        events,
        options,
        browser,
        hasActed$: acted,
        load: () =>
          of({
            send: (events$) =>
              events$.pipe(
                tap(({ event }) => released.next(event)),
                ignoreElements(),
              ),
          }),
        onError: () => undefined,
      });
      const turn = (analytics: boolean) => () => options.update({ features: { ...options.current.features, analytics } });
      at({
        1: () => events.track('CLICK_NETWORKS'),
        2: () => events.track('CLICK_GET_WALLET'),
        4: () => acted.next(),
        8: () => events.track('CLICK_NETWORKS'),
        9: turn(false),
        10: () => events.track('CLICK_GET_WALLET'),
        11: turn(true),
        12: () => events.track('CLICK_NETWORKS'),
        14: () => acted.next(),
      });
      expectObservable(released).toBe('----(ab)a-----a', { a: 'CLICK_NETWORKS', b: 'CLICK_GET_WALLET' });
    });
  });
});

describe('MODAL_CREATED', () => {
  it('is never sent', async () => {
    const { analytics, sender } = setUp();
    const subscription = sender
      .send(
        of<readonly TrackedEvent[]>(
          { type: 'track', event: 'MODAL_CREATED', properties: undefined, address: undefined, timestamp: 0 },
          { type: 'track', event: 'CLICK_NETWORKS', properties: undefined, address: undefined, timestamp: 0 },
        ),
      )
      .subscribe();
    await nextTick();
    expect(analytics.requested.map(({ event }) => event)).toEqual(['CLICK_NETWORKS']);
    subscription.unsubscribe();
  });
});

describe('a refusal', () => {
  const detail = 'Analytics rejected the origin https://app.example: add it to the allowlist of your project id.';

  it('with 403 raises one alert until an event is accepted', async () => {
    const { analytics, events, follow, act, modal, logger } = setUp();
    follow();
    await act();
    const track = async (mode: FakeAnalytics['events']): Promise<void> => {
      analytics.events = mode;
      events.track('CLICK_NETWORKS');
      await nextTick();
    };
    await track({ status: 403 });
    expect(modal.snapshot.alert).toMatchObject({ open: true, message: 'Invalid App Configuration', variant: 'error' });
    modal.dismissAlert();
    await track({ status: 403 });
    expect([modal.snapshot.alert.open, logger.messages('error')]).toEqual([false, [detail]]);
    await track('working');
    await track({ status: 403 });
    expect([modal.snapshot.alert.open, logger.messages('error')]).toEqual([true, [detail, detail]]);
  });

  it.each(['down', { status: 400 }, { status: 500 }] as const)('that is %j has no effect, and the next event is sent', async (mode) => {
    const { analytics, events, follow, act, modal, logger, sent, errors } = setUp();
    follow();
    await act();
    analytics.events = mode;
    events.track('CLICK_NETWORKS');
    await nextTick();
    analytics.events = 'working';
    events.track('CLICK_GET_WALLET');
    await nextTick();
    expect([modal.snapshot.alert.open, logger.messages('error'), errors, sent()]).toEqual([false, [], [], ['CLICK_GET_WALLET']]);
  });
});
