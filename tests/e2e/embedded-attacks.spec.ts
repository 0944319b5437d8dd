import { randomUUID } from 'node:crypto';
import { type SecureSite, type Site, startSecureSite } from '@latchkey/sandbox';
import type { Page } from '@playwright/test';
import { type Hex, recoverMessageAddress } from 'viem';
import type { AttackName, Box, Lure } from '../../sandbox/secure-site/attack-page/attacks.js';
import type { AttackPage } from '../../sandbox/secure-site/attack-page/main.js';
import type { FrameResult } from './pages/embedded/main.js';
import { axeViolations } from './support/axe.js';
import { buildPage } from './support/built-page.js';
import { clickToClose } from './support/click-to-close.js';
import { EmbeddingPage, replyOf } from './support/embedding-page.js';
import { expect, test } from './support/fixtures.js';

declare global {
  interface Window {
    attackPage: AttackPage;
    /** Requests of the site's documents to the worker with the keys, the newest message of the host, and the number of workers that were started. */
    recorded: { readonly keys: string[]; hostId: string; workers: number };
  }
}

/** Records what the site's documents ask the worker for, over their port to the document of the keys. */
const record = (): void => {
  window.recorded = { keys: [], hostId: '', workers: 0 };
  window.Worker = class extends Worker {
    constructor(...values: ConstructorParameters<typeof Worker>) {
      super(...values);
      window.recorded.workers += 1;
    }
  };
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...values: never): void {
    // Requests to the keys have an action.
    const [message] = values as readonly unknown[];
    if (typeof message === 'object' && message !== null && 'action' in message) window.recorded.keys.push(String(message.action));
    postMessage.apply(this, values);
  };
  window.addEventListener('message', ({ source, data }) => {
    if (source === window.parent && typeof data?.id === 'string') window.recorded.hostId = data.id;
  });
};

/** A page that attacks the frame that it embeds. */
class AttackingPage extends EmbeddingPage {
  override begin(action: string, payload?: unknown): Promise<FrameResult> {
    return this.page.evaluate(([name, value]) => window.attackPage.request(name, value), [action, payload] as const);
  }

  /** Begins to ask for a signature, and returns where the frame's main button is. */
  async askForSignature(address: string, label: string): Promise<{ readonly box: Box; readonly result: Promise<FrameResult> }> {
    const result = this.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Give it all away', address] });
    const shown = this.frame.getByRole('button', { name: label, exact: true });
    // The frame is in its place by then, where it was attacked before.
    await expect(shown).toBeEnabled();
    const button = await shown.boundingBox();
    const frame = await this.page.locator('#lk-frame').boundingBox();
    if (button === null || frame === null) throw new Error('The button is not shown');
    return { box: { ...button, x: button.x - frame.x, y: button.y - frame.y }, result };
  }

  /** Begins an attack, and has the user press where the page lures them to. */
  async attack(name: AttackName, box: Box): Promise<void> {
    await this.#press(name, await this.#begin(name, box));
  }

  /** {@link attack} that opens the window of the site. The browser discards presses on a frame that has just moved: the user presses again. */
  async attackToOpen(name: AttackName, box: Box): Promise<Page> {
    const opening = this.page.waitForEvent('popup');
    const lure = await this.#begin(name, box);
    await expect(async () => {
      await this.#press(name, lure);
      await Promise.race([opening, this.frame.getByRole('button', { name: 'Show window' }).waitFor({ timeout: 3_000 })]);
    }).toPass();
    return opening;
  }

  #begin(name: AttackName, box: Box): Promise<Lure> {
    return this.page.evaluate(([attack, button]) => window.attackPage.attack(attack, button), [name, box] as const);
  }

  async #press(name: AttackName, lure: Lure): Promise<void> {
    const { mouse, keyboard } = this.page;
    if (name === 'enter') return keyboard.press('Enter');
    await mouse.move(lure.x, lure.y);
    if (name === 'double click') return mouse.dblclick(lure.x, lure.y);
    await mouse.down();
    await mouse.up();
  }

  reset(): Promise<void> {
    return this.page.evaluate(() => window.attackPage.reset());
  }

  /** Shows the frame as it should be, and rejects what it asks. The browser discards presses on a frame that has just moved. */
  async reject(): Promise<void> {
    await this.reset();
    await expect(async () => {
      await this.frame.getByRole('button', { name: 'Reject' }).click({ timeout: 1_000 });
      await expect(this.frame.getByText('There is nothing to approve.')).toBeVisible({ timeout: 1_000 });
    }).toPass();
  }

  /** Signatures that the worker was asked for. */
  async signatures(): Promise<number> {
    const frame = this.page.frame({ name: 'lk-frame' });
    if (frame === null) throw new Error('There is no frame');
    return frame.evaluate(() => window.recorded.keys.filter((action) => action === 'sign').length);
  }
}

const openAttack = async (
  page: Page,
  site: SecureSite,
  host: Site,
  { name, trusted }: { readonly name: string; readonly trusted: boolean },
) => {
  await page.addInitScript(record);
  const app = new AttackingPage(page, site);
  await app.open(host, name, trusted);
  await app.login(`${randomUUID()}@example.com`);
  const { address } = await app.createWallet();
  return { app, address };
};

const ATTACK_PAGE = { folder: 'sandbox/secure-site/attack-page' };

/** Attacks whose press hits the frame's button. */
const HITS: readonly AttackName[] = ['mask', 'clip-path', 'zoom', 'crop', 'overlay', 'transparent'];
/** Attacks that the browser's observer sees. */
const SEEN: readonly AttackName[] = ['crop', 'overlay', 'transparent'];
/** Attacks whose press does not hit the button, or not as a whole. */
const MISSES: readonly AttackName[] = ['move under the press', 'move during the press', 'double click', 'enter'];

test.describe('@embedded attacks on the frame', () => {
  let site: SecureSite;

  test.beforeAll(async () => {
    site = await startSecureSite({ networks: [] });
  });
  test.afterAll(async () => {
    await site.stop();
  });

  test('a page gets no signature from a user who presses what they do not see', async ({ page, serve, problems }) => {
    test.slow();
    problems.expect(/frame-ancestors/);
    const host = await serve({ files: await buildPage(ATTACK_PAGE), scripts: [], meta: null });
    const { app, address } = await openAttack(page, site, host, { name: 'attack', trusted: false });

    for (const name of HITS) {
      await test.step(name, async () => {
        const { box, result } = await app.askForSignature(address, 'Continue');
        // The press opens the window, which the page cannot change. It shows everything, and asks again.
        const window = await app.attackToOpen(name, box);
        await expect(window.getByText('Give it all away')).toBeVisible();
        await expect(window.getByText(new URL(page.url()).origin)).toBeVisible();
        await clickToClose(window, 'Reject');
        expect(await result).toEqual({ error: expect.stringContaining('rejected') });
        await app.reset();
      });
    }
    for (const name of MISSES) {
      await test.step(name, async () => {
        const { box, result } = await app.askForSignature(address, 'Continue');
        await app.attack(name, box);
        // The question is still there.
        await app.reject();
        expect(await result).toEqual({ error: 'The user rejected the request' });
      });
    }
    await test.step('hostile theme', async () => {
      await app.request('SYNC_THEME', {
        themeMode: 'light',
        w3mThemeVariables: { '--w3m-accent': '#fffffe', '--w3m-background': '#ffffff', '--page': 'url(https://attacker.example)' },
        themeVariables: { '--w3m-accent': 'red;display:none', '--lk-font-size-master': 0 },
      });
      const { result } = await app.askForSignature(address, 'Continue');
      const button = app.frame.getByRole('button', { name: 'Continue' });
      const colors = await button.evaluate((element) => {
        const { backgroundColor, color, fontSize } = getComputedStyle(element);
        return { backgroundColor, color, fontSize };
      });
      // White is darkened until it can be read.
      expect(colors).toEqual({
        backgroundColor: expect.stringMatching(/^rgb\(1[01]\d, 1[01]\d, 1[01]\d\)$/),
        color: 'rgb(255, 255, 255)',
        fontSize: '16px',
      });
      await app.reject();
      expect(await result).toEqual({ error: 'The user rejected the request' });
    });
    expect(await app.signatures()).toBe(0);
    expect(page.context().pages()).toEqual([page]);
    const approved = await app.approve(app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Hello', address] }), 'Sign');
    expect([approved, await app.signatures()]).toEqual([expect.stringMatching(/^0x/), 1]);

    await test.step('the document of the keys', async () => {
      // Any page can embed it. Its worker starts for documents of the site only.
      await page.evaluate(async (src) => {
        const frame = Object.assign(document.createElement('iframe'), { src });
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        document.body.append(frame);
        await loaded;
        frame.contentWindow?.postMessage(null, new URL(src).origin, [new MessageChannel().port2]);
      }, `${site.keysOrigin}/f/${site.digest}/keys`);
      const keys = page.frames().filter((frame) => frame.url().endsWith('/keys'));
      const workersOf = async (isOfPage: boolean) => {
        const frame = keys.find((each) => (each.parentFrame() === page.mainFrame()) === isOfPage);
        // It has read its own configuration by then, which says whom to answer.
        return frame?.evaluate(async () => {
          await (await fetch('/config.json')).text();
          return window.recorded.workers;
        });
      };
      expect([await workersOf(true), await workersOf(false)]).toEqual([0, 1]);
    });

    await test.step('nested ancestor', async () => {
      const url = page.url();
      await page.goto(`${host.origin.replace('localhost', 'nesting.localhost')}/?nested=${encodeURIComponent(url)}`);
      const nested = page.frameLocator('#lk-frame');
      await expect(nested.getByRole('heading', { name: 'Win a prize' })).toBeVisible();
      // The browser shows its own page instead of the site's.
      await expect.poll(() => page.frames().map((frame) => frame.url())).toContainEqual(expect.stringContaining('chrome-error:'));
      expect(page.frames().some((frame) => frame.url().startsWith(site.origin))).toBe(false);
    });
  });

  test('in an app that the operator trusts, the user approves in the frame, if the frame can be seen', async ({ page, serve }) => {
    test.slow();
    const host = await serve({ files: await buildPage(ATTACK_PAGE), scripts: [], meta: null });
    const { app, address } = await openAttack(page, site, host, { name: 'trusted', trusted: true });
    const approve = app.frame.getByRole('button', { name: 'Sign', exact: true });
    const hint = app.frame.getByRole('status');

    await test.step('click', async () => {
      const result = app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Hello', address] });
      await approve.click();
      // A signature is hex.
      expect(await recoverMessageAddress({ message: 'Hello', signature: replyOf(await result) as Hex })).toBe(address);
    });
    await test.step('keyboard', async () => {
      const result = app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Hello', address] });
      await expect(approve).toBeEnabled();
      await app.frame.getByRole('button', { name: 'Reject' }).focus();
      await page.keyboard.press('Tab');
      await expect(approve).toBeFocused();
      await page.keyboard.press('Enter');
      expect(await result).toEqual({ reply: expect.stringMatching(/^0x/) });
    });
    await test.step('details that do not fit', async () => {
      const message = Array.from({ length: 60 }, (_, index) => `Line ${index}`).join('\n');
      const result = app.begin('RPC_REQUEST', { method: 'personal_sign', params: [message, address] });
      await expect(hint).toHaveText('Read to the end of the details to approve.');
      expect(await axeViolations(page)).toEqual([]);
      await expect(approve).toBeDisabled();
      await page.mouse.move(180, 300);
      await page.mouse.wheel(0, 5_000);
      await approve.click();
      expect(await result).toEqual({ reply: expect.stringMatching(/^0x/) });
    });
    await test.step('window', async () => {
      const result = app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Hello', address] });
      await app.frame.getByRole('button', { name: 'Review it in a window' }).click();
      expect(await app.approve(result, 'Sign')).toMatch(/^0x/);
    });
    const signed = await app.signatures();
    for (const name of [...SEEN, ...MISSES]) {
      await test.step(name, async () => {
        const { box, result } = await app.askForSignature(address, 'Sign');
        await expect(approve).toBeEnabled();
        await app.attack(name, box);
        if (SEEN.includes(name)) await expect(hint).toHaveText('You can approve here when all of the wallet can be seen.');
        await app.reject();
        expect(await result).toEqual({ error: 'The user rejected the request' });
      });
    }
    expect(await app.signatures()).toBe(signed);

    await test.step('a browser that cannot tell what is covered', async () => {
      await page.addInitScript(() => {
        Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible');
      });
      await page.reload();
      expect(await app.request('IS_CONNECTED')).toEqual({ isConnected: true });
      expect(await app.approve(app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Hello', address] }), 'Sign')).toMatch(/^0x/);
    });
  });
});
