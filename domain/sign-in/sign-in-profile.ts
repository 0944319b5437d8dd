import { parseBitcoinAddressOn } from '../account/bitcoin-address.js';
import { toChecksumAddress } from '../account/evm-checksum.js';
import { isSolanaAddress } from '../account/solana-address.js';
import { decodeSs58 } from '../account/ss58-address.js';
import type { ChainId } from '../caip/caip-2.js';
import type { Namespace } from '../caip/namespace.js';
import { SOLANA_CLUSTERS } from '../network/solana-clusters.js';
import { attempt } from '../wire.js';

/** Differences between the sign-in messages of the namespaces. @see docs/internals/sign-in-messages.md */
export interface SignInProfile {
  readonly namespace: Namespace;
  /** Name of the ecosystem in the first line. */
  readonly ecosystem: string;
  /** Blank lines between the address and the fields of a message without a statement. */
  readonly blankLines: 1 | 2;
  /** Tests for an address of the chain, in the form that the message must use. */
  readonly isAddress: (text: string, chainId: ChainId) => boolean;
  /** Names used in `Chain ID` instead of the reference, by reference. */
  readonly chainNames: Readonly<Record<string, string>>;
  readonly isReference: (text: string) => boolean;
}

const isGenesisHash = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

const PROFILES: readonly SignInProfile[] = [
  {
    // EIP-4361.
    namespace: 'eip155',
    ecosystem: 'Ethereum',
    blankLines: 2,
    isAddress: (text) => attempt(() => toChecksumAddress(text)) === text,
    chainNames: {},
    isReference: (text) => /^[1-9]\d{0,31}$/.test(text),
  },
  {
    // Sign In With Solana: wallets with the feature build this text themselves.
    namespace: 'solana',
    ecosystem: 'Solana',
    blankLines: 1,
    isAddress: isSolanaAddress,
    chainNames: SOLANA_CLUSTERS,
    isReference: (text) => /^[1-9A-HJ-NP-Za-km-z]{32}$/.test(text),
  },
  {
    namespace: 'bip122',
    ecosystem: 'Bitcoin',
    blankLines: 2,
    // Parsing a bech32 address in upper case changes it: an account has one address.
    isAddress: (text, chainId) => attempt(() => parseBitcoinAddressOn(text, chainId))?.address === text,
    chainNames: {},
    isReference: isGenesisHash,
  },
  {
    namespace: 'polkadot',
    ecosystem: 'Polkadot',
    blankLines: 2,
    isAddress: (text) => attempt(() => decodeSs58(text)) !== undefined,
    chainNames: {},
    isReference: isGenesisHash,
  },
];

/** The profile of a namespace; `null` if it has none. */
export const signInProfileOf = (namespace: string): SignInProfile | null =>
  PROFILES.find((profile) => profile.namespace === namespace) ?? null;

/** The profile by the name in the first line; `null` if it is unknown. */
export const signInProfileByEcosystem = (ecosystem: string): SignInProfile | null =>
  PROFILES.find((profile) => profile.ecosystem === ecosystem) ?? null;

/** Formats the `Chain ID` of a reference. */
export const chainNameIn = ({ chainNames }: SignInProfile, reference: string): string => chainNames[reference] ?? reference;

/** Parses a `Chain ID`; `null` if it is invalid. A chain with a name is accepted by its name only, so that each message has one text. */
export const referenceIn = ({ chainNames, isReference }: SignInProfile, text: string): string | null => {
  const named = Object.keys(chainNames).find((reference) => chainNames[reference] === text);
  if (named !== undefined) return named;
  return isReference(text) && !Object.hasOwn(chainNames, text) ? text : null;
};
