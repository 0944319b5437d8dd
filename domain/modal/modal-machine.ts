import type { Namespace } from '../caip/namespace.js';

/** Duration of the shake animation, in ms. */
export const SHAKE_MS = 500;

/** State of the modal. */
export interface ModalState {
  /** True while the modal is opening or busy, independent of a namespace. */
  readonly loading: boolean;
  readonly open: boolean;
  readonly shake: boolean;
  /** The namespace the modal was opened for, `null` for all. */
  readonly namespace: Namespace | null;
  /** Busy namespaces. Others are absent. */
  readonly loadingByNamespace: Readonly<Partial<Record<Namespace, true>>>;
}

/** Events of the modal. */
export type ModalEvent =
  /** Opening was requested. Images are fetched before the modal is displayed. */
  | { readonly type: 'open-requested'; readonly namespace: Namespace | null }
  /** The modal is displayed. Sets loading like `open-requested`, which may precede it. */
  | { readonly type: 'opened'; readonly namespace: Namespace | null }
  | { readonly type: 'closed' }
  | { readonly type: 'loading-changed'; readonly loading: boolean; readonly namespace: Namespace | null }
  /** Starts the shake animation. Ignored during one and while closed. */
  | { readonly type: 'shaken' }
  /** {@link SHAKE_MS} after `shaken`. */
  | { readonly type: 'shake-ended' };

export const INITIAL_MODAL: ModalState = { loading: false, open: false, shake: false, namespace: null, loadingByNamespace: {} };

const withLoading = (state: ModalState, loading: boolean, namespace: Namespace | null): ModalState => {
  if (namespace === null) return state.loading === loading ? state : { ...state, loading };
  if ((state.loadingByNamespace[namespace] === true) === loading) return state;
  const { [namespace]: _, ...others } = state.loadingByNamespace;
  return { ...state, loadingByNamespace: loading ? { ...others, [namespace]: true } : others };
};

/** Reduces an event to the next modal state. Returns the same state if nothing changes. */
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

/** Tests whether the modal or the given namespace is busy, or any namespace without an argument. */
export const isLoading = ({ loading, loadingByNamespace }: ModalState, namespace?: Namespace): boolean =>
  loading || (namespace === undefined ? Object.keys(loadingByNamespace).length > 0 : loadingByNamespace[namespace] === true);
