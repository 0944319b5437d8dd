import { isWellFormed } from './encode.js';
import { MAX_POLICY_BYTES } from './seal.js';
import { hasShape, isBase64UrlOf, isListOf, isOneOf, matches, memberOf } from './shapes.js';

/** A passkey that confirms requests, as the worker knows it. */
export interface Passkey {
  /** Id of the credential, base64url. */
  readonly id: string;
  readonly algorithm: 'ES256' | 'EdDSA';
  /** Base64url: an uncompressed point of P-256 (65 bytes), or a key of Ed25519 (32 bytes). */
  readonly publicKey: string;
}

/** How much of an asset may be spent in any 24 hours without a passkey. */
export interface AssetLimit {
  /** {@link assetIdOf}. */
  readonly asset: string;
  /** Base units, in decimal. */
  readonly amount: string;
}

/** What the apps of an origin may do without a passkey. */
export interface OriginLimits {
  /** Such as `https://app.example`; `*` stands for each origin without limits of its own. */
  readonly origin: string;
  /** Assets that are not listed have the limit 0. */
  readonly assets: readonly AssetLimit[];
  /** Contracts whose calls need not be understood, as {@link contractIdOf} names them. */
  readonly contracts: readonly string[];
}

/** What the user has set for a wallet. It is sealed with the seed, so that no key is there without it. */
export interface Policy {
  readonly passkeys: readonly Passkey[];
  readonly limits: readonly OriginLimits[];
}

/** The policy of a wallet whose user has set nothing. */
export const NO_POLICY: Policy = { passkeys: [], limits: [] };

/** Origin of the limits that count for all others. */
export const ANY_ORIGIN = '*';

export const MAX_PASSKEYS = 8;
const MAX_ORIGINS = 16;
const MAX_ENTRIES = 16;

/** Id of an asset. Solana messages name no network, so its networks share their limits. @param token contract or mint; `null`: the coin */
export const assetIdOf = (chainId: string, token: string | null): string => {
  if (chainId.startsWith('solana')) return token === null ? 'solana/native' : `solana/token:${token}`;
  return token === null ? `${chainId}/native` : `${chainId}/erc20:${token.toLowerCase()}`;
};

/** Id of a contract, or of a program of Solana. */
export const contractIdOf = (chainId: string, address: string): string =>
  chainId.startsWith('solana') ? `solana:${address}` : `${chainId}:${address.toLowerCase()}`;

/** Tests for the origin of a web page, in the form that browsers have it. */
const isOrigin = (value: unknown): boolean => {
  if (typeof value !== 'string' || value.length > 256) return false;
  if (value === ANY_ORIGIN) return true;
  return URL.canParse(value) && new URL(value).origin === value && value !== 'null';
};

/** 16 to 1,023 bytes. */
const isCredentialId = matches(/^[\w-]{22,1364}$/);

const isPasskey = (value: unknown): boolean => {
  const isEs256 = memberOf(value, 'algorithm') === 'ES256';
  return hasShape(value, { id: isCredentialId, algorithm: isOneOf('ES256', 'EdDSA'), publicKey: isBase64UrlOf(isEs256 ? 65 : 32) });
};

const ASSET = /^(?:eip155:\d{1,20}\/(?:native|erc20:0x[\da-f]{40})|solana\/(?:native|token:[1-9A-HJ-NP-Za-km-z]{32,44}))$/;
const CONTRACT = /^(?:eip155:\d{1,20}:0x[\da-f]{40}|solana:[1-9A-HJ-NP-Za-km-z]{32,44})$/;

const isAssetLimit = (value: unknown): boolean => hasShape(value, { asset: matches(ASSET), amount: matches(/^(?:0|[1-9]\d{0,77})$/) });

const isOriginLimits = (value: unknown): boolean =>
  hasShape(value, {
    origin: isOrigin,
    assets: isListOf(isAssetLimit, { min: 0, max: MAX_ENTRIES }),
    contracts: isListOf(matches(CONTRACT), { min: 0, max: MAX_ENTRIES }),
  });

const areUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** Tests a policy to the last member. */
export const isPolicy = (value: unknown): value is Policy => {
  const shape = {
    passkeys: isListOf(isPasskey, { min: 0, max: MAX_PASSKEYS }),
    limits: isListOf(isOriginLimits, { min: 0, max: MAX_ORIGINS }),
  };
  if (!hasShape(value, shape)) return false;
  // The shape was tested.
  const { passkeys, limits } = value as Policy;
  return (
    areUnique(passkeys.map(({ id }) => id)) &&
    areUnique(limits.map(({ origin }) => origin)) &&
    limits.every(({ assets }) => areUnique(assets.map(({ asset }) => asset))) &&
    encodePolicy({ passkeys, limits }).length <= MAX_POLICY_BYTES
  );
};

/** The bytes that are sealed: JSON with the members in this order. */
export const encodePolicy = ({ passkeys, limits }: Policy): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    JSON.stringify({
      passkeys: passkeys.map(({ id, algorithm, publicKey }) => ({ id, algorithm, publicKey })),
      limits: limits.map(({ origin, assets, contracts }) => ({
        origin,
        assets: assets.map(({ asset, amount }) => ({ asset, amount })),
        contracts,
      })),
    }),
  );

/** Parses sealed bytes; `null` for other ones. */
export const decodePolicy = (bytes: Uint8Array): Policy | null => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = isWellFormed(text) ? JSON.parse(text) : null;
    return isPolicy(value) ? value : null;
  } catch {
    return null;
  }
};

/** The limits that count for an origin; `null` if there are none. */
export const limitsFor = ({ limits }: Policy, origin: string): OriginLimits | null =>
  limits.find((each) => each.origin === origin) ?? limits.find((each) => each.origin === ANY_ORIGIN) ?? null;
