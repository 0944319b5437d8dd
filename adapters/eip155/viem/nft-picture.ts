import { base64 } from '@scure/base';
import type { Client, Transport } from 'viem';
import { erc721Abi, erc1155Abi } from 'viem';
import { readContract } from 'viem/actions';
import type { Clock } from '../../../application/ports/clock.port.js';
import { abortable } from '../../../application/shared/abortable.js';
import { withTimeout } from '../../../application/shared/with-timeout.js';
import { isSameEvmAddress } from '../../../domain/account/evm-address.js';
import type { Network } from '../../../domain/network/network.js';
import { asRecord, attempt } from '../../../domain/wire.js';
import { readText } from '../../shared/read-body.js';

type Hex = `0x${string}`;

/** An avatar record that refers to an NFT. @see https://docs.ens.domains/ensip/12 */
const RECORD = /^(eip155:\d+)\/(erc721|erc1155):(0x[0-9a-f]{40})\/(\d{1,78})$/i;
/** Limits of NFT metadata, in ms and bytes. */
const METADATA_TIMEOUT_MS = 10_000;
const MAX_METADATA_LENGTH = 100_000;

export interface NftPictureOptions {
  readonly record: string;
  readonly network: Network;
  /** Resolves the address of the name. */
  readonly resolveAddress: () => Promise<string | null>;
  readonly client: Client<Transport>;
  readonly clock: Clock;
}

/**
 * URL of an NFT's picture, or `null` if the name's address does not own it or its metadata cannot be read. Metadata is read from the chain
 * or over `https:` only: fetching `ipfs:` would expose the user to a third-party gateway.
 * @see https://docs.ens.domains/ensip/12
 */
export const nftPicture = async (
  { record, network, resolveAddress, client, clock }: NftPictureOptions,
  signal: AbortSignal,
): Promise<string | null> => {
  const [, chainId, standard, contract, digits] = RECORD.exec(record) ?? [];
  if (chainId !== network.caipNetworkId || digits === undefined) return null;
  const account = await resolveAddress();
  if (account === null) return null;
  const id = BigInt(digits);
  // The pattern has checked the format.
  const address = contract as Hex;
  try {
    if (standard?.toLowerCase() === 'erc721') {
      const holder = await readContract(client, { address, abi: erc721Abi, functionName: 'ownerOf', args: [id] });
      if (!isSameEvmAddress(holder, account)) return null;
      return await readPicture(
        await readContract(client, { address, abi: erc721Abi, functionName: 'tokenURI', args: [id] }),
        clock,
        signal,
      );
    }
    const balance = await readContract(client, { address, abi: erc1155Abi, functionName: 'balanceOf', args: [account as Hex, id] });
    if (balance === 0n) return null;
    const uri = await readContract(client, { address, abi: erc1155Abi, functionName: 'uri', args: [id] });
    // @see https://eips.ethereum.org/EIPS/eip-1155#metadata
    return await readPicture(uri.replace('{id}', id.toString(16).padStart(64, '0')), clock, signal);
  } catch {
    signal.throwIfAborted();
    // Not an NFT contract, an unknown token id, or metadata that cannot be read.
    return null;
  }
};

const readPicture = async (uri: string, clock: Clock, signal: AbortSignal): Promise<string | null> => {
  const text = await fetchMetadata(uri, clock, signal);
  if (text === null || text.length > MAX_METADATA_LENGTH) return null;
  const { image, image_url: imageUrl } = asRecord(JSON.parse(text));
  const picture = image ?? imageUrl;
  return typeof picture === 'string' ? picture : null;
};

const fetchMetadata = async (uri: string, clock: Clock, signal: AbortSignal): Promise<string | null> => {
  const [, encoding, body = ''] = /^data:application\/json(;base64)?(?:;[^,]*)?,([\s\S]*)$/i.exec(uri) ?? [];
  if (body !== '') return encoding === undefined ? decoded(body) : new TextDecoder().decode(base64.decode(body));
  if (!uri.startsWith('https://')) return null;
  const controller = new AbortController();
  try {
    const responseText = fetch(uri, { credentials: 'omit', referrerPolicy: 'no-referrer', signal: controller.signal }).then((response) =>
      response.ok ? readText(response, MAX_METADATA_LENGTH) : null,
    );
    return await withTimeout(METADATA_TIMEOUT_MS, clock, abortable(responseText, signal));
  } finally {
    controller.abort();
  }
};

/** Contracts that return inline JSON rarely percent-encode it. */
const decoded = (text: string): string => attempt(() => decodeURIComponent(text)) ?? text;
