import { Paper, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './card-list.module.css';

interface Props<Item> {
  items: Item[];
  /** These belong to the page, tab or filter before; the asked ones are on their way. */
  isStale: boolean;
  children: (item: Item) => ReactNode;
}

/** One card under the other. A list that is not empty has no empty page: what is to fill it is on its way. */
export function CardList<Item extends { _id: string }>({ items, isStale, children }: Props<Item>) {
  if (items.length === 0) return <CardListSkeleton />;
  return (
    <ul className={classes.list} data-stale={isStale || undefined} aria-busy={isStale}>
      {items.map((item) => (
        <li key={item._id}>{children(item)}</li>
      ))}
    </ul>
  );
}

export function CardListSkeleton() {
  return (
    <div className={classes.list} aria-busy="true">
      {[1, 2, 3].map((row) => (
        <Paper key={row} withBorder p="lg">
          <Skeleton h={36} w={140} mb="md" />
          <Skeleton h={24} w="60%" mb="sm" />
          <Skeleton h={16} w="45%" mb="xs" />
          <Skeleton h={16} w="55%" mb="xs" />
          <Skeleton h={16} w="40%" />
        </Paper>
      ))}
    </div>
  );
}
