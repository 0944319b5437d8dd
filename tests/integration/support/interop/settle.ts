import type { EngineTypes, SessionTypes, SignClientTypes } from '@walletconnect/types';
import type { InteropWorld } from './interop-world.js';

/** The first account of the public test phrase, which every local chain knows. */
export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** Chains of the app. */
export const CHAINS = ['eip155:1', 'eip155:137'];

/** What the app asks for on them. */
export const ASKED = { chains: CHAINS, methods: ['personal_sign', 'eth_sendTransaction'], events: ['chainChanged', 'accountsChanged'] };

/** What a wallet grants of it on some chains. */
export const granted = (chains: readonly string[] = CHAINS): SessionTypes.Namespaces => ({
  eip155: { ...ASKED, chains: [...chains], accounts: chains.map((chain) => `${chain}:${ADDRESS}`) },
});

/** A proposal that a wallet has before it. */
export interface Proposed {
  readonly uri: string;
  readonly proposal: SignClientTypes.EventArguments['session_proposal'];
  /** What the app waits for. It is waited for at once: an app that asks late is not what is compared here. */
  readonly approval: Promise<SessionTypes.Struct>;
}

/** The app proposes, the wallet scans. */
export const propose = async (
  { app, wallet }: InteropWorld,
  params: EngineTypes.ConnectParams = { optionalNamespaces: { eip155: ASKED } },
): Promise<Proposed> => {
  const { uri = '', approval } = await app.connect(params);
  const approved = app.ended(approval(), 'approval()', 400_000);
  await wallet.pair(uri);
  return { uri, proposal: await wallet.next('session_proposal'), approval: approved };
};

/** The app proposes, the wallet approves, and both know it. @returns the session's topic */
export const settle = async (world: InteropWorld, namespaces = granted()): Promise<string> => {
  const { proposal, approval } = await propose(world);
  const { topic } = await world.wallet.approve({ id: proposal.id, namespaces });
  await approval;
  await world.wallet.until(({ session }) => session.get(topic).acknowledged, 'knows that the session is settled');
  return topic;
};

/** What each of both has stored of a session. */
export const sessionsOf = ({ app, wallet }: InteropWorld, topic: string) => ({
  app: app.client.session.get(topic),
  wallet: wallet.client.session.get(topic),
});

/** Topics of the sessions that each of both has. */
export const topicsOf = ({ app, wallet }: InteropWorld) => ({
  app: app.client.session.keys,
  wallet: wallet.client.session.keys,
});
