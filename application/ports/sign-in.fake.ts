import { isSameAddress } from '../../domain/account/same-address.js';
import { type ChainId, namespaceOf, toChainId } from '../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SignInData, SignInSession } from '../../domain/sign-in/sign-in-session.js';
import type { SignInMessageRequest, SignInRequest, SignInService } from './sign-in.port.js';

/** Behaviour of a fake service: works, unreachable, never responds, or refuses with a reason. */
export type FakeSignInMode = 'working' | 'down' | 'silent' | { readonly refuses: string };

const SITE = { domain: 'app.example', uri: 'https://app.example', version: '1' };

/**
 * In-memory sign-in service with a switch for every failure. It accepts every signature but `wrong`.
 * @example
 * const service = new FakeSignIn();
 * service.mode = 'down';
 */
export class FakeSignIn implements SignInService {
  mode: FakeSignInMode = 'working';
  required = true;
  signOutOnDisconnect = true;
  signOutOnNetworkChange = false;
  signOutOnAccountChange = false;
  sessions: readonly SignInSession[] = [];
  /** Names of the called methods, oldest first. */
  readonly calls: string[] = [];
  readonly #nonces = new Set<string>();
  #created = 0;

  readonly getRequired = (): boolean => this.required;

  async createMessage({ chainId, accountAddress }: SignInRequest): Promise<SignInMessageRequest> {
    await this.#call('createMessage');
    this.#created += 1;
    const nonce = `nonce${String(this.#created).padStart(8, '0')}`;
    this.#nonces.add(nonce);
    return { ...SITE, chainId, accountAddress, nonce, toString: () => `${SITE.domain} ${chainId} ${accountAddress} ${nonce}` };
  }

  async addSession(session: SignInSession): Promise<void> {
    await this.#call('addSession');
    this.#verify([session]);
    this.#add([session]);
  }

  async setSessions(sessions: readonly SignInSession[]): Promise<void> {
    await this.#call('setSessions');
    this.#verify(sessions);
    if (sessions.length === 0) this.sessions = [];
    this.#add(sessions);
  }

  async getSessions(chainId: ChainId, address: string): Promise<readonly SignInSession[]> {
    await this.#call('getSessions');
    const namespace = namespaceOf(chainId);
    const own = this.sessions.filter(
      ({ data }) => namespaceOf(toChainId(data.chainId)) === namespace && isSameAddress(namespace, data.accountAddress, address),
    );
    return [...own.filter(({ data }) => data.chainId === chainId), ...own.filter(({ data }) => data.chainId !== chainId)];
  }

  async revokeSession(chainId: SignInData['chainId'], address: string): Promise<void> {
    await this.#call('revokeSession');
    this.sessions = this.sessions.filter(({ data }) => !isSameAccountAndChain(data, { chainId, accountAddress: address }));
  }

  #add(sessions: readonly SignInSession[]): void {
    const others = this.sessions.filter(({ data }) => sessions.every((added) => !isSameAccountAndChain(data, added.data)));
    this.sessions = [...others, ...sessions];
  }

  #verify(sessions: readonly SignInSession[]): void {
    if (typeof this.mode === 'object') throw new LatchkeyError('sign-in/refused', { reason: this.mode.refuses });
    if (sessions.some(({ signature }) => signature === 'wrong')) throw new LatchkeyError('sign-in/refused', { reason: 'wrong-signature' });
    const nonces = new Set(sessions.map(({ data }) => data.nonce));
    for (const nonce of nonces) if (!this.#nonces.delete(nonce)) throw new LatchkeyError('sign-in/refused', { reason: 'invalid-nonce' });
  }

  async #call(name: string): Promise<void> {
    this.calls.push(name);
    if (this.mode === 'down') throw new LatchkeyError('sign-in/unavailable', {});
    if (this.mode === 'silent') await new Promise<never>(() => undefined);
  }
}

type AccountOnChain = Pick<SignInData, 'chainId' | 'accountAddress'>;

const isSameAccountAndChain = (a: AccountOnChain, b: AccountOnChain): boolean =>
  a.chainId === b.chainId && isSameAddress(namespaceOf(toChainId(a.chainId)), a.accountAddress, b.accountAddress);
