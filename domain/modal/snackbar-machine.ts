import type { LatchkeyError } from '../errors/latchkey-error.js';

/** Delay before the next message replaces the closing one, in ms. */
export const SNACKBAR_SWAP_MS = 150;
/** Display time of a message that closes automatically, in ms. */
export const SNACKBAR_AUTO_CLOSE_MS = 2_500;

/** Variant of a message. */
export type SnackbarVariant = 'success' | 'error' | 'loading';

/** Custom icon of a message, by its name in the presentation layer. */
export interface SnackbarSvg {
  readonly icon: string;
  readonly iconColor?: string;
}

/** A message. Only a `loading` message may stay until it is replaced or hidden. */
export type SnackbarMessage =
  | { readonly message: string; readonly variant: 'success'; readonly svg?: SnackbarSvg }
  /** `error`: the error behind the message, for its text in another language. */
  | { readonly message: string; readonly variant: 'error'; readonly svg?: SnackbarSvg; readonly error?: LatchkeyError }
  | { readonly message: string; readonly variant: 'loading'; readonly autoClose?: boolean };

export interface SnackbarState {
  readonly message: string;
  readonly variant: SnackbarVariant;
  readonly svg: SnackbarSvg | null;
  /** The error behind the message; `null` if there is none. */
  readonly error: LatchkeyError | null;
  readonly open: boolean;
  readonly autoClose: boolean;
  /** Message to display after the closing one. A newer one replaces it. */
  readonly next: SnackbarMessage | null;
  /** Incremented with each message, so that timers of earlier messages are ignored. */
  readonly id: number;
}

/** Events of the snackbar. */
export type SnackbarEvent =
  | { readonly type: 'shown'; readonly content: SnackbarMessage }
  /** {@link SNACKBAR_SWAP_MS} after the message with this id started closing. */
  | { readonly type: 'swap-elapsed'; readonly id: number }
  /** {@link SNACKBAR_AUTO_CLOSE_MS} after the message with this id was displayed. */
  | { readonly type: 'auto-close-elapsed'; readonly id: number }
  /** Hides the current message and drops the next one. */
  | { readonly type: 'hidden' };

export const INITIAL_SNACKBAR: SnackbarState = {
  message: '',
  variant: 'success',
  svg: null,
  error: null,
  open: false,
  autoClose: true,
  next: null,
  id: 0,
};

const show = (content: SnackbarMessage, id: number): SnackbarState => ({
  message: content.message,
  variant: content.variant,
  svg: content.variant === 'loading' ? null : (content.svg ?? null),
  error: content.variant === 'error' ? (content.error ?? null) : null,
  open: true,
  autoClose: content.variant !== 'loading' || content.autoClose !== false,
  next: null,
  id,
});

/** Reduces an event to the next snackbar state. Returns the same state if nothing changes. */
export const reduceSnackbar = (state: SnackbarState, event: SnackbarEvent): SnackbarState => {
  switch (event.type) {
    case 'shown':
      // Keeps the old text, so that it does not change during the closing animation.
      return state.open || state.next !== null ? { ...state, open: false, next: event.content } : show(event.content, state.id + 1);
    case 'swap-elapsed':
      return state.next !== null && state.id === event.id ? show(state.next, state.id + 1) : state;
    case 'auto-close-elapsed':
      return state.open && state.autoClose && state.id === event.id ? { ...INITIAL_SNACKBAR, id: state.id } : state;
    case 'hidden':
      return state.open || state.next !== null ? { ...INITIAL_SNACKBAR, id: state.id } : state;
  }
};

/** Returns the timer for this state. The application cancels it when the result changes. */
export const snackbarTimer = ({
  open,
  autoClose,
  next,
  id,
}: SnackbarState): { readonly afterMs: number; readonly event: SnackbarEvent } | null => {
  if (next !== null) return { afterMs: SNACKBAR_SWAP_MS, event: { type: 'swap-elapsed', id } };
  return open && autoClose ? { afterMs: SNACKBAR_AUTO_CLOSE_MS, event: { type: 'auto-close-elapsed', id } } : null;
};

/** Messages other than errors, quoted from the specification. */
export const NOTICES = {
  authenticating: { message: 'Authenticating...', variant: 'loading', autoClose: false },
  transactionStarted: { message: 'Transaction started', variant: 'success' },
} as const satisfies Readonly<Record<string, SnackbarMessage>>;
