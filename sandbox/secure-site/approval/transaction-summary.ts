import { isZeroAddress, maxCostOf, payerOf } from '../smart-account/user-operation.js';
import type { EvmCall, EvmOperation, EvmTransaction } from './approval-request.js';
import { type DecodedCall, decodeCall, isUnlimited } from './decode-call.js';
import {
  address,
  code,
  danger,
  type Fact,
  notice,
  type Summary,
  type SummaryContext,
  type TokenInfo,
  text,
  type Warning,
} from './summary.js';
import { formatUnits, visible } from './visible-text.js';

const ETHER_DECIMALS = 18;

const amountOf = (value: string, token: TokenInfo | null): string => {
  if (isUnlimited(value)) return 'Unlimited';
  return token === null ? `${value} base units of the token` : `${formatUnits(BigInt(value), token.decimals)} ${visible(token.symbol)}`;
};

const factsOf = ({ parameters }: DecodedCall, token: TokenInfo | null): readonly Fact[] =>
  parameters.map(({ label, type, value }) => {
    if (type === 'address') return address(label, value);
    return text(label, type === 'amount' ? amountOf(value, token) : value);
  });

const warningsOf = (call: DecodedCall | null, hasData: boolean): readonly Warning[] => {
  if (!hasData) return [];
  if (call === null)
    return [danger('What this call does cannot be read. It may move your assets. Approve it only if you trust the app and the contract.')];
  if (call.effect === 'allowance')
    return [danger('This lets the spender move your tokens, now or at any later time, without asking you again.')];
  if (call.effect === 'approve-zero')
    return [
      danger(
        'The network does not say that this contract has a token with amounts. If its tokens have numbers, this lets the spender move the one with the number 0.',
      ),
    ];
  return [];
};

/** A call, or the creation of a contract, in words. */
interface CallSummary {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly warnings: readonly Warning[];
}

type CallToSummarize = Pick<EvmTransaction, 'to' | 'value' | 'data'>;

const titleOf = ({ to, data }: CallToSummarize, call: DecodedCall | null, coin: string): string => {
  if (to === null) return 'Create a contract';
  if (data === '0x') return `Send ${coin}`;
  switch (call?.effect) {
    case 'transfer':
      return 'Send a token';
    case 'allowance':
      return 'Give access to your tokens';
    case 'revoke':
      return 'End access to your tokens';
    case 'approve-zero':
      return 'Change access to your tokens';
    default:
      return 'Call a contract';
  }
};

type Context = Pick<SummaryContext, 'network' | 'tokenAt'>;

const currencyOf = ({ network }: Context): { readonly symbol: string; readonly decimals: number } =>
  network?.currency ?? { symbol: 'of the network’s coin', decimals: ETHER_DECIMALS };

const dataFact = (data: string, name = 'Data'): readonly Fact[] =>
  data === '0x' ? [] : [code(`${name} (${(data.length - 2) / 2} bytes)`, data)];

const summarizeCall = (requested: CallToSummarize, context: Context): CallSummary => {
  const { to, value, data } = requested;
  const { symbol, decimals } = currencyOf(context);
  const coin = `${formatUnits(value, decimals)} ${symbol}`;
  const hasData = data !== '0x';
  const recipient = to === null ? [] : [address(hasData ? 'Contract' : 'Recipient', to)];
  const token = to === null || !hasData ? null : context.tokenAt(to);
  const decoded = hasData && to !== null ? decodeCall(data) : null;
  // Tokens with numbers have no decimals.
  const call: DecodedCall | null =
    decoded?.effect === 'approve-zero' && token !== null && token.decimals > 0 ? { ...decoded, effect: 'revoke' } : decoded;
  return {
    title: titleOf(requested, call, coin),
    facts: [
      ...(call === null ? recipient : factsOf(call, token)),
      ...(call === null ? [] : recipient),
      ...(hasData && value === 0n ? [] : [text('Amount', coin)]),
      ...(call === null ? [] : [text('Call', call.name)]),
    ],
    warnings: warningsOf(call, hasData),
  };
};

/** Puts a transaction into words. */
export const summarizeTransaction = (
  { transaction, chainId, address: account }: { readonly transaction: EvmTransaction; readonly chainId: string; readonly address: string },
  context: Context,
): Summary => {
  const { data, gas, maxFeePerGas, nonce } = transaction;
  const { symbol, decimals } = currencyOf(context);
  const { title, facts, warnings } = summarizeCall(transaction, context);
  return {
    title,
    approveLabel: 'Send',
    facts: [
      ...facts,
      text('Network', context.network?.name ?? chainId),
      text('Fee at most', `${formatUnits(gas * maxFeePerGas, decimals)} ${symbol}`),
      address('From', account),
      text('Nonce', String(nonce)),
      ...dataFact(data),
    ],
    warnings,
    stop: null,
  };
};

/** A call of a smart account, whose contract takes the address 0 for the account. */
const summarizeAccountCall = (call: EvmCall, context: Context): CallSummary => {
  const summary = summarizeCall(call, context);
  if (!isZeroAddress(call.to)) return summary;
  const warning =
    call.data === '0x'
      ? notice('The address 0 stands for your smart account here: the amount does not leave it.')
      : danger('The address 0 stands for your smart account here: it may do anything with it.');
  return { ...summary, warnings: [...summary.warnings, warning] };
};

/** Puts a user operation into words: each of its calls, the fee, and who pays it. */
export const summarizeOperation = (
  {
    operation,
    chainId,
    address: account,
    isOfApp = false,
  }: { readonly operation: EvmOperation; readonly chainId: string; readonly address: string; readonly isOfApp?: boolean },
  context: Context,
): Summary => {
  const { calls, deployment, nonce } = operation;
  const payer = payerOf(operation);
  const { symbol, decimals } = currencyOf(context);
  const summaries = calls.map((call) => summarizeAccountCall(call, context));
  const isBatch = calls.length > 1;
  const [first] = summaries;
  const fee = `${formatUnits(maxCostOf(operation), decimals)} ${symbol}`;
  return {
    title: isBatch || first === undefined ? `Make ${calls.length} calls` : first.title,
    approveLabel: 'Send',
    facts: [
      ...summaries.flatMap(({ title, facts }, index) => [
        ...(isBatch ? [text(`Call ${index + 1} of ${calls.length}`, title)] : []),
        ...facts,
        ...dataFact(calls[index]?.data ?? '0x', isBatch ? `Data of call ${index + 1}` : 'Data'),
      ]),
      ...(isBatch ? [text('Order', 'All calls are made, one after the other, or none')] : []),
      text('Network', context.network?.name ?? chainId),
      ...(payer === null
        ? [text('Fee at most', `${fee}, paid by your smart account`)]
        : [
            text('Fee', isOfApp ? 'Paid by an account that the app has chosen' : 'Sponsored: you pay nothing'),
            address('Paid by', payer.address),
          ]),
      address('From your smart account', account),
      ...(deployment === null ? [] : [text('First use', 'This also creates your smart account on the network')]),
      text('Nonce', String(nonce)),
    ],
    warnings: [
      ...(payer !== null && isOfApp
        ? [notice('Who pays the fee may take tokens for it that you have let it move. The expected changes do not show that.')]
        : []),
      ...summaries.flatMap(({ warnings }, index) =>
        warnings.map(({ level, text: warning }) => ({ level, text: isBatch ? `Call ${index + 1}: ${warning}` : warning })),
      ),
    ],
    stop: null,
  };
};
