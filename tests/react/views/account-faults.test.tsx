import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeApiMode } from '../../../application/ports/blockchain-api.fake.js';
import type { BlockchainApi } from '../../../application/ports/blockchain-api.port.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { formatAssetId } from '../../../domain/caip/caip-19.js';
import { ADDRESS, connectedClient } from '../hooks/support/connected.js';
import { actAndFlush, press, renderOpen } from '../support/render-modal.js';

const CHAIN = toChainId('eip155:1');
const START_MS = Date.UTC(2026, 9, 15, 12);
const VIEWS = [
  ['Tokens', 'balances', 'Tokens could not be loaded.', 'USD Coin'],
  ['Nfts', 'nfts', 'Failed to fetch NFTs', 'Badge'],
  ['Transactions', 'history', 'Failed to fetch transactions', 'Sent'],
] as const;
const MODES = ['down', 'busy', 'garbage'] as const satisfies readonly FakeApiMode[];

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

/** Each fault, in the call of the view and in the list of networks before it. */
const faultsOf = (call: keyof BlockchainApi) => MODES.flatMap((mode) => [[mode, call] as const, [mode, 'isSupported'] as const]);

describe.each(VIEWS)('%s', (view, call, text, item) => {
  it.each(faultsOf(call))('tells of a service that is %s in %s, and reads again', async (mode, failing) => {
    const fake = await clientWith(failing, mode);
    const modal = await renderOpen(fake, { view });
    await actAndFlush(() => fake.clock.run(0));
    expect(modal.ui.getAllByText(text).length).toBeGreaterThan(0);
    fake.blockchainApi.modes.clear();
    await press(modal.ui.getByTestId('lk-try-again'));
    await actAndFlush(() => fake.clock.run(0));
    expect(modal.ui.queryByTestId('lk-try-again')).toBeNull();
    expect(modal.view().textContent).toContain(item);
  });
});

describe.each(VIEWS)('%s of an app that the service refuses', (view, call) => {
  it.each([call, 'isSupported'] as const)('raises the alert for its developer: %s', async (failing) => {
    const fake = await clientWith(failing, 'refused');
    const modal = await renderOpen(fake, { view });
    await actAndFlush(() => fake.clock.run(0));
    expect(modal.ui.getAllByText('Invalid App Configuration')).toHaveLength(1);
  });
});
