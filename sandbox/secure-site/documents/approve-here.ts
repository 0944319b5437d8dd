import { element } from '../../wallet/window/element.js';
import { type ApprovalPlace, type ApproveTask, showApproval } from './approve-view.js';
import { statusLine } from './screen.js';
import type { SiteConfig } from './site-config.js';
import {
  type GuardEvent,
  type GuardState,
  guardAfter,
  INITIAL_GUARD,
  isArmed,
  isWholeVisible,
  type ScreenOffset,
  VISIBLE_MS,
} from './visibility-guard.js';
import type { WindowTasks } from './window-messages.js';

// Approval in the frame itself, for apps that the operator trusts. Loaded with the first one.

/** Least delay that the browser allows. */
const DELAY_MS = 100;
/** Time limit for the browser to tell again whether the document is visible. */
const RECHECK_MS = 1_000;

/** Members of the second version, which the DOM library lacks. @see https://www.w3.org/TR/intersection-observer/#intersection-observer-private-slots */
interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible: boolean;
}
type VisibilityInit = IntersectionObserverInit & { readonly trackVisibility: true; readonly delay: number };

/** Observes whether the whole document is visible. Returns a function that stops it. */
const observeWhole = (onChange: (isWhole: boolean) => void): (() => void) => {
  const options: VisibilityInit = { threshold: [1], trackVisibility: true, delay: DELAY_MS };
  const observer = new IntersectionObserver((entries) => {
    // The browser has this version: the caller has tested it.
    const entry = entries.at(-1) as VisibilityEntry | undefined;
    if (entry === undefined) return;
    const { isVisible, intersectionRatio: ratio } = entry;
    onChange(isWholeVisible({ isVisible, ratio, width: window.innerWidth, height: window.innerHeight }));
  }, options);
  observer.observe(document.documentElement);
  return () => observer.disconnect();
};

/** Asks the browser once more. */
const isWholeNow = (): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isWhole: boolean): void => {
      clearTimeout(timer);
      stop();
      resolve(isWhole);
    };
    const stop = observeWhole(settle);
    const timer = setTimeout(() => settle(false), RECHECK_MS);
  });

const offsetOf = ({ screenX, screenY, clientX, clientY }: MouseEvent): ScreenOffset => ({ x: screenX - clientX, y: screenY - clientY });

const hintOf = ({ visibleSinceMs, isRead }: GuardState): string => {
  if (visibleSinceMs === null) return 'You can approve here when all of the wallet can be seen.';
  return isRead ? '' : 'Read to the end of the details to approve.';
};

interface GuardDeps {
  readonly hint: HTMLElement;
  /** Follows the details. */
  readonly note: HTMLElement;
  readonly signal: AbortSignal;
}

/** Enables the button while all of the document can be seen, and tests each press of it. */
const guardHere =
  ({ hint, note, signal }: GuardDeps): ApprovalPlace['guard'] =>
  (button, consent) => {
    let state = INITIAL_GUARD;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = (): void => {
      button.disabled = !isArmed(state, performance.now()) || consent?.checked === false;
      hint.textContent = hintOf(state);
    };
    const handle = (event: GuardEvent): void => {
      state = guardAfter(state, event, performance.now());
      update();
    };
    const content = document.querySelector('.content');
    const isAtEnd = (): boolean => content !== null && note.getBoundingClientRect().top <= content.getBoundingClientRect().bottom;
    const read = (): void => {
      if (isAtEnd()) handle({ type: 'scrolled-to-end' });
    };
    const stop = observeWhole((isWhole) => {
      handle({ type: 'visibility', isWhole });
      read();
      clearTimeout(timer);
      timer = setTimeout(update, VISIBLE_MS);
    });
    signal.addEventListener('abort', () => {
      stop();
      clearTimeout(timer);
    });
    // Details that come later, such as the balance changes, are to be read as well.
    const resized = new ResizeObserver(() => handle({ type: isAtEnd() ? 'scrolled-to-end' : 'more-to-read' }));
    for (const each of content?.children ?? []) resized.observe(each);
    signal.addEventListener('abort', () => resized.disconnect());
    const options = { signal };
    content?.addEventListener('scroll', read, options);
    consent?.addEventListener('change', update, options);
    button.addEventListener('pointerdown', (event) => handle({ type: 'pointer-down', offset: offsetOf(event) }), options);
    button.addEventListener('pointerup', (event) => handle({ type: 'pointer-up', offset: offsetOf(event) }), options);
    button.addEventListener('pointercancel', () => handle({ type: 'release' }), options);
    button.addEventListener('focus', () => handle({ type: 'focus' }), options);
    button.addEventListener('blur', () => handle({ type: 'blur' }), options);
    button.addEventListener('keydown', ({ repeat }) => handle({ type: 'key-down', isRepeat: repeat }), options);
    update();
    return async () => {
      const { visibleSinceMs, press } = state;
      handle({ type: 'release' });
      // The observer reports late: what it has not seen yet may have happened before the press.
      return press?.phase === 'complete' && (await isWholeNow()) && state.visibleSinceMs === visibleSinceMs;
    };
  };

/** What the user can do in the frame. */
export interface ApprovalHere {
  readonly done: (result: WindowTasks['approve']['result']) => void;
  readonly reject: () => void;
  /** The user approves in a window instead. */
  readonly openWindow: () => void;
  /** Aborted when the request is settled. */
  readonly signal: AbortSignal;
}

/** Shows a request in the frame and lets the user approve or reject it there. */
export const showApprovalHere = (task: ApproveTask, config: SiteConfig, { done, reject, openWindow, signal }: ApprovalHere): void => {
  const hint = statusLine('');
  const { dataset } = document.documentElement;
  // The document is as high as the frame then, and its details scroll.
  dataset['approves'] = 'here';
  signal.addEventListener('abort', () => {
    delete dataset['approves'];
  });
  const openButton = element('button', { type: 'button', class: 'link', onClick: openWindow }, 'Review it in a window');
  const note = element('p', { class: 'quiet' }, 'Can’t see all of it? ', openButton);
  const place: ApprovalPlace = { takesFocus: false, notes: [note], status: hint, guard: guardHere({ hint, note, signal }) };
  showApproval(task, { config, place, done, reject });
};
