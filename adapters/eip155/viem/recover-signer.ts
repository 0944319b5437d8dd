import { recoverMessageAddress } from 'viem/utils';
import { isSameEvmAddress } from '../../../domain/account/evm-address.js';

/** 65 bytes, or 64 in the compact form. @see https://eips.ethereum.org/EIPS/eip-2098 */
const OF_A_KEY = /^0x(?:[0-9a-f]{2}){64,65}$/i;

/** Whether the key of an address signed a text. `false` for a signature that is none. @see https://eips.ethereum.org/EIPS/eip-191 */
export const isSignedBy = async ({
  address,
  message,
  signature,
}: {
  readonly address: string;
  readonly message: string;
  readonly signature: string;
}): Promise<boolean> => {
  if (!OF_A_KEY.test(signature)) return false;
  try {
    // The form was checked the line above.
    return isSameEvmAddress(await recoverMessageAddress({ message, signature: signature as `0x${string}` }), address);
  } catch {
    // Numbers that are on no curve.
    return false;
  }
};
