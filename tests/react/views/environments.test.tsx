import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { PageBrowser } from '../../../adapters/browser/page-browser.js';
import { Eip6963Discovery } from '../../../adapters/eip155/eip-6963-discovery.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import type { Connector } from '../../../domain/connection/connector.js';
import { wallet as walletOf } from '../../unit/adapters/support/discovery-world.js';
import { withProperties } from '../../unit/adapters/support/page.js';
import { listedWallet, pairingClient, pairings, URI } from '../support/pairing.js';
import { RECORDED_ENVIRONMENTS, type RecordedEnvironment } from '../support/recorded-environments.js';
import { openModal, press, renderModal, settled } from '../support/render-modal.js';

const WALLETS = [
  listedWallet('native', 'Native'),
  listedWallet('universal', 'Universal', { mobile_link: 'https://universal.example/app' }),
];
const ONCE = encodeURIComponent(URI);

/** A page in an environment. */
const pageOf = ({ userAgent, touchPoints, framed, telegram }: RecordedEnvironment): typeof window =>
  withProperties<typeof window>(Object.create(window), {
    navigator: { userAgent, maxTouchPoints: touchPoints },
    matchMedia: () => ({ matches: touchPoints > 0 }),
    self: 'this page',
    top: framed ? 'another page' : 'this page',
    ...telegram,
  });

const open = async (environment: RecordedEnvironment) => {
  const fake = pairingClient({ wallets: WALLETS, installed: false });
  fake.browser.platform = new PageBrowser(pageOf(environment)).platform;
  const modal = await renderModal(fake);
  await openModal(fake);
  return { fake, modal };
};

describe('The wallet list', () => {
  it('is looked at in more than 25 environments, six browsers of wallets among them', () => {
    expect(new Set(RECORDED_ENVIRONMENTS.map(({ name }) => name)).size).toBe(RECORDED_ENVIRONMENTS.length);
    expect(RECORDED_ENVIRONMENTS.length).toBeGreaterThan(25);
    expect(RECORDED_ENVIRONMENTS.filter(({ wallet }) => wallet !== undefined).length).toBeGreaterThanOrEqual(6);
  });

  it.each(RECORDED_ENVIRONMENTS)('in $name reaches wallets by: $reached', async (environment) => {
    const { fake, modal } = await open(environment);
    const row = (id: string): HTMLElement => modal.ui.getByTestId(`lk-wallet-${id}`);
    if (environment.reached === 'code') {
      expect([row('walletConnect').tagName, row('native').tagName, row('universal').tagName]).toEqual(['BUTTON', 'BUTTON', 'BUTTON']);
      expect(pairings(fake)).toBe(0);
      return;
    }
    expect([modal.ui.queryByTestId('lk-wallet-walletConnect'), pairings(fake)]).toEqual([null, 1]);
    await fake.showUri();
    const [target, twice] = environment.reached.split(' ');
    const linkOf = (id: string) => ['tagName', 'href', 'target', 'rel'].map((name) => row(id).getAttribute(name) ?? row(id).tagName);
    expect(linkOf('native')).toEqual(['A', `native://wc?uri=${twice ? encodeURIComponent(ONCE) : ONCE}`, target, 'noopener noreferrer']);
    expect(linkOf('universal')).toEqual(['A', `https://universal.example/app/wc?uri=${ONCE}`, target, 'noopener noreferrer']);
  });

  it.each(RECORDED_ENVIRONMENTS.flatMap(({ wallet, ...environment }) => (wallet === undefined ? [] : [{ ...environment, wallet }])))(
    'in $name has that wallet first and one tap away, announced by $wallet.by after $wallet.afterMs ms',
    async (environment) => {
      const { rdns, name, by, afterMs } = environment.wallet;
      const { fake, modal } = await open(environment);
      const window = Object.assign(new EventTarget(), { ethereum: undefined as unknown });
      const clock = new FakeClock();
      const wanted$ = of({ announced: true, injected: true });
      const discovery = new Eip6963Discovery({ window, clock, hostWallets: [], wanted$ });
      let found: readonly Connector[] = [];
      discovery.connectors$.subscribe((connectors) => (found = connectors));
      discovery.start();
      const inside = walletOf(rdns, { name });
      await clock.run(afterMs);
      if (by === 'announcement') inside.announce(window);
      else if (by === 'event') inside.inject(window);
      else window.ethereum = inside.provider;
      // Nobody is looked out for any longer.
      await clock.run(3_000 - afterMs);
      const [connector] = found;
      if (connector === undefined) throw new Error('The wallet was not found');
      await settled(() => fake.chain.announce(connector));

      const first = modal.ui.getByTestId('lk-wallets').querySelector('li');
      expect(first?.querySelector('bdi')?.textContent).toBe(by === 'announcement' ? name : 'Browser Wallet');
      const own = fake.chain.wallet(connector.id);
      own.always('connect', 'never');
      await press(first?.querySelector('button') ?? modal.host);
      expect([modal.viewName(), own.count('connect')]).toEqual(['ConnectingExternal', 1]);
    },
  );
});
