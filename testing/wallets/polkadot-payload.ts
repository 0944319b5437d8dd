import { hexToBytes } from '@noble/hashes/utils.js';
/** An extrinsic's payload as wallets get it, as far as its signature covers it. Numbers are hex, the last byte last. */
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
  const little = (encoded: bigint, bytes: number): readonly number[] =>
    Array.from({ length: bytes }, (_, index) => Number((encoded >> BigInt(8 * index)) & 255n));
  if (value < 1n << 6n) return little(value << 2n, 1);
  if (value < 1n << 14n) return little((value << 2n) | 1n, 2);
  if (value < 1n << 30n) return little((value << 2n) | 2n, 4);
  const bytes = Math.ceil(value.toString(16).length / 2);
  return [((bytes - 4) << 2) | 3, ...little(value, bytes)];
};

const u32 = (text: string): readonly number[] => {
  const value = Number(text);
  return [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >> 24) & 255];
};

const option = (text: string | null | undefined): readonly number[] => (text == null ? [0] : [1, ...fromHex(text)]);

type Part = (payload: PolkadotTestPayload) => readonly number[];

const NOTHING: Part = () => [];

/** What each extension of a runtime puts into the extrinsic, and what it has signed besides. */
const EXTENSIONS: Readonly<Record<string, readonly [extra: Part, implicit: Part]>> = {
  CheckNonZeroSender: [NOTHING, NOTHING],
  CheckSpecVersion: [NOTHING, ({ specVersion }) => u32(specVersion)],
  CheckTxVersion: [NOTHING, ({ transactionVersion }) => u32(transactionVersion)],
  CheckGenesis: [NOTHING, ({ genesisHash }) => fromHex(genesisHash)],
  CheckMortality: [({ era }) => fromHex(era), ({ blockHash }) => fromHex(blockHash)],
  CheckNonce: [({ nonce }) => compact(BigInt(nonce)), NOTHING],
  CheckWeight: [NOTHING, NOTHING],
  ChargeTransactionPayment: [({ tip }) => compact(BigInt(tip)), NOTHING],
  ChargeAssetTxPayment: [({ tip, assetId }) => [...compact(BigInt(tip)), ...option(assetId)], NOTHING],
  CheckMetadataHash: [({ mode = 0 }) => [mode], ({ metadataHash }) => option(metadataHash)],
};

/** Longer payloads are hashed before they are signed, which the wallet does not. Bytes. */
const MAX_LENGTH = 256;

/**
 * What a wallet signs of a payload: the call, then what each extension of the runtime adds.
 * @throws Error for an extension that is not known, and for more than 256 bytes
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/blocks-transactions-fees/transactions/#how-transaction-signing-works
 */
export const payloadBytes = (payload: PolkadotTestPayload): Uint8Array => {
  const parts = payload.signedExtensions.map((name) => {
    const part = EXTENSIONS[name];
    if (part === undefined) throw new Error(`The test wallet does not know the extension ${name}`);
    return part;
  });
  const bytes = [
    ...fromHex(payload.method),
    ...parts.flatMap(([extra]) => extra(payload)),
    ...parts.flatMap(([, implicit]) => implicit(payload)),
  ];
  if (bytes.length > MAX_LENGTH) throw new Error('The test wallet signs short payloads only');
  return Uint8Array.from(bytes);
};
