import { beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { STORAGE_KEYS } from '../../../../application/shared/storage-keys.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { accountOf } from '../../../../domain/connection/connection-views.js';
import { AUTH_CONNECTOR_ID } from '../../../../domain/connection/connector.js';
import type { FrameUser } from '../../../../domain/embedded-wallet/frame-actions.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import type { SentTransaction } from '../../../../domain/send/sent-transaction.js';
import { writeTransactions } from '../../../../domain/send/stored-transactions.js';
import { ADDRESS, MAINNET, POLYGON, record, SOLANA, settled } from '../support/client-fixture.js';
import { EMAIL, type EmbeddedFixture, embeddedFixture, SOLANA_ADDRESS } from './embedded-fixture.js';

const SMART = `0x${'2'.repeat(40)}`;
const NEW_EMAIL = 'new@example.com';

let fixture: EmbeddedFixture;
let type: 'eoa' | 'smartAccount';

/** A site with a standard and a smart account. */
const withSmartAccount = (): void => {
  fixture.frame.answer(
    'GET_USER',
    (payload): FrameUser =>
      String(payload?.chainId).startsWith('solana')
        ? { email: EMAIL, address: SOLANA_ADDRESS, chainId: SOLANA }
        : {
            email: EMAIL,
            address: type === 'eoa' ? ADDRESS : SMART,
            chainId: 1,
            smartAccountDeployed: true,
            accounts: [
              { address: ADDRESS, type: 'eoa' },
              { address: SMART, type: 'smartAccount' },
            ],
            preferredAccountType: type,
          },
  );
  fixture.frame.answer('SET_PREFERRED_ACCOUNT', (payload) => {
    type = payload.type === 'eoa' ? 'eoa' : 'smartAccount';
    return { type, address: type === 'eoa' ? ADDRESS : SMART };
  });
  fixture.frame.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', () => ({ smartAccountEnabledNetworks: [1, 137] }));
};

const connect = () => settled(record(fixture.connectWallet.execute({ namespace: 'eip155', connectorId: AUTH_CONNECTOR_ID })));
const account = (namespace: 'eip155' | 'solana' = 'eip155') => accountOf(fixture.connections.state, namespace);

beforeEach(async () => {
  fixture = embeddedFixture();
  type = 'smartAccount';
  withSmartAccount();
  await connect();
});

describe('the account of the embedded wallet', () => {
  it('is connected in both namespaces, with its user', async () => {
    expect([account().embeddedWalletInfo, account('solana').embeddedWalletInfo]).toEqual([
      {
        user: { email: EMAIL },
        authProvider: 'email',
        accountType: 'smartAccount',
        isSmartAccountDeployed: true,
        isSmartAccountEnabled: true,
      },
      { user: { email: EMAIL }, authProvider: 'email', accountType: 'eoa', isSmartAccountDeployed: false, isSmartAccountEnabled: false },
    ]);
    expect([account().connectorId, account('solana').connectorId]).toEqual([AUTH_CONNECTOR_ID, AUTH_CONNECTOR_ID]);
    expect(fixture.tracked).toContainEqual({ event: 'CONNECT_SUCCESS', properties: { method: 'email', name: 'Embedded wallet' } });
    expect(fixture.login.smartAccountNetworks).toEqual([1, 137]);
  });

  it('stores no networks with smart accounts if they cannot be read', async () => {
    fixture = embeddedFixture();
    fixture.login.rememberSmartAccountNetworks([1]);
    await connect();
    expect(fixture.login.smartAccountNetworks).toEqual([]);
  });

  it('has no user after another tab has signed out', async () => {
    const other = embeddedFixture({ storage: fixture.storage.otherTab() });
    await settled(record(other.reconnectWallets.execute()));
    await settled(record(other.disconnectWallet.execute()));
    await flushPromises();
    expect([account().isConnected, account().embeddedWalletInfo]).toEqual([false, undefined]);
    expect(await fixture.wallets.resume('eip155', new AbortController().signal)).toBeNull();
  });

  it.each([
    ['says that no user is logged in', () => fixture.frame.answer('IS_CONNECTED', () => ({ isConnected: false })), false],
    ['says that the user is still logged in', () => undefined, true],
  ])('is checked when the frame has another session: the frame %s', async (_, prepare, isConnected) => {
    prepare();
    fixture.frame.emit({ type: 'session-updated' });
    await flushPromises();
    expect([account().isConnected, fixture.login.isLoggedIn]).toEqual([isConnected, isConnected]);
  });

  it('is restored with one request for all namespaces', async () => {
    fixture = embeddedFixture(fixture);
    withSmartAccount();
    await settled(record(fixture.reconnectWallets.execute()));
    expect(fixture.frame.requests.filter(({ action }) => action === 'IS_CONNECTED')).toHaveLength(1);
    expect([account().isConnected, account('solana').isConnected]).toEqual([true, true]);
  });

  it('stays stored if the frame cannot be loaded: the page may be offline', async () => {
    fixture = embeddedFixture(fixture);
    fixture.frame.isBlocked = true;
    await settled(record(fixture.reconnectWallets.execute()));
    expect([fixture.login.isLoggedIn, fixture.login.email]).toEqual([true, EMAIL]);
  });

  it('stays stored if the site does not have the bundle that the app pins', async () => {
    fixture = embeddedFixture(fixture);
    fixture.frame.answer('IS_CONNECTED', () => {
      throw new LatchkeyError('secure-frame/bundle-not-found', { digest: '1f'.repeat(32) });
    });
    await settled(record(fixture.reconnectWallets.execute()));
    expect([fixture.login.isLoggedIn, fixture.login.email]).toEqual([true, EMAIL]);
  });

  it('has no capabilities if they cannot be read', async () => {
    fixture.frame.answer('RPC_REQUEST', { error: 'not supported' });
    const { remote } = fixture.evm.adoptions[0] ?? {};
    const request = { chainId: account().caipAddress?.replace(/:0x.*/, ''), method: 'wallet_getCapabilities', params: [ADDRESS] };
    // The address has a chain.
    expect(await remote?.request(request as never, new AbortController().signal)).toEqual({});
  });
});

describe('the account type', () => {
  it('is switched at the site, and stays after a reload', async () => {
    expect(account().address).toBe(SMART);
    const run = await settled(record(fixture.setAccountType.execute({ type: 'eoa' })));
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect([account().address, account().preferredAccountType, fixture.login.accountType]).toEqual([ADDRESS, 'eoa', 'eoa']);
    expect(fixture.tracked.at(-1)).toEqual({
      event: 'SET_PREFERRED_ACCOUNT_TYPE',
      properties: { accountType: 'eoa', network: 'eip155:1' },
    });
    fixture = embeddedFixture(fixture);
    withSmartAccount();
    await settled(record(fixture.reconnectWallets.execute()));
    expect(account().address).toBe(ADDRESS);
    expect(fixture.frame.requests.filter(({ action }) => action === 'GET_USER').at(-1)?.payload).toMatchObject({
      preferredAccountType: 'eoa',
    });
  });

  it('is the standard one if the site refuses', async () => {
    await settled(record(fixture.setAccountType.execute({ type: 'eoa' })));
    fixture.frame.answer('SET_PREFERRED_ACCOUNT', { error: 'no' });
    const run = await settled(record(fixture.setAccountType.execute({ type: 'smartAccount' })));
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { address: ADDRESS } });
    expect(fixture.login.accountType).toBe('eoa');
  });

  it('follows the account that is chosen in the page, and leaves one that the site refuses', async () => {
    const choose = async (address: string): Promise<void> => {
      await settled(record(fixture.useCases.setActiveAccount.execute({ address, namespace: 'eip155' })));
      await flushPromises();
    };
    await choose(ADDRESS);
    expect([account().address, type]).toEqual([ADDRESS, 'eoa']);
    fixture.frame.answer('SET_PREFERRED_ACCOUNT', { error: 'no' });
    await choose(SMART);
    expect([account().address, account().embeddedWalletInfo?.accountType, type]).toEqual([ADDRESS, 'eoa', 'eoa']);
  });

  it('fails without the embedded wallet', async () => {
    await settled(record(fixture.disconnectWallet.execute()));
    const run = await settled(record(fixture.setAccountType.execute({ type: 'eoa' })));
    expect(run.values.at(-1)).toMatchObject({
      error: { code: 'embedded-wallet/connector-not-found', message: 'Address or auth connector not found' },
    });
  });
});

describe('the account type of a new connection', () => {
  const requestsOf = (...actions: readonly string[]): readonly unknown[] =>
    fixture.frame.requests.flatMap(({ action, payload }) => (actions.includes(action) ? [payload] : []));
  const SOLANA_USER = expect.objectContaining({ chainId: SOLANA });

  beforeEach(() => {
    fixture = embeddedFixture();
    type = 'eoa';
    withSmartAccount();
  });

  it('is set at the site once if the site has another one', async () => {
    await connect();
    expect([account().address, account().allAccounts.map(({ type: each }) => each)]).toEqual([SMART, ['smartAccount', 'eoa']]);
    expect(requestsOf('GET_USER', 'SET_PREFERRED_ACCOUNT')).toEqual([
      SOLANA_USER,
      { chainId: 1, preferredAccountType: 'smartAccount' },
      { type: 'smartAccount' },
      { chainId: 1, preferredAccountType: 'smartAccount' },
    ]);
    // It is the app's type, which may change; not the user's.
    expect(fixture.login.accountType).toBeNull();
    type = 'eoa';
    await fixture.wallets.open(new AbortController().signal);
    expect([requestsOf('SET_PREFERRED_ACCOUNT').length, account().address]).toEqual([1, ADDRESS]);
  });

  it('is set again after a new login', async () => {
    await connect();
    await settled(record(fixture.disconnectWallet.execute()));
    type = 'eoa';
    await connect();
    expect([requestsOf('SET_PREFERRED_ACCOUNT').length, account().address]).toEqual([2, SMART]);
  });

  it('is the one that the site has afterwards', async () => {
    fixture.frame.answer('SET_PREFERRED_ACCOUNT', () => ({ type: 'smartAccount', address: SMART }));
    await connect();
    expect([account().address, account().embeddedWalletInfo?.accountType]).toEqual([ADDRESS, 'eoa']);
  });

  it.each<readonly [string, () => void]>([
    ['refuses', () => fixture.frame.answer('SET_PREFERRED_ACCOUNT', { error: 'no' })],
    [
      'does not answer',
      () =>
        fixture.frame.answer('SET_PREFERRED_ACCOUNT', () => {
          throw new LatchkeyError('secure-frame/aborted', { action: 'SET_PREFERRED_ACCOUNT' });
        }),
    ],
  ])('is the standard one if the site %s', async (_, prepare) => {
    prepare();
    expect((await connect()).values.at(-1)).toMatchObject({ status: 'success', data: { address: ADDRESS } });
    expect([account().embeddedWalletInfo?.accountType, fixture.login.accountType]).toEqual(['eoa', null]);
  });

  it('is asked for as the standard one after the site has refused', async () => {
    fixture.frame.answer('SET_PREFERRED_ACCOUNT', { error: 'no' });
    await connect();
    expect(requestsOf('GET_USER').at(-1)).toEqual({ chainId: 1, preferredAccountType: 'eoa' });
  });

  it.each([
    ['missing', undefined, 1],
    ['in other letters', 'SMARTACCOUNT', 0],
  ])('is compared with that of the site, also if it is %s', async (_, preferredAccountType, attempts) => {
    fixture.frame.answer('GET_USER', (payload) =>
      String(payload?.chainId).startsWith('solana')
        ? { address: SOLANA_ADDRESS, chainId: SOLANA }
        : { address: SMART, chainId: 1, ...(preferredAccountType === undefined ? {} : { preferredAccountType }) },
    );
    await connect();
    expect(requestsOf('SET_PREFERRED_ACCOUNT')).toHaveLength(attempts);
    expect(account().embeddedWalletInfo?.accountType).toBe(attempts === 0 ? 'smartAccount' : 'eoa');
  });

  it.each<readonly [string, () => void]>([
    [
      'has no smart accounts',
      () => fixture.frame.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', () => ({ smartAccountEnabledNetworks: [137] })),
    ],
    ['is in no list', () => fixture.frame.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { error: 'offline' })],
  ])('stays the one of the site on a network that %s', async (_, prepare) => {
    prepare();
    await connect();
    expect([requestsOf('SET_PREFERRED_ACCOUNT'), account().address]).toEqual([[], ADDRESS]);
    expect(account().embeddedWalletInfo).toMatchObject({ accountType: 'eoa', isSmartAccountEnabled: false });
  });

  it('is the choice of the app', async () => {
    fixture = embeddedFixture({ changes: { defaultAccountTypes: { eip155: 'eoa' } } });
    type = 'smartAccount';
    withSmartAccount();
    await connect();
    expect([requestsOf('SET_PREFERRED_ACCOUNT'), account().address]).toEqual([[{ type: 'eoa' }], ADDRESS]);
  });

  it('initializes the smart account first if the site does not list one', async () => {
    let isInitialized = false;
    fixture.frame.answer('GET_USER', (payload) => ({
      address: ADDRESS,
      chainId: payload?.chainId ?? 1,
      accounts: [{ address: ADDRESS, type: 'eoa' as const }, ...(isInitialized ? [{ address: SMART, type: 'smartAccount' as const }] : [])],
      preferredAccountType: 'eoa',
    }));
    fixture.frame.answer('INIT_SMART_ACCOUNT', () => {
      isInitialized = true;
      return { address: SMART, isDeployed: false };
    });
    await connect();
    const setting = fixture.frame.requests.map(({ action }) => action).filter((action) => /SMART_ACCOUNT$|^SET_/.test(action));
    expect(setting).toEqual(['INIT_SMART_ACCOUNT', 'SET_PREFERRED_ACCOUNT']);
    expect(account().allAccounts.map(({ address }) => address)).toEqual([ADDRESS, SMART]);
  });
});

describe('whether the smart account is deployed', () => {
  let deployedOn: readonly number[];
  const isDeployed = () => account().embeddedWalletInfo?.isSmartAccountDeployed;
  const userReads = () => fixture.frame.requests.filter(({ action }) => action === 'GET_USER').length;
  const send = (method: string): Promise<unknown> => {
    const { remote } = fixture.evm.adoptions[0] ?? {};
    if (remote === undefined) throw new Error('Nothing is connected');
    return remote.request({ chainId: toChainId(MAINNET), method, params: PARAMS[method] }, new AbortController().signal);
  };
  const PARAMS: Readonly<Record<string, unknown>> = {
    eth_sendTransaction: [{ from: SMART, to: ADDRESS }],
    wallet_sendCalls: [{ from: SMART, calls: [{ to: ADDRESS }] }],
    eth_sendUserOperation: [{ sender: SMART }, ADDRESS],
    wallet_getCallsStatus: ['0xbatch'],
    eth_getUserOperationReceipt: [ADDRESS],
  };
  const SENDING = Object.keys(PARAMS).slice(0, 3);

  beforeEach(async () => {
    fixture = embeddedFixture();
    deployedOn = [];
    withSmartAccount();
    fixture.frame.answer(
      'GET_USER',
      (payload): FrameUser => ({
        address: SMART,
        chainId: payload?.chainId ?? 1,
        accounts: [
          { address: ADDRESS, type: 'eoa' },
          { address: SMART, type: 'smartAccount' },
        ],
        smartAccountDeployed: deployedOn.includes(Number(payload?.chainId)),
        preferredAccountType: 'smartAccount',
      }),
    );
    await connect();
  });

  it.each(SENDING)('is read until it is, after %s', async (method) => {
    fixture.frame.answer('RPC_REQUEST', () => `0x${'a'.repeat(64)}`);
    await send(method);
    await fixture.clock.run(3_000);
    expect(isDeployed()).toBe(false);
    deployedOn = [1];
    await fixture.clock.run(15_000);
    expect(isDeployed()).toBe(true);
    const before = userReads();
    await fixture.clock.run(60_000);
    await send(method);
    await fixture.clock.run(60_000);
    expect([userReads(), fixture.clock.pending]).toEqual([before, 0]);
  });

  it.each([
    ['wallet_getCallsStatus', { status: 200 }, true],
    ['wallet_getCallsStatus', { status: 100 }, false],
    ['wallet_getCallsStatus', { status: 400 }, false],
    ['eth_getUserOperationReceipt', { success: true }, true],
    ['eth_getUserOperationReceipt', null, false],
  ])('is read when %s tells what was sent before a reload: %j', async (method, response, isRead) => {
    fixture.frame.answer('RPC_REQUEST', () => response);
    deployedOn = [1];
    await send(method);
    await fixture.clock.run(1_000);
    expect(isDeployed()).toBe(isRead);
  });

  it.each([
    ['the smart account on this network', {}, true],
    ['it, and which failed', { outcome: { status: 'reverted', at: 1_000_000_000_000 } }, true],
    ['it, and which was dropped', { outcome: { status: 'dropped', at: 1_000_000_000_000 } }, false],
    ['it, and which is not included yet', { outcome: null }, false],
    ['it on another network', { chainId: toChainId(POLYGON) }, false],
    ['another account', { isSmartAccount: false }, false],
  ] as const)('is read when another tab has stored the outcome of what was sent by %s: %j', async (_, changes, isRead) => {
    deployedOn = [1];
    const sent: SentTransaction = {
      ...{
        namespace: 'eip155',
        chainId: toChainId(MAINNET),
        kind: 'calls',
        purpose: 'batch',
        swap: null,
        token: null,
        replaces: null,
        hash: `0x${'a'.repeat(64)}`,
      },
      ...{ from: toAccountId(`${MAINNET}:${SMART}`), to: '', value: null, asset: null, isSmartAccount: true },
      ...{ trace: null, isReplaceable: null, sentAt: fixture.clock.now(), follower: null },
      outcome: { status: 'confirmed', blockNumber: 1n, at: fixture.clock.now() },
      ...changes,
    };
    fixture.storage.otherTab().set(STORAGE_KEYS.transactions, writeTransactions([sent]));
    await fixture.clock.run(1_000);
    expect(isDeployed()).toBe(isRead);
    expect(fixture.clock.pending).toBe(0);
  });

  it('is not read for ever, and not after a rejection or with the standard account', async () => {
    fixture.frame.answer('RPC_REQUEST', { error: 'The user rejected the request' });
    await send('eth_sendTransaction').catch(() => undefined);
    const before = userReads();
    await fixture.clock.run(60_000);
    expect(userReads()).toBe(before);
    fixture.frame.answer('RPC_REQUEST', () => `0x${'a'.repeat(64)}`);
    await send('eth_sendTransaction');
    await fixture.clock.run(15 * 60_000);
    expect(userReads()).toBeGreaterThan(before);
    expect(fixture.clock.pending).toBe(0);
  });

  it('is read again on another network with smart accounts, and on no other', async () => {
    deployedOn = [137];
    const before = userReads();
    fixture.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId('eip155:10') });
    await flushPromises();
    expect([userReads(), isDeployed()]).toEqual([before, false]);
    fixture.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId(POLYGON) });
    await flushPromises();
    expect([userReads(), isDeployed(), fixture.login.lastChainId]).toEqual([before + 1, true, POLYGON]);
  });

  it('stays as it is if it cannot be read', async () => {
    fixture.frame.answer('GET_USER', { error: 'offline' });
    fixture.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId(POLYGON) });
    await flushPromises();
    expect([account().address, account().isConnected, isDeployed()]).toEqual([SMART, true, false]);
    expect(fixture.logger.messages('warn')).toEqual(['The state of the smart account could not be read']);
  });
});

describe('the address of the user', () => {
  it('is changed with a code for the present address, then one for the new address', async () => {
    fixture.frame.answer('UPDATE_EMAIL', () => ({ action: 'VERIFY_PRIMARY_OTP' as const }));
    fixture.frame.answer('UPDATE_EMAIL_PRIMARY_OTP', () => undefined);
    fixture.frame.answer('UPDATE_EMAIL_SECONDARY_OTP', () => ({ newEmail: NEW_EMAIL }));
    expect((await settled(record(fixture.updateEmail.execute({ email: ` ${NEW_EMAIL}` })))).values.at(-1)).toEqual({
      status: 'success',
      data: 'primary',
    });
    expect(fixture.watchEmailCooldown.current()).toEqual({ seconds: 30 });
    const enter = (step: 'primary' | 'secondary') => settled(record(fixture.enterUpdateEmailCode.execute({ otp: '123456', step })));
    expect((await enter('primary')).values.at(-1)).toEqual({ status: 'success', data: null });
    expect((await enter('secondary')).values.at(-1)).toEqual({ status: 'success', data: NEW_EMAIL });
    expect([fixture.login.email, account().user, account('solana').user]).toEqual([NEW_EMAIL, { email: NEW_EMAIL }, { email: NEW_EMAIL }]);
    expect(fixture.tracked.slice(-3).map(({ event }) => event)).toEqual([
      'EMAIL_EDIT',
      'EMAIL_VERIFICATION_CODE_PASS',
      'EMAIL_VERIFICATION_CODE_PASS',
    ]);
  });

  it('stays if the code is wrong', async () => {
    fixture.frame.answer('UPDATE_EMAIL_SECONDARY_OTP', { error: 'Wrong code' });
    const run = await settled(record(fixture.enterUpdateEmailCode.execute({ otp: '000000', step: 'secondary' })));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { message: 'Wrong code' } });
    expect([fixture.login.email, fixture.tracked.at(-1)]).toEqual([
      EMAIL,
      { event: 'EMAIL_VERIFICATION_CODE_FAIL', properties: { message: 'Wrong code' } },
    ]);
  });
});

describe('the cooldown', () => {
  it('counts down, in this tab and others', async () => {
    const other = embeddedFixture({ storage: fixture.storage.otherTab() });
    const seen = record(other.watchEmailCooldown.execute());
    other.clock.advance(fixture.clock.now() - other.clock.now());
    fixture.login.rememberCode();
    await flushPromises();
    await other.clock.run(2_000);
    expect(seen.values.map(({ seconds }) => seconds)).toEqual([0, 30, 29, 28]);
    await other.clock.run(30_000);
    expect(seen.values.at(-1)).toEqual({ seconds: 0 });
    expect(new LatchkeyError('embedded-wallet/email-cooldown', { seconds: 28 }).message).toBe('Please try again after 28 seconds');
  });
});
