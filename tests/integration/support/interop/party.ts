import { createRequire } from 'node:module';
import type { AuthTypes, ISignClient, ISignClientEvents, SignClientTypes } from '@walletconnect/types';
import { vi } from 'vitest';
import { MemoryWebSocket } from './memory-network.js';

/** What a host or a wallet uses of a client, whoever made it. */
export type Client = ISignClient & Pick<ISignClientEvents, 'on' | 'once' | 'off'>;

/** What a wallet makes a sign-in with. */
export interface SignInKit {
  /** What the wallet serves of what an app asks for. */
  populateAuthPayload(asked: {
    readonly authPayload: AuthTypes.PayloadParams;
    readonly chains: string[];
    readonly methods: string[];
  }): AuthTypes.PayloadParams;
  /** @param iss `did:pkh:` and a CAIP-10 account id */
  buildAuthObject(payload: AuthTypes.PayloadParams, signature: AuthTypes.CacaoSignature, iss: string): AuthTypes.Cacao;
}

/** A client that takes either role, by the names its authors give to things. */
export interface Party {
  readonly name: string;
  readonly isOfficial: boolean;
  /** Whether its authors have scoped properties: 2.17.2 is older than they are. */
  readonly hasScopedProperties: boolean;
  /** Whether an app hears `session_connect`: 2.17.2 gives it to nobody. */
  readonly announcesSessions: boolean;
  readonly signIn: SignInKit;
  /** Loads the code of `init`, where that is not done yet. */
  load(): Promise<unknown>;
  init(options: SignClientTypes.Options): Promise<Client>;
  /** Keeps a client whose process was killed from dialling: its timers live on in the process of the tests. Its line is cut after this. */
  silence(client: Client): void;
}

/** By this an official client dials, and dials again. */
const DIALLERS = ['connect', 'transportOpen', 'restartTransport'];

/**
 * A version of the official client.
 * @param installedAs how it is called where it is installed
 * @param from a path in the folder in whose `node_modules` it is
 */
export const officialParty = (version: string, installedAs: string, from: string): Party => {
  const load = createRequire(from);
  // It keeps the WebSocket that is global when it is loaded.
  vi.stubGlobal('WebSocket', MemoryWebSocket);
  // Loaded by their names at run time. What the suite uses of them is the same in all versions but for what `Party` says.
  const { SignClient } = load(installedAs) as { readonly SignClient: Pick<Party, 'init'> };
  const { populateAuthPayload, buildAuthObject } = createRequire(load.resolve(installedAs))('@walletconnect/utils') as SignInKit;
  vi.unstubAllGlobals();
  return {
    name: `sign-client ${version}`,
    isOfficial: true,
    hasScopedProperties: version !== '2.17.2',
    announcesSessions: version !== '2.17.2',
    signIn: { populateAuthPayload, buildAuthObject },
    load: async () => undefined,
    init: (options) => SignClient.init(options),
    silence: ({ core }) => {
      for (const dial of DIALLERS) Reflect.set(core.relayer, dial, () => new Promise(() => {}));
      core.heartbeat.stop();
      core.relayer.transportClose().catch(() => undefined);
    },
  };
};
