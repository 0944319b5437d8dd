import { SYSTEM_CLOCK } from '../adapters/browser/system-clock.js';
import { HttpJsonRpc } from '../adapters/json-rpc/http-json-rpc.js';
import { Emitter } from '../adapters/sign-client/emitter.js';
import type { SignClientOptions } from '../adapters/sign-client/sign-options.js';
import type { Logger } from '../application/ports/logger.port.js';
import type { ProviderAuthentication, ProviderClient, ProviderSession } from '../application/wallet-protocol/provider/provider-client.js';
import { WalletProvider } from '../application/wallet-protocol/provider/wallet-provider.js';
import { createLogger } from './create-logger.js';
import { lazyBundler } from './lazy-bundler.js';
import { SignClient } from './sign-client.js';

/** A Sign client with any session type. */
type AnyClient = ProviderClient<ProviderSession>;

/** Session type of a client. */
type SessionOf<Client extends AnyClient> = ReturnType<Client['session']['get']>;

/** Result type of `authenticate` of a client. */
type AuthenticationOf<Client extends AnyClient> = Awaited<ReturnType<Awaited<ReturnType<Client['authenticate']>>['response']>> &
  ProviderAuthentication<SessionOf<Client>>;

/** Options of `UniversalProvider.init`: those of the official provider, and service URLs. */
export interface UniversalProviderOpts<Client extends AnyClient = SignClient> extends SignClientOptions {
  /** Client to use; the app disposes of it. Default: a new client with these options. */
  client?: Client;
  /** Skips the request that tests an RPC URL before its first use. Default false. */
  disableProviderPing?: boolean;
  /** Topic of the session to restore. Default: the client's first session. */
  session?: { topic: string };
  /** URL of the RPC service for chains that are not in `rpcMap`. Default `https://rpc.walletconnect.org/v1/`. */
  rpcUrl?: string;
  /** URL of the bundler service. Default: the path `bundler` below `rpcUrl`. */
  bundlerUrl?: string;
  /**
   * Allows requests to URLs that the wallet names: the bundler of its session property `bundler_url`, which then receives the ids of call
   * batches. Only `https:` URLs without credentials, and none of the device or its local network. Default false.
   */
  allowWalletUrls?: boolean;
  /** Fallback RPC URLs by CAIP-2 id, used if the URL in `rpcMap` fails. */
  fallbackRpcUrls?: Record<string, string[]>;
}

/**
 * Provider for all namespaces of a WalletConnect session, with the API of `@walletconnect/universal-provider`. Requests go to the wallet or
 * to an RPC endpoint of their chain.
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

  /** Creates a provider, and a client if none is given, and restores the stored session. @throws LatchkeyError `wallet-protocol/session-unknown` */
  static async init<Client extends AnyClient = SignClient>(opts: UniversalProviderOpts<Client>): Promise<UniversalProvider<Client>> {
    const provider = new UniversalProvider(opts);
    await provider.start();
    return provider;
  }

  /** Use {@link UniversalProvider.init} instead: without it there is no client, and every call throws. */
  constructor(opts: UniversalProviderOpts<Client>) {
    const { allowWalletUrls = false, bundlerUrl, disableProviderPing = false, fallbackRpcUrls, projectId, rpcUrl, session } = opts;
    const logger = createLogger(opts.logger, SYSTEM_CLOCK);
    super({
      openClient: async () => {
        const client: AnyClient = opts.client ?? (await SignClient.init(opts));
        // `Client` is `SignClient` unless the app passes its own client.
        return client as ProviderClient<SessionOf<Client>, AuthenticationOf<Client>>;
      },
      clock: SYSTEM_CLOCK,
      rpc: new HttpJsonRpc({ clock: SYSTEM_CLOCK, ping: !disableProviderPing }),
      bundler: lazyBundler(SYSTEM_CLOCK),
      events: new Emitter(),
      logger,
      topic: session?.topic,
      service: {
        allowWalletUrls,
        ...(projectId === undefined ? {} : { projectId }),
        ...(rpcUrl === undefined ? {} : { rpcUrl }),
        ...(bundlerUrl === undefined ? {} : { bundlerUrl }),
        ...(fallbackRpcUrls === undefined ? {} : { fallbackRpcUrls }),
      },
    });
    this.providerOpts = opts;
    this.logger = logger;
  }

  /** @throws LatchkeyError `wallet-protocol/client-not-initialized` */
  get client(): Client {
    // `openClient` returns a `Client`.
    return this.requireClient() as AnyClient as Client;
  }

  override authenticate(params: Parameters<Client['authenticate']>[0], walletUniversalLink?: string): Promise<AuthenticationOf<Client>> {
    return super.authenticate(params, walletUniversalLink);
  }
}
