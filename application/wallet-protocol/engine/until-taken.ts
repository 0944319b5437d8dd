import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { pause } from '../../shared/pause.js';
import type { RequesterContext } from './engine-context.js';

/** How long to wait before the relay is asked again to take what an earlier page left. */
const RETRY_MS = 5_000;

/**
 * Sends what is left to be sent, perhaps by an earlier page, again for as long as the relay does not take it.
 * @param isLeft whether it is still to be sent
 * @throws what is no failure of the relay: it would be the same again. `config/disposed`
 */
export const untilTaken = async (
  { clock, life }: Pick<RequesterContext, 'clock' | 'life'>,
  isLeft: () => boolean,
  send: () => Promise<void>,
): Promise<void> => {
  while (isLeft()) {
    try {
      return await send();
    } catch (error) {
      if (life.aborted || !isLatchkeyError(error) || !error.code.startsWith('relay/')) throw error;
    }
    await pause(RETRY_MS, clock, life);
  }
};
