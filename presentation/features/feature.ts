import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { Platform } from '../../application/ports/browser.port.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { Connector } from '../../domain/connection/connector.js';
import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectMethod } from '../../domain/options/connect-order.js';
import type { Features, WalletFeature } from '../../domain/options/options.js';
import type { ViewData, ViewName } from '../../domain/router/views.js';
import type { ModalMessages } from '../messages/modal-en.js';

/** Renders a view with its data. */
export type RenderView<Name extends ViewName> = (data: ViewData[Name]) => ReactElement;

/** Renderers by view name, as a view module exports them. */
export type RenderViews = { readonly [Name in ViewName]?: RenderView<Name> };

/** Exports of a view module. */
export interface ViewModule<Name extends ViewName> {
  readonly views: { readonly [Each in Name]: RenderView<Each> };
  /** Style sheets that only these views need. */
  readonly styles: readonly string[];
  /** Rendered below each of the views. */
  readonly Footer?: ComponentType;
  /** Part of the settings. */
  readonly Settings?: ComponentType;
}

/** Time to fetch a chunk: immediately, after the modal's first frame, or not before one of its views is shown. */
export type ViewChunkTiming = 'now' | 'soon' | 'on-demand';

/** Context for deciding when to prefetch a chunk. */
export interface ChunkContext {
  /** The modal is on screen. */
  readonly live: boolean;
  readonly connectors: readonly Connector[];
  readonly connectedNamespaces: readonly Namespace[];
}

/** Views that are loaded together. */
export interface ViewChunk<Name extends ViewName> {
  readonly name: string;
  /** Returns the time to prefetch it. */
  readonly timing: (context: ChunkContext) => ViewChunkTiming;
  readonly load: () => Promise<ViewModule<Name>>;
  /** The loaded module, `null` until then. */
  readonly loaded: () => ViewModule<Name> | null;
}

/**
 * Defines a chunk of views.
 * @param load imports the view module
 * @param when default: not before one of its views is shown
 */
export const viewChunk = <Name extends ViewName>(
  name: string,
  load: () => Promise<ViewModule<Name>>,
  when: (context: ChunkContext) => ViewChunkTiming = () => 'on-demand',
): ViewChunk<Name> => {
  let loaded: ViewModule<Name> | null = null;
  return {
    name,
    timing: when,
    load: async () => {
      loaded = await load();
      return loaded;
    },
    loaded: () => loaded,
  };
};

/** Looks up names for titles. */
export interface TitleNames {
  /** Name of the wallet with this connector id. */
  readonly walletOf: (connectorId: string) => string | undefined;
  /** Name of the network with this CAIP-2 id. */
  readonly networkOf: (chainId: string) => string | undefined;
}

/** Context for the leading corner of the header. */
export interface HeaderContext {
  readonly canGoBack: boolean;
  readonly enableNetworkSwitch: boolean;
}

/** A view's changes to the modal's header. */
export interface ViewHeader {
  /** Shows the title to assistive technology only. */
  readonly titleHidden?: boolean;
  /** Content of the leading corner. `null`: the back button, if there is one. */
  readonly start?: (context: HeaderContext) => ComponentType | null;
  /** First view of the embedded modal, which has nothing to close. */
  readonly isHome?: boolean;
}

/** A view of the modal. Its code is part of the modal (`render`) or of a chunk. */
export type ViewContribution<Name extends ViewName> = {
  readonly title: (m: ModalMessages, data: ViewData[Name], names: TitleNames) => string;
  /** False if the app has turned the view's feature off; Connect is shown instead. Default: always true. */
  readonly isOffered?: (features: Features) => boolean;
  /** False if the view cannot be shown; Connect is shown instead. Untyped apps may open a view without its data. */
  readonly guard?: (data: ViewData[Name] | undefined) => boolean;
  readonly header?: ViewHeader;
} & ({ readonly render: RenderView<Name>; readonly chunk?: undefined } | { readonly chunk: ViewChunk<Name>; readonly render?: undefined });

/** Views with data need a guard. */
type Contribution<Name extends ViewName> = undefined extends ViewData[Name]
  ? ViewContribution<Name>
  : ViewContribution<Name> & Required<Pick<ViewContribution<Name>, 'guard'>>;

/** Guard of a view that only needs its data. */
export const hasData = (data: object | undefined): boolean => data !== undefined;

/** Props of a component that keeps state across the views of an open modal. */
export interface ScopeProps {
  /** The modal is on screen. */
  readonly live: boolean;
  /** The current view. */
  readonly view: ViewName;
  readonly children: ReactNode;
}

/** Props of a group in the Connect view. */
export interface ConnectGroupProps {
  /** The terms must be accepted first. */
  readonly disabled: boolean;
}

/** Context for deciding which groups the Connect view has. */
export interface ConnectGroupContext {
  readonly features: Features;
  readonly platform: Platform;
  readonly connectors: readonly Connector[];
}

/** A group of the Connect view. */
export interface ConnectGroup {
  readonly Group: ComponentType<ConnectGroupProps>;
  /** Default: always. */
  readonly isOffered?: (context: ConnectGroupContext) => boolean;
}

/** Returns the text of an error in the language of a catalogue; `null` if it has none. */
export type ErrorTextOf = (error: LatchkeyError, m: ModalMessages) => string | null;

/** A feature's contributions to the modal. All of it loads with the modal, except the views in chunks. */
export interface Feature<Name extends ViewName> {
  readonly views: { readonly [Each in Name]: Contribution<Each> };
  /** Wraps the views. */
  readonly Scope?: ComponentType<ScopeProps>;
  /** Rows of the account view by id. */
  readonly accountActions?: Readonly<Record<string, ComponentType>>;
  /** Parts of the settings view by id. */
  readonly settings?: Readonly<Record<string, ComponentType>>;
  /** Buttons of the account view, shown in the order of the option `walletFeaturesOrder` where their feature is on. */
  readonly walletFeatures?: Readonly<Partial<Record<WalletFeature, ComponentType>>>;
  readonly connectGroups?: Readonly<Partial<Record<ConnectMethod, ConnectGroup>>>;
  /** Returns the text of an error in the snackbar; `null` if it has none here. */
  readonly errorText?: ErrorTextOf;
}

/** Defines a feature. */
export const defineFeature = <Name extends ViewName>(feature: Feature<Name>): Feature<Name> => feature;
