import { token } from '../shared/token.js';

/**
 * The element of the modal in the page. It also holds the secure frame, which must be inside of the modal's dialog: a modal dialog makes
 * everything else in the page inert.
 */
export interface ModalElement {
  /** Returns the element, always the same one. Creates it, outside of the page, on the first call. */
  get(): HTMLElement;
  /** Returns the element in the page: adds it to the body if nothing else has added it. */
  attach(): HTMLElement;
}

/** Token of the modal's element. */
export const MODAL_ELEMENT = token<ModalElement>('ModalElement');
