import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { readWalletAssets } from '../../../../domain/tokens/parse-wallet-assets.js';

const CHAIN = toChainId('eip155:137');
const USDC = '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174';
const metadata = { name: 'USD Coin', symbol: 'USDC', decimals: 6, price: 1, iconUrl: 'https://a.example/usdc.png' };
const token = { address: USDC, balance: '0x1e8480', type: 'ERC20', metadata };
const coin = {
  address: 'native',
  balance: '0x0de0b6b3a7640000',
  type: 'NATIVE',
  metadata: { ...metadata, name: '', symbol: 'POL', decimals: 18, price: 0.5, value: 0.4, iconUrl: 'javascript:alert(1)' },
};

describe('tokens that a wallet lists', () => {
  it('are those of the network, exactly', () => {
    expect(readWalletAssets({ '0x1': [coin], '0x89': [coin, token] }, CHAIN)).toEqual([
      {
        chainId: CHAIN,
        asset: null,
        name: 'POL',
        symbol: 'POL',
        decimals: 18,
        value: 10n ** 18n,
        priceUsd: 0.5,
        valueUsd: 0.4,
        change24h: null,
        iconUrl: null,
      },
      {
        chainId: CHAIN,
        asset: `${CHAIN}/erc20:${USDC}`,
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
        value: 2_000_000n,
        priceUsd: 1,
        valueUsd: 2,
        change24h: null,
        iconUrl: metadata.iconUrl,
      },
    ]);
    expect(readWalletAssets({ '0x89': [] }, CHAIN)).toEqual([]);
  });

  it.each([
    null,
    [],
    'none',
    {},
    { '0x1': [token] },
    { '0x89': { token } },
    { '0x89': [token], '0x1': [{ ...token, type: 'ERC721' }] },
    { '0x89': [{ ...token, balance: '2000000' }] },
    { '0x89': [{ ...token, balance: `0x${'f'.repeat(65)}` }] },
    { '0x89': [{ ...token, address: 'usdc' }] },
    { '0x89': [{ ...token, address: 'native' }] },
    { '0x89': [{ ...token, metadata: { ...metadata, decimals: '6' } }] },
    { '0x89': [{ ...token, metadata: { ...metadata, price: null } }] },
    { '0x89': [{ ...token, metadata: { ...metadata, symbol: '\u200B' } }] },
    { '0x89': [{ ...token, metadata: { ...metadata, iconUrl: undefined } }] },
  ])('are unknown if the reply is %j', (reply) => {
    expect(readWalletAssets(reply, CHAIN)).toBeNull();
  });
});
