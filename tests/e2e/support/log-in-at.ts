import type { Page } from '@playwright/test';

/** Logs in at the page of a local provider, which gives no email address. */
export const logInAt = async (provider: Page, user: string): Promise<void> => {
  await provider.getByTestId('social-user').fill(user);
  await provider.getByTestId('social-continue').click();
};
