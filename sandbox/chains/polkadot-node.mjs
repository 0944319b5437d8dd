import { BuildBlockMode, setupWithServer } from '@acala-network/chopsticks';

/**
 * The program of the node: chopsticks with the genesis and the storage of two files, on a port of loopback.
 *
 * Chopsticks takes a transaction out of its pool when it begins to build the block, and until that is built neither the pool nor the chain has
 * it: `system_accountNextIndex` then gives its number away again, and the second transaction is refused as outdated or lost without a word. A
 * real node counts what its pool has. Here a transaction is taken once its block is there.
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
