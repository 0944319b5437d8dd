import type { SignClient, SignSession } from 'latchkey/walletconnect';
import { stringToHex } from 'viem';
import { openClient } from '../shared/open-client.js';
import { Panel } from '../shared/panel.js';
import { SessionsList } from '../shared/sessions-list.js';

/** An app on `SignClient` with a button per request. `?client=official` uses the official client instead of ours. */

const CHAIN = 'eip155:1';
const METHODS = ['personal_sign', 'eth_sendTransaction'];
const NAMESPACES = { eip155: { chains: [CHAIN, 'eip155:137'], methods: METHODS, events: ['chainChanged', 'accountsChanged'] } };
const MESSAGE = 'Hello from the app';
const TRANSFER = { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: '0x2386f26fc10000' };
const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' };

const addressOf = ({ namespaces }: SignSession): string => namespaces['eip155']?.accounts[0]?.split(':')[2] ?? '';

const run = (client: SignClient): void => {
  const sessions = new SessionsList(client);
  const panel = new Panel('App', sessions.draw);
  panel.place(sessions.view);

  panel.action('connect', async () => {
    panel.show('uri', '');
    const { uri = '', approval } = await client.connect({ optionalNamespaces: NAMESPACES });
    panel.show('uri', uri);
    return (await approval()).topic;
  });
  panel.action('sign', () => {
    const session = sessions.first();
    const params = [stringToHex(MESSAGE), addressOf(session)];
    return client.request({ topic: session.topic, chainId: CHAIN, request: { method: 'personal_sign', params } });
  });
  panel.action('send', () => {
    const session = sessions.first();
    const params = [{ from: addressOf(session), ...TRANSFER }];
    return client.request({ topic: session.topic, chainId: CHAIN, request: { method: 'eth_sendTransaction', params } });
  });
  panel.action('disconnect', () => client.disconnect({ topic: sessions.first().topic, reason: USER_DISCONNECTED }));

  for (const event of ['session_update', 'session_delete', 'session_connect'] as const) client.on(event, () => panel.note(event));
  panel.show('status', 'ready');
};

run(await openClient('Protocol app'));
