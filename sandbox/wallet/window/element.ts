import type { FromWindow, ToWindow } from '../engine/messages.js';

/** Shortens an address. */
export const shorten = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** The window's connection to the wallet. */
export interface WindowLink {
  send(message: FromWindow): void;
  /** Registers the message handler. Called once. */
  listen(handler: (message: ToWindow) => void): void;
}

/** Attributes of an element. `false` omits an attribute; `true` sets it without a value. */
export interface ElementAttributes {
  readonly [attribute: string]: string | boolean | number | (() => void) | undefined;
}

/** Creates an element. Strings become text nodes, never markup. A function, such as `onClick`, becomes a click listener. */
export const element = (tag: string, attributes: ElementAttributes = {}, ...children: readonly (Node | string | null)[]): HTMLElement => {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener('click', value);
    else if (value === true) created.setAttribute(name, '');
    else if (value !== false && value !== undefined) created.setAttribute(name, String(value));
  }
  created.append(...children.filter((child) => child !== null));
  return created;
};
