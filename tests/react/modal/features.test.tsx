import { type ReactElement, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { parseOptions } from '../../../domain/options/parse-options.js';
import { type View, view } from '../../../domain/router/views.js';
import { accountFeature } from '../../../presentation/features/account.js';
import { composeFeatures, findView } from '../../../presentation/features/compose-features.js';
import { connectFeature } from '../../../presentation/features/connect.js';
import { defineFeature, hasData, type ScopeProps, viewChunk } from '../../../presentation/features/feature.js';
import { FEATURES } from '../../../presentation/features/features.js';
import { joinDisjoint } from '../../../presentation/features/join-disjoint.js';
import { settingsFeature } from '../../../presentation/features/settings.js';
import { en } from '../../../presentation/messages/en.js';
import { connectedClient } from '../hooks/support/connected.js';
import { type FakeClient, fakeClient } from '../hooks/support/fake-client.js';
import { actAndFlush, openModal, press, type RenderedModal, renderModal } from '../support/render-modal.js';

const OFFERED = parseOptions({ networks: [mainnet] }).features;

const Corner = (): ReactElement => <b data-testid="corner" />;
const Action = (): ReactElement => <p data-testid="action" />;
const Setting = (): ReactElement => <p data-testid="setting" />;
const Group = ({ disabled }: { readonly disabled: boolean }): ReactElement => <p data-testid="group">{String(disabled)}</p>;
const Scope = ({ live, view: name, children }: ScopeProps): ReactElement => {
  const [count, setCount] = useState(0);
  return (
    <div data-testid="scope" data-live={live} data-view={name}>
      <button type="button" data-testid="count" onClick={() => setCount(count + 1)}>
        {count}
      </button>
      {children}
    </div>
  );
};

/** A test feature, and how often its chunk was fetched. */
const testFeature = () => {
  let fetched = 0;
  const chunk = viewChunk('test', async () => {
    fetched += 1;
    return {
      views: { Create: () => <p data-testid="create" /> },
      styles: ['.send{color:red}'],
      Footer: () => <p data-testid="footer" />,
    };
  });
  const feature = defineFeature({
    views: {
      Networks: {
        title: (m) => m.titleAccount,
        header: { titleHidden: true, start: ({ canGoBack }) => (canGoBack ? Corner : null) },
        render: () => <p data-testid="networks" />,
      },
      Downloads: {
        title: (_m, { walletId }) => `Download ${walletId}`,
        guard: hasData,
        render: ({ walletId }) => <p data-testid="wallet">{walletId}</p>,
      },
      Create: { title: () => 'Create', chunk },
    },
    Scope,
    accountActions: { send: Action },
    settings: { send: Setting },
    connectGroups: { email: { Group } },
  });
  return { features: composeFeatures([connectFeature, accountFeature, settingsFeature, feature]), fetched: () => fetched };
};

/** Opens a modal with the test feature. */
const openWithTestFeature = async (fake = fakeClient()) => {
  const modal = await renderModal(fake, en, testFeature().features);
  await openModal(fake);
  return { fake, modal };
};

const push = (fake: FakeClient, next: View): Promise<void> => actAndFlush(() => fake.client.modal.navigate({ type: 'push', view: next }));
const heading = (modal: RenderedModal): HTMLElement => modal.ui.getByRole('heading', { level: 1 });

describe('a contributed view', () => {
  it('has its title, its content and its header control', async () => {
    const { fake, modal } = await openWithTestFeature();
    await push(fake, view('Networks'));
    expect([heading(modal).textContent, heading(modal).className]).toEqual([en.titleAccount, 'sr']);
    expect(modal.ui.getByTestId('networks')).toBeDefined();
    expect([modal.ui.queryByTestId('corner'), modal.ui.queryByTestId('lk-back')].map((found) => found !== null)).toEqual([true, false]);
  });

  it('is replaced by Connect if its guard rejects the data', async () => {
    const { fake, modal } = await openWithTestFeature();
    // Untyped apps may do this.
    await push(fake, { name: 'Downloads', data: undefined as never });
    expect(modal.viewName()).toBe('Connect');
    await push(fake, view('Downloads', { walletId: 'amber' }));
    expect([modal.viewName(), heading(modal).textContent]).toEqual(['Downloads', 'Download amber']);
    expect(modal.ui.getByTestId('wallet').textContent).toBe('amber');
  });

  it('is fetched with its chunk when shown, with styles and footer', async () => {
    const fake = fakeClient();
    const { features, fetched } = testFeature();
    const modal = await renderModal(fake, en, features);
    await openModal(fake);
    const before = modal.root.adoptedStyleSheets.length;
    expect(fetched()).toBe(0);
    await push(fake, view('Create'));
    expect(fetched()).toBeGreaterThan(0);
    expect(modal.view().contains(modal.ui.getByTestId('create'))).toBe(true);
    expect(modal.ui.getByTestId('footer')).toBeDefined();
    expect(modal.root.adoptedStyleSheets.length).toBe(before + 1);
  });

  it('is replaced by Connect if no feature of this modal contributes it', async () => {
    const { fake, modal } = await openWithTestFeature();
    await push(fake, view('WhatIsANetwork'));
    expect([modal.viewName(), heading(modal).textContent]).toEqual(['Connect', en.connectWallet]);
  });
});

describe('a feature', () => {
  it('adds an account action, a part of the settings and a connect group', async () => {
    const { fake, modal } = await openWithTestFeature(await connectedClient());
    const list = modal.ui.getByTestId('lk-disconnect').parentElement;
    expect(modal.ui.getByTestId('action').parentElement).toBe(list);
    await push(fake, view('AccountSettings'));
    expect(modal.ui.getByTestId('setting').nextElementSibling?.tagName).toBe('FIELDSET');
    await push(fake, view('Connect'));
    expect(modal.ui.getByTestId('group').textContent).toBe('false');
  });

  it('keeps its state across views', async () => {
    const { fake, modal } = await openWithTestFeature();
    await press(modal.ui.getByTestId('count'));
    await push(fake, view('Networks'));
    const { live, view: name } = modal.ui.getByTestId('scope').dataset;
    expect([modal.ui.getByTestId('count').textContent, live, name]).toEqual(['1', 'true', 'Networks']);
  });

  it('must not duplicate an account action, a part of the settings or a connect group', () => {
    const feature = defineFeature({ views: {}, accountActions: { send: Action }, connectGroups: { email: { Group } } });
    const other = defineFeature({ views: {}, accountActions: { send: Action } });
    expect(() => composeFeatures([feature, other])).toThrow("account action 'send'");
    const settings = defineFeature({ views: {}, settings: { send: Setting } });
    expect(() => composeFeatures([settings, settings])).toThrow("part of the settings 'send'");
    expect(() => composeFeatures([feature, defineFeature({ views: {}, connectGroups: { email: { Group } } })])).toThrow(
      "connect group 'email'",
    );
  });

  it('does not compile with a duplicate or unknown view, a missing text, or a view with data but no guard', () => {
    const feature = defineFeature({ views: { Swap: { title: () => '', render: () => <Corner /> } } });
    // @ts-expect-error Swap twice.
    composeFeatures([connectFeature, feature, defineFeature({ views: { Swap: feature.views.Swap } })]);
    // @ts-expect-error Not a view of the router.
    defineFeature({ views: { NoSuchView: { title: () => '', render: () => <Corner /> } } });
    // @ts-expect-error Not in the catalogue.
    defineFeature({ views: { Swap: { title: (m) => m.noSuchText, render: () => <Corner /> } } });
    // @ts-expect-error Without a guard.
    defineFeature({ views: { EmailVerifyOtp: { title: () => '', render: () => <Corner /> } } });
    // @ts-expect-error A chunk without the view.
    defineFeature({ views: { Swap: { title: () => '', chunk: viewChunk('other', async () => ({ views: {}, styles: [] })) } } });
    // @ts-expect-error A text of two catalogues.
    expect(joinDisjoint({ back: 'Back' }, { back: 'Return' })).toEqual({ back: 'Return' });
  });
});

describe('the view of a feature that is off', () => {
  it.each([
    ['Transactions', { history: false }],
    ['WalletReceive', { receive: false }],
    ['WalletCompatibleNetworks', { receive: false }],
  ] as const)('%s is not shown with %j', (name, off) => {
    expect(findView(FEATURES, view(name), OFFERED)).not.toBeNull();
    expect(findView(FEATURES, view(name), { ...OFFERED, ...off })).toBeNull();
  });
});

describe('the leading corner of the header', () => {
  it.each([
    ['Account', view('Account'), {}, 'NetworkChip'],
    ['Account after another view', view('Account'), { canGoBack: true }, 'NetworkChip'],
    ['Account without network switching', view('Account'), { enableNetworkSwitch: false }, null],
    ['Connect as the first view', view('Connect'), {}, 'HelpButton'],
    ['Connect after another view', view('Connect'), { canGoBack: true }, null],
    ['any other view', view('SwitchNetwork', { chainId: toChainId('eip155:1') }), {}, null],
  ] as const)('is correct in %s', (_, shown, changed, component) => {
    const start = findView(FEATURES, shown, OFFERED)?.header.start?.({ canGoBack: false, enableNetworkSwitch: true, ...changed });
    expect(start?.name ?? null).toBe(component);
  });
});
