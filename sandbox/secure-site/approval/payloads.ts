import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Payload } from '../keys/effects.js';
import { bytesOf, digestOf, encodeFields, toBase64Url } from '../protocol/encoding.js';
import { operationHash, signableOperation } from '../smart-account/user-operation.js';
import { type ApprovalRequest, type Hex, RefusedRequest } from './approval-request.js';
import { encodeTransaction } from './encode-transaction.js';
import { replaySafeMessageHash, replaySafeTypedDataHash } from './replay-safe-hash.js';
import { readSolanaTransaction } from './solana-transaction.js';
import { hashTypedData, parseTypedData } from './typed-data.js';

const bytesOfHex = (hex: Hex): Uint8Array<ArrayBuffer> => bytesOf(hexToBytes(hex.slice(2)));

/** @see https://eips.ethereum.org/EIPS/eip-191 */
const messageHash = (message: Hex): Uint8Array<ArrayBuffer> => {
  const bytes = bytesOfHex(message);
  return bytesOf(keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes)));
};

type TypedDataRequest = Extract<ApprovalRequest, { readonly kind: 'evm-typed-data' }>;

const typedDataHash = ({ json, isSmart, ...signer }: TypedDataRequest): Uint8Array<ArrayBuffer> => {
  try {
    return isSmart ? replaySafeTypedDataHash(json, signer) : hashTypedData(parseTypedData(json));
  } catch {
    throw new RefusedRequest('The typed data is malformed');
  }
};

/**
 * The bytes that are signed: digests of 32 bytes for eip155, messages for Solana.
 * @throws RefusedRequest for typed data that has no hash
 */
export const payloadsOf = (request: ApprovalRequest): readonly Uint8Array<ArrayBuffer>[] => {
  switch (request.kind) {
    case 'evm-message':
      return [request.isSmart ? replaySafeMessageHash(bytesOfHex(request.message), request) : messageHash(request.message)];
    case 'evm-typed-data':
      return [typedDataHash(request)];
    case 'evm-operation':
      return [bytesOfHex(operationHash(request.chainId, request.address, request.operation))];
    case 'evm-transaction':
      return [bytesOf(keccak_256(encodeTransaction(request.chainId, request.transaction)))];
    case 'solana-message':
      return [request.message];
    case 'solana-transactions':
      return request.transactions.map((bytes) => {
        const transaction = readSolanaTransaction(bytes);
        if (transaction === null) throw new RefusedRequest('The transaction is malformed');
        return transaction.message;
      });
  }
};

/**
 * What the worker gets to sign: where it can read what is signed, all of it; else a digest.
 * @throws RefusedRequest for typed data that has no hash
 */
export const signablesOf = (request: ApprovalRequest): readonly Payload[] => {
  switch (request.kind) {
    case 'evm-message':
      if (request.isSmart) break;
      return [{ kind: request.kind, bytes: bytesOfHex(request.message) }];
    case 'evm-transaction':
      return [{ kind: request.kind, bytes: encodeTransaction(request.chainId, request.transaction) }];
    case 'evm-operation':
      return [{ kind: request.kind, bytes: signableOperation(request.chainId, request.address, request.operation) }];
    default:
  }
  return payloadsOf(request).map((bytes) => ({ kind: request.kind.startsWith('solana') ? 'solana' : 'evm-digest', bytes }));
};

/** The digest that the window answers with: of the account, and of all bytes that are signed. */
export const approvalDigest = ({ kind, chainId, address }: ApprovalRequest, payloads: readonly Uint8Array[]): Promise<string> =>
  digestOf(encodeFields('latchkey/approval/1', kind, chainId, address, ...payloads.map(toBase64Url)));
