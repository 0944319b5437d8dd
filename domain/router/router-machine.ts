import { isUnsupportedNetworkView, type View, type ViewName, view } from './views.js';

/** Actions for the end of a flow. The application, not the state machine, calls the functions. */
export interface TransactionEntry {
  /** On success: go back one view. */
  readonly goBack: boolean;
  /** On success: go back to the view before the sign-in view, or close. */
  readonly replace?: boolean;
  /** On success: reset to this view. */
  readonly view: View | null;
  readonly onSuccess?: () => void;
  readonly onCancel?: () => void;
}

/** Router state. The last view of `history` is displayed. */
export interface RouterState {
  readonly history: readonly [View, ...View[]];
  readonly transactionStack: readonly TransactionEntry[];
}

/** Events of the router. */
export type RouterEvent =
  /** Pushes a view. If the same view is already displayed, only its data is updated. */
  | { readonly type: 'push'; readonly view: View }
  /** Replaces the current view. */
  | { readonly type: 'replace'; readonly view: View }
  /** Shows a view and clears the history. */
  | { readonly type: 'reset'; readonly view: View }
  /** Goes back one view; closes with a history of one view or with UnsupportedChain in it. */
  | { readonly type: 'go-back' }
  /** Goes back to the view at `index`. Ignored for an invalid index. */
  | { readonly type: 'go-back-to'; readonly index: number }
  /** The network was switched: goes back to the view before the network list, or closes. */
  | { readonly type: 'network-switched' }
  | { readonly type: 'push-transaction'; readonly entry: TransactionEntry }
  /** The topmost flow ended. Ignored without one. */
  | { readonly type: 'pop-transaction'; readonly outcome: 'success' | 'cancel' };

/** Effects that the application runs after a transition. */
export type RouterEffect = { readonly type: 'close' } | { readonly type: 'call'; readonly callback: () => void };

export interface RouterTransition {
  readonly state: RouterState;
  readonly effects: readonly RouterEffect[];
}

export const INITIAL_ROUTER: RouterState = { history: [view('Connect')], transactionStack: [] };

/** The displayed view. */
export const currentView = ({ history }: RouterState): View =>
  // The history is never empty.
  history[history.length - 1] as View;

const CLOSE: readonly RouterEffect[] = [{ type: 'close' }];

const unchanged = (state: RouterState): RouterTransition => ({ state, effects: [] });

/** Sets the history. Ignored if it is empty. */
const withHistory = (state: RouterState, [first, ...rest]: readonly View[]): RouterTransition =>
  first === undefined ? unchanged(state) : unchanged({ ...state, history: [first, ...rest] });

const close = (state: RouterState): RouterTransition => ({ state, effects: CLOSE });

/** View data is flat: strings, booleans and one list of such records. */
const isSameView = (a: View, b: View): boolean => a.name === b.name && JSON.stringify(a.data) === JSON.stringify(b.data);

const show = (state: RouterState, next: View, previous: readonly View[]): RouterTransition =>
  isSameView(currentView(state), next) ? unchanged(state) : withHistory(state, [...previous, next]);

const goBack = (state: RouterState): RouterTransition => {
  const { history } = state;
  if (history.length < 2 || history.some(isUnsupportedNetworkView)) return close(state);
  return withHistory(state, history.slice(0, -1));
};

/** Goes back to the view before the first of `names` in the history, or closes. */
const goBackBefore = (state: RouterState, names: readonly ViewName[]): RouterTransition => {
  const index = state.history.findIndex(({ name }) => names.includes(name));
  return index > 0 ? withHistory(state, state.history.slice(0, index)) : close(state);
};

const succeed = (state: RouterState, entry: TransactionEntry): RouterTransition => {
  if (entry.goBack) return goBack(state);
  if (entry.replace) {
    const transition = goBackBefore(state, ['ConnectingSiwe', 'SIWXSignMessage']);
    // Closing ends the whole flow: keeps only the view that is displayed during the closing animation.
    return transition.effects === CLOSE ? { state: { ...state, history: [currentView(state)] }, effects: CLOSE } : transition;
  }
  return entry.view === null ? unchanged(state) : withHistory(state, [entry.view]);
};

const popTransaction = (state: RouterState, outcome: 'success' | 'cancel'): RouterTransition => {
  const entry = state.transactionStack[state.transactionStack.length - 1];
  if (entry === undefined) return unchanged(state);
  const popped = { ...state, transactionStack: state.transactionStack.slice(0, -1) };
  const transition = outcome === 'cancel' ? goBack(popped) : succeed(popped, entry);
  const callback = outcome === 'cancel' ? entry.onCancel : entry.onSuccess;
  return callback === undefined ? transition : { ...transition, effects: [...transition.effects, { type: 'call', callback }] };
};

/**
 * Computes the next router state. Returns the same state if nothing changes.
 * @example routerTransition(INITIAL_ROUTER, { type: 'push', view: view('AllWallets') }).state.history.length // 2
 */
export const routerTransition = (state: RouterState, event: RouterEvent): RouterTransition => {
  const { history } = state;
  switch (event.type) {
    case 'push':
      return show(state, event.view, currentView(state).name === event.view.name ? history.slice(0, -1) : history);
    case 'replace':
      return show(state, event.view, history.slice(0, -1));
    case 'reset':
      return history.length === 1 && isSameView(history[0], event.view) ? unchanged(state) : withHistory(state, [event.view]);
    case 'go-back':
      return goBack(state);
    case 'go-back-to':
      return event.index in history && event.index < history.length - 1
        ? withHistory(state, history.slice(0, event.index + 1))
        : unchanged(state);
    case 'network-switched':
      return goBackBefore(state, ['Networks']);
    case 'push-transaction':
      return unchanged({ ...state, transactionStack: [...state.transactionStack, event.entry] });
    case 'pop-transaction':
      return popTransaction(state, event.outcome);
  }
};
