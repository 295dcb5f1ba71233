import type { RouteMetadata } from '@spareswipe/contract';
import type { AppRoute } from '@ts-rest/core';

/** The routes of a contract, each with its name, for example `requests.browse`. */
export const routesOf = (contract: Record<string, Record<string, AppRoute>>) =>
  Object.entries(contract).flatMap(([group, own]) =>
    Object.entries(own).map(([name, route]): [string, AppRoute] => [`${group}.${name}`, route]),
  );

export const metadataOf = ({ metadata }: AppRoute) => (metadata ?? {}) as RouteMetadata;

export const accessOf = (route: AppRoute) => metadataOf(route).access ?? 'verified';
