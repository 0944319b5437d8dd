import { erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode } from 'viem';
import { encodeDeployData, hashMessage } from 'viem/utils';
import type { Network } from '../../../domain/network/network.js';
import type { Eip155Reader } from '../nodes/eip155-reader.js';

/** What is asked of a node. */
export interface ContractSignature {
  readonly address: string;
  readonly message: string;
  readonly signature: string;
  readonly network: Network;
  readonly reader: Pick<Eip155Reader, 'requestAll'>;
}

const HEX = /^0x(?:[0-9a-f]{2})+$/i;
const YES = /^0x0*1$/;

/**
 * Whether an account that is a contract, or will be one, says that it signed a text: one call of a node, which runs the
 * validator of the standard without deploying anything.
 * @throws LatchkeyError `network/rpc-failed`, `network/timeout`, `network/wrong-node`: a node that cannot be read says neither yes nor no
 * @see https://eips.ethereum.org/EIPS/eip-1271
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
export const isSignedByContract = async (
  { address, message, signature, network, reader }: ContractSignature,
  signal: AbortSignal,
): Promise<boolean> => {
  if (!HEX.test(signature)) return false;
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    // Both forms were checked: the one of the account by CAIP-10 and its chain, the signature's the line above.
    args: [address as `0x${string}`, hashMessage(message), signature as `0x${string}`],
  });
  const [answer] = await reader.requestAll([{ method: 'eth_call', params: [{ data }, 'latest'] }], network, signal);
  // A contract that reverts does not know the signature.
  return answer !== undefined && 'result' in answer && YES.test(String(answer.result));
};
