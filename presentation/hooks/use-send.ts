import { useCallback } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import type { SendFormChange } from '../../domain/send/send-form-state.js';
import { EMPTY_SEND, type SendState } from '../../domain/send/send-state.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';

/** The transfer that the user enters. */
export interface Send extends SendState {
  /** Changes what was entered. */
  readonly edit: (change: SendFormChange) => void;
}

const watch = ({ useCases: { watchSend } }: Latchkey): Watched<SendState> => ({
  current: () => watchSend.current(),
  changes: watchSend.execute(),
  serverValue: EMPTY_SEND,
});

/**
 * Returns the transfer that the user enters from the connected account: token, amount, recipient, its fees, and in `fault` what is missing. Reads
 * balances and fees while mounted. Shared by all components.
 * @example const { token, amount, recipient, fault, edit } = useSend();
 */
export const useSend = (): Send => {
  const { client } = useLatchkeyContext('useSend');
  const state = useObservable('useSend', watch);
  const edit = useCallback((change: SendFormChange) => void client.useCases.editSend.execute(change).subscribe(), [client]);
  return { ...state, edit };
};
