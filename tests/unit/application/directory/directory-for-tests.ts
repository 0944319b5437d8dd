import { settle } from '../../../../application/ports/clock.fake.js';
import { fakeWallet } from '../../../../application/ports/wallet-directory.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import type { DirectoryWallet } from '../../../../domain/directory/directory-wallet.js';

/** So many wallets `w0`, `w1` … that serve Ethereum and have a picture. */
export const manyWallets = (count: number): readonly DirectoryWallet[] =>
  Array.from({ length: count }, (_, index) =>
    fakeWallet(`w${index}`, { chains: [toChainId('eip155:1')], image_id: `p${index}`, name: `Wallet ${index}` }),
  );

/** The ids of wallets. */
export const ids = (wallets: readonly { readonly id: string }[] | undefined): readonly string[] => (wallets ?? []).map(({ id }) => id);

/** Lets answers and what follows from them arrive. */
export const arrive = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await settle();
};

/** What was begun, once everything has arrived. */
export const arrived = async <T>(begun: T): Promise<T> => {
  await arrive();
  return begun;
};
