import { Container, Skeleton, VisuallyHidden } from '@mantine/core';
import { useLayoutEffect, type CSSProperties } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { paths } from '../shared/paths';
import page from '../shared/ui/page.module.css';
import classes from './screen-loading.module.css';

interface Shape {
  width: '40rem' | '56rem' | '74rem';
  /** How high the words under the title are. */
  lead?: string;
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
const LINE = '1.375rem';
const TEXT: Shape = { width: '40rem', rows: [row('32rem')] };

const SHAPES: Record<string, Shape> = {
  [paths.dashboard]: {
    width: '74rem',
    lead: LINE,
    rows: [columns('1fr 1fr', ['9rem'], ['9rem']), row('8.5rem'), columns('1fr 1fr', ['20rem'], ['20rem'])],
  },
  [paths.browse]: { width: '56rem', lead: LINE, rows: [row('6rem', ...CARDS)] },
  [paths.createRequest]: { width: '74rem', rows: [columns('1fr 19rem', ['5.5rem', '50rem'], ['34rem'])] },
  [paths.myRequests]: { width: '74rem', rows: [row('3rem'), columns('1fr 19rem', CARDS, ['14rem'])] },
  [paths.matches]: { width: '56rem', rows: [row('3rem', ...CARDS)] },
  [paths.purchase]: {
    width: '74rem',
    lead: '3.5rem',
    rows: [columns('1fr 26rem', ['9rem', '9rem', '9rem'], ['24rem'])],
  },
  [paths.profile]: { width: '74rem', rows: [columns('20rem 1fr', ['25rem', '15rem'], ['33rem', '16rem'])] },
  [paths.messages]: { width: '56rem', lead: LINE, rows: [row('44rem')] },
  [paths.help]: TEXT,
  [paths.privacy]: TEXT,
  [paths.safety]: TEXT,
};
const OTHER: Shape = { width: '74rem', rows: [row('32rem')] };

/**
 * Shown while the script of a screen loads: its title and placeholders for its parts, where they will be. A new screen
 * begins at its top.
 */
export function ScreenLoading() {
  const { pathname } = useLocation();
  const isNew = useNavigationType() !== NavigationType.Pop;
  useLayoutEffect(() => {
    if (isNew) window.scrollTo(0, 0);
  }, [isNew]);
  const { width, lead, rows } = SHAPES[pathname] ?? OTHER;
  return (
    <Container size={width} w="100%" px="md" className={page.page} role="status">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <div className={page.head}>
        <Skeleton w="min(20rem, 80%)" className={classes.title} />
        {lead && <Skeleton h={lead} w="min(16rem, 60%)" className={page.lead} />}
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
