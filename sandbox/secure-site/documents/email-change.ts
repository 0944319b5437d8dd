import type { DeviceStore } from '../frame/device-store.js';
import { ApiError, type EmailChange, type FrameClient, type SignManagement } from '../frame/frame-client.js';

/** Dependencies of {@link EmailAddressChange}. */
export interface EmailAddressChangeDeps {
  readonly client: FrameClient;
  readonly store: DeviceStore;
  readonly inSession: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** Signs with the management key of the wallet, which is unlocked if need be. */
  readonly sign: SignManagement;
  readonly onChange: (email: string) => void;
}

/** The change of the user's address, by the codes of both mails. */
export class EmailAddressChange {
  readonly #deps: EmailAddressChangeDeps;
  /** Address that the user changes to. */
  #newEmail: string | null = null;

  constructor(deps: EmailAddressChangeDeps) {
    this.#deps = deps;
  }

  /** Begins to change the address, and returns whose code comes first: that of the old address or of the new one. @throws ApiError */
  async begin(typed: string): Promise<EmailChange['step']> {
    const { email, step } = await this.#deps.inSession(() => this.#deps.client.beginEmailChange(typed));
    this.#newEmail = email;
    return step;
  }

  /** Enters the code of the old address. @throws ApiError */
  async confirmOld(code: string): Promise<void> {
    const email = this.#changedEmail();
    await this.#deps.inSession(() => this.#deps.client.confirmOldEmail(email, code));
  }

  /** Enters the code of the new address, which changes it. Returns the new address. @throws ApiError */
  async confirmNew(code: string): Promise<string> {
    const { client, store, sign } = this.#deps;
    const email = this.#changedEmail();
    const changed = await this.#deps.inSession(() => client.confirmNewEmail({ email, code, sign }));
    this.#newEmail = null;
    this.#deps.onChange(changed);
    const record = await store.load();
    if (record !== null) await store.save({ ...record, user: { ...record.user, email: changed } });
    return changed;
  }

  #changedEmail(): string {
    if (this.#newEmail === null) throw new ApiError('no-code');
    return this.#newEmail;
  }
}
