import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { EsploraError } from '../esplora/esplora.js';

/** What Bitcoin Core says of a transaction that it has. @see https://github.com/bitcoin/bitcoin/blob/master/src/validation.cpp */
const KNOWN = /txn-already-in-mempool|txn-already-known|txn-same-nonwitness-data-in-mempool|already in block ?chain|already in utxo set/i;
/** What it says when an input is not there, or another transaction has it. */
const SPENT = /missingorspent|missing-?inputs|txn-mempool-conflict|inputs-spent/i;

/** Whether a node refused a transaction because it has it. */
export const isKnownAlready = ({ message }: EsploraError): boolean => KNOWN.test(message);

/** Whether a node refused a transaction because its inputs are gone. */
export const isSpentAlready = ({ message }: EsploraError): boolean => SPENT.test(message);

/** The node's own word within the answer of the service. */
const reasonOf = (text: string): string => /"message":\s*"([^"]*)"/.exec(text)?.[1] ?? text.slice(0, 200);

/** Turns what a node said of a transaction into an error of the registry. */
export const broadcastError = (cause: EsploraError, chainId: string): LatchkeyError =>
  isSpentAlready(cause)
    ? new LatchkeyError('send/input-spent', { chainId }, { cause })
    : new LatchkeyError('send/refused', { chainId, reason: reasonOf(cause.message) }, { cause });
