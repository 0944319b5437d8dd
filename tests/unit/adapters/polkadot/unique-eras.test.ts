import { beforeEach, describe, expect, it } from 'vitest';
import { UniqueEras } from '../../../../adapters/polkadot/unique-eras.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';

const ACCOUNT = 'polkadot:91b171bb158e2d3848fa23a9f1c25182:aa';
const START = { blockHash: '0xb1', nonce: 7 };

let storage: FakeStorage;
let eras: UniqueEras;
beforeEach(() => {
  storage = new FakeStorage();
  eras = new UniqueEras(storage);
});

/** Sends an extrinsic; returns its period. */
const send = (from: UniqueEras, start = START): number | null => {
  const period = from.findPeriod(ACCOUNT, start);
  if (period !== null) from.add(ACCOUNT, { ...start, period, hash: `0x${start.blockHash} ${start.nonce} ${period}` });
  return period;
};

describe('eras of the extrinsics of an account', () => {
  it('differ for the same block and nonce, also in another tab and after a reload, until none is left', () => {
    const tabs = [eras, new UniqueEras(storage.otherTab()), new UniqueEras(storage.reload())];
    const periods = [...tabs, eras, eras].map((tab) => send(tab));
    expect([periods[0], new Set(periods).size, periods.includes(null)]).toEqual([64, 5, false]);
    expect(send(eras)).toBeNull();
    expect(send(eras, { ...START, blockHash: '0xb2' })).toBe(64);
  });

  it('are the same for another nonce, block or account', () => {
    expect([START, { ...START, nonce: 8 }, { ...START, blockHash: '0xb2' }].map((start) => send(eras, start))).toEqual([64, 64, 64]);
    expect(eras.findPeriod(`${ACCOUNT}bb`, START)).toBe(64);
  });

  it('are not used up by extrinsics that were not sent', () => {
    expect([eras.findPeriod(ACCOUNT, START), eras.findPeriod(ACCOUNT, START)]).toEqual([64, 64]);
  });

  it('do not hide that a wallet returned an earlier extrinsic', () => {
    const extrinsic = { ...START, period: 64, hash: '0x1' };
    expect([eras.add(ACCOUNT, extrinsic), eras.add(ACCOUNT, { ...extrinsic, period: 32 })]).toEqual([true, false]);
  });
});
