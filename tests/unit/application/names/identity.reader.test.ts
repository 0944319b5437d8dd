import { beforeEach, describe, expect, it } from 'vitest';
import { IdentityReader } from '../../../../application/names/identity.reader.js';
import { NO_IDENTITY } from '../../../../domain/names/parse-profile.js';
import { neverAborted } from '../../../../testing/contracts/test-api.js';
import { ADDRESS, type ClientFixture, connect, connectedFixture, MAINNET, POLYGON } from '../support/client-fixture.js';

const AVATAR = 'https://a.example/a.png';
const SIGNAL = neverAborted();

let fixture: ClientFixture;
beforeEach(async () => {
  fixture = await connectedFixture({ evm: { names: {} } });
  const { fakeServices } = fixture.chain;
  fakeServices.names.set('ens.eth', ADDRESS);
  fakeServices.avatars.set('ens.eth', 'data:image/png;base64,aa');
  fixture.blockchainApi.replies.identity = () => ({ name: 'service.eth', avatarUrl: AVATAR });
  fixture.blockchainApi.replies.namesOf = () => ['reverse.eth', 'second.eth'];
});

const read = async ({ identities }: ClientFixture = fixture, address = ADDRESS) => [
  await identities.lookUp('eip155', address, SIGNAL),
  await identities.avatar('eip155', address, SIGNAL),
];
const asked = ({ blockchainApi }: ClientFixture = fixture) => blockchainApi.calls.map(({ call }) => call);

describe('IdentityReader', () => {
  it('asks the service first, once in five minutes for each network and address in any case', async () => {
    expect(await read()).toEqual(['service.eth', AVATAR]);
    await fixture.clock.run(5 * 60_000 - 1);
    expect(await read(fixture, ADDRESS.toUpperCase().replace('0X', '0x'))).toEqual(['service.eth', AVATAR]);
    expect(fixture.blockchainApi.calls).toEqual([{ call: 'identity', input: { address: ADDRESS, sender: ADDRESS, chainId: MAINNET } }]);
    await fixture.clock.run(1);
    await read();
    fixture.chain.wallet('com.example.wallet').selectChain(POLYGON);
    await read();
    expect(asked()).toEqual(['identity', 'identity', 'identity']);
  });

  it('then asks the chain, then the reverse look-up', async () => {
    fixture.blockchainApi.replies.identity = () => ({ name: null, avatarUrl: AVATAR });
    expect(await read()).toEqual(['ens.eth', 'data:image/png;base64,aa']);
    expect(asked()).toEqual(['identity']);
    fixture.chain.fakeServices.names.clear();
    await fixture.clock.run(5 * 60_000);
    expect(await read()).toEqual(['reverse.eth', null]);
    expect(asked()).toEqual(['identity', 'identity', 'namesOf']);
  });

  it('finds none where no source has one', async () => {
    fixture.blockchainApi.replies.identity = () => NO_IDENTITY;
    fixture.blockchainApi.replies.namesOf = () => [];
    fixture.chain.fakeServices.names.clear();
    expect(await read()).toEqual([null, null]);
  });

  it('skips a source that fails, and asks it again next time', async () => {
    fixture.blockchainApi.modes.set('identity', 'down');
    expect(await read()).toEqual(['ens.eth', 'data:image/png;base64,aa']);
    fixture.blockchainApi.modes.clear();
    expect(await read()).toEqual(['service.eth', AVATAR]);
    fixture.blockchainApi.modes.set('identity', 'garbage');
    fixture.chain.reads = 'failed';
    await fixture.clock.run(5 * 60_000);
    expect(await read()).toEqual(['reverse.eth', null]);
  });

  it('does not take a failure for an account without a name', async () => {
    fixture.blockchainApi.mode = 'down';
    fixture.chain.reads = 'failed';
    await expect(read()).rejects.toMatchObject({ code: 'network/rpc-failed' });
    fixture.blockchainApi.mode = 'working';
    fixture.blockchainApi.chains = [];
    await expect(read()).rejects.toMatchObject({ code: 'network/rpc-failed' });
  });

  it.each(['isSupported', 'namesOf'] as const)('fails, and asks again, while the service may have a name: %s', async (call) => {
    fixture.blockchainApi.replies.identity = () => NO_IDENTITY;
    fixture.chain.fakeServices.names.clear();
    fixture.blockchainApi.modes.set(call, 'down');
    await expect(read()).rejects.toMatchObject({ code: 'service/unreachable' });
    fixture.blockchainApi.modes.clear();
    expect(await read()).toEqual(['reverse.eth', null]);
  });

  it('leaves it to the chain where the service refuses to say', async () => {
    fixture.chain.fakeServices.names.clear();
    fixture.blockchainApi.mode = 'refused';
    expect(await read()).toEqual([null, null]);
  });

  it('makes up for a chain without a name service, and says if it cannot', async () => {
    const { api, plain } = await withoutNames();
    expect(await read(plain)).toEqual(['service.eth', null]);
    api.mode = 'down';
    await plain.clock.run(5 * 60_000);
    await expect(read(plain)).rejects.toMatchObject({ code: 'service/unreachable' });
  });

  it('asks no service about other namespaces and test networks', async () => {
    await connect(fixture, 'solana');
    await expect(fixture.identities.lookUp('solana', 'address', SIGNAL)).rejects.toMatchObject({ code: 'chain/unsupported' });
    const { state } = fixture.connections;
    const { eip155 } = state.namespaces;
    if (eip155 === undefined) throw new Error('The fixture has no EVM namespace');
    const [first] = eip155.networks;
    const networks: typeof eip155.networks = [{ ...first, testnet: true }];
    const onTestnet = { state: { ...state, namespaces: { ...state.namespaces, eip155: { ...eip155, networks } } } };
    const identities = new IdentityReader(fixture.blockchainApi, fixture.names, onTestnet, fixture.clock);
    expect(await identities.lookUp('eip155', ADDRESS, SIGNAL)).toBe('ens.eth');
    expect(asked()).toEqual([]);
  });

  it('shares a request, which is cancelled with its last caller', async () => {
    fixture.blockchainApi.modes.set('identity', 'never');
    const controllers = [new AbortController(), new AbortController()];
    const pending = controllers.map(({ signal }) => fixture.identities.lookUp('eip155', ADDRESS, signal).catch((error: unknown) => error));
    await fixture.clock.run(0);
    expect(asked()).toEqual(['identity']);
    for (const controller of controllers) controller.abort('closed');
    expect(await Promise.all(pending)).toEqual(['closed', 'closed']);
  });
});

const withoutNames = async () => {
  const plain = await connectedFixture();
  plain.blockchainApi.replies.identity = () => ({ name: 'service.eth', avatarUrl: null });
  return { plain, api: plain.blockchainApi };
};
