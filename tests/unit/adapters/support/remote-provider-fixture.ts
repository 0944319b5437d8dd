import type { Eip1193Request } from '../../../../adapters/eip155/eip1193.js';
import { RemoteProvider, type RpcReadFn } from '../../../../adapters/eip155/remote-provider.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession, type FakeRemoteSessionInit } from '../../../../application/ports/remote-session.fake.js';
import { type ChainId, toChainId } from '../../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import type { SessionNamespace, SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { ALICE, BOB } from './networks.js';

export const MAINNET = toChainId('eip155:1');
export const POLYGON = toChainId('eip155:137');
export const BASE = toChainId('eip155:8453');
const EVENTS = ['accountsChanged', 'chainChanged', 'disconnect', 'message'] as const;

/** Session namespaces of accounts, given as `reference:address`, and methods. */
export const allowed = (accounts: readonly string[], methods: readonly string[] = ['personal_sign']): SessionNamespaces => ({
  eip155: { accounts: accounts.map((account) => toAccountId(`eip155:${account}`)), methods, events: [] } satisfies SessionNamespace,
});

/** Two accounts on each of two chains. */
export const BOTH_CHAINS = [`1:${ALICE}`, `1:${BOB}`, `137:${ALICE}`, `137:${BOB}`];

/** A provider over a remote session, with its reads and emitted events. */
export const providerOn = (
  namespaces: SessionNamespaces = allowed(BOTH_CHAINS),
  chainId: ChainId = MAINNET,
  properties: Pick<FakeRemoteSessionInit, 'sessionProperties' | 'scopedProperties'> = {},
) => {
  const remote = new FakeRemoteSession({ namespaces, ...properties });
  const reads: { readonly chainId: ChainId; readonly request: Eip1193Request }[] = [];
  const clock = new FakeClock();
  const read: RpcReadFn = async (at, request) => {
    reads.push({ chainId: at, request });
    return 'from the node';
  };
  const provider = new RemoteProvider({ remote, chainId, read, clock });
  const emitted: (readonly [event: string, payload: unknown])[] = [];
  const listeners = EVENTS.map((event) => [event, (payload: unknown) => emitted.push([event, payload])] as const);
  const listen = (): void => {
    for (const [event, listener] of listeners) provider.on(event, listener);
  };
  return {
    remote,
    clock,
    provider,
    reads,
    emitted,
    listeners,
    listen,
    request: (method: string, ...params: unknown[]) => provider.request({ method, params }),
  };
};

/** A provider with listeners. */
export const listeningProvider = (...parameters: Parameters<typeof providerOn>) => {
  const fixture = providerOn(...parameters);
  fixture.listen();
  return fixture;
};

/** A switch request. */
export const switchTo = (hex: unknown): Eip1193Request => ({ method: 'wallet_switchEthereumChain', params: [{ chainId: hex }] });
