import { fireEvent } from '@testing-library/react';
import { vi } from 'vitest';
import { listedWallet, type PairingClient, pairingClient } from './pairing.js';
import { openModal, press, type RenderedModal, renderModal, settled } from './render-modal.js';

/** A list 432 px high shows four rows. */
const HEIGHT = 432;

/** Gives what is on the page the size that a list has on a desktop computer. */
export const layOut = (): void => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(HEIGHT);
  // Four columns in the font size of the page.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(368);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT);
};

/** So many wallets, every tenth of them certified. */
export const wallets = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    listedWallet(`w${index}`, `Wallet ${index}`, { badge_type: index % 10 === 9 ? 'certified' : 'none' }),
  );

/** A modal that shows all wallets. */
export const openAll = async (
  given: Parameters<typeof pairingClient>[0] = {},
  prepare?: (fake: PairingClient) => void,
): Promise<{ fake: PairingClient; modal: RenderedModal }> => {
  const fake = pairingClient({ wallets: wallets(500), ...given });
  prepare?.(fake);
  const modal = await renderModal(fake);
  await openModal(fake);
  await press(modal.ui.getByTestId('lk-all-wallets'));
  return { fake, modal };
};

/** The names in the list, from its beginning. */
export const names = ({ ui }: RenderedModal): readonly (string | null)[] =>
  ui.queryAllByRole('listitem').map((item) => item.querySelector('bdi')?.textContent ?? null);

/** Scrolls the list. */
export const scrollTo = ({ ui }: RenderedModal, top: number): Promise<void> =>
  settled(() => {
    const list = ui.getByTestId('lk-all');
    list.scrollTop = top;
    fireEvent.scroll(list);
  });

/** Writes into the search field. */
export const type = ({ ui }: RenderedModal, text: string): Promise<void> =>
  settled(() => fireEvent.change(ui.getByTestId('lk-search'), { target: { value: text } }));

/** Searches, and waits for what is found. */
export const search = async (fake: PairingClient, modal: RenderedModal, text: string): Promise<void> => {
  await type(modal, text);
  await settled(() => fake.clock.run(1_000));
};

/** The directory does not answer. */
export const down = ({ directory }: PairingClient): void => {
  directory.lists = 'down';
};
