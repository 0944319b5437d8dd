import { useEnsAddress } from 'latchkey/react';
import { type FormEvent, type ReactElement, useState } from 'react';
import { Field } from '../ui/field.js';
import { Fact, Failure } from '../ui/outcome.js';

/** Resolves a name of an EVM account to its address. */
export const Names = (): ReactElement => {
  const [text, setText] = useState('');
  const [name, setName] = useState<string>();
  const { data: address, isFetching, error } = useEnsAddress({ name, namespace: 'eip155' });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setName(text.trim() || undefined);
  };
  return (
    <form onSubmit={submit} noValidate aria-busy={isFetching}>
      <Field
        label="Name"
        note="An ENS name, or one that an account registered in its wallet."
        placeholder="satoshi.reown.id"
        testId="demo-name"
        value={text}
        error={null}
        onChange={setText}
      />
      <div className="actions">
        <button type="submit" className="main" disabled={isFetching} data-testid="demo-resolve">
          {isFetching ? 'Looking up…' : 'Look up'}
        </button>
      </div>
      {name !== undefined && address !== undefined && (
        <dl className="facts">
          <Fact name={name} testId="demo-name-address">
            {address ?? 'Not registered'}
          </Fact>
        </dl>
      )}
      {error !== null && <Failure error={error} testId="demo-name-error" />}
    </form>
  );
};
