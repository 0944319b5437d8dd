import type { EngineTypes, SessionTypes, SignClientTypes } from '@walletconnect/types';
import type { InteropFixture } from './interop-fixture.js';

/** The first account of the public test mnemonic, which every local chain funds. */
export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** Chains of the app. */
export const CHAINS = ['eip155:1', 'eip155:137'];

/** Proposed namespace. */
export const REQUESTED_NAMESPACE = {
  chains: CHAINS,
  methods: ['personal_sign', 'eth_sendTransaction'],
  events: ['chainChanged', 'accountsChanged'],
};

/** Approved namespaces of a wallet. */
export const approvedNamespaces = (chains: readonly string[] = CHAINS): SessionTypes.Namespaces => ({
  eip155: { ...REQUESTED_NAMESPACE, chains: [...chains], accounts: chains.map((chain) => `${chain}:${ADDRESS}`) },
});

/** A proposal that the wallet received. */
export interface Proposed {
  readonly uri: string;
  readonly proposal: SignClientTypes.EventArguments['session_proposal'];
  /** Approval promise of the app, subscribed immediately. */
  readonly approval: Promise<SessionTypes.Struct>;
}

/** The app proposes, and the wallet pairs. */
export const propose = async (
  { app, wallet }: InteropFixture,
  params: EngineTypes.ConnectParams = { optionalNamespaces: { eip155: REQUESTED_NAMESPACE } },
): Promise<Proposed> => {
  const { uri = '', approval } = await app.connect(params);
  const approved = app.settledWithin(approval(), 'approval()', 400_000);
  await wallet.pair(uri);
  return { uri, proposal: await wallet.next('session_proposal'), approval: approved };
};

/** The app proposes, the wallet approves, and both settle. @returns the session topic */
export const establishSession = async (fixture: InteropFixture, namespaces = approvedNamespaces()): Promise<string> => {
  const { proposal, approval } = await propose(fixture);
  const { topic } = await fixture.wallet.approve({ id: proposal.id, namespaces });
  await approval;
  await fixture.wallet.until(({ session }) => session.get(topic).acknowledged, 'knows that the session is settled');
  return topic;
};

/** Stored sessions of both sides. */
export const sessionsOf = ({ app, wallet }: InteropFixture, topic: string) => ({
  app: app.client.session.get(topic),
  wallet: wallet.client.session.get(topic),
});

/** Session topics of both sides. */
export const topicsOf = ({ app, wallet }: InteropFixture) => ({
  app: app.client.session.keys,
  wallet: wallet.client.session.keys,
});
