import { isSameAddress } from '../account/same-address.js';
import { namespaceOf } from '../caip/caip-2.js';
import { type AssetId, parseAssetId } from '../caip/caip-19.js';
import { unitsOfFiat } from '../money/fiat-amount.js';
import { FIAT_DECIMALS } from '../money/format-amount.js';
import { parseUnits } from '../money/units.js';
import type { TokenBalance } from '../tokens/token-balance.js';
import { attempt } from '../wire.js';
import type { FeeSpeed } from './fee-speed.js';

/** Unit of a typed amount: the token, or US dollars. */
export type AmountUnit = 'token' | 'fiat';

/** A transfer as far as the user has entered it. */
export interface SendDraft {
  /** `null` until one is chosen. */
  readonly token: TokenBalance | null;
  /** As typed; ignored with `isMax`. */
  readonly amount: string;
  readonly unit: AmountUnit;
  /** Everything is sent, after the fee. */
  readonly isMax: boolean;
  /** As typed or scanned: an address or a name. */
  readonly recipient: string;
  /** The address that the recipient stands for; `null` until it is known, or if there is none. */
  readonly address: string | null;
  readonly speed: FeeSpeed;
}

/** An empty transfer. */
export const EMPTY_DRAFT: SendDraft = {
  token: null,
  amount: '',
  unit: 'token',
  isMax: false,
  recipient: '',
  address: null,
  speed: 'normal',
};

/** Why a transfer cannot be sent yet. */
export type SendFault =
  | 'token-missing'
  | 'amount-missing'
  | 'incorrect-amount'
  | 'insufficient-funds'
  | 'insufficient-fee-funds'
  | 'recipient-missing'
  | 'invalid-recipient';

/** The fee of a transfer, in base units of the coin. */
export interface SendFee {
  /** The most that it can cost; 0 if it is sponsored, `null` while it is not known. */
  readonly maxFee: bigint | null;
  /** Balance of the coin that pays for it; `null` while it is not known. */
  readonly coin: bigint | null;
}

/** Tests for a token whose amounts can be entered in US dollars. */
export const hasPrice = (token: Pick<TokenBalance, 'priceUsd'> | null): boolean => token?.priceUsd != null && token.priceUsd > 0;

/**
 * The amount of a draft in base units; `null` if there is none, or it is no amount of the token: malformed, with more decimals than the token has,
 * or in US dollars without a price.
 */
export const amountOf = ({ token, amount, unit, isMax }: SendDraft): bigint | null => {
  if (token === null) return null;
  if (isMax) return token.value;
  const { decimals, priceUsd } = token;
  if (unit === 'token') return attempt(() => parseUnits(amount, decimals)) ?? null;
  if (priceUsd === null || priceUsd <= 0) return null;
  return attempt(() => unitsOfFiat(amount, priceUsd, decimals)) ?? null;
};

/** Tests for an amount with more decimals than its unit has. */
export const isTooPrecise = ({ token, amount, unit, isMax }: SendDraft): boolean => {
  const fraction = isMax ? undefined : /^\d*\.(\d+)$/.exec(amount)?.[1];
  return token !== null && fraction !== undefined && /[1-9]/.test(fraction.slice(unit === 'token' ? token.decimals : FIAT_DECIMALS));
};

/** Tests for a transfer of a token to its own contract or mint, from which it cannot come back. */
export const isTokenContract = ({ token, address }: Pick<SendDraft, 'token' | 'address'>): boolean => {
  if (token?.asset == null || address === null) return false;
  return isSameAddress(namespaceOf(token.chainId), parseAssetId(token.asset).assetReference, address);
};

/**
 * What to do next before a transfer can be sent, in the order in which a form is filled in; `null` if it is complete.
 */
export const sendFaultOf = (draft: SendDraft, { maxFee, coin }: SendFee): SendFault | null => {
  const { token, amount, isMax, recipient, address } = draft;
  if (token === null) return 'token-missing';
  if (!isMax && amount.trim() === '') return 'amount-missing';
  const value = amountOf(draft);
  if (value === null || value === 0n) return 'incorrect-amount';
  if (value > token.value) return 'insufficient-funds';
  if (maxFee !== null && coin !== null) {
    // Of everything of the coin, the fee is taken off.
    const spent = token.asset !== null ? 0n : isMax ? 0n : value;
    if (spent + maxFee > coin || (token.asset === null && isMax && coin <= maxFee)) return 'insufficient-fee-funds';
  }
  if (recipient.trim() === '') return 'recipient-missing';
  return address === null || isTokenContract(draft) ? 'invalid-recipient' : null;
};

/**
 * A draft with its amount in the other unit, so that it stays the same. Empty if it cannot be converted.
 * @param format writes base units as the text of a unit
 */
export const withUnit = (draft: SendDraft, unit: AmountUnit, format: (value: bigint, unit: AmountUnit) => string): SendDraft => {
  if (draft.unit === unit) return draft;
  const value = draft.isMax ? null : amountOf(draft);
  return { ...draft, unit, amount: value === null ? '' : format(value, unit) };
};

/** A transfer that is complete, before its fee. */
export interface DraftTransfer {
  readonly to: string;
  /** Base units. */
  readonly value: bigint;
  readonly asset?: AssetId;
  /** The whole balance of the coin is sent, after the fee. */
  readonly all?: true;
}

/** The transfer that a draft describes; `null` while it is incomplete, or above the balance. */
export const transferOf = (draft: SendDraft): DraftTransfer | null => {
  const { token, address, isMax } = draft;
  const value = amountOf(draft);
  if (token === null || address === null || value === null || value === 0n || value > token.value || isTokenContract(draft)) return null;
  const { asset } = token;
  if (asset !== null) return { to: address, value, asset };
  return isMax ? { to: address, value, all: true } : { to: address, value };
};

/** Tests for the same transfer, at any speed. */
export const isSameDraft = (one: SendDraft, other: SendDraft): boolean =>
  one.token?.chainId === other.token?.chainId &&
  one.token?.asset === other.token?.asset &&
  one.amount === other.amount &&
  one.unit === other.unit &&
  one.isMax === other.isMax &&
  one.recipient === other.recipient;
