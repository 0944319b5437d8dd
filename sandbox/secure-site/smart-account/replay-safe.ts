import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { serializeErc6492Signature } from 'viem';
import type { Deployment, Hex } from '../approval/approval-request.js';
import { bytesOfHex, toHex } from '../approval/hex.js';
import { describeMembers, hashStruct, parseTypedData, type TypedDataTypes, usedTypes, withDomainType } from '../approval/typed-data.js';

/** A type and the types that it uses, in the order of their names, which is that of the type that they are wrapped in. Then its name. */
const describeType = (types: TypedDataTypes, primaryType: string): string =>
  [...[...usedTypes(types, primaryType)].sort().map((name) => describeMembers(types, name)), primaryType].join('');

/**
 * The account's signature of typed data: the owner's, and what the contract needs to see that it is for this data.
 * @throws any error for malformed data
 * @see https://eips.ethereum.org/EIPS/eip-7739
 */
export const wrapTypedDataSignature = (json: string, signature: Hex): Hex => {
  const data = parseTypedData(json);
  const types = withDomainType(data);
  const description = utf8ToBytes(describeType(types, data.primaryType));
  const wrapped = concatBytes(
    bytesOfHex(signature),
    hashStruct(types, 'EIP712Domain', data.domain),
    hashStruct(types, data.primaryType, data.message),
    description,
    Uint8Array.of(description.length >> 8, description.length & 0xff),
  );
  return toHex(wrapped);
};

/** The signature of an account that is not deployed yet: with the call that deploys it. @see https://eips.ethereum.org/EIPS/eip-6492 */
export const counterfactualSignature = (signature: Hex, deployment: Deployment): Hex =>
  serializeErc6492Signature({ address: deployment.factory, data: deployment.data, signature });
