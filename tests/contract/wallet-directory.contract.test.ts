import { describe, expect, it } from 'vitest';
import { FakeWalletDirectory, fakeWallet } from '../../application/ports/wallet-directory.fake.js';
import { toChainId } from '../../domain/caip/caip-2.js';
import { walletDirectoryContract } from '../../testing/contracts/wallet-directory.contract.js';

const CHAINS = ['eip155:1', 'eip155:10', 'eip155:137'].map(toChainId);

walletDirectoryContract({ describe, it, expect }, 'FakeWalletDirectory', () => {
  const wallets = Array.from({ length: 95 }, (_, index) =>
    fakeWallet(`w${index}`, {
      name: `${['Rainy', 'Sunny', 'Windy'][index % 3]} ${index}`,
      badge_type: index % 7 === 0 ? 'certified' : 'none',
      chains: CHAINS.slice(index % 3, (index % 3) + 1),
      image_id: `picture-${index}`,
    }),
  );
  const directory = new FakeWalletDirectory(wallets);
  return {
    directory,
    wallets,
    fail: (service, fault) => {
      directory[service] = fault;
    },
  };
});
