import { callNode } from '../../../chains/call-node.js';
import type { NamespaceNode } from '../keys/namespace.js';
import { chainUnreachable, invalidParams } from '../provider-error.js';
import type { JsonObject } from '../read-params.js';

/** What is signed when an extrinsic is, as the wallet reads it. */
export interface ReadExtrinsic {
  /** E.g. `balances.transferKeepAlive`. */
  readonly call: string;
  /** The call's arguments by name, as people read them. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Until when it can be taken: words. */
  readonly lifetime: string;
  /** Planck, as a decimal text. */
  readonly tip: string;
  /** The bytes that the signature is over. @see https://docs.polkadot.com/reference/parachains/blocks-transactions-fees/transactions/ */
  readonly toSign: Uint8Array;
}

/** Longer payloads are signed by their hash. @see https://spec.polkadot.network/id-extrinsics */
const LONGEST = 256;

const memory = new Map<string, Promise<`0x${string}`>>();

/** The metadata of a node's runtime, kept by the version that the payload is for. */
const readMetadata = ({ chainId, url }: NamespaceNode, specVersion: string): Promise<`0x${string}`> => {
  const key = `${url} ${specVersion}`;
  const reading =
    memory.get(key) ??
    callNode(url, 'state_getMetadata', []).then(
      // The node answers with hex.
      (answer) => answer as `0x${string}`,
      () => {
        memory.delete(key);
        throw chainUnreachable(chainId);
      },
    );
  memory.set(key, reading);
  return reading;
};

/**
 * Reads the payload of an extrinsic with the metadata of the chain's node.
 * @param payload as `@polkadot/api` makes it (`SignerPayloadJSON`)
 * @throws ProviderError −32602 when it cannot be read, or is for another chain; 4901 when the node is gone
 */
export const readExtrinsic = async (payload: JsonObject, node: NamespaceNode): Promise<ReadExtrinsic> => {
  const { method, genesisHash, specVersion, signedExtensions, version } = payload;
  if (typeof method !== 'string' || typeof genesisHash !== 'string') throw invalidParams('The payload has a method and a genesisHash.');
  if (!genesisHash.startsWith(`0x${node.chainId.split(':')[1]}`)) throw invalidParams('The payload is for another chain.');
  const [{ Metadata, TypeRegistry }, metadata] = await Promise.all([import('@polkadot/types'), readMetadata(node, String(specVersion))]);
  const { blake2b } = await import('@noble/hashes/blake2.js');
  try {
    const registry = new TypeRegistry();
    registry.setMetadata(new Metadata(registry, metadata), Array.isArray(signedExtensions) ? signedExtensions.map(String) : undefined);
    const call = registry.createType('Call', method);
    const whole = registry.createType('ExtrinsicPayload', payload, { version: Number(version ?? 4) });
    const bytes = whole.toU8a({ method: true });
    return {
      call: `${call.section}.${call.method}`,
      args: Object.fromEntries(call.meta.args.map(({ name }, index) => [name.toString(), call.args[index]?.toHuman()])),
      lifetime: whole.era.isMortalEra ? `${whole.era.asMortalEra.period.toString()} blocks` : 'for ever',
      tip: whole.tip.toString(),
      toSign: bytes.length > LONGEST ? blake2b(bytes, { dkLen: 32 }) : bytes,
    };
  } catch (error) {
    throw invalidParams(`The payload cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
};
