import { bytesToHex } from '@noble/hashes/utils.js';
import { formatUnits } from 'viem';
import { broadcastBitcoin, buildTransfer } from '../bitcoin/build-transfer.js';
import { type InputToSign, type OpenPsbt, openPsbt, type PsbtEnd } from '../bitcoin/open-psbt.js';
import { signBip322Message, signEcdsaMessage } from '../bitcoin/sign-bitcoin-message.js';
import { describeNamespaceMessage, namespaceNetwork } from '../describe.js';
import { type BitcoinKey, bitcoinKeys } from '../keys/bitcoin-keys.js';
import { type BitcoinNetwork, bitcoinNetwork } from '../keys/namespace.js';
import type { Method, MethodContext } from '../method.js';
import { invalidParams, unauthorized } from '../provider-error.js';
import { mono, type Question, type QuestionFact, text, warning } from '../question.js';
import { isObject, type JsonObject, readNamed, readText } from '../read-params.js';
import { connectMethod, disconnectMethod, nodeOf, placeOf, sharedAccounts } from './namespace-accounts.js';

const bitcoin = (sats: bigint | null): string => (sats === null ? 'an unknown amount' : `${formatUnits(sats, 8)} BTC`);

const sum = (ends: readonly PsbtEnd[]): bigint | null =>
  ends.some(({ value }) => value === null) ? null : ends.reduce((total, { value }) => total + (value ?? 0n), 0n);

const output = ({ address, value, isOwn }: PsbtEnd): readonly QuestionFact[] => [
  mono(isOwn ? 'Change, back to you' : 'To', address ?? 'a script without an address'),
  text(isOwn ? 'Change' : 'Amount', bitcoin(value)),
];

/** Signatures that leave parts of the transaction open. @see https://developer.bitcoin.org/devguide/transactions.html#signature-hash-types */
const coversAll = ({ sighashTypes = [] }: InputToSign): boolean => sighashTypes.every((type) => type === 0 || type === 1);

/** The question for signatures in a PSBT. @param sends whether the wallet broadcasts */
const describePsbt = (chainId: string, address: string, psbt: OpenPsbt, wanted: readonly InputToSign[], sends: boolean): Question => {
  const [spent, received] = [sum(psbt.inputs), sum(psbt.outputs)];
  return {
    kind: 'send-transaction',
    title: sends ? 'Send bitcoin' : 'Sign a Bitcoin transaction',
    approveLabel: sends ? 'Send' : 'Sign',
    facts: [
      namespaceNetwork('bip122', chainId),
      mono('From', address),
      ...psbt.outputs.flatMap(output),
      text('Fee', spent === null || received === null ? 'unknown' : bitcoin(spent - received)),
      text('Inputs to sign', `${wanted.length} of ${psbt.inputs.length}`),
      ...(wanted.every(coversAll) ? [] : [warning('The signature does not cover the whole transaction: others can still change it.')]),
      ...(sends ? [] : [warning('Whoever gets the signed transaction can complete and send it.')]),
    ],
  };
};

/** The question for a signature over a message. */
const describeBitcoinMessage = (chainId: string, address: string, message: string, protocol: string): Question => {
  const kind = text('Kind', protocol === 'bip322' ? 'BIP-322, simple' : 'ECDSA');
  return describeNamespaceMessage(namespaceNetwork('bip122', chainId), address, new TextEncoder().encode(message), '', kind);
};

const networkOf = (context: MethodContext): BitcoinNetwork => bitcoinNetwork(nodeOf(context, 'bip122').chainId);

/** All keys of the account that has an address; looked for anew after each question. */
const keysOf = (context: MethodContext, address: string): readonly BitcoinKey[] =>
  bitcoinKeys(
    placeOf(context, 'bip122', (account) => account.address === address),
    networkOf(context),
  );

const keyAmong = (keys: readonly BitcoinKey[], address: string): BitcoinKey => {
  const key = keys.find((one) => one.address === address);
  if (key === undefined) throw unauthorized(`The site may not use the address ${address}.`);
  return key;
};

/** The address that a request names: `address`, or else `account`. */
const addressOf = (params: JsonObject): string => readText(params['address'] ?? params['account'], 'account');

/** ECDSA unless the site wants the other, or the address knows no other. @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc#signmessage */
const protocolOf = ({ kind }: BitcoinKey, wanted: unknown): 'ecdsa' | 'bip322' => {
  if (wanted === undefined) return kind === 'p2tr' ? 'bip322' : 'ecdsa';
  if (wanted !== 'ecdsa' && wanted !== 'bip322') throw invalidParams('protocol is ecdsa or bip322.');
  if (wanted === 'ecdsa' && kind === 'p2tr') throw invalidParams('Taproot addresses sign messages by BIP-322 only.');
  if (wanted === 'bip322' && kind === 'p2pkh') throw invalidParams('Addresses without a witness sign messages by ECDSA only.');
  return wanted;
};

const signMessage: Method = async (params, context) => {
  const named = readNamed(params);
  const message = readText(named['message'], 'message');
  const address = addressOf(named);
  const protocol = protocolOf(keyAmong(keysOf(context, address), address), named['protocol']);
  await context.ask(describeBitcoinMessage(nodeOf(context, 'bip122').chainId, address, message, protocol));
  const key = keyAmong(keysOf(context, address), address);
  const signature = protocol === 'ecdsa' ? signEcdsaMessage(message, key) : await signBip322Message(message, key, networkOf(context));
  return { address, signature: bytesToHex(signature) };
};

const readIndex = (value: unknown): number => {
  if (!Number.isSafeInteger(value)) throw invalidParams('index is a whole number.');
  // Number.isSafeInteger does not narrow.
  return value as number;
};

/** What the site wants signed; all that the account can sign where it does not say. */
const readInputs = (signInputs: unknown, psbt: OpenPsbt, keys: readonly BitcoinKey[]): readonly InputToSign[] => {
  if (!Array.isArray(signInputs) || signInputs.length === 0) return psbt.signable(keys);
  return signInputs.map((input): InputToSign => {
    if (!isObject(input)) throw invalidParams('signInputs lists objects.');
    const key = keyAmong(keys, readText(input['address'], 'address'));
    const { sighashTypes } = input as { readonly sighashTypes?: unknown };
    return { index: readIndex(input['index']), key, ...(Array.isArray(sighashTypes) ? { sighashTypes: sighashTypes.map(readIndex) } : {}) };
  });
};

interface Signing {
  readonly address: string;
  readonly psbt: string;
  readonly signInputs?: unknown;
  readonly broadcast: boolean;
}

const sign = async ({ address, psbt: encoded, signInputs, broadcast }: Signing, context: MethodContext): Promise<JsonObject> => {
  const keys = keysOf(context, address);
  const psbt = await openPsbt(encoded, keys, networkOf(context));
  const wanted = readInputs(signInputs, psbt, keys);
  if (wanted.length === 0) throw invalidParams('The PSBT has no input that this account can sign.');
  await context.ask(describePsbt(nodeOf(context, 'bip122').chainId, address, psbt, wanted, broadcast));
  // The person may have locked the wallet, or taken the site's account away, meanwhile.
  keysOf(context, address);
  psbt.sign(wanted);
  const signed = psbt.encoded();
  if (!broadcast) return { psbt: signed };
  const { hex, txid } = psbt.transaction();
  await broadcastBitcoin(nodeOf(context, 'bip122'), hex);
  return { psbt: signed, txid };
};

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc#signpsbt */
const signPsbt: Method = async (params, context) => {
  const named = readNamed(params);
  const { psbt, signInputs, broadcast } = named;
  return sign({ address: addressOf(named), psbt: readText(psbt, 'psbt'), signInputs, broadcast: broadcast === true }, context);
};

/** Satoshi as a text or a number: both are in use. */
const readSats = (value: unknown): bigint => {
  const text = String(value);
  if (!/^[1-9]\d*$/.test(text)) throw invalidParams('amount is a whole number of satoshi above zero.');
  return BigInt(text);
};

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc#sendtransfer */
const sendTransfer: Method = async (params, context) => {
  const named = readNamed(params);
  const address = readText(named['account'], 'account');
  const { changeAddress } = named;
  const psbt = await buildTransfer(
    {
      from: keyAmong(keysOf(context, address), address),
      to: readText(named['recipientAddress'], 'recipientAddress'),
      sats: readSats(named['amount']),
      ...(changeAddress === undefined ? {} : { change: readText(changeAddress, 'changeAddress') }),
    },
    nodeOf(context, 'bip122'),
    networkOf(context),
  );
  const { txid } = await sign({ address, psbt, broadcast: true }, context);
  return { txid };
};

/** Filtered by what the site wants the addresses for. @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc#getaccountaddresses */
const getAccountAddresses: Method = async (params, context) => {
  const { intentions } = readNamed(params);
  const intentionOf = (purpose: string | undefined): string => (purpose === 'ordinals' ? 'ordinal' : 'payment');
  return sharedAccounts(context, 'bip122')
    .map(({ address, publicKey, path, purpose }) => ({ address, publicKey, path, intention: intentionOf(purpose) }))
    .filter(({ intention }) => !Array.isArray(intentions) || intentions.includes(intention));
};

/** Bitcoin. PSBTs come and go in base64, signatures in hex, as over the wallet protocol. */
export const BITCOIN_METHODS: Readonly<Record<string, Method>> = {
  bip122_connect: connectMethod('bip122'),
  bip122_disconnect: disconnectMethod('bip122'),
  getAccountAddresses,
  signMessage,
  signPsbt,
  sendTransfer,
};
