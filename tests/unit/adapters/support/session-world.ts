import { openSession } from '../../../../adapters/eip155/eip155-session.js';
import type { SessionEvent, WalletSession } from '../../../../application/ports/chain.port.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { patient } from '../../../../testing/contracts/test-api.js';
import { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import type { Eip155TestWalletOptions } from '../../../../testing/wallets/eip155-test-wallet-options.js';
import { BARE_CONNECTOR } from './discovery-world.js';
import { ALICE, BOB } from './networks.js';

/** A session with a test wallet that is on chain 1 and knows chain 137, and everything it said so far. */
export const sessionWorld = async (options: Partial<Eip155TestWalletOptions> = {}) => {
  const clock = new FakeClock();
  const wallet = new Eip155TestWallet({ accounts: [ALICE, BOB], chainId: 1, knownChainIds: [137], ...options });
  wallet.connected = true;
  const connector = { ...BARE_CONNECTOR, id: 'com.example', type: 'ANNOUNCED', name: 'Example', rdns: 'com.example' } as const;
  const open = (): Promise<WalletSession | null> =>
    openSession({ wallet: { connector, provider: wallet.provider }, clock, method: 'eth_accounts' }, patient());
  const session = await open();
  if (session === null) throw new Error('The wallet shares an account');
  const heard: SessionEvent[] = [];
  session.events$.subscribe((event) => heard.push(event));
  return { clock, wallet, session, heard, types: () => heard.map(({ type }) => type), open, connector };
};
