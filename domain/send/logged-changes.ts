import * as v from 'valibot';
import type { ChainId } from '../caip/caip-2.js';
import { formatAssetId } from '../caip/caip-19.js';
import { filteredArray } from '../wire.js';
import type { SimulatedChange } from './simulation.js';

/** `Transfer(address,address,uint256)`. @see https://eips.ethereum.org/EIPS/eip-20 https://eips.ethereum.org/EIPS/eip-721 */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Nodes log transfers of the coin as those of this token. @see https://github.com/ethereum/execution-apis/blob/main/docs-api/docs/ethsimulatev1-notes.md */
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

const wordSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i), v.toLowerCase());
const addressSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i), v.toLowerCase());
const transferSchema = v.object({
  address: addressSchema,
  topics: v.union([
    v.strictTuple([v.pipe(wordSchema, v.literal(TRANSFER)), wordSchema, wordSchema]),
    v.strictTuple([v.pipe(wordSchema, v.literal(TRANSFER)), wordSchema, wordSchema, wordSchema]),
  ]),
  data: v.string(),
});
const logsSchema = filteredArray(transferSchema);

/**
 * Sums up the balance changes of an account that a simulated transaction of an EVM chain logs: of the coin, of ERC-20 tokens and of NFTs. Other logs
 * are ignored. What comes and goes is left out.
 * @param logs untrusted
 */
export const loggedChanges = (logs: unknown, chainId: ChainId, account: string): readonly SimulatedChange[] => {
  const own = `0x${account.slice(2).toLowerCase().padStart(64, '0')}`;
  const sums = new Map<string, SimulatedChange>();
  for (const { address, topics, data } of v.parse(logsSchema, logs)) {
    const [, from, to, id] = topics;
    if (from === to || (from !== own && to !== own)) continue;
    const amount = v.safeParse(wordSchema, data);
    if (id === undefined && !amount.success) continue;
    const moved = id === undefined ? BigInt(data) : 1n;
    const asset =
      address === COIN
        ? null
        : id === undefined
          ? formatAssetId({ chainId, assetNamespace: 'erc20', assetReference: address })
          : formatAssetId({ chainId, assetNamespace: 'erc721', assetReference: address, tokenId: String(BigInt(id)) });
    const key = asset ?? '';
    sums.set(key, { asset, value: (sums.get(key)?.value ?? 0n) + (from === own ? -moved : moved) });
  }
  return [...sums.values()].filter(({ value }) => value !== 0n);
};
