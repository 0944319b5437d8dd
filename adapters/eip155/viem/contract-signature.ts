import { erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode } from 'viem';
import { encodeDeployData, hashMessage } from 'viem/utils';
import type { Network } from '../../../domain/network/network.js';
import type { Eip155Reader } from '../nodes/eip155-reader.js';

export interface ContractSignatureOptions {
  readonly address: string;
  readonly message: string;
  readonly signature: string;
  readonly network: Network;
  readonly reader: Pick<Eip155Reader, 'requestAll'>;
}

const HEX = /^0x(?:[0-9a-f]{2})+$/i;
const VALID = /^0x0*1$/;

/**
 * Checks a signature against a contract account, deployed or counterfactual, in one `eth_call` that runs the ERC-6492 validator without
 * deploying anything.
 * @throws LatchkeyError `network/rpc-failed`, `network/timeout`, `network/wrong-node` when the result is unknown
 * @see https://eips.ethereum.org/EIPS/eip-1271
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
export const isSignedByContract = async (
  { address, message, signature, network, reader }: ContractSignatureOptions,
  signal: AbortSignal,
): Promise<boolean> => {
  if (!HEX.test(signature)) return false;
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    // Both formats were checked: the account's by CAIP-10, the signature's on the line above.
    args: [address as `0x${string}`, hashMessage(message), signature as `0x${string}`],
  });
  const [response] = await reader.requestAll([{ method: 'eth_call', params: [{ data }, 'latest'] }], network, signal);
  // A contract that reverts does not accept the signature.
  return response !== undefined && 'result' in response && VALID.test(String(response.result));
};
