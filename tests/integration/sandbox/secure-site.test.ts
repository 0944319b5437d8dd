import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailOverHttp } from '../../../sandbox/mail/mail-control.js';
import { type MailCatcher, startMail } from '../../../sandbox/mail/start-mail.js';
import { type Database, openDatabase } from '../../../sandbox/process/open-database.js';
import { smtpMailer } from '../../../sandbox/secure-site/api/smtp-mailer.js';
import { type SecureSiteServer, startSecureSiteApi } from '../../../sandbox/secure-site/api/start-secure-site-api.js';
import { DeviceApproval, listDeviceRequests } from '../../../sandbox/secure-site/frame/device-approval.js';
import { FrameClient } from '../../../sandbox/secure-site/frame/frame-client.js';
import { beginDevice } from '../../../sandbox/secure-site/frame/new-device.js';
import { createSigningKey } from '../../../sandbox/secure-site/protocol/p256.js';
import { createWallet, refusalOf, releaseSecret, signerOf, verifyStatement } from '../../unit/sandbox/secure-site/api/secure-site-world.js';
import { createRealWallet, requestApproval, unlockDevice } from '../../unit/sandbox/secure-site/frame/real-wallet.js';
import { type PostgresSocket, startPostgresSocket } from '../support/postgres-socket.js';

const SITE = 'http://localhost:1';
const APP = { project: 'project', origin: 'https://app.example' };
const KEY = 'A'.repeat(43);

let mail: MailCatcher;
let socket: PostgresSocket | null = null;
let admin: Database;
let instances: readonly SecureSiteServer[] = [];
/** Of a schema of its own, which the tests drop. */
const schema = `secure_site_${process.pid}`;

beforeAll(async () => {
  mail = await startMail();
  const configured = process.env['DATABASE_URL'];
  socket = configured === undefined ? await startPostgresSocket() : null;
  const url = new URL(configured ?? socket?.url ?? '');
  admin = await openDatabase(url.href);
  await admin.query(`CREATE SCHEMA ${schema}`, []);
  // All connections to PGlite share one session.
  await admin.query(`SET search_path TO ${schema}`, []);
  url.searchParams.set('options', `-c search_path=${schema}`);
  const start = (apiOrigin?: string) =>
    startSecureSiteApi({
      siteOrigin: SITE,
      verify: verifyStatement,
      apps: [APP],
      databaseUrl: url.href,
      key: KEY,
      smtpUrl: mail.smtpUrl,
      mailFrom: 'login@secure.example',
      ...(apiOrigin === undefined ? {} : { apiOrigin }),
    });
  const first = await start();
  instances = [first];
  // As behind a proxy: frames call both by the origin of the first.
  instances = [first, await start(first.origin)];
});
afterAll(async () => {
  for (const instance of instances) await instance.stop();
  await admin.query(`DROP SCHEMA ${schema} CASCADE`, []);
  await admin.stop();
  await socket?.stop();
  await mail.stop();
});

/** A registered frame whose requests go to the instances in turn. */
const openFrame = async (): Promise<FrameClient> => {
  let count = 0;
  const [first] = instances;
  const frame = await FrameClient.create({
    apiOrigin: first!.origin,
    send: async (request) => {
      count += 1;
      const { pathname } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set('origin', SITE);
      const body = request.method === 'GET' ? {} : { body: await request.text() };
      return fetch(`${instances[count % 2]!.address}${pathname}`, { method: request.method, headers, ...body });
    },
  });
  await frame.register(APP);
  return frame;
};

const requestCode = (frame: FrameClient, email: string) => frame.call('POST', '/codes', { email, purpose: 'login' });
const codeFor = async (email: string): Promise<string> => {
  const { text } = await mail.waitForMail(({ to }) => to.includes(email));
  return /\d{6}/.exec(text)?.[0] ?? '';
};
const check = async (frame: FrameClient, email: string, code: string): Promise<void> => {
  // The test fails if the API returns something else.
  frame.token = ((await frame.call('POST', '/codes/check', { email, purpose: 'login', code })) as { readonly token: string }).token;
};
const count = (results: readonly (string | null)[], result: string | null) => results.filter((each) => each === result).length;

describe('two instances over one database', () => {
  it('log in with the code of the mail, and release the secret of a device', async () => {
    const frame = await openFrame();
    await requestCode(frame, 'alice@example.com');
    await check(frame, 'alice@example.com', await codeFor('alice@example.com'));
    const owner = await createWallet(frame);
    expect(await releaseSecret(frame, owner)).toMatchObject({ secret: owner.secret });
  });

  it('change the email address with the codes of both mailboxes, and tell the old one', async () => {
    const [old, email] = ['old@example.com', 'new@example.com'];
    const frame = await openFrame();
    await requestCode(frame, old);
    await check(frame, old, await codeFor(old));
    const { managementSeed } = await createWallet(frame);
    await mail.control.clear();
    await frame.beginEmailChange(email);
    await frame.confirmOldEmail(email, await codeFor(old));
    expect(await frame.confirmNewEmail({ email, code: await codeFor(email), sign: signerOf(managementSeed) })).toBe(email);
    expect(await frame.session()).toMatchObject({ email });
    const told = (await mail.control.mails()).filter(({ to }) => to.includes(old)).map(({ subject }) => subject);
    expect(told).toContain('Your email address was changed');
  });

  it('add a second device once, of three approvals at the same time, and release the wallet to it', async () => {
    const email = 'second@example.com';
    const first = await openFrame();
    await requestCode(first, email);
    await check(first, email, await codeFor(email));
    const owner = await createRealWallet(first);
    await mail.control.clear();
    const second = await openFrame();
    await requestCode(second, email);
    await check(second, email, await codeFor(email));
    const added = await beginDevice(second, { key: await createSigningKey(), label: 'Second device' });
    await mail.control.clear();
    const { request, accept, ...device } = await requestApproval(second, added);
    await request.send();
    // The link as it arrives, after the encoding of the mail.
    expect((await mail.waitForMail(({ to }) => to.includes(email))).text).toContain(`${SITE}/device#request=${added.device}\n`);
    const [listed] = await listDeviceRequests(first);
    const approval = await DeviceApproval.open(first, owner, listed!);
    const shown = await request.poll();
    expect(await approval.compare(shown.status === 'compare' ? shown.number : '')).toBe('same');
    const results = await Promise.all(Array.from({ length: 3 }, () => refusalOf(approval.approve())));
    expect(count(results, null)).toBe(1);
    // Of three, the answer is the one whose wrap was stored.
    await accept();
    expect((await unlockDevice(second, device)).accounts).toEqual(owner.accounts);
  });

  it('compare five of fifteen wrong numbers of a mailed link at the same time', async () => {
    const email = 'link@example.com';
    const frame = await openFrame();
    const { number } = await frame.sendDeviceLink(email);
    const { text } = await mail.waitForMail(({ to }) => to.includes(email));
    const link = /#link=([\w-]{43})\n/.exec(text)?.[1] ?? '';
    const page = await openFrame();
    const wrong = String((Number(number) + 1) % 1_000_000).padStart(6, '0');
    const results = await Promise.all(Array.from({ length: 15 }, () => refusalOf(page.confirmDeviceLink(link, wrong))));
    expect([count(results, 'wrong-code'), count(results, 'no-code')]).toEqual([5, 10]);
    expect(await refusalOf(page.confirmDeviceLink(link, number))).toBe('no-code');
  });

  it('send five of fifteen codes that are requested at the same time', async () => {
    const email = 'flood@example.com';
    const frames = await Promise.all(Array.from({ length: 3 }, openFrame));
    const results = await Promise.all(Array.from({ length: 15 }, (_, index) => refusalOf(requestCode(frames[index % 3]!, email))));
    expect([count(results, null), count(results, 'too-many-codes')]).toEqual([5, 10]);
    expect((await mail.control.mails()).filter(({ to }) => to.includes(email))).toHaveLength(5);
  });

  it('compare five of fifteen wrong codes that are entered at the same time', async () => {
    const email = 'guess@example.com';
    const frame = await openFrame();
    await requestCode(frame, email);
    const code = await codeFor(email);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const results = await Promise.all(Array.from({ length: 15 }, () => refusalOf(check(frame, email, wrong))));
    expect([count(results, 'wrong-code'), count(results, 'no-code')]).toEqual([5, 10]);
    expect(await refusalOf(check(frame, email, code))).toBe('no-code');
  });

  it('compare twenty wrong codes of an account in a day', async () => {
    const email = 'guess-more@example.com';
    const frames = await Promise.all(Array.from({ length: 5 }, openFrame));
    for (const frame of frames) await requestCode(frame, email);
    const codes = (await mail.control.mails()).filter(({ to }) => to.includes(email)).map(({ text }) => text.slice(0, 6));
    const wrong = ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !codes.includes(code)) ?? '';
    const results = await Promise.all(frames.flatMap((frame) => Array.from({ length: 5 }, () => refusalOf(check(frame, email, wrong)))));
    expect([count(results, 'wrong-code'), count(results, 'too-many-tries')]).toEqual([20, 5]);
  });

  it('accept a code once, of four uses at the same time', async () => {
    const email = 'once@example.com';
    const frame = await openFrame();
    await requestCode(frame, email);
    const code = await codeFor(email);
    const results = await Promise.all(Array.from({ length: 4 }, () => refusalOf(check(frame, email, code))));
    expect([count(results, null), count(results, 'no-code')]).toEqual([1, 3]);
  });
});

describe('the inbox', () => {
  it('shows mails as text, under a policy that allows no script, and tells other processes', async () => {
    const mailer = smtpMailer({ url: mail.smtpUrl, from: 'login@secure.example' });
    const to = 'inbox@example.com';
    const control = mailOverHttp(mail.origin, mail.controlToken);
    const waiting = control.waitForMail({ to });
    await mailer.send({ to, subject: '<b>Hello</b>', text: '<script>alert(1)</script>' });
    mailer.stop();
    const received = await waiting;
    expect(received).toMatchObject({
      from: 'login@secure.example',
      to: [to],
      subject: '<b>Hello</b>',
      text: '<script>alert(1)</script>\n',
    });
    for (const path of ['/', `/mails/${received.id}`]) {
      const response = await fetch(`${mail.origin}${path}`);
      const html = await response.text();
      expect(html).toContain('&lt;b&gt;Hello');
      expect(html).not.toMatch(/<script|<b>/);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(await (await fetch(`${mail.origin}/mails.json`)).json()).toContainEqual(received);
    expect((await fetch(`${mail.origin}/mails/0`)).status).toBe(404);
    await control.clear();
    expect(await control.mails()).toEqual([]);
  });

  it('rejects those who wait when the server stops', async () => {
    const other = await startMail();
    const waiting = other.waitForMail(() => false);
    await Promise.all([expect(waiting).rejects.toThrow('stopped'), other.stop()]);
  });
});

describe('settings', () => {
  it('need a mail server, and a key for a database that outlives the process', async () => {
    const options = { siteOrigin: SITE, verify: verifyStatement };
    await expect(startSecureSiteApi(options)).rejects.toThrow('SMTP_URL');
    await expect(startSecureSiteApi({ ...options, smtpUrl: mail.smtpUrl, databaseUrl: 'postgres://127.0.0.1:1/none' })).rejects.toThrow(
      'SECURE_SITE_KEY',
    );
  });
});
