import type { WindowSnapshot } from '../engine/messages.js';
import type { AccountChoice, NetworkChoice, PendingPrompt, PromptFact } from '../engine/prompt.js';
import { element, shorten, type WindowLink } from './element.js';

const fact = ({ label, value, form }: PromptFact): HTMLElement => {
  if (form === 'warning') return element('p', { class: 'warning', role: 'note' }, value);
  // Long text scrolls; tabindex makes it scrollable by keyboard.
  const content =
    form === 'code' ? element('pre', { tabindex: 0, 'aria-label': label, role: 'region' }, value) : element('span', { class: form }, value);
  return element('div', { class: 'fact' }, element('dt', {}, label), element('dd', {}, content));
};

const accountChoice = (choices: readonly AccountChoice[], selected: string, changed: () => void): HTMLElement =>
  element(
    'fieldset',
    { class: 'choice' },
    element('legend', {}, 'Accounts to share'),
    ...choices.map(({ id, name, address }, index) => {
      const box = element('input', {
        type: 'checkbox',
        name: 'account',
        value: id,
        checked: id === selected,
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

const networkChoice = (networks: readonly NetworkChoice[], changed: () => void): HTMLElement =>
  element(
    'fieldset',
    { class: 'choice' },
    element('legend', {}, 'Networks to share'),
    ...networks.map(({ chainId, name, isRequired }) => {
      const box = element('input', {
        type: 'checkbox',
        name: 'network',
        value: chainId,
        checked: true,
        disabled: isRequired,
        'data-testid': `sw-network-${chainId}`,
      });
      box.addEventListener('change', changed);
      const note = isRequired ? 'required' : String(chainId);
      return element('label', { class: 'row' }, box, element('span', { class: 'grow' }, name), element('span', { class: 'quiet' }, note));
    }),
  );

const checkedValues = (view: HTMLElement, name: string): readonly string[] =>
  [...view.querySelectorAll<HTMLInputElement>(`input[name="${name}"]:checked`)].map(({ value }) => value);

const readAccounts = (view: HTMLElement): readonly `0x${string}`[] =>
  // The values are the addresses set above.
  checkedValues(view, 'account').map((value) => value as `0x${string}`);

/** EIP-155 chain ids are numbers, CAIP-2 ids are strings. */
const readChains = (view: HTMLElement): readonly (number | string)[] =>
  checkedValues(view, 'network').map((value) => (value.includes(':') ? value : Number(value)));

/** The view in which the user approves or rejects a prompt. */
export const promptView = (prompt: PendingPrompt, snapshot: WindowSnapshot, link: WindowLink): HTMLElement => {
  const { id, kind, origin, title, approveLabel, facts, method, networks } = prompt;
  const choices = prompt.choices ?? snapshot.accounts.map(({ name, address }) => ({ id: address, name, address }));
  const decide = (approve: boolean): void => {
    for (const button of view.querySelectorAll('button')) button.disabled = true;
    link.send({
      type: 'decide',
      id,
      approve,
      ...(kind === 'connect' ? { accounts: readAccounts(view) } : {}),
      ...(networks === undefined ? {} : { chains: readChains(view) }),
    });
  };
  const updateApprove = (): void => {
    const isComplete = readAccounts(view).length > 0 && (networks === undefined || checkedValues(view, 'network').length > 0);
    (approve as HTMLButtonElement).disabled = !isComplete;
  };
  const approve = element('button', { class: 'primary', 'data-testid': 'sw-approve', onClick: () => decide(true) }, approveLabel);
  const others = snapshot.prompts.length - 1;
  const warnings = facts.filter(({ form }) => form === 'warning');
  const view: HTMLElement = element(
    'section',
    { class: 'prompt', 'aria-labelledby': 'title' },
    element('h1', { id: 'title', tabindex: -1 }, title),
    element(
      'p',
      { class: 'origin' },
      element('span', { class: 'quiet' }, 'Request from '),
      element('strong', { 'data-testid': 'sw-origin' }, origin),
    ),
    element('dl', { class: 'facts' }, ...facts.filter(({ form }) => form !== 'warning').map(fact)),
    ...warnings.map(fact),
    kind === 'connect' ? accountChoice(choices, snapshot.selected, updateApprove) : null,
    networks === undefined ? null : networkChoice(networks, updateApprove),
    element(
      'p',
      { class: 'quiet' },
      'Method ',
      element('code', { 'data-testid': 'sw-method' }, method),
      others > 0 ? `, ${others} more ${others === 1 ? 'request' : 'requests'} pending` : '',
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
