/**
 * Tables of the secure site. Each statement does nothing if what it creates exists, so every start runs them. A change of a table that exists also
 * needs a migration (`migrate.ts`). Times are milliseconds since 1970; keys, digests and sealed secrets are base64url.
 */
export const SECURE_SITE_SCHEMA: readonly string[] = [
  // Apps that may embed the frame; in the frame of a trusted one the user may approve.
  `CREATE TABLE IF NOT EXISTS secure_site_origins (
  project text NOT NULL,
  origin text NOT NULL,
  trusted boolean NOT NULL,
  PRIMARY KEY (project, origin)
)`,
  // Frame instances: a public key, and the app that embeds the frame.
  `CREATE TABLE IF NOT EXISTS secure_site_frames (
  id text PRIMARY KEY,
  public_key text NOT NULL,
  project text NOT NULL,
  origin text NOT NULL,
  expires_at bigint NOT NULL
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_frames_expires_at ON secure_site_frames (expires_at)',
  // Ids of accepted requests, against replays.
  `CREATE TABLE IF NOT EXISTS secure_site_requests (
  frame text NOT NULL,
  id text NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (frame, id)
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_requests_expires_at ON secure_site_requests (expires_at)',
  // Times of what a limit counts, by HMAC of the email address.
  `CREATE TABLE IF NOT EXISTS secure_site_limits (
  name text NOT NULL,
  subject text NOT NULL,
  times bigint[] NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (name, subject)
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_limits_expires_at ON secure_site_limits (expires_at)',
  // The latest code of a frame for an email address (as HMAC) and a purpose.
  `CREATE TABLE IF NOT EXISTS secure_site_codes (
  subject text NOT NULL,
  frame text NOT NULL,
  purpose text NOT NULL,
  id text NOT NULL,
  digest text NOT NULL,
  tries integer NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (subject, frame, purpose)
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_codes_expires_at ON secure_site_codes (expires_at)',
  // By provider and its subject: of `email`, the canonical address. With the current wallet, and one that the user moves to or has moved from.
  `CREATE TABLE IF NOT EXISTS secure_site_accounts (
  id text PRIMARY KEY,
  provider text NOT NULL,
  subject text NOT NULL,
  email text,
  user_name text,
  account_type text,
  idle_lock_ms bigint,
  wallet text,
  other_wallet text,
  created_at bigint NOT NULL,
  UNIQUE (provider, subject)
)`,
  // The vault and the wraps are opaque JSON. Without a recovery key there are no recovery words.
  `CREATE TABLE IF NOT EXISTS secure_site_wallets (
  id text PRIMARY KEY,
  account text NOT NULL REFERENCES secure_site_accounts (id) ON DELETE CASCADE,
  vault text NOT NULL,
  recovery_wraps text NOT NULL,
  management_key text NOT NULL,
  recovery_key text,
  recovery_secret text NOT NULL,
  epoch integer NOT NULL,
  policy_counter integer NOT NULL DEFAULT 0,
  created_at bigint NOT NULL
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_wallets_account ON secure_site_wallets (account)',
  `CREATE TABLE IF NOT EXISTS secure_site_devices (
  id text PRIMARY KEY,
  wallet text NOT NULL REFERENCES secure_site_wallets (id) ON DELETE CASCADE,
  public_key text NOT NULL,
  wraps text NOT NULL,
  secret text NOT NULL,
  label text NOT NULL,
  origin text NOT NULL,
  created_at bigint NOT NULL,
  used_at bigint NOT NULL,
  leaving boolean NOT NULL DEFAULT false
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_devices_wallet ON secure_site_devices (wallet)',
  // Secrets of the server for new recovery words, until the wraps are stored.
  `CREATE TABLE IF NOT EXISTS secure_site_pending_recoveries (
  wallet text PRIMARY KEY REFERENCES secure_site_wallets (id) ON DELETE CASCADE,
  frame text NOT NULL,
  secret text NOT NULL,
  expires_at bigint NOT NULL
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_pending_recoveries_expires_at ON secure_site_pending_recoveries (expires_at)',
  // Those with a recovery key have the PRF extension and open the wallet on a new device.
  `CREATE TABLE IF NOT EXISTS secure_site_passkeys (
  id text PRIMARY KEY,
  wallet text NOT NULL REFERENCES secure_site_wallets (id) ON DELETE CASCADE,
  algorithm text NOT NULL,
  public_key text NOT NULL,
  label text NOT NULL,
  recovery_key text,
  recovery_secret text,
  recovery_wraps text,
  created_at bigint NOT NULL,
  used_at bigint
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_passkeys_wallet ON secure_site_passkeys (wallet)',
  // Secrets of the server for passkeys that are being added.
  `CREATE TABLE IF NOT EXISTS secure_site_pending_passkeys (
  wallet text PRIMARY KEY REFERENCES secure_site_wallets (id) ON DELETE CASCADE,
  frame text NOT NULL,
  secret text NOT NULL,
  expires_at bigint NOT NULL
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_pending_passkeys_expires_at ON secure_site_pending_passkeys (expires_at)',
  // Wallets whose secrets are issued and whose vault is not stored yet.
  `CREATE TABLE IF NOT EXISTS secure_site_pending_wallets (
  id text PRIMARY KEY,
  account text NOT NULL REFERENCES secure_site_accounts (id) ON DELETE CASCADE,
  frame text NOT NULL,
  device text NOT NULL,
  device_key text NOT NULL,
  device_secret text NOT NULL,
  recovery_secret text NOT NULL,
  other boolean NOT NULL,
  expires_at bigint NOT NULL
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_pending_wallets_expires_at ON secure_site_pending_wallets (expires_at)',
  'CREATE INDEX IF NOT EXISTS secure_site_pending_wallets_account ON secure_site_pending_wallets (account)',
  // Devices whose secrets are issued and that are not registered yet, and the mailbox between each and the device that approves it.
  `CREATE TABLE IF NOT EXISTS secure_site_pending_devices (
  id text PRIMARY KEY,
  wallet text NOT NULL REFERENCES secure_site_wallets (id) ON DELETE CASCADE,
  frame text NOT NULL UNIQUE,
  origin text NOT NULL,
  label text NOT NULL,
  device_key text NOT NULL,
  secret text NOT NULL,
  agreement_key text,
  commitment text,
  approver text REFERENCES secure_site_devices (id) ON DELETE CASCADE,
  approver_random text,
  random text,
  answer text,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_pending_devices_expires_at ON secure_site_pending_devices (expires_at)',
  'CREATE INDEX IF NOT EXISTS secure_site_pending_devices_wallet ON secure_site_pending_devices (wallet)',
  'CREATE INDEX IF NOT EXISTS secure_site_pending_devices_approver ON secure_site_pending_devices (approver)',
  // Requests of frames whose app has cut the connection to the window that approves, and the answers.
  `CREATE TABLE IF NOT EXISTS secure_site_approvals (
  id text PRIMARY KEY,
  wallet text NOT NULL REFERENCES secure_site_wallets (id) ON DELETE CASCADE,
  frame text NOT NULL,
  origin text NOT NULL,
  request text NOT NULL,
  answer text,
  expires_at bigint NOT NULL
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_approvals_expires_at ON secure_site_approvals (expires_at)',
  'CREATE INDEX IF NOT EXISTS secure_site_approvals_wallet ON secure_site_approvals (wallet)',
  'CREATE INDEX IF NOT EXISTS secure_site_approvals_frame ON secure_site_approvals (frame)',
  // The token is stored as its SHA-256. verified_at is the time of the email code, used_at that of the last use of keys.
  `CREATE TABLE IF NOT EXISTS secure_site_sessions (
  token text PRIMARY KEY,
  account text NOT NULL REFERENCES secure_site_accounts (id) ON DELETE CASCADE,
  device text REFERENCES secure_site_devices (id) ON DELETE CASCADE,
  frame text NOT NULL,
  origin text NOT NULL,
  verified_at bigint NOT NULL,
  used_at bigint NOT NULL,
  expires_at bigint NOT NULL
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_sessions_expires_at ON secure_site_sessions (expires_at)',
  'CREATE INDEX IF NOT EXISTS secure_site_sessions_account ON secure_site_sessions (account)',
  'CREATE INDEX IF NOT EXISTS secure_site_sessions_device ON secure_site_sessions (device)',
  // Links by mail that confirm a frame: SHA-256 of the link, HMAC of the number that the frame shows.
  `CREATE TABLE IF NOT EXISTS secure_site_links (
  id text PRIMARY KEY,
  frame text NOT NULL UNIQUE,
  origin text NOT NULL,
  digest text NOT NULL,
  tries integer NOT NULL,
  confirmed boolean NOT NULL,
  expires_at bigint NOT NULL
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_links_expires_at ON secure_site_links (expires_at)',
  // Changes of an email address whose old address has confirmed, by the frame that began.
  `CREATE TABLE IF NOT EXISTS secure_site_email_changes (
  frame text PRIMARY KEY,
  account text NOT NULL REFERENCES secure_site_accounts (id) ON DELETE CASCADE,
  email text NOT NULL,
  expires_at bigint NOT NULL
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_email_changes_expires_at ON secure_site_email_changes (expires_at)',
  'CREATE INDEX IF NOT EXISTS secure_site_email_changes_account ON secure_site_email_changes (account)',
  // Social logins that a frame has begun: SHA-256 of the state, PKCE challenge.
  `CREATE TABLE IF NOT EXISTS secure_site_socials (
  id text PRIMARY KEY,
  provider text NOT NULL,
  nonce text NOT NULL,
  challenge text NOT NULL,
  project text NOT NULL,
  origin text NOT NULL,
  expires_at bigint NOT NULL
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_socials_expires_at ON secure_site_socials (expires_at)',
  // The login with Farcaster that a frame has begun, and its channel at the relay.
  `CREATE TABLE IF NOT EXISTS secure_site_farcaster (
  frame text PRIMARY KEY,
  channel text NOT NULL,
  nonce text NOT NULL,
  expires_at bigint NOT NULL
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_farcaster_expires_at ON secure_site_farcaster (expires_at)',
  // Single-use nonces for statements of devices, management and recovery keys.
  `CREATE TABLE IF NOT EXISTS secure_site_nonces (
  nonce text PRIMARY KEY,
  frame text NOT NULL,
  expires_at bigint NOT NULL
)`,
  'CREATE INDEX IF NOT EXISTS secure_site_nonces_expires_at ON secure_site_nonces (expires_at)',
];
