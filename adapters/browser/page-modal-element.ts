import type { ModalElement } from '../../application/ports/modal-element.port.js';

/** Tag of the element, for the app's own CSS: `latchkey-modal::part(card)`. */
const TAG = 'latchkey-modal';

/** The modal's element in a page. */
export class PageModalElement implements ModalElement {
  readonly #document: () => Document;
  #element: HTMLElement | null = null;

  constructor(document: () => Document) {
    this.#document = document;
  }

  get(): HTMLElement {
    this.#element ??= this.#document().createElement(TAG);
    return this.#element;
  }

  attach(): HTMLElement {
    const element = this.get();
    if (!element.isConnected) this.#document().body.append(element);
    return element;
  }
}
