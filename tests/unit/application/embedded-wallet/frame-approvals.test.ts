import { beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { AUTH_CONNECTOR_ID } from '../../../../domain/connection/connector.js';
import type { FrameEvent } from '../../../../domain/embedded-wallet/frame-messages.js';
import { view } from '../../../../domain/router/views.js';
import { ADDRESS, MAINNET, record, settled } from '../support/client-fixture.js';
import { currentScreen, open } from '../support/modal-fixture.js';
import { type EmbeddedFixture, embeddedFixture } from './embedded-fixture.js';

const { signal } = new AbortController();
const SHOW: FrameEvent = { type: 'show', id: 'a', height: 420 };
const HIDE: FrameEvent = { type: 'hide', id: 'b' };

let fixture: EmbeddedFixture;
beforeEach(() => {
  fixture = embeddedFixture();
});

const request = (method: string): Promise<unknown> => {
  const { remote } = fixture.evm.adoptions[0] ?? {};
  if (remote === undefined) throw new Error('Nothing is connected');
  return remote.request({ chainId: toChainId(MAINNET), method, params: ['0x00', ADDRESS] }, signal).catch((error: unknown) => error);
};

const connect = () => settled(record(fixture.connectWallet.execute({ namespace: 'eip155', connectorId: AUTH_CONNECTOR_ID })));

describe('the frame during an approval', () => {
  beforeEach(connect);

  it('is shown after it got the theme, and hidden with the outcome', async () => {
    fixture.frame.answer('RPC_REQUEST', 'never');
    fixture.frame.answer('SYNC_THEME', () => {
      expect(fixture.frame.isVisible).toBe(false);
      return undefined;
    });
    const signing = request('personal_sign');
    await flushPromises();
    expect([fixture.frame.isVisible, fixture.approvals.state.isVisible]).toEqual([true, true]);
    fixture.frame.abortApprovals();
    await signing;
    expect(fixture.frame.isVisible).toBe(false);
  });

  it.each([
    ['the modal is closed', () => fixture.modal.close()],
    ['the user leaves the view', () => fixture.modal.navigate({ type: 'reset', view: view('Account') })],
  ])('has requests aborted that the user approves, and no reads, when %s', async (_, leave) => {
    fixture.frame.answer('RPC_REQUEST', 'never');
    const signing = request('personal_sign');
    await flushPromises();
    const reading = fixture.frame.request('RPC_REQUEST', { method: 'eth_blockNumber' }, signal);
    leave();
    expect(await signing).toMatchObject({ code: 4001, message: 'Request was aborted' });
    expect(await Promise.race([reading, flushPromises().then(() => 'pending')])).toBe('pending');
    expect(fixture.frame.isVisible).toBe(false);
  });

  it('has nothing aborted once the user has answered, as it may be sent by then', async () => {
    let answer = (_hash: string): void => undefined;
    fixture.frame.answer(
      'RPC_REQUEST',
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const sending = request('personal_sign');
    await flushPromises();
    fixture.frame.emit(SHOW);
    fixture.frame.emit(HIDE);
    fixture.modal.close();
    await flushPromises();
    answer('0x01');
    expect([await sending, currentScreen(fixture)]).toEqual(['0x01', 'closed']);
  });

  it('is shown again for another question, and has the request aborted when that is left', async () => {
    fixture.frame.answer('RPC_REQUEST', 'never');
    const signing = request('personal_sign');
    await flushPromises();
    fixture.frame.emit(SHOW);
    fixture.frame.emit(HIDE);
    fixture.modal.close();
    fixture.frame.emit(SHOW);
    expect([currentScreen(fixture), fixture.frame.isVisible]).toEqual(['ApproveTransaction', true]);
    fixture.modal.close();
    expect(await signing).toMatchObject({ code: 4001 });
  });

  it('has the height that it asks for, and is acknowledged', async () => {
    fixture.frame.answer('RPC_REQUEST', 'never');
    const signing = request('personal_sign');
    await flushPromises();
    fixture.frame.emit(SHOW);
    fixture.frame.emit({ type: 'window', id: 'w', open: true });
    expect(fixture.approvals.state).toEqual({ isVisible: true, heightPx: 420, isWindowOpen: true, deviceNumber: null });
    expect([fixture.frame.heightPx, fixture.frame.acknowledged.map(({ type }) => type)]).toEqual([420, ['show', 'window']]);
    fixture.modal.close();
    await signing;
    expect(fixture.approvals.state.isWindowOpen).toBe(false);
  });
});

describe('a frame that asks something outside of a request', () => {
  it('is shown in front of the open view, and leaves it when it is hidden', () => {
    open(fixture, view('Connect'));
    fixture.frame.emit(SHOW);
    expect([currentScreen(fixture), fixture.frame.isVisible]).toEqual(['ApproveTransaction', true]);
    fixture.frame.emit(HIDE);
    expect([currentScreen(fixture), fixture.frame.isVisible]).toEqual(['Connect', false]);
  });

  it('is shown in the view of a login, which keeps its state', () => {
    open(fixture, view('EmailVerifyOtp', { email: 'ada@example.com' }));
    fixture.frame.emit({ type: 'home', id: 'h', height: 300 });
    expect([currentScreen(fixture), fixture.frame.isVisible, fixture.frame.acknowledged]).toEqual([
      'EmailVerifyOtp',
      true,
      [{ type: 'home', id: 'h', height: 300 }],
    ]);
    fixture.frame.emit(HIDE);
    expect([currentScreen(fixture), fixture.frame.isVisible]).toEqual(['EmailVerifyOtp', false]);
  });

  it('tells the number that the user types on the page behind the mailed link', () => {
    fixture.frame.emit({ type: 'number', id: 'n', number: '42' });
    expect(fixture.approvals.state.deviceNumber).toBe('42');
    fixture.frame.emit({ type: 'number', id: 'm', number: null });
    expect(fixture.approvals.state.deviceNumber).toBeNull();
  });

  it('opens nothing while a login is restored: the user has done nothing yet', async () => {
    await connect();
    fixture = embeddedFixture(fixture);
    const { frame } = fixture;
    frame.answer('IS_CONNECTED', () => {
      frame.emit({ type: 'home', id: 'h', height: 300 });
      return { isConnected: true };
    });
    await settled(record(fixture.reconnectWallets.execute()));
    expect([currentScreen(fixture), frame.isVisible, frame.acknowledged]).toEqual(['closed', false, []]);
  });
});

describe('what the frame is told about the app', () => {
  it('is sent when the frame is ready, and the theme again when it changes', async () => {
    fixture.options.update({ themeMode: 'light' });
    await flushPromises();
    expect(fixture.frame.requests).toEqual([]);
    fixture.frame.emit({ type: 'ready' });
    fixture.options.update({ themeVariables: { '--lk-accent': 'teal' } });
    fixture.options.update({ debug: false });
    await flushPromises();
    expect(fixture.frame.requests).toEqual([
      {
        action: 'SYNC_DAPP_DATA',
        payload: { metadata: fixture.browser.pageMetadata(), projectId: '', sdkType: 'latchkey', sdkVersion: '0.1.0' },
      },
      {
        action: 'SYNC_THEME',
        payload: {
          themeMode: 'light',
          themeVariables: {},
          w3mThemeVariables: { '--w3m-accent': '#e5b567', '--w3m-background': '#ffffff' },
        },
      },
      {
        action: 'SYNC_THEME',
        payload: {
          themeMode: 'light',
          themeVariables: { '--w3m-accent': 'teal' },
          w3mThemeVariables: { '--w3m-accent': 'teal', '--w3m-background': '#ffffff' },
        },
      },
    ]);
  });
});
