import { Paper, Text, Title } from '@mantine/core';
import classes from './landing.module.css';

/** Text marks of our own, not the universities' logos. */
const CAMPUSES = ['Stanford', 'MICHIGAN', 'Howard', 'Berkeley', 'TEXAS', 'Cornell', 'Purdue', 'UCLA'];

export function CampusMarks() {
  return (
    <section className={classes.band} aria-labelledby="campuses">
      <div className={classes.section}>
        <Title order={2} ta="center" id="campuses">
          Universities we hope to partner with
        </Title>
        <ul className={classes.campuses}>
          {CAMPUSES.map((name) => (
            <Paper key={name} component="li" withBorder>
              {name}
            </Paper>
          ))}
        </ul>
        <Text c="dimmed" ta="center">
          We have no partner universities yet, and these names are examples. SpareSwipe is not affiliated with, or
          endorsed by, any of these universities.
        </Text>
      </div>
    </section>
  );
}
