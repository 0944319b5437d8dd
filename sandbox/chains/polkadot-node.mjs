// @ts-check
import { BuildBlockMode, setupWithServer } from '@acala-network/chopsticks';

/**
 * Runs chopsticks on a loopback port, with genesis and storage from two files.
 *
 * Chopsticks removes a transaction from its pool when it starts to build the block. Until the block is built, neither the pool nor the chain
 * has the transaction: `system_accountNextIndex` returns its nonce again, and a second transaction is rejected as outdated or silently lost.
 * A real node counts the transactions in its pool. Here `submitExtrinsic` resolves only after the block is built.
 * @see https://github.com/paritytech/polkadot-sdk/blob/master/substrate/utils/frame/rpc/system/src/lib.rs
 */
const [genesis, storage, port] = process.argv.slice(2);

const { chain } = await setupWithServer({
  genesis,
  'import-storage': storage,
  'build-block-mode': BuildBlockMode.Instant,
  host: '127.0.0.1',
  port: Number(port),
});

const submit = chain.submitExtrinsic.bind(chain);
/** @param {`0x${string}`} extrinsic */
chain.submitExtrinsic = async (extrinsic) => {
  const hash = await submit(extrinsic);
  await chain.upcomingBlocks();
  return hash;
};
