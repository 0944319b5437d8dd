import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';
import { bytesOf, digestOf, toUtf8 } from '../protocol/encoding.js';
import { REQUEST_HEADERS } from '../protocol/signed-request.js';
import { Accounts, preferencesSchema } from './accounts.js';
import { Approvals, answerApprovalSchema, approvalIdSchema, askApprovalSchema } from './approvals.js';
import { Codes } from './codes.js';
import { DeviceLinks } from './device-links.js';
import { canonicalEmail } from './email-address.js';
import { EmailChanges } from './email-changes.js';
import { FarcasterLogins, type FarcasterSettings } from './farcaster-logins.js';
import { type Frame, Frames, newFrameSchema } from './frames.js';
import { Limits } from './limits.js';
import type { Mailer } from './mailer.js';
import { Nonces } from './nonces.js';
import { type Advice, Notices } from './notices.js';
import { Origins } from './origins.js';
import type { OutsideKey } from './outside-key.js';
import { newPasskeySchema, Passkeys, passkeyLoginSchema, passkeySecretSchema, policySchema, renamePasskeySchema } from './passkeys.js';
import {
  approvalRequestSchema,
  approvalSchema,
  deviceSchema,
  newDeviceSchema,
  newDeviceSecretSchema,
  openRequestSchema,
  PendingDevices,
  requestIdSchema,
  revealSchema,
} from './pending-devices.js';
import { Refusal } from './refusal.js';
import { base64Url, identifier, signature } from './schemas.js';
import { ServerSecrets } from './server-secrets.js';
import { type Session, Sessions } from './sessions.js';
import { beginSocialSchema, redeemSocialSchema, returnSocialSchema, SocialLogins, type SocialSettings } from './social-logins.js';
import {
  type Caller,
  deviceSecretSchema,
  discardSchema,
  managedSchema,
  newRecoverySchema,
  newWalletSchema,
  recoverySchema,
  recoverySecretSchema,
  resumeSchema,
  revokeSchema,
  rotationSchema,
  switchSchema,
  type VerifyStatement,
  Wallets,
  walletSchema,
} from './wallets.js';

const DAY_MS = 86_400_000;

/** More than any valid body. */
export const MAX_BODY_BYTES = 65_536;

/** Options of {@link createSecureSiteApi}. */
export interface SecureSiteApiOptions {
  /** Database with the tables that `migrate` creates. */
  readonly query: Query;
  /** Key that is outside of the database. All instances of a site have the same one. */
  readonly key: OutsideKey;
  readonly mailer: Mailer;
  /** Verifies statements of management and recovery keys. */
  readonly verify: VerifyStatement;
  /** Origin of the site's documents: the only one that may call the API. */
  readonly siteOrigin: string;
  /** Origin of the API, as frames call it. */
  readonly apiOrigin: string;
  /** Social logins. Default: none. */
  readonly socials?: readonly SocialSettings[];
  /** Login with Farcaster. Default `null`: none. */
  readonly farcaster?: FarcasterSettings | null;
  /** Duration of a session in milliseconds. Default: 30 days. */
  readonly sessionMs?: number;
  /** Time after an email code in which secrets are released, in milliseconds. Default: 7 days. */
  readonly freshMs?: number;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
  /** Receives errors other than refusals. They may contain what the database knows. Default: discards them. */
  readonly onError?: (error: unknown) => void;
}

/** The API of a secure site. */
export interface SecureSiteApi {
  /** Handles a request. Never rejects. */
  readonly handle: (request: Request) => Promise<Response>;
  readonly origins: Origins;
}

/** A verified request. */
interface Call {
  readonly frame: Frame;
  readonly token: string | null;
  readonly body: unknown;
}

const emailSchema = v.pipe(v.string(), v.maxLength(320));
const purposeSchema = v.picklist(['login']);
const sendCodeSchema = v.object({ email: emailSchema, purpose: purposeSchema });
const codeSchema = v.pipe(v.string(), v.regex(/^\d{6}$/));
const useCodeSchema = v.object({ email: emailSchema, purpose: purposeSchema, code: codeSchema });
const linkSchema = v.object({ email: emailSchema });
const confirmLinkSchema = v.object({ link: base64Url(43), number: codeSchema });
const grantSchema = v.object({ frame: base64Url(43), nonce: identifier, signature });
const newEmailSchema = v.object({ email: emailSchema });
const oldEmailCodeSchema = v.object({ email: emailSchema, code: codeSchema });
const newEmailCodeSchema = v.object({ email: emailSchema, code: codeSchema, ...managedSchema.entries });

/** @throws Refusal */
const parse = <Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> => {
  const parsed = v.safeParse(schema, body);
  if (!parsed.success) throw new Refusal('invalid-request');
  return parsed.output;
};

/** @throws Refusal */
const parseEmail = (text: string): string => {
  const email = canonicalEmail(text);
  if (email === null) throw new Refusal('invalid-email');
  return email;
};

/** @throws Refusal */
const parseJson = (bytes: Uint8Array): unknown => {
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal('invalid-request');
  }
};

/**
 * Creates the API of a secure site. It runs wherever `Request`, `Response` and WebCrypto do. All state is in the database, so any number of
 * instances serve one site.
 * @throws RangeError if an origin is none
 */
export const createSecureSiteApi = (options: SecureSiteApiOptions): SecureSiteApi => {
  for (const origin of [options.siteOrigin, options.apiOrigin]) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) throw new RangeError(`"${origin}" is not an origin`);
  }
  const { query, key, mailer, verify, siteOrigin, apiOrigin, now = Date.now, onError } = options;
  const { sessionMs = 30 * DAY_MS, freshMs = 7 * DAY_MS, socials = [], farcaster = null } = options;
  const origins = new Origins(query);
  const frames = new Frames({ query, origins, audience: apiOrigin, now, frameMs: sessionMs });
  const limits = new Limits(query);
  const secrets = new ServerSecrets(key);
  const codes = new Codes({ query, key, limits, mailer, now });
  const sessions = new Sessions({ query, now, sessionMs, freshMs });
  const accounts = new Accounts(query, now);
  const nonces = new Nonces(query, now);
  const wallets = new Wallets({ query, secrets, nonces, verify, now });
  const pendingDevices = new PendingDevices({ query, key, limits, nonces, secrets, wallets, now });
  const passkeys = new Passkeys({ query, secrets, nonces, wallets, verify, siteOrigin, now });
  const approvals = new Approvals({ query, wallets, siteOrigin, now });
  const links = new DeviceLinks({ query, key, limits, mailer, siteOrigin, now });
  const emailChanges = new EmailChanges({ query, codes, now });
  const redirectUri = `${siteOrigin}/social`;
  const { host: domain } = new URL(siteOrigin);
  const farcasterLogins = new FarcasterLogins({ query, settings: farcaster, domain, now, onError: (error) => onError?.(error) });
  const socialLogins = new SocialLogins({ query, providers: socials, redirectUri, now, onError: (error) => onError?.(error) });

  const notices = new Notices({ mailer, siteOrigin, now, onError });
  const notify = (to: string | null, subject: string, text: string, advice: Advice = 'secure'): Promise<void> =>
    notices.send(to, { subject, text, advice });

  const sessionOf = ({ token, frame }: Call): Promise<Session> => sessions.find(token, frame);
  const callerOf = async (call: Call): Promise<Caller> => ({ frame: call.frame, session: await sessionOf(call) });
  const freshCaller = async (call: Call): Promise<Caller> => {
    const caller = await callerOf(call);
    sessions.checkFresh(caller.session);
    return caller;
  };

  const routes: Readonly<Record<string, (call: Call) => Promise<unknown>>> = {
    'POST /codes': async ({ frame, body }) => {
      const { email, purpose } = parse(sendCodeSchema, body);
      await codes.send({ email: parseEmail(email), purpose, frame });
    },
    'POST /codes/check': async ({ frame, body }) => {
      const { email: typed, purpose, code } = parse(useCodeSchema, body);
      const email = parseEmail(typed);
      await codes.use(code, { email, purpose, frame });
      return sessions.create(await accounts.open({ provider: 'email', subject: email, email, userName: null }), frame);
    },
    'POST /socials': ({ frame, body }) => socialLogins.begin(frame, parse(beginSocialSchema, body)),
    'POST /socials/return': async ({ frame, body }) => {
      // Pages of the site, which apps do not embed.
      if (frame.origin !== siteOrigin) throw new Refusal('wrong-origin');
      return socialLogins.originOf(parse(returnSocialSchema, body));
    },
    'POST /socials/redeem': async ({ frame, body }) =>
      sessions.create(await accounts.open(await socialLogins.redeem(frame, parse(redeemSocialSchema, body))), frame),
    'POST /farcaster': ({ frame }) => farcasterLogins.begin(frame),
    'POST /farcaster/answer': async ({ frame }) => {
      const identity = await farcasterLogins.answer(frame);
      return { session: identity === null ? null : await sessions.create(await accounts.open(identity), frame) };
    },
    'POST /links': async ({ frame, body }) => links.send(parseEmail(parse(linkSchema, body).email), frame),
    'POST /links/confirm': async ({ body }) => {
      const { link, number } = parse(confirmLinkSchema, body);
      return links.confirm(link, number);
    },
    'GET /links': async ({ frame }) => ({ confirmed: await links.isConfirmed(frame) }),
    'GET /session': async (call) => {
      const { origin, trusted } = call.frame;
      const session = await sessionOf(call);
      return { ...session, locked: sessions.isLocked(session), origin, trusted };
    },
    'GET /preferences': async (call) => accounts.preferences((await sessionOf(call)).account),
    'POST /preferences': async (call) => {
      // Who has a wallet that is locked must not unset the lock.
      const { account, device } = (await freshCaller(call)).session;
      // Not for those who only read the user's mails.
      if (device === null) throw new Refusal('no-device');
      await accounts.setPreferences(account, parse(preferencesSchema, call.body));
    },
    'POST /session/resume': async ({ frame, body }) => {
      const { token, device, nonce, signature } = parse(resumeSchema, body);
      const parameters = [await digestOf(toUtf8(token))];
      await wallets.verifyDevice({ frame, account: null }, { action: 'resume-session', device, nonce, signature, parameters });
      return sessions.resume({ token, device, frame });
    },
    'POST /sessions/grant': async (call) => {
      const { frame: granted, ...statement } = parse(grantSchema, call.body);
      const { frame, session } = await freshCaller(call);
      const { account, device } = session;
      if (device === null) throw new Refusal('no-device');
      await wallets.verifyDevice({ frame, account }, { ...statement, action: 'grant-session', device, parameters: [granted] });
      // A window of the site asks its user. Frames, which apps embed, grant sessions to such a window only.
      const issued = await sessions.grant(session, granted, frame.origin === siteOrigin ? null : siteOrigin);
      if (issued === null) throw new Refusal('unknown-frame');
      return issued;
    },
    'DELETE /session': async (call) => {
      await sessionOf(call);
      if (call.token !== null) await sessions.end(call.token);
    },
    'DELETE /sessions': async (call) => sessions.endAll((await sessionOf(call)).account),
    'POST /session/use': async (call) => {
      const { session } = await freshCaller(call);
      if (call.token !== null) await sessions.use(call.token);
      return { idleLockMs: session.idleLockMs };
    },
    'POST /nonces': ({ frame }) => nonces.create(frame),
    'POST /wallets/begin': async (call) => wallets.begin(await freshCaller(call), parse(newWalletSchema, call.body)),
    'POST /wallets': async (call) => {
      const body = parse(walletSchema, call.body);
      const caller = await freshCaller(call);
      const device = await wallets.store(caller, body);
      // A wallet that the user moves to is not used yet.
      if (call.token !== null && caller.session.wallet === null) await sessions.setDevice(call.token, device);
      return { wallet: body.wallet, device };
    },
    'POST /wallets/rotate': async (call) => {
      const caller = await freshCaller(call);
      await wallets.rotate(caller, parse(rotationSchema, call.body));
      const text = `The keys of your wallet were replaced at ${call.frame.origin}. Other devices have to be added again.`;
      await notify(caller.session.email, 'The keys of your wallet were replaced', text);
    },
    'POST /wallets/switch': async (call) => {
      const caller = await freshCaller(call);
      const body = parse(switchSchema, call.body);
      await wallets.switch(caller, body);
      await sessions.endOthers(caller.session.account, call.frame);
      if (call.token !== null) await sessions.setDevice(call.token, body.device);
      const text = `Your account has another wallet now, set at ${call.frame.origin}. Apps connect to it when you use them again. What is at the
address of the former wallet is not moved.`;
      await notify(caller.session.email, 'Your wallet was replaced by another one', text);
    },
    'POST /wallets/discard': async (call) => {
      const caller = await freshCaller(call);
      await wallets.discard(caller, parse(discardSchema, call.body));
      await notify(
        caller.session.email,
        'A wallet was deleted',
        `The wallet that you do not use was deleted at ${call.frame.origin}.`,
        'rescue',
      );
    },
    'POST /devices/secret': async (call) => {
      const body = parse(deviceSecretSchema, call.body);
      const released = await wallets.releaseToDevice(await freshCaller(call), body);
      if (call.token !== null) await sessions.setDevice(call.token, body.device);
      return released;
    },
    'POST /recovery/secret': async (call) => {
      const caller = await freshCaller(call);
      const released = await wallets.releaseForRecovery(caller, parse(recoverySecretSchema, call.body));
      await notify(caller.session.email, 'Your wallet was recovered', `Recovery words were used at ${call.frame.origin}.`);
      return released;
    },
    'POST /recovery/begin': async (call) => wallets.beginRecovery(await freshCaller(call), parse(newRecoverySchema, call.body)),
    'POST /recovery': async (call) => {
      const caller = await freshCaller(call);
      await wallets.setRecovery(caller, parse(recoverySchema, call.body));
      await notify(caller.session.email, 'Your recovery words were set', `Recovery words were set at ${call.frame.origin}.`);
    },
    'GET /passkeys': async (call) => ({ passkeys: await passkeys.list(await callerOf(call)) }),
    'POST /passkeys/begin': async (call) => passkeys.begin(await freshCaller(call), parse(newPasskeySchema, call.body)),
    'POST /passkeys/rename': async (call) => passkeys.rename(await freshCaller(call), parse(renamePasskeySchema, call.body)),
    'POST /passkeys/login': async ({ frame, body }) => sessions.create(await passkeys.logIn(frame, parse(passkeyLoginSchema, body)), frame),
    'POST /passkeys/secret': async (call) => {
      const caller = await freshCaller(call);
      const released = await passkeys.releaseForRecovery(caller, parse(passkeySecretSchema, call.body));
      await notify(caller.session.email, 'Your wallet was recovered', `A passkey was used at ${call.frame.origin}.`);
      return released;
    },
    'POST /policy': async (call) => {
      const caller = await freshCaller(call);
      const body = parse(policySchema, call.body);
      await passkeys.setPolicy(caller, body);
      const { email } = caller.session;
      const at = call.frame.origin;
      if (body.added !== null)
        await notify(email, 'A passkey was added', `The passkey "${body.added.label}" was added to your wallet at ${at}.`);
      if (body.removed !== null) await notify(email, 'A passkey was removed', `A passkey was removed from your wallet at ${at}.`);
      if (body.added === null && body.removed === null)
        await notify(email, 'Your limits were changed', `What apps may do without your passkey was changed at ${at}.`);
    },
    'POST /devices/begin': async (call) => pendingDevices.begin(await freshCaller(call), parse(newDeviceSchema, call.body)),
    'POST /devices': async (call) => {
      const caller = await freshCaller(call);
      const body = parse(deviceSchema, call.body);
      await pendingDevices.register(caller, body);
      if (call.token !== null) await sessions.setDevice(call.token, body.device);
      await notify(caller.session.email, 'A device was added', `A device was added to your wallet at ${call.frame.origin}.`);
    },
    'GET /device-requests': async (call) => ({ requests: await pendingDevices.list(await callerOf(call)) }),
    'POST /device-requests': async (call) => {
      const caller = await freshCaller(call);
      const body = parse(approvalRequestSchema, call.body);
      await pendingDevices.request(caller, body);
      await notices.send(caller.session.email, {
        subject: 'A new device asks for your wallet',
        text: `A new device asks for your wallet at ${call.frame.origin}. If it is yours, open this page on a device that has the wallet,
and type the number that the new one shows:

${siteOrigin}/device#request=${body.device}

If it is not, type nothing: someone may have logged in with your email address. Opening the page alone changes nothing.`,
        advice: null,
      });
    },
    'POST /device-requests/state': async (call) => pendingDevices.state(await callerOf(call), parse(requestIdSchema, call.body).device),
    'POST /device-requests/reveal': async (call) => pendingDevices.reveal(await callerOf(call), parse(revealSchema, call.body)),
    'POST /device-requests/open': async (call) => pendingDevices.open(await freshCaller(call), parse(openRequestSchema, call.body)),
    'POST /device-requests/refuse': async (call) => pendingDevices.refuse(await callerOf(call), parse(requestIdSchema, call.body).device),
    'POST /device-requests/secret': async (call) =>
      pendingDevices.releaseToApprover(await freshCaller(call), parse(newDeviceSecretSchema, call.body)),
    'POST /device-requests/approve': async (call) => {
      const caller = await freshCaller(call);
      const body = parse(approvalSchema, call.body);
      await pendingDevices.approve(caller, body);
      const devices = await wallets.devices(caller.session);
      await notices.send(caller.session.email, notices.ofDevice(body.device, devices, call.frame.origin));
    },
    'POST /approvals': async (call) => approvals.ask(await freshCaller(call), parse(askApprovalSchema, call.body)),
    'POST /approvals/read': async (call) => approvals.read(await freshCaller(call), parse(approvalIdSchema, call.body).id),
    'POST /approvals/answer': async (call) => approvals.answer(await freshCaller(call), parse(answerApprovalSchema, call.body)),
    'POST /approvals/state': async (call) => approvals.state(await callerOf(call), parse(approvalIdSchema, call.body).id),
    'POST /approvals/cancel': async (call) => approvals.cancel(await callerOf(call), parse(approvalIdSchema, call.body).id),
    'GET /devices': async (call) => ({ devices: await wallets.devices(await sessionOf(call)) }),
    'POST /devices/revoke': async (call) => {
      const caller = await callerOf(call);
      const body = parse(revokeSchema, call.body);
      await wallets.revoke(caller, body);
      // A user who signs out knows it.
      if (body.device === caller.session.device) return;
      await notify(caller.session.email, 'A device was removed', `A device of your wallet was removed at ${call.frame.origin}.`);
    },
    'POST /devices/remove': async (call) => wallets.remove(await callerOf(call), parse(revokeSchema, call.body)),
    'POST /email': async (call) => {
      const email = parseEmail(parse(newEmailSchema, call.body).email);
      return { email, step: await emailChanges.begin(await callerOf(call), email) };
    },
    'POST /email/old-code': async (call) => {
      const { email, code } = parse(oldEmailCodeSchema, call.body);
      await emailChanges.confirmOld(await callerOf(call), parseEmail(email), code);
    },
    'POST /email/new-code': async (call) => {
      const caller = await callerOf(call);
      const { email: typed, code, statement } = parse(newEmailCodeSchema, call.body);
      const email = parseEmail(typed);
      const { account, email: old, provider } = caller.session;
      if (provider !== 'email' || old === null) throw new Refusal('no-email-login');
      // Before the code is used up.
      await wallets.verifyManagementIfAny(caller, statement, { action: 'change-email', parameters: [account, old, email] });
      await emailChanges.complete(caller, email, code);
      // Anyone who reads the mails of the old address could have opened them.
      await sessions.endWithoutDevice(account, caller.frame);
      await notify(
        old,
        'Your email address was changed',
        `The email address of your wallet was changed to ${email} at ${call.frame.origin}.`,
      );
      return { email };
    },
    'POST /account/delete': async (call) => {
      const caller = await freshCaller(call);
      const { statement } = parse(managedSchema, call.body);
      const { account, email, provider, wallet } = caller.session;
      await wallets.verifyManagementIfAny(caller, statement, { action: 'delete-account', parameters: [account] });
      if (!(await accounts.delete(account, wallet))) throw new Refusal('no-session');
      if (provider === 'email' && email !== null) await codes.deleteAll(email);
      await notify(email, 'Your account was deleted', `Your account and its data were deleted at ${call.frame.origin}.`, 'rescue');
    },
  };

  const respond = (body: unknown, status: number): Response =>
    new Response(JSON.stringify(body ?? {}), {
      status,
      headers: {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': siteOrigin,
        vary: 'Origin',
      },
    });

  const preflight = (): Response =>
    new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-origin': siteOrigin,
        'access-control-allow-methods': 'GET, POST, DELETE',
        'access-control-allow-headers': ['authorization', 'content-type', ...Object.values(REQUEST_HEADERS)].join(', '),
        'access-control-max-age': '600',
        vary: 'Origin',
      },
    });

  const run = async (request: Request): Promise<unknown> => {
    const name = `${request.method} ${new URL(request.url).pathname}`;
    const route = Object.hasOwn(routes, name) ? routes[name] : undefined;
    if (route === undefined && name !== 'POST /frames') throw new Refusal('not-found');
    const bytes = bytesOf(new Uint8Array(await request.arrayBuffer()));
    if (bytes.length > MAX_BODY_BYTES) throw new Refusal('invalid-request');
    const received = { request, body: bytes };
    if (route === undefined) return frames.register(received, parse(newFrameSchema, parseJson(bytes)));
    const frame = await frames.authenticate(received);
    const token = /^Bearer ([\w-]{43})$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
    return route({ frame, token, body: parseJson(bytes) });
  };

  const handle = async (request: Request): Promise<Response> => {
    try {
      // Pages of other sites cannot change their Origin header.
      if (request.headers.get('origin') !== siteOrigin) throw new Refusal('wrong-origin');
      return request.method === 'OPTIONS' ? preflight() : respond(await run(request), 200);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal('unavailable');
      if (refusal !== error) onError?.(error);
      // With the time, so that a frame can correct its clock.
      return respond({ error: refusal.code, time: now() }, refusal.status);
    }
  };

  return { handle, origins };
};
