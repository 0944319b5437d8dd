import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import { type Esplora, EsploraError, toReadError } from './esplora.js';
import { readInputs } from './esplora-responses.js';

/** A broadcast without a response is repeated, which is safe: it sends the same transaction. */
const MAX_BROADCASTS = 3;

export interface BroadcastOptions {
  readonly esplora: Esplora;
  readonly network: Network;
  /** The signed transaction in hex, and its txid. */
  readonly hex: string;
  readonly txid: string;
}

/**
 * Broadcasts a signed transaction; resolves once a service has it. Not cancelled by an abort, which could not undo it.
 *
 * The transaction counts as refused only if every service that received it rejected it, and none of these has it. A service that timed out,
 * failed or returned something else may have forwarded it: then no rejection by another service proves that it was not sent.
 * @throws LatchkeyError `send/input-spent`, `send/refused`, `network/rpc-failed`, `network/timeout`, `network/wrong-node`,
 * `config/disposed`: nothing was sent; `network/unknown-outcome` if it may have been sent
 */
export const broadcast = async (options: BroadcastOptions): Promise<void> => {
  const { esplora, network, hex, txid } = options;
  const { caipNetworkId: chainId } = network;
  // A captive portal returns 200 for everything without forwarding it.
  const read = (response: string): void => {
    if (response.trim() !== txid) throw new Error('The service did not confirm the transaction');
  };
  const rejections = new Map<string, EsploraError>();
  let isUnanswered = false;
  let failure: unknown;
  for (let attempt = 0; attempt < MAX_BROADCASTS; attempt += 1) {
    for (const base of esplora.urls(network)) {
      if (rejections.has(base)) continue;
      let isSent = false;
      const onSend = (): void => {
        isSent = true;
      };
      try {
        return await esplora.requestFrom(base, { network, path: '/tx', body: hex, read, onSend }, neverAborted());
      } catch (error) {
        if (isSent && error instanceof EsploraError && isAlreadyKnown(error)) return;
        if (isSent && error instanceof EsploraError && error.isRejection) rejections.set(base, error);
        else isUnanswered ||= isSent;
        failure = error;
      }
    }
  }
  const isKnown = await isKnownBy([...rejections.keys()], options);
  if (isKnown === true) return;
  if (isUnanswered || isKnown === null) throw new LatchkeyError('network/unknown-outcome', { chainId, hash: txid }, { cause: failure });
  const errors = [...rejections.values()];
  const rejection = errors.find(isAlreadySpent) ?? errors[0];
  throw rejection === undefined ? toReadError(failure, chainId, '/tx') : toRejectionError(rejection, chainId);
};

/** Checks if a service has the transaction that it rejected; `null` if one does not say. */
const isKnownBy = async (bases: readonly string[], { esplora, network, txid }: BroadcastOptions): Promise<boolean | null> => {
  let isKnown: boolean | null = false;
  for (const base of bases) {
    try {
      // Not `/status`, which some services return for a transaction that they do not have.
      const read = (text: string): unknown => readInputs(JSON.parse(text));
      await esplora.requestFrom(base, { network, path: `/tx/${txid}`, read }, neverAborted());
      return true;
    } catch (error) {
      if (!(error instanceof EsploraError) || !error.isRejection) isKnown = null;
    }
  }
  return isKnown;
};

const neverAborted = (): AbortSignal => new AbortController().signal;

/** Bitcoin Core messages for a transaction it already has. @see https://github.com/bitcoin/bitcoin/blob/master/src/validation.cpp */
const ALREADY_KNOWN =
  /txn-already-in-mempool|txn-already-known|txn-same-nonwitness-data-in-mempool|already known|already in (?:the )?(?:mempool|block ?chain|utxo set)/i;
/** Messages for an input that is missing or spent by another transaction. */
const SPENT = /missingorspent|missing-?inputs|txn-mempool-conflict|inputs-spent|rejecting replacement/i;

/** Checks if a node rejected a transaction because it already has it. */
const isAlreadyKnown = ({ message }: EsploraError): boolean => ALREADY_KNOWN.test(message);

/** Checks if a node rejected a transaction because its inputs are spent. */
const isAlreadySpent = ({ message }: EsploraError): boolean => SPENT.test(message);

/** Extracts the node's message from the service's response. */
const reasonOf = (text: string): string => /"message":\s*"([^"]*)"/.exec(text)?.[1] ?? text.slice(0, 200);

/** Maps a node's rejection of a transaction to a Latchkey error. */
const toRejectionError = (cause: EsploraError, chainId: string): LatchkeyError =>
  isAlreadySpent(cause)
    ? new LatchkeyError('send/input-spent', { chainId }, { cause })
    : new LatchkeyError('send/refused', { chainId, reason: reasonOf(cause.message) }, { cause });
