import { type Address, type Hex, hashTypedData, isAddress, isHex, stringToHex, type TypedDataDefinition } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describeMessage, describeTypedData } from '../describe.js';
import { keyOf } from '../keyring.js';
import type { Method, MethodContext } from '../method.js';
import { invalidParams, unauthorized } from '../provider-error.js';
import { isObject, type JsonObject, readAddress, readList } from '../read-params.js';
import { accountsFor } from '../wallet-state.js';

/**
 * Returns the key of an account, if the site has access to it.
 * @throws ProviderError 4100 without access
 */
export const keyFor = ({ state, origin }: MethodContext, address: Address): Hex => {
  if (state().locked) throw unauthorized('The wallet is locked.');
  if (!accountsFor(state(), origin).includes(address)) throw unauthorized(`The site has no access to the account ${address}.`);
  const key = keyOf(state().accounts, address);
  if (key === undefined) throw unauthorized(`The wallet has no account ${address}.`);
  return key;
};

/** Reads `[message, address]`. Some apps swap the two, and wallets accept that. */
const readMessage = (params: unknown): readonly [message: Hex, address: Address] => {
  const [first, second] = readList(params);
  const isSwapped = typeof first === 'string' && isAddress(first) && !(typeof second === 'string' && isAddress(second));
  const [message, address] = isSwapped ? [second, first] : [first, second];
  if (typeof message !== 'string') throw invalidParams('The message must be hex bytes or text.');
  return [isHex(message) && message.length % 2 === 0 ? message : stringToHex(message), readAddress(address, 'The account')];
};

/** @see https://eips.ethereum.org/EIPS/eip-191 */
const personalSign: Method = async (params, context) => {
  const [message, address] = readMessage(params);
  keyFor(context, address);
  await context.ask(describeMessage(context.state(), address, message));
  return privateKeyToAccount(keyFor(context, address)).signMessage({ message: { raw: message } });
};

const readJson = (value: unknown): JsonObject => {
  let data = value;
  try {
    if (typeof value === 'string') data = JSON.parse(value);
  } catch {
    throw invalidParams('The typed data is not JSON.');
  }
  if (!isObject(data)) throw invalidParams('The typed data must be an object or JSON.');
  return data;
};

/** Reads typed data. Hashing validates all types and values. */
const readTypedData = (value: unknown): { readonly data: JsonObject; readonly definition: TypedDataDefinition } => {
  const data = readJson(value);
  // hashTypedData validates the value and throws a descriptive error.
  const definition = data as TypedDataDefinition;
  try {
    hashTypedData(definition);
  } catch (error) {
    throw invalidParams(`Invalid typed data: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { data, definition };
};

/** Rejects typed data for another chain, because the signature would be valid there. */
const requireChain = (data: JsonObject, { state }: MethodContext): void => {
  const chainId = isObject(data['domain']) ? data['domain']['chainId'] : undefined;
  if (chainId !== undefined && Number(chainId) !== state().chainId) {
    throw invalidParams(`The typed data is for chain ${String(chainId)}, but the wallet is on chain ${state().chainId}.`);
  }
};

/** @see https://eips.ethereum.org/EIPS/eip-712 */
const signTypedData: Method = async (params, context) => {
  const [account, value] = readList(params);
  const address = readAddress(account, 'The account');
  const { data, definition } = readTypedData(value);
  requireChain(data, context);
  keyFor(context, address);
  await context.ask(describeTypedData(context.state(), address, data));
  requireChain(data, context);
  return privateKeyToAccount(keyFor(context, address)).signTypedData(definition);
};

/** Methods that sign messages and typed data. */
export const SIGNING_METHODS: Readonly<Record<string, Method>> = {
  personal_sign: personalSign,
  eth_signTypedData_v4: signTypedData,
};
