import { beforeEach, describe, expect, it } from 'vitest';
import { showDeletion } from '../../../../../sandbox/secure-site/documents/deletion-view.js';
import { createKit } from '../../../../../sandbox/secure-site/documents/kit-management.js';
import { offerKit, showKitCreation, showKitOpening, showPhraseExport } from '../../../../../sandbox/secure-site/documents/kit-view.js';
import { showLink } from '../../../../../sandbox/secure-site/documents/link-view.js';
import { DEFAULT_THEME } from '../../../../../sandbox/secure-site/documents/theme.js';
import { readOverview } from '../../../../../sandbox/secure-site/documents/wallet-management.js';
import type { WalletSession } from '../../../../../sandbox/secure-site/documents/wallet-session.js';
import { kitText } from '../../../../../sandbox/secure-site/keys/recovery-kit.js';
import { createRecoveryWords, recoverySecretOf } from '../../../../../sandbox/secure-site/keys/recovery-words.js';
import { ALICE, SecureSiteWorld } from '../api/secure-site-world.js';
import { memoryStore, openSession } from './open-session.js';
import { button, eventually, facts, stubPage, text } from './stub-page.js';

const OTHER_APP = 'https://other.example';
/** As the factory gives each owner one. */
const smartOf = (owner: string): string => owner.replace('0x', '0x5').slice(0, 42);

let session: WalletSession;
let words: readonly string[];
let recovery: Uint8Array<ArrayBuffer>;
let owner: string;
let wallet: string;
beforeEach(async () => {
  stubPage();
  const world = await SecureSiteWorld.create();
  session = await openSession(world, await memoryStore());
  await session.logins.requestCode(ALICE);
  await session.logins.enterCode(world.code);
  const begun = await session.beginWallet();
  wallet = begun.wallet;
  words = createRecoveryWords();
  recovery = await recoverySecretOf(words, wallet);
  const { eip155 } = await session.createWallet(begun, recovery.slice());
  owner = eip155.address;
});

const smartAddresses = async (of: string) => [{ chainId: 'eip155:1', network: 'Ethereum', address: smartOf(of) }];
const options = () => ({ session, smartAddresses, done: () => undefined, unlock: () => undefined });
const expectBoth = (label = 'Address'): Promise<void> =>
  eventually(() => expect(facts()).toMatchObject({ [label]: owner, 'Smart account': smartOf(owner) }));
const typeWords = async (submit: string): Promise<void> => {
  await eventually(() => button(submit));
  const field = document.querySelector('textarea');
  if (field !== null) field.value = words.join(' ');
  button(submit).click();
};

describe('the address of the smart account is beside that of the key', () => {
  it('where a kit is saved', async () => {
    offerKit({ session, smartAddresses }, recovery.slice(), () => undefined);
    await eventually(() => button('Save the kit'));
    await expectBoth();
    showKitCreation(options(), wallet);
    await typeWords('Make the kit');
    await eventually(() => button('Save the kit'));
    await expectBoth();
  });

  it('where a kit is opened, before and after', async () => {
    const file = new File([kitText(await createKit(session, recovery))], 'kit.json');
    showKitOpening(options());
    const field = document.querySelector('input');
    if (field !== null) Object.defineProperty(field, 'files', { value: [file] });
    button('Continue').click();
    await eventually(() => button('Open the kit'));
    await expectBoth();
    await typeWords('Open the kit');
    await eventually(() => button('Show the secret phrase'));
    await expectBoth();
    button('Show the secret phrase').click();
    await expectBoth();
    expect(text()).toContain('first address only');
  });

  it('where the phrase is shown, and with advice', async () => {
    showPhraseExport(options(), { wallet, address: owner, hasWords: true, hasPasskey: false });
    await expectBoth();
    expect(text()).toContain('first address only');
    button('Continue').click();
    await typeWords('Open the phrase');
    await eventually(() => button('Done'));
    await expectBoth();
    button('Done').click();
  });

  it('where the account is deleted', async () => {
    const host = { session, smartAddresses, show: () => undefined, change: () => undefined, unlock: () => undefined };
    showDeletion(host, await readOverview(session));
    await eventually(() => button('Delete'));
    await expectBoth();
  });

  it('where an app gets to know both', async () => {
    const task = { kind: 'link', frame: 'frame', wallet, recoverable: true, passkeys: [], theme: DEFAULT_THEME } as const;
    const never = (): Promise<never> => new Promise(() => undefined);
    showLink(
      { ...task, app: { origin: OTHER_APP, claimed: null } },
      {
        done: () => undefined,
        reject: () => undefined,
        addDevice: never,
        askApproval: never,
        openSession: async () => session,
        smartAddresses,
      },
    );
    await expectBoth('Account');
    expect(text()).toContain('The app gets to know your addresses and email address.');
  });
});
