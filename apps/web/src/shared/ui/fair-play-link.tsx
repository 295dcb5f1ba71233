import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { FAIR_PLAY, paths } from '../paths';

/** A link to the rules, shown wherever one of them stops or surprises a student. */
export const FairPlayLink = () => (
  <Anchor component={Link} to={`${paths.help}#${FAIR_PLAY}`} size="sm">
    The rules of fair play
  </Anchor>
);
