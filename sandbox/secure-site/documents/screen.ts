import { element } from '../../wallet/window/element.js';
import type { Fact, Warning } from '../approval/summary.js';
import { visible } from '../approval/visible-text.js';
import type { Persistence } from '../frame/device-store.js';
import type { AskingApp } from './window-messages.js';

/** A button. */
export interface ScreenAction {
  readonly label: string;
  readonly isPrimary?: boolean;
  readonly run: () => void;
}

/** What `main` shows. */
export interface Screen {
  readonly title: string;
  readonly children: readonly (Node | null)[];
  /** Follows the buttons. */
  readonly status?: HTMLElement | null;
  readonly actions: readonly ScreenAction[];
}

const button = ({ label, isPrimary = false, run }: ScreenAction): HTMLElement =>
  element('button', { type: 'button', class: isPrimary ? 'primary' : 'secondary', onClick: run }, label);

/** Replaces what `main` shows. Returns the buttons in order. @param takesFocus moves the focus to the heading */
export const showScreen = ({ title, children, status = null, actions }: Screen, takesFocus = false): readonly HTMLButtonElement[] => {
  const heading = element('h1', { tabindex: -1 }, title);
  // `button` creates buttons.
  const buttons = actions.map(button) as HTMLButtonElement[];
  const main = document.querySelector('main');
  main?.replaceChildren(
    element('div', { class: 'content' }, heading, ...children),
    ...(buttons.length === 0 ? [] : [element('div', { class: 'actions' }, ...buttons, status)]),
  );
  document.title = `${title} · Wallet`;
  if (takesFocus) heading.focus({ preventScroll: true });
  return buttons;
};

/** A paragraph. */
export const paragraph = (text: string, kind: 'lead' | 'quiet' = 'lead'): HTMLElement => element('p', { class: kind }, text);

/** A paragraph that assistive technology reads when it changes. */
export const statusLine = (text: string): HTMLElement => element('p', { class: 'status', role: 'status' }, text);

/** An error that assistive technology reads at once. */
export const errorLine = (text: string): HTMLElement => element('p', { class: 'warning danger', role: 'alert' }, text);

/** Something to know before going on. */
export const noticeLine = (text: string): HTMLElement =>
  element('p', { class: 'warning notice', role: 'note' }, element('strong', {}, 'Note. '), text);

/** Who asks: the origin first, which the browser tells, then the name, which the app claims. */
export const askedBy = ({ origin, claimed }: AskingApp): HTMLElement =>
  element(
    'div',
    { class: 'asked-by' },
    element('span', { class: 'label' }, 'Asked by'),
    element('strong', { class: 'origin', translate: 'no' }, origin),
    claimed === null || claimed.name === ''
      ? null
      : element('span', { class: 'quiet' }, `It calls itself “${visible(claimed.name).slice(0, 60)}”. This is not verified.`),
  );

/** Facts as a list of terms. */
export const factList = (facts: readonly Fact[]): HTMLElement =>
  element(
    'dl',
    { class: 'facts' },
    ...facts.map(({ label, value, kind }) =>
      element(
        'div',
        { class: `fact ${kind}` },
        element('dt', {}, label),
        kind === 'code'
          ? element('dd', {}, element('pre', { tabindex: 0, role: 'region', 'aria-label': label, translate: 'no' }, value))
          : element('dd', { translate: 'no' }, value),
      ),
    ),
  );

/** Warnings, the dangerous ones first. */
export const warningList = (warnings: readonly Warning[]): readonly HTMLElement[] =>
  [...warnings]
    .sort((a, b) => Number(b.level === 'danger') - Number(a.level === 'danger'))
    .map(({ level, text }) =>
      element('p', { class: `warning ${level}` }, element('strong', {}, level === 'danger' ? 'Careful. ' : 'Note. '), text),
    );

/** Says that nothing is stored, and what that means; `null` where the browser stores the device. */
export const storageNote = (persistence: Persistence): HTMLElement | null =>
  persistence.kind === 'browser'
    ? null
    : element(
        'p',
        { class: 'warning notice', role: 'note' },
        element('strong', {}, 'This browser stores nothing here. '),
        `Your wallet stays open until this page is reloaded or closed. Then log in again with a code, and open the wallet with your recovery words or another device. Reason: ${persistence.cause}.`,
      );

/** Lines that stand for what is loading. */
export const skeleton = (label: string): HTMLElement =>
  element(
    'div',
    { class: 'skeleton', role: 'status', 'aria-label': label },
    ...Array.from({ length: 4 }, () => element('span', { 'aria-hidden': 'true' })),
  );
