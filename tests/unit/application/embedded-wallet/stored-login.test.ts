import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { STORAGE_KEYS } from '../../../../application/shared/storage-keys.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { AUTH_CONNECTOR_ID } from '../../../../domain/connection/connector.js';
import type { FrameAction } from '../../../../domain/embedded-wallet/frame-actions.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { ADDRESS, MAINNET, POLYGON, record, settled } from '../support/client-fixture.js';
import { EMAIL, type EmbeddedFixture, embeddedFixture } from './embedded-fixture.js';

const OUT = { login: {}, isConnected: false };
const IN = { login: { loggedIn: 'true', email: EMAIL, userName: 'ada', lastChain: MAINNET, smartAccountNetworks: '1' }, isConnected: true };

/** Returns the stored login, without the cooldown, and whether the page is connected. */
const stateOf = ({ storage, connections }: EmbeddedFixture) => ({
  login: Object.fromEntries(
    Object.entries(STORAGE_KEYS.embeddedWallet).flatMap(([name, key]) => {
      const value = storage.get(key);
      return name === 'codeRequestedAt' || value === null ? [] : [[name, value]];
    }),
  ),
  isConnected: connections.sessionOf('eip155') !== null,
});

const noReply = (action: FrameAction) => (): never => {
  throw new LatchkeyError('secure-frame/aborted', { action });
};
const block = ({ frame }: EmbeddedFixture): void => {
  frame.isBlocked = true;
};

/** Logs in as the views do: a step that fails ends it. */
const logIn = async (fixture: EmbeddedFixture): Promise<void> => {
  const { requestEmailCode, enterEmailCode, connectWallet } = fixture;
  fixture.frame.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', () => ({ smartAccountEnabledNetworks: [1] }));
  for (const step of [
    () => settled(record(requestEmailCode.execute({ email: EMAIL }))),
    () => settled(record(enterEmailCode.execute({ otp: '123456' }))),
    () => settled(record(connectWallet.execute({ namespace: 'eip155', connectorId: AUTH_CONNECTOR_ID }))),
  ])
    if ((await step()).values.at(-1)?.status !== 'success') return;
  await flushPromises();
};
const newFixture = (sharedWith?: EmbeddedFixture): EmbeddedFixture => {
  const fixture = embeddedFixture(sharedWith);
  fixture.frame.answer('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' as const }));
  fixture.frame.answer('CONNECT_OTP', () => undefined);
  fixture.frame.answer('GET_USER', (payload) => {
    if (String(payload?.chainId).startsWith('solana'))
      throw new LatchkeyError('secure-frame/error-reply', { action: 'GET_USER', reason: 'Unsupported chain' });
    return { email: EMAIL, userName: 'ada', address: ADDRESS, chainId: payload?.chainId ?? 1 };
  });
  return fixture;
};
const loggedIn = async (): Promise<EmbeddedFixture> => {
  const fixture = newFixture();
  await logIn(fixture);
  return fixture;
};
const request = async ({ evm }: EmbeddedFixture, method: string, chainId = MAINNET): Promise<void> => {
  await evm.adoptions[0]?.remote
    .request({ chainId: toChainId(chainId), method, params: [ADDRESS] }, new AbortController().signal)
    .catch(() => undefined);
};

describe('what the page stores of a login', () => {
  it('is complete after a login without faults', async () => {
    expect(stateOf(await loggedIn())).toEqual(IN);
  });

  it.each<readonly [string, (fixture: EmbeddedFixture) => void]>([
    ['the frame is blocked', block],
    ['the address is refused', ({ frame }) => frame.answer('CONNECT_EMAIL', { error: 'Invalid email' })],
    ['the mail gets no reply', ({ frame }) => frame.answer('CONNECT_EMAIL', noReply('CONNECT_EMAIL'))],
    ['the code is wrong', ({ frame }) => frame.answer('CONNECT_OTP', { error: 'Wrong code' })],
    ['the code gets no reply', ({ frame }) => frame.answer('CONNECT_OTP', noReply('CONNECT_OTP'))],
    ['the user rejects, or closes the window', ({ frame }) => frame.answer('GET_USER', { error: 'The user rejected the request' })],
    ['the consent gets no reply', ({ frame }) => frame.answer('GET_USER', noReply('GET_USER'))],
    [
      'the account is on another chain',
      ({ frame }) => frame.answer('GET_USER', () => ({ email: EMAIL, address: ADDRESS, chainId: 'bip122:1' })),
    ],
  ])('is nothing if %s', async (_, fail) => {
    const fixture = newFixture();
    fail(fixture);
    await logIn(fixture);
    expect(stateOf(fixture)).toEqual(OUT);
  });

  it.each<readonly [string, (fixture: EmbeddedFixture) => unknown]>([
    [
      'a signature is rejected',
      (fixture) => {
        fixture.frame.answer('RPC_REQUEST', { error: 'The user rejected the request' });
        return request(fixture, 'personal_sign');
      },
    ],
    [
      'a signature gets no reply, such as when the frame is reloaded',
      (fixture) => {
        fixture.frame.answer('RPC_REQUEST', () => {
          throw new LatchkeyError('secure-frame/request-aborted', { method: 'personal_sign', reason: 'no-reply' });
        });
        return request(fixture, 'personal_sign');
      },
    ],
    [
      'a network is refused',
      (fixture) => {
        fixture.frame.answer('SWITCH_NETWORK', { error: 'Unsupported chain' });
        return request(fixture, 'eth_chainId', POLYGON);
      },
    ],
    [
      'the code for another address is wrong',
      async (fixture) => {
        fixture.frame.answer('UPDATE_EMAIL_SECONDARY_OTP', { error: 'Wrong code' });
        await settled(record(fixture.enterUpdateEmailCode.execute({ otp: '123456', step: 'secondary' })));
      },
    ],
    [
      'the session is updated, and is still there',
      async ({ frame }) => {
        frame.emit({ type: 'session-updated' });
        await flushPromises();
      },
    ],
    [
      'the session is updated, and the site is unreachable',
      async (fixture) => {
        block(fixture);
        fixture.frame.emit({ type: 'session-updated' });
        await flushPromises();
      },
    ],
  ])('stays if %s', async (_, fail) => {
    const fixture = await loggedIn();
    await fail(fixture);
    expect(stateOf(fixture)).toEqual(IN);
  });

  it.each<readonly [string, (fixture: EmbeddedFixture) => void]>([
    ['says that it is not connected', ({ frame }) => frame.answer('IS_CONNECTED', () => ({ isConnected: false }))],
    ['fails', ({ frame }) => frame.answer('IS_CONNECTED', { error: 'No session' })],
    ['gets no reply', ({ frame }) => frame.answer('IS_CONNECTED', noReply('IS_CONNECTED'))],
    ['says that it is connected, but has no user', ({ frame }) => frame.answer('GET_USER', { error: 'The wallet needs your consent' })],
  ])('goes if the check after a reload %s', async (_, fail) => {
    const fixture = newFixture(await loggedIn());
    fail(fixture);
    await settled(record(fixture.reconnectWallets.execute()));
    expect(stateOf(fixture)).toEqual(OUT);
  });

  it('goes if the session is updated, and has expired', async () => {
    const fixture = await loggedIn();
    fixture.frame.answer('IS_CONNECTED', () => ({ isConnected: false }));
    fixture.frame.emit({ type: 'session-updated' });
    await flushPromises();
    expect(stateOf(fixture)).toEqual(OUT);
  });

  it('stays for the next reload if the frame cannot be loaded', async () => {
    const fixture = newFixture(await loggedIn());
    block(fixture);
    await settled(record(fixture.reconnectWallets.execute()));
    expect(stateOf(fixture)).toEqual({ ...IN, isConnected: false });
  });

  it('stays until the site has confirmed the sign-out', async () => {
    const fixture = await loggedIn();
    fixture.frame.answer('SIGN_OUT', { error: 'offline' });
    await settled(record(fixture.disconnectWallet.execute()));
    await flushPromises();
    expect(stateOf(fixture)).toEqual({ ...IN, isConnected: false });
  });
});
