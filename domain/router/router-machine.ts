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
  | { readonly type: 'push'; readonly view: View }
  | { readonly type: 'replace'; readonly view: View }
  | { readonly type: 'reset'; readonly view: View }
  | { readonly type: 'go-back' }
  | { readonly type: 'go-back-to'; readonly index: number }
  | { readonly type: 'push-transaction'; readonly entry: TransactionEntry }
  | { readonly type: 'pop-transaction'; readonly outcome: 'success' | 'cancel' };

/** What the application has to do after a move. */
export type RouterEffect = { readonly type: 'close' } | { readonly type: 'call'; readonly callback: () => void };

/** A move's outcome. */
export interface RouterMove {
  readonly state: RouterState;
  readonly effects: readonly RouterEffect[];
}

export const INITIAL_ROUTER: RouterState = { history: [view('Connect')], transactionStack: [] };

/** The view on screen. */
export const currentView = ({ history }: RouterState): View => history[history.length - 1] as View;
export type { View, ViewName };
