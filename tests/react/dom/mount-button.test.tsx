import { cleanup, fireEvent } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { NETWORK_IMAGE_IDS } from '../../../domain/network/network-images.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import type { OptionsInput } from '../../../domain/options/options.js';
import { AccountButton } from '../../../presentation/components/account-button.js';
import { ConnectButton } from '../../../presentation/components/connect-button.js';
import { NetworkButton } from '../../../presentation/components/network-button.js';
import { type MountButtonOptions, type MountedButton, mountButton } from '../../../presentation/dom/mount-button.js';
import { ADDRESS, connectedClient, OTHER_ADDRESS } from '../hooks/support/connected.js';
import { type FakeClient, fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { renderTree } from '../hooks/support/render-hooks.js';
import { expectAccessible } from '../support/axe.js';
import { pseudo } from '../support/pseudo.js';
import { actAndFlush } from '../support/render-modal.js';

const mounted: MountedButton[] = [];

const appendContainer = (): HTMLElement => document.body.appendChild(document.createElement('div'));

const mount = ({ client }: FakeClient, options?: MountButtonOptions): HTMLButtonElement => {
  const button = mountButton(client, appendContainer(), options);
  mounted.push(button);
  return button.element;
};

afterEach(async () => {
  await actAndFlush(() => {
    for (const { unmount } of mounted.splice(0)) unmount();
  });
  cleanup();
  document.body.replaceChildren();
  document.adoptedStyleSheets = [];
});

/** Normalizes an element: merged text nodes, no empty style attributes. */
const normalized = (element: Element | null | undefined): Element | null => {
  if (element == null) return null;
  const copy = element.cloneNode(true) as Element;
  copy.normalize();
  for (const each of [copy, ...copy.querySelectorAll('*')]) if (each.getAttribute('style') === '') each.removeAttribute('style');
  return copy;
};

/** Mounts a button next to its React counterpart and compares both. */
const mountBoth = (fake: FakeClient, tree: ReactElement, options: MountButtonOptions) => {
  const button = mount(fake, { modal: false, ...options });
  const { container } = renderTree(fake.client, tree);
  return {
    button,
    expectSame: (): void => {
      const [expected, actual] = [
        normalized(container.querySelector('button')),
        normalized(button.style.display === 'none' ? null : button),
      ];
      if (expected === null || actual === null) expect(actual?.outerHTML).toBe(expected?.outerHTML);
      else expect(actual.isEqualNode(expected) ? expected.outerHTML : actual.outerHTML).toBe(expected.outerHTML);
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
  ] as const)('renders the same as the React component in every state: %s', async (kind, tree, options) => {
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
    const { button, expectSame } = mountBoth(fake, tree, { kind, ...options });
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
      () => fake.client.chooseThemeMode('auto'),
      () => fake.client.setThemeVariables({ '--lk-qr-color': '#123456' }),
      () => fake.client.updateOptions({ enableNetworkSwitch: false }),
      () => void fake.client.disconnect(),
    ];
    const renderings = new Set<string>();
    for (const step of steps) {
      await actAndFlush(step);
      expectSame();
      renderings.add(button.outerHTML);
    }
    expect(renderings.size).toBeGreaterThan(4);
  });

  it('shows the picture of the image service for a network without a logo, once the user has connected', async () => {
    const { nativeCurrency, rpcUrls } = mainnet;
    const networks: OptionsInput['networks'] = [{ id: 1284, name: 'Moonbeam', nativeCurrency, rpcUrls }];
    const fake = fakeClient({ options: { networks, endpoints: { images: 'https://images.example' } } });
    const { button, expectSame } = mountBoth(fake, <NetworkButton />, { kind: 'network' });
    await actAndFlush(() => undefined);
    expectSame();
    expect(fake.directory.pictureKeys).toEqual([]);
    await actAndFlush(() => fake.client.connect({ connectorId: WALLET }));
    await actAndFlush(() => fake.chain.wallet(WALLET).selectChain('eip155:1284'));
    // First the logos, then the directory.
    for (let chunk = 0; chunk < 2; chunk += 1) await actAndFlush(() => vi.dynamicImportSettled());
    expectSame();
    expect(button.querySelector('img')?.getAttribute('src')).toBe(`blob:fake/asset/${NETWORK_IMAGE_IDS[1284]}`);
  });

  it('shows the picture of the account from the image service, and one that is in its URL', async () => {
    const remote = 'https://pictures.example/a.png';
    const fake = fakeClient({ options: { projectId: 'test' }, chain: { names: {}, wallets: [{ id: WALLET, name: 'Example' }] } });
    const avatars: Record<string, string> = { [ADDRESS]: remote, [OTHER_ADDRESS]: 'data:image/png;base64,AA==' };
    fake.blockchainApi.replies.identity = ({ address }) => ({ name: 'ada.eth', avatarUrl: avatars[address] ?? null });
    const { button, expectSame } = mountBoth(fake, <AccountButton />, { kind: 'account' });
    await actAndFlush(() => fake.client.connect({ connectorId: WALLET }));
    // The names, then the directory.
    for (let chunk = 0; chunk < 2; chunk += 1) await actAndFlush(() => vi.dynamicImportSettled());
    expectSame();
    expect([button.textContent, button.querySelector('img')?.getAttribute('src')]).toEqual(['ada.eth', `blob:fake/url/${remote}`]);
    const picture = button.querySelector('img');
    if (picture !== null) fireEvent.error(picture);
    expect(button.querySelector('img')).toBeNull();
    await actAndFlush(() => fake.chain.wallet(WALLET).selectAccount(OTHER_ADDRESS));
    expectSame();
    expect(button.querySelector('img')?.getAttribute('src')).toBe(avatars[OTHER_ADDRESS]);
    expect(fake.directory.pictureKeys).toEqual([{ kind: 'url', id: remote }]);
  });

  it('turns from a connect button into the account button in the same element', async () => {
    const fake = fakeClient();
    const button = mount(fake, { modal: false, namespace: 'eip155' });
    button.focus();
    expect([button.textContent, button.dataset['testid']]).toEqual(['Connect Wallet', 'lk-connect-button']);
    await actAndFlush(() => fireEvent.click(button));
    expect(fake.client.useCases.watchModal.current()).toMatchObject({ view: { name: 'Connect' }, modal: { namespace: 'eip155' } });
    await actAndFlush(() => fake.client.close());
    await actAndFlush(() => fake.client.connect({ connectorId: WALLET }));
    expect([button.textContent, button.dataset['testid'], document.activeElement]).toEqual(['0x1111...1111', 'lk-account-button', button]);
    await actAndFlush(() => fireEvent.click(button));
    expect(fake.client.useCases.watchModal.current().view.name).toBe('Account');
    await actAndFlush(() => fake.client.disconnect());
    expect(button.textContent).toBe('Connect Wallet');
  });

  it('opens the list of networks and tracks the click', async () => {
    const fake = await connectedClient();
    const button = mount(fake, { kind: 'network', modal: false });
    await actAndFlush(() => fireEvent.click(button));
    expect(fake.client.useCases.watchModal.current().view.name).toBe('Networks');
    expect(fake.events.map(({ event }) => event)).toContain('CLICK_NETWORKS');
  });

  it('shows letters of a network if its picture fails to load', async () => {
    const fake = await connectedClient({ options: { chainImages: { 1: 'https://app.example/1.png' } } });
    const button = mount(fake, { kind: 'network', modal: false });
    const image = button.querySelector('img');
    expect(image?.getAttribute('src')).toBe('https://app.example/1.png');
    if (image !== null) fireEvent.error(image);
    expect([button.querySelector('img'), button.querySelector('.pic')?.textContent]).toEqual([null, 'Et']);
  });

  it('does not open if a listener of the app prevents the click', async () => {
    const fake = fakeClient();
    const button = mount(fake, { modal: false });
    button.addEventListener('click', (event) => event.preventDefault(), { capture: true });
    await actAndFlush(() => fireEvent.click(button));
    expect(fake.client.getState().open).toBe(false);
  });

  it('reads the balance only if it is shown', async () => {
    const fake = await connectedClient({ chain: { balances: { [ADDRESS]: 15n * 10n ** 17n } } });
    mount(fake, { modal: false });
    await actAndFlush(() => vi.dynamicImportSettled());
    await actAndFlush(() => fake.clock.run(0));
    expect(fake.chain.readCalls).toHaveLength(0);
  });

  it('loads the stock modal on intent and removes it with the last button', async () => {
    const fake = fakeClient();
    const [first, second] = [mount(fake), mount(fake, { kind: 'network' })];
    await actAndFlush(() => vi.dynamicImportSettled());
    expect(document.querySelector('latchkey-modal')).toBeNull();
    await actAndFlush(() => fireEvent(first, new Event('pointerenter')));
    await actAndFlush(() => vi.dynamicImportSettled());
    expect(document.querySelectorAll('latchkey-modal')).toHaveLength(1);
    const [firstButton, secondButton] = mounted.splice(0);
    await actAndFlush(() => firstButton?.unmount());
    expect(document.querySelectorAll('latchkey-modal')).toHaveLength(1);
    await actAndFlush(() => secondButton?.unmount());
    expect([document.querySelector('latchkey-modal'), first.isConnected, second.isConnected]).toEqual([null, false, false]);
  });

  it.each([
    ['the option disableAppend', { disableAppend: true }, {}],
    ['modal: false', {}, { modal: false }],
  ])('mounts no modal with %s', async (_, options, buttonOptions) => {
    const fake = fakeClient({ options });
    const button = mount(fake, buttonOptions);
    await actAndFlush(() => fireEvent.click(button));
    await actAndFlush(() => vi.dynamicImportSettled());
    expect([fake.client.getState().open, document.querySelector('latchkey-modal')]).toEqual([true, null]);
  });

  it('is styled in a shadow root too, without a style element', () => {
    const host = appendContainer();
    const root = host.attachShadow({ mode: 'open' });
    const inner = root.appendChild(document.createElement('div'));
    mounted.push(mountButton(fakeClient().client, inner, { modal: false }));
    expect([root.adoptedStyleSheets.length, document.adoptedStyleSheets.length, root.querySelectorAll('style').length]).toEqual([1, 0, 0]);
    mount(fakeClient(), { modal: false });
    mount(fakeClient(), { modal: false });
    expect(document.adoptedStyleSheets).toHaveLength(1);
  });

  it.each([
    ['detached', (inner: HTMLElement) => inner],
    ['in the page', (inner: HTMLElement) => document.body.appendChild(inner)],
  ])('adopts its styles when moved to a shadow root after mounting %s, until it is unmounted', (_, mountInner) => {
    const observed = new Map<Element, () => void>();
    // E2E tests cover a real ResizeObserver.
    class Observer {
      readonly #callback: () => void;
      constructor(callback: () => void) {
        this.#callback = callback;
      }
      observe(element: Element): void {
        observed.set(element, this.#callback);
      }
      disconnect(): void {
        observed.clear();
      }
    }
    vi.stubGlobal('ResizeObserver', Observer);
    const inner = mountInner(document.createElement('div'));
    const { element, unmount } = mountButton(fakeClient().client, inner, { modal: false });
    expect(document.adoptedStyleSheets).toHaveLength(inner.isConnected ? 1 : 0);
    const root = appendContainer().attachShadow({ mode: 'open' });
    root.append(inner);
    observed.get(element)?.();
    observed.get(element)?.();
    expect(root.adoptedStyleSheets).toHaveLength(1);
    unmount();
    expect(observed.size).toBe(0);
    vi.unstubAllGlobals();
  });

  it('does nothing after it is unmounted or the client is disposed', async () => {
    const fake = await connectedClient();
    const { element, unmount } = mountButton(fake.client, appendContainer(), { modal: false });
    unmount();
    await actAndFlush(() => fake.client.disconnect());
    expect([element.isConnected, element.textContent]).toEqual([false, '0x1111...1111']);
    const other = mount(fake, { modal: false });
    const opened = vi.spyOn(fake.client, 'open').mockImplementation(() => Promise.reject(new LatchkeyError('config/disposed', {})));
    await actAndFlush(() => fireEvent.click(other));
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it('is accessible in any language', async () => {
    const fake = await connectedClient();
    for (const kind of ['connect', 'account', 'network'] as const) mount(fake, { kind, modal: false, messages: pseudo });
    expect(document.body.textContent).toContain(pseudo.connectWallet);
    await expectAccessible(document.body);
  });
});
