import { encodeFunctionData, type Hex, multicall3Abi, numberToHex } from 'viem';
import { callNode } from './call-node.js';
import { MULTICALL3_ADDRESS } from './start-chain.js';

/** Pays for what the sandbox itself writes; anvil signs for it. It is no dev account, whose nonces and coins belong to the tests. */
const PAYER = '0x00000000000000000000000000000000005a4d80';
/** 1000 coins. */
const PAYER_BALANCE = '0x3635c9adc5dea00000';

/** Gas for all of it: as much as a block has less what other transactions take. It is not estimated, which would carry everything out twice. */
const GAS = 25_000_000n;

/** A call of a contract that anybody may make. */
export interface OpenCall {
  readonly to: Hex;
  readonly data: Hex;
}

/**
 * Makes some calls in one transaction, all or none, on a chain that `startChain` started.
 * @throws Error when one of them fails
 * @see https://www.multicall3.com
 */
export const callAll = async (rpcUrl: string, calls: readonly OpenCall[]): Promise<void> => {
  const args = [calls.map(({ to, data }) => ({ target: to, allowFailure: false, callData: data }))] as const;
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args });
  await callNode(rpcUrl, 'anvil_setBalance', [PAYER, PAYER_BALANCE]);
  await callNode(rpcUrl, 'anvil_impersonateAccount', [PAYER]);
  try {
    const transaction = { from: PAYER, to: MULTICALL3_ADDRESS, data, gas: numberToHex(GAS) };
    const hash = await callNode(rpcUrl, 'eth_sendTransaction', [transaction]);
    const status = async (): Promise<unknown> => Reflect.get(Object(await callNode(rpcUrl, 'eth_getTransactionReceipt', [hash])), 'status');
    // A chain that mines by the clock has it in its next block: that one is made now.
    if ((await status()) === undefined) await callNode(rpcUrl, 'evm_mine', []);
    if ((await status()) !== '0x1') throw new Error(`The chain at ${rpcUrl} refused what the sandbox wrote: ${String(hash)}`);
  } finally {
    await callNode(rpcUrl, 'anvil_stopImpersonatingAccount', [PAYER]);
  }
};
