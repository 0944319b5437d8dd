// @ts-check
import { setTimeout as pause } from 'node:timers/promises';
import { createRemoteWallet, startSandbox } from '@latchkey/sandbox';
import { say } from './print.js';

/** Time for the wallet to receive the session's deletion. */
const DELETION_MS = 30_000;

/** Starts chains, a relay and a wallet on this machine, and approves every request of the wallet. */
export const startLocalWorld = async () => {
  const { urls, stop: stopSandbox } = await startSandbox();
  const rpcUrls = Object.fromEntries(Object.entries(urls.rpc).map(([chainId, url]) => [chainId.replace('eip155:', ''), url]));
  const wallet = await createRemoteWallet({ relayUrl: urls.relay, rpcUrls });
  let isStopped = false;
  /** @param {unknown} error */
  const report = (error) => {
    if (!isStopped) say('wallet', `error: ${error instanceof Error ? error.message : String(error)}`);
  };
  const approveRequests = async () => {
    while (!isStopped) {
      const { method, title } = await wallet.control.nextPrompt();
      say('wallet', `${title} (${method}): approved`);
      await wallet.control.approve();
    }
  };
  approveRequests().catch(report);

  return {
    urls,
    /** Pairs, as if the user had scanned the QR code. @param {string} uri */
    scan: (uri) => void wallet.control.pair(uri).catch(report),
    stop: async () => {
      isStopped = true;
      // The WalletConnect SDK throws when it is stopped while it deletes a session.
      const deadlineMs = Date.now() + DELETION_MS;
      while (Date.now() < deadlineMs && (await wallet.control.state()).sessions.length > 0) await pause(50);
      await wallet.stop();
      await stopSandbox();
    },
  };
};
