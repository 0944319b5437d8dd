import { type View, type ViewName, view } from './views.js';

/** What is done when the flow that a view started ends. Functions are called by the application, not by the machine. */
export interface TransactionEntry {
  /** On success: go one view back. */
  readonly goBack: boolean;
  /** On success: go back to before the sign-in view, else close. */
  readonly replace?: boolean;
  /** On success: reset to this view. */
  readonly view: View | null;
  readonly onSuccess?: () => void;
  readonly onCancel?: () => void;
}

/** Where the modal is. `history` is never empty; its last view is the one on screen. */
export interface RouterState {
  readonly history: readonly [View, ...View[]];
  readonly transactionStack: readonly TransactionEntry[];
}

/** Everything that moves the router. */
export type RouterEvent =
  /** Shows a view after the current one. The view that is on screen already stays, with the new data if they differ. */
  | { readonly type: 'push'; readonly view: View }
  /** Shows a view in the place of the current one. */
  | { readonly type: 'replace'; readonly view: View }
  /** Shows a view and forgets the way to it. */
  | { readonly type: 'reset'; readonly view: View }
  /** One view back; closes with one view or fewer, or with UnsupportedChain in the history. */
  | { readonly type: 'go-back' }
  /** Back to the view at `index`; an index that is not in the history changes nothing. */
  | { readonly type: 'go-back-to'; readonly index: number }
  /** The network was switched: back to before the list of networks, else closes. */
  | { readonly type: 'network-switched' }
  | { readonly type: 'push-transaction'; readonly entry: TransactionEntry }
  /** The topmost flow ended. Without one nothing happens. */
  | { readonly type: 'pop-transaction'; readonly outcome: 'success' | 'cancel' };

/** What the application has to do after a move. */
export type RouterEffect = { readonly type: 'close' } | { readonly type: 'call'; readonly callback: () => void };

/** A move's outcome. */
export interface RouterMove {
  readonly state: RouterState;
  readonly effects: readonly RouterEffect[];
}

/** On Connect, with nothing behind it. */
export const INITIAL_ROUTER: RouterState = { history: [view('Connect')], transactionStack: [] };

/** The view on screen. */
export const currentView = ({ history }: RouterState): View =>
  // The history is never empty.
  history[history.length - 1] as View;

const CLOSE: readonly RouterEffect[] = [{ type: 'close' }];

const still = (state: RouterState): RouterMove => ({ state, effects: [] });

/** Moves to a history; an empty one is no history, so nothing moves. */
const to = (state: RouterState, [first, ...rest]: readonly View[]): RouterMove =>
  first === undefined ? still(state) : still({ ...state, history: [first, ...rest] });

const close = (state: RouterState): RouterMove => ({ state, effects: CLOSE });

/** View data are flat records of texts, booleans and, once, a list of such records. */
const sameView = (a: View, b: View): boolean => a.name === b.name && JSON.stringify(a.data) === JSON.stringify(b.data);

const show = (state: RouterState, next: View, before: readonly View[]): RouterMove =>
  sameView(currentView(state), next) ? still(state) : to(state, [...before, next]);

const goBack = (state: RouterState): RouterMove => {
  const { history } = state;
  if (history.length < 2 || history.some(({ name }) => name === 'UnsupportedChain')) return close(state);
  return to(state, history.slice(0, -1));
};

/** Goes back to the view before the first `name` in the history; closes where there is none before it. */
const goBackBefore = (state: RouterState, name: ViewName): RouterMove => {
  const index = state.history.findIndex((entry) => entry.name === name);
  return index > 0 ? to(state, state.history.slice(0, index)) : close(state);
};

const succeed = (state: RouterState, entry: TransactionEntry): RouterMove => {
  if (entry.goBack) return goBack(state);
  if (entry.replace) {
    const move = goBackBefore(state, 'ConnectingSiwe');
    // Closing here ends the whole way: only what is on screen while the modal fades out stays.
    return move.effects === CLOSE ? { state: { ...state, history: [currentView(state)] }, effects: CLOSE } : move;
  }
  return entry.view === null ? still(state) : to(state, [entry.view]);
};

const popTransaction = (state: RouterState, outcome: 'success' | 'cancel'): RouterMove => {
  const entry = state.transactionStack[state.transactionStack.length - 1];
  if (entry === undefined) return still(state);
  const popped = { ...state, transactionStack: state.transactionStack.slice(0, -1) };
  const move = outcome === 'cancel' ? goBack(popped) : succeed(popped, entry);
  const callback = outcome === 'cancel' ? entry.onCancel : entry.onSuccess;
  return callback === undefined ? move : { ...move, effects: [...move.effects, { type: 'call', callback }] };
};

/**
 * The router's rules as one pure function. A move that changes nothing gives back the same state.
 * @example moveRouter(INITIAL_ROUTER, { type: 'push', view: view('AllWallets') }).state.history.length // 2
 */
export const moveRouter = (state: RouterState, event: RouterEvent): RouterMove => {
  const { history } = state;
  switch (event.type) {
    case 'push':
      return show(state, event.view, currentView(state).name === event.view.name ? history.slice(0, -1) : history);
    case 'replace':
      return show(state, event.view, history.slice(0, -1));
    case 'reset':
      return history.length === 1 && sameView(history[0], event.view) ? still(state) : to(state, [event.view]);
    case 'go-back':
      return goBack(state);
    case 'go-back-to':
      return event.index in history && event.index < history.length - 1 ? to(state, history.slice(0, event.index + 1)) : still(state);
    case 'network-switched':
      return goBackBefore(state, 'Networks');
    case 'push-transaction':
      return still({ ...state, transactionStack: [...state.transactionStack, event.entry] });
    case 'pop-transaction':
      return popTransaction(state, event.outcome);
  }
};
