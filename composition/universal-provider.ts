import { SYSTEM_CLOCK } from '../adapters/browser/system-clock.js';
import { HttpJsonRpc } from '../adapters/json-rpc/http-json-rpc.js';
import { Emitter } from '../adapters/sign-client/emitter.js';
import type { SignClientOptions } from '../adapters/sign-client/sign-options.js';
import type { Bundler } from '../application/ports/bundler.port.js';
import type { Logger } from '../application/ports/logger.port.js';
import type { ProviderAuthentication, ProviderClient, ProviderSession } from '../application/wallet-protocol/provider/provider-client.js';
import { WalletProvider } from '../application/wallet-protocol/provider/wallet-provider.js';
import { hostLogger } from './host-logger.js';
import { SignClient } from './sign-client.js';

/** A client of the wallet protocol, of whatever sessions. */
type AnyClient = ProviderClient<ProviderSession>;

/** The sessions of a client. */
type SessionOf<Client extends AnyClient> = ReturnType<Client['session']['get']>;

/** What signing in with a client comes to. */
type AuthenticationOf<Client extends AnyClient> = Awaited<ReturnType<Awaited<ReturnType<Client['authenticate']>>['response']>> &
  ProviderAuthentication<SessionOf<Client>>;

/** What a universal provider is made with: what the official one takes, and where its services are. */
export interface UniversalProviderOpts<Client extends AnyClient = SignClient> extends SignClientOptions {
  /** A client to use, which stays the host's own. Default: one is made with these options. */
  client?: Client;
  /** Default false: an address of a node is tried once before its first use. */
  disableProviderPing?: boolean;
  /** The session to go on with. Default: the first of the client's. */
  session?: { topic: string };
  /** Address of the service of all chains, for those without a node of the host's. Default `https://rpc.walletconnect.org/v1/`. */
  rpcUrl?: string;
  /** Address of the service that speaks for bundlers. Default: `bundler` below the other. */
  bundlerUrl?: string;
  /** Further addresses by CAIP-2 id, for when those in `rpcMap` do not answer. */
  fallbackRpcUrls?: Record<string, string[]>;
}

/** Comes with its first question: few apps ask for batches of calls. */
const LATER_BUNDLER: Bundler = {
  userOperationReceipt: async (...question) => {
    const { HttpBundler } = await import('../adapters/bundler/http-bundler.js');
    return new HttpBundler({ clock: SYSTEM_CLOCK }).userOperationReceipt(...question);
  },
};

/**
 * A provider over the namespaces of a session of the wallet protocol, with the public surface of the official one: calls go to the wallet, or
 * to the nodes of their chain.
 * @example
 * const provider = await UniversalProvider.init({ projectId, metadata });
 * provider.on('display_uri', (uri) => show(uri));
 * await provider.connect({ optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } });
 * const block = await provider.request({ method: 'eth_blockNumber' }, 'eip155:1');
 */
export class UniversalProvider<Client extends AnyClient = SignClient> extends WalletProvider<SessionOf<Client>, AuthenticationOf<Client>> {
  declare readonly events: Emitter;
  readonly providerOpts: UniversalProviderOpts<Client>;
  readonly logger: Logger;

  /** Makes a provider, with a client where none is given, and takes up the session that there is. @throws LatchkeyError `wallet-protocol/session-unknown` */
  static async init<Client extends AnyClient = SignClient>(opts: UniversalProviderOpts<Client>): Promise<UniversalProvider<Client>> {
    const provider = new UniversalProvider(opts);
    await provider.start();
    return provider;
  }

  /** Without {@link UniversalProvider.init} it has no client: every call says so. */
  constructor(opts: UniversalProviderOpts<Client>) {
    const { bundlerUrl, disableProviderPing = false, fallbackRpcUrls, projectId, rpcUrl, session } = opts;
    const logger = hostLogger(opts.logger, SYSTEM_CLOCK);
    super({
      openClient: async () => {
        const client: AnyClient = opts.client ?? (await SignClient.init(opts));
        // Without a client of the host's the type is that of ours; its sessions are those that the type says it has.
        return client as ProviderClient<SessionOf<Client>, AuthenticationOf<Client>>;
      },
      clock: SYSTEM_CLOCK,
      rpc: new HttpJsonRpc({ clock: SYSTEM_CLOCK, ping: !disableProviderPing }),
      bundler: LATER_BUNDLER,
      events: new Emitter(),
      logger,
      topic: session?.topic,
      service: {
        ...(projectId === undefined ? {} : { projectId }),
        ...(rpcUrl === undefined ? {} : { rpcUrl }),
        ...(bundlerUrl === undefined ? {} : { bundlerUrl }),
        ...(fallbackRpcUrls === undefined ? {} : { fallbackRpcUrls }),
      },
    });
    this.providerOpts = opts;
    this.logger = logger;
  }

  /** The client. @throws LatchkeyError `wallet-protocol/client-not-initialized` */
  get client(): Client {
    // No other was opened.
    return this.needClient() as AnyClient as Client;
  }

  override authenticate(params: Parameters<Client['authenticate']>[0], walletUniversalLink?: string): Promise<AuthenticationOf<Client>> {
    return super.authenticate(params, walletUniversalLink);
  }
}
