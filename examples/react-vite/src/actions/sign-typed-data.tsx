import type { TypedData } from 'latchkey';
import { useAccount, useNetwork, useSignTypedData } from 'latchkey/react';
import { type ReactElement, useState } from 'react';
import { OpenWallet } from '../ui/open-wallet.js';
import { Fact, Failure } from '../ui/outcome.js';
import { Signature } from './signature.js';
import { type SignedTypedData, useVerifyTypedData } from './use-verify-typed-data.js';

const FROM = { name: 'Ada', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' };
const TO = { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' };
const CONTENTS = 'Hello, Bob!';

const typedDataFor = (chainId: number): TypedData => ({
  domain: { name: 'Latchkey demo', version: '1', chainId },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: { from: FROM, to: TO, contents: CONTENTS },
});

/** Signs typed data (EIP-712). Shows a note on namespaces without it. */
export const SignTypedData = (): ReactElement =>
  useAccount().namespace === 'eip155' ? <SignMail /> : <p className="empty">Typed data signing is only available on EVM chains.</p>;

/** Signs the example mail of EIP-712 and verifies the signature. */
const SignMail = (): ReactElement => {
  const { network } = useNetwork();
  const { address } = useAccount();
  const [signed, setSigned] = useState<SignedTypedData>();
  const { data, error, isPending, signTypedData, cancel } = useSignTypedData();
  const typedData = typedDataFor(Number(network?.id ?? 1));
  // Hide a signature made for another network.
  const isCurrent = signed?.typedData.domain['chainId'] === typedData.domain['chainId'];
  const verdict = useVerifyTypedData(signed, data);

  const sign = (): void => {
    if (address === undefined) return;
    setSigned({ typedData, address, rpcUrl: network?.rpcUrls.default.http[0] });
    signTypedData(typedData);
  };

  return (
    <div>
      <dl className="facts letter" data-testid="demo-typed-data">
        <Fact name="From" testId="demo-typed-from">
          {FROM.name} {FROM.wallet}
        </Fact>
        <Fact name="To" testId="demo-typed-to">
          {TO.name} {TO.wallet}
        </Fact>
        <Fact name="Contents" testId="demo-typed-contents">
          {CONTENTS}
        </Fact>
        <Fact name="Chain" testId="demo-typed-chain">
          {String(typedData.domain['chainId'])}
        </Fact>
      </dl>
      <div className="actions">
        <button type="button" className="main" disabled={isPending} onClick={sign} data-testid="demo-sign-typed-data">
          {isPending ? 'Approve in your wallet…' : 'Sign typed data'}
        </button>
        {isPending && (
          <button type="button" className="quiet" onClick={cancel} data-testid="demo-typed-cancel">
            Cancel
          </button>
        )}
        {isPending && <OpenWallet />}
      </div>
      {data !== undefined && signed !== undefined && isCurrent && (
        <Signature value={data} address={signed.address} verdict={verdict} testId="demo-typed" />
      )}
      {error !== null && <Failure error={error} testId="demo-typed-error" />}
    </div>
  );
};
