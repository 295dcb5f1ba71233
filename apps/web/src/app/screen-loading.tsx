import { Container, Skeleton, VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../shared/paths';
import page from '../shared/ui/page.module.css';
import classes from './screen-loading.module.css';

interface Shape {
  width: '40rem' | '56rem' | '74rem';
  /** A line under the title. */
  hasLead?: boolean;
  /** From top to bottom. */
  rows: Row[];
}

interface Row {
  /** Beside each other on a wide screen, else below each other: the heights of the parts of each column. */
  parts: string[][];
  /** The widths of the columns, as CSS has them. */
  columns?: string;
}

const row = (...heights: string[]): Row => ({ parts: [heights] });
const columns = (widths: string, ...parts: string[][]): Row => ({ columns: widths, parts });
const CARDS = ['14rem', '14rem', '14rem'];
const TEXT: Shape = { width: '40rem', rows: [row('32rem')] };

const SHAPES: Record<string, Shape> = {
  [paths.dashboard]: {
    width: '74rem',
    hasLead: true,
    rows: [columns('1fr 1fr', ['8rem'], ['8rem']), row('8.5rem'), columns('1fr 1fr', ['20rem'], ['20rem'])],
  },
  [paths.browse]: { width: '56rem', hasLead: true, rows: [row('5rem', ...CARDS)] },
  [paths.createRequest]: { width: '74rem', rows: [columns('1fr 19rem', ['5.5rem', '44rem'], ['23rem'])] },
  [paths.myRequests]: { width: '74rem', rows: [row('3rem'), columns('1fr 19rem', CARDS, ['14rem'])] },
  [paths.matches]: { width: '56rem', rows: [row('3rem', ...CARDS)] },
  [paths.purchase]: {
    width: '74rem',
    hasLead: true,
    rows: [columns('1fr 26rem', ['8rem', '8rem', '8rem'], ['24rem'])],
  },
  [paths.profile]: {
    width: '74rem',
    rows: [columns('20rem 1fr', ['20rem', '12rem'], ['34rem', '14rem'])],
  },
  [paths.messages]: { width: '56rem', hasLead: true, rows: [row('44rem')] },
  [paths.help]: TEXT,
  [paths.privacy]: TEXT,
  [paths.safety]: TEXT,
};
const OTHER: Shape = { width: '74rem', rows: [row('32rem')] };

/** While the script of a screen loads: its title and its parts, where they will be. */
export function ScreenLoading() {
  const { pathname } = useLocation();
  const { width, hasLead, rows } = SHAPES[pathname] ?? OTHER;
  return (
    <Container size={width} w="100%" px="md" className={page.page} role="status">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <div className={page.head}>
        <Skeleton h="2.125rem" w="min(20rem, 80%)" />
        {hasLead && <Skeleton h="1.25rem" w="min(16rem, 60%)" className={page.lead} />}
      </div>
      <div className={classes.rows}>
        {rows.map(({ parts, columns }, at) => (
          <div key={at} className={classes.row} style={{ '--columns': columns } as CSSProperties}>
            {parts.map((heights, side) => (
              <div key={side} className={classes.column}>
                {heights.map((height, part) => (
                  <Skeleton key={part} h={height} />
                ))}
              </div>
            ))}
          </div>
        ))}
      </div>
    </Container>
  );
}
