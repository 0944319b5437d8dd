import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { Connector } from '../../domain/connection/connector.js';
import type { ConnectMethod } from '../../domain/options/connect-order.js';
import type { ViewData, ViewName } from '../../domain/router/views.js';
import type { Messages } from '../messages/en.js';

/** Draws a view with the data that it was opened with. */
export type RenderView<Name extends ViewName> = (data: ViewData[Name]) => ReactElement;

/** Views by name, as a module of views exports them. */
export type RenderViews = { readonly [Name in ViewName]?: RenderView<Name> };

/** What a module of views exports. */
export interface ViewModule<Name extends ViewName> {
  readonly views: { readonly [Each in Name]: RenderView<Each> };
  /** Style sheets that only these views need. */
  readonly styles: readonly string[];
  /** Stands below each of the views. */
  readonly Footer?: ComponentType;
}

/** When a chunk is to be fetched: at once, once the modal's first picture is drawn, or not before one of its views is shown. */
export type ViewChunkTime = 'now' | 'soon' | 'later';

/** What decides when a chunk is fetched ahead. */
export interface ChunkFacts {
  /** The modal is on screen. */
  readonly live: boolean;
  readonly connectors: readonly Connector[];
  readonly connectedNamespaces: readonly Namespace[];
}

/** Views that are fetched together. */
export interface ViewChunk<Name extends ViewName> {
  readonly name: string;
  /** When it is fetched ahead. */
  readonly when: (facts: ChunkFacts) => ViewChunkTime;
  readonly load: () => Promise<ViewModule<Name>>;
  /** What was loaded, `null` until then. */
  readonly loaded: () => ViewModule<Name> | null;
}

/**
 * A chunk of views by the `import()` that fetches it.
 * @param when default: not before one of its views is shown
 */
export const viewChunk = <Name extends ViewName>(
  name: string,
  load: () => Promise<ViewModule<Name>>,
  when: (facts: ChunkFacts) => ViewChunkTime = () => 'later',
): ViewChunk<Name> => {
  let loaded: ViewModule<Name> | null = null;
  return {
    name,
    when,
    load: async () => {
      loaded = await load();
      return loaded;
    },
    loaded: () => loaded,
  };
};

/** Names that a title may need. */
export interface TitleNames {
  /** Name of the wallet with this connector id. */
  readonly walletOf: (connectorId: string) => string | undefined;
  /** Name of the network with this CAIP-2 id. */
  readonly networkOf: (chainId: string) => string | undefined;
}

/** What decides about the leading corner of the header. */
export interface HeaderFacts {
  readonly canGoBack: boolean;
  readonly enableNetworkSwitch: boolean;
}

/** What a view changes about the modal's header. */
export interface ViewHeader {
  /** The title is not on screen: it names the dialog for assistive technology only. */
  readonly titleHidden?: boolean;
  /** What is in the leading corner. `null`: the way back, where there is one. */
  readonly start?: (facts: HeaderFacts) => ComponentType | null;
  /** The embedded modal begins here, so that there is nothing to close. */
  readonly isHome?: boolean;
}

/** A view of the modal. Its code comes with the modal (`render`) or in a chunk. */
export type ViewContribution<Name extends ViewName> = {
  readonly title: (m: Messages, data: ViewData[Name], names: TitleNames) => string;
  /** Whether the view can be shown; Connect is shown instead of one that cannot. An app without types may open a view without its data. */
  readonly guard?: (data: ViewData[Name] | undefined) => boolean;
  readonly header?: ViewHeader;
} & ({ readonly render: RenderView<Name>; readonly chunk?: undefined } | { readonly chunk: ViewChunk<Name>; readonly render?: undefined });

/** A guard is required of a view that needs data. */
type Contribution<Name extends ViewName> = undefined extends ViewData[Name]
  ? ViewContribution<Name>
  : ViewContribution<Name> & Required<Pick<ViewContribution<Name>, 'guard'>>;

/** The guard of a view that needs nothing but its data. */
export const hasData = (data: object | undefined): boolean => data !== undefined;

/** Keeps state over the views of an open modal. */
export interface ScopeProps {
  /** The modal is on screen. */
  readonly live: boolean;
  /** The view on screen. */
  readonly view: ViewName;
  readonly children: ReactNode;
}

/** A group of the connect view. */
export interface ConnectGroupProps {
  /** Nothing can be picked yet: the terms wait to be accepted. */
  readonly disabled: boolean;
}

/** What a feature brings to the modal. All of it loads with the modal, except for the views of chunks. */
export interface Feature<Name extends ViewName> {
  readonly views: { readonly [Each in Name]: Contribution<Each> };
  /** Around the views. */
  readonly Scope?: ComponentType<ScopeProps>;
  /** Rows of the account view, by an id of their own. */
  readonly accountActions?: Readonly<Record<string, ComponentType>>;
  readonly connectGroups?: Readonly<Partial<Record<ConnectMethod, ComponentType<ConnectGroupProps>>>>;
}

/** Says what a feature brings to the modal. */
export const defineFeature = <Name extends ViewName>(feature: Feature<Name>): Feature<Name> => feature;
