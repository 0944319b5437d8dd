import { Component, createRef, type ReactElement, type ReactNode } from 'react';

interface CrossFadeProps {
  /** Key of the content, empty for none. When it changes, the old content fades out over the new. */
  readonly contentKey: string;
  /** True while on screen. Content that appears or disappears with the modal does not fade. */
  readonly live: boolean;
  /** True while a placeholder is shown: the height changes once, to that of the content. */
  readonly pending?: boolean;
  readonly children: ReactNode;
}

/** Fades for 150 ms, like the height transition (specification, section 9). */
const FADE_MS = 150;

const prefersReducedMotion = (view: Window | null): boolean => view?.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;

/**
 * Shows one view after another with a cross-fade and an animated height. The leaving view is a static copy of its elements, so that it
 * stops working. This is a class because only `getSnapshotBeforeUpdate` sees the elements before React replaces them.
 */
export class CrossFade extends Component<CrossFadeProps> {
  readonly #clip = createRef<HTMLDivElement>();
  readonly #scroll = createRef<HTMLDivElement>();
  #observer: ResizeObserver | null = null;
  #hasAppeared = this.props.live;

  /** Sets the clip's height to that of its content. Keeps the height while empty or hidden. */
  readonly #fitHeight = (): void => {
    const height = this.#scroll.current?.offsetHeight ?? 0;
    if (this.props.contentKey !== '' && this.props.pending !== true && height > 0)
      this.#clip.current?.style.setProperty('block-size', `${height}px`);
  };

  override componentDidMount(): void {
    const scroll = this.#scroll.current;
    if (scroll === null || typeof ResizeObserver === 'undefined') return;
    this.#observer = new ResizeObserver(this.#fitHeight);
    this.#observer.observe(scroll);
  }

  override componentWillUnmount(): void {
    this.#observer?.disconnect();
  }

  override getSnapshotBeforeUpdate(prevProps: CrossFadeProps): HTMLElement | null {
    const scroll = this.#scroll.current;
    if (prevProps.contentKey === this.props.contentKey || prevProps.contentKey === '' || !prevProps.live) return null;
    if (scroll === null || prefersReducedMotion(scroll.ownerDocument.defaultView)) return null;
    // Cloning keeps the element type.
    const ghost = scroll.cloneNode(true) as HTMLElement;
    ghost.className = 'ghost';
    ghost.inert = true;
    ghost.setAttribute('aria-hidden', 'true');
    ghost.dataset['top'] = String(scroll.scrollTop);
    // The secure frame would be shown in the copy.
    for (const slot of ghost.querySelectorAll('slot')) slot.remove();
    // Test ids and focus keys must be unique to the live elements.
    for (const element of ghost.querySelectorAll('[data-testid],[data-key]')) {
      element.removeAttribute('data-testid');
      element.removeAttribute('data-key');
    }
    return ghost;
  }

  override componentDidUpdate(prevProps: CrossFadeProps, _state: unknown, ghost: HTMLElement | null): void {
    const isAppearing = this.props.live && !prevProps.live;
    if (isAppearing) {
      // There is no previous height to animate from.
      this.#clip.current?.style.setProperty('block-size', 'auto');
      // Scrolling forces a layout, which the first opening does not need.
      if (this.#hasAppeared) this.#scroll.current?.scrollTo?.(0, 0);
      this.#hasAppeared = true;
    } else if (prevProps.contentKey !== this.props.contentKey) {
      this.#scroll.current?.scrollTo?.(0, 0);
      // If a wallet's window covers the page, the ResizeObserver would only run when the page is painted again.
      this.#fitHeight();
    } else if (prevProps.pending === true && this.props.pending !== true) this.#fitHeight();
    const clip = this.#clip.current;
    if (ghost === null || clip === null || typeof ghost.animate !== 'function') return;
    clip.append(ghost);
    ghost.scrollTop = Number(ghost.dataset['top']);
    const removeGhost = (): void => ghost.remove();
    // First the old content on its background, then the background: two texts are never visible at once.
    for (const content of ghost.children) content.animate({ opacity: [1, 0, 0] }, { duration: FADE_MS, fill: 'forwards' });
    ghost.animate({ opacity: [1, 1, 0] }, { duration: FADE_MS, fill: 'forwards' }).finished.then(removeGhost, removeGhost);
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
