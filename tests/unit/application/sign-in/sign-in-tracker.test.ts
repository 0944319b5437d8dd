import { beforeEach, describe, expect, it } from 'vitest';
import { followOtherTabs } from '../../../../application/connect/follow-other-tabs.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeSignIn } from '../../../../application/ports/sign-in.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { STORAGE_KEYS } from '../../../../application/shared/storage-keys.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../../domain/connection/connector.js';
import { errorMessage } from '../../../../domain/errors/error-messages.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { view } from '../../../../domain/router/views.js';
import type { Cacao } from '../../../../domain/sign-in/cacao.js';
import {
  ADDRESS,
  account,
  type ClientFixtureInit,
  connect,
  EVM_WALLET,
  MAINNET,
  POLYGON,
  record,
  SOLANA,
  SOLANA_WALLET,
  settled,
  status,
  UNKNOWN,
} from '../support/client-fixture.js';
import { currentScreen, evmWallet, open, switchTo } from '../support/modal-fixture.js';
import { connectInModal, type SignInFixture, sessionOf, signIn, signInEvents, signInFixture } from './sign-in-fixture.js';

const OTHER = '0x2222222222222222222222222222222222222222';

let fixture: SignInFixture;
beforeEach(() => {
  fixture = signInFixture();
});

const signInStatus = (of: SignInFixture = fixture, namespace: 'eip155' | 'solana' = 'eip155') => of.signInStore.current(namespace).status;
const reads = (of: SignInFixture = fixture) => of.service.calls.filter((call) => call === 'getSessions').length;
/** How often the modal has opened with, or moved to, the sign-in view. */
const followPrompts = (of: SignInFixture): { count: number } => {
  const prompts = { count: 0 };
  let before = currentScreen(of);
  of.modal.snapshot$.subscribe(() => {
    const now = currentScreen(of);
    if (now === 'SIWXSignMessage' && before !== now) prompts.count += 1;
    before = now;
  });
  return prompts;
};

/** The same browser after a reload, with the connection restored. */
const reload = async (before: SignInFixture, init: ClientFixtureInit = {}): Promise<SignInFixture> => {
  const after = signInFixture({ storage: before.storage.reload(), sharedWith: before, ...init }, before.service);
  await settled(record(after.useCases.reconnectWallets.execute()));
  return after;
};

describe('prompt after connecting', () => {
  it('replaces the view of the open modal', async () => {
    await connectInModal(fixture);
    expect([currentScreen(fixture), signInStatus()]).toEqual(['SIWXSignMessage', 'signed-out']);
  });

  it('opens the modal for a connection without one', async () => {
    await connect(fixture);
    expect(currentScreen(fixture)).toBe('SIWXSignMessage');
  });

  it('does not come for an account with a session: the modal closes', async () => {
    fixture.service.sessions = [sessionOf()];
    const prompts = followPrompts(fixture);
    await connectInModal(fixture);
    expect([currentScreen(fixture), signInStatus(), prompts.count]).toEqual(['closed', 'signed-in', 0]);
  });

  it('keeps the modal open until the sessions are known', async () => {
    fixture.service.mode = 'silent';
    await connectInModal(fixture);
    expect([currentScreen(fixture), signInStatus()]).toEqual(['Connect', 'checking']);
  });

  it('comes after the last of several namespaces', async () => {
    const connectorIds = [
      { namespace: 'eip155', connectorId: EVM_WALLET },
      { namespace: 'solana', connectorId: SOLANA_WALLET },
    ] as const;
    open(fixture, view('ConnectingMultiChain', { connectorIds }));
    await connect(fixture);
    expect(currentScreen(fixture)).toBe('ConnectingMultiChain');
    await connect(fixture, 'solana');
    expect(currentScreen(fixture)).toBe('ConnectingMultiChain');
    await settled(record(fixture.useCases.closeModal.execute({ by: 'connected' })));
    expect(currentScreen(fixture)).toBe('SIWXSignMessage');
  });

  it('closes on success, and the session is stored', async () => {
    await connectInModal(fixture);
    await signIn(fixture);
    expect([currentScreen(fixture), signInStatus(), fixture.service.sessions.length]).toEqual(['closed', 'signed-in', 1]);
  });

  it('does not come on a network that the app only tolerates: the modal closes', async () => {
    fixture = signInFixture({
      evm: { wallets: [{ id: EVM_WALLET, chainId: UNKNOWN, knownChainIds: [MAINNET] }] },
      options: { allowUnsupportedChain: true },
    });
    await connectInModal(fixture);
    expect([currentScreen(fixture), reads()]).toEqual(['closed', 0]);
  });

  it('closes no view that was opened after the user has closed the modal', async () => {
    fixture.service.required = false;
    fixture.service.sessions = [sessionOf()];
    let deliver = (): void => undefined;
    const getSessions = fixture.service.getSessions.bind(fixture.service);
    fixture.service.getSessions = async (...account) => {
      await new Promise<void>((resolve) => {
        deliver = resolve;
      });
      return getSessions(...account);
    };
    await connectInModal(fixture);
    await settled(record(fixture.useCases.closeModal.execute({ by: 'user' })));
    open(fixture, view('Networks'));
    deliver();
    await flushPromises();
    expect([currentScreen(fixture), signInStatus()]).toEqual(['Networks', 'signed-in']);
  });

  it('waits for a network that the app supports', async () => {
    fixture = signInFixture({ evm: { wallets: [{ id: EVM_WALLET, chainId: UNKNOWN, knownChainIds: [MAINNET] }] } });
    await connect(fixture);
    expect([currentScreen(fixture), reads()]).toEqual(['UnsupportedChain', 0]);
    await switchTo(fixture, MAINNET);
    await flushPromises();
    expect([currentScreen(fixture), reads()]).toEqual(['SIWXSignMessage', 1]);
  });
});

describe('a valid session', () => {
  beforeEach(async () => {
    await connectInModal(fixture);
    await signIn(fixture);
    fixture.service.calls.length = 0;
  });

  it('needs no prompt after a reload, and one read', async () => {
    const after = await reload(fixture);
    expect([currentScreen(after), signInStatus(after), reads(after)]).toEqual(['closed', 'signed-in', 1]);
  });

  it('needs no prompt and no read when the network is switched', async () => {
    const prompts = followPrompts(fixture);
    await switchTo(fixture, POLYGON);
    evmWallet(fixture).selectChain(MAINNET);
    await flushPromises();
    expect([prompts.count, signInStatus(), reads()]).toEqual([0, 'signed-in', 0]);
  });

  it('outlasts a lock of the wallet', async () => {
    evmWallet(fixture).lock();
    await flushPromises();
    evmWallet(fixture).unlock();
    await flushPromises();
    expect([signInStatus(), fixture.service.sessions.length, currentScreen(fixture)]).toEqual(['signed-in', 1, 'closed']);
  });

  it('is revoked when the user signs out while its wallet is locked', async () => {
    evmWallet(fixture).lock();
    await flushPromises();
    const { values } = await settled(record(fixture.useCases.signOut.execute()));
    expect([values.at(-1), fixture.service.sessions]).toEqual([{ status: 'success', data: true }, []]);
  });

  it.each([
    ['its wallet was locked', (): void => evmWallet(fixture).lock()],
    ['another wallet replaces its own', (): void => undefined],
  ] as const)('is revoked if %s, and another account is connected', async (_, prepare) => {
    prepare();
    await flushPromises();
    fixture.chain.wallet('com.second').selectAccount(OTHER);
    await connect(fixture, 'eip155', 'com.second');
    expect([account(fixture).address, fixture.service.sessions, signInStatus()]).toEqual([OTHER, [], 'signed-out']);
  });

  it('is not taken for that of the next connection while it is revoked', async () => {
    const revokeSession = fixture.service.revokeSession.bind(fixture.service);
    let finish = (): void => undefined;
    fixture.service.revokeSession = async (...session) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return revokeSession(...session);
    };
    await settled(record(fixture.useCases.disconnectWallet.execute()));
    await connectInModal(fixture);
    expect([signInStatus(), reads()]).toEqual(['checking', 0]);
    finish();
    await flushPromises();
    expect([signInStatus(), currentScreen(fixture)]).toEqual(['signed-out', 'SIWXSignMessage']);
  });

  it('keeps no one from the next sign-in if the service never revokes it', async () => {
    fixture.service.signOutOnAccountChange = true;
    fixture.service.revokeSession = () => new Promise<never>(() => undefined);
    evmWallet(fixture).selectAccount(OTHER);
    await flushPromises();
    expect(currentScreen(fixture)).toBe('closed');
    await fixture.clock.run(10_000);
    expect(currentScreen(fixture)).toBe('SIWXSignMessage');
  });

  it('is not of another account: it is prompted once, and the session stays', async () => {
    const prompts = followPrompts(fixture);
    evmWallet(fixture).selectAccount(OTHER);
    await flushPromises();
    evmWallet(fixture).emit({ type: 'accounts-changed', accounts: evmWallet(fixture).accounts });
    await flushPromises();
    expect([prompts.count, signInStatus(), fixture.service.sessions.length]).toEqual([1, 'signed-out', 1]);
    evmWallet(fixture).selectAccount(ADDRESS);
    await flushPromises();
    expect([signInStatus(), currentScreen(fixture)]).toEqual(['signed-in', 'closed']);
  });

  it('outlasts a service that cannot be reached', async () => {
    fixture.service.mode = 'down';
    const after = await reload(fixture);
    expect([signInStatus(after), currentScreen(after), status(after), fixture.service.sessions.length]).toEqual([
      'error',
      'closed',
      'connected',
      1,
    ]);
    fixture.service.mode = 'working';
    after.browser.setOnline(false);
    after.browser.setOnline(true);
    await flushPromises();
    expect(signInStatus(after)).toBe('signed-in');
  });

  it('tells the developer what to change on the server, once', async () => {
    const { service } = fixture;
    service.getSessions = () =>
      Promise.reject(new LatchkeyError('sign-in/misconfigured', { url: '/api/sign-in/session', status: 404, origin: null }));
    const after = await reload(fixture);
    after.browser.setOnline(false);
    after.browser.setOnline(true);
    await flushPromises();
    expect(after.logger.messages('error')).toEqual([expect.stringContaining('mount createSignInHandler')]);
  });

  it('is revoked when its wallet is disconnected, and no other one', async () => {
    fixture.service.sessions = [...fixture.service.sessions, sessionOf('So11111111111111111111111111111111111111112', SOLANA)];
    await settled(record(fixture.useCases.disconnectWallet.execute()));
    expect(fixture.service.sessions.map(({ data }) => data.chainId)).toEqual([SOLANA]);
  });

  it('is revoked when the wallet ends the connection', async () => {
    fixture.connectionRepository.forget('eip155');
    evmWallet(fixture).forgetSite();
    await flushPromises();
    expect(fixture.service.sessions).toEqual([]);
  });

  it('stays on a disconnection if the service says so', async () => {
    fixture.service.signOutOnDisconnect = false;
    await settled(record(fixture.useCases.disconnectWallet.execute()));
    expect(fixture.service.sessions.length).toBe(1);
  });

  it.each([
    ['signOutOnNetworkChange', () => evmWallet(fixture).selectChain(POLYGON)],
    ['signOutOnAccountChange', () => evmWallet(fixture).selectAccount(OTHER)],
  ] as const)('is revoked with %s, and the account is prompted', async (flag, change) => {
    fixture.service[flag] = true;
    change();
    await flushPromises();
    expect([fixture.service.sessions, currentScreen(fixture)]).toEqual([[], 'SIWXSignMessage']);
  });
});

describe('a wallet that connects and signs in with one prompt', () => {
  const toast = () => fixture.modal.snapshot.snackbar.message;
  const added = () => fixture.service.calls.filter((call) => call === 'addSession').length;
  beforeEach(() => {
    fixture = signInFixture({ evm: { wallets: [{ id: EVM_WALLET, hasSignInPrompt: true }] } });
  });

  it('is signed in, without another prompt, and the modal closes', async () => {
    const prompts = followPrompts(fixture);
    await connectInModal(fixture);
    expect([currentScreen(fixture), signInStatus(), prompts.count]).toEqual(['closed', 'signed-in', 0]);
    expect([signInEvents(fixture), fixture.service.sessions.map(({ data }) => data.accountAddress)]).toEqual([
      ['SIWX_AUTH_SUCCESS'],
      [ADDRESS],
    ]);
  });

  it('is signed in again after a disconnection, with a new message', async () => {
    await connectInModal(fixture);
    await settled(record(fixture.useCases.disconnectWallet.execute()));
    await connectInModal(fixture);
    expect([signInStatus(), added(), fixture.service.sessions.map(({ data }) => data.nonce)]).toEqual(['signed-in', 2, ['nonce00000002']]);
  });

  it('is signed in when it replaces another connection of the same account', async () => {
    fixture.service.mode = 'silent';
    const first = connectInModal(fixture);
    fixture.clock.advance(3_000);
    await first;
    fixture.service.mode = 'working';
    await connectInModal(fixture);
    await flushPromises();
    expect([signInStatus(), added()]).toEqual(['signed-in', 1]);
  });

  it('is signed in once the sessions of the account before are revoked', async () => {
    fixture.service.signOutOnAccountChange = true;
    const { revokeSession } = fixture.service;
    const held: (() => void)[] = [];
    fixture.service.revokeSession = async (...account) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return revokeSession.call(fixture.service, ...account);
    };
    const finishRevocation = async (): Promise<void> => {
      for (const finish of held.splice(0)) finish();
      await flushPromises();
    };
    await connectInModal(fixture);
    evmWallet(fixture).accounts = evmWallet(fixture).accounts.map((account) => ({ ...account, address: OTHER }));
    await connectInModal(fixture);
    expect([signInStatus(), added()]).toEqual(['checking', 1]);
    await finishRevocation();
    expect([signInStatus(), fixture.service.sessions.map(({ data }) => data.accountAddress), currentScreen(fixture)]).toEqual([
      'signed-in',
      [OTHER],
      'closed',
    ]);
  });

  it('adds the sign-in once: another account is prompted, and the first one is signed in when it returns', async () => {
    await connectInModal(fixture);
    evmWallet(fixture).selectAccount(OTHER);
    await flushPromises();
    expect([currentScreen(fixture), signInStatus()]).toEqual(['SIWXSignMessage', 'signed-out']);
    evmWallet(fixture).selectAccount(ADDRESS);
    await flushPromises();
    expect([signInStatus(), added()]).toEqual(['signed-in', 1]);
  });

  it('is prompted if the service refuses the signature', async () => {
    evmWallet(fixture).signInSignature = 'wrong';
    await connectInModal(fixture);
    expect([currentScreen(fixture), status(fixture), signInStatus(), toast()]).toEqual([
      'SIWXSignMessage',
      'connected',
      'signed-out',
      'Your wallet signed with another account. Choose the right one.',
    ]);
    expect(signInEvents(fixture)).toEqual(['SIWX_AUTH_ERROR']);
  });

  it.each([
    ['any error', () => Promise.reject(new Error('No luck')), 0, 'This site did not accept your sign-in. Try again.'],
    ['no response', () => new Promise<void>(() => undefined), 10_000, errorMessage('sign-in/unavailable', {})],
  ] as const)('is prompted if the verification has %s', async (_, addSession, ms, message) => {
    fixture.service.addSession = addSession;
    await connectInModal(fixture);
    fixture.clock.advance(ms);
    await flushPromises();
    expect([currentScreen(fixture), signInStatus(), toast()]).toEqual(['SIWXSignMessage', 'signed-out', message]);
  });

  it('reports nothing if it is disconnected meanwhile', async () => {
    fixture.service.addSession = () => new Promise<void>(() => undefined);
    await connectInModal(fixture);
    await settled(record(fixture.useCases.disconnectWallet.execute()));
    fixture.clock.advance(10_000);
    await flushPromises();
    expect([signInStatus(), toast(), signInEvents(fixture)]).toEqual(['disconnected', '', []]);
  });

  it('is not signed in by a reload', async () => {
    await connectInModal(fixture);
    const after = await reload(fixture);
    expect([signInStatus(after), added()]).toEqual(['signed-in', 1]);
  });
});

describe('prompt that is optional', () => {
  beforeEach(async () => {
    fixture.service.required = false;
    await connectInModal(fixture);
  });

  it('can be closed', async () => {
    await settled(record(fixture.useCases.closeModal.execute({ by: 'user' })));
    expect([currentScreen(fixture), status(fixture), signInStatus()]).toEqual(['closed', 'connected', 'signed-out']);
  });

  it('does not come after a reload', async () => {
    expect(currentScreen(await reload(fixture))).toBe('closed');
  });

  it('can be resumed', async () => {
    await settled(record(fixture.useCases.closeModal.execute({ by: 'user' })));
    await signIn(fixture);
    expect(signInStatus()).toBe('signed-in');
  });
});

describe('prompt that is required', () => {
  it('cannot be closed by the user', async () => {
    await connectInModal(fixture);
    await settled(record(fixture.useCases.closeModal.execute({ by: 'user' })));
    expect([currentScreen(fixture), fixture.modal.snapshot.modal.shake]).toEqual(['SIWXSignMessage', true]);
  });

  it('waits until the page is visible', async () => {
    fixture.browser.setVisible(false);
    await connect(fixture);
    expect(currentScreen(fixture)).toBe('closed');
    fixture.browser.setVisible(true);
    await flushPromises();
    expect(currentScreen(fixture)).toBe('SIWXSignMessage');
  });

  it('comes when a session expires', async () => {
    fixture.service.sessions = [sessionOf(ADDRESS, MAINNET, new Date(fixture.clock.now() + 60_000).toISOString())];
    await connectInModal(fixture);
    fixture.service.sessions = [];
    fixture.clock.advance(59_999);
    await flushPromises();
    expect(currentScreen(fixture)).toBe('closed');
    fixture.clock.advance(1);
    await flushPromises();
    expect([currentScreen(fixture), signInStatus()]).toEqual(['SIWXSignMessage', 'signed-out']);
  });
});

describe('a user who is in another view when the prompt is due', () => {
  beforeEach(async () => {
    await connectInModal(fixture);
    await signIn(fixture);
    open(fixture, view('Account'));
    fixture.modal.navigate({ type: 'push', view: view('SwitchAddress') });
  });
  const expire = async (): Promise<void> => {
    fixture.service.sessions = [];
    fixture.storage.otherTab().set(STORAGE_KEYS.signInChanged, 'expired');
    await flushPromises();
  };
  const selectOther = async (): Promise<void> => {
    evmWallet(fixture).selectAccount(OTHER);
    await flushPromises();
  };
  const close = () => settled(record(fixture.useCases.closeModal.execute({ by: 'user' })));
  const goBack = async () => fixture.modal.navigate({ type: 'go-back' });

  it.each([
    ['closes the modal after the account was changed', selectOther, close],
    ['closes the modal after the session has ended', expire, close],
    ['goes back to the account after it was changed', selectOther, goBack],
  ] as const)('stays there, and is prompted once they have left: %s', async (_, makeDue, leave) => {
    const prompts = followPrompts(fixture);
    await makeDue();
    expect([currentScreen(fixture), signInStatus(), prompts.count]).toEqual(['SwitchAddress', 'signed-out', 0]);
    await leave();
    expect([currentScreen(fixture), prompts.count]).toEqual(['SIWXSignMessage', 1]);
  });

  it('stays connected if the sessions of another account cannot be read', async () => {
    fixture.service.mode = 'down';
    await selectOther();
    expect([currentScreen(fixture), status(fixture), signInStatus()]).toEqual(['SwitchAddress', 'connected', 'error']);
  });

  it('is not prompted if they sign in meanwhile', async () => {
    const prompts = followPrompts(fixture);
    await selectOther();
    await signIn(fixture);
    await close();
    expect([currentScreen(fixture), prompts.count]).toEqual(['closed', 0]);
  });
});

describe('a session that has expired by the clock of this device', () => {
  it('is read again five minutes later', async () => {
    fixture.service.sessions = [sessionOf(ADDRESS, MAINNET, new Date(fixture.clock.now() + 60_000).toISOString())];
    await connectInModal(fixture);
    // The clock of the service is behind.
    await fixture.clock.run(62_000);
    fixture.service.sessions = [];
    await fixture.clock.run(5 * 60_000);
    expect([currentScreen(fixture), signInStatus(), reads()]).toEqual(['SIWXSignMessage', 'signed-out', 3]);
  });

  it('is left to the service, which is not asked again and again', async () => {
    fixture.service.sessions = [sessionOf(ADDRESS, MAINNET, new Date(fixture.clock.now() - 60_000).toISOString())];
    await connectInModal(fixture);
    await fixture.clock.run(60_000);
    expect([signInStatus(), reads()]).toEqual(['signed-in', 1]);
  });
});

describe('a read of the sessions that ends after a sign-in', () => {
  it('does not undo it', async () => {
    await connectInModal(fixture);
    let deliver = (): void => undefined;
    const { getSessions } = FakeSignIn.prototype;
    fixture.service.getSessions = async () => {
      await new Promise<void>((resolve) => {
        deliver = resolve;
      });
      fixture.service.getSessions = getSessions;
      return [];
    };
    fixture.storage.otherTab().set(STORAGE_KEYS.signInChanged, 'other');
    await signIn(fixture);
    deliver();
    await flushPromises();
    expect([signInStatus(), currentScreen(fixture)]).toEqual(['signed-in', 'closed']);
  });
});

describe('a user who signs out', () => {
  it('is not prompted when the modal closes or the page is shown again, until a reload', async () => {
    await connectInModal(fixture);
    await signIn(fixture);
    open(fixture, view('Account'));
    await settled(record(fixture.useCases.signOut.execute()));
    await settled(record(fixture.useCases.closeModal.execute({ by: 'user' })));
    fixture.browser.setVisible(false);
    fixture.browser.setVisible(true);
    await flushPromises();
    expect([currentScreen(fixture), signInStatus()]).toEqual(['closed', 'signed-out']);
    expect(currentScreen(await reload(fixture))).toBe('SIWXSignMessage');
  });
});

describe('two namespaces', () => {
  it('prompt when they become active', async () => {
    await connectInModal(fixture);
    await signIn(fixture);
    await connect(fixture, 'solana');
    expect(currentScreen(fixture)).toBe('SIWXSignMessage');
    await signIn(fixture);
    await settled(record(fixture.useCases.switchNamespace.execute({ namespace: 'eip155' })));
    expect([currentScreen(fixture), signInStatus(), signInStatus(fixture, 'solana')]).toEqual(['closed', 'signed-in', 'signed-in']);
  });
});

describe('two tabs', () => {
  it('sign in and out together', async () => {
    await connectInModal(fixture);
    const second = signInFixture({ storage: fixture.storage.otherTab(), sharedWith: fixture, tab: 'second' }, fixture.service);
    await settled(record(second.useCases.reconnectWallets.execute()));
    expect(currentScreen(second)).toBe('SIWXSignMessage');
    await signIn(fixture);
    await flushPromises();
    expect([currentScreen(second), signInStatus(second)]).toEqual(['closed', 'signed-in']);
    await settled(record(fixture.useCases.signOut.execute()));
    await flushPromises();
    expect(signInStatus(second)).toBe('signed-out');
  });
});

describe('an account that is disconnected in another tab', () => {
  it('keeps its sessions if that tab could not read them', async () => {
    await connectInModal(fixture);
    await signIn(fixture);
    const second = signInFixture({ storage: fixture.storage.otherTab(), sharedWith: fixture, tab: 'second' }, fixture.service);
    followOtherTabs(second.connections, second.connectionRepository, second.useCases.reconnectWallets);
    await settled(record(second.useCases.reconnectWallets.execute()));
    expect(signInStatus(second)).toBe('signed-in');
    await settled(record(fixture.useCases.disconnectWallet.execute({ keepSignIns: true })));
    await flushPromises();
    expect([status(second), fixture.service.sessions.length]).toEqual(['disconnected', 1]);
  });
});

describe('a service that cannot be reached', () => {
  const toast = () => fixture.modal.snapshot.snackbar.message;

  it.each([
    ['is down', 'down', 0],
    ['never responds', 'silent', 10_000],
  ] as const)('%s after connecting: disconnects and goes back to Connect', async (_, mode, ms) => {
    fixture.service.mode = mode;
    await connectInModal(fixture);
    fixture.clock.advance(ms);
    await flushPromises();
    expect([currentScreen(fixture), status(fixture), toast()]).toEqual([
      'Connect',
      'disconnected',
      'A problem occurred while trying initialize authentication',
    ]);
    expect([signInEvents(fixture), fixture.service.calls.includes('revokeSession')]).toEqual([['SIWX_AUTH_ERROR'], false]);
  });

  it('revokes no earlier session of another namespace that is disconnected with it, as they share a wallet session', async () => {
    const wallet = { id: WALLET_CONNECT_CONNECTOR_ID, type: 'WALLET_CONNECT' } as const;
    fixture = signInFixture({ evm: { wallets: [wallet] }, solana: { namespace: 'solana', wallets: [{ ...wallet, chainId: SOLANA }] } });
    await connect(fixture, 'solana', wallet.id);
    await signIn(fixture);
    const { getSessions } = fixture.service;
    fixture.service.getSessions = async (chainId, address) => {
      if (chainId === SOLANA) return getSessions.call(fixture.service, chainId, address);
      throw new Error('down');
    };
    await connect(fixture, 'eip155', wallet.id);
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['disconnected', 'disconnected']);
    expect([fixture.service.sessions.map(({ data }) => data.chainId), toast()]).toEqual([
      [SOLANA],
      'A problem occurred while trying initialize authentication',
    ]);
  });

  it('when another account is selected: an optional sign-in stays connected', async () => {
    fixture.service.required = false;
    fixture.service.sessions = [sessionOf()];
    await connectInModal(fixture);
    fixture.service.mode = 'down';
    evmWallet(fixture).selectAccount(OTHER);
    await flushPromises();
    expect([currentScreen(fixture), status(fixture), signInStatus()]).toEqual(['closed', 'connected', 'error']);
  });
});

describe('a wallet that signed in while connecting', () => {
  const toast = () => fixture.modal.snapshot.snackbar;
  /** The service's message is signed by the wallet while it connects. */
  const withSignIn = async (signature = 'signed'): Promise<void> => {
    const service = new FakeSignIn();
    const { toString: _, ...data } = await service.createMessage({ chainId: toChainId(MAINNET), accountAddress: ADDRESS });
    const { accountAddress, chainId, domain, uri, version, nonce } = data;
    const cacao: Cacao = {
      h: { t: 'caip122' },
      p: { iss: `did:pkh:${chainId}:${accountAddress}`, domain, aud: uri, version, nonce, iat: '' },
      s: { t: 'eip191', s: signature },
    };
    fixture = signInFixture({ evm: { wallets: [{ id: EVM_WALLET, signIns: [{ data, message: '', signature, cacao }] }] } }, service);
    service.calls.length = 0;
  };

  it('is signed in without a prompt', async () => {
    await withSignIn();
    const prompts = followPrompts(fixture);
    await connectInModal(fixture);
    expect([currentScreen(fixture), signInStatus(), prompts.count, toast().open]).toEqual(['closed', 'signed-in', 0, false]);
    expect([fixture.service.calls, signInEvents(fixture)]).toEqual([['setSessions', 'getSessions'], ['SIWX_AUTH_SUCCESS']]);
  });

  it('waits in the modal while its message is verified', async () => {
    await withSignIn();
    fixture.service.mode = 'silent';
    await connectInModal(fixture);
    fixture.clock.advance(29_999);
    expect([currentScreen(fixture), signInStatus()]).toEqual(['Connect', 'checking']);
    expect(toast()).toMatchObject({ message: 'Authenticating...', variant: 'loading', open: true, autoClose: false });
  });

  it('is not prompted when another tab signs in or out meanwhile', async () => {
    await withSignIn();
    fixture.service.mode = 'silent';
    await connectInModal(fixture);
    fixture.storage.otherTab().set(STORAGE_KEYS.signInChanged, '1');
    await flushPromises();
    expect(fixture.service.calls).toEqual(['setSessions']);
  });

  it.each([
    ['has the wrong signature', 'wrong', 'working', 0],
    ['cannot be verified', 'signed', 'down', 0],
    ['is never verified', 'signed', 'silent', 30_000],
  ] as const)('and %s is disconnected, with the reason on Connect', async (_, signature, mode, ms) => {
    await withSignIn(signature);
    fixture.service.mode = mode;
    await connectInModal(fixture);
    fixture.clock.advance(ms);
    await flushPromises();
    expect([currentScreen(fixture), status(fixture), toast().variant, toast().open]).toEqual(['Connect', 'disconnected', 'error', true]);
    expect([fixture.service.calls, signInEvents(fixture)]).toEqual([['setSessions'], ['SIWX_AUTH_ERROR']]);
  });

  it('is prompted for another account, whose message it did not sign', async () => {
    await withSignIn();
    fixture.service.mode = 'silent';
    await connectInModal(fixture);
    fixture.service.mode = 'working';
    evmWallet(fixture).selectAccount(OTHER);
    await flushPromises();
    expect([currentScreen(fixture), signInStatus()]).toEqual(['SIWXSignMessage', 'signed-out']);
  });

  it('is prompted if the verification failed while another account was in use', async () => {
    await withSignIn();
    fixture.service.required = false;
    let refuse = (): void => undefined;
    fixture.service.setSessions = () =>
      new Promise<never>((_, reject) => {
        refuse = () => reject(new LatchkeyError('sign-in/refused', { reason: 'wrong-signature' }));
      });
    await connectInModal(fixture);
    evmWallet(fixture).selectAccount(OTHER);
    await flushPromises();
    refuse();
    await flushPromises();
    await settled(record(fixture.useCases.closeModal.execute({ by: 'user' })));
    evmWallet(fixture).selectAccount(ADDRESS);
    await flushPromises();
    expect([currentScreen(fixture), signInStatus(), toast().open]).toEqual(['SIWXSignMessage', 'signed-out', false]);
  });

  it('uses its message once', async () => {
    await withSignIn();
    fixture.service.required = false;
    await connectInModal(fixture);
    evmWallet(fixture).lock();
    await flushPromises();
    evmWallet(fixture).unlock();
    await flushPromises();
    expect(fixture.service.calls.filter((call) => call === 'setSessions')).toEqual(['setSessions']);
    expect([status(fixture), signInStatus()]).toEqual(['connected', 'signed-in']);
  });
});

it('asks nothing and holds no listener once it is disposed', async () => {
  fixture.service.mode = 'silent';
  await connectInModal(fixture);
  fixture.signInTracker.dispose();
  fixture.signInStore.dispose();
  fixture.service.mode = 'working';
  fixture.clock.advance(10_000);
  fixture.browser.setOnline(false);
  fixture.browser.setOnline(true);
  await flushPromises();
  expect([reads(), status(fixture)]).toEqual([1, 'connected']);
});

it('works with a storage that is blocked', async () => {
  const storage = new FakeStorage();
  storage.mode = 'blocked';
  fixture = signInFixture({ storage }, new FakeSignIn());
  await connectInModal(fixture);
  await signIn(fixture);
  expect(signInStatus()).toBe('signed-in');
});
