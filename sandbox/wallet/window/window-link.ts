import type { FromWindow, ToWindow } from '../engine/messages.js';

/** The window's line to the wallet. */
export interface WindowLink {
  send(message: FromWindow): void;
  /** Called once, with what takes the wallet's messages. */
  listen(take: (message: ToWindow) => void): void;
}
