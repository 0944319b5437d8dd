import type { EvmTransaction } from './approval-request.js';
import { type DecodedCall, decodeCall, isUnlimited } from './decode-call.js';
import { address, code, danger, type Fact, type Summary, type SummaryContext, type TokenInfo, text, type Warning } from './summary.js';
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
  return [];
};

const titleOf = (transaction: EvmTransaction, call: DecodedCall | null, coin: string): string => {
  if (transaction.to === null) return 'Create a contract';
  if (transaction.data === '0x') return `Send ${coin}`;
  switch (call?.effect) {
    case 'transfer':
      return 'Send a token';
    case 'allowance':
      return 'Give access to your tokens';
    case 'revoke':
      return 'End access to your tokens';
    default:
      return 'Call a contract';
  }
};

/** Puts a transaction into words. */
export const summarizeTransaction = (
  { transaction, chainId, address: account }: { readonly transaction: EvmTransaction; readonly chainId: string; readonly address: string },
  { network, token }: Pick<SummaryContext, 'network' | 'token'>,
): Summary => {
  const { to, value, data, gas, maxFeePerGas, nonce } = transaction;
  const { symbol, decimals } = network?.currency ?? { symbol: 'of the network’s coin', decimals: ETHER_DECIMALS };
  const coin = `${formatUnits(value, decimals)} ${symbol}`;
  const hasData = data !== '0x';
  const call = hasData && to !== null ? decodeCall(data) : null;
  const recipient = to === null ? [] : [address(hasData ? 'Contract' : 'Recipient', to)];
  return {
    title: titleOf(transaction, call, coin),
    approveLabel: 'Send',
    facts: [
      ...(call === null ? recipient : factsOf(call, token)),
      ...(call === null ? [] : recipient),
      ...(hasData && value === 0n ? [] : [text('Amount', coin)]),
      ...(call === null ? [] : [text('Call', call.name)]),
      text('Network', network?.name ?? chainId),
      text('Fee at most', `${formatUnits(gas * maxFeePerGas, decimals)} ${symbol}`),
      address('From', account),
      text('Nonce', String(nonce)),
      ...(hasData ? [code(`Data (${(data.length - 2) / 2} bytes)`, data)] : []),
    ],
    warnings: warningsOf(call, hasData),
    stop: null,
  };
};
