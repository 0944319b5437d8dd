import { describe, expect, it } from 'vitest';
import { HOSTILE_WALLETS, makeCrowd } from '../../../sandbox/hostile/hostile-wallets.js';
import { prepareHtml } from '../../../sandbox/site/prepare-html.js';

const META = {
  rpc: { 'eip155:1': 'http://127.0.0.1:1' },
  tokens: [],
  wallet: 'http://127.0.0.1:2',
  relay: 'ws://127.0.0.1:3',
  walletDirectory: 'http://127.0.0.1:4',
  images: 'http://127.0.0.1:4',
  blockchainApi: 'http://127.0.0.1:5',
  analytics: 'http://127.0.0.1:6',
};
const SCRIPTS = ['http://127.0.0.1:2/wallet.js?name="A"&b'];
const SCRIPT = '<script src="http://127.0.0.1:2/wallet.js?name=&quot;A&quot;&amp;b"></script>';

describe('prepareHtml', () => {
  it('adds the meta element and the scripts at the start of the head', () => {
    const html = prepareHtml('<!doctype html><html><head lang="en"><script src="own.js"></script></head></html>', {
      meta: META,
      scripts: SCRIPTS,
    });
    const [, content = ''] = /<head lang="en"><meta name="latchkey-sandbox" content="([^"]*)">/.exec(html) ?? [];
    expect(JSON.parse(content.replaceAll('&quot;', '"'))).toEqual(META);
    expect(html).toContain(`">${SCRIPT}<script src="own.js">`);
  });

  it('adds them after the doctype if there is no head', () => {
    expect(prepareHtml('<!doctype html><p>Text', { meta: null, scripts: SCRIPTS })).toBe(`<!doctype html>${SCRIPT}<p>Text`);
  });

  it('returns the page unchanged if there is nothing to add', () => {
    const html = '<!doctype html><html><head></head></html>';
    expect(prepareHtml(html, { meta: null, scripts: [] })).toBe(html);
  });
});

describe('hostile wallets', () => {
  const make = (rdns: string): object => ({ rdns });
  /** Info fields of the announcements. Not for the malformed ones, some of which throw. */
  const infos = (kind: string): readonly Record<string, string>[] =>
    (HOSTILE_WALLETS[kind]?.(make) ?? []).map((announcement) => Object(announcement).info);

  it('include impostors, a huge icon, deceptive names, invalid icons and malformed announcements', () => {
    expect(infos('same-rdns').map(({ rdns }) => rdns)).toEqual(['dev.hostile.twin', 'dev.hostile.twin', 'dev.latchkey.sandbox']);
    expect(infos('big-icon')[0]?.['icon']?.length).toBeGreaterThan(10 * 1024 * 1024);
    expect(infos('names').map(({ name }) => name)).toContain('Safe \u202Etellaw\u202C');
    expect(infos('script-icon')).toHaveLength(1);
    expect(infos('remote-icon')).toHaveLength(6);
    expect(HOSTILE_WALLETS['malformed']?.(make)).toHaveLength(27);
  });

  it('can be created in large numbers, each with its own rdns', () => {
    expect(new Set(makeCrowd(1_000, make).map((announcement) => Object(announcement).info.rdns)).size).toBe(1_000);
  });
});
