import { isSameAddress } from '../../domain/account/same-address.js';
import { type ChainId, isChainId, namespaceOf } from '../../domain/caip/caip-2.js';
import type { SignInSession } from '../../domain/sign-in/sign-in-session.js';

/** The sessions of an account, the one of the chain first. */
export const sessionsOf = (sessions: readonly SignInSession[], chainId: ChainId, address: string): readonly SignInSession[] => {
  const namespace = namespaceOf(chainId);
  const own = sessions.filter(
    ({ data }) =>
      isChainId(data.chainId) && namespaceOf(data.chainId) === namespace && isSameAddress(namespace, data.accountAddress, address),
  );
  return [...own.filter(({ data }) => data.chainId === chainId), ...own.filter(({ data }) => data.chainId !== chainId)];
};
