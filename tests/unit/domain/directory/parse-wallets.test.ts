import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isChainId } from '../../../../domain/caip/caip-2.js';
import { fromCustomWallet, toRecentWallet } from '../../../../domain/directory/directory-wallet.js';
import { parseWallets } from '../../../../domain/directory/parse-wallets.js';
import { itHolds } from '../properties.js';

const only = (entry: unknown) => parseWallets([entry]).wallets[0];

const FULL = {
  id: 'a'.repeat(64),
  name: 'Rainbow',
  badge_type: 'certified',
  chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  homepage: 'https://rainbow.example',
  image_id: '7a33d7f1-3d12-4b5c-f3ee-5cd83cb1b500',
  image_url: 'data:image/png;base64,AA==',
  order: 10,
  mobile_link: 'rainbow://',
  desktop_link: 'rainbow:',
  webapp_link: 'https://app.rainbow.example/',
  app_store: 'https://apps.apple.com/app/id1',
  play_store: 'https://play.google.com/store/apps/details?id=x',
  chrome_store: 'https://chromewebstore.google.com/detail/x',
  rdns: 'me.rainbow',
  injected: [{ namespace: 'eip155', injected_id: 'isRainbow' }],
};

describe('parseWallets', () => {
  it('keeps every valid field', () => {
    expect(only(FULL)).toEqual(FULL);
  });

  it('requires only an id and a name', () => {
    const bare = only({ id: 'a', name: 'A' });
    expect(bare).toMatchObject({ id: 'a', name: 'A', badge_type: 'none', chains: [], injected: [] });
    expect(Object.entries(bare ?? {}).filter(([, value]) => value === null)).toHaveLength(11);
    const nulls = Object.fromEntries(Object.keys(FULL).map((key) => [key, null]));
    expect(only({ ...nulls, id: 'a', name: 'A' })).toEqual(bare);
  });

  it.each([
    [null, 'not-an-object'],
    ['wallet', 'not-an-object'],
    [[FULL], 'not-an-object'],
    [{ ...FULL, id: 7 }, 'no-id'],
    [{ ...FULL, id: '' }, 'no-id'],
    [{ ...FULL, id: 'a,b' }, 'no-id'],
    [{ ...FULL, id: '../a' }, 'no-id'],
    [{ ...FULL, id: '..' }, 'no-id'],
    [{ ...FULL, id: '.' }, 'no-id'],
    [{ ...FULL, id: 'a\uD800' }, 'no-id'],
    [{ ...FULL, name: ' \u202E ' }, 'no-name'],
    [{ ...FULL, name: null }, 'no-name'],
  ])('drops %j with the reason %s', (entry, reason) => {
    expect(parseWallets([FULL, entry])).toEqual({ wallets: [FULL], dropped: [{ index: 1, reason }] });
  });

  it('keeps the first of two entries with the same id', () => {
    expect(parseWallets([FULL, { ...FULL, name: 'Other' }])).toEqual({ wallets: [FULL], dropped: [{ index: 1, reason: 'repeated-id' }] });
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a/b',
    'intent://x',
    'tel:+1900',
    'sms:1900',
    'itms-services://?action=download-manifest',
    'ms-msdt:/id',
    // Other schemes of browsers and systems, in any form.
    ...['about:blank', 'about://blank', 'view-source:https://a.example', 'filesystem:https://a.example/x', 'chrome://settings'],
    ...['chrome-extension://id/page.html', 'moz-extension://id', 'resource://x', 'devtools://x', 'web+wallet://x', 'ext+wallet:'],
    ...['microsoft-edge://a.example', 'app-settings:', 'shortcuts://run-shortcut?name=x', 'android-app://a', 'javascript://%0aalert(1)'],
    ...['sftp://a', 'ldap://a', 'vnc://a', 'geo:', 'sip:', 'callto:', 'magnet:', 'feed://a', 'gopher://a', 'x-apple-health://'],
    // Not the form of a link that opens an app.
    ...['rainbow:alert(1)', 'rainbow:/path', 'rainbow:https://a.example', '//a.example', '1wallet://', 'рainbow://', 'a_b://'],
    ...['rainbow://пример', 'https://а.example', 'http://a.example', 'http://localhost.evil.example', 'http://127.0.0.1.evil.example'],
    ...['http:', 'https:', 'https', 'https:a.example', 'https:/a.example'],
    'search-ms:query=x',
    'https://rainbow.example@evil.example/',
    'https://:secret@evil.example/',
    'rainbow://user:secret@host',
    'https://a.example/\uD800',
    'https://',
    'https:///x',
    'https://a.example/ x',
    'https://a.example/"x',
    'https://a.example/\u202Ex',
    `https://${'a'.repeat(3_000)}.example`,
    7,
    {},
  ])('rejects the link %j', (link) => {
    const keys = ['mobile_link', 'desktop_link', 'webapp_link', 'homepage', 'app_store', 'play_store', 'chrome_store'] as const;
    const wallet = only({ ...FULL, ...Object.fromEntries(keys.map((key) => [key, link])) });
    expect(keys.map((key) => wallet?.[key])).toEqual(keys.map(() => null));
  });

  it.each([
    ...['edge://', 'wc:', 'rainbow', 'content2://', 'com.example.my-wallet://', 'ledgerlive://wallet?a=me@b', 'wallet://[::1]/~x'],
    ...['https://a.example/@me', 'https://a.example/?q=a@b', 'https://a.example:8443/#/app'],
    ...['http://localhost:3000', 'http://wallet.localhost', 'HTTP://127.0.0.1:4100/x', 'http://[::1]:8080'],
  ])('accepts the link %j', (link) => {
    expect(only({ ...FULL, mobile_link: link })?.mobile_link).toBe(link);
  });

  it.each(['..', '.', 'a/b', '\uDC00', 'a%2f'])('rejects the image id %j', (image_id) => {
    expect(only({ ...FULL, image_id })?.image_id).toBeNull();
  });

  it('accepts only web URLs where required', () => {
    expect(only({ ...FULL, homepage: 'rainbow://', webapp_link: 'rainbow://' })).toMatchObject({ homepage: null, webapp_link: null });
  });

  it('sanitizes the name and drops invalid chains', () => {
    expect(only({ ...FULL, name: 'Rain\u202Ebow\u0000' })?.name).toBe('Rainbow');
    expect(only({ ...FULL, chains: ['eip155:1', 'eip155:1', 'eip155', 'x:1', 5, null] })?.chains).toEqual(['eip155:1']);
  });

  itHolds(
    'never throws for any input',
    fc.array(fc.oneof(fc.anything(), fc.record({ id: fc.anything(), name: fc.anything(), chains: fc.anything() }))),
    (entries) => {
      const { wallets, dropped } = parseWallets(entries);
      expect(wallets.length + dropped.length).toBe(entries.length);
      expect(new Set(wallets.map(({ id }) => id)).size).toBe(wallets.length);
      for (const { id, name, chains } of wallets) {
        expect([id, name]).not.toContain('');
        expect(chains.every(isChainId)).toBe(true);
      }
    },
  );

  it('converts a wallet to a recent wallet', () => {
    const wallet = only(FULL);
    if (wallet === undefined) throw new Error('The wallet was parsed');
    expect(toRecentWallet(wallet)).toEqual({
      id: FULL.id,
      name: 'Rainbow',
      rdns: 'me.rainbow',
      imageId: FULL.image_id,
      imageUrl: FULL.image_url,
    });
    expect(toRecentWallet({ ...wallet, rdns: null, image_id: null, image_url: null })).toEqual({ id: FULL.id, name: 'Rainbow' });
  });

  it('converts a custom wallet', () => {
    const custom = { id: 'own', name: 'Own', mobile_link: 'own://', homepage: 'https://own.example', rdns: 'example.own' };
    expect(fromCustomWallet(custom)).toMatchObject({ ...custom, badge_type: 'none', chains: [], desktop_link: null, image_id: null });
  });
});
