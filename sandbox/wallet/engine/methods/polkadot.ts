import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { callNode } from '../../../chains/call-node.js';
import { describeNamespaceMessage, namespaceNetwork, visible } from '../describe.js';
import { type PolkadotKey, polkadotKeyOf, ss58PublicKey } from '../keys/accounts-in.js';
import type { NamespaceNode } from '../keys/namespace.js';
import type { Method, MethodContext } from '../method.js';
import { code, mono, type Prompt, text } from '../prompt.js';
import { chainUnreachable, invalidParams } from '../provider-error.js';
import { isObject, type JsonObject, readNamed, readText } from '../read-params.js';
import { accountIndexOf, connectMethod, disconnectMethod, nodeOf } from './namespace-accounts.js';

/** Prompt for signing an extrinsic, which the site then sends. */
const describeExtrinsic = (chainId: string, address: string, { call, args, lifetime, tip }: ReadExtrinsic): Prompt => ({
  kind: 'send-transaction',
  title: 'Sign a transaction',
  approveLabel: 'Sign',
  facts: [
    namespaceNetwork('polkadot', chainId),
    mono('From', address),
    text('Call', call),
    code('Arguments', visible(JSON.stringify(args, null, 2))),
    text('Tip (planck)', tip),
    text('Valid', lifetime),
  ],
});

/** A parsed extrinsic payload. */
interface ReadExtrinsic {
  /** E.g. `balances.transferKeepAlive`. */
  readonly call: string;
  /** Arguments by name, human-readable. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Human-readable period of validity. */
  readonly lifetime: string;
  /** Planck, in decimal. */
  readonly tip: string;
  /** The signed bytes. @see https://docs.polkadot.com/reference/parachains/blocks-transactions-fees/transactions/ */
  readonly toSign: Uint8Array;
}

/** Longer payloads are hashed before signing. @see https://spec.polkadot.network/id-extrinsics */
const MAX_UNHASHED_BYTES = 256;

const metadataCache = new Map<string, Promise<`0x${string}`>>();

/** Reads the runtime metadata of a node, cached by spec version. */
const readMetadata = ({ chainId, url }: NamespaceNode, specVersion: string): Promise<`0x${string}`> => {
  const key = `${url} ${specVersion}`;
  const reading =
    metadataCache.get(key) ??
    callNode(url, 'state_getMetadata', []).then(
      // The node returns hex.
      (hex) => hex as `0x${string}`,
      () => {
        metadataCache.delete(key);
        throw chainUnreachable(chainId);
      },
    );
  metadataCache.set(key, reading);
  return reading;
};

/**
 * Parses the payload of an extrinsic with the metadata of the chain's node.
 * @param payload as created by `@polkadot/api` (`SignerPayloadJSON`)
 * @throws ProviderError −32602 for an invalid payload or another chain; 4901 when the node is unreachable
 */
const readExtrinsic = async (payload: JsonObject, node: NamespaceNode): Promise<ReadExtrinsic> => {
  const { method, genesisHash, specVersion, signedExtensions, version } = payload;
  if (typeof method !== 'string' || typeof genesisHash !== 'string')
    throw invalidParams('The payload must have a method and a genesisHash.');
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
      lifetime: whole.era.isMortalEra ? `${whole.era.asMortalEra.period.toString()} blocks` : 'No expiry',
      tip: whole.tip.toString(),
      toSign: bytes.length > MAX_UNHASHED_BYTES ? blake2b(bytes, { dkLen: 32 }) : bytes,
    };
  } catch (error) {
    throw invalidParams(`Invalid payload: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** Signature type prefix (MultiSignature). */
const SR25519 = Uint8Array.of(1);

/** Returns the key of an address of any network. Call it again after each prompt, because permissions may have changed. */
const keyOf = (context: MethodContext, address: string): PolkadotKey => {
  const publicKey = ss58PublicKey(address);
  if (publicKey === null) throw invalidParams('Invalid address.');
  return polkadotKeyOf(accountIndexOf(context, 'polkadot', (account) => account.publicKey === bytesToHex(publicKey)));
};

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/polkadot-rpc#polkadot_signtransaction */
const signTransaction: Method = async (params, context) => {
  const { address, transactionPayload } = readNamed(params);
  if (!isObject(transactionPayload)) throw invalidParams('transactionPayload must be an object.');
  const named = readText(address ?? transactionPayload['address'], 'address');
  keyOf(context, named);
  const node = nodeOf(context, 'polkadot');
  const extrinsic = await readExtrinsic(transactionPayload, node);
  await context.ask(describeExtrinsic(node.chainId, named, extrinsic));
  const signature = keyOf(context, named).sign(extrinsic.toSign);
  return { signature: `0x${bytesToHex(concatBytes(SR25519, signature))}` };
};

const PREFIX = utf8ToBytes('<Bytes>');
const POSTFIX = utf8ToBytes('</Bytes>');

const startsWith = (bytes: Uint8Array, part: Uint8Array): boolean => part.every((byte, index) => bytes[index] === byte);

/**
 * Wraps bytes, unless they are wrapped, so that a message can never be a valid transaction. @see
 * https://github.com/polkadot-js/common/blob/master/packages/util/src/u8a/wrap.ts
 */
const wrapped = (bytes: Uint8Array): Uint8Array => {
  const isWrapped = startsWith(bytes, PREFIX) && startsWith(bytes.subarray(-POSTFIX.length), POSTFIX);
  return isWrapped ? bytes : concatBytes(PREFIX, bytes, POSTFIX);
};

/** Decodes 0x-prefixed hex as bytes, anything else as UTF-8 text. */
const readMessage = (message: string): Uint8Array =>
  /^0x(?:[0-9a-f]{2})*$/i.test(message) ? hexToBytes(message.slice(2)) : utf8ToBytes(message);

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/polkadot-rpc#polkadot_signmessage */
const signMessage: Method = async (params, context) => {
  const { address, message } = readNamed(params);
  const named = readText(address, 'address');
  const bytes = wrapped(readMessage(readText(message, 'message')));
  keyOf(context, named);
  await context.ask(
    describeNamespaceMessage(namespaceNetwork('polkadot', nodeOf(context, 'polkadot').chainId), named, bytes, `0x${bytesToHex(bytes)}`),
  );
  return { signature: `0x${bytesToHex(keyOf(context, named).sign(bytes))}` };
};

/** Polkadot methods. Signatures are in hex. */
export const POLKADOT_METHODS: Readonly<Record<string, Method>> = {
  polkadot_connect: connectMethod('polkadot'),
  polkadot_disconnect: disconnectMethod('polkadot'),
  polkadot_signTransaction: signTransaction,
  polkadot_signMessage: signMessage,
};
