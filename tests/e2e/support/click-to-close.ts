import type { Page } from '@playwright/test';

/** Clicks a button that closes its window. The window may be gone before the click is reported. */
export const clickToClose = async (window: Page, label: string): Promise<void> => {
  await window
    .getByRole('button', { name: label, exact: true })
    .click()
    .catch((error: unknown) => {
      if (!window.isClosed()) throw error;
    });
};
