import { fireEvent } from '@testing-library/react';
import { vi } from 'vitest';
import { listedWallet, type PairingClient, pairingClient } from './pairing.js';
import { actAndFlush, openModal, press, type RenderedModal, renderModal } from './render-modal.js';

/** Height of a list with four rows, in px. */
const HEIGHT = 432;

/** Gives all elements the size of a list on a desktop. */
export const mockLayout = (): void => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(HEIGHT);
  // Four columns with the page's font size.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(368);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT);
};

/** Creates wallets, every tenth of them certified. */
export const wallets = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    listedWallet(`w${index}`, `Wallet ${index}`, { badge_type: index % 10 === 9 ? 'certified' : 'none' }),
  );

/** Opens a modal with all wallets. */
export const openAllWallets = async (
  options: Parameters<typeof pairingClient>[0] = {},
  prepare?: (fake: PairingClient) => void,
): Promise<{ fake: PairingClient; modal: RenderedModal }> => {
  const fake = pairingClient({ wallets: wallets(500), ...options });
  prepare?.(fake);
  const modal = await renderModal(fake);
  await openModal(fake);
  await press(modal.ui.getByTestId('lk-all-wallets'));
  return { fake, modal };
};

/** Names in the list, in order. */
export const names = ({ ui }: RenderedModal): readonly (string | null)[] =>
  ui.queryAllByRole('listitem').map((item) => item.querySelector('bdi')?.textContent ?? null);

export const scrollTo = ({ ui }: RenderedModal, top: number): Promise<void> =>
  actAndFlush(() => {
    const list = ui.getByTestId('lk-all');
    list.scrollTop = top;
    fireEvent.scroll(list);
  });

/** Types into the search field. */
export const typeSearch = ({ ui }: RenderedModal, text: string): Promise<void> =>
  actAndFlush(() => fireEvent.change(ui.getByTestId('lk-search'), { target: { value: text } }));

/** Types a search and waits for its results. */
export const search = async (fake: PairingClient, modal: RenderedModal, text: string): Promise<void> => {
  await typeSearch(modal, text);
  await actAndFlush(() => fake.clock.run(1_000));
};

/** Makes the directory fail. */
export const failDirectory = ({ directory }: PairingClient): void => {
  directory.lists = 'down';
};
