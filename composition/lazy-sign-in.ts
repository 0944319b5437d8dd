import type { SignInService } from '../application/ports/sign-in.port.js';
import { LazyResource } from '../application/shared/lazy-resource.js';
import { loadChunk } from '../application/shared/load-chunk.js';

/** Members that are known before the code is loaded. */
export interface SignInPolicy {
  /** A connected account has to sign in. Default true. */
  readonly required?: boolean | undefined;
  /** Revokes the sessions of an account when its wallet is disconnected. Default true. */
  readonly signOutOnDisconnect?: boolean | undefined;
  /** Revokes the sessions of an account when its namespace switches to another network. Default false. */
  readonly signOutOnNetworkChange?: boolean | undefined;
  /** Revokes the sessions of an account when another account of the wallet becomes active. Default false. */
  readonly signOutOnAccountChange?: boolean | undefined;
}

/** A sign-in service whose code is loaded on the first call. */
export const lazySignIn = (
  { required = true, signOutOnDisconnect = true, signOutOnNetworkChange = false, signOutOnAccountChange = false }: SignInPolicy,
  load: () => Promise<SignInService>,
): SignInService => {
  const service = new LazyResource(() => loadChunk('sign-in', load));
  return {
    signOutOnDisconnect,
    signOutOnNetworkChange,
    signOutOnAccountChange,
    getRequired: () => required,
    createMessage: async (request) => (await service.get()).createMessage(request),
    addSession: async (session) => (await service.get()).addSession(session),
    setSessions: async (sessions) => (await service.get()).setSessions(sessions),
    getSessions: async (chainId, address) => (await service.get()).getSessions(chainId, address),
    revokeSession: async (chainId, address) => (await service.get()).revokeSession(chainId, address),
  };
};
