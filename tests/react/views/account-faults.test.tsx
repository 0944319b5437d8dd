import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeApiMode } from '../../../application/ports/blockchain-api.fake.js';
import type { BlockchainApi } from '../../../application/ports/blockchain-api.port.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { formatAssetId } from '../../../domain/caip/caip-19.js';
import { ADDRESS, connectedClient } from '../hooks/support/connected.js';
import { expectAccessible } from '../support/axe.js';
import { actAndFlush, press, renderOpen } from '../support/render-modal.js';

const CHAIN = toChainId('eip155:1');
const START_MS = Date.UTC(2026, 9, 15, 12);
const VIEWS = [
  ['Tokens', 'balances', 'Token Balance Unavailable', 'USD Coin'],
  ['Nfts', 'nfts', 'Failed to fetch NFTs', 'Badge'],
  ['Transactions', 'history', 'Failed to fetch transactions', 'Sent'],
] as const;
const MODES: readonly FakeApiMode[] = ['down', 'busy', 'refused', 'garbage'];

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(480);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(344);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480);
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

/** An account whose lists have one item each. */
const clientWith = async (call: keyof BlockchainApi, mode: FakeApiMode) => {
  const fake = await connectedClient();
  const { blockchainApi } = fake;
  const asset = formatAssetId({ chainId: CHAIN, assetNamespace: 'erc20', assetReference: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' });
  const token = { chainId: CHAIN, asset, name: 'USD Coin', symbol: 'USDC', decimals: 6, value: 1_000_000n };
  blockchainApi.tokens.set(ADDRESS, [{ ...token, priceUsd: null, valueUsd: null, change24h: null, iconUrl: null }]);
  const nft = { id: 'a', chainId: CHAIN, name: 'Badge', collection: 'Badges', address: '0xabc', tokenId: '7', quantity: 1n };
  blockchainApi.heldNfts.set(ADDRESS, [{ ...nft, imageUrl: null, isSpam: false }]);
  const sent = { id: 'a', chainId: CHAIN, operation: 'send', status: 'confirmed', hash: null, minedAtMs: START_MS } as const;
  blockchainApi.histories.set(ADDRESS, [{ ...sent, sentFrom: null, sentTo: null, transfers: [] }]);
  blockchainApi.modes.set(call, mode);
  return fake;
};

describe.each(VIEWS)('%s while %s fails', (view, call, text, item) => {
  it.each(MODES.flatMap((mode) => [[mode, call] as const, [mode, 'isSupported'] as const]))('says so: %s in %s', async (mode, failing) => {
    const fake = await clientWith(failing, mode);
    const modal = await renderOpen(fake, { view });
    await actAndFlush(() => fake.clock.run(0));
    expect(modal.ui.getAllByText(text).length).toBeGreaterThan(0);
    // An app that the service refuses is told so, apart from its users.
    expect(modal.ui.queryAllByText('Invalid App Configuration')).toHaveLength(mode === 'refused' ? 1 : 0);
    await expectAccessible(modal.view());
    fake.blockchainApi.modes.clear();
    if (view === 'Tokens') await actAndFlush(() => fake.clock.run(30_000));
    else await press(modal.ui.getByTestId('lk-try-again'));
    expect(modal.ui.queryAllByTestId('lk-try-again')).toEqual([]);
    expect(modal.view().textContent).toContain(item);
  });
});
