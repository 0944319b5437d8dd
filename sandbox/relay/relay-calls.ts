import * as v from 'valibot';

/** An error response of the relay. @see https://www.jsonrpc.org/specification#error_object */
export class RelayError extends Error {
  override readonly name = 'RelayError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** −32601: the method does not exist. */
export const unknownMethod = (method: string): RelayError => new RelayError(-32601, `Method not found: ${method}`);

/** Maximum time to live of a message, in seconds: 30 days. @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc */
const MAX_TTL = 2_592_000;

/** Maximum number of topics or messages per call. */
const MAX_BATCH_SIZE = 500;

const TAG_PROPOSE = 1100;
const TAG_PROPOSE_RESPONSE = 1101;
const TAG_SETTLE = 1102;

const TOPIC = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'A topic is 32 bytes in hex.'));
const ENVELOPE = v.pipe(v.string(), v.nonEmpty());
const TTL = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_TTL));
const TAG = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0);
/** A JWT; `''` if the publisher states that there is none; `null` if it does not state anything. */
const ATTESTATION = v.fallback(v.nullish(v.string(), null), null);

const listOf = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.maxLength(MAX_BATCH_SIZE));

/**
 * A message to store and deliver. It is an encrypted envelope. `ttl` is in seconds, `tag` the type of message, e.g. 1100 for a session
 * proposal. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
const PUBLICATION = v.object({ topic: TOPIC, message: ENVELOPE, ttl: TTL, tag: TAG, attestation: ATTESTATION });

export type Publication = Readonly<v.InferOutput<typeof PUBLICATION>>;

/** Returns a parser for a call's parameters. @throws RelayError −32602 */
const reader =
  <Schema extends v.GenericSchema>(schema: Schema) =>
  (params: unknown): v.InferOutput<Schema> => {
    const { success, output, issues } = v.safeParse(schema, params);
    if (success) return output;
    const [{ message }] = issues;
    throw new RelayError(-32602, `${v.getDotPath(issues[0]) ?? 'The parameters'}: ${message}`);
  };

const TOPIC_PARAMS = v.pipe(
  v.object({ topic: TOPIC }),
  v.transform(({ topic }) => topic),
);

/** Parses the parameters of `irn_publish`. */
export const readPublish = reader(PUBLICATION);

/** Parses the parameters of `irn_batchPublish`. */
export const readBatchPublish = reader(
  v.pipe(
    v.object({ messages: listOf(PUBLICATION) }),
    v.transform(({ messages }) => messages),
  ),
);

/** Parses the parameters of `irn_subscribe`, `irn_unsubscribe` and `irn_fetchMessages`. */
export const readTopic = reader(TOPIC_PARAMS);

/** Parses the parameters of `irn_batchSubscribe` and `irn_batchFetchMessages`. */
export const readTopics = reader(
  v.pipe(
    v.object({ topics: listOf(TOPIC) }),
    v.transform(({ topics }) => topics),
  ),
);

/** Parses the parameters of `irn_batchUnsubscribe`. */
export const readBatchUnsubscribe = reader(
  v.pipe(
    v.object({ subscriptions: listOf(TOPIC_PARAMS) }),
    v.transform(({ subscriptions }) => subscriptions),
  ),
);

/** Parses the parameters of `wc_proposeSession` (sign-client 2.21 and later). The relay publishes the proposal. */
export const readProposeSession = reader(
  v.pipe(
    v.object({ pairingTopic: TOPIC, sessionProposal: ENVELOPE, ttl: TTL, attestation: ATTESTATION }),
    v.transform(({ pairingTopic: topic, sessionProposal: message, ttl, attestation }) => ({
      pairingTopic: topic,
      proposal: { topic, message, ttl, tag: TAG_PROPOSE, attestation },
    })),
  ),
);

/** Parses the parameters of `wc_approveSession` (sign-client 2.21 and later). The relay publishes the response, then the settlement. */
export const readApproveSession = reader(
  v.pipe(
    v.object({ sessionTopic: TOPIC, pairingTopic: TOPIC, sessionProposalResponse: ENVELOPE, sessionSettlementRequest: ENVELOPE, ttl: TTL }),
    v.transform(({ sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest, ttl }) => ({
      sessionTopic,
      publications: [
        { topic: pairingTopic, message: sessionProposalResponse, ttl, tag: TAG_PROPOSE_RESPONSE, attestation: null },
        { topic: sessionTopic, message: sessionSettlementRequest, ttl, tag: TAG_SETTLE, attestation: null },
      ],
    })),
  ),
);
