import * as v from 'valibot';
import { exactObject, lenient, read } from '../wire.js';
import { propertyEntries } from './properties.js';
import type { Proposal } from './proposal.js';
import { settleFault } from './rules/proposal-rules.js';
import { type Participant, type ProtocolSession, participantSchema, publicKeySchema } from './session.js';
import { sessionGrantsSchema } from './session-grants.js';

/** Settings of a session, of which one is known. */
export const sessionConfigSchema = lenient(v.object({ disableDeepLink: v.literal(true) }));

const settlementSchema = exactObject({
  relay: v.object({ protocol: v.string() }),
  controller: participantSchema,
  expiry: v.pipe(v.number(), v.finite()),
  namespaces: sessionGrantsSchema,
  ...propertyEntries,
  sessionConfig: sessionConfigSchema,
});

/** What a settled session is made of. */
export interface Settlement {
  readonly proposal: Pick<Proposal, 'pairingTopic' | 'requiredNamespaces' | 'optionalNamespaces'>;
  readonly topic: string;
  readonly self: Participant;
  /** Parameters of the wallet's `wc_sessionSettle` call. */
  readonly params: unknown;
  readonly nowMs: number;
}

/**
 * Makes the session that a wallet settles, or gives `null` for a settlement that is none: without a relay protocol, a
 * controller with a key, usable namespaces or an expiry that lies ahead.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionsettle
 */
export const settle = ({ proposal, topic, self, params, nowMs }: Settlement): ProtocolSession | null => {
  const settled = settleFault(params, { nowMs }) === null ? read(settlementSchema, params) : null;
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

/** The key that a wallet answers a proposal with, or `null` when the answer is none. */
export const readResponderKey = (result: unknown): string | null => read(approvalSchema, result)?.responderPublicKey ?? null;
