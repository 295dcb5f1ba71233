import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';
import { useSession } from '../../shared/session/session';
import classes from './landing.module.css';

/** Takes verified students to the meals, and asks everybody else to join. */
export function CallsToAction() {
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
    // keeps its place while the session loads
    <div className={classes.actions} data-unknown={isLoading || undefined} data-visitors>
      <Button component={Link} to={first.to} size="lg">
        {first.label}
      </Button>
      <Button component={Link} to={second.to} size="lg" variant="default">
        {second.label}
      </Button>
    </div>
  );
}

/** The last word of the page, for those who are not logged in. */
export function FinalCall() {
  const { token } = useSession();
  if (token !== null) return null;
  return (
    <Button component={Link} to={paths.register} size="lg" color="tomato" data-visitors>
      Start Your Journey
    </Button>
  );
}
