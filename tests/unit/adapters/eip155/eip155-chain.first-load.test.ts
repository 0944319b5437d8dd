import { expect, it } from 'vitest';
import { Eip155Chain } from '../../../../adapters/eip155/eip155-chain.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import { ALICE, testNetwork } from '../support/networks.js';

// A separate file, because the session chunk must not be loaded yet. An unhandled rejection fails the run.
it('maps a rejection that arrives before the session chunk is loaded', async () => {
  const wallet = new Eip155TestWallet({ accounts: [ALICE] });
  wallet.respondNext('eth_requestAccounts', { error: { code: 4001 } });
  const chain = new Eip155Chain({ clock: new FakeClock(), providers: [{ id: 'app', name: 'App', provider: wallet.provider }] });
  expect(await codeOf(chain.connect({ connectorId: 'app', network: testNetwork(1) }, neverAborted()))).toBe('wallet/rejected');
});
