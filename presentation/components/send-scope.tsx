import { createContext, type ReactElement, useContext, useMemo } from 'react';
import type { ScopeProps } from '../features/feature.js';
import { useSubmitSend } from '../hooks/use-submit-send.js';
import { useShownFailure } from './use-shown-failure.js';

/** The transfer that is being sent. */
interface Submission extends Pick<ReturnType<typeof useSubmitSend>, 'submitSend'> {
  /** True until the transfer is broadcast. Another one can then be sent. */
  readonly isWaiting: boolean;
}

const SubmissionContext = createContext<Submission | null>(null);

/** Holds the transfer that is being sent, which continues while other views are shown. Its failure is shown on any of them. */
export const SendScope = ({ children }: ScopeProps): ReactElement => {
  const { submitSend, step, error, reset } = useSubmitSend();
  useShownFailure(error, reset);
  const isWaiting = step === 'approve-in-wallet' || step === 'wait-for-other-payment';
  const value = useMemo(() => ({ submitSend, isWaiting }), [submitSend, isWaiting]);
  return <SubmissionContext.Provider value={value}>{children}</SubmissionContext.Provider>;
};

/** The transfer that this modal sends. */
export const useSubmission = (): Submission => {
  const submission = useContext(SubmissionContext);
  if (submission === null) throw new Error('The modal sends no transfers: add the feature of sending.');
  return submission;
};
