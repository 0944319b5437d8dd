import * as v from 'valibot';

/** An answer of the relay that is an error. @see https://www.jsonrpc.org/specification#error_object */
export class RelayError extends Error {
  override readonly name = 'RelayError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** −32601: the relay has no such method. */
export const unknownMethod = (method: string): RelayError => new RelayError(-32601, `Method not found: ${method}`);

/** The longest time a message is kept, in seconds: 30 days. @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc */
const MAX_TTL = 2_592_000;

/** The most topics or messages that one call may name. */
const MAX_TOPICS = 500;

const TAG_PROPOSE = 1100;
const TAG_PROPOSE_ANSWER = 1101;
const TAG_SETTLE = 1102;

const TOPIC = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'A topic is 32 bytes in hex.'));
const ENVELOPE = v.pipe(v.string(), v.nonEmpty());
const TTL = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_TTL));
const TAG = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0);
/** A JWT, `''` where the publisher says that there is none, `null` where it says nothing. */
const ATTESTATION = v.fallback(v.nullish(v.string(), null), null);

const listOf = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.maxLength(MAX_TOPICS));

/**
 * One message to be kept and passed on. The message itself is an envelope that only its readers can open. `ttl` is in seconds, `tag` the kind
 * of message, e.g. 1100 for a session proposal. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
const PUBLICATION = v.object({ topic: TOPIC, message: ENVELOPE, ttl: TTL, tag: TAG, attestation: ATTESTATION });

export type Publication = Readonly<v.InferOutput<typeof PUBLICATION>>;

/** Reads the parameters of a call. @throws RelayError −32602 */
const reader =
  <Schema extends v.GenericSchema>(schema: Schema) =>
  (params: unknown): v.InferOutput<Schema> => {
    const { success, output, issues } = v.safeParse(schema, params);
    if (success) return output;
    const [{ message }] = issues;
    throw new RelayError(-32602, `${v.getDotPath(issues[0]) ?? 'The parameters'}: ${message}`);
  };

const NAMED_TOPIC = v.pipe(
  v.object({ topic: TOPIC }),
  v.transform(({ topic }) => topic),
);

/** The parameters of `irn_publish`. */
export const readPublish = reader(PUBLICATION);

/** The parameters of `irn_batchPublish`. */
export const readBatchPublish = reader(
  v.pipe(
    v.object({ messages: listOf(PUBLICATION) }),
    v.transform(({ messages }) => messages),
  ),
);

/** The parameters of `irn_subscribe`, `irn_unsubscribe` and `irn_fetchMessages`. */
export const readTopic = reader(NAMED_TOPIC);

/** The parameters of `irn_batchSubscribe` and `irn_batchFetchMessages`. */
export const readTopics = reader(
  v.pipe(
    v.object({ topics: listOf(TOPIC) }),
    v.transform(({ topics }) => topics),
  ),
);

/** The parameters of `irn_batchUnsubscribe`. */
export const readBatchUnsubscribe = reader(
  v.pipe(
    v.object({ subscriptions: listOf(NAMED_TOPIC) }),
    v.transform(({ subscriptions }) => subscriptions),
  ),
);

/** The parameters of `wc_proposeSession`, which sign-client calls since 2.21; the relay publishes the proposal. */
export const readProposeSession = reader(
  v.pipe(
    v.object({ pairingTopic: TOPIC, sessionProposal: ENVELOPE, ttl: TTL, attestation: ATTESTATION }),
    v.transform(({ pairingTopic: topic, sessionProposal: message, ttl, attestation }) => ({
      pairingTopic: topic,
      proposal: { topic, message, ttl, tag: TAG_PROPOSE, attestation },
    })),
  ),
);

/** The parameters of `wc_approveSession`, which sign-client calls since 2.21; the relay publishes the answer, then the settlement. */
export const readApproveSession = reader(
  v.pipe(
    v.object({ sessionTopic: TOPIC, pairingTopic: TOPIC, sessionProposalResponse: ENVELOPE, sessionSettlementRequest: ENVELOPE, ttl: TTL }),
    v.transform(({ sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest, ttl }) => ({
      sessionTopic,
      publications: [
        { topic: pairingTopic, message: sessionProposalResponse, ttl, tag: TAG_PROPOSE_ANSWER, attestation: null },
        { topic: sessionTopic, message: sessionSettlementRequest, ttl, tag: TAG_SETTLE, attestation: null },
      ],
    })),
  ),
);
