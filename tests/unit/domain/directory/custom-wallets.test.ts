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

describe('the link of a custom wallet', () => {
  it('is its mobile link on a phone, and its web app on other devices', () => {
    expect(hrefs(ALL_LINKS, true)).toEqual(['own://']);
    expect(hrefs(ALL_LINKS, false)).toEqual(['https://app.own.example']);
  });

  it('is its web app on a phone without a mobile link, and its homepage without either', () => {
    const { mobile_link: _mobile, ...noMobile } = ALL_LINKS;
    const { webapp_link: _webapp, ...homepageOnly } = noMobile;
    expect(hrefs(noMobile, true)).toEqual(['https://app.own.example']);
    expect(hrefs(homepageOnly, true)).toEqual(['https://own.example']);
    expect(hrefs(homepageOnly, false)).toEqual(['https://own.example']);
  });

  it('is not there for a wallet without any link: the wallet has no row', () => {
    expect(hrefs({ id: 'own', name: 'Own Wallet' }, false)).toEqual([]);
  });
});
