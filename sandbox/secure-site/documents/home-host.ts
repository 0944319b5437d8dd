import { element } from '../../wallet/window/element.js';
import { errorText } from './error-message.js';
import { errorLine, type ScreenAction, showScreen } from './screen.js';
import type { SmartAddressesOf } from './smart-addresses.js';
import type { WalletSession } from './wallet-session.js';

/** Title of the user's page. */
export const HOME_TITLE = 'Your wallet';

/** The user's page, for its sections. */
export interface HomeHost {
  readonly session: WalletSession;
  readonly smartAddresses: SmartAddressesOf;
  /** Shows the page anew. @param note is announced: what has just been done */
  readonly show: (note?: string | null) => void;
  /** Runs a change. A wallet that is locked is unlocked with a code before. @param next default: shows the page with the note */
  readonly change: (label: string, run: () => Promise<unknown>, note: string, next?: () => void) => void;
  /** Has the user unlock the wallet after an error, then goes on. */
  readonly unlock: (error: unknown, next: () => void) => void;
}

/** A button in a section. */
export const sectionButton = (label: string, run: () => void, kind: 'secondary' | 'secondary dangerous' = 'secondary'): HTMLElement =>
  element('button', { type: 'button', class: kind, onClick: run }, label);

/** A section of the page, named by its title. */
export const section = (title: string, ...children: readonly (Node | null)[]): HTMLElement => {
  const id = `section-${title.toLowerCase().replaceAll(' ', '-')}`;
  return element('section', { class: 'block', 'aria-labelledby': id }, element('h2', { id }, title), ...children);
};

/** Shows an error instead of the page. */
export const showFailure = (error: unknown, actions: readonly ScreenAction[]): void =>
  void showScreen({ title: HOME_TITLE, children: [errorLine(errorText(error))], actions }, true);
