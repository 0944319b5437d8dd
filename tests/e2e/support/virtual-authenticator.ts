import type { CDPSession, Page } from '@playwright/test';

/** A passkey of a virtual authenticator. The secret of its PRF extension is not among it. */
type VirtualCredential = Awaited<ReturnType<VirtualAuthenticator['credentials']>>[number];

/** An authenticator of one page, in the place of the device's: each page has its own. */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  /** Adds an authenticator to a page. @param credentials passkeys that it has, as if they were synchronised */
  static async add(
    page: Page,
    { hasPrf = false, credentials = [] }: { readonly hasPrf?: boolean; readonly credentials?: readonly VirtualCredential[] } = {},
  ): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        hasPrf,
        automaticPresenceSimulation: true,
      },
    });
    for (const credential of credentials) await session.send('WebAuthn.addCredential', { authenticatorId, credential });
    // A page that is not in front gets no passkey.
    await page.bringToFront();
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Its passkeys. */
  async credentials() {
    return (await this.#session.send('WebAuthn.getCredentials', { authenticatorId: this.#id })).credentials;
  }

  /** Whether the user passes the verification from now on. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified });
  }
}
