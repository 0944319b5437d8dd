import { beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import {
  ADDRESS,
  type ClientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  record,
  SOLANA_WALLET,
  settled,
} from '../support/client-fixture.js';
import { describeSigning } from '../support/signing.js';

const message = 'Hello';

describeSigning('SignMessage', {
  operation: 'signMessage',
  content: { message },
  execute: ({ useCases }, namespace) => useCases.signMessage.execute({ message, ...(namespace === undefined ? {} : { namespace }) }),
});

const sign = async (fixture: ClientFixture, after: (fixture: ClientFixture) => Promise<unknown> = flushPromises) => {
  const run = record(fixture.useCases.signMessage.execute({ message: 'hello' }));
  await after(fixture);
  return run;
};
const lastState = async (fixture: ClientFixture, after?: (fixture: ClientFixture) => Promise<unknown>) =>
  (await sign(fixture, after)).values.at(-1);
const anySignature = expect.stringMatching(/^0x/);

describe('verification of a new signature', () => {
  let fixture: ClientFixture;
  beforeEach(async () => {
    fixture = await connectedFixture();
  });

  it('returns the signature as verified if it is the account’s', async () => {
    const run = await sign(await connectedFixture());
    expect(run.values).toEqual([
      { status: 'pending', step: 'approve-in-wallet' },
      { status: 'success', data: anySignature, isVerified: true },
    ]);
    expect(run.end).toBe('complete');
  });

  it('fails if another key made the signature, after one wallet request', async () => {
    fixture.chain.fakeServices.verdict = 'foreign';
    expect(await lastState(fixture)).toMatchObject({
      status: 'error',
      error: { code: 'wallet/wrong-signature', context: { method: 'signMessage' } },
    });
    expect(fixture.chain.wallet(EVM_WALLET).count('signMessage')).toBe(1);
  });

  it.each<readonly [string, (fixture: ClientFixture) => unknown]>([
    ['the result is unknown', ({ chain }) => Object.assign(chain.fakeServices, { verdict: 'unknown' })],
    ['no node can be read', ({ chain }) => Object.assign(chain, { reads: 'failed' })],
    ['the node times out', ({ chain }) => Object.assign(chain, { reads: 'timeout' })],
    ['the chain has no verification', ({ chain }) => Object.assign(chain.fakeServices, { offered: {} })],
    [
      'the chain only has verifyMessage, which returns false',
      ({ chain }) => Object.assign(chain.fakeServices, { offered: { verifyMessage: async () => false } }),
    ],
  ])('returns the signature as not verified if %s', async (_, arrange) => {
    arrange(fixture);
    expect(await lastState(fixture)).toEqual({ status: 'success', data: anySignature, isVerified: false });
  });

  it('returns the signature as verified if verifyMessage returns true', async () => {
    const { verifyMessage } = fixture.chain.fakeServices.offered;
    fixture.chain.fakeServices.offered = verifyMessage === undefined ? {} : { verifyMessage };
    expect(await lastState(fixture)).toMatchObject({ isVerified: true });
  });

  it('waits five seconds for a node that never responds', async () => {
    fixture.chain.reads = 'never';
    expect((await sign(fixture)).values).toHaveLength(1);
    expect(await lastState(fixture, ({ clock }) => clock.run(5_000))).toEqual({ status: 'success', data: anySignature, isVerified: false });
  });

  it('passes public key and account type of the wallet to the verification', async () => {
    fixture = await connectedFixture({ evm: { wallets: [{ id: EVM_WALLET, accounts: [ADDRESS] }] } });
    const requests: unknown[] = [];
    const verifySignature = async (request: unknown) => {
      requests.push(request);
      return 'own' as const;
    };
    fixture.chain.fakeServices.offered = { verifySignature };
    await sign(fixture);
    const account = toAccountId(`eip155:1:${ADDRESS}`);
    expect(requests).toEqual([expect.objectContaining({ account, message: 'hello', signature: anySignature, isSmartAccount: false })]);
  });

  it('sends a defect of an adapter to the error channel', async () => {
    const defect = new TypeError('a bug');
    fixture.chain.fakeServices.offered = { verifySignature: () => Promise.reject(defect) };
    expect((await sign(fixture)).end).toEqual({ defect });
  });

  it('drops the signature when the user unsubscribes during verification', async () => {
    fixture.chain.reads = 'never';
    const run = await sign(fixture);
    run.cancel();
    await fixture.clock.run(5_000);
    expect(run.values).toHaveLength(1);
  });

  it('verifies with the namespace of the request, not the active one', async () => {
    await connect(fixture, 'solana');
    fixture.solana.fakeServices.verdict = 'foreign';
    const run = await settled(record(fixture.useCases.signMessage.execute({ message: 'hello', namespace: 'solana' })));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'wallet/wrong-signature' } });
    expect(fixture.solana.wallet(SOLANA_WALLET).count('signMessage')).toBe(1);
  });
});
