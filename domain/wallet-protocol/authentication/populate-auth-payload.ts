import type { AuthPayload } from './cacao.js';
import { invalidParameter } from './invalid-parameter.js';
import {
  AUTH_NAMESPACE,
  abilitiesFor,
  encodeRecap,
  inRecapOrder,
  methodsIn,
  REQUEST_ABILITY,
  type Recap,
  recapOf,
  recapStatement,
  withoutRecapStatement,
} from './recap.js';

/** The ReCap with the methods on the chains that the wallet serves. Other resources stay as they were asked for. */
const narrowed = ({ att, ...rest }: Recap, chains: readonly string[], methods: readonly string[]): Recap => {
  if (!Object.hasOwn(att, AUTH_NAMESPACE)) return { att, ...rest };
  const asked = methodsIn({ att });
  const granted = asked.filter((method) => methods.includes(method));
  if (granted.length === 0)
    throw invalidParameter(
      `Supported methods don't satisfy the requested: ${JSON.stringify(asked)}, supported: ${JSON.stringify(methods)}`,
    );
  const resources = Object.entries({ ...att, [AUTH_NAMESPACE]: abilitiesFor(REQUEST_ABILITY, granted, { chains }) });
  return { att: Object.fromEntries(resources.sort(([a], [b]) => inRecapOrder(a, b))), ...rest };
};

/**
 * What a wallet signs of what it is asked: the chains and methods that it serves, and the statement that says so in words.
 * Words about capabilities that came with the request are not trusted: they are written anew, so that they say what is granted.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter` when it serves none of the chains or none of the
 * methods, or when the ReCap is none
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/wallet-authentication#authenticated-sessions
 */
export const populateAuthPayload = (
  payload: AuthPayload,
  { chains, methods }: { readonly chains: readonly string[]; readonly methods: readonly string[] },
): AuthPayload => {
  const served = payload.chains.filter((chain) => chains.includes(chain));
  if (served.length === 0) throw invalidParameter('No supported chains');
  const asked = recapOf(payload.resources);
  if (asked === null) return { ...payload, chains: served };
  const recap = narrowed(asked, served, methods);
  return {
    ...payload,
    chains: served,
    statement: recapStatement(withoutRecapStatement(payload.statement), recap),
    resources: [...(payload.resources ?? []).slice(0, -1), encodeRecap(recap)],
  };
};
