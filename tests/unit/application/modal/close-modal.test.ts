import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { INITIAL_MODAL } from '../../../../domain/modal/modal-machine.js';
import { type View, view } from '../../../../domain/router/views.js';
import { type ClientFixture, type ClientFixtureInit, clientFixture, connectedFixture, record } from '../support/client-fixture.js';

const start = ({ useCases }: ClientFixture, by: 'user' | 'app') => record(useCases.closeModal.execute({ by }));
const open = (init: ClientFixtureInit, initialView: View): ClientFixture => {
  const fixture = clientFixture(init);
  fixture.modal.open(initialView, null);
  return fixture;
};

describe('CloseModal', () => {
  it('does nothing before subscription', async () => {
    const fixture = open({}, view('Connect'));
    fixture.useCases.closeModal.execute({ by: 'app' });
    await flushPromises();
    expect(fixture.modal.snapshot.modal.open).toBe(true);
  });

  it.each(['user', 'app'] as const)('closes immediately for the %s and tracks the event', (by) => {
    const fixture = open({}, view('Connect'));
    const run = start(fixture, by);
    expect(run).toMatchObject({
      values: [
        { status: 'pending', step: 'working' },
        { status: 'success', data: { closed: true } },
      ],
      end: 'complete',
    });
    expect(fixture.modal.snapshot.modal.open).toBe(false);
    expect(fixture.tracked).toEqual([{ event: 'MODAL_CLOSE', properties: { connected: false } }]);
  });

  it('tracks the connection status', async () => {
    const fixture = await connectedFixture();
    fixture.modal.open(view('Account'), null);
    start(fixture, 'user');
    expect(fixture.tracked.at(-1)).toEqual({ event: 'MODAL_CLOSE', properties: { connected: true } });
  });

  it('tracks nothing if it was not open', () => {
    const fixture = clientFixture();
    expect(start(fixture, 'app').values.at(-1)).toEqual({ status: 'success', data: { closed: true } });
    expect(fixture.tracked).toEqual([]);
  });

  it('clears loading states', () => {
    const fixture = open({}, view('Connect'));
    fixture.modal.setLoading(true, 'eip155');
    start(fixture, 'app');
    expect(fixture.modal.snapshot.modal).toEqual(INITIAL_MODAL);
  });

  it('clears the current pairing, and emits nothing without one', () => {
    const fixture = open({}, view('ConnectingWalletConnectBasic'));
    fixture.connections.dispatch({ type: 'pairing-changed', pairing: { wcUri: 'wc:abc', wcPairingExpiry: 1 } });
    const states = record(fixture.connections.state$);
    start(fixture, 'app');
    expect(fixture.connections.state.pairing).toMatchObject({ wcUri: undefined, wcPairingExpiry: undefined });
    fixture.modal.open(view('Connect'), null);
    start(fixture, 'app');
    expect(states.values).toHaveLength(2);
  });

  it.each([
    ['on an unsupported network', {}, 'UnsupportedChain'],
    ['while a sign-in is required', { closingGuard: () => ({ signInRequired: true, hasSignInSession: false }) }, 'SIWXSignMessage'],
    ['while an approval is required', { closingGuard: () => ({ signInRequired: true, hasSignInSession: false }) }, 'ApproveTransaction'],
  ] as const satisfies readonly (readonly [string, ClientFixtureInit, 'UnsupportedChain' | 'SIWXSignMessage' | 'ApproveTransaction'])[])(
    'shakes for the user %s, but closes for the app',
    (_, init, name) => {
      const fixture = open(init, view(name));
      expect(start(fixture, 'user').values.at(-1)).toEqual({ status: 'success', data: { closed: false } });
      expect(fixture.modal.snapshot.modal).toMatchObject({ open: true, shake: true });
      expect(fixture.tracked).toEqual([]);
      fixture.clock.advance(500);
      expect(fixture.modal.snapshot.modal.shake).toBe(false);
      expect(start(fixture, 'app').values.at(-1)).toEqual({ status: 'success', data: { closed: true } });
    },
  );

  it('lets the user close with a sign-in session, or if none is required', () => {
    for (const facts of [
      { signInRequired: true, hasSignInSession: true },
      { signInRequired: false, hasSignInSession: false },
    ]) {
      const fixture = open({ closingGuard: () => facts }, view('SIWXSignMessage'));
      expect(start(fixture, 'user').values.at(-1)).toEqual({ status: 'success', data: { closed: true } });
    }
  });

  it('ignores the user while a wallet app is being opened', () => {
    const fixture = open({}, view('ConnectingWalletConnect', { walletId: null }));
    fixture.connections.dispatch({ type: 'pairing-changed', pairing: { buffering: true } });
    start(fixture, 'user');
    expect(fixture.modal.snapshot.modal).toMatchObject({ open: true, shake: false });
  });
});

describe('CloseModal in embedded mode', () => {
  const EMBEDDED: ClientFixtureInit = { options: { enableEmbedded: true } };

  it('shows Connect without a connection and does not close', () => {
    const fixture = clientFixture(EMBEDDED);
    fixture.modal.open(view('Networks'), 'eip155');
    expect(start(fixture, 'user').values.at(-1)).toEqual({ status: 'success', data: { closed: false } });
    expect(fixture.modal.snapshot.view.name).toBe('Connect');
    expect(fixture.modal.snapshot.modal).toEqual({ ...INITIAL_MODAL, open: true, namespace: 'eip155' });
    expect(fixture.tracked).toEqual([]);
  });

  it('shows Account when connected, without a history', async () => {
    const fixture = await connectedFixture(EMBEDDED);
    fixture.modal.navigate({ type: 'push', view: view('Networks') });
    start(fixture, 'app');
    expect(fixture.modal.snapshot.router.history.map(({ name }) => name)).toEqual(['Account']);
  });
});
