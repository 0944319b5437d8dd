import * as v from 'valibot';
import { rpcRequestSchema } from './rpc-request.js';

/** A bare EIP-155 chain id or a CAIP-2 id; frames send both. */
const chainId = v.union([v.string(), v.number()]);
const email = v.pipe(v.string(), v.email('Invalid email'));
const otp = v.object({ otp: v.string() });
const accounts = v.array(v.object({ address: v.string(), type: v.picklist(['eoa', 'smartAccount']) }));
/** Whatever comes instead of a payload is dropped. */
const nothing = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
);

/** Social logins whose pages the frame opens. */
export const SOCIAL_PROVIDERS = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const;

/** Metadata of the app, as it claims it. */
const dappData = v.object({
  metadata: v.optional(v.object({ name: v.string(), description: v.string(), url: v.string(), icons: v.array(v.string()) })),
  sdkVersion: v.optional(v.string()),
  sdkType: v.optional(v.string()),
  projectId: v.string(),
});

const theme = v.object({
  themeMode: v.optional(v.picklist(['light', 'dark'])),
  themeVariables: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  w3mThemeVariables: v.optional(v.record(v.string(), v.string())),
});

const user = v.object({
  email: v.nullish(email),
  address: v.string(),
  chainId,
  smartAccountDeployed: v.optional(v.boolean()),
  accounts: v.optional(accounts),
  preferredAccountType: v.optional(v.string()),
  userName: v.nullish(v.string()),
});

/** Requests of the host to the secure frame: what each sends and what its reply holds. */
export const FRAME_ACTIONS = {
  SWITCH_NETWORK: { payload: v.object({ chainId }), reply: v.object({ chainId }) },
  CONNECT_EMAIL: { payload: v.object({ email }), reply: v.object({ action: v.picklist(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }) },
  CONNECT_DEVICE: { payload: nothing, reply: nothing },
  CONNECT_OTP: { payload: otp, reply: nothing },
  CONNECT_SOCIAL: {
    payload: v.object({ uri: v.string() }),
    // Without address and chain, the user is logged in and has no wallet in this browser yet.
    reply: v.object({
      email: v.nullish(v.string()),
      address: v.optional(v.string()),
      chainId: v.optional(chainId),
      accounts: v.optional(accounts),
      userName: v.nullish(v.string()),
    }),
  },
  GET_SOCIAL_REDIRECT_URI: { payload: v.object({ provider: v.picklist(SOCIAL_PROVIDERS) }), reply: v.object({ uri: v.string() }) },
  GET_FARCASTER_URI: { payload: nothing, reply: v.object({ url: v.string() }) },
  CONNECT_FARCASTER: { payload: nothing, reply: v.object({ userName: v.string() }) },
  GET_USER: {
    payload: v.optional(v.object({ chainId: v.optional(chainId), preferredAccountType: v.optional(v.string()) })),
    reply: user,
  },
  IS_CONNECTED: { payload: v.optional(v.object({ token: v.string() })), reply: v.object({ isConnected: v.boolean() }) },
  GET_CHAIN_ID: { payload: nothing, reply: v.object({ chainId }) },
  SIGN_OUT: { payload: nothing, reply: nothing },
  UPDATE_EMAIL: {
    payload: v.object({ email }),
    reply: v.object({ action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
  },
  UPDATE_EMAIL_PRIMARY_OTP: { payload: otp, reply: nothing },
  UPDATE_EMAIL_SECONDARY_OTP: { payload: otp, reply: v.object({ newEmail: email }) },
  SET_PREFERRED_ACCOUNT: { payload: v.object({ type: v.string() }), reply: v.object({ type: v.string(), address: v.string() }) },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: { payload: nothing, reply: v.object({ smartAccountEnabledNetworks: v.array(v.number()) }) },
  INIT_SMART_ACCOUNT: { payload: nothing, reply: v.object({ address: v.string(), isDeployed: v.boolean() }) },
  SYNC_THEME: { payload: theme, reply: nothing },
  SYNC_DAPP_DATA: { payload: dappData, reply: nothing },
  RPC_REQUEST: { payload: rpcRequestSchema, reply: v.unknown() },
  RELOAD: { payload: nothing, reply: nothing },
} as const satisfies Readonly<Record<string, { readonly payload: v.GenericSchema; readonly reply: v.GenericSchema }>>;

/** Name of a request to the secure frame. */
export type FrameAction = keyof typeof FRAME_ACTIONS;

/** What a request to the secure frame sends. */
export type FramePayload<Action extends FrameAction> = v.InferInput<(typeof FRAME_ACTIONS)[Action]['payload']>;

/** What the reply to a request holds. */
export type FrameReply<Action extends FrameAction> = v.InferOutput<(typeof FRAME_ACTIONS)[Action]['reply']>;

/** The user of the embedded wallet, as the frame tells it. */
export type FrameUser = FrameReply<'GET_USER'>;

/** The app's claims about itself. */
export type DappData = FramePayload<'SYNC_DAPP_DATA'>;

/** Theme of the app for the frame. */
export type FrameTheme = FramePayload<'SYNC_THEME'>;

/** Tests whether a text names an action. */
export const isFrameAction = (text: string): text is FrameAction => Object.hasOwn(FRAME_ACTIONS, text);
