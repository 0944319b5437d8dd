import { isChainId } from '../../caip/caip-2.js';
import { type AccountId, chainIdOf, isAccountId } from '../../caip/caip-10.js';
import { type Cacao, readIssuer } from '../../sign-in/cacao.js';
import { AUTH_NAMESPACE, chainsIn, methodsIn, recapOf } from '../../sign-in/recap.js';
import type { ProposalNamespaces, SessionNamespaces } from '../session.js';

const EVENTS = ['chainChanged', 'accountsChanged'];

/** Requested from wallets that do not support `wc_sessionAuthenticate`: the app then requests the signature itself. */
const SIGN_IN_METHOD = 'personal_sign';

/**
 * Namespaces of the proposal that accompanies a sign-in request, for wallets that support only proposals. All of them are optional for
 * the wallet.
 */
export const fallbackNamespaces = (chains: readonly string[], methods: readonly string[]): ProposalNamespaces => ({
  [AUTH_NAMESPACE]: { chains: chains.filter(isChainId), methods: [...new Set([SIGN_IN_METHOD, ...methods])], events: EVENTS },
});

/** Accounts of a sign-in: the issuer's on its own chain and on the chains of its ReCap. */
const accountsIn = ({ p }: Cacao): readonly AccountId[] => {
  const issuer = readIssuer(p.iss);
  if (issuer === null || issuer.namespace !== AUTH_NAMESPACE) return [];
  const recap = recapOf(p.resources);
  const chains = [issuer.chainId, ...(recap === null ? [] : chainsIn(recap))];
  return chains.map((chain) => `${chain}:${issuer.address}`).filter(isAccountId);
};

/**
 * Namespaces of the session created by signed CACAOs; `null` if they allow no methods, in which case there is no session. Verify the
 * signatures first.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 */
export const authenticatedNamespaces = (cacaos: readonly Cacao[]): SessionNamespaces | null => {
  const recaps = cacaos.map(({ p }) => recapOf(p.resources)).filter((recap) => recap !== null);
  const methods = [...new Set(recaps.flatMap(methodsIn))];
  const accounts = [...new Set(cacaos.flatMap(accountsIn))];
  if (methods.length === 0 || accounts.length === 0) return null;
  return {
    [AUTH_NAMESPACE]: { chains: [...new Set(accounts.map((account) => chainIdOf(account)))], accounts, methods, events: EVENTS },
  };
};
