import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { fakeWallet } from '../../../../application/ports/wallet-directory.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import type { DirectoryWallet } from '../../../../domain/directory/directory-wallet.js';

/** Creates wallets `w0`, `w1`, … for Ethereum with an image. */
export const manyWallets = (count: number): readonly DirectoryWallet[] =>
  Array.from({ length: count }, (_, index) =>
    fakeWallet(`w${index}`, { chains: [toChainId('eip155:1')], image_id: `p${index}`, name: `Wallet ${index}` }),
  );

/** Ids of wallets. */
export const ids = (wallets: readonly { readonly id: string }[] | undefined): readonly string[] => (wallets ?? []).map(({ id }) => id);

/** Flushes responses and their effects. */
export const flushResponses = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await flushPromises();
};

/** Flushes responses and their effects, then resolves with the given run. */
export const flushed = async <T>(run: T): Promise<T> => {
  await flushResponses();
  return run;
};
