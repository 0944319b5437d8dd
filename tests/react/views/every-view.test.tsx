import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { en } from '../../../presentation/messages/en.js';
import { expectAccessible } from '../support/axe.js';
import { pseudo } from '../support/pseudo.js';
import type { RenderedModal } from '../support/render-modal.js';
import { bringAbout, SITUATIONS } from '../support/situations.js';

let logged: MockInstance<typeof console.error>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  logged = vi.spyOn(console, 'error');
});
afterEach(() => {
  vi.useRealTimers();
  // React's development build warns this way. Happy-dom does not know the element `search`.
  const warnings = logged.mock.calls.filter(([, tag]) => tag !== 'search');
  logged.mockRestore();
  expect(warnings).toEqual([]);
});

/** Texts that are data: names of wallets and networks, addresses, amounts, initials. */
const DATA =
  /^(Example|Double|Harbor|Lantern|Many|Solana|Bitcoin|Polkadot|Ethereum, Polygon|(So11|bc1q|bc1p|15oF)…\w{4,6}|0x22…222222|harbor\.example|\d\+?|Ethereum|Polygon|Base|Arbitrum One|OP Mainnet|Sepolia|Etherscan|0x11…(1111|111111)|\d+\.\d{3}|ETH|[A-Z]|Network Not Found|\s*)$/;

const untranslated = ({ root }: RenderedModal): readonly string[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    // What the catalogue wrote stands in brackets, also inside of a sentence of it; the rest must be data. A sentence around links
    // comes in pieces.
    const whole = (node.textContent ?? '').replace(/^\[.*·\]$/u, '');
    const rest = whole.replace(/\[.*?\]|^.*·+\]|\[.*$/gu, '').trim();
    if (!DATA.test(rest) && node.parentElement?.closest('.fine, label') == null) found.push(rest);
  }
  for (const element of root.querySelectorAll('[aria-label], [placeholder], [title]')) {
    for (const name of ['aria-label', 'placeholder']) {
      const value = element.getAttribute(name);
      if (value !== null && !value.startsWith('[')) found.push(`${name}=${value}`);
    }
  }
  return found;
};

describe.each(Object.keys(SITUATIONS))('%s', (name) => {
  it('is accessible', async () => {
    const modal = await bringAbout(name, { themeMode: 'dark' }, en);
    expect(modal.host.dataset['theme']).toBe('dark');
    vi.useRealTimers();
    await expectAccessible(modal.host);
  });

  it('is accessible in the light theme and in another language, and has no text from outside the catalogue', async () => {
    const modal = await bringAbout(name, { themeMode: 'light' }, pseudo);
    expect(modal.host.dataset['theme']).toBe('light');
    expect(untranslated(modal)).toEqual([]);
    vi.useRealTimers();
    await expectAccessible(modal.host);
  });
});
