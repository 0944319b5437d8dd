import { isChainId } from '../../caip/caip-2.js';
import { type AccountId, chainIdOf, isAccountId } from '../../caip/caip-10.js';
import type { ProposalNamespaces, SessionNamespaces } from '../session.js';
import { type Cacao, readIssuer } from './cacao.js';
import { AUTH_NAMESPACE, chainsIn, methodsIn, recapOf } from './recap.js';

const EVENTS = ['chainChanged', 'accountsChanged'];

/** What a wallet is asked for that cannot answer the request to sign in: with it the app can ask for the signature itself. */
const SIGN_IN_METHOD = 'personal_sign';

/**
 * The namespaces of the proposal that goes with a request to sign in, for wallets that know proposals only. All of it is
 * optional for the wallet.
 */
export const fallbackNamespaces = (chains: readonly string[], methods: readonly string[]): ProposalNamespaces => ({
  [AUTH_NAMESPACE]: { chains: chains.filter(isChainId), methods: [...new Set([SIGN_IN_METHOD, ...methods])], events: EVENTS },
});

/** The accounts that a sign-in shares: the issuer's on its own chain, and on those that its ReCap allows. */
const accountsIn = ({ p }: Cacao): readonly AccountId[] => {
  const issuer = readIssuer(p.iss);
  if (issuer === null || issuer.namespace !== AUTH_NAMESPACE) return [];
  const recap = recapOf(p.resources);
  const chains = [issuer.chainId, ...(recap === null ? [] : chainsIn(recap))];
  return chains.map((chain) => `${chain}:${issuer.address}`).filter(isAccountId);
};

/**
 * The namespaces of the session that comes of signed sign-ins; `null` when they allow no method, and so no session.
 * Their signatures are checked before.
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
