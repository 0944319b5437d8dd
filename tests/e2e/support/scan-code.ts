import { expect } from '@playwright/test';
import { waitForAnimations } from './axe.js';
import type { DappPage } from './dapp-page.js';
import type { PhoneWallet } from './phone-wallet.js';

/** Time for a proposal to reach the phone after a scan. */
const PROMPT_MS = 5_000;

/** Scans the QR code on screen until the wallet shows the proposal. Retries if the screenshot was taken during an animation. */
export const scanCode = async (dapp: DappPage, phone: PhoneWallet): Promise<void> => {
  await dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]').waitFor();
  await waitForAnimations(dapp.page);
  await expect(async () => {
    await phone.scan({ name: 'screen.png', mimeType: 'image/png', buffer: await dapp.page.screenshot() });
    await expect(phone.page.getByTestId('sw-approve')).toBeVisible({ timeout: PROMPT_MS });
  }).toPass({ timeout: 8 * PROMPT_MS });
};
