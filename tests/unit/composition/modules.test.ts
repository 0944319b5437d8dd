import { afterEach, describe, expect, it } from 'vitest';
import { kindOfToken, nameOfToken, type Token } from '../../../application/shared/token.js';
import { USE_CASES } from '../../../application/use-cases.js';
import { createHostContainer } from '../../../composition/create-container.js';
import { createLatchkey, type LatchkeyOptions } from '../../../composition/create-latchkey.js';
import * as index from '../../../composition/entry/index.js';
import * as walletconnectEntry from '../../../composition/entry/walletconnect.js';
import { eip155 } from '../../../composition/modules/eip155.module.js';
import { serverSignIn } from '../../../composition/modules/sign-in-services.module.js';
import { walletconnect } from '../../../composition/modules/walletconnect.module.js';
import type { LatchkeyModule } from '../../../composition/wire.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';

const isToken = (value: unknown): value is Token<unknown> => kindOfToken(value) !== undefined;
const useCases = Object.values<Token<unknown>>(USE_CASES);
const tokens = [...new Set([...Object.values<unknown>(index), ...Object.values<unknown>(walletconnectEntry), ...useCases].filter(isToken))];
/** Tokens that only apps bind. */
const APP_TOKENS: readonly Token<unknown>[] = [index.CHAIN_DECORATOR];
const FEATURES = [
  'account',
  'account-name',
  'activity',
  'analytics',
  'balances',
  'blockchain-api',
  'directory',
  'embedded-wallet',
  'names',
  'nfts',
  'onramp',
  'swap',
  'pairing',
  'send',
  'sign-in',
  'tokens',
  'universal-provider',
  'wallet-protocol',
];

describe('modules', () => {
  const disposals: (() => void)[] = [];
  const composed = (options: Partial<LatchkeyOptions> = {}, ...modules: readonly LatchkeyModule[]) => {
    const container = createHostContainer();
    const latchkey = createLatchkey({ networks: [mainnet], projectId: 'p', container, modules: [eip155(), ...modules], ...options });
    disposals.push(latchkey.dispose);
    return { container, latchkey };
  };
  const loaded = async () => {
    const client = composed(
      { metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] } },
      walletconnect(),
      serverSignIn(),
    );
    for (const feature of FEATURES) await client.latchkey.load(feature);
    return client;
  };
  afterEach(() => {
    for (const dispose of disposals.splice(0)) dispose();
  });

  it('resolve every token once all features are loaded: use cases as transients, the others as singletons', async () => {
    const { container } = await loaded();
    expect(tokens.length).toBeGreaterThan(60);
    for (const each of tokens) {
      const [first, second] = [container.getAll(each), container.getAll(each)];
      const isKept = first.length > 0 && first.every((value, at) => value === second[at]);
      const expected = APP_TOKENS.includes(each)
        ? { length: 0, isKept: false }
        : { length: first.length || 1, isKept: !useCases.includes(each) };
      expect({ token: nameOfToken(each), length: first.length, isKept }).toEqual({ token: nameOfToken(each), ...expected });
      if (kindOfToken(each) === 'single') expect(first).toHaveLength(1);
    }
  });

  it('have a unique name for every token', () => {
    const names = tokens.map(nameOfToken);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('add the WalletConnect connector only with walletconnect()', () => {
    const idsOf = (...modules: readonly LatchkeyModule[]): readonly string[] =>
      composed({}, ...modules)
        .latchkey.getConnectors()
        .map(({ id }) => id);
    expect(idsOf()).not.toContain(WALLET_CONNECT_CONNECTOR_ID);
    expect(idsOf(walletconnect()).filter((id) => id === WALLET_CONNECT_CONNECTOR_ID)).toHaveLength(1);
  });
});
