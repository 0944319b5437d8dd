import { describe, expect, it } from 'vitest';
import { HttpBlockchainApi } from '../../adapters/blockchain-api/http-blockchain-api.js';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { type BlockchainApiCall, FakeBlockchainApi } from '../../application/ports/blockchain-api.fake.js';
import { OptionsStore } from '../../application/shared/options.store.js';
import { toChainId } from '../../domain/caip/caip-2.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import { formatAssetId } from '../../domain/caip/caip-19.js';
import { mainnet } from '../../domain/network/networks/eip155.js';
import { parseOptions } from '../../domain/options/parse-options.js';
import { tokenAddress } from '../../domain/tokens/token-address.js';
import { type BlockchainApiHarness, blockchainApiContract } from '../../testing/contracts/blockchain-api.contract.js';
import { BlockchainApiServer } from '../unit/adapters/support/blockchain-api-server.js';

const api = { describe, it, expect };

const CHAIN = toChainId('eip155:1');
const OTHER = toChainId('eip155:10');
const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const CONTRACT = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const account = formatAccountId(CHAIN, ALICE);
const usdc = formatAssetId({ chainId: CHAIN, assetNamespace: 'erc20', assetReference: CONTRACT });
const [coinId, usdcId] = [tokenAddress(CHAIN, null), tokenAddress(CHAIN, usdc)];

const address = ALICE;
const identity = { address, sender: address, chainId: CHAIN };
const pair = { account, from: usdcId, to: coinId };
const amount = { amount: '98.50', currency: 'USD' };
const amounts = { coinbaseFee: amount, networkFee: amount, paymentSubtotal: amount, paymentTotal: amount, purchaseAmount: amount };
const transaction = { from: account, to: coinId, data: '0x1234' };

/** Input of each call, the service's reply to it, and its result. */
const CASES: BlockchainApiHarness['cases'] & { readonly [Call in BlockchainApiCall]: { readonly reply: unknown } } = {
  identity: {
    input: identity,
    reply: { name: 'alice.eth', avatar: 'https://a.example/a.png' },
    result: { name: 'alice.eth', avatarUrl: 'https://a.example/a.png' },
  },
  history: {
    input: { address, chainId: CHAIN, cursor: 'a' },
    reply: {
      data: [
        {
          id: 'one',
          metadata: { operationType: 'send', status: 'confirmed', chain: CHAIN, minedAt: '2026-01-01T00:00:00.000Z', hash: '0x12' },
          transfers: [{ fungible_info: { name: 'Ether', symbol: 'ETH' }, direction: 'out', quantity: { numeric: '1.5' }, value: 3_000 }],
        },
      ],
      next: 'b',
    },
    result: {
      items: [
        {
          id: 'one',
          chainId: CHAIN,
          operation: 'send',
          status: 'confirmed',
          hash: '0x12',
          minedAtMs: Date.UTC(2026, 0, 1),
          sentFrom: null,
          sentTo: null,
          transfers: [
            { kind: 'fungible', name: 'Ether', symbol: 'ETH', direction: 'out', quantity: '1.5', valueUsd: 3_000, iconUrl: null },
          ],
        },
      ],
      next: 'b',
    },
  },
  prices: {
    input: [usdcId],
    reply: { fungibles: [{ name: 'USD Coin', symbol: 'USDC', price: 1, change24h: 0.01, iconUrl: '' }] },
    result: [{ name: 'USD Coin', symbol: 'USDC', priceUsd: 1, change24h: 0.01, iconUrl: null }],
  },
  balances: {
    input: { address, chainId: CHAIN, refreshed: [usdcId] },
    reply: {
      balances: [
        {
          name: 'USD Coin',
          symbol: 'USDC',
          chainId: CHAIN,
          address: usdcId,
          quantity: { decimals: '6', numeric: '2.5' },
          price: 1,
          value: 2.5,
        },
      ],
    },
    result: [
      {
        chainId: CHAIN,
        asset: usdc,
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
        value: 2_500_000n,
        priceUsd: 1,
        valueUsd: 2.5,
        change24h: null,
        iconUrl: null,
      },
    ],
  },
  registeredName: { input: 'alice.reown.id', reply: { addresses: { '60': { address, created: '' } }, attributes: [] }, result: address },
  namesOf: { input: identity, reply: [{ name: 'alice.reown.id' }], result: ['alice.reown.id'] },
  suggestions: {
    input: 'alice',
    reply: { suggestions: [{ name: 'alice1', registered: false }] },
    result: [{ name: 'alice1', isRegistered: false }],
  },
  registerName: {
    input: { coinType: 2_147_483_649, address, message: '{}', signature: '0x12' },
    reply: { success: true },
    result: true,
  },
  nfts: {
    input: { address, chainId: CHAIN, cursor: null },
    reply: { data: [{ id: 'a', chainId: CHAIN, name: 'A', collection: 'B', address: CONTRACT, token_id: '7' }], next: null },
    result: {
      items: [
        {
          id: 'a',
          chainId: CHAIN,
          name: 'A',
          collection: 'B',
          address: CONTRACT,
          tokenId: '7',
          quantity: 1n,
          imageUrl: null,
          isSpam: false,
        },
      ],
      next: null,
    },
  },
  swapQuotes: {
    input: { ...pair, amount: 1_000_000n, gasPrice: null },
    reply: { quotes: [{ id: 'q', fromAmount: '1000000', toAmount: '500000000000000' }] },
    result: [{ id: 'q', fromAmount: 1_000_000n, toAmount: 500_000_000_000_000n }],
  },
  swapTokens: {
    input: CHAIN,
    reply: { tokens: [{ name: 'Ether', symbol: 'ETH', address: coinId, decimals: 18, logoUri: '' }] },
    result: [{ chainId: CHAIN, asset: null, name: 'Ether', symbol: 'ETH', decimals: 18, iconUrl: null, hasPermit: false }],
  },
  allowance: { input: pair, reply: { allowance: '5' }, result: 5n },
  gasPrices: { input: CHAIN, reply: { standard: '7', fast: '8', instant: '9' }, result: { standard: 7n, fast: 8n, instant: 9n } },
  buildSwap: {
    input: { ...pair, amount: 1n, slippagePercent: 1 },
    reply: { tx: { ...transaction, amount: '1', eip155: { gas: '21000', gasPrice: '7' } } },
    result: { ...transaction, amount: 1n, gas: 21_000n, gasPrice: 7n },
  },
  buildApproval: {
    input: pair,
    reply: { tx: { ...transaction, value: '0', eip155: { gas: '21000', gasPrice: '7' } } },
    result: { ...transaction, value: 0n, gas: 21_000n, gasPrice: 7n },
  },
  onrampUrl: {
    input: {
      chainId: CHAIN,
      destinationWallets: [{ address, blockchains: ['ethereum'], assets: ['ETH'] }],
      defaultNetwork: 'ethereum',
      partnerUserId: address,
    },
    reply: { url: 'https://pay.example' },
    result: 'https://pay.example',
  },
  onrampOptions: {
    input: CHAIN,
    reply: { paymentCurrencies: [{ id: 'GBP', payment_method_limits: [] }], purchaseCurrencies: [] },
    result: { paymentCurrencies: [{ id: 'GBP', limits: [] }], purchaseCurrencies: [] },
  },
  onrampQuote: {
    input: { purchaseCurrency: 'a', paymentCurrency: 'USD', amount: '100', network: 'ethereum' },
    reply: { quoteId: 'q', ...amounts },
    result: { quoteId: 'q', ...amounts, estimated: false },
  },
  sessions: {
    input: account,
    reply: { pcis: [{ pci: 'one', createdAt: 1, expiry: 2 }] },
    result: [{ id: 'one', createdAtMs: 1_000, expiresAtMs: 2_000, revokedAtMs: null, permissions: [], policies: [], project: null }],
  },
  revokeSession: { input: { account, id: 'one', signature: '0x12' }, reply: { success: true }, result: true },
};

const networks = { chainId: CHAIN, unsupported: OTHER, cases: CASES };

blockchainApiContract(api, 'FakeBlockchainApi', () => {
  const fake = new FakeBlockchainApi([CHAIN]);
  const results = Object.entries(CASES).map(([call, { result }]) => [call, () => result]);
  Object.assign(fake.replies, Object.fromEntries(results));
  return { ...networks, api: fake, fail: (call, fault) => void fake.modes.set(call, fault) };
});

blockchainApiContract(api, 'HttpBlockchainApi', async () => {
  const server = await BlockchainApiServer.start();
  server.replies.set('isSupported', { http: [CHAIN], ws: [] });
  for (const [call, { reply }] of Object.entries(CASES)) server.replies.set(call, reply);
  const options = parseOptions({ networks: [mainnet], endpoints: { blockchainApi: server.url } });
  return {
    ...networks,
    api: new HttpBlockchainApi({ options: new OptionsStore(options), clock: SYSTEM_CLOCK }),
    fail: (call, fault) => void server.faults.set(call, fault),
  };
});
