/** Foreign data of any shape. */
export type SignJson = unknown;

/** What a client says of itself. */
export interface SignMetadata {
  name: string;
  description: string;
  url: string;
  icons: string[];
  /** Address of the service that attests where messages come from. Without it nobody is asked, and every origin is `UNKNOWN`. */
  verifyUrl?: string;
  redirect?: { native?: string; universal?: string; linkMode?: boolean };
}

/** A relay protocol that a party offers or uses. */
export interface SignRelay {
  protocol: string;
  data?: string;
}

/** A party of a session. */
export interface SignParticipant {
  publicKey: string;
  metadata: SignMetadata;
}

/** What is asked for in one namespace. */
export interface SignRequiredNamespace {
  chains?: string[];
  methods: string[];
  events: string[];
}

/** What is granted in one namespace. */
export interface SignNamespace {
  chains?: string[];
  accounts: string[];
  methods: string[];
  events: string[];
}

/** What is granted, by namespace or by chain. */
export type SignNamespaces = Record<string, SignNamespace>;

/** What is asked for, by namespace or by chain. */
export type SignRequiredNamespaces = Record<string, SignRequiredNamespace>;

/** Whether a message came from where its sender says. */
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

/** What was signed, and by whom. */
export type SignCacaoPayload = { iss: string } & SignAuthFields;

/** What an app asks a wallet to sign. */
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

/** A session request's own part. */
export interface SignRequestParams {
  request: {
    method: string;
    params: SignJson;
    expiryTimestamp?: number;
  };
  chainId: string;
}

/** A session request that waits for this wallet's answer. */
export interface SignPendingRequest {
  topic: string;
  id: number;
  params: SignRequestParams;
  verifyContext: SignVerifyContext;
}

/** A request to sign in that waits. */
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

/** An error as it travels. */
export interface SignErrorResponse {
  code: number;
  message: string;
  data?: string;
}

/** A JSON-RPC answer. @see https://www.jsonrpc.org/specification#response_object */
export type SignJsonRpcResponse<Result = SignJson> =
  | { id: number; jsonrpc: string; result: Result }
  | { id: number; jsonrpc: string; error: SignErrorResponse };

interface OfSession {
  id: number;
  topic: string;
}

/** What each event of a client tells. */
export interface SignClientEvents {
  session_proposal: { id: number; params: SignProposal; verifyContext: SignVerifyContext };
  session_connect: { session: SignSession };
  session_update: OfSession & { params: { namespaces: SignNamespaces } };
  session_extend: OfSession;
  session_ping: OfSession;
  session_delete: OfSession;
  session_expire: { topic: string };
  session_request: OfSession & { params: SignRequestParams; verifyContext: SignVerifyContext };
  session_request_sent: OfSession & { request: { method: string; params: SignJson }; chainId: string };
  session_request_expire: { id: number };
  session_event: OfSession & { params: { event: { name: string; data: SignJson }; chainId: string } };
  session_authenticate: OfSession & {
    params: { requester: SignParticipant; authPayload: SignAuthPayload; expiryTimestamp: number };
    verifyContext: SignVerifyContext;
  };
  proposal_expire: { id: number };
}

/** Name of an event of a client. */
export type SignClientEvent = keyof SignClientEvents;

/** What an app asks for with `connect()`. */
export interface SignConnectParams {
  requiredNamespaces?: SignRequiredNamespaces;
  optionalNamespaces?: SignRequiredNamespaces;
  sessionProperties?: Record<string, string>;
  scopedProperties?: Record<string, unknown>;
  /** A pairing that is there already. Default: a new one. */
  pairingTopic?: string;
  relays?: SignRelay[];
}

/** What an app asks for with `authenticate()`. */
export type SignAuthenticateParams = {
  chains: string[];
  uri: string;
  pairingTopic?: string;
  methods?: string[];
} & Omit<SignAuthFields, 'aud'>;

/** What came of a request to sign in. As with the official client, `session` is there only where the sign-in grants a method. */
export interface SignAuthenticateResult {
  auths?: SignCacao[];
  session: SignSession;
}

/** The fields that the text of a sign-in is made of. */
export type SignRequestFields = SignAuthFields;
