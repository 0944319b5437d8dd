import { invalidParams } from './relay-error.js';

/** One message to be kept and passed on. The message itself is an envelope that only its readers can open. */
export interface Publication {
  readonly topic: string;
  readonly message: string;
  /** How long the relay keeps it, in seconds. */
  readonly ttl: number;
  /** The kind of message, e.g. 1100 for a session proposal. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods */
  readonly tag: number;
  /** A JWT, `''` where the publisher says that there is none, `null` where it says nothing. */
  readonly attestation: string | null;
}

/** A client's proposal, which the relay publishes for it. */
export interface ProposeSession {
  readonly pairingTopic: string;
  readonly proposal: Publication;
}

/** A wallet's approval, which the relay publishes for it. */
export interface ApproveSession {
  readonly sessionTopic: string;
  /** The answer to the proposal and the settlement, in this order. */
  readonly publications: readonly [Publication, Publication];
}

/** The longest time a message is kept, in seconds: 30 days. @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc */
const MAX_TTL = 2_592_000;

/** The most topics that one call may name. */
const MAX_TOPICS = 500;

const TAG_PROPOSE = 1100;
const TAG_PROPOSE_ANSWER = 1101;
const TAG_SETTLE = 1102;

type Params = Readonly<Record<string, unknown>>;

const readObject = (value: unknown): Params => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidParams('The parameters are an object.');
  return value as Params;
};

const readTopicValue = (value: unknown): string => {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) throw invalidParams('A topic is 32 bytes in hex.');
  return value;
};

const readEnvelope = (value: unknown, field: string): string => {
  if (typeof value !== 'string' || value === '') throw invalidParams(`${field} is a text that is not empty.`);
  return value;
};

const readTtl = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > MAX_TTL)
    throw invalidParams(`ttl is a whole number of seconds, at most ${MAX_TTL}.`);
  return value;
};

const readTag = (value: unknown): number => {
  if (value === undefined) return 0;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw invalidParams('tag is a whole number.');
  return value;
};

const readAttestation = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const readMessage = (value: unknown): Publication => {
  const { topic, message, ttl, tag, attestation } = readObject(value);
  return {
    topic: readTopicValue(topic),
    message: readEnvelope(message, 'message'),
    ttl: readTtl(ttl),
    tag: readTag(tag),
    attestation: readAttestation(attestation),
  };
};

const readList = (value: unknown, field: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw invalidParams(`${field} is a list.`);
  if (value.length > MAX_TOPICS) throw invalidParams(`${field} holds at most ${MAX_TOPICS} entries.`);
  return value;
};

/** The parameters of `irn_publish`. @throws RelayError −32602 */
export const readPublish = (params: unknown): Publication => readMessage(params);

/** The parameters of `irn_batchPublish`. @throws RelayError −32602 */
export const readBatchPublish = (params: unknown): readonly Publication[] =>
  readList(readObject(params)['messages'], 'messages').map(readMessage);

/** The parameters of `irn_subscribe`, `irn_unsubscribe` and `irn_fetchMessages`. @throws RelayError −32602 */
export const readTopic = (params: unknown): string => readTopicValue(readObject(params)['topic']);

/** The parameters of `irn_batchSubscribe` and `irn_batchFetchMessages`. @throws RelayError −32602 */
export const readTopics = (params: unknown): readonly string[] => readList(readObject(params)['topics'], 'topics').map(readTopicValue);

/** The parameters of `irn_batchUnsubscribe`. @throws RelayError −32602 */
export const readBatchUnsubscribe = (params: unknown): readonly string[] =>
  readList(readObject(params)['subscriptions'], 'subscriptions').map(readTopic);

/** The parameters of `wc_proposeSession`, which sign-client calls since 2.21. @throws RelayError −32602 */
export const readProposeSession = (params: unknown): ProposeSession => {
  const { pairingTopic, sessionProposal, ttl, attestation } = readObject(params);
  const topic = readTopicValue(pairingTopic);
  const proposal: Publication = {
    topic,
    message: readEnvelope(sessionProposal, 'sessionProposal'),
    ttl: readTtl(ttl),
    tag: TAG_PROPOSE,
    attestation: readAttestation(attestation),
  };
  return { pairingTopic: topic, proposal };
};

/** The parameters of `wc_approveSession`, which sign-client calls since 2.21. @throws RelayError −32602 */
export const readApproveSession = (params: unknown): ApproveSession => {
  const { sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest, ttl } = readObject(params);
  const [session, pairing, seconds] = [readTopicValue(sessionTopic), readTopicValue(pairingTopic), readTtl(ttl)];
  const publication = (topic: string, message: unknown, field: string, tag: number): Publication => ({
    topic,
    message: readEnvelope(message, field),
    ttl: seconds,
    tag,
    attestation: null,
  });
  return {
    sessionTopic: session,
    publications: [
      publication(pairing, sessionProposalResponse, 'sessionProposalResponse', TAG_PROPOSE_ANSWER),
      publication(session, sessionSettlementRequest, 'sessionSettlementRequest', TAG_SETTLE),
    ],
  };
};
