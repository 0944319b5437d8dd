import type { Query } from '../../process/open-database.js';
import { SECURE_SITE_SCHEMA } from './schema.js';

/**
 * Changes of tables that earlier versions have created, in order; the number of each is its place, from 1. A published one is never changed. New
 * tables and indexes need none: the schema creates them afterwards, so a change of a table that is not in the first version has IF EXISTS. Before there
 * were numbers, databases had any of these versions: changes up to the fifth do nothing where they are done already.
 */
const MIGRATIONS: readonly (readonly string[])[] = [
  // Trusted apps, preferences of the account, and epochs of the wallet, which begin with 1.
  [
    'ALTER TABLE secure_site_origins ADD COLUMN IF NOT EXISTS trusted boolean NOT NULL DEFAULT false',
    'ALTER TABLE secure_site_origins ALTER COLUMN trusted DROP DEFAULT',
    'ALTER TABLE secure_site_accounts ADD COLUMN IF NOT EXISTS account_type text, ADD COLUMN IF NOT EXISTS idle_lock_ms bigint',
    'ALTER TABLE secure_site_wallets ADD COLUMN IF NOT EXISTS epoch integer NOT NULL DEFAULT 1',
    'ALTER TABLE secure_site_wallets ALTER COLUMN epoch DROP DEFAULT',
  ],
  // A second wallet, wallets without recovery words, and the last use of keys in a session.
  [
    'ALTER TABLE secure_site_accounts ADD COLUMN IF NOT EXISTS wallet text, ADD COLUMN IF NOT EXISTS other_wallet text',
    // An account had one wallet. Since then, each wallet is named by its account.
    `UPDATE secure_site_accounts a SET wallet = w.id FROM secure_site_wallets w
WHERE w.account = a.id AND a.wallet IS NULL AND a.other_wallet IS NULL`,
    'ALTER TABLE secure_site_wallets DROP CONSTRAINT IF EXISTS secure_site_wallets_account_key',
    'ALTER TABLE secure_site_wallets ALTER COLUMN recovery_key DROP NOT NULL',
    // Its words were replaced by none, and their key was kept.
    `UPDATE secure_site_wallets SET recovery_key = NULL WHERE recovery_wraps = '[]'`,
    'ALTER TABLE secure_site_pending_wallets ADD COLUMN IF NOT EXISTS other boolean NOT NULL DEFAULT false',
    'ALTER TABLE secure_site_pending_wallets ALTER COLUMN other DROP DEFAULT',
    'ALTER TABLE secure_site_sessions ADD COLUMN IF NOT EXISTS used_at bigint',
    'UPDATE secure_site_sessions SET used_at = verified_at WHERE used_at IS NULL',
    'ALTER TABLE secure_site_sessions ALTER COLUMN used_at SET NOT NULL',
  ],
  // Devices that sign out.
  ['ALTER TABLE secure_site_devices ADD COLUMN IF NOT EXISTS leaving boolean NOT NULL DEFAULT false'],
  // Policies.
  ['ALTER TABLE secure_site_wallets ADD COLUMN IF NOT EXISTS policy_counter integer NOT NULL DEFAULT 0'],
  // Accounts of social logins. Until then, all were of an email address.
  [
    `ALTER TABLE secure_site_accounts ADD COLUMN IF NOT EXISTS provider text, ADD COLUMN IF NOT EXISTS subject text,
ADD COLUMN IF NOT EXISTS user_name text`,
    `UPDATE secure_site_accounts SET provider = 'email', subject = email WHERE provider IS NULL`,
    'ALTER TABLE secure_site_accounts ALTER COLUMN provider SET NOT NULL, ALTER COLUMN subject SET NOT NULL, ALTER COLUMN email DROP NOT NULL',
    'ALTER TABLE secure_site_accounts DROP CONSTRAINT IF EXISTS secure_site_accounts_email_key',
    'ALTER TABLE secure_site_accounts DROP CONSTRAINT IF EXISTS secure_site_accounts_provider_subject_key',
    'ALTER TABLE secure_site_accounts ADD CONSTRAINT secure_site_accounts_provider_subject_key UNIQUE (provider, subject)',
  ],
];

const NOW_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

const block = (statements: readonly string[]): string => statements.map((statement) => `${statement};\n`).join('');

const numbered = (statements: readonly string[], index: number): string => {
  const version = index + 1;
  return `IF NOT EXISTS (SELECT FROM secure_site_versions WHERE version = ${version}) THEN
${block(statements)}INSERT INTO secure_site_versions VALUES (${version}, ${NOW_MS});
END IF;
`;
};

/** One statement, and so one transaction: all of it happens or nothing. Other instances that start meanwhile wait. */
const MIGRATE = `DO $migrate$ BEGIN
PERFORM pg_advisory_xact_lock(hashtext('secure_site_versions'));
CREATE TABLE IF NOT EXISTS secure_site_versions (version integer PRIMARY KEY, applied_at bigint NOT NULL);
IF EXISTS (SELECT FROM secure_site_versions WHERE version > ${MIGRATIONS.length}) THEN
RAISE EXCEPTION 'The database is of a later version of the secure site. Start that version.';
END IF;
IF to_regclass('secure_site_accounts') IS NULL THEN
${block(SECURE_SITE_SCHEMA)}INSERT INTO secure_site_versions SELECT version, ${NOW_MS} FROM generate_series(1, ${MIGRATIONS.length}) version;
END IF;
${MIGRATIONS.map(numbered).join('')}${block(SECURE_SITE_SCHEMA)}END $migrate$`;

/**
 * Creates the tables of the secure site, and brings those of an earlier version up to date. Does nothing if they are. The numbers of the changes are
 * in the table `secure_site_versions`.
 * @throws any error of the database, which is unchanged then; one of a database that a later version has changed
 */
export const migrate = async (query: Query): Promise<void> => {
  await query(MIGRATE, []);
};
