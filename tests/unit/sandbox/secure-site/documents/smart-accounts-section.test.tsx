import { describe, expect, it } from 'vitest';
import type { NetworkAccount, SmartAccounts } from '../../../../../sandbox/secure-site/documents/smart-accounts.js';
import { smartAccountSection } from '../../../../../sandbox/secure-site/documents/smart-accounts-section.js';

const account = (network: string, isDeployed: NetworkAccount['isDeployed'], isAudited = false): NetworkAccount => ({
  network,
  address: '0xaB',
  isAudited,
  isDeployed,
});
const show = (accounts: Promise<readonly NetworkAccount[]>, networks: readonly number[] = [1]): HTMLElement | null => {
  const fake: Pick<SmartAccounts, 'networks' | 'everywhere'> = { networks, everywhere: () => accounts };
  return smartAccountSection(fake, '0xCd');
};
const rows = (section: HTMLElement | null): readonly (string | null)[] =>
  [...(section?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);

describe('the smart accounts on the page of the user', () => {
  it('are shown with their address at once, and with their state when their network has told it', async () => {
    let tell = (_isDeployed: boolean): void => undefined;
    const told = new Promise<boolean>((resolve) => {
      tell = resolve;
    });
    const section = show(
      Promise.resolve([
        account('One', told),
        account('Two', Promise.resolve(false)),
        account('Three', Promise.resolve(null)),
        account('Four', Promise.resolve(true), true),
      ]),
    );
    const rest = [
      'Two0xaBNot deployed yet: its first transaction deploys itFor development only',
      'Three0xaBThe network does not respond: it is not known if it is deployedFor development only',
      'Four0xaBDeployed',
    ];
    await expect.poll(() => rows(section)).toEqual(['One0xaBAsking the network…For development only', ...rest]);
    tell(true);
    await expect.poll(() => rows(section)).toEqual(['One0xaBDeployedFor development only', ...rest]);
    expect(section?.textContent).toContain('the contract was not audited');
  });

  it('come without a warning if all contracts were audited', async () => {
    const section = show(Promise.resolve([account('One', Promise.resolve(true), true)]));
    await expect.poll(() => rows(section)).toEqual(['One0xaBDeployed']);
    expect(section?.textContent).not.toMatch(/development/i);
  });

  it('say that they could not be loaded', async () => {
    const section = show(Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    await expect.poll(() => section?.textContent).toContain('could not be loaded');
  });

  it('are not mentioned by a site without them', () => {
    expect(show(Promise.resolve([]), [])).toBeNull();
  });
});
