import { Badge, Button, Group, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { TableArt } from '../../shared/art/table-art';
import { paths } from '../../shared/paths';
import { useSession } from '../../shared/session/session';
import { usePageHeading } from '../../shared/ui/use-page-heading';
import classes from './landing.module.css';

const PROMISES = ['Free to join', 'Meals to start with', 'Yours again if nobody can help'];

export function Hero() {
  const heading = usePageHeading('Share a meal swipe on campus');
  return (
    <section className={classes.pair}>
      <div className={classes.words}>
        <Badge component="p" color="tomato">
          For students with a .edu address
        </Badge>
        <Title ref={heading} tabIndex={-1} className={classes.claim}>
          A spare swipe is a seat at the table.
        </Title>
        <p className={classes.lead}>
          Meals left on your plan? Treat a fellow student. Plan running low? Ask for one. Every meal you give is a meal
          you can ask for later, and nothing goes to waste.
        </p>
        <CallsToAction />
        <ul className={classes.points}>
          {PROMISES.map((promise) => (
            <li key={promise}>
              <IconCheck size={18} stroke={2.25} aria-hidden /> {promise}
            </li>
          ))}
        </ul>
      </div>
      <TableArt />
    </section>
  );
}

/** Takes verified students to the meals, and asks everybody else to join. */
function CallsToAction() {
  const { student, isLoading, unreachable } = useSession();
  // logged in, though the student could not be loaded: don't ask them to join
  const isStudent = student || unreachable;
  const [first, second] = isStudent
    ? [
        { to: paths.dashboard, label: 'Go to Dashboard' },
        { to: paths.browse, label: 'Browse Requests' },
      ]
    : [
        { to: paths.register, label: 'Join Our Community' },
        { to: paths.login, label: 'Welcome Back' },
      ];
  return (
    <Group
      gap="sm"
      mt={32}
      mb={20}
      className={classes.actions}
      // keeps its place while the session loads
      style={isLoading ? { visibility: 'hidden' } : undefined}
      data-visitors
    >
      <Button component={Link} to={first.to} size="lg">
        {first.label}
      </Button>
      <Button component={Link} to={second.to} size="lg" variant="default">
        {second.label}
      </Button>
    </Group>
  );
}
