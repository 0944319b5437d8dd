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
import { clientFixture, record } from '../support/client-fixture.js';
import { marbles } from '../support/marbles.js';

/** Actions on a modal, by time in milliseconds. */
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

/** Expects the emissions of an open modal within 90 s. */
const expectEmissions = (
  of: (modal: ModalStore) => Observable<string>,
  actions: Actions,
  expected: string,
  values: Readonly<Record<string, string>>,
) =>
  marbles(({ clock, expectObservable, at }) => {
    const { options, logger, browser } = clientFixture();
    const modal = new ModalStore(options, clock, logger, browser, () => ({ signInRequired: false, hasSignInSession: false }));
    modal.open(view('Connect'), null);
    at(Object.fromEntries(Object.entries(actions).map(([ms, action]) => [ms, () => action(modal)])));
    expectObservable(of(modal), '^ 90s !').toBe(expected, values);
  });

const push = (name: 'Networks' | 'WhatIsAWallet'): RouterEvent => ({ type: 'push', view: view(name) });

let modal: ModalStore;
let clock: FakeClock;

beforeEach(() => {
  ({ modal, clock } = clientFixture());
});

describe('ModalStore', () => {
  it('is initially closed on Connect', () => {
    expect(clientFixture().modal.snapshot).toMatchObject({
      modal: { open: false, loading: false, shake: false },
      view: { name: 'Connect' },
      canGoBack: false,
      canClose: true,
      snackbar: { open: false },
      alert: { open: false },
    });
  });

  it('opens with its view and loading state in one emission', () => {
    modal.navigate(push('WhatIsAWallet'));
    const run = record(modal.snapshot$);
    modal.open(view('Networks'), null);
    expect(run.values).toHaveLength(2);
    expect(run.values[1]).toMatchObject({ modal: { open: true, loading: true }, view: { name: 'Networks' }, canGoBack: false });
  });

  it('clears snackbar, shake and loading states on close in one emission, and keeps its view', () => {
    modal.open(view('Networks'), 'eip155');
    modal.show({ message: 'Hello', variant: 'success' });
    modal.shake();
    const run = record(modal.snapshot$);
    modal.close();
    expect(run.values).toHaveLength(2);
    expect(run.values[1]?.modal).toEqual({ open: false, loading: false, shake: false, namespace: null, loadingByNamespace: {} });
    expect(run.values[1]).toMatchObject({ snackbar: { open: false }, view: { name: 'Networks' } });
    expect(clock.pending).toBe(0);
  });

  it('emits nothing if nothing changes', () => {
    const run = record(modal.snapshot$);
    modal.close();
    modal.show(null);
    modal.setLoading(false);
    modal.dismissAlert();
    modal.navigate({ type: 'reset', view: view('Connect') });
    expect(run.values).toHaveLength(1);
  });

  it('tracks loading globally and by namespace', () => {
    modal.setLoading(true);
    modal.setLoading(true, 'solana');
    expect(modal.snapshot.modal).toMatchObject({ loading: true, loadingByNamespace: { solana: true } });
    modal.clearLoading();
    expect(modal.snapshot.modal).toEqual({ ...INITIAL_MODAL });
  });

  it('can go back if there is a history, except on Connect in embedded mode', () => {
    const [free, embedded] = [clientFixture().modal, clientFixture({ options: { enableEmbedded: true } }).modal];
    for (const modal of [free, embedded]) {
      modal.navigate(push('Networks'));
      expect(modal.snapshot.canGoBack).toBe(true);
      modal.navigate({ type: 'push', view: view('Connect') });
    }
    expect([free.snapshot.canGoBack, embedded.snapshot.canGoBack]).toEqual([true, false]);
  });

  it('cannot be closed by the user on UnsupportedChain or while a sign-in is required', () => {
    const signInRequiredModal = clientFixture({ closingGuard: () => ({ signInRequired: true, hasSignInSession: false }) }).modal;
    modal.open(view('UnsupportedChain'), null);
    signInRequiredModal.open(view('SIWXSignMessage'), null);
    expect([modal.snapshot.canClose, signInRequiredModal.snapshot.canClose]).toEqual([false, false]);
    expect([modal.closeReaction(false), signInRequiredModal.closeReaction(false)]).toEqual(['shake', 'shake']);
    modal.open(view('Connect'), null);
    expect([modal.closeReaction(false), modal.closeReaction(true)]).toEqual(['close', 'ignore']);
  });

  it('runs the effects of a router event in order', () => {
    const order: string[] = [];
    modal.navigate({ type: 'push-transaction', entry: { goBack: true, view: null, onSuccess: () => order.push('callback') } });
    modal.navigate({ type: 'pop-transaction', outcome: 'success' }, () => order.push('close'));
    expect(order).toEqual(['close', 'callback']);
  });

  it('closes when going back with UnsupportedChain in the history', () => {
    modal.open(view('Connect'), null);
    modal.navigate({ type: 'push', view: view('UnsupportedChain') });
    modal.navigate(push('WhatIsAWallet'));
    modal.navigate({ type: 'go-back' });
    expect(modal.snapshot.modal.open).toBe(false);
  });

  it('runs the callbacks of a transaction after closing, so that they can open the modal again', () => {
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

  it('closes itself on a close effect by default', () => {
    modal.open(view('Connect'), null);
    modal.navigate({ type: 'go-back' });
    expect(modal.snapshot.modal.open).toBe(false);
  });

  it('never emits an older snapshot last when a subscriber changes it during a notification', () => {
    modal.snapshot$.subscribe((snapshot) => {
      if (snapshot.view.name === 'Networks') modal.navigate(push('WhatIsAWallet'));
    });
    const late = record(modal.snapshot$);
    modal.navigate(push('Networks'));
    expect(late.values.at(-1)?.view.name).toBe('WhatIsAWallet');
    expect(late.values.at(-1)).toBe(modal.snapshot);
  });
});

describe('shake', () => {
  const shakes = (modal: ModalStore) =>
    modal.snapshot$.pipe(
      map(({ modal: { shake } }) => (shake ? 's' : '-')),
      distinctUntilChanged(),
    );

  it.each<readonly [string, Actions, string]>([
    ['lasts 500 ms', { 10: shake }, 'n 9ms s 499ms n'],
    ['is not extended by a second one', { 10: shake, 300: shake, 700: shake }, 'n 9ms s 499ms n 189ms s 499ms n'],
    [
      'ends when the modal closes, without shortening the next one',
      { 10: shake, 110: close, 120: openAndShake },
      'n 9ms s 99ms n 9ms s 499ms n',
    ],
  ])('%s', (_, actions, expected) => expectEmissions(shakes, actions, expected, { n: '-', s: 's' }));

  it('does nothing while the modal is closed', () => {
    modal.shake();
    expect([modal.snapshot.modal.shake, clock.pending]).toEqual([false, 0]);
  });
});

describe('snackbar', () => {
  const texts = (modal: ModalStore) =>
    modal.snapshot$.pipe(
      map(({ snackbar: { open, message, variant } }) => (open ? `${variant} ${message}` : 'closed')),
      distinctUntilChanged(),
    );
  const values = { n: 'closed', a: 'success A', b: 'error B', c: 'success C', l: 'loading Authenticating...' };

  it.each<readonly [string, Actions, string]>([
    ['closes after 2.5 s', { 10: showing('A') }, 'n 9ms a 2499ms n'],
    [
      'closes the previous message first and shows the new one 150 ms later for its full time',
      { 10: showing('A'), 1010: showing('B', 'error') },
      'n 9ms a 999ms n 149ms b 2499ms n',
    ],
    [
      'shows the last of several messages that arrive while one closes',
      { 10: showing('A'), 20: showing('B', 'error'), 100: showing('C') },
      'n 9ms a 9ms n 229ms c 2499ms n',
    ],
    [
      'keeps a loading message until it is hidden',
      { 10: (modal) => modal.show(NOTICES.authenticating), 60010: (modal) => modal.show(null) },
      'n 9ms l 59999ms n',
    ],
    [
      'discards the waiting message together with the current one',
      { 10: showing('A'), 20: showing('B', 'error'), 30: (modal) => modal.show(null) },
      'n 9ms a 9ms n',
    ],
  ])('%s', (_, actions, expected) => expectEmissions(texts, actions, expected, values));

  it('closes also when a subscriber shows the next message immediately', () => {
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

describe('a disposed modal store', () => {
  it('completes its subscribers, clears its timers and sets no new ones', () => {
    const run = record(modal.snapshot$);
    modal.open(view('Connect'), null);
    modal.shake();
    modal.show({ message: 'A', variant: 'success' });
    modal.dispose();
    expect(run.end).toBe('complete');
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

describe('alert', () => {
  it('shows the alert bar and logs the fix with debug', () => {
    const { modal, logger } = clientFixture({ options: { debug: true } });
    modal.alert(PROJECT_ID_NOT_CONFIGURED);
    expect(modal.snapshot.alert).toMatchObject({ open: true, message: 'Project ID Not Configured', variant: 'error' });
    expect(logger.entries).toMatchObject([{ level: 'error', message: expect.stringContaining('set "projectId"') }]);
  });

  it('only logs without debug', () => {
    const { modal, logger } = clientFixture({ options: { debug: false } });
    modal.alert(INVALID_APP_CONFIGURATION);
    expect(modal.snapshot.alert.open).toBe(false);
    expect(logger.messages('error')).toEqual([expect.stringContaining('https://app.example')]);
  });

  it('is raised once or repeatedly, depending on its kind', () => {
    const { modal, logger } = clientFixture({ options: { debug: true } });
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

  it('works without a web page', () => {
    const { modal, logger, browser } = clientFixture();
    browser.location = null;
    modal.alert(INVALID_APP_CONFIGURATION);
    expect(logger.messages('error')[0]).toContain('unknown');
  });
});
