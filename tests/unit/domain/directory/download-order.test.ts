import { describe, expect, it } from 'vitest';
import { type DownloadPlatform, orderedDownloads } from '../../../../domain/directory/wallet-downloads.js';

const WALLET = {
  homepage: 'https://harbor.example',
  app_store: 'https://apps.example/harbor',
  play_store: 'https://play.example/harbor',
  chrome_store: 'https://chrome.example/harbor',
};

describe('The places to fetch a wallet from', () => {
  it.each<[string, DownloadPlatform, readonly string[]]>([
    ['a desktop computer', { mobile: false, ios: false, android: false }, ['chrome_store', 'app_store', 'play_store', 'homepage']],
    ['an iPhone', { mobile: true, ios: true, android: false }, ['app_store', 'chrome_store', 'play_store', 'homepage']],
    ['an Android phone', { mobile: true, ios: false, android: true }, ['play_store', 'chrome_store', 'app_store', 'homepage']],
    ['another phone', { mobile: true, ios: false, android: false }, ['chrome_store', 'app_store', 'play_store', 'homepage']],
  ])('begin on %s with the one that fits it', (_, platform, sources) => {
    expect(orderedDownloads(WALLET, platform).map(({ source }) => source)).toEqual(sources);
  });

  it('leave out what is missing or cannot be opened', () => {
    const links = orderedDownloads(
      { homepage: 'javascript:alert(1)', app_store: null, play_store: 'https://play.example/harbor' },
      {
        mobile: false,
        ios: false,
        android: false,
      },
    );
    expect(links).toEqual([{ source: 'play_store', href: 'https://play.example/harbor' }]);
  });
});
