import * as v from 'valibot';
import type { ChainId } from '../caip/caip-2.js';
import { formatAssetId } from '../caip/caip-19.js';
import { sanitizeName } from '../connection/connector-label.js';
import { safeWebLink } from '../directory/safe-link.js';
import { toHexChainId } from '../network/hex-chain-id.js';
import { orNull, parseOrNull } from '../wire.js';
import { fiatValue } from './fiat-value.js';
import type { TokenBalance } from './token-balance.js';

const MAX_DECIMALS = 77;

const nameSchema = v.pipe(
  v.string(),
  v.transform((name) => sanitizeName(name)),
);
const priceSchema = v.pipe(v.number(), v.finite(), v.minValue(0));

const entries = {
  balance: v.pipe(
    v.string(),
    v.regex(/^0x[0-9a-f]{1,64}$/i),
    v.transform((text) => BigInt(text)),
  ),
  metadata: v.object({
    name: nameSchema,
    symbol: v.pipe(nameSchema, v.nonEmpty()),
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_DECIMALS)),
    price: priceSchema,
    value: orNull(priceSchema),
    iconUrl: v.pipe(
      v.string(),
      v.transform((url) => safeWebLink(url)),
    ),
  }),
};

const assetSchema = v.variant('type', [
  v.object({ ...entries, type: v.literal('NATIVE'), address: v.string() }),
  v.object({ ...entries, type: v.literal('ERC20'), address: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i)) }),
]);

/** Lists by chain, as hex. One item that is not as documented refuses them all: the wallet may mean something else by them. */
const assetsSchema = v.record(v.string(), v.array(assetSchema));

/**
 * Reads the reply of `wallet_getAssets`: the coin and tokens of one network; `null` if it is not as documented.
 * @see https://eips.ethereum.org/EIPS/eip-7811
 */
export const readWalletAssets = (reply: unknown, chainId: ChainId): readonly TokenBalance[] | null => {
  const lists = Object.entries(parseOrNull(assetsSchema, reply) ?? {});
  const assets = lists.find(([chain]) => chain.toLowerCase() === toHexChainId(chainId))?.[1];
  return assets?.map((asset) => tokenOf(asset, chainId)) ?? null;
};

const tokenOf = ({ address, balance, type, metadata }: v.InferOutput<typeof assetSchema>, chainId: ChainId): TokenBalance => {
  const { name, symbol, decimals, price, value, iconUrl } = metadata;
  return {
    chainId,
    asset: type === 'NATIVE' ? null : formatAssetId({ chainId, assetNamespace: 'erc20', assetReference: address }),
    name: name === '' ? symbol : name,
    symbol,
    decimals,
    value: balance,
    priceUsd: price,
    valueUsd: value ?? fiatValue(balance, decimals, price),
    change24h: null,
    iconUrl,
  };
};
