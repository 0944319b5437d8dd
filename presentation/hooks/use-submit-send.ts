import type { SubmitSendState } from '../../application/send/submit-send.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Sends the transfer that the user has entered, see `useSend`. Its states are those of `useSendTransaction`.
 * @example const { submitSend, isPending } = useSubmitSend();
 */
export const useSubmitSend = (): ActionResult<'submitSend', [], SubmitSendState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useSubmitSend', (useCases) => useCases.submitSend);
  return { ...state, submitSend: run, submitSendAsync: runAsync, cancel, reset };
};
