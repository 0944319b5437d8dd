import type { WindowSnapshot } from '../engine/messages.js';
import type { PendingQuestion, QuestionFact } from '../engine/question.js';
import { element } from './element.js';
import { shorten } from './shorten.js';
import type { WindowLink } from './window-link.js';

const fact = ({ label, value, form }: QuestionFact): HTMLElement => {
  if (form === 'warning') return element('p', { class: 'warning', role: 'note' }, value);
  // A long text scrolls, and what scrolls can be reached by keyboard.
  const content =
    form === 'code' ? element('pre', { tabindex: 0, 'aria-label': label, role: 'region' }, value) : element('span', { class: form }, value);
  return element('div', { class: 'fact' }, element('dt', {}, label), element('dd', {}, content));
};

const accountChoice = (snapshot: WindowSnapshot, changed: () => void): HTMLElement =>
  element(
    'fieldset',
    { class: 'choice' },
    element('legend', {}, 'Accounts to share'),
    ...snapshot.accounts.map(({ name, address }, index) => {
      const box = element('input', {
        type: 'checkbox',
        value: address,
        checked: address === snapshot.selected,
        'data-testid': `sw-share-${index}`,
      });
      box.addEventListener('change', changed);
      return element(
        'label',
        { class: 'row' },
        box,
        element('span', { class: 'grow' }, name),
        element('span', { class: 'mono' }, shorten(address)),
      );
    }),
  );

const readChoice = (view: HTMLElement): readonly `0x${string}`[] =>
  // The values are the addresses that were put there.
  [...view.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value as `0x${string}`);

/** The page on which the person answers one question. */
export const questionView = (question: PendingQuestion, snapshot: WindowSnapshot, link: WindowLink): HTMLElement => {
  const { id, kind, origin, title, approveLabel, facts, method } = question;
  const decide = (approve: boolean): void => {
    for (const button of view.querySelectorAll('button')) button.disabled = true;
    link.send({ type: 'decide', id, approve, ...(kind === 'connect' ? { accounts: readChoice(view) } : {}) });
  };
  const approve = element('button', { class: 'primary', 'data-testid': 'sw-approve', onClick: () => decide(true) }, approveLabel);
  const others = snapshot.questions.length - 1;
  const warnings = facts.filter(({ form }) => form === 'warning');
  const view: HTMLElement = element(
    'section',
    { class: 'question', 'aria-labelledby': 'title' },
    element('h1', { id: 'title', tabindex: -1 }, title),
    element(
      'p',
      { class: 'origin' },
      element('span', { class: 'quiet' }, 'Asked by '),
      element('strong', { 'data-testid': 'sw-origin' }, origin),
    ),
    element('dl', { class: 'facts' }, ...facts.filter(({ form }) => form !== 'warning').map(fact)),
    ...warnings.map(fact),
    kind === 'connect'
      ? accountChoice(snapshot, () => {
          (approve as HTMLButtonElement).disabled = readChoice(view).length === 0;
        })
      : null,
    element(
      'p',
      { class: 'quiet' },
      'Method ',
      element('code', { 'data-testid': 'sw-method' }, method),
      others > 0 ? `, ${others} more waiting` : '',
    ),
    element(
      'div',
      { class: 'actions' },
      element('button', { 'data-testid': 'sw-reject', onClick: () => decide(false) }, 'Reject'),
      approve,
    ),
  );
  return view;
};
