import { beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { STORAGE_KEYS } from '../../../../application/shared/storage-keys.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { AUTH_CONNECTOR_ID } from '../../../../domain/connection/connector.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { view } from '../../../../domain/router/views.js';
import { ADDRESS, MAINNET, POLYGON, record, SOLANA, settled } from '../support/client-fixture.js';
import { currentScreen, open } from '../support/modal-fixture.js';
import { APPROVAL_VIEW, EMAIL, type EmbeddedFixture, embeddedFixture, SOLANA_ADDRESS } from './embedded-fixture.js';

const { signal } = new AbortController();

let fixture: EmbeddedFixture;
beforeEach(() => {
  fixture = embeddedFixture();
});

const connect = async (namespace: 'eip155' | 'solana' = 'eip155') =>
  settled(record(fixture.connectWallet.execute({ namespace, connectorId: AUTH_CONNECTOR_ID })));

const actions = (): readonly string[] => fixture.frame.requests.map(({ action }) => action);

describe('FrameWallets', () => {
  it('connects the user with the accounts of both namespaces, and remembers the login', async () => {
    expect((await connect()).values.at(-1)).toMatchObject({ status: 'success', data: { address: ADDRESS } });
    const { remote } = fixture.evm.adoptions[0] ?? {};
    expect(remote?.namespaces).toMatchObject({
      eip155: { accounts: [`${MAINNET}:${ADDRESS}`, `${POLYGON}:${ADDRESS}`] },
      solana: { accounts: [`${SOLANA}:${SOLANA_ADDRESS}`] },
    });
    expect([fixture.login.isLoggedIn, fixture.login.email, fixture.login.lastChainId]).toEqual([true, EMAIL, MAINNET]);
  });

  it('connects without a namespace in which the site has no account', async () => {
    fixture.frame.answer('GET_USER', (payload) => {
      if (!String(payload?.chainId).startsWith('solana')) return { email: EMAIL, address: ADDRESS, chainId: payload?.chainId ?? 1 };
      throw new LatchkeyError('secure-frame/error-reply', { action: 'GET_USER', reason: 'Unsupported chain' });
    });
    expect((await connect()).values.at(-1)).toMatchObject({ status: 'success', data: { address: ADDRESS } });
  });

  it('does not ask a user again who has rejected', async () => {
    fixture.frame.answer('GET_USER', { error: 'The user rejected the request' });
    expect((await connect()).values.at(-1)).toMatchObject({ status: 'error' });
    expect(actions()).toEqual(['GET_USER']);
  });

  it('sends nothing that has waited for another request once the user has logged out', async () => {
    await connect();
    const { remote } = fixture.evm.adoptions[0] ?? {};
    const request = (chainId: string) =>
      remote?.request({ chainId: toChainId(chainId), method: 'personal_sign', params: ['0x00', ADDRESS] }, signal).catch((error) => error);
    fixture.frame.answer('RPC_REQUEST', 'never');
    const requests = [request(MAINNET), request(POLYGON)];
    await flushPromises();
    fixture.storage.otherTab().remove(STORAGE_KEYS.embeddedWallet.loggedIn);
    fixture.frame.abortApprovals();
    expect(await requests[1]).toMatchObject({ code: 'wallet-protocol/user-disconnected' });
    expect([actions().includes('SWITCH_NETWORK'), fixture.login.lastChainId]).not.toContain(POLYGON);
    expect(actions().filter((action) => action === 'RPC_REQUEST')).toHaveLength(1);
  });

  it('asks for the user on the chain that was used last, as an account of the configured type', async () => {
    fixture.login.rememberChain(toChainId(POLYGON));
    await connect();
    expect(fixture.frame.requests.filter(({ action }) => action === 'GET_USER').at(-1)).toEqual({
      action: 'GET_USER',
      payload: { chainId: 137, preferredAccountType: 'smartAccount' },
    });
  });

  it('restores the session of a user who is still logged in', async () => {
    await connect();
    const before = fixture;
    fixture = embeddedFixture(before);
    await settled(record(fixture.reconnectWallets.execute()));
    expect(actions()[0]).toBe('IS_CONNECTED');
    expect(fixture.connections.sessionOf('eip155')?.accounts[0]?.address).toBe(ADDRESS);
  });

  it('does not load the frame for a user who never logged in', async () => {
    expect(await fixture.wallets.resume('eip155', signal)).toBeNull();
    expect(actions()).toEqual([]);
  });

  it('signs out when it is disconnected, and forgets the login', async () => {
    await connect();
    await settled(record(fixture.disconnectWallet.execute()));
    await flushPromises();
    expect([actions().at(-1), fixture.login.isLoggedIn, fixture.connections.sessionOf('eip155')]).toEqual(['SIGN_OUT', false, null]);
  });
});

describe('FrameSession', () => {
  const request = (method: string, params: unknown = [], chainId = MAINNET): Promise<unknown> => {
    const { remote } = fixture.evm.adoptions[0] ?? {};
    if (remote === undefined) throw new Error('Nothing is connected');
    return remote.request({ chainId: toChainId(chainId), method, params }, signal).catch((error: unknown) => error);
  };

  beforeEach(async () => {
    await connect();
    fixture.frame.requests.splice(0);
  });

  it('switches the frame to the chain of a request, once', async () => {
    fixture.frame.answer('RPC_REQUEST', () => '0x01');
    await Promise.all([request('eth_getBalance', [ADDRESS], POLYGON), request('eth_getBalance', [ADDRESS], POLYGON)]);
    expect(fixture.frame.requests.map(({ action, payload }) => [action, payload])).toEqual([
      ['SWITCH_NETWORK', { chainId: POLYGON }],
      ['RPC_REQUEST', { method: 'eth_getBalance', params: [ADDRESS] }],
      ['RPC_REQUEST', { method: 'eth_getBalance', params: [ADDRESS] }],
    ]);
    expect(fixture.login.lastChainId).toBe(POLYGON);
  });

  it('does not say that the user rejected a request without a reply', async () => {
    fixture.frame.answer('RPC_REQUEST', () => {
      throw new LatchkeyError('secure-frame/request-aborted', { method: 'eth_sendTransaction', reason: 'no-reply' });
    });
    expect(await request('eth_sendTransaction', [{ to: ADDRESS }])).toMatchObject({ code: -32_603, message: 'Request was aborted' });
    expect(currentScreen(fixture)).toBe('closed');
  });

  it('opens the view in which the user approves, and closes it with the outcome', async () => {
    fixture.frame.answer('RPC_REQUEST', 'never');
    const signing = request('personal_sign', ['0x00', ADDRESS]);
    await flushPromises();
    expect(currentScreen(fixture)).toBe(APPROVAL_VIEW.name);
    fixture.frame.abortApprovals();
    expect(await signing).toMatchObject({ code: 4001, message: 'Request was aborted' });
    expect(currentScreen(fixture)).toBe('closed');
  });

  it('shows the approval in front of an open view, and goes back to it', async () => {
    open(fixture, view('Account'));
    const before = currentScreen(fixture);
    fixture.frame.answer('RPC_REQUEST', () => {
      expect(currentScreen(fixture)).toBe(APPROVAL_VIEW.name);
      return `0x${'a'.repeat(130)}`;
    });
    expect(await request('personal_sign', ['0x00', ADDRESS])).toBe(`0x${'a'.repeat(130)}`);
    expect(currentScreen(fixture)).toBe(before);
  });

  it('changes no view if a read fails', async () => {
    open(fixture, view('Account'));
    const before = currentScreen(fixture);
    fixture.frame.answer('RPC_REQUEST', { error: 'node down' });
    expect(await request('eth_getBalance', [ADDRESS])).toMatchObject({ code: -32603, message: 'node down' });
    expect(currentScreen(fixture)).toBe(before);
  });

  it('says that a method is not allowed, in the log and after 300 ms on screen', async () => {
    expect(await request('eth_sign', [ADDRESS, '0x00'])).toMatchObject({ code: 4200 });
    expect(fixture.logger.entries).toContainEqual({
      level: 'error',
      message: 'Requested RPC call is not allowed',
      detail: { method: 'eth_sign' },
    });
    fixture.clock.advance(299);
    expect(fixture.modal.snapshot.snackbar.open).toBe(false);
    fixture.clock.advance(1);
    expect(fixture.modal.snapshot.snackbar).toMatchObject({ open: true, message: 'Action not allowed', variant: 'error' });
    expect(actions()).toEqual([]);
  });

  it.each<readonly [string, string, unknown, string]>([
    ['a call without a recipient', 'wallet_sendCalls', [{ calls: [{ data: '0x' }] }], MAINNET],
    ['a call whose data is no hex', 'wallet_sendCalls', [{ calls: [{ to: ADDRESS, data: '00' }] }], MAINNET],
    ['a message that is no list', 'personal_sign', { message: '0x00' }, MAINNET],
    [
      'a preflight commitment of no such name',
      'solana_signAndSendTransaction',
      { transaction: '1', options: { preflightCommitment: 'safe' } },
      SOLANA,
    ],
  ])('refuses %s before it switches the network or asks the user', async (_, method, params, chainId) => {
    const before = currentScreen(fixture);
    const screens: unknown[] = [];
    fixture.modal.snapshot$.subscribe(() => screens.push(currentScreen(fixture)));
    expect(await request(method, params, chainId)).toMatchObject({ code: -32602 });
    expect([actions(), new Set(screens)]).toEqual([[], new Set([before])]);
  });

  it.each([
    ['User rejected the request', 4001],
    ['wallet_sendCalls is not supported', 4200],
    ['Unsupported chain', -32603],
    ['Out of gas', -32603],
  ])('reports "%s" with the code %i', async (message, code) => {
    fixture.frame.answer('RPC_REQUEST', { error: message });
    expect(await request('personal_sign', ['0x00', ADDRESS])).toMatchObject({ code, message });
  });

  it('passes other errors on', async () => {
    fixture.frame.isBlocked = true;
    expect(await request('personal_sign', ['0x00', ADDRESS])).toBeInstanceOf(LatchkeyError);
  });
});
