import type { CallChain } from './prepare-transaction.js';
import type { TokenInfo } from './summary.js';

// Without a library: the page of the user's limits reads tokens as well.

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Decodes a text that a contract returns: as `string`, or as `bytes32`. */
const decodeText = (hex: string): string => {
  const bytes = (hex.slice(2).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  const length = bytes.length > 64 ? Number(BigInt(`0x${hex.slice(66, 130)}`)) : 32;
  const content = bytes.length > 64 ? bytes.slice(64, 64 + length) : bytes;
  return new TextDecoder().decode(Uint8Array.from(content)).replaceAll('\0', '').slice(0, 20);
};

/** Reads the symbol of a token. @throws any error of the node */
export const readSymbol = async (contract: string, call: CallChain): Promise<string> =>
  decodeText(textOf(await call('eth_call', [{ to: contract, data: '0x95d89b41' }, 'latest'])));

/** Reads symbol and decimals of a token; `null` if the contract is none. */
export const readToken = async (contract: string, call: CallChain): Promise<TokenInfo | null> => {
  try {
    const [decimals, symbol] = await Promise.all([
      call('eth_call', [{ to: contract, data: '0x313ce567' }, 'latest']),
      readSymbol(contract, call),
    ]);
    const places = Number(BigInt(textOf(decimals)));
    return places <= 36 && symbol !== '' ? { symbol, decimals: places } : null;
  } catch {
    return null;
  }
};
