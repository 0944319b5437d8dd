/** Unvalidated data. */
export type SignJson = unknown;

/** Metadata of a party. */
export interface SignMetadata {
  name: string;
  description: string;
  url: string;
  icons: string[];
  /** URL of the verify service. Without it no service is queried, and every origin is `UNKNOWN`. */
  verifyUrl?: string;
  redirect?: { native?: string; universal?: string; linkMode?: boolean };
}

/** A relay protocol that a party supports or uses. */
export interface SignRelay {
  protocol: string;
  data?: string;
}

/** A party of a session. */
export interface SignParticipant {
  publicKey: string;
  metadata: SignMetadata;
}

/** A requested namespace. */
export interface SignRequiredNamespace {
  chains?: string[];
  methods: string[];
  events: string[];
}

/** A granted namespace. */
export interface SignNamespace {
  chains?: string[];
  accounts: string[];
  methods: string[];
  events: string[];
}

/** Granted namespaces, by namespace or chain. */
export type SignNamespaces = Record<string, SignNamespace>;

/** Requested namespaces, by namespace or chain. */
export type SignRequiredNamespaces = Record<string, SignRequiredNamespace>;

/** Result of the origin verification of a message. */
export interface SignVerifyContext {
  verified: { origin: string; validation: 'UNKNOWN' | 'VALID' | 'INVALID'; verifyUrl: string; isScam?: boolean };
}

/** A signed sign-in. @see https://chainagnostic.org/CAIPs/caip-74 */
export interface SignCacao {
  h: { t: 'caip122' };
  p: SignCacaoPayload;
  s: { t: 'eip191' | 'eip1271'; s: string; m?: string };
}

/** The fields of a sign-in. */
export interface SignAuthFields {
  domain: string;
  aud: string;
  nonce: string;
  version?: string;
  iat?: string;
  nbf?: string;
  exp?: string;
  chainId?: string;
  statement?: string;
  requestId?: string;
  resources?: string[];
  expiry?: number;
  type?: string;
}

/** Payload of a signed sign-in, with its issuer. */
export type SignCacaoPayload = { iss: string } & SignAuthFields;

/** Payload of a sign-in request. */
export type SignAuthPayload = { chains: string[]; version: string; iat: string } & SignAuthFields;

/** A session. `expiry` is in seconds since 1970. */
export interface SignSession {
  topic: string;
  pairingTopic: string;
  relay: SignRelay;
  expiry: number;
  acknowledged: boolean;
  /** Public key of the party that may change the session. */
  controller: string;
  namespaces: SignNamespaces;
  requiredNamespaces: SignRequiredNamespaces;
  optionalNamespaces: SignRequiredNamespaces;
  sessionProperties?: Record<string, string>;
  scopedProperties?: Record<string, unknown>;
  sessionConfig?: { disableDeepLink?: boolean };
  self: SignParticipant;
  peer: SignParticipant;
  authentication?: SignCacao[];
  transportType?: 'relay' | 'link_mode';
}

/** A proposal of a session. `expiryTimestamp` is in seconds since 1970. */
export interface SignProposal {
  id: number;
  expiry?: number;
  expiryTimestamp: number;
  relays: SignRelay[];
  proposer: SignParticipant;
  requiredNamespaces: SignRequiredNamespaces;
  optionalNamespaces: SignRequiredNamespaces;
  sessionProperties?: Record<string, string>;
  scopedProperties?: Record<string, unknown>;
  pairingTopic: string;
  attestation?: string;
  encryptedId?: string;
}

/** Params of a session request. */
export interface SignRequestParams {
  request: {
    method: string;
    params: SignJson;
    expiryTimestamp?: number;
  };
  chainId: string;
}

/** A session request that awaits this wallet's response. */
export interface SignPendingRequest {
  topic: string;
  id: number;
  params: SignRequestParams;
  verifyContext: SignVerifyContext;
}

/** A pending sign-in request. */
export interface SignPendingAuthRequest {
  id: number;
  pairingTopic: string;
  requester: SignParticipant;
  expiryTimestamp: number;
  authPayload: SignAuthPayload;
  verifyContext: SignVerifyContext;
  transportType?: 'relay' | 'link_mode';
}

/** A pairing. `expiry` is in seconds since 1970. */
export interface SignPairing {
  topic: string;
  expiry: number;
  relay: SignRelay;
  active: boolean;
  peerMetadata?: SignMetadata;
  methods?: string[];
}

/** A JSON-RPC error object. */
export interface SignErrorResponse {
  code: number;
  message: string;
  data?: string;
}

/** A JSON-RPC response. @see https://www.jsonrpc.org/specification#response_object */
export type SignJsonRpcResponse<Result = SignJson> =
  | { id: number; jsonrpc: string; result: Result }
  | { id: number; jsonrpc: string; error: SignErrorResponse };

interface SessionEventData {
  id: number;
  topic: string;
}

/** Event data by event name. */
export interface SignClientEvents {
  session_proposal: { id: number; params: SignProposal; verifyContext: SignVerifyContext };
  session_connect: { session: SignSession };
  session_update: SessionEventData & { params: { namespaces: SignNamespaces } };
  session_extend: SessionEventData;
  session_ping: SessionEventData;
  session_delete: SessionEventData;
  session_expire: { topic: string };
  session_request: SessionEventData & { params: SignRequestParams; verifyContext: SignVerifyContext };
  session_request_sent: SessionEventData & { request: { method: string; params: SignJson }; chainId: string };
  session_request_expire: { id: number };
  session_event: SessionEventData & { params: { event: { name: string; data: SignJson }; chainId: string } };
  session_authenticate: SessionEventData & {
    params: { requester: SignParticipant; authPayload: SignAuthPayload; expiryTimestamp: number };
    verifyContext: SignVerifyContext;
  };
  proposal_expire: { id: number };
}

export type SignClientEvent = keyof SignClientEvents;

/** Params of `connect()`. */
export interface SignConnectParams {
  requiredNamespaces?: SignRequiredNamespaces;
  optionalNamespaces?: SignRequiredNamespaces;
  sessionProperties?: Record<string, string>;
  scopedProperties?: Record<string, unknown>;
  /** Topic of an existing pairing. Default: a new one. */
  pairingTopic?: string;
  relays?: SignRelay[];
}

/** Params of `authenticate()`. */
export type SignAuthenticateParams = {
  chains: string[];
  uri: string;
  pairingTopic?: string;
  methods?: string[];
} & Omit<SignAuthFields, 'aud'>;

/** Result of a sign-in request. As with the official client, `session` is only present if the sign-in grants a method. */
export interface SignAuthenticateResult {
  auths?: SignCacao[];
  session: SignSession;
}

/** The fields of a sign-in message. */
export type SignRequestFields = SignAuthFields;
