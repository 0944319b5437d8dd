import * as v from 'valibot';
import { exactObject, lenient, parseOrNull } from '../wire.js';
import { propertyEntries } from './properties.js';
import type { Proposal } from './proposal.js';
import { settleFault } from './rules/proposal-rules.js';
import { type Participant, type ProtocolSession, participantSchema, publicKeySchema } from './session.js';
import { sessionGrantsSchema } from './session-grants.js';

/** Session settings. Only one is supported. */
export const sessionConfigSchema = lenient(v.object({ disableDeepLink: v.literal(true) }));

const settlementSchema = exactObject({
  relay: v.object({ protocol: v.string() }),
  controller: participantSchema,
  expiry: v.pipe(v.number(), v.finite()),
  namespaces: sessionGrantsSchema,
  ...propertyEntries,
  sessionConfig: sessionConfigSchema,
});

/** Data to build a settled session. */
export interface Settlement {
  readonly proposal: Pick<Proposal, 'pairingTopic' | 'requiredNamespaces' | 'optionalNamespaces'>;
  readonly topic: string;
  readonly self: Participant;
  /** Parameters of the wallet's `wc_sessionSettle` request. */
  readonly params: unknown;
  readonly nowMs: number;
}

/**
 * Builds the session that a wallet settles; `null` if the settlement is invalid: no relay protocol, no controller key, no usable
 * namespaces, or expired.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionsettle
 */
export const settle = ({ proposal, topic, self, params, nowMs }: Settlement): ProtocolSession | null => {
  const settled = settleFault(params, { nowMs }) === null ? parseOrNull(settlementSchema, params) : null;
  if (settled === null) return null;
  const { controller: peer, ...rest } = settled;
  const { pairingTopic, requiredNamespaces, optionalNamespaces } = proposal;
  return {
    topic,
    pairingTopic,
    acknowledged: true,
    controller: peer.publicKey,
    requiredNamespaces,
    optionalNamespaces,
    self,
    peer,
    ...rest,
  };
};

const approvalSchema = v.object({ responderPublicKey: publicKeySchema });

/** Reads the wallet's public key from the response to a proposal; `null` if it is invalid. */
export const readResponderKey = (result: unknown): string | null => parseOrNull(approvalSchema, result)?.responderPublicKey ?? null;
