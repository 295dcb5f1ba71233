import { Anchor, Group, Paper, Text } from '@mantine/core';
import { CAMPUS_WEEK_REACH, counted } from '@spareswipe/contract';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';
import classes from './campus-table.module.css';

const PLATES_MAX = 40;

interface Props {
  institution: string;
  name?: string;
  mealsThisWeek: number;
}

/** The campus's table: a plate for each meal that its students shared this week. */
export function CampusTable({ institution, name, mealsThisWeek }: Props) {
  const campus = name ?? institution;
  const plates = Math.min(mealsThisWeek, PLATES_MAX);
  const isCapped = mealsThisWeek >= CAMPUS_WEEK_REACH;
  const meals = isCapped ? `${CAMPUS_WEEK_REACH.toLocaleString('en-US')}+ meals` : counted(mealsThisWeek, 'meal');
  if (plates === 0)
    return (
      <p>
        <bdi>{campus}</bdi> has shared no meal yet this week.{' '}
        <Anchor component={Link} to={paths.browse}>
          Share the first meal
        </Anchor>
      </p>
    );
  return (
    <Paper p="md" className={classes.table}>
      <Text fw={600} mb="xs">
        <bdi>{campus}</bdi> shared {meals} this week
      </Text>
      <Group gap={4} aria-hidden>
        {Array.from({ length: plates }, (_, plate) => (
          <svg key={plate} width="24" height="24" viewBox="0 0 24 24" focusable="false">
            <circle cx="12" cy="12" r="11" className={classes.plate} />
            <circle cx="12" cy="12" r="6.5" className={classes.food} />
          </svg>
        ))}
        {mealsThisWeek > plates && (
          <Text span fw={600} ps={4}>
            +{mealsThisWeek - plates}
          </Text>
        )}
      </Group>
    </Paper>
  );
}
