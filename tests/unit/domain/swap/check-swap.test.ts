import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { formatAssetId } from '../../../../domain/caip/caip-19.js';
import { approvalCall, resetCall, resetsAllowance, swapCall } from '../../../../domain/swap/check-swap.js';
import type { BuiltApproval, BuiltSwap, SwapToken } from '../../../../domain/swap/parse-swap.js';

const chainId = toChainId('eip155:1');
const id = (address: string) => formatAccountId(chainId, address);
const ACCOUNT = `0x${'a'.repeat(40)}`;
const EXCHANGE = `0x${'b'.repeat(40)}`;
const STRANGER = `0x${'c'.repeat(40)}`;
const TOKEN = `0x${'d'.repeat(40)}`;
const token = (address: string | null): SwapToken => ({
  ...{ chainId, name: 'Token', symbol: 'TKN', decimals: 6, iconUrl: null, hasPermit: false },
  asset: address === null ? null : formatAssetId({ chainId, assetNamespace: 'erc20', assetReference: address }),
});
const ETHER = token(null);
const DOLLAR = token(TOKEN);
const word = (hex: string): string => hex.padStart(64, '0');
const approve = (spender: string, amount: bigint): string => `0x095ea7b3${word(spender.slice(2))}${word(amount.toString(16))}`;
const MAX = 2n ** 256n - 1n;

const SWAP: BuiltSwap = { from: id(ACCOUNT), to: id(EXCHANGE), data: '0x1234', gas: 1n, gasPrice: 1n, amount: 5n };
const APPROVAL: BuiltApproval = { from: id(TOKEN), to: id(TOKEN), data: approve(EXCHANGE, MAX), gas: 1n, gasPrice: 1n, value: 0n };
const refused = (reason: string) => expect.objectContaining({ code: 'swap/unexpected-transaction', context: { reason } });

describe('swapCall', () => {
  const of = (built: Partial<BuiltSwap>, source = ETHER, target = DOLLAR) =>
    swapCall({ ...SWAP, ...built }, { account: ACCOUNT, source, target, sent: 5n });

  it('gives the coin its amount, and a token no value', () => {
    expect(of({})).toEqual({ to: EXCHANGE, data: '0x1234', value: 5n });
    expect(of({}, DOLLAR, ETHER)).toEqual({ to: EXCHANGE, data: '0x1234', value: 0n });
  });

  it.each([
    ['another account', { from: id(STRANGER) }, 'it is for another account'],
    ['another amount', { amount: 6n }, 'it is for another amount'],
    ['a call of the token', { to: id(TOKEN.toUpperCase().replace('0X', '0x')) }, 'it calls the token itself'],
    ['a call of the account', { to: id(ACCOUNT) }, 'it calls the account itself'],
  ])('refuses %s', (_, built, reason) => {
    expect(() => of(built)).toThrow(refused(reason));
    expect(() => of(built, DOLLAR, ETHER)).toThrow(refused(reason));
  });
});

describe('approvalCall', () => {
  const of = (built: Partial<BuiltApproval>, isUnlimited = false) =>
    approvalCall({ ...APPROVAL, ...built }, { source: DOLLAR, sent: 5n, isUnlimited, exchange: EXCHANGE });

  it('allows the exact amount, whatever the service names, unless the user wants no limit', () => {
    expect(of({})).toEqual({ to: TOKEN, value: 0n, data: approve(EXCHANGE, 5n) });
    expect(of({ data: approve(EXCHANGE, 1n) })).toEqual({ to: TOKEN, value: 0n, data: approve(EXCHANGE, 5n) });
    expect(of({}, true).data).toBe(approve(EXCHANGE, MAX));
  });

  it.each([
    ['another contract', { to: id(STRANGER) }, 'the approval calls another contract than the token'],
    ['coins', { value: 1n }, 'the approval sends coins'],
    ['another spender', { data: approve(STRANGER, 5n) }, 'the approval is for another contract than the exchange'],
    ['a transfer', { data: approve(EXCHANGE, 5n).replace('095ea7b3', 'a9059cbb') }, 'the approval is no approval'],
    ['more than an approval', { data: `${approve(EXCHANGE, 5n)}00` }, 'the approval is no approval'],
  ])('refuses %s', (_, built, reason) => {
    expect(() => of(built)).toThrow(refused(reason));
  });

  it('takes an allowance back first only for Tether on Ethereum', () => {
    expect(resetCall(of({}))).toEqual({ to: TOKEN, value: 0n, data: approve(EXCHANGE, 0n) });
    expect(resetsAllowance(token('0xdAC17F958D2ee523a2206206994597C13D831ec7'))).toBe(true);
    expect([DOLLAR, ETHER].some(resetsAllowance)).toBe(false);
  });
});
