import type { Latchkey } from '../../application/latchkey.js';
import type { ModalSnapshot } from '../../application/modal/modal-snapshot.js';
import type { Watched } from './use-observable.js';

/** Watches a slice of the modal's state. On the server the modal is closed. */
export const watchModal = <Slice>(client: Latchkey, select: (snapshot: ModalSnapshot) => Slice, closed: Slice): Watched<Slice> => {
  const { watchModal: watch } = client.useCases;
  return { current: () => select(watch.current()), changes: watch.execute(), serverValue: closed };
};
