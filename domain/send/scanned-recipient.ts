import { type ChainId, formatChainId, namespaceOf } from '../caip/caip-2.js';
import { addressOf, chainIdOf, isAccountId } from '../caip/caip-10.js';
import type { Namespace } from '../caip/namespace.js';

/** A recipient that a scanned code names. */
export interface ScannedRecipient {
  /** Address or name, unchecked. */
  readonly recipient: string;
  /** Namespace that the code names; `null` if it is a plain text. */
  readonly namespace: Namespace | null;
  /** Network that the code names; `null` if it names none. */
  readonly chainId: ChainId | null;
}

/** Longer texts are neither an address nor a name. */
const MAX_LENGTH = 255;

/** Schemes of payment URIs, with their namespaces. */
const SCHEMES: Readonly<Record<string, Namespace>> = {
  // @see https://eips.ethereum.org/EIPS/eip-681
  ethereum: 'eip155',
  // @see https://github.com/bitcoin/bips/blob/master/bip-0021.mediawiki
  bitcoin: 'bip122',
  // @see https://github.com/solana-foundation/solana-pay/blob/master/SPEC.md
  solana: 'solana',
  // As wallets of Polkadot show accounts: `substrate:address:publicKey:name`.
  substrate: 'polkadot',
};

/** Path of a payment request of EIP-681: target, chain, function. */
const EIP_681 = /^(?:pay-)?([^@/?]+)(?:@(\d{1,15}))?(?:\/(\w+))?$/;

/** Returns the recipient of a path of a payment URI; `null` without one. */
const recipientOf = (namespace: Namespace, path: string, query: string): string | null => {
  if (namespace === 'eip155') {
    const [, target, , method] = EIP_681.exec(path) ?? [];
    // A transfer of a token names its contract first.
    if (method === 'transfer') return /(?:^|&)address=([^&]+)/.exec(query)?.[1] ?? null;
    return method === undefined ? (target ?? null) : null;
  }
  if (namespace === 'polkadot') return path.split(':')[0] ?? null;
  // A request to a server, which would build the transaction. Its link is encoded if it has a query.
  return /[:/%]/.test(path) ? null : path;
};

const chainIdIn = (namespace: Namespace | null, path: string): ChainId | null => {
  const [, , reference] = namespace === 'eip155' ? (EIP_681.exec(path) ?? []) : [];
  return reference === undefined ? null : formatChainId('eip155', Number(reference));
};

/**
 * Reads the text of a scanned code: an address, a name, a CAIP-10 id, or a payment URI, of which only the recipient is taken. `null` if it names none.
 * @example readScanned('ethereum:0x5290…9EE7@1?value=1e18') // { recipient: '0x5290…9EE7', namespace: 'eip155', chainId: 'eip155:1' }
 */
export const readScanned = (text: string): ScannedRecipient | null => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (isAccountId(trimmed)) {
    const chainId = chainIdOf(trimmed);
    return { recipient: addressOf(trimmed), namespace: namespaceOf(chainId), chainId };
  }
  const [, scheme, path = '', query = ''] = /^([a-z][a-z\d+.-]*):(?:\/\/)?([^?#]*)(?:\?([^#]*))?/i.exec(trimmed) ?? [];
  const namespace = scheme === undefined ? null : SCHEMES[scheme.toLowerCase()];
  if (namespace === undefined) return null;
  // Names and labels after the recipient may contain spaces.
  const recipient = namespace === null ? trimmed : recipientOf(namespace, path, query);
  if (recipient === null || recipient === '' || /\s/.test(recipient) || recipient.length > MAX_LENGTH) return null;
  return { recipient, namespace, chainId: chainIdIn(namespace, path) };
};
