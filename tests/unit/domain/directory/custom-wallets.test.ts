import { describe, expect, it } from 'vitest';
import { customWalletLinks } from '../../../../domain/directory/custom-wallets.js';
import type { CustomWallet } from '../../../../domain/options/options.js';

const ALL_LINKS: CustomWallet = {
  id: 'own',
  name: 'Own Wallet',
  homepage: 'https://own.example',
  webapp_link: 'https://app.own.example',
  mobile_link: 'own://',
};

const hrefs = (wallet: CustomWallet, mobile: boolean): readonly string[] =>
  customWalletLinks([wallet], [], { mobile }).map(({ href }) => href);

describe('customWalletLinks', () => {
  it('uses the mobile link on mobile, and the web app otherwise', () => {
    expect(hrefs(ALL_LINKS, true)).toEqual(['own://']);
    expect(hrefs(ALL_LINKS, false)).toEqual(['https://app.own.example']);
  });

  it('falls back to the web app, then to the homepage', () => {
    const { mobile_link: _mobile, ...noMobile } = ALL_LINKS;
    const { webapp_link: _webapp, ...homepageOnly } = noMobile;
    expect(hrefs(noMobile, true)).toEqual(['https://app.own.example']);
    expect(hrefs(homepageOnly, true)).toEqual(['https://own.example']);
    expect(hrefs(homepageOnly, false)).toEqual(['https://own.example']);
  });

  it('omits a wallet without links', () => {
    expect(hrefs({ id: 'own', name: 'Own Wallet' }, false)).toEqual([]);
  });
});
