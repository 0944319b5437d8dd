import { expect, it } from 'vitest';
import { Eip155Chain } from '../../../../adapters/eip155/eip155-chain.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import { ALICE, testNetwork } from '../support/networks.js';

// In a file of its own: the code of sessions must not be loaded yet. An unhandled rejection fails the run.
it('a wallet that rejects before the code of sessions has arrived ends in a typed error', async () => {
  const wallet = new Eip155TestWallet({ accounts: [ALICE] });
  wallet.next('eth_requestAccounts', { error: { code: 4001 } });
  const chain = new Eip155Chain({ clock: new FakeClock(), providers: [{ id: 'host', name: 'Host', provider: wallet.provider }] });
  expect(await codeOf(chain.connect({ connectorId: 'host', network: testNetwork(1) }, patient()))).toBe('wallet/rejected');
});
