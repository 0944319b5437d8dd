import type { SecureSite, SmartAccounts } from '@latchkey/sandbox';
import type { Page } from '@playwright/test';
import type { Address } from 'viem';
import { DappPage } from './dapp-page.js';
import { EmailUser } from './email-user.js';
import type { E2eFixtures } from './fixtures.js';
import { fact } from './flows.js';

/** Fixtures that {@link loggedInByEmail} needs. */
type Fixtures = { readonly page: Page } & Pick<E2eFixtures, 'serve' | 'sandbox'>;

/** Services of the embedded wallet. Without `smartAccounts`, the account is a standard one. */
interface Services {
  readonly site: SecureSite;
  readonly smartAccounts?: SmartAccounts;
}

/** A user of the demo who has logged in by email. */
interface LoggedIn {
  readonly dapp: DappPage;
  readonly user: EmailUser;
  /** Of the new account. */
  readonly address: Address;
}

/** Serves the demo with the embedded wallet, logs in by email and creates a wallet. */
export const loggedInByEmail = async ({ page, serve, sandbox }: Fixtures, { site, smartAccounts }: Services): Promise<LoggedIn> => {
  const bundler = smartAccounts === undefined ? {} : { bundler: smartAccounts.bundlerUrl };
  const { origin } = await serve({ meta: { ...sandbox.meta, secureSite: site.sdkUrl, ...bundler } });
  await site.origins.add({ project: '', origin });
  const dapp = await new DappPage(page, origin).open();
  const user = new EmailUser(dapp, site);
  await user.login();
  return { dapp, user, address: (await fact(dapp, 'address').innerText()) as Address };
};
