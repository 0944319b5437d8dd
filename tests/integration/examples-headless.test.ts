import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type CreatedRemoteWallet, createRemoteWallet, type Relay, type RunningChain, startChain, startRelay } from '@latchkey/sandbox';
import decodeQr from 'qr/decode.js';
import { createPublicClient, type Hex, http, parseEther, recoverMessageAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensurePackageBuilt } from '../../scripts/lib/ensure-built.mjs';

const root = resolve(import.meta.dirname, '../..');

/** A run of the example in its own process. */
class HeadlessRun {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  out = '';
  err = '';

  constructor(args: readonly string[], extra: Readonly<Record<string, string>> = {}) {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(LATCHKEY_(RELAY|RPC|PROJECT_ID|SECRET)|NODE_OPTIONS)$/.test(name)),
    );
    this.#child = spawn(process.execPath, [join(root, 'examples/headless/src/main.js'), ...args], {
      env: { ...env, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.out += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.err += text;
    });
    this.#ended = once(this.#child, 'close');
  }

  /** Exit code and signal, once all output was read. */
  get ended(): Promise<unknown> {
    return this.#ended;
  }

  /** Returns the value of the first line with this name as soon as it is printed; rejects if the process exits without it. */
  async fact(name: string): Promise<string> {
    let hasExited = false;
    void this.#ended.then(() => {
      hasExited = true;
    });
    for (;;) {
      const found = this.facts(name)[0];
      if (found !== undefined && this.out.endsWith('\n')) return found;
      if (hasExited) throw new Error(`The example exited without printing "${name}":\n${this.out}\n${this.err}`);
      await Promise.race([once(this.#child.stdout ?? this.#child, 'data'), this.#ended]);
    }
  }

  /** Returns the values of all lines with this name. */
  facts(name: string): readonly string[] {
    return [...this.out.matchAll(new RegExp(`^${name.padEnd(11)} (.*)$`, 'gm'))].map(([, text = '']) => text);
  }

  interrupt(signal: 'SIGINT' | 'SIGTERM' = 'SIGINT'): void {
    this.#child.kill(signal);
  }

  /** Stops reading the output, like `| head`. */
  stopReading(): void {
    this.#child.stdout?.destroy();
  }

  /** Kills the process of a failed test. */
  kill(): void {
    if (this.#child.exitCode === null) this.#child.kill('SIGKILL');
  }
}

const QR_LINE = /^[█▀▄ ]{20,}$/gm;

/** Decodes a QR code that is printed in half blocks, light on dark. */
const scanPrinted = (output: string): string => {
  const lines = output.match(QR_LINE) ?? [];
  const rows = lines.flatMap((line) => ['█▀', '█▄'].map((light) => [...line].map((char) => light.includes(char))));
  const scale = 4;
  const [width, height] = [(rows[0]?.length ?? 0) * scale, rows.length * scale];
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data.fill(rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] ? 255 : 0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return decodeQr({ width, height, data });
};

const RECIPIENT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const MESSAGE = 'From a script: grüß Gott';

describe('examples/headless in plain Node', { timeout: 180_000 }, () => {
  let chain: RunningChain;
  let relay: Relay;
  let wallet: CreatedRemoteWallet;
  const runs: HeadlessRun[] = [];

  const start = (...args: readonly string[]): HeadlessRun => {
    const run = new HeadlessRun(args);
    runs.push(run);
    return run;
  };
  const withOwnRelay = (...args: readonly string[]): HeadlessRun => start('--relay', relay.url, '--rpc', chain.rpcUrl, ...args);
  const withSecret = (secret: string, ...args: readonly string[]): HeadlessRun => {
    const run = new HeadlessRun(['--relay', relay.url, '--rpc', chain.rpcUrl, ...args], { LATCHKEY_SECRET: secret });
    runs.push(run);
    return run;
  };
  const respond = async (how: 'approve' | 'reject' = 'approve'): Promise<string> => {
    const { method } = await wallet.control.nextPrompt();
    await wallet.control[how]();
    return method;
  };

  beforeAll(async () => {
    expect(await ensurePackageBuilt()).toBe(true);
    chain = await startChain({ chainId: 1 });
  }, 180_000);
  afterAll(() => chain.stop());
  beforeEach(async () => {
    relay = await startRelay({ redeliverAfterMs: 500 });
    wallet = await createRemoteWallet({ relayUrl: relay.url, rpcUrls: { 1: chain.rpcUrl } });
  });
  afterEach(async () => {
    for (const run of runs.splice(0)) run.kill();
    await wallet.stop();
    await relay.stop();
  });

  it('pairs by its printed URI, signs, sends, disconnects and exits', async () => {
    const run = withOwnRelay('--message', MESSAGE, '--to', RECIPIENT, '--amount', '0.25');
    const uri = await run.fact('uri');
    expect(scanPrinted(run.out)).toBe(uri);
    await wallet.control.pair(uri);
    expect([await respond(), await respond(), await respond()]).toEqual(['wc_sessionPropose', 'personal_sign', 'eth_sendTransaction']);
    expect(await run.ended).toEqual([0, null]);
    expect(run.err).toBe('');

    const [account = ''] = (run.facts('account')[0] ?? '').split(' ');
    expect((await wallet.control.state()).accounts[0]?.address).toBe(account);
    expect(await recoverMessageAddress({ message: MESSAGE, signature: run.facts('signature')[0] as Hex })).toBe(account);
    const [, hash, block] = /^(0x\w+) in block (\d+)$/.exec(run.facts('receipt')[0] ?? '') ?? [];
    const node = createPublicClient({ transport: http(chain.rpcUrl) });
    expect(await node.getTransactionReceipt({ hash: hash as Hex })).toMatchObject({
      status: 'success',
      blockNumber: BigInt(block ?? 0),
      from: account.toLowerCase(),
      to: RECIPIENT.toLowerCase(),
    });
    expect((await node.getTransaction({ hash: hash as Hex })).value).toBe(parseEther('0.25'));

    expect(run.facts('pairing')).toEqual(['pending working', 'pending scan-uri', 'pending working', 'success']);
    expect(run.facts('message')).toEqual(['pending approve-in-wallet', 'success']);
    expect(run.facts('transfer')).toEqual(['pending approve-in-wallet', `pending wait-for-block ${hash}`, 'success']);
    expect(run.facts('disconnect')).toEqual(['pending working', 'success']);
    await expect.poll(async () => (await wallet.control.state()).sessions, { timeout: 20_000 }).toEqual([]);
  });

  it('starts a sandbox with its own wallet if no relay is configured', async () => {
    const run = start('--message', MESSAGE);
    expect(await run.ended, `${run.out.replaceAll(QR_LINE, '')}${run.err}`).toEqual([0, null]);
    // Warnings of npm while the sandbox starts its nodes are ignored.
    expect(run.err.split('\n').filter((line) => line !== '' && !line.startsWith('npm '))).toEqual([]);
    const [account] = (run.facts('account')[0] ?? '').split(' ');
    expect(await recoverMessageAddress({ message: MESSAGE, signature: run.facts('signature')[0] as Hex })).toBe(account);
    expect(run.facts('wallet').map((text) => /\((\w+)\)/.exec(text)?.[1])).toEqual([
      'wc_sessionPropose',
      'personal_sign',
      'eth_sendTransaction',
    ]);
    expect(run.facts('transfer').at(-1)).toBe('success');
    expect(run.facts('disconnect').at(-1)).toBe('success');
  });

  describe('with --keep', () => {
    let folder = '';
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'latchkey-keep-'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    const sign = async (...args: readonly string[]): Promise<HeadlessRun> => {
      const run = withOwnRelay('--keep', folder, '--message', MESSAGE, ...args);
      expect(await respond()).toBe('personal_sign');
      expect(await run.ended).toEqual([0, null]);
      expect(run.err).toBe('');
      return run;
    };
    const signerOf = (run: HeadlessRun) => recoverMessageAddress({ message: MESSAGE, signature: run.facts('signature')[0] as Hex });

    it('resumes its session after a kill, deletes it on disconnect, and closes the relay connection on interrupt', async () => {
      const killed = withOwnRelay('--keep', folder);
      await wallet.control.pair(await killed.fact('uri'));
      await respond();
      // The process is killed before the wallet responds.
      const { method } = await wallet.control.nextPrompt();
      killed.kill();
      expect([method, await killed.ended]).toEqual(['personal_sign', [null, 'SIGKILL']]);
      await wallet.control.approve();

      const [{ address } = { address: '' }] = (await wallet.control.state()).accounts;
      const second = await sign();
      expect([second.facts('pairing'), second.facts('disconnect'), await signerOf(second)]).toEqual([[], [], address]);
      expect((await wallet.control.state()).sessions).toHaveLength(1);

      const third = await sign('--forget');
      expect([third.facts('pairing'), third.facts('disconnect').at(-1), await signerOf(third)]).toEqual([[], 'success', address]);
      await expect.poll(async () => (await wallet.control.state()).sessions, { timeout: 20_000 }).toEqual([]);

      const clients = async (): Promise<readonly string[]> => (await relay.control.state()).connections.map(({ clientId }) => clientId);
      await expect.poll(clients, { timeout: 20_000 }).toHaveLength(1);
      const ofTheWallet = await clients();
      // Pairs again.
      const fourth = withOwnRelay('--keep', folder);
      await fourth.fact('uri');
      await expect.poll(clients, { timeout: 20_000 }).toHaveLength(2);
      fourth.interrupt();
      expect(await fourth.ended).toEqual([1, null]);
      expect([fourth.err, fourth.facts('failed')]).toEqual(['', ['Interrupted.']]);
      await expect.poll(clients, { timeout: 20_000 }).toEqual(ofTheWallet);
    });

    it('encrypts its files with a secret, sends only on request, and rejects another secret', async () => {
      const secret = 'a secret of at least 32 characters';
      const first = withSecret(secret, '--keep', folder, '--message', MESSAGE);
      const uri = await first.fact('uri');
      await wallet.control.pair(uri);
      expect([await respond(), await respond()]).toEqual(['wc_sessionPropose', 'personal_sign']);
      expect(await first.ended).toEqual([0, null]);
      expect((await wallet.control.requests()).map(({ method }) => method)).toEqual(['wc_sessionPropose', 'personal_sign']);
      const [{ topic } = { topic: '' }] = (await wallet.control.state()).sessions;
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
      const [, key = uri] = /symKey=(\w+)/.exec(uri) ?? [];
      expect([files.length > 3, topic.length]).toEqual([true, 64]);
      for (const plain of ['@latchkey', 'wc@2', topic, key]) expect(texts.filter((text) => text.includes(plain))).toEqual([]);

      const other = withSecret(`${secret}!`, '--keep', folder);
      expect(await other.ended).toEqual([1, null]);
      expect(other.facts('failed')[0]).toMatch(/^config\/invalid-option: .*secret/);
    });

    it('warns that the wallet of the sandbox is not persistent', async () => {
      const run = start('--keep', folder);
      expect(await run.ended).toEqual([1, null]);
      expect(run.facts('failed')[0]).toContain('--keep');
    });
  });

  it('prints the code and the recovery when the wallet rejects to sign, and disconnects the session', async () => {
    const run = withOwnRelay();
    await wallet.control.pair(await run.fact('uri'));
    await respond();
    await respond('reject');
    expect(await run.ended).toEqual([1, null]);
    expect(run.err).toBe('');
    expect(run.facts('message').at(-1)).toBe('error wallet/rejected');
    expect(run.facts('failed')[0]).toMatch(/^wallet\/rejected: /);
    expect(run.facts('next step')).toEqual(['start again']);
    expect(run.facts('disconnect').at(-1)).toBe('success');
    await expect.poll(async () => (await wallet.control.state()).sessions, { timeout: 20_000 }).toEqual([]);
  });

  it.each(['is stopped', 'has a closed output pipe'])('disconnects the session when it %s', async (what) => {
    const run = withOwnRelay();
    await wallet.control.pair(await run.fact('uri'));
    await respond();
    await wallet.control.nextPrompt();
    if (what === 'is stopped') run.interrupt('SIGTERM');
    else run.stopReading();
    await wallet.control.approve();
    // The work may be done before the signal arrives. A closed pipe is detected only on write.
    expect(await run.ended).toEqual([expect.any(Number), null]);
    expect(run.err).toBe('');
    await expect.poll(async () => (await wallet.control.state()).sessions, { timeout: 20_000 }).toEqual([]);
  });
});
