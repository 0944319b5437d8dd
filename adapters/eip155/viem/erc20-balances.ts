import { erc20Abi, multicall3Abi } from 'viem';
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils';
import type { AssetBalance, Balances, ChainServices } from '../../../application/ports/chain-services.js';
import { isEvmAddress } from '../../../domain/account/evm-address.js';
import type { AssetId } from '../../../domain/caip/caip-19.js';
import { sanitizeName } from '../../../domain/connection/connector-label.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import { tokenOf } from '../erc20-transfer.js';
import { type NodeCall, readQuantity } from '../node-call.js';
import type { Eip155Reader } from '../nodes/eip155-reader.js';

type Hex = `0x${string}`;

/** Where Multicall3 stands on every chain that has it. @see https://www.multicall3.com */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
/** So many calls go through it at once: nodes bound the gas of a call. */
const CALLS_AT_ONCE = 500;

/** One read of a contract. */
interface Call {
  readonly target: Hex;
  readonly callData: Hex;
  /** What is asked where there is no Multicall3, if it is not the contract. */
  readonly instead?: NodeCall;
}

/** What a token says of itself; it does not change. */
interface TokenWords {
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number;
}

/** Reads balances of tokens, many in one request: through Multicall3 where the chain has it, else in lists of JSON-RPC. */
export class Erc20Balances {
  readonly #reader: Eip155Reader;
  readonly #words = new Map<string, TokenWords>();
  readonly #without = new Set<string>();

  constructor(reader: Eip155Reader) {
    this.#reader = reader;
  }

  /**
   * The balances of an address, in the order of the assets. What is no token there is left out.
   * @throws LatchkeyError `address/invalid`, `caip/invalid-asset-id`, `chain/unsupported`, `network/…`
   * @see https://eips.ethereum.org/EIPS/eip-20
   */
  async get(request: Parameters<ChainServices['getAssetBalances']>[0], signal: AbortSignal): Promise<readonly AssetBalance[]> {
    return (await this.#read(request, false, signal)).assets;
  }

  /**
   * The balances of an address with that of the chain's coin, in the same request.
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
    const wanted = assets.map((asset) => ({ asset, token: tokenOf(asset, network.caipNetworkId)?.toLowerCase() ?? null }));
    const tokens = [...new Set(wanted.flatMap(({ token }) => token ?? []))];
    const isNew = (token: string): boolean => !this.#words.has(keyOf(network, token));
    const wantsCoin = withCoin || wanted.some(({ token }) => token === null);
    const calls = tokens.flatMap((token) => callsOf(asHex(token), owner, isNew(token)));
    const answers = await this.#callAll(network, wantsCoin ? [...calls, coinCall(owner)] : calls, signal);
    const coins = wantsCoin ? numberIn(answers.at(-1)) : null;
    const values = new Map<string, bigint>();
    let at = 0;
    for (const token of tokens) {
      const value = numberIn(answers[at]);
      if (value !== null) values.set(token, value);
      if (isNew(token)) {
        const decimals = numberIn(answers[at + 1]);
        // A token that does not tell its decimals cannot be shown: how much it is nobody knows.
        if (decimals !== null && decimals <= 255n)
          this.#words.set(keyOf(network, token), {
            decimals: Number(decimals),
            symbol: textIn(answers[at + 2]),
            name: textIn(answers[at + 3]),
          });
        at += 4;
      } else at += 1;
    }
    const balances = wanted.flatMap(({ asset, token }) => {
      if (token === null) return coins === null ? [] : coinBalance(asset, coins, network);
      const [value, words] = [values.get(token), this.#words.get(keyOf(network, token))];
      return value === undefined || words === undefined ? [] : [{ asset, value, ...words }];
    });
    return { coin: coins, assets: balances };
  }

  /** The answers of contracts, `null` for one that gave none. */
  async #callAll(network: Network, calls: readonly Call[], signal: AbortSignal): Promise<readonly (Hex | null)[]> {
    if (calls.length === 0) return [];
    if (!this.#without.has(network.caipNetworkId)) {
      const parts = await Promise.all(partsOf(calls).map((part) => this.#aggregate(network, part, signal)));
      const all = parts.flatMap((part) => part ?? []);
      if (all.length === calls.length) return all;
      this.#without.add(network.caipNetworkId);
    }
    const requests = calls.map(
      ({ target, callData, instead }) => instead ?? { method: 'eth_call', params: [{ to: target, data: callData }, 'latest'] },
    );
    const answers = await this.#reader.requestAll(requests, network, signal);
    return answers.map((answer, index) => {
      if (!('result' in answer)) return null;
      return calls[index]?.instead === undefined ? hexOf(answer.result) : wordOf(answer.result);
    });
  }

  /** Through Multicall3; `null` where the chain does not have it. */
  async #aggregate(network: Network, calls: readonly Call[], signal: AbortSignal): Promise<readonly (Hex | null)[] | null> {
    const data = encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [calls.map(({ target, callData }) => ({ target, callData, allowFailure: true }))],
    });
    const [answer] = await this.#reader.requestAll([{ method: 'eth_call', params: [{ to: MULTICALL3, data }, 'latest'] }], network, signal);
    const result = answer !== undefined && 'result' in answer ? hexOf(answer.result) : null;
    if (result === null) return null;
    try {
      const all = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: result });
      return all.map(({ success, returnData }) => (success ? hexOf(returnData) : null));
    } catch {
      // Something else stands there.
      return null;
    }
  }
}

const keyOf = ({ caipNetworkId }: Network, token: string): string => `${caipNetworkId}/${token}`;

/** Whoever gives it checked the form. */
const asHex = (value: string): Hex => value as Hex;

const partsOf = (calls: readonly Call[]): readonly (readonly Call[])[] =>
  Array.from({ length: Math.ceil(calls.length / CALLS_AT_ONCE) }, (_, index) =>
    calls.slice(index * CALLS_AT_ONCE, (index + 1) * CALLS_AT_ONCE),
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

/** The balance of the coin, as Multicall3 tells it beside those of tokens. */
const coinCall = (owner: Hex): Call => ({
  target: MULTICALL3,
  callData: encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args: [owner] }),
  instead: { method: 'eth_getBalance', params: [owner, 'latest'] },
});

/** A quantity as a contract writes it. */
const wordOf = (quantity: unknown): Hex => `0x${readQuantity(quantity).toString(16).padStart(64, '0')}`;

const coinBalance = (asset: AssetId, value: bigint, { nativeCurrency: { symbol, name, decimals } }: Network): readonly AssetBalance[] => [
  { asset, value, decimals, symbol, name },
];

/** What a contract gave; nothing where there is none. */
const hexOf = (value: unknown): Hex | null => (typeof value === 'string' && /^0x(?:[0-9a-f]{2})+$/i.test(value) ? asHex(value) : null);

const numberIn = (data: Hex | null | undefined): bigint | null => (data != null && data.length === 66 ? BigInt(data) : null);

/** A text; tokens from before the standard give 32 bytes. */
const textIn = (data: Hex | null | undefined): string | null => {
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
