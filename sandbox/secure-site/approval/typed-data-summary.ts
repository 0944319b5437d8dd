import { address, code, danger, type Fact, type Summary, type SummaryContext, text, type Warning } from './summary.js';
import { visible } from './visible-text.js';

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Types whose signature alone lets others move tokens, and what each is called. */
const ALLOWANCE = /permit|approv|allowance/i;
/** Orders of marketplaces and exchanges, and transfers that someone else sends. */
const ORDER = /order|offer|bid|listing|transferwithauthorization|receivewithauthorization/i;
const DELEGATION = /delegat|authoriz?ation|sessionkey|useroperation|safetx/i;

const warningsOf = (primaryType: string, members: readonly string[]): readonly Warning[] => {
  const names = [primaryType, ...members].join(' ');
  if (ALLOWANCE.test(primaryType) || /\bspender\b/.test(names))
    return [danger('This signature lets someone else move your tokens, at once or later, without asking you again.')];
  if (ORDER.test(primaryType))
    return [danger('This signature is an order or a transfer: someone else can carry it out and move your assets.')];
  if (DELEGATION.test(primaryType)) return [danger('This signature gives someone else power over your account.')];
  return [];
};

/** The names of all members, also nested ones. */
const memberNames = (value: unknown): readonly string[] =>
  isMembers(value) ? Object.entries(value).flatMap(([name, member]) => [name, ...memberNames(member)]) : [];

const find = (value: unknown, name: string): string | null => {
  if (!isMembers(value)) return null;
  const own = Object.hasOwn(value, name) ? value[name] : undefined;
  if (typeof own === 'string' || typeof own === 'number') return String(own);
  return (
    Object.values(value)
      .map((member) => find(member, name))
      .find((found) => found !== null) ?? null
  );
};

const factOf = (message: Members, name: string, label: string): readonly Fact[] => {
  const value = find(message, name);
  return value === null ? [] : [address(label, visible(value))];
};

/** Puts typed data into words. @param json checked to be an object with `types`, `primaryType` and `message` */
export const summarizeTypedData = (
  { json, chainId, address: account }: { readonly json: string; readonly chainId: string; readonly address: string },
  { network }: Pick<SummaryContext, 'network'>,
): Summary => {
  const parsed: unknown = JSON.parse(json);
  const data = isMembers(parsed) ? parsed : {};
  const domain = isMembers(data['domain']) ? data['domain'] : {};
  const message = isMembers(data['message']) ? data['message'] : {};
  const primaryType = String(data['primaryType']);
  const warnings = warningsOf(primaryType, memberNames(message));
  const content = JSON.stringify(message, null, 2);
  const escaped = visible(content);
  return {
    title: warnings.length === 0 ? 'Sign data' : 'Sign a permission',
    approveLabel: 'Sign',
    facts: [
      text('Network', network?.name ?? chainId),
      address('Account', account),
      ...(typeof domain['name'] === 'string' ? [text('For (as the data says)', visible(domain['name']))] : []),
      ...(typeof domain['verifyingContract'] === 'string' ? [address('Contract', visible(domain['verifyingContract']))] : []),
      text('Type', visible(primaryType)),
      ...(warnings.length === 0
        ? []
        : [
            ...factOf(message, 'spender', 'Spender'),
            ...factOf(message, 'value', 'Amount in base units'),
            ...factOf(message, 'amount', 'Amount in base units'),
            ...factOf(message, 'deadline', 'Until (seconds since 1970)'),
          ]),
      code('Content', escaped),
    ],
    warnings: [
      ...warnings,
      ...(domain['chainId'] === undefined ? [danger('The data names no network: the signature may be valid on all of them.')] : []),
      ...(escaped === content ? [] : [danger('The data has invisible characters. They are shown as \\u{…}.')]),
    ],
    stop: null,
  };
};
