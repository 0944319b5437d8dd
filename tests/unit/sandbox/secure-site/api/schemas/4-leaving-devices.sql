CREATE TABLE secure_site_origins (
  project text NOT NULL,
  origin text NOT NULL,
  trusted boolean NOT NULL,
  PRIMARY KEY (project, origin)
);
CREATE TABLE secure_site_frames (
  id text PRIMARY KEY,
  public_key text NOT NULL,
  project text NOT NULL,
  origin text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX secure_site_frames_expires_at ON secure_site_frames (expires_at);
CREATE TABLE secure_site_requests (
  frame text NOT NULL,
  id text NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (frame, id)
);
CREATE INDEX secure_site_requests_expires_at ON secure_site_requests (expires_at);
CREATE TABLE secure_site_limits (
  name text NOT NULL,
  subject text NOT NULL,
  times bigint[] NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (name, subject)
);
CREATE INDEX secure_site_limits_expires_at ON secure_site_limits (expires_at);
CREATE TABLE secure_site_codes (
  subject text NOT NULL,
  frame text NOT NULL,
  purpose text NOT NULL,
  id text NOT NULL,
  digest text NOT NULL,
  tries integer NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (subject, frame, purpose)
);
CREATE INDEX secure_site_codes_expires_at ON secure_site_codes (expires_at);
CREATE TABLE secure_site_accounts (
  id text PRIMARY KEY,
  email text NOT NULL UNIQUE,
  account_type text,
  idle_lock_ms bigint,
  wallet text,
  other_wallet text,
  created_at bigint NOT NULL
);
CREATE TABLE secure_site_wallets (
  id text PRIMARY KEY,
  account text NOT NULL REFERENCES secure_site_accounts (id) ON DELETE CASCADE,
  vault text NOT NULL,
  recovery_wraps text NOT NULL,
  management_key text NOT NULL,
  recovery_key text,
  recovery_secret text NOT NULL,
  epoch integer NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX secure_site_wallets_account ON secure_site_wallets (account);
CREATE TABLE secure_site_devices (
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
);
CREATE INDEX secure_site_devices_wallet ON secure_site_devices (wallet);
CREATE TABLE secure_site_pending_recoveries (
  wallet text PRIMARY KEY REFERENCES secure_site_wallets (id) ON DELETE CASCADE,
  frame text NOT NULL,
  secret text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX secure_site_pending_recoveries_expires_at ON secure_site_pending_recoveries (expires_at);
CREATE TABLE secure_site_pending_wallets (
  id text PRIMARY KEY,
  account text NOT NULL REFERENCES secure_site_accounts (id) ON DELETE CASCADE,
  frame text NOT NULL,
  device text NOT NULL,
  device_key text NOT NULL,
  device_secret text NOT NULL,
  recovery_secret text NOT NULL,
  other boolean NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX secure_site_pending_wallets_expires_at ON secure_site_pending_wallets (expires_at);
CREATE INDEX secure_site_pending_wallets_account ON secure_site_pending_wallets (account);
CREATE TABLE secure_site_pending_devices (
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
);
CREATE INDEX secure_site_pending_devices_expires_at ON secure_site_pending_devices (expires_at);
CREATE INDEX secure_site_pending_devices_wallet ON secure_site_pending_devices (wallet);
CREATE INDEX secure_site_pending_devices_approver ON secure_site_pending_devices (approver);
CREATE TABLE secure_site_approvals (
  id text PRIMARY KEY,
  wallet text NOT NULL REFERENCES secure_site_wallets (id) ON DELETE CASCADE,
  frame text NOT NULL,
  origin text NOT NULL,
  request text NOT NULL,
  answer text,
  expires_at bigint NOT NULL
);
CREATE INDEX secure_site_approvals_expires_at ON secure_site_approvals (expires_at);
CREATE INDEX secure_site_approvals_wallet ON secure_site_approvals (wallet);
CREATE INDEX secure_site_approvals_frame ON secure_site_approvals (frame);
CREATE TABLE secure_site_sessions (
  token text PRIMARY KEY,
  account text NOT NULL REFERENCES secure_site_accounts (id) ON DELETE CASCADE,
  device text REFERENCES secure_site_devices (id) ON DELETE CASCADE,
  frame text NOT NULL,
  origin text NOT NULL,
  verified_at bigint NOT NULL,
  used_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX secure_site_sessions_expires_at ON secure_site_sessions (expires_at);
CREATE INDEX secure_site_sessions_account ON secure_site_sessions (account);
CREATE INDEX secure_site_sessions_device ON secure_site_sessions (device);
CREATE TABLE secure_site_links (
  id text PRIMARY KEY,
  frame text NOT NULL UNIQUE,
  origin text NOT NULL,
  digest text NOT NULL,
  tries integer NOT NULL,
  confirmed boolean NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX secure_site_links_expires_at ON secure_site_links (expires_at);
CREATE TABLE secure_site_email_changes (
  frame text PRIMARY KEY,
  account text NOT NULL REFERENCES secure_site_accounts (id) ON DELETE CASCADE,
  email text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX secure_site_email_changes_expires_at ON secure_site_email_changes (expires_at);
CREATE INDEX secure_site_email_changes_account ON secure_site_email_changes (account);
CREATE TABLE secure_site_nonces (
  nonce text PRIMARY KEY,
  frame text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX secure_site_nonces_expires_at ON secure_site_nonces (expires_at);
