import type { ChainId } from '../caip/caip-2.js';
import { formatChainId } from '../caip/caip-2.js';

/** A network on which a currency can be bought. */
export interface PurchaseNetwork {
  /** As the provider names it: `ethereum-mainnet`. */
  readonly name: string;
  readonly displayName: string;
  /** `null` on networks without a chain id that is known here. */
  readonly chainId: ChainId | null;
  /** `null` for the network's own coin. */
  readonly contractAddress: string | null;
}

/** A currency to buy. */
export interface PurchaseCurrency {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly networks: readonly PurchaseNetwork[];
}

/** Limits of a payment method, as exact decimal texts in the currency: `10.00`. */
export interface PaymentLimits {
  /** `card`, `ach_bank_account` */
  readonly id: string;
  readonly min: string;
  readonly max: string;
}

/** A currency to pay with. */
export interface PaymentCurrency {
  /** ISO 4217. */
  readonly id: string;
  readonly limits: readonly PaymentLimits[];
}

/** Currencies to buy and to pay with. */
export interface OnrampOptions {
  readonly paymentCurrencies: readonly PaymentCurrency[];
  readonly purchaseCurrencies: readonly PurchaseCurrency[];
}

/** Options on networks that the service does not serve. */
export const NO_ONRAMP_OPTIONS: OnrampOptions = { paymentCurrencies: [], purchaseCurrencies: [] };

const LIMITS: readonly PaymentLimits[] = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
];

const onEthereum = (contractAddress: string | null): PurchaseNetwork => ({
  name: 'ethereum-mainnet',
  displayName: 'Ethereum',
  chainId: formatChainId('eip155', 1),
  contractAddress,
});

const onPolygon = (contractAddress: string): PurchaseNetwork => ({
  name: 'polygon-mainnet',
  displayName: 'Polygon',
  chainId: formatChainId('eip155', 137),
  contractAddress,
});

/**
 * Options while those of the service cannot be read (specification, section 9). Ether is a coin on Ethereum and a bridged token on Polygon.
 * @see https://docs.cdp.coinbase.com/api-reference/rest-api/onramp-offramp/get-buy-options
 */
export const DEFAULT_ONRAMP_OPTIONS: OnrampOptions = {
  paymentCurrencies: [
    { id: 'USD', limits: LIMITS },
    { id: 'EUR', limits: LIMITS },
  ],
  purchaseCurrencies: [
    {
      id: '2b92315d-eab7-5bef-84fa-089a131333f5',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [onEthereum('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'), onPolygon('0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174')],
    },
    {
      id: 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4',
      name: 'Ether',
      symbol: 'ETH',
      networks: [onEthereum(null), onPolygon('0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619')],
    },
  ],
};
