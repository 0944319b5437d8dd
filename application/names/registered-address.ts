import type { ChainId } from '../../domain/caip/caip-2.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { BlockchainApi } from '../ports/blockchain-api.port.js';
import { refusalReason } from './refusal-reason.js';

/**
 * Reads the address of a name at the service of names, `null` if it is not registered. Never cached.
 * @throws LatchkeyError `chain/unsupported`, `names/resolve-failed`, `config/project-id-missing`
 */
export const registeredAddress = async (
  api: Pick<BlockchainApi, 'isSupported' | 'registeredName'>,
  name: string,
  chainId: ChainId,
  signal: AbortSignal,
): Promise<string | null> => {
  try {
    // Reads of a network that the service does not list are empty, as if each name were free.
    if (!(await api.isSupported(chainId, signal))) throw new LatchkeyError('chain/unsupported', { chainId });
    return await api.registeredName(name, chainId, signal);
  } catch (error) {
    if (!isLatchkeyError(error) || isLatchkeyError(error, 'config/project-id-missing') || isLatchkeyError(error, 'chain/unsupported'))
      throw error;
    throw new LatchkeyError('names/resolve-failed', { name, reason: refusalReason(error) }, { cause: error });
  }
};
