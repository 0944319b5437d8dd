import type { FromWindow, ToWindow } from '../engine/messages.js';

/** The two ends of an address, for places where the whole one stands beside it or does not matter. */
export const shorten = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** The window's line to the wallet. */
export interface WindowLink {
  send(message: FromWindow): void;
  /** Called once, with what takes the wallet's messages. */
  listen(take: (message: ToWindow) => void): void;
}

/** What an element is made of. Attributes that are `false` are left out, `true` ones are set without a value. */
export interface ElementParts {
  readonly [attribute: string]: string | boolean | number | (() => void) | undefined;
}

/** Makes an element. Texts become text nodes, never markup; `onClick` listens for clicks. */
export const element = (tag: string, parts: ElementParts = {}, ...children: readonly (Node | string | null)[]): HTMLElement => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'function') made.addEventListener('click', value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
};
