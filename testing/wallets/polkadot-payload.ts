import { hexToBytes } from '@noble/hashes/utils.js';
/** The signed fields of an extrinsic payload. Numbers are big-endian hex. */
export interface PolkadotTestPayload {
  readonly method: string;
  readonly era: string;
  readonly nonce: string;
  readonly tip: string;
  readonly specVersion: string;
  readonly transactionVersion: string;
  readonly genesisHash: string;
  readonly blockHash: string;
  readonly signedExtensions: readonly string[];
  readonly assetId?: string | null;
  readonly mode?: number;
  readonly metadataHash?: string | null;
}

const fromHex = (text: string): readonly number[] => [...hexToBytes(text.slice(2))];

/** @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/data-encoding/#scale-codec */
const compact = (value: bigint): readonly number[] => {
  const littleEndian = (encoded: bigint, bytes: number): readonly number[] =>
    Array.from({ length: bytes }, (_, index) => Number((encoded >> BigInt(8 * index)) & 255n));
  if (value < 1n << 6n) return littleEndian(value << 2n, 1);
  if (value < 1n << 14n) return littleEndian((value << 2n) | 1n, 2);
  if (value < 1n << 30n) return littleEndian((value << 2n) | 2n, 4);
  const bytes = Math.ceil(value.toString(16).length / 2);
  return [((bytes - 4) << 2) | 3, ...littleEndian(value, bytes)];
};

const u32 = (text: string): readonly number[] => {
  const value = Number(text);
  return [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >> 24) & 255];
};

const option = (text: string | null | undefined): readonly number[] => (text == null ? [0] : [1, ...fromHex(text)]);

type Encoder = (payload: PolkadotTestPayload) => readonly number[];

const NO_BYTES: Encoder = () => [];

/** Encoders of each signed extension: the `extra` data in the extrinsic and the `implicit` data that is only signed. */
const EXTENSIONS: Readonly<Record<string, readonly [extra: Encoder, implicit: Encoder]>> = {
  CheckNonZeroSender: [NO_BYTES, NO_BYTES],
  CheckSpecVersion: [NO_BYTES, ({ specVersion }) => u32(specVersion)],
  CheckTxVersion: [NO_BYTES, ({ transactionVersion }) => u32(transactionVersion)],
  CheckGenesis: [NO_BYTES, ({ genesisHash }) => fromHex(genesisHash)],
  CheckMortality: [({ era }) => fromHex(era), ({ blockHash }) => fromHex(blockHash)],
  CheckNonce: [({ nonce }) => compact(BigInt(nonce)), NO_BYTES],
  CheckWeight: [NO_BYTES, NO_BYTES],
  ChargeTransactionPayment: [({ tip }) => compact(BigInt(tip)), NO_BYTES],
  ChargeAssetTxPayment: [({ tip, assetId }) => [...compact(BigInt(tip)), ...option(assetId)], NO_BYTES],
  CheckMetadataHash: [({ mode = 0 }) => [mode], ({ metadataHash }) => option(metadataHash)],
};

/** In bytes. Longer payloads must be hashed before signing, which the test wallet does not support. */
const MAX_LENGTH = 256;

/**
 * Encodes a payload for signing: the call, then the data of each signed extension.
 * @throws Error for an unknown extension, and for more than 256 bytes
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/blocks-transactions-fees/transactions/#how-transaction-signing-works
 */
export const payloadBytes = (payload: PolkadotTestPayload): Uint8Array => {
  const encoders = payload.signedExtensions.map((name) => {
    const encoder = EXTENSIONS[name];
    if (encoder === undefined) throw new Error(`The test wallet does not know the extension ${name}`);
    return encoder;
  });
  const bytes = [
    ...fromHex(payload.method),
    ...encoders.flatMap(([extra]) => extra(payload)),
    ...encoders.flatMap(([, implicit]) => implicit(payload)),
  ];
  if (bytes.length > MAX_LENGTH) throw new Error('The test wallet signs short payloads only');
  return Uint8Array.from(bytes);
};
