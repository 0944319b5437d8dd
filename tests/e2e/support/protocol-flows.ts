import { expect } from './fixtures.js';
import type { ProtocolPage, ProtocolWallet } from './protocol-page.js';

/** Pairs by hand, approves in the wallet, and waits until both show the session. */
export const connectPages = async (app: ProtocolPage, wallet: ProtocolWallet): Promise<void> => {
  await wallet.pair(await app.linkOf('connect'));
  await expect(wallet.questions).toHaveCount(1);
  await wallet.answer();
  await expect(app.result('connect')).toHaveText(/^[0-9a-f]{64}$/);
  await expect(wallet.sessions).toHaveCount(1);
};

/** The topic of the session that a page shows first. */
export const topicOf = async (page: ProtocolPage): Promise<string> => (await page.sessions.first().getAttribute('data-topic')) ?? '';

/** A text that was signed by its page, as the wallet shows it. */
export const MESSAGE = 'Hello from the app';

/** Has the app's message signed, and gives the signature that the app shows. */
export const signWith = async (app: ProtocolPage, wallet: ProtocolWallet): Promise<`0x${string}`> => {
  await app.press('sign');
  expect(await wallet.asked('personal_sign on eip155:1')).toBe(MESSAGE);
  await wallet.answer();
  await expect(app.result('sign')).toHaveText(/^0x[0-9a-f]{130}$/);
  // Hex, as the line before says.
  return (await app.result('sign').innerText()) as `0x${string}`;
};
