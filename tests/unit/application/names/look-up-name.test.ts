import { describe, expect, it } from 'vitest';
import { followProfiles, profilePicture } from '../../../../application/names/follow-profiles.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import {
  ADDRESS,
  account,
  connect,
  connectedWorld,
  EVM_WALLET,
  record,
  settled,
  type World,
  type WorldInit,
  world,
} from '../support/world.js';

const PICTURE = 'data:image/png;base64,aa';
const OTHER = '0x2222222222222222222222222222222222222222';

const NAMES: WorldInit = { evm: { names: {} } };

const named = async (given: WorldInit = NAMES): Promise<World> => {
  const here = await connectedWorld(given);
  here.chain.fakeServices.names.set('ada.eth', ADDRESS);
  here.chain.fakeServices.avatars.set('ada.eth', PICTURE);
  return here;
};
const lookUp = async ({ useCases }: World, address: string) => {
  const run = await settled(record(useCases.lookUpName.execute({ address })));
  return run.values.at(-1);
};
const follow = ({ chains, connections, names, options, logger }: World) => followProfiles(chains, connections, names, options, logger);
const lookUps = ({ chain }: World) => chain.readCalls.filter(({ method }) => method === 'lookUp').length;

describe('LookUpName', () => {
  it('gives the name of an address with its picture, and null for one without a name', async () => {
    const here = await named();
    expect(await lookUp(here, ADDRESS)).toEqual({ status: 'success', data: { name: 'ada.eth', avatar: PICTURE } });
    expect(await lookUp(here, OTHER)).toEqual({ status: 'success', data: null });
    here.chain.fakeServices.avatars.clear();
    here.clock.advance(5 * 60_000);
    expect(await lookUp(here, ADDRESS)).toEqual({ status: 'success', data: { name: 'ada.eth', avatar: null } });
  });
});

describe('the profile of a connected account', () => {
  it('has the name and the picture of its address', async () => {
    const here = await named();
    follow(here);
    await settle();
    expect(account(here)).toMatchObject({ profileName: 'ada.eth', profileImage: PICTURE });
  });

  it('asks nothing while nobody is connected, and once for an account', async () => {
    const here = world(NAMES);
    here.chain.fakeServices.names.set('ada.eth', ADDRESS);
    follow(here);
    await settle();
    expect(lookUps(here)).toBe(0);
    await connect(here);
    here.connections.dispatch({ type: 'details-changed', namespace: 'eip155', details: { profileImage: PICTURE } });
    await settle();
    expect([lookUps(here), account(here).profileName]).toEqual([1, 'ada.eth']);
  });

  it('is that of the account that is active now, whichever answer comes last', async () => {
    const here = await named();
    here.chain.fakeServices.names.set('bob.eth', OTHER);
    follow(here);
    here.chain.wallet(EVM_WALLET).selectAccount(OTHER);
    await settle();
    expect(account(here)).toMatchObject({ address: OTHER, profileName: 'bob.eth' });
    here.chain.wallet(EVM_WALLET).selectAccount(ADDRESS);
    await settle();
    expect(account(here)).toMatchObject({ address: ADDRESS, profileName: 'ada.eth' });
  });

  it('comes back with a new session, from what is known', async () => {
    const here = await named();
    follow(here);
    await settle();
    here.chain.wallet(EVM_WALLET).lock();
    here.chain.wallet(EVM_WALLET).unlock();
    await settle();
    expect([account(here).profileName, lookUps(here)]).toEqual(['ada.eth', 1]);
  });

  it('stays without a name when nobody can tell, and says nothing to the person', async () => {
    const here = await named();
    here.chain.reads = 'failed';
    follow(here);
    await settle();
    expect(account(here)).toMatchObject({ profileName: undefined, isConnected: true });
    expect(here.logger.entries?.filter(({ level }) => level === 'error') ?? []).toEqual([]);
  });
});

describe('the picture of a name', () => {
  it('is shown as it is where it is inline, else through the image service of the host only', () => {
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
