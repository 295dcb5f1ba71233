import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { FAIR_PLAY, paths } from '../paths';

/** Leads to the rules, wherever one of them has stopped or surprised a student. */
export const FairPlayLink = () => (
  <Anchor component={Link} to={`${paths.help}#${FAIR_PLAY}`} size="sm">
    The rules of fair play
  </Anchor>
);
