import { beforeEach, describe, expect, it } from 'vitest';
import {
  answerApproval,
  askApproval,
  cancelApproval,
  type Decision,
  ForgedAnswer,
  type MailboxDevice,
  readAnswer,
  readApproval,
} from '../../../../../sandbox/secure-site/frame/approval-mailbox.js';
import { approveDevice } from '../../../../../sandbox/secure-site/frame/device-approval.js';
import type { FrameClient } from '../../../../../sandbox/secure-site/frame/frame-client.js';
import { beginDevice } from '../../../../../sandbox/secure-site/frame/new-device.js';
import { randomText } from '../../../../../sandbox/secure-site/protocol/encoding.js';
import { createSigningKey } from '../../../../../sandbox/secure-site/protocol/p256.js';
import { SITE_PROJECT } from '../../../../../sandbox/secure-site/protocol/site-project.js';
import { APP, refusalOf, SecureSiteWorld, SITE } from '../api/secure-site-world.js';
import { softwarePasskey } from '../keys/software-passkey.js';
import { createRealWallet, type RealWallet, requestApproval, unlockDevice } from './real-wallet.js';

const HOME = { project: SITE_PROJECT, origin: SITE };
const REQUEST = '{"kind":"evm-message"}';
const APPROVED: Decision = { outcome: 'approved', digest: 'D'.repeat(43), assertion: null };
const REJECTED: Decision = { outcome: 'rejected', digest: '', assertion: null };
const CONFIRMED: Decision = { ...APPROVED, assertion: softwarePasskey(1).assert(new Uint8Array(32)) };

let world: SecureSiteWorld;
let frame: FrameClient;
let owner: RealWallet;
let home: FrameClient;
let homeDevice: MailboxDevice;
let id: string;
beforeEach(async () => {
  world = await SecureSiteWorld.create();
  await world.api.origins.add(HOME);
  frame = await world.frame();
  await world.login(frame);
  owner = await createRealWallet(frame);
  home = await world.frame({ app: HOME });
  await world.login(home);
  homeDevice = await addDevice(home);
  id = randomText(16);
});

/** A second device, whose wallet is unlocked. */
const addDevice = async (client: FrameClient): Promise<MailboxDevice> => {
  const added = await beginDevice(client, { key: await createSigningKey(), label: 'Window' });
  const { request, accept, ...device } = await requestApproval(client, added);
  await approveDevice(frame, owner, request.members);
  await accept();
  await unlockDevice(client, device);
  return device;
};
const received = async () => ({ id, ...(await readApproval(home, id)) });
const answer = async (decision = APPROVED, changes: Partial<Awaited<ReturnType<typeof received>>> = {}) =>
  answerApproval(home, homeDevice, { ...(await received()), ...changes }, decision);
/** Changes a column of the mailbox, as a malicious server could. */
const forge = (column: string, value: string) => world.query(`UPDATE secure_site_approvals SET ${column} = $1`, [value]);
const storedAnswer = async (): Promise<string> =>
  // The test's rows have the columns of the table.
  ((await world.rows('approvals')) as readonly { readonly answer: string }[])[0]?.answer ?? '';

describe('a request in the mailbox', () => {
  it.each([APPROVED, CONFIRMED, REJECTED])('reaches the window, whose answer reaches the frame: $outcome', async (decision) => {
    await askApproval(frame, owner, id, REQUEST);
    expect(await readAnswer(frame, owner, id)).toBeNull();
    expect(await received()).toMatchObject({ frame: frame.id, origin: APP.origin, request: REQUEST, recoverable: true });
    await answer(decision);
    expect(await readAnswer(frame, owner, id)).toEqual(decision);
    // Answered once.
    expect(await refusalOf(readApproval(home, id))).toBe('no-request');
  });

  it('expires after ten minutes, and can be taken back', async () => {
    await askApproval(frame, owner, id, REQUEST);
    world.now += 600_000;
    expect(await refusalOf(readApproval(home, id))).toBe('no-request');
    expect(await refusalOf(readAnswer(frame, owner, id))).toBe('no-request');
    await askApproval(frame, owner, id, REQUEST);
    await cancelApproval(frame, id);
    expect(await refusalOf(readApproval(home, id))).toBe('no-request');
  });

  it('is one of each frame', async () => {
    await askApproval(frame, owner, id, REQUEST);
    await askApproval(frame, owner, randomText(16), REQUEST);
    expect(await refusalOf(readApproval(home, id))).toBe('no-request');
  });
});

describe('a forged request in the mailbox', () => {
  it('is refused without the key of a registered device of this session', async () => {
    expect(await refusalOf(askApproval(frame, { ...owner, key: await createSigningKey() }, id, REQUEST))).toBe('wrong-statement');
    const thief = await world.frame();
    await world.login(thief);
    expect(await refusalOf(askApproval(thief, owner, id, REQUEST))).toBe('no-device');
  });

  it('is refused with another text or id than the device has signed', async () => {
    const call = frame.call.bind(frame);
    for (const change of [{ request: '{}' }, { id: randomText(16) }]) {
      frame.call = (method, path, body) => call(method, path, path === '/approvals' ? { ...Object(body), ...change } : body);
      expect(await refusalOf(askApproval(frame, owner, id, REQUEST))).toBe('wrong-statement');
    }
  });

  it('does not replace that of another frame', async () => {
    await askApproval(frame, owner, id, REQUEST);
    const other = await world.frame();
    await world.login(other);
    const device = await addDevice(other);
    expect(await refusalOf(askApproval(other, device, id, '{}'))).toBe('request-taken');
    expect(await received()).toMatchObject({ request: REQUEST });
  });

  it('of another account is not seen', async () => {
    const eve = await world.frame();
    await world.login(eve, 'eve@example.com');
    await askApproval(eve, await createRealWallet(eve), id, REQUEST);
    expect(await refusalOf(readApproval(home, id))).toBe('no-request');
  });

  it('is read and answered by windows of the site only', async () => {
    await askApproval(frame, owner, id, REQUEST);
    expect(await refusalOf(readApproval(frame, id))).toBe('unknown-frame');
    expect(await refusalOf(answerApproval(frame, owner, await received(), APPROVED))).toBe('unknown-frame');
    const locked = await world.frame({ app: HOME });
    await world.login(locked);
    expect(await refusalOf(readApproval(locked, id))).toBe('no-device');
  });
});

describe('a forged answer', () => {
  const expectForged = async (): Promise<void> => {
    await expect(readAnswer(frame, owner, id)).rejects.toThrow(ForgedAnswer);
  };
  beforeEach(() => askApproval(frame, owner, id, REQUEST));

  it('of the server is refused: it has no key of the wallet', async () => {
    await forge('answer', JSON.stringify({ ...APPROVED, signature: 'A'.repeat(86) }));
    await expectForged();
    await forge('answer', '{}');
    await expectForged();
    const assertion = { credential: 'c', authenticatorData: 'AA', clientData: '?', signature: 'AA' };
    await forge('answer', JSON.stringify({ ...APPROVED, assertion, signature: 'A'.repeat(86) }));
    await expectForged();
  });

  it('is refused with another outcome or digest than the window has signed', async () => {
    await answer(REJECTED);
    const rejected = JSON.parse(await storedAnswer());
    await forge('answer', JSON.stringify({ ...rejected, outcome: 'approved' }));
    await expectForged();
    await forge('answer', JSON.stringify({ ...rejected, digest: APPROVED.digest }));
    await expectForged();
  });

  it.each([
    ['origin', { origin: 'https://other.example' }],
    ['frame', { frame: 'A'.repeat(43) }],
  ])('is refused for what the window has shown of another %s', async (_, changes) => {
    await answer(APPROVED, changes);
    await expectForged();
  });

  it('is refused for another request', async () => {
    await answer();
    const former = await storedAnswer();
    id = randomText(16);
    await askApproval(frame, owner, id, REQUEST);
    await forge('answer', former);
    await expectForged();
  });

  it('of another wallet is refused', async () => {
    const eve = await world.frame();
    await world.login(eve, 'eve@example.com');
    const stranger = await createRealWallet(eve);
    await answerApproval(home, { ...homeDevice, worker: stranger.worker, wallet: stranger.wallet }, await received(), APPROVED);
    await expectForged();
  });

  it('is refused by the server without the key of the window', async () => {
    const stolen = { ...homeDevice, key: await createSigningKey() };
    expect(await refusalOf(answerApproval(home, stolen, await received(), APPROVED))).toBe('wrong-statement');
  });
});
