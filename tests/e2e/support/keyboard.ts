import type { Locator } from '@playwright/test';
import { axeViolations } from './axe.js';
import type { DappPage } from './dapp-page.js';
import { expect } from './fixtures.js';

/** More stops of Tab than any screen has. */
export const STOPS_AT_MOST = 40;

/** What has the focus, into the modal's root, and whether its focus can be seen on it or on what it stands in. */
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

/** The focus is on a control inside the modal, and can be seen. */
export const expectSeen = async (dapp: DappPage): Promise<void> => {
  expect(await focusOf(dapp)).toEqual({ isInModal: true, isControl: true, isSeen: true, isOnScreen: true });
};

/** Presses Tab until a control has the focus. It is inside the modal and seen at every stop on the way. */
export const tabTo = async (dapp: DappPage, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let stop = 0; stop < STOPS_AT_MOST; stop += 1) {
    await dapp.page.keyboard.press(key);
    await expectSeen(dapp);
    if (await control.evaluate((element) => element.getRootNode() instanceof ShadowRoot && element.matches(':focus'))) return;
  }
  throw new Error('No stop of Tab is the control that was looked for.');
};

/** The view's heading has the focus, so that it is read out, and the whole page is accessible. */
export const expectView = async (dapp: DappPage, title: string): Promise<void> => {
  const heading = dapp.dialog.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(title);
  await expect(heading).toBeFocused();
  expect(await axeViolations(dapp.page), title).toEqual([]);
};
