import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { EvmChains } from '../evm-chains.js';
import { parseAddress, refuse, signatureSchema } from '../refuse.js';
import type { Route, RouteCall } from '../route.js';
import type { SessionRow, SessionStore } from './session-store.js';

/** Services behind the routes of smart sessions. */
export interface SessionServices {
  readonly sessions: SessionStore;
  readonly chains: EvmChains;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const PERMISSIONS = ['contract-call', 'native-token-recurring-allowance', 'erc20-recurring-allowance'] as const;

const permissionsSchema = v.pipe(
  v.array(v.object({ type: v.picklist(PERMISSIONS), data: v.record(v.string(), v.unknown()) })),
  v.nonEmpty(),
  v.maxLength(100),
);
const policiesSchema = v.pipe(v.array(v.object({ type: v.string(), data: v.record(v.string(), v.unknown()) })), v.maxLength(100));
const secondsSchema = v.pipe(v.number(), v.safeInteger());
const pciSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64));

const requestSchema = v.object({ expiry: secondsSchema, permissions: permissionsSchema, policies: v.optional(policiesSchema, []) });
const grantSchema = v.object({
  pci: pciSchema,
  expiry: secondsSchema,
  permissions: permissionsSchema,
  context: v.pipe(v.string(), v.nonEmpty(), v.maxLength(65_536)),
});
const revocationSchema = v.object({ pci: pciSchema, signature: signatureSchema });

/** @throws RequestError */
const parseBody = <Schema extends v.GenericSchema>(schema: Schema, { body }: RouteCall): v.InferOutput<Schema> => {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw refuse('body', v.getDotPath(issue) ?? 'body', issue.message);
};

interface Account {
  readonly chainId: number;
  readonly address: Address;
}

const ACCOUNT = /^eip155:(\d{1,15}):(0x[0-9a-fA-F]{40})$/;

/** CAIP-10 id as the store has it. */
const formatAccount = ({ chainId, address }: Account): string => `eip155:${chainId}:${address.toLowerCase()}`;

const parseAccount = (text: string): Account | null => {
  const [, chainId = '', plain = ''] = ACCOUNT.exec(text) ?? [];
  const address = parseAddress(plain);
  return address === null ? null : { chainId: Number(chainId), address };
};

/** @throws RequestError */
const readAccount = ({ params }: RouteCall, chains: EvmChains): Account => {
  const { account: text = '' } = params;
  const account = parseAccount(text);
  if (account === null) throw refuse('path', 'account', `${text} is not a CAIP-10 id of eip155.`);
  if (!chains.has(account.chainId)) throw refuse('path', 'account', `The chain eip155:${account.chainId} is not supported.`);
  return account;
};

/** @throws RequestError */
const toExpiry = (seconds: number, nowMs: number): number => {
  if (seconds * 1_000 <= nowMs) throw refuse('body', 'expiry', 'The session has expired.');
  return seconds * 1_000;
};

const showSession = ({ pci, created_at, expires_at, revoked_at, permissions, policies, context }: SessionRow) => ({
  pci,
  createdAt: Math.floor(created_at / 1_000),
  expiry: expires_at / 1_000,
  revokedAt: revoked_at === null ? null : Math.floor(revoked_at / 1_000),
  permissions,
  policies,
  context,
});

const request = async (call: RouteCall, { sessions, chains, now }: SessionServices): Promise<unknown> => {
  const account = formatAccount(readAccount(call, chains));
  const { expiry, permissions, policies } = parseBody(requestSchema, call);
  const createdAtMs = now();
  const expiresAtMs = toExpiry(expiry, createdAtMs);
  const [pci, privateKey] = [randomUUID(), generatePrivateKey()];
  await sessions.add({ pci, account, privateKey, createdAtMs, expiresAtMs, permissions, policies });
  return { pci, key: { type: 'secp256k1', publicKey: privateKeyToAccount(privateKey).publicKey } };
};

const grant = async (call: RouteCall, { sessions, chains, now }: SessionServices): Promise<unknown> => {
  const account = formatAccount(readAccount(call, chains));
  const { pci, expiry, permissions, context } = parseBody(grantSchema, call);
  const isGranted = await sessions.grant({ pci, account, expiresAtMs: toExpiry(expiry, now()), permissions, context });
  if (!isGranted) throw refuse('body', 'pci', 'The account has no session with this id that waits for its wallet.', 404);
  return {};
};

const revoke = async (call: RouteCall, { sessions, chains, now }: SessionServices): Promise<unknown> => {
  const { pci, signature } = parseBody(revocationSchema, call);
  const session = await sessions.find(pci);
  const { address: text = '' } = call.params;
  const account = session === null ? null : parseAccount(session.account);
  // Clients send plain addresses and CAIP-10 ids.
  const isOwner = account !== null && [formatAccount(account), account.address.toLowerCase()].includes(text.toLowerCase());
  if (!isOwner) throw refuse('body', 'pci', 'The account has no session with this id.', 404);
  const { chainId, address } = account;
  if (!(await chains.isSigned(chainId, { address, message: pci, signature })))
    throw refuse('body', 'signature', `The id is not signed by ${address}.`, 401);
  await sessions.revoke(pci, now());
  return { success: true };
};

/**
 * The routes of smart sessions: an app asks for one, activates it with what the wallet has granted, and revokes it with the account's signature (ERC-191)
 * of its id. Times are Unix times in seconds.
 */
export const sessionRoutes = (services: SessionServices): readonly Route[] => [
  {
    method: 'GET',
    path: '/v1/sessions/:account',
    handle: async (call) => {
      const rows = await services.sessions.list(formatAccount(readAccount(call, services.chains)));
      return { pcis: rows.map(showSession) };
    },
  },
  { method: 'POST', path: '/v1/sessions/:account', handle: (call) => request(call, services) },
  { method: 'POST', path: '/v1/sessions/:account/activate', handle: (call) => grant(call, services) },
  { method: 'POST', path: '/v1/sessions/:address/revoke', handle: (call) => revoke(call, services) },
];
