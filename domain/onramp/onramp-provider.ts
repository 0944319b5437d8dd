import type { Namespace } from '../caip/namespace.js';
import { withoutTrailingSlash } from '../network/rpc-headers.js';
import type { OnrampConfig } from '../options/options.js';

/** A service that sells coins and tokens for money. */
export interface OnrampProvider {
  readonly id: 'coinbase' | 'meld';
  readonly name: string;
  /** Share of the payment that it charges: `1-2%`. */
  readonly feeRange: string;
  readonly namespaces: readonly Namespace[];
  /** True for one that quotes its price before the purchase, and whose purchases are in the account's history. */
  readonly hasQuotes: boolean;
}

export type OnrampProviderId = OnrampProvider['id'];

const COINBASE: OnrampProvider = { id: 'coinbase', name: 'Coinbase', feeRange: '1-2%', namespaces: ['eip155'], hasQuotes: true };
const MELD: OnrampProvider = { id: 'meld', name: 'Meld.io', feeRange: '1-2%', namespaces: ['eip155', 'solana'], hasQuotes: false };

const DEFAULT_MELD_URL = 'https://meldcrypto.com';

/** The providers that sell in a namespace, as far as the app has configured them. */
export const onrampProvidersOf = (namespace: Namespace, config: OnrampConfig | undefined): readonly OnrampProvider[] =>
  [COINBASE, ...(config?.meldPublicKey === undefined ? [] : [MELD])].filter(({ namespaces }) => namespaces.includes(namespace));

/** Tests for a time zone in which the app does not offer to buy. IANA names differ in case at most. @param timeZone `null` if it is not known */
export const isRestrictedTimeZone = (timeZone: string | null, config: OnrampConfig | undefined): boolean =>
  timeZone !== null && (config?.restrictedTimeZones ?? []).some((each) => each.toLowerCase() === timeZone.toLowerCase());

/** Code of the currency that Meld sells in a namespace. */
export const meldCurrencyOf = (namespace: Namespace): string => (namespace === 'solana' ? 'SOL' : 'USDC');

/** Link to the page of Meld; `null` without the app's public key. */
export const meldUrlOf = (namespace: Namespace, address: string, config: OnrampConfig | undefined): string | null => {
  if (config?.meldPublicKey === undefined) return null;
  const parameters = { publicKey: config.meldPublicKey, destinationCurrencyCode: meldCurrencyOf(namespace), walletAddress: address };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const base = withoutTrailingSlash(config.meldUrl ?? DEFAULT_MELD_URL);
  return `${base}${base.includes('?') ? '&' : '?'}${query.join('&')}`;
};
