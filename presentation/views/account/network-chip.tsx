import type { ReactElement } from 'react';
import { canChooseNetwork } from '../../../domain/network/network-list.js';
import { view } from '../../../domain/router/views.js';
import { Icon } from '../../components/icon.js';
import { NetworkPicture } from '../../components/network-picture.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';

/** Header control: shows the network, and opens the list of networks if there is a choice. */
export const NetworkChip = (): ReactElement | null => {
  const m = useModalMessages();
  const { network, networks } = useNetwork();
  const { push } = useRouter();
  const track = useTrack();
  if (network === undefined) return null;
  const name = network.unknown ? m.unknownNetwork : network.name;
  const canChoose = canChooseNetwork(networks, network);
  return (
    <button
      type="button"
      className="chip net"
      part="network"
      data-key="network"
      data-testid="lk-network"
      disabled={!canChoose}
      onClick={() => {
        track('CLICK_NETWORKS');
        push(view('Networks'));
      }}
    >
      <NetworkPicture network={network} name={name} size={28} />
      <span>
        <span className="sr">{m.network} </span>
        {name}
      </span>
      {canChoose ? <Icon name="down" /> : null}
    </button>
  );
};
