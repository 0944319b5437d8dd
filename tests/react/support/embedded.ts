import type { RemoteSession } from '../../../application/ports/remote-session.port.js';
import { FakeSecureFrame } from '../../../application/ports/secure-frame.fake.js';
import { SECURE_FRAME } from '../../../application/ports/secure-frame.port.js';
import { defineModule } from '../../../composition/wire.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { AUTH_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import type { FrameUser } from '../../../domain/embedded-wallet/frame-actions.js';
import type { View } from '../../../domain/router/views.js';
import { type FakeClient, fakeClient } from '../hooks/support/fake-client.js';
import { actAndFlush } from './render-modal.js';

/** The user, and the standard and the smart account. */
export const EMAIL = 'ada@example.com';
export const ACCOUNT = '0x1111111111111111111111111111111111111111';
export const SMART_ACCOUNT = '0x2222222222222222222222222222222222222222';

/** A client with the embedded wallet in a fake frame. */
export interface EmbeddedClient extends FakeClient {
  readonly frame: FakeSecureFrame;
  readonly push: (view: View) => Promise<void>;
}

/** Creates a client whose site mails codes, and accepts 123456. */
export const embeddedClient = ({ options, ...init }: NonNullable<Parameters<typeof fakeClient>[0]> = {}): EmbeddedClient => {
  const frame = new FakeSecureFrame();
  let type: 'eoa' | 'smartAccount' = 'smartAccount';
  const addressOf = (): string => (type === 'eoa' ? ACCOUNT : SMART_ACCOUNT);
  const checkCode = ({ otp }: { readonly otp: string }): void => {
    if (otp !== '123456') throw new Error('unexpected code');
  };
  frame.answer('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' as const }));
  frame.answer('CONNECT_DEVICE', 'never');
  frame.answer('CONNECT_OTP', (payload) => void checkCode(payload));
  frame.answer(
    'GET_USER',
    (payload): FrameUser => ({
      email: EMAIL,
      address: addressOf(),
      chainId: payload?.chainId ?? 1,
      accounts: [
        { address: ACCOUNT, type: 'eoa' },
        { address: SMART_ACCOUNT, type: 'smartAccount' },
      ],
      preferredAccountType: type,
    }),
  );
  frame.answer('SET_PREFERRED_ACCOUNT', (payload) => {
    type = payload.type === 'eoa' ? 'eoa' : 'smartAccount';
    return { type, address: addressOf() };
  });
  frame.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', () => ({ smartAccountEnabledNetworks: [1] }));
  frame.answer('SYNC_THEME', () => undefined);
  frame.answer('SIGN_OUT', () => undefined);
  frame.answer('UPDATE_EMAIL', () => ({ action: 'VERIFY_PRIMARY_OTP' as const }));
  frame.answer('UPDATE_EMAIL_PRIMARY_OTP', () => undefined);
  frame.answer('UPDATE_EMAIL_SECONDARY_OTP', () => ({ newEmail: 'new@example.com' }));
  const module = defineModule((wire) => wire(SECURE_FRAME, [], () => frame, { dispose: (bound) => bound.dispose() }));
  const fake = fakeClient({ ...init, options: { projectId: 'test', ...options }, modules: [module, ...(init.modules ?? [])] });
  return { ...fake, frame, push: (view) => actAndFlush(() => fake.client.modal.navigate({ type: 'push', view })) };
};

/** The same, logged in. */
export const loggedInClient = async (init: Parameters<typeof embeddedClient>[0] = {}): Promise<EmbeddedClient> => {
  const fake = embeddedClient(init);
  await fake.client.ready;
  await fake.client.connect({ connectorId: AUTH_CONNECTOR_ID });
  return fake;
};

/** Requests a signature of the connected account; resolves with the error if it fails. */
export const sign = ({ client }: EmbeddedClient): Promise<unknown> => {
  // The fake chain's provider is the remote session.
  const remote = client.getProvider('eip155') as RemoteSession;
  const request = { chainId: toChainId('eip155:1'), method: 'personal_sign', params: ['0x00', SMART_ACCOUNT] };
  return remote.request(request, new AbortController().signal).catch((error: unknown) => error);
};
