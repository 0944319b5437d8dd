import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveDevice,
  DeviceApproval,
  grantSession,
  type ListedRequest,
  listDeviceRequests,
  refuseDeviceRequest,
} from '../../../../../sandbox/secure-site/frame/device-approval.js';
import type { FrameClient } from '../../../../../sandbox/secure-site/frame/frame-client.js';
import { beginDevice, type NewDevice, registerDevice } from '../../../../../sandbox/secure-site/frame/new-device.js';
import { DeviceSecrets } from '../../../../../sandbox/secure-site/keys/device-secrets.js';
import { randomBytes } from '../../../../../sandbox/secure-site/keys/seal.js';
import { createSigningKey } from '../../../../../sandbox/secure-site/protocol/p256.js';
import { SITE_PROJECT } from '../../../../../sandbox/secure-site/protocol/site-project.js';
import { ALICE, DAY_MS, OTHER_APP, refusalOf, SecureSiteWorld, SITE } from '../api/secure-site-world.js';
import {
  createRealWallet,
  newWorker,
  type RealDevice,
  type RealWallet,
  type RequestingRealDevice,
  recoverWallet,
  requestApproval,
  unlockDevice,
} from './real-wallet.js';

const MINUTE_MS = 60_000;
const HOME = { project: SITE_PROJECT, origin: SITE };

let world: SecureSiteWorld;
let oldFrame: FrameClient;
let owner: RealWallet;
let newFrame: FrameClient;
beforeEach(async () => {
  world = await SecureSiteWorld.create();
  await world.api.origins.add(HOME);
  oldFrame = await world.frame();
  await world.login(oldFrame);
  owner = await createRealWallet(oldFrame);
  newFrame = await world.frame({ app: OTHER_APP });
  await world.login(newFrame);
});

const sendRequest = async (client: FrameClient, added: NewDevice): Promise<RequestingRealDevice> => {
  const requesting = await requestApproval(client, added);
  await requesting.request.send();
  return requesting;
};
const begin = async (client = newFrame): Promise<NewDevice> =>
  beginDevice(client, { key: await createSigningKey(), label: 'Second device' });
const only = async (client = oldFrame): Promise<ListedRequest> => {
  const [request, ...others] = await listDeviceRequests(client);
  if (request === undefined || others.length > 0) throw new Error('Not one request');
  return request;
};
/** Until the new device shows its number. */
const compareNumbers = async () => {
  const added = await begin();
  const { request, accept } = await sendRequest(newFrame, added);
  const approval = await DeviceApproval.open(oldFrame, owner, await only());
  const state = await request.poll();
  if (state.status !== 'compare') throw new Error(state.status);
  return { added, request, accept, approval, number: state.number };
};
const other = (number: string) => String((Number(number) + 1) % 1_000_000).padStart(6, '0');
/** Changes a column of the mailbox, as a malicious server could. */
const forge = (column: string, value: string) => world.query(`UPDATE secure_site_pending_devices SET ${column} = $1`, [value]);

describe('approval on a registered device', () => {
  it('adds the device whose number the user typed, which then opens the wallet, and tells the owner', async () => {
    const added = await begin();
    const { request, accept, ...device } = await sendRequest(newFrame, added);
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, text: expect.stringContaining(`${SITE}/device#request=${added.device}`) });
    expect(await request.poll()).toEqual({ status: 'waiting' });
    const listed = await only();
    expect(listed).toMatchObject({ device: added.device, label: 'Second device', origin: OTHER_APP.origin, frame: newFrame.id });
    const approval = await DeviceApproval.open(oldFrame, owner, listed);
    expect(await approval.compare('000000')).toBe('waiting');
    const shown = await request.poll();
    expect(shown).toEqual({ status: 'compare', number: expect.stringMatching(/^\d{6}$/) });
    expect(await request.poll()).toEqual(shown);
    expect(await approval.compare(shown.status === 'compare' ? shown.number : '')).toBe('same');
    await approval.approve();
    await accept();
    expect((await unlockDevice(newFrame, device)).accounts).toEqual(owner.accounts);
    expect(await newFrame.session()).toMatchObject({ device: added.device });
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'A device was added' });
    // The test fails if the API returns something else.
    const { devices } = (await oldFrame.call('GET', '/devices')) as { readonly devices: readonly unknown[] };
    expect(devices).toHaveLength(2);
    expect(devices).toContainEqual(expect.objectContaining({ device: added.device, label: 'Second device', origin: OTHER_APP.origin }));
    // Approved once.
    expect(await refusalOf(approval.approve())).toBe('no-request');
  });

  it('is refused after three wrong numbers, and without a comparison', async () => {
    const { request, approval, number } = await compareNumbers();
    await expect(approval.approve()).rejects.toThrow('not compared');
    expect(await approval.compare(other(number))).toBe('different');
    expect(await approval.compare('')).toBe('different');
    await expect(approval.approve()).rejects.toThrow('not compared');
    expect(await approval.compare(other(number))).toBe('refused');
    expect(await refusalOf(request.poll())).toBe('no-request');
    expect(await listDeviceRequests(oldFrame)).toEqual([]);
  });

  it('does not accept a right number before a wrong one', async () => {
    const { approval, number } = await compareNumbers();
    expect(await approval.compare(number)).toBe('same');
    expect(await approval.compare(other(number))).toBe('different');
    await expect(approval.approve()).rejects.toThrow('not compared');
  });

  it('ends ten minutes after the device began', async () => {
    const { added, request, approval, number } = await compareNumbers();
    expect(await approval.compare(number)).toBe('same');
    world.now += 10 * MINUTE_MS;
    expect(await refusalOf(approval.approve())).toBe('no-request');
    expect(await refusalOf(request.poll())).toBe('no-request');
    expect(await refusalOf(sendRequest(newFrame, added))).toBe('no-request');
  });

  it('can be refused on any registered device', async () => {
    const { request } = await sendRequest(newFrame, await begin());
    await refuseDeviceRequest(oldFrame, (await only()).device);
    expect(await refusalOf(request.poll())).toBe('no-request');
  });

  it('is opened by one device, for one value of the other side', async () => {
    const { approval, number } = await compareNumbers();
    const listed = await only();
    expect(await refusalOf(DeviceApproval.open(oldFrame, owner, listed))).toBe('request-taken');
    expect(await refusalOf(newFrame.call('POST', '/device-requests/reveal', { device: listed.device, random: 'A'.repeat(43) }))).toBe(
      'no-request',
    );
    expect(await approval.compare(number)).toBe('same');
  });

  it('allows five requests in an hour', async () => {
    for (let index = 0; index < 5; index += 1) await sendRequest(newFrame, await begin());
    expect(await refusalOf(sendRequest(newFrame, await begin()))).toBe('too-many-requests');
    world.now += 60 * MINUTE_MS;
    await sendRequest(newFrame, await begin());
  });
});

describe('a forged request in the mailbox', () => {
  it.each([
    ['device key', { deviceKey: `B${'A'.repeat(86)}` }],
    ['agreement key', { agreementKey: `B${'A'.repeat(86)}` }],
    ['frame', { frame: 'A'.repeat(43) }],
    ['origin', { origin: 'https://eve.example' }],
  ])('with another %s is refused, also with the number of the real device', async (_, forged) => {
    const { request } = await sendRequest(newFrame, await begin());
    const approval = await DeviceApproval.open(oldFrame, owner, { ...(await only()), ...forged });
    const shown = await request.poll();
    expect(await approval.compare(shown.status === 'compare' ? shown.number : '')).toBe('refused');
  });

  it('gets another number also with a commitment of its own, whatever the server shows to either side', async () => {
    // The server runs a whole exchange with each side, and passes its own keys on as the new device.
    const eve = await world.frame({ app: OTHER_APP });
    await world.login(eve);
    const { request: real } = await sendRequest(newFrame, await begin());
    const realDevice = await only();
    const { request: ofEve } = await sendRequest(eve, await begin(eve));
    const forged = (await listDeviceRequests(oldFrame)).find(({ frame }) => frame === eve.id);
    const approval = await DeviceApproval.open(oldFrame, owner, forged!);
    await ofEve.poll();
    await world.query('UPDATE secure_site_pending_devices SET approver_random = $1 WHERE id = $2', ['A'.repeat(43), realDevice.device]);
    const shown = await real.poll();
    expect(shown.status).toBe('compare');
    expect(await approval.compare(shown.status === 'compare' ? shown.number : '')).toBe('different');
  });

  it('that reveals another value than it had committed to is refused at once', async () => {
    const { approval, number } = await compareNumbers();
    await forge('random', 'A'.repeat(43));
    expect(await approval.compare(number)).toBe('refused');
  });

  it('does not change the number of a device that has shown one', async () => {
    const { request, number } = await compareNumbers();
    await forge('approver_random', 'A'.repeat(43));
    expect(await request.poll()).toEqual({ status: 'compare', number });
  });

  it('cannot change the answer to the new device', async () => {
    const { accept, approval, number } = await compareNumbers();
    await approval.compare(number);
    await approval.approve();
    const { rows } = await world.query('SELECT answer FROM secure_site_pending_devices', []);
    // The test's rows have the columns of the table.
    const [{ answer } = { answer: '' }] = rows as readonly { readonly answer: string }[];
    await forge(
      'answer',
      answer.replace(/"ciphertext":"(.)/, (_, first) => `"ciphertext":"${first === 'A' ? 'B' : 'A'}`),
    );
    await expect(accept()).rejects.toMatchObject({ code: 'not-opened' });
  });
});

describe('a mail thief', () => {
  it('can ask, but neither see, open, approve nor refuse a request, nor register a device', async () => {
    const added = await begin();
    await sendRequest(newFrame, added);
    const listed = await only();
    const stranger = { ...owner, key: await createSigningKey(), worker: newWorker() };
    expect(await refusalOf(listDeviceRequests(newFrame))).toBe('no-device');
    expect(await refusalOf(DeviceApproval.open(newFrame, stranger, listed))).toBe('no-device');
    expect(await refusalOf(approveDevice(newFrame, stranger, listed))).toBe('no-device');
    expect(await refusalOf(refuseDeviceRequest(newFrame, added.device))).toBe('no-device');
    const eve = await createRealWalletElsewhere();
    const sign = (statement: Parameters<Parameters<typeof registerDevice>[2]['sign']>[0]) =>
      eve.worker.request('sign-statement', { statement: { ...statement, wallet: eve.wallet } });
    expect(await refusalOf(registerDevice(newFrame, added, { wraps: [], sign }))).toBe('wrong-statement');
    // In the session of a device, with the key of another one.
    expect(await refusalOf(DeviceApproval.open(oldFrame, stranger, listed))).toBe('wrong-statement');
    expect(await oldFrame.call('GET', '/devices')).toMatchObject({ devices: [{ device: owner.device }] });
  });
});

const createRealWalletElsewhere = async (): Promise<RealWallet> => {
  const eve = await world.frame();
  await world.login(eve, 'eve@example.com');
  return createRealWallet(eve);
};

describe('requests of another account', () => {
  it('are not listed, opened, answered or refused', async () => {
    const added = await begin();
    await sendRequest(newFrame, added);
    const listed = await only();
    const eveFrame = await world.frame();
    await world.login(eveFrame, 'eve@example.com');
    const eve = await createRealWallet(eveFrame);
    expect(await listDeviceRequests(eveFrame)).toEqual([]);
    expect(await refusalOf(DeviceApproval.open(eveFrame, eve, listed))).toBe('request-taken');
    expect(await refusalOf(approveDevice(eveFrame, eve, listed))).toBe('no-request');
    expect(await refusalOf(refuseDeviceRequest(eveFrame, added.device))).toBe('no-request');
    expect(await refusalOf(eveFrame.call('POST', '/device-requests/state', { device: added.device }))).toBe('no-request');
  });
});

describe('recovery words on a new device', () => {
  it('open the wallet there, and register the device', async () => {
    const devices = new DeviceSecrets(null);
    const worker = newWorker(devices);
    expect((await recoverWallet(newFrame, worker, owner.recovery)).accounts).toEqual(owner.accounts);
    const added = await begin();
    const { wallet, device, serverSecret } = added;
    const { wraps } = await worker.request('wrap', {
      wallet,
      wraps: [{ pair: 'device-server', device, secrets: { server: serverSecret } }],
    });
    await registerDevice(newFrame, added, { wraps, sign: (statement) => worker.request('sign-statement', { statement }) });
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'A device was added' });
    expect(await newFrame.session()).toMatchObject({ device });
    expect((await unlockDevice(newFrame, { ...added, devices, worker: newWorker(devices) })).accounts).toEqual(owner.accounts);
  });

  it('register only the device that the frame began, with its key, within ten minutes', async () => {
    const worker = newWorker();
    await recoverWallet(newFrame, worker, owner.recovery);
    const options = {
      wraps: [],
      sign: (statement: Parameters<Parameters<typeof registerDevice>[2]['sign']>[0]) => worker.request('sign-statement', { statement }),
    };
    const added = await begin();
    const another = await world.frame({ app: OTHER_APP });
    await world.login(another);
    expect(await refusalOf(registerDevice(another, added, options))).toBe('no-request');
    expect(await refusalOf(registerDevice(newFrame, { ...added, key: await createSigningKey() }, options))).toBe('wrong-statement');
    expect(await refusalOf(registerDevice(newFrame, { ...added, device: 'A'.repeat(22) }, options))).toBe('no-request');
    world.now += 10 * MINUTE_MS;
    expect(await refusalOf(registerDevice(newFrame, added, options))).toBe('no-request');
  });

  it('are refused if they are others', async () => {
    expect(await refusalOf(recoverWallet(newFrame, newWorker(), randomBytes(32)))).toBe('wrong-statement');
  });
});

describe('home', () => {
  /** The site's own window, with a registered device whose wallet is unlocked. */
  const openHome = async () => {
    const home = await world.frame({ app: HOME });
    await world.login(home);
    const { device, request } = await add(home, oldFrame, owner);
    await unlockDevice(home, device);
    return { home, device, request };
  };
  /** Adds the device of a frame, as its messages reach the window that it opened. */
  const add = async (client: FrameClient, approver: FrameClient, approvingDevice: RealDevice) => {
    const { request, accept, ...device } = await requestApproval(client, await begin(client));
    await approveDevice(approver, approvingDevice, request.members);
    await accept();
    return { request, device };
  };

  it('is told as the end of the creation, with no word of a device, only where the wallet has just been made for an app', async () => {
    await openHome();
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'Your wallet is ready' });
    expect(world.mails.at(-1)?.text).toContain(`${SITE}/dashboard`);
    // The same again is another device.
    await openHome();
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'A device was added' });
    expect(world.mails.at(-1)?.text).toContain('If it was not, someone else may be able to use your wallet');
  });

  it('is told as a device that was added, if the wallet was made before', async () => {
    world.now += 10 * MINUTE_MS;
    await openHome();
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'A device was added' });
  });

  it('signs the frame of another app in and adds its device, with no code', async () => {
    const { home, device: homeDevice } = await openHome();
    const app = await world.frame({ app: OTHER_APP });
    const mails = world.mails.length;
    const { token, origin } = await grantSession(home, homeDevice, app.id);
    expect(origin).toBe(OTHER_APP.origin);
    app.token = token;
    const { device } = await add(app, home, homeDevice);
    expect((await unlockDevice(app, device)).accounts).toEqual(owner.accounts);
    expect(world.mails.slice(mails).map(({ subject }) => subject)).toEqual(['A device was added']);
  });

  it('grants a session to the named frame only, no longer and no fresher than its own', async () => {
    const { home, device } = await openHome();
    const app = await world.frame({ app: OTHER_APP });
    const { verifiedAt, expiresAt } = await home.session();
    world.now += DAY_MS;
    const { token } = await grantSession(home, device, app.id);
    const thief = await world.frame({ app: OTHER_APP });
    thief.token = token;
    expect(await refusalOf(thief.session())).toBe('no-session');
    app.token = token;
    expect(await app.session()).toMatchObject({ email: ALICE, device: null, verifiedAt, expiresAt });
    world.now += 6 * DAY_MS;
    expect(await refusalOf(grantSession(home, device, app.id))).toBe('session-too-old');
  });

  it('is granted a session by the frame of an app that has a device', async () => {
    const home = await world.frame({ app: HOME });
    const { token, origin } = await grantSession(oldFrame, owner, home.id);
    expect(origin).toBe(HOME.origin);
    home.token = token;
    const { device } = await add(home, oldFrame, owner);
    expect((await unlockDevice(home, device)).accounts).toEqual(owner.accounts);
  });

  it('is the site itself: frames of apps grant nothing to each other, nor does a window without the key of its device', async () => {
    const app = await world.frame({ app: OTHER_APP });
    expect(await refusalOf(grantSession(oldFrame, owner, app.id))).toBe('unknown-frame');
    const home = await world.frame({ app: HOME });
    await world.login(home);
    expect(await refusalOf(grantSession(home, owner, app.id))).toBe('no-device');
    const { home: withDevice, device } = await openHome();
    expect(await refusalOf(grantSession(withDevice, { ...device, key: await createSigningKey() }, app.id))).toBe('wrong-statement');
    expect(await refusalOf(grantSession(withDevice, device, 'A'.repeat(43)))).toBe('unknown-frame');
  });
});

describe('a mailed link', () => {
  const linkOf = (): string => /#link=([\w-]+)/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? '';
  const confirm = async (link: string, number: string) => (await world.frame({ app: HOME })).confirmDeviceLink(link, number);

  it('confirms the frame with the number that it shows, once', async () => {
    expect(await refusalOf(newFrame.isDeviceLinkConfirmed())).toBe('no-code');
    const { number } = await newFrame.sendDeviceLink(ALICE);
    expect(world.mails.at(-1)?.to).toBe(ALICE);
    expect(world.mails.at(-1)?.text).not.toContain(number);
    expect(await newFrame.isDeviceLinkConfirmed()).toBe(false);
    expect(await confirm(linkOf(), number)).toBe(OTHER_APP.origin);
    expect(await newFrame.isDeviceLinkConfirmed()).toBe(true);
    expect(await refusalOf(confirm(linkOf(), number))).toBe('no-code');
  });

  it('does nothing when it is opened: the link is in the fragment, and GET confirms nothing', async () => {
    await newFrame.sendDeviceLink(ALICE);
    const url = new URL(/https?:\S+\/device\S*/.exec(world.mails.at(-1)?.text ?? '')?.[0] ?? '');
    expect([url.origin, url.pathname, url.search]).toEqual([SITE, '/device', '']);
    const scanner = await world.frame({ app: HOME });
    expect(await refusalOf(scanner.call('GET', '/links/confirm'))).toBe('not-found');
    expect(await newFrame.isDeviceLinkConfirmed()).toBe(false);
  });

  it('is worthless after five wrong numbers, after ten minutes, and when the frame asks for another one', async () => {
    const first = await newFrame.sendDeviceLink(ALICE);
    const firstLink = linkOf();
    for (let tries = 0; tries < 5; tries += 1) expect(await refusalOf(confirm(firstLink, other(first.number)))).toBe('wrong-code');
    expect(await refusalOf(confirm(firstLink, first.number))).toBe('no-code');
    const second = await newFrame.sendDeviceLink(ALICE);
    const secondLink = linkOf();
    const third = await newFrame.sendDeviceLink(ALICE);
    expect(await refusalOf(confirm(secondLink, second.number))).toBe('no-code');
    world.now += 10 * MINUTE_MS;
    expect(await refusalOf(confirm(linkOf(), third.number))).toBe('no-code');
    expect(await refusalOf(newFrame.isDeviceLinkConfirmed())).toBe('no-code');
  });

  it('is mailed five times in an hour, with and without an account', async () => {
    for (const email of [ALICE, 'nobody@example.com']) {
      for (let index = 0; index < 5; index += 1) await newFrame.sendDeviceLink(email);
      expect(await refusalOf(newFrame.sendDeviceLink(email))).toBe('too-many-codes');
    }
  });

  it('is not in the database', async () => {
    const { number } = await newFrame.sendDeviceLink(ALICE);
    const dump = await world.dump();
    expect(dump).not.toContain(linkOf());
    expect(dump).not.toContain(`"${number}"`);
  });
});
