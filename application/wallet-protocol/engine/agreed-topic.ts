import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { KeyChain } from '../../ports/key-chain.port.js';

/**
 * The topic of two parties' key; `null` where the peer's is none that can be used. What reads as an X25519 key need not be one.
 * @see https://www.rfc-editor.org/rfc/rfc7748#section-6.1
 */
export const agreedTopic = async (
  keyChain: Pick<KeyChain, 'agreeOnKey'>,
  keys: Parameters<KeyChain['agreeOnKey']>[0],
): Promise<string | null> => {
  try {
    return await keyChain.agreeOnKey(keys);
  } catch (error) {
    if (isLatchkeyError(error, 'wallet-protocol/no-matching-key')) return null;
    throw error;
  }
};
