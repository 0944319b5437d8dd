import { describe, expect, it } from 'vitest';
import type { VerifyMessageInput } from '../../../../application/account/verify-message.use-case.js';
import { standIn } from '../../../../application/ports/stand-in.fake.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { ADDRESS, connectedWorld, record, settled, type World, world } from '../support/world.js';

const verify = async (here: World, input: VerifyMessageInput) => {
  const run = await settled(record(here.useCases.verifyMessage.execute(input)));
  return run.values.at(-1);
};
const good = { message: 'hello', signature: standIn('hello', 130) };

describe('VerifyMessage', () => {
  it('says whether the connected account signed the text', async () => {
    const here = await connectedWorld();
    expect(await verify(here, good)).toEqual({ status: 'success', data: true });
    expect(await verify(here, { ...good, message: 'other' })).toEqual({ status: 'success', data: false });
    expect(await verify(here, { ...good, signature: 'nonsense' })).toEqual({ status: 'success', data: false });
  });

  it('looks at another account where nobody is connected', async () => {
    const account = toAccountId(`eip155:137:${ADDRESS}`);
    const here = world();
    expect(await verify(here, { ...good, account })).toEqual({ status: 'success', data: true });
    expect(here.chain.readCalls).toMatchObject([{ method: 'verifyMessage', input: ADDRESS, network: { caipNetworkId: 'eip155:137' } }]);
  });

  it('needs an account, a configured network and a chain that can', async () => {
    const here = world();
    expect(await verify(here, good)).toMatchObject({ error: { code: 'connection/not-connected' } });
    const elsewhere = toAccountId(`eip155:99:${ADDRESS}`);
    expect(await verify(here, { ...good, account: elsewhere })).toMatchObject({ error: { code: 'chain/unsupported' } });
    const polkadot = toAccountId('polkadot:91b171bb158e2d3848fa23a9f1c25182:5Grw');
    expect(await verify(here, { ...good, account: polkadot })).toMatchObject({ error: { code: 'connection/adapter-not-found' } });
    here.chain.fakeServices.offered = {};
    const account = toAccountId(`eip155:1:${ADDRESS}`);
    expect(await verify(here, { ...good, account })).toMatchObject({ error: { code: 'chain/unsupported' } });
  });

  it('says that a node did not answer instead of calling the signature wrong', async () => {
    const here = await connectedWorld();
    here.chain.reads = 'failed';
    expect(await verify(here, good)).toMatchObject({ error: { code: 'network/rpc-failed' } });
  });
});
