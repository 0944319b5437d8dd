import type { Latchkey } from '../../application/latchkey.js';
import type { EventLogState } from '../../application/modal/watch-event-log.use-case.js';
import { useObservable, type Watched } from './use-observable.js';

const NO_LOG: EventLogState = { entries: [], text: '' };

const watch = ({ useCases: { watchEventLog } }: Latchkey): Watched<EventLogState> => ({
  current: () => watchEventLog.current(),
  changes: watchEventLog.execute(),
  serverValue: NO_LOG,
});

/**
 * Returns the last events and errors of this page, with the text that a user sends to support.
 * @example
 * const { text } = useEventLog();
 * const { copy } = useCopy();
 * <button onClick={() => copy(text)}>Copy log</button>
 */
export const useEventLog = (): EventLogState => useObservable('useEventLog', watch);
