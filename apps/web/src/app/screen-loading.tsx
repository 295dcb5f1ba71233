import { Container, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useLocation } from 'react-router';
import { paths } from '../shared/paths';

/** How high the parts of a screen are, each a rectangle; the others have one large part. */
const PARTS: Record<string, string[]> = {
  [paths.browse]: ['5rem', '14rem', '14rem', '14rem'],
  [paths.myRequests]: ['3rem', '14rem', '14rem', '14rem'],
  [paths.matches]: ['3rem', '14rem', '14rem', '14rem'],
  [paths.dashboard]: ['11rem', '8rem', '20rem'],
};
const NARROW: string[] = [paths.browse, paths.messages];

/** While the script of a screen loads: its title and its parts, where they will be. */
export function ScreenLoading() {
  const { pathname } = useLocation();
  const parts = PARTS[pathname] ?? ['32rem'];
  return (
    <Container size={NARROW.includes(pathname) ? '56rem' : '74rem'} w="100%" py="xl" px="md" role="status">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Skeleton h="2.5rem" w="min(20rem, 80%)" mb="lg" />
      <Stack gap="md">
        {parts.map((height, index) => (
          <Skeleton key={index} h={height} />
        ))}
      </Stack>
    </Container>
  );
}
