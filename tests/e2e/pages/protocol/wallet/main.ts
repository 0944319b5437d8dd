import type { SignClient, SignNamespaces, SignPendingRequest, SignProposal, SignVerifyContext } from 'latchkey/walletconnect';
import { openClient } from '../shared/open-client.js';
import { element, Panel } from '../shared/panel.js';
import { SessionsList } from '../shared/sessions-list.js';
import { ADDRESS, describeRequest, execute } from './keys.js';
import { Prompts } from './prompt.js';

/**
 * A wallet on `SignClient` with a key. It asks the user before it connects, signs or sends. `?client=official` uses the official client
 * instead of ours.
 */

const FIRST = ['eip155:1'];
const ALL = ['eip155:1', 'eip155:137'];
const EVENTS = ['chainChanged', 'accountsChanged'];
const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' };

const namespacesFor = (chains: string[], methods: string[]): SignNamespaces => ({
  eip155: { chains, accounts: chains.map((chain) => `${chain}:${ADDRESS}`), methods, events: EVENTS },
});

const originOf = ({ verified: { validation, origin } }: SignVerifyContext): string => `${validation} ${origin}`;

const methodsOf = ({ requiredNamespaces, optionalNamespaces }: SignProposal): string[] =>
  [requiredNamespaces, optionalNamespaces].flatMap(({ eip155 }) => eip155?.methods ?? []);

const run = (client: SignClient): void => {
  const sessions = new SessionsList(client);
  const panel = new Panel('Wallet', sessions.draw);
  const prompts = new Prompts(sessions.draw);
  // `element` returns an HTMLElement. The tag determines the subtype.
  const field = element('input', 'link') as HTMLInputElement;
  for (const view of [field, prompts.view, sessions.view]) panel.place(view);

  const propose = (proposal: SignProposal, origin = ''): void => {
    const { id, proposer } = proposal;
    const methods = methodsOf(proposal);
    const approve = (chains: string[]) => async (): Promise<void> => {
      const { acknowledged } = await client.approve({ id, namespaces: namespacesFor(chains, methods) });
      acknowledged().then(
        () => panel.note('acknowledged'),
        (error: unknown) => panel.note('not acknowledged', String(error)),
      );
    };
    prompts.ask({
      title: `Connect ${proposer.metadata.name}`,
      facts: `${proposer.metadata.url}\n${methods.join('\n')}`,
      origin,
      actions: { approve: approve(FIRST), 'approve-all': approve(ALL) },
    });
  };
  const request = ({ id, topic, params: { request: received, chainId }, verifyContext }: SignPendingRequest): void => {
    const { method } = received;
    // The test apps send lists only.
    const params = received.params as readonly unknown[];
    prompts.ask({
      topic,
      title: `${method} on ${chainId}`,
      facts: describeRequest(method, params),
      origin: originOf(verifyContext),
      actions: {
        approve: async () => client.respond({ topic, response: { id, jsonrpc: '2.0', result: await execute(method, params, chainId) } }),
      },
    });
  };

  client.on('session_proposal', ({ params, verifyContext }) => propose(params, originOf(verifyContext)));
  client.on('session_request', request);
  client.on('session_delete', ({ topic }) => prompts.drop(topic));
  for (const event of ['session_delete', 'proposal_expire'] as const) client.on(event, () => panel.note(event));
  // Restored proposals. The client emits pending requests itself.
  for (const proposal of client.proposal.getAll()) propose(proposal);

  panel.action('pair', async () => (await client.pair({ uri: field.value })).topic);
  panel.action('update', async () => {
    const { topic, namespaces } = sessions.first();
    return (await client.update({ topic, namespaces: namespacesFor(ALL, namespaces['eip155']?.methods ?? []) })).acknowledged();
  });
  panel.action('change-chain', () =>
    client.emit({ topic: sessions.first().topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 137 } }),
  );
  panel.action('disconnect', () => client.disconnect({ topic: sessions.first().topic, reason: USER_DISCONNECTED }));
  panel.show('status', 'ready');
};

run(await openClient('Protocol wallet'));
