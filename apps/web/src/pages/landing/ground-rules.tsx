import { Button, Stack, Title } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';
import { useSession } from '../../shared/session/session';
import classes from './landing.module.css';

/** Says plainly what this is not, before anybody joins. Only visitors who are not logged in see the button. */
export function GroundRules() {
  const { token } = useSession();
  return (
    <section className={classes.section} aria-labelledby="rules">
      <Stack align="center" gap="lg" ta="center">
        <Title order={2} size="h1" id="rules">
          Before you pull up a chair
        </Title>
        <p className={classes.lead}>
          Check your meal plan's guest rules first: some let you swipe a friend in, some do not. And payments between
          students are not part of this. Meals are shared here, never sold to one another.
        </p>
        {token === null && (
          <Button component={Link} to={paths.register} size="lg" color="tomato" data-visitors>
            Start Your Journey
          </Button>
        )}
      </Stack>
    </section>
  );
}
