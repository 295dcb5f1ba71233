import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, type ReactNode } from 'react';
import { ApiError } from '../api/api-error';
import { TrayArt } from '../art/tray-art';
import { ActionButton } from './action-button';
import { EmptyState } from './empty-state';

interface Props<Data> {
  query: UseQueryResult<Data>;
  /** Has the shape of the content, so that nothing jumps when it arrives. */
  skeleton: ReactNode;
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows a query's result, its skeleton, its empty state, or its failure with a way to try again. */
export function Loaded<Data>({ query, skeleton, isEmpty, empty, children }: Props<Data>) {
  const { data, isPending, isPlaceholderData, isFetching, refetch, error } = query;
  const isNothing = data !== undefined && isEmpty?.(data);
  // as in the guard: the first result renders in slices, with taps handled in between
  const isShown = useDeferredValue(data !== undefined);
  // an empty result of the previous filter says nothing about this one
  const isComing = isPending || (isPlaceholderData && isNothing) || (data !== undefined && !isShown);
  if (isComing) return <div aria-busy="true">{skeleton}</div>;
  if (data !== undefined) return isNothing ? empty : children(data);
  return (
    <EmptyState
      art={<TrayArt />}
      title="We could not load this"
      action={
        <ActionButton onClick={() => void refetch()} isPending={isFetching}>
          Try again
        </ActionButton>
      }
    >
      {(error instanceof ApiError && error.message) || 'Something went wrong. Please try again.'}
    </EmptyState>
  );
}
