import { erc20Abi, multicall3Abi } from 'viem';
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils';
import type { AssetBalance, Balances, ChainServices } from '../../../application/ports/chain-services.js';
import { isEvmAddress } from '../../../domain/account/evm-address.js';
import type { AssetId } from '../../../domain/caip/caip-19.js';
import { sanitizeName } from '../../../domain/connection/connector-label.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import { tokenOf } from '../erc20-transfer.js';
import type { Eip155Reader } from '../nodes/eip155-reader.js';
import { type RpcCall, readQuantity } from '../rpc-call.js';

type Hex = `0x${string}`;

/** Address of Multicall3 on every chain that has it. @see https://www.multicall3.com */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
/** Maximum calls per multicall: nodes limit the gas of a call. */
const MAX_BATCH_CALLS = 500;

/** One read of a contract. */
interface Call {
  readonly target: Hex;
  readonly callData: Hex;
  /** JSON-RPC call used without Multicall3, if it is not an `eth_call` to the contract. */
  readonly fallback?: RpcCall;
}

/** Immutable metadata of a token. */
interface TokenMetadata {
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number;
}

/** Reads token balances in batches: through Multicall3 if the chain has it, else in JSON-RPC batches. */
export class Erc20Balances {
  readonly #reader: Eip155Reader;
  readonly #metadata = new Map<string, TokenMetadata>();
  readonly #chainsWithoutMulticall = new Set<string>();

  constructor(reader: Eip155Reader) {
    this.#reader = reader;
  }

  /**
   * Token balances of an address, in the order of the assets. Omits addresses that are not tokens.
   * @throws LatchkeyError `address/invalid`, `caip/invalid-asset-id`, `chain/unsupported`, `network/…`
   * @see https://eips.ethereum.org/EIPS/eip-20
   */
  async get(request: Parameters<ChainServices['getAssetBalances']>[0], signal: AbortSignal): Promise<readonly AssetBalance[]> {
    return (await this.#read(request, false, signal)).assets;
  }

  /**
   * Token and native coin balances of an address, in the same request.
   * @throws LatchkeyError as {@link get}
   */
  async getWithCoin(request: Parameters<ChainServices['getBalances']>[0], signal: AbortSignal): Promise<Balances> {
    const { coin, assets } = await this.#read(request, true, signal);
    const { caipNetworkId: chainId, nativeCurrency } = request.network;
    if (coin === null) throw new LatchkeyError('network/rpc-failed', { chainId, method: 'eth_getBalance' });
    return { coin: { value: coin, symbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals }, assets };
  }

  async #read(
    { address, assets, network }: Parameters<ChainServices['getAssetBalances']>[0],
    withCoin: boolean,
    signal: AbortSignal,
  ): Promise<{ readonly coin: bigint | null; readonly assets: readonly AssetBalance[] }> {
    if (!isEvmAddress(address)) throw new LatchkeyError('address/invalid', { value: address, namespace: 'eip155' });
    const owner = asHex(address.replace(/^(?:0x)?/, '0x'));
    const requested = assets.map((asset) => ({ asset, token: tokenOf(asset, network.caipNetworkId)?.toLowerCase() ?? null }));
    const tokens = [...new Set(requested.flatMap(({ token }) => token ?? []))];
    const isNew = (token: string): boolean => !this.#metadata.has(keyOf(network, token));
    const needsCoin = withCoin || requested.some(({ token }) => token === null);
    const calls = tokens.flatMap((token) => callsOf(asHex(token), owner, isNew(token)));
    const results = await this.#callAll(network, needsCoin ? [...calls, coinCall(owner)] : calls, signal);
    const coins = needsCoin ? decodeNumber(results.at(-1)) : null;
    const values = new Map<string, bigint>();
    let offset = 0;
    for (const token of tokens) {
      const value = decodeNumber(results[offset]);
      if (value !== null) values.set(token, value);
      if (isNew(token)) {
        const decimals = decodeNumber(results[offset + 1]);
        // A token without decimals cannot be displayed: its amount is unknown.
        if (decimals !== null && decimals <= 255n)
          this.#metadata.set(keyOf(network, token), {
            decimals: Number(decimals),
            symbol: decodeText(results[offset + 2]),
            name: decodeText(results[offset + 3]),
          });
        offset += 4;
      } else offset += 1;
    }
    const balances = requested.flatMap(({ asset, token }) => {
      if (token === null) return coins === null ? [] : coinBalance(asset, coins, network);
      const [value, metadata] = [values.get(token), this.#metadata.get(keyOf(network, token))];
      return value === undefined || metadata === undefined ? [] : [{ asset, value, ...metadata }];
    });
    return { coin: coins, assets: balances };
  }

  /** Results of contract calls, `null` for a failed one. */
  async #callAll(network: Network, calls: readonly Call[], signal: AbortSignal): Promise<readonly (Hex | null)[]> {
    if (calls.length === 0) return [];
    if (!this.#chainsWithoutMulticall.has(network.caipNetworkId)) {
      const batches = await Promise.all(toBatches(calls).map((batch) => this.#aggregate(network, batch, signal)));
      const results = batches.flatMap((batch) => batch ?? []);
      if (results.length === calls.length) return results;
      this.#chainsWithoutMulticall.add(network.caipNetworkId);
    }
    const requests = calls.map(
      ({ target, callData, fallback }) => fallback ?? { method: 'eth_call', params: [{ to: target, data: callData }, 'latest'] },
    );
    const responses = await this.#reader.requestAll(requests, network, signal);
    return responses.map((response, index) => {
      if (!('result' in response)) return null;
      return calls[index]?.fallback === undefined ? hexOf(response.result) : toWord(response.result);
    });
  }

  /** Calls through Multicall3; `null` if the chain does not have it. */
  async #aggregate(network: Network, calls: readonly Call[], signal: AbortSignal): Promise<readonly (Hex | null)[] | null> {
    const data = encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [calls.map(({ target, callData }) => ({ target, callData, allowFailure: true }))],
    });
    const [response] = await this.#reader.requestAll(
      [{ method: 'eth_call', params: [{ to: MULTICALL3, data }, 'latest'] }],
      network,
      signal,
    );
    const result = response !== undefined && 'result' in response ? hexOf(response.result) : null;
    if (result === null) return null;
    try {
      const all = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: result });
      return all.map(({ success, returnData }) => (success ? hexOf(returnData) : null));
    } catch {
      // Another contract is at this address.
      return null;
    }
  }
}

const keyOf = ({ caipNetworkId }: Network, token: string): string => `${caipNetworkId}/${token}`;

/** The callers have checked the format. */
const asHex = (value: string): Hex => value as Hex;

const toBatches = (calls: readonly Call[]): readonly (readonly Call[])[] =>
  Array.from({ length: Math.ceil(calls.length / MAX_BATCH_CALLS) }, (_, index) =>
    calls.slice(index * MAX_BATCH_CALLS, (index + 1) * MAX_BATCH_CALLS),
  );

const callsOf = (target: Hex, owner: Hex, isNew: boolean): readonly Call[] => [
  { target, callData: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }) },
  ...(isNew
    ? (['decimals', 'symbol', 'name'] as const).map((functionName) => ({
        target,
        callData: encodeFunctionData({ abi: erc20Abi, functionName }),
      }))
    : []),
];

/** The native coin balance, read through Multicall3 together with token balances. */
const coinCall = (owner: Hex): Call => ({
  target: MULTICALL3,
  callData: encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args: [owner] }),
  fallback: { method: 'eth_getBalance', params: [owner, 'latest'] },
});

/** Converts a JSON-RPC quantity to an ABI word. */
const toWord = (quantity: unknown): Hex => `0x${readQuantity(quantity).toString(16).padStart(64, '0')}`;

const coinBalance = (asset: AssetId, value: bigint, { nativeCurrency: { symbol, name, decimals } }: Network): readonly AssetBalance[] => [
  { asset, value, decimals, symbol, name },
];

/** Non-empty return data of a call, else `null`. */
const hexOf = (value: unknown): Hex | null => (typeof value === 'string' && /^0x(?:[0-9a-f]{2})+$/i.test(value) ? asHex(value) : null);

const decodeNumber = (data: Hex | null | undefined): bigint | null => (data != null && data.length === 66 ? BigInt(data) : null);

/** A string; some old tokens return bytes32. */
const decodeText = (data: Hex | null | undefined): string | null => {
  if (data == null) return null;
  try {
    const text =
      data.length === 66
        ? new TextDecoder().decode(Uint8Array.from(data.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))
        : decodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', data });
    return sanitizeName(text.replace(/\0+$/, '')) || null;
  } catch {
    return null;
  }
};
