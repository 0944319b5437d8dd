import { describe, expect, it } from 'vitest';
import { followProfiles, profilePicture } from '../../../../application/names/follow-profiles.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { mainnet, sepolia } from '../../../../domain/network/networks/eip155.js';
import {
  ADDRESS,
  account,
  type ClientFixture,
  type ClientFixtureInit,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  MAINNET,
  POLYGON,
  record,
  settled,
} from '../support/client-fixture.js';

const PICTURE = 'data:image/png;base64,aa';
const SEPOLIA = 'eip155:11155111';
const OTHER = '0x2222222222222222222222222222222222222222';

const NAMES: ClientFixtureInit = { evm: { names: {} } };

const withNames = async (init: ClientFixtureInit = NAMES): Promise<ClientFixture> => {
  const fixture = await connectedFixture(init);
  fixture.chain.fakeServices.names.set('ada.eth', ADDRESS);
  fixture.chain.fakeServices.avatars.set('ada.eth', PICTURE);
  return fixture;
};
const lookUp = async ({ useCases }: ClientFixture, address: string) => {
  const run = await settled(record(useCases.lookUpName.execute({ address })));
  return run.values.at(-1);
};
const follow = ({ chains, connections, identities, browser, logger }: ClientFixture) =>
  followProfiles(chains, connections, identities, browser, logger);
const lookUps = ({ chain }: ClientFixture) => chain.readCalls.filter(({ method }) => method === 'lookUp').length;

describe('LookUpName', () => {
  it('returns the name of an address with its avatar, and null for one without a name', async () => {
    const fixture = await withNames();
    expect(await lookUp(fixture, ADDRESS)).toEqual({ status: 'success', data: { name: 'ada.eth', avatar: PICTURE } });
    expect(await lookUp(fixture, OTHER)).toEqual({ status: 'success', data: null });
    fixture.chain.fakeServices.avatars.clear();
    fixture.clock.advance(5 * 60_000);
    expect(await lookUp(fixture, ADDRESS)).toEqual({ status: 'success', data: { name: 'ada.eth', avatar: null } });
  });

  it('returns the name if its avatar cannot be read', async () => {
    const fixture = await withNames();
    fixture.identities.avatar = () => Promise.reject(new LatchkeyError('names/lookup-failed', { address: ADDRESS, reason: null }));
    expect(await lookUp(fixture, ADDRESS)).toEqual({ status: 'success', data: { name: 'ada.eth', avatar: null } });
  });
});

describe('followProfiles', () => {
  it('sets name and avatar of the connected account', async () => {
    const fixture = await withNames();
    follow(fixture);
    await flushPromises();
    expect(account(fixture)).toMatchObject({ profileName: 'ada.eth', profileImage: PICTURE });
  });

  it('reads nothing without a connection, and once for an account', async () => {
    const fixture = clientFixture(NAMES);
    fixture.chain.fakeServices.names.set('ada.eth', ADDRESS);
    follow(fixture);
    await flushPromises();
    expect(lookUps(fixture)).toBe(0);
    await connect(fixture);
    fixture.connections.dispatch({ type: 'details-changed', namespace: 'eip155', details: { profileImage: PICTURE } });
    await flushPromises();
    expect([lookUps(fixture), account(fixture).profileName]).toEqual([1, 'ada.eth']);
  });

  it('sets the profile of the active account in any order of results', async () => {
    const fixture = await withNames();
    fixture.chain.fakeServices.names.set('bob.eth', OTHER);
    follow(fixture);
    fixture.chain.wallet(EVM_WALLET).selectAccount(OTHER);
    await flushPromises();
    expect(account(fixture)).toMatchObject({ address: OTHER, profileName: 'bob.eth' });
    fixture.chain.wallet(EVM_WALLET).selectAccount(ADDRESS);
    await flushPromises();
    expect(account(fixture)).toMatchObject({ address: ADDRESS, profileName: 'ada.eth' });
  });

  it('restores the profile on a new session from the cache', async () => {
    const fixture = await withNames();
    follow(fixture);
    await flushPromises();
    fixture.chain.wallet(EVM_WALLET).lock();
    fixture.chain.wallet(EVM_WALLET).unlock();
    await flushPromises();
    expect([account(fixture).profileName, lookUps(fixture)]).toEqual(['ada.eth', 1]);
  });

  it('sets no name and shows no error when the lookup fails', async () => {
    const fixture = await withNames();
    fixture.chain.reads = 'failed';
    follow(fixture);
    await flushPromises();
    expect(account(fixture)).toMatchObject({ profileName: undefined, isConnected: true });
    expect(fixture.logger.entries?.filter(({ level }) => level === 'error') ?? []).toEqual([]);
  });

  it('looks up after a failure again, at the next change', async () => {
    const fixture = await withNames();
    fixture.chain.reads = 'failed';
    follow(fixture);
    await flushPromises();
    fixture.chain.reads = 'working';
    await flushPromises();
    expect(lookUps(fixture)).toBe(1);
    fixture.connections.dispatch({ type: 'balance-requested', namespace: 'eip155' });
    await flushPromises();
    expect(account(fixture)).toMatchObject({ profileName: 'ada.eth', profileImage: PICTURE });
  });

  it('looks up after a failure again, when the browser is back online', async () => {
    const fixture = await connectedFixture(NAMES);
    fixture.blockchainApi.modes.set('isSupported', 'down');
    fixture.browser.setOnline(false);
    follow(fixture);
    await flushPromises();
    expect(account(fixture).profileName).toBeUndefined();
    fixture.blockchainApi.modes.clear();
    fixture.blockchainApi.names.set('ada', ADDRESS);
    fixture.browser.setOnline(true);
    await flushPromises();
    expect(account(fixture).profileName).toBe('ada.reown.id');
    const asked = fixture.blockchainApi.calls.length;
    fixture.browser.setOnline(false);
    fixture.browser.setOnline(true);
    await flushPromises();
    expect(fixture.blockchainApi.calls).toHaveLength(asked);
  });

  it('looks up a name that was not found on another network, and keeps one that was', async () => {
    const fixture = await connectedFixture(NAMES);
    fixture.blockchainApi.chains = [POLYGON].map(toChainId);
    fixture.blockchainApi.names.set('ada', ADDRESS);
    follow(fixture);
    await flushPromises();
    expect(account(fixture).profileName).toBeUndefined();
    fixture.chain.wallet(EVM_WALLET).selectChain(POLYGON);
    await flushPromises();
    expect(account(fixture).profileName).toBe('ada.reown.id');
    fixture.chain.wallet(EVM_WALLET).selectChain(MAINNET);
    expect(account(fixture).profileName).toBe('ada.reown.id');
    await flushPromises();
    expect(account(fixture).profileName).toBe('ada.reown.id');
    expect(fixture.blockchainApi.inputsOf('identity').map(({ chainId }) => chainId)).toEqual([MAINNET, POLYGON]);
  });

  it('shows no profile on a test network', async () => {
    const fixture = await withNames({ ...NAMES, options: { networks: [sepolia, mainnet] } });
    fixture.chain.wallet(EVM_WALLET).selectChain(SEPOLIA);
    follow(fixture);
    await flushPromises();
    expect([account(fixture).profileName, lookUps(fixture)]).toEqual([undefined, 0]);
    fixture.chain.wallet(EVM_WALLET).selectChain(MAINNET);
    await flushPromises();
    expect(account(fixture)).toMatchObject({ profileName: 'ada.eth', profileImage: PICTURE });
    fixture.chain.wallet(EVM_WALLET).selectChain(SEPOLIA);
    expect(account(fixture)).toMatchObject({ profileName: undefined, profileImage: undefined });
  });

  it('keeps a registered name in a new session', async () => {
    const fixture = await connectedFixture(NAMES);
    follow(fixture);
    await flushPromises();
    fixture.blockchainApi.names.set('ada', ADDRESS);
    fixture.identities.forget();
    fixture.connections.dispatch({ type: 'details-changed', namespace: 'eip155', details: { profileName: 'ada.reown.id' } });
    await connect(fixture);
    await flushPromises();
    expect(account(fixture).profileName).toBe('ada.reown.id');
  });
});

describe('profilePicture', () => {
  it('returns pictures in their URL, and remote ones for the image service', () => {
    for (const picture of [PICTURE, 'https://pictures.example/a.png', 'ipfs://bafy/a.png']) expect(profilePicture(picture)).toBe(picture);
    for (const other of ['javascript:alert(1)', 'data:text/html,x', 'http://pictures.example/a.png', 'https://user@pictures.example', ''])
      expect(profilePicture(other)).toBeUndefined();
  });
});
