import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitText, makeKit } from '../../../../../sandbox/secure-site/keys/recovery-kit.js';
import { createRecoveryWords } from '../../../../../sandbox/secure-site/keys/recovery-words.js';
import { randomBytes } from '../../../../../sandbox/secure-site/keys/seal.js';
import { wrapDataKey } from '../../../../../sandbox/secure-site/keys/vault.js';
import { sealWithPolicy, UNSET_POLICY } from '../../../../../sandbox/secure-site/keys/vault-contents.js';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));
const SCRIPT = fromRoot('sandbox/secure-site/recovery/open-kit.mjs');
const KIT = fromRoot('docs/vectors/embedded-wallet/recovery-kit.json');

/** Cuts the network of a process before its script is loaded. */
const CUT = `import net from 'node:net'; import dns from 'node:dns'; import dgram from 'node:dgram';
const cut = () => { process.stderr.write('network used'); process.exit(9); };
net.Socket.prototype.connect = cut; net.Server.prototype.listen = cut; dns.lookup = cut; dgram.createSocket = cut;`;

/** Runs Node without a network. @param input of the script */
const runNode = async (args: readonly string[], input = '') => {
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(CUT)}`, ...args]);
  const read = async (stream: AsyncIterable<Buffer>): Promise<string> => {
    let text = '';
    for await (const chunk of stream) text += chunk.toString();
    return text;
  };
  // A script that refuses early reads no words.
  child.stdin.on('error', () => undefined).end(input);
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [output, errors] = await Promise.all([read(child.stdout), read(child.stderr)]);
  return { code: await code, output, errors };
};

const openKit = (words: string, { kit = KIT, phrase = false } = {}) => runNode([SCRIPT, kit, ...(phrase ? ['--phrase'] : [])], words);

interface Vector {
  readonly entropy: string;
  readonly secrets: { readonly recovery: string };
  readonly recoveryWords: string;
  readonly words: string;
  readonly accounts: { readonly eip155: { readonly address: string }; readonly solana: { readonly address: string } };
}

let folder: string;
let vector: Vector;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kit-'));
  vector = JSON.parse(await readFile(fromRoot('docs/vectors/embedded-wallet/wallet.json'), 'utf8'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A kit in which a text is another one. */
const changedKit = async (from: string, to: string): Promise<string> => {
  const text = await readFile(KIT, 'utf8');
  expect(text).toContain(from);
  const path = join(folder, 'kit.json');
  await writeFile(path, text.replace(from, to));
  return path;
};

describe('the offline script', () => {
  it('is independent and short: it imports none of our code', async () => {
    const source = await readFile(SCRIPT, 'utf8');
    expect(source.split('\n').length).toBeLessThan(150);
    const imports = [...source.matchAll(/from '([^']+)'/g)].map(([, name]) => name ?? '');
    expect(imports.filter((name) => !/^(?:node:|@noble\/|@scure\/)/.test(name))).toEqual([]);
    expect(source).not.toMatch(/import\(|require\(/);
  });

  it('prints the addresses of the published kit without a network, and the phrase only when it is asked for', async () => {
    const { eip155, solana } = vector.accounts;
    const addresses = `eip155 ${eip155.address}\nsolana ${solana.address}
Smart accounts that ${eip155.address} owns have other addresses: see docs/guides/recovery.md\n`;
    expect(await openKit(`  ${vector.recoveryWords.toUpperCase().replaceAll(' ', '\n')}\n`)).toEqual({
      code: 0,
      output: addresses,
      errors: '',
    });
    const numbered = vector.recoveryWords.split(' ').map((word, index) => `${index + 1}. ${word}`);
    expect(await openKit(numbered.join('\n'))).toMatchObject({ code: 0, output: addresses });
    expect(await openKit(vector.recoveryWords, { phrase: true })).toMatchObject({ output: `${addresses}phrase ${vector.words}\n` });
  });

  it('opens the kit of a wallet with a policy', async () => {
    const { entropy, accounts, secrets } = vector;
    const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
    const [dataKey, secret] = [randomBytes(32), randomBytes(32)];
    const header = { version: 1, wallet: 'rvN6YFTwQyWyTPwqiKT8Mw', epoch: 4 } as const;
    const contents = { entropy: fromHex(entropy), policy: { ...UNSET_POLICY, counter: 3 } };
    const opener = { kit: secret, recovery: fromHex(secrets.recovery) };
    const kit = makeKit({
      accounts: { eip155: accounts.eip155.address, solana: accounts.solana.address },
      vault: await sealWithPolicy(contents, dataKey, header),
      wrap: await wrapDataKey(dataKey, opener, { ...header, pair: 'kit-recovery', device: '' }),
      secret,
      createdAt: new Date(),
    });
    const path = join(folder, 'policy.json');
    await writeFile(path, kitText(kit));
    const { code, output } = await openKit(vector.recoveryWords, { kit: path, phrase: true });
    expect({ code, output: output.split('\n').at(-2) }).toEqual({ code: 0, output: `phrase ${vector.words}` });
  });

  it('is run without a network: a script that uses one ends', async () => {
    expect(await runNode(['-e', "fetch('http://127.0.0.1:40123').catch(() => undefined)"])).toMatchObject({
      code: 9,
      errors: 'network used',
    });
  });

  it.each([
    ['a word that is not in the list', 'share', 'shaer', 'word 5 (“shaer”)'],
    ['another word of the list', 'share', 'shrimp', 'another one'],
    ['a word that is missing', 'share ', '', 'not 9'],
  ])('names %s', async (_, from, to, message) => {
    const { code, output, errors } = await openKit(vector.recoveryWords.replace(from, to));
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toContain(message);
  });

  it('refuses the words of another wallet', async () => {
    const { errors } = await openKit(createRecoveryWords().join(' '));
    expect(errors).toContain('do not belong together');
  });

  it.each([
    ['a damaged kit', '"epoch": 1', '"epoch": 2', 'damaged'],
    ['a later version', 'recovery-kit/1', 'recovery-kit/2', 'does not know the format'],
    ['a file that is no JSON', '{', '', 'cannot be read'],
  ])('refuses %s', async (_, from, to, message) => {
    const { code, errors } = await openKit(vector.recoveryWords, { kit: await changedKit(from, to) });
    expect(code).toBe(1);
    expect(errors).toContain(message);
  });
});
