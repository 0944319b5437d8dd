import { expect } from '@playwright/test';
import { stillness } from './axe.js';
import type { DappPage } from './dapp-page.js';
import type { PhoneWallet } from './phone-wallet.js';

/** How long a question may take to reach the phone once its link was read. */
const QUESTION_MS = 5_000;

/** Scans the code on screen with the phone until it asks its owner. A camera that caught the screen in motion looks again. */
export const scanCode = async (dapp: DappPage, phone: PhoneWallet): Promise<void> => {
  await dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]').waitFor();
  await stillness(dapp.page);
  await expect(async () => {
    await phone.scan({ name: 'screen.png', mimeType: 'image/png', buffer: await dapp.page.screenshot() });
    await expect(phone.page.getByTestId('sw-approve')).toBeVisible({ timeout: QUESTION_MS });
  }).toPass({ timeout: 8 * QUESTION_MS });
};
