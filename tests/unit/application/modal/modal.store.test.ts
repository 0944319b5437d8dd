import { distinctUntilChanged, map, type Observable } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { ModalStore } from '../../../../application/modal/modal.store.js';
import type { FakeClock } from '../../../../application/ports/clock.fake.js';
import {
  INVALID_APP_CONFIGURATION,
  INVALID_PROJECT_ID,
  NETWORK_NOT_FOUND,
  PROJECT_ID_NOT_CONFIGURED,
} from '../../../../domain/modal/alerts.js';
import { INITIAL_MODAL } from '../../../../domain/modal/modal-machine.js';
import { NOTICES } from '../../../../domain/modal/snackbar-machine.js';
import type { RouterEvent } from '../../../../domain/router/router-machine.js';
import { view } from '../../../../domain/router/views.js';
import { marbles } from '../support/marbles.js';
import { record, world } from '../support/world.js';

/** What happens to a modal, by the time in milliseconds. */
type Actions = Readonly<Record<number, (modal: ModalStore) => void>>;

const shake = (modal: ModalStore): void => modal.shake();
const close = (modal: ModalStore): void => modal.close();
const openAndShake = (modal: ModalStore): void => {
  modal.open(view('Connect'), null);
  modal.shake();
};
const showing =
  (message: string, variant: 'success' | 'error' = 'success') =>
  (modal: ModalStore): void =>
    modal.show({ message, variant });

/** What a watcher sees of an open modal in 90 s. */
const expectSeen = (
  of: (modal: ModalStore) => Observable<string>,
  actions: Actions,
  seen: string,
  values: Readonly<Record<string, string>>,
) =>
  marbles(({ clock, expectObservable, at }) => {
    const { options, logger, browser } = world();
    const modal = new ModalStore(options, clock, logger, browser, () => ({ signInRequired: false, hasSignInSession: false }));
    modal.open(view('Connect'), null);
    at(Object.fromEntries(Object.entries(actions).map(([ms, action]) => [ms, () => action(modal)])));
    expectObservable(of(modal), '^ 90s !').toBe(seen, values);
  });

const push = (name: 'Networks' | 'WhatIsAWallet'): RouterEvent => ({ type: 'push', view: view(name) });

let modal: ModalStore;
let clock: FakeClock;

beforeEach(() => {
  ({ modal, clock } = world());
});

describe('the modal', () => {
  it('is closed on Connect at first', () => {
    expect(world().modal.snapshot).toMatchObject({
      modal: { open: false, loading: false, shake: false },
      view: { name: 'Connect' },
      canGoBack: false,
      canClose: true,
      snackbar: { open: false },
      alert: { open: false },
    });
  });

  it('opens with its view and its loading state in one go', () => {
    modal.navigate(push('WhatIsAWallet'));
    const seen = record(modal.snapshot$);
    modal.open(view('Networks'), null);
    expect(seen.values).toHaveLength(2);
    expect(seen.values[1]).toMatchObject({ modal: { open: true, loading: true }, view: { name: 'Networks' }, canGoBack: false });
  });

  it('closes with its snackbar, its shake and every loading state in one go, and keeps its view while it fades out', () => {
    modal.open(view('Networks'), 'eip155');
    modal.show({ message: 'Hello', variant: 'success' });
    modal.shake();
    const seen = record(modal.snapshot$);
    modal.close();
    expect(seen.values).toHaveLength(2);
    expect(seen.values[1]?.modal).toEqual({ open: false, loading: false, shake: false, namespace: null, loadingByNamespace: {} });
    expect(seen.values[1]).toMatchObject({ snackbar: { open: false }, view: { name: 'Networks' } });
    expect(clock.pending).toBe(0);
  });

  it('says nothing when nothing changes', () => {
    const seen = record(modal.snapshot$);
    modal.close();
    modal.show(null);
    modal.setLoading(false);
    modal.dismissAlert();
    modal.navigate({ type: 'reset', view: view('Connect') });
    expect(seen.values).toHaveLength(1);
  });

  it('counts loading as a whole and by namespace', () => {
    modal.setLoading(true);
    modal.setLoading(true, 'solana');
    expect(modal.snapshot.modal).toMatchObject({ loading: true, loadingByNamespace: { solana: true } });
    modal.calm();
    expect(modal.snapshot.modal).toEqual({ ...INITIAL_MODAL });
  });

  it('shows the way back where there is one, and not on Connect in embedded mode', () => {
    const [free, embedded] = [world().modal, world({ options: { enableEmbedded: true } }).modal];
    for (const modal of [free, embedded]) {
      modal.navigate(push('Networks'));
      expect(modal.snapshot.canGoBack).toBe(true);
      modal.navigate({ type: 'push', view: view('Connect') });
    }
    expect([free.snapshot.canGoBack, embedded.snapshot.canGoBack]).toEqual([true, false]);
  });

  it('cannot be closed by a person on UnsupportedChain, nor while a sign-in is owed', () => {
    const owed = world({ closingGuard: () => ({ signInRequired: true, hasSignInSession: false }) }).modal;
    modal.open(view('UnsupportedChain'), null);
    owed.open(view('SIWXSignMessage'), null);
    expect([modal.snapshot.canClose, owed.snapshot.canClose]).toEqual([false, false]);
    expect([modal.closeReaction(false), owed.closeReaction(false)]).toEqual(['shake', 'shake']);
    modal.open(view('Connect'), null);
    expect([modal.closeReaction(false), modal.closeReaction(true)]).toEqual(['close', 'ignore']);
  });

  it('carries out the effects of a move in their order', () => {
    const order: string[] = [];
    modal.navigate({ type: 'push-transaction', entry: { goBack: true, view: null, onSuccess: () => order.push('callback') } });
    modal.navigate({ type: 'pop-transaction', outcome: 'success' }, () => order.push('close'));
    expect(order).toEqual(['close', 'callback']);
  });

  it('closes by a step back with UnsupportedChain in the history', () => {
    modal.open(view('Connect'), null);
    modal.navigate({ type: 'push', view: view('UnsupportedChain') });
    modal.navigate(push('WhatIsAWallet'));
    modal.navigate({ type: 'go-back' });
    expect(modal.snapshot.modal.open).toBe(false);
  });

  it('runs the callbacks of a transaction after it closed, so that they can open the modal again', () => {
    modal.open(view('Connect'), null);
    modal.navigate({ type: 'push-transaction', entry: { goBack: true, view: null, onSuccess: () => modal.open(view('Networks'), null) } });
    modal.navigate({ type: 'pop-transaction', outcome: 'success' });
    expect(modal.snapshot).toMatchObject({ modal: { open: true }, view: { name: 'Networks' } });
  });

  it('runs onCancel when a transaction is cancelled', () => {
    modal.open(view('Connect'), null);
    const ended: string[] = [];
    modal.navigate(push('Networks'));
    modal.navigate({
      type: 'push-transaction',
      entry: { goBack: true, view: null, onSuccess: () => ended.push('success'), onCancel: () => ended.push('cancel') },
    });
    modal.navigate({ type: 'pop-transaction', outcome: 'cancel' });
    expect(ended).toEqual(['cancel']);
    expect(modal.snapshot).toMatchObject({ modal: { open: true }, view: { name: 'Connect' } });
  });

  it('closes by itself where a move asks for it and nobody says how', () => {
    modal.open(view('Connect'), null);
    modal.navigate({ type: 'go-back' });
    expect(modal.snapshot.modal.open).toBe(false);
  });

  it('never shows a watcher an older snapshot last, when another one moves it meanwhile', () => {
    modal.snapshot$.subscribe((snapshot) => {
      if (snapshot.view.name === 'Networks') modal.navigate(push('WhatIsAWallet'));
    });
    const late = record(modal.snapshot$);
    modal.navigate(push('Networks'));
    expect(late.values.at(-1)?.view.name).toBe('WhatIsAWallet');
    expect(late.values.at(-1)).toBe(modal.snapshot);
  });
});

describe('a shake', () => {
  const shakes = (modal: ModalStore) =>
    modal.snapshot$.pipe(
      map(({ modal: { shake } }) => (shake ? 's' : '-')),
      distinctUntilChanged(),
    );

  it.each<readonly [string, Actions, string]>([
    ['lasts 500 ms', { 10: shake }, 'n 9ms s 499ms n'],
    ['is not made longer by a second one', { 10: shake, 300: shake, 700: shake }, 'n 9ms s 499ms n 189ms s 499ms n'],
    [
      'ends with the modal, and does not cut the next one short',
      { 10: shake, 110: close, 120: openAndShake },
      'n 9ms s 99ms n 9ms s 499ms n',
    ],
  ])('%s', (_, actions, seen) => expectSeen(shakes, actions, seen, { n: '-', s: 's' }));

  it('is nothing while the modal is closed', () => {
    modal.shake();
    expect([modal.snapshot.modal.shake, clock.pending]).toEqual([false, 0]);
  });
});

describe('the snackbar', () => {
  const texts = (modal: ModalStore) =>
    modal.snapshot$.pipe(
      map(({ snackbar: { open, message, variant } }) => (open ? `${variant} ${message}` : 'closed')),
      distinctUntilChanged(),
    );
  const values = { n: 'closed', a: 'success A', b: 'error B', c: 'success C', l: 'loading Authenticating...' };

  it.each<readonly [string, Actions, string]>([
    ['closes by itself after 2.5 s', { 10: showing('A') }, 'n 9ms a 2499ms n'],
    [
      'closes the old message first, and shows the new one 150 ms later for its whole time',
      { 10: showing('A'), 1010: showing('B', 'error') },
      'n 9ms a 999ms n 149ms b 2499ms n',
    ],
    [
      'lets the last of several messages win that come while one leaves',
      { 10: showing('A'), 20: showing('B', 'error'), 100: showing('C') },
      'n 9ms a 9ms n 229ms c 2499ms n',
    ],
    [
      'keeps a loading message until it is hidden',
      { 10: (modal) => modal.show(NOTICES.authenticating), 60010: (modal) => modal.show(null) },
      'n 9ms l 59999ms n',
    ],
    [
      'takes the waiting message away with the one on screen',
      { 10: showing('A'), 20: showing('B', 'error'), 30: (modal) => modal.show(null) },
      'n 9ms a 9ms n',
    ],
  ])('%s', (_, actions, seen) => expectSeen(texts, actions, seen, values));

  it('closes by itself also when a watcher shows the next message at once', () => {
    modal.snapshot$.subscribe(({ snackbar }) => {
      if (snackbar.open && snackbar.message === 'A') modal.show({ message: 'B', variant: 'error' });
    });
    modal.show({ message: 'A', variant: 'success' });
    clock.advance(150);
    expect(modal.snapshot.snackbar).toMatchObject({ open: true, message: 'B' });
    clock.advance(2_500);
    expect(modal.snapshot.snackbar.open).toBe(false);
    expect(clock.pending).toBe(0);
  });
});

describe('a modal that is disposed of', () => {
  it('ends its watchers and timers, and sets none any more', () => {
    const seen = record(modal.snapshot$);
    modal.open(view('Connect'), null);
    modal.shake();
    modal.show({ message: 'A', variant: 'success' });
    modal.dispose();
    expect(seen.end).toBe('complete');
    expect(clock.pending).toBe(0);
    modal.show({ message: 'B', variant: 'success' });
    expect(clock.pending).toBe(0);
    modal.close();
    modal.open(view('Connect'), null);
    modal.shake();
    modal.alert(NETWORK_NOT_FOUND);
    expect(clock.pending).toBe(0);
  });
});

describe('an alert', () => {
  it('shows in the bar and tells the way out to the log, where debug is on', () => {
    const { modal, logger } = world({ options: { debug: true } });
    modal.alert(PROJECT_ID_NOT_CONFIGURED);
    expect(modal.snapshot.alert).toMatchObject({ open: true, message: 'Project ID Not Configured', variant: 'error' });
    expect(logger.entries).toMatchObject([{ level: 'error', message: expect.stringContaining('set "projectId"') }]);
  });

  it('tells only the log where debug is off', () => {
    const { modal, logger } = world({ options: { debug: false } });
    modal.alert(INVALID_APP_CONFIGURATION);
    expect(modal.snapshot.alert.open).toBe(false);
    expect(logger.messages('error')).toEqual([expect.stringContaining('https://app.example')]);
  });

  it('is raised once, or again and again, as its kind says', () => {
    const { modal, logger } = world({ options: { debug: true } });
    modal.alert(INVALID_PROJECT_ID);
    modal.dismissAlert();
    modal.alert(INVALID_PROJECT_ID);
    expect(modal.snapshot.alert.open).toBe(false);
    expect(logger.entries).toHaveLength(1);
    modal.alert(NETWORK_NOT_FOUND);
    modal.dismissAlert();
    modal.alert(NETWORK_NOT_FOUND);
    expect(modal.snapshot.alert).toMatchObject({ open: true, message: 'Network Not Found' });
    expect(logger.entries).toHaveLength(3);
  });

  it('works where there is no page', () => {
    const { modal, logger, browser } = world();
    browser.location = null;
    modal.alert(INVALID_APP_CONFIGURATION);
    expect(logger.messages('error')[0]).toContain('unknown');
  });
});
