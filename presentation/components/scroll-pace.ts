/** Speed at which rows are passed, not read: a screen of the modal in half a second. */
const FAST_PX_PER_MS = 1;
/** Time without a fast event after which the rows on screen are there to stay. */
const CALM_MS = 120;

/** Holds back what the rows of a list start, such as fetching their pictures, while it scrolls too fast for anyone to read them. */
export class ScrollPace {
  readonly #waiting = new Set<() => void>();
  #last: { readonly offset: number; readonly atMs: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** Records a scroll event. */
  scrolled(offset: number, atMs: number): void {
    const last = this.#last;
    this.#last = { offset, atMs };
    if (last === null || Math.abs(offset - last.offset) <= FAST_PX_PER_MS * (atMs - last.atMs)) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#calm(), CALM_MS);
  }

  /** Starts something now, or once the list is calm. The returned function cancels this, or cleans up. */
  whenCalm(start: () => () => void): () => void {
    if (this.#timer === null) return start();
    let cleanUp = (): void => undefined;
    const run = (): void => {
      cleanUp = start();
    };
    this.#waiting.add(run);
    return () => {
      this.#waiting.delete(run);
      cleanUp();
    };
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting.clear();
  }

  #calm(): void {
    this.#timer = null;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const run of waiting) run();
  }
}
