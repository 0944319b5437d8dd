import type { SentPurpose } from '../../../domain/send/sent-purpose.js';
import { plural } from './plural.js';

const PURPOSES: Readonly<Record<SentPurpose, string>> = {
  send: 'Send',
  call: 'Contract call',
  approval: 'Approval',
  batch: 'Batch of calls',
  swap: 'Swap',
  psbt: 'Bitcoin transaction',
  cancel: 'Cancellation',
};

/** English texts of the tray of transactions on their way. */
export const trayEn = {
  trayTitle: 'Transactions on their way',
  trayCount: (count: number) => `${plural(count, { one: 'transaction', other: 'transactions' })} pending`,
  trayDone: 'All settled',
  trayPurpose: (purpose: SentPurpose) => PURPOSES[purpose],
  trayAmount: (purpose: SentPurpose, amount: string) => `${PURPOSES[purpose]} ${amount}`,
  trayApproval: (symbol: string) => `Approval of ${symbol}`,
  traySwap: (amount: string, from: string, to: string) => `Swap ${amount} ${from} to ${to}`,
  /** `age` is a time such as “2 min. ago”. */
  trayDetail: (age: string, network: string) => `${age} · ${network}`,
  traySpeedingUp: 'Sped up',
  trayPartly: 'Partly failed',
  trayDropped: 'Dropped',
  traySpeedUp: 'Speed up',
  trayCancel: 'Cancel',
  /** Accessible names of the buttons of a row. */
  traySpeedUpOf: (title: string) => `Speed up: ${title}`,
  trayCancelOf: (title: string) => `Cancel: ${title}`,
  trayApprove: 'Approve in your wallet',
  trayStopWaiting: 'Stop waiting',
  trayStopWaitingFor: (title: string) => `Stop waiting for the wallet: ${title}`,
  trayOffline: "You're offline: outcomes may be late.",
};
