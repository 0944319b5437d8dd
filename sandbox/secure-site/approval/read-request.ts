import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { type ApprovalRequest, type EvmTransaction, isHex, RefusedRequest } from './approval-request.js';
import { isSolanaTransactionMessage, readSolanaTransaction } from './solana-transaction.js';
import { isRecord } from './typed-data.js';

/** The account and the chain that a request is for. */
export interface Signer {
  /** CAIP-2. */
  readonly chainId: string;
  readonly address: string;
}

/** Tests whether a parameter names an account. Addresses of eip155 are compared without case. */
const isAddress = (value: unknown, address: string): boolean => typeof value === 'string' && value.toLowerCase() === address.toLowerCase();

const checkSigner = (value: unknown, address: string): void => {
  if (!isAddress(value, address)) throw new RefusedRequest('The request is for an account that is not this wallet’s');
};

/** A message that has the length of a digest could be one: of a transaction, or of typed data. */
const DIGEST_BYTES = 32;

const readMessage = ([message, account]: readonly unknown[], signer: Signer): ApprovalRequest => {
  // Some libraries have the order of `eth_sign`.
  const isSwapped = isAddress(message, signer.address) && !isAddress(account, signer.address);
  const [text, owner] = isSwapped ? [account, message] : [message, account];
  checkSigner(owner, signer.address);
  if (typeof text !== 'string') throw new RefusedRequest('The message is not a text');
  const bytes = isHex(text) ? hexToBytes(text.slice(2)) : utf8ToBytes(text);
  if (bytes.length === DIGEST_BYTES) throw new RefusedRequest('Messages of 32 bytes are refused: they can be the hash of anything');
  return { ...signer, kind: 'evm-message', message: `0x${bytesToHex(bytes)}` };
};

const referenceOf = (chainId: string): string => chainId.slice(chainId.indexOf(':') + 1);

const readTypedData = ([account, data]: readonly unknown[], signer: Signer): ApprovalRequest => {
  checkSigner(account, signer.address);
  const json = typeof data === 'string' ? data : JSON.stringify(data);
  const parsed = parseJson(json);
  if (!isRecord(parsed) || !isRecord(parsed['types']) || typeof parsed['primaryType'] !== 'string' || !isRecord(parsed['message']))
    throw new RefusedRequest('The typed data is malformed');
  const domain = isRecord(parsed['domain']) ? parsed['domain'] : {};
  const chain = domain['chainId'];
  if (chain !== undefined && toNumber(chain) !== BigInt(referenceOf(signer.chainId)))
    throw new RefusedRequest('The typed data is for another network');
  return { ...signer, kind: 'evm-typed-data', json };
};

/**
 * Refuses typed data whose signature by the user's key would be one of a smart account that the key owns: in the account's domain, or wrapped
 * for it. Only requests to the account itself make those, which are shown as what they are.
 * @throws RefusedRequest
 * @see https://eips.ethereum.org/EIPS/eip-7739
 */
export const refuseSmartSignature = (json: string, smartAccounts: readonly string[]): void => {
  const parsed = parseJson(json);
  const data = isRecord(parsed) ? parsed : {};
  const domain = isRecord(data['domain']) ? data['domain'] : {};
  if (data['primaryType'] === 'TypedDataSign' || smartAccounts.some((each) => isAddress(domain['verifyingContract'], each)))
    throw new RefusedRequest('This would be a signature of the smart account: only requests to it make one');
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedRequest('The typed data is not JSON');
  }
};

const toNumber = (value: unknown): bigint | null => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return null;
  try {
    const number = BigInt(value);
    return number < 0n ? null : number;
  } catch {
    return null;
  }
};

/** A transaction as an app asks for it: what is missing is estimated. */
export interface RequestedTransaction extends Pick<EvmTransaction, 'to' | 'value' | 'data'> {
  readonly nonce: number | null;
  readonly gas: bigint | null;
  readonly maxFeePerGas: bigint | null;
  readonly maxPriorityFeePerGas: bigint | null;
}

const readOptional = (value: unknown, name: string): bigint | null => {
  if (value === undefined || value === null) return null;
  const number = toNumber(value);
  if (number === null) throw new RefusedRequest(`The transaction’s ${name} is malformed`);
  return number;
};

/**
 * Reads the parameters of `eth_sendTransaction`.
 * @throws RefusedRequest for another account or network, and for EIP-7702 authorisations
 */
export const readTransaction = ([transaction]: readonly unknown[], signer: Signer): RequestedTransaction => {
  if (!isRecord(transaction)) throw new RefusedRequest('The transaction is malformed');
  const { from, to = null, value, data, input, chainId, type, authorizationList, accessList, blobVersionedHashes } = transaction;
  checkSigner(from, signer.address);
  // Such an authorisation hands the whole account to a contract. @see https://eips.ethereum.org/EIPS/eip-7702
  if (authorizationList !== undefined || toNumber(type) === 4n)
    throw new RefusedRequest('Delegating the account to a contract (EIP-7702) is refused');
  if (blobVersionedHashes !== undefined || toNumber(type) === 3n) throw new RefusedRequest('Transactions with blobs are not supported');
  if (Array.isArray(accessList) && accessList.length > 0) throw new RefusedRequest('Access lists are not supported');
  if (chainId !== undefined && toNumber(chainId) !== BigInt(referenceOf(signer.chainId)))
    throw new RefusedRequest('The transaction is for another network');
  if (to !== null && !(isHex(to) && to.length === 42)) throw new RefusedRequest('The recipient is not an address');
  const payload = data ?? input ?? '0x';
  if (!isHex(payload)) throw new RefusedRequest('The transaction’s data is malformed');
  // Contracts get one of them, and the user must see that one.
  if (data !== undefined && input !== undefined && data !== input) throw new RefusedRequest('The transaction has two different data');
  if (to === null && payload === '0x') throw new RefusedRequest('The transaction has no recipient');
  const gasPrice = readOptional(transaction['gasPrice'], 'gas price');
  return {
    to,
    value: readOptional(value, 'value') ?? 0n,
    data: payload,
    nonce: Number(readOptional(transaction['nonce'], 'nonce') ?? -1n) < 0 ? null : Number(readOptional(transaction['nonce'], 'nonce')),
    gas: readOptional(transaction['gas'] ?? transaction['gasLimit'], 'gas'),
    maxFeePerGas: readOptional(transaction['maxFeePerGas'], 'fee') ?? gasPrice,
    maxPriorityFeePerGas: readOptional(transaction['maxPriorityFeePerGas'], 'priority fee') ?? gasPrice,
  };
};

/** Transactions come in base64, or in base58 as in older requests. */
const readEncoded = (text: string): Uint8Array<ArrayBuffer> => {
  for (const coder of [base64, base58]) {
    try {
      const bytes = new Uint8Array(coder.decode(text));
      if (readSolanaTransaction(bytes) !== null) return bytes;
    } catch {
      // The other encoding.
    }
  }
  throw new RefusedRequest('The transaction is malformed');
};

/** A text that is in base58 only is not in base64: its length would be a multiple of four only by chance. */
export const encodingOf = (text: string): typeof base64 | typeof base58 => {
  try {
    return readSolanaTransaction(base64.decode(text)) === null ? base58 : base64;
  } catch {
    return base58;
  }
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const readSolanaMessage = (params: Readonly<Record<string, unknown>>, signer: Signer): ApprovalRequest => {
  if (params['pubkey'] !== signer.address) throw new RefusedRequest('The request is for an account that is not this wallet’s');
  let message: Uint8Array<ArrayBuffer>;
  try {
    message = new Uint8Array(base58.decode(textOf(params['message'])));
  } catch {
    throw new RefusedRequest('The message is not base58');
  }
  if (message.length === 0) throw new RefusedRequest('The message is empty');
  if (isSolanaTransactionMessage(message)) throw new RefusedRequest('The message is a transaction');
  return { ...signer, kind: 'solana-message', message };
};

const readSolanaTransactions = (encoded: readonly unknown[], sends: boolean, signer: Signer): ApprovalRequest => {
  const transactions = encoded.map((each) => readEncoded(textOf(each)));
  for (const bytes of transactions) {
    const transaction = readSolanaTransaction(bytes);
    if (!transaction?.signers.includes(signer.address))
      throw new RefusedRequest('The transaction needs no signature of this wallet’s account');
  }
  if (transactions.length === 0) throw new RefusedRequest('There is no transaction');
  return { ...signer, kind: 'solana-transactions', transactions, sends };
};

/**
 * Reads a request that needs no estimate: all but `eth_sendTransaction`.
 * @throws RefusedRequest
 */
export const readRequest = (method: string, params: unknown, signer: Signer): ApprovalRequest => {
  const list = Array.isArray(params) ? params : [];
  const named = isRecord(params) ? params : {};
  switch (method) {
    case 'personal_sign':
      return readMessage(list, signer);
    case 'eth_signTypedData_v4':
      return readTypedData(list, signer);
    case 'solana_signMessage':
      return readSolanaMessage(named, signer);
    case 'solana_signTransaction':
      return readSolanaTransactions([named['transaction']], false, signer);
    case 'solana_signAndSendTransaction':
      return readSolanaTransactions([named['transaction']], true, signer);
    case 'solana_signAllTransactions':
      return readSolanaTransactions(Array.isArray(named['transactions']) ? named['transactions'] : [], false, signer);
    default:
      throw new RefusedRequest(`${method} is not supported`);
  }
};
