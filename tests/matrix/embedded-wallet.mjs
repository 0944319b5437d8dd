/**
 * A client of the built package whose user has logged in by email. The secure frame is the fake of its port, with real keys: it signs, and
 * sends to the chains. For the apps of the guides.
 */
import { base58 } from '@scure/base';
import { Connection, Keypair, VersionedTransaction } from '@solana/web3.js';
import { createWalletClient, hexToString, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

/** What the frame does for an EVM account. */
const evmAnswers = (account, chains) => {
  const clientOf = (chainId) => {
    const chain = chains.find(({ id }) => id === chainId);
    return createWalletClient({ account, chain, transport: http(chain.rpcUrls.default.http[0]) });
  };
  return {
    personal_sign: ([message]) => account.signMessage({ message: hexToString(message) }),
    eth_signTypedData_v4: ([, json]) => account.signTypedData(JSON.parse(json)),
    eth_sendTransaction: ([{ to, value, data }], chainId) => clientOf(chainId).sendTransaction({ to, value: BigInt(value ?? 0), data }),
  };
};

/** What the frame does for a Solana account. */
const solanaAnswers = (keypair, rpcUrl) => {
  const sign = (text) => {
    const transaction = VersionedTransaction.deserialize(base58.decode(text));
    transaction.sign([keypair]);
    return transaction;
  };
  return {
    solana_signTransaction: ({ transaction }) => ({ transaction: base58.encode(sign(transaction).serialize()) }),
    solana_signAllTransactions: ({ transactions }) => ({ transactions: transactions.map((text) => base58.encode(sign(text).serialize())) }),
    solana_signAndSendTransaction: async ({ transaction, options }) => ({
      signature: await new Connection(rpcUrl, 'confirmed').sendRawTransaction(sign(transaction).serialize(), options),
    }),
  };
};

/**
 * Logs in by email.
 * @param latchkey the exports of `latchkey` and `latchkey/testing` that the app has installed: `{ createHostContainer, createLatchkey, SECURE_FRAME, FakeSecureFrame }`
 * @param options `evmChains` as viem defines them, with a node; `solanaUrl` of a node, if the app has Solana; what `createLatchkey` takes
 */
export const loggedIn = async (
  { createHostContainer, createLatchkey, SECURE_FRAME, FakeSecureFrame },
  { evmChains, solanaUrl, networks, modules },
) => {
  const account = privateKeyToAccount(generatePrivateKey());
  const keypair = Keypair.generate();
  const answers = { ...evmAnswers(account, evmChains), ...(solanaUrl === undefined ? {} : solanaAnswers(keypair, solanaUrl)) };
  let chainId = evmChains[0].id;
  const frame = new FakeSecureFrame();
  const replies = {
    CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }),
    CONNECT_OTP: () => undefined,
    GET_USER: (user) => {
      const isSolana = String(user?.chainId).startsWith('solana:');
      if (!isSolana) chainId = user?.chainId ?? chainId;
      return isSolana
        ? { email: 'ada@example.com', address: keypair.publicKey.toBase58(), chainId: user.chainId }
        : { email: 'ada@example.com', address: account.address, chainId };
    },
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [] }),
    SWITCH_NETWORK: (target) => {
      if (target.chainId.startsWith('eip155:')) chainId = Number(target.chainId.slice('eip155:'.length));
      return target;
    },
    SYNC_THEME: () => undefined,
    SYNC_DAPP_DATA: () => undefined,
    IS_CONNECTED: () => ({ isConnected: true }),
    SIGN_OUT: () => undefined,
    RPC_REQUEST: ({ method, params }) => answers[method](params, chainId),
  };
  for (const [action, reply] of Object.entries(replies)) frame.answer(action, reply);

  const container = createHostContainer();
  container.bind(SECURE_FRAME).toConstantValue(frame);
  const latchkey = createLatchkey({ networks, modules, container, endpoints: { secureSite: 'https://wallet.example.com/sdk' } });
  await latchkey.ready;
  return {
    latchkey,
    frame,
    address: account.address,
    solanaAddress: keypair.publicKey.toBase58(),
    /** Enters the mailed code, and connects. */
    login: async (resultFrom) => {
      await resultFrom(latchkey.useCases.requestEmailCode.execute({ email: 'ada@example.com' }));
      await resultFrom(latchkey.useCases.enterEmailCode.execute({ otp: '123456' }));
      await latchkey.connect({ namespace: 'eip155', connectorId: 'ID_AUTH' });
    },
  };
};
