import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { describeSigning } from '../support/signing.js';
import { ADDRESS, connect, connectedWorld, EVM_WALLET, record, SOLANA_WALLET, settled, type World } from '../support/world.js';

const message = 'Hello';

describeSigning('SignMessage', {
  operation: 'signMessage',
  content: { message },
  execute: ({ useCases }, namespace) => useCases.signMessage.execute({ message, ...(namespace === undefined ? {} : { namespace }) }),
});

const sign = async (here: World, after: (here: World) => Promise<unknown> = settle) => {
  const run = record(here.useCases.signMessage.execute({ message: 'hello' }));
  await after(here);
  return run;
};
const last = async (here: World, after?: (here: World) => Promise<unknown>) => (await sign(here, after)).values.at(-1);
const signed = expect.stringMatching(/^0x/);

describe('a signature that a wallet gives', () => {
  let here: World;
  beforeEach(async () => {
    here = await connectedWorld();
  });

  it('is handed on as verified where it is the account’s', async () => {
    const run = await sign(await connectedWorld());
    expect(run.values).toEqual([
      { status: 'pending', step: 'approve-in-wallet' },
      { status: 'success', data: signed, isVerified: true },
    ]);
    expect(run.end).toBe('complete');
  });

  it('is no success where another key made it, and the wallet is asked once', async () => {
    here.chain.fakeServices.verdict = 'foreign';
    expect(await last(here)).toMatchObject({
      status: 'error',
      error: { code: 'wallet/wrong-signature', context: { method: 'signMessage' } },
    });
    expect(here.chain.wallet(EVM_WALLET).count('signMessage')).toBe(1);
  });

  it.each<readonly [string, (here: World) => unknown]>([
    ['it cannot be told', ({ chain }) => Object.assign(chain.fakeServices, { verdict: 'unknown' })],
    ['no node can be read', ({ chain }) => Object.assign(chain, { reads: 'failed' })],
    ['the node gives up', ({ chain }) => Object.assign(chain, { reads: 'timeout' })],
    ['the chain verifies nothing', ({ chain }) => Object.assign(chain.fakeServices, { offered: {} })],
    [
      'the chain only verifies, and says no',
      ({ chain }) => Object.assign(chain.fakeServices, { offered: { verifyMessage: async () => false } }),
    ],
  ])('is handed on as not verified where %s, and never called wrong', async (_what, arrange) => {
    arrange(here);
    expect(await last(here)).toEqual({ status: 'success', data: signed, isVerified: false });
  });

  it('is verified where the chain only verifies, and says yes', async () => {
    const { verifyMessage } = here.chain.fakeServices.offered;
    here.chain.fakeServices.offered = verifyMessage === undefined ? {} : { verifyMessage };
    expect(await last(here)).toMatchObject({ isVerified: true });
  });

  it('is waited on for five seconds where a node never answers', async () => {
    here.chain.reads = 'never';
    expect((await sign(here)).values).toHaveLength(1);
    expect(await last(here, ({ clock }) => clock.run(5_000))).toEqual({ status: 'success', data: signed, isVerified: false });
  });

  it('is looked at with the key that the wallet told of the account, and with its kind', async () => {
    here = await connectedWorld({ evm: { wallets: [{ id: EVM_WALLET, accounts: [ADDRESS] }] } });
    const asked: unknown[] = [];
    const judgeSignature = async (request: unknown) => {
      asked.push(request);
      return 'own' as const;
    };
    here.chain.fakeServices.offered = { judgeSignature };
    await sign(here);
    const account = toAccountId(`eip155:1:${ADDRESS}`);
    expect(asked).toEqual([expect.objectContaining({ account, message: 'hello', signature: signed, isSmartAccount: false })]);
  });

  it('breaks nothing silently: a defect of an adapter is one of the run', async () => {
    const defect = new TypeError('a bug');
    here.chain.fakeServices.offered = { judgeSignature: () => Promise.reject(defect) };
    expect((await sign(here)).end).toEqual({ defect });
  });

  it('is nobody’s once the visitor has left while it is looked at', async () => {
    here.chain.reads = 'never';
    const run = await sign(here);
    run.cancel();
    await here.clock.run(5_000);
    expect(run.values).toHaveLength(1);
  });

  it('is looked at for the namespace that was asked, whatever is active', async () => {
    await connect(here, 'solana');
    here.solana.fakeServices.verdict = 'foreign';
    const run = await settled(record(here.useCases.signMessage.execute({ message: 'hello', namespace: 'solana' })));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'wallet/wrong-signature' } });
    expect(here.solana.wallet(SOLANA_WALLET).count('signMessage')).toBe(1);
  });
});
