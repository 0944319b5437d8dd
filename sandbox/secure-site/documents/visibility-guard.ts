/** Time that the whole document must have been visible before it can be approved, in milliseconds. */
export const VISIBLE_MS = 800;

/** Sizes that hosts show the frame in, in CSS pixels: a card of 360 by 600, lower on low screens, or a sheet as wide as a phone. */
const WIDTHS = { min: 320, max: 430 };
const HEIGHTS = { min: 400, max: 600 };

/** What the browser tells of the document. */
export interface DocumentVisibility {
  /** Of IntersectionObserver v2. @see https://www.w3.org/TR/intersection-observer/#calculate-visibility-algo */
  readonly isVisible: boolean;
  readonly ratio: number;
  readonly width: number;
  readonly height: number;
}

/** Whether the document is visible as a whole, in a size that hosts show it in. */
export const isWholeVisible = ({ isVisible, ratio, width, height }: DocumentVisibility): boolean =>
  isVisible && ratio >= 1 && width >= WIDTHS.min && width <= WIDTHS.max && height >= HEIGHTS.min && height <= HEIGHTS.max;

/** Where the document is on the screen. */
export interface ScreenOffset {
  readonly x: number;
  readonly y: number;
}

/** What a guard knows. */
export interface GuardState {
  /** Time since when the whole document is visible without interruption; `null` if it is not. */
  readonly visibleSinceMs: number | null;
  /** The user has scrolled to the end of the details while the document was visible. */
  readonly isRead: boolean;
  /** The button has got the focus while it could be pressed. */
  readonly isFocused: boolean;
  /** `down`: a press has begun; `complete`: the click that follows counts. */
  readonly press: { readonly phase: 'down'; readonly offset: ScreenOffset } | { readonly phase: 'complete' } | null;
}

/** State of a guard before anything is known. */
export const INITIAL_GUARD: GuardState = { visibleSinceMs: null, isRead: false, isFocused: false, press: null };

/** What happens to a guard. */
export type GuardEvent =
  | { readonly type: 'visibility'; readonly isWhole: boolean }
  | { readonly type: 'scrolled-to-end' }
  /** Details came that are below what is shown. */
  | { readonly type: 'more-to-read' }
  | { readonly type: 'pointer-down'; readonly offset: ScreenOffset }
  | { readonly type: 'pointer-up'; readonly offset: ScreenOffset }
  | { readonly type: 'focus' }
  | { readonly type: 'blur' }
  | { readonly type: 'key-down'; readonly isRepeat: boolean }
  /** The press was used, or has ended outside of the button. */
  | { readonly type: 'release' };

/** Whether the button can be pressed: the document is visible long enough, and read. */
export const isArmed = ({ visibleSinceMs, isRead }: GuardState, nowMs: number): boolean =>
  visibleSinceMs !== null && isRead && nowMs - visibleSinceMs >= VISIBLE_MS;

/** Returns the state after an event. Presses, focus and time count only as long as the whole document stays visible. */
export const guardAfter = (state: GuardState, event: GuardEvent, nowMs: number): GuardState => {
  switch (event.type) {
    case 'visibility':
      if (!event.isWhole) return { ...state, visibleSinceMs: null, isFocused: false, press: null };
      return { ...state, visibleSinceMs: state.visibleSinceMs ?? nowMs };
    case 'scrolled-to-end':
      return { ...state, isRead: state.isRead || state.visibleSinceMs !== null };
    case 'more-to-read':
      return { ...state, isRead: false, press: null };
    case 'pointer-down':
      return { ...state, press: isArmed(state, nowMs) ? { phase: 'down', offset: event.offset } : null };
    case 'pointer-up': {
      const { press } = state;
      // A host that moves the frame changes what is under the pointer.
      const isSame = press?.phase === 'down' && press.offset.x === event.offset.x && press.offset.y === event.offset.y;
      return { ...state, press: isSame && isArmed(state, nowMs) ? { phase: 'complete' } : null };
    }
    case 'focus':
      return { ...state, isFocused: isArmed(state, nowMs) };
    case 'blur':
      return { ...state, isFocused: false, press: null };
    case 'key-down':
      return { ...state, press: state.isFocused && !event.isRepeat && isArmed(state, nowMs) ? { phase: 'complete' } : null };
    case 'release':
      return { ...state, press: null };
  }
};
