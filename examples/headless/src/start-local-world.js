import { setTimeout as pause } from 'node:timers/promises';
import { createRemoteWallet, startSandbox } from '@latchkey/sandbox';
import { say } from './say.js';

/** How long the wallet may take to hear that the app has ended the session. */
const FAREWELL_MS = 5_000;

/**
 * Chains, a relay and a wallet on this machine. The wallet asks before it connects, signs or sends; this plays the person who
 * holds it and says yes to each question.
 */
export const startLocalWorld = async () => {
  const { urls, stop: stopSandbox } = await startSandbox();
  const rpcUrls = Object.fromEntries(Object.entries(urls.rpc).map(([chainId, url]) => [chainId.replace('eip155:', ''), url]));
  const wallet = await createRemoteWallet({ relayUrl: urls.relay, rpcUrls });
  let isOver = false;
  /** @param {unknown} error */
  const report = (error) => {
    if (!isOver) say('wallet', `trouble: ${error instanceof Error ? error.message : String(error)}`);
  };
  const answerQuestions = async () => {
    while (!isOver) {
      const { method, title } = await wallet.control.nextQuestion();
      say('wallet', `asked: ${title} (${method}), says yes`);
      await wallet.control.approve();
    }
  };
  answerQuestions().catch(report);

  return {
    urls,
    /** Follows a pairing link, as if the person had scanned it. @param {string} uri */
    scan: (uri) => void wallet.control.pair(uri).catch(report),
    stop: async () => {
      isOver = true;
      // The official client, of which the wallet is made, throws when it is cut off while it ends a session.
      const limitMs = Date.now() + FAREWELL_MS;
      while (Date.now() < limitMs && (await wallet.control.state()).sessions.length > 0) await pause(50);
      await wallet.stop();
      await stopSandbox();
    },
  };
};
