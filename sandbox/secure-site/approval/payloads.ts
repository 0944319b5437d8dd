import { evmDigestOf, type Payload } from '../keys/effects.js';
import { digestOf, encodeFields, toBase64Url } from '../protocol/encoding.js';
import { signableOperation } from '../smart-account/user-operation.js';
import { type ApprovalRequest, RefusedRequest } from './approval-request.js';
import { encodeTransaction } from './encode-transaction.js';
import { bytesOfHex } from './hex.js';
import { replaySafeMessageHash, replaySafeTypedDataHash } from './replay-safe-hash.js';
import { readSolanaTransaction } from './solana-transaction.js';
import { hashTypedData, parseTypedData } from './typed-data.js';

type TypedDataRequest = Extract<ApprovalRequest, { readonly kind: 'evm-typed-data' }>;

const typedDataHash = ({ json, isSmart, ...signer }: TypedDataRequest): Uint8Array<ArrayBuffer> => {
  try {
    return isSmart ? replaySafeTypedDataHash(json, signer) : hashTypedData(parseTypedData(json));
  } catch {
    throw new RefusedRequest('The typed data is malformed');
  }
};

const solanaMessage = (transaction: Uint8Array): Uint8Array<ArrayBuffer> => {
  const read = readSolanaTransaction(transaction);
  if (read === null) throw new RefusedRequest('The transaction is malformed');
  return read.message;
};

/**
 * What the worker gets to sign: where it can read what is signed, all of it; else a digest.
 * @throws RefusedRequest for typed data that has no hash
 */
export const signablesOf = (request: ApprovalRequest): readonly Payload[] => {
  switch (request.kind) {
    case 'evm-message': {
      const bytes = bytesOfHex(request.message);
      return [request.isSmart ? { kind: 'evm-digest', bytes: replaySafeMessageHash(bytes, request) } : { kind: 'evm-message', bytes }];
    }
    case 'evm-typed-data':
      return [{ kind: 'evm-digest', bytes: typedDataHash(request) }];
    case 'evm-operation':
      return [{ kind: 'evm-operation', bytes: signableOperation(request.chainId, request.address, request.operation) }];
    case 'evm-transaction':
      return [{ kind: 'evm-transaction', bytes: encodeTransaction(request.chainId, request.transaction) }];
    case 'solana-message':
      return [{ kind: 'solana', bytes: request.message }];
    case 'solana-transactions':
      return request.transactions.map((bytes) => ({ kind: 'solana', bytes: solanaMessage(bytes) }));
  }
};

/**
 * The bytes that are signed: digests of 32 bytes for eip155, messages for Solana.
 * @throws RefusedRequest for typed data that has no hash
 */
export const payloadsOf = (request: ApprovalRequest): readonly Uint8Array<ArrayBuffer>[] =>
  signablesOf(request).map((payload) => (payload.kind === 'solana' ? payload.bytes : evmDigestOf(payload)));

/** The digest that the window answers with: of the account, and of all bytes that are signed. */
export const approvalDigest = (request: ApprovalRequest, payloads: readonly Uint8Array[]): Promise<string> => {
  const { kind, chainId, address } = request;
  // Who has chosen the payer is shown, and is not among what is signed.
  const shownKind = kind === 'evm-operation' && request.isOfApp ? `${kind}-of-app` : kind;
  return digestOf(encodeFields('latchkey/approval/1', shownKind, chainId, address, ...payloads.map(toBase64Url)));
};
