import {
  concat,
  encodePacked,
  getTypesForEIP712Domain,
  hashStruct,
  hashTypedData,
  serializeErc6492Signature,
  size,
  stringToHex,
  type TypedDataDefinition,
  type TypedDataDomain,
  toPrefixedMessage,
  zeroHash,
} from 'viem';
import type { Deployment, Hex } from '../approval/approval-request.js';

// Signatures of a smart account (ERC-1271), bound to it and to the chain, so that no other account of the same owner, and no other chain, has
// them, too. @see https://eips.ethereum.org/EIPS/eip-7739

/** A smart account on a chain. */
export interface SmartSigner {
  /** CAIP-2. */
  readonly chainId: string;
  readonly address: string;
}

/** As the contract's constructor has it. */
const domainOf = ({ chainId, address }: SmartSigner) =>
  ({
    name: 'Latchkey Smart Account',
    version: '1',
    chainId: BigInt(chainId.slice(chainId.indexOf(':') + 1)),
    verifyingContract: `0x${address.slice(2)}`,
  }) as const;

/** The hash that the owner signs for a message of the account. */
export const replaySafeMessageHash = (message: Hex, signer: SmartSigner): Hex =>
  hashTypedData({
    domain: domainOf(signer),
    types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
    primaryType: 'PersonalSign',
    message: { prefixed: toPrefixedMessage({ raw: message }) },
  });

/** Members of types by name. */
type Types = Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;

/** Typed data of apps. The caller has checked that it is an object with these members, and viem checks them. */
interface AppData {
  readonly domain?: TypedDataDomain;
  readonly types: Types;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/** With the type of the domain, which apps may leave out. */
const readData = (json: string): Required<AppData> => {
  const { domain = {}, types, primaryType, message } = JSON.parse(json) as AppData;
  return { domain, types: { EIP712Domain: getTypesForEIP712Domain({ domain }), ...types }, primaryType, message };
};

/** A type and the types that it uses, in the order of their names, which is that of the type that they are wrapped in. Then its name. */
const describeType = (types: Types, primaryType: string): string => {
  const used = new Set<string>();
  const visit = (name: string): void => {
    const members = types[name];
    if (members === undefined || used.has(name)) return;
    used.add(name);
    for (const { type } of members) visit(type.replace(/\[.*/s, ''));
  };
  visit(primaryType);
  const encoded = [...used]
    .sort()
    .map((name) => `${name}(${(types[name] ?? []).map((member) => `${member.type} ${member.name}`).join(',')})`);
  return `${encoded.join('')}${primaryType}`;
};

/** The hash that the owner signs for typed data of the account. @throws any error for malformed data */
export const replaySafeTypedDataHash = (json: string, signer: SmartSigner): Hex => {
  const { domain, types, primaryType, message } = readData(json);
  const definition: Required<AppData> = {
    domain,
    types: {
      ...types,
      TypedDataSign: [
        { name: 'contents', type: primaryType },
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
        { name: 'salt', type: 'bytes32' },
      ],
    },
    primaryType: 'TypedDataSign',
    message: { contents: message, ...domainOf(signer), salt: zeroHash },
  };
  // The types are only known now.
  return hashTypedData(definition as TypedDataDefinition);
};

/** The account's signature of typed data: the owner's, and what the contract needs to see that it is for this data. */
export const wrapTypedDataSignature = (json: string, signature: Hex): Hex => {
  const { domain, types, primaryType, message } = readData(json);
  const description = stringToHex(describeType(types, primaryType));
  return concat([
    signature,
    hashStruct({ data: { ...domain }, types, primaryType: 'EIP712Domain' }),
    hashStruct({ data: message, types, primaryType }),
    description,
    encodePacked(['uint16'], [size(description)]),
  ]);
};

/** The signature of an account that is not deployed yet: with the call that deploys it. @see https://eips.ethereum.org/EIPS/eip-6492 */
export const counterfactualSignature = (signature: Hex, deployment: Deployment): Hex =>
  serializeErc6492Signature({ address: deployment.factory, data: deployment.data, signature });
