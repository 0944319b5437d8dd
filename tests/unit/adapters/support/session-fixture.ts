import { openSession } from '../../../../adapters/eip155/eip155-session.js';
import type { SessionEvent, WalletSession } from '../../../../application/ports/chain.port.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { neverAborted } from '../../../../testing/contracts/test-api.js';
import { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import type { Eip155TestWalletOptions } from '../../../../testing/wallets/eip155-test-wallet-options.js';
import { BARE_CONNECTOR } from './discovery-fixture.js';
import { ALICE, BOB } from './networks.js';

/** A session with a test wallet on chain 1 that knows chain 137, and its events. */
export const sessionFixture = async (options: Partial<Eip155TestWalletOptions> = {}) => {
  const clock = new FakeClock();
  const wallet = new Eip155TestWallet({ accounts: [ALICE, BOB], chainId: 1, knownChainIds: [137], ...options });
  wallet.isConnected = true;
  const connector = { ...BARE_CONNECTOR, id: 'com.example', type: 'ANNOUNCED', name: 'Example', rdns: 'com.example' } as const;
  const open = (): Promise<WalletSession | null> =>
    openSession({ wallet: { connector, provider: wallet.provider }, clock, method: 'eth_accounts' }, neverAborted());
  const session = await open();
  if (session === null) throw new Error('No account is shared');
  const events: SessionEvent[] = [];
  session.events$.subscribe((event) => events.push(event));
  return { clock, wallet, session, events, types: () => events.map(({ type }) => type), open, connector };
};
