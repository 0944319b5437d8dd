import { cleanup, fireEvent } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { AccountButton } from '../../../presentation/components/account-button.js';
import { ConnectButton } from '../../../presentation/components/connect-button.js';
import { NetworkButton } from '../../../presentation/components/network-button.js';
import { type MountButtonOptions, type MountedButton, mountButton } from '../../../presentation/dom/mount-button.js';
import { ADDRESS, connected } from '../hooks/support/connected.js';
import { type FakeClient, fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { renderTree } from '../hooks/support/render-hooks.js';
import { expectAccessible } from '../support/axe.js';
import { pseudo } from '../support/pseudo.js';
import { settled } from '../support/render-modal.js';

const mounted: MountedButton[] = [];

const place = (): HTMLElement => document.body.appendChild(document.createElement('div'));

const mount = ({ client }: FakeClient, options?: MountButtonOptions): HTMLButtonElement => {
  const button = mountButton(client, place(), options);
  mounted.push(button);
  return button.element;
};

afterEach(async () => {
  await settled(() => {
    for (const { unmount } of mounted.splice(0)) unmount();
  });
  cleanup();
  document.body.replaceChildren();
  document.adoptedStyleSheets = [];
});

/** An element as it is, whatever it was made by: texts in one piece, no empty attribute of styles. */
const plain = (element: Element | null | undefined): Element | null => {
  if (element == null) return null;
  const copy = element.cloneNode(true) as Element;
  copy.normalize();
  for (const each of [copy, ...copy.querySelectorAll('*')]) if (each.getAttribute('style') === '') each.removeAttribute('style');
  return copy;
};

/** Mounts a button beside the component of React, and gives what tells them apart. */
const beside = (fake: FakeClient, tree: ReactElement, options: MountButtonOptions) => {
  const own = mount(fake, { modal: false, ...options });
  const { container } = renderTree(fake.client, tree);
  return {
    own,
    expectSame: (): void => {
      const [theirs, ours] = [plain(container.querySelector('button')), plain(own.style.display === 'none' ? null : own)];
      if (theirs === null || ours === null) expect(ours?.outerHTML).toBe(theirs?.outerHTML);
      else expect(ours.isEqualNode(theirs) ? theirs.outerHTML : ours.outerHTML).toBe(theirs.outerHTML);
    },
  };
};

const LABELS = { label: 'Log in', loadingLabel: 'One moment' };

describe('mountButton', () => {
  it.each([
    [
      'connect',
      <ConnectButton key="c" id="x" className="mine" size="sm" {...LABELS} />,
      { id: 'x', className: 'mine', size: 'sm', ...LABELS },
    ],
    ['account', <AccountButton key="a" balance />, { balance: true }],
    ['network', <NetworkButton key="n" />, {}],
  ] as const)('is the same as the component of React, in every state: %s', async (kind, tree, options) => {
    const fake = fakeClient({
      options: {
        themeMode: 'light',
        themeVariables: { '--lk-accent': 'teal' },
        chainImages: { 1: 'https://app.example/1.png', 137: 'data:image/png;base64,AA==' },
        allowUnsupportedChain: true,
      },
      chain: {
        wallets: [{ id: WALLET, name: 'Example', icon: 'data:image/png;base64,AA==', knownChainIds: ['eip155:137'] }],
        balances: { [ADDRESS]: 15n * 10n ** 17n },
      },
    });
    fake.browser.images = 'slow';
    const { own, expectSame } = beside(fake, tree, { kind, ...options });
    const steps: readonly (() => unknown)[] = [
      () => undefined,
      () => void fake.client.open(),
      () => fake.browser.finishImages(),
      () => fake.client.close(),
      () => fake.chain.wallet(WALLET).next('connect', 'late'),
      () => void fake.client.connect({ connectorId: WALLET }),
      () => fake.chain.wallet(WALLET).release(),
      () => vi.dynamicImportSettled(),
      () => fake.clock.run(0),
      () => fake.client.addAddressLabel(ADDRESS, 'Savings for a long holiday'),
      () => fake.chain.wallet(WALLET).selectChain('eip155:137'),
      () => fake.chain.wallet(WALLET).selectChain('eip155:56'),
      () => fake.client.setThemeMode('dark'),
      () => fake.client.setThemeVariables({ '--lk-qr-color': '#123456' }),
      () => fake.client.updateOptions({ enableNetworkSwitch: false }),
      () => void fake.client.disconnect(),
    ];
    const looks = new Set<string>();
    for (const step of steps) {
      await settled(step);
      expectSame();
      looks.add(own.outerHTML);
    }
    expect(looks.size).toBeGreaterThan(4);
  });

  it('is for connecting until somebody is connected, then for the account, in one and the same element', async () => {
    const fake = fakeClient();
    const button = mount(fake, { modal: false, namespace: 'eip155' });
    button.focus();
    expect([button.textContent, button.dataset['testid']]).toEqual(['Connect Wallet', 'lk-connect-button']);
    await settled(() => fireEvent.click(button));
    expect(fake.client.useCases.watchModal.current()).toMatchObject({ view: { name: 'Connect' }, modal: { namespace: 'eip155' } });
    await settled(() => fake.client.close());
    await settled(() => fake.client.connect({ connectorId: WALLET }));
    expect([button.textContent, button.dataset['testid'], document.activeElement]).toEqual(['0x11…111111', 'lk-account-button', button]);
    await settled(() => fireEvent.click(button));
    expect(fake.client.useCases.watchModal.current().view.name).toBe('Account');
    await settled(() => fake.client.disconnect());
    expect(button.textContent).toBe('Connect Wallet');
  });

  it('opens the list of networks, and says that somebody wanted it', async () => {
    const fake = await connected();
    const button = mount(fake, { kind: 'network', modal: false });
    await settled(() => fireEvent.click(button));
    expect(fake.client.useCases.watchModal.current().view.name).toBe('Networks');
    expect(fake.events.map(({ event }) => event)).toContain('CLICK_NETWORKS');
  });

  it('shows the first letter of a network whose picture does not load', async () => {
    const fake = await connected({ options: { chainImages: { 1: 'https://app.example/1.png' } } });
    const button = mount(fake, { kind: 'network', modal: false });
    const image = button.querySelector('img');
    expect(image?.getAttribute('src')).toBe('https://app.example/1.png');
    if (image !== null) fireEvent.error(image);
    expect([button.querySelector('img'), button.querySelector('.pic')?.textContent]).toEqual([null, 'E']);
  });

  it('opens nothing when a listener of the host prevents it', async () => {
    const fake = fakeClient();
    const button = mount(fake, { modal: false });
    button.addEventListener('click', (event) => event.preventDefault(), { capture: true });
    await settled(() => fireEvent.click(button));
    expect(fake.client.getState().open).toBe(false);
  });

  it('reads no balance unless it is asked to show it', async () => {
    const fake = await connected({ chain: { balances: { [ADDRESS]: 15n * 10n ** 17n } } });
    mount(fake, { modal: false });
    await settled(() => vi.dynamicImportSettled());
    await settled(() => fake.clock.run(0));
    expect(fake.chain.readCalls).toHaveLength(0);
  });

  it('brings the stock modal along: its code when a person heads for the button, and out of the page with the last button', async () => {
    const fake = fakeClient();
    const [first, second] = [mount(fake), mount(fake, { kind: 'network' })];
    await settled(() => vi.dynamicImportSettled());
    expect(document.querySelector('latchkey-modal')).toBeNull();
    await settled(() => fireEvent(first, new Event('pointerenter')));
    await settled(() => vi.dynamicImportSettled());
    expect(document.querySelectorAll('latchkey-modal')).toHaveLength(1);
    const [one, other] = mounted.splice(0);
    await settled(() => one?.unmount());
    expect(document.querySelectorAll('latchkey-modal')).toHaveLength(1);
    await settled(() => other?.unmount());
    expect([document.querySelector('latchkey-modal'), first.isConnected, second.isConnected]).toEqual([null, false, false]);
  });

  it.each([
    ['the option disableAppend', { disableAppend: true }, {}],
    ['modal: false', {}, { modal: false }],
  ])('brings no modal with %s', async (_, options, given) => {
    const fake = fakeClient({ options });
    const button = mount(fake, given);
    await settled(() => fireEvent.click(button));
    await settled(() => vi.dynamicImportSettled());
    expect([fake.client.getState().open, document.querySelector('latchkey-modal')]).toEqual([true, null]);
  });

  it('looks like itself inside of a shadow root as well, without a style element', () => {
    const host = place();
    const root = host.attachShadow({ mode: 'open' });
    const inner = root.appendChild(document.createElement('div'));
    mounted.push(mountButton(fakeClient().client, inner, { modal: false }));
    expect([root.adoptedStyleSheets.length, document.adoptedStyleSheets.length, root.querySelectorAll('style').length]).toEqual([1, 0, 0]);
    mount(fakeClient(), { modal: false });
    mount(fakeClient(), { modal: false });
    expect(document.adoptedStyleSheets).toHaveLength(1);
  });

  it.each([
    ['in nothing', (inner: HTMLElement) => inner],
    ['in the page', (inner: HTMLElement) => document.body.appendChild(inner)],
  ])('gets its styles where it is moved to a shadow root after it was mounted %s, and needs them until it is unmounted', (_, begin) => {
    const observed = new Map<Element, () => void>();
    // What a real browser tells is looked at by the tests in a real one.
    class Observer {
      readonly #tell: () => void;
      constructor(tell: () => void) {
        this.#tell = tell;
      }
      observe(element: Element): void {
        observed.set(element, this.#tell);
      }
      disconnect(): void {
        observed.clear();
      }
    }
    vi.stubGlobal('ResizeObserver', Observer);
    const inner = begin(document.createElement('div'));
    const { element, unmount } = mountButton(fakeClient().client, inner, { modal: false });
    expect(document.adoptedStyleSheets).toHaveLength(inner.isConnected ? 1 : 0);
    const root = place().attachShadow({ mode: 'open' });
    root.append(inner);
    observed.get(element)?.();
    observed.get(element)?.();
    expect(root.adoptedStyleSheets).toHaveLength(1);
    unmount();
    expect(observed.size).toBe(0);
    vi.unstubAllGlobals();
  });

  it('is still after it was taken away, and does nothing once the client was disposed of', async () => {
    const fake = await connected();
    const { element, unmount } = mountButton(fake.client, place(), { modal: false });
    unmount();
    await settled(() => fake.client.disconnect());
    expect([element.isConnected, element.textContent]).toEqual([false, '0x11…111111']);
    const other = mount(fake, { modal: false });
    const opened = vi.spyOn(fake.client, 'open').mockImplementation(() => Promise.reject(new LatchkeyError('config/disposed', {})));
    await settled(() => fireEvent.click(other));
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it('is accessible, in any language', async () => {
    const fake = await connected();
    for (const kind of ['connect', 'account', 'network'] as const) mount(fake, { kind, modal: false, messages: pseudo });
    expect(document.body.textContent).toContain(pseudo.connectWallet);
    await expectAccessible(document.body);
  });
});
