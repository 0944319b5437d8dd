import { Fragment, type ReactElement } from 'react';
import { resolveConnectMethods } from '../../../domain/options/connect-order.js';
import { shouldCollapseWallets } from '../../../domain/options/legal-rules.js';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import type { ConnectGroupProps } from '../../features/feature.js';
import { useFeatures } from '../../features/features-context.js';
import { useConnectionStatus } from '../../hooks/use-connection-status.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useOptions } from '../../hooks/use-options.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSwitchNamespace } from '../../hooks/use-switch-namespace.js';
import { Legal } from './legal.js';
import { WalletList } from './wallet-list.js';

/** Returns to a connected namespace if the active one has no account: connecting it is optional. */
const ContinueButton = (): ReactElement | null => {
  const m = useModalMessages();
  const { activeNamespace, connectedNamespaces } = useConnectionStatus();
  const { switchNamespace } = useSwitchNamespace();
  const [first] = connectedNamespaces;
  if (first === undefined || connectedNamespaces.includes(activeNamespace)) return null;
  return (
    <ActionButton focusKey="continue" testId="lk-continue" onClick={() => switchNamespace({ namespace: first })}>
      {m.continueWith(m.chainName(first))}
    </ActionButton>
  );
};

/** The wallets, or one row that opens them if there is another login method and the app collapses wallets. */
export const WalletGroup = ({ disabled }: ConnectGroupProps): ReactElement => {
  const m = useModalMessages();
  const { features } = useOptions();
  const { push } = useRouter();
  const hasOtherMethods = useConnectors().some(({ type }) => type === 'AUTH');
  if (!shouldCollapseWallets({ ...features, hasOtherMethods })) return <WalletList disabled={disabled} />;
  return (
    <Row
      start={<IconTile name="wallet" />}
      title={m.continueWithWallet}
      focusKey="wallets"
      testId="lk-collapsed-wallets"
      onClick={() => push(view('ConnectWallets'))}
    />
  );
};

/** The connect groups of the features, in the configured order. A line separates the wallets from the logins. */
export const Connect = (): ReactElement => {
  const m = useModalMessages();
  const { connectGroups } = useFeatures();
  const { features } = useOptions();
  const { platform } = useLatchkey().browser;
  const connectors = useConnectors();
  const groups = resolveConnectMethods(features.connectMethodsOrder, connectors).flatMap((method) => {
    const group = connectGroups[method];
    return group === undefined || group.isOffered?.({ features, platform, connectors }) === false ? [] : [{ method, Group: group.Group }];
  });
  return (
    <div className="stack">
      <Legal>
        {(disabled) =>
          groups.map(({ method, Group }, index) => {
            const previous = groups[index - 1]?.method;
            const isSeparate = previous !== undefined && (previous === 'wallet') !== (method === 'wallet');
            return (
              <Fragment key={method}>
                {isSeparate ? <p className="or">{m.or}</p> : null}
                <Group disabled={disabled} />
              </Fragment>
            );
          })
        }
      </Legal>
      <ContinueButton />
    </div>
  );
};
