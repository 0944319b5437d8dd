import * as v from 'valibot';
import type { ChainId } from '../caip/caip-2.js';
import type { AccountId } from '../caip/caip-10.js';
import { exactObject, lenient } from '../wire.js';
import type { Cacao } from './authentication/cacao.js';
import type { ProposalDemands, SessionGrants } from './rules/grants.js';

/** How the messages of a session travel. */
export type TransportType = 'relay' | 'link_mode';

/** Who a peer says it is. Foreign text: shown only after it was made safe. */
export interface PeerMetadata {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly icons: readonly string[];
  /** The service that attests its origin. */
  readonly verifyUrl?: string;
  readonly redirect?: { readonly native?: string; readonly universal?: string; readonly linkMode?: boolean };
}

/** Longest text of a peer that is kept. */
const MAX_TEXT = 2_000;
/** Longest picture of a peer that is kept: it may be one that holds itself. */
const MAX_ICON = 50_000;
/** How many of its pictures are kept. */
const MAX_ICONS = 5;

const shortText = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, MAX_TEXT)),
);
const isIcon = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_ICON;

/** Metadata of a peer; what is missing or no text reads as empty. */
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

/** Reads what a peer says of itself. */
export const readPeerMetadata = (value: unknown): PeerMetadata => v.parse(peerMetadataSchema, value);

/** A party of a session: its key and what it says of itself. */
export interface Participant {
  /** X25519 public key, hex. */
  readonly publicKey: string;
  readonly metadata: PeerMetadata;
}

/** An X25519 public key, hex. */
export const publicKeySchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i));

/** A party of a message. */
export const participantSchema: v.GenericSchema<unknown, Participant> = v.object({
  publicKey: publicKeySchema,
  metadata: v.optional(peerMetadataSchema, null),
});

/** What is asked of a wallet for one namespace. @see https://chainagnostic.org/CAIPs/caip-25 */
export interface ProposalNamespace {
  readonly chains: readonly ChainId[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** What is asked, by namespace. */
export type ProposalNamespaces = Readonly<Record<string, ProposalNamespace>>;

/** What a wallet allows in one namespace. */
export interface SessionNamespace {
  /** Absent where the wallet names them by its accounts alone. */
  readonly chains?: readonly ChainId[];
  readonly accounts: readonly AccountId[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** What is allowed, by namespace (`eip155`) or by chain (`eip155:1`). */
export type SessionNamespaces = Readonly<Record<string, SessionNamespace>>;

/** A session of the wallet protocol as it is stored. @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures */
export interface ProtocolSession {
  readonly topic: string;
  readonly pairingTopic: string;
  readonly relay: { readonly protocol: string };
  /** Seconds since 1970. */
  readonly expiry: number;
  readonly acknowledged: boolean;
  /** Public key of the party that may change the session. */
  readonly controller: string;
  /** Of whatever chains: those that Latchkey knows are read out of it by `readSessionNamespaces`. */
  readonly namespaces: SessionGrants;
  readonly requiredNamespaces: ProposalDemands;
  readonly optionalNamespaces: ProposalDemands;
  readonly self: Participant;
  readonly peer: Participant;
  readonly sessionProperties?: Readonly<Record<string, string>>;
  readonly scopedProperties?: Readonly<Record<string, unknown>>;
  /** What the person signed, where the session came of signing in. @see https://chainagnostic.org/CAIPs/caip-74 */
  readonly authentication?: readonly Cacao[];
  /** Default: by the relay. */
  readonly transportType?: TransportType;
  readonly sessionConfig?: { readonly disableDeepLink?: boolean };
  /** This party has ended it, and its peer may not know yet. Only in a record: nobody is shown such a session. */
  readonly isEnded?: boolean;
  /** How long its peer is worth telling that it is over, in seconds since 1970: by then it has ended by itself. Only beside `isEnded`. */
  readonly tellUntil?: number;
}
