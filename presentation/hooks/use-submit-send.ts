import type { SubmitSendInput, SubmitSendState } from '../../application/send/submit-send.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Sends the transfer that the user has entered, see `useSend`; with its `digest` as `reviewed`, no other one than the user has seen. Its states are those of `useSendTransaction`.
 * @example const { submitSend, isPending } = useSubmitSend();
 */
export const useSubmitSend = (): ActionResult<'submitSend', [input?: SubmitSendInput], SubmitSendState> => {
  const { state, run, runAsync, cancel, reset } = useAction<[input?: SubmitSendInput], SubmitSendState>(
    'useSubmitSend',
    (useCases) => useCases.submitSend,
  );
  return { ...state, submitSend: run, submitSendAsync: runAsync, cancel, reset };
};
