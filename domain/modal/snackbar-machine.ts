/** How long the old message takes to leave before the next one is shown, in ms. */
export const SNACKBAR_SWAP_MS = 150;
/** How long a message stays that closes by itself, in ms. */
export const SNACKBAR_AUTO_CLOSE_MS = 2_500;

/** Kind of a message. */
export type SnackbarVariant = 'success' | 'error' | 'loading';

/** A picture of its own for a message, by the names the presentation knows. */
export interface SnackbarSvg {
  readonly icon: string;
  readonly iconColor?: string;
}

/** A message to show. Only a `loading` one may stay until it is replaced or hidden. */
export type SnackbarMessage =
  | { readonly message: string; readonly variant: 'success' | 'error'; readonly svg?: SnackbarSvg }
  | { readonly message: string; readonly variant: 'loading'; readonly autoClose?: boolean };

/** State of the snackbar. */
export interface SnackbarState {
  readonly message: string;
  readonly variant: SnackbarVariant;
  readonly svg: SnackbarSvg | null;
  readonly open: boolean;
  readonly autoClose: boolean;
  /** What is shown when the old message has left. Of several that come meanwhile the last wins. */
  readonly next: SnackbarMessage | null;
  /** Grows with each message, so that the timer of an earlier one changes nothing. */
  readonly id: number;
}

/** Everything that happens to the snackbar. */
export type SnackbarEvent =
  | { readonly type: 'shown'; readonly content: SnackbarMessage }
  /** {@link SNACKBAR_SWAP_MS} after the message with this id began to leave. */
  | { readonly type: 'swap-elapsed'; readonly id: number }
  /** {@link SNACKBAR_AUTO_CLOSE_MS} after the message with this id was shown. */
  | { readonly type: 'auto-close-elapsed'; readonly id: number }
  /** Takes the message away, and the one that waits. */
  | { readonly type: 'hidden' };

/** No message, and none that waits. */
export const INITIAL_SNACKBAR: SnackbarState = {
  message: '',
  variant: 'success',
  svg: null,
  open: false,
  autoClose: true,
  next: null,
  id: 0,
};

const show = (content: SnackbarMessage, id: number): SnackbarState => ({
  message: content.message,
  variant: content.variant,
  svg: content.variant === 'loading' ? null : (content.svg ?? null),
  open: true,
  autoClose: content.variant !== 'loading' || content.autoClose !== false,
  next: null,
  id,
});

/** The snackbar's rules as one pure function. An event that changes nothing gives back the same state. */
export const reduceSnackbar = (state: SnackbarState, event: SnackbarEvent): SnackbarState => {
  switch (event.type) {
    case 'shown':
      // Closing keeps the old text, so that it does not change while it fades out.
      return state.open || state.next !== null ? { ...state, open: false, next: event.content } : show(event.content, state.id + 1);
    case 'swap-elapsed':
      return state.next !== null && state.id === event.id ? show(state.next, state.id + 1) : state;
    case 'auto-close-elapsed':
      return state.open && state.autoClose && state.id === event.id ? { ...INITIAL_SNACKBAR, id: state.id } : state;
    case 'hidden':
      return state.open || state.next !== null ? { ...INITIAL_SNACKBAR, id: state.id } : state;
  }
};

/** The one timer the application has to run in this state; it is cancelled when the state's timer differs. */
export const snackbarTimer = ({
  open,
  autoClose,
  next,
  id,
}: SnackbarState): { readonly afterMs: number; readonly event: SnackbarEvent } | null => {
  if (next !== null) return { afterMs: SNACKBAR_SWAP_MS, event: { type: 'swap-elapsed', id } };
  return open && autoClose ? { afterMs: SNACKBAR_AUTO_CLOSE_MS, event: { type: 'auto-close-elapsed', id } } : null;
};

/** Texts of messages that are no errors, as the specification quotes them. */
export const NOTICES = {
  authenticating: { message: 'Authenticating...', variant: 'loading', autoClose: false },
  transactionStarted: { message: 'Transaction started', variant: 'success' },
} as const satisfies Readonly<Record<string, SnackbarMessage>>;
