import { describe, expect, it } from 'vitest';
import { followProfiles, profilePicture } from '../../../../application/names/follow-profiles.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import {
  ADDRESS,
  account,
  type ClientFixture,
  type ClientFixtureInit,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  record,
  settled,
} from '../support/client-fixture.js';

const PICTURE = 'data:image/png;base64,aa';
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
const follow = ({ chains, connections, identities, options, logger }: ClientFixture) =>
  followProfiles(chains, connections, identities, options, logger);
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
});

describe('profilePicture', () => {
  it('returns inline images unchanged, others only through the app’s image service', () => {
    const remote = 'https://pictures.example/a b.png';
    expect(profilePicture('data:image/png;base64,aa', { endpoints: {} })).toBe('data:image/png;base64,aa');
    expect(profilePicture(remote, { endpoints: {} })).toBeUndefined();
    expect(profilePicture(remote, { endpoints: { images: 'https://own.example/' } })).toBe(
      'https://own.example/image?url=https%3A%2F%2Fpictures.example%2Fa%20b.png',
    );
    expect(profilePicture('javascript:alert(1)', { endpoints: { images: 'https://own.example' } })).toBeUndefined();
    expect(profilePicture('data:text/html,x', { endpoints: { images: 'https://own.example' } })).toBeUndefined();
  });
});
