import { isNumber, isPlainObject } from '../primitives.js';
import type { EarlierProposal } from '../stored-proposal.js';
import { isHex32 } from './official-keychain.js';
import { readProposalNamespaces } from './official-namespaces.js';

/**
 * Reads a proposal that an official client has stored, its own or one that it was sent; `null` for what is none.
 * @param expiryOf what the client's list of expiries says of an id, in seconds since 1970: earlier versions wrote it nowhere else
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures
 */
export const readOfficialProposal = (value: unknown, expiryOf: (id: number) => number | undefined): EarlierProposal | null => {
  if (!isPlainObject(value)) return null;
  const { id, pairingTopic, proposer, expiryTimestamp } = value;
  if (!Number.isSafeInteger(id) || !isNumber(id) || !isHex32(pairingTopic)) return null;
  if (!isPlainObject(proposer) || !isHex32(proposer.publicKey)) return null;
  const expiry = [expiryTimestamp, value.expiry, expiryOf(id)].find(isNumber);
  if (expiry === undefined) return null;
  return {
    id,
    pairingTopic,
    publicKey: proposer.publicKey,
    requiredNamespaces: readProposalNamespaces(value.requiredNamespaces),
    optionalNamespaces: readProposalNamespaces(value.optionalNamespaces),
    expiry,
  };
};
