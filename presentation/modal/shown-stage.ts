import type { Begin, Stage } from '../hooks/stage-context.js';

/** What waits for the stage or follows it, and how to end it while it goes on. */
interface Follower {
  readonly begin: Begin;
  end: (() => void) | null;
}

/**
 * The stage inside the modal, which comes and goes while React need not know: what is kept of it goes on at the next
 * opening without a render of its own.
 */
export class ShownStage implements Stage {
  readonly #waiting = new Set<Follower>();
  readonly #following = new Set<Follower>();
  #isShown = false;

  readonly whenShown = (begin: Begin): (() => void) => this.#add(this.#waiting, begin);

  readonly whileShown = (begin: Begin): (() => void) => this.#add(this.#following, begin);

  readonly show = (): void => {
    if (this.#isShown) return;
    this.#isShown = true;
    // Who comes or goes meanwhile is in the sets or no longer.
    for (const followers of [this.#waiting, this.#following]) for (const follower of followers) follower.end ??= follower.begin();
    this.#waiting.clear();
  };

  readonly hide = (): void => {
    this.#isShown = false;
    for (const follower of this.#following) {
      follower.end?.();
      follower.end = null;
    }
  };

  #add(followers: Set<Follower>, begin: Begin): () => void {
    const follower: Follower = { begin, end: this.#isShown ? begin() : null };
    if (follower.end === null || followers === this.#following) followers.add(follower);
    return () => {
      followers.delete(follower);
      follower.end?.();
    };
  }
}
