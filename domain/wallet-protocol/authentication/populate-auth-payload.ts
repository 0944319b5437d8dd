import { invalidParameter } from '../../errors/invalid-parameter.js';
import type { AuthPayload } from '../../sign-in/cacao.js';
import {
  AUTH_NAMESPACE,
  abilitiesFor,
  compareRecapKeys,
  encodeRecap,
  methodsIn,
  REQUEST_ABILITY,
  type Recap,
  recapOf,
  recapStatement,
  withoutRecapStatement,
} from '../../sign-in/recap.js';

/** Limits the ReCap to the supported methods and chains. Other resources are unchanged. */
const narrowRecap = ({ att, ...rest }: Recap, chains: readonly string[], methods: readonly string[]): Recap => {
  if (!Object.hasOwn(att, AUTH_NAMESPACE)) return { att, ...rest };
  const requested = methodsIn({ att });
  const granted = requested.filter((method) => methods.includes(method));
  if (granted.length === 0)
    throw invalidParameter(
      `Supported methods don't satisfy the requested: ${JSON.stringify(requested)}, supported: ${JSON.stringify(methods)}`,
    );
  const resources = Object.entries({ ...att, [AUTH_NAMESPACE]: abilitiesFor(REQUEST_ABILITY, granted, { chains }) });
  return { att: Object.fromEntries(resources.sort(([a], [b]) => compareRecapKeys(a, b))), ...rest };
};

/**
 * Limits a payload to the chains and methods that the wallet supports, and updates the statement. The capability text of the request is
 * not trusted: it is rewritten to match the granted capabilities.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter` if no chain or no method is supported, or the ReCap is invalid
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/wallet-authentication#authenticated-sessions
 */
export const populateAuthPayload = (
  payload: AuthPayload,
  { chains, methods }: { readonly chains: readonly string[]; readonly methods: readonly string[] },
): AuthPayload => {
  const supportedChains = payload.chains.filter((chain) => chains.includes(chain));
  if (supportedChains.length === 0) throw invalidParameter('No supported chains');
  const requested = recapOf(payload.resources);
  if (requested === null) return { ...payload, chains: supportedChains };
  const recap = narrowRecap(requested, supportedChains, methods);
  return {
    ...payload,
    chains: supportedChains,
    statement: recapStatement(withoutRecapStatement(payload.statement), recap),
    resources: [...(payload.resources ?? []).slice(0, -1), encodeRecap(recap)],
  };
};
