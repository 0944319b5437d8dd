import { blake2b } from '@noble/hashes/blake2.js';
import type { ApiPromise } from '@polkadot/api';
import type { SubmittableExtrinsic } from '@polkadot/api/types';
import { loadChunk } from '../../../application/shared/load-chunk.js';
import { decodeSs58 } from '../../../domain/account/ss58-address.js';
import { isSameSs58Account } from '../../../domain/account/ss58-network.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { isSignedBy } from '../../../domain/signatures/polkadot-message.js';
import type { ExtrinsicLifetime } from './follow-extrinsic.js';

/** Requests a signature of a payload (`SignerPayloadJSON`). */
export type SignPayload = (payload: Readonly<Record<string, unknown>>) => Promise<{
  /** Hex, with the key type prefix. */
  readonly signature: string;
  /** Hex of the whole extrinsic, if the wallet changed fields other than the call. */
  readonly signedTransaction: string | null;
}>;

/** What the payload is built on. */
export interface EraStart {
  readonly blockHash: string;
  readonly nonce: number;
}

export interface SignExtrinsicOptions {
  readonly from: string;
  /** Hex of the call. */
  readonly method: string;
  readonly sign: SignPayload;
  /** Returns the length in blocks of the era that starts at a block. */
  readonly periodAt: (start: EraStart) => number;
  readonly read: <T>(method: string, read: (api: ApiPromise) => Promise<T>) => Promise<T>;
}

export interface SignedExtrinsic {
  readonly hash: string;
  readonly bytes: string;
  readonly lifetime: ExtrinsicLifetime;
  /** The requested era. */
  readonly era: EraStart & { readonly period: number };
}

/** The SDK method used on the signer payload. */
interface SignerPayload {
  toPayload(): Readonly<Record<string, unknown>>;
}

/** The members of an SDK extrinsic that are read. */
interface ParsedExtrinsic {
  readonly isSigned: boolean;
  readonly method: { toHex(): string };
  readonly signer: { toString(): string };
  readonly hash: { toHex(): string };
  readonly era: { readonly isMortalEra: boolean; readonly asMortalEra: { death(current: number): number } };
  toHex(): string;
}

/** The SDK method that encodes the payload for signing. */
interface SigningPayload {
  toU8a(bare: { readonly method: true }): Uint8Array;
}

const invalidResponse = (): LatchkeyError => new LatchkeyError('wallet/invalid-response', { method: 'signPayload' });

/** Builds the payload to sign: the nonce includes pending extrinsics, and the era starts at a finalized block, which no re-org removes. */
const makePayload = async (api: ApiPromise, { from, method, periodAt }: SignExtrinsicOptions) => {
  const [nonce, head] = await Promise.all([
    api.rpc.system.accountNextIndex(from),
    api.rpc.chain.getFinalizedHead().then((hash) => api.rpc.chain.getHeader(hash)),
  ]);
  const birth = head.number.toNumber();
  const start = { blockHash: head.hash.toHex(), nonce: nonce.toNumber() };
  const era = { ...start, period: periodAt(start) };
  const { registry, extrinsicVersion, runtimeVersion, genesisHash } = api;
  const hasMetadataHash = registry.signedExtensions.includes('CheckMetadataHash');
  const payload = registry.createTypeUnsafe<never>('SignerPayload', [
    {
      address: from,
      blockHash: head.hash,
      blockNumber: head.number,
      era: registry.createTypeUnsafe('ExtrinsicEra', [{ current: birth, period: era.period }]),
      genesisHash,
      method,
      nonce,
      runtimeVersion,
      signedExtensions: registry.signedExtensions,
      tip: 0,
      version: extrinsicVersion,
      // The wallet may add the metadata hash, which hardware wallets need to verify what they display.
      // @see https://polkadot-fellows.github.io/RFCs/approved/0078-merkleized-metadata.html
      ...(hasMetadataHash ? { mode: 0, withSignedTransaction: true } : {}),
    },
  ]);
  // The registry returns this type for the name.
  return { birth, era, payload: (payload as SignerPayload).toPayload() };
};

/**
 * Longer payloads are hashed before signing.
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/blocks-transactions-fees/transactions/
 */
const MAX_PAYLOAD_BYTES = 256;

/**
 * Verifies that the account signed exactly this payload. A wallet with outdated metadata omits unknown fields, and the node would only
 * report a bad proof.
 */
const checkSignature = (
  api: ApiPromise,
  { from, verify }: SignExtrinsicOptions & { readonly verify: typeof isSignedBy },
  payload: Readonly<Record<string, unknown>>,
  signature: string,
): void => {
  const bytes = api.registry.createTypeUnsafe<never>('ExtrinsicPayload', [payload, { version: payload['version'] }]) as SigningPayload;
  const signed = bytes.toU8a({ method: true });
  const message = signed.length > MAX_PAYLOAD_BYTES ? blake2b(signed, { dkLen: 32 }) : signed;
  if (!verify(decodeSs58(from).accountId, [message], signature)) throw invalidResponse();
};

/** Adds the signature to the call, or uses the wallet's own extrinsic if it has the same call and signer. */
const assemble = (
  api: ApiPromise,
  request: SignExtrinsicOptions & { readonly verify: typeof isSignedBy },
  payload: Readonly<Record<string, unknown>>,
  { signature, signedTransaction }: Awaited<ReturnType<SignPayload>>,
  { birth, era }: { readonly birth: number; readonly era: SignedExtrinsic['era'] },
): SignedExtrinsic => {
  const { from, method } = request;
  const read = (bytes: string): ParsedExtrinsic => api.registry.createTypeUnsafe<never>('Extrinsic', [bytes]) as ParsedExtrinsic;
  try {
    if (signedTransaction !== null) {
      const extrinsic = read(signedTransaction);
      if (!extrinsic.isSigned || extrinsic.method.toHex() !== method || !isSameSs58Account(extrinsic.signer.toString(), from))
        throw invalidResponse();
      // The wallet may have set its own era.
      const last = extrinsic.era.isMortalEra ? extrinsic.era.asMortalEra.death(birth) : null;
      return { hash: extrinsic.hash.toHex(), bytes: extrinsic.toHex(), lifetime: { birth, last }, era };
    }
    checkSignature(api, request, payload, signature);
    const call = api.registry.createTypeUnsafe<never>('Call', [method]);
    const extrinsic = api.tx(call) as SubmittableExtrinsic<'promise'>;
    // Both are hex, and the payload is the signed one.
    extrinsic.addSignature(from, signature as `0x${string}`, payload as never);
    return { hash: extrinsic.hash.toHex(), bytes: extrinsic.toHex(), lifetime: { birth, last: birth + era.period }, era };
  } catch {
    // The SDK cannot parse the wallet's response.
    throw invalidResponse();
  }
};

/**
 * Requests a signature of a call. Does not broadcast.
 * @throws LatchkeyError `wallet/…` from `sign`, `wallet/invalid-response` for an invalid signature or a different extrinsic; `network/…`
 */
export const signExtrinsic = async (request: SignExtrinsicOptions): Promise<SignedExtrinsic> => {
  const { read, sign } = request;
  const { payload, ...start } = await read('system_accountNextIndex', (api) => makePayload(api, request));
  // Loaded before the prompt, so that a load failure cannot lose a signature.
  const { isSignedBy: verify } = await loadChunk('the signature verifier', () => import('../../../domain/signatures/polkadot-message.js'));
  const signed = await sign(payload);
  return read('state_getMetadata', async (api) => assemble(api, { ...request, verify }, payload, signed, start));
};
