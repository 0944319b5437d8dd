import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { downloadChoice, downloadLinks, orderedDownloads } from '../../../../domain/directory/wallet-downloads.js';
import { type LinkKind, solanaBrowserLink, walletLink } from '../../../../domain/directory/wallet-links.js';
import { walletPlatforms } from '../../../../domain/directory/wallet-platforms.js';
import { forAll } from '../properties.js';

const URI = 'wc:abc@2?relay-protocol=irn&symKey=def';
const ENCODED = encodeURIComponent(URI);
const PLAIN = { android: false, telegram: false, iframe: false };

describe('walletLink', () => {
  it.each([
    ['rainbow://', 'rainbow://wc?uri=', 'rainbow://'],
    ['rainbow:', 'rainbow://wc?uri=', 'rainbow://'],
    ['rainbow', 'rainbow://wc?uri=', 'rainbow://'],
    ['rainbow:/', 'rainbow://wc?uri=', 'rainbow://'],
    ['ledgerlive://wallet', 'ledgerlive://wallet/wc?uri=', 'ledgerlive://wallet/'],
    ['https://rnbwapp.example', 'https://rnbwapp.example/wc?uri=', 'https://rnbwapp.example/'],
    ['https://rnbwapp.example/', 'https://rnbwapp.example/wc?uri=', 'https://rnbwapp.example/'],
    ['HTTP://127.0.0.1:4100', 'HTTP://127.0.0.1:4100/wc?uri=', 'HTTP://127.0.0.1:4100/'],
    ['https://a.example/open?lang=en', 'https://a.example/open/wc?lang=en&uri=', 'https://a.example/open/?lang=en'],
    ['https://a.example?lang=en', 'https://a.example/wc?lang=en&uri=', 'https://a.example/?lang=en'],
    ['https://a.example/#/app', 'https://a.example/wc?uri=', 'https://a.example/'],
    ['a://x/y?z=1#w', 'a://x/y/wc?z=1&uri=', 'a://x/y/?z=1'],
    ['wc:', 'wc://wc?uri=', 'wc://'],
  ])('for %s starts with %s and has the base %s', (mobile_link, begin, base) => {
    expect(walletLink({ mobile_link }, 'mobile', URI, PLAIN)).toEqual({ href: `${begin}${ENCODED}`, base, target: '_self' });
  });

  it('encodes twice for an app in Telegram on Android only', () => {
    const href = (link: string, platform: typeof PLAIN) => walletLink({ mobile_link: link }, 'mobile', URI, platform)?.href;
    const both = { ...PLAIN, android: true, telegram: true };
    expect(href('rainbow://', both)).toBe(`rainbow://wc?uri=${encodeURIComponent(ENCODED)}`);
    expect(href('rainbow://a%20b', both)).toBe(`rainbow://a%2520b/wc?uri=${encodeURIComponent(ENCODED)}`);
    expect(href('https://a.example', both)).toBe(`https://a.example/wc?uri=${ENCODED}`);
    for (const one of [
      { ...PLAIN, android: true },
      { ...PLAIN, telegram: true },
    ])
      expect(href('rainbow://', one)).toBe(`rainbow://wc?uri=${ENCODED}`);
  });

  it.each([
    ['mobile', PLAIN, '_self'],
    ['mobile', { ...PLAIN, iframe: true }, '_top'],
    ['mobile', { ...PLAIN, telegram: true, iframe: true }, '_blank'],
    ['desktop', PLAIN, '_blank'],
    ['web', { ...PLAIN, iframe: true }, '_blank'],
  ] as const)('of kind %s on %j has the target %s', (kind, platform, target) => {
    const links = { mobile_link: 'a://', desktop_link: 'b://', webapp_link: 'https://c.example' };
    expect(walletLink(links, kind, URI, platform)?.target).toBe(target);
  });

  it('uses the link of its kind; null without a safe link', () => {
    const links = { mobile_link: 'a://', desktop_link: 'b://', webapp_link: 'https://c.example' };
    const bases = (['mobile', 'desktop', 'web'] as const).map((kind) => walletLink(links, kind, URI, PLAIN)?.base);
    expect(bases).toEqual(['a://', 'b://', 'https://c.example/']);
    for (const link of [
      ...[null, undefined, '', 'javascript:alert(1)', 'javascript', 'data:x', 'a b://', 'a://b\uD800'],
      // Unsafe once the characters that schemes cannot have are removed.
      ...['java:script', 'javascrip:t:/', 'in:tent', 'da:ta', 'rainbow:a%20b', 'rainbow:x?u=https://a.example'],
    ])
      expect(walletLink({ mobile_link: link }, 'mobile', URI, PLAIN)).toBe(null);
  });

  it('keeps the wallet’s path and query, and adds the URI once, for any link', () => {
    const word = fc.stringMatching(/^[\w.~-]{1,8}$/);
    const query = fc.array(fc.tuple(word, word), { maxLength: 3 }).map((pairs) => pairs.filter(([key]) => key !== 'uri'));
    const base = fc.tuple(
      fc.constantFrom('https://a.example', 'HTTPS://a.example:8443', 'rainbow://host'),
      fc.array(
        word.filter((each) => !/^\.+$/.test(each)),
        { maxLength: 3 },
      ),
      fc.boolean(),
      query,
      fc.constantFrom('', '#/app', '#a?b'),
    );
    forAll(base, fc.webUrl({ withQueryParameters: true, withFragments: true }), ([at, path, slash, own, fragment], uri) => {
      const ownQuery = own.map(([key, value]) => `${key}=${value}`).join('&');
      const link = `${at}${path.map((each) => `/${each}`).join('')}${slash ? '/' : ''}${ownQuery === '' ? '' : `?${ownQuery}`}${fragment}`;
      const result = walletLink({ mobile_link: link }, 'mobile', uri, PLAIN);
      const url = new URL(result?.href ?? '');
      const before = new URL(link);
      expect([url.protocol, url.host, url.hash]).toEqual([before.protocol, before.host, '']);
      expect(url.pathname).toBe(`${before.pathname.replace(/\/$/, '')}/wc`);
      expect([...url.searchParams]).toEqual([...own, ['uri', uri]]);
      // The base leads to the same link again.
      expect(walletLink({ mobile_link: result?.base }, 'mobile', uri, PLAIN)).toEqual(result);
    });
  });

  it('passes the exact URI, for any URI', () => {
    const kinds: readonly LinkKind[] = ['mobile', 'desktop', 'web'];
    forAll(
      fc.webUrl(),
      fc.constantFrom('x://', 'x', 'https://x.example'),
      fc.constantFrom(...kinds),
      fc.boolean(),
      (uri, link, kind, twice) => {
        const wallet = { mobile_link: link, desktop_link: link, webapp_link: link };
        const href = walletLink(wallet, kind, uri, { android: twice, telegram: twice, iframe: false })?.href ?? '';
        const encoded = href.slice(href.indexOf('wc?uri=') + 7);
        const once = decodeURIComponent(encoded);
        expect(twice && !link.startsWith('https') ? decodeURIComponent(once) : once).toBe(uri);
        expect(encoded).toMatch(/^[\w.~!*'()%-]*$/);
      },
    );
  });
});

describe('solanaBrowserLink', () => {
  const page = { href: 'https://app.example/a?b=c', origin: 'https://app.example' };
  const outside = { mobile: true, installed: false };

  it('opens the page in the wallet’s browser on mobile', () => {
    expect(solanaBrowserLink({ id: 'x', name: 'Phantom' }, page, outside)).toBe(
      'https://phantom.app/ul/browse/https%3A%2F%2Fapp.example%2Fa%3Fb%3Dc?ref=https%3A%2F%2Fapp.example',
    );
    expect(solanaBrowserLink({ id: 'x', name: 'Coinbase Wallet' }, page, outside)).toBe(
      'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fapp.example%2Fa%3Fb%3Dc',
    );
  });

  it('identifies wallets by directory id, too', () => {
    const [phantom, coinbase] = [
      'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
      'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
    ];
    expect(solanaBrowserLink({ id: phantom, name: 'Renamed' }, page, outside)).toContain('phantom.app');
    expect(solanaBrowserLink({ id: coinbase, name: 'Base' }, page, outside)).toContain('cb-w.com');
  });

  it('is null on desktop, inside that browser and for other wallets', () => {
    const phantom = { id: 'x', name: 'Phantom' };
    expect(solanaBrowserLink(phantom, page, { mobile: false, installed: false })).toBe(null);
    expect(solanaBrowserLink(phantom, page, { mobile: true, installed: true })).toBe(null);
    expect(solanaBrowserLink({ id: 'x', name: 'Other' }, page, outside)).toBe(null);
  });
});

describe('walletPlatforms', () => {
  const desktop = { mobile: false, hasAdapters: true, installed: false };
  const phone = { ...desktop, mobile: true };
  const everything = { rdns: 'a.b', mobile_link: 'a://', desktop_link: 'a://', webapp_link: 'https://a.example' };

  it.each([
    ['no wallet', null, desktop, ['qrcode']],
    ['no wallet on a phone', null, phone, ['qrcode']],
    ['an installed one with all links', everything, { ...desktop, installed: true }, ['browser', 'qrcode', 'web', 'desktop']],
    ['the same on a phone', everything, { ...phone, installed: true }, ['browser', 'mobile', 'web']],
    ['one that could be installed', everything, desktop, ['qrcode', 'web', 'desktop', 'unsupported']],
    ['the same on a phone, not installed', everything, phone, ['mobile', 'web']],
    ['an extension only, on a phone', { rdns: 'a.b' }, phone, ['qrcode']],
    ['without an adapter', everything, { ...desktop, installed: true, hasAdapters: false }, ['qrcode', 'web', 'desktop']],
    ['an extension only', { rdns: 'a.b' }, desktop, ['unsupported']],
    ['an extension that has no rdns', { injected: [{ namespace: 'eip155', injected_id: 'isA' }] }, desktop, ['unsupported']],
    ['an installed one that says nothing else', {}, { ...desktop, installed: true }, ['browser']],
    ['a desktop app on a phone', { desktop_link: 'a://' }, phone, ['qrcode']],
    ['one that says nothing', {}, desktop, ['qrcode']],
  ])('for %s', (_, wallet, facts, expected) => {
    expect(walletPlatforms(wallet, facts)).toEqual(expected);
  });
});

describe('wallet downloads', () => {
  const links = {
    chrome_store: 'https://chrome.example',
    app_store: 'https://apps.example',
    play_store: 'https://play.example',
    homepage: 'https://home.example',
  };
  const desktop = { mobile: false, ios: false, android: false };
  const ios = { mobile: true, ios: true, android: false };
  const android = { mobile: true, ios: false, android: true };
  const otherPhone = { mobile: true, ios: false, android: false };

  it('show all links on desktop if there are several', () => {
    expect(downloadChoice(links, desktop)).toBe('all');
    expect(downloadChoice({ homepage: links.homepage }, desktop)).toEqual({ source: 'homepage', href: links.homepage });
    expect(downloadLinks(links).map(({ source }) => source)).toEqual(['chrome_store', 'app_store', 'play_store', 'homepage']);
  });

  it.each([
    ['a desktop computer', desktop, ['chrome_store', 'app_store', 'play_store', 'homepage']],
    ['an iPhone', ios, ['app_store', 'chrome_store', 'play_store', 'homepage']],
    ['an Android phone', android, ['play_store', 'chrome_store', 'app_store', 'homepage']],
    ['another phone', otherPhone, ['chrome_store', 'app_store', 'play_store', 'homepage']],
  ])('start with the link for %s', (_, platform, sources) => {
    expect(orderedDownloads(links, platform).map(({ source }) => source)).toEqual(sources);
  });

  it('lead to the phone’s store, else to the homepage', () => {
    expect(downloadChoice(links, ios)).toEqual({ source: 'app_store', href: links.app_store });
    expect(downloadChoice(links, android)).toEqual({ source: 'play_store', href: links.play_store });
    expect(downloadChoice({ homepage: links.homepage, play_store: links.play_store }, ios)).toMatchObject({ source: 'homepage' });
    expect(downloadChoice(links, otherPhone)).toMatchObject({ source: 'homepage' });
  });

  it('are not offered without a safe link', () => {
    for (const platform of [desktop, ios, android]) expect(downloadChoice({}, platform)).toBe(null);
    expect(downloadLinks({ homepage: 'javascript:alert(1)', app_store: null })).toEqual([]);
    const some = { homepage: 'javascript:alert(1)', app_store: null, play_store: links.play_store };
    expect(orderedDownloads(some, desktop)).toEqual([{ source: 'play_store', href: links.play_store }]);
    expect(downloadChoice({ chrome_store: links.chrome_store }, ios)).toBe(null);
  });
});
