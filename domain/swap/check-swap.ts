import { isSameAddress } from '../account/same-address.js';
import { addressOf } from '../caip/caip-10.js';
import { parseAssetId } from '../caip/caip-19.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import type { Simulation } from '../send/simulation.js';
import { isSameAsset } from '../tokens/token-address.js';
import type { BuiltApproval, BuiltSwap, SwapToken } from './parse-swap.js';

/** A call of a contract. */
export interface SwapCall {
  readonly to: string;
  /** Wei. */
  readonly value: bigint;
  /** Hex. */
  readonly data: string;
}

/** Largest amount that an approval can name, which stands for any. @see https://eips.ethereum.org/EIPS/eip-20 */
const UNLIMITED = 2n ** 256n - 1n;
/** Selector of `approve(address,uint256)`. @see https://eips.ethereum.org/EIPS/eip-20#approve */
const APPROVE = '095ea7b3';
const APPROVE_CALL = new RegExp(`^0x${APPROVE}0{24}([0-9a-f]{40})([0-9a-f]{64})$`, 'i');

/** Contract of a token. */
const contractOf = (token: SwapToken): string | null => (token.asset === null ? null : parseAssetId(token.asset).assetReference);

const isContractOf = (token: SwapToken, address: string): boolean => {
  const contract = contractOf(token);
  return contract !== null && isSameAddress('eip155', contract, address);
};

const reject = (reason: string): never => {
  throw new LatchkeyError('swap/unexpected-transaction', { reason });
};

/**
 * Returns the call of a swap that a service has built. It takes the amount of the coin that the user entered, whatever the service says; of a token, what
 * the approval allows.
 * @throws LatchkeyError `swap/unexpected-transaction` if it is for another account or amount, calls the token itself, as a transfer does, or another
 *   contract than the approved one
 */
export const swapCall = (
  built: BuiltSwap,
  {
    account,
    source,
    target,
    sent,
    exchange = null,
  }: {
    readonly account: string;
    readonly source: SwapToken;
    readonly target: SwapToken;
    readonly sent: bigint;
    /** Contract that was allowed to take the source. Default `null`: none was. */
    readonly exchange?: string | null;
  },
): SwapCall => {
  const to = addressOf(built.to);
  if (!isSameAddress('eip155', addressOf(built.from), account)) reject('it is for another account');
  if (built.amount !== sent) reject('it is for another amount');
  if (isContractOf(source, to) || isContractOf(target, to)) reject('it calls the token itself');
  if (isSameAddress('eip155', to, account)) reject('it calls the account itself');
  if (exchange !== null && !isSameAddress('eip155', to, exchange)) reject('it calls another contract than the approved one');
  return { to, data: built.data, value: source.asset === null ? sent : 0n };
};

/**
 * Checks the balance changes that a node expects of a swap. Nothing is known of one that would fail: the node may not have the block of the approval.
 * @param simulation `null`: no node can simulate it
 * @param minimum the least that it may give, in base units of the target
 * @throws LatchkeyError `swap/unexpected-transaction` if it would give less than the minimum, or take more than the amount, or anything else
 */
export const checkSimulatedSwap = (
  simulation: Simulation | null,
  {
    source,
    target,
    sent,
    minimum,
  }: { readonly source: SwapToken; readonly target: SwapToken; readonly sent: bigint; readonly minimum: bigint },
): void => {
  if (simulation === null || simulation.status === 'reverted') return;
  const { changes } = simulation;
  const changeOf = (token: SwapToken): bigint => changes.find(({ asset }) => isSameAsset(asset, token.asset))?.value ?? 0n;
  if (changes.some(({ asset, value }) => value < 0n && !isSameAsset(asset, source.asset))) reject('it takes another token');
  if (changeOf(source) < -sent) reject('it takes more than the amount');
  if (changeOf(target) < minimum) reject('it gives less than the minimum');
};

/**
 * Returns the call that allows the exchange of a swap to take the source: of the amount of the swap, whatever amount the service names, unless the
 * user wants no limit.
 * @throws LatchkeyError `swap/unexpected-transaction` if it does not call `approve` of the source, or allows another contract than the one that swaps
 */
export const approvalCall = (
  built: BuiltApproval,
  {
    source,
    sent,
    isUnlimited,
    exchange,
  }: { readonly source: SwapToken; readonly sent: bigint; readonly isUnlimited: boolean; readonly exchange: string },
): SwapCall => {
  const to = addressOf(built.to);
  const [, spender = ''] = APPROVE_CALL.exec(built.data) ?? [];
  if (!isContractOf(source, to)) reject('the approval calls another contract than the token');
  if (built.value !== 0n) reject('the approval sends coins');
  if (spender === '') reject('the approval is no approval');
  if (!isSameAddress('eip155', `0x${spender}`, exchange)) reject('the approval is for another contract than the exchange');
  return { to, value: 0n, data: approveData(spender, isUnlimited ? UNLIMITED : sent) };
};

/** The call that takes an allowance back. @see {@link resetsAllowance} */
export const resetCall = (approval: SwapCall): SwapCall => {
  const [, spender = ''] = APPROVE_CALL.exec(approval.data) ?? [];
  return { ...approval, data: approveData(spender, 0n) };
};

const approveData = (spender: string, amount: bigint): string =>
  `0x${APPROVE}${spender.toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;

/** Tether on Ethereum changes an allowance to or from zero only. */
const TETHER = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const ETHEREUM: string = 'eip155:1';

/** Tests for a token whose allowance has to be taken back before another one is given. */
export const resetsAllowance = (token: SwapToken): boolean => token.chainId === ETHEREUM && isContractOf(token, TETHER);
