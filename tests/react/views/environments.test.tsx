import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { PageBrowser } from '../../../adapters/browser/page-browser.js';
import { Eip6963Discovery } from '../../../adapters/eip155/eip-6963-discovery.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import type { Connector } from '../../../domain/connection/connector.js';
import { wallet as walletOf } from '../../unit/adapters/support/discovery-fixture.js';
import { withProperties } from '../../unit/adapters/support/page.js';
import { listedWallet, pairingClient, pairingCount, URI } from '../support/pairing.js';
import { actAndFlush, press, renderOpen } from '../support/render-modal.js';

/** Environment of a page, as its browser describes it. */
interface RecordedEnvironment {
  readonly name: string;
  readonly userAgent: string;
  /** Number of simultaneous touches that the screen supports. */
  readonly touchPoints: number;
  /** Globals that Telegram sets on the page. */
  readonly telegram?: Readonly<Record<string, unknown>>;
  /** Set inside a frame. */
  readonly framed?: true;
  /** Wallet whose in-app browser it is. */
  readonly wallet?: {
    readonly rdns: string;
    readonly name: string;
    /** How it is discovered: by EIP-6963, or as `window.ethereum` with or without the `ethereum#initialized` event. */
    readonly by: 'announcement' | 'event' | 'silence';
    /** Milliseconds after the discovery started. */
    readonly afterMs: number;
  };
  /**
   * How remote wallets are reached: by QR code; or by a link in the same window, the top window or a new window. Telegram on Android needs
   * the URI encoded twice.
   */
  readonly reached: 'code' | '_self' | '_top' | '_blank' | '_blank twice';
}

const IOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';
const WEB_VIEW = 'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240705.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'Chrome/126.0.0.0 Mobile Safari/537.36';
const DESKTOP_CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const PROXY = { TelegramWebviewProxy: { postEvent: () => undefined } };

const at = (
  reached: RecordedEnvironment['reached'],
  name: string,
  userAgent: string,
  overrides: Partial<RecordedEnvironment> = {},
): RecordedEnvironment => ({ name, userAgent, reached, touchPoints: reached === 'code' ? 0 : 5, ...overrides });

const inWallet = (
  name: string,
  rdns: string,
  userAgent: string,
  by: NonNullable<RecordedEnvironment['wallet']>['by'],
  afterMs: number,
): RecordedEnvironment => at('_self', `the browser of ${name}`, userAgent, { wallet: { rdns, name, by, afterMs } });

/** Browsers, in-app browsers, frames and wallet browsers. */
const RECORDED_ENVIRONMENTS: readonly RecordedEnvironment[] = [
  at('code', 'Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${DESKTOP_CHROME}`),
  at('code', 'Chrome on Windows with a touch screen', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${DESKTOP_CHROME}`, { touchPoints: 10 }),
  at('code', 'Safari on a Mac', `${MAC} Version/17.5 Safari/605.1.15`),
  at('code', 'Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'),
  at('code', 'a Chromebook', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${DESKTOP_CHROME}`, { touchPoints: 10 }),
  at('code', 'a frame on a desktop computer', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${DESKTOP_CHROME}`, { framed: true }),

  at('_self', 'Safari on an iPhone', `${IOS} Version/17.5 Mobile/15E148 Safari/604.1`),
  at('_self', 'Chrome on an iPhone', `${IOS} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`),
  at('_self', 'Firefox on an iPhone', `${IOS} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`),
  at('_self', 'Safari on an iPad that asks for desktop pages', `${MAC} Version/17.5 Safari/605.1.15`),
  at('_self', 'Safari on an iPad', `${IOS.replace('iPhone; CPU iPhone OS', 'iPad; CPU OS')} Version/17.5 Mobile/15E148 Safari/604.1`),
  at('_self', 'Chrome on Android', `${ANDROID} ${CHROME}`),
  at('_self', 'Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0'),
  at('_self', 'Samsung Internet', `${ANDROID} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`),
  at('_top', 'a frame on an iPhone', `${IOS} Version/17.5 Mobile/15E148 Safari/604.1`, { framed: true }),
  at('_top', 'a frame on Android', `${ANDROID} ${CHROME}`, { framed: true }),

  at('_blank', 'Telegram on an iPhone', `${IOS} Mobile/15E148`, { telegram: { ...PROXY, Telegram: { WebApp: { platform: 'ios' } } } }),
  at('_blank twice', 'Telegram on Android', `${WEB_VIEW} ${CHROME} Telegram-Android/11.3.3 (Google Pixel 8; Android 14; SDK 34; HIGH)`, {
    telegram: { ...PROXY, Telegram: { WebApp: { platform: 'android' } } },
  }),
  at('_blank', 'Telegram on an iPad', `${MAC} Mobile/15E148`, { telegram: PROXY }),
  at('code', 'Telegram on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${DESKTOP_CHROME} Edg/126.0.0.0`, {
    telegram: { ...PROXY, Telegram: { WebApp: { platform: 'tdesktop' } } },
  }),
  at('code', 'Telegram on a Mac', MAC, { telegram: { ...PROXY, Telegram: { WebApp: { platform: 'macos' } } } }),
  at('code', 'Telegram in a browser', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${DESKTOP_CHROME}`, {
    telegram: { Telegram: { WebApp: { platform: 'weba' } } },
    framed: true,
  }),
  at('_self', 'Chrome on Android, on a page with the script of Telegram', `${ANDROID} ${CHROME}`, {
    telegram: { Telegram: { WebApp: { platform: 'unknown' } } },
  }),

  at('_self', 'X on an iPhone', `${IOS} Mobile/15E148 Twitter for iPhone/10.50`),
  at('_self', 'X on Android', `${WEB_VIEW} ${CHROME} TwitterAndroid`),
  at('_self', 'Discord on an iPhone', `${IOS} Mobile/15E148 Discord/235.0`),
  at('_self', 'Discord on Android', `${WEB_VIEW} ${CHROME} Discord-Android/235023`),
  at(
    'code',
    'an activity in Discord on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${DESKTOP_CHROME} discord/1.0.9153 Electron/30.1.0`,
    {
      framed: true,
    },
  ),
  at('_self', 'Instagram on an iPhone', `${IOS} Mobile/15E148 Instagram 334.0.3.28.103 (iPhone14,3; iOS 17_5; en_US; en; scale=3.00)`),
  at('_self', 'Instagram on Android', `${WEB_VIEW} ${CHROME} Instagram 334.0.0.42.95 Android (34/14; 420dpi; 1080x2400; Google; Pixel 8)`),
  at('_self', 'Facebook on an iPhone', `${IOS} Mobile/15E148 [FBAN/FBIOS;FBAV/468.0.0.42.107;FBDV/iPhone14,3;FBSN/iOS;FBSV/17.5]`),
  at('_self', 'Facebook on Android', `${WEB_VIEW} ${CHROME} [FB_IAB/FB4A;FBAV/468.0.0.42.107;]`),
  at('_self', 'TikTok on an iPhone', `${IOS} Mobile/15E148 musical_ly_34.5.0 JsSdk/2.0 NetType/WIFI`),
  at('_self', 'Farcaster on an iPhone', `${IOS} Mobile/15E148 Warpcast/1.0`),
  at('code', 'Farcaster in a browser', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${DESKTOP_CHROME}`, { framed: true }),

  inWallet('MetaMask on an iPhone', 'io.metamask.mobile', `${IOS} Mobile/15E148 WebView MetaMaskMobile`, 'announcement', 0),
  inWallet('MetaMask on Android', 'io.metamask.mobile', `${WEB_VIEW} ${CHROME} WebView MetaMaskMobile`, 'announcement', 2_900),
  inWallet('Trust', 'com.trustwallet.app', `${WEB_VIEW} ${CHROME} Trust/8.55`, 'announcement', 500),
  inWallet('Coinbase', 'com.coinbase.wallet', `${IOS} Mobile/15E148 CoinbaseWallet/29.52`, 'event', 2_000),
  inWallet('Rainbow', 'me.rainbow', `${IOS} Mobile/15E148 Rainbow/1.9.72`, 'announcement', 1_000),
  inWallet('Phantom', 'app.phantom', `${IOS} Mobile/15E148 Phantom/ios/26.23.0.46452`, 'announcement', 100),
  inWallet('OKX', 'com.okex.wallet', `${WEB_VIEW} ${CHROME} OKApp/6.60.0`, 'announcement', 2_999),
  inWallet('imToken', 'im.token.app', `${WEB_VIEW} ${CHROME} imToken/2.17.1`, 'silence', 2_900),
  inWallet('TokenPocket', 'pro.tokenpocket', `${IOS} TokenPocket_iOS`, 'event', 100),
  inWallet('Bitget', 'com.bitget.web3', `${ANDROID} Chrome/115.0.0.0 Mobile Safari/537.36; BitKeep Android/8.27.0`, 'silence', 0),
];

const WALLETS = [
  listedWallet('native', 'Native'),
  listedWallet('universal', 'Universal', { mobile_link: 'https://universal.example/app' }),
];
const ONCE = encodeURIComponent(URI);

/** Creates the window of an environment. */
const pageOf = ({ userAgent, touchPoints, framed, telegram }: RecordedEnvironment): typeof window =>
  withProperties<typeof window>(Object.create(window), {
    navigator: { userAgent, maxTouchPoints: touchPoints },
    matchMedia: () => ({ matches: touchPoints > 0 }),
    self: 'this page',
    top: framed ? 'another page' : 'this page',
    ...telegram,
  });

const platformOf = (environment: RecordedEnvironment) => new PageBrowser(pageOf(environment)).platform;

/** The first of the environments with the same key. */
const distinct = <Environment extends RecordedEnvironment>(
  environments: readonly Environment[],
  keyOf: (environment: Environment) => string,
): readonly Environment[] => [...new Map([...environments].reverse().map((environment) => [keyOf(environment), environment])).values()];

// The modal knows no more of an environment than its platform.
const PLATFORMS = distinct(RECORDED_ENVIRONMENTS, (environment) => JSON.stringify(platformOf(environment)));
const WALLET_BROWSERS = RECORDED_ENVIRONMENTS.flatMap(({ wallet, ...environment }) =>
  wallet === undefined ? [] : [{ ...environment, wallet }],
);

const open = async (environment: RecordedEnvironment) => {
  const fake = pairingClient({ wallets: WALLETS, installed: false });
  fake.browser.platform = platformOf(environment);
  const modal = await renderOpen(fake);
  return { fake, modal };
};

describe('the wallet list', () => {
  it('is tested in more than 25 environments, six of them wallet browsers', () => {
    expect(new Set(RECORDED_ENVIRONMENTS.map(({ name }) => name)).size).toBe(RECORDED_ENVIRONMENTS.length);
    expect(RECORDED_ENVIRONMENTS.length).toBeGreaterThan(25);
    expect(RECORDED_ENVIRONMENTS.filter(({ wallet }) => wallet !== undefined).length).toBeGreaterThanOrEqual(6);
  });

  it.each(RECORDED_ENVIRONMENTS)('detects the platform of $name, which decides how wallets are reached', (environment) => {
    const same = PLATFORMS.find((each) => JSON.stringify(platformOf(each)) === JSON.stringify(platformOf(environment)));
    expect(same?.reached).toBe(environment.reached);
  });

  it.each(PLATFORMS)('reaches wallets in $name by: $reached', async (environment) => {
    const { fake, modal } = await open(environment);
    const row = (id: string): HTMLElement => modal.ui.getByTestId(`lk-wallet-${id}`);
    if (environment.reached === 'code') {
      expect([row('walletConnect').tagName, row('native').tagName, row('universal').tagName]).toEqual(['BUTTON', 'BUTTON', 'BUTTON']);
      expect(pairingCount(fake)).toBe(0);
      return;
    }
    // The QR code for another device is below the list.
    expect([modal.ui.getByTestId('lk-wallets').contains(row('walletConnect')), pairingCount(fake)]).toEqual([false, 1]);
    await fake.showUri();
    const [target, twice] = environment.reached.split(' ');
    const linkOf = (id: string) => ['tagName', 'href', 'target', 'rel'].map((name) => row(id).getAttribute(name) ?? row(id).tagName);
    expect(linkOf('native')).toEqual(['A', `native://wc?uri=${twice ? encodeURIComponent(ONCE) : ONCE}`, target, 'noopener noreferrer']);
    expect(linkOf('universal')).toEqual(['A', `https://universal.example/app/wc?uri=${ONCE}`, target, 'noopener noreferrer']);
  });

  it.each(distinct(WALLET_BROWSERS, ({ userAgent, wallet: { by } }) => `${by} ${userAgent.includes('iPhone')}`))(
    'in $name has that wallet first and one tap away, announced by $wallet.by after $wallet.afterMs ms',
    async (environment) => {
      const { rdns, name, by, afterMs } = environment.wallet;
      const { fake, modal } = await open(environment);
      const window = Object.assign(new EventTarget(), { ethereum: undefined as unknown });
      const clock = new FakeClock();
      const walletFilter$ = of({ announced: true, injected: true });
      const discovery = new Eip6963Discovery({ window, clock, appWallets: [], walletFilter$ });
      let found: readonly Connector[] = [];
      discovery.connectors$.subscribe((connectors) => (found = connectors));
      discovery.start();
      const inside = walletOf(rdns, { name });
      await clock.run(afterMs);
      if (by === 'announcement') inside.announce(window);
      else if (by === 'event') inside.inject(window);
      else window.ethereum = inside.provider;
      // The discovery has ended.
      await clock.run(3_000 - afterMs);
      const [connector] = found;
      if (connector === undefined) throw new Error('The wallet was not found');
      await actAndFlush(() => fake.chain.announce(connector));

      const first = modal.ui.getByTestId('lk-wallets').querySelector('li');
      expect(first?.querySelector('bdi')?.textContent).toBe(by === 'announcement' ? name : 'Browser Wallet');
      const own = fake.chain.wallet(connector.id);
      own.always('connect', 'never');
      await press(first?.querySelector('button') ?? modal.host);
      expect([modal.viewName(), own.count('connect')]).toEqual(['ConnectingExternal', 1]);
    },
  );
});
