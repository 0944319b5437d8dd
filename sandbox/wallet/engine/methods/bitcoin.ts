import { bytesToHex } from '@noble/hashes/utils.js';
import { formatUnits } from 'viem';
import { broadcastBitcoin, buildTransfer } from '../bitcoin/build-transfer.js';
import { type InputToSign, type OpenPsbt, openPsbt, type PsbtEntry } from '../bitcoin/open-psbt.js';
import { signBip322Message, signEcdsaMessage } from '../bitcoin/sign-bitcoin-message.js';
import { describeNamespaceMessage, namespaceNetwork } from '../describe.js';
import { type BitcoinKey, bitcoinKeys } from '../keys/bitcoin-keys.js';
import { type BitcoinNetwork, bitcoinNetwork } from '../keys/namespace.js';
import type { Method, MethodContext } from '../method.js';
import { mono, type Prompt, type PromptFact, text, warning } from '../prompt.js';
import { invalidParams, unauthorized } from '../provider-error.js';
import { isObject, type JsonObject, readNamed, readText } from '../read-params.js';
import { accountIndexOf, connectMethod, disconnectMethod, nodeOf, sharedAccounts } from './namespace-accounts.js';

const bitcoin = (sats: bigint | null): string => (sats === null ? 'Unknown' : `${formatUnits(sats, 8)} BTC`);

const sum = (ends: readonly PsbtEntry[]): bigint | null =>
  ends.some(({ value }) => value === null) ? null : ends.reduce((total, { value }) => total + (value ?? 0n), 0n);

const output = ({ address, value, isOwn }: PsbtEntry): readonly PromptFact[] => [
  mono(isOwn ? 'Change address' : 'To', address ?? 'Script without an address'),
  text(isOwn ? 'Change' : 'Amount', bitcoin(value)),
];

/**
 * Returns true if the signature covers the whole transaction. @see
 * https://developer.bitcoin.org/devguide/transactions.html#signature-hash-types
 */
const coversAll = ({ sighashTypes = [] }: InputToSign): boolean => sighashTypes.every((type) => type === 0 || type === 1);

/** Prompt for signing a PSBT. @param sends true if the wallet broadcasts */
const describePsbt = (chainId: string, address: string, psbt: OpenPsbt, requested: readonly InputToSign[], sends: boolean): Prompt => {
  const [spent, received] = [sum(psbt.inputs), sum(psbt.outputs)];
  return {
    kind: 'send-transaction',
    title: sends ? 'Send bitcoin' : 'Sign a Bitcoin transaction',
    approveLabel: sends ? 'Send' : 'Sign',
    facts: [
      namespaceNetwork('bip122', chainId),
      mono('From', address),
      ...psbt.outputs.flatMap(output),
      text('Fee', spent === null || received === null ? 'Unknown' : bitcoin(spent - received)),
      text('Inputs to sign', `${requested.length} of ${psbt.inputs.length}`),
      ...(requested.every(coversAll) ? [] : [warning('The signature does not cover the whole transaction. Others can still change it.')]),
      ...(sends ? [] : [warning('Anyone who has the signed transaction can complete and send it.')]),
    ],
  };
};

/** Prompt for signing a message. */
const describeBitcoinMessage = (chainId: string, address: string, message: string, protocol: string): Prompt => {
  const kind = text('Type', protocol === 'bip322' ? 'BIP-322 (simple)' : 'ECDSA');
  return describeNamespaceMessage(namespaceNetwork('bip122', chainId), address, new TextEncoder().encode(message), '', kind);
};

const networkOf = (context: MethodContext): BitcoinNetwork => bitcoinNetwork(nodeOf(context, 'bip122').chainId);

/** Returns all keys of the account with this address. Call it again after each prompt, because permissions may have changed. */
const keysOf = (context: MethodContext, address: string): readonly BitcoinKey[] =>
  bitcoinKeys(
    accountIndexOf(context, 'bip122', (account) => account.address === address),
    networkOf(context),
  );

const keyAmong = (keys: readonly BitcoinKey[], address: string): BitcoinKey => {
  const key = keys.find((each) => each.address === address);
  if (key === undefined) throw unauthorized(`The site has no access to the address ${address}.`);
  return key;
};

/** Reads `address`, or else `account`. */
const addressOf = (params: JsonObject): string => readText(params['address'] ?? params['account'], 'account');

/** Default ECDSA, or BIP-322 for taproot. @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc#signmessage */
const protocolOf = ({ kind }: BitcoinKey, requested: unknown): 'ecdsa' | 'bip322' => {
  if (requested === undefined) return kind === 'p2tr' ? 'bip322' : 'ecdsa';
  if (requested !== 'ecdsa' && requested !== 'bip322') throw invalidParams('protocol must be ecdsa or bip322.');
  if (requested === 'ecdsa' && kind === 'p2tr') throw invalidParams('Taproot addresses only support BIP-322 message signatures.');
  if (requested === 'bip322' && kind === 'p2pkh') throw invalidParams('Legacy addresses only support ECDSA message signatures.');
  return requested;
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
  if (!Number.isSafeInteger(value)) throw invalidParams('index must be an integer.');
  // Number.isSafeInteger does not narrow.
  return value as number;
};

/** Returns the inputs to sign. Default: all that the account can sign. */
const readInputs = (signInputs: unknown, psbt: OpenPsbt, keys: readonly BitcoinKey[]): readonly InputToSign[] => {
  if (!Array.isArray(signInputs) || signInputs.length === 0) return psbt.signable(keys);
  return signInputs.map((input): InputToSign => {
    if (!isObject(input)) throw invalidParams('signInputs must be a list of objects.');
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
  const requested = readInputs(signInputs, psbt, keys);
  if (requested.length === 0) throw invalidParams('The PSBT has no input that this account can sign.');
  await context.ask(describePsbt(nodeOf(context, 'bip122').chainId, address, psbt, requested, broadcast));
  // Check access again: the user may have locked the wallet or disconnected the site meanwhile.
  keysOf(context, address);
  psbt.sign(requested);
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

/** Parses satoshi from a string or number. Apps use both. */
const readSats = (value: unknown): bigint => {
  const text = String(value);
  if (!/^[1-9]\d*$/.test(text)) throw invalidParams('amount must be a positive integer in satoshi.');
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

/**
 * Filters by the intentions in the request. @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc#getaccountaddresses
 */
const getAccountAddresses: Method = async (params, context) => {
  const { intentions } = readNamed(params);
  const intentionOf = (purpose: string | undefined): string => (purpose === 'ordinals' ? 'ordinal' : 'payment');
  return sharedAccounts(context, 'bip122')
    .map(({ address, publicKey, path, purpose }) => ({ address, publicKey, path, intention: intentionOf(purpose) }))
    .filter(({ intention }) => !Array.isArray(intentions) || intentions.includes(intention));
};

/** Bitcoin methods. PSBTs are in base64 and signatures in hex, as in WalletConnect. */
export const BITCOIN_METHODS: Readonly<Record<string, Method>> = {
  bip122_connect: connectMethod('bip122'),
  bip122_disconnect: disconnectMethod('bip122'),
  getAccountAddresses,
  signMessage,
  signPsbt,
  sendTransfer,
};
