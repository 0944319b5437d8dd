import type { SentPurpose } from '../../domain/send/sent-purpose.js';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';
import type { EventBus } from '../shared/event-bus.js';

/** Members of a transaction that its events need. */
export type SentEventSource = Pick<SentTransaction, 'chainId' | 'purpose' | 'swap' | 'asset' | 'value' | 'isSmartAccount'>;

/** Prefixes of the events of purposes without a rule of their own. */
const PREFIXES = { call: 'CALL', approval: 'APPROVAL', batch: 'BATCH', psbt: 'PSBT', cancel: 'CANCEL' } as const satisfies Partial<
  Record<SentPurpose, string>
>;

const networkProperties = ({ chainId, isSmartAccount }: SentEventSource) => ({ isSmartAccount, network: chainId });

const sendProperties = (source: SentEventSource) => ({
  ...networkProperties(source),
  token: source.asset ?? 'native',
  amount: String(source.value ?? ''),
});

const swapProperties = (source: SentEventSource) => ({
  ...networkProperties(source),
  swapFromToken: source.swap?.fromToken ?? '',
  swapToToken: source.swap?.toToken ?? '',
  swapFromAmount: source.swap?.fromAmount ?? '',
  swapToAmount: source.swap?.toAmount ?? '',
});

/** Emits that the wallet is requested to send a transaction, with the event of its purpose. */
export const trackInitiated = (events: EventBus, source: SentEventSource): void => {
  if (source.purpose === 'send') events.track('SEND_INITIATED', sendProperties(source));
  else if (source.purpose === 'swap') events.track('INITIATE_SWAP', swapProperties(source));
  else events.track(`${PREFIXES[source.purpose]}_INITIATED`, networkProperties(source));
};

/** Emits that a transaction succeeded. */
export const trackSuccess = (events: EventBus, source: SentEventSource): void => {
  if (source.purpose === 'send') events.track('SEND_SUCCESS', sendProperties(source));
  else if (source.purpose === 'swap') events.track('SWAP_SUCCESS', swapProperties(source));
  else events.track(`${PREFIXES[source.purpose]}_SUCCESS`, networkProperties(source));
};

/** Emits that a transaction failed or was not sent. */
export const trackError = (events: EventBus, source: SentEventSource, message: string): void => {
  if (source.purpose === 'send') events.track('SEND_ERROR', { ...sendProperties(source), message });
  else if (source.purpose === 'swap') events.track('SWAP_ERROR', { ...swapProperties(source), message });
  else if (source.purpose === 'approval' && source.swap !== null)
    events.track('SWAP_APPROVAL_ERROR', { ...swapProperties(source), message });
  else events.track(`${PREFIXES[source.purpose]}_ERROR`, { ...networkProperties(source), message });
};
