import type { ApprovalRequest } from './approval-request.js';

/** Whether the account of a request has funds on its network. @throws the node's error */
export const hasFunds = async (
  { chainId, address }: Pick<ApprovalRequest, 'chainId' | 'address'>,
  callNode: (method: string, params: unknown) => Promise<unknown>,
): Promise<boolean> => {
  if (chainId.startsWith('solana:')) {
    const result = await callNode('getBalance', [address]);
    return typeof result === 'object' && result !== null && 'value' in result && Number(result.value) > 0;
  }
  const balance = await callNode('eth_getBalance', [address, 'latest']);
  return typeof balance === 'string' && /^0x[\da-f]+$/i.test(balance) && BigInt(balance) > 0n;
};
