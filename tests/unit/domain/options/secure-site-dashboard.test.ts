import { expect, it } from 'vitest';
import { secureSiteDashboard } from '../../../../domain/options/secure-site-dashboard.js';

const FOLDER = `https://wallet.example/f/${'0a'.repeat(32)}`;

it.each([
  ['https://wallet.example/sdk', 'https://wallet.example/dashboard'],
  ['https://wallet.example:8443/wallet/sdk?test=1', 'https://wallet.example:8443/dashboard'],
  [`${FOLDER}/sdk`, `${FOLDER}/dashboard`],
  ['https://wallet.example/f/0A/sdk', 'https://wallet.example/dashboard'],
])('the page for users of %s is %s', (secureSite, dashboard) => {
  expect(secureSiteDashboard({ endpoints: { secureSite }, projectId: undefined })).toBe(dashboard);
});
