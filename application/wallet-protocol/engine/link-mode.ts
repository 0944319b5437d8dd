import { readAuthRequest } from '../../../domain/wallet-protocol/authentication/auth-request.js';
import { isRpcRequest, type RpcMessage, readRpcMessage } from '../../../domain/wallet-protocol/json-rpc.js';
import {
  isLinkModeMethod,
  isPlainEnvelopeAllowed,
  type LinkMessageTarget,
  linkMessageTargetOf,
  linkModeUrlOf,
  MAX_RECEIVED_LINK_LENGTH,
  MAX_SENT_LINK_LENGTH,
  peerLinkOf,
  withLinkModeApp,
} from '../../../domain/wallet-protocol/link-mode/link-mode-rules.js';
import { decodeLinkEnvelope, formatLinkUrl, type LinkMessage, parseLinkUrl } from '../../../domain/wallet-protocol/link-mode/link-url.js';
import { RELAY_PROTOCOL } from '../../../domain/wallet-protocol/pairing-uri.js';
import type { PeerMetadata, ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import type { Linking } from '../../ports/linking.port.js';
import type { RecordStore } from '../../ports/record-store.port.js';
import { onAbort } from '../../shared/on-abort.js';
import { LINKS_RECORD_KEY } from '../protocol-records.js';
import type { LinkModePeers } from './auth-requester.js';
import type { LinkedMessage, LinkTransport } from './calls.js';
import type { EngineContext } from './engine-context.js';
import type { IncomingMessage } from './rpc-exchange.js';

export interface LinkModeOptions {
  readonly records: RecordStore;
  /** Handles a message in the order of its topic. */
  readonly handleEnvelope: (arrival: IncomingMessage) => Promise<void>;
  /** `null` on platforms without deep links. */
  readonly linking: Linking | null;
}

/** Delay before links are handled, so that the app can attach its listeners first, in milliseconds. */
export const LINKS_DELAY_MS = 50;

const TOPIC = /^[0-9a-f]{64}$/;

/**
 * Link mode: messages between apps on one device by universal link instead of the relay, for user requests and their responses. A message is
 * accepted only if the topic's key decrypts it. The one plain message, a sign-in request, is responded to only through the link of the app that it
 * names.
 * @see https://docs.walletconnect.network/wallet-sdk/features/link-mode
 */
export class LinkMode implements LinkModePeers {
  readonly #context: EngineContext;
  readonly #options: LinkModeOptions;
  readonly #started: Promise<void>;
  #markStarted: () => void = () => undefined;
  #peerLinks: readonly string[] = [];
  /** Chain of writes, which keeps their order. */
  #writing: Promise<void> = Promise.resolve();

  constructor(context: EngineContext, options: LinkModeOptions) {
    this.#context = context;
    this.#options = options;
    this.#started = new Promise((resolve) => {
      this.#markStarted = resolve;
    });
  }

  /** Loads the stored peer links. */
  async load(): Promise<void> {
    const stored = await this.#options.records.get(LINKS_RECORD_KEY);
    const links = Array.isArray(stored) ? stored.filter((link) => typeof link === 'string') : [];
    this.#peerLinks = this.#peerLinks.reduce(withLinkModeApp, links);
  }

  /** Subscribes to links and starts handling them after a short delay, when the app listens. Called after the stored records were restored. */
  start(): void {
    const { clock, lifetime, logger, metadata } = this.#context;
    const { linking } = this.#options;
    if (lifetime.aborted) return;
    const subscription = clock.scheduler.schedule(this.#markStarted, LINKS_DELAY_MS);
    onAbort(lifetime, () => subscription.unsubscribe());
    if (linking === null || metadata().redirect?.linkMode !== true) return;
    const handle = (url: string): void => {
      this.handleUrl(url).catch((error: unknown) => {
        if (!lifetime.aborted) logger.warn('Could not handle the message in a link', error);
      });
    };
    subscription.add(linking.urls$.subscribe(handle));
  }

  list(): readonly string[] {
    return this.#peerLinks;
  }

  /** @throws any error of the app's store; the link is remembered in memory all the same */
  remember(link: string): Promise<void> {
    if (this.#peerLinks.includes(link)) return Promise.resolve();
    this.#peerLinks = withLinkModeApp(this.#peerLinks, link);
    const writing = this.#writing.catch(() => undefined).then(() => this.#options.records.set(LINKS_RECORD_KEY, this.#peerLinks));
    this.#writing = writing;
    return writing;
  }

  /** Returns the link transport of a peer; `null` if the session uses the relay. */
  readonly to = ({ transportType, peer }: Pick<ProtocolSession, 'transportType' | 'peer'>): LinkTransport | null => {
    const { linking } = this.#options;
    const canOpenLinks = linking?.canOpen === true;
    const link = peerLinkOf({
      transportType,
      self: this.#context.metadata(),
      peer: peer.metadata,
      linkModeApps: this.#peerLinks,
      canOpenLinks,
    });
    return link === null || linking === null ? null : (message) => this.#send(linking, link, message);
  };

  /**
   * Handles the message in a link that opened this app. Returns whether there was one for this party; links without a message or with one that
   * cannot be decrypted are ignored.
   * @throws any error of the message's handler
   */
  async handleUrl(url: string): Promise<boolean> {
    const linkMessage = url.length > MAX_RECEIVED_LINK_LENGTH ? null : parseLinkUrl(url);
    return linkMessage !== null && this.handleEnvelope(linkMessage);
  }

  /** Same as {@link LinkMode.handleUrl} for a parsed link. */
  async handleEnvelope({ topic, envelope }: LinkMessage): Promise<boolean> {
    if (!TOPIC.test(topic) || envelope.length > MAX_RECEIVED_LINK_LENGTH) return false;
    await this.#started;
    const { lifetime, tables, clock } = this.#context;
    if (lifetime.aborted) return false;
    const sessions = tables.sessions.get(topic) === null ? [] : [topic];
    const pairings = tables.pairings.get(topic) === null ? [] : [topic];
    const arrival = linkMessageTargetOf(topic, { sessions, pairings }, clock.now());
    const plain = decodeLinkEnvelope(envelope);
    const message = plain === null ? await this.#openEnvelope(topic, envelope) : await this.#readPlain(topic, plain, arrival);
    if (message === null || lifetime.aborted) return false;
    const appLink = await this.#applyArrival(topic, message, arrival, plain !== null);
    await this.#options.handleEnvelope({ topic, message, origin: { transport: 'link_mode', appLink } });
    return true;
  }

  async #openEnvelope(topic: string, envelope: string): Promise<RpcMessage | null> {
    const { relay } = this.#context;
    // Checked first, so that only messages for this party load the cryptography chunk.
    const opened = (await relay.keyChain.hasKey(topic)) ? await relay.openLinkEnvelope(topic, envelope) : null;
    // Anyone may write to this client's response topic (type 1 envelopes), so requests are ignored there.
    return opened === null || (opened.senderPublicKey !== undefined && isRpcRequest(opened.message)) ? null : opened.message;
  }

  /** Parses a plain message. Only a sign-in request on a topic without a key may be plain: all other messages must be encrypted. */
  async #readPlain(topic: string, text: string, arrival: LinkMessageTarget): Promise<RpcMessage | null> {
    const message = readRpcMessage(parseJson(text));
    const method = message !== null && isRpcRequest(message) ? message.method : undefined;
    return !isPlainEnvelopeAllowed(arrival, method) || (await this.#context.relay.keyChain.hasKey(topic)) ? null : message;
  }

  /** Updates the records of an accepted message's topic. Returns the only link for the response; `null` if it may go by the relay. */
  async #applyArrival(topic: string, message: RpcMessage, arrival: LinkMessageTarget, isPlain: boolean): Promise<string | null> {
    const { tables, expiries, deleted, bestEffort } = this.#context;
    const isRequest = isRpcRequest(message) && isLinkModeMethod(message.method);
    if (arrival.to === 'new-pairing' && isPlain) {
      const { active, expiry } = arrival;
      // A link may be opened again after its pairing was removed.
      deleted.forget(topic);
      await bestEffort(tables.pairings.set(topic, { topic, expiry, relay: { protocol: RELAY_PROTOCOL }, active, methods: [] }));
      expiries.set({ kind: 'pairing', key: topic, expiry });
    }
    if (isPlain) return isRequest ? this.#responseLink(readAuthRequest(message.params)?.requester.metadata) : null;
    const session = tables.sessions.get(topic);
    if (arrival.to !== 'session' || session === null) return null;
    const { transportType } = arrival;
    if (session.transportType !== transportType) await bestEffort(tables.sessions.change(topic, { transportType }));
    if (!isRequest) return null;
    const link = linkModeUrlOf(session.peer.metadata);
    if (link !== null) await bestEffort(this.remember(link));
    return this.#responseLink(session.peer.metadata);
  }

  /** Returns the link for responses to a peer. */
  #responseLink(peer: PeerMetadata | undefined): string | null {
    const link = peer === undefined ? null : linkModeUrlOf(peer);
    const canRespond = linkModeUrlOf(this.#context.metadata()) !== null && this.#options.linking?.canOpen === true;
    return canRespond ? link : null;
  }

  async #send(linking: Linking, link: string, message: LinkedMessage): Promise<boolean> {
    const { topic } = message;
    const url = formatLinkUrl(link, { topic, envelope: await this.#context.relay.sealForLink(message) });
    if (url.length > MAX_SENT_LINK_LENGTH) return false;
    try {
      await linking.open(url);
      return true;
    } catch {
      // The system's error message may contain the link.
      this.#context.logger.info('Could not open the link of a peer');
      return false;
    }
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
