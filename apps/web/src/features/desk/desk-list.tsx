import { Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { counted, SEARCH_MAX, type Pagination } from '@spareswipe/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { Loaded } from '../../shared/ui/loaded';
import { Pages } from '../../shared/ui/pages';

interface Props<Data> {
  /** The list's name for screen readers. */
  label: string;
  query: UseQueryResult<Data>;
  onPage: (page: number) => void;
  /** In the place of a list with nothing in it. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** One page of a list, with the way to the others, which are read from their top. */
export function DeskList<Data extends { pagination: Pagination }>({
  label,
  query,
  onPage,
  empty,
  children,
}: Props<Data>) {
  const top = useRef<HTMLDivElement>(null);
  return (
    <Stack ref={top} tabIndex={-1} role="group" aria-label={label} gap="md">
      <Loaded
        query={query}
        skeleton={<Skeleton h={400} />}
        isEmpty={({ pagination }) => empty !== undefined && pagination.total === 0}
        empty={empty}
      >
        {(data) => (
          <>
            {children(data)}
            <Pages {...data.pagination} top={top} onChange={onPage} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

interface SearchProps {
  placeholder: string;
  value: string;
  change: (changes: { search: string }, options: { replace: boolean }) => void;
}

/** Narrows a list with every letter. It is in the URL, so that Back returns to it. */
export const DeskSearch = ({ change, ...field }: SearchProps) => (
  <TextInput
    label="Search"
    maxLength={SEARCH_MAX}
    onChange={({ currentTarget: { value } }) => change({ search: value }, { replace: true })}
    {...field}
  />
);

/** '3 students', once they are counted. */
export const Found = ({ total, one, many }: { total: number | undefined; one: string; many?: string }) => (
  <Text role="status" size="sm" c="dimmed">
    {total === undefined ? '\u00a0' : counted(total, one, many)}
  </Text>
);
