import type { SignInMessageRequest, SignInRequest, SignInService } from '../../application/ports/sign-in.port.js';
import { isSameAddress } from '../../domain/account/same-address.js';
import { type ChainId, formatChainId } from '../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SignInSession } from '../../domain/sign-in/sign-in-session.js';

/** A session of an app that has its own sign-in with Ethereum. */
export interface SiweSession {
  readonly address: string;
  /** Without its namespace. */
  readonly chainId: number;
}

/** Content of an app's messages. */
export interface SiweMessageParams {
  readonly domain: string;
  readonly uri: string;
  /** Chain ids that may sign in. Not used. */
  readonly chains?: readonly number[];
  readonly statement?: string;
  /** RFC 3339, as all times. */
  readonly iat?: string;
  readonly exp?: string;
  readonly nbf?: string;
  readonly requestId?: string;
  readonly resources?: readonly string[];
}

/** Arguments of `createMessage`. */
export interface SiweMessageArgs extends Omit<SiweMessageParams, 'chains'> {
  /** `did:pkh:` and the CAIP-10 id of the account. @see https://github.com/w3c-ccg/did-pkh */
  readonly address: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly version: '1';
}

/**
 * Sign-in with Ethereum as other kits configure it: callbacks that use the app's own server. For eip155 only; accounts of other namespaces
 * are not prompted. Intervals of other kits are accepted and not used: a nonce is fetched for each message, and a session is read when an
 * account is connected.
 */
export interface SiweConfig {
  getNonce(address?: string): Promise<string>;
  getMessageParams(): Promise<SiweMessageParams>;
  /** Returns the text to sign. */
  createMessage(args: SiweMessageArgs): string;
  /** Returns whether the server accepts the signature. */
  verifyMessage(args: { readonly message: string; readonly signature: string }): Promise<boolean>;
  getSession(): Promise<SiweSession | null>;
  signOut(): Promise<boolean>;
  onSignIn?(session?: SiweSession): void;
  onSignOut?(): void;
  /** Default true. */
  readonly required?: boolean;
  /** Default true. */
  readonly enabled?: boolean;
  /** Default true, as the two below. */
  readonly signOutOnDisconnect?: boolean;
  readonly signOutOnNetworkChange?: boolean;
  readonly signOutOnAccountChange?: boolean;
  readonly nonceRefetchIntervalMs?: number;
  readonly sessionRefetchIntervalMs?: number;
}

const EIP155 = 'eip155:';

const NO_TEXT = { domain: '', uri: '', version: '1', nonce: '' };

const sessionOf = (chainId: ChainId, accountAddress: string): SignInSession => ({
  data: { ...NO_TEXT, chainId, accountAddress },
  message: '',
  signature: '',
});

const chainNumber = (chainId: string): number => Number(chainId.slice(EIP155.length));

const missing = (name: string): LatchkeyError => new LatchkeyError('sign-in/invalid-message', { field: name });

/** A sign-in service over the callbacks of a {@link SiweConfig}. */
export class SiweConfigSignIn implements SignInService {
  readonly #config: SiweConfig;
  readonly signOutOnDisconnect: boolean;
  readonly signOutOnNetworkChange: boolean;
  readonly signOutOnAccountChange: boolean;

  constructor(config: SiweConfig) {
    const { signOutOnDisconnect = true, signOutOnNetworkChange = true, signOutOnAccountChange = true } = config;
    this.#config = config;
    this.signOutOnDisconnect = signOutOnDisconnect;
    this.signOutOnNetworkChange = signOutOnNetworkChange;
    this.signOutOnAccountChange = signOutOnAccountChange;
  }

  readonly getRequired = (): boolean => this.#config.required ?? true;

  async createMessage({ chainId, accountAddress }: SignInRequest): Promise<SignInMessageRequest> {
    if (!isEvm(chainId)) throw missing('chainId');
    const nonce = await this.#config.getNonce(accountAddress === '' ? undefined : accountAddress);
    if (!nonce) throw missing('nonce');
    const { chains: _, ...params } = await this.#config.getMessageParams();
    const { domain, uri, iat, exp, nbf, statement, requestId, resources } = params;
    const address = `did:pkh:${chainId}:${accountAddress}`;
    const format = (): string => {
      const text = this.#config.createMessage({ ...params, address, chainId: chainNumber(chainId), nonce, version: '1' });
      if (!text) throw missing('message');
      return text;
    };
    // A wallet that chooses the account formats the text itself.
    const text = accountAddress === '' ? null : format();
    return {
      ...{ accountAddress, chainId, domain, uri, version: '1', nonce },
      ...(iat === undefined ? {} : { issuedAt: iat }),
      ...(exp === undefined ? {} : { expirationTime: exp }),
      ...(nbf === undefined ? {} : { notBefore: nbf }),
      ...{ statement, requestId, resources },
      toString: () => text ?? format(),
    };
  }

  async addSession({ data: { chainId, accountAddress }, message, signature }: SignInSession): Promise<void> {
    if (!isEvm(chainId)) return;
    if ((await this.#config.verifyMessage({ message, signature })) !== true)
      throw new LatchkeyError('sign-in/refused', { reason: 'wrong-signature' });
    notify(() => this.#config.onSignIn?.({ address: accountAddress, chainId: chainNumber(chainId) }));
  }

  async setSessions(sessions: readonly SignInSession[]): Promise<void> {
    const [first] = sessions;
    if (first === undefined) await this.#signOut();
    else await this.addSession(first);
  }

  async getSessions(chainId: ChainId, address: string): Promise<readonly SignInSession[]> {
    if (!isEvm(chainId)) return [sessionOf(chainId, address)];
    const session = await this.#config.getSession();
    // Some servers return an empty object.
    if (!session?.address || !session.chainId) return [];
    const isOtherAccount = this.signOutOnAccountChange && !isSameAddress('eip155', session.address, address);
    const isOtherChain = this.signOutOnNetworkChange && session.chainId !== chainNumber(chainId);
    return isOtherAccount || isOtherChain ? [] : [sessionOf(formatChainId('eip155', session.chainId), session.address)];
  }

  async revokeSession(chainId: ChainId): Promise<void> {
    if (isEvm(chainId)) await this.#signOut();
  }

  async #signOut(): Promise<void> {
    if ((await this.#config.signOut()) === false) throw new LatchkeyError('sign-in/unavailable', {});
    notify(() => this.#config.onSignOut?.());
  }
}

const isEvm = (chainId: string): boolean => chainId.startsWith(EIP155);

/** Calls a callback of the app. What it throws is reported, and changes nothing about the sign-in. */
const notify = (callback: () => void): void => {
  try {
    callback();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
};
