import { base64 } from '@scure/base';
import type { Client, Transport } from 'viem';
import { erc721Abi, erc1155Abi } from 'viem';
import { readContract } from 'viem/actions';
import type { Clock } from '../../../application/ports/clock.port.js';
import { abortable } from '../../../application/shared/abortable.js';
import { within } from '../../../application/shared/within.js';
import { isSameEvmAddress } from '../../../domain/account/evm-address.js';
import type { Network } from '../../../domain/network/network.js';
import { attempt, membersOf } from '../../../domain/wire.js';

type Hex = `0x${string}`;

/** A picture that is a collectible. @see https://docs.ens.domains/ensip/12 */
const RECORD = /^(eip155:\d+)\/(erc721|erc1155):(0x[0-9a-f]{40})\/(\d{1,78})$/i;
/** Metadata may take so long, and be so large. */
const METADATA_TIMEOUT_MS = 10_000;
const MAX_METADATA_LENGTH = 100_000;

/** What a picture is looked up with. */
export interface NftPicture {
  readonly record: string;
  readonly network: Network;
  /** Whom the name stands for. */
  readonly owner: () => Promise<string | null>;
  readonly client: Client<Transport>;
  readonly clock: Clock;
}

/**
 * The address of a collectible's picture, or `null`: also where the name's account does not own it, and where its metadata cannot
 * be read. Metadata is read from the chain or over `https:`; there is no gateway to `ipfs:` that a page may be sent to unasked.
 * @see https://docs.ens.domains/ensip/12
 */
export const nftPicture = async ({ record, network, owner, client, clock }: NftPicture, signal: AbortSignal): Promise<string | null> => {
  const [, chainId, standard, contract, digits] = RECORD.exec(record) ?? [];
  if (chainId !== network.caipNetworkId || digits === undefined) return null;
  const account = await owner();
  if (account === null) return null;
  const id = BigInt(digits);
  // The form was checked by the pattern.
  const address = contract as Hex;
  try {
    if (standard?.toLowerCase() === 'erc721') {
      const holder = await readContract(client, { address, abi: erc721Abi, functionName: 'ownerOf', args: [id] });
      if (!isSameEvmAddress(holder, account)) return null;
      return pictureIn(await readContract(client, { address, abi: erc721Abi, functionName: 'tokenURI', args: [id] }), clock, signal);
    }
    const held = await readContract(client, { address, abi: erc1155Abi, functionName: 'balanceOf', args: [account as Hex, id] });
    if (held === 0n) return null;
    const uri = await readContract(client, { address, abi: erc1155Abi, functionName: 'uri', args: [id] });
    // @see https://eips.ethereum.org/EIPS/eip-1155#metadata
    return pictureIn(uri.replace('{id}', id.toString(16).padStart(64, '0')), clock, signal);
  } catch {
    signal.throwIfAborted();
    // A contract that is none, or does not know the number, has no picture.
    return null;
  }
};

const pictureIn = async (uri: string, clock: Clock, signal: AbortSignal): Promise<string | null> => {
  const text = await metadata(uri, clock, signal);
  if (text === null || text.length > MAX_METADATA_LENGTH) return null;
  const { image, image_url: other } = membersOf(JSON.parse(text));
  const picture = image ?? other;
  return typeof picture === 'string' ? picture : null;
};

const metadata = async (uri: string, clock: Clock, signal: AbortSignal): Promise<string | null> => {
  const [, encoding, body = ''] = /^data:application\/json(;base64)?(?:;[^,]*)?,([\s\S]*)$/i.exec(uri) ?? [];
  if (body !== '') return encoding === undefined ? decoded(body) : new TextDecoder().decode(base64.decode(body));
  if (!uri.startsWith('https://')) return null;
  const controller = new AbortController();
  try {
    const answer = fetch(uri, { credentials: 'omit', referrerPolicy: 'no-referrer', signal: controller.signal }).then((response) =>
      response.ok ? response.text() : null,
    );
    return await within(METADATA_TIMEOUT_MS, clock, abortable(answer, signal));
  } finally {
    controller.abort();
  }
};

/** Contracts that write JSON into the address seldom escape it. */
const decoded = (text: string): string => attempt(() => decodeURIComponent(text)) ?? text;
