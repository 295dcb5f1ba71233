import { Table, type TableProps } from '@mantine/core';
import classes from './desk.module.css';

/** Scrolls sideways, by keyboard too, where the screen is too narrow for it. */
export const DeskTable = ({ label, ...table }: TableProps & { label: string }) => (
  <div role="region" aria-label={label} tabIndex={0} className={classes.sideways}>
    <Table aria-label={label} {...table} />
  </div>
);
