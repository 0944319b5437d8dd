import { beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { account, clientFixture, connect, EVM_WALLET, record, settled, status } from '../support/client-fixture.js';
import { currentScreen, evmWallet } from '../support/modal-fixture.js';
import { connectInModal, type SignInFixture, signIn, signInEvents, signInFixture } from './sign-in-fixture.js';

let fixture: SignInFixture;
beforeEach(async () => {
  fixture = signInFixture();
  await connectInModal(fixture);
});

const OTHER = '0x2222222222222222222222222222222222222222';
const toast = () => fixture.modal.snapshot.snackbar.message;
const codeOf = (states: readonly { readonly status: string; readonly error?: { readonly code: string } }[]) => states.at(-1)?.error?.code;

describe('SignIn', () => {
  it('requests a signature of the prepared message and has it verified', async () => {
    const prepared = await settled(record(fixture.useCases.prepareSignIn.execute()));
    const { values } = await signIn(fixture);
    expect(values.map((state) => (state.status === 'pending' ? state.step : state.status))).toEqual([
      'working',
      'approve-in-wallet',
      'working',
      'success',
    ]);
    const last = prepared.values.at(-1);
    const message = last?.status === 'success' ? last.data.toString() : '';
    expect(evmWallet(fixture).calls.filter(({ operation }) => operation === 'signMessage')).toEqual([
      { operation: 'signMessage', input: { account: account(fixture).caipAddress, message } },
    ]);
    expect(fixture.service.calls.filter((call) => call !== 'getSessions')).toEqual(['createMessage', 'addSession']);
    expect(fixture.service.sessions.map((session) => session.message)).toEqual([message]);
    expect(signInEvents(fixture)).toEqual(['SIWX_AUTH_SUCCESS']);
  });

  it('uses the prompt of a wallet that has one for sign-in messages', async () => {
    const wallets = [{ id: EVM_WALLET, hasSignInPrompt: true }];
    fixture = signInFixture({ evm: { wallets } });
    fixture.service.required = false;
    await connectInModal(fixture);
    await settled(record(fixture.useCases.signOut.execute()));
    const { values } = await signIn(fixture);
    const [request] = evmWallet(fixture).calls.filter(({ operation }) => operation === 'signInMessage');
    expect(request?.input).toMatchObject({ account: account(fixture).caipAddress, data: { nonce: 'nonce00000002' } });
    expect([values.at(-1)?.status, evmWallet(fixture).count('signMessage')]).toEqual(['success', 0]);
  });

  it.each([
    ['unsupported', 'success', 1],
    ['reject', 'sign-in/declined', 0],
    ['garbage', 'wallet/invalid-response', 0],
  ] as const)('with such a prompt, and its response %s: %s', async (response, outcome, signed) => {
    fixture = signInFixture({ evm: { wallets: [{ id: EVM_WALLET, hasSignInPrompt: true }] } });
    await connectInModal(fixture);
    await settled(record(fixture.useCases.signOut.execute()));
    evmWallet(fixture).next('signInMessage', response);
    const { values } = await signIn(fixture);
    expect([codeOf(values) ?? values.at(-1)?.status, evmWallet(fixture).count('signMessage')]).toEqual([outcome, signed]);
  });

  it('creates a new message for each signature, and when the nonce may have expired', async () => {
    const nonces: (string | undefined)[] = [];
    const prepare = async () => {
      const { values } = await settled(record(fixture.useCases.prepareSignIn.execute()));
      const last = values.at(-1);
      nonces.push(last?.status === 'success' ? last.data.nonce : undefined);
    };
    await prepare();
    await prepare();
    fixture.clock.advance(240_000);
    await prepare();
    await signIn(fixture);
    await prepare();
    expect(nonces).toEqual(['nonce00000001', 'nonce00000001', 'nonce00000002', 'nonce00000003']);
  });

  it('keeps the view open when the user declines', async () => {
    evmWallet(fixture).next('signMessage', 'reject');
    const { values } = await signIn(fixture);
    expect([codeOf(values), toast(), currentScreen(fixture), status(fixture)]).toEqual([
      'sign-in/declined',
      'Signature declined',
      'SIWXSignMessage',
      'connected',
    ]);
    expect(signInEvents(fixture)).toEqual(['SIWX_AUTH_ERROR']);
  });

  it.each([
    ['eoa', 'sign-in/refused', ''],
    ['smartAccount', 'sign-in/smart-account-unsupported', 'This application might not support Smart Accounts'],
  ] as const)('reports a refusal of the service, for an account of type %s', async (type, code, message) => {
    const [first] = evmWallet(fixture).accounts;
    if (first === undefined) throw new Error('The wallet has an account');
    evmWallet(fixture).emit({ type: 'accounts-changed', accounts: [{ ...first, type }] });
    evmWallet(fixture).accounts = [{ ...first, type }];
    fixture.service.mode = { refuses: 'account is banned' };
    const { values } = await signIn(fixture);
    expect([codeOf(values), toast(), fixture.service.sessions]).toEqual([code, message, []]);
    // The user sees no reason of an app's own service.
    expect(fixture.logger.entries).toEqual([
      expect.objectContaining({ level: 'warn', detail: expect.objectContaining({ context: { reason: 'account is banned' } }) }),
    ]);
  });

  it('reports a service that cannot be reached as that, also for a smart account', async () => {
    evmWallet(fixture).next('signMessage', 'late');
    const run = record(fixture.useCases.signIn.execute());
    await flushPromises();
    fixture.service.mode = 'down';
    evmWallet(fixture).release();
    await flushPromises();
    expect([codeOf(run.values), status(fixture)]).toEqual(['sign-in/unavailable', 'connected']);
  });

  it('does not request a second signature after the service could not be reached, unless the first one is refused by then', async () => {
    const signatures = () => evmWallet(fixture).count('signMessage');
    evmWallet(fixture).next('signMessage', 'late');
    record(fixture.useCases.signIn.execute());
    await flushPromises();
    fixture.service.mode = 'down';
    evmWallet(fixture).release();
    await flushPromises();
    await signIn(fixture);
    expect(signatures()).toBe(1);
    fixture.service.mode = { refuses: 'invalid-nonce' };
    await signIn(fixture);
    expect(signatures()).toBe(2);
    fixture.service.mode = 'working';
    await signIn(fixture);
    expect([signatures(), fixture.service.sessions.length]).toEqual([3, 1]);
  });

  it('knows the sessions of the account as the service has them, with their ends', async () => {
    const { service, clock } = fixture;
    const getSessions = service.getSessions.bind(service);
    const expirationTime = new Date(clock.now() + 60_000).toISOString();
    service.getSessions = async (...account) => {
      const sessions = await getSessions(...account);
      return sessions.map((session) => ({ ...session, data: { ...session.data, expirationTime } }));
    };
    service.required = true;
    await signIn(fixture);
    expect(fixture.useCases.watchSignIn.current()).toMatchObject({ status: 'signed-in' });
    service.sessions = [];
    await clock.run(60_000);
    expect([fixture.useCases.watchSignIn.current().status, currentScreen(fixture)]).toEqual(['signed-out', 'SIWXSignMessage']);
  });

  it('is signed in if the sessions cannot be read afterwards', async () => {
    fixture.service.getSessions = () => Promise.reject(new Error('down'));
    const { values } = await signIn(fixture);
    expect([values.at(-1)?.status, fixture.useCases.watchSignIn.current().status]).toEqual(['success', 'signed-in']);
  });

  it('asks the wallet to sign nothing for an account that is in use by then', async () => {
    const { createMessage } = fixture.service;
    fixture.signInStore.discardMessage();
    fixture.service.createMessage = async (request) => createMessage.call(fixture.service, { ...request, accountAddress: OTHER });
    const run = record(fixture.useCases.signIn.execute());
    await flushPromises();
    expect([codeOf(run.values), evmWallet(fixture).count('signMessage')]).toEqual(['sign-in/address-missing', 0]);
  });

  it('requests nothing once it is cancelled', async () => {
    evmWallet(fixture).next('signMessage', 'late');
    const run = record(fixture.useCases.signIn.execute());
    await flushPromises();
    run.cancel();
    evmWallet(fixture).release();
    await flushPromises();
    expect([fixture.service.calls.includes('addSession'), signInEvents(fixture)]).toEqual([false, []]);
  });

  it('revokes the session of an account that was disconnected while it was verified', async () => {
    const add = fixture.service.addSession.bind(fixture.service);
    let deliver = (): void => undefined;
    fixture.service.addSession = async (session) => {
      await new Promise<void>((resolve) => {
        deliver = resolve;
      });
      return add(session);
    };
    const run = record(fixture.useCases.signIn.execute());
    await flushPromises();
    await settled(record(fixture.useCases.disconnectWallet.execute()));
    deliver();
    await flushPromises();
    expect([codeOf(run.values), fixture.service.sessions]).toEqual(['sign-in/address-missing', []]);
  });

  it('signs no other message than the one on screen', async () => {
    await settled(record(fixture.useCases.prepareSignIn.execute()));
    fixture.clock.advance(240_000);
    const { values } = await settled(record(fixture.useCases.signIn.execute({ nonce: 'nonce00000001' })));
    expect([codeOf(values), evmWallet(fixture).count('signMessage')]).toEqual(['sign-in/refused', 0]);
  });

  it('reports a service that never verifies, and keeps the signature', async () => {
    evmWallet(fixture).next('signMessage', 'late');
    const run = record(fixture.useCases.signIn.execute());
    await flushPromises();
    fixture.service.mode = 'silent';
    evmWallet(fixture).release();
    await fixture.clock.run(30_000);
    expect(codeOf(run.values)).toBe('sign-in/unavailable');
    fixture.service.mode = 'working';
    await signIn(fixture);
    expect([evmWallet(fixture).count('signMessage'), fixture.service.sessions.length]).toEqual([1, 1]);
  });

  it('needs sign-in to be configured, and an account', async () => {
    const without = clientFixture();
    expect(codeOf((await settled(record(without.useCases.signIn.execute()))).values)).toBe('sign-in/not-enabled');
    await settled(record(fixture.useCases.disconnectWallet.execute()));
    const { values } = await signIn(fixture);
    expect([codeOf(values), values.at(-1)?.status === 'error' && values.at(-1)]).toMatchObject([
      'sign-in/address-missing',
      { error: { message: 'No ActiveCaipAddress found' } },
    ]);
  });
});

describe('CancelSignIn', () => {
  it('disconnects if sign-in is required, and shows Connect the next time', async () => {
    await settled(record(fixture.useCases.cancelSignIn.execute()));
    expect([currentScreen(fixture), status(fixture), fixture.modal.snapshot.view.name]).toEqual(['closed', 'disconnected', 'Connect']);
    expect(signInEvents(fixture)).toEqual(['CLICK_CANCEL_SIWX']);
  });

  it('disconnects at once, whether the wallet confirms it or not, also if the sessions cannot be read', async () => {
    evmWallet(fixture).always('disconnect', 'never');
    fixture.service.mode = 'down';
    const run = record(fixture.useCases.cancelSignIn.execute());
    await flushPromises();
    expect([run.end, status(fixture), currentScreen(fixture)]).toEqual(['complete', 'disconnected', 'closed']);
  });

  it('only closes if sign-in is optional', async () => {
    fixture.service.required = false;
    await settled(record(fixture.useCases.cancelSignIn.execute()));
    expect([currentScreen(fixture), status(fixture)]).toEqual(['closed', 'connected']);
  });

  it.each([
    ['signed in', true, 'connected'],
    ['not signed in', false, 'disconnected'],
  ] as const)('treats another namespace as its own sign-in says: %s', async (_, isSignedIn, expected) => {
    await connect(fixture, 'solana');
    if (isSignedIn) await signIn(fixture);
    await settled(record(fixture.useCases.switchNamespace.execute({ namespace: 'eip155' })));
    await settled(record(fixture.useCases.cancelSignIn.execute()));
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['disconnected', expected]);
  });
});

describe('SignOut', () => {
  it('revokes the session and leaves the wallet connected', async () => {
    await signIn(fixture);
    const { values } = await settled(record(fixture.useCases.signOut.execute()));
    expect(values.at(-1)).toEqual({ status: 'success', data: true });
    expect([fixture.service.sessions, status(fixture), currentScreen(fixture)]).toEqual([[], 'connected', 'closed']);
    expect(fixture.useCases.watchSignIn.current().status).toBe('signed-out');
  });

  it.each(['down', 'silent'] as const)('changes nothing if the service is %s', async (mode) => {
    await signIn(fixture);
    fixture.service.mode = mode;
    const { values } = record(fixture.useCases.signOut.execute());
    await fixture.clock.run(10_000);
    expect([codeOf(values), fixture.useCases.watchSignIn.current().status]).toEqual(['sign-in/unavailable', 'signed-in']);
  });
});

describe('WatchSignIn', () => {
  it('is disabled without sign-in', () => {
    const { useCases } = clientFixture();
    expect([useCases.watchSignIn.current(), record(useCases.watchSignIn.execute()).values]).toEqual([
      { status: 'disabled' },
      [{ status: 'disabled' }],
    ]);
  });

  it('follows the active namespace, or the given one', async () => {
    const active = record(fixture.useCases.watchSignIn.execute());
    const evm = record(fixture.useCases.watchSignIn.execute({ namespace: 'eip155' }));
    await signIn(fixture);
    await connect(fixture, 'solana');
    expect([active.values.map((each) => each.status), evm.values.map((each) => each.status)]).toEqual([
      ['signed-out', 'signed-in', 'checking', 'signed-out'],
      ['signed-out', 'signed-in'],
    ]);
  });
});
