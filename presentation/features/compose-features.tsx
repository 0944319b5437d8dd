import type { ComponentType, ReactElement } from 'react';
import type { Features as OptionFeatures } from '../../domain/options/options.js';
import type { ViewData, ViewName } from '../../domain/router/views.js';
import type { ModalMessages } from '../messages/modal-en.js';
import type { ErrorTextOf, Feature, ScopeProps, TitleNames, ViewChunk, ViewContribution, ViewHeader } from './feature.js';
import type { WithoutDuplicates } from './join-disjoint.js';

/** Views by name. */
export type ViewsOf<Name extends ViewName> = { readonly [Each in Name]: ViewContribution<Each> };

/** Everything that the features contribute to the modal. */
export interface Features {
  readonly views: Partial<ViewsOf<ViewName>>;
  readonly chunks: readonly ViewChunk<never>[];
  /** Innermost first. */
  readonly scopes: readonly ComponentType<ScopeProps>[];
  /** In the order of the features. */
  readonly accountActions: NonNullable<Feature<never>['accountActions']>;
  /** In the order of the features. */
  readonly settings: NonNullable<Feature<never>['settings']>;
  readonly walletFeatures: NonNullable<Feature<never>['walletFeatures']>;
  readonly connectGroups: NonNullable<Feature<never>['connectGroups']>;
  /** The first text that a feature has for an error; `null` if none has one. */
  readonly errorText: ErrorTextOf;
}

type NamesOf<Each> = Each extends Feature<infer Name> ? Name : never;
type ViewsOfEach<List extends readonly Feature<never>[]> = { readonly [Index in keyof List]: List[Index]['views'] };

/** Joins contributions by key. A duplicate key is a bug, which any test that loads the modal reveals. */
const joinContributions = <Value,>(
  kind: string,
  records: readonly (Readonly<Record<string, Value>> | undefined)[],
): Record<string, Value> => {
  const joined: Record<string, Value> = {};
  for (const [key, value] of records.flatMap((record = {}) => Object.entries(record))) {
    if (Object.hasOwn(joined, key)) throw new Error(`Two features contribute the ${kind} '${key}'.`);
    joined[key] = value;
  }
  return joined;
};

/** Composes features. A duplicate view is a compile error; a duplicate of another contribution throws. */
export const composeFeatures = <const List extends readonly Feature<never>[]>(
  features: List & WithoutDuplicates<ViewsOfEach<List>>,
): Features & { readonly views: ViewsOf<NamesOf<List[number]>> } => {
  const list: readonly Feature<never>[] = features;
  // Each feature was checked to contribute the matching type for each view name.
  const views = Object.assign({}, ...list.map((feature) => feature.views)) as ViewsOf<NamesOf<List[number]>>;
  const contributions: readonly { readonly chunk?: ViewChunk<never> | undefined }[] = Object.values(views);
  return {
    views,
    chunks: [...new Set(contributions.flatMap(({ chunk }) => chunk ?? []))],
    scopes: list.flatMap(({ Scope }) => Scope ?? []),
    accountActions: joinContributions(
      'account action',
      list.map(({ accountActions }) => accountActions),
    ),
    settings: joinContributions(
      'part of the settings',
      list.map(({ settings }) => settings),
    ),
    walletFeatures: joinContributions(
      'wallet feature',
      list.map(({ walletFeatures }) => walletFeatures),
    ),
    connectGroups: joinContributions(
      'connect group',
      list.map(({ connectGroups }) => connectGroups),
    ),
    errorText: (error, m) => {
      for (const { errorText } of list) {
        const text = errorText?.(error, m) ?? null;
        if (text !== null) return text;
      }
      return null;
    },
  };
};

/** A view, ready to render. */
export interface ResolvedView {
  readonly title: (m: ModalMessages, names: TitleNames) => string;
  readonly header: ViewHeader;
  /** Chunk with the view's code; `undefined` if the code is part of the modal. */
  readonly chunk: ViewChunk<never> | undefined;
  /** `null` until the chunk is loaded. */
  readonly render: () => ReactElement | null;
}

/** Finds a view; `null` if no feature contributes it, the app's options have turned it off, or its guard rejects the data. */
export const findView = <Name extends ViewName>(
  { views }: Pick<Features, 'views'>,
  { name, data }: { readonly name: Name; readonly data: ViewData[Name] },
  offered: OptionFeatures,
): ResolvedView | null => {
  const view: ViewContribution<Name> | undefined = Object.hasOwn(views, name) ? views[name] : undefined;
  if (view === undefined || view.isOffered?.(offered) === false || view.guard?.(data) === false) return null;
  const { title, header = {}, chunk, render } = view;
  return {
    title: (m, names) => title(m, data, names),
    header,
    chunk,
    render: () => {
      if (render !== undefined) return render(data);
      const loaded = chunk?.loaded() ?? null;
      if (loaded === null) return null;
      const { views: renderers, Footer } = loaded;
      return (
        <>
          {renderers[name](data)}
          {Footer === undefined ? null : <Footer />}
        </>
      );
    },
  };
};
