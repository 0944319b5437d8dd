import { describe, expect, it } from 'vitest';
import type { VerifyMessageInput } from '../../../../application/account/verify-message.use-case.js';
import { fakeHex } from '../../../../application/ports/hex.fake.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { ADDRESS, type ClientFixture, clientFixture, connectedFixture, record, settled } from '../support/client-fixture.js';

const verify = async (fixture: ClientFixture, input: VerifyMessageInput) => {
  const run = await settled(record(fixture.useCases.verifyMessage.execute(input)));
  return run.values.at(-1);
};
const good = { message: 'hello', signature: fakeHex('hello', 130) };

describe('VerifyMessage', () => {
  it('returns true only if the connected account signed the text', async () => {
    const fixture = await connectedFixture();
    expect(await verify(fixture, good)).toEqual({ status: 'success', data: true });
    expect(await verify(fixture, { ...good, message: 'other' })).toEqual({ status: 'success', data: false });
    expect(await verify(fixture, { ...good, signature: 'nonsense' })).toEqual({ status: 'success', data: false });
  });

  it('verifies another account without a connection', async () => {
    const account = toAccountId(`eip155:137:${ADDRESS}`);
    const fixture = clientFixture();
    expect(await verify(fixture, { ...good, account })).toEqual({ status: 'success', data: true });
    expect(fixture.chain.readCalls).toMatchObject([{ method: 'verifyMessage', input: ADDRESS, network: { caipNetworkId: 'eip155:137' } }]);
  });

  it('fails without an account, a configured network or support of the chain', async () => {
    const fixture = clientFixture();
    expect(await verify(fixture, good)).toMatchObject({ error: { code: 'connection/not-connected' } });
    const onUnknownChain = toAccountId(`eip155:99:${ADDRESS}`);
    expect(await verify(fixture, { ...good, account: onUnknownChain })).toMatchObject({ error: { code: 'chain/unsupported' } });
    const polkadot = toAccountId('polkadot:91b171bb158e2d3848fa23a9f1c25182:5Grw');
    expect(await verify(fixture, { ...good, account: polkadot })).toMatchObject({ error: { code: 'connection/adapter-not-found' } });
    fixture.chain.fakeServices.offered = {};
    const account = toAccountId(`eip155:1:${ADDRESS}`);
    expect(await verify(fixture, { ...good, account })).toMatchObject({ error: { code: 'chain/unsupported' } });
  });

  it('fails on a node failure instead of returning false', async () => {
    const fixture = await connectedFixture();
    fixture.chain.reads = 'failed';
    expect(await verify(fixture, good)).toMatchObject({ error: { code: 'network/rpc-failed' } });
  });
});
