import { UniversalProvider } from 'latchkey/walletconnect';
import { stringToHex } from 'viem';
import { Panel } from '../shared/panel.js';
import { readSandbox } from '../shared/sandbox.js';
import { signOptions } from '../shared/sign-options.js';

/** An app on `UniversalProvider` with its own RPC endpoints. */

const { rpc } = readSandbox();
const NAMESPACES = {
  eip155: {
    chains: Object.keys(rpc),
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged', 'accountsChanged'],
    rpcMap: Object.fromEntries(Object.entries(rpc).map(([chain, url]) => [chain.split(':')[1] ?? chain, url])),
  },
};

const run = (provider: UniversalProvider): void => {
  const draw = (): void => panel.show('session', provider.session?.topic ?? 'none');
  const panel = new Panel('Provider', draw);
  const first = async (): Promise<string> => (await provider.request<string[]>({ method: 'eth_accounts' }))[0] ?? '';

  panel.action('connect', async () => (await provider.connect({ optionalNamespaces: NAMESPACES }))?.topic);
  panel.action('accounts', () => provider.request({ method: 'eth_accounts' }));
  panel.action('chain', () => provider.request({ method: 'eth_chainId' }));
  panel.action('balance', async () => provider.request({ method: 'eth_getBalance', params: [await first(), 'latest'] }));
  panel.action('net', () => provider.request({ method: 'net_version' }));
  panel.action('unknown', () => provider.request({ method: 'eth_noSuchMethod' }));
  panel.action('sign', async () =>
    provider.request({ method: 'personal_sign', params: [stringToHex('Hello from the provider'), await first()] }),
  );
  panel.action('switch', () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] }));

  provider.on('display_uri', (uri: string) => panel.show('uri', uri));
  for (const event of ['connect', 'disconnect', 'session_delete']) provider.on(event, () => panel.note(event));
  for (const event of ['chainChanged', 'accountsChanged']) provider.on(event, (data: unknown) => panel.note(event, data));
  draw();
  panel.show('status', 'ready');
};

run(await UniversalProvider.init(signOptions('Protocol provider')));
