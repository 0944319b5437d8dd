import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLatchkeyError, type LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { mainnet, polygon, sepolia } from '../../../domain/network/networks/eip155.js';
import { solana } from '../../../domain/network/networks/solana.js';
import { parseOptions } from '../../../domain/options/parse-options.js';
import { forAll, itHolds } from '../domain/properties.js';

/** Returns the error of parsing, `undefined` for valid options. Any other exception is a bug. */
const errorOf = (input: unknown): LatchkeyError | undefined => {
  try {
    parseOptions(input);
    return undefined;
  } catch (error) {
    if (isLatchkeyError(error)) return error;
    throw error;
  }
};

const contextOf = (input: unknown): unknown => errorOf(input)?.context;

const withNetworks = (options: object): object => ({ networks: [mainnet, polygon], ...options });

describe('omitted options', () => {
  it('have the defaults of the specification', () => {
    const { networks, ...options } = parseOptions({ networks: [mainnet] });
    expect(networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual(['eip155:1']);
    expect(options).toEqual({
      features: {
        swaps: true,
        onramp: true,
        receive: true,
        send: true,
        email: true,
        emailShowWallets: true,
        socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
        connectorTypeOrder: ['injected', 'recent', 'walletConnect', 'featured', 'custom', 'external', 'recommended'],
        history: true,
        transactionTray: true,
        analytics: true,
        allWallets: true,
        legalCheckbox: false,
        smartSessions: false,
        collapseWallets: false,
        walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
      },
      themeMode: 'dark',
      chosenThemeMode: null,
      themeVariables: {},
      allWallets: 'SHOW',
      allowUnsupportedChain: false,
      enableNetworkSwitch: true,
      enableWallets: true,
      enableWalletConnect: true,
      enableInjected: true,
      enableEIP6963: true,
      enableWalletGuide: true,
      enableAuthLogger: true,
      enableEmbedded: false,
      disableAppend: false,
      debug: true,
      defaultAccountTypes: { bip122: 'payment', eip155: 'smartAccount', polkadot: 'eoa', solana: 'eoa' },
      basic: false,
      manualWCControl: false,
      pendingTransactionsFilter: { enable: false, pollingInterval: 30_000 },
      endpoints: {},
      locale: 'en',
    });
  });

  it('may be undefined explicitly', () => {
    const undefinedOptions = {
      defaultNetwork: undefined,
      projectId: undefined,
      features: undefined,
      themeMode: undefined,
      siwx: undefined,
    };
    expect(parseOptions(withNetworks(undefinedOptions))).toEqual(parseOptions(withNetworks({})));
    expect(parseOptions(withNetworks({ features: { swaps: undefined } })).features.swaps).toBe(true);
    expect(parseOptions(withNetworks({ themeVariables: { '--lk-accent': undefined } })).themeVariables).toStrictEqual({});
  });

  it('are not shared between clients', () => {
    const first = parseOptions({ networks: [mainnet] });
    const second = parseOptions({ networks: [mainnet] });
    expect(first.features).not.toBe(second.features);
    expect(first.features.walletFeaturesOrder).not.toBe(second.features.walletFeaturesOrder);
  });
});

describe('an invalid option', () => {
  it.each<[unknown, field: string, fix: string | RegExp]>([
    [null, 'options', 'use an object'],
    [[], 'options', 'use an object'],
    ['networks', 'options', 'use an object'],
    [{}, 'networks', /at least one network/],
    [{ networks: [] }, 'networks', /at least one network/],
    [{ networks: mainnet }, 'networks', /list/],
    [{ networks: [null] }, 'networks[0]', /viem\/chains/],
    [{ networks: [mainnet, polygon, { ...mainnet }] }, 'networks[2]', 'remove it: eip155:1 is already at networks[0]'],
    [{ networks: [mainnet, { ...polygon, name: '' }] }, 'name', /name/],
    [{ networks: [{ ...mainnet, id: -1 }] }, 'id', /integer/],
    [{ networks: [{ ...mainnet, rpcUrls: { default: { http: ['ftp://node'] } } }] }, 'rpcUrls.default.http', /http/],
    [withNetworks({ defaultNetwork: sepolia }), 'defaultNetwork', 'use one of "networks"'],
    [withNetworks({ defaultNetwork: 'eip155:1' }), 'defaultNetwork', /network/],
    [withNetworks({ projectId: 7 }), 'projectId', 'use a string'],
    [withNetworks({ themeMode: 'blue' }), 'themeMode', 'use "light" or "dark" or "auto"'],
    [withNetworks({ thememode: 'dark' }), 'thememode', 'use "themeMode"'],
    [withNetworks({ adapter: [] }), 'adapter', 'remove it: it is not a known option'],
    [withNetworks({ module: [] }), 'module', 'use "modules"'],
    [{ chains: [mainnet] }, 'chains', 'use "networks"'],
    [withNetworks({ adapters: [] }), 'adapters', 'use "modules"'],
    [withNetworks({ transports: {} }), 'transports', 'use "customRpcUrls"'],
    [withNetworks({ contaner: {} }), 'contaner', 'use "container"'],
    [withNetworks({ onEvents: () => {} }), 'onEvents', 'use "onEvent"'],
    [withNetworks({ features: [] }), 'features', 'use an object'],
    [withNetworks({ features: new Map() }), 'features', 'use an object'],
    [withNetworks({ features: { swap: true } }), 'features.swap', 'use "swaps"'],
    [withNetworks({ features: { email: 'yes' } }), 'features.email', 'use true or false'],
    [withNetworks({ features: { socials: true } }), 'features.socials', /list/],
    [withNetworks({ features: { socials: ['google', 'x', 'myspace'] } }), 'features.socials[2]', /"google" or "x"/],
    [withNetworks({ features: { socials: ['x', 'x'] } }), 'features.socials', 'use a list without duplicates'],
    [withNetworks({ features: { connectMethodsOrder: ['wallets'] } }), 'features.connectMethodsOrder[0]', /"wallet"/],
    [withNetworks({ features: { walletFeaturesOrder: ['swap'] } }), 'features.walletFeaturesOrder[0]', /"swaps"/],
    [withNetworks({ features: { connectorTypeOrder: 'recent' } }), 'features.connectorTypeOrder', /list/],
    [withNetworks({ themeVariables: { '--w3m-accent': 'red' } }), 'themeVariables["--w3m-accent"]', 'use "--lk-accent"'],
    [withNetworks({ themeVariables: { '--lk-accent': 'red; } * { color: red' } }), 'themeVariables["--lk-accent"]', /CSS/],
    [withNetworks({ themeVariables: { '--lk-accent': '' } }), 'themeVariables["--lk-accent"]', /CSS/],
    [withNetworks({ themeVariables: { '--lk-color-mix-strength': 101 } }), 'themeVariables["--lk-color-mix-strength"]', /0 to 100/],
    [withNetworks({ themeVariables: { '--lk-z-index': '5' } }), 'themeVariables["--lk-z-index"]', /number/],
    [withNetworks({ themeVariables: { '--lk-z-index': Number.NaN } }), 'themeVariables["--lk-z-index"]', /number/],
    [withNetworks({ metadata: { name: 'App', description: '', icons: [] } }), 'metadata.url', /https/],
    [withNetworks({ metadata: { name: ' ', description: '', url: 'https://app.example', icons: [] } }), 'metadata.name', /non-empty/],
    [withNetworks({ metadata: { name: 'App', description: '', url: 'https://app.example', icons: 'a.png' } }), 'metadata.icons', /list/],
    [
      withNetworks({ metadata: { name: 'App', description: '', url: 'https://a.b', icons: ['javascript:0'] } }),
      'metadata.icons[0]',
      /image/,
    ],
    [withNetworks({ featuredWalletIds: 'abc' }), 'featuredWalletIds', /list/],
    [withNetworks({ includeWalletIds: ['a', ''] }), 'includeWalletIds[1]', /non-empty/],
    [withNetworks({ excludeWalletIds: [1] }), 'excludeWalletIds[0]', /string/],
    [withNetworks({ customWallets: [{ id: 'w' }] }), 'customWallets[0].name', /non-empty/],
    [withNetworks({ customWallets: [{ id: 'w', name: 'W', mobileLink: 'w://' }] }), 'customWallets[0].mobileLink', 'use "mobile_link"'],
    [withNetworks({ customWallets: [{ id: 'w', name: 'W', mobile_link: 'javascript:alert(1)' }] }), 'customWallets[0].mobile_link', /link/],
    [withNetworks({ customWallets: [{ id: 'w', name: 'W', homepage: 'w://' }] }), 'customWallets[0].homepage', /https/],
    [
      withNetworks({
        customWallets: [
          { id: 'w', name: 'W' },
          { id: 'w', name: 'V' },
        ],
      }),
      'customWallets[1].id',
      /"w" is taken/,
    ],
    [withNetworks({ tokens: 'eip155:1/erc20:0x0' }), 'tokens', 'use an object'],
    [withNetworks({ tokens: ['0x0'] }), 'tokens[0]', /CAIP-19/],
    [withNetworks({ tokens: ['eip155:1/erc20:0x0', 'eip155:1/erc20:0x0'] }), 'tokens', 'use a list without duplicates'],
    [withNetworks({ tokens: { mainnet: { address: '0x0' } } }), 'tokens.mainnet', /CAIP-2/],
    [withNetworks({ tokens: { 'eip155:1': {} } }), 'tokens["eip155:1"].address', /non-empty/],
    [withNetworks({ customRpcUrls: { 'eip155:01': [] } }), 'customRpcUrls["eip155:01"]', /CAIP-2/],
    [
      withNetworks({ customRpcUrls: { 'eip155:1': ['https://node'] } }),
      'customRpcUrls["eip155:1"][0]',
      /^use an object such as { url: "https:/,
    ],
    [withNetworks({ customRpcUrls: { 'eip155:1': 'https://node' } }), 'customRpcUrls["eip155:1"]', /^use a list such as \[{ url: "https:/],
    [withNetworks({ customRpcUrls: { 'eip155:1': { url: 'https://node' } } }), 'customRpcUrls["eip155:1"]', /^use a list such as \[{ url:/],
    [withNetworks({ customRpcUrls: ['https://node'] }), 'customRpcUrls', /^use an object such as { "eip155:1": \[{ url:/],
    [withNetworks({ customRpcUrls: { 1: [{ url: 'https://node' }] } }), 'customRpcUrls["1"]', /CAIP-2 chain id such as "eip155:1"/],
    [withNetworks({ customRpcUrls: { 'eip155:1': [{ url: 'wss://node' }] } }), 'customRpcUrls["eip155:1"][0].url', /https/],
    [
      withNetworks({ customRpcUrls: { 'eip155:1': [{ url: 'https://a', config: { headers: { a: 1 } } }] } }),
      'customRpcUrls["eip155:1"][0].config.headers.a',
      'use a string',
    ],
    [withNetworks({ chainImages: { 1: 'data:text/html,x' } }), 'chainImages["1"]', /image/],
    [withNetworks({ connectorImages: { injected: 7 } }), 'connectorImages.injected', /image/],
    [withNetworks({ termsConditionsUrl: 'javascript:alert(1)' }), 'termsConditionsUrl', /URL/],
    [withNetworks({ privacyPolicyUrl: 'www.example.com' }), 'privacyPolicyUrl', /URL/],
    [withNetworks({ allWallets: 'show' }), 'allWallets', 'use "SHOW" or "HIDE" or "ONLY_MOBILE"'],
    [withNetworks({ enableWallets: 0 }), 'enableWallets', 'use true or false'],
    [withNetworks({ debug: null }), 'debug', 'use true or false'],
    [withNetworks({ enableCoinbase: true }), 'enableCoinbase', 'remove it: it is not a known option'],
    [withNetworks({ coinbasePreference: 'all' }), 'coinbasePreference', 'remove it: it is not a known option'],
    [withNetworks({ defaultAccountTypes: { eip155: 'smart' } }), 'defaultAccountTypes.eip155', 'use "eoa" or "smartAccount"'],
    [withNetworks({ defaultAccountTypes: { near: 'eoa' } }), 'defaultAccountTypes.near', /not a known option/],
    [withNetworks({ universalProvider: 'walletconnect' }), 'universalProvider', /connect\(\)/],
    [withNetworks({ universalProvider: { session: {} } }), 'universalProvider', /connect\(\)/],
    [withNetworks({ siwx: true }), 'siwx', /sign-in service/],
    [withNetworks({ siwx: { createMessage: () => '' } }), 'siwx', /revokeSession\(\)/],
    [withNetworks({ siweConfig: {} }), 'siweConfig', /verifyMessage\(\)/],
    [withNetworks({ endpoints: { relay: 'relay.example' } }), 'endpoints.relay', /wss/],
    [withNetworks({ endpoints: { relay: 'https://relay.example' } }), 'endpoints.relay', /wss/],
    [withNetworks({ endpoints: { relay: 'ws://relay.example' } }), 'endpoints.relay', /wss/],
    [withNetworks({ endpoints: { relay: 'ws://localhost.example' } }), 'endpoints.relay', /wss/],
    [withNetworks({ endpoints: { relay: 'ws://127.0.0.1.example' } }), 'endpoints.relay', /wss/],
    [withNetworks({ endpoints: { blockchainApi: 'wss://api.example' } }), 'endpoints.blockchainApi', /https/],
    [withNetworks({ endpoints: { esplora: 'https://user:secret@node.example' } }), 'endpoints.esplora', /https/],
    [withNetworks({ endpoints: { rpc: { 1: 'https://node' } } }), 'endpoints.rpc["1"]', /CAIP-2/],
    [withNetworks({ universalProviderConfigOverride: { method: {} } }), 'universalProviderConfigOverride.method', 'use "methods"'],
    [
      withNetworks({ universalProviderConfigOverride: { rpcMap: { 1: 'https://node' } } }),
      'universalProviderConfigOverride.rpcMap["1"]',
      /CAIP-2/,
    ],
    [withNetworks({ universalProviderConfigOverride: { defaultChain: '1' } }), 'universalProviderConfigOverride.defaultChain', /CAIP-2/],
    [withNetworks({ endpoints: { relays: '' } }), 'endpoints.relays', 'use "relay"'],
    [withNetworks({ endpoints: { analytics: 'own.example' } }), 'endpoints.analytics', /https:/],
    [withNetworks({ endpoints: { secureSite: 'own.example' } }), 'endpoints.secureSite', /https:/],
    ...['/f/abc/sdk', `/f/${'1F'.repeat(32)}/sdk`, `/f/${'1f'.repeat(32)}`, `/f/${'1f'.repeat(32)}/sdk/more`].map(
      (path): [object, string, RegExp] => [
        withNetworks({ endpoints: { secureSite: `https://wallet.example${path}` } }),
        'endpoints.secureSite',
        /64 lower-case hex digits/,
      ],
    ),
    [withNetworks({ endpoints: { bundler: 'own.example' } }), 'endpoints.bundler', /https:/],
    [withNetworks({ locale: 'english please' }), 'locale', /language tag/],
  ])('rejects %j at "%s"', (input, field, fix) => {
    expect(contextOf(input)).toMatchObject({ field, fix: typeof fix === 'string' ? fix : expect.stringMatching(fix) });
  });

  it('throws with a readable message', () => {
    expect(errorOf(withNetworks({ themeMode: 'blue' }))?.message).toBe('Option "themeMode" is not valid: use "light" or "dark" or "auto"');
  });

  it('includes both sign-in variants set together', () => {
    expect(errorOf(withNetworks({ siwx: {}, siweConfig: {} }))?.code).toBe('config/conflicting-sign-in');
  });
});

describe('an option of a feature that is not released', () => {
  it.each<[options: object, field: string, feature: string]>([
    [{ features: { smartSessions: true } }, 'features.smartSessions', 'a smart session'],
    [{ locale: 'de' }, 'locale', 'a text in another language (pass "messages" to the modal instead)'],
  ])('is rejected if it asks for the feature: %j', (options, field, feature) => {
    expect(contextOf(withNetworks(options))).toEqual({ field, fix: `remove it: ${feature} is not available yet` });
  });

  it('is accepted if it asks for nothing', () => {
    const features = { swaps: false, email: false, socials: false, smartSessions: false, onramp: undefined };
    expect(errorOf(withNetworks({ features, locale: 'en' }))).toBeUndefined();
    expect(errorOf(withNetworks({ features: { socials: [] } }))).toBeUndefined();
  });
});

describe('a relay', () => {
  it.each(['wss://relay.example', 'ws://localhost:8080', 'ws://127.0.0.1:1/path', 'ws://[::1]:1', 'ws://app.localhost'])(
    'may have the URL %s',
    (relay) => expect(errorOf(withNetworks({ endpoints: { relay } }))).toBeUndefined(),
  );
});

describe('arbitrary options', () => {
  const names = Object.keys(parseOptions({ networks: [mainnet] }));
  const garbage = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSet: true,
    withSparseArray: true,
  });

  const expectNamedError = (input: unknown): void => {
    const error = errorOf(input);
    if (error === undefined || error.code === 'config/conflicting-sign-in') return;
    expect(['config/invalid-option', 'config/invalid-network']).toContain(error.code);
    expect(error.context).toMatchObject({ field: expect.stringMatching(/./), fix: expect.stringMatching(/^(add|remove|set|use) ./) });
  };

  itHolds('are accepted or rejected with the name of the option', garbage, expectNamedError);

  itHolds('are so too with a single garbage value', fc.constantFrom(...names, 'defaultNetwork', 'siwx'), garbage, (name, value) =>
    expectNamedError(withNetworks({ [name]: value })),
  );

  it('are rejected also with nested garbage', () => {
    const nested = fc.oneof(
      fc.tuple(
        fc.constantFrom('features', 'themeVariables', 'metadata', 'endpoints', 'tokens', 'customRpcUrls', 'chainImages'),
        fc.string(),
        garbage,
      ),
      fc.tuple(
        fc.constantFrom('features', 'endpoints'),
        fc.constantFrom('socials', 'email', 'relay', 'rpc', '__proto__', 'constructor'),
        garbage,
      ),
    );
    forAll(nested, ([name, key, value]) => expectNamedError(withNetworks({ [name]: { [key]: value } })));
    forAll(garbage, (value) => expectNamedError({ networks: [mainnet, value] }));
    const network = fc.record({ id: garbage, name: garbage, chainNamespace: garbage, rpcUrls: garbage }, { requiredKeys: [] });
    forAll(network, (value) => expectNamedError({ networks: [value] }));
    forAll(fc.constantFrom(...Object.keys(mainnet)), garbage, (key, value) =>
      expectNamedError({ networks: [{ ...mainnet, [key]: value }] }),
    );
  });
});

describe('valid options', () => {
  it('accept URLs of every common form', () => {
    const urls = ['http://localhost:8545', 'https://[::1]:8545/', 'https://node.example/v1/key?a=b#c', 'HTTPS://NODE.example'];
    for (const url of urls) expect(errorOf(withNetworks({ customRpcUrls: { 'eip155:1': [{ url }] } }))).toBeUndefined();
    for (const url of ['/terms', 'https://app.example/terms']) expect(errorOf(withNetworks({ termsConditionsUrl: url }))).toBeUndefined();
    for (const url of ['data:image/png;base64,AAAA', './a.png', '/a.png', '../a.png', 'https://app.example/a.png']) {
      expect(errorOf(withNetworks({ connectorImages: { injected: url } }))).toBeUndefined();
    }
  });

  it.each([
    ['https://app.example', 'https://app.example'],
    ['https://app.example/', 'https://app.example'],
    ['https://app.example/sub/page?x#y', 'https://app.example'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['https://PR-12.preview.Example.app/', 'https://pr-12.preview.example.app'],
  ])('give wallets the origin of %s', (url, origin) => {
    const metadata = { name: 'App', description: 'An app', url, icons: ['/icon.png'] };
    expect(parseOptions(withNetworks({ metadata })).metadata).toEqual({ ...metadata, url: origin });
  });

  it.each(['file:///index.html', 'app.example', '//app.example', 'https://'])('never give wallets %s as the URL', (url) => {
    expect(contextOf(withNetworks({ metadata: { name: 'App', description: '', url, icons: [] } }))).toMatchObject({
      field: 'metadata.url',
    });
  });

  it('select the default network by its id', () => {
    const options = parseOptions({ networks: [mainnet, solana, polygon], defaultNetwork: { ...polygon } });
    expect(options.defaultNetwork).toBe(options.networks[2]);
  });

  it('treat an empty project id as none', () => {
    expect(parseOptions(withNetworks({ projectId: ' ' })).projectId).toBeUndefined();
    expect(parseOptions(withNetworks({ projectId: ' abc ' })).projectId).toBe('abc');
  });
});
