import type { Page } from '@playwright/test';
import { BARE_PAGE, BareDapp } from '../support/bare-page.js';
import type { E2eFixtures } from '../support/fixtures.js';

/** Serves a bare page and opens it; no account is shared yet. */
export const openDapp = async (page: Page, { serve }: Pick<E2eFixtures, 'serve'>, rdns: string): Promise<BareDapp> => {
  const site = await serve({ files: { '/': BARE_PAGE } });
  const dapp = new BareDapp(page, rdns);
  await dapp.open(site.origin);
  return dapp;
};

/** Opens a bare page and connects it in the wallet's window. */
export const connectDapp = async (page: Page, fixtures: Pick<E2eFixtures, 'serve' | 'wallet'>, rdns: string): Promise<BareDapp> => {
  const dapp = await openDapp(page, fixtures, rdns);
  const { outcome } = await ask(dapp, fixtures, 'eth_requestAccounts');
  await outcome;
  return dapp;
};

/** What a request that was approved came to. */
export interface Asked {
  /** What the wallet's window said. */
  readonly text: string;
  readonly outcome: ReturnType<BareDapp['request']>;
}

/** Calls a method and answers in the wallet's window. */
export const ask = async (
  dapp: BareDapp,
  { wallet }: Pick<E2eFixtures, 'wallet'>,
  method: string,
  params?: unknown,
  answer: 'approve' | 'reject' | 'dismiss' = 'approve',
): Promise<Asked> => {
  const opening = wallet.nextQuestion();
  const outcome = dapp.request(method, params);
  const question = await opening;
  const text = await question.text();
  await question[answer]();
  return { text, outcome };
};
