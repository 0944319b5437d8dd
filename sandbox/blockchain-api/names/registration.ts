import * as v from 'valibot';
import type { Address, Hex } from 'viem';
import type { EvmChains } from '../evm-chains.js';
import { parseAddress, refuse, signatureSchema } from '../refuse.js';
import type { AccountNames, NewName } from './account-names.js';
import { NAME_RULES, parseFullName, ZONE } from './name-rules.js';

/** Of a registration's time from now. */
const MAX_SKEW_SECONDS = 300;
/** Coin types of eip155 chains have this bit. @see https://docs.ens.domains/ensip/11 */
const EVM_COIN = 0x8000_0000;

/** Services behind the routes of names. */
export interface NameServices {
  readonly names: AccountNames;
  readonly chains: EvmChains;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const bodySchema = v.object({
  coin_type: v.pipe(v.number(), v.safeInteger()),
  address: v.string(),
  message: v.pipe(v.string(), v.maxLength(8_192)),
  signature: signatureSchema,
});

/** Wallets sign the text, so it has one form: these keys in this order. */
const KEYS = 'name,attributes,timestamp';
const messageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.unknown()),
  v.check((value) => Object.keys(value).join() === KEYS),
  v.strictObject({
    name: v.string(),
    attributes: v.strictObject({
      avatar: v.optional(v.pipe(v.string(), v.maxLength(2_048)), ''),
      bio: v.optional(v.pipe(v.string(), v.maxLength(512)), ''),
    }),
    timestamp: v.pipe(v.number(), v.safeInteger()),
  }),
);

/** A verified form of what the user asks for. Its signature is not verified yet. */
interface Registration extends NewName {
  readonly chainId: number;
  readonly message: string;
  readonly signature: Hex;
}

const parseChain = (coinType: number, chains: EvmChains): number => {
  const chainId = coinType - EVM_COIN;
  if (!chains.has(chainId)) throw refuse('body', 'coin_type', `${coinType} is not the coin type of a supported chain.`);
  return chainId;
};

/** @throws RequestError */
const parseRegistration = (body: unknown, { chains, now }: NameServices): Registration => {
  const parsed = v.safeParse(bodySchema, body);
  if (!parsed.success) throw refuse('body', v.getDotPath(parsed.issues[0]) ?? 'body', parsed.issues[0].message);
  const { coin_type: coinType, address, message, signature } = parsed.output;
  const chainId = parseChain(coinType, chains);
  const owner: Address | null = parseAddress(address);
  if (owner === null) throw refuse('body', 'address', `${address} is not an address.`);
  const signed = v.safeParse(messageSchema, message);
  if (!signed.success) throw refuse('body', 'message', 'The message is not the JSON text of name, attributes and timestamp.');
  const { name: text, attributes, timestamp } = signed.output;
  const name = parseFullName(text);
  if (name === null) throw refuse('body', 'name', `${NAME_RULES} It ends with .${ZONE}.`);
  if (Math.abs(now() / 1_000 - timestamp) > MAX_SKEW_SECONDS)
    throw refuse('body', 'timestamp', 'The message was not signed within the last 5 minutes.');
  return { name, coinType, chainId, owner, message, signature, ...attributes };
};

/** Registers a name for the address that has signed. @throws RequestError */
export const register = async (body: unknown, services: NameServices): Promise<void> => {
  const { chainId, message, signature, ...name } = parseRegistration(body, services);
  if (!(await services.chains.isSigned(chainId, { address: name.owner, message, signature })))
    throw refuse('body', 'signature', `The message is not signed by ${name.owner}.`, 401);
  if (!(await services.names.register(name))) throw refuse('body', 'name', `${name.name} is already registered.`, 409);
};
