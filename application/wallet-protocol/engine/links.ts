import { readAuthRequest } from '../../../domain/wallet-protocol/authentication/auth-request.js';
import { isRpcRequest, type RpcMessage, readRpcMessage } from '../../../domain/wallet-protocol/json-rpc.js';
import {
  arrivalByLink,
  goesByLink,
  type LinkArrival,
  LONGEST_SENT_LINK,
  LONGEST_TAKEN_LINK,
  linkOfPeer,
  messageLinkOf,
  takesPlainEnvelope,
  withKnownLink,
} from '../../../domain/wallet-protocol/link-mode/link-mode-rules.js';
import { decodeLinkEnvelope, formatLinkUrl, type LinkMessage, parseLinkUrl } from '../../../domain/wallet-protocol/link-mode/link-url.js';
import { RELAY_PROTOCOL } from '../../../domain/wallet-protocol/pairing-uri.js';
import type { PeerMetadata, ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import type { Linking } from '../../ports/linking.port.js';
import type { RecordStore } from '../../ports/record-store.port.js';
import { onAbort } from '../../shared/on-abort.js';
import { LINKS_RECORD } from '../protocol-records.js';
import type { KnownLinks } from './authenticating.js';
import type { LinkedMessage, LinkWay } from './calls.js';
import type { EngineContext } from './engine-context.js';
import type { Arrival } from './exchange.js';

/** What links are made of, beside the context. */
export interface LinksOptions {
  readonly records: RecordStore;
  /** Takes up a message in its topic's turn. */
  readonly hear: (arrival: Arrival) => Promise<void>;
  /** `null` where this device opens no links. */
  readonly linking: Linking | null;
}

/** How long a host has to listen to its client before a link reaches it, in milliseconds. */
export const LINKS_DELAY_MS = 50;

const TOPIC = /^[0-9a-f]{64}$/;

/**
 * Messages that travel in links instead of the relay, between apps of one device: requests of a person and their answers. A message is
 * taken only where its topic's key opens it. The one that nobody can seal, a request to sign in, is answered at the link of the app that it
 * names, and nowhere else.
 * @see https://docs.walletconnect.network/wallet-sdk/features/link-mode
 */
export class Links implements KnownLinks {
  readonly #context: EngineContext;
  readonly #options: LinksOptions;
  readonly #isStarted: Promise<void>;
  #start: () => void = () => undefined;
  #known: readonly string[] = [];
  /** Writes keep their order. */
  #writing: Promise<void> = Promise.resolve();

  constructor(context: EngineContext, options: LinksOptions) {
    this.#context = context;
    this.#options = options;
    this.#isStarted = new Promise((resolve) => {
      this.#start = resolve;
    });
  }

  /** Reads what is remembered. */
  async load(): Promise<void> {
    const stored = await this.#options.records.get(LINKS_RECORD);
    const links = Array.isArray(stored) ? stored.filter((link) => typeof link === 'string') : [];
    this.#known = this.#known.reduce(withKnownLink, links);
  }

  /** Hears of links, and takes them up from a moment later on, when the host listens. Called once what is stored was taken up. */
  start(): void {
    const { clock, life, logger, metadata } = this.#context;
    const { linking } = this.#options;
    if (life.aborted) return;
    const listening = clock.scheduler.schedule(this.#start, LINKS_DELAY_MS);
    onAbort(life, () => listening.unsubscribe());
    if (linking === null || metadata().redirect?.linkMode !== true) return;
    const take = (url: string): void => {
      this.take(url).catch((error: unknown) => {
        if (!life.aborted) logger.warn('A message in a link could not be taken up', error);
      });
    };
    listening.add(linking.urls$.subscribe(take));
  }

  known(): readonly string[] {
    return this.#known;
  }

  /** @throws whatever the store of a host rejects with; the link is known all the same */
  remember(link: string): Promise<void> {
    if (this.#known.includes(link)) return Promise.resolve();
    this.#known = withKnownLink(this.#known, link);
    const writing = this.#writing.catch(() => undefined).then(() => this.#options.records.set(LINKS_RECORD, this.#known));
    this.#writing = writing;
    return writing;
  }

  /** The way to a peer by its link; `null` where the two speak by the relay. */
  readonly to = ({ transportType, peer }: Pick<ProtocolSession, 'transportType' | 'peer'>): LinkWay | null => {
    const { linking } = this.#options;
    const knownLinks = this.#known;
    const canOpenLinks = linking?.canOpen === true;
    const link = linkOfPeer({ transportType, self: this.#context.metadata(), peer: peer.metadata, knownLinks, canOpenLinks });
    return link === null || linking === null ? null : (message) => this.#send(linking, link, message);
  };

  /**
   * Takes up the message in a link that has opened this app. Whether there was one for this party: a link that carries none, or one that its
   * topic's key does not open, is let go.
   * @throws whatever the message's handler throws
   */
  async take(url: string): Promise<boolean> {
    const linked = url.length > LONGEST_TAKEN_LINK ? null : parseLinkUrl(url);
    return linked !== null && this.takeEnvelope(linked);
  }

  /** As {@link Links.take}, of a link that was read already. */
  async takeEnvelope({ topic, envelope }: LinkMessage): Promise<boolean> {
    if (!TOPIC.test(topic) || envelope.length > LONGEST_TAKEN_LINK) return false;
    await this.#isStarted;
    const { life, tables, clock } = this.#context;
    if (life.aborted) return false;
    const sessions = tables.sessions.get(topic) === null ? [] : [topic];
    const pairings = tables.pairings.get(topic) === null ? [] : [topic];
    const arrival = arrivalByLink(topic, { sessions, pairings }, clock.now());
    const plain = decodeLinkEnvelope(envelope);
    const message = plain === null ? await this.#opened(topic, envelope) : await this.#plain(topic, plain, arrival);
    if (message === null || life.aborted) return false;
    const appLink = await this.#arrive(topic, message, arrival, plain !== null);
    await this.#options.hear({ topic, message, origin: { transport: 'link_mode', appLink } });
    return true;
  }

  async #opened(topic: string, envelope: string): Promise<RpcMessage | null> {
    const { relay } = this.#context;
    // What loads the cryptography is a message for this party.
    const opened = (await relay.keyChain.hasKey(topic)) ? await relay.openLink(topic, envelope) : null;
    // On the own topic of this party, where everybody may write, are no calls.
    return opened === null || (opened.senderPublicKey !== undefined && isRpcRequest(opened.message)) ? null : opened.message;
  }

  /** Who has a topic's key seals what is said on it: the rest is a request to sign in, on a topic of its own. */
  async #plain(topic: string, text: string, arrival: LinkArrival): Promise<RpcMessage | null> {
    const message = readRpcMessage(parsed(text));
    const method = message !== null && isRpcRequest(message) ? message.method : undefined;
    return !takesPlainEnvelope(arrival, method) || (await this.#context.relay.keyChain.hasKey(topic)) ? null : message;
  }

  /** What becomes of the topic of a message that is taken. The link that its answer goes to alone; `null` where it may go by the relay. */
  async #arrive(topic: string, message: RpcMessage, arrival: LinkArrival, isPlain: boolean): Promise<string | null> {
    const { tables, expiries, deleted, tidy } = this.#context;
    const isRequest = isRpcRequest(message) && goesByLink(message.method);
    if (arrival.to === 'new-pairing' && isPlain) {
      const { active, expiry } = arrival;
      // A link may be opened once more after what came of it is over.
      deleted.forget(topic);
      await tidy(tables.pairings.set(topic, { topic, expiry, relay: { protocol: RELAY_PROTOCOL }, active, methods: [] }));
      expiries.set({ kind: 'pairing', key: topic, expiry });
    }
    if (isPlain) return isRequest ? this.#replyLink(readAuthRequest(message.params)?.requester.metadata) : null;
    const session = tables.sessions.get(topic);
    if (arrival.to !== 'session' || session === null) return null;
    const { transportType } = arrival;
    if (session.transportType !== transportType) await tidy(tables.sessions.change(topic, { transportType }));
    if (!isRequest) return null;
    const link = messageLinkOf(session.peer.metadata);
    if (link !== null) await tidy(this.remember(link));
    return this.#replyLink(session.peer.metadata);
  }

  /** The link that answers to a peer go by. One that asks by a link is known from then on. */
  #replyLink(peer: PeerMetadata | undefined): string | null {
    const link = peer === undefined ? null : messageLinkOf(peer);
    const canAnswer = messageLinkOf(this.#context.metadata()) !== null && this.#options.linking?.canOpen === true;
    return canAnswer ? link : null;
  }

  async #send(linking: Linking, link: string, message: LinkedMessage): Promise<boolean> {
    const { topic } = message;
    const url = formatLinkUrl(link, { topic, envelope: await this.#context.relay.sealLink(message) });
    if (url.length > LONGEST_SENT_LINK) return false;
    try {
      await linking.open(url);
      return true;
    } catch {
      // The system's own words may hold the link.
      this.#context.logger.info('The app of a peer could not be opened by its link');
      return false;
    }
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
