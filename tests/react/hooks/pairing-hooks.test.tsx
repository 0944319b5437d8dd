import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import type { LinkKind } from '../../../domain/directory/wallet-links.js';
import { usePairWallet } from '../../../presentation/hooks/use-pair-wallet.js';
import { usePairing } from '../../../presentation/hooks/use-pairing.js';
import { useVisible } from '../../../presentation/hooks/use-visible.js';
import { useWalletLink } from '../../../presentation/hooks/use-wallet-link.js';
import { listedWallet, pairingClient, pairingCount, URI } from '../support/pairing.js';
import { actAndFlush } from '../support/render-modal.js';
import { renderStrict } from './support/render-hooks.js';

// Loaded ahead, because loading at first use exceeds the test timeout.
beforeAll(() => import('../../../composition/modules/pairing.module.js'));
afterEach(cleanup);

type LinkProps = { readonly wallet: DirectoryWallet | null; readonly kind: LinkKind };

const HARBOR = listedWallet('harbor', 'Harbor');

describe('usePairWallet', () => {
  it('pairs on request and connects when the wallet approves', async () => {
    const fake = pairingClient();
    fake.chain.wallet(WALLET_CONNECT_CONNECTOR_ID).always('connect', 'late');
    const { result } = renderStrict(fake.client, () => usePairWallet());
    await actAndFlush();
    expect([result.current.status, pairingCount(fake)]).toEqual(['idle', 0]);
    await actAndFlush(() => result.current.pair());
    expect(result.current).toMatchObject({ status: 'pending', step: 'working' });
    await fake.showUri();
    expect(result.current).toMatchObject({ status: 'pending', step: 'scan-uri' });
    await actAndFlush(() => fake.chain.wallet(WALLET_CONNECT_CONNECTOR_ID).release());
    expect(result.current).toMatchObject({ status: 'success', data: { isConnected: true } });
  });

  it('cancels when its component unmounts', async () => {
    const fake = pairingClient();
    const { result, unmount } = renderStrict(fake.client, () => usePairWallet());
    await actAndFlush(() => result.current.pair());
    expect(fake.client.getAccount().status).toBe('connecting');
    unmount();
    expect(fake.client.getAccount().status).toBe('disconnected');
  });
});

describe('usePairing', () => {
  it('returns the URI', async () => {
    const fake = pairingClient();
    const { result } = renderStrict(fake.client, () => usePairing());
    expect(result.current.wcUri).toBeUndefined();
    await fake.showUri();
    expect(result.current.wcUri).toBe(URI);
  });
});

describe('useWalletLink', () => {
  it('returns no link without a URI, without a wallet, or for an unsupported link kind', async () => {
    const fake = pairingClient();
    const first: LinkProps = { wallet: HARBOR, kind: 'mobile' };
    const { result, rerender } = renderStrict(fake.client, ({ wallet, kind }: LinkProps) => useWalletLink(wallet, kind), first);
    expect(result.current.link).toBeNull();
    await fake.showUri();
    expect(result.current.link).toEqual({ href: `harbor://wc?uri=${encodeURIComponent(URI)}`, base: 'harbor://', target: '_self' });
    rerender({ wallet: HARBOR, kind: 'desktop' });
    expect(result.current.link).toBeNull();
    rerender({ wallet: null, kind: 'mobile' });
    expect(result.current.link).toBeNull();
    result.current.follow();
    expect(fake.client.useCases.watchConnection.current().pairing.wcLinking).toBeUndefined();
  });

  it('stores the wallet during the click', async () => {
    const fake = pairingClient();
    const { result } = renderStrict(fake.client, () => useWalletLink(HARBOR, 'mobile'));
    await fake.showUri();
    await actAndFlush(() => {
      result.current.follow();
      expect(fake.client.useCases.watchConnection.current().pairing.wcLinking).toEqual({ href: 'harbor://', name: 'Harbor' });
    });
    expect(fake.events.at(-1)).toMatchObject({ event: 'SELECT_WALLET', properties: { name: 'Harbor', platform: 'mobile' } });
  });
});

describe('useVisible', () => {
  it('returns the visibility of the page', async () => {
    const fake = pairingClient();
    const { result } = renderStrict(fake.client, () => useVisible());
    expect(result.current).toBe(true);
    await actAndFlush(() => fake.browser.setVisible(false));
    expect(result.current).toBe(false);
  });
});
