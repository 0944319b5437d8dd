/**
 * A user of the embedded wallet opens a second app in Firefox: the same address by one click, and no mail. With Firefox's pop-up blocker and
 * its partitioned storage. `LATCHKEY_FIREFOX` is the path of the browser. Exit code 0 if all is well.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serveSite, startSecureSite } from '@latchkey/sandbox';
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';
import { recoverMessageAddress } from 'viem';

const PROJECT = 'firefox';
const pageFolder = fileURLToPath(new URL('../../e2e/pages/embedded/', import.meta.url));

/** The page with nothing but the frame. */
const { outputFiles } = await build({
  entryPoints: [`${pageFolder}main.ts`],
  bundle: true,
  format: 'esm',
  target: 'es2022',
  write: false,
  logLevel: 'error',
});
const html = (await readFile(`${pageFolder}index.html`, 'utf8')).replace('./main.ts', '/main.js');
const files = { '/': html, '/main.js': outputFiles[0].text };
const host = await serveSite({ files, scripts: [], meta: null });
const site = await startSecureSite({ networks: [] });
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: process.env.LATCHKEY_FIREFOX,
  headless: true,
  extraPrefsFirefox: {
    // Firefox's own values, which the profile of the driver changes.
    'dom.disable_open_during_load': true,
    'network.cookie.cookieBehavior': 5,
  },
});

/** Clicks a button once it is enabled. */
const click = (target, label) => target.locator(`::-p-xpath(//button[normalize-space()="${label}"])`).setTimeout(60_000).click();

/** An app at a name below `localhost`, which is another site than the frame's. */
class App {
  #page;

  async open(name) {
    const origin = host.origin.replace('localhost', `${name}.localhost`);
    await site.origins.add({ project: PROJECT, origin });
    this.#page = await browser.newPage();
    await this.#page.goto(`${origin}/?project=${PROJECT}&site=${encodeURIComponent(site.sdkUrl)}`);
    return this;
  }

  /** Sends a request whose reply is awaited later, since the user answers meanwhile. */
  begin(action, payload) {
    const result = this.#page.evaluate((...args) => window.embedded.request(...args), action, payload);
    // It fails if the browser is closed meanwhile, because of another error.
    result.catch(() => undefined);
    return result;
  }

  /** Clicks the frame's button that opens the site's window. */
  async openWindow() {
    const element = await this.#page.waitForSelector('#lk-frame');
    const frame = await element.contentFrame();
    const earlier = new Set(browser.targets());
    await click(frame, 'Continue');
    // The driver has no event for windows that frames open.
    const url = `${site.origin}/f/${site.digest}/window`;
    const target = await browser.waitForTarget((each) => !earlier.has(each) && each.url().split('#')[0] === url);
    return target.page();
  }
}

const replyOf = async (result) => {
  const { reply, error } = await result;
  assert.equal(error, undefined);
  return reply;
};

/** Lets the app show the wallet, then signs with it, and returns its address. */
const use = async (app, answer) => {
  const user = app.begin('GET_USER', { chainId: 1 });
  await answer(await app.openWindow());
  const { address } = await replyOf(user);
  const signing = app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Hi', address] });
  await click(await app.openWindow(), 'Sign');
  assert.equal(await recoverMessageAddress({ message: 'Hi', signature: await replyOf(signing) }), address);
  return address;
};

try {
  const email = `${randomUUID()}@example.com`;
  const first = await new App().open('first');
  assert.deepEqual(await replyOf(first.begin('CONNECT_EMAIL', { email })), { action: 'VERIFY_OTP' });
  const { text } = await site.mail.waitForMail(({ to, text: body }) => to.includes(email) && /^\d{6}/.test(body));
  await replyOf(first.begin('CONNECT_OTP', { otp: text.slice(0, 6) }));
  const address = await use(first, async (window) => {
    await click(window, 'Allow and create');
    await click(window, 'Skip for now');
    const closed = new Promise((resolve) => window.once('close', resolve));
    await click(window, 'Continue without');
    // It has kept the wallet for other apps then.
    await Promise.race([closed, setTimeout(60_000, undefined, { ref: false })]);
  });
  const second = await new App().open('second');
  assert.equal(await use(second, (window) => click(window, 'Allow')), address);
  const codes = (await site.mail.control.mails()).filter(({ to, text: body }) => to.includes(email) && /^\d{6}/.test(body));
  assert.equal(codes.length, 1);
  assert.deepEqual(site.cspReports(), []);
  process.stdout.write(`${await browser.version()}: a second app has the same address by one click\n`);
} catch (error) {
  for (const page of await browser.pages()) {
    const shown = await page.evaluate(() => document.body.innerText).catch(String);
    process.stderr.write(`${page.url()}\n${shown}\n\n`);
  }
  throw error;
} finally {
  await browser.close();
  await Promise.all([site.stop(), host.stop()]);
}
