import { randomBytes } from 'node:crypto';
import { parseSignInMessage } from 'latchkey/server';
import * as v from 'valibot';
import type { Address, Hex } from 'viem';
import { callNode } from '../../chains/call-node.js';
import type { Query } from '../../process/open-database.js';
import type { Identity } from './accounts.js';
import { CLOCK_SKEW_MS, type Frame } from './frames.js';
import { readName } from './read-name.js';
import { Refusal } from './refusal.js';
import { firstRow, hasRows } from './rows.js';

/** Time to answer in the app. */
const LIFETIME_MS = 600_000;
const REQUEST_MS = 10_000;
/** Of all messages of FIP-11, wherever the registry is. */
const CHAIN: string = 'eip155:10';
const STATEMENT = 'Farcaster Auth';
const FID = /^farcaster:\/\/fid\/([1-9]\d{0,15})$/;

/** Where the site opens channels, and which registry it reads. */
export interface FarcasterSettings {
  /** Origin of the relay between sites and Farcaster apps. */
  readonly relayUrl: string;
  /** Node of the chain with the registry. */
  readonly rpcUrl: string;
  /** Contract with `idOf(address)`, and with `nameOf(uint256)` if it has names. */
  readonly registry: string;
}

const channelRow = v.object({ channel: v.string(), nonce: v.string() });
const openedSchema = v.object({ channelToken: v.pipe(v.string(), v.maxLength(200)), url: v.pipe(v.string(), v.url(), v.maxLength(1_000)) });
const completedSchema = v.object({
  message: v.pipe(v.string(), v.maxLength(2_000)),
  signature: v.pipe(v.string(), v.regex(/^0x[\da-f]{130}$/i)),
});

const ABI = [
  { type: 'function', name: 'idOf', stateMutability: 'view', inputs: [{ type: 'address' }], outputs: [{ type: 'uint256' }] },
  { type: 'function', name: 'nameOf', stateMutability: 'view', inputs: [{ type: 'uint256' }], outputs: [{ type: 'string' }] },
] as const;

/** Options of {@link FarcasterLogins}. */
export interface FarcasterLoginsOptions {
  readonly query: Query;
  /** `null`: the site has no login with Farcaster. */
  readonly settings: FarcasterSettings | null;
  /** Host of the site, which the messages are for. */
  readonly domain: string;
  readonly now: () => number;
  /** Receives why an answer was refused. */
  readonly onError: (error: unknown) => void;
}

/**
 * Logins with Farcaster (FIP-11). The user signs a message with the key that has the custody of their Farcaster id; the relay only passes it on, and
 * is believed nothing. A login is of the frame that has begun it.
 * @see https://github.com/farcasterxyz/protocol/discussions/110
 */
export class FarcasterLogins {
  readonly #options: FarcasterLoginsOptions;

  constructor(options: FarcasterLoginsOptions) {
    this.#options = options;
  }

  /** Opens a channel, which replaces an earlier one of the frame. Returns the URL that the user opens in the app. @throws Refusal */
  async begin({ id, origin }: Frame): Promise<{ readonly url: string; readonly expiresAt: number }> {
    const { query, domain, now } = this.#options;
    const nonce = randomBytes(16).toString('hex');
    const expiresAt = now() + LIFETIME_MS;
    const body = JSON.stringify({ siweUri: origin, domain, nonce, expirationTime: new Date(expiresAt).toISOString() });
    const headers = { 'content-type': 'application/json' };
    const response = await this.#fetch('/v1/channel', { method: 'POST', headers, body });
    const opened = v.safeParse(openedSchema, await response.json().catch(() => null));
    if (!response.ok || !opened.success) throw new Refusal('provider-unreachable');
    const { channelToken, url } = opened.output;
    await query('DELETE FROM secure_site_farcaster WHERE expires_at <= $1', [now()]);
    await query(
      `INSERT INTO secure_site_farcaster (frame, channel, nonce, expires_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (frame) DO UPDATE SET channel = $2, nonce = $3, expires_at = $4`,
      [id, channelToken, nonce, expiresAt],
    );
    return { url, expiresAt };
  }

  /** Uses up the user's answer, once there is one; `null` before. @throws Refusal if it is not valid, or the user has rejected */
  async answer(frame: Frame): Promise<Identity | null> {
    const { query, now, onError } = this.#options;
    const text = 'SELECT channel, nonce FROM secure_site_farcaster WHERE frame = $1 AND expires_at > $2';
    const row = await firstRow(query, channelRow, text, [frame.id, now()]);
    if (row === null) throw new Refusal('no-login');
    const response = await this.#fetch('/v1/channel/status', { headers: { authorization: `Bearer ${row.channel}` } });
    if (response.status === 202) return null;
    // Busy or down: the user's answer is still there later.
    if (response.status === 429 || response.status >= 500) throw new Refusal('provider-unreachable');
    // Of concurrent uses, one deletes it.
    const used = 'DELETE FROM secure_site_farcaster WHERE frame = $1 AND nonce = $2 RETURNING frame';
    if (!(await hasRows(query, used, [frame.id, row.nonce])) || !response.ok) throw new Refusal('no-login');
    try {
      return await this.#verify(v.parse(completedSchema, await response.json()), row.nonce, frame);
    } catch (error) {
      onError(error);
      throw new Refusal('login-failed');
    }
  }

  /** @throws Error if the message is not for this login, or its signer has no custody of the id */
  async #verify({ message: text, signature }: v.InferOutput<typeof completedSchema>, nonce: string, { origin }: Frame): Promise<Identity> {
    const { domain, now } = this.#options;
    const message = parseSignInMessage(text);
    const { chainId, statement, uri, accountAddress, resources = [] } = message;
    const isForThis = message.domain === domain && uri === origin && message.nonce === nonce;
    if (!isForThis || chainId !== CHAIN || statement !== STATEMENT) throw new Error('The message is for another login');
    const isAfter = (time: string | undefined): boolean => time !== undefined && Date.parse(time) > now() + CLOCK_SKEW_MS;
    const isExpired = message.expirationTime !== undefined && Date.parse(message.expirationTime) <= now();
    if (isExpired || isAfter(message.issuedAt) || isAfter(message.notBefore)) throw new Error('The message is not valid now');
    const fids = resources.flatMap((resource) => FID.exec(resource)?.[1] ?? []);
    const [fid] = fids;
    if (fid === undefined || fids.length > 1) throw new Error('The message names no id');
    // It takes a while to load, and few logins are with Farcaster.
    const { recoverMessageAddress, isAddressEqual, isHex, isAddress } = await import('viem');
    if (!isHex(signature) || !isAddress(accountAddress)) throw new Error('The signature is malformed');
    if (!isAddressEqual(await recoverMessageAddress({ message: text, signature }), accountAddress))
      throw new Error('Another key has signed');
    if ((await this.#readId(accountAddress)) !== BigInt(fid)) throw new Error('The signer has no custody of the id');
    // Not what the app says: the user could call themselves anything.
    return { provider: 'farcaster', subject: fid, email: null, userName: (await this.#readName(BigInt(fid))) ?? `!${fid}` };
  }

  /** The id that an address has the custody of; 0 if none. */
  async #readId(address: Address): Promise<bigint> {
    const { decodeFunctionResult, encodeFunctionData } = await import('viem');
    const data = await this.#call(encodeFunctionData({ abi: ABI, functionName: 'idOf', args: [address] }));
    return decodeFunctionResult({ abi: ABI, functionName: 'idOf', data });
  }

  /** The name of an id; `null` without one, or if the registry has no names. */
  async #readName(fid: bigint): Promise<string | null> {
    const { decodeFunctionResult, encodeFunctionData } = await import('viem');
    const data = await this.#call(encodeFunctionData({ abi: ABI, functionName: 'nameOf', args: [fid] })).catch(() => null);
    return data === null || data === '0x' ? null : readName(decodeFunctionResult({ abi: ABI, functionName: 'nameOf', data }));
  }

  async #call(data: Hex): Promise<Hex> {
    const { rpcUrl, registry } = this.#settings();
    const result = await callNode(rpcUrl, 'eth_call', [{ to: registry, data }, 'latest'], AbortSignal.timeout(REQUEST_MS));
    const { isHex } = await import('viem');
    if (!isHex(result)) throw new Error('The node returned no data');
    return result;
  }

  /** @throws Refusal if the relay does not answer */
  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const { relayUrl } = this.#settings();
    try {
      return await fetch(`${relayUrl}${path}`, { ...init, signal: AbortSignal.timeout(REQUEST_MS) });
    } catch (error) {
      this.#options.onError(error);
      throw new Refusal('provider-unreachable');
    }
  }

  /** @throws Refusal if the site has no login with Farcaster */
  #settings(): FarcasterSettings {
    const { settings } = this.#options;
    if (settings === null) throw new Refusal('unknown-provider');
    return settings;
  }
}
