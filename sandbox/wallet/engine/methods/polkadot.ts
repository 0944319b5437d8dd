import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { polkadotKeyOf } from '../keys/accounts-in.js';
import { type PolkadotKey, ss58PublicKey } from '../keys/polkadot-key.js';
import type { Method, MethodContext } from '../method.js';
import { describeExtrinsic, describePolkadotMessage } from '../polkadot/describe-polkadot.js';
import { readExtrinsic } from '../polkadot/read-extrinsic.js';
import { invalidParams } from '../provider-error.js';
import { isObject, readNamed, readText } from '../read-params.js';
import { connectMethod, disconnectMethod, nodeOf, placeOf } from './namespace-accounts.js';

/** First byte of a signature of this kind among those that the chain takes. */
const SR25519 = Uint8Array.of(1);

/** The key behind an address of any network; looked for anew after each question. */
const keyOf = (context: MethodContext, address: string): PolkadotKey => {
  const publicKey = ss58PublicKey(address);
  if (publicKey === null) throw invalidParams('The address is none.');
  return polkadotKeyOf(placeOf(context, 'polkadot', (account) => account.publicKey === bytesToHex(publicKey)));
};

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/polkadot-rpc#polkadot_signtransaction */
const signTransaction: Method = async (params, context) => {
  const { address, transactionPayload } = readNamed(params);
  if (!isObject(transactionPayload)) throw invalidParams('transactionPayload is an object.');
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

/** No text can pass for a transaction: bytes are wrapped unless they are. @see https://github.com/polkadot-js/common/blob/master/packages/util/src/u8a/wrap.ts */
const wrapped = (bytes: Uint8Array): Uint8Array => {
  const isWrapped = startsWith(bytes, PREFIX) && startsWith(bytes.subarray(-POSTFIX.length), POSTFIX);
  return isWrapped ? bytes : concatBytes(PREFIX, bytes, POSTFIX);
};

/** Hex with its prefix is bytes; anything else is a text. */
const readMessage = (message: string): Uint8Array =>
  /^0x(?:[0-9a-f]{2})*$/i.test(message) ? hexToBytes(message.slice(2)) : utf8ToBytes(message);

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/polkadot-rpc#polkadot_signmessage */
const signMessage: Method = async (params, context) => {
  const { address, message } = readNamed(params);
  const named = readText(address, 'address');
  const bytes = wrapped(readMessage(readText(message, 'message')));
  keyOf(context, named);
  await context.ask(describePolkadotMessage(nodeOf(context, 'polkadot').chainId, named, bytes, `0x${bytesToHex(bytes)}`));
  return { signature: `0x${bytesToHex(keyOf(context, named).sign(bytes))}` };
};

/** Polkadot. Signatures go in hex. */
export const POLKADOT_METHODS: Readonly<Record<string, Method>> = {
  polkadot_connect: connectMethod('polkadot'),
  polkadot_disconnect: disconnectMethod('polkadot'),
  polkadot_signTransaction: signTransaction,
  polkadot_signMessage: signMessage,
};
