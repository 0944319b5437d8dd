import { describe, expect, it } from 'vitest';
import { Bip122Chain } from '../../../../adapters/bip122/bip122-chain.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { patient, settled } from '../../../../testing/contracts/test-api.js';
import { Bip122TestWallet } from '../../../../testing/wallets/bip122-test-wallet.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';

const NETWORK = bitcoinTestNetwork('regtest', 'http://127.0.0.1:1');
const SOLANA = {
  address: 'GJRs4FwHtemZ5ZE9x3FNvJ8TMwitKTh21yxdRPqn7npE',
  chains: ['solana:mainnet'],
  features: [],
  publicKey: new Uint8Array(32),
};

type Change = (changed: { readonly accounts?: unknown }) => void;

/** A wallet of the standard that shares an account of Solana too. */
const severalFamilies = () => {
  const wallet = new Bip122TestWallet({ name: 'Several families' });
  const listeners = new Set<Change>();
  // The members of the test wallet, as the standard has them.
  const own = wallet.standard as { readonly accounts: readonly object[]; readonly features: object };
  const features = {
    ...own.features,
    'standard:events': {
      version: '1.0.0',
      on: (_event: string, listener: Change) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
  const provider = {
    ...own,
    features,
    get accounts() {
      return [SOLANA, ...own.accounts];
    },
  };
  const say = (accounts: unknown): void => {
    for (const listener of listeners) listener({ accounts });
  };
  return { wallet, provider, own, say };
};

const open = async () => {
  const { wallet, provider, own, say } = severalFamilies();
  const chain = new Bip122Chain({
    clock: new FakeClock(),
    esplora: () => [],
    providers: [{ id: 'several', name: 'Several families', provider, dialect: 'standard' }],
  });
  const request = { connectorId: 'several', network: NETWORK };
  return { chain, wallet, own, say, request };
};

describe('a wallet of the Wallet Standard that shares accounts of several families', () => {
  it('is taken up after a reload with those of Bitcoin', async () => {
    const { chain, wallet, request } = await open();
    expect(await chain.resume(request, patient())).toBe(null);
    (await chain.connect(request, patient())).release();
    const session = await chain.resume(request, patient());
    expect(session?.accounts.map(({ address }) => address)).toEqual(wallet.addresses);
    expect(session?.chainId).toBe(NETWORK.caipNetworkId);
    chain.dispose();
  });

  it('is followed by those of Bitcoin, and has left when only others are there', async () => {
    const { chain, own, say, request } = await open();
    const session = await chain.connect(request, patient());
    const heard: string[] = [];
    session.events$.subscribe(({ type }) => heard.push(type));
    const [payment, ordinals] = own.accounts;
    say([SOLANA, ordinals, payment]);
    await settled();
    expect(heard).toEqual([]);
    say([SOLANA, payment]);
    await settled();
    expect([heard, session.accounts.length]).toEqual([['accounts-changed'], 1]);
    for (const nonsense of [undefined, null, 'accounts', {}]) say(nonsense);
    await settled();
    expect(heard).toEqual(['accounts-changed']);
    say([SOLANA]);
    await settled();
    expect([heard.at(-1), session.accounts]).toEqual(['disconnected', []]);
    chain.dispose();
  });
});
