import type { EventEmitter } from 'node:events';
import type { CoreTypes, EngineTypes, ISignClient, PairingTypes, SessionTypes, SignClientTypes } from '@walletconnect/types';
import { vi } from 'vitest';
import type { CoreOptions } from '../../../../adapters/sign-client/core.js';
import { MemoryWebSocket } from './memory-network.js';
import { type Client, loadOfficial, type Party, stopOfficialCore } from './party.js';

/** The members of `WalletKit` and `Web3Wallet` that the suite uses. */
export interface WalletKit {
  readonly core: Client['core'];
  readonly engine: { readonly signClient: Client };
  on(event: string, listener: (data: never) => void): EventEmitter;
  pair(params: { uri: string }): Promise<void>;
  approveSession(params: EngineTypes.ApproveParams): Promise<SessionTypes.Struct>;
  rejectSession: ISignClient['reject'];
  updateSession: ISignClient['update'];
  extendSession: ISignClient['extend'];
  respondSessionRequest: ISignClient['respond'];
  disconnectSession: ISignClient['disconnect'];
  emitSessionEvent: ISignClient['emit'];
  getActiveSessions(): Record<string, SessionTypes.Struct>;
  getPendingSessionProposals: ISignClient['proposal']['getAll'];
  getPendingSessionRequests: ISignClient['getPendingSessionRequests'];
  approveSessionAuthenticate: ISignClient['approveSessionAuthenticate'];
  rejectSessionAuthenticate: ISignClient['rejectSessionAuthenticate'];
  formatAuthMessage: ISignClient['formatAuthMessage'];
}

/** The class of a wallet kit. */
interface WalletKitClass {
  init(options: { core: unknown; metadata: CoreTypes.Metadata; name?: string }): Promise<WalletKit>;
  readonly notifications: {
    decryptMessage(params: { topic: string; encryptedMessage: string; storage: unknown }): Promise<unknown>;
    getMetadata(params: { topic: string; storage: unknown }): Promise<CoreTypes.Metadata>;
  };
}

/** Events that a kit emits. All others are those of its client. */
const KIT_EVENTS = [
  'session_proposal',
  'session_request',
  'session_delete',
  'proposal_expire',
  'session_request_expire',
  'session_authenticate',
];

/** A wallet kit as a client: its own methods where it has them, else those of its client. */
const asClient = (kit: WalletKit): Client => {
  const { signClient } = kit.engine;
  const on = <Name extends SignClientTypes.Event>(event: Name, listener: (data: SignClientTypes.EventArguments[Name]) => void): unknown =>
    KIT_EVENTS.includes(event) ? kit.on(event, listener) : signClient.on(event, listener);
  const own = {
    core: kit.core,
    on,
    pair: async ({ uri }: { uri: string }): Promise<PairingTypes.Struct> => {
      await kit.pair({ uri });
      return kit.core.pairing.pairings.get(/^wc:([0-9a-f]+)@/.exec(uri)?.[1] ?? '');
    },
    approve: async (params: EngineTypes.ApproveParams) => {
      const { topic } = await kit.approveSession(params);
      return { topic, acknowledged: async () => signClient.session.get(topic) };
    },
    reject: kit.rejectSession,
    update: kit.updateSession,
    extend: kit.extendSession,
    respond: kit.respondSessionRequest,
    disconnect: kit.disconnectSession,
    emit: kit.emitSessionEvent,
    getPendingSessionRequests: kit.getPendingSessionRequests,
    approveSessionAuthenticate: kit.approveSessionAuthenticate,
    rejectSessionAuthenticate: kit.rejectSessionAuthenticate,
    formatAuthMessage: kit.formatAuthMessage,
  };
  return new Proxy(signClient, {
    get: (client, name) => (Object.hasOwn(own, name) ? Reflect.get(own, name) : Reflect.get(client, name)),
  });
};

/** A wallet on `@reown/walletkit` or `@walletconnect/web3wallet`, as published, and a `Core` of Latchkey. */
export const walletKitParty = (
  installedAs: '@reown/walletkit' | '@walletconnect/web3wallet',
): Party & { readonly kit: WalletKit; readonly Kit: WalletKitClass } => {
  const { WalletKit, Web3Wallet, signIn } = loadOfficial<{ WalletKit?: WalletKitClass; Web3Wallet?: WalletKitClass }>(
    installedAs,
    import.meta.filename,
  );
  const Kit = WalletKit ?? Web3Wallet;
  if (Kit === undefined) throw new Error(`${installedAs} has no wallet kit`);
  const isNew = WalletKit !== undefined;
  const kits: WalletKit[] = [];
  return {
    name: installedAs,
    isOfficial: true,
    hasScopedProperties: isNew,
    announcesSessions: isNew,
    signIn,
    Kit,
    get kit() {
      const kit = kits.at(-1);
      if (kit === undefined) throw new Error('The wallet has not been started');
      return kit;
    },
    load: async () => {
      // The official core keeps the WebSocket that is global when it is loaded.
      vi.stubGlobal('WebSocket', MemoryWebSocket);
      await import('../../../../adapters/sign-client/official/official-core.js');
      vi.unstubAllGlobals();
    },
    init: async ({ metadata, name = '', ...options }) => {
      const { Core } = await import('../../../../adapters/sign-client/core.js');
      // The options of the suite have all members that a core uses.
      const core = new Core(options as CoreOptions);
      // The suite passes all metadata.
      const kit = await Kit.init({ core, metadata: metadata as CoreTypes.Metadata, name });
      kits.push(kit);
      return asClient(kit);
    },
    stopDialing: ({ core }) => stopOfficialCore(core),
  };
};
