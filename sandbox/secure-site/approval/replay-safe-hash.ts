import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { toHex } from './hex.js';
import { hashTypedData, parseTypedData, type TypedData, withDomainType } from './typed-data.js';

// What the owner of a smart account signs for it (ERC-1271): bound to the account and the chain, so that no other account of the same owner, and no
// other chain, has it, too. @see https://eips.ethereum.org/EIPS/eip-7739

/** A smart account on a chain. */
export interface SmartSigner {
  /** CAIP-2. */
  readonly chainId: string;
  readonly address: string;
}

/** As the contract's constructor has it. */
const domainOf = ({ chainId, address }: SmartSigner) => ({
  name: 'Latchkey Smart Account',
  version: '1',
  chainId: BigInt(chainId.slice(chainId.indexOf(':') + 1)),
  verifyingContract: address,
});

/** The hash that the owner signs for a message of the account. */
export const replaySafeMessageHash = (message: Uint8Array, signer: SmartSigner): Uint8Array<ArrayBuffer> => {
  const prefixed = concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`), message);
  return hashTypedData({
    domain: domainOf(signer),
    types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
    primaryType: 'PersonalSign',
    message: { prefixed: toHex(prefixed) },
  });
};

/** Typed data of an app in that of the account. */
const wrap = (data: TypedData, signer: SmartSigner): TypedData => ({
  domain: data.domain,
  types: {
    ...withDomainType(data),
    TypedDataSign: [
      { name: 'contents', type: data.primaryType },
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
      { name: 'salt', type: 'bytes32' },
    ],
  },
  primaryType: 'TypedDataSign',
  message: { contents: data.message, ...domainOf(signer), salt: `0x${'00'.repeat(32)}` },
});

/** The hash that the owner signs for typed data of the account. @throws any error for malformed data */
export const replaySafeTypedDataHash = (json: string, signer: SmartSigner): Uint8Array<ArrayBuffer> =>
  hashTypedData(wrap(parseTypedData(json), signer));
