import type { Locator } from '@playwright/test';
import { axeViolations } from './axe.js';
import type { DappPage } from './dapp-page.js';
import { expect } from './fixtures.js';

/** Upper bound of tab stops on a screen. */
export const MAX_TAB_STOPS = 40;

/** Describes the focused element, inside the modal's shadow root, and whether its focus ring is visible on it or its container. */
const focusOf = ({ page }: DappPage) =>
  page.evaluate(() => {
    const modal = document.querySelector('latchkey-modal')?.shadowRoot;
    const element = modal?.activeElement ?? document.activeElement;
    const rings = [element, element?.closest('.field, .pick')].map((each) => (each == null ? null : getComputedStyle(each)));
    return {
      isInModal: modal?.activeElement != null,
      isControl: element?.matches('a,button,input') ?? false,
      isSeen: rings.some((style) => style !== null && style.outlineStyle === 'solid' && Number.parseFloat(style.outlineWidth) >= 2),
      isOnScreen: element?.checkVisibility() ?? false,
    };
  });

/** Expects the focus to be on a visible control inside the modal. */
export const expectFocusVisible = async (dapp: DappPage): Promise<void> => {
  expect(await focusOf(dapp)).toEqual({ isInModal: true, isControl: true, isSeen: true, isOnScreen: true });
};

/** Presses Tab until a control is focused. Checks the focus at every stop. */
export const tabTo = async (dapp: DappPage, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    await dapp.page.keyboard.press(key);
    await expectFocusVisible(dapp);
    if (await control.evaluate((element) => element.getRootNode() instanceof ShadowRoot && element.matches(':focus'))) return;
  }
  throw new Error('Could not reach the control with Tab.');
};

/** Expects the view's heading to be focused, so that it is announced, and the page to be accessible. */
export const expectView = async (dapp: DappPage, title: string): Promise<void> => {
  const heading = dapp.dialog.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(title);
  await expect(heading).toBeFocused();
  expect(await axeViolations(dapp.page), title).toEqual([]);
};
