import { encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem';
import { callNode } from './call-node.js';
import { MULTICALL3_ADDRESS } from './start-chain.js';

/**
 * Pays for the sandbox's own transactions; anvil impersonates it. Not a dev account, so that tests own all nonces and balances of those.
 */
const PAYER = '0x00000000000000000000000000000000005a4d80';
/** 10,000 coins, for fees. */
const FEES = 10_000n * 10n ** 18n;

const MULTICALL_ABI = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate3Value(Call[] calls) payable',
]);

/** Gas limit of the batch: most of a block. Not estimated, because that would execute the batch twice. */
const GAS = 25_000_000n;

/** A contract call without access control. */
export interface OpenCall {
  readonly to: Hex;
  readonly data: Hex;
  /** Wei. Default: none. */
  readonly value?: bigint;
}

/**
 * Makes calls in one transaction, all or nothing, on a chain started with `startChain`. Returns its hash.
 * @throws Error when one of them fails
 * @see https://www.multicall3.com
 */
export const callAll = async (rpcUrl: string, calls: readonly OpenCall[]): Promise<string> => {
  const args = [calls.map(({ to, data, value = 0n }) => ({ target: to, allowFailure: false, value, callData: data }))] as const;
  const data = encodeFunctionData({ abi: MULTICALL_ABI, functionName: 'aggregate3Value', args });
  const total = calls.reduce((sum, { value = 0n }) => sum + value, 0n);
  await callNode(rpcUrl, 'anvil_setBalance', [PAYER, numberToHex(FEES + total)]);
  await callNode(rpcUrl, 'anvil_impersonateAccount', [PAYER]);
  try {
    const transaction = { from: PAYER, to: MULTICALL3_ADDRESS, data, value: numberToHex(total), gas: numberToHex(GAS) };
    const hash = await callNode(rpcUrl, 'eth_sendTransaction', [transaction]);
    const status = async (): Promise<unknown> => Reflect.get(Object(await callNode(rpcUrl, 'eth_getTransactionReceipt', [hash])), 'status');
    // With interval mining, the transaction is only in the next block: mine it now.
    if ((await status()) === undefined) await callNode(rpcUrl, 'evm_mine', []);
    if ((await status()) !== '0x1') throw new Error(`The sandbox's setup transaction failed on ${rpcUrl}: ${String(hash)}`);
    return String(hash);
  } finally {
    await callNode(rpcUrl, 'anvil_stopImpersonatingAccount', [PAYER]);
  }
};
