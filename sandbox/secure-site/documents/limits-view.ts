import { element } from '../../wallet/window/element.js';
import { formatUnits, visible } from '../approval/visible-text.js';
import { ANY_ORIGIN, assetIdOf, type OriginLimits } from '../keys/policy.js';
import { onEnter, textField } from './code-view.js';
import {
  coinsOf,
  draftOf,
  isAddressOn,
  type LimitDraft,
  limitLines,
  limitsOfDraft,
  originText,
  parseAmount,
  type TokenLimit,
  tokenOf,
  withContract,
  withToken,
} from './limits.js';
import { setLimits } from './passkey-management.js';
import type { PasskeysHost } from './passkeys-view.js';
import { loadedConfig, networkOf } from './read-config.js';
import { errorLine, paragraph, showScreen, skeleton } from './screen.js';
import type { SiteNetwork } from './site-config.js';

const selectField = (id: string, label: string, options: readonly (readonly [value: string, text: string])[], chosen: string) => {
  // `element` returns an HTMLElement; this tag is a select.
  const field = element(
    'select',
    { id },
    ...options.map(([value, text]) => element('option', { value, selected: value === chosen }, text)),
  ) as HTMLSelectElement;
  return { field, row: element('div', { class: 'field' }, element('label', { for: id }, label), field) };
};

const tokenText = ({ token, amount, address, network }: TokenLimit): string =>
  `${token === null ? `${amount} base units of` : `${formatUnits(amount, token.decimals)} ${visible(token.symbol)}`} ${address} on ${network}`;

/** What apps may do without a passkey, for a section of the user's page. */
export const limitList = (host: PasskeysHost): readonly (Node | null)[] => {
  const { limits, passkeys } = host.overview;
  const coins = coinsOf(loadedConfig().networks);
  const edit = (each: OriginLimits): void => void showEditor(host, each);
  return [
    paragraph(
      passkeys.length === 0
        ? 'How much an app may spend in 24 hours. These are your limits: your wallet holds them on each of your devices by itself, and refuses what is beyond them.'
        : 'How much an app may spend in 24 hours without your passkey. These are your limits: your wallet holds them on each of your devices by itself.',
      'quiet',
    ),
    limits.length === 0
      ? null
      : element(
          'ul',
          { class: 'rows' },
          ...limits.map((each) =>
            element(
              'li',
              { class: 'row' },
              element(
                'div',
                {},
                element('strong', { translate: 'no' }, originText(each.origin)),
                ...limitLines(each, coins).map((line) => element('span', { class: 'quiet' }, line)),
              ),
              element(
                'button',
                {
                  type: 'button',
                  class: 'secondary',
                  'aria-label': `Change the limits of ${originText(each.origin)}`,
                  onClick: () => edit(each),
                },
                'Change',
              ),
            ),
          ),
        ),
    element('button', { type: 'button', class: 'secondary', onClick: () => showChoice(host) }, 'Set limits for an app'),
  ];
};

/** The user chooses an app that has no limits yet. */
const showChoice = (host: PasskeysHost): void => {
  const { overview, show } = host;
  const origins = [...new Set(overview.devices.map(({ origin }) => origin).filter((origin) => origin !== location.origin))];
  const free = [...origins, ANY_ORIGIN].filter((origin) => !overview.limits.some((each) => each.origin === origin));
  const { field, row } = selectField(
    'limit-origin',
    'App',
    free.map((origin) => [origin, originText(origin)]),
    '',
  );
  showScreen(
    {
      title: 'Limits of an app',
      children:
        free.length === 0
          ? [paragraph('Each app that has your wallet has limits already.')]
          : [row, paragraph('An app is listed once it has your wallet. “All other apps” gives each of them these limits.', 'quiet')],
      actions: [
        { label: 'Cancel', run: () => show() },
        ...(free.length === 0
          ? []
          : [
              {
                label: 'Continue',
                isPrimary: true,
                run: () => void showEditor(host, { origin: field.value, assets: [], contracts: [] }),
              },
            ]),
      ],
    },
    true,
  );
};

/** Loads what the networks say of the tokens, and shows the limits of an app. */
const showEditor = async (host: PasskeysHost, limits: OriginLimits): Promise<void> => {
  const config = loadedConfig();
  showScreen({ title: 'Limits of an app', children: [skeleton('Loading the tokens')], actions: [] });
  const { describeToken } = await import('./read-token-limit.js');
  const tokens = await Promise.all(
    limits.assets.flatMap((asset) => {
      const known = tokenOf(asset, config.networks);
      if (known === null) return [];
      const network = networkOf(config, known.chainId);
      return [network === null ? Promise.resolve(known) : describeToken(network, known.address).then((token) => ({ ...known, token }))];
    }),
  );
  editDraft(host, draftOf(limits, coinsOf(config.networks), tokens), config.networks);
};

const editDraft = (host: PasskeysHost, draft: LimitDraft, networks: readonly SiteNetwork[], wrong: string | null = null): void => {
  const { session, overview, change, show } = host;
  const coins = coinsOf(networks);
  const rows = coins.map(({ asset, symbol, network }, index) => {
    const { field, row } = textField(`limit-${index}`, `${symbol} on ${network}, in 24 hours`, { inputmode: 'decimal', maxlength: 60 });
    field.value = draft.coins.get(asset) ?? '';
    field.setAttribute('aria-invalid', String(asset === wrong));
    return { asset, field, row };
  });
  const typed = (): LimitDraft => ({ ...draft, coins: new Map(rows.map(({ asset, field }) => [asset, field.value])) });
  const others = overview.limits.filter(({ origin }) => origin !== draft.origin);
  const isSet = others.length < overview.limits.length;
  const save = (): void => {
    const limits = limitsOfDraft(typed(), coins);
    if ('wrong' in limits) editDraft(host, typed(), networks, limits.wrong);
    else change('Saving the limits', () => setLimits(session, [...others, limits]), `The limits of ${originText(draft.origin)} are set.`);
  };
  const remove = (): void =>
    change('Removing the limits', () => setLimits(session, others), `The limits of ${originText(draft.origin)} were removed.`);
  const item = (text: string, without: () => LimitDraft): HTMLElement =>
    element(
      'li',
      { class: 'row' },
      element('span', { translate: 'no' }, text),
      element(
        'button',
        { type: 'button', class: 'secondary', 'aria-label': `Remove ${text}`, onClick: () => editDraft(host, without(), networks) },
        'Remove',
      ),
    );
  const items = [
    ...draft.tokens.map((token) =>
      item(tokenText(token), () => ({ ...typed(), tokens: draft.tokens.filter(({ asset }) => asset !== token.asset) })),
    ),
    ...draft.contracts.map((contract) =>
      item(`Contract ${contract}`, () => ({ ...typed(), contracts: draft.contracts.filter((each) => each !== contract) })),
    ),
  ];
  const add = (kind: 'token' | 'contract') => () => showAddition(host, typed(), networks, kind);
  const wrongCoin = coins.find(({ asset }) => asset === wrong);
  for (const { field } of rows) onEnter(field, save);
  showScreen(
    {
      title: 'Limits of an app',
      children: [
        element('strong', { translate: 'no' }, originText(draft.origin)),
        paragraph('Amounts include fees. What has no amount needs your passkey each time.', 'quiet'),
        ...rows.map(({ row }) => row),
        wrongCoin === undefined ? null : errorLine(`Enter an amount of ${wrongCoin.symbol}, such as 0.05.`),
        items.length === 0 ? null : element('ul', { class: 'rows' }, ...items),
        element('button', { type: 'button', class: 'secondary', onClick: add('token') }, 'Add a token'),
        element('button', { type: 'button', class: 'secondary', onClick: add('contract') }, 'Add a contract'),
        isSet ? element('button', { type: 'button', class: 'link', onClick: remove }, 'Remove the limits') : null,
      ],
      actions: [
        { label: 'Cancel', run: () => show() },
        { label: 'Save', isPrimary: true, run: save },
      ],
    },
    true,
  );
  rows.find(({ asset }) => asset === wrong)?.field.focus();
};

/** The user adds a token or a contract. */
const showAddition = (host: PasskeysHost, draft: LimitDraft, networks: readonly SiteNetwork[], kind: 'token' | 'contract'): void => {
  const choice = selectField(
    'limit-network',
    'Network',
    networks.map(({ chainId, name }) => [chainId, name]),
    '',
  );
  const address = textField('limit-address', kind === 'token' ? 'Token' : 'Contract', { maxlength: 44, spellcheck: 'false' });
  const amount = textField('limit-amount', 'Amount in 24 hours', { inputmode: 'decimal', maxlength: 60 });
  const error = element('div', {});
  const fail = (field: HTMLElement, text: string): void => {
    for (const each of [address.field, amount.field]) each.setAttribute('aria-invalid', String(each === field));
    error.replaceChildren(errorLine(text));
    field.focus();
  };
  const back = (next: LimitDraft): void => editDraft(host, next, networks);
  const submit = async (): Promise<void> => {
    const network = networks.find(({ chainId }) => chainId === choice.field.value);
    const value = address.field.value.trim();
    if (network === undefined || !isAddressOn(network.chainId, value)) return fail(address.field, 'This is no address on the network.');
    if (kind === 'contract') return back(withContract(draft, network.chainId, value));
    error.replaceChildren(skeleton('Loading the token'));
    const { describeToken } = await import('./read-token-limit.js');
    const token = await describeToken(network, value);
    if (token === null) return fail(address.field, 'The network knows no token at this address.');
    const parsed = parseAmount(amount.field.value, token.decimals);
    if (parsed === null) return fail(amount.field, `Enter an amount of ${visible(token.symbol)}, such as 10.`);
    return back(
      withToken(draft, { asset: assetIdOf(network.chainId, value), address: value, network: network.name, token, amount: parsed }),
    );
  };
  for (const { field } of [address, amount]) onEnter(field, () => void submit());
  showScreen(
    {
      title: kind === 'token' ? 'Add a token' : 'Add a contract',
      children: [
        kind === 'token'
          ? null
          : paragraph(
              'The app may call this contract without your passkey, also where the call cannot be read. Access to your tokens always needs it.',
            ),
        choice.row,
        address.row,
        kind === 'token' ? amount.row : null,
        error,
      ],
      actions: [
        { label: 'Cancel', run: () => back(draft) },
        { label: 'Add', isPrimary: true, run: () => void submit() },
      ],
    },
    true,
  );
  address.field.focus();
};
