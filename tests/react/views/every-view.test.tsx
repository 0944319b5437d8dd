import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { toChainId } from '../../../domain/caip/caip-2.js';
import type { Namespace } from '../../../domain/caip/namespace.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { arbitrum, base, mainnet, optimism, polygon, sepolia } from '../../../domain/network/networks/eip155.js';
import type { OptionsInput } from '../../../domain/options/options.js';
import { type View, view } from '../../../domain/router/views.js';
import { en, type Messages } from '../../../presentation/messages/en.js';
import { connected } from '../hooks/support/connected.js';
import { type FakeClient, fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { expectAccessible } from '../support/axe.js';
import { listedWallet, lostStorage, onPhone, type PairingClient, pairingClient } from '../support/pairing.js';
import { pseudo } from '../support/pseudo.js';
import { openModal, press, type RenderedModal, renderModal, settled } from '../support/render-modal.js';
import { MANY, type SeveralClient, severalClient } from '../support/several.js';

type Options = Partial<OptionsInput>;
type Given = NonNullable<Parameters<typeof fakeClient>[0]>;
type Start = (options: Options) => Promise<FakeClient>;
type Steps = (modal: RenderedModal, fake: FakeClient) => Promise<unknown>;

const alone =
  (given: Given = {}): Start =>
  async (options) =>
    fakeClient({ ...given, options: { ...given.options, ...options } });
const withWallet =
  (given: Given = {}): Start =>
  (options) =>
    connected({ ...given, options: { ...given.options, ...options } });

const open: Steps = (_modal, fake) => openModal(fake);
const then =
  (...testIds: readonly string[]): Steps =>
  async (modal, fake) => {
    await openModal(fake);
    for (const testId of testIds) await press(modal.ui.getByTestId(testId));
  };
const answering =
  (operation: 'connect' | 'switchNetwork', answer: 'reject' | 'never', steps: Steps): Steps =>
  async (modal, fake) => {
    fake.chain.wallet(WALLET).always(operation, answer);
    await steps(modal, fake);
  };

const LEGAL: Options = { termsConditionsUrl: 'https://app.example/terms', privacyPolicyUrl: 'https://app.example/privacy' };
const SIX: Options = { networks: [mainnet, polygon, base, arbitrum, optimism, sepolia] };
const NO_WALLET: Given = { chain: { wallets: [] } };
const COLLAPSED: Given = {
  chain: {
    wallets: [
      { id: 'ID_AUTH', type: 'AUTH' },
      { id: WALLET, name: 'Example' },
    ],
  },
  options: { features: { collapseWallets: true } },
};
const read: Steps = async (_modal, fake) => {
  await openModal(fake);
  await settled(() => fake.clock.run(0));
};
const pairingUri: Steps = async (_modal, fake) => {
  await openModal(fake);
  // Only clients of `reaching` come here.
  await (fake as PairingClient).showUri();
};

/** Wallets elsewhere, and a page on a phone. */
const HARBOR = listedWallet('harbor', 'Harbor', {
  desktop_link: 'harbor-desk://',
  webapp_link: 'https://app.harbor.example',
  app_store: 'https://apps.example/harbor',
  chrome_store: 'https://chrome.example/harbor',
});
const LANTERN = listedWallet('lantern', 'Lantern', { badge_type: 'certified' });
const reaching =
  (given: Parameters<typeof pairingClient>[0] = {}, prepare: (fake: PairingClient) => void = () => undefined): Start =>
  async (options) => {
    const fake = pairingClient({ wallets: [HARBOR, LANTERN], ...given, options: { ...given.options, ...options } });
    prepare(fake);
    return fake;
  };
/** Shows a view of a client that reaches wallets elsewhere. */
const at =
  (shown: View, then: (fake: PairingClient, modal: RenderedModal) => Promise<unknown> = async () => undefined): Steps =>
  async (modal, fake) => {
    await openModal(fake);
    // Only clients of `reaching` come here.
    await (fake as PairingClient).push(shown);
    await then(fake as PairingClient, modal);
  };
const NO_LINKS = { mobile_link: null, desktop_link: null, webapp_link: null };
const CODE = view('ConnectingWalletConnect', { walletId: 'harbor', wallet: HARBOR });
const linked = async (fake: PairingClient): Promise<void> => {
  await fake.showUri();
  await fake.tell({ wcLinking: { href: 'harbor://', name: 'Harbor' } });
};

/** A client of four namespaces, prepared. */
const several =
  (prepare: (fake: SeveralClient) => unknown = () => undefined): Start =>
  async (options) => {
    const fake = severalClient(options);
    await fake.client.ready;
    await prepare(fake);
    return fake;
  };
const connecting =
  (...namespaces: readonly Namespace[]) =>
  async (fake: SeveralClient): Promise<void> => {
    for (const namespace of [...namespaces].reverse()) await fake.client.connect({ namespace, connectorId: MANY });
  };

/** Every view in every state that it has, by a name: how the client begins, and what the person does. */
const SITUATIONS: Readonly<Record<string, readonly [start: Start, steps: Steps]>> = {
  'Connect with wallets': [
    alone({
      chain: {
        wallets: [
          { id: WALLET, name: 'Example' },
          { id: 'b', name: 'Double', suspicious: true },
        ],
      },
    }),
    open,
  ],
  'Connect while it looks for wallets': [alone(NO_WALLET), open],
  'Connect without a wallet': [
    alone(NO_WALLET),
    async (_modal, fake) => {
      await openModal(fake);
      await settled(() => vi.advanceTimersByTime(400));
    },
  ],
  'Connect with the terms below': [alone({ options: LEGAL }), open],
  'Connect with the terms to accept': [alone({ options: { ...LEGAL, features: { legalCheckbox: true } } }), open],
  'Connect offline': [
    alone(),
    async (_modal, fake) => {
      await openModal(fake);
      await settled(() => fake.browser.setOnline(false));
    },
  ],
  'Connect with collapsed wallets': [alone(COLLAPSED), open],
  ConnectWallets: [alone(COLLAPSED), then('lk-collapsed-wallets')],
  'ConnectingExternal while it waits': [alone(), answering('connect', 'never', then(`lk-wallet-${WALLET}`))],
  'ConnectingExternal after a long wait': [
    alone(),
    answering('connect', 'never', async (modal, fake) => {
      await then(`lk-wallet-${WALLET}`)(modal, fake);
      await settled(() => vi.advanceTimersByTime(8_000));
    }),
  ],
  'ConnectingExternal declined': [alone(), answering('connect', 'reject', then(`lk-wallet-${WALLET}`))],
  WhatIsAWallet: [alone(), then('lk-help')],
  'Account while the balance is read': [withWallet(), open],
  'Account with a balance': [withWallet(), read],
  'Account without a balance': [
    withWallet(),
    (modal, fake) => {
      fake.chain.reads = 'failed';
      return read(modal, fake);
    },
  ],
  'Account with a message and an alert': [
    withWallet(),
    async (modal, fake) => {
      await then('lk-address')(modal, fake);
      await settled(() => fake.client.switchNetwork('eip155:56').catch(() => undefined));
    },
  ],
  'Account with nobody connected': [alone(), (_modal, fake) => openModal(fake, { view: 'Account' })],
  AccountSettings: [withWallet(), then('lk-settings')],
  Networks: [withWallet({ options: SIX }), then('lk-network')],
  'SwitchNetwork while it waits': [withWallet(), answering('switchNetwork', 'never', then('lk-network', 'lk-network-eip155:137'))],
  'SwitchNetwork declined': [withWallet(), answering('switchNetwork', 'reject', then('lk-network', 'lk-network-eip155:137'))],
  UnsupportedChain: [withWallet(), (_modal, fake) => settled(() => fake.chain.wallet(WALLET).selectChain('eip155:56'))],
  WhatIsANetwork: [
    withWallet(),
    async (modal, fake) => {
      await then('lk-network')(modal, fake);
      await press(modal.view().querySelector('[data-key="help"]')!);
    },
  ],
  'Connect with wallets elsewhere': [reaching({ options: { featuredWalletIds: ['harbor'] } }), open],
  'Connect with wallets elsewhere on a phone': [reaching({ installed: false }, onPhone), pairingUri],
  'Connect after the connection to a wallet was lost': [
    reaching({ storage: lostStorage({ name: 'Harbor', walletId: 'harbor', lost: 'wallet' }) }),
    open,
  ],
  'Connect after the connection to a scanned wallet has expired': [
    reaching({ storage: lostStorage({ name: 'Harbor', lost: 'expired' }) }),
    open,
  ],
  'Account after the connection to a wallet was lost': [
    reaching({ storage: lostStorage({ name: 'Harbor', walletId: 'harbor', lost: 'lost' }) }),
    (_modal, fake) => openModal(fake, { view: 'Account' }),
  ],
  'Account of a wallet that does not offer everything': [
    reaching(),
    async (_modal, fake) => {
      await fake.client.connect({ connectorId: WALLET });
      await openModal(fake);
      const chainIds = ['eip155:137', 'eip155:10', 'eip155:8453', 'eip155:42161', 'eip155:100'].map(toChainId);
      const abilities = ['sign-message', 'send-transaction'] as const;
      // Only clients of `reaching` come here.
      await (fake as PairingClient).ungrant({ chainIds, abilities, methods: ['personal_sign', 'eth_sendTransaction'] });
    },
  ],
  'Connect while the directory answers': [
    reaching({ options: { featuredWalletIds: ['harbor'] } }, ({ directory }) => {
      directory.lists = 'never';
    }),
    open,
  ],
  'ConnectingWalletConnect without a URI yet': [reaching(), at(CODE)],
  'ConnectingWalletConnect with a code': [reaching(), at(CODE, (fake) => fake.showUri())],
  'ConnectingWalletConnect with the app of the computer': [
    reaching(),
    at(CODE, async (fake, { ui }) => {
      await fake.showUri();
      await press(ui.getByTestId('lk-tab-desktop'));
    }),
  ],
  'ConnectingWalletConnect on a phone': [reaching({}, onPhone), at(CODE, (fake) => fake.showUri())],
  'ConnectingWalletConnect on a phone when nothing opened': [
    reaching({}, onPhone),
    at(CODE, async (fake) => {
      await linked(fake);
      await settled(() => vi.advanceTimersByTime(1_500));
    }),
  ],
  'ConnectingWalletConnect on a phone after the return': [
    reaching({}, onPhone),
    at(CODE, async (fake) => {
      await linked(fake);
      await fake.tell({ buffering: true });
    }),
  ],
  'ConnectingWalletConnect without a relay': [
    reaching({}, ({ chain }) => {
      chain.wallet('walletConnect').always('connect', new LatchkeyError('relay/unreachable', { relays: [] }));
    }),
    at(CODE),
  ],
  ConnectingWalletConnectBasic: [reaching({ options: { basic: true } }), pairingUri],
  'ConnectingWalletConnect for an extension that is not installed': [
    reaching(),
    at(view('ConnectingWalletConnect', { walletId: 'x', wallet: { ...HARBOR, ...NO_LINKS, rdns: 'org.harbor' } })),
  ],
  'AllWallets while it waits': [
    reaching({}, ({ directory }) => {
      directory.lists = 'never';
    }),
    at(view('AllWallets')),
  ],
  'AllWallets with wallets': [reaching(), at(view('AllWallets'))],
  'AllWallets without the directory': [
    reaching({}, ({ directory }) => {
      directory.lists = 'down';
    }),
    at(view('AllWallets')),
  ],
  'AllWallets without a match': [
    reaching({ wallets: [] }),
    at(view('AllWallets'), async (_fake, { ui }) => press(ui.getByTestId('lk-certified'))),
  ],
  GetWallet: [reaching(), at(view('GetWallet'))],
  Create: [reaching(), at(view('Create'))],
  Downloads: [
    reaching(),
    at(view('Downloads', { walletId: 'harbor', wallet: HARBOR }), async (_fake, { ui }) => press(ui.getByTestId('lk-code-app_store'))),
  ],
  'Connect with a wallet of several chains': [several(), open],
  'ConnectingMultiChain while it is chosen': [several(), then(`lk-wallet-${MANY}`)],
  'ConnectingMultiChain while it asks': [
    several((fake) => fake.walletOf('solana').next('connect', 'never')),
    then(`lk-wallet-${MANY}`, 'lk-connect-all'),
  ],
  'ConnectingMultiChain declined by half': [
    several((fake) => fake.walletOf('solana').next('connect', 'reject')),
    then(`lk-wallet-${MANY}`, 'lk-connect-all'),
  ],
  'Account of several chains': [several(connecting('eip155', 'solana')), open],
  'Account of a Bitcoin wallet': [several(connecting('bip122')), open],
  SwitchAddress: [several(connecting('eip155')), then('lk-switch-address')],
  Profile: [several(connecting('eip155', 'solana', 'bip122', 'polkadot')), then('lk-profile')],
  SwitchActiveChain: [several(connecting('eip155')), then('lk-network', 'lk-network-solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')],
  'Connect embedded in the page': [alone({ options: { enableEmbedded: true } }), async () => undefined],
};

/** Brings about a situation. The caller has set fake timers, because some of them wait. */
const bringAbout = async (name: string, options: Options, messages: Messages): Promise<RenderedModal> => {
  const [start, steps] = SITUATIONS[name]!;
  const fake = await start(options);
  const modal = await renderModal(fake, messages);
  await steps(modal, fake);
  return modal;
};

let logged: MockInstance<typeof console.error>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  logged = vi.spyOn(console, 'error');
});
afterEach(() => {
  vi.useRealTimers();
  // React's development build warns this way. Happy-dom does not know the element `search`.
  const warnings = logged.mock.calls.filter(([, tag]) => tag !== 'search');
  logged.mockRestore();
  expect(warnings).toEqual([]);
});

/** Texts that are data: names of wallets and networks, addresses, amounts, initials. */
const DATA =
  /^(Example|Double|Harbor|Lantern|Many|Solana|Bitcoin|Polkadot|Ethereum, Polygon|(So11|bc1q|bc1p|15oF)…\w{4,6}|0x22…222222|harbor\.example|\d\+?|Ethereum|Polygon|Base|Arbitrum One|OP Mainnet|Sepolia|Etherscan|0x11…(1111|111111)|\d+\.\d{3}|ETH|[A-Z]|Network Not Found|\s*)$/;

const untranslated = ({ root }: RenderedModal): readonly string[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    // What the catalogue wrote stands in brackets, also inside of a sentence of it; the rest must be data. A sentence around links
    // comes in pieces.
    const whole = (node.textContent ?? '').replace(/^\[.*·\]$/u, '');
    const rest = whole.replace(/\[.*?\]|^.*·+\]|\[.*$/gu, '').trim();
    if (!DATA.test(rest) && node.parentElement?.closest('.fine, label') == null) found.push(rest);
  }
  for (const element of root.querySelectorAll('[aria-label], [placeholder], [title]')) {
    for (const name of ['aria-label', 'placeholder']) {
      const value = element.getAttribute(name);
      if (value !== null && !value.startsWith('[')) found.push(`${name}=${value}`);
    }
  }
  return found;
};

describe.each(Object.keys(SITUATIONS))('%s', (name) => {
  it('is accessible', async () => {
    const modal = await bringAbout(name, { themeMode: 'dark' }, en);
    expect(modal.host.dataset['theme']).toBe('dark');
    vi.useRealTimers();
    await expectAccessible(modal.host);
  });

  it('is accessible in the light theme and in another language, and has no text from outside the catalogue', async () => {
    const modal = await bringAbout(name, { themeMode: 'light' }, pseudo);
    expect(modal.host.dataset['theme']).toBe('light');
    expect(untranslated(modal)).toEqual([]);
    vi.useRealTimers();
    await expectAccessible(modal.host);
  });
});
