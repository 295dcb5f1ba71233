import { Paper, Text, Title } from '@mantine/core';
import { counted, CREDITS_PER_REQUEST } from '@spareswipe/contract';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CardArt } from '../../shared/art/card-art';
import { TrayArt } from '../../shared/art/tray-art';
import { paths } from '../../shared/paths';
import classes from './action-cards.module.css';

interface ActionProps {
  to: string;
  title: string;
  art: ReactNode;
  children: ReactNode;
}

function Action({ to, title, art, children }: ActionProps) {
  return (
    <Paper withBorder shadow="xs" p="clamp(1rem, 3vw, 1.5rem)" className={classes.action}>
      <div className={classes.art}>{art}</div>
      <div className={classes.words}>
        <Title order={2}>
          <Link to={to} className={classes.link}>
            {title}
            <IconArrowRight size={20} stroke={2} aria-hidden />
          </Link>
        </Title>
        <Text mt={4} c="dimmed">
          {children}
        </Text>
      </div>
    </Paper>
  );
}

/** The two things to do here: ask for a meal, or help with one. */
export function ActionCards() {
  return (
    <div className={classes.actions}>
      <Action to={paths.createRequest} title="Create Request" art={<TrayArt />}>
        Hungry? Ask for a dining meal. It uses {counted(CREDITS_PER_REQUEST, 'meal')}, back if nobody can help.
      </Action>
      <Action to={paths.browse} title="Browse Requests" art={<CardArt />}>
        A swipe to spare? Fulfill somebody's request and earn {counted(CREDITS_PER_REQUEST, 'meal')}.
      </Action>
    </div>
  );
}
