import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import type { Browser } from '../../application/ports/browser.port.js';
import type { Chains } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { SignInMessageRequest, SignInRequest, SignInService } from '../../application/ports/sign-in.port.js';
import type { Storage } from '../../application/ports/storage.port.js';
import { STORAGE_KEYS } from '../../application/shared/storage-keys.js';
import { type ChainId, isChainId } from '../../domain/caip/caip-2.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { CLOCK_SKEW_MS, NONCE_BYTES, NONCE_LIFETIME_MS } from '../../domain/sign-in/nonce.js';
import { parseSignInMessage, type SignInMessage } from '../../domain/sign-in/sign-in-message.js';
import { expiryOf, type SignInData, type SignInSession } from '../../domain/sign-in/sign-in-session.js';
import { refusalOf, type SignInRefusal } from '../../domain/sign-in/verify-sign-in.js';
import { attempt, filteredArrayOrEmpty, parseJson, parseOrNull } from '../../domain/wire.js';
import { createMessage, type MessageContent } from './create-message.js';
import { sessionsOf } from './sessions-of.js';

/** Options of a sign-in without a server. */
export type LocalSignInOptions = MessageContent;

export interface LocalSignInDeps {
  readonly options: LocalSignInOptions;
  readonly browser: Pick<Browser, 'location'>;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly chains: Chains;
  /** The configured network of a chain. */
  readonly networkOf: (chainId: ChainId) => Network | undefined;
}

const MAX_SESSIONS = 50;
const MAX_NONCES = 50;

const optionalText = v.exactOptional(v.string());
const dataSchema = v.object({
  accountAddress: v.string(),
  chainId: v.custom<ChainId>(isChainId),
  domain: v.string(),
  uri: v.string(),
  version: v.string(),
  nonce: v.string(),
  issuedAt: optionalText,
  expirationTime: optionalText,
  notBefore: optionalText,
  statement: optionalText,
  requestId: optionalText,
  resources: v.exactOptional(v.array(v.string())),
}) satisfies v.GenericSchema<unknown, SignInData>;
const sessionsSchema = filteredArrayOrEmpty(v.object({ data: dataSchema, message: v.string(), signature: v.string() }));

/** Expiries are in milliseconds since 1970. */
const noncesSchema = filteredArrayOrEmpty(v.object({ nonce: v.string(), expiresAt: v.number() }));

type Nonces = v.InferOutput<typeof noncesSchema>;

/**
 * Sign-in of an app without a server: verifies signatures in the page and keeps sessions in the browser's storage. It shows that the user
 * controls the account, to the page only: a server must not trust it, and a script on the page can change it.
 */
export class LocalSignIn implements SignInService {
  readonly #deps: LocalSignInDeps;

  constructor(deps: LocalSignInDeps) {
    this.#deps = deps;
  }

  async createMessage(request: SignInRequest): Promise<SignInMessageRequest> {
    const { options, browser, clock } = this.#deps;
    const now = clock.now();
    const nonce = bytesToHex(randomBytes(NONCE_BYTES));
    if (browser.location === null) throw new LatchkeyError('sign-in/invalid-message', { field: 'domain' });
    this.#saveNonces([...this.#loadNonces(), { nonce, expiresAt: now + NONCE_LIFETIME_MS }]);
    return createMessage(request, { ...options, location: browser.location, nonce, issuedAt: new Date(now).toISOString() });
  }

  async addSession(session: SignInSession): Promise<void> {
    this.#add(await this.#verified([session]));
  }

  async setSessions(sessions: readonly SignInSession[]): Promise<void> {
    if (sessions.length === 0) this.#save([]);
    else this.#add(await this.#verified(sessions));
  }

  async getSessions(chainId: ChainId, address: string): Promise<readonly SignInSession[]> {
    return sessionsOf(this.#load(), chainId, address);
  }

  async revokeSession(chainId: ChainId, address: string): Promise<void> {
    const revoked = sessionsOf(this.#load(), chainId, address).filter(({ data }) => data.chainId === chainId);
    this.#save(this.#load().filter((session) => revoked.every((each) => !isSameSession(session, each))));
  }

  /** Sessions that have not expired. */
  #load(): readonly SignInSession[] {
    const { storage, clock } = this.#deps;
    const stored = parseOrNull(sessionsSchema, parseJson(storage.get(STORAGE_KEYS.signInSessions) ?? '')) ?? [];
    return stored.filter((session) => clock.now() < expiryOf(session));
  }

  #add(sessions: readonly SignInSession[]): void {
    this.#save([...this.#load().filter((each) => sessions.every((added) => !isSameSession(each, added))), ...sessions]);
  }

  #save(sessions: readonly SignInSession[]): void {
    const { storage } = this.#deps;
    if (sessions.length === 0) storage.remove(STORAGE_KEYS.signInSessions);
    else storage.set(STORAGE_KEYS.signInSessions, JSON.stringify(sessions.slice(-MAX_SESSIONS)));
  }

  /** Nonces that have not expired. Stored, because a phone may discard the page while the wallet is open. */
  #loadNonces(): Nonces {
    const { storage, clock } = this.#deps;
    const stored = parseOrNull(noncesSchema, parseJson(storage.get(STORAGE_KEYS.signInNonces) ?? '')) ?? [];
    return stored.filter(({ expiresAt }) => clock.now() < expiresAt);
  }

  #saveNonces(nonces: Nonces): void {
    const { storage } = this.#deps;
    if (nonces.length === 0) storage.remove(STORAGE_KEYS.signInNonces);
    else storage.set(STORAGE_KEYS.signInNonces, JSON.stringify(nonces.slice(-MAX_NONCES)));
  }

  /** Uses up nonces. Returns true if all of them were valid. */
  #takeNonces(taken: ReadonlySet<string>): boolean {
    const nonces = this.#loadNonces();
    const others = nonces.filter(({ nonce }) => !taken.has(nonce));
    this.#saveNonces(others);
    return nonces.length - others.length === taken.size;
  }

  /**
   * Returns the sessions with the data of the texts that were signed.
   * @throws LatchkeyError `sign-in/refused`, `sign-in/unavailable`
   */
  async #verified(sessions: readonly SignInSession[]): Promise<readonly SignInSession[]> {
    const signed = sessions.map((session) => ({ ...session, data: this.#parse(session.message) }));
    // First, so that a chain that does not respond uses up no nonce: the same signature is sent again.
    const areSigned = await Promise.all(signed.map((session) => this.#isSigned(session)));
    // Sign-ins of one request share a nonce.
    if (!this.#takeNonces(new Set(signed.map(({ data }) => data.nonce)))) throw refused('invalid-nonce');
    if (areSigned.includes(false)) throw refused('wrong-signature');
    return signed;
  }

  #parse(text: string): SignInMessage {
    const { browser, clock } = this.#deps;
    const message = attempt(() => parseSignInMessage(text));
    if (message === undefined) throw refused('invalid-message');
    const origins = browser.location === null ? [] : [browser.location.origin];
    const reason = refusalOf(message, { origins, now: clock.now(), maxAgeMs: NONCE_LIFETIME_MS, clockSkewMs: CLOCK_SKEW_MS });
    if (reason !== null) throw refused(reason);
    return message;
  }

  async #isSigned({ data: { chainId, accountAddress }, message, signature }: SignInSession): Promise<boolean> {
    const { chains, networkOf } = this.#deps;
    const network = isChainId(chainId) ? networkOf(chainId) : undefined;
    const verifyMessage = network && chains.get(network.chainNamespace)?.services?.verifyMessage;
    if (network === undefined || verifyMessage === undefined) throw refused('wrong-chain');
    const account = formatAccountId(network.caipNetworkId, accountAddress);
    try {
      return await verifyMessage({ account, message, signature, network }, new AbortController().signal);
    } catch (cause) {
      throw isLatchkeyError(cause) ? new LatchkeyError('sign-in/unavailable', {}, { cause }) : cause;
    }
  }
}

const refused = (reason: SignInRefusal): LatchkeyError => new LatchkeyError('sign-in/refused', { reason });

const isSameSession = ({ data: a }: SignInSession, { data: b }: SignInSession): boolean =>
  a.chainId === b.chainId &&
  isChainId(b.chainId) &&
  sessionsOf([{ data: a, message: '', signature: '' }], b.chainId, b.accountAddress).length > 0;
