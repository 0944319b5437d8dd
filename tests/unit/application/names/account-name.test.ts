import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { AUTH_CONNECTOR_ID } from '../../../../domain/connection/connector.js';
import {
  ADDRESS,
  account,
  type ClientFixture,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  record,
  settled,
} from '../support/client-fixture.js';

/** The embedded wallet, connected. */
const embeddedFixture = async (): Promise<ClientFixture> => {
  const fixture = clientFixture({ evm: { names: {}, wallets: [{ id: AUTH_CONNECTOR_ID, type: 'AUTH' }] } });
  await connect(fixture, 'eip155', AUTH_CONNECTOR_ID);
  return fixture;
};

const OTHER = '0x2222222222222222222222222222222222222222';

const checked = async ({ useCases }: ClientFixture, name: string) =>
  (await settled(record(useCases.checkAccountName.execute({ name })))).values.at(-1);
const registered = ({ useCases }: ClientFixture, name = 'satoshi') => settled(record(useCases.registerAccountName.execute({ name })));
const tracked = (fixture: ClientFixture) => fixture.tracked.filter(({ event }) => event.startsWith('REGISTER_NAME'));

describe('CheckAccountName', () => {
  it('says whether a name is registered, and suggests others if it is', async () => {
    const fixture = await embeddedFixture();
    fixture.blockchainApi.names.set('taken', ADDRESS);
    fixture.blockchainApi.suggested = [
      { name: 'taken', isRegistered: false },
      { name: 'taken1.reown.id', isRegistered: false },
      { name: 'taken2', isRegistered: true },
      { name: 'no dots.', isRegistered: false },
    ];
    expect(await checked(fixture, 'free')).toMatchObject({
      status: 'success',
      data: { name: 'free', isRegistered: false, suggestions: [] },
    });
    expect(await checked(fixture, 'taken')).toMatchObject({
      status: 'success',
      data: { name: 'taken', isRegistered: true, suggestions: ['taken1'] },
    });
  });

  it('ignores the letter case of names', async () => {
    const fixture = await embeddedFixture();
    fixture.blockchainApi.names.set('taken', ADDRESS);
    fixture.blockchainApi.suggested = [
      { name: 'Taken.reown.id', isRegistered: false },
      { name: 'TAKEN1.reown.id', isRegistered: false },
    ];
    expect(await checked(fixture, 'Taken')).toMatchObject({
      status: 'success',
      data: { name: 'taken', isRegistered: true, suggestions: ['taken1'] },
    });
  });

  it('fails rather than call a name free or taken', async () => {
    const fixture = await embeddedFixture();
    fixture.blockchainApi.mode = 'down';
    expect(await checked(fixture, 'free')).toMatchObject({
      status: 'error',
      error: { code: 'names/resolve-failed', message: 'Error resolving name', recovery: 'retry' },
    });
    fixture.blockchainApi.mode = 'refused';
    fixture.blockchainApi.reason = 'This name is reserved';
    expect(await checked(fixture, 'free')).toMatchObject({ error: { message: 'This name is reserved' } });
    fixture.blockchainApi.modes.set('isSupported', 'down');
    expect(await checked(fixture, 'free')).toMatchObject({ error: { code: 'names/resolve-failed' } });
    fixture.blockchainApi.modes.clear();
    fixture.blockchainApi.chains = [];
    expect(await checked(fixture, 'free')).toMatchObject({ error: { code: 'chain/unsupported' } });
    fixture.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId('eip155:99') });
    expect(await checked(fixture, 'free')).toMatchObject({ error: { code: 'network/not-found', message: 'Network not found' } });
  });
});

describe('RegisterAccountName', () => {
  it('has the user sign the registration, registers it, and names the account', async () => {
    const fixture = await embeddedFixture();
    const run = await registered(fixture);
    expect(run.values).toMatchObject([
      { status: 'pending', step: 'approve-in-wallet' },
      { status: 'pending', step: 'working' },
      { status: 'success', data: 'satoshi.reown.id' },
    ]);
    const [registration] = fixture.blockchainApi.registrations;
    const timestamp = Math.floor(fixture.clock.now() / 1_000);
    expect(registration).toMatchObject({
      coinType: 2_147_483_649,
      address: ADDRESS,
      message: `{"name":"satoshi.reown.id","attributes":{},"timestamp":${timestamp}}`,
    });
    expect(registration?.signature).toMatch(/^0x/);
    expect(account(fixture).profileName).toBe('satoshi.reown.id');
    expect(tracked(fixture)).toEqual([
      { event: 'REGISTER_NAME_INITIATED', properties: { ensName: 'satoshi.reown.id', isSmartAccount: false } },
      { event: 'REGISTER_NAME_SUCCESS', properties: { ensName: 'satoshi.reown.id', isSmartAccount: false } },
    ]);
  });

  it('registers a name in lower case', async () => {
    const fixture = await embeddedFixture();
    expect((await registered(fixture, 'Satoshi')).values.at(-1)).toEqual({ status: 'success', data: 'satoshi.reown.id' });
    expect(fixture.blockchainApi.registrations[0]?.message).toContain('"name":"satoshi.reown.id"');
    expect(tracked(fixture)[0]).toMatchObject({ properties: { ensName: 'satoshi.reown.id' } });
  });

  it('makes name and address known to later look-ups', async () => {
    const fixture = await embeddedFixture();
    const { names, replies } = fixture.blockchainApi;
    replies.registerName = ({ address }) => {
      names.set('satoshi', address);
      return true;
    };
    const lookUps = async () => [
      await settled(record(fixture.useCases.lookUpName.execute({ address: ADDRESS }))),
      await settled(record(fixture.useCases.resolveName.execute({ name: 'satoshi.reown.id' }))),
    ];
    expect((await lookUps()).map(({ values }) => values.at(-1))).toEqual([
      { status: 'success', data: null },
      { status: 'success', data: null },
    ]);
    await registered(fixture);
    expect((await lookUps()).map(({ values }) => values.at(-1))).toEqual([
      { status: 'success', data: { name: 'satoshi.reown.id', avatar: null } },
      { status: 'success', data: ADDRESS },
    ]);
  });

  it('does not name another account that the user has selected meanwhile', async () => {
    const fixture = await embeddedFixture();
    fixture.blockchainApi.modes.set('registerName', 'never');
    const run = await registered(fixture);
    fixture.chain.wallet(AUTH_CONNECTOR_ID).selectAccount(OTHER);
    fixture.blockchainApi.modes.clear();
    fixture.blockchainApi.release();
    await settled(run);
    expect(run.values.at(-1)).toEqual({ status: 'success', data: 'satoshi.reown.id' });
    expect(account(fixture)).toMatchObject({ address: OTHER, profileName: undefined });
  });

  it.each([
    ['refused', 'The name is taken', 'The name is taken'],
    ['refused', null, 'Error registering name satoshi.reown.id'],
    ['down', null, 'Error registering name satoshi.reown.id'],
  ] as const)('ends with the reason of the service, if it has one: %s, %s', async (mode, reason, message) => {
    const fixture = await embeddedFixture();
    Object.assign(fixture.blockchainApi, { mode, reason });
    const run = await registered(fixture);
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'names/registration-failed', message } });
    expect(account(fixture).profileName).toBeUndefined();
    expect(tracked(fixture).at(-1)).toEqual({
      event: 'REGISTER_NAME_ERROR',
      properties: { ensName: 'satoshi.reown.id', error: message, isSmartAccount: false },
    });
  });

  it('asks for no signature where nothing can be registered', async () => {
    const unsupported = await embeddedFixture();
    unsupported.blockchainApi.chains = [];
    const down = await embeddedFixture();
    down.blockchainApi.modes.set('isSupported', 'down');
    const other = await connectedFixture();
    const unknown = await embeddedFixture();
    unknown.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId('eip155:99') });
    for (const [fixture, code] of [
      [unsupported, 'chain/unsupported'],
      [down, 'names/registration-failed'],
      [other, 'embedded-wallet/connector-not-found'],
      [unknown, 'network/not-found'],
      [clientFixture(), 'connection/not-connected'],
    ] as const) {
      const run = await registered(fixture);
      expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code } });
    }
    expect(other.chain.wallet(EVM_WALLET).calls.map(({ operation }) => operation)).not.toContain('signMessage');
  });

  it('registers nothing when the user rejects', async () => {
    const fixture = await embeddedFixture();
    fixture.chain.wallet(AUTH_CONNECTOR_ID).next('signMessage', 'reject');
    const run = await registered(fixture);
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'wallet/rejected' } });
    expect(fixture.blockchainApi.registrations).toEqual([]);
  });
});
