import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { INITIAL_MODAL } from '../../../../domain/modal/modal-machine.js';
import { type View, view } from '../../../../domain/router/views.js';
import { connectedWorld, record, type World, type WorldInit, world } from '../support/world.js';

const start = ({ useCases }: World, by: 'person' | 'app') => record(useCases.closeModal.execute({ by }));
const open = (given: WorldInit, shown: View): World => {
  const here = world(given);
  here.modal.open(shown, null);
  return here;
};

describe('CloseModal', () => {
  it('does nothing before somebody subscribes', async () => {
    const here = open({}, view('Connect'));
    here.useCases.closeModal.execute({ by: 'app' });
    await settle();
    expect(here.modal.snapshot.modal.open).toBe(true);
  });

  it.each(['person', 'app'] as const)('closes at once for the %s and tells of it', (by) => {
    const here = open({}, view('Connect'));
    const run = start(here, by);
    expect(run).toMatchObject({
      values: [
        { status: 'pending', step: 'working' },
        { status: 'success', data: { closed: true } },
      ],
      end: 'complete',
    });
    expect(here.modal.snapshot.modal.open).toBe(false);
    expect(here.tracked).toEqual([{ event: 'MODAL_CLOSE', properties: { connected: false } }]);
  });

  it('tells whether somebody is connected', async () => {
    const here = await connectedWorld();
    here.modal.open(view('Account'), null);
    start(here, 'person');
    expect(here.tracked.at(-1)).toEqual({ event: 'MODAL_CLOSE', properties: { connected: true } });
  });

  it('tells nothing where it was not open', () => {
    const here = world();
    expect(start(here, 'app').values.at(-1)).toEqual({ status: 'success', data: { closed: true } });
    expect(here.tracked).toEqual([]);
  });

  it('ends loading states', () => {
    const here = open({}, view('Connect'));
    here.modal.setLoading(true, 'eip155');
    start(here, 'app');
    expect(here.modal.snapshot.modal).toEqual(INITIAL_MODAL);
  });

  it('gives up the pairing on display, and says nothing where there is none', () => {
    const here = open({}, view('ConnectingWalletConnectBasic'));
    here.connections.dispatch({ type: 'pairing-changed', pairing: { wcUri: 'wc:abc', wcPairingExpiry: 1 } });
    const states = record(here.connections.state$);
    start(here, 'app');
    expect(here.connections.state.pairing).toMatchObject({ wcUri: undefined, wcPairingExpiry: undefined });
    here.modal.open(view('Connect'), null);
    start(here, 'app');
    expect(states.values).toHaveLength(2);
  });

  it.each([
    ['on an unsupported network', {}, 'UnsupportedChain'],
    ['while a sign-in is owed', { closingGuard: () => ({ signInRequired: true, hasSignInSession: false }) }, 'SIWXSignMessage'],
    ['while an approval is owed', { closingGuard: () => ({ signInRequired: true, hasSignInSession: false }) }, 'ApproveTransaction'],
  ] as const satisfies readonly (readonly [string, WorldInit, 'UnsupportedChain' | 'SIWXSignMessage' | 'ApproveTransaction'])[])(
    'refuses the person and shakes %s, but not the app',
    (_, given, name) => {
      const here = open(given, view(name));
      expect(start(here, 'person').values.at(-1)).toEqual({ status: 'success', data: { closed: false } });
      expect(here.modal.snapshot.modal).toMatchObject({ open: true, shake: true });
      expect(here.tracked).toEqual([]);
      here.clock.advance(500);
      expect(here.modal.snapshot.modal.shake).toBe(false);
      expect(start(here, 'app').values.at(-1)).toEqual({ status: 'success', data: { closed: true } });
    },
  );

  it('lets the person close where the sign-in is there, or not required', () => {
    for (const facts of [
      { signInRequired: true, hasSignInSession: true },
      { signInRequired: false, hasSignInSession: false },
    ]) {
      const here = open({ closingGuard: () => facts }, view('SIWXSignMessage'));
      expect(start(here, 'person').values.at(-1)).toEqual({ status: 'success', data: { closed: true } });
    }
  });

  it('ignores the person while a hand-over to a wallet is under way', () => {
    const here = open({}, view('ConnectingWalletConnect', { walletId: null }));
    here.connections.dispatch({ type: 'pairing-changed', pairing: { buffering: true } });
    start(here, 'person');
    expect(here.modal.snapshot.modal).toMatchObject({ open: true, shake: false });
  });
});

describe('CloseModal in embedded mode', () => {
  const EMBEDDED: WorldInit = { options: { enableEmbedded: true } };

  it('goes to Connect while nothing is connected, and closes nothing', () => {
    const here = world(EMBEDDED);
    here.modal.open(view('Networks'), 'eip155');
    expect(start(here, 'person').values.at(-1)).toEqual({ status: 'success', data: { closed: false } });
    expect(here.modal.snapshot.view.name).toBe('Connect');
    expect(here.modal.snapshot.modal).toEqual({ ...INITIAL_MODAL, open: true, namespace: 'eip155' });
    expect(here.tracked).toEqual([]);
  });

  it('goes to Account when connected, with no way back', async () => {
    const here = await connectedWorld(EMBEDDED);
    here.modal.navigate({ type: 'push', view: view('Networks') });
    start(here, 'app');
    expect(here.modal.snapshot.router.history.map(({ name }) => name)).toEqual(['Account']);
  });
});
