import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type SiweConfig, SiweConfigSignIn, type SiweSession } from '../../../../adapters/sign-in/siwe-config.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import type { SignInSession } from '../../../../domain/sign-in/sign-in-session.js';
import { codeOf } from '../../../../testing/contracts/test-api.js';

const ADDRESS = '0xAb16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
const MAINNET = toChainId('eip155:1');
const POLYGON = toChainId('eip155:137');
const SOLANA = toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');

/** The app's own server. */
let session: SiweSession | null;
let accepts: boolean;
const onSignIn = vi.fn();
const onSignOut = vi.fn();

const config = (changes: Partial<SiweConfig> = {}): SiweConfig => ({
  getNonce: async (address) => `nonce of ${address}`,
  getMessageParams: async () => ({ domain: 'app.example', uri: 'https://app.example', chains: [1], statement: 'Hello' }),
  createMessage: (args) => JSON.stringify(args),
  verifyMessage: async () => accepts,
  getSession: async () => session,
  signOut: async () => {
    session = null;
    return true;
  },
  onSignIn,
  onSignOut,
  ...changes,
});

const signed = (chainId = MAINNET): SignInSession => ({
  data: { chainId, accountAddress: ADDRESS, domain: '', uri: '', version: '1', nonce: '' },
  message: 'text',
  signature: '0x',
});

beforeEach(() => {
  session = null;
  accepts = true;
  vi.clearAllMocks();
});

describe('SiweConfigSignIn', () => {
  it('calls createMessage with the arguments of other kits', async () => {
    const message = await new SiweConfigSignIn(config()).createMessage({ chainId: MAINNET, accountAddress: ADDRESS });
    expect(JSON.parse(message.toString())).toEqual({
      ...{ domain: 'app.example', uri: 'https://app.example', statement: 'Hello', version: '1', chainId: 1 },
      ...{ address: `did:pkh:eip155:1:${ADDRESS}`, nonce: `nonce of ${ADDRESS}` },
    });
  });

  it.each([
    ['nonce', config({ getNonce: async () => '' })],
    ['message', config({ createMessage: () => '' })],
  ])('rejects an empty %s', async (_, with_) => {
    expect(await codeOf(new SiweConfigSignIn(with_).createMessage({ chainId: MAINNET, accountAddress: ADDRESS }))).toBe(
      'sign-in/invalid-message',
    );
  });

  it('signs in if the server accepts the signature', async () => {
    const service = new SiweConfigSignIn(config());
    await service.addSession(signed());
    expect(onSignIn).toHaveBeenCalledWith({ address: ADDRESS, chainId: 1 });
    accepts = false;
    expect(await codeOf(service.addSession(signed()))).toBe('sign-in/refused');
    expect(onSignIn).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the account and chain', ADDRESS.toLowerCase(), MAINNET, {}, 1],
    ['another chain', ADDRESS, POLYGON, {}, 0],
    ['another chain, if that keeps the session', ADDRESS, POLYGON, { signOutOnNetworkChange: false }, 1],
    ['another account', '0x2222222222222222222222222222222222222222', MAINNET, {}, 0],
    [
      'another account, if that keeps the session',
      '0x2222222222222222222222222222222222222222',
      MAINNET,
      { signOutOnAccountChange: false },
      1,
    ],
    ['another namespace', 'So11111111111111111111111111111111111111112', SOLANA, {}, 1],
  ] as const)('has a session of %s: %s on %s', async (_, address, chainId, changes, count) => {
    session = { address: ADDRESS, chainId: 1 };
    expect((await new SiweConfigSignIn(config(changes)).getSessions(chainId, address)).length).toBe(count);
  });

  it.each([null, {}, { address: '', chainId: 0 }])('has no session if the server returns %j', async (value) => {
    session = value as SiweSession | null;
    expect(await new SiweConfigSignIn(config()).getSessions(MAINNET, ADDRESS)).toEqual([]);
  });

  it('signs out', async () => {
    session = { address: ADDRESS, chainId: 1 };
    const service = new SiweConfigSignIn(config());
    await service.revokeSession(SOLANA);
    expect(session).not.toBeNull();
    await service.revokeSession(MAINNET);
    expect([session, onSignOut.mock.calls.length]).toEqual([null, 1]);
    await service.setSessions([]);
    expect(onSignOut).toHaveBeenCalledTimes(2);
  });

  it('reports a server that does not sign out', async () => {
    const service = new SiweConfigSignIn(config({ signOut: async () => false }));
    expect(await codeOf(service.revokeSession(MAINNET))).toBe('sign-in/unavailable');
    expect(onSignOut).not.toHaveBeenCalled();
  });

  it('is required and signs out on every change by default', () => {
    const { signOutOnAccountChange, signOutOnDisconnect, signOutOnNetworkChange, getRequired } = new SiweConfigSignIn(config());
    expect([getRequired(), signOutOnAccountChange, signOutOnDisconnect, signOutOnNetworkChange]).toEqual([true, true, true, true]);
  });
});
