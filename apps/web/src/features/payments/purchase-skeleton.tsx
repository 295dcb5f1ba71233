import { Skeleton, Stack } from '@mantine/core';
import classes from './purchase.module.css';

export function PurchaseSkeleton() {
  return (
    <div className={classes.columns}>
      <Stack gap="sm">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height="8rem" />
        ))}
      </Stack>
      <Skeleton height="24rem" />
    </div>
  );
}
