import { createRequire } from 'node:module';
import type { AuthTypes, ISignClient, ISignClientEvents, SignClientTypes } from '@walletconnect/types';
import { vi } from 'vitest';
import { MemoryWebSocket } from './memory-network.js';

/** The common API of all clients. */
export type Client = ISignClient & Pick<ISignClientEvents, 'on' | 'once' | 'off'>;

/** Helpers that a wallet uses to sign in. */
export interface SignInKit {
  /** Selects the supported part of an authentication request. */
  populateAuthPayload(request: {
    readonly authPayload: AuthTypes.PayloadParams;
    readonly chains: string[];
    readonly methods: string[];
  }): AuthTypes.PayloadParams;
  /** @param iss `did:pkh:` and a CAIP-10 account id */
  buildAuthObject(payload: AuthTypes.PayloadParams, signature: AuthTypes.CacaoSignature, iss: string): AuthTypes.Cacao;
}

/** A client version that can be an app or a wallet. */
export interface Party {
  readonly name: string;
  readonly isOfficial: boolean;
  /** True if the client supports scoped properties (not in 2.17.2). */
  readonly hasScopedProperties: boolean;
  /** True if an app receives `session_connect` (not in 2.17.2). */
  readonly announcesSessions: boolean;
  readonly signIn: SignInKit;
  /** Loads the modules of `init` unless they are loaded already. */
  load(): Promise<unknown>;
  init(options: SignClientTypes.Options): Promise<Client>;
  /**
   * Stops the reconnects of a client whose process was killed: its timers still run in the test process. Its connection is cut afterwards.
   */
  stopDialing(client: Client): void;
}

/** Methods by which an official client connects and reconnects. */
const DIAL_METHODS = ['connect', 'transportOpen', 'restartTransport'];

/** Stops the connection and the timers of an official core. */
export const stopOfficialCore = ({ relayer, heartbeat }: Client['core']): void => {
  for (const dial of DIAL_METHODS) Reflect.set(relayer, dial, () => new Promise(() => {}));
  heartbeat.stop();
  relayer.transportClose().catch(() => undefined);
};

/**
 * Loads a package that contains the official client, on the in-memory network.
 * @param from path in the folder whose `node_modules` contains it
 */
export const loadOfficial = <Package>(installedAs: string, from: string): Package & { readonly signIn: SignInKit } => {
  const load = createRequire(from);
  // The client keeps the WebSocket that is global when it is loaded.
  vi.stubGlobal('WebSocket', MemoryWebSocket);
  // Loaded by name at runtime. The suite uses the API that all versions share, apart from the flags of `Party`.
  const loaded = load(installedAs) as Package;
  const { populateAuthPayload, buildAuthObject } = createRequire(load.resolve(installedAs))('@walletconnect/utils') as SignInKit;
  vi.unstubAllGlobals();
  return { ...loaded, signIn: { populateAuthPayload, buildAuthObject } };
};

/**
 * A version of the official client.
 * @param installedAs name of the installed package
 * @param from path in the folder whose `node_modules` contains it
 */
export const officialParty = (version: string, installedAs: string, from: string): Party => {
  const { SignClient, signIn } = loadOfficial<{ readonly SignClient: Pick<Party, 'init'> }>(installedAs, from);
  return {
    name: `sign-client ${version}`,
    isOfficial: true,
    hasScopedProperties: version !== '2.17.2',
    announcesSessions: version !== '2.17.2',
    signIn,
    load: async () => undefined,
    init: (options) => SignClient.init(options),
    stopDialing: ({ core }) => stopOfficialCore(core),
  };
};
