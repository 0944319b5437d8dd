import { expect } from './fixtures.js';
import type { ProtocolPage, ProtocolWallet } from './protocol-page.js';

/** Pairs, approves in the wallet, and waits until both show the session. */
export const connectPages = async (app: ProtocolPage, wallet: ProtocolWallet): Promise<void> => {
  await wallet.pair(await app.linkOf('connect'));
  await expect(wallet.prompts).toHaveCount(1);
  await wallet.respond();
  await expect(app.result('connect')).toHaveText(/^[0-9a-f]{64}$/);
  await expect(wallet.sessions).toHaveCount(1);
};

/** Topic of the first session of a page. */
export const topicOf = async (page: ProtocolPage): Promise<string> => (await page.sessions.first().getAttribute('data-topic')) ?? '';

/** The message that the app signs. */
export const MESSAGE = 'Hello from the app';

/** Signs the app's message and returns the signature that the app shows. */
export const signWith = async (app: ProtocolPage, wallet: ProtocolWallet): Promise<`0x${string}`> => {
  await app.press('sign');
  expect(await wallet.promptText('personal_sign on eip155:1')).toBe(MESSAGE);
  await wallet.respond();
  await expect(app.result('sign')).toHaveText(/^0x[0-9a-f]{130}$/);
  // Hex, as checked in the previous line.
  return (await app.result('sign').innerText()) as `0x${string}`;
};
