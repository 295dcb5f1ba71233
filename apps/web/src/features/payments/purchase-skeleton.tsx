import { Skeleton } from '@mantine/core';
import classes from './purchase.module.css';

export function PurchaseSkeleton() {
  return (
    <div className={classes.columns}>
      <div className={classes.skeleton}>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height="8rem" />
        ))}
      </div>
      <Skeleton height="24rem" />
    </div>
  );
}
