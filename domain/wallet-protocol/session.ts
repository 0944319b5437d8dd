import * as v from 'valibot';
import type { ChainId } from '../caip/caip-2.js';
import type { AccountId } from '../caip/caip-10.js';
import type { Cacao } from '../sign-in/cacao.js';
import { exactObject, lenient } from '../wire.js';
import type { VerifyContext } from './origin/verify-context.js';
import type { RequestedNamespaces, SessionGrants } from './rules/grants.js';

export type TransportType = 'relay' | 'link_mode';

/** Metadata that a peer reports about itself. Sanitize it before display. */
export interface PeerMetadata {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly icons: readonly string[];
  /** Verify service that attests the origin. */
  readonly verifyUrl?: string;
  readonly redirect?: { readonly native?: string; readonly universal?: string; readonly linkMode?: boolean };
}

/** Maximum length of a stored text. */
const MAX_TEXT = 2_000;
/** Maximum length of a stored icon URL. It may be a `data:` URL. */
const MAX_ICON = 50_000;
/** Maximum number of stored icons. */
const MAX_ICONS = 5;

const shortText = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, MAX_TEXT)),
);
const isIcon = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_ICON;

/** Metadata of a peer. Missing or invalid members become empty. */
export const peerMetadataSchema: v.GenericSchema<unknown, PeerMetadata> = v.fallback(
  exactObject({
    name: v.fallback(shortText, ''),
    description: v.fallback(shortText, ''),
    url: v.fallback(shortText, ''),
    icons: v.fallback(
      v.pipe(
        v.array(v.unknown()),
        v.transform((icons) => icons.filter(isIcon).slice(0, MAX_ICONS)),
      ),
      [],
    ),
    verifyUrl: lenient(shortText),
    redirect: lenient(exactObject({ native: lenient(shortText), universal: lenient(shortText), linkMode: lenient(v.literal(true)) })),
  }),
  { name: '', description: '', url: '', icons: [] },
);

export const readPeerMetadata = (value: unknown): PeerMetadata => v.parse(peerMetadataSchema, value);

/** A party of a session. */
export interface Participant {
  /** X25519 public key, hex. */
  readonly publicKey: string;
  readonly metadata: PeerMetadata;
}

/** An X25519 public key, hex. */
export const publicKeySchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i));

export const participantSchema: v.GenericSchema<unknown, Participant> = v.object({
  publicKey: publicKeySchema,
  metadata: v.optional(peerMetadataSchema, null),
});

/** Namespace of a proposal. @see https://chainagnostic.org/CAIPs/caip-25 */
export interface ProposalNamespace {
  readonly chains: readonly ChainId[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** Requested namespaces. */
export type ProposalNamespaces = Readonly<Record<string, ProposalNamespace>>;

/** Namespace of a session. */
export interface SessionNamespace {
  /** Absent if the chains follow from the accounts. */
  readonly chains?: readonly ChainId[];
  readonly accounts: readonly AccountId[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** Approved namespaces, by namespace (`eip155`) or chain (`eip155:1`). */
export type SessionNamespaces = Readonly<Record<string, SessionNamespace>>;

/** A stored WalletConnect session. @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures */
export interface ProtocolSession {
  readonly topic: string;
  readonly pairingTopic: string;
  readonly relay: { readonly protocol: string };
  /** Seconds since 1970. */
  readonly expiry: number;
  readonly acknowledged: boolean;
  /** Public key of the party that may change the session. */
  readonly controller: string;
  /** With any chains. `readSessionNamespaces` selects the supported ones. */
  readonly namespaces: SessionGrants;
  readonly requiredNamespaces: RequestedNamespaces;
  readonly optionalNamespaces: RequestedNamespaces;
  readonly self: Participant;
  readonly peer: Participant;
  readonly sessionProperties?: Readonly<Record<string, string>>;
  readonly scopedProperties?: Readonly<Record<string, unknown>>;
  /** Signed messages of a session created by sign-in. @see https://chainagnostic.org/CAIPs/caip-74 */
  readonly authentication?: readonly Cacao[];
  /** Default: `relay`. */
  readonly transportType?: TransportType;
  readonly sessionConfig?: { readonly disableDeepLink?: boolean };
  /** At the wallet: origin verification of the proposal or sign-in request that the session was approved for. */
  readonly verifyContext?: VerifyContext;
  /** True if this client disconnected and its peer may not have been notified yet. Such sessions are hidden from the app. */
  readonly isEnded?: boolean;
  /** Until when to notify the peer of the disconnect, in seconds since 1970: the session expires by then. Only with `isEnded`. */
  readonly tellUntil?: number;
}
