import type { DappPage } from './dapp-page.js';
import { expect } from './fixtures.js';
import { fact } from './flows.js';

/** What a person types in the page's form, and what the page answers: below the amount, or below the form. */
export interface Mistake {
  readonly what: string;
  /** Whom it goes to, where that is the mistake. */
  readonly to?: string;
  readonly amount: string;
  /** What is sent, by its CAIP-19 id; the coin without one. */
  readonly asset?: string;
  readonly at: 'amount-note' | 'send-error';
  readonly code: string;
  /** Words of the sentence. */
  readonly says: RegExp;
}

/** Fills the form. @param asset a token's CAIP-19 id; the coin without one */
export const fillTransfer = async ({ page }: DappPage, to: string, amount: string, asset = ''): Promise<void> => {
  await page.getByTestId('demo-asset').selectOption(asset);
  await page.getByTestId('demo-recipient').fill(to);
  await page.getByTestId('demo-amount').fill(amount);
};

/** Makes each mistake and presses the button; ends when the page has answered the last one. @param recipient whom it goes to otherwise */
export const makeMistakes = async (dapp: DappPage, recipient: string, mistakes: readonly Mistake[]): Promise<void> => {
  for (const { what, to = recipient, amount, asset, at, code, says } of mistakes) {
    await fillTransfer(dapp, to, amount, asset);
    await dapp.page.getByTestId('demo-send').click();
    await expect(fact(dapp, at), what).toHaveAttribute('data-code', code);
    await expect(fact(dapp, at), what).toHaveText(says);
  }
};
