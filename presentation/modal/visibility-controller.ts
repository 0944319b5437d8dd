import type { Setup, Visibility } from '../hooks/visibility-context.js';

/** A registered setup and the cleanup of its current run. */
interface Registration {
  readonly setup: Setup;
  cleanup: (() => void) | null;
}

/** Visibility of the modal's content, changed without a React render: kept content resumes at the next opening. */
export class VisibilityController implements Visibility {
  readonly #once = new Set<Registration>();
  readonly #repeating = new Set<Registration>();
  #isVisible = false;

  readonly onceVisible = (setup: Setup): (() => void) => this.#add(this.#once, setup);

  readonly whileVisible = (setup: Setup): (() => void) => this.#add(this.#repeating, setup);

  readonly show = (): void => {
    if (this.#isVisible) return;
    this.#isVisible = true;
    // Registrations may be added or removed during this loop.
    for (const registrations of [this.#once, this.#repeating]) for (const each of registrations) each.cleanup ??= each.setup();
    this.#once.clear();
  };

  readonly hide = (): void => {
    this.#isVisible = false;
    for (const each of this.#repeating) {
      each.cleanup?.();
      each.cleanup = null;
    }
  };

  #add(registrations: Set<Registration>, setup: Setup): () => void {
    const registration: Registration = { setup, cleanup: this.#isVisible ? setup() : null };
    if (registration.cleanup === null || registrations === this.#repeating) registrations.add(registration);
    return () => {
      registrations.delete(registration);
      registration.cleanup?.();
    };
  }
}
