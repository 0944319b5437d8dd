import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import type { LinkKind } from '../../../domain/directory/wallet-links.js';
import { usePairWallet } from '../../../presentation/hooks/use-pair-wallet.js';
import { usePairing } from '../../../presentation/hooks/use-pairing.js';
import { useVisible } from '../../../presentation/hooks/use-visible.js';
import { useWalletLink } from '../../../presentation/hooks/use-wallet-link.js';
import { listedWallet, pairingClient, pairings, URI } from '../support/pairing.js';
import { settled } from '../support/render-modal.js';
import { renderStrict } from './support/render-hooks.js';

// Fetched at the first use otherwise, which takes longer than a test waits.
beforeAll(() => import('../../../composition/modules/pairing.module.js'));
afterEach(cleanup);

type Asked = { readonly wallet: DirectoryWallet | null; readonly kind: LinkKind };

const HARBOR = listedWallet('harbor', 'Harbor');

describe('usePairWallet', () => {
  it('begins when it is told to, and is connected when the wallet approves', async () => {
    const fake = pairingClient();
    fake.chain.wallet(WALLET_CONNECT_CONNECTOR_ID).always('connect', 'late');
    const { result } = renderStrict(fake.client, () => usePairWallet());
    await settled();
    expect([result.current.status, pairings(fake)]).toEqual(['idle', 0]);
    await settled(() => result.current.pair());
    expect(result.current).toMatchObject({ status: 'pending', step: 'working' });
    await fake.showUri();
    expect(result.current).toMatchObject({ status: 'pending', step: 'scan-uri' });
    await settled(() => fake.chain.wallet(WALLET_CONNECT_CONNECTOR_ID).release());
    expect(result.current).toMatchObject({ status: 'success', data: { isConnected: true } });
  });

  it('cancels when its component is gone', async () => {
    const fake = pairingClient();
    const { result, unmount } = renderStrict(fake.client, () => usePairWallet());
    await settled(() => result.current.pair());
    expect(fake.client.getAccount().status).toBe('connecting');
    unmount();
    expect(fake.client.getAccount().status).toBe('disconnected');
  });
});

describe('usePairing', () => {
  it('follows the URI', async () => {
    const fake = pairingClient();
    const { result } = renderStrict(fake.client, () => usePairing());
    expect(result.current.wcUri).toBeUndefined();
    await fake.showUri();
    expect(result.current.wcUri).toBe(URI);
  });
});

describe('useWalletLink', () => {
  it('has no link without a URI, without a wallet, and for a way that the wallet does not offer', async () => {
    const fake = pairingClient();
    const first: Asked = { wallet: HARBOR, kind: 'mobile' };
    const { result, rerender } = renderStrict(fake.client, ({ wallet, kind }: Asked) => useWalletLink(wallet, kind), first);
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

  it('notes the wallet before the tap is over', async () => {
    const fake = pairingClient();
    const { result } = renderStrict(fake.client, () => useWalletLink(HARBOR, 'mobile'));
    await fake.showUri();
    await settled(() => {
      result.current.follow();
      expect(fake.client.useCases.watchConnection.current().pairing.wcLinking).toEqual({ href: 'harbor://', name: 'Harbor' });
    });
    expect(fake.events.at(-1)).toMatchObject({ event: 'SELECT_WALLET', properties: { name: 'Harbor', platform: 'mobile' } });
  });
});

describe('useVisible', () => {
  it('follows whether the page is on screen', async () => {
    const fake = pairingClient();
    const { result } = renderStrict(fake.client, () => useVisible());
    expect(result.current).toBe(true);
    await settled(() => fake.browser.setVisible(false));
    expect(result.current).toBe(false);
  });
});
