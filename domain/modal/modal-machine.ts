import type { Namespace } from '../caip/namespace.js';

/** How long the modal shakes, in ms. */
export const SHAKE_MS = 500;

/** State of the modal's frame. */
export interface ModalState {
  /** True while the modal is being opened or is busy, without a namespace. */
  readonly loading: boolean;
  readonly open: boolean;
  readonly shake: boolean;
  /** The namespace the modal was opened for, `null` for all. */
  readonly namespace: Namespace | null;
  /** Busy namespaces. A namespace that is not busy is absent. */
  readonly loadingByNamespace: Readonly<Partial<Record<Namespace, true>>>;
}

/** Everything that happens to the modal's frame. */
export type ModalEvent =
  /** The modal is asked for; pictures are fetched before it is shown. */
  | { readonly type: 'open-requested'; readonly namespace: Namespace | null }
  /** The modal is shown. Sets loading like `open-requested`, which may have come before. */
  | { readonly type: 'opened'; readonly namespace: Namespace | null }
  | { readonly type: 'closed' }
  | { readonly type: 'loading-changed'; readonly loading: boolean; readonly namespace: Namespace | null }
  /** Starts a shake; ignored while one is on, and when there is nothing to shake. */
  | { readonly type: 'shaken' }
  /** {@link SHAKE_MS} after the shake began. */
  | { readonly type: 'shake-ended' };

/** Closed and idle. */
export const INITIAL_MODAL: ModalState = { loading: false, open: false, shake: false, namespace: null, loadingByNamespace: {} };

const withLoading = (state: ModalState, loading: boolean, namespace: Namespace | null): ModalState => {
  if (namespace === null) return state.loading === loading ? state : { ...state, loading };
  if ((state.loadingByNamespace[namespace] === true) === loading) return state;
  const { [namespace]: _, ...others } = state.loadingByNamespace;
  return { ...state, loadingByNamespace: loading ? { ...others, [namespace]: true } : others };
};

/** The modal's rules as one pure function. An event that changes nothing gives back the same state. */
export const reduceModal = (state: ModalState, event: ModalEvent): ModalState => {
  switch (event.type) {
    case 'open-requested':
      return withLoading({ ...state, namespace: event.namespace }, true, event.namespace);
    case 'opened':
      return withLoading({ ...state, open: true, namespace: event.namespace }, true, event.namespace);
    case 'closed':
      return state.open || isLoading(state) || state.namespace !== null ? INITIAL_MODAL : state;
    case 'loading-changed':
      return withLoading(state, event.loading, event.namespace);
    case 'shaken':
      return state.open && !state.shake ? { ...state, shake: true } : state;
    case 'shake-ended':
      return state.shake ? { ...state, shake: false } : state;
  }
};

/** Whether anything is busy: the modal itself, or the given namespace, or any where none is given. */
export const isLoading = ({ loading, loadingByNamespace }: ModalState, namespace?: Namespace): boolean =>
  loading || (namespace === undefined ? Object.keys(loadingByNamespace).length > 0 : loadingByNamespace[namespace] === true);
