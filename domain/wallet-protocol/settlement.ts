import { isObject } from './is-object.js';
import { readProperties } from './properties.js';
import type { Proposal } from './proposal.js';
import { settleFault } from './rules/settle-rule.js';
import type { Participant, PeerMetadata, ProtocolSession } from './session.js';
import { readSessionGrants } from './session-grants.js';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Longest text of a peer that is kept. */
const MAX_TEXT = 2_000;
/** Longest picture of a peer that is kept: it may be one that holds itself. */
const MAX_ICON = 50_000;
/** How many of its pictures are kept. */
const MAX_ICONS = 5;
const PUBLIC_KEY = /^[0-9a-f]{64}$/i;

const isIcon = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_ICON;

/** Reads what a peer says of itself; what is missing or no text reads as empty. */
export const readPeerMetadata = (value: unknown): PeerMetadata => {
  const { name, description, url, icons, verifyUrl, redirect } = isObject(value) ? value : {};
  const short = (foreign: unknown): string => text(foreign).slice(0, MAX_TEXT);
  return {
    name: short(name),
    description: short(description),
    url: short(url),
    icons: Array.isArray(icons) ? icons.filter(isIcon).slice(0, MAX_ICONS) : [],
    ...(typeof verifyUrl === 'string' ? { verifyUrl: short(verifyUrl) } : {}),
    ...(isObject(redirect)
      ? {
          redirect: {
            ...(typeof redirect.native === 'string' ? { native: short(redirect.native) } : {}),
            ...(typeof redirect.universal === 'string' ? { universal: short(redirect.universal) } : {}),
            ...(redirect.linkMode === true ? { linkMode: true } : {}),
          },
        }
      : {}),
  };
};

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
  if (!isObject(params) || settleFault(params, { nowMs }) !== null) return null;
  const { relay, controller, expiry, sessionProperties, scopedProperties, sessionConfig } = params;
  const namespaces = readSessionGrants(params.namespaces);
  if (namespaces === null || !isObject(relay) || typeof relay.protocol !== 'string') return null;
  if (!isObject(controller) || !PUBLIC_KEY.test(text(controller.publicKey))) return null;
  if (typeof expiry !== 'number' || !Number.isFinite(expiry)) return null;
  return {
    topic,
    pairingTopic: proposal.pairingTopic,
    relay: { protocol: relay.protocol },
    expiry,
    acknowledged: true,
    controller: text(controller.publicKey),
    namespaces,
    requiredNamespaces: proposal.requiredNamespaces,
    optionalNamespaces: proposal.optionalNamespaces,
    self,
    peer: { publicKey: text(controller.publicKey), metadata: readPeerMetadata(controller.metadata) },
    ...readProperties({ sessionProperties, scopedProperties }),
    ...(isObject(sessionConfig) && sessionConfig.disableDeepLink === true ? { sessionConfig: { disableDeepLink: true } } : {}),
  };
};

/** The key that a wallet answers a proposal with, or `null` when the answer is none. */
export const readResponderKey = (result: unknown): string | null => {
  const key = isObject(result) ? text(result.responderPublicKey) : '';
  return PUBLIC_KEY.test(key) ? key : null;
};
