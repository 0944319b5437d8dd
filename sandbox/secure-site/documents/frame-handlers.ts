import { type FrameHandlers, type FrameHost, type FramePayload, type FrameReply, rpcPermissionOf } from 'latchkey/frame';
import { element } from '../../wallet/window/element.js';
import { ApiError } from '../frame/frame-client.js';
import { nameOf } from '../protocol/login-user.js';
import type { DeviceConfirmation } from './device-confirmation.js';
import { errorMessage } from './error-message.js';
import type { FrameApprovals } from './frame-approvals.js';
import { type FramePrompts, LoginNeeded, NoWindow } from './frame-prompts.js';
import type { LinkPort } from './link-port.js';
import { nodeOf } from './node-of.js';
import { recoveringPasskeys } from './passkey-list.js';
import { networkOf } from './read-config.js';
import { factList, paragraph, skeleton } from './screen.js';
import type { SiteConfig } from './site-config.js';
import { isAboutSmartAccounts, type SmartAccounts } from './smart-accounts.js';
import { DEFAULT_THEME, type Theme } from './theme.js';
import { knownToApp, userFact } from './user-text.js';
import type { WalletSession } from './wallet-session.js';
import type { AskingApp, ClaimedApp } from './window-messages.js';

/** Dependencies of {@link createFrameHandlers}. */
export interface FrameHandlersDeps {
  readonly config: SiteConfig;
  readonly session: WalletSession;
  readonly prompts: FramePrompts;
  readonly approvals: FrameApprovals;
  readonly smartAccounts: SmartAccounts;
  readonly confirmation: DeviceConfirmation;
  /** CAIP-2 id of the chain in the frame's URL. */
  readonly chainId: string;
  readonly onTheme: (theme: Theme) => void;
  /** The server has no session or device of this frame. */
  readonly onSessionEnded: () => void;
  readonly reload: () => void;
}

/** A chain as apps name it: CAIP-2, or the number of an EVM chain. */
const toChainId = (chain: string | number): string => (/^\d+$/.test(String(chain)) ? `eip155:${chain}` : String(chain));

/** Whether the wallet has an account on a chain. */
const hasAccountOn = (chainId: string): boolean => /^(?:eip155:\d+|solana:\w+)$/.test(chainId);

/** EVM chains are named by their number. */
const toFrameChain = (chainId: string): string | number =>
  chainId.startsWith('eip155:') ? Number(chainId.slice('eip155:'.length)) : chainId;

/** Replaces errors of the API, the keys and the network by texts that users can read. */
const readable =
  <Arguments extends readonly unknown[], Result>(handle: (...values: Arguments) => Promise<Result>) =>
  async (...values: Arguments): Promise<Result> => {
    try {
      return await handle(...values);
    } catch (error) {
      const message = errorMessage(error);
      throw message === null ? error : new Error(message, { cause: error });
    }
  };

/** What the frame does for each request of its host. */
export const createFrameHandlers = (deps: FrameHandlersDeps): FrameHandlers => {
  const { config, session, prompts, approvals, smartAccounts } = deps;
  let { chainId } = deps;
  let claimed: ClaimedApp | null = null;
  let theme: Theme = DEFAULT_THEME;

  const appOf = ({ origin }: FrameHost): AskingApp => ({ origin, claimed });

  /** Makes the keys of a user who has none. */
  const createWallet = async (host: FrameHost): Promise<void> => {
    const begun = await session.beginWallet();
    const app = appOf(host);
    const { user } = session;
    if (user === null) throw new ApiError('no-session');
    let port: LinkPort | null = null;
    const creation = prompts.ask({
      event: 'home',
      title: 'Create your wallet',
      content: [
        // The window asks for the consent.
        paragraph('Your wallet is created on this device, in a window of its own.'),
        factList([userFact(user)]),
      ],
      continueLabel: 'Continue',
      signal: host.signal,
      task: { kind: 'create', app, theme, user, wallet: begun.wallet },
      onPort: (opened) => {
        port = opened;
      },
      withoutWindow: {
        kind: 'continue',
        text: `If a window of the wallet has opened, log in and make your wallet there, then continue here: this app cuts the connection to it. The app gets to know ${knownToApp(user)}.`,
        label: 'I created it there',
      },
    });
    const created = await creation.catch((error: unknown) => {
      if (error instanceof NoWindow) return null;
      throw error;
    });
    if (created === null) {
      if ((await session.info()).wallet === null)
        throw new Error('There is no wallet yet. Create it in the window of the wallet, then log in again');
      await linkWithoutWindow(host);
      return;
    }
    await session.createWallet(begun, created.recovery);
    // The window keeps the wallet for other apps of this browser. Without it, they need the words.
    if (port !== null) void session.joining.add(port, { frame: created.frame, origin: location.origin }).catch(() => undefined);
  };

  /** Becomes a device of the wallet by the number that the frame shows: no window of the site can reach it. */
  const linkWithoutWindow = (host: FrameHost): Promise<void> =>
    prompts.during({
      app: appOf(host),
      title: 'Approve on your other device',
      signal: host.signal,
      run: (show, signal) => {
        show(
          paragraph(
            'Open “Your wallet” where you have it, in this browser or on another device, and choose the new device. If you have given an email address, we mailed a link to it.',
          ),
          skeleton('Waiting for your other device'),
        );
        return session.joining.joinByApproval({
          signal,
          onNumber: (number) =>
            show(
              element('output', { class: 'number', translate: 'no', 'aria-label': `Number ${[...number].join(' ')}` }, number),
              paragraph('Type this number there. Show it to no one.'),
            ),
        });
      },
    });

  /** Gets the wallet that the user has in another app of this browser, or that the words open. */
  const linkWallet = async (host: FrameHost, wallet: string | null, recoverable: boolean): Promise<void> => {
    const passkeys = wallet === null ? [] : await recoveringPasskeys(session);
    let joining: Promise<void> = Promise.resolve();
    let approving: Promise<void> = Promise.resolve();
    const controller = new AbortController();
    const { user } = session;
    const link = prompts.ask({
      event: 'home',
      title: 'Use your wallet here',
      content: [
        paragraph(
          user === null
            ? 'The app gets to know your addresses and who you are, and asks you before anything is signed.'
            : `The app gets to know ${knownToApp(user)}, and asks you before anything is signed.`,
        ),
      ],
      continueLabel: 'Continue',
      signal: host.signal,
      task: { kind: 'link', app: appOf(host), theme, frame: await session.frameId(), wallet, recoverable, passkeys },
      withoutWindow: {
        kind: 'continue',
        text: 'If a window of the wallet has opened, this app cuts the connection to it: connect by a number instead.',
        label: 'Connect by a number',
      },
      onPort: (port) => {
        joining = session.joining.join(port);
        // Awaited below if the user gives consent.
        joining.catch(() => undefined);
        // The window shows the number: the app's page could cover the frame with another one.
        const ask = (): Promise<void> =>
          session.joining.joinByApproval({ signal: controller.signal, onNumber: (number) => port.send('number', { number }) });
        approving = port.receive('ask').then(ask);
        approving.then(
          () => port.send('approved', {}),
          (error: unknown) => port.send('failed', { message: errorMessage(error) ?? String(error) }),
        );
      },
    });
    try {
      const { recovery, passkey, byApproval } = await link;
      if (byApproval) await approving;
      else if (recovery === null) await joining;
      else await session.recovery.recover(recovery, passkey);
    } catch (error) {
      if (!(error instanceof NoWindow)) throw error;
      if (wallet === null) throw new Error('Log in here first');
      await linkWithoutWindow(host);
    } finally {
      controller.abort();
    }
  };

  /** @param preferred type of account that the app prefers */
  const userOf = async (preferred?: string): Promise<FrameReply<'GET_USER'>> => {
    const account = await session.account(chainId.startsWith('solana:') ? 'solana' : 'eip155');
    if (account === null) throw new ApiError('no-device');
    const { accounts, smartAccountDeployed } = await smartAccounts.accountsOn(chainId, account.address, preferred);
    const [{ address, type }] = accounts;
    const userName = session.user?.userName ?? null;
    return {
      email: session.email,
      ...(userName === null ? {} : { userName }),
      address,
      chainId: toFrameChain(chainId),
      ...(smartAccountDeployed === null ? {} : { smartAccountDeployed }),
      accounts: [...accounts],
      preferredAccountType: type,
    };
  };

  const connectWallet = async (host: FrameHost): Promise<void> => {
    if (await session.isConnected()) return;
    const info = await session.current();
    if (info?.locked === true) await prompts.unlock(session, { app: appOf(host), signal: host.signal });
    if (info !== null && info.wallet === null) await createWallet(host);
    else await linkWallet(host, info?.wallet ?? null, info?.recoverable ?? false);
  };
  /** All requests for the user wait for one wallet. */
  let connecting: { readonly done: Promise<void>; readonly controller: AbortController; readonly waiting: Set<AbortSignal> } | null = null;
  const connect = (host: FrameHost): Promise<void> => {
    if (connecting === null) {
      const controller = new AbortController();
      const done = connectWallet({ ...host, signal: controller.signal }).finally(() => {
        connecting = null;
      });
      connecting = { done, controller, waiting: new Set() };
    }
    const { done, controller, waiting } = connecting;
    waiting.add(host.signal);
    host.signal.addEventListener('abort', () => {
      waiting.delete(host.signal);
      // The others still wait for the wallet.
      if (waiting.size === 0) controller.abort();
    });
    return done;
  };

  /** For the user's answer in a Farcaster app. */
  let waiting: AbortController | null = null;

  const switchTo = (requested: string | number): void => {
    const named = toChainId(requested);
    if (!hasAccountOn(named)) throw new Error(`The wallet has no account on ${named}`);
    chainId = named;
  };

  const safeCall = async (method: string, params: unknown): Promise<unknown> => {
    const isEvm = chainId.startsWith('eip155:');
    switch (method) {
      case 'eth_accounts':
        return isEvm ? (await userOf()).accounts?.map(({ address }) => address) : [];
      case 'eth_chainId':
        return isEvm ? `0x${Number(toFrameChain(chainId)).toString(16)}` : null;
      default: {
        const owner = (await session.account('eip155'))?.address;
        if (isEvm && isAboutSmartAccounts(method) && owner !== undefined) return smartAccounts.safeCall({ method, params, chainId }, owner);
        if (method === 'wallet_getCapabilities') return {};
        const network = networkOf(config, chainId);
        if (network === null || !isEvm || method.startsWith('wallet_'))
          throw new Error(`${method} is not supported on ${network?.name ?? chainId}`);
        return nodeOf(network)(method, params ?? []);
      }
    }
  };

  const rpcRequest = async ({ method, params }: FramePayload<'RPC_REQUEST'>, host: FrameHost): Promise<unknown> => {
    switch (rpcPermissionOf(method)) {
      case 'safe':
        return safeCall(method, params);
      case 'unsafe':
        if (!(await session.resume())) throw new ApiError('no-session');
        return approvals.run({
          method,
          params,
          chainId,
          network: networkOf(config, chainId),
          app: appOf(host),
          theme,
          signal: host.signal,
        });
      default:
        throw new Error('Requested RPC call is not allowed');
    }
  };

  return {
    CONNECT_EMAIL: readable(async ({ email }) => {
      if (session.user?.provider === 'email' && session.email === email && (await session.resume())) return { action: 'CONNECT' as const };
      const isNew = config.confirmsDevices && (await session.device()) === null;
      if (isNew && (await deps.confirmation.begin(email))) return { action: 'VERIFY_DEVICE' as const };
      await session.logins.requestCode(email);
      return { action: 'VERIFY_OTP' as const };
    }),
    CONNECT_DEVICE: readable(async (_, { signal }) => {
      await deps.confirmation.wait(signal);
      return undefined;
    }),
    CONNECT_OTP: readable(async ({ otp }) => {
      await session.logins.enterCode(otp);
      return undefined;
    }),
    GET_SOCIAL_REDIRECT_URI: readable(async ({ provider }) => ({ uri: await session.logins.beginSocial(provider) })),
    CONNECT_SOCIAL: readable(async ({ uri }) => {
      await session.logins.redeemSocial(uri);
      // Without a wallet here, the user gives consent next, for which hosts that ask for the user wait. Until then the app gets to know nothing.
      return (await session.device()) === null ? {} : userOf();
    }),
    GET_FARCASTER_URI: readable(async () => ({ url: await session.logins.beginFarcaster() })),
    CONNECT_FARCASTER: readable(async (_, { signal }) => {
      // Hosts ask again when they show the code again.
      waiting?.abort(new Error('The request was cancelled: another one came'));
      waiting = new AbortController();
      await session.logins.waitForFarcaster(AbortSignal.any([signal, waiting.signal]));
      return { userName: session.user === null ? '' : nameOf(session.user) };
    }),
    IS_CONNECTED: readable(async () => ({ isConnected: await session.isConnected() })),
    GET_USER: readable(async (payload, host) => {
      const requested = payload?.chainId;
      await connect(host);
      if (requested !== undefined) switchTo(requested);
      return userOf(payload?.preferredAccountType);
    }),
    GET_CHAIN_ID: async () => ({ chainId: toFrameChain(chainId) }),
    SWITCH_NETWORK: async ({ chainId: requested }) => {
      switchTo(requested);
      return { chainId: requested };
    },
    SIGN_OUT: readable(async () => {
      await session.signOut();
      return undefined;
    }),
    UPDATE_EMAIL: readable(async ({ email }, host) => {
      const info = await session.current();
      if (info === null) throw new ApiError('no-session');
      if (info.locked) await prompts.unlock(session, { app: appOf(host), signal: host.signal });
      const step = await session.emailChange.begin(email);
      return { action: step === 'old-email' ? ('VERIFY_PRIMARY_OTP' as const) : ('VERIFY_SECONDARY_OTP' as const) };
    }),
    UPDATE_EMAIL_PRIMARY_OTP: readable(async ({ otp }) => {
      await session.emailChange.confirmOld(otp);
      return undefined;
    }),
    UPDATE_EMAIL_SECONDARY_OTP: readable(async ({ otp }) => ({ newEmail: await session.emailChange.confirmNew(otp) })),
    SET_PREFERRED_ACCOUNT: readable(async ({ type }) => {
      const chosen = await smartAccounts.prefer(type, chainId);
      return { type: chosen, address: (await userOf(chosen)).address };
    }),
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({ smartAccountEnabledNetworks: [...smartAccounts.networks] }),
    INIT_SMART_ACCOUNT: readable(async () => {
      const { accounts = [], smartAccountDeployed } = await userOf();
      const account = accounts.find(({ type }) => type === 'smartAccount');
      if (account === undefined) throw new Error('Smart accounts are not available on this network');
      if (smartAccountDeployed === undefined) throw new Error('The network cannot be reached');
      return { address: account.address, isDeployed: smartAccountDeployed };
    }),
    SYNC_THEME: async ({ themeMode, w3mThemeVariables }) => {
      theme = { mode: themeMode ?? theme.mode, accent: w3mThemeVariables?.['--w3m-accent'] ?? theme.accent };
      deps.onTheme(theme);
      return undefined;
    },
    SYNC_DAPP_DATA: async ({ metadata }) => {
      claimed = metadata === undefined ? null : { name: metadata.name };
      return undefined;
    },
    RPC_REQUEST: readable(async (request, host) => {
      try {
        return await rpcRequest(request, host);
      } catch (error) {
        // Such as when the user has removed this device on the site's own page: the host then checks whether it is still connected.
        const isEnded = error instanceof ApiError && (error.code === 'no-session' || error.code === 'no-device');
        if (isEnded || error instanceof LoginNeeded) deps.onSessionEnded();
        throw error;
      }
    }),
    RELOAD: async () => {
      // After the reply.
      setTimeout(deps.reload);
      return undefined;
    },
  };
};
