import { blake2b } from '@noble/hashes/blake2.js';
import type { ApiPromise } from '@polkadot/api';
import type { SubmittableExtrinsic } from '@polkadot/api/types';
import { loadPart } from '../../../application/shared/load-part.js';
import { decodeSs58 } from '../../../domain/account/ss58-address.js';
import { isSameAccount } from '../../../domain/account/ss58-network.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { isSignedBy } from '../signatures/is-signed-by.js';
import { ERA_BLOCKS, type ExtrinsicLife } from './follow-extrinsic.js';

/** Has a wallet sign a payload (`SignerPayloadJSON`). */
export type SignPayload = (payload: Readonly<Record<string, unknown>>) => Promise<{
  /** Hex, with the byte that says which kind it is. */
  readonly signature: string;
  /** Hex of the whole extrinsic where the wallet changed what is beside the call. */
  readonly signedTransaction: string | null;
}>;

/** An extrinsic to sign. */
export interface SignExtrinsic {
  readonly from: string;
  /** Hex of the call. */
  readonly method: string;
  readonly sign: SignPayload;
  readonly read: <T>(method: string, read: (api: ApiPromise) => Promise<T>) => Promise<T>;
}

/** An extrinsic that can be broadcast. */
export interface SignedExtrinsic {
  readonly hash: string;
  readonly bytes: string;
  readonly life: ExtrinsicLife;
}

/** What the payload of the SDK does. */
interface SignerPayload {
  toPayload(): Readonly<Record<string, unknown>>;
}

/** An extrinsic of the SDK, as far as it is read. */
interface ReadExtrinsic {
  readonly isSigned: boolean;
  readonly method: { toHex(): string };
  readonly signer: { toString(): string };
  readonly hash: { toHex(): string };
  readonly era: { readonly isMortalEra: boolean; readonly asMortalEra: { death(current: number): number } };
  toHex(): string;
}

/** What of a payload is signed. */
interface SigningPayload {
  toU8a(bare: { readonly method: true }): Uint8Array;
}

const INVALID = (): LatchkeyError => new LatchkeyError('wallet/invalid-response', { method: 'signPayload' });

/** Everything but the signature: the nonce after those in the pool, and an era that begins at a final block, which no re-org takes back. */
const makePayload = async (api: ApiPromise, from: string, method: string) => {
  const [nonce, head] = await Promise.all([
    api.rpc.system.accountNextIndex(from),
    api.rpc.chain.getFinalizedHead().then((hash) => api.rpc.chain.getHeader(hash)),
  ]);
  const birth = head.number.toNumber();
  const { registry, extrinsicVersion, runtimeVersion, genesisHash } = api;
  const hasMetadataHash = registry.signedExtensions.includes('CheckMetadataHash');
  const payload = registry.createTypeUnsafe<never>('SignerPayload', [
    {
      address: from,
      blockHash: head.hash,
      blockNumber: head.number,
      era: registry.createTypeUnsafe('ExtrinsicEra', [{ current: birth, period: ERA_BLOCKS }]),
      genesisHash,
      method,
      nonce,
      runtimeVersion,
      signedExtensions: registry.signedExtensions,
      tip: 0,
      version: extrinsicVersion,
      // The wallet may put the hash of the metadata in, which its hardware checks what it shows by. @see https://polkadot-fellows.github.io/RFCs/approved/0078-merkleized-metadata.html
      ...(hasMetadataHash ? { mode: 0, withSignedTransaction: true } : {}),
    },
  ]);
  // What the registry makes of the name.
  return { birth, payload: (payload as SignerPayload).toPayload() };
};

/** What is signed in the place of a longer payload. @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/blocks-transactions-fees/transactions/ */
const LONGEST_PAYLOAD = 256;

/**
 * Looks that the account signed just this payload: a wallet that is older than the runtime leaves out what it does not know, and the node would
 * only say that the proof is bad.
 */
const checkSignature = (
  api: ApiPromise,
  { from, verify }: SignExtrinsic & { readonly verify: typeof isSignedBy },
  payload: Readonly<Record<string, unknown>>,
  signature: string,
): void => {
  const bytes = api.registry.createTypeUnsafe<never>('ExtrinsicPayload', [payload, { version: payload['version'] }]) as SigningPayload;
  const signed = bytes.toU8a({ method: true });
  const message = signed.length > LONGEST_PAYLOAD ? blake2b(signed, { dkLen: 32 }) : signed;
  if (!verify(decodeSs58(from).accountId, [message], signature)) throw INVALID();
};

/** Puts a signature to the call, or takes what the wallet made of it if it is the same call of the same account. */
const assemble = (
  api: ApiPromise,
  request: SignExtrinsic & { readonly verify: typeof isSignedBy },
  payload: Readonly<Record<string, unknown>>,
  { signature, signedTransaction }: Awaited<ReturnType<SignPayload>>,
  birth: number,
): SignedExtrinsic => {
  const { from, method } = request;
  const read = (bytes: string): ReadExtrinsic => api.registry.createTypeUnsafe<never>('Extrinsic', [bytes]) as ReadExtrinsic;
  try {
    if (signedTransaction !== null) {
      const extrinsic = read(signedTransaction);
      if (!extrinsic.isSigned || extrinsic.method.toHex() !== method || !isSameAccount(extrinsic.signer.toString(), from)) throw INVALID();
      // Its era may be the wallet's own.
      const last = extrinsic.era.isMortalEra ? extrinsic.era.asMortalEra.death(birth) : null;
      return { hash: extrinsic.hash.toHex(), bytes: extrinsic.toHex(), life: { birth, last } };
    }
    checkSignature(api, request, payload, signature);
    const call = api.registry.createTypeUnsafe<never>('Call', [method]);
    const extrinsic = api.tx(call) as SubmittableExtrinsic<'promise'>;
    // Both are hex, and the payload is what was signed.
    extrinsic.addSignature(from, signature as `0x${string}`, payload as never);
    return { hash: extrinsic.hash.toHex(), bytes: extrinsic.toHex(), life: { birth, last: birth + ERA_BLOCKS } };
  } catch {
    // The SDK cannot read what the wallet answered.
    throw INVALID();
  }
};

/**
 * Has a call signed. Nothing is broadcast.
 * @throws LatchkeyError `wallet/…` as `sign` does, `wallet/invalid-response` for a signature that is none or an extrinsic that is another one; `network/…`
 */
export const signExtrinsic = async (request: SignExtrinsic): Promise<SignedExtrinsic> => {
  const { from, method, read, sign } = request;
  const { birth, payload } = await read('system_accountNextIndex', (api) => makePayload(api, from, method));
  // Before the wallet is asked: what it signs is not lost for want of this.
  const { isSignedBy: verify } = await loadPart('what verifies signatures', () => import('../signatures/is-signed-by.js'));
  const signed = await sign(payload);
  return read('state_getMetadata', async (api) => assemble(api, { ...request, verify }, payload, signed, birth));
};
