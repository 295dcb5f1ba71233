import { VisuallyHidden } from '@mantine/core';
import {
  IconHeartHandshake,
  IconHome,
  IconPlus,
  IconSearch,
  IconToolsKitchen2,
  IconUserCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useAcceptedMatches } from '../features/matches/next-meal.queries';
import { paths } from '../shared/paths';
import classes from './quick-bar.module.css';

/** The places that a student with a phone goes to most, at the bottom of every screen. The header's menu has the rest. */
export function QuickBar() {
  const active = useAcceptedMatches().data?.counts.accepted ?? 0;
  return (
    <nav aria-label="Quick" className={classes.bar}>
      <ul className={classes.links}>
        <Quick to={paths.dashboard} Icon={IconHome} word="Dashboard" />
        <Quick to={paths.browse} Icon={IconSearch} word="Browse" />
        <Quick to={paths.createRequest} Icon={IconPlus} word="Create" isMain />
        <Quick
          to={paths.myRequests}
          Icon={IconToolsKitchen2}
          word={
            <>
              <VisuallyHidden>My </VisuallyHidden>Requests
            </>
          }
        />
        <Quick to={paths.matches} Icon={IconHeartHandshake} word="Matches" active={active} />
        <Quick to={paths.profile} Icon={IconUserCircle} word="Me" />
      </ul>
    </nav>
  );
}

interface QuickProps {
  to: string;
  Icon: typeof IconHome;
  word: ReactNode;
  /** How many are active: on a badge, and for screen readers after the word. */
  active?: number;
  /** Stands out, without a word below it. */
  isMain?: boolean;
}

function Quick({ to, Icon, word, active = 0, isMain }: QuickProps) {
  return (
    <li>
      <NavLink to={to} className={classes.link}>
        <span className={classes.icon} data-main={isMain}>
          <Icon size={24} stroke={1.75} aria-hidden />
          {active > 0 && (
            <span aria-hidden className={classes.badge}>
              {active}
            </span>
          )}
        </span>
        {isMain ? <VisuallyHidden>{word}</VisuallyHidden> : <span className={classes.word}>{word}</span>}
        {active > 0 && <VisuallyHidden>{`${active} active`}</VisuallyHidden>}
      </NavLink>
    </li>
  );
}
