import { Component, createRef, type ReactElement, type ReactNode } from 'react';

interface CrossFadeProps {
  /** What is shown, empty for nothing. When it changes, the old picture fades out over the new one. */
  readonly of: string;
  /** Whether it is on screen. What comes there, or goes with the modal, does not fade by itself. */
  readonly live: boolean;
  readonly children: ReactNode;
}

/** Fading takes 150 ms, as long as the height takes to follow (specification, section 9). */
const FADE_MS = 150;

const isStill = (view: Window | null): boolean => view?.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;

/**
 * Shows views one after the other with a cross-fade, as high as each of them, without a jump. What leaves is a dead copy
 * of the old view's elements, so that a view that is gone does not go on working. A class, because only
 * `getSnapshotBeforeUpdate` sees the elements before React replaces them.
 */
export class CrossFade extends Component<CrossFadeProps> {
  readonly #clip = createRef<HTMLDivElement>();
  readonly #scroll = createRef<HTMLDivElement>();
  #observer: ResizeObserver | null = null;
  #hasCome = this.props.live;

  /** Gives the clip the height of what is in it; with nothing in it, or while the modal is hidden, it keeps what it has. */
  readonly #fit = (): void => {
    const height = this.#scroll.current?.offsetHeight ?? 0;
    if (this.props.of !== '' && height > 0) this.#clip.current?.style.setProperty('block-size', `${height}px`);
  };

  override componentDidMount(): void {
    const scroll = this.#scroll.current;
    if (scroll === null || typeof ResizeObserver === 'undefined') return;
    this.#observer = new ResizeObserver(this.#fit);
    this.#observer.observe(scroll);
  }

  override componentWillUnmount(): void {
    this.#observer?.disconnect();
  }

  override getSnapshotBeforeUpdate(before: CrossFadeProps): HTMLElement | null {
    const scroll = this.#scroll.current;
    if (before.of === this.props.of || before.of === '' || !before.live) return null;
    if (scroll === null || isStill(scroll.ownerDocument.defaultView)) return null;
    // The copy of an element is one of its kind.
    const ghost = scroll.cloneNode(true) as HTMLElement;
    ghost.className = 'ghost';
    ghost.inert = true;
    ghost.setAttribute('aria-hidden', 'true');
    ghost.dataset['top'] = String(scroll.scrollTop);
    // Test ids and focus keys belong to what is alive.
    for (const element of ghost.querySelectorAll('[data-testid],[data-key]')) {
      element.removeAttribute('data-testid');
      element.removeAttribute('data-key');
    }
    return ghost;
  }

  override componentDidUpdate(before: CrossFadeProps, _state: unknown, ghost: HTMLElement | null): void {
    const comes = this.props.live && !before.live;
    if (comes) {
      // What comes after nothing has no height to grow from.
      this.#clip.current?.style.setProperty('block-size', 'auto');
      // To scroll takes a layout of the page: not for the first opening, where nothing was scrolled.
      if (this.#hasCome) this.#scroll.current?.scrollTo?.(0, 0);
      this.#hasCome = true;
    } else if (before.of !== this.props.of) {
      this.#scroll.current?.scrollTo?.(0, 0);
      // A wallet's window may cover the page now: a page that is not painted would keep the old height until it is.
      this.#fit();
    }
    const clip = this.#clip.current;
    if (ghost === null || clip === null || typeof ghost.animate !== 'function') return;
    clip.append(ghost);
    ghost.scrollTop = Number(ghost.dataset['top']);
    const gone = (): void => ghost.remove();
    ghost.animate({ opacity: [1, 0] }, { duration: FADE_MS, easing: 'ease', fill: 'forwards' }).finished.then(gone, gone);
  }

  override render(): ReactElement {
    return (
      <div className="clip" ref={this.#clip}>
        <div className="scroll" ref={this.#scroll}>
          {this.props.children}
        </div>
      </div>
    );
  }
}
